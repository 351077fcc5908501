"""The command line: reads flags and files, calls the layers below, prints what they answer.

`railbird.cli:main` is the console entry. Each command sits in a module named for what it does;
numba, polars, pyarrow and duckdb are imported inside the commands that need them, so that
`railbird --help` is quick (a test holds it to that). Nothing here computes anything.
"""

from railbird.cli.app import main

__all__ = ["main"]

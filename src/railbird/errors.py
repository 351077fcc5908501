"""The errors a user can meet, and the exit code each one means.

Every message is one line: what is wrong, where (file, key, line), the remedy.
Any layer may import this module; it imports nothing.
"""

from __future__ import annotations


class RailbirdError(Exception):
    """Base of all errors that are shown to a user as one line."""

    exit_code = 2


class InputError(RailbirdError):
    """What the user gave cannot be used (exit code 2)."""


class CheckFailedError(RailbirdError):
    """A check found rows that it must not find (exit code 1)."""

    exit_code = 1


class DamagedLakeError(RailbirdError):
    """A file of the lake is missing, unreadable or altered (exit code 3)."""

    exit_code = 3


class InterruptedRunError(RailbirdError):
    """The user pressed Ctrl-C; what was finished is kept (exit code 130)."""

    exit_code = 130

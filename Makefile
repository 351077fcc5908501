# Needs a Python 3.11 or newer and make, nothing else. `make demo` is the place to start.
#
# Each purpose has a virtual environment of its own, made on first use and brought up to date when
# a source changes: .venv for the demo, .venv-test for the tests (both ordinary installs, which
# also work in an archive that lost its links), .venv-dev for work on the code (editable).

PYTHON ?= $(or $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done),python3)
DEMO_HANDS ?= 1_000_000
DEMO_LAKE ?= demo-lake
PYTEST_ARGS ?=

SOURCES := pyproject.toml $(shell find src simulate ingest reports sql -type f \
	! -name '*.pyc' ! -name '*.nbi' ! -name '*.nbc' 2>/dev/null)
RAILBIRD := .venv/bin/railbird

.PHONY: help demo test dev lint check bench docs clean

help:
	@echo 'make demo    play a million hands and print three reports'
	@echo 'make test    run the whole test suite; PYTEST_ARGS="-k rake" for a part of it'
	@echo 'make dev     editable install with every tool, in .venv-dev'
	@echo 'make lint    formatting, types, layers, SQL, generated documentation'
	@echo 'make check   lint and test'
	@echo 'make bench   speeds, as ratios'
	@echo 'make docs    write the generated parts of the documentation anew'
	@echo 'make clean   remove the virtual environments and the demo'

demo: .venv/.installed
	$(RAILBIRD) simulate --hands $(DEMO_HANDS) --lake $(DEMO_LAKE)
	$(RAILBIRD) report rake --lake $(DEMO_LAKE)
	$(RAILBIRD) report positions --lake $(DEMO_LAKE)
	$(RAILBIRD) report showdown --lake $(DEMO_LAKE)

test: .venv-test/.installed
	TZ=UTC .venv-test/bin/pytest --numprocesses auto --dist loadfile $(PYTEST_ARGS)

dev: .venv-dev/.installed

lint: .venv-dev/.installed
	.venv-dev/bin/ruff check .
	.venv-dev/bin/ruff format --check .
	.venv-dev/bin/mypy
	.venv-dev/bin/lint-imports
	.venv-dev/bin/sqlfluff lint --processes 2 sql
	.venv-dev/bin/python docs/generate.py --check

check: lint test

bench: .venv-dev/.installed
	.venv-dev/bin/python bench/run.py

docs: .venv-dev/.installed
	.venv-dev/bin/python docs/generate.py

clean:
	rm -rf .venv .venv-test .venv-dev $(DEMO_LAKE)

.venv/.installed: $(SOURCES)
	@$(call install,.venv,.)

.venv-test/.installed: $(SOURCES)
	@$(call install,.venv-test,.[test])

.venv-dev/.installed: pyproject.toml
	@$(call install,.venv-dev,--editable=.[test$(comma)dev])

comma := ,

# $(1) the environment, $(2) what pip installs. Says what it does: it takes a minute.
define install
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo 'Railbird needs Python 3.11 or newer; name one: make PYTHON=python3.12' >&2; exit 2; }; \
	test -x $(1)/bin/python || { \
		echo 'Making $(1)' >&2; \
		$(PYTHON) -m venv $(1) || { \
			echo 'Making $(1) failed; on Debian and Ubuntu: apt-get install python3-venv' >&2; \
			rm -rf $(1); exit 2; }; }; \
	echo 'Installing Railbird into $(1)' >&2; \
	$(1)/bin/python -m pip install -qq --disable-pip-version-check '$(2)' && touch $@
endef

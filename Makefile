# Two commands do everything: `make serve` and `make test`. Each sets up what it needs first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt
PLAYABLE := $(VENV)/.playable
CHECKABLE := $(VENV)/.checkable
PAGE := src/allaboard/server/static/index.html
CORE := $(shell find src/allaboard/games src/allaboard/core src/allaboard/bots -name '*.py' -o -name '*.ll' -o -name '*.npz') $(wildcard src/allaboard/*.py)
CLIENT := $(shell find client -type f -not -path '*/node_modules/*' -not -path '*/core/built/*' -not -name '*.tmp' 2>/dev/null)

# without bytecode files every process of the tests compiles several hundred Python modules again, for more than a second
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help serve test setup missing lint types client-check client-test unit long docs reference clean constraints

help:
	@echo "make serve   set everything up, build the client, start the server and print its address"
	@echo "make test    set everything up and run every check"
	@echo "make setup   install the programs that the tests use on Debian (Chromium, tmux, PostgreSQL, Redis …)"
	@echo "make long    the long checks: ten thousand games of each kind, soak tests and strength of bots"
	@echo "make docs    build the documentation in docs/build/html"
	@echo "make reference  update the generated parts of the documentation"
	@echo "make clean   remove everything that the other commands have made"

$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "All Aboard needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)

$(PLAYABLE): pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) hatchling editables
	$(PIP) --no-build-isolation -e .
	@touch $@

$(CHECKABLE): pyproject.toml constraints.txt | $(VENV)/bin/python
	$(PIP) hatchling editables
	$(PIP) --no-build-isolation -e '.[dev]'
	@touch $@ $(PLAYABLE)

# includes the games compiled for browsers, which takes about a minute the first time and after changes
$(PAGE): $(CLIENT) $(CORE) | $(PLAYABLE)
	$(BIN)/python client/run.py build
	@touch $@

serve: $(PLAYABLE) $(PAGE)
	$(BIN)/allaboard serve

# the types are checked while the client is built
test: missing $(CHECKABLE)
	@$(MAKE) --no-print-directory -j 2 lint types $(PAGE)
	@$(MAKE) --no-print-directory -j 2 client-check client-test
	@$(MAKE) --no-print-directory unit

# prints which programs are missing, and which tests are skipped without them
missing:
	@.ci/needs say

setup:
	@.ci/needs install

lint: $(CHECKABLE)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(CHECKABLE)
	$(BIN)/mypy

client-check: $(CHECKABLE) $(PAGE)
	$(BIN)/python client/run.py check

client-test: $(CHECKABLE) $(PAGE)
	$(BIN)/python client/run.py test

# three processes for two cores, because many tests wait for a clock or a browser
unit: $(CHECKABLE) $(PAGE)
	$(BIN)/pytest -n 3 --dist worksteal

long: $(CHECKABLE) $(PAGE)
	$(BIN)/pytest -n 2 --dist worksteal --long

# no network is used, and a warning is an error
docs: $(CHECKABLE)
	$(BIN)/python -m sphinx -q -W --keep-going -b html docs docs/build/html
	@echo "open docs/build/html/index.html"

reference: $(CHECKABLE)
	$(BIN)/python -m docs.generate

# includes all extras, so that they are pinned too; local version labels (torch's +cpu) are removed
constraints: $(CHECKABLE)
	$(PIP) -e '.[bench,train]'
	$(BIN)/python -m pip freeze --exclude-editable | grep -vE ' @ |^(nvidia-|triton)' | sed 's/+[a-z0-9.]*$$//' | sort -f > constraints.txt

clean:
	rm -rf $(VENV) build dist docs/build .mypy_cache .pytest_cache .ruff_cache .hypothesis client/node_modules client/src/core/built src/allaboard/server/static

# Two commands do everything: `make serve` and `make test`. Each sets up what it needs first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: help setup serve test lint types unit long clean constraints

help:
	@echo "make serve   set everything up and start what can be played"
	@echo "make test    set everything up and run every check"
	@echo "make long    the laws over ten thousand games a table (an hour or so)"
	@echo "make clean   remove what the other commands made"

setup: $(READY)

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "All Aboard needs Python 3.11 or newer")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $(READY)

serve: setup
	@echo "The table server is not built yet; here is what there is: records, simulation and the rules."
	$(BIN)/allaboard --help

test: lint types unit

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy src tests

unit: setup
	$(BIN)/pytest -n 2 --dist worksteal

long: setup
	$(BIN)/pytest -n 2 --dist worksteal --long

constraints: setup
	$(BIN)/python -m pip freeze --exclude-editable | sort -f > constraints.txt

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

# make play: see a game at once.  make test: run the tests.  The rest is for developers.

PYTHON ?= python3
BIN := .venv/bin
# The played workbook lies outside workbook/, which holds the committed one. Its path
# is printed for people to copy, so it must not have a space in it.
PLAYED := $(if $(word 2,$(CURDIR)),,$(CURDIR)/)played/MasterMind.xlsm

CALC := xl_mastermind/hosts/calc
OFFICE ?= /usr/lib/libreoffice
READERS := tests/readers/node_modules
WINDOWS := .windows

.PHONY: play test fast long readers windows lint build package docs values bench types clean

play: .venv/play
	@$(BIN)/python -c "from xl_mastermind.solve.exact.compiled import prepare; prepare(print)"
	@FORCE_COLOR=1 $(BIN)/xl-mastermind solve --output $(PLAYED)

# A test that hangs is named and ends the run, which would otherwise begin it again and
# again: no test of these takes a tenth of that time.
test: .venv/test
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder -m "not long" \
		--timeout 900 --timeout-method thread --max-worker-restart 0

# While you work: rules, strategies and the house. No LibreOffice is started, and only a
# handful of tests start another program.
fast: .venv/test
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile -m "not long" --ignore tests/solve/exact \
		tests/game tests/solve tests/test_house.py

# Tests that take seconds a case. Those for which `make readers` or `make windows` has to
# run first say so.
long: .venv/test
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile -m long -rs \
		--timeout 900 --timeout-method thread --max-worker-restart 0

readers: $(READERS)/.done

windows: $(WINDOWS)/.done

lint: .venv/dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

build: .venv/play
	$(BIN)/xl-mastermind build --force
	$(BIN)/xl-mastermind build --force workbook/MasterMind.xlsx

package: .venv/dev
	rm -rf dist
	$(BIN)/python -m build --no-isolation
	$(BIN)/python -m twine check --strict dist/*

docs: .venv/play
	PYTHONPATH=tests $(BIN)/python -m function_pages

# Goes on where it stopped; with LIMIT=600, with what was not found in less.
values: .venv/dev
	PYTHONPATH=tests $(BIN)/python -m known_values $(or $(LIMIT),60)

# With PEER=../mastermind, the source of fancidev/mastermind, both are compared.
bench: .venv/dev
	$(BIN)/python -m pytest benchmarks
	$(BIN)/python benchmarks/peer.py $(PEER)

types: .venv/play
	$(BIN)/python -c "from $(subst /,.,$(CALC)).extension import interface; print(interface(), end='')" >$(CALC)/XMasterMind.idl
	$(OFFICE)/sdk/bin/unoidl-write $(OFFICE)/program/types.rdb $(CALC)/XMasterMind.idl $(CALC)/XMasterMind.rdb

clean:
	rm -rf .venv dist played $(READERS) $(WINDOWS)

$(READERS)/.done: tests/readers/package.json
	npm install --prefix tests/readers --no-package-lock --no-audit --no-fund
	@touch $@

$(WINDOWS)/.done: .venv/test tests/wine.py
	$(BIN)/python tests/wine.py
	@touch $@

.venv/python:
	$(PYTHON) -m venv .venv
	@touch $@

.venv/play: .venv/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/test .venv/dev: .venv/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[$(@F)]"
	@touch $@

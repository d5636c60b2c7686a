# make play: play a game (a demonstration if standard input is no terminal).  make test: run the tests.  Other targets are for developers.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# The played workbook lies outside workbook/, which holds the committed one. Its path
# is printed for people to copy, so it must not have a space in it.
PLAYED := $(if $(word 2,$(CURDIR)),,$(CURDIR)/)played/MasterMind.xlsm

LIBREOFFICE := xl_mastermind/libreoffice
OFFICE ?= /usr/lib/libreoffice
READERS := tests/readers/node_modules
WINDOWS := .windows

# Python caches compiled modules, because tests start many processes.
unexport PYTHONDONTWRITEBYTECODE

# A worker runs whole files, because their tests share documents. No worker restarts: it
# would repeat the hung test.
PYTEST := $(BIN)/python -m pytest --numprocesses auto --dist loadfile \
	--no-loadscope-reorder --max-worker-restart 0

.PHONY: play install test ci proofs fast readers windows lint build package docs pictures puzzles values vectors bench types clean

play: .venv/play
	@mkdir -p $(dir $(PLAYED))
	@if [ -t 0 ]; then $(BIN)/xl-mastermind play; \
	else $(BIN)/xl-mastermind solve --number today --output $(PLAYED) --force; fi

# All requirements of the tests except system programs: see CONTRIBUTING.md.
install: .venv/dev readers windows

# The quick tests, and a few of LibreOffice.
test: .venv/dev
	$(PYTEST) -m "not proof and (not slow or smoke)"

# Quick tests of the nearest files that a change reaches; a change is what differs from main.
fast: .venv/dev
	$(BIN)/python tools/fast.py --numprocesses auto --dist loadfile

# All tests except the proofs; a missing requirement fails.
ci: install
	$(PYTEST) -m "not proof" --fail-on-skip --durations 25

# Tests of all codes and all boards, before a release.
proofs: install
	$(PYTEST) -m proof

readers: $(READERS)/.done

windows: $(WINDOWS)/.done

lint: .venv/dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache --no-logo
	$(BIN)/pre-commit run addresses --all-files

# The four files of workbook/; two builds have the same bytes.
build: .venv/dev
	$(BIN)/python -m xl_mastermind.bundle

package: .venv/dev
	rm -rf dist
	$(BIN)/python -m build --no-isolation
	$(BIN)/python -m twine check --strict dist/*

docs: .venv/play
	PYTHONPATH=tools $(BIN)/python -m function_pages

# The stored puzzles; two runs have the same bytes. Two minutes.
puzzles: .venv/play
	PYTHONPATH=tools $(BIN)/python -m puzzle_generation

# Resumes the last run. LIMIT=600 retries unsolved values for 600 s each.
values: .venv/dev
	PYTHONPATH=tests/support:tools $(BIN)/python -m known_values $(or $(LIMIT),60)

vectors: .venv/dev
	PYTHONPATH=tests/support:tools $(BIN)/python -m vectors

# Retakes the pictures in docs/, or those of PICTURES="board calc"; make bench draws
# growth.png.
pictures: .venv/dev
	PYTHONPATH=tests/support:tests/libreoffice:tools $(BIN)/python -m pictures $(PICTURES)

# PEER=PROGRAM compares with a built mmstrat of fancidev/mastermind.
bench: .venv/dev
	$(BIN)/python -m pytest benchmarks
	$(BIN)/python benchmarks/peer.py $(PEER)

types: .venv/play
	PYTHONPATH=tools $(BIN)/python -m uno_interface >$(LIBREOFFICE)/XMasterMind.idl
	$(OFFICE)/sdk/bin/unoidl-write $(OFFICE)/program/types.rdb $(LIBREOFFICE)/XMasterMind.idl $(LIBREOFFICE)/XMasterMind.rdb
	@rm $(LIBREOFFICE)/XMasterMind.idl

clean:
	rm -rf .venv dist played $(READERS) $(WINDOWS)

$(READERS)/.done: tests/readers/package.json
	npm install --prefix tests/readers --no-package-lock --no-audit --no-fund
	@touch $@

$(WINDOWS)/.done: .venv/dev tools/windows_python.py
	$(BIN)/python tools/windows_python.py
	@touch $@

.venv/python:
	@echo "Making a Python of its own in the folder .venv ..."
	@$(PYTHON) -m venv .venv
	@touch $@

.venv/play: .venv/python pyproject.toml
	@echo "Installing MasterMind there: about 15 seconds ..."
	@$(PIP) --editable .
	@touch $@

.venv/dev: .venv/python pyproject.toml tests/build-versions.txt
	@echo "Installing MasterMind and what its tests need there, 700 MB ..."
	@begin=$$(date +%s) && \
		$(PIP) --editable ".[dev]" --constraint tests/build-versions.txt && \
		echo "Installed in $$(($$(date +%s) - begin)) seconds."
	@touch $@

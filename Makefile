# make play: see a game at once.  make test: run the tests.  The rest is for developers.

PYTHON ?= python3
BIN := .venv/bin
# The played workbook lies outside workbook/, which holds the committed one. Its path
# is printed for people to copy, so it must not have a space in it.
PLAYED := $(if $(word 2,$(CURDIR)),,$(CURDIR)/)played/MasterMind.xlsm

DRAW := xl_mastermind/draw
OFFICE ?= /usr/lib/libreoffice
READERS := tests/readers/node_modules
WINDOWS := .windows

# A room of the package for `make room`, or exact (the exact search) or calc (LibreOffice).
# All of its tests are collected. Of the larger rooms those files run that find most,
# and all examples in docstrings.
ROOM ?= game
QUICK_solve := analysis choose suggest strategies trees rating puzzles codemaker compare_guesses
QUICK_exact := search threads ab_games
QUICK_sheet := analyst board functions layout scores page result_lines macros values
QUICK_cli := transcripts options assist play study
QUICK_calc := calc_formulas
FOLDER_exact := solve/exact
FOLDER_calc := hosts
ROOMS := game solve sheet hosts setup cli

# Files are whole: their tests share documents. A worker that is ended by its time limit
# ends the run, which would otherwise begin the same test again and again.
PYTEST := $(BIN)/python -m pytest --numprocesses auto --dist loadfile \
	--no-loadscope-reorder --max-worker-restart 0

.PHONY: play install test ci proofs room fast readers windows lint build package docs pictures puzzles values bench types clean

play: .venv/play
	@$(BIN)/python -c "from xl_mastermind.solve.preparation import prepare; prepare(print)"
	@FORCE_COLOR=1 $(BIN)/xl-mastermind solve --output $(PLAYED) --force

# All that the tests need, but programs of the system: see CONTRIBUTING.md.
install: .venv/dev readers windows

test: .venv/dev
	$(PYTEST) -m "not long and not proof"

# What runs before a change is accepted; nothing that a test needs may be missing.
ci: install
	$(PYTEST) -m "not proof" --fail-on-skip --durations 25

# Every code, every board, every engine: before a release.
proofs: install .venv/engines
	$(PYTEST) -m proof

# The tests of one room of the package: under half a minute.
room: FOLDER := $(or $(FOLDER_$(ROOM)),$(ROOM))
room: .venv/dev
	$(PYTEST) -m "not long and not proof $(if $(filter calc,$(ROOM)),,and not calc)" \
		--quick "$(QUICK_$(ROOM))" tests/$(FOLDER) xl_mastermind/$(FOLDER)

# The rooms in which anything differs from main, and what holds for all rooms. Tests of the
# room draw are those of the sheets.
fast: .venv/dev
	@changed=$$({ git diff --name-only main -- xl_mastermind tests; \
		git ls-files --others --exclude-standard xl_mastermind tests; } | sed s,/draw/,/sheet/,); \
	rooms=$$(for room in $(ROOMS); do \
		if echo "$$changed" | grep --quiet "^\(xl_mastermind\|tests\)/$$room/"; then echo tests/$$room; fi; done); \
	$(PYTEST) -m "not long and not proof and not calc" tests/test_house.py tests/test_docs.py $${rooms:-tests/game}

readers: $(READERS)/.done

windows: $(WINDOWS)/.done

lint: .venv/dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache --no-logo

# All four files that people get, the same bytes every time.
build: .venv/dev
	$(BIN)/python -m xl_mastermind.draw

package: .venv/dev
	rm -rf dist
	$(BIN)/python -m build --no-isolation
	$(BIN)/python -m twine check --strict dist/*

docs: .venv/play
	$(BIN)/python -m xl_mastermind.draw.function_pages

# The puzzles that are stored, the same every time; two minutes.
puzzles: .venv/play
	$(BIN)/python -m xl_mastermind.solve.puzzles.making

# Goes on where it stopped; with LIMIT=600, with what was not found in less.
values: .venv/dev
	PYTHONPATH=tests $(BIN)/python -m known_values $(or $(LIMIT),60)

# Takes the pictures in docs/ anew, or those of PICTURES="board calc"; growth.png is drawn by
# make bench.
pictures: .venv/dev
	PYTHONPATH=tests:tests/hosts $(BIN)/python -m pictures $(PICTURES)

# With PEER=PROGRAM, fancidev/mastermind's mmstrat that is built already, both are compared.
bench: .venv/dev
	$(BIN)/python -m pytest benchmarks
	$(BIN)/python benchmarks/peer.py $(PEER)

types: .venv/play
	$(BIN)/python -c "from xl_mastermind.draw.extension import interface; print(interface(), end='')" >$(DRAW)/XMasterMind.idl
	$(OFFICE)/sdk/bin/unoidl-write $(OFFICE)/program/types.rdb $(DRAW)/XMasterMind.idl $(DRAW)/XMasterMind.rdb

clean:
	rm -rf .venv dist played $(READERS) $(WINDOWS)

$(READERS)/.done: tests/readers/package.json
	npm install --prefix tests/readers --no-package-lock --no-audit --no-fund
	@touch $@

$(WINDOWS)/.done: .venv/dev tests/wine.py
	$(BIN)/python tests/wine.py
	@touch $@

.venv/python:
	@echo "Making a Python of its own in the folder .venv ..."
	@$(PYTHON) -m venv .venv
	@touch $@

.venv/play: .venv/python pyproject.toml
	@echo "Installing MasterMind there: about half a minute ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

# Two more engines that compute workbooks, 500 MB: Aspose.Cells as an evaluation, ONLYOFFICE.
.venv/engines: .venv/dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[engines]"
	@touch $@

.venv/dev: .venv/python pyproject.toml tests/build-versions.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]" --constraint tests/build-versions.txt
	@touch $@

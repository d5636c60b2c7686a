"""Hostile workbooks that would take all memory or time."""

import os
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import is_refused, run
from hostile_files import (
    ZEROS,
    add_part,
    add_zeros,
    limit_memory,
    read_original,
    write_hostile_workbook,
)
from machines import recorded_arguments, write_recorder
from processes import run_python

BOOK, PROPERTIES = "xl/workbook.xml", "docProps/custom.xml"

Add = Callable[[zipfile.ZipFile], None]

MANY = 300_000

TOO_LARGE = "expected a workbook of at most 100,000,000 bytes unpacked, got 3,0"

BROKEN: dict[str, Add] = {
    "macros": add_zeros("xl/vbaProject.bin", 1000),
    "names": add_zeros(BOOK, 1000),
    "bzip2": add_part(BOOK, read_original(BOOK), zipfile.ZIP_BZIP2),
}
"""Parts that are larger than declared, or packed by other methods."""

LONG: dict[str, Add] = {
    "properties": add_part(PROPERTIES, '<property name="xlwings"' * MANY),
    "one property": add_part(PROPERTIES, "<property " + ' name="xlwings"' * MANY),
    "names": add_part(
        BOOK,
        read_original(BOOK).replace(
            "</definedNames>",
            "".join(
                f'<definedName name="n{i}" localSheetId="0">A!$A${i}</definedName>'
                for i in range(MANY // 2)
            )
            + "</definedNames>",
        ),
    ),
    "open tags": add_part(BOOK, read_original(BOOK) + "<definedName " * MANY),
    "types": add_part("[Content_Types].xml", "<Override " * MANY),
    "buttons": add_part("xl/worksheets/sheet1.xml", "<controlPr " + ' macro="' * MANY),
    "macros of shapes": add_part("xl/drawings/drawing1.xml", "<x:FmlaMacro>" * MANY),
}
"""Parts on which a backtracking search takes long."""

DO = """
import sys
from pathlib import Path
from xl_mastermind.install import Machine, machine_checks, open_workbook

what, file, world = sys.argv[1], *map(Path, sys.argv[2:])
environ = {"PATH": str(world / "bin"), "DISPLAY": ":0"}
machine = Machine("linux", world, environ, root=world)
if what == "match":
    from xl_mastermind.cli import main
    main(["match", str(file.parent / "chat.txt"), str(file)])
elif what == "open":
    print(open_workbook(file, "calc", machine))
else:
    for check in machine_checks(file, machine):
        print(check.text)
"""
"""Looks at a workbook, reads its results, or opens it."""


def last_line(what: str, file: Path) -> str:
    """Return the last line of a program that has little memory and time."""
    done = run_python(DO, what, file, file.parent, preexec_fn=limit_memory)
    return done.stdout.splitlines()[-1]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.xlsm"


def test_commands_refuse_large_workbooks(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_hostile_workbook(file, add_zeros("zeros"))
    said = last_line("doctor", file)
    assert said.startswith(TOO_LARGE)
    assert said.endswith(f": {file}")
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setenv("PATH", str(write_recorder(file.parent / "bin/soffice").parent))
    refused = run("open", str(file), "--in", "calc")
    assert is_refused(refused)
    assert refused.err == f"xl-mastermind: {said}\n"


def test_commands_refuse_long_files(file: Path) -> None:
    with file.open("wb") as stream:
        stream.truncate(ZEROS)
    said = last_line("doctor", file)
    assert (
        said
        == f"expected a workbook of at most 20,000,000 bytes, got {ZEROS:,}: {file}"
    )


@pytest.mark.slow
@pytest.mark.parametrize("what", BROKEN)
def test_parts_unpack_to_their_declared_size(what: str, file: Path) -> None:
    write_hostile_workbook(file, BROKEN[what])
    assert "MasterMind workbook" in last_line("doctor", file)


@pytest.mark.slow
@pytest.mark.parametrize("what", LONG)
def test_long_parts_take_linear_time(what: str, file: Path) -> None:
    write_hostile_workbook(file, LONG[what])
    assert last_line("doctor", file) == f"{file} is a MasterMind workbook"
    calc = write_recorder(file.parent / "bin" / "soffice")
    last_line("open", file)
    opened = Path(recorded_arguments(calc)[-1])
    assert opened.suffix == ".xlsx"  # the copy without macros


FIRST_SHEET = "xl/worksheets/sheet1.xml"
ENTITIES = "<!DOCTYPE a [<!ENTITY a '1'>" + "".join(
    f"<!ENTITY b{n} '{f'&b{n - 1};' * 10 if n else '&a;'}'>" for n in range(12)
)
BOMB = f"<?xml version='1.0'?>{ENTITIES}]><a>&b11;</a>"


def sheet_with(rows: str) -> Add:
    """Add a board's sheet that has only these rows."""
    sheet = read_original(FIRST_SHEET)
    start, end = sheet.index("<sheetData>"), sheet.index("</sheetData>")
    return add_part(FIRST_SHEET, f"{sheet[:start]}<sheetData>{rows}{sheet[end:]}")


def names_in_row(row: int) -> Add:
    book = re.sub(r"(?<=[A-Z]\$)[0-9]+", str(row), read_original(BOOK))
    return add_part(BOOK, book)


UNREADABLE: dict[str, tuple[Add, str]] = {
    "entities": (add_part("xl/sharedStrings.xml", BOMB), "without XML entities"),
    "entities in names": (add_part(BOOK, BOMB), "without XML entities"),
    "utf-16": (add_part(BOOK, BOMB.encode("utf-16")), "without XML entities"),
    "rows": (
        sheet_with("<row><c><v>1</v></c></row>" * 400_000),
        "damaged file",
    ),
    "names below": (names_in_row(1_048_576), "a board in the first 1,000 rows"),
    "one row": (sheet_with("<row>" + "<c><v>1</v></c>" * MANY), "damaged file"),
    "nesting": (sheet_with("<row>" + "<c>" * MANY), "damaged file"),
}


@pytest.mark.parametrize("what", UNREADABLE)
def test_match_skips_hostile_workbooks(what: str, file: Path) -> None:
    add, reason = UNREADABLE[what]
    write_hostile_workbook(file, add)
    (file.parent / "chat.txt").write_text("Ann: Little #7 in 3\n")
    line = last_line("match", file)
    assert line.startswith(f"skipped {file}: ")
    assert line.endswith(reason)


def test_match_reads_beside_the_last_cell_of_a_sheet(file: Path) -> None:
    sheet = read_original(FIRST_SHEET)
    cell = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
    write_hostile_workbook(
        file, add_part(FIRST_SHEET, sheet.replace("</sheetData>", cell))
    )
    (file.parent / "chat.txt").write_text("Ann: Little #7 in 3\n")
    assert last_line("match", file) == f"no finished game with a number: {file}"


@pytest.mark.slow
def test_names_in_ods_take_linear_time(file: Path) -> None:
    kept = file.with_suffix(".ods")
    write_hostile_workbook(kept, add_part("content.xml", "<table:named-range " * MANY))
    assert last_line("doctor", kept) == f"{kept} is not a MasterMind workbook"


def test_commands_read_no_pipe(file: Path) -> None:
    os.mkfifo(file)
    assert last_line("doctor", file) == f"there is no workbook {file}"

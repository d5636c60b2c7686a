"""What a paste has destroyed comes back in Excel, under xlwings' own code."""

import importlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from fake_windows import Block, Workbook, windows

from xl_mastermind.game.rules import Rules
from xl_mastermind.sheet.build import first_board, workbook_bytes
from xl_mastermind.sheet.layout import board_layouts
from xl_mastermind.sheet.macros import without_macros

GAMES = [*map(Rules.parse, ("2x3", "3x4 black"))]


@pytest.fixture(scope="module")
def host() -> Iterator[ModuleType]:
    with windows() as module:
        yield module


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workbook:
    monkeypatch.setenv("HOME", str(tmp_path))  # where details of an error are kept
    file = tmp_path / "MasterMind.xlsx"
    file.write_bytes(without_macros(workbook_bytes(*map(first_board, GAMES))))
    return Workbook.open(file)


def press(host: ModuleType, book: Workbook, name: str) -> None:
    engine: Any = importlib.import_module("xlwings._xlwindows")
    engine.BOOK_CALLER = book
    vars(host)[name]()


@pytest.mark.parametrize("place", range(len(GAMES)))
def test_a_board_gets_its_formulas_and_its_look_back(
    place: int, host: ModuleType, book: Workbook
) -> None:
    sheet = book.Worksheets(board_layouts(GAMES)[place].sheet)
    book.ActiveSheet = sheet

    def area(name: str) -> Block:
        return sheet.Names[name].RefersToRange

    names = ("marks", "hidden_code", "codes_left", "secret", "texts", "message")
    before = [area(name).Formula for name in names]
    press(host, book, "hint")
    assert book.Application.opens == 0
    guess = area("guesses").Value
    for name in names:
        area(name)(1, 1).ClearContents()
    tile = area("guesses")
    sheet.looks[tile.Row + 1, tile.Column] = "foreign"
    press(host, book, "check")
    assert [area(name).Formula for name in names] == before
    assert area("hidden_code").HasArray
    assert set(sheet.looks.values()) == {"usual"}
    assert area("guesses").Value == guess
    excel = book.Application
    assert (excel.opens, excel.opened) == (1, [])
    assert (excel.CutCopyMode, excel.ScreenUpdating, excel.EnableEvents) == (
        *(False, True, True),
    )


@pytest.mark.parametrize("damage", ["formula", "look"])
def test_one_kind_of_damage_is_healed_too(
    damage: str, host: ModuleType, book: Workbook
) -> None:
    sheet = book.Worksheets(board_layouts(GAMES)[0].sheet)
    marks = sheet.Names["marks"].RefersToRange
    before = marks.Formula
    press(host, book, "check")
    assert book.Application.opens == 0
    if damage == "formula":
        marks(1, 1).ClearContents()
    else:
        sheet.looks[marks.Row, marks.Column] = "foreign"
    press(host, book, "check")
    assert book.Application.opens == 1
    assert marks.Formula == before
    assert set(sheet.looks.values()) <= {"usual"}


def test_a_protected_board_is_left_alone(host: ModuleType, book: Workbook) -> None:
    sheet = book.Worksheets(1)
    sheet.ProtectContents = True
    marks = sheet.Names["marks"].RefersToRange
    marks.ClearContents()
    press(host, book, "check")
    assert book.Application.opens == 0
    assert marks(1, 1).Formula == ""

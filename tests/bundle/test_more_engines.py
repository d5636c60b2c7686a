"""Boards in Aspose.Cells and ONLYOFFICE: LibreOffice computes the same."""

import os
from collections.abc import Sequence
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from typing import TypeAlias

import pytest
from board_oracle import Cells, TypedKeys
from boards import Paper, built
from libreoffice import skip_reason
from random_games import ODD_GUESSES, ODD_MARKS, RandomGame

from xl_mastermind.bundle.values import Values, computed_values, stored_values
from xl_mastermind.bundle.workbook import bundled_boards
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.sections import board_layouts
from xl_mastermind.spreadsheet.board import CHEATS, COMPUTER, SOMEBODY_ELSE
from xl_mastermind.spreadsheet.cell_range import CellRange
from xl_mastermind.spreadsheet.cells import Cell
from xl_mastermind.spreadsheet.edition import Edition
from xl_mastermind.spreadsheet.package import fill_cells

PLANS = board_layouts(bundled_boards(), Edition.PLAIN)

Typed: TypeAlias = dict[str, dict[str, Cell]]
"""What is typed on each sheet, by the addresses of the cells."""

pytestmark = [
    pytest.mark.proof,
    # What openpyxl does not read of a file.
    pytest.mark.filterwarnings("ignore:.* extension is not supported"),
]


def by_aspose(file: Path, to: Path) -> None:
    # .NET looks for a library of languages, which small machines lack.
    os.environ.setdefault("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1")
    cells = pytest.importorskip("aspose.cells", reason="needs Aspose: make proofs")
    workbook = cells.Workbook(str(file))
    workbook.calculate_formula()
    workbook.save(str(to))


def by_onlyoffice(file: Path, to: Path) -> None:
    docbuilder = pytest.importorskip(
        "docbuilder", reason="needs ONLYOFFICE: make proofs"
    )
    builder = docbuilder.CDocBuilder()
    assert builder.OpenFile(str(file), "") == 0
    assert builder.SaveFile("xlsx", str(to)) == 0
    builder.CloseFile()


ENGINES = {"Aspose.Cells": by_aspose, "ONLYOFFICE": by_onlyoffice}

WRONG: dict[str, tuple[Cell, ...]] = {
    # In .NET without a library of languages UPPER leaves é and ä as they are.
    "Aspose.Cells": ("é", "äöüx"),
    # TEXT(1E300,"0") is #VALUE!.
    "ONLYOFFICE": (1e300,),
}
"""The entries that an engine reads wrongly, and why."""


def excused(
    engine: str, plans: Sequence[BoardLayout], typed: Typed
) -> set[tuple[str, str]]:
    """Return the cells that show an entry which an engine reads wrongly."""
    rows = [
        (at, row)
        for at in plans
        for row in range(at.attempts)
        if typed[at.sheet].get(at.guess_input.row(row).address) in WRONG[engine]
    ]
    return {
        (area.sheet, area.cell(0, column).address)
        for at, row in rows
        for area in (
            at.ranges["guesses"].row(row),
            at.ranges["words"].row(row),
            at.ranges["state_key"],
        )
        for column in range(area.width)
    }


class State:
    """Boards on which something stands, drawn at random."""

    def __init__(self, name: str) -> None:
        self.draw = Random(name)
        self.name = name

    def on(self, at: BoardLayout) -> dict[str, Cell]:
        """Return what is typed on a board, by address."""
        game, draw, rows = (
            RandomGame(Paper(str(at.rules)), self.draw),
            self.draw,
            at.attempts,
        )
        guesses = [game.typed(game.code()) for _ in range(rows)]
        right, number = game.typed(game.secret), at.rules.number_from_code(game.secret)
        cells: dict[str, Cell] = {at.game_number.address: number}
        put = partial(self._put, cells)
        maker = {"marked": SOMEBODY_ELSE, "odd marks": SOMEBODY_ELSE, "cheats": CHEATS}
        put(at.ranges["codemaker"], [[maker.get(self.name, COMPUTER)]])
        put(at.ranges["show_next_guess"], [[draw.choice(("Yes", "No"))]])
        put(at.ranges["show_marks"], [[draw.choice(("Yes", "No"))]])
        typed = {
            "new": [],
            "found": [*guesses[:3], right],
            "lost": guesses,
            "odd": [draw.choice((None, *ODD_GUESSES)) for _ in range(rows)],
            "odd number": guesses[:2],
        }.get(self.name, guesses[: draw.randint(1, rows - 1)])
        put(
            at.guess_input,
            [[None if isinstance(g, TypedKeys) and g[0] == "=" else g] for g in typed],
        )
        if self.name == "odd number":
            cells[at.game_number.address] = draw.choice((0, 1.5, "?", None, 1e300))
        if self.name == "revealed":
            put(at.ranges["reveal"], [[number]])
        if self.name == "marked":
            put(
                at.ranges["feedback_input"],
                [self._marks(at, game, guess) for guess in typed],
            )
        if self.name == "odd marks":
            odd = [mark for mark in ODD_MARKS if not isinstance(mark, TypedKeys)]
            width = at.input_mark_count
            put(
                at.ranges["feedback_input"], [draw.choices(odd, k=width) for _ in typed]
            )
        return cells

    @staticmethod
    def _put(cells: dict[str, Cell], area: CellRange, block: Cells) -> None:
        for row, column in product(range(len(block)), range(area.width)):
            cells[area.cell(row, column).address] = block[row][column]

    def _marks(self, at: BoardLayout, game: RandomGame, guess: Cell) -> list[Cell]:
        word = "".join(filter(str.isalnum, str(guess))).upper()
        rules = at.rules
        code = rules.parse_code(word.rjust(rules.pegs, "0"))
        right = rules.feedback(game.secret, code)
        marks: list[Cell] = [self.draw.choice((m, m, "?")) for m in right]
        return marks[: at.input_mark_count]


STATES = (
    *("odd", "odd marks", "marked", "new", "begun", "found", "lost", "revealed"),
    *("cheats", "odd number"),
)


@pytest.fixture(scope="module", params=STATES)
def state(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, Typed, Values]:
    """Return a workbook of all boards without values, and LibreOffice's."""
    if reason := skip_reason():
        pytest.skip(reason)
    state = State(request.param)
    typed = {at.sheet: state.on(at) for at in PLANS}
    bare = built(*bundled_boards(), edition=Edition.PLAIN)
    file = tmp_path_factory.mktemp("state") / "boards.xlsx"
    file.write_bytes(bare)
    file.write_bytes(fill_cells(bare, {}, typed, unknown=stored_values(file)))
    return file, typed, computed_values(file)


def shown(value: Cell) -> Cell:
    if isinstance(value, float):
        return round(value, 9)
    return None if value == "" else value


@pytest.mark.parametrize("engine", ENGINES)
def test_all_boards_are_computed_alike(
    engine: str, state: tuple[Path, Typed, Values], tmp_path: Path
) -> None:
    file, typed, right = state
    ENGINES[engine](file, tmp_path / "computed.xlsx")
    there = stored_values(tmp_path / "computed.xlsx")
    differ = {
        (sheet, address): (str(there[sheet].get(address))[:60], str(value)[:60])
        for sheet, cells in right.items()
        for address, value in cells.items()
        if shown(there[sheet].get(address)) != shown(value)
    }
    wrong = differ.keys() - excused(engine, PLANS, typed)
    assert not wrong, [(cell, differ[cell]) for cell in sorted(wrong)[:20]]

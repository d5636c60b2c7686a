"""The table of scores: empty, and full of whatever people type."""

import datetime as dt
from pathlib import Path

import openpyxl
import pytest
from boards import Paper, fresh

from xl_mastermind.build.book import workbook_bytes, write_workbook
from xl_mastermind.hosts.file import saved_before
from xl_mastermind.sheet.buttons import BOARD_BUTTONS, press
from xl_mastermind.sheet.cells import Block, Cell
from xl_mastermind.sheet.layout import SCORES, SCORES_SHEET

EMPTY: dict[str, list[list[Cell]] | None] = {
    "none": None,
    "no rows": [],
    "a row of nothing": [[]],
    "a blank row": [[None] * 7],
    "blank texts": [[""] * 7, [""] * 7],
}
"""What the hosts find where people have deleted all games."""


@pytest.mark.parametrize("rows", EMPTY.values(), ids=EMPTY)
@pytest.mark.parametrize("button", [button.name for button in BOARD_BUTTONS])
def test_a_button_takes_an_empty_table(
    button: str, rows: list[list[Cell]] | None
) -> None:
    values = {**Paper("4x6", "3625").play(3625).values, "scores": rows}
    ((number, *_),) = press(button, values)["scores"]  # type: ignore[arg-type]
    assert number == 1


NOON = dt.datetime(2026, 1, 1, 12)  # noqa: DTZ001 - cells know no time zone

ODD: list[Cell] = [
    *(None, True, 5.0, -2.5, -7, 1e300, float("nan"), float("inf")),
    *(NOON, dt.datetime(2026, 1, 1, 12, tzinfo=dt.UTC), dt.date(2026, 1, 1)),
    *(dt.time(12, 30), dt.timedelta(hours=30), "Ada, Countess", "=1+1", "two\nlines"),
]


def test_odd_cells_do_not_stop_a_game_from_being_kept() -> None:
    board = Paper("4x6", "3625").play(3625)
    rows: list[list[Cell]] = [[cell] * 7 for cell in ODD]
    rows.append([2, 46023.5, "4x6", "You", float("inf"), 0, 1])
    ((number, *_, average),) = press("explain", board.values | {"scores": rows})[
        "scores"
    ]
    assert (number, average) == (int(1e300) + 1, 1)


# What people type into the table, in a workbook that is written anew

TYPED: list[Cell] = [
    7,
    2.5,
    True,
    "=1+1",
    "'",
    " two\nlines ",
    "_x0041_",
    "#N/A",
    "ä ● 🎲",
    "x" * 32767,
    NOON,
    dt.time(12, 30),
    dt.time(0, 0, 1),
    dt.timedelta(hours=30),
    dt.datetime(1900, 1, 7, 18),  # noqa: DTZ001 - cells know no time zone
]


FIRST = SCORES.top + 2
"""The first row of the table, counted from 1."""


def shown(path: Path) -> list[list[tuple[Cell, str]]]:
    """Return what stands right of the dates, and as what kind of thing it is shown."""
    workbook = openpyxl.load_workbook(path)
    workbook.close()
    rows = workbook[SCORES_SHEET].iter_rows(FIRST, len(TYPED) + FIRST - 1, 4, 8)
    return [[(cell.value, cell.data_type) for cell in row] for row in rows]


def scores_of(path: Path) -> Block | None:
    saved = saved_before(path)
    assert saved
    return saved.scores


def test_what_people_type_survives(tmp_path: Path) -> None:
    old, new = tmp_path / "old.xlsm", tmp_path / "new.xlsm"
    write_workbook(old, fresh())
    workbook = openpyxl.load_workbook(old, keep_vba=True)
    sheet = workbook[SCORES_SHEET]
    for row, value in enumerate(TYPED, FIRST):
        for column in range(2, 9):
            cell = sheet.cell(row, column)
            cell.value = value  # type: ignore[assignment]
            if isinstance(value, str):
                cell.data_type = "s"
    workbook.save(old)
    scores = scores_of(old)
    write_workbook(new, fresh(), scores=scores)
    assert shown(new) == shown(old)
    assert scores_of(new) == scores


def test_a_number_that_is_no_date_survives_among_dates(tmp_path: Path) -> None:
    old = tmp_path / "old.xlsm"
    dates = (1e12, -1e12, 1e300, 1, 59, 60, 2958466)
    odd: list[list[Cell]] = [[1, date, *[None] * 5] for date in dates]
    write_workbook(old, fresh(), scores=odd)
    scores = scores_of(old)
    assert scores is not None
    assert scores == odd


def test_a_text_too_long_for_a_cell_is_refused_by_its_place() -> None:
    rows: list[list[Cell]] = [[1, 2.5, "4x6", "x" * 32768]]
    message = r"expected at most 32767 characters, got 32768 in Scores!E16"
    with pytest.raises(ValueError, match=message):
        workbook_bytes(fresh(), scores=rows)


@pytest.mark.parametrize(("player", "breaker"), [("Ada", "Ada"), (None, "You")])
def test_a_game_has_the_name_of_who_played(player: Cell, breaker: str) -> None:
    names = []
    for guesses in ((), (1122,), (1122, 3625)):
        board = Paper("4x6", "3625").set(player=player).play(*guesses)
        names.append(board.press("solve").scores[0][3])
    assert names == ["Knuth", f"{breaker} and Knuth", breaker]

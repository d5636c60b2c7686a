"""The table of scores: empty, full of whatever people type, and as a CSV file."""

import csv
import datetime as dt
import io
import resource
from collections.abc import Mapping
from pathlib import Path

import openpyxl
import pytest
from boards import fresh

from xl_mastermind.hosts.file import saved_before
from xl_mastermind.sheet.board import Board
from xl_mastermind.sheet.build import workbook_bytes, write_workbook
from xl_mastermind.sheet.buttons import BOARD_BUTTONS, press
from xl_mastermind.sheet.cells import Block, Cell
from xl_mastermind.sheet.layout import SCORES, SCORES_SHEET
from xl_mastermind.sheet.scores import csv_text, export, moment_now

EMPTY: dict[str, list[list[Cell]] | None] = {
    "none": None,
    "no rows": [],
    "a row of nothing": [[]],
    "a blank row": [[None] * 8],
    "blank texts": [[""] * 8, [""] * 8],
}
"""What the hosts find where people have deleted all games."""


@pytest.mark.parametrize("rows", EMPTY.values(), ids=EMPTY)
@pytest.mark.parametrize("button", [button.name for button in BOARD_BUTTONS])
def test_a_button_takes_an_empty_table(
    button: str, rows: list[list[Cell]] | None
) -> None:
    board = fresh("4x6", "3625").with_guess(0, [3, 6, 2, 5])
    values = {**board.to_values(), "scores": rows}
    ((number, *_),) = press(button, values)["scores"]  # type: ignore[arg-type]
    assert number == 1


@pytest.mark.parametrize("rows", EMPTY.values(), ids=EMPTY)
def test_an_empty_table_is_exported(
    rows: list[list[Cell]] | None, tmp_path: Path
) -> None:
    values = {"scores": rows, "workbook": [[str(tmp_path / "Mine.xlsm")]]}
    said = press("export_scores", values)  # type: ignore[arg-type]
    file = tmp_path / "Mine scores.csv"
    assert said == {"scores_message": [[f"Written: {file}"]]}
    assert len(file.read_text("utf-8").splitlines()) == 1


NOON = dt.datetime(2026, 1, 1, 12)  # noqa: DTZ001 - cells know no time zone
UTC_NOON = dt.datetime(2026, 1, 1, 12, tzinfo=dt.UTC)

EXPORTED: list[tuple[Cell, str]] = [
    (None, ""),
    (True, "True"),
    (5.0, "5"),
    (-2.5, "-2.5"),
    (-7, "-7"),
    (1e12, "1000000000000"),
    (1e300, "1e+300"),
    (float("nan"), "nan"),
    (float("inf"), "inf"),
    (NOON, "2026-01-01 12:00"),
    (UTC_NOON, "2026-01-01 12:00"),
    (dt.date(2026, 1, 1), "2026-01-01"),
    (dt.time(12, 30), "12:30:00"),
    (dt.timedelta(hours=30), "1 day, 6:00:00"),
    ("Ada, Countess", "Ada, Countess"),
    ("=1+1", "'=1+1"),
    ("+1", "'+1"),
    ("-1", "'-1"),
    ("@SUM(A1)", "'@SUM(A1)"),
    ("\t=1", "'\t=1"),
    ("\r=1", "'\n=1"),
    ("two\r\n=1\r=2", "two\n=1\n=2"),
]


def exported(*row: Cell) -> list[str]:
    """Return a row as whoever reads the file finds it."""
    _, read = csv.reader(io.StringIO(csv_text([[*row]]), newline=""))
    return read


@pytest.mark.parametrize(("cell", "text"), EXPORTED, ids=repr)
def test_every_cell_can_be_exported(cell: Cell, text: str) -> None:
    assert exported(1, 2.5, "4x6", cell)[3] == text
    other_date = {"5": "1900-01-04 00:00", "-2.5": "1899-12-27 12:00"} | {
        "-7": "1899-12-23 00:00",
        "2026-01-01": "2026-01-01 00:00",
    }
    assert exported(1, cell, "4x6")[1] == other_date.get(text, text)
    if cell is not None:
        assert exported(cell, cell, cell)[2] == text


def test_odd_cells_do_not_stop_a_game_from_being_kept() -> None:
    board = fresh("4x6", "3625").with_guess(0, [3, 6, 2, 5])
    rows: list[list[Cell]] = [[cell] * 8 for cell, _ in EXPORTED]
    rows.append([2, 46023.5, "4x6", "You", float("inf"), 1, 0, 1])
    ((number, *_, average),) = press("check", board.to_values() | {"scores": rows})[
        "scores"
    ]
    assert (number, average) == (int(1e300) + 1, 1)


def test_no_other_file_is_written_over(tmp_path: Path) -> None:
    workbook = tmp_path / "Mine.xlsm"
    taken = tmp_path / "Mine scores.csv"
    taken.write_text("somebody else's")
    assert export([], workbook) == tmp_path / "Mine scores 2.csv"
    assert export([[1] * 8], workbook) == tmp_path / "Mine scores 3.csv"
    assert export([], workbook) == tmp_path / "Mine scores 2.csv"
    assert taken.read_text() == "somebody else's"


def test_nothing_half_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setattr(Path, "home", lambda: home)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20, limits[1]))
    try:
        place: list[list[Cell]] = [[str(tmp_path / "Mine.xlsm")]]
        values = {"scores": [], "workbook": place}
        ((said,),) = press("export_scores", values)["scores_message"]
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert str(said).startswith("Nothing was written: ")
    assert str(home / "Mine scores.csv") in str(said)
    assert [*tmp_path.iterdir(), *home.iterdir()] == [home]


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
    rows = workbook[SCORES_SHEET].iter_rows(FIRST, len(TYPED) + FIRST - 1, 4, 9)
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
        for column in range(2, 10):
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
    odd: list[list[Cell]] = [[1, date, *[None] * 6] for date in dates]
    write_workbook(old, fresh(), scores=odd)
    scores = scores_of(old)
    assert scores is not None
    assert scores == odd


def test_a_text_too_long_for_a_cell_is_refused_by_its_place() -> None:
    rows: list[list[Cell]] = [[1, 2.5, "4x6", "x" * 32768]]
    message = r"expected at most 32767 characters, got 32768 in Scores!E16"
    with pytest.raises(ValueError, match=message):
        workbook_bytes(fresh(), scores=rows)


# The clock and the name


def press_at(
    board: Board, seconds_ago: Mapping[str, float], **more: list[list[Cell]]
) -> list[Cell]:
    """Solve a board, and return the row of its game."""
    now = moment_now()
    moments: dict[str, list[list[Cell]]] = {
        name: [[now - ago / 86400]] for name, ago in seconds_ago.items()
    }
    values = {**board.to_values(), "scores": [], **moments, **more}
    (row,) = press("solve", values)["scores"]
    return row


@pytest.mark.parametrize(
    ("seconds_ago", "minutes"),
    [
        ({"started": 600}, 10),
        ({"started": 600, "first_peg": 300}, 5),
        ({"started": 300, "first_peg": 600}, 5),
        ({"first_peg": 300}, 5),
        ({}, None),
    ],
)
def test_minutes_count_from_the_first_peg_that_was_seen(
    seconds_ago: dict[str, float], minutes: float | None
) -> None:
    row = press_at(fresh("4x6", "3625"), seconds_ago)
    assert row[5] == pytest.approx(minutes, abs=0.11)


def test_a_first_peg_is_noted_with_its_game() -> None:
    values = fresh("4x6", "3625").to_values() | {"first_peg": [[46023.5]]}
    assert press("hint", values)["started"] == [[46023.5]]


@pytest.mark.parametrize(("player", "breaker"), [("Ada", "Ada"), (None, "You")])
def test_a_game_has_the_name_of_who_played(player: Cell, breaker: str) -> None:
    board = fresh("4x6", "3625").with_guess(0, [1, 1, 2, 2])
    assert press_at(board, {}, player=[[player]])[3] == f"{breaker} and Knuth"
    board = board.with_guess(1, [3, 6, 2, 5])
    assert press_at(board, {}, player=[[player]])[3] == breaker
    assert press_at(fresh("4x6", "3625"), {}, player=[[player]])[3] == "Knuth"

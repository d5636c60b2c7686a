"""The command `match` reads the boards of workbooks."""

import csv
from pathlib import Path

import pytest
from boards import built, fresh, played
from command_line import run, run_json

from xl_mastermind.board.state import input_values
from xl_mastermind.board.workbook_file import bundled_workbook, fill_board
from xl_mastermind.game.rules import Rules
from xl_mastermind.match.workbooks import read_finished_boards
from xl_mastermind.solve.game import Game
from xl_mastermind.workbook_files.edition import Edition

BOARD = fresh("3x4")


def write_workbook(folder: Path, name: str, *guesses: str) -> Path:
    file = folder / name
    file.write_bytes(built(played(*guesses, game=BOARD), has_optional_sheets=False))
    return file


HIDDEN_CODE = BOARD.rules.format_code(
    BOARD.rules.code_from_number(int(str(BOARD.number)))
)
WRONG = "111" if HIDDEN_CODE != "111" else "222"


@pytest.mark.slow
def test_match_ranks_and_rates_workbooks(tmp_path: Path) -> None:
    files = [
        write_workbook(tmp_path, "Ann.xlsm", WRONG, HIDDEN_CODE),
        write_workbook(tmp_path, "Bob.xlsm", *[WRONG] * 6),
        write_workbook(tmp_path, "Cy.xlsm", WRONG),
        tmp_path / "other.xlsx",
    ]
    files[-1].write_bytes(b"PK")
    table = tmp_path / "class.csv"
    words = ["match", *map(str, files), "--rate"]
    record = run_json(*words)
    assert [(each["name"], each["found"]) for each in record["standings"]] == [
        ("Ann", 1),
        ("Bob", 0),
    ]
    assert record["costs"][0]["cost"] >= 0
    result = run(*words, "--csv", str(table))
    assert f"no finished game with a number: {files[2]}" in result.out
    assert f"skipped, no board that can be read: {files[3]}" in result.out
    with table.open(encoding="utf-8-sig", newline="") as stream:
        rows = [*csv.reader(stream)]
    assert [row[-1] for row in rows] == [f"Little #{BOARD.number}", "2", "–"]


def test_answers_come_from_the_number_of_the_game(tmp_path: Path) -> None:
    file = write_workbook(tmp_path, "Ann.xlsm", WRONG, HIDDEN_CODE)
    boards = read_finished_boards(file) or []
    assert [board.line.text for board in boards] == [f"Little #{BOARD.number} in 2"]


@pytest.mark.parametrize(
    ("source", "cached", "ending"),
    [
        ("Knuth 1122", 382, " with hints"),
        ("Knuth 1234", 382, ""),
        ("Knuth 1122", 5, ""),
    ],
)
def test_line_of_a_board_tells_of_its_hints(
    source: str, cached: int, ending: str, tmp_path: Path
) -> None:
    file = tmp_path / "Ann.xlsx"
    game = Game.start(Rules(4, 6), 10, number=382)
    values = input_values(played("1122", "4536", game=game))
    values |= {"guess_source": [[source]], "cached_game_number": [[cached]]}
    file.write_bytes(fill_board(bundled_workbook(Edition.PLAIN), 0, values))
    (board,) = read_finished_boards(file) or []
    assert board.line.text == f"Mastermind #382 in 2{ending}"


@pytest.mark.parametrize(
    ("number", "entries", "lines"),
    [
        (382, ["1122", "x", 4536, 1122], ["#382 in 2"]),
        (382, [*[1122] * 5, 112, *[1122] * 4], []),  # nine attempts
        (46387, [1122] * 10, ["#20261231: not found in 10"]),  # a date
        ("own 1122", [1122, 385, 1122], []),
    ],
)
def test_match_counts_the_attempts_of_a_board(
    number: object, entries: list[object], lines: list[str], tmp_path: Path
) -> None:
    file = tmp_path / "Ann.xlsx"
    values = {"game_number": [[number]], "guess_input": [[entry] for entry in entries]}
    file.write_bytes(fill_board(bundled_workbook(Edition.PLAIN), 0, values))
    boards = read_finished_boards(file) or []
    texts = [each.line.text.removeprefix("Mastermind ") for each in boards]
    assert texts == lines

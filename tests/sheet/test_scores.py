"""The table of scores: empty, and full of whatever people type."""

import datetime as dt

import pytest
from boards import Paper

from xl_mastermind.sheet.buttons import BOARD_BUTTONS, press
from xl_mastermind.sheet.cells import Cell

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


@pytest.mark.parametrize(("player", "breaker"), [("Ada", "Ada"), (None, "You")])
def test_a_game_has_the_name_of_who_played(player: Cell, breaker: str) -> None:
    names = []
    for hints, guesses in ((0, ()), (0, (1122,)), (1, (3625,)), (0, (3625,))):
        board = Paper("4x6", "3625").set(player=player)
        for _ in range(hints):
            board.press("hint")
        board.play(*board.typed_guesses, *guesses).press("solve")
        names.append(board.scores[0][3])
    assert names == ["Knuth", "Knuth", f"{breaker} and Knuth", breaker]

"""New rows for the table of scores."""

import datetime as dt

import pytest
from boards import InMemoryBoard

from xl_mastermind.board import scores
from xl_mastermind.board.buttons import PANEL_BUTTONS, run_button
from xl_mastermind.board.scores import SCORE_HEADINGS
from xl_mastermind.cells.values import Cell

FIRST_HEADINGS = ("No.", "Date", "Game", "Broken by", "Guesses", "Cost", "Average")


def test_new_columns_of_scores_come_last() -> None:
    # Rows that users paste from older workbooks keep their columns.
    assert SCORE_HEADINGS[: len(FIRST_HEADINGS)] == FIRST_HEADINGS


def test_each_column_writes_its_own_value(monkeypatch: pytest.MonkeyPatch) -> None:
    hints = scores.Column("Hints", "right", "0", 60, lambda _, __: 7)
    monkeypatch.setattr(scores, "COLUMNS", (*scores.COLUMNS, hints))
    game = scores.FinishedGame("Mastermind", "You", 4, None)
    ((*_, average, count),) = scores.new_score_rows(
        [[*SCORE_HEADINGS, "Hints"]], [game]
    )
    assert (average, count) == (4, 7)


EMPTY: dict[str, list[list[Cell]]] = {
    "no rows": [],
    "a row of nothing": [[]],
    "a blank row": [[None] * len(SCORE_HEADINGS)],
    "blank texts": [[""] * len(SCORE_HEADINGS)] * 2,
}
"""Tables as applications read them after all games were deleted."""


@pytest.mark.parametrize("rows", EMPTY.values(), ids=EMPTY)
@pytest.mark.parametrize("button", [button.name for button in PANEL_BUTTONS])
def test_button_adds_a_game_to_an_empty_table(
    button: str, rows: list[list[Cell]]
) -> None:
    board = InMemoryBoard("4x6", "3625").play(3625)
    ((number, *_),) = run_button(
        button, board.inputs | {"scores": [[*SCORE_HEADINGS], *rows]}
    )["scores"]
    assert number == 1


FOUR_BEFORE: dict[str, Cell] = {
    "No.": 8,
    "Date": 46023.5,
    "Game": "Mastermind",
    "Broken by": "You",
    "Guesses": 4,
    "Cost": 0.5,
    "Average": 4,
}
"""A game that was won before, by the heads of its row."""


NOON = dt.datetime(2026, 1, 1, 12)  # noqa: DTZ001 - cells know no time zone

ODD: list[Cell] = [
    *(None, True, 5.0, -2.5, -7, 1e300, float("nan"), float("inf")),
    *(NOON, dt.datetime(2026, 1, 1, 12, tzinfo=dt.UTC), dt.date(2026, 1, 1)),
    *(dt.time(12, 30), dt.timedelta(hours=30), "Ada, Countess", "=1+1", "two\nlines"),
]


def test_game_is_added_below_odd_cells() -> None:
    board = InMemoryBoard("4x6", "3625").play(3625)
    rows: list[list[Cell]] = [[cell] * len(SCORE_HEADINGS) for cell in ODD]
    endless = FOUR_BEFORE | {"Guesses": float("inf")}
    rows.append([endless.get(head) for head in SCORE_HEADINGS])
    board.scores = rows
    ((number, *row),) = run_button("explain", board.inputs)["scores"]
    assert (number, row[SCORE_HEADINGS.index("Average") - 1]) == (int(1e300) + 1, 1)


@pytest.mark.parametrize(("player", "breaker"), [("Ada", "Ada"), (None, "You")])
def test_scores_contain_the_name_of_the_player(player: Cell, breaker: str) -> None:
    names = []
    for hints, guesses in ((0, ()), (0, (1122,)), (1, (3625,)), (0, (3625,))):
        board = InMemoryBoard("4x6", "3625").set(player=player)
        for _ in range(hints):
            board.run_button("hint")
        board.play(*board.guess_input, *guesses).run_button("solve")
        names.append(board.scores[0][3])
    assert names == ["Knuth", "Knuth, after 1 guess", f"{breaker} and Knuth", breaker]


ONE_MORE = {"No.": 9, "Game": "Mastermind", "Broken by": "You", "Guesses": 1}
"""A game that is won by its first guess, in the table below `FOUR_BEFORE`."""


@pytest.mark.parametrize(
    "heads",
    [
        ["No.", "Game", "Date", "Broken by", "Guesses", "Average"],
        ["Average", "Guesses", "Broken by", "Game", "No."],
        ["No.", "Date", "Game", "Remark", "Broken by", "Guesses", "Cost", "Average"],
        [2026, *SCORE_HEADINGS],
        [*SCORE_HEADINGS, None],
    ],
    ids=str,
)
def test_game_follows_the_headings_of_the_table(
    heads: list[Cell],
) -> None:
    board = InMemoryBoard("4x6", "3625").play(3625)
    before = [FOUR_BEFORE.get(str(head)) for head in heads]
    (row,) = run_button("explain", board.inputs | {"scores": [heads, before]})["scores"]
    assert len(row) == len(heads)
    written = dict(zip(heads, row, strict=True))
    kept = ONE_MORE | {"Average": 2.5}
    assert {head: written[head] for head in heads if head in kept} == {
        head: value for head, value in kept.items() if head in heads
    }
    assert all(written[head] is None for head in heads if head not in SCORE_HEADINGS)

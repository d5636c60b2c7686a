"""The swap puzzle: every move follows the rules. A transcript has the moves."""

import pytest

from xl_mastermind.cli.swap import swap_moves

AFTER = {"B.": ".B", "BR.": ".RB", ".R": "R.", ".BR": "RB."}


def moved(board: str, square: int) -> str | None:
    """Return the board after the piece on a square has moved, if it can."""
    for before, after in AFTER.items():
        first = square - 1 if before.startswith("B") else square - len(before)
        if first >= 0 and board[first : first + len(before)] == before:
            return board[:first] + after + board[first + len(before) :]
    return None


def boards_of(pieces: int) -> list[str]:
    """Return the board before our first move and after each, by the rules."""
    boards = ["B" * pieces + "." + "R" * pieces]
    for start, end in swap_moves(pieces):
        assert boards[-1][end - 1] == "."
        after = moved(boards[-1], start)
        assert after
        boards.append(after)
    return boards


@pytest.mark.parametrize("pieces", [*range(1, 6), 20])
def test_moves_follow_the_rules_and_swap_the_colours(pieces: int) -> None:
    boards = boards_of(pieces)
    assert boards[-1] == boards[0][::-1]
    assert len(boards) - 1 == pieces * (pieces + 2)

"""The peg puzzle: its rules, and that there is no other way. A transcript has moves."""

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


def solutions(boards: list[str], end: str) -> list[list[str]]:
    """Return all ways on to the end, by trying every move."""
    if boards[-1] == end:
        return [boards]
    squares = range(1, len(end) + 1)
    allowed = [after for square in squares if (after := moved(boards[-1], square))]
    ways = (solutions([*boards, board], end) for board in allowed)
    return [way for found in ways for way in found]


@pytest.mark.parametrize("pieces", [*range(1, 6), 20])
def test_every_move_keeps_the_rules_and_the_colours_change_sides(pieces: int) -> None:
    boards = boards_of(pieces)
    assert boards[-1] == boards[0][::-1]
    assert len(boards) - 1 == pieces * (pieces + 2)


@pytest.mark.parametrize("pieces", range(1, 5))
def test_there_is_only_the_mirror_image_beside_it(pieces: int) -> None:
    boards = boards_of(pieces)
    exchanged = str.maketrans("BR", "RB")
    mirrored = [board[::-1].translate(exchanged) for board in boards]
    ways = solutions(boards[:1], boards[-1])
    assert sorted(ways) == sorted([boards, mirrored])

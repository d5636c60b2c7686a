"""The peg puzzle: the post's moves, its rules, and that there is no other way."""

from itertools import pairwise

import pytest
from helpers import refuses
from swap_play import moved

from xl_mastermind.extra.swap_puzzle import swap_boards, swap_count, swap_moves

POST = """
    3 → 4, 5 → 3, 6 → 5, 4 → 6, 2 → 4, 1 → 2, 3 → 1, 5 → 3,
    7 → 5, 6 → 7, 4 → 6, 2 → 4, 3 → 2, 5 → 3, 4 → 5
"""
"""The post "Some mathematical and algorithmic results on a simple puzzle game"."""


def allowed(board: str) -> list[str]:
    """Return the boards that one move of the puzzle's rules leads to."""
    boards = (moved(board, square) for square in range(1, len(board) + 1))
    return [after for after in boards if after]


def solutions(boards: list[str], end: str) -> list[list[str]]:
    """Return all ways on to the end, by trying every move."""
    if boards[-1] == end:
        return [boards]
    ways = (solutions([*boards, board], end) for board in allowed(boards[-1]))
    return [way for found in ways for way in found]


def test_the_posts_moves_of_three_pieces() -> None:
    moves = ", ".join(map(str, swap_moves(3)))
    assert moves == " ".join(POST.split())


@pytest.mark.parametrize("pieces", range(1, 21))
def test_every_move_keeps_the_rules_and_the_colours_change_sides(pieces: int) -> None:
    boards = swap_boards(pieces)
    assert boards[0] == "B" * pieces + "." + "R" * pieces
    assert boards[-1] == boards[0][::-1]
    for before, after in pairwise(boards):
        assert after in allowed(before)
    assert len(boards) - 1 == len(swap_moves(pieces)) == swap_count(pieces)
    assert swap_count(pieces) == pieces * (pieces + 2)


@pytest.mark.parametrize("pieces", range(1, 5))
def test_there_is_only_the_mirror_image_beside_it(pieces: int) -> None:
    boards = swap_boards(pieces)
    exchanged = str.maketrans("BR", "RB")
    mirrored = [board[::-1].translate(exchanged) for board in boards]
    ways = solutions(boards[:1], boards[-1])
    assert sorted(ways) == sorted([boards, mirrored])


@pytest.mark.parametrize("pieces", range(1, 11))
def test_no_move_that_leaves_both_ways_leads_to_the_end(pieces: int) -> None:
    boards = swap_boards(pieces)
    left = {other for board in boards[1:] for other in allowed(board)} - {*boards}
    reached: set[str] = set()
    while left:
        reached |= left
        left = {other for board in left for other in allowed(board)} - reached
    assert boards[-1] not in reached


@pytest.mark.parametrize("pieces", [-1, 0, 21])
def test_other_numbers_of_pieces_are_refused(pieces: int) -> None:
    for function in (swap_count, swap_moves, swap_boards):
        with refuses(f"expected 1 to 20 pieces a colour, got {pieces}"):
            function(pieces)

"""The cells of boards: equal in both editions, with short formulas."""

from collections.abc import Iterator
from functools import cache

import pytest
from cases import mark_rest_as_proof
from formulon import Workbook
from package_checks import bracket_depth

from xl_mastermind.bundle.workbook import first_game
from xl_mastermind.game.board_limits import MAX_COLOURS, MAX_PEGS
from xl_mastermind.game.rules import Rules
from xl_mastermind.presentation.games import GAMES
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.sections import board_layout
from xl_mastermind.workbook_files.edition import Edition

SETTINGS = {
    *(f"{name}{end}" for name in ("strategy", "first_guess") for end in ("", "_label")),
    *("help_line", "instructions", "next_game", "entry_error"),
}
"""The groups that name buttons, or what to type without them."""

LARGE_LISTS = {"candidate_counts", "candidate_list"}
"""The groups that call Python on boards without a list of all codes."""

LARGEST = mark_rest_as_proof(
    (
        *("2x26", f"{MAX_PEGS}x{MAX_COLOURS}"),
        "4x26 symbols=0123456789ABCDEFGHIJKLMNOP",
        *("4x10", "8x3", "4x10 distinct"),
    ),
    3,
)
"""Games of the largest boards, with a list of codes and without."""

KINDS = ("3x4", "3x10 distinct", "4x6 black", "5x8", "4x26")
"""A game of each kind; the last two have no list of all codes."""

BOARDS = [
    *KINDS,
    *mark_rest_as_proof([game for game in GAMES.values() if game not in KINDS], 0),
]


@cache
def layout(game: str, edition: Edition = Edition.MACROS) -> BoardLayout:
    return board_layout(first_game(Rules.parse(game)), edition=edition)


def cells(board: BoardLayout) -> Iterator[tuple[object, ...]]:
    """Yield each group of cells with its contents."""
    for name, group in board.groups.items():
        yield name, group.cell_range, [*group.formulas()], group.values


@pytest.mark.parametrize("game", BOARDS)
def test_editions_differ_in_few_cells(game: str) -> None:
    plain, macros = (
        {str(name): contents for name, *contents in cells(layout(game, edition))}
        for edition in Edition
    )
    names = plain.keys() | macros.keys()
    different = {name for name in names if plain.get(name) != macros.get(name)}
    allowed = SETTINGS if layout(game).has_code_list else SETTINGS | LARGE_LISTS
    assert different <= allowed


blank_book = cache(Workbook.create_default)
"""Return a workbook, which formulon creates in three seconds."""


@pytest.mark.parametrize("game", LARGEST)
def test_formulas_of_largest_boards_are_short(game: str) -> None:
    """Excel shows at most 8,192 characters, with the names of its language."""
    groups = layout(game).groups.values()
    texts = sorted({text for g in groups for _, text in g.formulas() if text}, key=len)
    # German names are up to twice as long.
    long_texts = [text for text in texts if len(text) > 1500]
    for text in (*long_texts, texts[-1]):
        translated = blank_book().localize_formula(f"={text}", "win-365-de_DE")
        assert "WENN(" in translated
        assert len(translated) <= 4000, text
    assert max(map(bracket_depth, texts)) <= 40

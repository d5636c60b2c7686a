"""The games that have names of their own: one record for each."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class NamedGame:
    """A game with names, and with a board in the workbook that everybody gets."""

    sheet_name: str  # the name of its sheet
    notation: str  # as `str(Rules)` writes it
    names: tuple[str, ...]  # its names where a game is typed; blanks may be hyphens
    # How many guesses Knuth's strategy needs for at least four codes of five: the
    # fewest numbers in a row; blank where not all codes have been played
    usual_guesses: str
    title: str = ""  # the title of its board, if that is not the name of its sheet


_GAMES: Final = (
    NamedGame("Mastermind", "4x6", ("mastermind",), "4 or 5"),
    NamedGame("Little", "3x4", ("little",), "3 or 4"),
    NamedGame("Brain Breaker", "4x5", ("brain-breaker",), "4 or 5"),
    NamedGame("Bulls and Cows", "4x10 distinct", ("bulls-and-cows", "ab"), "5 or 6"),
    NamedGame("AB with repeats", "4x10", ("ab-repeats", "ab-with-repeats"), "5 or 6"),
    NamedGame(
        *("Super", "5x8", ("super", "super-mastermind"), "5 or 6"),
        title="Super Mastermind",
    ),
    NamedGame("Letters", "4x26", ("letters",), ""),
    NamedGame("Black Pegs", "4x6 black", ("black-pegs",), "6 to 8"),
)

GAMES_BY_NOTATION: Final = {game.notation: game for game in _GAMES}
"""The games in the order of their sheets, by how they are written."""

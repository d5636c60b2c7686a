"""The games with names: one record for each."""

from typing import Final, NamedTuple


class NamedGame(NamedTuple):
    """A game with names and a board in the distributed workbook."""

    sheet_name: str
    notation: str  # `str(Rules)`
    names: tuple[str, ...]  # names for typed games; blanks are accepted for hyphens
    # The fewest consecutive numbers of guesses in which Knuth's strategy finds at least
    # 80 % of the codes; blank if not all codes were played
    usual_guesses: str
    title: str = ""  # the title of the board if it differs from the name of the sheet


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
"""The games by notation, in the order of their sheets."""

"""The games with boards, and their names."""

from dataclasses import dataclass
from typing import Final

from xl_mastermind.game.rules import Rules


@dataclass(frozen=True)
class NamedGame:
    """A game with a name and a board."""

    sheet_name: str
    notation: str  # The text of `str(Rules)`.
    # The narrowest range of guess counts that covers 80 % of the codes under knuth.
    usual_guesses: str
    title: str = ""  # The title of the board, if the sheet has another name.
    is_bundled: bool = True  # Only `build --game` writes the other boards.


_GAMES: Final = (
    NamedGame("Mastermind", "4x6", "4 or 5"),
    NamedGame("Little", "3x4", "3 or 4"),
    NamedGame("Brain Breaker", "4x5", "4 or 5"),
    NamedGame("Bulls and Cows", "4x10 distinct", "5 or 6"),
    NamedGame("Bagels", "3x10 distinct", "5 or 6"),
    NamedGame("Super", "5x8", "5 or 6", title="Super Mastermind"),
    NamedGame("Letters", "4x26", ""),
    NamedGame("Black Pegs", "4x6 black", "6 to 8"),
    NamedGame("AB with repeats", "4x10", "5 or 6", is_bundled=False),
)

GAMES_BY_NOTATION: Final = {game.notation: game for game in _GAMES}
"""The games by notation, in the order of their sheets."""

GAMES: Final = {game.sheet_name: game.notation for game in _GAMES if game.is_bundled}
"""The notations of the games of the bundled workbook, by their sheets."""


def named_game(rules: Rules) -> NamedGame | None:
    """Return the record of a game, `None` if it has no name."""
    return GAMES_BY_NOTATION.get(str(rules))


def title(rules: Rules) -> str:
    """Return the title of a game's board, as `Rules.parse` reads it."""
    game = named_game(rules)
    return game.title or game.sheet_name if game else f"Mastermind {rules}"


def game_name(rules: Rules) -> str:
    """Return the name of a game, or its notation, such as 6x9."""
    game = named_game(rules)
    return game.sheet_name if game else str(rules)

"""The games that have boards, and what people call them."""

from typing import Final

from xl_mastermind.game.rules import Rules

GAMES: Final = {
    name: str(Rules.parse(name))
    for name in (
        *("Mastermind", "Little", "Brain Breaker", "Bulls and Cows"),
        *("AB with repeats", "Super", "Letters", "Black Pegs"),
    )
}
"""The games of the workbook that everybody gets, by the names of their sheets."""

_NAMES: Final = {written: name for name, written in GAMES.items()}

MOST_PEGS: Final = 8
MOST_COLOURS: Final = 26
"""A game with more pegs or colours has no board."""


def check_size(rules: Rules) -> None:
    """Do nothing if there is a board for this game."""
    if rules.pegs > MOST_PEGS or rules.colours > MOST_COLOURS:
        raise ValueError(
            f"expected a board of at most {MOST_PEGS} pegs and"
            f" {MOST_COLOURS} colours, got {rules}"
        )


def title(rules: Rules) -> str:
    """Return the title of a game's board."""
    size = f"{rules.pegs}x{rules.colours}"
    name = game_name(rules)
    return {"Super": "Super Mastermind", str(rules): f"Mastermind {size}"}.get(
        name, name
    )


def game_name(rules: Rules) -> str:
    """Return what people call a game; one without a name as it is written."""
    return _NAMES.get(str(rules), str(rules))

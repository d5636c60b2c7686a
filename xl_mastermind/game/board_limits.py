"""The limits of boards: their sizes, and the attempts of a game."""

from typing import Final

from xl_mastermind.game.rules import Rules

MAX_PEGS: Final = 8
MAX_COLOURS: Final = 26
"""The size of the largest board."""

FEW_CODES: Final = 100
"""Maximum number of codes of a game for children."""

MAX_LISTED_CODES: Final = 10_000
"""Maximum number of codes of a game whose board lists all codes."""


def attempt_count(rules: Rules) -> int:
    """Return a board's attempts: 10; 6 for few codes, 12 for many or long ones."""
    if rules.code_count <= FEW_CODES:
        return 6
    return 10 if rules.pegs <= 4 and rules.code_count <= MAX_LISTED_CODES else 12


def check_board_game(rules: Rules) -> None:
    """Raise a ValueError if a game cannot have a board."""
    if not rules.symbols.isascii():  # Excel's LEN and MID cut emoji in half.
        expected = "letters and digits as symbols of a board"
        raise ValueError(f"expected {expected}, got {rules.symbols!r}")
    if rules.pegs > MAX_PEGS or rules.colours > MAX_COLOURS:
        expected = f"a board of at most {MAX_PEGS} pegs and {MAX_COLOURS} colours"
        raise ValueError(f"expected {expected}, got {rules}")

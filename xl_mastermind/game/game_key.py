"""The key of a game: its number, or a code that a player types in place of it."""

from typing import Final, TypeAlias

from xl_mastermind.game.numbers import parse_game_number
from xl_mastermind.game.rules import Code, Rules
from xl_mastermind.game.symbols import ascii_symbols, code_word, english_letters

OWN_CODE_WORD: Final = "own"
OWN_CODE_ASTERISK: Final = "*"
"""
The prefixes of a code that a player types in place of a number.

Games with letters use the asterisk, because applications complete an o from the cells
above or below.
"""

GameKey: TypeAlias = int | Code | None
"""The number of a game or its typed code; None if neither is known."""


def own_code_prefix(rules: Rules) -> str:
    """Return the prefix of a typed code: the word and a space, or the asterisk."""
    has_letters = any(map(str.isalpha, rules.symbols))
    return OWN_CODE_ASTERISK if has_letters else f"{OWN_CODE_WORD} "


def parse_game_key(text: str, rules: Rules) -> GameKey:
    """Return the game of a typed number or code, None if the text is neither."""
    prefix = own_code_prefix(rules).strip()
    typed = english_letters(ascii_symbols("".join(text.split())))
    if typed[: len(prefix)].lower() == prefix:
        return parse_guess(typed[len(prefix) :], rules)
    try:
        return parse_game_number(text)
    except ValueError:
        return None


def parse_guess(text: str, rules: Rules) -> Code | None:
    """Return the code of an input cell's text, None if the game has no such code."""
    try:
        return rules.check_code(code_word(text))
    except ValueError:
        return None

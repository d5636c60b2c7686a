"""The colours of pegs, the same in all games and on all surfaces."""

import re
import unicodedata
from typing import Final, NamedTuple

from xl_mastermind.game.symbols import SEPARATORS


class PegColour(NamedTuple):
    """The fill and ink of a tile, its colour's name, and a terminal's nearest of 16."""

    fill: str
    ink: str
    name: str
    terminal_fill: str


_COLOURS: Final = (
    PegColour("#0072B2", "#FFFFFF", "blue", "blue"),
    PegColour("#E69F00", "#000000", "orange", "yellow"),
    PegColour("#009E73", "#000000", "green", "green"),
    PegColour("#F0E442", "#000000", "yellow", "bright_yellow"),
    PegColour("#D55E00", "#000000", "red", "red"),
    PegColour("#CC79A7", "#000000", "pink", "bright_magenta"),
    PegColour("#56B4E9", "#000000", "sky", "bright_cyan"),
    PegColour("#000000", "#FFFFFF", "black", "black"),
)
"""
The Okabe-Ito palette for colour-blind players, in the order of the digits from 1.

Source: M. Okabe and K. Ito, "Color Universal Design", 2008.
"""

PEG_COLOURS: Final = {str(digit): colour for digit, colour in enumerate(_COLOURS, 1)}
"""The colours of symbols, the same in all games; others have white tiles."""


_EMOJI: Final = re.compile(r"(?:LARGE|MEDIUM) (\w+) (?:CIRCLE|SQUARE)|(\w+) HEART")
_NAME_SEPARATOR: Final = re.compile(rf"[\s;{re.escape(SEPARATORS)}-]+")


def colour_name(symbol: str) -> str:
    """
    Return the name of a symbol's colour, "" if it has none.

    >>> [colour_name(symbol) for symbol in "3A🟠💙"]
    ['green', '', 'orange', 'blue']
    """
    if colour := PEG_COLOURS.get(symbol):
        return colour.name
    emoji = _EMOJI.fullmatch(unicodedata.name(symbol, ""))
    return (emoji[1] or emoji[2]).lower() if emoji else ""


def replace_colour_names(text: str, symbols: str) -> str:
    """Return a typed code with symbols in place of the names of colours."""
    names = [*map(colour_name, symbols)]
    symbol_by_name = {n: s for n, s in zip(names, symbols, strict=True) if n}
    words = _NAME_SEPARATOR.split(text.strip().lower())
    if symbol_by_name.keys().isdisjoint(words):
        return text
    for word in words:
        if names.count(word) != 1 and word not in symbols.lower():
            listed = ", ".join(filter(None, names))
            raise ValueError(f"expected colours of {listed}, got {word!r}")
    return "".join(symbol_by_name.get(word, word) for word in words)

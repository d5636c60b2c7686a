"""The colours of pegs, the same in all games and on all surfaces."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class PegColour:
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
"""The colours of symbols, the same in all games."""


def peg_colour(symbol: str) -> PegColour | None:
    """Return the colour of a symbol, `None` for a white tile."""
    return PEG_COLOURS.get(symbol)

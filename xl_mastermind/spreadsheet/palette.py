"""The colours of the sheets, of web pages and of pegs."""

from dataclasses import dataclass
from typing import Final

# Pegs are the only colourful parts besides one accent.
INK: Final = "#1E2733"
MUTED_INK: Final = "#6B6459"
FAINT_INK: Final = "#B3ABA0"
PAPER: Final = "#F4F1EA"
HAIR: Final = "#E6E0D4"
LINE_COLOUR: Final = "#DCD5C8"
WHITE: Final = "#FFFFFF"
ACCENT: Final = "#0B4F5E"
SOFT_ACCENT: Final = "#9CC4CA"
GLOW: Final = "#C9E0E3"
TINT: Final = "#E4EFF0"
LOST_FILL: Final = "#5A534A"
HIDDEN_PEG: Final = "#8D95A0"


@dataclass(frozen=True)
class PegColour:
    """The fill and ink of a tile, and the name of its colour."""

    fill: str
    ink: str
    name: str


_COLOURS: Final = (
    PegColour("#0072B2", WHITE, "blue"),
    PegColour("#E69F00", "#000000", "orange"),
    PegColour("#009E73", "#000000", "green"),
    PegColour("#F0E442", "#000000", "yellow"),
    PegColour("#D55E00", "#000000", "red"),
    PegColour("#CC79A7", "#000000", "pink"),
    PegColour("#56B4E9", "#000000", "sky"),
    PegColour("#000000", WHITE, "black"),
)
"""
The Okabe-Ito palette for colour-blind players, in the order of the digits from 1.

Source: M. Okabe and K. Ito, "Color Universal Design", 2008.
"""

PEG_COLOURS: Final = {str(digit): colour for digit, colour in enumerate(_COLOURS, 1)}
"""The colours of symbols, the same in all games."""

ALARM: Final = "#B34700"
"""The fill of wrong cells: darker than peg 5, so that white text is readable."""
ALARM_TINT: Final = "#F8D9C8"
"""The fill of the message about them."""


def peg_colour(symbol: str) -> PegColour | None:
    """Return the colour of a symbol, `None` for a white tile."""
    return PEG_COLOURS.get(symbol)

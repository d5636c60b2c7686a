"""The colours of the sheets, of web pages and of pegs."""

from typing import Final

from xl_mastermind.game.peg_colours import PEG_COLOURS as PEG_COLOURS  # noqa: PLC0414, a part of the palette
from xl_mastermind.game.peg_colours import peg_colour as peg_colour  # noqa: PLC0414, as above

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

ALARM: Final = "#B34700"
"""The fill of wrong cells: darker than peg 5, so that white text is readable."""
ALARM_TINT: Final = "#F8D9C8"
"""The fill of the message about them."""

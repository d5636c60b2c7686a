"""The colours of the sheets and of web pages, besides those of pegs."""

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
HIDDEN_PEG: Final = "#8D95A0"

ALARM: Final = "#B34700"
"""The fill of wrong cells: darker than peg 5, because white text must be readable."""
ALARM_TINT: Final = "#F8D9C8"
"""The fill of the message about them."""

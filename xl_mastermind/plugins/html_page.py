"""The frame of all web pages: one file, English, light or dark, without links."""

from html import escape
from typing import Final

from xl_mastermind.presentation import palette

_COLOURS: Final = {
    "accent": (palette.ACCENT, "#7FC8D6"),
    "black-peg": (palette.INK, "#000000"),
    "faint": (palette.FAINT_INK, "#7C756B"),
    "hair": (palette.HAIR, "#30353C"),
    "ink": (palette.INK, "#ECE7DE"),
    "line": (palette.LINE_COLOUR, "#3F454D"),
    "muted": (palette.MUTED_INK, "#B3ABA0"),
    "paper": (palette.PAPER, "#22272E"),
    "white": (palette.WHITE, "#16191D"),
    "white-peg": (palette.WHITE, "#FFFFFF"),
}
"""Variables of style sheets: the colours of the board, and those for dark screens."""

_LIGHT, _DARK = (
    " ".join(f"--{name}: {pair[mode]};" for name, pair in _COLOURS.items())
    for mode in range(2)
)

# Paper is white, so only screens use dark colours.
_STYLE: Final = f"""\
:root {{ color-scheme: light dark; {_LIGHT} }}
@media screen and (prefers-color-scheme: dark) {{ :root {{ {_DARK} }} }}
body {{ margin: 0 auto; max-width: 45rem; padding: 1rem; background: var(--white);
  color: var(--ink); font: 1rem/1.5 Calibri, Carlito, system-ui, sans-serif; }}
h1 {{ margin: 0 0 .5rem; font-size: 1.6rem; line-height: 1.2; }}
"""


def html_page(title: str, body: str, style: str) -> str:
    """Return a page with a plain title, a body of elements, and further styles."""
    return f"""\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<style>
{_STYLE}{style}</style>
</head>
<body>
{body}
</body>
</html>
"""

"""How wide texts are, in a font as wide as Calibri: Carlito."""

from functools import cache
from pathlib import Path
from typing import Final

import pytest
from PIL import ImageFont

_FOLDERS: Final = (
    Path("/usr/share/fonts/truetype/crosextra"),
    Path("/usr/share/fonts/carlito"),
)


@cache
def _font(size: float, *, bold: bool) -> ImageFont.FreeTypeFont:
    name = f"Carlito-{'Bold' if bold else 'Regular'}.ttf"
    for folder in _FOLDERS:
        if (folder / name).exists():
            return ImageFont.truetype(folder / name, size * 96 / 72)
    pytest.skip("elsewhere: no font that is as wide as Calibri")


def width(text: str, size: float = 11, *, bold: bool = False) -> float:
    """Return how many pixels a text takes in a row, in points of a size."""
    return _font(size, bold=bold).getlength(text)


def lines(text: str, pixels: float, size: float = 11, *, bold: bool = False) -> int:
    """Return how many lines a text takes in a cell of this width that wraps it."""
    count, line = 1, ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if width(longer, size, bold=bold) > pixels:
            count, longer = count + 1, word
        line = longer
    return count

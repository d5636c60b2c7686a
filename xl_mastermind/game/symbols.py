"""Other characters for digits and letters in typed texts, and separators."""

import re
import string
from typing import Final

SEPARATORS: Final = " \N{NO-BREAK SPACE}\N{IDEOGRAPHIC SPACE},."
"""Characters that may separate the symbols of a code, as the hyphen may."""

_ZEROS: Final = (
    "\N{FULLWIDTH DIGIT ZERO}",
    "\N{ARABIC-INDIC DIGIT ZERO}",
    "\N{EXTENDED ARABIC-INDIC DIGIT ZERO}",
)
_FULL_WIDTH_OFFSET: Final = ord("\N{FULLWIDTH LATIN CAPITAL LETTER A}") - ord("A")


def symbol_variants(symbol: str) -> str:
    """Return the full-width and Arabic characters for a digit or a letter."""
    if symbol.isdigit():
        return "".join(chr(ord(zero) + int(symbol)) for zero in _ZEROS)
    return chr(ord(symbol) + _FULL_WIDTH_OFFSET)


_ASCII_SYMBOLS: Final = {
    ord(variant): symbol
    for symbol in string.digits + string.ascii_letters
    for variant in symbol_variants(symbol)
}


def ascii_symbols(text: str) -> str:
    """Return a text with ASCII symbols in place of full-width and Arabic ones."""
    return text.translate(_ASCII_SYMBOLS)


_INVISIBLE: Final = re.compile("[\u200b-\u200f\u2060\u20e3\ufe0e\ufe0f\ufeff]")


def strip_invisible(text: str) -> str:
    """Return a text without characters for directions and for variants of emoji."""
    return _INVISIBLE.sub("", text)


_ENGLISH: Final = str.maketrans(
    "\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}\N{LATIN SMALL LETTER DOTLESS I}",
    "Ii",
    "\N{COMBINING DOT ABOVE}",
)


def english_letters(text: str) -> str:
    """
    Return a text with Turkish and Azeri letters I and i replaced by English ones.

    UPPER and LOWER of a Turkish Excel insert the Turkish letters.
    """
    return text.translate(_ENGLISH)


def strip_separators(text: str) -> str:
    """
    Return a typed code without separators, as the formulas of boards read it.

    Keep other blanks and a leading minus, which make the code an error.
    """
    text = ascii_symbols(text)
    hyphens = "" if text.lstrip(" ").startswith("-") else "-"
    return text.translate(str.maketrans("", "", SEPARATORS + hyphens))


PARTIAL_GUESS_MARK: Final = "\N{HORIZONTAL ELLIPSIS}"
"""The end of a guess that is only partly clicked."""


def code_word(text: str) -> str:
    """Return a typed code in capitals without separators."""
    typed = english_letters(text).replace(PARTIAL_GUESS_MARK, "")
    return strip_separators(typed).upper()

"""What people type for digits and letters: other forms of them, and separators."""

from typing import Final

SEPARATORS: Final = " \N{NO-BREAK SPACE}\N{IDEOGRAPHIC SPACE},."
"""Characters that may stand between the symbols of a code, with the hyphen."""

_ZEROS: Final = (
    "\N{FULLWIDTH DIGIT ZERO}",
    "\N{ARABIC-INDIC DIGIT ZERO}",
    "\N{EXTENDED ARABIC-INDIC DIGIT ZERO}",
)
_FULL_WIDTH: Final = ord("\N{FULLWIDTH LATIN CAPITAL LETTER A}") - ord("A")


def symbol_variants(symbol: str) -> str:
    """
    Return the characters that stand for a digit or a letter.

    >>> symbol_variants("3")
    '３٣۳'
    """
    if symbol.isdigit():
        return "".join(chr(ord(zero) + int(symbol)) for zero in _ZEROS)
    return chr(ord(symbol) + _FULL_WIDTH)


_USUAL: Final = {
    ord(form): symbol
    for symbol in "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    for form in symbol_variants(symbol)
}


def ascii_symbols(text: str) -> str:
    """Return a text with ASCII digits and letters for full-width and Arabic ones."""
    return text.translate(_USUAL)


def strip_separators(text: str) -> str:
    """
    Return a typed code without separators; a minus before it stays, as it is wrong.

    >>> strip_separators(" 1-1, 2.2")
    '1122'
    >>> strip_separators("-1122")
    '-1122'
    """
    text = ascii_symbols(text).strip()
    hyphens = "" if text.startswith("-") else "-"
    return text.translate(str.maketrans("", "", SEPARATORS + hyphens))

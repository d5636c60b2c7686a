"""
Scoring functions as names with LAMBDA, for programs without Python.

Their text stands in `lambda_names.txt` as people type it, and as Excel Labs' Advanced
Formula Environment imports it. Excel keeps newer functions and the names of parameters
in a file with prefixes.
"""

import re
from pathlib import Path
from typing import Final, NamedTuple

TEXT: Final = Path(__file__).with_name("lambda_names.txt").read_text("ascii")

_NAME: Final = re.compile(
    r"/\*((?:(?!\*/).)*)\*/\s*([A-Z_]+) = (LAMBDA\(.*?\));\n", re.DOTALL
)

_NEWER: Final = (
    *("BYCOL", "BYROW", "CHOOSECOLS", "CONCAT", "HSTACK", "ISOMITTED", "LAMBDA"),
    *("LET", "MAP", "REDUCE", "SEQUENCE", "TEXTAFTER", "TEXTBEFORE", "TOCOL"),
    *("UNICHAR", "XMATCH"),
)
_SPILLING: Final = "FILTER"
"""Functions that files have with a prefix, and the one that has two."""

_TOKEN: Final = re.compile(r'"[^"]*"|\[[a-z_]+\]|[A-Za-z_]+(?=\()|[a-z_]+|\s+')
"""A text, an optional parameter, a function, a parameter, and what is between."""


class LambdaName(NamedTuple):
    """A name of the workbook, what it gives, and its formula as people type it."""

    name: str
    help: str
    formula: str

    @property
    def stored(self) -> str:
        """The formula as a file has it."""
        return _TOKEN.sub(_as_stored, self.formula)


def lambda_names() -> list[LambdaName]:
    """Return the names, each after those that it uses."""
    return [
        LambdaName(name, " ".join(text.split()), formula)
        for text, name, formula in _NAME.findall(TEXT)
    ]


def _as_stored(token: re.Match[str]) -> str:
    text = token[0]
    if text.startswith('"'):
        return text
    if text.isspace():
        return ""
    if text.startswith("["):
        return f"_xlop.{text[1:-1]}"
    if text.islower():
        return f"_xlpm.{text}"
    if text == _SPILLING:
        return f"_xlfn._xlws.{text}"
    return f"_xlfn.{text}" if text in _NEWER else text

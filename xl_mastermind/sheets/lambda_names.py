"""
Scoring functions as names with LAMBDA, for programs without Python.

Their text stands in `lambda_names.txt` as it is typed, and as Excel Labs' Advanced
Formula Environment imports it; what it says of the games that have names is filled in.
Excel keeps newer functions and the names of parameters in a file with prefixes.
"""

import re
import textwrap
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from xl_mastermind.game.named_games import GAMES_BY_NOTATION
from xl_mastermind.game.rules import NAMED_GAMES, Rules
from xl_mastermind.solve.strategies import STRATEGIES
from xl_mastermind.solve.suggestion import first_guess

_TEMPLATE: Final = Path(__file__).with_name("lambda_names.txt").read_text("ascii")

_GAP: Final = re.compile("<([a-z ]+)>")
"""A gap of the template, with the name of its filling."""

_WIDTH: Final = 90
"""Characters of a line that is filled in, or so."""

_NAME: Final = re.compile(
    r"/\*((?:(?!\*/).)*)\*/\s*([A-Z_]+) = (LAMBDA\(.*?\));\n", re.DOTALL
)

_HELPER: Final = "MM_"
"""The prefix of names that only other names use."""

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
    """A name of the workbook, its value, and its formula as it is typed."""

    name: str
    help: str
    formula: str

    @property
    def is_helper(self) -> bool:
        """Whether only other names use it."""
        return self.name.startswith(_HELPER)

    @property
    def file_formula(self) -> str:
        """The formula as a file has it."""
        return _TOKEN.sub(_file_token, self.formula)


@cache
def names_as_text() -> str:
    """Return the text of all names."""
    lists = {
        "names of several words": [
            f'"{name.replace("-", " ")} "' for name in NAMED_GAMES if "-" in name
        ],
        "names": [f'"{name}", "{game}"' for name, game in NAMED_GAMES.items()],
        "first guesses": [*map(_first_guess, map(Rules.parse, GAMES_BY_NOTATION))],
    }
    return _GAP.sub(lambda gap: _in_lines(lists[gap[1]]), _TEMPLATE)


def _first_guess(rules: Rules) -> str:
    """Return a row: a game, and its first guess, knuth's and minimax's, as colours."""
    key = (
        f"{rules.pegs}x{rules.colours}" + "d" * rules.distinct + "b" * rules.black_only
    )
    guess = "".join(map(str, first_guess(rules, STRATEGIES["knuth"])))
    return f'"{key}", "{guess}"'


def _in_lines(rows: Sequence[str]) -> str:
    """Return the rows of an array, some in each line."""
    indent = " " * 12
    return textwrap.fill(
        "; ".join(row.replace(" ", "\0") for row in rows),
        _WIDTH,
        subsequent_indent=indent,
        break_on_hyphens=False,
    ).replace("\0", " ")


def lambda_names() -> list[LambdaName]:
    """Return the names, each after those that it uses."""
    return [
        LambdaName(name, " ".join(comment.split()), formula)
        for comment, name, formula in _NAME.findall(names_as_text())
    ]


def _file_token(token: re.Match[str]) -> str:
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

"""
Worksheet functions as defined names with LAMBDA, for programs without Python.

`lambda_names.txt` contains them as users type them and as Excel Labs' Advanced Formula
Environment imports them. Placeholders such as `<names>` stand for the named games.
In a workbook file, newer functions and parameters have prefixes.
"""

import re
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from xl_mastermind.game.rules import NAMED_GAMES, Rules
from xl_mastermind.presentation.games import GAMES_BY_NOTATION
from xl_mastermind.solve.suggestion import next_guess

_TEMPLATE: Final = Path(__file__).with_name("lambda_names.txt").read_text("ascii")
_PLACEHOLDER: Final = re.compile("<([a-z ]+)>")

_DEFINITION: Final = re.compile(
    r"/\*((?:(?!\*/).)*)\*/\s*([A-Z_]+) = (LAMBDA\(.*?\));\n", re.DOTALL
)

_TOKEN: Final = re.compile(
    r'(?P<text>"[^"]*")|\[(?P<optional>[a-z_]+)\]|(?P<function>[A-Z_]+)(?=\()'
    r"|(?P<parameter>[a-z_]+)|\s+"
)
_NEW_FUNCTIONS: Final = (
    *("BYCOL", "BYROW", "CHOOSECOLS", "CONCAT", "HSTACK", "ISOMITTED", "LAMBDA", "LET"),
    *("MAP", "REDUCE", "SEQUENCE", "TEXTAFTER", "TEXTBEFORE", "TOCOL", "UNICHAR"),
    "XMATCH",
)
_PREFIXES: Final = {"FILTER": "_xlfn._xlws."} | dict.fromkeys(_NEW_FUNCTIONS, "_xlfn.")


class LambdaName(NamedTuple):
    """A defined name, its description, and its formula as users type it."""

    name: str
    help: str
    formula: str

    @property
    def is_helper(self) -> bool:
        """Whether only other names call it."""
        return self.name.startswith("MM_")

    @property
    def file_formula(self) -> str:
        """The formula as a workbook file contains it."""
        return _TOKEN.sub(_file_token, self.formula)


def _file_token(token: re.Match[str]) -> str:
    """Return a token with the prefix that it has in a file, and no white space."""
    kind = token.lastgroup or ""
    text = token[kind] if kind else ""
    prefixes = {"optional": "_xlop.", "parameter": "_xlpm."}
    if kind == "function":
        prefixes[kind] = _PREFIXES.get(text, "")
    return prefixes.get(kind, "") + text


@cache
def names_as_text() -> str:
    """Return the text of all names, with the named games in it."""
    arrays = {
        "names of several words": [
            f'"{name.replace("-", " ")} "' for name in NAMED_GAMES if "-" in name
        ],
        "names": [f'"{name}", "{game}"' for name, game in NAMED_GAMES.items()],
        "first guesses": [*map(_first_guess, map(Rules.parse, GAMES_BY_NOTATION))],
    }
    between_rows = ";\n" + " " * 12
    return _PLACEHOLDER.sub(
        lambda match: between_rows.join(arrays[match[1]]), _TEMPLATE
    )


def _first_guess(rules: Rules) -> str:
    """Return a row: a game, and the colours with which knuth and minimax begin."""
    key = (
        f"{rules.pegs}x{rules.colours}" + "d" * rules.distinct + "b" * rules.black_only
    )
    guess = "".join(map(str, next_guess(rules, (), "knuth")))
    return f'"{key}", "{guess}"'


def lambda_names() -> list[LambdaName]:
    """Return the names, each after those that it calls."""
    return [
        LambdaName(name, " ".join(comment.split()), formula)
        for comment, name, formula in _DEFINITION.findall(names_as_text())
    ]

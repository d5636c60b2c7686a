"""Read the formulas with worksheet functions and their results in `functions.txt`."""

import json
import re
from collections.abc import Collection
from pathlib import Path
from typing import Any, NamedTuple

from xl_mastermind.cells.values import CellError, RangeValues, as_rows


class Example(NamedTuple):
    """A formula, and the rows of its result."""

    formula: str
    result: RangeValues

    def is_lambda_name_example(self, names: Collection[str]) -> bool:
        """Return whether one of the names with LAMBDA has the same result."""
        name = self.formula[1:].partition("(")[0]
        # SOLVE_NEXT has fewer strategies; 7x8 has more codes than a sheet has rows.
        return name in names and name != "SOLVE_NEXT" and '"7x8"' not in self.formula


def function_examples() -> list[Example]:
    """Return the examples that a spreadsheet accepts."""
    return [
        Example(formula, as_rows(parse_cells(result)[0]))
        for formula, result in example_texts()
        if "{1,2,3,6;1}" not in formula  # rows of different lengths
    ]


def example_texts() -> list[tuple[str, str]]:
    """Return the formula and the result of each line of the file."""
    text = Path(__file__).with_name("functions.txt").read_text("utf-8")
    lines = (line.partition(" => ") for line in text.splitlines() if line[:1] == "=")
    return [(formula, result) for formula, _, result in lines]


def parse_cells(text: str) -> list[Any]:
    """Return the arguments of a formula, or its result; an array is a list of rows."""
    as_json = {"{": "[[", ";": "],[", "}": "]]", "TRUE": "true"}
    errors = {error: f'"{error}"' for error in CellError}
    found = re.sub(
        r'"[^"]*"|[{;}]|TRUE|#VALUE!|#N/A',
        lambda part: (as_json | errors).get(part[0], part[0]),
        text,
    )
    arguments: list[Any] = json.loads(f"[{found}]")
    return arguments

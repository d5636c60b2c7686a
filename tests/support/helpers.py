"""Published figures, exact messages, Hypothesis strategies for several tests."""

import json
import re
import string
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st

from xl_mastermind.cells.values import CellError
from xl_mastermind.game.rules import Code, Rules, Turn
from xl_mastermind.presentation.games import GAMES_BY_NOTATION
from xl_mastermind.solve.strategies import STRATEGIES
from xl_mastermind.solve.trees import bundled_tree

DATA = Path(__file__).parents[1] / "data"

RULE_STRATEGIES = [
    name for name, s in STRATEGIES.items() if not (s.is_random or s.is_exact)
]


def golden_entries(name: str) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = json.loads(
        (DATA / f"{name}.json").read_text(encoding="utf-8")
    )
    return entries


def entry_id(entry: dict[str, Any]) -> str:
    values = (value for key, value in entry.items() if key != "source")
    return " ".join(str(value) for value in values if isinstance(value, str | int))


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


def tuples(value: object) -> object:
    return (*map(tuples, value),) if isinstance(value, list) else value


def sheets_with_tree() -> list[str]:
    """Return the sheets of the games with an optimal tree in the package."""
    games = GAMES_BY_NOTATION.values()
    return [
        g.sheet_name for g in games if bundled_tree(Rules.parse(g.notation), "optimal")
    ]


LOOK_ALIKES = (
    "ßé²①\u017f\ufb01\u0131\u0130\u212a\u0663\uff19\uff21\u0430"
    "\u00a0\u2003\u200b\u2060\ufeff\x1f"
)
"""Characters that upper, strip or isdigit treat as others, and blanks."""


def mark_rest_as_proof(cases: Iterable[Any], quick: int = 1) -> list[Any]:
    """Return the cases of a test, with the mark `proof` after the first `quick`."""
    tuples = [case if isinstance(case, tuple) else (case,) for case in cases]
    return [
        pytest.param(*case, marks=pytest.mark.proof if index >= quick else ())
        for index, case in enumerate(tuples)
    ]


def texts(symbols: str, pegs: int) -> st.SearchStrategy[str]:
    """Draw texts, most of them `pegs` symbols or look-alikes."""
    characters = st.sampled_from(symbols + LOOK_ALIKES)
    return st.text(characters, min_size=pegs, max_size=pegs) | st.text(max_size=6)


def raises_message(
    message: str, error: type[ValueError] = ValueError
) -> "pytest.RaisesExc[ValueError]":
    return pytest.raises(error, match=rf"\A{re.escape(message)}\Z")


def turns_of_guesses(rules: Rules, secret: Code, guesses: Sequence[Code]) -> list[Turn]:
    return [Turn(guess, rules.feedback(secret, guess)) for guess in guesses]


# Computing a strategy takes longer than many tests, so it is cached.

_CHARACTERS = string.ascii_lowercase + string.digits
_SYMBOLS = ["", *("".join(Random(n).sample(_CHARACTERS, 6)) for n in range(20))]


@cache
def games(max_codes: int = 1296) -> st.SearchStrategy[Rules]:
    """Draw the rules of a game of up to 4 pegs and 6 colours, half with new symbols."""
    plain = [
        Rules(pegs, colours, distinct, black_only)
        for pegs in range(1, 5)
        for colours in range(1, 7)
        for distinct in (False, True)
        for black_only in (False, True)
        if colours >= pegs or not distinct
    ]
    fitting = st.sampled_from([r for r in plain if r.code_count <= max_codes])
    renamed = st.tuples(fitting, st.sampled_from(_SYMBOLS)).map(
        lambda drawn: replace(drawn[0], symbols=drawn[1][: drawn[0].colours])
    )
    return fitting | renamed


@cache
def codes_of(rules: Rules) -> st.SearchStrategy[Code]:
    def code(number: int) -> Code:
        colours, pegs = [*range(1, rules.colours + 1)], []
        for _ in range(rules.pegs):
            number, place = divmod(number, len(colours))
            pegs.append(colours.pop(place) if rules.distinct else colours[place])
        return (*pegs,)

    return st.integers(0, rules.code_count - 1).map(code)


@st.composite
def games_in_progress(
    draw: st.DrawFn, max_turns: int = 3, max_codes: int = 1296
) -> tuple[Rules, Code, list[Turn]]:
    """Draw a game, a secret, and some turns without a win."""
    rules = draw(games(max_codes=max_codes))
    code = codes_of(rules)
    secret = draw(code)
    guesses = [g for g in draw(st.lists(code, max_size=max_turns)) if g != secret]
    return rules, secret, turns_of_guesses(rules, secret, guesses)


def run_python(
    code: str, *words: object, check: bool = True, **options: Any
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, words)],
        check=check,
        capture_output=True,
        encoding="utf-8",
        **options,
    )


def wait_for(
    condition: Callable[[], object], description: str, timeout: float = 300
) -> None:
    end = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < end, f"timeout: {description}"
        time.sleep(0.02)

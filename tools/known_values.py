"""
The page of known values, and the command that computes them.

    make values                  continue, up to a minute per value
    make values LIMIT=600      also try the missing values again, for longer

Each value is stored in a file at once; the next run continues there.
"""

import itertools
import json
import multiprocessing
import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, Final, TypeAlias

from brute_force import game
from brute_force_search import MAX_CODES, least

from xl_mastermind.files import write_file
from xl_mastermind.game.rules import Rules
from xl_mastermind.solve.exact.ab_games import known_worst_case
from xl_mastermind.solve.exact.problem import Bounds, Problem
from xl_mastermind.solve.exact.search import Search

Values: TypeAlias = dict[str, Any]
"""By game: `total`, `worst`, whether they are confirmed (`again`), limits `tried`."""

PAGE: Final = Path(__file__).parents[1] / "docs" / "known-values.md"
VALUES_FILE: Final = PAGE.parents[1] / "tests" / "data" / "known_values.json"

BEGIN: Final = "<!-- The rest is made from what was found by: make values -->\n"

KINDS: Final = {
    "": "A colour may come twice",
    "distinct": "No colour comes twice",
    "black": "A colour may come twice, black pegs alone",
    "distinct black": "No colour comes twice, black pegs alone",
}

_MAX_COLOURS: Final = {
    "": {2: 12, 3: 10, 4: 10, 5: 5, 6: 4, 7: 3, 8: 3, 9: 2},
    "distinct": {2: 12, 3: 11, 4: 10, 5: 8, 6: 6, 7: 7},
    "black": {2: 12, 3: 10, 4: 7, 5: 4, 6: 3, 7: 2, 8: 2},
    "distinct black": {2: 12, 3: 9, 4: 10, 5: 6},
}
"""By kind of game and number of pegs."""

_CHEN: Final = "Chen and Lin 2004"
_JAEGER: Final = "Jäger and Peczarski 2015"
_JAEGER_2009: Final = "Jäger and Peczarski 2009"
_GODDARD: Final = "Goddard 2004"
_ARFST: Final = "arfst23/Mastermind"

_PUBLISHED: Final[dict[tuple[str, str], dict[str, int]]] = {
    ("4x6", "total"): {"Koyama and Lai 1993": 5625, _ARFST: 5625},
    ("4x6", "worst"): {"Knuth 1977": 5, _ARFST: 5},
    ("4x7", "total"): {"Ville 2013": 11228, _ARFST: 11228},
    ("4x7", "worst"): {_ARFST: 6},
    ("4x8", "total"): {_ARFST: 20471},
    ("4x8", "worst"): {_ARFST: 6},
    ("4x10 distinct", "total"): {"fancidev/mastermind": 26274},
}

_AVERAGES: Final = {
    2: (2.000, 2.333, 2.813, 3.240),
    3: (2.250, 2.704, 3.219, 3.608),
    4: (2.750, 3.037, 3.535, 3.941),
    5: (3.031, 3.358),
    6: (3.500,),
    7: (3.875,),
}
"""Goddard's by pegs, for two colours, three, and so on, as S. Pokutta quotes them."""


_MAX_SETS: Final = 3_000_000
"""Sets of codes in the memo of the brute force: 270 MB."""


def games(kind: str) -> Iterator[str]:
    """Yield the notations of a kind of game."""
    for pegs, most in _MAX_COLOURS[kind].items():
        for colours in range(pegs if "distinct" in kind else 2, most + 1):
            yield f"{pegs}x{colours} {kind}".strip()


def published(written: str, what: str) -> dict[str, Bounds]:
    """Return the published bounds of a value, by source."""
    single = _PUBLISHED.get((written, what), {})
    said = {who: Bounds.from_value(value) for who, value in single.items()}
    rules = Rules.parse(written)
    if not rules.distinct:
        return said if rules.black_only else said | _published_with_repeats(rules, what)
    is_two = rules.pegs == 2 and not rules.black_only
    has_formula = rules.pegs <= 4 or rules.pegs == rules.colours
    if what == "total" and is_two:
        said[_CHEN] = Bounds.from_value(_total_of_two_pegs(rules.colours))
    elif what == "worst" and has_formula:
        said[_CHEN if is_two else _JAEGER] = known_worst_case(
            rules.pegs, rules.colours, black_only=rules.black_only
        )
    return said


def _total_of_two_pegs(colours: int) -> int:
    """Return the least total of AB(2, c) by the formula of Chen and Lin (2004)."""
    rest = 105 - 82 * colours if colours % 2 else 72 - 76 * colours
    return (4 * colours**3 + 21 * colours**2 + rest) // 12


def _published_with_repeats(rules: Rules, what: str) -> dict[str, Bounds]:
    """Return the published values of a game in which colours may repeat."""
    averages = _AVERAGES.get(rules.pegs, ())[rules.colours - 2 :]
    if what == "total" and averages:
        return {_GODDARD: Bounds.from_value(round(averages[0] * rules.code_count))}
    if what == "worst" and rules.pegs == 3 and rules.colours >= 5:
        return {_JAEGER_2009: Bounds.from_value((rules.colours - 1) // 3 + 4)}
    return {}


# Computation


def compute_values(wanted: Collection[str], file: Path, seconds: float) -> None:
    """Compute the missing values of a file, each within a time limit."""
    found = read_values(file)
    for again in (False, True):
        for written, what in itertools.product(wanted, ("total", "worst")):
            known = found.setdefault(written, {"tried": {}})
            step = f"{what} again" if again else what
            is_early = again and what not in known
            if step in known or is_early or known["tried"].get(step, 0) >= seconds:
                continue
            print(f"{written}: {step}", flush=True)
            value: int | None
            if again:
                value = _confirm(written, what, known[what], seconds)
            else:
                value = _value(written, what, seconds)
            if value is None:
                known["tried"][step] = seconds
            else:
                known[step] = value
            write_file(file, json.dumps(found, indent=1) + "\n")


def read_values(file: Path = VALUES_FILE) -> Values:
    found: Values = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return found


def _value(written: str, what: str, seconds: float) -> int | None:
    """Return a value from the exact search, or None after the time limit."""
    search = Search(Problem.from_game(Rules.parse(written)))
    bounds = search.optimum(seconds) if what == "total" else search.worst_case(seconds)
    return bounds.lower if bounds.is_proved else None


def _confirm(written: str, what: str, value: int, seconds: float) -> bool | None:
    """Return whether brute force finds the same value, or None if it is too slow."""
    rules = game(written)
    every = range(len(rules.codes))
    if len(every) > MAX_CODES:
        return None
    with multiprocessing.Pool(1) as pool:
        answer = pool.apply_async(least, (rules, every, every, _MAX_SETS))
        try:
            found = answer.get(seconds)
        except multiprocessing.TimeoutError:
            return None
    return found and found[what == "worst"] == value


# The page


def render_page(page: str, found: Values) -> str:
    """Return the page with tables of the stored values."""
    by_hand, mark, _ = page.partition(BEGIN)
    assert mark, "the page says nowhere where the tables begin"
    return by_hand + mark + "".join(_section(kind, found) for kind in KINDS)


def _section(kind: str, found: Values) -> str:
    rows = "".join(_row(written, found.get(written, {})) for written in games(kind))
    return f"""
## {KINDS[kind]}

| Game | Codes | Minimum total | Average | Proved | Worst case | Proved |
|---|--:|--:|--:|---|--:|---|
{rows}"""


def _row(written: str, known: Values) -> str:
    codes = Rules.parse(written).code_count
    total = known.get("total")
    cells = [
        written,
        f"{codes:,}",
        f"{total:,}" if total else "",
        f"{total / codes:.4f}" if total else "",
        _proofs(written, "total", known),
        str(known.get("worst", "")),
        _proofs(written, "worst", known),
    ]
    return f"| {' | '.join(cells)} |\n"


def _proofs(written: str, what: str, known: Values) -> str:
    """Return the proofs of a value here, and its sources."""
    if what not in known:
        return ""
    agree = [
        who
        for who, said in published(written, what).items()
        if said.lower == said.upper == known[what]
    ]
    return ", ".join(["twice" if known.get(f"{what} again") else "once", *agree])


def disagreements(found: Values) -> list[str]:
    """Return the values that differ from publications or the brute force."""
    told = []
    for written, known in found.items():
        for what in ("total", "worst"):
            value = known.get(what)
            if value is None:
                continue
            if known.get(f"{what} again") is False:
                told.append(f"{written}, {what}: {value}, but another by brute force")
            for who, said in published(written, what).items():
                if not said.lower <= value <= (said.upper or value):
                    others = f"{said.lower} to {said.upper} by {who}"
                    told.append(f"{written}, {what}: {value}, but {others}")
    return told


if __name__ == "__main__":
    every = [written for kind in KINDS for written in games(kind)]
    compute_values(every, VALUES_FILE, float(sys.argv[1]))
    write_file(PAGE, render_page(PAGE.read_text("utf-8"), read_values()))
    for difference in disagreements(read_values()):
        print(difference)

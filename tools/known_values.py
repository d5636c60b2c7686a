"""
The page of known values, and the command that computes them.

    make values              compute the missing values, up to a minute each
    make values LIMIT=600    also those that need more than a minute

Each value is stored in a file at once; the next run continues there.
"""

import itertools
import json
import multiprocessing
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from brute_force import game
from brute_force_search import MAX_CODES, least

from xl_mastermind.files import write_file
from xl_mastermind.game.rules import Rules
from xl_mastermind.lab.exact.ab_games import known_worst_case
from xl_mastermind.lab.exact.problem import Bounds, Problem
from xl_mastermind.lab.exact.search import Search

Values: TypeAlias = dict[str, Any]
"""By game: `total`, `worst`, whether brute force confirms them, limits `tried`."""

PAGE: Final = Path(__file__).parents[1] / "docs" / "known-values.md"
VALUES_FILE: Final = PAGE.parents[1] / "tests" / "data" / "known_values.json"

TOTALS_FILE: Final = VALUES_FILE.with_name("best_totals.json")
"""Published totals of larger games, and those of this package, with commands."""

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


_LETTERS: Final = {
    _ARFST: "A",
    _CHEN: "C",
    "fancidev/mastermind": "F",
    _GODDARD: "G",
    _JAEGER: "J",
    "Knuth 1977": "K",
    "Koyama and Lai 1993": "L",
    _JAEGER_2009: "P",
    "Ville 2013": "V",
}
"""The letters of the sources in the tables."""

_USUAL_AUTHOR: Final = "mikemag/Mastermind"

_TOTALS_HEADINGS: Final = (
    *("Game", "Published", "Ours", "Average", "First guess", "Most"),
    *("Command", "CPU s"),
)

_MAX_SETS: Final = 3_000_000
"""Sets of codes in the memo of the brute force: 270 MB."""


def games(kind: str) -> Iterator[str]:
    """Yield the notations of a kind of game."""
    for pegs, max_colours in _MAX_COLOURS[kind].items():
        for colours in range(pegs if "distinct" in kind else 2, max_colours + 1):
            yield f"{pegs}x{colours} {kind}".strip()


def published(notation: str, quantity: str) -> dict[str, Bounds]:
    """Return the published bounds of a value, by source."""
    values = _PUBLISHED.get((notation, quantity), {})
    bounds = {source: Bounds.from_value(value) for source, value in values.items()}
    rules = Rules.parse(notation)
    if not rules.distinct:
        return (
            bounds
            if rules.black_only
            else bounds | _published_with_repeats(rules, quantity)
        )
    is_two = rules.pegs == 2 and not rules.black_only
    has_formula = rules.pegs <= 4 or rules.pegs == rules.colours
    if quantity == "total" and is_two:
        bounds[_CHEN] = Bounds.from_value(_total_of_two_pegs(rules.colours))
    elif quantity == "worst" and has_formula:
        bounds[_CHEN if is_two else _JAEGER] = known_worst_case(
            rules.pegs, rules.colours, black_only=rules.black_only
        )
    return bounds


def _total_of_two_pegs(colours: int) -> int:
    """Return the minimum total of AB(2, c) by the formula of Chen and Lin (2004)."""
    rest = 105 - 82 * colours if colours % 2 else 72 - 76 * colours
    return (4 * colours**3 + 21 * colours**2 + rest) // 12


def _published_with_repeats(rules: Rules, quantity: str) -> dict[str, Bounds]:
    """Return the published values of a game in which colours may repeat."""
    averages = _AVERAGES.get(rules.pegs, ())[rules.colours - 2 :]
    if quantity == "total" and averages:
        return {_GODDARD: Bounds.from_value(round(averages[0] * rules.code_count))}
    if quantity == "worst" and rules.pegs == 3 and rules.colours >= 5:
        return {_JAEGER_2009: Bounds.from_value((rules.colours - 1) // 3 + 4)}
    return {}


# Computation


def compute_values(wanted: Collection[str], file: Path, seconds: float) -> None:
    """Compute the missing values of a file, each within a time limit."""
    values = read_values(file)
    for is_confirmation in (False, True):
        for notation, quantity in itertools.product(wanted, ("total", "worst")):
            entry = values.setdefault(notation, {"tried": {}})
            key = f"{quantity} again" if is_confirmation else quantity
            is_early = is_confirmation and quantity not in entry
            if key in entry or is_early or entry["tried"].get(key, 0) >= seconds:
                continue
            print(f"{notation}: {key}", flush=True)
            value: int | None
            if is_confirmation:
                value = _confirm(notation, quantity, entry[quantity], seconds)
            else:
                value = _search_value(notation, quantity, seconds)
            if value is None:
                entry["tried"][key] = seconds
            else:
                entry[key] = value
            write_file(file, json.dumps(values, indent=1) + "\n")


def read_values(file: Path = VALUES_FILE) -> Values:
    values: Values = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return values


def _search_value(notation: str, quantity: str, seconds: float) -> int | None:
    """Return a value from the exact search, or None after the time limit."""
    search = Search(Problem.from_game(Rules.parse(notation)))
    bounds = (
        search.optimum(seconds) if quantity == "total" else search.worst_case(seconds)
    )
    return bounds.lower if bounds.is_proved else None


def _confirm(notation: str, quantity: str, value: int, seconds: float) -> bool | None:
    """Return whether brute force finds the same value, or None if it is too slow."""
    rules = game(notation)
    codes = range(len(rules.codes))
    if len(codes) > MAX_CODES:
        return None
    with multiprocessing.Pool(1) as pool:
        answer = pool.apply_async(least, (rules, codes, codes, _MAX_SETS))
        try:
            found = answer.get(seconds)
        except multiprocessing.TimeoutError:
            return None
    return found and found[quantity == "worst"] == value


# The page


def render_page(page: str, values: Values) -> str:
    """Return the page with tables of the stored values."""
    by_hand, mark, _ = page.partition(BEGIN)
    assert mark, "the page says nowhere where the tables begin"
    sections = (_section(kind, values) for kind in KINDS)
    return by_hand + mark + "".join([_best_totals(), _letters(), *sections])


def read_totals() -> list[Values]:
    """Return the records of published and best known totals."""
    records: list[Values] = json.loads(TOTALS_FILE.read_text("utf-8"))
    return records


def _table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table with the first column on the left, the others on the right."""
    lines = [headings, [":--", *["--:"] * (len(headings) - 1)], *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _best_totals() -> str:
    records = read_totals()
    equal = [record["game"] for record in records if _is_published_minimum(record)]
    rows = [
        _best_totals_row(record) for record in records if record["game"] not in equal
    ]
    return f"""
## Published totals and better ones

The published total is the least one in {", ".join(equal)}.

{_table(_TOTALS_HEADINGS, rows)}"""


def _is_published_minimum(record: Values) -> bool:
    """Return whether the published total is proved to be the least one."""
    totals = [figure["total"] for figure in record["published"]]
    return record.get("command") == "optimum" and record["total"] in totals


def _best_totals_row(record: Values) -> list[str]:
    codes, figures = Rules.parse(record["game"]).code_count, record["published"]
    total = record.get("total")
    return [
        record["game"],
        "; ".join(map(_published_figure, figures)),
        f"{total:,}" if total else "",
        f"{total / codes:.4f}" if total else "",
        *(str(record.get(name, "")) for name in ("first", "max", "command", "seconds")),
    ]


def _published_figure(figure: Values) -> str:
    author, date = figure["author"], figure["date"]
    is_usual = author == _USUAL_AUTHOR
    return f"{figure['total']:,}" + f" ({author}, {date})" * (not is_usual)


def _letters() -> str:
    sources = ", ".join(f"{letter} {name}" for name, letter in _LETTERS.items())
    return f"""
## Minimum totals and worst cases

A cell has the least total and, after the slash, the worst case. Letters: {sources}.
"""


def _section(kind: str, values: Values) -> str:
    cells = {
        (rules.colours, rules.pegs): _cell(notation, values.get(notation, {}))
        for notation in games(kind)
        for rules in [Rules.parse(notation)]
    }
    pegs = [*_MAX_COLOURS[kind]]
    rows = [
        [str(colours), *(cells.get((colours, peg), "") for peg in pegs)]
        for colours in sorted({colours for colours, _ in cells})
    ]
    headings = ["Colours", *(f"{peg} pegs" for peg in pegs)]
    return f"\n### {KINDS[kind]}\n\n{_table(headings, rows)}"


def _cell(notation: str, entry: Values) -> str:
    """Return the least total and the worst case of a game."""
    return " / ".join(
        _figure(notation, quantity, entry) for quantity in ("total", "worst")
    )


def _figure(notation: str, quantity: str, entry: Values) -> str:
    """Return a value, bold if proved twice, with the letters of its sources."""
    if quantity not in entry:
        return "–"
    sources = [
        _LETTERS[source]
        for source, bounds in published(notation, quantity).items()
        if bounds.lower == bounds.upper == entry[quantity]
    ]
    bold = "**" if entry.get(f"{quantity} again") else ""
    return f"{bold}{entry[quantity]:,}{bold}" + "".join(sorted(sources))


def disagreements(values: Values) -> list[str]:
    """Return the values that differ from publications or the brute force."""
    lines = []
    for notation, entry in values.items():
        for quantity in ("total", "worst"):
            value = entry.get(quantity)
            if value is None:
                continue
            if entry.get(f"{quantity} again") is False:
                lines.append(
                    f"{notation}, {quantity}: {value}, but another by brute force"
                )
            for source, bounds in published(notation, quantity).items():
                if not bounds.lower <= value <= (bounds.upper or value):
                    others = f"{bounds.lower} to {bounds.upper} by {source}"
                    lines.append(f"{notation}, {quantity}: {value}, but {others}")
    return lines


if __name__ == "__main__":
    all_games = [notation for kind in KINDS for notation in games(kind)]
    compute_values(all_games, VALUES_FILE, float(sys.argv[1]))
    write_file(PAGE, render_page(PAGE.read_text("utf-8"), read_values()))
    for difference in disagreements(read_values()):
        print(difference)

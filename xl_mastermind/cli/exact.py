"""`optimum`, `worst-case` and `tables`: exact search."""

import itertools
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

from xl_mastermind.cli.games import CLUSTER, GameCommand, load_dask, tiles
from xl_mastermind.cli.options import (
    JSON,
    TURNS,
    Command,
    Parser,
    option,
    seconds,
    whole_number,
)
from xl_mastermind.cli.output import DONE, PATIENCE, err, out
from xl_mastermind.cli.turns import parse_turns
from xl_mastermind.files import check_place, write_file
from xl_mastermind.game.codes import codebook
from xl_mastermind.game.rules import Code, Rules
from xl_mastermind.sheet.words import plural
from xl_mastermind.solve.exact.ab_games import Entry, entries, fixed_guesses
from xl_mastermind.solve.exact.compiled import SMALL_GAMES, prepare
from xl_mastermind.solve.exact.problem import Bounds, Problem
from xl_mastermind.solve.exact.search import Progress, Search
from xl_mastermind.solve.suggest import suggest
from xl_mastermind.solve.trees import (
    Tree,
    format_tree,
    replay,
    shipped_tree,
    total_of,
)

_SILENCE: Final = 5.0
"""Seconds between lines of progress where a line cannot be written over."""


_INTERRUPTED: Final = "interrupted: the rest is left out"

_MOST_WORKERS: Final = 256
"""More threads would only have less room each."""


def _workers() -> Any:  # noqa: ANN401, an int
    cores = min(os.cpu_count() or 1, _MOST_WORKERS)
    return option(
        "--workers",
        metavar="N",
        type=partial(whole_number, most=_MOST_WORKERS),
        default=cores,
        help="threads that share the work, by default one for each core",
    )


class SearchCommand(GameCommand):
    """A command that searches one game."""

    json: bool = JSON
    workers: int = _workers()
    time_limit: float | None = option(
        "--time-limit", metavar="SECONDS", type=seconds, help="bounds will do then"
    )
    turns: list[str] = option(help="turns so far", **TURNS)

    def problem(self) -> Problem:
        turns = parse_turns(self.turns, self.game)
        if turns:  # or the error that says which turn contradicts the others
            suggest(self.game, turns, "first-consistent")
        return Problem.of_game(self.game, turns)

    @contextmanager
    def search(self, problem: Problem) -> Iterator[Search]:
        """Give a search that shows how far it is."""
        prepare(err.print, problem.rules)
        with _showing_progress(self.game) as show:
            yield Search(problem, threads=self.workers, progress=show)


class Optimum(SearchCommand):
    """Find the least total number of guesses."""

    most: int | None = option(
        "--max-guesses",
        "--most",
        metavar="N",
        type=whole_number,
        help="never a guess more than these",
    )
    tree: Path | None = option(
        "--tree", metavar="FILE", type=Path, help="write all guesses to a file"
    )
    cluster: str | None = CLUSTER

    def run(self) -> int:
        problem = self.problem()
        if self.tree:
            check_place(self.tree)
        find = self._find_by_cluster if self.cluster else self._find
        found, tree = find(problem)
        left = codebook(self.game).indices(problem.candidates)
        histogram = replay(codebook(self.game), tree, left) if tree else ()
        if tree and self.tree:
            turns = parse_turns(self.turns, self.game)
            write_file(self.tree, format_tree(self.game, tree, turns))
        first = tree.guess if tree else found.first
        if self.json:
            known = histogram if found.proved else ()
            self._print_json(found, first, len(left), known)
        else:
            self._print(found, first, len(left), histogram)
        return DONE

    def _find(self, problem: Problem) -> tuple[Bounds, Tree | None]:
        """Return what is proved, and a tree of it if there is use for one."""
        with self.search(problem) as search:
            found = search.optimum(self.time_limit, most=self.most)
        if not (found.proved or self.tree):
            return found, None
        return found, self._shipped_tree() or search.tree_of(
            found, most=self.most, orderly=bool(self.tree)
        )

    def _find_by_cluster(self, problem: Problem) -> tuple[Bounds, Tree | None]:
        dask = load_dask()
        prepare(err.print, problem.rules)
        turns = tuple(parse_turns(self.turns, self.game))
        question = dask.Question(self.game, turns, self.most, bool(self.tree))
        with (
            dask.connected(self.cluster) as client,
            _showing_progress(self.game) as show,
        ):
            found: tuple[Bounds, Tree | None]
            found = dask.optimum(client, question, self.time_limit, show)
        return found

    def _shipped_tree(self) -> Tree | None:
        """Return the tree by which a strategy plays, unless one is to be made."""
        if self.turns or self.tree:
            return None
        most = "" if self.most is None else f"-{self.most}"
        return shipped_tree(self.game, f"optimal{most}")

    def _print_json(
        self, found: Bounds, first: Code | None, codes: int, histogram: Sequence[int]
    ) -> None:
        """Print the answer; the histogram is empty unless it is proved."""
        out.print_json(
            {
                "game": str(self.game),
                "codes": codes,
                "total": found.upper if histogram else None,
                "average": found.lower / codes if histogram else None,
                "max": len(histogram) or None,
                "first": first and self.game.format_code(first),
                "histogram": list(histogram) or None,
                **_proof_as_json(found),
            }
        )

    def _print(
        self, found: Bounds, first: Code | None, codes: int, histogram: Sequence[int]
    ) -> None:
        out.print(f"{self.game}: {plural(codes, 'code')}")
        if found.proved:
            out.print(
                f"Least total {found.lower:,}, proved: {found.lower / codes:.4f}"
                f" guesses on average, at most {len(histogram)}"
            )
            out.print(f"Found with 1, 2, ... guesses: {' '.join(map(str, histogram))}")
        else:
            _print_bounds("Least total", found)
        _print_first(first, self.game)
        if self.tree:
            total = f"total {total_of(histogram):,}, at most {len(histogram)}"
            wrote = f"wrote {self.tree}: {total}" if histogram else "no tree is written"
            out.print(wrote)


class WorstCase(SearchCommand):
    """Find the least greatest number of guesses."""

    extra_colour: bool
    fixed_first: int | None

    def add_options(self, parser: Parser) -> None:
        super().add_options(parser)
        auxiliary = parser.add_mutually_exclusive_group()
        auxiliary.add_argument(
            "--extra-colour",
            action="store_true",
            help="guesses may have one more colour, many times; no code has it",
        )
        auxiliary.add_argument(
            "--fixed-first",
            metavar="X",
            type=whole_number,
            help="the first guesses are fixed: all colours in order",
        )

    def run(self) -> int:
        rules = self.game
        if self.turns and (self.extra_colour or self.fixed_first):
            raise ValueError(
                f"expected no turns with --extra-colour or --fixed-first,"
                f" got {self.turns[0]!r}"
            )
        opening = fixed_guesses(rules, self.fixed_first or 0)
        problem = (
            Problem.with_extra_colour(rules) if self.extra_colour else self.problem()
        )
        with self.search(problem) as search:
            found = search.worst_case(self.time_limit, opening=opening)
        if self.json:
            out.print_json(
                {
                    "game": str(rules),
                    **({"extra_colour": True} if self.extra_colour else {}),
                    **({"fixed_first": len(opening)} if opening else {}),
                    "guesses": found.upper if found.proved else None,
                    "first": found.first and self._format(found.first),
                    **_proof_as_json(found),
                }
            )
            return DONE
        out.print(f"{rules}: {plural(len(problem.candidates), 'code')}")
        if found.proved:
            out.print(f"Guesses at most: {found.lower}, proved")
        else:
            _print_bounds("Guesses at most", found)
        if self.extra_colour:
            first = found.first and self._format(found.first)
            out.print(f"First guess {first} (*: the extra colour)")
        else:
            _print_first(found.first, rules)
        return DONE

    def _format(self, first: Code) -> str:
        """Return a first guess as it is written, the extra colour as a star."""
        symbols = f"*{self.game.symbols}" if self.extra_colour else self.game.symbols
        return "".join(symbols[colour - 1] for colour in first)


class Tables(Command):
    """Compute the tables of the paper."""

    failures = GameCommand.failures
    json: bool = JSON
    workers: int = _workers()
    time_limit: float = option(
        "--time-limit",
        metavar="SECONDS",
        type=seconds,
        default=60.0,
        help="for each value, default 60; bounds will do then",
    )
    cluster: str | None = CLUSTER

    def run(self) -> int:
        find = self._find_by_cluster if self.cluster else self._find
        found = [*find([*entries()])]
        if self.json:
            out.print_json({"entries": [_entry_as_json(*each) for each in found]})
            return DONE
        for title, group in itertools.groupby(found, lambda each: each[0].table):
            _print_paper_table(title, list(group))
        out.print("a-b or a+: bounds, not proved to meet")
        for entry, bounds in found:
            ours, known = _range(bounds), _range(entry.known)
            best = bounds.with_known(entry.known)
            if not best:
                out.print(f"{entry.name}: {ours}, but {known} in the paper")
            elif best != bounds:
                out.print(f"{entry.name}: {known} is the paper's; found here: {ours}")
        return DONE

    def _find(self, wanted: Sequence[Entry]) -> Iterator[tuple[Entry, Bounds]]:
        """Yield what is proved of each entry, as far as it is not interrupted."""
        prepare(err.print, *SMALL_GAMES.values())
        for entry in wanted:
            end = time.monotonic() + self.time_limit
            with _showing_progress(entry.name) as show:
                bounds = entry.bounds(
                    self.time_limit, threads=self.workers, progress=show
                )
            yield entry, bounds
            is_open = not (bounds.proved or bounds == entry.known)
            if entry.is_searched and is_open and time.monotonic() < end:
                err.print(_INTERRUPTED)
                return

    def _find_by_cluster(
        self, wanted: Sequence[Entry]
    ) -> Iterator[tuple[Entry, Bounds]]:
        dask = load_dask()
        with dask.connected(self.cluster) as client:
            limits = [self.time_limit] * len(wanted)
            bounds = dask.results(client, Entry.bounds, wanted, limits)
            try:
                yield from zip(wanted, bounds, strict=True)
            except KeyboardInterrupt:
                err.print(_INTERRUPTED)


@contextmanager
def _showing_progress(what: object) -> Iterator[Progress]:
    """Give a function that shows how far a search is, if it takes a while."""
    next_time = time.monotonic() + PATIENCE
    status = err.console.status("") if err.is_terminal() else None

    def show(found: Bounds, turns: int, positions: int) -> None:
        nonlocal next_time
        if time.monotonic() < next_time:
            return
        best = "no tree yet" if found.upper is None else f"best so far {found.upper:,}"
        line = (
            f"{what}: at least {found.lower:,}, {best},"
            f" {plural(turns, 'turn')} deep, {plural(positions, 'position')}"
        )
        if status:
            status.start()
            status.update(line)
        else:
            next_time = time.monotonic() + _SILENCE
            err.print(line)

    try:
        yield show
    finally:
        if status:
            status.stop()


def _proof_as_json(found: Bounds) -> dict[str, Any]:
    if found.proved:
        return {"proved": True}
    return {"lower": found.lower, "upper": found.upper, "proved": False}


def _print_bounds(what: str, found: Bounds) -> None:
    upper = "not known to be possible" if found.upper is None else f"{found.upper:,}"
    out.print(f"{what}: {found.lower:,} to {upper}, not proved")


def _print_first(first: Code | None, rules: Rules) -> None:
    if first:
        out.print("First guess ", *tiles(first, rules))


def _entry_as_json(entry: Entry, found: Bounds) -> dict[str, Any]:
    """Return an entry; its bounds are the paper's where this run found less."""
    best = found.with_known(entry.known) or found
    by = "search" if entry.is_searched else "formula"
    return {
        "table": entry.table,
        "name": entry.name,
        "guesses": best.upper if best.proved else None,
        "lower": best.lower,
        "upper": best.upper,
        "proved": found.proved,
        "by": by if best == found else "paper",
        "paper": {"lower": entry.known.lower, "upper": entry.known.upper},
    }


def _print_paper_table(title: str, found: Sequence[tuple[Entry, Bounds]]) -> None:
    columns = list(dict.fromkeys(entry.column for entry, _ in found))
    rows = []
    for row, group in itertools.groupby(found, lambda each: each[0].row):
        cells = {
            entry.column: _range(bounds.with_known(entry.known) or bounds)
            for entry, bounds in group
        }
        rows.append([row, *(cells.get(column, "") for column in columns)])
    out.print_table(title, dict.fromkeys(("", *columns), "right"), rows)


def _range(bounds: Bounds) -> str:
    if bounds.upper is None:
        return f"{bounds.lower}+"
    return str(bounds.lower) if bounds.proved else f"{bounds.lower}-{bounds.upper}"

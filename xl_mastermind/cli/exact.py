"""`optimum`, `worst-case` and `tables`: exact search."""

import itertools
import os
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from xl_mastermind.cli.turns import parse_turns
from xl_mastermind.files import write_file
from xl_mastermind.game.codes import codebook
from xl_mastermind.game.rules import Turn
from xl_mastermind.solve.compilation import GAMES_BY_WORD_WIDTH, Run, compile_kernels
from xl_mastermind.solve.exact.ab_games import Entry, entries, fixed_guesses
from xl_mastermind.solve.exact.problem import Bounds, Problem
from xl_mastermind.solve.exact.search import Progress, Search
from xl_mastermind.solve.suggestion import suggest_guess
from xl_mastermind.solve.trees import (
    Tree,
    bundled_tree,
    format_tree,
    play_tree,
    total_guesses,
)
from xl_mastermind.spreadsheet.messages import pluralize
from xl_mastermind.terminal.game_output import first_guess_line, histogram_line
from xl_mastermind.terminal.options import (
    MAX_WORKERS,
    SEARCH_FAILURES,
    add_options,
    check_output_file,
    cluster,
    positive_number,
)
from xl_mastermind.terminal.output import Command, Table, status, stderr

FAILURES: Final = SEARCH_FAILURES

_SEARCH_OPTIONS: Final = ("--game", "--json", "--workers", "--time-limit", "turns")

_INTERRUPTED_NOTE: Final = "interrupted: the rest is left out"


def _parse_options_turns(options: Namespace) -> list[Turn]:
    """Return the turns of the options, or raise an error if they contradict."""
    turns = parse_turns(options.turns, options.game)
    if turns:
        suggest_guess(options.game, turns, "first-consistent")
    return turns


@contextmanager
def _open_search(options: Namespace, problem: Problem, run: Run) -> Iterator[Search]:
    """Compile the search and yield it with progress output."""
    compile_kernels(stderr.print, problem.rules, run=run)
    with _search_progress(problem.rules) as show:
        yield Search(problem, threads=_thread_count(options), progress=show)


def _thread_count(options: Namespace) -> int:
    return options.workers or min(os.cpu_count() or 1, MAX_WORKERS)


def optimum_options(parser: ArgumentParser) -> None:
    add_options(parser, *_SEARCH_OPTIONS)
    parser.add_argument(
        "--max-guesses",
        "--most",
        metavar="N",
        type=positive_number,
        help="limit trees to N guesses",
    )
    text = "write all guesses to a file"
    parser.add_argument("--tree", metavar="FILE", type=Path, help=text)


def optimum(options: Namespace) -> Command:
    """Prove the minimum total number of guesses."""
    rules, turns = options.game, _parse_options_turns(options)
    problem = Problem.from_game(rules, turns)
    check_output_file(options.tree)
    bounds, tree = _find_optimum(options, problem)
    book = codebook(rules)
    codes = book.indices(problem.candidates)
    histogram = play_tree(book, tree, codes) if tree else ()
    if tree and options.tree:
        write_file(options.tree, format_tree(rules, tree, turns))
    first = tree.guess if tree else bounds.first_guess
    yield f"{rules}: {pluralize(len(codes), 'code')}"
    if bounds.is_proved:
        yield (
            f"Minimum total {bounds.lower:,}, proved: {bounds.lower / len(codes):.4f}"
            f" guesses on average, at most {len(histogram)}"
        )
        yield histogram_line(histogram)
    else:
        yield _bounds_sentence("Minimum total", bounds)
    if first:
        yield first_guess_line(first, rules)
    if options.tree:
        total = f"total {total_guesses(histogram):,}, at most {len(histogram)}"
        yield f"wrote {options.tree}: {total}" if tree else "no tree is written"
    return {
        "game": str(rules),
        "codes": len(codes),
        "total": bounds.upper if bounds.is_proved else None,
        "average": bounds.lower / len(codes) if bounds.is_proved else None,
        "max": len(histogram) if bounds.is_proved else None,
        "first": first and rules.format_code(first),
        "histogram": list(histogram) if bounds.is_proved else None,
        **_proof_record(bounds),
    }


def _find_optimum(options: Namespace, problem: Problem) -> tuple[Bounds, Tree | None]:
    """Return the bounds, and a tree if they are proved or `--tree` needs one."""
    max_guesses = options.max_guesses
    with _open_search(options, problem, Search.total) as search:
        bounds = search.optimum(options.time_limit, max_guesses=max_guesses)
    if options.tree:
        return bounds, search.tree_of_bounds(
            bounds, max_guesses=max_guesses, orderly=True
        )
    if not bounds.is_proved:
        return bounds, None
    tree = None  # print the tree of the strategy, if it is optimal
    if not options.turns:
        name = f"optimal-{max_guesses}" if max_guesses else "optimal"
        tree = bundled_tree(options.game, name)
    return bounds, tree or search.tree_of_bounds(bounds, max_guesses=max_guesses)


def worst_case_options(parser: ArgumentParser) -> None:
    add_options(parser, *_SEARCH_OPTIONS)
    auxiliary = parser.add_mutually_exclusive_group()
    text = "allow guesses with an extra colour that no code has"
    auxiliary.add_argument("--extra-colour", action="store_true", help=text)
    text = "fix the first X guesses: all colours in order"
    auxiliary.add_argument(
        "--fixed-first", metavar="X", type=positive_number, help=text
    )


def worst_case(options: Namespace) -> Command:
    """Prove the minimum worst case."""
    rules = options.game
    if options.turns and (options.extra_colour or options.fixed_first):
        raise ValueError(
            f"expected no turns with --extra-colour or --fixed-first,"
            f" got {options.turns[0]!r}"
        )
    opening = fixed_guesses(rules, options.fixed_first or 0)
    extra = options.extra_colour
    if extra:
        problem = Problem.with_extra_colour(rules)
    else:
        problem = Problem.from_game(rules, _parse_options_turns(options))
    with _open_search(options, problem, Search.worst_case) as search:
        bounds = search.worst_case(options.time_limit, opening=opening)
    symbols = f"*{rules.symbols}" if extra else rules.symbols
    first = bounds.first_guess and "".join(
        symbols[colour - 1] for colour in bounds.first_guess
    )
    yield f"{rules}: {pluralize(len(problem.candidates), 'code')}"
    if bounds.is_proved:
        yield f"Guesses at most: {bounds.lower}, proved"
    else:
        yield _bounds_sentence("Guesses at most", bounds)
    if extra:
        yield f"First guess {first} (*: the extra colour)"
    elif bounds.first_guess:
        yield first_guess_line(bounds.first_guess, rules)
    return {
        "game": str(rules),
        **({"extra_colour": True} if extra else {}),
        **({"fixed_first": len(opening)} if opening else {}),
        "guesses": bounds.upper if bounds.is_proved else None,
        "first": first,
        **_proof_record(bounds),
    }


def _bounds_sentence(what: str, bounds: Bounds) -> str:
    if bounds.upper is None:
        return f"{what}: at least {bounds.lower:,}, no upper bound known"
    return f"{what}: between {bounds.lower:,} and {bounds.upper:,}"


def _proof_record(bounds: Bounds) -> dict[str, Any]:
    if bounds.is_proved:
        return {"proved": True}
    return {"lower": bounds.lower, "upper": bounds.upper, "proved": False}


@contextmanager
def _search_progress(what: object) -> Iterator[Progress]:
    """Yield a function that prints the progress of a search."""
    with status() as show_line:

        def show(bounds: Bounds, turns: int, positions: int) -> None:
            upper = bounds.upper
            best = "no tree yet" if upper is None else f"best so far {upper:,}"
            show_line(
                f"{what}: at least {bounds.lower:,}, {best},"
                f" {pluralize(turns, 'turn')} deep, {pluralize(positions, 'position')}"
            )

        yield show


def tables_options(parser: ArgumentParser) -> None:
    add_options(parser, "--json", "--workers")
    text = "stop each value after SECONDS and print its bounds; default: 60"
    add_options(parser, "--time-limit", default=60.0, help=text)
    add_options(parser, "--cluster")


def tables(options: Namespace) -> Command:
    """Compute the tables of the paper."""
    results = [*_entry_bounds(options)]
    for title, group in itertools.groupby(results, lambda result: result[0].table):
        yield _paper_table(title, list(group))
    yield "a-b or a+: bounds, not proved to meet"
    for entry, bounds in results:
        ours, paper = _bounds_text(bounds), _bounds_text(entry.known_bounds)
        best = bounds.intersect(entry.known_bounds)
        if not best:
            yield f"{entry.name}: {ours}, but {paper} in the paper"
        elif best != bounds:
            yield f"{entry.name}: {paper} is the paper's; this run found: {ours}"
    return {"entries": [_entry_record(*result) for result in results]}


def _entry_bounds(options: Namespace) -> Iterator[tuple[Entry, Bounds]]:
    """Yield the bounds of each entry until an interruption."""
    wanted, limit = [*entries()], options.time_limit
    if options.cluster is not None:
        with cluster(options) as (dask, client):
            limits = [limit] * len(wanted)
            try:
                results = dask.map_tasks(client, Entry.bounds, wanted, limits)
                yield from zip(wanted, results, strict=True)
            except KeyboardInterrupt:
                stderr.print(_INTERRUPTED_NOTE)
        return
    compile_kernels(stderr.print, *GAMES_BY_WORD_WIDTH.values(), run=Search.worst_case)
    for entry in wanted:
        end = time.monotonic() + limit
        with _search_progress(entry.name) as show:
            bounds = entry.bounds(limit, threads=_thread_count(options), progress=show)
        yield entry, bounds
        is_open = not (bounds.is_proved or bounds == entry.known_bounds)
        if entry.is_searched and is_open and time.monotonic() < end:
            stderr.print(_INTERRUPTED_NOTE)
            return


def _entry_record(entry: Entry, bounds: Bounds) -> dict[str, Any]:
    """Return the record of an entry, with the better bounds of search and paper."""
    best = bounds.intersect(entry.known_bounds) or bounds
    by = "search" if entry.is_searched else "formula"
    return {
        "table": entry.table,
        "name": entry.name,
        "guesses": best.upper if best.is_proved else None,
        "lower": best.lower,
        "upper": best.upper,
        "proved": bounds.is_proved,
        "by": by if best == bounds else "paper",
        "paper": {"lower": entry.known_bounds.lower, "upper": entry.known_bounds.upper},
    }


def _paper_table(title: str, results: Sequence[tuple[Entry, Bounds]]) -> Table:
    columns = list(dict.fromkeys(entry.column for entry, _ in results))
    rows = []
    for row, group in itertools.groupby(results, lambda result: result[0].row):
        cells = {
            entry.column: _bounds_text(bounds.intersect(entry.known_bounds) or bounds)
            for entry, bounds in group
        }
        rows.append([row, *(cells.get(column, "") for column in columns)])
    return Table(title, dict.fromkeys(("", *columns), "right"), rows)


def _bounds_text(bounds: Bounds) -> str:
    if bounds.upper is None:
        return f"{bounds.lower}+"
    return str(bounds.lower) if bounds.is_proved else f"{bounds.lower}-{bounds.upper}"

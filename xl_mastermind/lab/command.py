"""`optimum`, `worst-case` and `tables`: exact search."""

import itertools
import os
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

from xl_mastermind.lab.cluster import connect_executor, run_on_cluster
from xl_mastermind.lab.compilation import GAMES_BY_WORD_WIDTH, compile_kernels
from xl_mastermind.lab.exact.ab_games import Entry, entries
from xl_mastermind.lab.exact.problem import Bounds
from xl_mastermind.lab.exact.search import BoundsCallback, Search
from xl_mastermind.lab.proofs import EXTRA_SYMBOL, Proof
from xl_mastermind.lab.proofs import optimum as prove_optimum
from xl_mastermind.lab.proofs import worst_case as prove_worst_case
from xl_mastermind.presentation.messages import pluralize
from xl_mastermind.tables import Table, csv_lines
from xl_mastermind.terminal import game_output
from xl_mastermind.terminal import options as terminal_options
from xl_mastermind.terminal.output import Command, status, stderr

FAILURES: Final = terminal_options.SEARCH_FAILURES

_SEARCH_OPTIONS: Final = ("--game", "--json", "--workers", "--time-limit", "turns")

_INTERRUPTED_NOTE: Final = "interrupted: the rest is left out"


def _thread_count(options: Namespace) -> int:
    return options.workers or min(os.cpu_count() or 1, terminal_options.MAX_WORKERS)


def optimum_options(parser: ArgumentParser) -> None:
    terminal_options.add_options(parser, *_SEARCH_OPTIONS)
    parser.add_argument(
        "--max-guesses",
        metavar="N",
        type=terminal_options.positive_number,
        help="limit trees to N guesses",
    )
    text = "every guess must be a code that is still possible"
    parser.add_argument("--possible-guesses", action="store_true", help=text)
    terminal_options.add_options(parser, "--tree")


def optimum(options: Namespace) -> Command:
    """Prove the minimum total number of guesses."""
    rules = options.game
    terminal_options.check_output_file(options.tree, *terminal_options.TREE_ENDINGS)
    with _search_progress(rules) as show:
        proof = prove_optimum(
            rules,
            terminal_options.turns_so_far(options),
            max_guesses=options.max_guesses,
            possible_guesses=options.possible_guesses,
            time_limit=options.time_limit,
            threads=_thread_count(options),
            needs_tree=bool(options.tree),
            progress=show,
        )
    checked = proof.tree.check() if proof.tree else None
    if proof.tree and options.tree:
        game_output.write_tree(options.tree, proof.tree)
    yield f"{rules}: {pluralize(proof.code_count, 'code')}"
    if proof.is_proved and checked:
        yield from game_output.tree_lines(
            f"Minimum total {proof.lower:,}, proved", checked
        )
    else:
        yield _bounds_sentence("Minimum total", proof)
    if proof.first:
        yield game_output.first_guess_line(proof.first, rules)
    if options.tree and checked:
        total = f"total {checked.total:,}, at most {checked.max}"
        yield f"wrote {options.tree}: {total}"
    elif options.tree:
        yield "no tree is written"
    return proof.to_dict()


def worst_case_options(parser: ArgumentParser) -> None:
    terminal_options.add_options(parser, *_SEARCH_OPTIONS)
    auxiliary = parser.add_mutually_exclusive_group()
    text = "allow guesses with an extra colour that no code has"
    auxiliary.add_argument("--extra-colour", action="store_true", help=text)
    text = "fix the first X guesses: all colours in order"
    auxiliary.add_argument(
        "--fixed-first", metavar="X", type=terminal_options.positive_number, help=text
    )


def worst_case(options: Namespace) -> Command:
    """Prove the minimum worst case."""
    rules = options.game
    with _search_progress(rules) as show:
        proof = prove_worst_case(
            rules,
            terminal_options.turns_so_far(options),
            extra_colour=options.extra_colour,
            fixed_first=options.fixed_first or 0,
            time_limit=options.time_limit,
            threads=_thread_count(options),
            progress=show,
        )
    yield f"{rules}: {pluralize(proof.code_count, 'code')}"
    if proof.is_proved:
        yield f"Guesses at most: {proof.lower}, proved"
    else:
        yield _bounds_sentence("Guesses at most", proof)
    if proof.extra_colour:
        yield f"First guess {proof.first_text} ({EXTRA_SYMBOL}: the extra colour)"
    elif proof.first:
        yield game_output.first_guess_line(proof.first, rules)
    return proof.to_dict()


def _bounds_sentence(subject: str, proof: Proof) -> str:
    if proof.upper is None:
        return f"{subject}: at least {proof.lower:,}, no upper bound known"
    return f"{subject}: between {proof.lower:,} and {proof.upper:,}"


@contextmanager
def _search_progress(name: object) -> Iterator[BoundsCallback]:
    with status() as show_line:

        def show(bounds: Bounds, turns: int, positions: int) -> None:
            upper = bounds.upper
            best = "no tree yet" if upper is None else f"best so far {upper:,}"
            show_line(
                f"{name}: at least {bounds.lower:,}, {best},"
                f" {pluralize(turns, 'turn')} deep, {pluralize(positions, 'position')}"
            )

        yield show


def tables_options(parser: ArgumentParser) -> None:
    terminal_options.add_format_options(parser)
    terminal_options.add_options(parser, "--workers")
    text = "stop each value after SECONDS and print its bounds; default: 60"
    terminal_options.add_options(parser, "--time-limit", default=60.0, help=text)
    terminal_options.add_options(parser, "--cluster")


def tables(options: Namespace) -> Command:
    """Compute the tables of the paper."""
    results = [*_entry_bounds(options)]
    records = [_entry_record(*result) for result in results]
    if options.csv:
        paper_texts = [_bounds_text(entry.known_bounds) for entry, _ in results]
        pairs = zip(records, paper_texts, strict=True)
        yield from csv_lines([record | {"paper": text} for record, text in pairs])
        return None
    for title, group in itertools.groupby(results, lambda result: result[0].table):
        yield _paper_table(title, list(group))
    yield "a-b or a+: bounds, not proved to meet"
    for entry, bounds in results:
        text, paper_text = _bounds_text(bounds), _bounds_text(entry.known_bounds)
        best = bounds.intersect(entry.known_bounds)
        if not best:
            yield f"{entry.name}: {text}, but {paper_text} in the paper"
        elif best != bounds:
            yield f"{entry.name}: {paper_text} is the paper's; this run found: {text}"
    return {"entries": records}


def _entry_bounds(options: Namespace) -> Iterator[tuple[Entry, Bounds]]:
    """Yield the bounds of each entry until an interruption."""
    all_entries, limit = [*entries()], options.time_limit
    if options.cluster is not None:
        found: dict[int, Bounds] = {}
        if options.workers:  # a cluster has its own workers
            raise ValueError(
                f"expected --workers or --cluster, got both: {options.workers}"
                f" and {options.cluster}"
            )
        with connect_executor(options.cluster) as executor:
            jobs = [partial(entry.bounds, limit) for entry in all_entries]
            try:
                run_on_cluster(executor, jobs, found.__setitem__)
            except KeyboardInterrupt:
                stderr.print(_INTERRUPTED_NOTE)
        for index, bounds in sorted(found.items()):
            yield all_entries[index], bounds
        return
    compile_kernels(*GAMES_BY_WORD_WIDTH.values(), run=Search.worst_case)
    for entry in all_entries:
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
    headings = ["", *columns]
    return Table(title, headings, rows, right_headings=headings)


def _bounds_text(bounds: Bounds) -> str:
    if bounds.upper is None:
        return f"{bounds.lower}+"
    return str(bounds.lower) if bounds.is_proved else f"{bounds.lower}-{bounds.upper}"

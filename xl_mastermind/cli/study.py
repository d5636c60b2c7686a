"""`evaluate` and `check`: strategies and trees against every code of a game."""

import itertools
import operator
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from xl_mastermind.cli.plot import (
    PLOT_ENDINGS,
    PlotError,
    check_matplotlib,
    plot_evaluations,
)
from xl_mastermind.cli.tree_page import tree_page
from xl_mastermind.files import write_file
from xl_mastermind.game.codes import MAX_CODES, codebook
from xl_mastermind.game.rules import Rules
from xl_mastermind.game.symmetry import first_guesses
from xl_mastermind.solve.evaluation import Evaluation, peg_orders, strategy_tree
from xl_mastermind.solve.evaluation import evaluate as evaluate_strategy
from xl_mastermind.solve.strategies import DEFAULT_STRATEGY, STRATEGIES, parse_strategy
from xl_mastermind.solve.trees import (
    bundled_tree,
    format_tree,
    parse_tree,
    play_tree,
    total_guesses,
)
from xl_mastermind.spreadsheet.messages import pluralize
from xl_mastermind.terminal.game_output import first_guess_line, histogram_line
from xl_mastermind.terminal.options import (
    SEARCH_FAILURES,
    add_options,
    check_output_file,
    cluster,
    first_guess,
    game,
)
from xl_mastermind.terminal.output import Command, Table, progress, stderr

FAILURES: Final = (*SEARCH_FAILURES, PlotError)

_ALL: Final = "all"
"""Stands for every strategy, order, or non-equivalent first guess."""

_MANY_CODES: Final = 100_000
"""With more codes, `evaluate` may take minutes."""

_MAX_BYTES: Final = 1 << 25
"""Maximum size of a tree file: about a million codes."""


def evaluate_options(parser: ArgumentParser) -> None:
    add_options(parser, "--game")
    names = ", ".join([*STRATEGIES, _ALL])
    text = f"{names}; several with commas; default: {DEFAULT_STRATEGY}"
    add_options(
        parser, "--strategy", type=_split_names, action="extend", default=[], help=text
    )
    text = f"the first guess; {_ALL}: each one up to symmetry"
    add_options(parser, "--first", help=text)
    text = (
        "of the codes: lexicographic, reversed, from-right, shuffled, or the pegs, such"
        f" as 2143 or 2143-reversed; {_ALL}: each by pegs"
    )
    parser.add_argument("--order", metavar="O", default="", help=text)
    add_options(parser, "--seed", "--json")
    endings = "|".join(PLOT_ENDINGS)
    parser.add_argument(
        "--plot", metavar=f"FILE{endings}", type=Path, help="write a chart"
    )
    text = "write all guesses as text, for check"
    parser.add_argument("--tree", metavar="FILE", type=Path, help=text)
    text = "write all guesses as a web page"
    parser.add_argument("--html", metavar="FILE.html", type=Path, help=text)
    add_options(parser, "--cluster")


def _split_names(text: str) -> list[str]:
    """Return names that are separated by commas, for argparse."""
    return text.split(",")


def evaluate(options: Namespace) -> Command:
    """Count the guesses that strategies need."""
    rules: Rules = options.game
    names = options.strategy or [DEFAULT_STRATEGY]
    strategies = _parse_strategies(names, rules)
    firsts = first_guesses(rules) if options.first == _ALL else [first_guess(options)]
    orders = peg_orders(rules) if options.order == _ALL else [options.order]
    evaluation = partial(evaluate_strategy, rules, seed=options.seed)
    jobs = [
        partial(evaluation, strategy, first=first, order=order)
        for strategy in strategies
        for first in firsts
        for order in orders
    ]
    check_output_file(options.plot, *PLOT_ENDINGS)
    if options.plot:
        check_matplotlib()
    _check_tree_options(options, names)
    if _MANY_CODES < rules.code_count <= MAX_CODES:
        stderr.print(f"{rules} has {rules.code_count:,} codes: this can take minutes")
    evaluations = [*_run_jobs(options, jobs)]
    if options.plot:
        plot_evaluations(options.plot, evaluations)
    records = [*map(_evaluation_record, evaluations)]
    yield _evaluation_table(rules, records)
    if options.plot:
        yield f"wrote {options.plot}"
    yield from _write_tree(options, evaluations)
    is_list = len(names) > 1 or _ALL in (*names, options.first, options.order)
    return records if is_list else records[0]


def _check_tree_options(options: Namespace, names: Sequence[str]) -> None:
    """Raise an error if the options allow no tree, before the evaluation."""
    if not (options.tree or options.html):
        return
    first = options.first
    if len(names) > 1 or _ALL in names or parse_strategy(names[0]).is_random:
        raise ValueError(
            "expected a strategy that always guesses alike, with --tree or --html,"
            f" got {', '.join(names)}"
        )
    if options.order:
        raise ValueError(
            f"expected no --order with --tree or --html, got {options.order}"
        )
    if first == _ALL:
        raise ValueError(f"expected one first guess with --tree or --html, got {first}")
    check_output_file(options.tree)
    check_output_file(options.html, ".html")


def _write_tree(options: Namespace, evaluations: Sequence[Evaluation]) -> Iterator[str]:
    """Write the tree of a strategy to the output files."""
    if not (options.tree or options.html):
        return
    (evaluation,) = evaluations
    tree = strategy_tree(evaluation.rules, evaluation.strategy, evaluation.first)
    if options.tree:
        write_file(options.tree, format_tree(evaluation.rules, tree))
        yield f"wrote {options.tree}"
    if options.html:
        write_file(options.html, tree_page(evaluation, tree))
        yield f"wrote {options.html}"


def _parse_strategies(names: Sequence[str], rules: Rules) -> list[str]:
    """Return the strategies once each; all are those that answer alike every time."""
    every = [
        name
        for name, strategy in STRATEGIES.items()
        if not (strategy.is_random or strategy.is_exact) or bundled_tree(rules, name)
    ]
    listed = [every if name == _ALL else [parse_strategy(name).name] for name in names]
    return [*dict.fromkeys(itertools.chain.from_iterable(listed))]


def _run_jobs(
    options: Namespace, jobs: Sequence[partial[Evaluation]]
) -> Iterator[Evaluation]:
    """Yield what the jobs return, done one after another or by a cluster."""
    if options.cluster is None:
        for job in jobs:
            _, strategy = job.args
            count = options.game.code_count
            with progress(strategy, count, in_pipes=count > _MANY_CODES) as advance:
                yield job(progress=advance)
        return
    with (
        cluster(options) as (dask, client),
        progress("evaluations", len(jobs)) as advance,
    ):
        for evaluation in dask.map_tasks(client, operator.call, jobs):
            advance(1)
            yield evaluation


def _evaluation_record(evaluation: Evaluation) -> dict[str, Any]:
    return {
        "game": str(evaluation.rules),
        "strategy": evaluation.strategy,
        **({"order": evaluation.order} if evaluation.order else {}),
        "first": evaluation.first and evaluation.rules.format_code(evaluation.first),
        **_histogram_record(evaluation.histogram),
    }


def _histogram_record(histogram: Sequence[int]) -> dict[str, Any]:
    """Return the statistics of a histogram: codes by number of guesses."""
    codes, total = sum(histogram), total_guesses(histogram)
    return {
        "codes": codes,
        "total": total,
        "average": total / codes,
        "max": len(histogram),
        "histogram": list(histogram),
    }


def _evaluation_table(rules: Rules, records: Sequence[dict[str, Any]]) -> Table:
    numbers = ("Average", "Most", "Total", "Codes with 1, 2, ... guesses")
    rows = [
        (
            record["strategy"],
            *([record["order"]] if "order" in record else []),
            record["first"] or "any",
            f"{record['average']:.4f}",
            str(record["max"]),
            f"{record['total']:,}",
            " ".join(map(str, record["histogram"])),
        )
        for record in records
    ]
    texts = ("Strategy", *(["Order"] if "order" in records[0] else []), "First")
    headers = dict.fromkeys(texts, "left") | dict.fromkeys(numbers, "right")
    return Table(f"{rules}: {pluralize(rules.code_count, 'code')}", headers, rows)


def check_options(parser: ArgumentParser) -> None:
    text = "a tree that optimum or evaluate has written"
    parser.add_argument("file", metavar="FILE", type=Path, help=text)
    text = "the game, if the file does not name it"
    parser.add_argument("--game", metavar="G", type=game, help=text)
    add_options(parser, "--json")


def check(options: Namespace) -> Command:
    """Play a tree of `optimum` or `evaluate` against every code."""
    rules, turns, tree = parse_tree(_read_tree(options.file), options.game)
    book = codebook(rules)
    codes = book.candidates(turns)
    if not len(codes):
        raise ValueError(f"no code fits these {len(turns)} turns in {options.file}")
    histogram = play_tree(book, tree, codes)
    figures, played = _histogram_record(histogram), [*map(rules.format_turn, turns)]
    after = f" after {' '.join(played)}" if turns else ""
    yield f"{rules}{after}: {pluralize(len(codes), 'code')}, each found"
    yield (
        f"Total {figures['total']:,}: {figures['average']:.4f} guesses on average,"
        f" at most {figures['max']}"
    )
    yield histogram_line(histogram)
    yield first_guess_line(tree.guess, rules)
    return {
        "game": str(rules),
        "turns": played,
        "first": rules.format_code(tree.guess),
        **figures,
    }


def _read_tree(path: Path) -> str:
    """Return the text of a tree file, or raise an error."""
    with path.open("rb") as file:
        content = file.read(_MAX_BYTES + 1)
    if len(content) > _MAX_BYTES:
        raise ValueError(f"expected a tree of at most {_MAX_BYTES:,} bytes: {path}")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"expected a tree as text: {path}") from None

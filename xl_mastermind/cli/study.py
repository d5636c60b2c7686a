"""`evaluate`, `rank`, `partition` and `check`: studies of strategies and guesses."""

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from functools import partial
from itertools import product
from pathlib import Path
from runpy import run_path
from typing import Final

from xl_mastermind.cli import plot
from xl_mastermind.game.codes import MAX_CODES
from xl_mastermind.game.symmetry import first_guesses
from xl_mastermind.solve.analysis import partition as partition_codes
from xl_mastermind.solve.analysis import rank_guesses
from xl_mastermind.solve.code_order import peg_orders
from xl_mastermind.solve.evaluation import Evaluation
from xl_mastermind.solve.evaluation import evaluate as evaluate_strategy
from xl_mastermind.solve.game_tree import Tree
from xl_mastermind.solve.results import ResultBase
from xl_mastermind.solve.strategies import DEFAULT_STRATEGY, STRATEGIES, parse_strategy
from xl_mastermind.solve.trees import bundled_tree
from xl_mastermind.solve.user_strategy import (
    GuessFunction,
    StrategyError,
    function_name,
)
from xl_mastermind.tables import csv_lines
from xl_mastermind.terminal import game_output
from xl_mastermind.terminal import options as terminal_options
from xl_mastermind.terminal.output import Command, progress, stderr

FAILURES: Final = (*terminal_options.SEARCH_FAILURES, plot.PlotError)

_FUNCTION_SEPARATOR: Final = ".py:"
_ALL: Final = "all"
"""The value for every strategy, every order, or every first guess up to symmetry."""

_MANY_CODES: Final = 100_000
"""With more codes, `evaluate` may take minutes."""

_RANKED_GUESSES: Final = 20
_MAX_BYTES: Final = 1 << 25
"""Maximum size of a tree file: about a million codes."""


def evaluate_options(parser: ArgumentParser) -> None:
    terminal_options.add_options(parser, "--game")
    names = ", ".join([*STRATEGIES, _ALL])
    text = (
        f"{names}, or FILE.py:FUNCTION, which runs the code of the file; several with"
        f" commas; default: {DEFAULT_STRATEGY}"
    )
    split = partial(str.split, sep=",")
    terminal_options.add_options(
        parser, "--strategy", type=split, action="extend", default=[], help=text
    )
    text = f"the first guess; {_ALL}: each one up to symmetry"
    terminal_options.add_options(parser, "--first", help=text)
    text = (
        "of the codes: lexicographic, reversed, from-right, shuffled, or the pegs, such"
        f" as 2143 or 2143-reversed; {_ALL}: each by pegs"
    )
    parser.add_argument("--order", metavar="O", default="", help=text)
    terminal_options.add_options(parser, "--seed")
    terminal_options.add_format_options(parser)
    _add_plot_option(parser)
    terminal_options.add_options(parser, "--tree", "--cluster")


def _add_plot_option(parser: ArgumentParser) -> None:
    metavar = f"FILE{'|'.join(plot.PLOT_ENDINGS)}"
    parser.add_argument("--plot", metavar=metavar, type=Path, help="write a chart")


def _check_plot_option(options: Namespace) -> None:
    terminal_options.check_output_file(options.plot, *plot.PLOT_ENDINGS)
    if options.plot:
        plot.check_matplotlib()


def evaluate(options: Namespace) -> Command:
    """Count the guesses that strategies need."""
    rules = options.game
    names = options.strategy or [DEFAULT_STRATEGY]
    strategies = _parse_strategies(names, options)
    is_all = options.first == _ALL
    firsts = first_guesses(rules) if is_all else [terminal_options.first_guess(options)]
    orders = peg_orders(rules) if options.order == _ALL else [options.order]
    settings = {"seed": options.seed, "resume_file": options.tree}
    jobs = [
        partial(evaluate_strategy, rules, name, first=first, order=order, **settings)
        for name, first, order in product(strategies, firsts, orders)
    ]
    _check_plot_option(options)
    _check_tree_options(options, strategies)
    if _MANY_CODES < rules.code_count <= MAX_CODES:
        stderr.print(f"{rules} has {rules.code_count:,} codes: this can take minutes")
    evaluations = [*_run_jobs(options, jobs)]
    if options.plot:
        plot.plot_evaluations(options.plot, evaluations)
    if options.tree:
        with redirect_stdout(sys.stderr):
            tree = Tree.from_strategy(rules, strategies[0], evaluations[0].first)
        game_output.write_tree(options.tree, tree)
        if isinstance(strategies[0], str) and parse_strategy(strategies[0]).width:
            from xl_mastermind.lab.lookahead import remove_parts  # noqa: PLC0415, 0.1 s

            remove_parts(options.tree, rules, strategies[0], firsts[0])
    records = [evaluation.to_dict() for evaluation in evaluations]
    if options.csv:
        yield from csv_lines(records)
    else:
        yield game_output.result_table(*evaluations)
        yield from (f"wrote {path}" for path in (options.plot, options.tree) if path)
    is_list = len(names) > 1 or _ALL in (*names, options.first, options.order)
    return records if is_list else records[0]


def _check_tree_options(
    options: Namespace, strategies: Sequence[str | GuessFunction]
) -> None:
    """Raise an error if the options allow no tree, before the evaluation."""
    if not options.tree:
        return
    strategy, *others = strategies
    is_random = isinstance(strategy, str) and parse_strategy(strategy).is_random
    names = ", ".join(options.strategy)
    for is_wrong, expected, actual in (
        (others or is_random, "a strategy that always guesses alike,", names),
        (options.order, "no --order", options.order),
        (options.first == _ALL, "one first guess", options.first),
    ):
        if is_wrong:
            message = f"expected {expected} with --tree, got {actual}"
            raise ValueError(message)
    terminal_options.check_output_file(options.tree, *terminal_options.TREE_ENDINGS)


def _parse_strategies(
    names: Sequence[str], options: Namespace
) -> list[str | GuessFunction]:
    """Return each strategy once; `all` stands for those whose guesses never vary."""
    strategies: dict[str, str | GuessFunction] = {}
    for name in names:
        if name == _ALL:
            for each, strategy in STRATEGIES.items():
                varies = strategy.is_random or strategy.is_exact
                if not varies or bundled_tree(options.game, each):
                    strategies[each] = each
        elif _FUNCTION_SEPARATOR in name:
            with redirect_stdout(sys.stderr):
                strategies[name] = _load_function(name)
        else:
            strategies[parse_strategy(name).name] = parse_strategy(name).name
    return [*strategies.values()]


def _load_function(text: str) -> GuessFunction:
    """Return the function of ``FILE.py:FUNCTION``; this runs the file's code."""
    name, _, function_name = text.rpartition(":")
    path = Path(name)
    path.read_bytes()  # a missing file raises an OSError with its name
    sys.path.insert(0, str(path.resolve().parent))  # the file may import from there
    writes_bytecode, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        names = run_path(name, run_name=path.stem)
    except SyntaxError as error:
        raise StrategyError(f"{error.msg}, line {error.lineno} of {path}") from None
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a user's file may even raise SystemExit
        raise StrategyError.from_error(error) from error
    finally:
        sys.dont_write_bytecode = writes_bytecode
    function: GuessFunction | None = names.get(function_name)
    if not callable(function):
        raise StrategyError(f"expected a function {function_name!r} in {path}")
    return function


def _run_jobs(
    options: Namespace, jobs: Sequence[partial[Evaluation]]
) -> Iterator[Evaluation]:
    """Yield the results of the jobs, run one after another or by a cluster."""
    count, strategies = options.game.code_count, [job.args[1] for job in jobs]
    if options.cluster is None:
        yield from _run_in_turn(jobs, count)
        return
    if any(map(callable, strategies)):
        names = ", ".join(options.strategy)
        raise ValueError(f"expected the name of a strategy with --cluster, got {names}")
    from xl_mastermind.lab import cluster  # noqa: PLC0415, 10 ms

    with cluster.connect_executor(options.cluster) as executor:
        # Workers share the parts of a lookahead.
        if any(parse_strategy(name).width for name in strategies):
            jobs = [partial(job, executor=executor) for job in jobs]
            yield from _run_in_turn(jobs, count)
            return
        with progress("evaluations", len(jobs)) as advance:
            yield from cluster.run_on_cluster(executor, jobs, lambda *_: advance(1))


def _run_in_turn(
    jobs: Sequence[partial[Evaluation]], count: int
) -> Iterator[Evaluation]:
    """Yield the results of the jobs, and show the number of found secrets."""
    for job in jobs:
        strategy = job.args[1]
        name = strategy if isinstance(strategy, str) else function_name(strategy)
        with (
            progress(name, count, in_pipes=count > _MANY_CODES) as advance,
            redirect_stdout(sys.stderr),  # a user's function may print
        ):
            evaluation = job(progress=advance)
        yield evaluation


def rank_options(parser: ArgumentParser) -> None:
    terminal_options.add_options(parser, "--game", "--strategy")
    text = f"maximum number of guesses; default: {_RANKED_GUESSES}"
    count = terminal_options.positive_number
    parser.add_argument(
        "--count", metavar="N", type=count, default=_RANKED_GUESSES, help=text
    )
    terminal_options.add_format_options(parser)
    _add_plot_option(parser)
    terminal_options.add_options(parser, "turns")


def rank(options: Namespace) -> Command:
    """Rank the guesses of a position."""
    _check_plot_option(options)
    turns = terminal_options.turns_so_far(options)
    ranking = rank_guesses(options.game, turns, options.strategy, count=options.count)
    if options.plot:
        plot.plot_ranking(options.plot, ranking)
    return (yield from _result_lines(options, ranking, "guesses"))


def partition_options(parser: ArgumentParser) -> None:
    text = "the guess that splits the codes"
    parser.add_argument("guess", metavar="GUESS", help=text)
    terminal_options.add_options(parser, "--game")
    terminal_options.add_format_options(parser)
    _add_plot_option(parser)
    terminal_options.add_options(parser, "turns", default=[])


def partition(options: Namespace) -> Command:
    """Count the codes that a guess leaves, by its answer."""
    _check_plot_option(options)
    turns = terminal_options.turns_so_far(options)
    guess = options.game.parse_code(options.guess)
    parts = partition_codes(options.game, guess, turns)
    if options.plot:
        plot.plot_partition(options.plot, parts)
    return (yield from _result_lines(options, parts, "parts"))


def _result_lines(options: Namespace, result: ResultBase, rows: str) -> Command:
    record = result.to_dict()
    if options.csv:
        yield from csv_lines(record[rows])
        return record
    yield game_output.result_table(result)
    if options.plot:
        yield f"wrote {options.plot}"
    return record


def check_options(parser: ArgumentParser) -> None:
    text = "a tree that optimum or evaluate has written"
    terminal_options.add_options(parser, "file", nargs=None, help=text)
    text = "the game, if the file does not name it"
    terminal_options.add_options(parser, "--game", default=None, help=text)
    terminal_options.add_options(parser, "--json")


def check(options: Namespace) -> Command:
    """Play a tree of `optimum` or `evaluate` against every code."""
    tree = Tree.parse(_read_tree(options.file), options.game)
    checked = tree.check()
    yield checked.table().title
    yield from game_output.tree_lines(f"Total {checked.total:,}", checked)
    yield game_output.first_guess_line(checked.first, tree.rules)
    return checked.to_dict()


def _read_tree(path: Path) -> str:
    with path.open("rb") as file:
        content = file.read(_MAX_BYTES + 1)
    if len(content) > _MAX_BYTES:
        raise ValueError(f"expected a tree of at most {_MAX_BYTES:,} bytes: {path}")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"expected a tree as text: {path}") from None

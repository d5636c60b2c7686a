"""`evaluate` and `check`: strategies and trees against every code of a game."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias

from xl_mastermind.cli.games import (
    CLUSTER,
    StrategyCommand,
    load_dask,
    strategy_name,
    strategy_option,
    tiles,
)
from xl_mastermind.cli.options import JSON, Command, check_ending, game, option
from xl_mastermind.cli.output import DONE, out, progress
from xl_mastermind.files import check_place
from xl_mastermind.game.codes import codebook
from xl_mastermind.game.rules import Code, Rules
from xl_mastermind.game.symmetry import first_guesses
from xl_mastermind.sheet.words import plural
from xl_mastermind.show.plot import (
    ENDINGS,
    PlotError,
    check_installed,
    plot_evaluations,
)
from xl_mastermind.solve.evaluate import Evaluation, evaluate, peg_orders
from xl_mastermind.solve.strategies import STRATEGIES
from xl_mastermind.solve.trees import parse_tree, replay, shipped_tree, total_of

_ALL: Final = "all"
"""Stands for every strategy, order, or first guess that is unlike the others."""

_Choice: TypeAlias = tuple[str, Code | None, str]
"""A strategy, a first guess, and an order of the codes."""

_MOST_BYTES: Final = 1 << 25
"""A tree of half a million codes takes about half of this."""


class Evaluate(StrategyCommand):
    """Count the guesses that a strategy needs."""

    failures = (*StrategyCommand.failures, PlotError)
    strategy: str = strategy_option(_ALL)
    first: str | None = option(
        "--first",
        metavar="CODE",
        help=f"the first guess; {_ALL}: each that is unlike the others",
    )
    order: str = option(
        "--order",
        metavar="O",
        default="",
        help="of the codes: lexicographic, reversed, from-right, shuffled, or the pegs,"
        f" such as 2143 or 2143-reversed; {_ALL}: each by pegs",
    )
    plot: Path | None = option(
        "--plot", metavar=f"FILE{'|'.join(ENDINGS)}", type=Path, help="a picture of it"
    )
    cluster: str | None = CLUSTER

    def run(self) -> int:
        firsts = (
            first_guesses(self.game) if self.first == _ALL else [self.first_guess()]
        )
        orders = peg_orders(self.game) if self.order == _ALL else [self.order]
        wanted = [*itertools.product(self._strategies(), firsts, orders)]
        if self.plot:
            check_ending(self.plot, *ENDINGS)
            check_place(self.plot)
            check_installed()
        find = self._find_by_cluster if self.cluster else self._find
        found = [*find(wanted)]
        if self.plot:
            plot_evaluations(self.plot, found)
        if self.json:
            listed = [_as_json(evaluation) for evaluation in found]
            one = _ALL not in (self.strategy, self.first, self.order)
            out.print_json(listed[0] if one else listed)
            return DONE
        _print_table(found)
        if self.plot:
            out.print(f"wrote {self.plot}")
        return DONE

    def _find(self, wanted: Sequence[_Choice]) -> Iterator[Evaluation]:
        for choice in wanted:
            with progress(choice[0], self.game.code_count) as advance:
                yield _evaluate(self.game, self.seed, choice, advance)

    def _find_by_cluster(self, wanted: Sequence[_Choice]) -> Iterator[Evaluation]:
        dask = load_dask()
        task = partial(_evaluate, self.game, self.seed)
        with (
            dask.connected(self.cluster) as client,
            progress(self.strategy, len(wanted)) as advance,
        ):
            for found in dask.results(client, task, wanted):
                advance(1)
                yield found

    def _strategies(self) -> list[str]:
        """Return the strategies; all are those that answer alike every time."""
        if self.strategy != _ALL:
            return [strategy_name(self.strategy)]
        return [
            name
            for name, strategy in STRATEGIES.items()
            if not (strategy.at_random or strategy.exact)
            or shipped_tree(self.game, name)
        ]


def _evaluate(
    rules: Rules,
    seed: int | None,
    choice: _Choice,
    advance: Callable[[int], object] | None = None,
) -> Evaluation:
    name, first, order = choice
    return evaluate(rules, name, first=first, seed=seed, order=order, progress=advance)


def _as_json(found: Evaluation) -> dict[str, Any]:
    return {
        "game": str(found.rules),
        "strategy": found.strategy,
        **({"order": found.order} if found.order else {}),
        "first": found.first and found.rules.format_code(found.first),
        "codes": found.rules.code_count,
        "total": found.total,
        "average": found.average,
        "max": found.most,
        "histogram": list(found.histogram),
    }


def _print_table(found: Sequence[Evaluation]) -> None:
    rules = found[0].rules
    numbers = ("Average", "Most", "Total", "Found with 1, 2, ... guesses")
    rows = [
        (
            evaluation.strategy,
            *([evaluation.order] if evaluation.order else []),
            rules.format_code(evaluation.first) if evaluation.first else "any",
            f"{evaluation.average:.4f}",
            str(evaluation.most),
            f"{evaluation.total:,}",
            " ".join(map(str, evaluation.histogram)),
        )
        for evaluation in found
    ]
    texts = ("Strategy", *(["Order"] if found[0].order else []), "First")
    heads = dict.fromkeys(texts, "left") | dict.fromkeys(numbers, "right")
    out.print_table(f"{rules}: {plural(rules.code_count, 'code')}", heads, rows)


class Check(Command):
    """Play a tree that was written by `optimum --tree` against every code."""

    file: Path = option(metavar="FILE", type=Path, help="as optimum --tree writes it")
    game: Rules | None = option(
        "--game", metavar="G", type=game, help="the game, if the file does not say it"
    )
    json: bool = JSON

    def run(self) -> int:
        rules, turns, tree = parse_tree(_read(self.file), self.game)
        book = codebook(rules)
        left = book.candidates(turns)
        if not len(left):
            raise ValueError(f"no code fits these {len(turns)} turns in {self.file}")
        histogram = replay(book, tree, left)
        total, played = total_of(histogram), [*map(rules.format_turn, turns)]
        if self.json:
            out.print_json(
                {
                    "game": str(rules),
                    "turns": played,
                    "first": rules.format_code(tree.guess),
                    "codes": len(left),
                    "total": total,
                    "average": total / len(left),
                    "max": len(histogram),
                    "histogram": list(histogram),
                }
            )
            return DONE
        after = f" after {' '.join(played)}" if turns else ""
        out.print(f"{rules}{after}: {plural(len(left), 'code')}, each found")
        out.print(
            f"Total {total:,}: {total / len(left):.4f} guesses on average,"
            f" at most {len(histogram)}"
        )
        out.print(f"Found with 1, 2, ... guesses: {' '.join(map(str, histogram))}")
        out.print("First guess ", *tiles(tree.guess, rules))
        return DONE


def _read(path: Path) -> str:
    """Return what a file says, or raise if that is too long or no text."""
    with path.open("rb") as file:
        content = file.read(_MOST_BYTES + 1)
    if len(content) > _MOST_BYTES:
        raise ValueError(f"expected a tree of at most {_MOST_BYTES:,} bytes: {path}")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError(f"expected a tree as text: {path}") from None

"""`evaluate`: strategies against every code of a game."""

import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from xl_mastermind.cli.games import StrategyCommand, strategy_name, strategy_option
from xl_mastermind.cli.options import check_ending, option
from xl_mastermind.cli.output import DONE, out, progress
from xl_mastermind.files import check_place
from xl_mastermind.game.symmetry import first_guesses
from xl_mastermind.sheet.words import plural
from xl_mastermind.show.plot import (
    ENDINGS,
    PlotError,
    check_installed,
    plot_evaluations,
)
from xl_mastermind.solve.evaluate import Evaluation, evaluate
from xl_mastermind.solve.strategies import STRATEGIES
from xl_mastermind.solve.trees import shipped_tree

_ALL: Final = "all"
"""Stands for every strategy, or for every first guess that is unlike the others."""


class Evaluate(StrategyCommand):
    """Count the guesses that a strategy needs."""

    failures = (*StrategyCommand.failures, PlotError)
    strategy: str = strategy_option(_ALL)
    first: str | None = option(
        "--first",
        metavar="CODE",
        help=f"the first guess; {_ALL}: each that is unlike the others",
    )
    plot: Path | None = option(
        "--plot", metavar=f"FILE{'|'.join(ENDINGS)}", type=Path, help="a picture of it"
    )

    def run(self) -> int:
        firsts = (
            first_guesses(self.game) if self.first == _ALL else [self.first_guess()]
        )
        names = self._strategies()
        if self.plot:
            check_ending(self.plot, *ENDINGS)
            check_place(self.plot)
            check_installed()
        found = []
        for name, first in itertools.product(names, firsts):
            with progress(name, self.game.code_count) as advance:
                found.append(
                    evaluate(
                        self.game, name, first=first, seed=self.seed, progress=advance
                    )
                )
        if self.plot:
            plot_evaluations(self.plot, found)
        if self.json:
            listed = [_as_json(evaluation) for evaluation in found]
            one = _ALL not in (self.strategy, self.first)
            out.print_json(listed[0] if one else listed)
            return DONE
        _print_table(found)
        if self.plot:
            out.print(f"wrote {self.plot}")
        return DONE

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


def _as_json(found: Evaluation) -> dict[str, Any]:
    return {
        "game": str(found.rules),
        "strategy": found.strategy,
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
            rules.format_code(evaluation.first) if evaluation.first else "any",
            f"{evaluation.average:.4f}",
            str(evaluation.most),
            f"{evaluation.total:,}",
            " ".join(map(str, evaluation.histogram)),
        )
        for evaluation in found
    ]
    heads = {"Strategy": "left", "First": "left"} | dict.fromkeys(numbers, "right")
    out.print_table(f"{rules}: {plural(rules.code_count, 'code')}", heads, rows)

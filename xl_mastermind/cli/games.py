"""What the commands that play have in common: options, codes as tiles."""

import logging
from collections.abc import Sequence
from types import ModuleType
from typing import Any, Final

from xl_mastermind.cli.options import GAME, JSON, Command, option, seed
from xl_mastermind.cli.output import Piece, err, out
from xl_mastermind.game.rules import Code, Rules, Turn
from xl_mastermind.sheet.palette import INK, WHITE, peg_colour
from xl_mastermind.sheet.words import RESULT, little_pegs
from xl_mastermind.solve.exact.problem import ExactSearchError, UnreachableError
from xl_mastermind.solve.strategies import (
    DEFAULT_STRATEGY,
    STRATEGIES,
    parse_strategy,
)

SAMPLED: Final = " (sampled: the best of a part of the guesses)"
"""Stands beside a guess where the game is too large to compare all."""


CLUSTER: Any = option(
    "--cluster",
    metavar="ADDRESS",
    help="let the workers of a Dask scheduler do it, such as tcp://10.0.0.5:8786",
)


def load_dask() -> ModuleType:
    """Return the module that gives work to a cluster."""
    try:
        from xl_mastermind.solve.exact import dask  # noqa: PLC0415, takes long
    except ImportError as error:
        advice = "a cluster needs Dask: pip install 'xl-mastermind[cluster]'"
        raise ExactSearchError(f"{advice} ({error})") from None
    return dask


def strategy_option(
    *more: str, default: str | None = DEFAULT_STRATEGY, usual: str = DEFAULT_STRATEGY
) -> Any:  # noqa: ANN401, a text
    """Return the option of a strategy; `usual` says what is played without it."""
    text = f"{', '.join([*STRATEGIES, *more])}; default: {usual}"
    return option("--strategy", metavar="S", default=default, help=text)


class GameCommand(Command):
    """A command for one game."""

    game: Rules = GAME
    failures: tuple[type[Exception], ...] = (ExactSearchError, UnreachableError)


class StrategyCommand(GameCommand):
    """A command in which a strategy plays a game."""

    strategy: str = strategy_option()
    first: str | None = option("--first", metavar="CODE", help="the first guess")
    seed: int | None = option(
        "--seed", metavar="N", type=seed, help="makes what is random repeatable"
    )
    json: bool = JSON

    def first_guess(self) -> Code | None:
        return None if self.first is None else self.game.parse_code(self.first)


def strategy_name(text: str) -> str:
    """Return the name of a strategy; if it compiles a search, it will say so."""
    strategy = parse_strategy(text)
    if strategy.exact:
        log = logging.getLogger("xl_mastermind.solve")
        log.setLevel(logging.INFO)
        log.handlers = [_Messages()]
    return strategy.name


class _Messages(logging.Handler):
    """Shows what the strategies say on standard error."""

    def emit(self, record: logging.LogRecord) -> None:
        err.print(record.getMessage())


def tiles(code: Code, rules: Rules) -> list[Piece]:
    """Return a code as coloured tiles."""
    pieces: list[Piece] = []
    for symbol in rules.format_code(code):
        look = peg_colour(symbol)
        fill, ink = (look.fill, look.ink) if look else (WHITE, INK)
        pieces.append((f" {symbol} ", f"bold {ink} on {fill}"))
    return pieces


def sample_as_json(*, sampled: bool) -> dict[str, bool]:
    """Return the field of a guess that is the best of a sample only."""
    return {"sampled": True} if sampled else {}


def print_result(rules: Rules, number: int, turns: Sequence[Turn]) -> None:
    """Write what a player shows friends of a game; its number is 0 if unknown."""
    from xl_mastermind.sheet.layout import title  # noqa: PLC0415 - for few

    game = f"{title(rules)} #{number}" if number else title(rules)
    out.print("\nTo show friends, without the code:")
    out.print(RESULT.format(game=game, guesses=len(turns)))
    for turn in turns:
        out.print(little_pegs(*turn.feedback, rules.pegs, ""))
    out.print()

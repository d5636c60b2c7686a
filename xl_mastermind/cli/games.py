"""What the commands that play have in common: options, codes as tiles."""

import logging
from collections.abc import Iterable
from typing import Final

from xl_mastermind.cli.options import Command, Parser
from xl_mastermind.cli.output import Piece, err
from xl_mastermind.game.rules import Code, Rules
from xl_mastermind.sheet.palette import INK, WHITE, peg_colour
from xl_mastermind.solve.exact.bounds import ExactSearchError, UnreachableError
from xl_mastermind.solve.strategies import (
    DEFAULT_STRATEGY,
    STRATEGIES,
    parse_strategy,
)

SAMPLED: Final = " (sampled: the best of a part of the guesses)"
"""Stands beside a guess where the game is too large to compare all."""


class GameCommand(Command):
    """A command for one game."""

    game: Rules
    failures: tuple[type[Exception], ...] = (ExactSearchError, UnreachableError)


class StrategyCommand(GameCommand):
    """A command in which a strategy plays a game."""

    strategy: str
    first: str | None
    seed: int | None
    json: bool
    more_strategies: Iterable[str] = ()
    more_firsts = ""

    def add_options(self, parser: Parser) -> None:
        parser.add_shared("--game")
        add_strategy(parser, DEFAULT_STRATEGY, more=self.more_strategies)
        text = f"the first guess{self.more_firsts}"
        parser.add_argument("--first", metavar="CODE", help=text)
        parser.add_shared("--seed", "--json")

    def first_guess(self) -> Code | None:
        return None if self.first is None else self.game.parse_code(self.first)


def add_strategy(
    parser: Parser,
    default: str | None,
    usual: str | None = None,
    more: Iterable[str] = (),
) -> None:
    """Add the option of a strategy; `usual` says what it is if there is no default."""
    text = f"{', '.join([*STRATEGIES, *more])}; default: {usual or default}"
    parser.add_argument("--strategy", metavar="S", default=default, help=text)


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

"""What the commands that play have in common: options, codes as tiles, ratings."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from xl_mastermind.cli.options import Command, Parser
from xl_mastermind.cli.output import Piece, err, out
from xl_mastermind.game.rules import Code, Rules, Turn
from xl_mastermind.sheet.palette import INK, WHITE, peg_colour
from xl_mastermind.sheet.words import note_on
from xl_mastermind.solve.exact.bounds import ExactSearchError, UnreachableError
from xl_mastermind.solve.strategies import DEFAULT_STRATEGY, STRATEGIES
from xl_mastermind.solve.suggest import survivors

if TYPE_CHECKING:
    from xl_mastermind.solve.rating import Rating

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


def rate(turns: Sequence[Turn], rules: Rules) -> "list[Rating]":
    """Return what each guess cost; nothing if no code fits the answers."""
    if not (turns and survivors(rules, turns)[-1]):
        return []
    # What searches takes a while to import, and few commands rate.
    from xl_mastermind.solve.exact.compiled import prepare  # noqa: PLC0415
    from xl_mastermind.solve.rating import MOST_RATED, rate_guesses  # noqa: PLC0415

    if rules.code_count <= MOST_RATED:
        prepare(err.print, rules)
    return rate_guesses(rules, turns)


def rating_as_json(rating: "Rating", rules: Rules) -> dict[str, Any]:
    return {
        "cost": rating.cost,
        "best": rules.format_code(rating.best),
        "luck": rating.luck,
        "note": note_on(rating),
    }


def print_ratings(ratings: "Sequence[Rating]", rules: Rules) -> None:
    if not ratings:
        return
    rows = [
        (
            str(number),
            f"{rating.cost:.2f}",
            f"{rating.luck:.2f}",
            rules.format_code(rating.best),
            note_on(rating),
        )
        for number, rating in enumerate(ratings, 1)
    ]
    heads = dict.fromkeys(("Guess", "Cost", "Luck"), "right") | {"Best": "", "": ""}
    out.print_table("What each guess cost, in guesses", heads, rows)

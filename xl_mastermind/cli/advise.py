"""`next`: the next guess of a game in progress."""

from typing import Any, Final

from xl_mastermind.cli.games import (
    SAMPLED,
    StrategyCommand,
    sample_as_json,
    strategy_name,
    tiles,
)
from xl_mastermind.cli.options import TURNS, option
from xl_mastermind.cli.output import DONE, out
from xl_mastermind.cli.turns import parse_turns
from xl_mastermind.game.codes import codebook
from xl_mastermind.sheet.words import plural
from xl_mastermind.solve.suggest import suggest

_MOST_LISTED: Final = 1000
"""Codes that match a pattern; there may be more."""


class Next(StrategyCommand):
    """Find the next guess of a game in progress."""

    pattern: str | None = option(
        "--pattern", metavar="1??2", help="what is known of the code, ? for any peg"
    )
    turns: list[str] = option(help="the turns so far", **TURNS)

    def run(self) -> int:
        rules, strategy = self.game, strategy_name(self.strategy)
        first = self.first_guess()
        turns = parse_turns(self.turns, rules)
        pattern = None if self.pattern is None else rules.parse_pattern(self.pattern)
        guess, left, sampled = suggest(
            rules, turns, strategy, first=first, seed=self.seed, pattern=pattern
        )
        listed: list[str] = []
        if pattern is not None:
            book = codebook(rules)
            matching = book.candidates(turns, pattern)[:_MOST_LISTED]
            listed = [rules.format_code(book.code(place)) for place in matching]
        if self.json:
            found: dict[str, Any] = {
                "game": str(rules),
                "strategy": strategy,
                "guess": rules.format_code(guess),
                "candidates": left,
                **sample_as_json(sampled=sampled),
            }
            if pattern is not None:
                found |= {"pattern": rules.format_pattern(pattern), "matching": listed}
            out.print_json(found)
            return DONE
        note = SAMPLED if sampled else ""
        out.print(*tiles(guess, rules), f"  {plural(left, 'code')} left{note}")
        if pattern is not None:
            more = left - len(listed)
            rest = f" and {more:,} more" if more else ""
            out.print(f"{' '.join(listed)}{rest}")
        return DONE

"""Turns as they are typed: guesses with their answers."""

from collections.abc import Sequence

from xl_mastermind.game.rules import Rules, Turn
from xl_mastermind.solve.suggest import check_unsolved


def parse_turns(texts: Sequence[str], rules: Rules) -> list[Turn]:
    """Return the turns so far; none of them may have found the code."""
    turns = [rules.parse_turn(text) for text in texts]
    check_unsolved(rules, turns)
    return turns

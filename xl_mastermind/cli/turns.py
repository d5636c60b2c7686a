"""Turns as they are typed: guesses with their answers."""

from collections.abc import Sequence

from xl_mastermind.game.rules import Rules, Turn


def parse_turns(texts: Sequence[str], rules: Rules) -> list[Turn]:
    """Return the turns so far; none of them may have found the code."""
    turns = [rules.parse_turn(text) for text in texts]
    for number, turn in enumerate(turns, 1):
        if turn.feedback == rules.win:
            raise ValueError(f"the code is found: turn {number} is all black")
    return turns

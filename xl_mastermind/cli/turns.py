"""Parse turns as users type them."""

import re
from collections.abc import Sequence
from typing import Final

from xl_mastermind.game.rules import Feedback, Rules, Turn
from xl_mastermind.game.symbols import strip_separators
from xl_mastermind.solve.suggestion import check_unsolved

_NUMBER: Final = r"([0-9]{1,2}|\?)"

_PEG_SIGNS: Final = str.maketrans("*oO.", "●○○·")
"""Pegs of pipes, mapped to those of boards."""

_FEEDBACK_PATTERNS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_NUMBER} *blacks?(?:(?: *,| and)? *{_NUMBER} *whites?)?",
        rf"(?P<black>){_NUMBER} *whites?",
        rf"(?:{_NUMBER} *b *)?{_NUMBER} *[cw]",
    )
)
"""Answers in words or initials; the groups are the black and the white pegs."""


def parse_feedback(text: str, rules: Rules) -> Feedback:
    """
    Return the feedback that an answer writes, or raise a ValueError.

    It reads the forms of `Rules.parse_feedback` and of boards and programs: drawn
    pegs, ``1 black, 2 white``, and the bulls and cows ``1B2C``.

    Examples
    --------
    >>> [str(parse_feedback(text, Rules(4, 6))) for text in ("●○○·", "? black", "1B2C")]
    ['1,2', '?,0', '1,2']
    """
    return rules.parse_feedback(_as_numbers(text, rules))


def parse_turn(text: str, rules: Rules) -> Turn:
    """
    Return the turn ``CODE:ANSWER``, whose answer is as in `parse_feedback`.

    The guess may have separators.
    """
    code, colon, answer = text.partition(":")
    guess = strip_separators(code)
    return rules.parse_turn(f"{guess}{colon}{_as_numbers(answer, rules)}")


def _as_numbers(text: str, rules: Rules) -> str:
    """Return an answer in drawn pegs or words as two numbers, others as they are."""
    answer = text.strip()
    for pattern in _FEEDBACK_PATTERNS:
        if match := pattern.fullmatch(answer):
            black, white = match.groups()
            return f"{black or 0},{white or 0}"
    pegs = "".join(answer.split()).translate(_PEG_SIGNS)
    if not re.fullmatch(r"(●*|●\?)(○*|○\?)·*", pegs) or not pegs:
        return text
    black, white = ("?" if f"{peg}?" in pegs else str(pegs.count(peg)) for peg in "●○")
    if "·" in pegs and len(pegs) != rules.pegs:
        return text
    return f"{black},{white}"


def parse_turns(texts: Sequence[str], rules: Rules) -> list[Turn]:
    """Return the turns so far; none of them may have found the code."""
    turns = [parse_turn(text, rules) for text in texts]
    check_unsolved(rules, turns)
    return turns

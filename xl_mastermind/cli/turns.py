"""Turns as a person types them: guesses with their answers."""

import re
from collections.abc import Sequence

from xl_mastermind.game.rules import Feedback, Rules, Turn, parse_feedback


def parse_turns(texts: Sequence[str], rules: Rules) -> list[Turn]:
    """Return the turns so far; none of them may have found the code."""
    turns = [rules.parse_turn(text) for text in texts]
    for number, turn in enumerate(turns, 1):
        if turn.feedback == rules.win:
            raise ValueError(f"the code is found: turn {number} is all black")
    return turns


def parse_answer(text: str, rules: Rules) -> Feedback:
    """Return the feedback that a person writes after a guess."""
    # It is ``1 2``, ``1,2``, ``1a2b`` or ``abb`` for one black and two white, ``-`` for
    # none, with ``?`` for a number nobody is sure of. In a black-only game the blacks
    # alone will do: ``1``.
    answer = text.strip().lower()
    feedback: Feedback | None = None
    number = r"([0-9]{1,2}|\?)"
    if match := re.fullmatch(rf"{number}(?:[ ,;]+{number})?", answer):
        if match[2] is not None or rules.black_only:
            feedback = parse_feedback(match[1], match[2] or "0")
    elif match := re.fullmatch(rf"(?:{number}a)?\s*(?:{number}b)?", answer):
        if answer:
            feedback = parse_feedback(match[1] or "0", match[2] or "0")
    elif re.fullmatch(r"a*b*", answer):
        feedback = Feedback(answer.count("a"), answer.count("b"))
    elif answer == "-":
        feedback = Feedback(0, 0)
    if feedback is not None:
        return rules.check_feedback(feedback)
    forms = answer_forms(rules)
    if re.fullmatch(r"[ab]*ba[ab]*|[0-9]+b\s*[0-9]+a", answer):
        raise ValueError(
            f"expected black (a) before white (b), such as {forms}, got {text!r}"
        )
    raise ValueError(f"expected an answer such as {forms}, got {text!r}")


def example_answer(rules: Rules) -> Feedback:
    """Return a feedback that the game can give, to show how it is written."""
    return Feedback(1, 0 if rules.black_only or rules.pegs < 3 else 2)


def answer_forms(rules: Rules) -> str:
    """Return the ways to write the example."""
    black, white = example_answer(rules)
    if rules.black_only:
        return f"{black} or {'a' * black}"
    return f"{black} {white}, {black}a{white}b or {'a' * black}{'b' * white}"

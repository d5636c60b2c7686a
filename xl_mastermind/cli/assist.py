"""`assist`: help with a game, guess by guess."""

import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Generator, Iterator, Sequence
from random import SystemRandom
from typing import Final

from xl_mastermind.game.rules import (
    Code,
    Rules,
    Turn,
    example_feedback,
    feedback_forms,
    feedback_in_words,
)
from xl_mastermind.presentation.game_result import GameResult
from xl_mastermind.solve.contradictions import contradiction_in_words
from xl_mastermind.solve.strategies import DEFAULT_STRATEGY, STRATEGIES
from xl_mastermind.solve.suggestion import suggest_guess, survivors
from xl_mastermind.terminal.game_output import (
    SAMPLED_NOTE,
    rate,
    rating_tables,
    shareable_lines,
    tiles,
)
from xl_mastermind.terminal.options import SEARCH_FAILURES, add_options, strategy_name
from xl_mastermind.terminal.output import Command, Line, read_line

FAILURES: Final = SEARCH_FAILURES


def assist_options(parser: ArgumentParser) -> None:
    add_options(parser, "--game")
    usual = f"random in AB games, else {DEFAULT_STRATEGY}"
    text = f"{', '.join(STRATEGIES)}; default: {usual}"
    add_options(parser, "--strategy", default=None, help=text)
    add_options(parser, "--width", "--depth", "--rate")


def assist(options: Namespace) -> Command:
    """Help with a game."""
    rules: Rules = options.game
    strategy = strategy_name(options, options.strategy or _default_strategy(rules))
    seed = SystemRandom().getrandbits(64)  # undo suggests the same guess again
    yield from _instructions(rules, strategy)
    turns: list[Turn] | None = []
    played: list[Turn] = []
    while turns is not None:
        played = turns
        candidate_count = survivors(rules, turns)[-1] if turns else rules.code_count
        if candidate_count and turns and turns[-1].feedback == rules.win:
            yield from shareable_lines(GameResult(rules, None, (*turns,)))
            yield f"Solved in {len(turns)}."
            break
        guess = None
        if candidate_count:
            guess, _, is_sampled = suggest_guess(rules, turns, strategy, seed=seed)
            rest = f"  {candidate_count:,} possible{SAMPLED_NOTE if is_sampled else ''}"
            yield [f"Guess {len(turns) + 1}: ", *tiles(guess, rules), rest]
        else:
            yield contradiction_in_words(rules, turns, "guess")
            yield "Change one of your answers, or undo."
        if candidate_count == 1:
            yield "That is the code."
            if sys.stdin.isatty():
                yield "Enter ends; undo takes the last answer back."
        turns = yield from _read_turns(
            turns, guess, rules, may_be_over=candidate_count == 1
        )
    if options.rate:
        yield from rating_tables(rate(played, rules))
    return None


def _default_strategy(rules: Rules) -> str:
    """Return the default strategy; in AB games that of the AB game post."""
    repeats = Rules.parse("ab-repeats")
    size, ab_size = (rules.pegs, rules.colours), (repeats.pegs, repeats.colours)
    return "random" if rules.distinct or size == ab_size else DEFAULT_STRATEGY


def _instructions(rules: Rules, strategy: str) -> Iterator[Line]:
    answer, forms = _example_forms(rules)
    yield (
        f"{rules}, {strategy}. Answer each guess with its pegs: {forms} for"
        f" {feedback_in_words(example_feedback(rules), rules)}; - for none."
    )
    yield (
        f"Played another guess? Type it as {_example_turn(rules, answer)}. Also: help,"
        f" undo, quit, or 1={answer} to change the answer of guess 1."
    )


def _help_lines(rules: Rules) -> Iterator[Line]:
    """Yield a line for each form of input."""
    answer, forms = _example_forms(rules)
    words = feedback_in_words(example_feedback(rules), rules)
    yield f"{forms}: the answer is {words}; - for none"
    yield f"{_example_turn(rules, answer)}: another guess was played and answered so"
    yield f"1={answer}: guess 1 was answered so"
    yield "undo: takes the last answer back"
    yield "quit, or the end of the input: ends"


def _example_forms(rules: Rules) -> tuple[str, str]:
    """Return an example of an answer, and all of its forms."""
    forms = feedback_forms(rules)
    return re.split(",| or ", forms)[0], forms


def _example_turn(rules: Rules, answer: str) -> str:
    return f"{rules.format_code(rules.example_code)}:{answer}"


def _read_turns(
    turns: list[Turn], guess: Code | None, rules: Rules, *, may_be_over: bool
) -> Generator[Line, None, list[Turn] | None]:
    """Read lines until one changes the turns; return them, `None` at the end."""
    while True:
        typed = read_line("" if may_be_over else "> ")
        if typed is None or typed.lower() == "quit" or (may_be_over and not typed):
            return None
        if typed.lower() == "undo":
            return turns[:-1]
        if typed.lower() == "help":
            yield from _help_lines(rules)
            continue
        try:
            index, turn = _parse_typed_turn(turns, guess, typed, rules)
        except ValueError as error:
            yield str(error)
            continue
        answer = feedback_in_words(turn.feedback, rules)
        yield f"{rules.format_code(turn.guess)}: {answer}"
        return [*turns[:index], turn, *turns[index + 1 :]]


def _parse_typed_turn(
    turns: Sequence[Turn], guess: Code | None, typed: str, rules: Rules
) -> tuple[int, Turn]:
    """Return the index and the turn of a typed line."""
    if change := re.fullmatch(r"([0-9]{1,3})\s*=(.*)", typed):
        index = int(change[1]) - 1
        if not 0 <= index < len(turns):
            raise ValueError(
                f"expected a guess that was answered before =, got {change[1]}"
            )
        return index, Turn(turns[index].guess, rules.parse_feedback(change[2]))
    if ":" in typed:
        return len(turns), rules.parse_turn(typed)
    answer = rules.parse_feedback(typed)
    if guess is None:
        raise ValueError(
            f"no guess is open; expected undo, or a change such as 1={typed}"
        )
    return len(turns), Turn(guess, answer)

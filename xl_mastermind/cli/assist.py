"""`assist`: help with a game, guess by guess, answered by a person."""

import re
import sys
from collections.abc import Sequence
from random import SystemRandom

from xl_mastermind.cli.games import (
    SAMPLED,
    GameCommand,
    print_result,
    strategy_name,
    strategy_option,
    tiles,
)
from xl_mastermind.cli.options import RATE
from xl_mastermind.cli.output import DONE, check_input, out, read_line
from xl_mastermind.cli.ratings import print_ratings, rate
from xl_mastermind.cli.turns import answer_forms, example_answer, parse_answer
from xl_mastermind.game.rules import Code, Rules, Turn, feedback_in_words
from xl_mastermind.solve.contradictions import contradiction_in_words
from xl_mastermind.solve.strategies import DEFAULT_STRATEGY
from xl_mastermind.solve.suggest import suggest, survivors


class Assist(GameCommand):
    """Help with a game."""

    strategy: str | None = strategy_option(
        default=None, usual=f"random in AB games, else {DEFAULT_STRATEGY}"
    )
    rate: bool = RATE

    def run(self) -> int:
        check_input()
        rules = self.game
        strategy = strategy_name(self.strategy or _usual_strategy(rules))
        seed = SystemRandom().getrandbits(64)  # so that undo offers the same guess
        _greet(rules, strategy)
        turns: list[Turn] = []
        while True:
            left = _codes_left(rules, turns)
            if left and turns and turns[-1].feedback == rules.win:
                print_result(rules, 0, turns)
                out.print(f"Solved in {len(turns)}.")
                break
            guess = _advise(rules, turns, strategy, seed)
            changed = _ask(turns, guess, rules, may_be_over=left == 1)
            if changed is None:
                break
            turns = changed
        if self.rate:
            print_ratings(rate(turns, rules), rules)
        return DONE


def _usual_strategy(rules: Rules) -> str:
    """Return the strategy of `assist`: in AB games that of the AB game post."""
    repeats = Rules.parse("ab-repeats")
    is_ab = rules.distinct or (rules.pegs, rules.colours) == (
        repeats.pegs,
        repeats.colours,
    )
    return "random" if is_ab else DEFAULT_STRATEGY


def _greet(rules: Rules, strategy: str) -> None:
    forms, example = answer_forms(rules), example_answer(rules)
    out.print(
        f"{rules}, {strategy}. Answer each guess with its pegs: {forms} for"
        f" {feedback_in_words(example, rules)}; - for none."
    )
    code = rules.format_code([n % rules.colours + 1 for n in range(rules.pegs)])
    answer = forms.split(",")[0].split(" or ")[0]
    out.print(
        f"Played another guess? Type it as {code}:{answer}. Also: undo, quit, or"
        f" 1={answer} to change the answer of guess 1."
    )


def _codes_left(rules: Rules, turns: Sequence[Turn]) -> int:
    return survivors(rules, turns)[-1] if turns else rules.code_count


def _advise(
    rules: Rules, turns: Sequence[Turn], strategy: str, seed: int
) -> Code | None:
    """Say how the game stands and return the guess to answer, if a code is left."""
    left = _codes_left(rules, turns)
    if not left:
        out.print(contradiction_in_words(rules, turns, "guess"))
        out.print("Change one of your answers, or undo.")
        return None
    guess, _, sampled = suggest(rules, turns, strategy, seed=seed)
    note = SAMPLED if sampled else ""
    heading = f"Guess {len(turns) + 1}: "
    out.print(heading, *tiles(guess, rules), f"  {left:,} possible{note}")
    if left == 1:
        out.print("That is the code.")
        if sys.stdin.isatty():
            out.print("Enter ends; undo takes the last answer back.")
    return guess


def _ask(
    turns: list[Turn], guess: Code | None, rules: Rules, *, may_be_over: bool
) -> list[Turn] | None:
    """Return the turns after what a person types, `None` if that ends it all."""
    while True:
        out.print("" if may_be_over else "> ", end="")
        answer = read_line()
        if answer is None or answer.lower() == "quit" or (may_be_over and not answer):
            return None
        if answer.lower() == "undo":
            return turns[:-1]
        try:
            return _with_answer(turns, guess, answer, rules)
        except ValueError as error:
            out.print(str(error))


def _with_answer(
    turns: list[Turn], guess: Code | None, answer: str, rules: Rules
) -> list[Turn]:
    """Return the turns with one more, or with one changed."""
    if change := re.fullmatch(r"([0-9]{1,3})\s*=(.*)", answer):
        place = int(change[1]) - 1
        if not 0 <= place < len(turns):
            raise ValueError(
                f"expected a guess that was answered before =, got {change[1]}"
            )
        changed = Turn(turns[place].guess, parse_answer(change[2], rules))
        return [*turns[:place], changed, *turns[place + 1 :]]
    code, colon, rest = answer.rpartition(":")
    if colon:
        return [*turns, Turn(rules.parse_code(code.strip()), parse_answer(rest, rules))]
    given = parse_answer(answer, rules)
    if guess is None:
        raise ValueError(
            f"no guess is open; expected undo, or a change such as 1={answer}"
        )
    return [*turns, Turn(guess, given)]

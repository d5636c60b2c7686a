"""`play`: break a code in the terminal, hidden by the computer or another player."""

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
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
from xl_mastermind.presentation.games import named_game, title
from xl_mastermind.presentation.messages import (
    CODE_WAS,
    CODEMAKER_WON,
    FOUND_BY_USER,
    MOST_NEED,
    colours_in_words,
    number_in_words,
    pluralize,
    typing_instructions,
)
from xl_mastermind.session import CODEMAKERS, Session
from xl_mastermind.solve.contradictions import contradiction_in_words
from xl_mastermind.solve.strategies import DEFAULT_STRATEGY, STRATEGIES
from xl_mastermind.solve.suggestion import Suggestion, suggest_guess, survivors
from xl_mastermind.terminal.conversation import Conversation
from xl_mastermind.terminal.game_output import (
    SAMPLED_NOTE,
    codes_left_text,
    rate,
    rating_tables,
    shareable_lines,
    tiles,
)
from xl_mastermind.terminal.options import (
    SEARCH_FAILURES,
    add_options,
    positive_number,
    strategy_name,
)
from xl_mastermind.terminal.output import Command, Line

FAILURES: Final = SEARCH_FAILURES

PERSON: Final = "person"
"""The codemaker whose answers are typed."""

_MAX_RATED_CODES: Final = 2000
"""Codes of the largest game whose guesses are always rated: it takes about a second."""


def play_options(parser: ArgumentParser) -> None:
    add_options(parser, "--game", "--number")
    parser.add_argument(
        "--attempts",
        metavar="N",
        type=positive_number,
        help="the number of guesses; default: that of the game's board",
    )
    codemakers = (*CODEMAKERS, PERSON)
    parser.add_argument(
        "--codemaker",
        metavar="|".join(codemakers),
        choices=codemakers,
        default=CODEMAKERS[0],
        help="cheats: no code is hidden, each answer keeps most codes possible;"
        f" {PERSON}: you hide the code, or play elsewhere, and type the answers"
        " to suggested guesses",
    )
    usual = f"{DEFAULT_STRATEGY}; random in AB games with {PERSON}"
    text = f"of hints: {', '.join(STRATEGIES)}; default: {usual}"
    add_options(parser, "--strategy", default=None, help=text)
    add_options(parser, "--width", "--depth", "--seed", "--rate")


def play(options: Namespace) -> Command:
    """Converse until the end of a game, and print the cost of its guesses."""
    rules: Rules = options.game
    game = HiddenCodeGame if options.codemaker != PERSON else OtherPlayersGame
    conversation = game(options)
    yield from conversation.lines()
    is_small = conversation.is_over and rules.code_count <= _MAX_RATED_CODES
    if options.rate or is_small:
        yield from rating_tables(rate(conversation.turns, rules))
    return None


class HiddenCodeGame(Conversation):
    """A game whose answers the computer gives."""

    def __init__(self, options: Namespace) -> None:
        super().__init__(options.game)
        self._strategy = strategy_name(options, options.strategy or DEFAULT_STRATEGY)
        self._session = Session(
            options.game,
            number=options.number,
            attempts=options.attempts,
            codemaker=options.codemaker,
            seed=options.seed,
        )

    @property
    def turns(self) -> tuple[Turn, ...]:
        return self._session.turns

    @property
    def prompt(self) -> str:
        return f"{len(self.turns) + 1} of {self._session.attempts} > "

    @property
    def is_over(self) -> bool:
        return self._session.is_over

    def introduction(self) -> Iterator[Line]:
        number = self._session.number
        name = f" #{number}" if number else ", the codemaker cheats"
        attempts = pluralize(self._session.attempts, "attempt")
        yield f"{title(self.rules)}{name}: {attempts}."
        yield from self.instructions()

    def instructions(self) -> Iterator[Line]:
        yield typing_instructions(self.rules)
        colour = colours_in_words(self.rules).removesuffix("s")
        white = "" if self.rules.black_only else "; ○: in another place"
        yield f"●: a {colour} in the right place{white}."

    def hint(self, strategy: str) -> Iterator[Line]:
        guess = self._session.hint(strategy or self._strategy)
        yield ["Hint: ", *tiles(guess, self.rules), f"  {self.reason(guess)}"]

    def play(self, typed: str) -> Iterator[Line]:
        self._session.guess(self.parse_guess(typed))
        yield self.turn_lines()[-1]

    def undo(self) -> Iterator[Line]:
        self._session.undo()
        yield codes_left_text(self._session.candidate_count)

    def solution(self) -> Iterator[Line]:
        if code := self._session.secret:
            yield CODE_WAS.format(code=self.rules.format_code(code))
        else:
            yield from super().solution()

    def ending(self) -> Iterator[Line]:
        attempts = number_in_words(self._session.attempts).capitalize()
        result = self._session.result
        if result and result.is_won:
            game = named_game(self.rules)
            usual = game.usual_guesses if game else ""
            most = MOST_NEED.format(lengths=usual) if usual else ""
            yield f"{FOUND_BY_USER.format(guesses=len(self.turns))}{most}."
        elif result:
            noun = "attempt" if self._session.attempts == 1 else "attempts"
            yield CODEMAKER_WON.format(attempts=f"{attempts} {noun}")
            yield from self.solution()
        if result:
            yield from shareable_lines(result)


class OtherPlayersGame(Conversation):
    """A game whose answers the player types, guess by guess."""

    has_typed_answers = True
    turns: tuple[Turn, ...] = ()

    def __init__(self, options: Namespace) -> None:
        super().__init__(options.game)
        for name in ("number", "attempts"):
            if value := getattr(options, name):
                raise ValueError(
                    f"expected no --{name} with the codemaker {PERSON}, got {value}"
                )
        usual = _default_strategy(self.rules)
        self._strategy = strategy_name(options, options.strategy or usual)
        self._seed = options.seed  # undo suggests the same guess again
        if self._seed is None:
            self._seed = SystemRandom().getrandbits(64)
        self._guess: Code | None = None

    @property
    def prompt(self) -> str:
        return f"{len(self.turns) + 1} > "

    @property
    def is_over(self) -> bool:
        turns = self.turns
        is_found = bool(turns) and turns[-1].feedback == self.rules.win
        return is_found and bool(survivors(self.rules, turns)[-1])

    def introduction(self) -> Iterator[Line]:
        yield (
            f"{title(self.rules)}, a person hides the code: {self._strategy} suggests"
            " guesses, you type the answers."
        )
        yield from self.instructions()

    def instructions(self) -> Iterator[Line]:
        forms = feedback_forms(self.rules)
        words = feedback_in_words(example_feedback(self.rules), self.rules)
        answer = re.split(",| or ", forms)[0]
        code = self.rules.format_code(self.rules.example_code)
        yield f"An answer: {forms} for {words}; - for none; ? for an unknown number."
        yield (
            f"Played another guess? Type {code}:{answer}. To change the answer of guess"
            f" 1, type 1={answer}."
        )

    def invitation(self) -> Iterator[Line]:
        self._guess = None
        rules, turns = self.rules, self.turns
        if turns and not survivors(rules, turns)[-1]:
            yield contradiction_in_words(rules, turns, "guess")
            yield "Change one of the answers, or undo."
        else:
            suggestion = self._suggest()
            self._guess = suggestion.guess
            yield self._suggestion_line(f"Guess {len(turns) + 1}", suggestion)
            if suggestion.candidate_count == 1:
                yield "That is the code. To end, type quit."

    def hint(self, strategy: str) -> Iterator[Line]:
        if self._guess is None:
            yield from self.invitation()
        else:
            yield self._suggestion_line("Hint", self._suggest(strategy))

    def _suggest(self, strategy: str = "") -> Suggestion:
        name = strategy or self._strategy
        return suggest_guess(self.rules, self.turns, name, seed=self._seed)

    def _suggestion_line(self, name: str, suggestion: Suggestion) -> Line:
        guess, note = suggestion.guess, SAMPLED_NOTE if suggestion.is_sampled else ""
        reason = f"  {self.reason(guess)}{note}"
        return [f"{name}: ", *tiles(guess, self.rules), reason]

    def play(self, typed: str) -> Iterator[Line]:
        code, colon, answer = typed.rpartition(":")
        guess = self.parse_guess(code) if colon else self._guess
        feedback = self.rules.parse_feedback(answer)
        if guess is None:
            raise ValueError(
                f"no guess is open: undo, or change an answer, such as 1={typed}"
            )
        yield from self._change_turns((*self.turns, Turn(guess, feedback)), -1)

    def correct(self, number: int, answer: str) -> Iterator[Line]:
        index, turns = number - 1, [*self.turns]
        if not 0 <= index < len(turns):
            raise ValueError(f"guess {number} has no answer to change")
        feedback = self.rules.parse_feedback(answer)
        turns[index] = turns[index]._replace(feedback=feedback)
        yield from self._change_turns((*turns,), index)

    def undo(self) -> Iterator[Line]:
        if not self.turns:
            raise ValueError("no guess to take back")
        self.turns = self.turns[:-1]
        yield from self.invitation()

    def _change_turns(self, turns: tuple[Turn, ...], index: int) -> Iterator[Line]:
        """Set the turns; yield the changed one, and the next guess."""
        self.turns = turns
        yield self.turn_lines()[index]
        if not self.is_over:
            yield from self.invitation()

    def ending(self) -> Iterator[Line]:
        yield from shareable_lines(GameResult(self.rules, None, self.turns))
        yield f"Solved in {len(self.turns)}."


def _default_strategy(rules: Rules) -> str:
    """Return the default strategy; in AB games that of the AB game post."""
    repeats = Rules.parse("ab-repeats")
    size, ab_size = (rules.pegs, rules.colours), (repeats.pegs, repeats.colours)
    return "random" if rules.distinct or size == ab_size else DEFAULT_STRATEGY

"""`play`: break a code in the terminal, hidden by the computer or another player."""

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import Final

from xl_mastermind.game import rules as game_rules
from xl_mastermind.game.codes import codebook
from xl_mastermind.game.rules import Code
from xl_mastermind.presentation import messages
from xl_mastermind.presentation.games import title
from xl_mastermind.session import CODEMAKERS, UNLIMITED_ATTEMPTS, Session
from xl_mastermind.solve.evaluation import PlayedTurn
from xl_mastermind.solve.strategies import DEFAULT_STRATEGY, STRATEGIES, parse_strategy
from xl_mastermind.solve.suggestion import (
    NoCandidateError,
    Suggestion,
    candidate_counts,
)
from xl_mastermind.terminal import game_output
from xl_mastermind.terminal.conversation import Conversation
from xl_mastermind.terminal.options import SEARCH_FAILURES, add_options, positive_number
from xl_mastermind.terminal.output import Command, Line

FAILURES: Final = SEARCH_FAILURES

_MAX_LISTED: Final = 100
"""Number of printed codes that are still possible."""

_SAME_GUESS: Final = re.compile(r" ([^.]+) guesses the same\.$")
"""The end of an explanation, with the name of the strategy."""

_MAX_RATED_CODES: Final = 2000
"""Codes of the largest game whose guesses are always rated: it takes about a second."""


def play_options(parser: ArgumentParser) -> None:
    add_options(parser, "--game", "--number")
    text = "the number of guesses; default: that of the game's board"
    parser.add_argument("--attempts", metavar="N", type=positive_number, help=text)
    text = (
        "cheats: no code is hidden, each answer keeps most codes possible; person: you"
        " hide the code, or play elsewhere, and type the answers to suggested guesses"
    )
    words = "|".join(CODEMAKERS)
    parser.add_argument(
        "--codemaker", metavar=words, choices=CODEMAKERS, default="computer", help=text
    )
    default = f"{DEFAULT_STRATEGY}; random in AB games with a person"
    text = f"of hints: {', '.join(STRATEGIES)}; default: {default}"
    add_options(parser, "--strategy", default=None, help=text)
    add_options(parser, "--seed", "--rate")


def play(options: Namespace) -> Command:
    """Converse until the end of a game, and print the cost of its guesses."""
    conversation = _GameConversation(options)
    yield from conversation.lines()
    rules, session = options.game, conversation.session
    if result := session.result:
        yield from conversation.ending()
        yield from game_output.shareable_lines(result)
    is_small = bool(result) and rules.code_count <= _MAX_RATED_CODES
    if options.rate or is_small:
        yield from game_output.rating_tables(game_output.rate(session.turns, rules))
    return None


class _GameConversation(Conversation):
    """A game whose answers the computer gives, or the player types."""

    def __init__(self, options: Namespace) -> None:
        super().__init__(options.game)
        self.session = Session(
            options.game,
            number=options.number,
            attempts=options.attempts,
            codemaker=options.codemaker,
            seed=options.seed,
        )
        rules = self.rules
        self.has_typed_answers = options.codemaker == "person"
        is_ab_game = rules.distinct or (rules.pegs, rules.colours) == (4, 10)
        # The post about the AB game, which this follows, guesses at random.
        is_random = self.has_typed_answers and is_ab_game
        default = "random" if is_random else DEFAULT_STRATEGY
        self._strategy = parse_strategy(options.strategy or default).name
        self._suggested_guess: Code | None = None

    def introduction(self) -> Iterator[Line]:
        number, name = self.session.number, title(self.rules)
        attempts = messages.pluralize(self.session.attempts, "attempt")
        introduction = f"{name}, the codemaker cheats: {attempts}."
        if self.has_typed_answers:
            roles = f"{self._strategy} suggests guesses, you type the answers"
            introduction = f"{name}, a person hides the code: {roles}."
        elif number:
            introduction = f"{name} #{number}: {attempts}."
        yield introduction
        yield from self.instructions()

    def instructions(self) -> Iterator[Line]:
        rules = self.rules
        if self.has_typed_answers:
            forms = game_rules.feedback_forms(rules)
            words = game_rules.feedback_in_words(
                game_rules.example_feedback(rules), rules
            )
            answer = re.split(",| or ", forms)[0]
            code = rules.format_code(rules.example_code)
            yield f"An answer: {forms} for {words}; none for no peg; ? if unsure."
            yield (
                f"Played another guess? Type {code}:{answer}. To change the answer of"
                f" guess 1, type 1={answer}."
            )
        else:
            yield messages.typing_instructions(rules)
            colour = messages.colours_in_words(rules).removesuffix("s")
            white = "" if rules.black_only else "; ○: in another place"
            yield f"●: a {colour} in the right place{white}."

    def invitation(self) -> Iterator[Line]:
        """Set the prompt, and yield the suggestion before it."""
        session = self.session
        number = len(session.turns) + 1
        limit = session.attempts
        of_limit = "" if limit == UNLIMITED_ATTEMPTS else f" of {limit}"
        self.prompt = f"{min(number, limit)}{of_limit} > "
        self.is_over = session.is_over
        self._suggested_guess = None
        if self.has_typed_answers and not self.is_over:
            try:
                suggestion = session.suggest(self._strategy)
            except NoCandidateError as error:
                yield messages.as_request(error)
                yield "Change one of the answers, or undo."
                return
            self._suggested_guess = suggestion.guess
            yield self._suggestion_line(f"Guess {number}", suggestion)
            if suggestion.candidate_count == 1:
                yield "That is the code. To end, type quit."

    def hint(self, strategy: str) -> Iterator[Line]:
        suggestion = self.session.suggest(strategy or self._strategy, is_hint=True)
        yield self._suggestion_line("Hint", suggestion)

    def _suggestion_line(self, name: str, suggestion: Suggestion) -> Line:
        """Return a guess with the number of codes that it leaves at most."""
        from xl_mastermind.solve.analysis import partition_sizes  # noqa: PLC0415, 50 ms

        guess, count, is_sampled = suggestion
        sizes = partition_sizes(self.rules, self.session.turns, guess).values()
        reason = f"leaves at most {max(sizes):,} of {count:,}"
        if count == 1:
            reason = "the only code left"
        note = f"  {reason}{game_output.SAMPLED_NOTE * is_sampled}"
        return [f"{name}: ", *game_output.tiles(guess, self.rules), note]

    def play(self, typed: str) -> Iterator[Line]:
        text, colon, answer = typed.rpartition(":")
        if not self.has_typed_answers:
            self.session.guess(self.parse_guess(typed))
        else:
            guess = self.parse_guess(text) if colon else self._suggested_guess
            feedback = self.rules.parse_feedback(answer)
            if guess is None or len(self.session.turns) == self.session.attempts:
                raise ValueError(
                    f"no guess is open: undo, or change an answer, such as 1={answer}"
                )
            self.session.guess(guess, feedback)
        yield self._turn_lines()[-1]
        yield from self.invitation()

    def correct(self, number: int, answer: str) -> Iterator[Line]:
        self.session.correct(number, answer)
        yield self._turn_lines()[number - 1]
        yield from self.invitation()

    def undo(self) -> Iterator[Line]:
        self.session.undo()
        yield game_output.codes_left_text(self.session.candidate_count)
        yield from self.invitation()

    def position(self) -> Iterator[Line]:
        yield from self._turn_lines()
        codes, count = self._candidates(_MAX_LISTED)
        yield game_output.code_list_line(codes, self.rules, count)

    def _turn_lines(self) -> list[Line]:
        turns = self.session.turns
        played = map(PlayedTurn, turns, candidate_counts(self.rules, turns))
        return [
            game_output.turn_line(number, each, self.rules)
            for number, each in enumerate(played, 1)
        ]

    def _candidates(self, max_count: int) -> tuple[list[Code], int]:
        """Return the first codes that fit every turn, and the number of all."""
        book = codebook(self.rules)
        indices = book.candidates(self.session.turns)
        return [book.code(int(n)) for n in indices[:max_count]], len(indices)

    def explanation(self) -> Iterator[Line]:
        """Yield a line for each turn; guesses of the strategy are listed once."""
        if not self.session.turns:
            raise ValueError("no guess to explain")
        same_guesses = dict[str, list[str]]()
        for number, text in enumerate(self.session.explain(), 1):
            if match := _SAME_GUESS.search(text):
                same_guesses.setdefault(match[1], []).append(str(number))
            yield f"{number}. {_SAME_GUESS.sub('', text)}"
        for name, numbers in same_guesses.items():
            yield f"{name} guesses the same in {', '.join(numbers)}."

    def solution(self) -> Iterator[Line]:
        secret = self.session.secret
        sentence = messages.CODE_WAS if secret else messages.CODE_COULD_BE
        for code in [secret] if secret else self._candidates(1)[0]:
            yield sentence.format(code=self.rules.format_code(code))

    def ending(self) -> Iterator[Line]:
        """Yield the winner of a finished game."""
        result, limit = self.session.result, self.session.attempts
        if result and result.is_won:
            sentence = messages.found_by_user(self.rules)
            yield sentence.format(guesses=len(result.turns))
            return
        count, noun = (
            messages.number_in_words(limit),
            messages.noun_form(limit, "attempt"),
        )
        yield messages.CODEMAKER_WON.format(attempts=f"{count.capitalize()} {noun}")
        yield from self.solution()

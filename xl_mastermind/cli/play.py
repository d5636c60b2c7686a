"""`play`: break a code in the terminal, hidden by the computer or another player."""

import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from random import SystemRandom
from typing import Final

from xl_mastermind.game import rules as game_rules
from xl_mastermind.game.board_limits import attempt_count
from xl_mastermind.game.codemaker import draw_game_number
from xl_mastermind.game.codes import codebook
from xl_mastermind.game.game import CHEATS, COMPUTER, SOMEBODY_ELSE, Attempt, Game
from xl_mastermind.game.rules import Code
from xl_mastermind.presentation import messages
from xl_mastermind.presentation.game_result import GameResult
from xl_mastermind.presentation.games import title
from xl_mastermind.solve.evaluation import PlayedTurn
from xl_mastermind.solve.strategies import DEFAULT_STRATEGY, STRATEGIES, parse_strategy
from xl_mastermind.solve.suggestion import (
    NoCandidateError,
    Suggestion,
    candidate_counts,
    suggest_guess,
)
from xl_mastermind.terminal import game_output
from xl_mastermind.terminal.conversation import Conversation
from xl_mastermind.terminal.options import (
    SEARCH_FAILURES,
    add_options,
    positive_number,
)
from xl_mastermind.terminal.output import Command, Line

FAILURES: Final = SEARCH_FAILURES

_CODEMAKERS: Final = {"computer": COMPUTER, "cheats": CHEATS, "person": SOMEBODY_ELSE}
"""The codemakers of boards by the words of the option."""

_UNLIMITED: Final = 999
"""Attempts of a game in which the player types the answers."""

_MAX_LISTED: Final = 100
"""Number of printed codes that are still possible."""

_SAME_GUESS: Final = re.compile(r" ([^.]+) guesses the same\.$")
"""The end of an explanation, with the name of the strategy."""

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
    parser.add_argument(
        "--codemaker",
        metavar="|".join(_CODEMAKERS),
        choices=_CODEMAKERS,
        default="computer",
        help="cheats: no code is hidden, each answer keeps most codes possible;"
        " person: you hide the code, or play elsewhere, and type the answers to"
        " suggested guesses",
    )
    default = f"{DEFAULT_STRATEGY}; random in AB games with a person"
    text = f"of hints: {', '.join(STRATEGIES)}; default: {default}"
    add_options(parser, "--strategy", default=None, help=text)
    add_options(parser, "--seed", "--rate")


def play(options: Namespace) -> Command:
    """Converse until the end of a game, and print the cost of its guesses."""
    conversation = _GameConversation(options)
    yield from conversation.lines()
    game = conversation.game
    if result := GameResult.from_game(game):
        yield from conversation.ending()
        yield from game_output.shareable_lines(result)
    is_small = bool(result) and game.rules.code_count <= _MAX_RATED_CODES
    if options.rate or is_small:
        yield from game_output.rating_tables(game_output.rate(game.turns, game.rules))
    return None


class _GameConversation(Conversation):
    """A game whose answers the computer gives, or the player types."""

    def __init__(self, options: Namespace) -> None:
        super().__init__(options.game)
        rules, codemaker = self.rules, _CODEMAKERS[options.codemaker]
        codebook(rules)  # a game that is too large raises an error
        number = options.number
        if number and codemaker != COMPUTER:
            raise ValueError(
                f"expected no number with the codemaker {options.codemaker}, got"
                f" {number}"
            )
        if codemaker == COMPUTER and not number:
            number = draw_game_number(rules, options.seed)
        self.has_typed_answers = codemaker == SOMEBODY_ELSE
        is_ab_game = rules.distinct or (rules.pegs, rules.colours) == (4, 10)
        # The post about the AB game, which this follows, guesses at random.
        is_random = self.has_typed_answers and is_ab_game
        default = "random" if is_random else DEFAULT_STRATEGY
        self._strategy = parse_strategy(options.strategy or default).name
        self._seed = options.seed  # after undo, the same seed repeats a suggestion
        if self._seed is None:
            self._seed = SystemRandom().getrandbits(64)
        limit = _UNLIMITED if self.has_typed_answers else attempt_count(rules)
        attempts = options.attempts or limit
        self._set_game(Game.start(rules, attempts, codemaker, number=number))

    def _set_game(self, game: Game) -> None:
        self.game = game
        self._suggested_guess: Code | None = None
        self._hint_strategy = ""  # blank if the next attempt has no hint yet
        count = game.attempt_count
        limit = "" if count == _UNLIMITED else f" of {count}"
        self.prompt = f"{min(len(game.turns) + 1, count)}{limit} > "
        self.is_over = game.is_finished

    def introduction(self) -> Iterator[Line]:
        game, name = self.game, title(self.rules)
        attempts = messages.pluralize(game.attempt_count, "attempt")
        if self.has_typed_answers:
            yield (
                f"{name}, a person hides the code: {self._strategy} suggests guesses,"
                " you type the answers."
            )
        elif game.number:
            yield f"{name} #{game.number}: {attempts}."
        else:
            yield f"{name}, the codemaker cheats: {attempts}."
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
        if self.has_typed_answers and not self.is_over:
            try:
                suggestion = self._suggest(self._strategy)
            except NoCandidateError as error:
                yield messages.as_request(error)
                yield "Change one of the answers, or undo."
                return
            self._suggested_guess = suggestion.guess
            number = len(self.game.turns) + 1
            yield self._suggestion_line(f"Guess {number}", suggestion)
            if suggestion.candidate_count == 1:
                yield "That is the code. To end, type quit."

    def hint(self, strategy: str) -> Iterator[Line]:
        suggestion = self._suggest(strategy or self._strategy)
        self._hint_strategy = strategy or self._strategy
        yield self._suggestion_line("Hint", suggestion)

    def _suggest(self, strategy: str) -> Suggestion:
        name = self.game.next_strategy(parse_strategy(strategy).name)
        return suggest_guess(self.rules, self.game.turns, name, seed=self._seed)

    def _suggestion_line(self, name: str, suggestion: Suggestion) -> Line:
        """Return a guess with the number of codes that it leaves at most."""
        from xl_mastermind.solve.analysis import (  # noqa: PLC0415, 50 ms
            partition_sizes,
        )

        guess, count, is_sampled = suggestion
        sizes = partition_sizes(self.rules, self.game.turns, guess).values()
        reason = f"leaves at most {max(sizes):,} of {count:,}"
        if count == 1:
            reason = "the only code left"
        note = f"  {reason}{game_output.SAMPLED_NOTE if is_sampled else ''}"
        return [f"{name}: ", *game_output.tiles(guess, self.rules), note]

    def play(self, typed: str) -> Iterator[Line]:
        text, colon, answer = typed.rpartition(":")
        if not self.has_typed_answers:
            code = self.parse_guess(typed)
            self._set_game(self.game.with_guess(code, self._hint_strategy))
        else:
            guess = self.parse_guess(text) if colon else self._suggested_guess
            feedback = self.rules.parse_feedback(answer)
            if guess is None or not self.game.free_attempt:
                raise ValueError(
                    f"no guess is open: undo, or change an answer, such as 1={answer}"
                )
            is_suggested = guess == self._suggested_guess
            source = self._strategy if is_suggested else self._hint_strategy
            turn = Attempt(guess, feedback, source)
            self._set_game(self.game.with_attempts([*self.game.attempts, turn]))
        yield self._turn_lines()[-1]
        yield from self.invitation()

    def correct(self, number: int, answer: str) -> Iterator[Line]:
        attempts = [*self.game.attempts]
        if not 0 < number <= len(attempts):
            raise ValueError(f"guess {number} has no answer to change")
        feedback = self.rules.parse_feedback(answer)
        attempts[number - 1] = attempts[number - 1]._replace(feedback=feedback)
        self._set_game(self.game.with_attempts(attempts))
        yield self._turn_lines()[number - 1]
        yield from self.invitation()

    def undo(self) -> Iterator[Line]:
        if not self.game.attempts:
            raise ValueError("no guess to take back")
        *attempts, last = self.game.attempts
        strategy = self._hint_strategy or last.source
        self._set_game(self.game.with_attempts(attempts))
        self._hint_strategy = strategy
        yield game_output.codes_left_text(self._candidates(0)[1])
        yield from self.invitation()

    def position(self) -> Iterator[Line]:
        yield from self._turn_lines()
        codes, count = self._candidates(_MAX_LISTED)
        yield game_output.code_list_line(codes, self.rules, count)

    def _turn_lines(self) -> list[Line]:
        turns = self.game.turns
        pairs = zip(turns, candidate_counts(self.rules, turns), strict=True)
        return [
            game_output.turn_line(number, PlayedTurn(*pair), self.rules)
            for number, pair in enumerate(pairs, 1)
        ]

    def _candidates(self, max_count: int) -> tuple[list[Code], int]:
        """Return the first codes that fit every turn, and the number of all."""
        book = codebook(self.rules)
        indices = book.candidates(self.game.turns)
        return [book.code(int(n)) for n in indices[:max_count]], len(indices)

    def explanation(self) -> Iterator[Line]:
        """Yield a line for each turn; guesses of the strategy are listed once."""
        if not self.game.turns:
            raise ValueError("no guess to explain")
        from xl_mastermind.solve.analysis import explain_turns  # noqa: PLC0415, 50 ms

        same_guesses = dict[str, list[str]]()
        game = self.game
        texts = explain_turns(self.rules, game.turns, sources=game.sources)
        for number, text in enumerate(texts, 1):
            if match := _SAME_GUESS.search(text):
                same_guesses.setdefault(match[1], []).append(str(number))
            yield f"{number}. {_SAME_GUESS.sub('', text)}"
        for name, numbers in same_guesses.items():
            yield f"{name} guesses the same in {', '.join(numbers)}."

    def solution(self) -> Iterator[Line]:
        secret = self.game.secret
        sentence = messages.CODE_WAS if secret else messages.CODE_COULD_BE
        for code in [secret] if secret else self._candidates(1)[0]:
            yield sentence.format(code=self.rules.format_code(code))

    def ending(self) -> Iterator[Line]:
        """Yield the winner of a finished game."""
        game = self.game
        if game.is_lost:
            count = messages.number_in_words(game.attempt_count).capitalize()
            noun = "attempt" if game.attempt_count == 1 else "attempts"
            yield messages.CODEMAKER_WON.format(attempts=f"{count} {noun}")
            yield from self.solution()
        else:
            sentence = messages.found_by_user(self.rules)
            yield sentence.format(guesses=len(game.turns))

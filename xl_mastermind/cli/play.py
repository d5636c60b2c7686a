"""`play`: break a hidden code in the terminal."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import Final

from xl_mastermind.game.conversion import did_you_mean
from xl_mastermind.game.rules import Code, Rules
from xl_mastermind.presentation.game_result import GameResult
from xl_mastermind.presentation.games import named_game, title
from xl_mastermind.presentation.messages import (
    CODE_COULD_BE,
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
from xl_mastermind.solve.evaluation import TurnRecord
from xl_mastermind.solve.strategies import DEFAULT_STRATEGY
from xl_mastermind.solve.suggestion import survivors
from xl_mastermind.terminal.game_output import (
    code_list_line,
    codes_left_text,
    rate,
    rating_tables,
    shareable_lines,
    tiles,
    turn_line,
)
from xl_mastermind.terminal.options import (
    SEARCH_FAILURES,
    add_options,
    positive_number,
)
from xl_mastermind.terminal.output import Command, Line, read_line

FAILURES: Final = ()

_MAX_LISTED: Final = 100
"""Number of printed codes that are still possible."""

_MAX_RATED_CODES: Final = 2000
"""Codes of the largest game whose guesses are rated: this takes about a second."""

_WORDS: Final = {
    "hint": f"the next guess of {DEFAULT_STRATEGY}; of another strategy: hint entropy",
    "explain": "the information in each answer",
    "undo": "take back the last guess",
    "show": "your guesses, and the codes that are still possible",
    "help": "these lines; also ?",
    "quit": "end the game and print the code",
}
"""The words that may be typed in place of a guess, with their descriptions."""


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
        metavar="|".join(CODEMAKERS),
        default=CODEMAKERS[0],
        help="cheats: no code is hidden; each answer keeps most codes possible",
    )
    add_options(parser, "--seed")


def play(options: Namespace) -> Command:
    """Read guesses, and print their answers until the end of the game."""
    session = Session(
        options.game,
        number=options.number,
        attempts=options.attempts,
        codemaker=options.codemaker,
        seed=options.seed,
    )
    yield from _instructions(session)
    while not session.is_over:
        typed = read_line("> ")
        if typed is None or typed.lower() == "quit":
            break
        try:
            yield from _answer(session, typed)
        except (ValueError, *SEARCH_FAILURES) as error:
            yield str(error)
    if session.result:
        yield from _ending(session, session.result)
    else:
        yield _code_in_words(session)
    return None


def _instructions(session: Session) -> Iterator[Line]:
    number = f" #{session.number}" if session.number else ", the codemaker cheats"
    attempts = pluralize(session.attempts, "attempt")
    yield f"{title(session.rules)}{number}: {attempts}."
    yield typing_instructions(session.rules)
    colour = colours_in_words(session.rules).removesuffix("s")
    white = "" if session.rules.black_only else "; ○: in another place"
    yield f"●: a {colour} in the right place{white}."
    yield f"Also: {', '.join(_WORDS)}."


def _answer(session: Session, typed: str) -> Iterator[Line]:
    """Run a typed word or play a typed guess."""
    rules = session.rules
    match typed.lower().split():
        case ["hint", *words]:
            strategy = " ".join(words) or DEFAULT_STRATEGY
            yield ["Hint: ", *tiles(session.hint(strategy), rules)]
        case ["explain"]:
            for number, text in enumerate(session.explain(), 1):
                yield f"{number}. {text}"
            if not session.turns:
                yield "no guess to explain"
        case ["undo"]:
            session.undo()
            yield codes_left_text(session.candidate_count)
        case ["show"]:
            yield from _turn_lines(session)
            codes = session.candidates
            yield code_list_line(codes[:_MAX_LISTED], rules, len(codes))
        case ["help" | "?"]:
            yield from _help_lines(rules)
        case _:
            session.guess(_parse_guess(typed, rules))
            yield [*_turn_lines(session)][-1]


def _parse_guess(typed: str, rules: Rules) -> Code:
    try:
        return rules.parse_code(typed)
    except ValueError as error:
        raise ValueError(f"{error}{did_you_mean(typed, _WORDS)}") from None


def _turn_lines(session: Session) -> Iterator[Line]:
    rules, turns = session.rules, session.turns
    counts = survivors(rules, turns)
    for number, (turn, count) in enumerate(zip(turns, counts, strict=True), 1):
        yield turn_line(number, TurnRecord(turn, count, is_sampled=False), rules)


def _help_lines(rules: Rules) -> Iterator[Line]:
    """Yield a line for each word."""
    yield typing_instructions(rules)
    for word, text in _WORDS.items():
        yield f"{word}: {text}"
    letters = rules.colour_by_symbol.keys()
    if any(len(word) == rules.pegs and {*word} <= letters for word in _WORDS):
        yield "To guess such a word, type blanks between its letters."


def _ending(session: Session, result: GameResult) -> Iterator[Line]:
    """Yield the result of a finished game, and the cost of its guesses."""
    rules, turns = session.rules, session.turns
    if result.is_won:
        game = named_game(rules)
        usual = game.usual_guesses if game else ""
        most = MOST_NEED.format(lengths=usual) if usual else ""
        yield f"{FOUND_BY_USER.format(guesses=len(turns))}{most}."
    else:
        count = number_in_words(session.attempts).capitalize()
        noun = "attempt" if session.attempts == 1 else "attempts"
        yield CODEMAKER_WON.format(attempts=f"{count} {noun}")
        yield _code_in_words(session)
    yield from shareable_lines(result)
    if rules.code_count <= _MAX_RATED_CODES:
        yield from rating_tables(rate(turns, rules))


def _code_in_words(session: Session) -> str:
    rules = session.rules
    if session.secret:
        return CODE_WAS.format(code=rules.format_code(session.secret))
    return CODE_COULD_BE.format(code=rules.format_code(session.candidates[0]))

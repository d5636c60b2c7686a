"""The sentences and words that sheets, command line and web pages share."""

import re
from typing import TYPE_CHECKING, Final

from xl_mastermind.game import game_key
from xl_mastermind.game.answers import NUMBER_WORDS
from xl_mastermind.game.numbers import MAX_NUMBER
from xl_mastermind.game.peg_colours import colour_name
from xl_mastermind.game.rules import UNKNOWN_COUNT, UNKNOWN_SYMBOL, Rules
from xl_mastermind.presentation.games import named_game

if TYPE_CHECKING:
    from xl_mastermind.solve.rating import Rating

README: Final = "README.md in MasterMind's folder"
"""The installation instructions, until the project has an address (RELEASING.md)."""

NEW_BOARD: Final = "New Board"
CONNECTION_STATE: Final = "State of the Connection"
HELP: Final = "Help"
"""Commands that are no buttons of boards."""

# Sentences of a board; formulas and Python fill in the braces.

NO_NUMBER: Final = (
    f"Type a number for a new game: 1 to {MAX_NUMBER:,}, or a date such as 20261231."
)
HIDING_INSTRUCTIONS: Final = "To hide a code, type {example}: {prefix} and {guess}."
GUESS_WANTED: Final = "{attempt}: please type {guess}."
GIVEN_UP: Final = "The code was {code}. "
HINT_NEEDS_BUTTON: Final = "? plays no guess in this game: press Hint."
LOCKED_CELL: Final = " If its cell is locked, press Ctrl+Z or unprotect the sheet."
"""The message has this hint, because a pasted tile or colour locks the guess."""
UNUSED_MARKS: Final = "Marks count only if somebody else hides the code."
MARKS_WITHOUT_GUESS: Final = (
    "There are marks ({marks}) without a guess: type it, or delete all old marks."
)
WRONG_MARKS: Final = (
    "Attempt {attempt}: expected 0 to {pegs} in all, or ? if unsure, got {marks}."
)
NO_SUCH_MARKS: Final = (
    "Attempt {attempt}: {marks} is impossible: the last peg has no other place."
)
DASH_AS_MARK: Final = (
    "Attempt {attempt}: - could be no peg or a white one: type 0 or 1."
)
MARKS_WANTED: Final = "Please type the marks of attempt {attempt}."
NO_CODE: Final = "No code fits from attempt {attempt} on: check the marks."
ATTEMPT_MARKS: Final = "Attempt {attempt}: {marks}."
RULED_OUT_COUNT: Final = "{codes} ruled out, {left} left."

OWN_CODE: Final = "own code"
"""A game without a number, whose code a player has typed."""

FOUND_BY_SOLVER: Final = "{solver} found it in {guesses}"
AFTER_USER_GUESSES: Final = ", after {guesses} of yours"
WELL_DONE: Final = "Well done! "
FOUND_WITH_HINTS: Final = "You found it in {guesses}, with {hints}"
CODEMAKER_WON: Final = "{attempts}: the codemaker has won."
CODE_NOT_FOUND_WAS: Final = "Not found this time: it was {code}."
CODE_NOT_FOUND_COULD_BE: Final = "Not found this time: it could still be {code}."
CODE_NOT_FOUND: Final = "Not found this time."
"""For children, in place of CODEMAKER_WON."""
CODE_IS: Final = "The code is {code}."
CODE_WAS: Final = "The code was {code}."
CODE_COULD_BE: Final = "It could still be {code}."
OTHER_PLAYERS_CODE: Final = "Only the player who hid the code can show it."
PRESS_NEW_GAME: Final = "Press New Game to play again."
NEXT_GAME_BY_GUESS: Final = "Game {number} is next: type its first guess."
NEXT_GAME_BY_WORD: Final = "For game {number} type {word}."
NEXT_GAME_OF_OTHERS: Final = "Next game: type its first guess."
GAME_BY_NUMBER: Final = " For game {number} type #{number}."
NUMBER_WANTED: Final = "Type the number of the next game, such as #1."
FIRST_GAME_FIXED: Final = (
    "This is the number of the first game below it. For another game type its number"
    " below the last guess, such as #500; or delete all guesses first."
)
CODEMAKER_FIXED: Final = (
    "Please choose one of these: {codemakers}. If the board has guesses, delete them"
    " first: their games keep their codemaker."
)
"""Errors of input that would change the answers to old guesses."""
NO_ROOM: Final = "{cell} has too few rows below it for a game: delete it, type higher."
COLUMN_FULL: Final = "Type {number} beside First game, then delete all guesses."
NO_ROW_LEFT: Final = (
    "No row is left: type the guess over a wrong entry, or delete all guesses."
)

CLEAR_MARKS: Final = "New game: delete all attempts, then all marks."
"""Two steps, because Delete ignores a selection with locked cells."""
NUMBER_BELOW_ATTEMPTS: Final = (
    "{number} in {cell} is below the attempts: delete all guesses and {cell}, then type"
    " it beside First game."
)
NUMBER_AMONG_MARKS: Final = (
    "{number} in {cell} is among the marks: for that game type #{number} below the"
    " last guess."
)

FIRST_GUESS: Final = "Please type a first guess such as {example}, or leave it blank."
BOARD_INSTRUCTIONS: Final = "Type {guess} such as {example}, then press Enter."
IMPOSSIBLE_GUESS: Final = (
    "Attempt {attempt} cannot be the code: attempt {earlier} would have {marks}."
)
IMPOSSIBLE_GUESS_SHORT: Final = (
    "Attempt {attempt} cannot be the code: see attempt {earlier}."
)
PLAY_AND_MARK: Final = (
    "Type a guess, Tab, its black marks, Tab, its white marks, Enter."
)
PLAY_AND_MARK_BLACK: Final = "Type a guess, Tab, its black marks, then press Enter."

# The line of help during and after a game.

HELP_LINE: Final = "Stuck? Press Hint. {explain}"
HELP_LINE_PLAIN: Final = "Stuck? Type ? for a guess, {word} to give up."
HELP_LINE_LARGE: Final = "Stuck? Type {word} to give up."
PANEL_INSTRUCTIONS: Final = (
    "After the end, guess on. To give up type {word}; for game 500 type #500."
    " Another first game: delete all guesses, type its number below."
)
"""The line in place of the buttons, on boards without them."""
HELP_LINE_MARKS: Final = "Stuck? Press Hint. Unsure of a mark? Type ? for it."
HELP_LINE_MARKS_PLAIN: Final = "Unsure of a mark? Type ? for it."
LINES_BELOW: Final = "Copy the lines below for friends or for the sheet Match."
COPY_LINES: Final = "Share it with Copy Result. {explain}"
EXPLAIN: Final = "Explain describes every guess."
EXPLAINED: Final = "Each guess is explained from row {row} on."
NO_RESULT: Final = "A revealed game has no result."
GAME_OVER: Final = "This game is over: press New Game."
GAME_OVER_GUESS: Final = "This game is over: your next guess begins the next one."

# Facts about the code: for children, and after the game.

COLOURS_IN_CODE: Final = "In the code: {colours}."
COLOURS_NOT_IN_CODE: Final = "Not in it: {colours}."
NO_FACTS: Final = "Each {colour} may be in the code."

BEST_GUESS: Final = " Best: {guess}, {left:,.1f} left on average."
"""After the explanation of a guess."""

# Luck of an answer: the share of codes whose answer would have left more.

LUCKY_ANSWER: Final = "lucky"
EXPECTED_ANSWER: Final = "as expected"
UNLUCKY_ANSWER: Final = "unlucky"
MIN_LUCKY_SHARE: Final = 0.75
MAX_UNLUCKY_SHARE: Final = 0.25
LUCK_OF_THE_GAME: Final = "Luck {luck}"

OTHER_LENGTH: Final = "{board}: a code has {pegs} pegs, got {got}."
"""For a code of another board on Analysis and Compare."""

# The headings of the list of codes, and the line below it.

CANDIDATE_COUNT: Final = "{left} of {codes}"
CODE_COUNT: Final = "{codes} codes"
CANDIDATE_COUNT_ONLY: Final = "{left} left"
HIDDEN_CODE_COUNT: Final = "and {codes} more"

# The result for friends.

SHOW_FRIENDS: Final = "For friends, without the code"

RESULT: Final = "{game} in {guesses}"
RESULT_LOST: Final = "{game}: not found in {guesses}"
RESULT_HINTS: Final = " with hints"
"""After the result of a game in which a strategy made a guess."""

RESULT_COPIED: Final = "Result copied: paste it for friends."
NO_RESULT_YET: Final = "No result yet: finish the game first."

# Notes beside the cost of a guess.

WASTED_GUESS: Final = "wasted"
ESTIMATED_COST: Final = "estimated"
BEST_KNOWN_COST: Final = "against the best known strategy"
PROVISIONAL_COST: Final = f"{ESTIMATED_COST}, for now"
"""Notes on a rated guess."""


def pluralize(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number:,} {noun_form(number, noun)}"


def noun_form(number: int, noun: str) -> str:
    """Return a noun in the singular or plural."""
    return noun if number == 1 else f"{noun}{'es' if noun.endswith('s') else 's'}"


def number_in_words(number: int) -> str:
    """Return a small number as a word."""
    return dict(enumerate(NUMBER_WORDS)).get(number, str(number))


def as_sentence(text: object) -> str:
    """Return a text with a capital letter and a full stop."""
    return f"{str(text)[:1].upper()}{str(text)[1:]}."


def as_request(error: object) -> str:
    """
    Return an error message as a sentence for players, without the wrong input.

    >>> as_request("expected 0 to 4 pegs in all, got 9 black and 0 white")
    'Please type 0 to 4 pegs in all.'
    """
    text = re.sub(", got .*?(?=; did you mean|$)", "", str(error))
    text = re.sub("^expected ", "please type ", text)
    return as_sentence(text).replace("?.", "?")


def feedback_symbols(black: int, white: int, pegs: int, between: str = " ") -> str:
    """
    Return a feedback as symbols, with dots for the remaining pegs.

    >>> feedback_symbols(2, 1, 4)
    '● ● ○ ·'
    """
    marks = []
    for peg, count in (("●", black), ("○", white)):
        marks += [f"{peg}{UNKNOWN_SYMBOL}"] if count == UNKNOWN_COUNT else [peg] * count
    dots = 0 if UNKNOWN_COUNT in (black, white) else pegs - black - white
    return between.join([*marks, *"·" * dots])


def symbols_in_words(rules: Rules) -> str:
    """Return the symbols of a peg, such as "a digit from 1 to 6"."""
    noun, symbols = _symbol_words(rules)
    return f"one {symbols}" if noun == "symbol" else f"a {noun} {symbols}"


def found_by_user(rules: Rules) -> str:
    """Return the sentence about a code found without hints; its field is `guesses`."""
    game = named_game(rules)
    usual_guesses = game.usual_guesses if game else ""
    note = f"; most need {usual_guesses}" if usual_guesses else ""
    return f"You found it in {{guesses}}{note}."


def example_guess(rules: Rules) -> str:
    """Return a guess such as 1122."""
    last = min(rules.colours, 2) - 1
    half = (rules.pegs + 1) // 2
    if rules.distinct:
        return rules.symbols[: rules.pegs]
    return rules.symbols[0] * half + rules.symbols[last] * (rules.pegs - half)


def hiding_instructions(rules: Rules) -> str:
    """Return the instructions to type a code in place of a number."""
    prefix, guess = game_key.own_code_prefix(rules), guess_in_words(rules)
    words = f"{game_key.OWN_CODE_WORD}, a space,"
    if prefix == game_key.OWN_CODE_ASTERISK:
        words = "an asterisk"
    example = prefix + example_guess(rules)
    return HIDING_INSTRUCTIONS.format(example=example, prefix=words, guess=guess)


def typing_instructions(rules: Rules) -> str:
    """Return the instructions to type a guess."""
    return BOARD_INSTRUCTIONS.format(
        guess=guess_in_words(rules), example=example_guess(rules)
    )


def guess_in_words(rules: Rules) -> str:
    """Return the symbols of a guess, such as "three different digits from 0 to 9"."""
    noun, symbols = _symbol_words(rules)
    different = " different" if rules.distinct and rules.pegs > 1 else ""
    nouns = noun_form(rules.pegs, noun)
    return f"{number_in_words(rules.pegs)}{different} {nouns} {symbols}"


def _symbol_words(rules: Rules) -> tuple[str, str]:
    """Return a noun for symbols, and their range or list."""
    first, last = rules.symbols[0], rules.symbols[-1]
    codes = range(ord(first), ord(first) + rules.colours)
    is_range = rules.symbols == "".join(map(chr, codes)) and rules.symbols.isascii()
    if rules.colours > 1 and is_range:
        return _symbol_noun(rules), f"from {first} to {last}"
    return "symbol", f"of {', '.join(rules.symbols)}"


def _symbol_noun(rules: Rules) -> str:
    if rules.symbols.isdigit():
        return "digit"
    return "letter" if rules.symbols.isalpha() else "symbol"


def colours_in_words(rules: Rules) -> str:
    """Return "colours", or the noun for symbols without colours."""
    has_colours = all(map(colour_name, rules.symbols))
    return "colours" if has_colours else f"{_symbol_noun(rules)}s"


def rules_in_words(rules: Rules) -> str:
    """Return the size of a game, such as "Four pegs, six colours"."""
    pegs, colours = map(number_in_words, (rules.pegs, rules.colours))
    noun = colours_in_words(rules).removesuffix("s" if rules.colours == 1 else "")
    size = f"{pegs.capitalize()} {noun_form(rules.pegs, 'peg')}, {colours} {noun}"
    distinct = ", none twice" if rules.distinct else ""
    return size + distinct + ", black pegs only" * rules.black_only


def rating_note(rating: "Rating") -> str:
    """Return a note on a rated guess in a few words, or ""."""
    if rating.is_provisional:  # The best guess of such a rating may change.
        return PROVISIONAL_COST
    if rating.is_wasted:
        return WASTED_GUESS
    if not rating.is_proved:
        return BEST_KNOWN_COST if rating.is_against_best_known else ESTIMATED_COST
    return "" if rating.cost else "optimal"

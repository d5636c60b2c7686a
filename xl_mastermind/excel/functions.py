"""
The worksheet functions as xlwings looks for them: by name, arguments and decorators.

Written from the table of functions by: make docs
"""

from typing import Final

import xlwings as xw

from xl_mastermind.spreadsheet.cells import Cell
from xl_mastermind.spreadsheet.functions import call

_CELLS: Final = {"ndim": 2, "err_to_str": True}
"""Left alone, xlwings reads errors as blanks, and one cell as a number."""


def _answer(name: str, *arguments: Cell) -> Cell:
    """Return the value of a function as COM knows it: an error value is plain text."""
    return _plain(call(name, *arguments))


def _plain(value: Cell) -> Cell:
    if isinstance(value, list):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, str) else value


@xw.func
@xw.arg("code", **_CELLS, doc="the hidden code: a range, or one cell such as 1122")
@xw.arg("guess", **_CELLS, doc="a guess, or a column of guesses")
@xw.arg(
    "more",
    **_CELLS,
    doc="the other six cells, if all eight pegs are arguments of their own",
)
def BLACK(code, guess, *more):
    """Black pegs: right colour in the right place. One result for each guess, of up to 32 pegs."""
    return _answer("BLACK", code, guess, *more)


@xw.func
@xw.arg("code", **_CELLS, doc="the hidden code: a range, or one cell such as 1122")
@xw.arg("guess", **_CELLS, doc="a guess, or a column of guesses")
@xw.arg(
    "more",
    **_CELLS,
    doc="the other six cells, if all eight pegs are arguments of their own",
)
def WHITE(code, guess, *more):
    """White pegs: right colour in the wrong place. One result for each guess."""
    return _answer("WHITE", code, guess, *more)


@xw.func
@xw.arg("guesses", **_CELLS, doc="the guesses, one per row; blank rows are skipped")
@xw.arg(
    "feedback",
    **_CELLS,
    doc="black and white pegs of each guess, in two cells or in one such as 1a2b",
)
@xw.arg("strategy", **_CELLS, doc="its name; knuth if omitted")
@xw.arg(
    "game", **_CELLS, doc="such as 4x6, 4x10 distinct or bulls-and-cows; 4x6 if omitted"
)
@xw.arg("first", **_CELLS, doc="the first guess; the strategy's own if blank")
def SOLVE_NEXT(guesses, feedback, strategy=None, game=None, first=None):
    """The next guess as a row of pegs; blank once the code is found. #N/A if the turns contradict each other."""
    return _answer("SOLVE_NEXT", guesses, feedback, strategy, game, first)


@xw.func
@xw.arg(
    "game", **_CELLS, doc="such as 4x6, 4x10 distinct or bulls-and-cows; 4x6 if omitted"
)
def CODES(game=None):
    """All codes of a game, one per row."""
    return _answer("CODES", game)


@xw.func
@xw.arg("guesses", **_CELLS, doc="the guesses, one per row; blank rows are skipped")
@xw.arg(
    "feedback",
    **_CELLS,
    doc="black and white pegs of each guess, in two cells or in one such as 1a2b",
)
@xw.arg(
    "game", **_CELLS, doc="such as 4x6, 4x10 distinct or bulls-and-cows; 4x6 if omitted"
)
@xw.arg("more", **_CELLS, doc="the game, if the first argument is a list of codes")
def RULED_OUT(guesses, feedback, game=None, more=None):
    """An "x" for each code of the game that does not fit the turns, in the order of CODES. For a list of codes: RULED_OUT(codes, guesses, feedback, [game])."""
    return _answer("RULED_OUT", guesses, feedback, game, more)


@xw.func
@xw.arg("guesses", **_CELLS, doc="the guesses, one per row; blank rows are skipped")
@xw.arg(
    "feedback",
    **_CELLS,
    doc="black and white pegs of each guess, in two cells or in one such as 1a2b",
)
@xw.arg(
    "game", **_CELLS, doc="such as 4x6, 4x10 distinct or bulls-and-cows; 4x6 if omitted"
)
def CANDIDATES_LEFT(guesses, feedback, game=None):
    """The number of codes that fit after each turn; 0 once the turns contradict each other."""
    return _answer("CANDIDATES_LEFT", guesses, feedback, game)


@xw.func
@xw.arg("guesses", **_CELLS, doc="the guesses, one per row; blank rows are skipped")
@xw.arg(
    "feedback",
    **_CELLS,
    doc="black and white pegs of each guess, in two cells or in one such as 1a2b",
)
@xw.arg("pattern", **_CELLS, doc="such as 1??2, ? for an unknown peg")
@xw.arg(
    "game", **_CELLS, doc="such as 4x6, 4x10 distinct or bulls-and-cows; 4x6 if omitted"
)
@xw.arg("count", **_CELLS, doc="maximum rows; 1,000 if omitted")
def CANDIDATES(guesses, feedback, pattern=None, game=None, count=None):
    """The codes that fit the turns and match a pattern, one per row; blank if none."""
    return _answer("CANDIDATES", guesses, feedback, pattern, game, count)


@xw.func
@xw.arg("guesses", **_CELLS, doc="the guesses, one per row; blank rows are skipped")
@xw.arg(
    "game", **_CELLS, doc="such as 4x6, 4x10 distinct or bulls-and-cows; 4x6 if omitted"
)
def CHEAT(guesses, game=None):
    """The answers of a codemaker who cheats: no code is fixed, and each answer keeps most codes possible."""
    return _answer("CHEAT", guesses, game)


@xw.func
@xw.arg("guesses", **_CELLS, doc="the guesses, one per row; blank rows are skipped")
@xw.arg(
    "feedback",
    **_CELLS,
    doc="black and white pegs of each guess, in two cells or in one such as 1a2b",
)
@xw.arg(
    "game", **_CELLS, doc="such as 4x6, 4x10 distinct or bulls-and-cows; 4x6 if omitted"
)
def CONTRADICTIONS(guesses, feedback, game=None):
    """Every change of one answer that removes a contradiction: attempt, black, white, one change per row."""
    return _answer("CONTRADICTIONS", guesses, feedback, game)


@xw.func
@xw.arg("guesses", **_CELLS, doc="the guesses, one per row; blank rows are skipped")
@xw.arg(
    "feedback",
    **_CELLS,
    doc="black and white pegs of each guess, in two cells or in one such as 1a2b",
)
@xw.arg("strategy", **_CELLS, doc="its name; knuth if omitted")
@xw.arg(
    "game", **_CELLS, doc="such as 4x6, 4x10 distinct or bulls-and-cows; 4x6 if omitted"
)
@xw.arg("count", **_CELLS, doc="maximum rows; 2,000 if omitted")
def RANK_GUESSES(guesses, feedback, strategy=None, game=None, count=None):
    """The guesses that a strategy compares, best first: guess, 1 if still possible, largest part, parts, codes left on average, bits of information; for optimal also the guesses still needed. In large games one guess represents all equivalent ones."""
    return _answer("RANK_GUESSES", guesses, feedback, strategy, game, count)


@xw.func
@xw.arg("guess", **_CELLS, doc="the guess")
@xw.arg("guesses", **_CELLS, doc="the guesses, one per row; blank rows are skipped")
@xw.arg(
    "feedback",
    **_CELLS,
    doc="black and white pegs of each guess, in two cells or in one such as 1a2b",
)
@xw.arg(
    "game", **_CELLS, doc="such as 4x6, 4x10 distinct or bulls-and-cows; 4x6 if omitted"
)
def PARTITION(guess, guesses, feedback, game=None):
    """The parts into which a guess splits the codes that fit: each possible answer, black and white, with its number of codes, also 0."""
    return _answer("PARTITION", guess, guesses, feedback, game)


@xw.func
@xw.arg("guess", **_CELLS, doc="the guess")
@xw.arg("guesses", **_CELLS, doc="the guesses, one per row; blank rows are skipped")
@xw.arg(
    "feedback",
    **_CELLS,
    doc="black and white pegs of each guess, in two cells or in one such as 1a2b",
)
@xw.arg(
    "game", **_CELLS, doc="such as 4x6, 4x10 distinct or bulls-and-cows; 4x6 if omitted"
)
def EXPECTED_LEFT(guess, guesses, feedback, game=None):
    """The average number of codes left after a guess, of those that fit the turns. A found code counts as one left."""
    return _answer("EXPECTED_LEFT", guess, guesses, feedback, game)


@xw.func
@xw.arg(
    "strategy", **_CELLS, doc="its name; knuth if blank; random plays each code once"
)
@xw.arg(
    "game", **_CELLS, doc="such as 4x6, 4x10 distinct or bulls-and-cows; 4x6 if omitted"
)
@xw.arg("first", **_CELLS, doc="the first guess; the strategy's own if blank")
def STRATEGY_STATS(strategy, game=None, first=None):
    """The results of a strategy over every code, in a row: total guesses, average, maximum, and the codes found with 1, 2, ... guesses. For games of at most 10,000 codes, else #VALUE!."""
    return _answer("STRATEGY_STATS", strategy, game, first)


@xw.func
@xw.arg("guesses", **_CELLS, doc="the guesses, one per row; blank rows are skipped")
@xw.arg(
    "feedback",
    **_CELLS,
    doc="black and white pegs of each guess, in two cells or in one such as 1a2b",
)
@xw.arg("strategy", **_CELLS, doc="its name; knuth if omitted")
@xw.arg(
    "game", **_CELLS, doc="such as 4x6, 4x10 distinct or bulls-and-cows; 4x6 if omitted"
)
def TELL_TURNS(guesses, feedback, strategy=None, game=None):
    """A sentence for each turn: what the answer rules out, and how the strategy's own guess compares. For games of at most 100,000 codes, else #VALUE!."""
    return _answer("TELL_TURNS", guesses, feedback, strategy, game)


@xw.func
@xw.arg("guesses", **_CELLS, doc="the guesses, one per row; blank rows are skipped")
@xw.arg(
    "feedback",
    **_CELLS,
    doc="black and white pegs of each guess, in two cells or in one such as 1a2b",
)
@xw.arg(
    "game", **_CELLS, doc="such as 4x6, 4x10 distinct or bulls-and-cows; 4x6 if omitted"
)
def RATE_GUESS(guesses, feedback, game=None):
    """The cost of each guess, one row per turn: extra guesses on average (0 is best), a best guess, luck, note. Luck is the share of codes whose answer would have left more, equal ones half; the found code leaves none. Above 5,040 codes the cost is estimated."""
    return _answer("RATE_GUESS", guesses, feedback, game)

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
@xw.arg("guess", **_CELLS, doc="a guess, or a whole column of guesses")
@xw.arg(
    "more", **_CELLS, doc="the other six cells if all eight pegs are given one by one"
)
def BLACK(code, guess, *more):
    """Black pegs: right colour in the right place. One result for each guess, of up to 32 pegs."""
    return _answer("BLACK", code, guess, *more)


@xw.func
@xw.arg("code", **_CELLS, doc="the hidden code: a range, or one cell such as 1122")
@xw.arg("guess", **_CELLS, doc="a guess, or a whole column of guesses")
@xw.arg(
    "more", **_CELLS, doc="the other six cells if all eight pegs are given one by one"
)
def WHITE(code, guess, *more):
    """White pegs: right colour in the wrong place. One result for each guess."""
    return _answer("WHITE", code, guess, *more)


@xw.func
@xw.arg("guesses", **_CELLS, doc="the guesses so far, one a row; blanks skipped")
@xw.arg(
    "feedback",
    **_CELLS,
    doc="their black and white pegs, one pair a row, or such as 1a2b in one cell",
)
@xw.arg("strategy", **_CELLS, doc="its name; knuth if left out")
@xw.arg(
    "game",
    **_CELLS,
    doc="such as 4x6, 4x10 distinct or bulls-and-cows; 4x6 if left out",
)
@xw.arg("first", **_CELLS, doc="the first guess; the strategy's own if blank")
def SOLVE_NEXT(guesses, feedback, strategy=None, game=None, first=None):
    """The next guess, a row of pegs; blanks once the code is found. #N/A if the turns contradict one another."""
    return _answer("SOLVE_NEXT", guesses, feedback, strategy, game, first)


@xw.func
@xw.arg(
    "game",
    **_CELLS,
    doc="such as 4x6, 4x10 distinct or bulls-and-cows; 4x6 if left out",
)
def CODES(game=None):
    """All codes of a game, one a row."""
    return _answer("CODES", game)


@xw.func
@xw.arg("guesses", **_CELLS, doc="the guesses so far, one a row; blanks skipped")
@xw.arg(
    "feedback",
    **_CELLS,
    doc="their black and white pegs, one pair a row, or such as 1a2b in one cell",
)
@xw.arg(
    "game",
    **_CELLS,
    doc="such as 4x6, 4x10 distinct or bulls-and-cows; 4x6 if left out",
)
@xw.arg("more", **_CELLS, doc="the game, if the codes to mark stand first")
def RULED_OUT(guesses, feedback, game=None, more=None):
    """An "x" for each code of the game, in the order of CODES, that does not fit the turns, blank for the others. For codes of your own: RULED_OUT(codes, guesses, feedback, [game])."""
    return _answer("RULED_OUT", guesses, feedback, game, more)


@xw.func
@xw.arg("guesses", **_CELLS, doc="the guesses so far, one a row; blanks skipped")
@xw.arg(
    "feedback",
    **_CELLS,
    doc="their black and white pegs, one pair a row, or such as 1a2b in one cell",
)
@xw.arg(
    "game",
    **_CELLS,
    doc="such as 4x6, 4x10 distinct or bulls-and-cows; 4x6 if left out",
)
def CANDIDATES_LEFT(guesses, feedback, game=None):
    """How many codes still fit after each turn; 0 once the turns contradict."""
    return _answer("CANDIDATES_LEFT", guesses, feedback, game)


@xw.func
@xw.arg("guesses", **_CELLS, doc="the guesses so far, one a row; blanks skipped")
@xw.arg(
    "feedback",
    **_CELLS,
    doc="their black and white pegs, one pair a row, or such as 1a2b in one cell",
)
@xw.arg("pattern", **_CELLS, doc="such as 1??2, ? for an unknown peg")
@xw.arg(
    "game",
    **_CELLS,
    doc="such as 4x6, 4x10 distinct or bulls-and-cows; 4x6 if left out",
)
@xw.arg("count", **_CELLS, doc="rows at most; 1,000 if left out")
def CANDIDATES(guesses, feedback, pattern=None, game=None, count=None):
    """The codes that fit the turns and match a pattern, one a row; blank if none."""
    return _answer("CANDIDATES", guesses, feedback, pattern, game, count)


@xw.func
@xw.arg("guesses", **_CELLS, doc="the guesses so far, one a row; blanks skipped")
@xw.arg(
    "game",
    **_CELLS,
    doc="such as 4x6, 4x10 distinct or bulls-and-cows; 4x6 if left out",
)
def CHEAT(guesses, game=None):
    """How a codemaker who has fixed no code answers: most codes stay possible."""
    return _answer("CHEAT", guesses, game)


@xw.func
@xw.arg("guesses", **_CELLS, doc="the guesses so far, one a row; blanks skipped")
@xw.arg(
    "feedback",
    **_CELLS,
    doc="their black and white pegs, one pair a row, or such as 1a2b in one cell",
)
@xw.arg(
    "game",
    **_CELLS,
    doc="such as 4x6, 4x10 distinct or bulls-and-cows; 4x6 if left out",
)
def CONTRADICTIONS(guesses, feedback, game=None):
    """Which one answer, changed to what, makes contradictory turns fit again: attempt, black, white, one change a row."""
    return _answer("CONTRADICTIONS", guesses, feedback, game)


@xw.func
@xw.arg("guesses", **_CELLS, doc="the guesses so far, one a row; blanks skipped")
@xw.arg(
    "feedback",
    **_CELLS,
    doc="their black and white pegs, one pair a row, or such as 1a2b in one cell",
)
@xw.arg("strategy", **_CELLS, doc="its name; knuth if left out")
@xw.arg(
    "game",
    **_CELLS,
    doc="such as 4x6, 4x10 distinct or bulls-and-cows; 4x6 if left out",
)
@xw.arg("count", **_CELLS, doc="rows at most; 2,000 if left out")
def RANK_GUESSES(guesses, feedback, strategy=None, game=None, count=None):
    """The guesses that a strategy compares, best first: guess, 1 if still possible, largest part, parts, codes left on average, bits told; by optimal also the guesses still needed. In large games one guess stands for all that the turns do not tell from it."""
    return _answer("RANK_GUESSES", guesses, feedback, strategy, game, count)


@xw.func
@xw.arg("guess", **_CELLS, doc="the guess")
@xw.arg("guesses", **_CELLS, doc="the guesses so far, one a row; blanks skipped")
@xw.arg(
    "feedback",
    **_CELLS,
    doc="their black and white pegs, one pair a row, or such as 1a2b in one cell",
)
@xw.arg(
    "game",
    **_CELLS,
    doc="such as 4x6, 4x10 distinct or bulls-and-cows; 4x6 if left out",
)
def PARTITION(guess, guesses, feedback, game=None):
    """Into which parts a guess splits the codes that still fit: every possible answer, black and white, with its number of codes, zeros included."""
    return _answer("PARTITION", guess, guesses, feedback, game)


@xw.func
@xw.arg("guess", **_CELLS, doc="the guess")
@xw.arg("guesses", **_CELLS, doc="the guesses so far, one a row; blanks skipped")
@xw.arg(
    "feedback",
    **_CELLS,
    doc="their black and white pegs, one pair a row, or such as 1a2b in one cell",
)
@xw.arg(
    "game",
    **_CELLS,
    doc="such as 4x6, 4x10 distinct or bulls-and-cows; 4x6 if left out",
)
def EXPECTED_LEFT(guess, guesses, feedback, game=None):
    """How many codes a guess leaves on average, of those that fit the turns. The code itself, if it is still possible, counts as one that is left."""
    return _answer("EXPECTED_LEFT", guess, guesses, feedback, game)


@xw.func
@xw.arg(
    "strategy", **_CELLS, doc="its name; knuth if blank; random plays each code once"
)
@xw.arg(
    "game",
    **_CELLS,
    doc="such as 4x6, 4x10 distinct or bulls-and-cows; 4x6 if left out",
)
@xw.arg("first", **_CELLS, doc="the first guess; the strategy's own if blank")
def STRATEGY_STATS(strategy, game=None, first=None):
    """A strategy against every code, in a row: total guesses, average, most, and the codes found with 1, 2, ... guesses. For games of at most 10,000 codes, else #VALUE!."""
    return _answer("STRATEGY_STATS", strategy, game, first)


@xw.func
@xw.arg("guesses", **_CELLS, doc="the guesses so far, one a row; blanks skipped")
@xw.arg(
    "feedback",
    **_CELLS,
    doc="their black and white pegs, one pair a row, or such as 1a2b in one cell",
)
@xw.arg("strategy", **_CELLS, doc="its name; knuth if left out")
@xw.arg(
    "game",
    **_CELLS,
    doc="such as 4x6, 4x10 distinct or bulls-and-cows; 4x6 if left out",
)
def TELL_TURNS(guesses, feedback, strategy=None, game=None):
    """One sentence a turn: what the answer rules out, and how the strategy's own guess would have done. For games of at most 100,000 codes, else #VALUE!."""
    return _answer("TELL_TURNS", guesses, feedback, strategy, game)


@xw.func
@xw.arg("guesses", **_CELLS, doc="the guesses so far, one a row; blanks skipped")
@xw.arg(
    "feedback",
    **_CELLS,
    doc="their black and white pegs, one pair a row, or such as 1a2b in one cell",
)
@xw.arg(
    "game",
    **_CELLS,
    doc="such as 4x6, 4x10 distinct or bulls-and-cows; 4x6 if left out",
)
def RATE_GUESS(guesses, feedback, game=None):
    """What each guess cost, a row a turn: guesses given away on average (0 is best), a best guess, luck, note. Luck is the share of codes whose answer would have left more, equal ones half; the found code leaves none. Above 5,040 codes the cost is estimated."""
    return _answer("RATE_GUESS", guesses, feedback, game)

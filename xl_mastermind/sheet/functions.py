"""
The worksheet functions, on plain nested lists as a cell range gives them.

`FUNCTIONS` is the one table of them: the wrappers of every spreadsheet program
and the Help sheet are made from it. A function takes scalars or nested lists
(floats, text, blanks) and gives scalars or nested lists of numbers, text and
`CellError`; whatever stands in the cells, it raises nothing.
"""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import lru_cache
from itertools import accumulate, chain
from typing import Final, TypeAlias, TypeGuard

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.extra.swap_puzzle import MOST_PIECES, swap_count, swap_moves
from xl_mastermind.game.codes import all_codes, codebook, fitting
from xl_mastermind.game.rules import (
    UNKNOWN,
    Code,
    Feedback,
    Rules,
    Turn,
    feedback,
    feedback_in_words,
)
from xl_mastermind.solve.analysis import partition, rank_guesses, tell_turns
from xl_mastermind.solve.codemaker import cheating_answers
from xl_mastermind.solve.contradictions import (
    contradiction_in_words,
    corrections,
    first_contradiction,
)
from xl_mastermind.solve.evaluate import Evaluation, evaluate
from xl_mastermind.solve.rating import MOST_RATED, Rating, rate_guesses
from xl_mastermind.solve.strategies import (
    DEFAULT_STRATEGY,
    NoCandidateError,
    Suggestion,
    cached_suggestion,
    parse_strategy,
    survivors,
)

Cell: TypeAlias = object
"""What a spreadsheet program keeps in a cell: number, text, blank or an error."""

Block: TypeAlias = list[list[Cell]]
"""The values of an area, row by row; `None` is a blank cell."""

Rows: TypeAlias = list[list[int | str]]
"""Rows of values."""

Figures: TypeAlias = list[list[float | str]]
"""Rows of values, some of which may be fractions."""

Result: TypeAlias = int | str | Rows | Figures
"""What a worksheet function gives: one value, or rows of values."""

MOST_ROWS: Final = 1 << 20
"""Rows of a sheet."""

LISTED: Final = 1000
"""Rows that CANDIDATES gives unless it is told otherwise."""

RANKED: Final = 2000
"""Rows that RANK_GUESSES gives unless it is told otherwise: every guess of 4x6."""

MOST_EVALUATED: Final = 10_000
"""Codes of the largest game that STRATEGY_STATS plays through, in seconds at most."""

MOST_LIVE: Final = 1 << 22
"""Codes of the largest game that a function looks at, in a second or so."""

MOST_TURNS: Final = 10_000
"""Turns of a game that is looked at; blank rows are none."""

RATED: Final = 4
"""Columns of RATE_GUESS."""

WASTED: Final = "wasted"
ESTIMATED: Final = "by expected size"
FOR_NOW: Final = f"{ESTIMATED}, for now"
"""Notes of RATE_GUESS."""

_SEED: Final = 1
"""Makes what STRATEGY_STATS says of the strategy random the same every time."""

_NUMBER_WORDS: Final = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)


class CellError(StrEnum):
    """An error that a cell shows; the hosts turn it into a real one."""

    VALUE = "#VALUE!"
    NA = "#N/A"


class Need(Enum):
    """Whether an argument may be left out or given many times."""

    REQUIRED = "required"
    OPTIONAL = "optional"
    REPEATED = "repeated"


OPTIONAL: Final = Need.OPTIONAL
REPEATED: Final = Need.REPEATED


@dataclass(frozen=True)
class Argument:
    """One argument of a worksheet function, and its help text."""

    name: str
    help: str
    need: Need = Need.REQUIRED


@dataclass(frozen=True)
class Function:
    """
    One worksheet function.

    Attributes
    ----------
    name : str
        Its name in formulas.
    help : str
        What it gives, in one or two sentences.
    arguments : tuple of Argument
        Its arguments in order.
    example : str
        A formula on the board that uses it.
    compute : function
        Takes the arguments as cells and raises `ValueError` on wrong ones.
    most_codes : float
        Codes of the largest game for which a cell has it computed. Buttons, for
        which people wait, compute it for all.
    """

    name: str
    help: str
    arguments: tuple[Argument, ...]
    example: str
    compute: Callable[..., Result]
    most_codes: float = MOST_LIVE

    def call(self, *cells: Cell) -> Result:
        """Return the function's value, an error value where the cells are wrong."""
        try:
            for argument, cell in zip(self.arguments, cells, strict=False):
                if argument.name == "game":
                    self._check_size(cell)
            return self.compute(*cells)
        except NoCandidateError:
            return CellError.NA
        except ValueError:
            return CellError.VALUE

    def _check_size(self, game: Cell) -> None:
        if self.most_codes < math.inf and _rules(game).code_count > self.most_codes:
            raise ValueError(f"expected a game of at most {self.most_codes:,} codes")

    @property
    def usage(self) -> str:
        """The function with its arguments, optional ones in brackets."""
        forms = {
            Need.REQUIRED: "{}",
            Need.OPTIONAL: "[{}]",
            Need.REPEATED: "[{}…]",
        }
        listed = ", ".join(forms[a.need].format(a.name) for a in self.arguments)
        return f"{self.name}({listed})"


# Reading cells


def _block(value: Cell) -> list[list[Cell]]:
    """Return `value` as rows of cells, whatever shape it came in."""
    if not isinstance(value, list | tuple):
        return [[value]]
    if not any(isinstance(row, list | tuple) for row in value):
        value = [value]
    rows = [[*row] if isinstance(row, (list, tuple)) else [row] for row in value]
    if len(set(map(len, rows))) != 1 or not rows[0]:
        raise ValueError("expected cells in rows of the same length")
    return rows


def _text(cell: Cell) -> str:
    """Return what a cell says, without blanks around it, breaking or not."""
    if cell is None:
        return ""
    if isinstance(cell, str):
        return cell.strip()
    if _is_number(cell) and cell >= 0 and cell == int(cell):
        return str(int(cell))
    raise ValueError(f"expected a whole number or a text, got {cell!r}")


def _is_number(cell: Cell) -> TypeGuard[int | float]:
    if isinstance(cell, float):
        return math.isfinite(cell)
    return isinstance(cell, int) and not isinstance(cell, bool)


def _symbols(cell: Cell, pegs: int = 1) -> str:
    """Return the symbols in a cell, in upper case; a number may lack its noughts."""
    text = _text(cell)
    # Other characters would pass for symbols in upper case, so look before.
    if text and not (text.isascii() and text.isalnum()):
        raise ValueError(f"expected digits and letters, got {text!r}")
    return text.upper() if isinstance(cell, str) else text.zfill(pegs if text else 0)


def _symbols_if_any(cell: Cell) -> str:
    """Return the symbols in a cell; none if it cannot hold any."""
    try:
        return _symbols(cell)
    except ValueError:
        return ""


def _length(cell: Cell) -> int:
    return len(_symbols_if_any(cell))


def _holds_codes(cells: Sequence[Cell], pegs: int) -> bool:
    """Return whether the cells hold a whole code each, such as 1122, not a peg."""
    return pegs > 1 and any(_length(cell) == pegs for cell in cells)


@dataclass(frozen=True)
class _Lines:
    """Rows of cells, one for each code, and whether they stood side by side."""

    lines: list[list[Cell]]
    across: bool = False

    def give(self, values: Sequence[int | str]) -> Rows:
        """Return one value a line, laid out as the lines were."""
        return [list(values)] if self.across else [[value] for value in values]

    def each(self, value: Callable[[list[Cell]], int | str]) -> Rows:
        """Return a value a line; a wrong line is an error in its place only."""

        def guarded(line: list[Cell]) -> int | str:
            try:
                return value(line)
            except ValueError:
                return CellError.VALUE

        return self.give([guarded(line) for line in self.lines])


def _lines(value: Cell, pegs: int) -> _Lines:
    """Return the codes of a range: a row each, a column each, or a cell each."""
    rows = _block(value)
    height, width = len(rows), len(rows[0])
    column = [row[0] for row in rows]
    if width == pegs and not (height == 1 and _holds_codes(rows[0], pegs)):
        return _Lines(rows)
    if width == 1 and height == pegs and not _holds_codes(column, pegs):
        return _Lines([column])
    if width == 1:
        return _Lines([[cell] for cell in column])
    if height == pegs:
        return _Lines([list(line) for line in zip(*rows, strict=True)], across=True)
    if height == 1 and _holds_codes(rows[0], pegs):
        return _Lines([[cell] for cell in rows[0]], across=True)
    raise ValueError(f"expected codes of {pegs} cells, got {width}")


def _word(line: Sequence[Cell], pegs: int) -> str:
    """Return the symbols of one code, or nothing if a peg of it is blank."""
    if len(line) == 1:
        word = _symbols(line[0], pegs)
        if word and len(word) != pegs:
            raise ValueError(f"expected {pegs} pegs, got {word!r}")
        return word
    symbols = [_symbols(cell) for cell in line]
    for symbol in symbols:
        if len(symbol) > 1:
            raise ValueError(f"expected one symbol a peg, got {symbol!r}")
    return "".join(symbols) if all(symbols) else ""


def _code(line: Sequence[Cell], rules: Rules) -> Code | None:
    """Return the code of a line, `None` if it is blank or half filled."""
    word = _word(line, rules.pegs)
    return rules.parse_code(word) if word else None


def _feedback(line: Sequence[Cell], rules: Rules) -> Feedback | None:
    """Return the feedback of a line, `None` if it is blank or half filled."""
    counts = [_text(cell) for cell in line]
    for count in counts:
        if count and not (count.isascii() and count.isdigit() and len(count) < 3):
            raise ValueError(f"expected a number of pegs, got {count!r}")
    if rules.black_only:
        counts = [counts[0], *(counts[1:] or "0")]
        counts[1] = counts[1] or "0"
    if not all(counts):
        return None
    black, white = map(int, counts)
    return rules.check_feedback(Feedback(black, white))


@dataclass(frozen=True)
class _History:
    """The rows of a board: each a turn, nothing yet, or what is wrong with it."""

    rows: list[Turn | ValueError | None]
    layout: _Lines

    @property
    def turns(self) -> list[Turn]:
        """The answered rows; raises the first error among them."""
        for row in self.rows:
            if isinstance(row, ValueError):
                raise row
        return self.answered

    @property
    def answered(self) -> list[Turn]:
        """The answered rows, leaving out those that are wrong."""
        return [row for row in self.rows if isinstance(row, Turn)]


def _history(guesses: Cell, marks: Cell, rules: Rules) -> _History:
    """Return the turns of a board, row by row."""
    layout = _lines(guesses, rules.pegs)
    answers = _block(marks)
    square = len(layout.lines) == rules.pegs == len(answers[0])
    if square and not layout.across and len(answers) != rules.pegs:
        # As many turns as pegs: only the feedback tells how they stand.
        turned = zip(*layout.lines, strict=True)
        layout = _Lines([list(line) for line in turned], across=True)
    if layout.across or (len(layout.lines) == 1 and len(answers) > 1):
        answers = [list(line) for line in zip(*answers, strict=True)]
    if len(answers) != len(layout.lines):
        raise ValueError(
            f"expected feedback for {len(layout.lines)} guesses, got {len(answers)}"
        )
    if not 1 + (not rules.black_only) <= len(answers[0]) <= 2:
        raise ValueError(f"expected black and white, got {len(answers[0])} cells")
    rows: list[Turn | ValueError | None] = []
    filled = 0
    for line, answer in zip(layout.lines, answers, strict=True):
        try:
            given = _feedback(answer, rules)
            guess = _code(line, rules) if given else None
        except ValueError as error:
            rows.append(error)
        else:
            rows.append(Turn(guess, given) if guess and given else None)
        filled += rows[-1] is not None
        if filled > MOST_TURNS:
            raise ValueError(f"expected at most {MOST_TURNS:,} turns")
    return _History(rows, layout)


def _option(cell: Cell) -> str:
    """Return the text of a setting, which stands in one cell."""
    rows = _block(cell)
    if len(rows) * len(rows[0]) != 1:
        raise ValueError(f"expected one cell, got {len(rows)} rows of {len(rows[0])}")
    return _text(rows[0][0])


def _rules(game: Cell) -> Rules:
    """Return the rules that a cell names; blank is Mastermind."""
    return Rules.parse(_option(game) or "mastermind")


# Giving cells


def pegs_as_cells(code: Sequence[int], rules: Rules) -> list[int | str]:
    """
    Return a code as cells, a peg each; digits are numbers.

    Examples
    --------
    >>> pegs_as_cells((1, 1, 2, 2), Rules(4, 6))
    [1, 1, 2, 2]
    """
    return [int(s) if s.isdigit() else s for s in rules.format_code(code)]


def plural(number: int, noun: str) -> str:
    """
    Return a number with its noun.

    Examples
    --------
    >>> plural(1, "code"), plural(1296, "code")
    ('1 code', '1,296 codes')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def symbols_in_words(rules: Rules) -> str:
    """
    Return what may be typed for a peg.

    Examples
    --------
    >>> symbols_in_words(Rules(4, 6))
    'a digit from 1 to 6'
    >>> symbols_in_words(Rules(4, 3, symbols="XYW"))
    'one of X, Y, W'
    """
    codes_of_symbols = [ord(symbol) for symbol in rules.symbols]
    in_a_row = range(codes_of_symbols[0], codes_of_symbols[0] + rules.colours)
    if codes_of_symbols != list(in_a_row) or rules.colours < 2:
        return f"one of {', '.join(rules.symbols)}"
    kind = "digit" if rules.symbols.isdigit() else "letter"
    return f"a {kind} from {rules.symbols[0]} to {rules.symbols[-1]}"


def _typed(line: Sequence[Cell], rules: Rules) -> str:
    """Return what was typed for a guess, however much of it."""
    lacks_noughts = len(line) == 1 and "0" in rules.symbols
    return "".join(_symbols(cell, rules.pegs if lacks_noughts else 1) for cell in line)


def _wrong_symbols(line: Sequence[Cell], rules: Rules) -> str:
    """Return in a sentence which symbols of a guess cannot be, or nothing."""
    try:
        typed = _typed(line, rules)
    except ValueError:
        typed = "?"
    if not rules.colour_of.keys() >= {*typed}:
        return f"Please type {symbols_in_words(rules)}."
    if len(line) > 1 and any(_length(cell) > 1 for cell in line):
        return "Please type one symbol in each cell."
    if rules.distinct and len(set(typed)) < len(typed):
        return "Please use each symbol only once."
    return ""


def what_is_wrong(line: Sequence[Cell], rules: Rules) -> str:
    """
    Return in a sentence why a guess cannot be played, or nothing.

    `line` has a cell for each peg, or one cell for the whole guess.

    Examples
    --------
    >>> what_is_wrong([1, 1, 2, None], Rules(4, 6))
    'A guess has 4 pegs; this one has 3.'
    """
    wrong = _wrong_symbols(line, rules)
    if wrong:
        return wrong
    length = len(_typed(line, rules))
    if length not in (0, rules.pegs):
        return f"A guess has {plural(rules.pegs, 'peg')}; this one has {length}."
    return ""


# The functions


def _score(colour: int, code: Cell, guess: Cell, more: Sequence[Cell]) -> Result:
    """Return one colour of the feedback of each guess against `code`."""
    if more:
        cells = [_option(cell) for cell in (code, guess, *more)]
        if len(cells) != 8:
            raise ValueError(f"expected two or eight arguments, got {len(cells)}")
        code, guess = cells[:4], [cells[4:]]
    secret = [cell for row in _block(code) for cell in row]
    if len(_block(code)) not in (1, len(secret)):
        raise ValueError("expected one code, got a block of cells")
    pegs = len(secret) if len(secret) > 1 else _pegs_of(secret[0], guess)
    word = _word(secret, pegs)
    layout = _lines(guess, pegs)

    def count(line: list[Cell]) -> int | str:
        played = _word(line, pegs)
        if not (word and played):
            return ""
        return feedback([*map(ord, word)], [*map(ord, played)])[colour]

    counts = layout.each(count)
    return counts if len(layout.lines) > 1 else counts[0][0]


def _pegs_of(code: Cell, guesses: Cell) -> int:
    """Return how many pegs a code in one cell has; a number may lack its noughts."""
    rows = _block(guesses)
    shape = len(rows[0]), len(rows)
    cells = [code, *chain.from_iterable(rows)]
    texts = [*map(_symbols_if_any, cells)]
    longest = max(map(len, texts[1:]))
    guessed = longest if longest > 1 else next((n for n in shape if n > 1), 1)
    written = len(_symbols(code))
    if not written:
        return guessed
    beside = longest <= 1 and written == shape[1]
    if beside or written == shape[0] or not _is_number(code):
        return written
    if longest <= 1:
        return max(written, guessed)
    digits = [
        (cell, text) for cell, text in zip(cells, texts, strict=True) if text.isdigit()
    ]
    exact = Counter(len(text) for _, text in digits)
    shorter = Counter(len(text) for cell, text in digits if _is_number(cell))
    lengths = sorted(exact)
    less = accumulate((shorter[length] for length in lengths), initial=0)
    points = [
        2 * exact[length] + more for length, more in zip(lengths, less, strict=False)
    ]
    return lengths[points.index(max(points))]


def black(code: Cell, guess: Cell, *more: Cell) -> Result:
    """
    Return the black pegs of each guess: right colour, right place.

    Examples
    --------
    >>> black([[1, 2, 3, 6]], [[1, 1, 2, 2], [3, 2, 1, 6]])
    [[1], [2]]
    >>> black(4, 5, 6, 3, 4, 4, 6, 5)
    2
    """
    return _score(0, code, guess, more)


def white(code: Cell, guess: Cell, *more: Cell) -> Result:
    """
    Return the white pegs of each guess: right colour, wrong place.

    Examples
    --------
    >>> white("1236", "1122")
    1
    """
    return _score(1, code, guess, more)


def solve_next(
    guesses: Cell,
    marks: Cell,
    strategy: Cell = None,
    game: Cell = None,
    first: Cell = None,
) -> Rows:
    """
    Return the next guess as a row of cells, blank after a winning turn.

    Examples
    --------
    >>> solve_next([[1, 1, 2, 2]], [[1, 0]], "knuth")
    [[1, 3, 4, 4]]
    """
    rules = _rules(game)
    suggestion = _suggestion(guesses, marks, strategy, rules, first)
    if suggestion is None:
        return [[""] * rules.pegs]
    return [pegs_as_cells(suggestion.guess, rules)]


def solve_note(
    guesses: Cell,
    marks: Cell,
    strategy: Cell = None,
    game: Cell = None,
    first: Cell = None,
) -> str:
    """
    Return "sampled" if the next guess is the best of a sample only, or a blank.

    Examples
    --------
    >>> solve_note([[1, 1, 2, 2]], [[1, 0]], "knuth")
    ''
    """
    suggestion = _suggestion(guesses, marks, strategy, _rules(game), first)
    return "sampled" if suggestion and suggestion.sampled else ""


def _suggestion(
    guesses: Cell, marks: Cell, strategy: Cell, rules: Rules, first: Cell
) -> Suggestion | None:
    """Return what the strategy suggests, `None` after a winning turn."""
    turns = _history(guesses, marks, rules).turns
    opening = _lines(_block(first), rules.pegs).lines[0]
    name = parse_strategy(_option(strategy) or DEFAULT_STRATEGY).name
    suggestion = cached_suggestion(rules, tuple(turns), name, _code(opening, rules))
    won = any(turn.feedback == rules.win for turn in turns)
    return None if won else suggestion


def codes(game: Cell = None) -> Rows:
    """
    Return all codes of a game, one a row, in lexicographic order.

    Examples
    --------
    >>> codes("2x2")
    [[1, 1], [1, 2], [2, 1], [2, 2]]
    """
    rules = _rules(game)
    return _codes_as_cells(_listable(rules), rules)


def _listable(rules: Rules) -> NDArray[np.uint8]:
    """Return all codes of a game, if a sheet has as many rows."""
    if rules.code_count > MOST_ROWS:
        raise ValueError(
            f"expected at most {MOST_ROWS:,} codes, got {rules.code_count:,}"
        )
    return all_codes(rules)


def _codes_as_cells(listed: NDArray[np.uint8], rules: Rules) -> Rows:
    """Return codes, one a row, as cells with a peg each."""
    symbols = [0, *pegs_as_cells(range(1, rules.colours + 1), rules)]
    return [[symbols[colour] for colour in code] for code in listed.tolist()]


def ruled_out(guesses: Cell, marks: Cell, game: Cell = None, more: Cell = None) -> Rows:
    """
    Return "x" for each code that does not fit the turns, or a blank.

    The codes are those of the game, as `codes` lists them; or those of a list that
    stands before the other arguments: codes, guesses, marks, game. So it does
    where the third argument is more than one cell, which no game is, or the
    fourth is a game. (The marks of a single turn are one cell in a game of black
    pegs only, whose name is then the fourth argument.)

    Examples
    --------
    >>> ruled_out([[1, 2]], [[1, 0]], "2x2")
    [[''], ['x'], ['x'], ['']]
    >>> ruled_out([[1, 1, 1, 2], [6, 6, 6, 6]], [[1, 1, 2, 2]], [[3, 0]])
    [[''], ['x']]
    """
    third = _block(game)
    if len(third) * len(third[0]) > 1 or _option(more):
        return _marks_of_list(guesses, marks, game, more)
    rules = _rules(game)
    _listable(rules)
    return _out(codebook(rules).fitting(_history(guesses, marks, rules).turns))


def _out(fits: NDArray[np.bool_]) -> Rows:
    return [[mark] for mark in np.where(fits, "", "x").tolist()]


def _marks_of_list(codes: Cell, guesses: Cell, marks: Cell, game: Cell) -> Rows:
    """Return the marks of a list of codes; a wrong one is an error in its row."""
    rules = _rules(game)
    turns = _history(guesses, marks, rules).turns
    rows = _block(codes)
    listed = _as_digits(rows, rules)
    if listed is not None:
        return _out(fitting(rules, turns, listed))
    layout = _lines(rows, rules.pegs)
    read = [_code_or_mark(line, rules) for line in layout.lines]
    right = [code for code in read if isinstance(code, tuple)]
    array = np.array(right, dtype=np.uint8).reshape(-1, rules.pegs)
    found = iter(np.where(fitting(rules, turns, array), "", "x").tolist())
    return layout.give(
        [next(found) if isinstance(code, tuple) else code for code in read]
    )


def _as_digits(rows: list[list[Cell]], rules: Rules) -> NDArray[np.int64] | None:
    """Return a list of codes as an array of colours, if it is as the board has it."""
    if len(rows[0]) != rules.pegs or not set(map(type, chain.from_iterable(rows))) <= {
        int,
        float,
    }:
        return None
    try:
        values = np.fromiter(chain.from_iterable(rows), dtype=np.float64)
    except OverflowError:
        return None
    values = values.reshape(-1, rules.pegs)
    if not (values.min() >= 0 and values.max() <= 9):  # so that NaN is none either
        return None
    digits = values.astype(np.int64)
    colour_of = np.zeros(10, dtype=np.int64)
    for colour, symbol in enumerate(rules.symbols, 1):
        if symbol.isdigit():
            colour_of[int(symbol)] = colour
    listed = colour_of[digits]
    if not listed.all() or (digits != values).any():
        return None
    if rules.distinct and (np.diff(np.sort(listed, axis=1), axis=1) == 0).any():
        return None
    return listed


def candidates_left(guesses: Cell, marks: Cell, game: Cell = None) -> Rows:
    """
    Return the number of codes left after each turn; blank rows stay blank.

    Examples
    --------
    >>> candidates_left([[1, 1, 2, 2], [1, 3, 4, 4]], [[1, 0], [None, None]])
    [[256], ['']]
    """
    rules = _rules(game)
    history = _history(guesses, marks, rules)
    counts = iter(survivors(rules, history.answered))

    def count(row: Turn | ValueError | None) -> int | str:
        if isinstance(row, ValueError):
            return CellError.VALUE
        return next(counts) if row else ""

    return history.layout.give([count(row) for row in history.rows])


def candidates(
    guesses: Cell,
    marks: Cell,
    pattern: Cell = None,
    game: Cell = None,
    count: Cell = None,
) -> Result:
    """
    Return the codes that fit the turns and match a pattern, one a row.

    They come in lexicographic order, `count` of them at most; there is one
    blank row if there are none. What is wrong with a pattern is said in a
    sentence.

    Examples
    --------
    >>> candidates([[1, 1, 2, 2]], [[3, 0]], "1?3?")
    [[1, 1, 3, 2]]
    >>> candidates([[1, 1, 2, 2]], [[3, 0]], "1?2")
    'A pattern has 4 pegs; this one has 3.'
    """
    rules = _rules(game)
    turns = _history(guesses, marks, rules).turns
    most = _whole_number(count, 1, MOST_ROWS) if _option(count) else LISTED
    try:
        known = _pattern(pattern, rules)
    except _WrongPatternError as error:
        return str(error)
    book = codebook(rules)
    left = book.candidates(turns, known)[:most]
    none: Rows = [[""] * rules.pegs]
    return _codes_as_cells(book.codes[left], rules) or none


class _WrongPatternError(ValueError):
    """A pattern cannot be; the message is a sentence for the sheet."""


def _pattern(value: Cell, rules: Rules) -> Code:
    """Return the pattern of a cell, or of a cell a peg; blank pegs are unknown."""
    cells = list(chain.from_iterable(_block(value)))
    if len(cells) == 1:
        lacks_noughts = _is_number(cells[0]) and "0" in rules.symbols
        text = _text(cells[0]).zfill(rules.pegs if lacks_noughts else 0)
        written = [*text] or [UNKNOWN] * rules.pegs
    else:
        written = [_text(cell) or UNKNOWN for cell in cells]
    known = [symbol for symbol in written if symbol != UNKNOWN]
    if not rules.colour_of.keys() >= {*known}:
        asked = symbols_in_words(rules)
        raise _WrongPatternError(f"A peg of a pattern is {asked}, or {UNKNOWN}.")
    if len(written) != rules.pegs:
        pegs = plural(rules.pegs, "peg")
        raise _WrongPatternError(f"A pattern has {pegs}; this one has {len(written)}.")
    colours = {rules.colour_of[symbol] for symbol in known}
    if rules.distinct and len(colours) < len(known):
        raise _WrongPatternError("Please use each symbol only once.")
    return rules.parse_pattern("".join(written))


def _whole_number(cell: Cell, least: int, most: int) -> int:
    """Return the whole number in a cell."""
    text = _option(cell)
    if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
        raise ValueError(f"expected a number from {least} to {most}, got {text!r}")
    return int(text)


def cheat(guesses: Cell, game: Cell = None) -> Rows:
    """
    Return the answers of a codemaker who cheats, one row a guess.

    Blank and half-filled guesses have blank answers, a wrong guess has errors.

    Examples
    --------
    >>> cheat([[1, 1, 2, 2], [1, 3, 4, 4], [None] * 4])
    [[0, 0], [0, 1], ['', '']]
    """
    rules = _rules(game)
    layout = _lines(guesses, rules.pegs)
    played = [_code_or_mark(line, rules) for line in layout.lines]
    codes = [code for code in played if isinstance(code, tuple)]
    answers = iter(cheating_answers(rules, codes))
    width = 1 if rules.black_only else 2
    rows: Rows = [
        [*next(answers)[:width]] if isinstance(code, tuple) else [code] * width
        for code in played
    ]
    return [list(line) for line in zip(*rows, strict=True)] if layout.across else rows


def _code_or_mark(line: Sequence[Cell], rules: Rules) -> Code | str:
    """Return the code of a line, else what stands for it: a blank or an error."""
    try:
        return _code(line, rules) or ""
    except ValueError:
        return CellError.VALUE


def check_guess(guess: Cell, game: Cell = None) -> Result:
    """
    Return in a sentence what is wrong with a guess, or a blank.

    Examples
    --------
    >>> check_guess([[1, 7, 2, 2]])
    'Please type a digit from 1 to 6.'
    """
    rules = _rules(game)
    try:
        layout = _lines(guess, rules.pegs)
    except ValueError:
        cells = len(_block(guess)[0])
        return f"A guess has {plural(rules.pegs, 'peg')}; this one has {cells}."
    sentences = layout.give([what_is_wrong(line, rules) for line in layout.lines])
    return sentences if len(layout.lines) > 1 else sentences[0][0]


def board_message(guesses: Cell, marks: Cell, game: Cell = None) -> str:
    """
    Return the board's one line: what is wrong, or how the game stands.

    Examples
    --------
    >>> board_message([[1, 1, 2, 2], [None] * 4], [[1, 0], [None, None]])
    '1 black, 0 white: 256 codes left.'
    """
    rules = _rules(game)
    history = _history(guesses, marks, rules)
    rows = list(enumerate(zip(history.layout.lines, history.rows, strict=True), 1))
    for attempt, (line, row) in rows:
        wrong = _wrong_symbols(line, rules)
        if wrong:
            return wrong
        if isinstance(row, ValueError):
            return f"Attempt {attempt}: {str(row)[0].upper()}{str(row)[1:]}."
    turns = {attempt: row for attempt, (_, row) in rows if isinstance(row, Turn)}
    return _how_it_stands(turns, len(rows), rules)


def _how_it_stands(turns: dict[int, Turn], attempts: int, rules: Rules) -> str:
    """Return how a game stands, whose turns are kept by their attempt."""
    if not turns:
        verb = "is" if rules.code_count == 1 else "are"
        return f"{plural(rules.code_count, 'code')} {verb} possible. Your guess."
    counts = survivors(rules, [*turns.values()])
    if not counts[-1]:
        played = [*turns.values()]
        return contradiction_in_words(rules, played, "attempt", [*turns])
    for guesses, turn in enumerate(turns.values(), 1):
        if turn.feedback == rules.win:
            return f"Solved in {guesses}. Well played!"
    if len(turns) == attempts:
        noun = "attempt" if attempts == 1 else "attempts"
        words = number_in_words(attempts).capitalize()
        return f"{words} {noun}: the codemaker has won."
    answer = feedback_in_words([*turns.values()][-1].feedback, rules)
    return f"{answer}: {plural(counts[-1], 'code')} left."


def contradictions(guesses: Cell, marks: Cell, game: Cell = None) -> Rows:
    """
    Return every single change that makes contradictory turns fit again.

    Each row has an attempt and the black and white pegs that it would have to
    have. There is one blank row if the turns fit, or if no change is enough.

    Examples
    --------
    >>> contradictions([[1, 1, 2, 2], [1, 1, 2, 2]], [[4, 0], [3, 0]])
    [[1, 3, 0], [2, 4, 0]]
    """
    rules = _rules(game)
    rows = enumerate(_history(guesses, marks, rules).rows, 1)
    turns = {}
    for attempt, row in rows:
        if isinstance(row, ValueError):
            raise row
        if row:
            turns[attempt] = row
    attempts, played = [*turns], [*turns.values()]
    width = 1 if rules.black_only else 2
    listed: Rows = []
    if first_contradiction(rules, played) is not None:
        listed = [
            [attempts[place], *given[:width]]
            for place, given in corrections(rules, played)
        ]
    return listed or [[""] * (1 + width)]


def ranked_guesses(
    guesses: Cell,
    marks: Cell,
    strategy: Cell = None,
    game: Cell = None,
    count: Cell = None,
) -> Figures:
    """
    Return the guesses that a strategy compares, best first, one a row.

    Each row has the guess as a text; 1 if it is still possible, else 0; the
    largest part, the number of parts, the codes left on average, and the bits
    that the answer tells on average. By an optimal strategy it also has the
    guesses still needed on average, blank where nothing is proved. After a
    winning turn there is one blank row.

    Examples
    --------
    >>> ranked_guesses([[1, 1, 2, 2]], [[3, 0]], "knuth", None, 2)
    [['1223', 0, 5, 7, 3.6, 2.6037016960573482], ['1224', 0, 5, 7, 3.6, \
2.6037016960573482]]
    """
    rules = _rules(game)
    turns = _history(guesses, marks, rules).turns
    most = _whole_number(count, 1, MOST_ROWS) if _option(count) else RANKED
    name = _option(strategy) or DEFAULT_STRATEGY
    listed = rank_guesses(rules, turns, name, count=most)
    width = 5 if parse_strategy(name).exact else 4
    if any(turn.feedback == rules.win for turn in turns):
        return [[""] * (2 + width)]
    return [
        [
            rules.format_code(guess),
            int(possible),
            *("" if figure is None else figure for figure in figures[:width]),
        ]
        for guess, possible, *figures in listed
    ]


def parts_of(guess: Cell, guesses: Cell, marks: Cell, game: Cell = None) -> Rows:
    """
    Return each answer a guess may be given, and how many codes would give it.

    Each row has black, white (not in a game of black pegs only) and the number
    of codes still possible, nought included; least black first, then least
    white. The numbers are blank while the guess is blank or half filled.

    Examples
    --------
    >>> parts_of("1122", [[None] * 4], [[None] * 2])[:3]
    [[0, 0, 256], [0, 1, 256], [0, 2, 96]]
    """
    rules = _rules(game)
    turns = _history(guesses, marks, rules).turns
    lines = _lines(guess, rules.pegs).lines
    if len(lines) != 1:
        raise ValueError(f"expected one guess, got {len(lines)}")
    code = _code(lines[0], rules)
    sizes = partition(rules, turns, code or codebook(rules).code(0))
    width = 1 if rules.black_only else 2
    return [[*given[:width], size if code else ""] for given, size in sizes.items()]


def strategy_stats(strategy: Cell, game: Cell = None, first: Cell = None) -> Figures:
    """
    Return in one row how many guesses a strategy needs over every code.

    The row has the total, the average, the most, and then the number of codes
    found with 1, 2, ... guesses. The strategy random plays each code once, the
    same way every time. Games of more than `MOST_EVALUATED` codes are refused.

    Examples
    --------
    >>> strategy_stats("knuth")
    [[5801, 4.47608024691358, 5, 1, 6, 62, 533, 694]]
    """
    rules = _rules(game)
    if rules.code_count > MOST_EVALUATED:
        raise ValueError(
            f"expected at most {MOST_EVALUATED:,} codes, got {rules.code_count:,}"
        )
    opening = _lines(_block(first), rules.pegs).lines[0]
    name = _option(strategy) or DEFAULT_STRATEGY
    found = cached_evaluation(rules, name, _code(opening, rules))
    return [[found.total, found.average, found.most, *found.histogram]]


@lru_cache(maxsize=64)
def cached_evaluation(rules: Rules, strategy: str, first: Code | None) -> Evaluation:
    """Return the evaluation, which a sheet asks for more than once."""
    return evaluate(rules, strategy, first=first, seed=_SEED)


def told_turns(
    guesses: Cell, marks: Cell, strategy: Cell = None, game: Cell = None
) -> Rows:
    """
    Return a sentence for each turn; blank rows stay blank.

    Examples
    --------
    >>> told_turns([[1, 1, 2, 2]], [[0, 2]])
    [['0 black 2 white leaves 96 of 1,296 codes; knuth would have left at most 256,\
 with the same guess']]
    """
    rules = _rules(game)
    history = _history(guesses, marks, rules)
    name = _option(strategy) or DEFAULT_STRATEGY
    sentences = iter(tell_turns(rules, history.answered, name))

    def sentence(row: Turn | ValueError | None) -> str:
        if isinstance(row, ValueError):
            return CellError.VALUE
        return next(sentences) if row else ""

    return history.layout.give([sentence(row) for row in history.rows])


def rated_guesses(guesses: Cell, marks: Cell, game: Cell = None) -> Figures:
    """
    Return for each turn what its guess cost; blank rows stay blank.

    Each row has the cost in guesses, a best guess as a text, the luck of the
    answer, and a note; see `rate_guesses`.

    Examples
    --------
    >>> rated_guesses([["12"], ["12"]], [[0, 1], [0, 1]], "2x3 distinct")
    [[0.0, '12', 0.3333333333333333, 'optimal'], [1.0, '23', 0.5, \
'wasted']]
    """
    rules = _rules(game)
    history = _history(guesses, marks, rules)
    ratings = iter(rate_guesses(rules, history.answered))

    def cells(row: Turn | ValueError | None) -> list[float | str]:
        if isinstance(row, ValueError):
            return [CellError.VALUE] * RATED
        if row is None:
            return [""] * RATED
        rating = next(ratings)
        best = rules.format_code(rating.best)
        return [rating.cost, best, rating.luck, note_on(rating)]

    rows = [cells(row) for row in history.rows]
    across = history.layout.across
    return [list(line) for line in zip(*rows, strict=True)] if across else rows


def note_on(rating: Rating) -> str:
    """
    Return what is special about a guess, in a word or two, or nothing.

    Examples
    --------
    >>> note_on(Rating(0.0, (1, 1, 2, 3), 0.5, exact=True, wasted=False))
    'optimal'
    """
    if rating.for_now:  # its best guess too
        return FOR_NOW
    if rating.wasted:
        return WASTED
    if not rating.exact:
        return ESTIMATED
    return "" if rating.cost else "optimal"


def swap_puzzle_moves(number: Cell) -> Rows:
    """
    Return the moves of the peg puzzle with n pieces of each colour, one a row.

    Examples
    --------
    >>> swap_puzzle_moves(1)
    [['1 -> 2'], ['3 -> 1'], ['2 -> 3']]
    """
    return [[str(move)] for move in swap_moves(_whole_number(number, 1, MOST_PIECES))]


def swap_puzzle_count(number: Cell) -> int:
    """
    Return how many moves the peg puzzle takes.

    Examples
    --------
    >>> swap_puzzle_count(3)
    15
    """
    return swap_count(_whole_number(number, 1, MOST_PIECES))


def number_in_words(number: int) -> str:
    """
    Return a small number as a word.

    Examples
    --------
    >>> number_in_words(4), number_in_words(40)
    ('four', '40')
    """
    return dict(enumerate(_NUMBER_WORDS)).get(number, str(number))


# The table of functions

_GUESSES: Final = Argument("guesses", "the guesses so far, one a row; blanks skipped")
_MARKS: Final = Argument("feedback", "their black and white pegs, one pair a row")
_GAME: Final = Argument(
    "game", "such as 4x6, 4x10 distinct or bulls-and-cows; 4x6 if left out", OPTIONAL
)
_CODE: Final = Argument("code", "the hidden code: a range, or one cell such as 1122")
_GUESS: Final = Argument("guess", "a guess, or a whole column of guesses")
_MORE: Final = Argument(
    "more", "the other six cells if all eight pegs are given one by one", REPEATED
)
_SOLVE_ARGUMENTS: Final = (
    _GUESSES,
    _MARKS,
    Argument("strategy", f"its name; {DEFAULT_STRATEGY} if left out", OPTIONAL),
    _GAME,
    Argument("first", "the first guess; the strategy's own if blank", OPTIONAL),
)
_PIECES: Final = Argument("n", f"pieces of each colour, 1 to {MOST_PIECES}")

FUNCTIONS: Final = (
    Function(
        "BLACK",
        "Black pegs: right colour in the right place. One result for each guess.",
        (_CODE, _GUESS, _MORE),
        "=BLACK(A1:D1,A2:D2)",
        black,
    ),
    Function(
        "WHITE",
        "White pegs: right colour in the wrong place. One result for each guess.",
        (_CODE, _GUESS, _MORE),
        "=WHITE(1236,1122)",
        white,
    ),
    Function(
        "SOLVE_NEXT",
        "The next guess, a row of pegs. #N/A if the turns contradict one another.",
        _SOLVE_ARGUMENTS,
        '=SOLVE_NEXT(I3:L12,M3:N12,"entropy")',
        solve_next,
    ),
    Function(
        "SOLVE_NOTE",
        '"sampled" where a game is too large to compare all guesses, else blank:'
        " SOLVE_NEXT then gives the best of a part of them.",
        _SOLVE_ARGUMENTS,
        '=SOLVE_NOTE(I3:L12,M3:N12,"knuth","6x9")',
        solve_note,
    ),
    Function(
        "CODES",
        "All codes of a game, one a row.",
        (_GAME,),
        '=CODES("4x5")',
        codes,
    ),
    Function(
        "RULED_OUT",
        'An "x" for each code of the game, in the order of CODES, that does not fit the'
        " turns, blank for the others. For codes of your own:"
        " RULED_OUT(codes, guesses, feedback, [game]).",
        (
            _GUESSES,
            _MARKS,
            _GAME,
            Argument("more", "the game, if the codes to mark stand first", OPTIONAL),
        ),
        "=RULED_OUT(I3:L12,M3:N12)",
        ruled_out,
        math.inf,
    ),
    Function(
        "CANDIDATES_LEFT",
        "How many codes still fit after each turn; 0 once the turns contradict.",
        (_GUESSES, _MARKS, _GAME),
        "=CANDIDATES_LEFT(I3:L12,M3:N12)",
        candidates_left,
    ),
    Function(
        "CANDIDATES",
        "The codes that fit the turns and match a pattern, one a row; blank if none.",
        (
            _GUESSES,
            _MARKS,
            Argument("pattern", "such as 1??2, ? for an unknown peg", OPTIONAL),
            _GAME,
            Argument("count", f"rows at most; {LISTED:,} if left out", OPTIONAL),
        ),
        '=CANDIDATES(I3:L12,M3:N12,"1??2")',
        candidates,
    ),
    Function(
        "CHEAT",
        "How a codemaker who has fixed no code answers: most codes stay possible.",
        (_GUESSES, _GAME),
        "=CHEAT(I3:L12)",
        cheat,
    ),
    Function(
        "CONTRADICTIONS",
        "Which one answer, changed to what, makes contradictory turns fit again:"
        " attempt, black, white, one change a row.",
        (_GUESSES, _MARKS, _GAME),
        "=CONTRADICTIONS(I3:L12,M3:N12)",
        contradictions,
    ),
    Function(
        "CHECK_GUESS",
        "What is wrong with a guess, in a sentence; blank if nothing is.",
        (Argument("guess", "the guess"), _GAME),
        "=CHECK_GUESS(I3:L3)",
        check_guess,
        math.inf,
    ),
    Function(
        "BOARD_MESSAGE",
        "How the game stands, in one line.",
        (_GUESSES, _MARKS, _GAME),
        "=BOARD_MESSAGE(I3:L12,M3:N12)",
        board_message,
    ),
    Function(
        "RANK_GUESSES",
        "The guesses that a strategy compares, best first: guess, 1 if still possible,"
        " largest part, parts, codes left on average, bits told; by optimal also the"
        " guesses still needed. In large games one guess stands for all that the turns"
        " do not tell from it.",
        (
            *_SOLVE_ARGUMENTS[:4],
            Argument("count", f"rows at most; {RANKED:,} if left out", OPTIONAL),
        ),
        '=RANK_GUESSES(I3:L12,M3:N12,"entropy",,10)',
        ranked_guesses,
        MOST_ROWS,
    ),
    Function(
        "PARTITION",
        "Into which parts a guess splits the codes that still fit: every possible"
        " answer, black and white, with its number of codes, noughts included.",
        (Argument("guess", "the guess"), _GUESSES, _MARKS, _GAME),
        "=PARTITION(1234,I3:L12,M3:N12)",
        parts_of,
    ),
    Function(
        "STRATEGY_STATS",
        "A strategy against every code, in a row: total guesses, average, most, and"
        " the codes found with 1, 2, ... guesses. For games of at most"
        f" {MOST_EVALUATED:,} codes, else #VALUE!.",
        (
            Argument(
                "strategy",
                f"its name; {DEFAULT_STRATEGY} if blank; random plays each code once",
            ),
            _GAME,
            _SOLVE_ARGUMENTS[-1],
        ),
        '=STRATEGY_STATS("most-parts")',
        strategy_stats,
    ),
    Function(
        "TELL_TURNS",
        "One sentence a turn: what the answer rules out, and how the strategy's own"
        " guess would have done.",
        _SOLVE_ARGUMENTS[:4],
        "=TELL_TURNS(I3:L12,M3:N12)",
        told_turns,
    ),
    Function(
        "RATE_GUESS",
        "What each guess cost, a row a turn: guesses given away on average (0"
        " is best), a best guess, luck, note. Luck is the share of codes whose answer"
        " would have left more codes, equal ones half: usually 0.5. Above"
        f" {MOST_RATED:,} codes it is estimated, as the note says.",
        (_GUESSES, _MARKS, _GAME),
        "=RATE_GUESS(I3:L12,M3:N12)",
        rated_guesses,
        MOST_ROWS,
    ),
    Function(
        "SWAP_MOVES",
        "The moves that solve the swap puzzle, one a row.",
        (_PIECES,),
        "=SWAP_MOVES(3)",
        swap_puzzle_moves,
    ),
    Function(
        "SWAP_COUNT",
        "How many moves the swap puzzle takes: n(n+2).",
        (_PIECES,),
        "=SWAP_COUNT(3)",
        swap_puzzle_count,
    ),
)
"""Every worksheet function, in the order in which the Help sheet shows them."""

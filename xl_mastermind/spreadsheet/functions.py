"""
The worksheet functions, on plain nested lists as a cell range gives them.

Each is declared where it stands. `FUNCTIONS` lists them: the wrappers of every
spreadsheet program and the Help sheet are made from it. A function takes single values
or nested lists (floats, texts, blanks) and gives such ones, or `CellError`; called by
`Function.call` it raises nothing, whatever stands in the cells.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from inspect import Parameter, signature
from itertools import accumulate, chain
from typing import Annotated, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.game.codes import all_codes, codebook, count_common_pegs, fit_mask
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn
from xl_mastermind.solve import analysis
from xl_mastermind.solve.codemaker import cheating_feedbacks
from xl_mastermind.solve.contradictions import corrections, first_contradiction
from xl_mastermind.solve.evaluation import Evaluation, evaluate
from xl_mastermind.solve.rating import MAX_RATED_CODES, rate_guesses
from xl_mastermind.solve.strategies import DEFAULT_STRATEGY, parse_strategy
from xl_mastermind.solve.suggestion import (
    NoCandidateError,
    cached_suggestion,
    survivors,
)
from xl_mastermind.spreadsheet.cells import (
    MAX_SYMBOLS,
    Cell,
    CellError,
    Figures,
    Result,
    Rows,
    WrongPatternError,
    as_rows,
    codes_as_cells,
    flatten_cells,
    is_number,
    pegs_as_cells,
    read_code,
    read_code_rows,
    read_codes,
    read_first_guess,
    read_history,
    read_number,
    read_pattern,
    read_rules,
    read_setting,
    read_symbols,
    read_word,
    symbols_if_any,
)
from xl_mastermind.spreadsheet.messages import rating_note

MAX_ROWS: Final = 1 << 20
"""Rows of a sheet."""

DEFAULT_CANDIDATE_ROWS: Final = 1000
"""Rows that CANDIDATES gives by default."""

DEFAULT_RANKED_ROWS: Final = 2000
"""Rows that RANK_GUESSES gives by default: every guess of 4x6."""

MAX_CELLS: Final = 1 << 21
"""Cells of an answer: all codes of 4x26 fit in 130 MB, those of 6x10 do not."""

MAX_EVALUATED_CODES: Final = 10_000
"""Codes of the largest game that STRATEGY_STATS plays through, in seconds at most."""

MAX_EXPLAINED_CODES: Final = 100_000
"""Codes of the largest game for TELL_TURNS, which takes a second at most."""

MAX_GAME_CODES: Final = 1 << 22
"""Codes of the largest game that a function looks at, in a second or so."""

_SEED: Final = 1
"""Makes what STRATEGY_STATS says of the strategy random the same every time."""


ARRAY_FORMULA_HINT: Final = (
    "Select all cells of the result, then press Ctrl+Shift+Enter."
)
"""The hint on how to enter a function with several cells where no result spills."""


# How a function is declared


class Need(Enum):
    """Whether an argument may be left out or given many times."""

    REQUIRED = "required"
    OPTIONAL = "optional"
    REPEATED = "repeated"


@dataclass(frozen=True)
class Argument:
    """One argument of a worksheet function, and its help text."""

    name: str
    help: str
    need: Need = Need.REQUIRED


@dataclass(frozen=True)
class Function:
    """One worksheet function."""

    name: str  # its name in formulas
    help: str  # what it gives, in one or two sentences
    arguments: tuple[Argument, ...]  # its arguments in order
    example: str  # a formula on the board that uses it
    # Takes the arguments as cells and raises `ValueError` on wrong ones
    compute: Callable[..., Result]

    @property
    def has_array_result(self) -> bool:
        """Whether its result may fill more than one cell."""
        return signature(self.compute).return_annotation not in (int, float | str)

    def call(self, *cells: Cell) -> Result:
        """Return the function's value, an error value where the cells are wrong."""
        try:
            return self.compute(*cells)
        except NoCandidateError:
            return CellError.NA
        except ValueError:
            return CellError.VALUE

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


_declared: list[Function] = []

Compute = TypeVar("Compute", bound=Callable[..., Result])


def _worksheet_function(text: str, example: str) -> Callable[[Compute], Compute]:
    """Declare a worksheet function: its arguments are those of the Python function."""

    def declare(compute: Compute) -> Compute:
        arguments = tuple(map(_argument, signature(compute).parameters.values()))
        name = compute.__name__.upper()
        _declared.append(Function(name, text, arguments, example, compute))
        return compute

    return declare


def _argument(parameter: Parameter) -> Argument:
    (text,) = parameter.annotation.__metadata__
    if parameter.kind is Parameter.VAR_POSITIONAL:
        return Argument(parameter.name, text, Need.REPEATED)
    is_required = parameter.default is Parameter.empty
    need = Need.REQUIRED if is_required else Need.OPTIONAL
    return Argument(parameter.name, text, need)


_Guesses = Annotated[Cell, "the guesses so far, one a row; blanks skipped"]
_Feedback = Annotated[
    Cell, "their black and white pegs, one pair a row, or such as 1a2b in one cell"
]
_Game = Annotated[Cell, "such as 4x6, 4x10 distinct or bulls-and-cows; 4x6 if left out"]
_Secret = Annotated[Cell, "the hidden code: a range, or one cell such as 1122"]
_ScoredGuess = Annotated[Cell, "a guess, or a whole column of guesses"]
_OtherPegs = Annotated[
    Cell, "the other six cells if all eight pegs are given one by one"
]
_Strategy = Annotated[Cell, f"its name; {DEFAULT_STRATEGY} if left out"]
_First = Annotated[Cell, "the first guess; the strategy's own if blank"]
_Guess = Annotated[Cell, "the guess"]


# Feedback


@_worksheet_function(
    "Black pegs: right colour in the right place. One result for each guess, of up to"
    f" {MAX_SYMBOLS} pegs.",
    "=BLACK(A1:D1,A2:D2)",
)
def black(code: _Secret, guess: _ScoredGuess, *more: _OtherPegs) -> Result:
    """Return the black pegs of each guess: right colour, right place."""
    return _score(0, code, guess, more)


@_worksheet_function(
    "White pegs: right colour in the wrong place. One result for each guess.",
    "=WHITE(1236,1122)",
)
def white(code: _Secret, guess: _ScoredGuess, *more: _OtherPegs) -> Result:
    """Return the white pegs of each guess: right colour, wrong place."""
    return _score(1, code, guess, more)


def _score(colour: int, code: Cell, guess: Cell, more: Sequence[Cell]) -> Result:
    """Return one colour of the feedback of each guess against `code`."""
    if more:
        cells = [read_setting(cell) for cell in (code, guess, *more)]
        if len(cells) != 8:
            raise ValueError(f"expected two or eight arguments, got {len(cells)}")
        code, guess = cells[:4], [cells[4:]]
    secret = flatten_cells(code)
    if len(as_rows(code)) not in (1, len(secret)):
        raise ValueError("expected one code, got a block of cells")
    has_zeros = any(
        "0" in symbols_if_any(cell) for cell in (*secret, *flatten_cells(guess))
    )
    if len(secret) > 1:
        pegs = len(secret)
    else:
        pegs = _pegs_of(secret[0], guess, has_zeros=has_zeros)
    if pegs > MAX_SYMBOLS:
        raise ValueError(f"expected a code of at most {MAX_SYMBOLS} pegs, got {pegs}")
    # No zero is restored where no code has the symbol 0.
    padded = pegs if has_zeros else 0
    word = read_word(secret, pegs, padded)
    layout = read_code_rows(guess, pegs)
    guesses = layout.read(lambda line: read_word(line, pegs, padded))
    words = [*{*guesses} - {CellError.VALUE, ""}] if word else []
    count_of: dict[str, int | str] = {CellError.VALUE: CellError.VALUE}
    count_of |= zip(words, _scores(colour, word, words), strict=True)
    counts = [count_of.get(played, "") for played in guesses]
    return layout.give(counts) if len(counts) > 1 else counts[0]


def _scores(colour: int, code: str, guesses: Sequence[str]) -> list[int]:
    """Return the black or the white pegs of guesses that are as long as the code."""
    if not guesses:
        return []
    text = "".join((code, *guesses)).encode("ascii")
    pegs = np.frombuffer(text, dtype=np.uint8).reshape(-1, len(code))
    black, common = count_common_pegs(pegs)
    return list((common - black if colour else black).tolist())


def _pegs_of(code: Cell, guesses: Cell, *, has_zeros: bool) -> int:
    """
    Return how many pegs a code in one cell has; with zeros, a number may lack some.

    Cells with a peg each show it by their rows or columns. For a line of codes it
    is the length that most of the numbers, code and guesses, can have.
    """
    rows = as_rows(guesses)
    shape = len(rows[0]), len(rows)
    cells = [code, *chain.from_iterable(rows)]
    texts = [*map(symbols_if_any, cells)]
    longest = max(map(len, texts[1:]))
    has_pegs = longest <= 1 or min(shape) > 1
    guessed = next((n for n in shape if n > 1), 1) if has_pegs else longest
    written = len(read_symbols(code))
    if not written:
        return guessed
    if not (has_zeros and is_number(code)):
        return written
    if has_pegs:
        return written if written > 1 and written in shape else max(written, guessed)
    digits = [
        (cell, text) for cell, text in zip(cells, texts, strict=True) if text.isdigit()
    ]
    exact = Counter(len(text) for _, text in digits)
    shorter = Counter(len(text) for cell, text in digits if is_number(cell))
    lengths = sorted(exact)
    less = accumulate((shorter[length] for length in lengths), initial=0)
    points = [
        2 * exact[length] + more for length, more in zip(lengths, less, strict=False)
    ]
    return lengths[points.index(max(points))]


# The solver


@_worksheet_function(
    "The next guess, a row of pegs; blanks once the code is found. #N/A if the turns"
    " contradict one another.",
    '=SOLVE_NEXT(I3:L12,M3:N12,"entropy")',
)
def solve_next(
    guesses: _Guesses,
    feedback: _Feedback,
    strategy: _Strategy = None,
    game: _Game = None,
    first: _First = None,
) -> Rows:
    """Return the next guess as a row of cells, blank after a winning turn."""
    rules = _rules(game)
    turns = read_history(guesses, feedback, rules).turns
    opening = read_first_guess(first, rules)
    name = parse_strategy(_strategy_name(strategy)).name
    suggestion = cached_suggestion(rules, tuple(turns), name, opening)
    if _is_won(turns, rules):
        return [[""] * rules.pegs]
    return [pegs_as_cells(suggestion.guess, rules)]


def _rules(game: Cell, most_codes: int = MAX_GAME_CODES) -> Rules:
    """Return the rules that a cell names, of a game that is not too large."""
    rules = read_rules(game)
    if rules.code_count > most_codes:
        raise ValueError(f"expected a game of at most {most_codes:,} codes")
    return rules


def _most_rows(count: Cell, usual: int) -> int:
    """Return how many rows a cell asks for, the usual number if it is blank."""
    return read_number(count, 1, MAX_ROWS) if read_setting(count) else usual


def _strategy_name(cell: Cell) -> str:
    return read_setting(cell) or DEFAULT_STRATEGY


def _is_won(turns: Sequence[Turn], rules: Rules) -> bool:
    return any(turn.feedback == rules.win for turn in turns)


# Codes that are left


@_worksheet_function("All codes of a game, one a row.", '=CODES("4x5")')
def codes(game: _Game = None) -> Rows:
    """Return all codes of a game, one a row, in lexicographic order."""
    rules = _rules(game, MAX_ROWS)
    _check_cells(rules.code_count, rules.pegs)
    return codes_as_cells(all_codes(rules).tolist(), rules)


def _check_cells(rows: int, width: int) -> None:
    if rows * width > MAX_CELLS:
        raise ValueError(f"expected at most {MAX_CELLS:,} cells, got {rows * width:,}")


@_worksheet_function(
    'An "x" for each code of the game, in the order of CODES, that does not fit the'
    " turns, blank for the others. For codes of your own:"
    " RULED_OUT(codes, guesses, feedback, [game]).",
    "=RULED_OUT(I3:L12,M3:N12)",
)
def ruled_out(
    guesses: _Guesses,
    feedback: _Feedback,
    game: _Game = None,
    more: Annotated[Cell, "the game, if the codes to mark stand first"] = None,
) -> Rows:
    """
    Return "x" for each code that does not fit the turns, or a blank.

    The codes are those of the game, as `codes` lists them, or those of a list that
    stands before the other arguments: codes, guesses, feedback, game. The list is
    there if the third argument is more than one cell, which no game is, or the
    fourth is a game. (The feedback of a single turn is one cell in a game of black
    pegs only, whose name is then the fourth argument.)
    """
    if len(flatten_cells(game)) > 1 or read_setting(more):
        return _marks_of_list(guesses, feedback, game, more)
    rules = _rules(game, MAX_ROWS)
    book, turns = codebook(rules), read_history(guesses, feedback, rules).turns
    return [[mark] for mark in _marks(book.mask(book.candidates(turns)))]


def _marks(fits: NDArray[np.bool_]) -> list[str]:
    return list(np.where(fits, "", "x").tolist())


def _marks_of_list(listed: Cell, guesses: Cell, feedback: Cell, game: Cell) -> Rows:
    """Return the marks of a list of codes; a wrong one is an error in its row."""
    rules = read_rules(game)  # of any size, since the codes of the game stay unlisted
    turns = read_history(guesses, feedback, rules).turns
    rows = as_rows(listed)
    colours = _as_colours(rows, rules)
    if colours is not None:
        return [[mark] for mark in _marks(fit_mask(rules, turns, colours))]
    read, layout = read_codes(rows, rules)
    right = [code for code in read if isinstance(code, tuple)]
    array = np.array(right, dtype=np.uint8).reshape(-1, rules.pegs)
    marks = iter(_marks(fit_mask(rules, turns, array)))
    return layout.give(
        [next(marks) if isinstance(code, tuple) else code for code in read]
    )


def _as_colours(rows: list[list[Cell]], rules: Rules) -> NDArray[np.int64] | None:
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


@_worksheet_function(
    "How many codes still fit after each turn; 0 once the turns contradict.",
    "=CANDIDATES_LEFT(I3:L12,M3:N12)",
)
def candidates_left(guesses: _Guesses, feedback: _Feedback, game: _Game = None) -> Rows:
    """Return the number of codes left after each turn; blank rows stay blank."""
    rules = _rules(game)
    history = read_history(guesses, feedback, rules)
    counts: list[int | str] = [*survivors(rules, history.answered)]
    return history.layout.give(history.each(counts, blank="", wrong=CellError.VALUE))


@_worksheet_function(
    "The codes that fit the turns and match a pattern, one a row; blank if none.",
    '=CANDIDATES(I3:L12,M3:N12,"1??2")',
)
def candidates(
    guesses: _Guesses,
    feedback: _Feedback,
    pattern: Annotated[Cell, "such as 1??2, ? for an unknown peg"] = None,
    game: _Game = None,
    count: Annotated[
        Cell, f"rows at most; {DEFAULT_CANDIDATE_ROWS:,} if left out"
    ] = None,
) -> Result:
    """
    Return the codes that fit the turns and match a pattern, one a row.

    A sentence says what is wrong with a pattern.

    Examples
    --------
    >>> candidates([[1, 1, 2, 2]], [[3, 0]], "1?3?")
    [[1, 1, 3, 2]]
    >>> candidates([[1, 1, 2, 2]], [[3, 0]], "1?2")
    'A pattern has 4 pegs; this one has 3.'
    """
    rules = _rules(game)
    turns = read_history(guesses, feedback, rules).turns
    most = _most_rows(count, DEFAULT_CANDIDATE_ROWS)
    try:
        known_colours = read_pattern(pattern, rules)
    except WrongPatternError as error:
        return str(error)
    book = codebook(rules)
    indices = book.candidates(turns, known_colours)[:most]
    _check_cells(len(indices), rules.pegs)
    none: Rows = [[""] * rules.pegs]
    return codes_as_cells(book.codes[indices].tolist(), rules) or none


@_worksheet_function(
    "How a codemaker who has fixed no code answers: most codes stay possible.",
    "=CHEAT(I3:L12)",
)
def cheat(guesses: _Guesses, game: _Game = None) -> Rows:
    """
    Return the answers of a codemaker who cheats, one row a guess.

    Blank and half-filled guesses have blank answers, a wrong guess has errors.
    """
    rules = _rules(game)
    read, layout = read_codes(guesses, rules)
    played = [code for code in read if isinstance(code, tuple)]
    answers = iter(cheating_feedbacks(rules, played))
    width = 1 if rules.black_only else 2
    rows: Rows = [
        [*next(answers)[:width]] if isinstance(code, tuple) else [code] * width
        for code in read
    ]
    return layout.give_rows(rows)


@_worksheet_function(
    "Which one answer, changed to what, makes contradictory turns fit again:"
    " attempt, black, white, one change a row.",
    "=CONTRADICTIONS(I3:L12,M3:N12)",
)
def contradictions(guesses: _Guesses, feedback: _Feedback, game: _Game = None) -> Rows:
    """
    Return every single change that makes contradictory turns fit again.

    There is one blank row if the turns fit, or if no single change is enough.
    """
    rules = _rules(game)
    history = read_history(guesses, feedback, rules)
    turns, attempts = history.turns, [*history.by_attempt]
    width = 1 if rules.black_only else 2
    if first_contradiction(rules, turns) is None:
        return [[""] * (1 + width)]
    return [
        [attempts[place], *given[:width]] for place, given in corrections(rules, turns)
    ] or [[""] * (1 + width)]


# How good a guess is


@_worksheet_function(
    "The guesses that a strategy compares, best first: guess, 1 if still possible,"
    " largest part, parts, codes left on average, bits told; by optimal also the"
    " guesses still needed. In large games one guess stands for all that the turns"
    " do not tell from it.",
    '=RANK_GUESSES(I3:L12,M3:N12,"entropy",,10)',
)
def rank_guesses(
    guesses: _Guesses,
    feedback: _Feedback,
    strategy: _Strategy = None,
    game: _Game = None,
    count: Annotated[Cell, f"rows at most; {DEFAULT_RANKED_ROWS:,} if left out"] = None,
) -> Figures:
    """
    Return the guesses that a strategy compares, best first, one a row.

    The guesses still needed are blank where nothing is proved. After a winning turn
    there is one blank row.
    """
    rules = _rules(game, MAX_ROWS)
    turns = read_history(guesses, feedback, rules).turns
    most = _most_rows(count, DEFAULT_RANKED_ROWS)
    name = _strategy_name(strategy)
    ranking = analysis.rank_guesses(rules, turns, name, count=most)
    width = 5 if parse_strategy(name).is_exact else 4
    _check_cells(len(ranking), 2 + width)
    if _is_won(turns, rules):
        return [[""] * (2 + width)]
    return [
        [
            rules.format_code(guess),
            int(possible),
            *("" if figure is None else figure for figure in figures[:width]),
        ]
        for guess, possible, *figures in ranking
    ]


@_worksheet_function(
    "Into which parts a guess splits the codes that still fit: every possible"
    " answer, black and white, with its number of codes, zeros included.",
    "=PARTITION(1234,I3:L12,M3:N12)",
)
def partition(
    guess: _Guess, guesses: _Guesses, feedback: _Feedback, game: _Game = None
) -> Rows:
    """
    Return each answer a guess may be given, and how many codes would give it.

    A game of black pegs only has no column for white. The numbers are blank while
    the guess is blank or half filled.
    """
    rules = _rules(game)
    code, sizes = _parts(rules, guess, guesses, feedback)
    width = 1 if rules.black_only else 2
    return [[*given[:width], size if code else ""] for given, size in sizes.items()]


def _parts(
    rules: Rules, guess: Cell, guesses: Cell, feedback: Cell
) -> tuple[Code | None, dict[Feedback, int]]:
    """Return a guess, and how it splits the codes left; those of any if it is blank."""
    turns = read_history(guesses, feedback, rules).turns
    lines = read_code_rows(guess, rules.pegs).lines
    if len(lines) != 1:
        raise ValueError(f"expected one guess, got {len(lines)}")
    code = read_code(lines[0], rules)
    return code, analysis.partition_sizes(rules, turns, code or codebook(rules).code(0))


@_worksheet_function(
    "How many codes a guess leaves on average, of those that fit the turns. The"
    " code itself, if it is still possible, counts as one that is left.",
    "=EXPECTED_LEFT(1344,I3:L12,M3:N12)",
)
def expected_left(
    guess: _Guess, guesses: _Guesses, feedback: _Feedback, game: _Game = None
) -> float | str:
    """
    Return the codes left after a guess on average; a blank for a blank guess.

    Examples
    --------
    >>> expected_left(1122, "", "")  # of 1296 codes
    204.5354938271605
    """
    code, parts = _parts(_rules(game), guess, guesses, feedback)
    sizes = parts.values()
    return sum(size * size for size in sizes) / sum(sizes) if code else ""


@_worksheet_function(
    "A strategy against every code, in a row: total guesses, average, most, and"
    " the codes found with 1, 2, ... guesses. For games of at most"
    f" {MAX_EVALUATED_CODES:,} codes, else #VALUE!.",
    '=STRATEGY_STATS("most-parts")',
)
def strategy_stats(
    strategy: Annotated[
        Cell, f"its name; {DEFAULT_STRATEGY} if blank; random plays each code once"
    ],
    game: _Game = None,
    first: _First = None,
) -> Figures:
    """
    Return in one row how many guesses a strategy needs over every code.

    The strategy random plays the same way every time.
    """
    rules = _rules(game)
    opening = read_first_guess(first, rules)
    result = evaluation(rules, _strategy_name(strategy), opening)
    return [[result.total, result.average, result.max, *result.histogram]]


@lru_cache(maxsize=64)
def evaluation(rules: Rules, strategy: str, first: Code | None) -> Evaluation:
    """Return the evaluation of a strategy over every code; it is computed once."""
    if rules.code_count > MAX_EVALUATED_CODES:
        raise ValueError(
            f"expected at most {MAX_EVALUATED_CODES:,} codes, got {rules.code_count:,}"
        )
    return evaluate(rules, strategy, first=first, seed=_SEED)


@_worksheet_function(
    "One sentence a turn: what the answer rules out, and how the strategy's own"
    f" guess would have done. For games of at most {MAX_EXPLAINED_CODES:,} codes,"
    " else #VALUE!.",
    "=TELL_TURNS(I3:L12,M3:N12)",
)
def tell_turns(
    guesses: _Guesses,
    feedback: _Feedback,
    strategy: _Strategy = None,
    game: _Game = None,
) -> Rows:
    """Return a sentence for each turn; blank rows stay blank."""
    rules = _rules(game, MAX_EXPLAINED_CODES)
    history = read_history(guesses, feedback, rules)
    name = _strategy_name(strategy)
    sentences = analysis.explain_turns(rules, history.answered, name)
    return history.layout.give(history.each(sentences, blank="", wrong=CellError.VALUE))


@_worksheet_function(
    "What each guess cost, a row a turn: guesses given away on average (0"
    " is best), a best guess, luck, note. Luck is the share of codes whose answer"
    " would have left more, equal ones half; the found code leaves none. Above"
    f" {MAX_RATED_CODES:,} codes the cost is estimated.",
    "=RATE_GUESS(I3:L12,M3:N12)",
)
def rate_guess(guesses: _Guesses, feedback: _Feedback, game: _Game = None) -> Figures:
    """Return for each turn what its guess cost; blank rows stay blank."""
    rules = _rules(game, MAX_ROWS)
    history = read_history(guesses, feedback, rules)
    rated: Figures = [
        [
            rating.cost,
            rules.format_code(rating.best_guess),
            "?" if rating.luck is None else rating.luck,
            rating_note(rating),
        ]
        for rating in rate_guesses(rules, history.answered)
    ]
    blank: list[float | str] = [""] * 4
    wrong: list[float | str] = [CellError.VALUE] * 4
    return history.layout.give_rows(history.each(rated, blank=blank, wrong=wrong))


FUNCTIONS: Final = tuple(_declared)
"""Every worksheet function, in the order in which the Help sheet shows them."""

_BY_NAME: Final = {function.name: function for function in FUNCTIONS}


def call(name: str, *cells: Cell) -> Result:
    """Return the value of the function of this name, as `Function.call` does."""
    return _BY_NAME[name].call(*cells)

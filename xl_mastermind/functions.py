"""
The worksheet functions, on nested lists as applications pass ranges.

`FUNCTIONS` is their table, which the wrappers of every application and the sheets Help
and Functions read. A function takes single values or nested lists of numbers, texts and
blanks, and returns such values or `CellError`. `Function.call` never raises.
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache, partial
from inspect import Parameter, signature
from itertools import chain
from operator import attrgetter
from typing import Annotated, Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from xl_mastermind.cells import values as cell_values
from xl_mastermind.cells.values import Cell, CellResult, Rows
from xl_mastermind.game.codemaker import cheating_feedbacks
from xl_mastermind.game.codes import all_codes, codebook, fit_mask
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn, feedback
from xl_mastermind.presentation.messages import rating_note
from xl_mastermind.solve import analysis, explanation, suggestion
from xl_mastermind.solve.contradictions import contradictions as find_contradictions
from xl_mastermind.solve.evaluation import Evaluation, evaluate
from xl_mastermind.solve.rating import MAX_RATED_CODES, rate_turns
from xl_mastermind.solve.strategies import DEFAULT_STRATEGY, parse_strategy

MAX_ROWS: Final = 1 << 20
DEFAULT_CANDIDATE_ROWS: Final = 1000
DEFAULT_RANKED_ROWS: Final = 2000
"""Rows of RANK_GUESSES by default: every guess of 4x6."""

MAX_CELLS: Final = 1 << 21
"""Cells of a result: all codes of 4x26 take 130 MB, those of 6x10 are too many."""

MAX_EVALUATED_CODES: Final = 10_000
"""Codes of the largest game for STRATEGY_STATS, which takes seconds."""

MAX_EXPLAINED_CODES: Final = 100_000
"""Codes of the largest game for EXPLAIN_TURNS, which takes a second."""

MAX_GAME_CODES: Final = 1 << 22
"""Codes of the largest game for the other functions, which take about a second."""

_SEED: Final = 1
"""The seed of STRATEGY_STATS, fixed because recalculation must not change cells."""

ARRAY_FORMULA_HINT: Final = (
    "Select all cells of the result, then press Ctrl+Shift+Enter."
)
"""How to enter a function with several cells where results do not spill."""


class Need(Enum):
    """The occurrence of an argument in a call."""

    REQUIRED = "required"
    OPTIONAL = "optional"
    REPEATED = "repeated"


@dataclass(frozen=True)
class Argument:
    """An argument of a worksheet function."""

    name: str
    help: str
    need: Need = Need.REQUIRED


@dataclass(frozen=True)
class Function:
    """A worksheet function."""

    name: str
    help: str
    arguments: tuple[Argument, ...]
    compute: Callable[..., CellResult]  # a function of cells that raises `ValueError`

    @property
    def has_array_result(self) -> bool:
        """Whether the result may fill more than one cell."""
        return signature(self.compute).return_annotation not in (int, float | str)

    def call(self, *cells: Cell) -> CellResult:
        """Return the result, an error value for wrong cells."""
        try:
            return self.compute(*cells)
        except suggestion.NoCandidateError:
            return cell_values.CellError.NA
        except ValueError:
            return cell_values.CellError.VALUE

    @property
    def usage(self) -> str:
        """The function with its arguments, optional ones in brackets."""
        forms = {Need.REQUIRED: "{}", Need.OPTIONAL: "[{}]", Need.REPEATED: "[{}…]"}
        names = ", ".join(forms[a.need].format(a.name) for a in self.arguments)
        return f"{self.name}({names})"


_functions: list[Function] = []

Compute = TypeVar("Compute", bound=Callable[..., CellResult])


def _worksheet_function(text: str) -> Callable[[Compute], Compute]:
    """Declare a Python function as a worksheet function with the same arguments."""

    def declare(compute: Compute) -> Compute:
        arguments = tuple(map(_argument, signature(compute).parameters.values()))
        name = compute.__name__.upper()
        _functions.append(Function(name, text, arguments, compute))
        return compute

    return declare


def _argument(parameter: Parameter) -> Argument:
    (text,) = parameter.annotation.__metadata__
    need = Need.REQUIRED if parameter.default is Parameter.empty else Need.OPTIONAL
    if parameter.kind is Parameter.VAR_POSITIONAL:
        need = Need.REPEATED
    return Argument(parameter.name, text, need)


_Guesses = Annotated[Cell, "the guesses, one per row; blank rows are skipped"]
_Feedback = Annotated[
    Cell, "black and white pegs of each guess, in two cells or in one such as 1a2b"
]
_Game = Annotated[Cell, "such as 4x6, 4x10 distinct or bulls-and-cows; 4x6 if omitted"]
_Secret = Annotated[Cell, "the hidden code: a range, or one cell such as 1122"]
_ScoredGuess = Annotated[Cell, "a guess, or a column of guesses"]
_OtherPegs = Annotated[
    Cell, "the other six cells, if all eight pegs are arguments of their own"
]
_Strategy = Annotated[Cell, f"its name; {DEFAULT_STRATEGY} if omitted"]
_First = Annotated[Cell, "the first guess; the strategy's own if blank"]
_Guess = Annotated[Cell, "the guess"]
_RowLimit = Annotated[Cell, f"maximum rows; {DEFAULT_CANDIDATE_ROWS:,} if omitted"]
_RankedRowLimit = Annotated[Cell, f"maximum rows; {DEFAULT_RANKED_ROWS:,} if omitted"]


@_worksheet_function(
    "Black pegs: right colour in the right place. One result for each guess, of up to"
    f" {cell_values.MAX_SYMBOLS} pegs."
)
def black(code: _Secret, guess: _ScoredGuess, *more: _OtherPegs) -> CellResult:
    return _score(attrgetter("black"), code, guess, more)


@_worksheet_function(
    "White pegs: right colour in the wrong place. One result for each guess."
)
def white(code: _Secret, guess: _ScoredGuess, *more: _OtherPegs) -> CellResult:
    return _score(attrgetter("white"), code, guess, more)


def _score(
    count: Callable[[Feedback], int], code: Cell, guess: Cell, more: Sequence[Cell]
) -> CellResult:
    """Return the black or the white pegs of guesses, which `count` selects."""
    if more:
        pegs = [cell_values.read_setting(cell) for cell in (code, guess, *more)]
        if len(pegs) != 8:
            raise ValueError(f"expected two or eight arguments, got {len(pegs)}")
        code, guess = pegs[:4], [pegs[4:]]
    secret, guesses = _read_secret_and_guesses(code, guess)
    counts = guesses.arrange(
        [count(feedback(secret, word)) if secret else ""]
        for word in guesses.valid_values
    )
    return counts if len(guesses.rows) > 1 else counts[0][0]


def _read_secret_and_guesses(
    code: Cell, guess: Cell
) -> tuple[str, cell_values.CodeRows[str]]:
    """Return a secret and guesses as texts, "" for blanks; infer the number of pegs."""
    secret_cells = cell_values.flatten_cells(code)
    if len(cell_values.as_rows(code)) not in (1, len(secret_cells)):
        raise ValueError("expected one code, got a block of cells")
    cells = (*secret_cells, *cell_values.flatten_cells(guess))
    has_zeros = any("0" in cell_values.symbols_if_any(cell) for cell in cells)
    pegs = len(secret_cells)
    if pegs == 1:
        pegs = _peg_count(secret_cells[0], guess, has_zeros=has_zeros)
    max_pegs = cell_values.MAX_SYMBOLS
    if pegs > max_pegs:
        raise ValueError(f"expected a code of at most {max_pegs} pegs, got {pegs}")
    # Zeros are restored only if a code contains the symbol 0.
    read = partial(cell_values.read_word, pegs=pegs, digits=pegs if has_zeros else 0)
    return read(secret_cells), cell_values.read_code_rows(guess, pegs).parse(read)


def _peg_count(code: Cell, guesses: Cell, *, has_zeros: bool) -> int:
    """Return the number of pegs of a code in one cell; numbers may lack zeros."""
    rows = cell_values.as_rows(guesses)
    shape = len(rows[0]), len(rows)
    cells = [*chain.from_iterable(rows)]
    longest = max(len(cell_values.symbols_if_any(cell)) for cell in cells)
    # If each cell of the guesses is a peg, their shape gives the number.
    has_pegs = longest <= 1 or min(shape) > 1
    guess_length = next((n for n in shape if n > 1), 1) if has_pegs else longest
    code_length = len(cell_values.read_symbols(code))
    if not code_length:
        return guess_length
    if not (has_zeros and cell_values.is_number(code)):
        return code_length
    if has_pegs:
        has_all_digits = code_length > 1 and code_length in shape
        return code_length if has_all_digits else max(code_length, guess_length)
    return _most_frequent_length([code, *cells])


def _most_frequent_length(codes: Sequence[Cell]) -> int:
    """Return the length that most codes of digits can have, if numbers lack zeros."""
    texts = [(cell, cell_values.symbols_if_any(cell)) for cell in codes]
    digits = [(cell, len(text)) for cell, text in texts if text.isdigit()]
    exact = Counter(length for _, length in digits)
    shorter = Counter(length for cell, length in digits if cell_values.is_number(cell))
    # A number's own length counts twice, because most numbers lack no zero.
    return max(
        sorted(exact),
        key=lambda n: 2 * exact[n] + sum(shorter[k] for k in exact if k < n),
    )


@_worksheet_function(
    "The next guess as a row of pegs; blank once the code is found. #N/A if the turns"
    " contradict each other."
)
def solve_next(
    guesses: _Guesses,
    feedback: _Feedback,
    strategy: _Strategy = None,
    game: _Game = None,
    first: _First = None,
) -> Rows:
    rules, turns = _rules_and_turns(guesses, feedback, game)
    opening = cell_values.read_first_guess(first, rules)
    name = _strategy_name(strategy)
    guess, *_ = suggestion.suggest_guess(
        rules, turns, name, first=opening, seed=str(turns)
    )
    if _is_won(turns, rules):
        return [[""] * rules.pegs]
    return [cell_values.pegs_as_cells(guess, rules)]


def _rules_and_turns(
    guesses: Cell, feedback: Cell, game: Cell, max_codes: int = MAX_GAME_CODES
) -> tuple[Rules, list[Turn]]:
    rules = _rules(game, max_codes)
    return rules, cell_values.read_turns(guesses, feedback, rules).values


def _rules(game: Cell, max_codes: int = MAX_GAME_CODES) -> Rules:
    rules = cell_values.read_rules(game)
    if rules.code_count > max_codes:
        raise ValueError(f"expected a game of at most {max_codes:,} codes")
    return rules


def _row_limit(count: Cell, default: int) -> int:
    text = cell_values.read_setting(count)
    if not text:
        return default
    is_short_number = re.fullmatch("[0-9]{1,15}", text)  # `int` raises on long numbers
    if not (is_short_number and 1 <= int(text) <= MAX_ROWS):
        raise ValueError(f"expected a number from 1 to {MAX_ROWS}, got {text!r}")
    return int(text)


def _strategy_name(cell: Cell) -> str:
    return cell_values.read_setting(cell) or DEFAULT_STRATEGY


def _is_won(turns: Sequence[Turn], rules: Rules) -> bool:
    return any(turn.feedback == rules.win for turn in turns)


@_worksheet_function("All codes of a game, one per row.")
def codes(game: _Game = None) -> Rows:
    rules = _rules(game, MAX_ROWS)
    _check_cells(rules.code_count, rules.pegs)
    return cell_values.codes_as_cells(all_codes(rules).tolist(), rules)


def _check_cells(rows: int, width: int) -> None:
    if rows * width > MAX_CELLS:
        raise ValueError(f"expected at most {MAX_CELLS:,} cells, got {rows * width:,}")


@_worksheet_function(
    'An "x" for each code of the game that does not fit the turns, in the order of'
    " CODES. For a list of codes: RULED_OUT(codes, guesses, feedback, [game])."
)
def ruled_out(
    guesses: _Guesses,
    feedback: _Feedback,
    game: _Game = None,
    more: Annotated[Cell, "the game, if the first argument is a list of codes"] = None,
) -> Rows:
    # A list of codes precedes the other arguments if the third is more than one cell,
    # which no game is, or if there is a fourth. (In a black-only game the feedback of a
    # single turn is one cell, so the game must be named.)
    if len(cell_values.flatten_cells(game)) > 1 or cell_values.read_setting(more):
        listed, guesses, feedback, game = guesses, feedback, game, more
        # The game may have any size, because nothing enumerates its codes.
        rules = cell_values.read_rules(game)
        turns = cell_values.read_turns(guesses, feedback, rules).values
        codes = cell_values.read_codes(listed, rules)
        array = np.array(codes.valid_values, dtype=np.uint8).reshape(-1, rules.pegs)
        return codes.arrange(_ruled_out_rows(fit_mask(rules, turns, array)))
    rules, turns = _rules_and_turns(guesses, feedback, game, MAX_ROWS)
    book = codebook(rules)
    return _ruled_out_rows(book.mask(book.candidates(turns)))


def _ruled_out_rows(is_candidate: NDArray[np.bool_]) -> Rows:
    return [[mark] for mark in np.where(is_candidate, "", "x").tolist()]


@_worksheet_function(
    "The number of codes that fit after each turn; 0 once the turns contradict each"
    " other."
)
def candidates_left(guesses: _Guesses, feedback: _Feedback, game: _Game = None) -> Rows:
    rules = _rules(game)
    turns = cell_values.read_turns(guesses, feedback, rules)
    counts = suggestion.candidate_counts(rules, turns.valid_values)
    return turns.arrange([count] for count in counts)


@_worksheet_function(
    "The codes that fit the turns and match a pattern, one per row; blank if none."
)
def candidates(
    guesses: _Guesses,
    feedback: _Feedback,
    pattern: Annotated[Cell, "such as 1??2, ? for an unknown peg"] = None,
    game: _Game = None,
    count: _RowLimit = None,
) -> Rows:
    rules, turns = _rules_and_turns(guesses, feedback, game)
    max_rows = _row_limit(count, DEFAULT_CANDIDATE_ROWS)
    book = codebook(rules)
    indices = book.candidates(turns, cell_values.read_pattern(pattern, rules))
    rows = book.codes[indices[:max_rows]].tolist()
    _check_cells(len(rows), rules.pegs)
    return cell_values.codes_as_cells(rows, rules) or [[""] * rules.pegs]


@_worksheet_function(
    "The answers of a codemaker who cheats: no code is fixed, and each answer keeps"
    " most codes possible."
)
def cheat(guesses: _Guesses, game: _Game = None) -> Rows:
    rules = _rules(game)
    codes = cell_values.read_codes(guesses, rules)
    width = cell_values.feedback_width(rules)
    feedbacks = cheating_feedbacks(rules, codes.valid_values)
    return codes.arrange(([*feedback[:width]] for feedback in feedbacks), width)


@_worksheet_function(
    "Every change of one answer that removes a contradiction: attempt, black, white,"
    " one change per row."
)
def contradictions(guesses: _Guesses, feedback: _Feedback, game: _Game = None) -> Rows:
    rules = _rules(game)
    rows = cell_values.read_turns(guesses, feedback, rules)
    turns, attempts = rows.values, [n for n, row in enumerate(rows.rows, 1) if row]
    width = cell_values.feedback_width(rules)
    changes = find_contradictions(rules, turns).corrections
    cells: Rows = [[attempts[index], *feedback[:width]] for index, feedback in changes]
    return cells or [[""] * (1 + width)]


@_worksheet_function(
    "The guesses that a strategy compares, best first: guess, 1 if still possible,"
    " largest part, parts, codes left on average, bits of information; for optimal"
    " also the guesses still needed. In large games one guess represents all"
    " equivalent ones."
)
def rank_guesses(
    guesses: _Guesses,
    feedback: _Feedback,
    strategy: _Strategy = None,
    game: _Game = None,
    count: _RankedRowLimit = None,
) -> Rows:
    """Return the guesses; those still needed are blank unless proved."""
    rules, turns = _rules_and_turns(guesses, feedback, game, MAX_ROWS)
    max_rows = _row_limit(count, DEFAULT_RANKED_ROWS)
    name = _strategy_name(strategy)
    ranking = analysis.rank_guesses(rules, turns, name, count=max_rows)
    width = 5 if parse_strategy(name).is_exact else 4
    _check_cells(len(ranking), 2 + width)
    if _is_won(turns, rules):
        return [[""] * (2 + width)]
    rows: Rows = []
    for guess, possible, *figures in ranking:
        cells = ("" if figure is None else figure for figure in figures[:width])
        rows.append([rules.format_code(guess), int(possible), *cells])
    return rows


@_worksheet_function(
    "The parts into which a guess splits the codes that fit: each possible answer,"
    " black and white, with its number of codes, also 0."
)
def partition(
    guess: _Guess, guesses: _Guesses, feedback: _Feedback, game: _Game = None
) -> Rows:
    """Return the parts; for a blank or half-filled guess their sizes are blank."""
    code, parts = _partition(guess, guesses, feedback, game)
    width = cell_values.feedback_width(parts.rules)
    return [
        [*feedback[:width], size if code else ""]
        for feedback, size in parts.sizes.items()
    ]


def _partition(
    guess: Cell, guesses: Cell, feedback: Cell, game: Cell
) -> tuple[Code | None, analysis.Partition]:
    """Return a guess and its partition; for a blank guess None, and any partition."""
    rules, turns = _rules_and_turns(guesses, feedback, game)
    lines = cell_values.read_code_rows(guess, rules.pegs).values
    if len(lines) != 1:
        raise ValueError(f"expected one guess, got {len(lines)}")
    code = cell_values.read_code(lines[0], rules)
    return code, analysis.partition(rules, code or codebook(rules).code(0), turns)


@_worksheet_function(
    "The average number of codes left after a guess, of those that fit the turns. A"
    " found code counts as one left."
)
def expected_left(
    guess: _Guess, guesses: _Guesses, feedback: _Feedback, game: _Game = None
) -> float | str:
    code, parts = _partition(guess, guesses, feedback, game)
    return parts.expected_size if code else ""


@_worksheet_function(
    "The results of a strategy over every code, in a row: total guesses, average,"
    " maximum, and the codes found with 1, 2, ... guesses. For games of at most"
    f" {MAX_EVALUATED_CODES:,} codes, else #VALUE!."
)
def strategy_stats(
    strategy: Annotated[
        Cell, f"its name; {DEFAULT_STRATEGY} if blank; random plays each code once"
    ],
    game: _Game = None,
    first: _First = None,
) -> Rows:
    rules = _rules(game)
    opening = cell_values.read_first_guess(first, rules)
    result = evaluation(rules, _strategy_name(strategy), opening)
    return [[result.total, result.average, result.max, *result.histogram]]


@lru_cache(maxsize=64)
def evaluation(rules: Rules, strategy: str, first: Code | None) -> Evaluation:
    """Return the evaluation of a strategy over every code."""
    if rules.code_count > MAX_EVALUATED_CODES:
        raise ValueError(
            f"expected at most {MAX_EVALUATED_CODES:,} codes, got {rules.code_count:,}"
        )
    return evaluate(rules, strategy, first=first, seed=_SEED)


@_worksheet_function(
    "A sentence for each turn: what the answer rules out, and how the strategy's own"
    f" guess compares. For games of at most {MAX_EXPLAINED_CODES:,} codes,"
    " else #VALUE!."
)
def explain_turns(
    guesses: _Guesses,
    feedback: _Feedback,
    strategy: _Strategy = None,
    game: _Game = None,
) -> Rows:
    rules = _rules(game, MAX_EXPLAINED_CODES)
    turns = cell_values.read_turns(guesses, feedback, rules)
    name = _strategy_name(strategy)
    sentences = explanation.explain_turns(rules, turns.valid_values, name)
    return turns.arrange([sentence] for sentence in sentences)


@_worksheet_function(
    "The cost of each guess, one row per turn: extra guesses on average (0 is best),"
    " a best guess, luck, note. Luck is the share of codes whose answer would have"
    " left more, equal ones half; the found code leaves none. Above"
    f" {MAX_RATED_CODES:,} codes the cost is estimated."
)
def rate_guess(guesses: _Guesses, feedback: _Feedback, game: _Game = None) -> Rows:
    rules = _rules(game, MAX_ROWS)
    turns = cell_values.read_turns(guesses, feedback, rules)
    ratings: Rows = []
    for rating in rate_turns(rules, turns.valid_values):
        best = rules.format_code(rating.best_guess)
        luck = "?" if rating.luck is None else rating.luck
        ratings.append([rating.cost, best, luck, rating_note(rating)])
    return turns.arrange(ratings, width=4)


FUNCTIONS: Final = tuple(_functions)

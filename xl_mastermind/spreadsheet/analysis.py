"""The sheets Analysis and Compare: pure functions from values to values."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from xl_mastermind.game.rules import Code, Rules, Turn
from xl_mastermind.game.symmetry import first_guesses
from xl_mastermind.solve.analysis import (
    RankedGuess,
    partition_sizes,
    play_strategies,
    rank_guesses,
)
from xl_mastermind.solve.codemaker import draw_code
from xl_mastermind.solve.evaluation import TurnRecord
from xl_mastermind.solve.strategies import parse_strategy
from xl_mastermind.solve.suggestion import survivors
from xl_mastermind.spreadsheet.board import BoardState
from xl_mastermind.spreadsheet.cells import (
    Cell,
    RangeValues,
    cell_text,
    first_cell,
    guess_word,
    pad_rows,
    pegs_as_cells,
)
from xl_mastermind.spreadsheet.functions import evaluation
from xl_mastermind.spreadsheet.messages import (
    as_sentence,
    feedback_symbols,
    guess_in_words,
    number_in_words,
    pluralize,
)
from xl_mastermind.spreadsheet.sheet_names import BOARD_SHEET

ANALYSIS_INPUTS: Final = (
    "analysed_board",
    "analysis_strategy",
    "split_guess",
    "best_guess",
    "ranked_guesses",  # as many rows as the sheet has, and pegs as the widest board
)
"""The areas of the sheet whose values the analysis takes."""

FIGURE_HEADINGS: Final = ("Fits", "Average", "Largest", "Parts", "Bits", "Guesses")
"""The heads of the figures of a ranked guess."""


def analyse(values: Mapping[str, RangeValues]) -> dict[str, RangeValues]:
    """Return the values of the sheet Analysis, by areas, for the board it names."""
    name = _word(values, "analysed_board")
    if "game" not in values:
        message = f"There is no board on a sheet {name}."
        return _shown(values, [[message]], "", [], [])
    board = BoardState.from_values(values)
    attempts = board.attempts
    strategy = _word(values, "analysis_strategy") or board.strategy
    shown = analysis(board.rules, attempts.turns, strategy, values)
    if attempts.is_finished or board.first_error:
        message = (
            _word(values, "message") if attempts.is_finished else board.first_error
        )
        shown["analysis_message"] = [[f"{name}: {message}"]]
    return shown


def analysis(
    rules: Rules,
    turns: Sequence[Turn],
    strategy: str,
    values: Mapping[str, RangeValues],
) -> dict[str, RangeValues]:
    """Return the values of the sheet after these turns."""
    height, width = len(values["ranked_guesses"]), len(values["ranked_guesses"][0])
    pegs = width - len(FIGURE_HEADINGS)
    name = _word(values, "analysed_board")
    ranked: list[RankedGuess] = []
    message = f"{_after(turns, rules)} Which guess tells most?"
    try:
        if all(turn.feedback != rules.win for turn in turns):
            ranked = rank_guesses(rules, turns, strategy, count=height)
    except ValueError as error:
        message = as_sentence(error)
    best = rules.format_code(ranked[0].guess) if ranked else ""
    guess = _guess_to_split(values, best, rules)
    rows = [_ranked_row(each, rules, pegs) for each in ranked]
    parts = _parts(rules, turns, guess) if ranked else []
    shown = _shown(values, [[f"{name}: {message}"]], str(rules), rows, parts)
    return shown | {
        "sort_heading": [[_sorted_by(ranked, strategy)]],
        "best_guess": [[best]],
        "split_guess": [[guess]],
        "current_split_guess": [[guess]],
    }


def _shown(
    values: Mapping[str, RangeValues],
    message: RangeValues,
    game: str,
    rows: RangeValues,
    parts: RangeValues,
) -> dict[str, RangeValues]:
    """Return results for the settings of the sheet; no row and part clears them."""
    height, width = len(values["ranked_guesses"]), len(values["ranked_guesses"][0])
    pegs = width - len(FIGURE_HEADINGS)
    return {
        "analysis_message": message,
        "analysis_key": [
            [cell_text(first_cell(values, area))]
            for area in ("analysed_board", "analysis_strategy")
        ],
        "analysed_game": [[game]],
        "ranked_guesses": pad_rows(rows, height, width),
        "sort_heading": [[""]],
        "split_parts": pad_rows(parts, (pegs + 1) * (pegs + 2) // 2 - 1, 3),
    }


def _sorted_by(ranked: Sequence[RankedGuess], strategy: str) -> str:
    """Return the head of the figure that guesses are ranked by, if it is one."""
    if not ranked:
        return ""
    chosen = parse_strategy(strategy)
    if chosen.is_exact:
        return "Average" if ranked[0].average_guesses is None else "Guesses"
    return chosen.heading


def _guess_to_split(values: Mapping[str, RangeValues], best: str, rules: Rules) -> str:
    """Return the typed guess; the best one if none is typed, or the former best."""
    typed = guess_word(first_cell(values, "split_guess"))
    if typed == _word(values, "best_guess"):
        return best
    try:
        return rules.format_code(rules.parse_code(typed))
    except ValueError:
        return best


def _parts(rules: Rules, turns: Sequence[Turn], guess: str) -> RangeValues:
    try:
        sizes = partition_sizes(rules, turns, rules.parse_code(guess))
    except ValueError:  # there are too many codes
        return []
    return [[*answer, size] for answer, size in sizes.items()]


def _after(turns: Sequence[Turn], rules: Rules) -> str:
    """Return how many codes fit after some turns, which can be counted."""
    if not turns:
        return f"{pluralize(rules.code_count, 'code')} are possible."
    count = survivors(rules, turns)[-1]
    fit = "fits" if count == 1 else "fit"
    return f"after {pluralize(len(turns), 'attempt')} {pluralize(count, 'code')} {fit}."


def _ranked_row(ranked: RankedGuess, rules: Rules, pegs: int) -> list[Cell]:
    guess, possible, largest, parts, expected, bits, needed = ranked
    figures = [round(expected, 2), largest, parts, round(bits, 3)]
    mean = "" if needed is None else round(needed, 3)
    return [*_tiles(guess, rules, pegs), "●" if possible else "", *figures, mean]


STRATEGY_COUNT: Final = 6
"""Strategies side by side."""

COMPARE_INPUTS: Final = (
    "compared_game",
    "compared_code",
    *(f"strategy_{block + 1}" for block in range(STRATEGY_COUNT)),
    "turns_1",  # as many rows as the sheet has, and pegs as the widest board
)
"""The areas of the sheet Compare whose values the comparison takes."""

_LENGTHS: Final = 12
"""Rows of the numbers of games by their length."""

_MOST_FIRST_GUESSES: Final = 7
"""Rows of the table of first guesses: 5 for four pegs, 7 for five."""

MAX_FIRST_GUESS_CODES: Final = 2000
"""Codes of the largest game whose first guesses are all compared."""


def compare_strategies(values: Mapping[str, RangeValues]) -> dict[str, RangeValues]:
    """
    Return the values of the sheet Compare, by areas, for a code and some strategies.

    A blank code is drawn at random. Where a setting is wrong, a sentence says so.
    """
    width = len(values["turns_1"][0])
    pegs = width - 2
    settings = [
        "compared_game",
        *(f"strategy_{n}" for n in range(1, STRATEGY_COUNT + 1)),
    ]
    game, *strategies = (_word(values, setting) for setting in settings)
    game = game or BOARD_SHEET
    comparison_key = _column([cell_text(first_cell(values, each)) for each in settings])
    try:
        rules = _compared_game(game, pegs)
        code = _compared_code(game, first_cell(values, "compared_code"), rules)
        names = [parse_strategy(name).name if name else "" for name in strategies]
        games = iter(play_strategies(rules, code, [*filter(None, names)]))
    except ValueError as error:
        cleared: dict[str, RangeValues] = {
            "compare_message": [[as_sentence(error)]],
            "comparison_key": comparison_key,
            "first_guesses": _column([], _MOST_FIRST_GUESSES),
        }
        for block in range(1, STRATEGY_COUNT + 1):
            cleared |= _shown_block(block, [], (["", "", ""], []), [], values)
        return cleared
    firsts = first_guesses(rules) if rules.code_count <= MAX_FIRST_GUESS_CODES else []
    firsts = firsts[:_MOST_FIRST_GUESSES]
    shown: dict[str, RangeValues] = {
        "compare_message": [
            [_compared(game, rules, code, len([*filter(None, names)]))]
        ],
        "comparison_key": comparison_key,
        "first_guesses": _column(map(rules.format_code, firsts), _MOST_FIRST_GUESSES),
    }
    for block, name in enumerate(names, 1):
        played = next(games) if name else []
        turns = [_turn_row(step, rules, pegs) for step in played]
        means = [_over_all(rules, name, first)[0][0] for first in firsts]
        shown |= _shown_block(block, turns, _over_all(rules, name), means, values)
    return shown


def _shown_block(
    block: int,
    turns: RangeValues,
    over_all: tuple[list[Cell], Sequence[Cell]],
    means: Sequence[Cell],
    values: Mapping[str, RangeValues],
) -> dict[str, RangeValues]:
    """Return the values of a strategy; no turn and no figure clears them."""
    height, width = len(values["turns_1"]), len(values["turns_1"][0])
    figures, histogram = over_all
    return {
        f"guesses_{block}": [[len(turns) or ""]],
        f"turns_{block}": pad_rows(turns[:height], height, width),
        f"figures_{block}": _column(figures),
        f"histogram_{block}": _column(histogram[:_LENGTHS], _LENGTHS),
        f"by_first_guess_{block}": _column(means, _MOST_FIRST_GUESSES),
    }


def _compared_code(game: str, cell: Cell, rules: Rules) -> Code:
    """Return the code of a cell, drawn at random if it is blank."""
    word = guess_word(cell)
    try:
        return rules.parse_code(word) if word else draw_code(rules)
    except ValueError:
        wanted = guess_in_words(rules)
        raise ValueError(f"{game}: a code has {wanted}, got {word}") from None


def _compared_game(game: str, pegs: int) -> Rules:
    rules = Rules.parse(game)
    if rules.pegs > pegs:
        raise ValueError(f"this workbook has room for {pegs} pegs, not for {rules}")
    return rules


def _compared(game: str, rules: Rules, code: Code, count: int) -> str:
    looking = "strategy looks" if count == 1 else "strategies look"
    pegs = " ".join(rules.format_code(code))
    return (
        f"{game}: {number_in_words(count)} {looking} for the code {pegs}. Type"
        " another, or clear it for one drawn at random."
    )


def _over_all(
    rules: Rules, name: str, first: Code | None = None
) -> tuple[list[Cell], Sequence[Cell]]:
    """Return average, most and total over all codes, and the numbers by length."""
    try:
        result = evaluation(rules, name, first)
    except ValueError:  # there are too many codes to play them all, or no strategy
        return ["", "", ""], []
    return [round(result.average, 4), result.max, result.total], result.histogram


def _turn_row(step: TurnRecord, rules: Rules, pegs: int) -> list[Cell]:
    marks = feedback_symbols(*step.turn.feedback, rules.pegs)
    return [*_tiles(step.turn.guess, rules, pegs), marks, step.candidate_count]


# Cells


def _tiles(code: Code, rules: Rules, pegs: int) -> list[Cell]:
    """Return a code as cells, with blanks up to a number of pegs."""
    return [*pegs_as_cells(code, rules), *[""] * (pegs - rules.pegs)]


def _column(cells: Iterable[Cell], height: int = 0) -> RangeValues:
    return pad_rows([[cell] for cell in cells], height, 1)


def _word(values: Mapping[str, RangeValues], area: str) -> str:
    return cell_text(first_cell(values, area)).strip()

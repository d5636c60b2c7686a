"""The sheets Analysis and Compare as functions from values to values."""

from collections.abc import Iterable, Sequence
from typing import Final

from xl_mastermind.board.state import BoardState
from xl_mastermind.cells.values import (
    Cell,
    RangeValues,
    RangeValuesByName,
    cell_text,
    first_cell,
    guess_word,
    pad_rows,
    pegs_as_cells,
)
from xl_mastermind.functions import evaluation
from xl_mastermind.game.codemaker import draw_code
from xl_mastermind.game.rules import Code, Feedback, Rules, Turn
from xl_mastermind.game.symmetry import first_guesses
from xl_mastermind.presentation.messages import (
    as_sentence,
    feedback_symbols,
    guess_in_words,
    number_in_words,
    pluralize,
)
from xl_mastermind.presentation.sheet_names import BOARD_SHEET
from xl_mastermind.solve.analysis import RankedGuess, partition_sizes, rank_guesses
from xl_mastermind.solve.evaluation import PlayedTurn, play
from xl_mastermind.solve.strategies import parse_strategy
from xl_mastermind.solve.suggestion import candidate_counts

ANALYSIS_INPUTS: Final = (
    *("analysed_board", "analysis_strategy", "split_guess", "best_guess"),
    "ranked_guesses",  # Only its height and width are used.
)
"""The ranges that the button Analyse reads."""

FIGURE_HEADINGS: Final = ("Fits", "Average", "Largest", "Parts", "Bits", "Guesses")
"""The headings of the figures of a ranked guess."""


def analyse(values: RangeValuesByName) -> RangeValuesByName:
    """Return the values of the sheet Analysis for the board that it names."""
    name = _text(values, "analysed_board")
    if "game" not in values:
        return _analysis_values(values, f"There is no board on a sheet {name}.")
    board = BoardState.from_values(values)
    game = board.game
    strategy = _text(values, "analysis_strategy") or board.strategy
    results = analyse_turns(game.rules, game.turns, strategy, values)
    if game.is_finished or board.first_error:
        is_over = game.is_finished
        message = _text(values, "message") if is_over else board.first_error
        results["analysis_message"] = [[f"{name}: {message}"]]
    return results


def analyse_turns(
    rules: Rules, turns: Sequence[Turn], strategy: str, values: RangeValuesByName
) -> RangeValuesByName:
    """Return the values of the sheet Analysis after these turns."""
    height, width = _size(values, "ranked_guesses")
    ranking: Sequence[RankedGuess] = []
    try:
        message = f"{_candidates_in_words(turns, rules)} Which guess tells most?"
        if all(turn.feedback != rules.win for turn in turns):
            ranking = rank_guesses(rules, turns, strategy, count=height)
    except ValueError as error:
        message = as_sentence(error)
    best = rules.format_code(ranking[0].guess) if ranking else ""
    guess = _split_guess(values, best, rules)
    parts: dict[Feedback, int] = {}
    if ranking:
        parts = partition_sizes(rules, turns, rules.parse_code(guess))
    pegs = width - len(FIGURE_HEADINGS)
    results = _analysis_values(
        values,
        f"{_text(values, 'analysed_board')}: {message}",
        str(rules),
        [_ranking_row(each, rules, pegs) for each in ranking],
        [[*feedback, size] for feedback, size in parts.items()],
    )
    return results | {
        "sort_heading": [[_sort_heading(ranking, strategy)]],
        "best_guess": [[best]],
        "split_guess": [[guess]],
        "current_split_guess": [[guess]],
    }


def _analysis_values(
    values: RangeValuesByName,
    message: str,
    game: str = "",
    ranking_rows: Sequence[Sequence[Cell]] = (),
    part_rows: Sequence[Sequence[Cell]] = (),
) -> RangeValuesByName:
    """Return results with the settings that they belong to; without rows, blanks."""
    height, width = _size(values, "ranked_guesses")
    pegs = width - len(FIGURE_HEADINGS)
    settings = ("analysed_board", "analysis_strategy")
    return {
        "analysis_message": [[message]],
        "analysis_key": _key(values, settings),
        "analysed_game": [[game]],
        "ranked_guesses": pad_rows(ranking_rows, height, width),
        "sort_heading": [[""]],
        "split_parts": pad_rows(part_rows, (pegs + 1) * (pegs + 2) // 2 - 1, 3),
    }


def _sort_heading(ranking: Sequence[RankedGuess], strategy_name: str) -> str:
    """Return the heading of the figure that guesses are ranked by, or ""."""
    if not ranking:
        return ""
    strategy = parse_strategy(strategy_name)
    if strategy.is_exact:
        return "Average" if ranking[0].average_guesses is None else "Guesses"
    return strategy.heading


def _split_guess(values: RangeValuesByName, best: str, rules: Rules) -> str:
    """Return the typed guess; the best one for a wrong one or the former best."""
    word = guess_word(first_cell(values, "split_guess"))
    if word == _text(values, "best_guess"):
        return best
    try:
        return rules.format_code(rules.check_code(word))
    except ValueError:
        return best


def _candidates_in_words(turns: Sequence[Turn], rules: Rules) -> str:
    if not turns:
        return f"{pluralize(rules.code_count, 'code')} are possible."
    count = candidate_counts(rules, turns)[-1]
    fit = "fits" if count == 1 else "fit"
    return f"after {pluralize(len(turns), 'attempt')} {pluralize(count, 'code')} {fit}."


def _ranking_row(ranked: RankedGuess, rules: Rules, pegs: int) -> list[Cell]:
    guess, is_candidate, largest, parts, expected, bits, average = ranked
    figures = [round(expected, 2), largest, parts, round(bits, 3)]
    guesses = "" if average is None else round(average, 3)
    fits = "●" if is_candidate else ""
    return [*_code_row(guess, rules, pegs), fits, *figures, guesses]


STRATEGY_COUNT: Final = 6
"""Strategies side by side on the sheet Compare."""

_STRATEGY_INPUTS: Final = [f"strategy_{n}" for n in range(1, STRATEGY_COUNT + 1)]

COMPARE_INPUTS: Final = (
    *("compared_game", "compared_code", *_STRATEGY_INPUTS),
    "turns_1",  # Only its height and width are used.
)
"""The ranges that the button Compare reads."""

_MAX_LENGTH: Final = 12
"""Rows of the numbers of games by their length."""

_MAX_FIRST_GUESSES: Final = 7
"""Rows of the table of first guesses: 5 for four pegs, 7 for five."""

MAX_FIRST_GUESS_CODES: Final = 2000
"""Codes of the largest game whose first guesses are all compared."""


def compare_strategies(values: RangeValuesByName) -> RangeValuesByName:
    """
    Return the values of the sheet Compare for a code and its strategies.

    A blank code is drawn at random. For a wrong setting the message is an error.
    """
    game = _text(values, "compared_game") or BOARD_SHEET
    strategies = [_text(values, name) for name in _STRATEGY_INPUTS]
    height, width = _size(values, "turns_1")
    pegs = width - 2
    openings: list[Code] = []
    results: list[RangeValuesByName] = [{}] * STRATEGY_COUNT
    try:
        rules = _compared_rules(game, pegs)
        code = _compared_code(game, first_cell(values, "compared_code"), rules)
        names = [parse_strategy(name).name if name else "" for name in strategies]
        games = [[*play(rules, code, name)] if name else [] for name in names]
    except ValueError as error:
        message = as_sentence(error)
    else:
        message = _comparison_in_words(game, rules, code, len([*filter(None, names)]))
        if rules.code_count <= MAX_FIRST_GUESS_CODES:
            openings = first_guesses(rules)[:_MAX_FIRST_GUESSES]
        results = [
            _strategy_results(rules, name, records, openings, pegs) if records else {}
            for name, records in zip(names, games, strict=True)
        ]
    words = (rules.format_code(guess) for guess in openings)
    changes: RangeValuesByName = {
        "compare_message": [[message]],
        "comparison_key": _key(values, ("compared_game", *_STRATEGY_INPUTS)),
        "first_guesses": pad_rows(_column(words), _MAX_FIRST_GUESSES, 1),
    }
    sizes = {
        "guesses": (1, 1),
        "turns": (height, width),
        "figures": (3, 1),
        "histogram": (_MAX_LENGTH, 1),
        "by_first_guess": (_MAX_FIRST_GUESSES, 1),
    }
    for n, result in enumerate(results, 1):
        for name, (rows, columns) in sizes.items():
            shown_rows = result.get(name, [])[:rows]
            changes[f"{name}_{n}"] = pad_rows(shown_rows, rows, columns)
    return changes


def _strategy_results(
    rules: Rules,
    name: str,
    records: Sequence[PlayedTurn],
    openings: Sequence[Code],
    pegs: int,
) -> RangeValuesByName:
    """Return the game of a strategy, and its figures over all codes."""
    results: RangeValuesByName = {
        "guesses": [[len(records)]],
        "turns": [_turn_row(record, rules, pegs) for record in records],
    }
    try:
        result = evaluation(rules, name, None)
        averages = [round(evaluation(rules, name, g).average, 4) for g in openings]
    except ValueError:  # The game has too many codes to play them all.
        return results
    return results | {
        "figures": _column([round(result.average, 4), result.max, result.total]),
        "histogram": _column(result.histogram),
        "by_first_guess": _column(averages),
    }


def _compared_code(game: str, cell: Cell, rules: Rules) -> Code:
    """Return the code of a cell, drawn at random if it is blank."""
    word = guess_word(cell)
    try:
        return rules.check_code(word) if word else draw_code(rules)
    except ValueError:
        expected = guess_in_words(rules)
        raise ValueError(f"{game}: a code has {expected}, got {word}") from None


def _compared_rules(game: str, pegs: int) -> Rules:
    rules = Rules.parse(game)
    if rules.pegs > pegs:
        raise ValueError(f"this workbook has room for {pegs} pegs, not for {rules}")
    return rules


def _comparison_in_words(game: str, rules: Rules, code: Code, count: int) -> str:
    looking = "strategy looks" if count == 1 else "strategies look"
    pegs = " ".join(rules.format_code(code))
    return (
        f"{game}: {number_in_words(count)} {looking} for the code {pegs}. Type"
        " another, or clear it for one drawn at random."
    )


def _turn_row(record: PlayedTurn, rules: Rules, pegs: int) -> list[Cell]:
    guess, feedback = record.turn
    marks = feedback_symbols(*feedback, rules.pegs)
    return [*_code_row(guess, rules, pegs), marks, record.candidate_count]


# Ranges


def _key(values: RangeValuesByName, settings: Iterable[str]) -> RangeValues:
    """Return the settings that results belong to; formulas compare them."""
    return _column(cell_text(first_cell(values, name)) for name in settings)


def _code_row(code: Code, rules: Rules, pegs: int) -> list[Cell]:
    """Return a code as cells, with blanks up to a number of pegs."""
    (row,) = pad_rows([pegs_as_cells(code, rules)], 1, pegs)
    return row


def _column(cells: Iterable[Cell]) -> RangeValues:
    return [[cell] for cell in cells]


def _size(values: RangeValuesByName, name: str) -> tuple[int, int]:
    return len(values[name]), len(values[name][0])


def _text(values: RangeValuesByName, name: str) -> str:
    return cell_text(first_cell(values, name)).strip()

"""What the sheets Analysis and Compare say: pure functions from values to values."""

from collections.abc import Mapping, Sequence
from typing import Final

from xl_mastermind.game.rules import Code, Rules, Turn
from xl_mastermind.game.symmetry import first_guesses
from xl_mastermind.sheet.board import Game
from xl_mastermind.sheet.cells import (
    Block,
    Cell,
    padded,
    pegs_as_cells,
    shown_text,
    typed_word,
)
from xl_mastermind.sheet.functions import evaluation
from xl_mastermind.sheet.layout import (
    ANALYSED_ROWS,
    BOARD_SHEET,
    COMPARED,
    COMPARED_TURNS,
    GAMES,
    LENGTHS,
    MOST_FIRST_GUESSES,
)
from xl_mastermind.sheet.words import little_pegs, number_in_words, plural, sentence
from xl_mastermind.solve.analysis import RankedGuess, compare, partition, rank_guesses
from xl_mastermind.solve.codemaker import new_code
from xl_mastermind.solve.evaluate import TurnRecord
from xl_mastermind.solve.strategies import DEFAULT_STRATEGY, parse_strategy
from xl_mastermind.solve.suggest import survivors

ANALYSIS_INPUTS: Final = (
    "analysed_board",
    "analysis_strategy",
    "split_guess",
    "best_guess",
    "ranked_guesses",  # as wide as the widest board of the workbook asks for
)
"""The areas of the sheet whose values the analysis takes."""

FIGURES: Final = ("Fits", "Average", "Largest", "Parts", "Bits", "Guesses")
"""The heads of the figures of a ranked guess."""

_SORTED_BY: Final = {
    "minimax": "Largest",
    "knuth": "Largest",
    "brain-breaker": "Largest",
    "expected-size": "Average",
    "entropy": "Bits",
    "most-parts": "Parts",
}
"""Which of them a strategy that compares parts looks at first."""


def analyse(values: Mapping[str, Block]) -> dict[str, Block]:
    """Return what the sheet Analysis shows of a board."""
    if "game" not in values:
        message = f"There is no board on a sheet {_first(values, 'analysed_board')}."
        return {"analysis_message": [[message]]}
    game = Game.from_values(values)
    strategy = _word(_first(values, "analysis_strategy")) or _word(game.strategy)
    shown = analysis(game.rules, game.turns, strategy or DEFAULT_STRATEGY, values)
    if game.is_finished:
        shown["analysis_message"] = [[_first(values, "message")]]
    elif game.fault:
        shown["analysis_message"] = [[game.fault]]
    return shown


def analysis(
    rules: Rules, turns: Sequence[Turn], strategy: str, values: Mapping[str, Block]
) -> dict[str, Block]:
    """Return what the sheet shows after these turns."""
    pegs = len(values["ranked_guesses"][0]) - len(FIGURES)
    is_open = all(turn.feedback != rules.win for turn in turns)
    ranked: list[RankedGuess] = []
    message = ""
    try:
        if is_open:
            ranked = [*rank_guesses(rules, turns, strategy, count=ANALYSED_ROWS)]
    except ValueError as error:
        message = sentence(error)
    best = rules.format_code(ranked[0].guess) if ranked else ""
    guess = _guess_to_split(values, best, rules)
    height = (pegs + 1) * (pegs + 2) // 2 - 1
    return {
        "analysis_message": [[message or _after(rules, turns)]],
        "ranked_guesses": padded(
            [_ranked_row(each, rules, pegs) for each in ranked], ANALYSED_ROWS, pegs + 6
        ),
        "split_guess": [[guess]],
        "analysed_game": [[str(rules)]],
        "sorted_by": [[_sorted_by(ranked, strategy)]],
        "best_guess": [[best]],
        "split_by": [[guess]],
        "split_parts": padded(
            _parts(rules, turns, guess) if ranked and guess else [], height, 3
        ),
    }


def _sorted_by(ranked: Sequence[RankedGuess], strategy: str) -> str:
    """Return the head of the figure that guesses are ranked by, if it is one."""
    if not ranked:
        return ""
    chosen = parse_strategy(strategy)
    if chosen.exact:
        return "Average" if ranked[0].needed is None else "Guesses"
    return _SORTED_BY.get(chosen.name, "")


def _guess_to_split(values: Mapping[str, Block], best: str, rules: Rules) -> str:
    """Return the guess that a person typed; else, or if it was the best, the best."""
    typed = typed_word(_first(values, "split_guess"), rules)
    was_best = typed == _word(_first(values, "best_guess"))
    try:
        rules.parse_code(typed)
    except ValueError:
        return best
    return best if was_best else typed


def _parts(rules: Rules, turns: Sequence[Turn], guess: str) -> Block:
    """Return black, white and number of codes of each answer to a guess."""
    try:
        sizes = partition(rules, turns, rules.parse_code(guess))
    except ValueError:  # there are too many codes
        return []
    return [[black, white, size] for (black, white), size in sizes.items()]


def _after(rules: Rules, turns: Sequence[Turn]) -> str:
    """Return how many codes fit after some turns, which can be counted."""
    left = survivors(rules, turns)[-1] if turns else rules.code_count
    codes = plural(left, "code")
    fit = "fits" if left == 1 else "fit"
    after = f"After {plural(len(turns), 'attempt')} {codes} {fit}"
    return f"{after if turns else f'{codes} are possible'}. Which guess tells most?"


def _ranked_row(ranked: RankedGuess, rules: Rules, pegs: int) -> list[Cell]:
    """Return a ranked guess as a row of the sheet: pegs, then figures."""
    guess, possible, largest, parts, expected, bits, needed = ranked
    figures = [_rounded(expected, 2), largest, parts, _rounded(bits, 3)]
    tiles = padded([_tiles(rules.format_code(guess), rules)], 1, pegs)[0]
    mean = "" if needed is None else _rounded(needed, 3)
    return [*tiles, "●" if possible else "", *figures, mean]


COMPARE_INPUTS: Final = (
    "compared_game",
    "compared_code",
    *(f"strategy_{block + 1}" for block in range(COMPARED)),
    "turns_1",  # as wide as the widest board of the workbook asks for
)
"""The areas of the sheet Compare whose values the comparison takes."""

MOST_FIRST_COMPARED: Final = 2000
"""Codes of the largest game whose first guesses are all compared."""


def compare_strategies(values: Mapping[str, Block]) -> dict[str, Block]:
    """Return what the sheet Compare shows of a code and some strategies."""
    pegs = len(values["turns_1"][0]) - 2
    try:
        rules = _compared_game(values, pegs)
        typed = typed_word(_first(values, "compared_code"), rules)
        code = rules.parse_code(typed) if typed else new_code(rules)
        settings = [_word(_first(values, f"strategy_{n + 1}")) for n in range(COMPARED)]
        names = [parse_strategy(name).name if name else "" for name in settings]
        played = compare(rules, code, [name for name in names if name])
    except ValueError as error:
        return {"compare_message": [[sentence(error)]]}
    games = iter(played)
    firsts = first_guesses(rules) if rules.code_count <= MOST_FIRST_COMPARED else []
    firsts = firsts[:MOST_FIRST_GUESSES]
    listed = [[rules.format_code(first)] for first in firsts]
    shown: dict[str, Block] = {
        "compare_message": [[_compared(rules, code, [*filter(None, names)])]],
        "first_guesses": padded(listed, MOST_FIRST_GUESSES, 1),
    }
    for block, name in enumerate(names, 1):
        game = next(games) if name else []
        turns = [_turn_row(step, rules, pegs) for step in game[:COMPARED_TURNS]]
        figures, histogram = _figures(rules, name)
        averages = [[_average(rules, name, first)] for first in firsts]
        shown |= {
            f"guesses_{block}": [[len(game) or ""]],
            f"turns_{block}": padded(turns, COMPARED_TURNS, pegs + 2),
            f"figures_{block}": [[figure] for figure in figures],
            f"histogram_{block}": padded(histogram[:LENGTHS], LENGTHS, 1),
            f"by_first_guess_{block}": padded(averages, MOST_FIRST_GUESSES, 1),
        }
    return shown


def _compared_game(values: Mapping[str, Block], pegs: int) -> Rules:
    game = _word(_first(values, "compared_game")) or BOARD_SHEET
    named = {name.lower(): written for name, written in GAMES.items()}
    rules = Rules.parse(named.get(game.lower(), game))
    if rules.pegs > pegs:
        raise ValueError(f"this workbook has room for {pegs} pegs, not for {rules}")
    return rules


def _compared(rules: Rules, code: Code, names: Sequence[str]) -> str:
    many = "strategy looks" if len(names) == 1 else "strategies look"
    pegs = " ".join(rules.format_code(code))
    return (
        f"{number_in_words(len(names)).capitalize()} {many} for the code {pegs}. Type"
        " another, or clear it for one drawn at random."
    )


def _figures(rules: Rules, name: str) -> tuple[list[Cell], Block]:
    """Return average, most and total over all codes, and the numbers by length."""
    if not name:
        return ["", "", ""], []
    try:
        found = evaluation(rules, name, None)
    except ValueError:  # there are too many codes to play them all
        return ["", "", ""], []
    figures: list[Cell] = [_rounded(found.average, 4), found.most, found.total]
    return figures, [[number] for number in found.histogram]


def _average(rules: Rules, name: str, first: Code) -> Cell:
    return _rounded(evaluation(rules, name, first).average, 4) if name else ""


def _turn_row(step: TurnRecord, rules: Rules, pegs: int) -> list[Cell]:
    """Return a turn as a row of the sheet: pegs, marks, codes left."""
    tiles = padded([_tiles(rules.format_code(step.turn.guess), rules)], 1, pegs)[0]
    return [*tiles, little_pegs(*step.turn.feedback, rules.pegs), step.left]


# Cells


def _rounded(cell: Cell, digits: int) -> Cell:
    return round(cell, digits) if isinstance(cell, float) else cell


def _tiles(code: str, rules: Rules) -> list[Cell]:
    return [*pegs_as_cells(rules.parse_code(code), rules)]


def _first(values: Mapping[str, Block], area: str) -> Cell:
    return values[area][0][0] if area in values else None


def _word(cell: Cell) -> str:
    return shown_text(cell).strip()

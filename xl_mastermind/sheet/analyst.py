"""What the sheets Analysis and Compare say: pure functions from values to values."""

from collections.abc import Mapping, Sequence
from typing import Final

from xl_mastermind.game.rules import Code, Rules
from xl_mastermind.game.symmetry import first_guesses
from xl_mastermind.sheet.board import Board, new_code
from xl_mastermind.sheet.functions import (
    Block,
    Cell,
    check_guess,
    number_in_words,
    parts_of,
    pegs_as_cells,
    plural,
    ranked_guesses,
    strategy_stats,
)
from xl_mastermind.sheet.layout import (
    ANALYSED_ROWS,
    COMPARED,
    COMPARED_TURNS,
    LENGTHS,
    MOST_ATTEMPTS,
    MOST_FIRST_GUESSES,
)
from xl_mastermind.solve.analysis import compare
from xl_mastermind.solve.evaluate import Step
from xl_mastermind.solve.strategies import parse_strategy

ANALYSIS_INPUTS: Final = (
    "analysed_board",
    "analysis_strategy",
    "split_guess",
    "best_guess",
)
"""The areas of the sheet whose values the analysis takes."""


def analyse(values: Mapping[str, Block]) -> dict[str, Block]:
    """
    Return what the sheet Analysis shows of a board.

    Parameters
    ----------
    values : mapping of str to blocks
        The values of `ANALYSIS_INPUTS`, and those of the board that the first of
        them names; without a board its absence is told.

    Returns
    -------
    dict of str to blocks
        The areas to write.

    Examples
    --------
    >>> values = Board.new(Rules(4, 6), secret=(3, 6, 2, 5)).to_values()
    >>> shown = analyse(values | {"split_guess": [[None] * 4]})
    >>> shown["ranked_guesses"][0]
    [1, 1, 2, 2, '●', 204.54, 256, 13, 2.885, '']
    >>> shown["split_guess"], shown["mirror_parts"][0]
    ([[1, 1, 2, 2]], [0, 0, 256])
    """
    pegs = len(values["split_guess"][0])
    if "game" not in values:
        said = f"There is no board on a sheet {_one(values, 'analysed_board')}."
        return {"analysis_message": [[said]]}
    board = Board.from_values(values)
    rules = board.rules
    turns = [
        ("".join(map(_symbol, guess)), marks)
        for guess, marks in zip(board.guesses, board.answered_marks, strict=True)
        if marks[0] != ""
    ]
    given = (
        [[code] for code, _ in turns] or [[""]],
        [marks for _, marks in turns] or [["", ""]],
    )
    strategy = _one(values, "analysis_strategy") or board.strategy
    try:
        ranked = ranked_guesses(*given, strategy, str(rules), ANALYSED_ROWS)
        ranked = [row for row in ranked if row[0] != ""]
        fault = ""
    except ValueError as error:
        ranked, fault = [], str(error)
    best = str(ranked[0][0]) if ranked else ""
    typed = "".join(map(_symbol, values["split_guess"][0]))
    was_best = typed == _symbol(_one(values, "best_guess"))
    is_wrong = len(typed) != rules.pegs or bool(check_guess(typed, str(rules)))
    guess = best if was_best or is_wrong else typed
    try:
        parts = parts_of(guess, *given, str(rules)) if ranked and guess else []
    except ValueError:  # there are too many codes
        parts = []
    height = (pegs + 1) * (pegs + 2) // 2 - 1
    return {
        "analysis_message": [[_message(board, len(turns), fault)]],
        "ranked_guesses": _padded(
            [_as_shown(row, rules, pegs) for row in ranked], ANALYSED_ROWS, pegs + 6
        ),
        "split_guess": _padded([_tiles(guess, rules)] if guess else [], 1, pegs),
        "analysed_turns": _padded([[code] for code, _ in turns], MOST_ATTEMPTS, 1),
        "analysed_marks": _padded([marks for _, marks in turns], MOST_ATTEMPTS, 2),
        "analysed_game": [[str(rules)]],
        "best_guess": [[best]],
        "split_by": [[guess]],
        "mirror_parts": _padded(
            [[row[0], 0 if rules.black_only else row[1], row[-1]] for row in parts],
            height,
            3,
        ),
    }


COMPARE_INPUTS: Final = (
    "compared_game",
    "compared_code",
    *(f"strategy_{block + 1}" for block in range(COMPARED)),
)
"""The areas of the sheet Compare whose values the comparison takes."""

MOST_FIRST_COMPARED: Final = 2000
"""Codes of the largest game whose first guesses are all compared."""


def compare_strategies(values: Mapping[str, Block]) -> dict[str, Block]:
    """
    Return what the sheet Compare shows of a code and some strategies.

    Parameters
    ----------
    values : mapping of str to blocks
        The values of `COMPARE_INPUTS`. A blank code is drawn at random.

    Returns
    -------
    dict of str to blocks
        The areas to write; a sentence alone where a setting is wrong.

    Examples
    --------
    >>> values = {name: [[None]] for name in COMPARE_INPUTS}
    >>> values |= {"compared_code": [[4, 5, 6, 3]], "strategy_1": [["Minimax"]]}
    >>> shown = compare_strategies(values)
    >>> shown["turns_1"][0], shown["guesses_1"]
    ([1, 1, 2, 2, '· · · ·', 256], [[4]])
    >>> shown["figures_1"], shown["histogram_1"][:6]
    ([[4.4969], [6], [5828]], [[1], [12], [99], [468], [662], [54]])
    """
    pegs = len(values["compared_code"][0])
    try:
        rules = _compared_game(values, pegs)
        typed = "".join(map(_symbol, values["compared_code"][0]))
        code = rules.parse_code(typed) if typed else new_code(rules)
        written = [_symbol(_one(values, f"strategy_{n + 1}")) for n in range(COMPARED)]
        names = [parse_strategy(name).name if name else "" for name in written]
        played = compare(rules, code, [name for name in names if name])
    except ValueError as error:
        said = str(error)
        return {"compare_message": [[f"{said[:1].upper()}{said[1:]}."]]}
    games = iter(played)
    firsts = first_guesses(rules) if rules.code_count <= MOST_FIRST_COMPARED else []
    firsts = firsts[:MOST_FIRST_GUESSES]
    shown: dict[str, Block] = {
        "compare_message": [[_compared(rules, code, [*filter(None, names)])]],
        "first_guesses": _padded(
            [[rules.format_code(first)] for first in firsts], MOST_FIRST_GUESSES, 1
        ),
    }
    for block, name in enumerate(names, 1):
        game = next(games) if name else []
        figures, histogram = _stats(rules, name)
        averages = [[_average(rules, name, first)] for first in firsts]
        shown |= {
            f"guesses_{block}": [[len(game) or ""]],
            f"turns_{block}": _padded(
                [_turn_as_shown(step, rules, pegs) for step in game[:COMPARED_TURNS]],
                COMPARED_TURNS,
                pegs + 2,
            ),
            f"figures_{block}": [[figure] for figure in figures],
            f"histogram_{block}": _padded(
                [[n] for n in histogram[:LENGTHS]], LENGTHS, 1
            ),
            f"by_first_guess_{block}": _padded(averages, MOST_FIRST_GUESSES, 1),
        }
    return shown


def _compared_game(values: Mapping[str, Block], pegs: int) -> Rules:
    rules = Rules.parse(_symbol(_one(values, "compared_game")) or "4x6")
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


def _stats(rules: Rules, name: str) -> tuple[list[Cell], list[Cell]]:
    """Return average, most and total over all codes, and the numbers by length."""
    if not name:
        return ["", "", ""], []
    try:
        ((total, average, most, *histogram),) = strategy_stats(name, str(rules))
    except ValueError:  # there are too many codes to play them all
        return ["", "", ""], []
    return [_rounded(average, 4), most, total], [*histogram]


def _average(rules: Rules, name: str, first: Code) -> Cell:
    if not name:
        return ""
    ((_, average, *_),) = strategy_stats(name, str(rules), rules.format_code(first))
    return _rounded(average, 4)


def _turn_as_shown(step: Step, rules: Rules, pegs: int) -> list[Cell]:
    """Return a turn as a row of the sheet: pegs, marks, codes left."""
    guess = rules.format_code(step.turn.guess)
    black, white = step.turn.feedback
    rest = rules.pegs - black - white
    marks = " ".join("●" * black + "○" * white + "·" * rest)
    blank = [""] * (pegs - rules.pegs)
    return [*_tiles(guess, rules), *blank, marks, step.left]


def _message(board: Board, turns: int, fault: str) -> str:
    left = next((n for n in reversed(board.left) if n != ""), board.rules.code_count)
    if board.solved_in or board.lost:
        return board.message
    if fault:
        return f"{fault[:1].upper()}{fault[1:]}."
    codes = plural(left, "code") if isinstance(left, int) else "no code"
    fit = "fits" if left == 1 else "fit"
    after = f"After {plural(turns, 'attempt')} {codes} {fit}"
    return f"{after if turns else f'{codes} are possible'}. Which guess tells most?"


def _as_shown(row: Sequence[Cell], rules: Rules, pegs: int) -> list[Cell]:
    """Return a ranked guess as a row of the sheet: pegs, then figures."""
    code, possible, largest, parts, expected, bits, *guesses = row
    tiles = [*_tiles(str(code), rules), *[""] * (pegs - rules.pegs)]
    figures = [_rounded(expected, 2), largest, parts, _rounded(bits, 3)]
    mean = _rounded(guesses[0], 3) if guesses else ""
    return [*tiles, "●" if possible else "", *figures, mean]


def _rounded(cell: Cell, digits: int) -> Cell:
    return round(cell, digits) if isinstance(cell, float) else cell


def _tiles(code: str, rules: Rules) -> list[Cell]:
    return [*pegs_as_cells(rules.parse_code(code), rules)]


def _padded(rows: Sequence[Sequence[Cell]], height: int, width: int) -> Block:
    missing: Block = [[] for _ in range(height - len(rows))]
    return [[*row, *[""] * (width - len(row))] for row in (*rows, *missing)]


def _one(values: Mapping[str, Block], area: str) -> Cell:
    return values[area][0][0] if area in values else None


def _symbol(cell: Cell) -> str:
    """Return what a cell says, a whole number without a point."""
    if cell is None:
        return ""
    number = isinstance(cell, float) and cell.is_integer()
    return str(int(cell) if number else cell).strip()  # type: ignore[call-overload]

"""The sheet Puzzles beside a naive Mastermind, in any program."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import brute_force
import typed_forms
from board_oracle import BoardApplication, TypedKeys

from xl_mastermind.game.numbers import LARGEST_NUMBER
from xl_mastermind.game.rules import Rules
from xl_mastermind.puzzles.puzzle import (
    LEVELS,
    MAX_CLUES,
    Puzzle,
    puzzle_from_number,
)
from xl_mastermind.puzzles.sheet import puzzles_layout
from xl_mastermind.spreadsheet.cell_range import CellRange
from xl_mastermind.spreadsheet.cells import Cell
from xl_mastermind.spreadsheet.games import game_name
from xl_mastermind.spreadsheet.messages import guess_in_words

AT = puzzles_layout()

ODD: list[Cell] = [
    *(
        "?",
        "*",
        "~?",
        "x",
        "#N/A",
        "=",
        '"',
        "0",
        "-5",
        "1.5",
        "1000000000",
        "2026-1-1",
    ),
    *(
        0,
        -1,
        1.5,
        1e300,
        1e9,
        TypedKeys("=NA()"),
        TypedKeys("=TRUE()"),
        TypedKeys("=1/0"),
    ),
    *("²", "①", "12345678901234567890", "--------12", "2026-12-3x"),
]
"""Entries that are no number of a puzzle, no level, no game and no code."""


class Kind(NamedTuple):
    """A game and a level."""

    rules: Rules
    level: str


KINDS = [Kind(Rules.parse(game), level) for game in MAX_CLUES for level in LEVELS]


def cases(count: int) -> Iterator[tuple[Kind, int]]:
    """Yield kinds and numbers drawn from a seed, each kind as often as the others."""
    draw = Random("puzzles on the sheet")
    numbers = [1, LARGEST_NUMBER, 20261231]
    for place in range(count):
        some = draw.choice([draw.randint(1, LARGEST_NUMBER), draw.randint(1, 5000)])
        yield KINDS[place % len(KINDS)], (numbers.pop() if numbers else some)


def type_in(program: BoardApplication, area: CellRange, value: Cell) -> None:
    program.put(area, [[None if value == "" else value]])


def choose(program: BoardApplication, kind: Kind, number: Cell) -> None:
    """Type a game, a level and a number."""
    type_in(program, AT.typed_game, game_name(kind.rules))
    type_in(program, AT.typed_level, kind.level)
    type_in(program, AT.typed_number, number)


def shown(program: BoardApplication, area: CellRange) -> str:
    (row, *_) = program.read(area)
    return str(row[0])


def check(program: BoardApplication, kind: Kind, number: int, draw: Random) -> None:
    """Hold the clues of a number, and what is said of codes, against the naive ones."""
    rules, puzzle = kind.rules, puzzle_from_number(kind.rules, kind.level, number)
    choose(program, kind, str(number))
    assert shown(program, AT.puzzle_name) == f"Puzzle {rules} {kind.level} #{number}"
    assert clues_shown(program) == clues_of(rules, puzzle)
    code = rules.format_code(puzzle.code)
    pick = draw.sample if rules.distinct else draw.choices
    others = ["".join(pick(rules.symbols, k=rules.pegs)) for _ in range(3)]
    guesses = [rules.format_code(clue.guess) for clue in puzzle.clues]
    for typed in (code, *others, guesses[-1], " ".join(code), code[:-1], f"x{code}"):
        type_in(program, AT.code_input, typed)
        assert shown(program, AT.message) == expected(rules, puzzle, typed), typed
    type_in(program, AT.code_input, int(others[0]))  # pasted from elsewhere
    assert shown(program, AT.message) == expected(rules, puzzle, others[0])
    type_in(program, AT.code_input, "")
    asked = f"Which code fits all clues? Type {guess_in_words(rules)}."
    assert shown(program, AT.message) == asked


def expected(rules: Rules, puzzle: Puzzle, typed: str) -> str:
    """Return what is said of a code, by a naive Mastermind."""
    word = typed.replace(" ", "")
    is_known = len(word) == rules.pegs and {*word} <= {*rules.symbols}
    if not is_known or (rules.distinct and len({*word}) < len(word)):
        return f"Please type {guess_in_words(rules)}."
    code = rules.parse_code(word)
    for number, (guess, answer) in enumerate(puzzle.clues, 1):
        black, white = brute_force.feedback(code, guess)
        if (black, white) != (*answer,):
            would = f"clue {number} would have {black} black, {white} white"
            return f"{word} cannot be the code: {would}."
    return f"Right: {word} is the code."


def clues_of(rules: Rules, puzzle: Puzzle) -> list[str]:
    """Return the clues as the sheet has them, answered by a naive Mastermind."""
    lines = []
    for guess, _ in puzzle.clues:
        black, white = brute_force.feedback(puzzle.code, guess)
        pegs = " ".join("●" * black + "○" * white) or "none"
        lines.append(f"{rules.format_code(guess)} {black} {white} {pegs}")
    return lines


def clues_shown(program: BoardApplication) -> list[str]:
    """Return the clues of the sheet that are not blank, each as a line."""
    lines = []
    rows = zip(
        *map(program.read, (AT.clues, AT.marks, AT.feedback_symbols)), strict=True
    )
    for tiles, marks, (pegs,) in rows:
        guess = "".join(
            f"{tile:.0f}" for tile in tiles if isinstance(tile, int | float)
        )
        if guess:
            numbers = (f"{m:.0f}" for m in marks if isinstance(m, int | float))
            lines.append(f"{guess} {' '.join(numbers)} {pegs}")
    return lines


def check_odd(program: BoardApplication, kind: Kind) -> None:
    """Type what is no entry: it is answered by a sentence, and never by an error."""
    wanted = "Please type a puzzle's number "
    for value in ODD:
        choose(program, kind, value)
        assert shown(program, AT.message).startswith(wanted), value
        choose(program, kind, "5")
        type_in(program, AT.code_input, value)
        said = shown(program, AT.message)
        assert said == f"Please type {guess_in_words(kind.rules)}.", value
        type_in(program, AT.code_input, "")
        type_in(program, AT.typed_level, value)
        level = "Please choose a level: easy, medium or hard."
        assert shown(program, AT.message) == level, value
        type_in(program, AT.typed_level, kind.level)
        type_in(program, AT.typed_game, value)
        assert shown(program, AT.message) == "Please choose a game.", value


def check_ways_to_write(program: BoardApplication) -> None:
    """Type numbers and games in other ways: they are the same puzzles."""
    kind = Kind(Rules.parse("ab"), "medium")
    for typed, number in (typed_forms.NUMBERS | typed_forms.NUMBER_CELLS).items():
        choose(program, kind, typed)
        name = f"Puzzle 4x10 distinct medium #{number}" if number else ""
        assert shown(program, AT.puzzle_name) == name, typed
        is_refused = shown(program, AT.message).startswith("Please type a puzzle's num")
        assert is_refused is (number is None), typed
    choose(program, Kind(Rules(4, 6), "easy"), 382)
    for guess, is_right in typed_forms.GUESSES["1122"].items():
        type_in(program, AT.code_input, guess)
        said = shown(program, AT.message)
        assert said.startswith("1122 cannot be the code") is is_right, guess
        assert said.startswith("Please type four digits ") is not is_right, guess
    type_in(program, AT.code_input, "")
    choose(program, kind, 382)
    type_in(program, AT.typed_game, "4X6")
    type_in(program, AT.typed_level, "HARD")
    assert shown(program, AT.puzzle_name) == "Puzzle 4x6 hard #382"

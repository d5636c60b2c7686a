"""
The sheet Puzzles: the clues of a number, and what is wrong with a code, by formulas.

All that it needs stands on it, in hidden columns, so that a copy of it works too. What
is typed is read by place, so that it may be cut and pasted.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from xlsxwriter import Workbook

from xl_mastermind.game.numbers import LARGEST_NUMBER
from xl_mastermind.game.rules import Rules
from xl_mastermind.puzzles.puzzle import (
    LEVELS,
    MAX_CLUES,
    sizes,
    stored_puzzles,
)
from xl_mastermind.sheets.board.formulas import (
    as_formula,
    first_that_holds,
)
from xl_mastermind.sheets.board.input_formulas import (
    TYPED_STEPS,
    guess_word,
    typed_number_steps,
)
from xl_mastermind.sheets.canvas import Canvas, Formats, Sheet
from xl_mastermind.sheets.cell_group import (
    CARD,
    HEADING,
    HIDDEN_VALUE,
    INPUT,
    RIGHT_ALIGNMENT,
    SMALL_TEXT,
    TILE,
    CellFormat,
    CellGroup,
    ConditionalFormat,
    list_validation,
    peg_formats,
)
from xl_mastermind.sheets.number_steps import STEP_COUNT, number_steps
from xl_mastermind.sheets.sheet_layout import (
    SheetLayout,
    label_group,
    setting_group,
    title_group,
)
from xl_mastermind.spreadsheet import palette
from xl_mastermind.spreadsheet.cell_range import CellRange
from xl_mastermind.spreadsheet.cells import Cell
from xl_mastermind.spreadsheet.games import game_name
from xl_mastermind.spreadsheet.messages import (
    CODE_WANTED,
    FIND_CODE,
    IMPOSSIBLE_CODE,
    NO_LEVEL,
    NO_PUZZLE,
    NO_PUZZLE_GAME,
    PUZZLE,
    PUZZLE_SOLVED,
    guess_in_words,
)
from xl_mastermind.spreadsheet.sheet_names import PUZZLES_SHEET

_GAMES: Final = [Rules.parse(game) for game in MAX_CLUES]
_PEGS: Final = max(rules.pegs for rules in _GAMES)
_CLUES: Final = max(MAX_CLUES.values())
_DIGITS: Final = "0123456789"

_SETTINGS: Final = ("Number", "Level", "Game")
"""The settings on the right, from top to bottom."""

_COLUMNS: Final = (24, 100, *[46] * _PEGS, 26, 26, 108, 30, 80, 150, 190)
_ROWS: Final = (56, 30, 34, 24, *[36] * _CLUES, 14, 36, 14, 52, 14)

_NUMBER: Final[CellFormat] = {"num_format": "0"}
"""Without a format LibreOffice 7.4 crashes when it draws some clues."""

_CARD: Final = 2
"""The first row of the card."""
_FIRST_CLUE: Final = _CARD + 2
_CODE: Final = _FIRST_CLUE + _CLUES + 1
_MESSAGE: Final = _CODE + 2

_ABOUT: Final = (
    "Some guesses, each with its answer: exactly one code fits them all. ● counts"
    " digits in the right place, ○ digits that belong elsewhere."
)
_HINT: Final = "The same for everybody. A day is a number too: 2026-12-31."

_PER_GAME: Final = (
    *("name", "written", "symbols", "pegs", "distinct", "first", "rest", "moves"),
    *("width", "wanted"),
)
"""The columns of the hidden table of games, before those of the levels."""


@dataclass(frozen=True)
class PuzzlesLayout(SheetLayout):
    """All cells of the sheet."""

    sheet: str = PUZZLES_SHEET

    def __getattr__(self, name: str) -> CellRange:
        """Return the range of a group, for formulas without the notation of tables."""
        if name.startswith("_") or name not in self.groups:
            raise AttributeError(f"{type(self).__name__} has no range {name!r}")
        return self.groups[name].cell_range

    def hidden(
        self, row: int, column: int, height: int = 1, width: int = 1
    ) -> CellRange:
        """Return cells in the hidden columns."""
        return self.cell_range(row, len(_COLUMNS) + column, height, width)

    def of_game(self, name: str) -> str:
        """Return a cell of the hidden table, of the game that is chosen."""
        column = self.games.column(_PER_GAME.index(name)).absolute_address
        return f"INDEX({column},MAX(1,{self.game_place.absolute_address}))"

    def typed(self, name: str) -> str:
        """Return what is typed on the right."""
        return f"INDEX({self.settings.absolute_address},{_SETTINGS.index(name) + 2})"

    @property
    def typed_code(self) -> str:
        """The cells of the typed code."""
        return f"INDEX({self.code_cells.absolute_address},2)"

    @property
    def word(self) -> str:
        """The code that is typed, without blanks."""
        return self.words.row(0).absolute_address

    def of_level(self, name: str) -> str:
        """Return a cell of the hidden tables of the game and the level."""
        game, level = (
            f"MAX(1,{place.absolute_address})"
            for place in (self.game_place, self.level_place)
        )
        return f"INDEX({self.ranges[name].absolute_address},{game},{level})"


def puzzles_layout() -> PuzzlesLayout:
    """Return the plan of the sheet."""
    return PuzzlesLayout().add((_heading, _settings, _clues, _code, _drawn, _answers))


def _heading(p: PuzzlesLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the title, the card, and the name of the puzzle."""
    yield title_group(p, "Puzzles")
    cell_format: CellFormat = {"font_color": palette.MUTED_INK, "valign": "top"}
    yield (
        "about",
        CellGroup(p.cell_range(1, 1), values=[[_ABOUT]], cell_format=cell_format),
    )
    card = p.cell_range(_CARD, 1, len(_ROWS) - _CARD, len(_COLUMNS) - 1)
    yield "card", CellGroup(card, values=[], cell_format=CARD)
    name = p.cell_range(_CARD, 1)
    cell_format = CARD | HEADING | {"indent": 1}
    yield "puzzle_name", CellGroup(name, lambda *_: _name(p), cell_format=cell_format)


def _settings(p: PuzzlesLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield number, level and game, and a hint below them."""
    column = len(_COLUMNS) - 2
    # The cells above and below are locked, so that this area stays where it is.
    yield (
        "settings",
        CellGroup(p.cell_range(_FIRST_CLUE - 1, column, len(_SETTINGS) + 2)),
    )
    values: tuple[Cell, ...] = ("1", LEVELS[0], game_name(_GAMES[0]))
    offered = ((), LEVELS, [*map(game_name, _GAMES)])
    for row, name in enumerate(_SETTINGS):
        merged_range = p.cell_range(_FIRST_CLUE + row, column)
        validation = (
            list_validation(offered[row], error_type="warning")
            if offered[row]
            else None
        )
        # A text, or a day would become the number of its date.
        cells = setting_group(
            merged_range, values[row], validation, {"num_format": "@"}
        )
        yield f"{name.lower()}_label", _on_card(label_group(merged_range, name))
        yield f"typed_{name.lower()}", replace(cells, has_defined_name=False)
    place = p.cell_range(_FIRST_CLUE + len(_SETTINGS) + 1, column - 1)
    yield "hint", CellGroup(place, values=[[_HINT]], cell_format=CARD | SMALL_TEXT)


def _on_card(cells: CellGroup) -> CellGroup:
    return replace(cells, cell_format=CARD | (cells.cell_format or {}))


def _clues(p: PuzzlesLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the clues: a guess, its answer in numbers, and as pegs."""
    first = _FIRST_CLUE
    numbers = p.cell_range(first, 1, _CLUES)
    against = f"ROW({numbers.cell(0).address})-{first}"
    yield (
        "clue_numbers",
        CellGroup(
            numbers,
            lambda row, _: _clue_number(p, row),
            cell_format=CARD | SMALL_TEXT | RIGHT_ALIGNMENT | {"indent": 1},
            conditional_formats=lambda: [
                ConditionalFormat(
                    f"{p.conflict.absolute_address}={against}",
                    {"bold": True, "font_color": palette.INK},
                )
            ],
        ),
    )
    yield (
        "clues",
        CellGroup(
            p.cell_range(first, 2, _CLUES, _PEGS),
            lambda row, peg: _digit(p, row + 1, peg),
            cell_format=TILE | CARD | _NUMBER,
            conditional_formats=lambda: _tile_looks(p.clues),
        ),
    )
    after = 2 + _PEGS
    heads = p.cell_range(first - 1, after, width=2)
    cell_format = CARD | SMALL_TEXT | {"align": "center"}
    yield "mark_heads", CellGroup(heads, values=[["●", "○"]], cell_format=cell_format)
    yield (
        "marks",
        CellGroup(
            p.cell_range(first, after, _CLUES, 2),
            lambda row, column: _if_clue(p, row, _mark(p, "code", row, column)),
            cell_format=cell_format | _NUMBER,
        ),
    )
    yield (
        "feedback_symbols",
        CellGroup(
            p.cell_range(first, after + 2, _CLUES),
            lambda row, _: _if_clue(p, row, _pegs(p, row)),
            cell_format=CARD | {"font_size": 18, "indent": 1},
            conditional_formats=lambda: [
                ConditionalFormat(
                    '"none"', {"font_color": palette.FAINT_INK}, is_value=True
                )
            ],
        ),
    )


def _tile_looks(tiles: CellRange) -> list[ConditionalFormat]:
    there = ConditionalFormat(
        f'{tiles.cell(0).address}<>""', {"bg_color": palette.WHITE}
    )
    return [*peg_formats(), there]


def _code(p: PuzzlesLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the cell to type a code into, its tiles, and the message."""
    head = p.cell_range(_CODE - 1, 1)
    cell_format = CARD | SMALL_TEXT | {"align": "center"}
    yield "code_head", CellGroup(head, values=[["The code"]], cell_format=cell_format)
    # Locked above and below, as above.
    yield "code_cells", CellGroup(p.cell_range(_CODE - 1, 1, 3))
    typed = p.cell_range(_CODE, 1)
    glow = ConditionalFormat(f'{p.typed_code}=""', {"bg_color": palette.GLOW})
    cell_format = TILE | INPUT | {"num_format": "@"}
    yield (
        "code_input",
        CellGroup(
            typed,
            values=[],
            cell_format=cell_format,
            conditional_formats=lambda: [glow],
        ),
    )
    yield (
        "code_tiles",
        CellGroup(
            p.cell_range(_CODE, 2, width=_PEGS),
            lambda _, peg: _typed_digit(p, peg),
            cell_format=TILE | CARD | _NUMBER,
            conditional_formats=lambda: _tile_looks(p.code_tiles),
        ),
    )
    band, ground = p.cell_range(_MESSAGE, 1, width=len(_COLUMNS) - 1), palette.TINT
    bold: CellFormat = {"font_size": 13, "bold": True, "indent": 1, "bg_color": ground}
    yield (
        "band",
        CellGroup(
            band,
            values=[],
            cell_format=bold,
            conditional_formats=lambda: _message_looks(p),
        ),
    )
    first = band.column(0)
    bar: CellFormat = {"left": 5, "left_color": palette.ACCENT}
    yield "message", CellGroup(first, lambda *_: _message(p), cell_format=bold | bar)


def _message_looks(p: PuzzlesLayout) -> list[ConditionalFormat]:
    right: CellFormat = {"bg_color": palette.ACCENT, "font_color": palette.WHITE}
    wrong: CellFormat = {"bg_color": palette.PAPER, "font_color": palette.LOST_FILL}
    return [
        ConditionalFormat(f"{p.conflict.absolute_address}=0", right),
        ConditionalFormat(f'OR({p.word}<>"",{p.number.absolute_address}=0)', wrong),
    ]


def _drawn(p: PuzzlesLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the stored puzzles, and the steps from the number to one of them."""
    per_game, games, levels = len(_PER_GAME), len(_GAMES), len(LEVELS)
    table = p.hidden(0, 0, games, per_game)
    yield "games", CellGroup(table, values=[*map(_row_of, _GAMES)])
    counts = p.hidden(0, per_game, games, levels)
    puzzles = [[stored_puzzles()[str(r), name] for name in LEVELS] for r in _GAMES]
    yield "counts", CellGroup(counts, values=[[*map(len, row)] for row in puzzles])
    texts = [
        ["".join(_fixed_width(rules, line) for line in lines) for lines in row]
        for rules, row in zip(_GAMES, puzzles, strict=True)
    ]
    yield "stored", CellGroup(counts.shift_columns(levels), values=texts)
    names = p.hidden(games, per_game, width=levels)
    yield "level_names", CellGroup(names, values=[LEVELS])
    one_cell = {
        "game_word": lambda p: f'IFERROR(TRIM({p.typed("Game")}),"")',
        "level_word": lambda p: f'IFERROR(TRIM({p.typed("Level")}),"")',
        "game_place": _game_place,
        "level_place": _level_place,
        "number": _number,
        "symbols": lambda p: p.of_game("symbols"),
        "pegs": lambda p: p.of_game("pegs"),
        "lefts": _lefts,
        "rights": lambda p: p.of_game("rest"),
        "both": lambda p: f"{p.lefts.absolute_address}*{p.rights.absolute_address}",
        "line": _line,
        "places": lambda p: _joined(p.place_steps.row(2)),
        "names": lambda p: _joined(p.name_steps.row(2)),
    }
    for column, (name, formula) in enumerate(one_cell.items()):
        yield name, _one(p.hidden(games + 1, column), p, formula)
    typed = p.hidden(games + 2, STEP_COUNT, width=TYPED_STEPS)
    yield (
        "number_steps",
        CellGroup(
            typed, lambda _, step: _typed_number(p)[step], cell_format=HIDDEN_VALUE
        ),
    )
    steps = p.hidden(games + 2, 0, width=STEP_COUNT)
    yield (
        "draw",
        CellGroup(steps, lambda _, step: _draw(p)[step], cell_format=HIDDEN_VALUE),
    )
    orders = p.hidden(games + 3, 0, 3, _PEGS)
    yield (
        "place_steps",
        CellGroup(
            orders, lambda *cell: _order_of_places(p, *cell), cell_format=HIDDEN_VALUE
        ),
    )
    orders = p.hidden(games + 6, 0, 3, len(_DIGITS))
    yield (
        "name_steps",
        CellGroup(
            orders, lambda *cell: _order_of_names(p, *cell), cell_format=HIDDEN_VALUE
        ),
    )
    secret = p.hidden(games + 9, 0, width=_PEGS)
    yield (
        "secret",
        CellGroup(secret, lambda _, peg: _digit(p, 0, peg), cell_format=HIDDEN_VALUE),
    )


def _one(
    cell: CellRange, p: PuzzlesLayout, formula: Callable[[PuzzlesLayout], str]
) -> CellGroup:
    """Return a cell with a formula."""
    return CellGroup(cell, lambda *_: formula(p), cell_format=HIDDEN_VALUE)


def _answers(p: PuzzlesLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield how often each digit stands in each code, and what contradicts a clue."""
    top, every = len(_GAMES) + 10, _CLUES + 2
    # The code that is typed, the hidden one, the clues.
    yield (
        "words",
        CellGroup(
            p.hidden(top, 0, every),
            lambda row, _: _word(p, row),
            cell_format=HIDDEN_VALUE,
        ),
    )
    digits = p.hidden(top, 1, every, len(_DIGITS))
    yield (
        "digits",
        CellGroup(
            digits, lambda row, digit: _count(p, row, digit), cell_format=HIDDEN_VALUE
        ),
    )
    known = p.hidden(top + every, 1, width=len(_DIGITS))
    yield (
        "known",
        CellGroup(
            known, lambda _, digit: _is_known(p, digit), cell_format=HIDDEN_VALUE
        ),
    )
    top += every + 1
    would_be = p.hidden(top, 0, _CLUES, 2)
    yield (
        "would_be",
        CellGroup(
            would_be,
            lambda row, column: _would_be(p, row, column),
            cell_format=HIDDEN_VALUE,
        ),
    )
    differs = p.hidden(top, 2, _CLUES)
    yield (
        "differs",
        CellGroup(differs, lambda row, _: _differs(p, row), cell_format=HIDDEN_VALUE),
    )
    yield "is_code", _one(p.hidden(top, 3), p, _is_code)
    yield "conflict", _one(p.hidden(top, 4), p, _conflict)


# The hidden table


def _row_of(rules: Rules) -> list[Cell]:
    """Return the row of a game, in the order of `_PER_GAME`."""
    of = sizes(rules, LEVELS[0])
    names = (game_name(rules), str(rules), rules.symbols)
    numbers = (rules.pegs, int(rules.distinct), of.first, of.rest, of.moves)
    return [*names, *numbers, _width(rules), guess_in_words(rules)]


def _width(rules: Rules) -> int:
    """Return how many characters a stored puzzle has."""
    return rules.pegs * (MAX_CLUES[str(rules)] + 1)


def _fixed_width(rules: Rules, line: str) -> str:
    return line.replace(" ", "").ljust(_width(rules))


# Formulas of what is typed


def _game_place(p: PuzzlesLayout) -> str:
    """Return which game is chosen, 0 for none: by its name, or as it is written."""
    typed = p.game_word.absolute_address
    names, written = (
        p.games.column(_PER_GAME.index(name)).absolute_address
        for name in ("name", "written")
    )
    places = ";".join(str(place) for place in range(1, len(_GAMES) + 1))
    return f"SUMPRODUCT((({names}={typed})+({written}={typed})>0)*{{{places}}})"


def _level_place(p: PuzzlesLayout) -> str:
    """Return which level is chosen, 0 for none."""
    typed = p.level_word.absolute_address
    places = ",".join(str(place) for place in range(1, len(LEVELS) + 1))
    return f"SUMPRODUCT(({p.level_names.absolute_address}={typed})*{{{places}}})"


def _typed_number(p: PuzzlesLayout) -> list[str]:
    """Return the steps from what is typed to a number."""
    cells = [
        p.number_steps.column(step).absolute_address for step in range(TYPED_STEPS)
    ]
    return typed_number_steps(p.typed("Number"), cells)


def _number(p: PuzzlesLayout) -> str:
    """Return the number of the puzzle, 0 if there is none."""
    number = f"N({p.number_steps.column(TYPED_STEPS - 1).absolute_address})"
    is_chosen = (
        f"AND({p.game_place.absolute_address}>0,{p.level_place.absolute_address}>0)"
    )
    return f"IF(AND({is_chosen},{number}<={LARGEST_NUMBER}),{number},0)"


# Formulas from the number to the puzzle


def _lefts(p: PuzzlesLayout) -> str:
    return f"{p.of_level('counts')}*{p.of_game('moves')}*{p.of_game('first')}"


def _draw(p: PuzzlesLayout) -> list[str]:
    cells = [p.draw.column(step).absolute_address for step in range(STEP_COUNT)]
    halves = (half.absolute_address for half in (p.lefts, p.rights, p.both))
    return number_steps(p.number.absolute_address, cells, *halves)


def _halves(p: PuzzlesLayout) -> tuple[str, str]:
    """Return the two halves that the number stands for."""
    return p.draw.column(STEP_COUNT - 3).absolute_address, p.draw.column(
        STEP_COUNT - 1
    ).absolute_address


def _line(p: PuzzlesLayout) -> str:
    """Return the stored puzzle of the number."""
    left, _ = _halves(p)
    row = f"INT({left}/({p.of_game('moves')}*{p.of_game('first')}))"
    width = p.of_game("width")
    line = f"TRIM(MID({p.of_level('stored')},{row}*{width}+1,{width}))"
    return f'IF({p.number.absolute_address}=0,"",{line})'


def _order_of_places(p: PuzzlesLayout, row: int, column: int) -> str:
    left, _ = _halves(p)
    number = f"MOD(INT({left}/{p.of_game('first')}),{p.of_game('moves')})"
    places = "".join(str(place + 1) for place in range(_PEGS))
    text = f'MID("{places}",1,{p.pegs.absolute_address})'
    return _order(p.place_steps, row, column, (number, text, p.pegs.absolute_address))


def _order_of_names(p: PuzzlesLayout, row: int, column: int) -> str:
    left, right = _halves(p)
    first = p.of_game("first")
    number = f"{right}*{first}+MOD({left},{first})"
    symbols = p.symbols.absolute_address
    return _order(p.name_steps, row, column, (number, symbols, f"LEN({symbols})"))


def _order(steps: CellRange, row: int, column: int, start: tuple[str, str, str]) -> str:
    """Return a step of drawing an order: what is left of the number, things, choice."""
    number, things, count = start
    at = [steps.cell(each, column).absolute_address for each in range(3)]
    left = f"MAX(1,{count}-{column})"
    if row == 2:
        return f"MID({at[1]},MOD({at[0]},{left})+1,1)"
    if column == 0:
        return (number, things)[row]
    before = [steps.cell(each, column - 1).absolute_address for each in range(3)]
    if row == 0:
        return f"INT({before[0]}/MAX(1,{count}-{column - 1}))"
    return f'IF({column}<{count},SUBSTITUTE({before[1]},{before[2]},""),"")'


def _joined(cells: CellRange) -> str:
    return "&".join(
        cells.column(place).absolute_address for place in range(cells.width)
    )


def _digit(p: PuzzlesLayout, word: int, peg: int) -> str:
    """Return a digit of the code, or of a clue."""
    line, pegs = p.line.absolute_address, p.pegs.absolute_address
    place = f"{pegs}*{word}+VALUE(MID({p.places.absolute_address},{peg + 1},1))"
    symbol = f"FIND(MID({line},{place},1),{p.symbols.absolute_address})"
    digit = f"VALUE(MID({p.names.absolute_address},{symbol},1))"
    is_none = f"OR({pegs}<={peg},LEN({line})<{pegs}*{word + 1})"
    return f'IF({is_none},"",{digit})'


# Formulas of answers


def _name(p: PuzzlesLayout) -> str:
    """Return what the puzzle is called."""
    level = f"INDEX({p.level_names.absolute_address},MAX(1,{p.level_place.absolute_address}))"
    number = p.number.absolute_address
    name = as_formula(PUZZLE, game=p.of_game("written"), level=level, number=number)
    return f'IF({number}=0,"",{name})'


def _clue_number(p: PuzzlesLayout, row: int) -> str:
    """Return what a clue is called, with an arrow if it is contradicted."""
    arrow = f'IF({p.conflict.absolute_address}={row + 1},"►  ","")'
    return _if_clue(p, row, f'{arrow}&"Clue {row + 1}"')


def _if_clue(p: PuzzlesLayout, row: int, formula: str) -> str:
    return f'IF({p.clues.cell(row).absolute_address}="","",{formula})'


def _typed_digit(p: PuzzlesLayout, peg: int) -> str:
    """Return a tile of the code that is typed, right or wrong."""
    symbol = f"MID({p.word},{peg + 1},1)"
    shown = f'IFERROR(FIND({symbol},"{_DIGITS}")-1,{symbol})'
    return f'IF(LEN({p.word})>{peg},{shown},"")'


def _word(p: PuzzlesLayout, row: int) -> str:
    """Return what is typed, the hidden code, or a clue, as a text."""
    if row == 0:
        form = f'REPT("0",{p.pegs.absolute_address})'
        return guess_word(p.typed_code, _DIGITS, form)
    return _joined(p.secret if row == 1 else p.clues.row(row - 2))


def _count(p: PuzzlesLayout, row: int, digit: int) -> str:
    """Return how often a digit stands in a word."""
    word = p.words.row(row).absolute_address
    return f'LEN({word})-LEN(SUBSTITUTE({word},"{_DIGITS[digit]}",""))'


def _is_known(p: PuzzlesLayout, digit: int) -> str:
    """Return 1 if a digit may stand in a code of the game."""
    return f'IF(ISNUMBER(FIND("{_DIGITS[digit]}",{p.symbols.absolute_address})),1,0)'


def _is_code(p: PuzzlesLayout) -> str:
    """Return whether a code of the game is typed."""
    typed, pegs = p.digits.row(0).absolute_address, p.pegs.absolute_address
    known = f"SUMPRODUCT({typed}*{p.known.absolute_address})={pegs}"
    repeats = f"OR({p.of_game('distinct')}=0,MAX({typed})<2)"
    return f"AND(LEN({p.word})={pegs},{known},{repeats})"


def _mark(p: PuzzlesLayout, of: str, clue: int, column: int) -> str:
    """Return black or white of a clue, for the hidden code or the one that is typed."""
    guess = p.clues.row(clue).absolute_address
    code, row, marks = {
        "code": (p.secret, 1, p.marks),
        "typed": (p.code_tiles, 0, p.would_be),
    }[of]
    if column == 0:
        return f'SUMPRODUCT(({code.absolute_address}={guess})*({guess}<>""))'
    a, b = p.digits.row(row).absolute_address, p.digits.row(clue + 2).absolute_address
    return f"SUMPRODUCT({a}+{b}-ABS({a}-{b}))/2-{marks.cell(clue).absolute_address}"


def _pegs(p: PuzzlesLayout, row: int) -> str:
    """Return an answer as pegs."""
    black, white = (p.marks.cell(row, column).absolute_address for column in range(2))
    pegs = f'TRIM(REPT("● ",{black})&REPT("○ ",{white}))'
    return f'IF({black}+{white}=0,"none",{pegs})'


def _would_be(p: PuzzlesLayout, row: int, column: int) -> str:
    """Return black or white of a clue, if the code that is typed were hidden."""
    mark = _mark(p, "typed", row, column)
    return f'IF({p.is_code.absolute_address},{_if_clue(p, row, mark)},"")'


def _differs(p: PuzzlesLayout, row: int) -> str:
    """Return 1 if a clue contradicts the code that is typed."""
    black, white = (
        f"{p.marks.cell(row, column).absolute_address}={p.would_be.cell(row, column).absolute_address}"
        for column in range(2)
    )
    return f"IF(AND({black},{white}),0,1)"


def _conflict(p: PuzzlesLayout) -> str:
    """Return the first clue that contradicts the code; 0 for none, -1 for no code."""
    found = f"IFERROR(MATCH(1,{p.differs.absolute_address},0),0)"
    return f"IF(AND({p.is_code.absolute_address},{p.number.absolute_address}>0),{found},-1)"


def _message(p: PuzzlesLayout) -> str:
    """Return what is wrong, or that the code is right."""
    *others, last = LEVELS
    no_level = NO_LEVEL.format(levels=f"{', '.join(others)} or {last}")
    word, conflict, wanted = p.word, p.conflict.absolute_address, p.of_game("wanted")
    black, white = (
        f"INDEX({p.would_be.column(column).absolute_address},{conflict})"
        for column in range(2)
    )
    marks = f'{black}&" black, "&{white}&" white"'
    cases = (
        (f"{p.game_place.absolute_address}=0", f'"{NO_PUZZLE_GAME}"'),
        (f"{p.level_place.absolute_address}=0", f'"{no_level}"'),
        (f"{p.number.absolute_address}=0", f'"{NO_PUZZLE}"'),
        (f'{word}=""', as_formula(FIND_CODE, guess=wanted)),
        (f"NOT({p.is_code.absolute_address})", as_formula(CODE_WANTED, guess=wanted)),
        (f"{conflict}=0", as_formula(PUZZLE_SOLVED, code=word)),
    )
    against = as_formula(IMPOSSIBLE_CODE, code=word, clue=conflict, marks=marks)
    return first_that_holds(cases, against)


class PuzzlesSheet(Canvas):
    """Draws the sheet."""

    def draw(self, p: PuzzlesLayout) -> None:
        """Draw everything."""
        self.write_groups(p.groups.values())
        self.widths(_COLUMNS)
        self.rows(_ROWS)
        last = max(cell_range.right for cell_range in p.ranges.values())
        self.hide_columns(len(_COLUMNS), last)
        typed = f"{p.settings.address} {p.code_cells.address}"
        self.sheet.ignore_errors({"number_stored_as_text": typed})
        self.sheet.set_tab_color(palette.LINE_COLOUR)
        self.print_on_one_page(0, 1, len(_ROWS) - 1, len(_COLUMNS) - 1)
        self.select(p.code_input.top, p.code_input.left)


SHEET_CODE_NAMES: Final = {PUZZLES_SHEET: "PuzzlesSheet"}
"""The sheet, and its name in VBA."""


def write_sheets(
    workbook: Workbook, sheets: Mapping[str, Sheet], styles: Formats
) -> None:
    """Write the sheet."""
    plan = puzzles_layout()
    PuzzlesSheet(workbook, sheets[plan.sheet], styles).draw(plan)

"""
The sheet Puzzles: formulas for the clues of a number, and for the check of a code.

Hidden columns contain all data, so that a copy of the sheet works too. Formulas read
input cells by position, so that users may cut and paste them.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from xlsxwriter import Workbook

from xl_mastermind.game.numbers import LARGEST_NUMBER
from xl_mastermind.game.rules import Rules
from xl_mastermind.puzzles.puzzle import (
    LEVELS,
    LEVELS_IN_WORDS,
    MAX_CLUES,
    choice_counts,
    stored_puzzles,
)
from xl_mastermind.sheets.board.formulas import as_formula, first_that_holds
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

_COLUMN_WIDTHS: Final = (24, 100, *[46] * _PEGS, 26, 26, 108, 30, 80, 150, 190)
_ROW_HEIGHTS: Final = (56, 30, 34, 24, *[36] * _CLUES, 14, 36, 14, 52, 14)

_CARD_TOP: Final = 2
_FIRST_CLUE: Final = _CARD_TOP + 2
_CODE_ROW: Final = _FIRST_CLUE + _CLUES + 1
_MESSAGE_ROW: Final = _CODE_ROW + 2
_MARK_COLUMN: Final = 2 + _PEGS

_CARD_NUMBER: Final[CellFormat] = CARD | {"num_format": "0"}
"""Without a number format LibreOffice 7.4 crashes when it draws some clues."""
_CARD_HEADER: Final[CellFormat] = CARD | SMALL_TEXT | {"align": "center"}
_TEXT: Final[CellFormat] = {"num_format": "@"}

_ABOUT: Final = (
    "Some guesses, each with its answer: exactly one code fits them all. ● counts"
    " digits in the right place, ○ digits that belong elsewhere."
)
_HINT: Final = "Same number, same puzzle. A date works too: 2026-12-31."

_GAME_COLUMNS: Final = (
    *("name", "text", "symbols", "pegs", "distinct", "first_names", "name_orders"),
    *("peg_orders", "line_length", "guess_in_words"),
)
"""The columns of the hidden table of games, before those of the levels."""


@dataclass(frozen=True)
class PuzzlesLayout(SheetLayout):
    """All cells of the sheet."""

    sheet: str = PUZZLES_SHEET

    def hidden_range(
        self, row: int, column: int, height: int = 1, width: int = 1
    ) -> CellRange:
        """Return a range in the hidden columns."""
        return self.cell_range(row, len(_COLUMN_WIDTHS) + column, height, width)

    def address(self, name: str) -> str:
        """Return the absolute address of a range."""
        return self.ranges[name].absolute_address

    def game_property(self, name: str) -> str:
        """Return a formula for a column of the hidden table, in the chosen game."""
        column = self.ranges["games"].column(_GAME_COLUMNS.index(name)).absolute_address
        return f"INDEX({column},MAX(1,{self.address('game_index')}))"

    def level_property(self, name: str) -> str:
        """Return a formula for a hidden table, in the chosen game and level."""
        game, level = self.address("game_index"), self.address("level_index")
        return f"INDEX({self.address(name)},MAX(1,{game}),MAX(1,{level}))"

    def setting(self, name: str) -> str:
        """Return a formula for the input cell of a setting."""
        return f"INDEX({self.address('settings')},{_SETTINGS.index(name) + 2})"

    @property
    def typed_code(self) -> str:
        """A formula for the input cell of the code."""
        return f"INDEX({self.address('code_cells')},2)"

    @property
    def word(self) -> str:
        """The address of the typed code without blanks."""
        return self.ranges["words"].row(0).absolute_address


def puzzles_layout() -> PuzzlesLayout:
    """Return the layout of the sheet."""
    return PuzzlesLayout().add((_heading, _settings, _clues, _code, _puzzle, _feedback))


def _heading(p: PuzzlesLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the title, the card, and the name of the puzzle."""
    yield from title_group(p, "Puzzles").items()
    muted: CellFormat = {"font_color": palette.MUTED_INK, "valign": "top"}
    about = p.cell_range(1, 1)
    yield "about", CellGroup(about, values=[[_ABOUT]], cell_format=muted)
    height, width = len(_ROW_HEIGHTS) - _CARD_TOP, len(_COLUMN_WIDTHS) - 1
    card = p.cell_range(_CARD_TOP, 1, height, width)
    yield "card", CellGroup(card, values=[], cell_format=CARD)
    heading = CARD | HEADING | {"indent": 1}
    name = p.cell_range(_CARD_TOP, 1)
    yield "puzzle_name", CellGroup(name, lambda *_: _name(p), cell_format=heading)


def _settings(p: PuzzlesLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield number, level and game, and a hint below them."""
    column = len(_COLUMN_WIDTHS) - 2
    # The locked cells above and below keep this range in its place.
    anchor_range = p.cell_range(_FIRST_CLUE - 1, column, len(_SETTINGS) + 2)
    yield "settings", CellGroup(anchor_range)
    values: tuple[Cell, ...] = ("1", LEVELS[0], game_name(_GAMES[0]))
    choices = ((), LEVELS, [*map(game_name, _GAMES)])
    for row, name in enumerate(_SETTINGS):
        cell = p.cell_range(_FIRST_CLUE + row, column)
        offered = choices[row]
        validation = list_validation(offered, error_type="warning") if offered else None
        # As text: a date would become the number of its day.
        group = setting_group(cell, values[row], validation, _TEXT)
        label = label_group(cell, name)
        label_format = CARD | (label.cell_format or {})
        yield f"{name.lower()}_label", replace(label, cell_format=label_format)
        yield f"typed_{name.lower()}", replace(group, has_defined_name=False)
    hint = p.cell_range(_FIRST_CLUE + len(_SETTINGS) + 1, column - 1)
    yield "hint", CellGroup(hint, values=[[_HINT]], cell_format=CARD | SMALL_TEXT)


def _clues(p: PuzzlesLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the clues: a guess, its answer in numbers, and as pegs."""
    numbers = p.cell_range(_FIRST_CLUE, 1, _CLUES)
    clue_number = f"ROW({numbers.cell(0).address})-{_FIRST_CLUE}"
    bold: CellFormat = {"bold": True, "font_color": palette.INK}
    yield (
        "clue_numbers",
        CellGroup(
            numbers,
            lambda row, _: _clue_number(p, row),
            cell_format=CARD | SMALL_TEXT | RIGHT_ALIGNMENT | {"indent": 1},
            conditional_formats=lambda: [
                ConditionalFormat(f"{p.address('conflict')}={clue_number}", bold)
            ],
        ),
    )
    yield _tiles(
        "clues",
        p.cell_range(_FIRST_CLUE, 2, _CLUES, _PEGS),
        lambda row, peg: _puzzle_digit(p, row + 1, peg),
    )
    headers = p.cell_range(_FIRST_CLUE - 1, _MARK_COLUMN, width=2)
    yield (
        "mark_heads",
        CellGroup(headers, values=[["●", "○"]], cell_format=_CARD_HEADER),
    )
    yield (
        "marks",
        CellGroup(
            p.cell_range(_FIRST_CLUE, _MARK_COLUMN, _CLUES, 2),
            lambda row, column: _if_clue(p, row, _mark(p, "secret", row, column)),
            cell_format=_CARD_HEADER | _CARD_NUMBER,
        ),
    )
    faint: CellFormat = {"font_color": palette.FAINT_INK}
    yield (
        "feedback_symbols",
        CellGroup(
            p.cell_range(_FIRST_CLUE, _MARK_COLUMN + 2, _CLUES),
            lambda row, _: _if_clue(p, row, _symbols(p, row)),
            cell_format=CARD | {"font_size": 18, "indent": 1},
            conditional_formats=lambda: [
                ConditionalFormat('"none"', faint, is_value=True)
            ],
        ),
    )


def _tiles(
    name: str, cell_range: CellRange, formula: Callable[[int, int], str]
) -> tuple[str, CellGroup]:
    """Return cells with the colours of pegs; other symbols have a white tile."""
    is_filled = f'{cell_range.cell(0).address}<>""'
    white = ConditionalFormat(is_filled, {"bg_color": palette.WHITE})
    return name, CellGroup(
        cell_range,
        formula,
        cell_format=TILE | _CARD_NUMBER,
        conditional_formats=lambda: [*peg_formats(), white],
    )


def _code(p: PuzzlesLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the input cell of the code, its tiles, and the message."""
    header = p.cell_range(_CODE_ROW - 1, 1)
    yield (
        "code_head",
        CellGroup(header, values=[["The code"]], cell_format=_CARD_HEADER),
    )
    # Locked cells above and below, as for the settings.
    yield "code_cells", CellGroup(p.cell_range(_CODE_ROW - 1, 1, 3))
    glow = ConditionalFormat(f'{p.typed_code}=""', {"bg_color": palette.GLOW})
    yield (
        "code_input",
        CellGroup(
            p.cell_range(_CODE_ROW, 1),
            values=[],
            cell_format=TILE | INPUT | _TEXT,
            conditional_formats=lambda: [glow],
        ),
    )
    tiles = p.cell_range(_CODE_ROW, 2, width=_PEGS)
    yield _tiles("code_tiles", tiles, lambda _, peg: _typed_digit(p, peg))
    band = p.cell_range(_MESSAGE_ROW, 1, width=len(_COLUMN_WIDTHS) - 1)
    bold: CellFormat = {
        "font_size": 13,
        "bold": True,
        "indent": 1,
        "bg_color": palette.TINT,
    }
    right: CellFormat = {"bg_color": palette.ACCENT, "font_color": palette.WHITE}
    wrong: CellFormat = {"bg_color": palette.PAPER, "font_color": palette.LOST_FILL}
    yield (
        "band",
        CellGroup(
            band,
            values=[],
            cell_format=bold,
            conditional_formats=lambda: [
                ConditionalFormat(f"{p.address('conflict')}=0", right),
                ConditionalFormat(f'OR({p.word}<>"",{p.address("number")}=0)', wrong),
            ],
        ),
    )
    bar = bold | {"left": 5, "left_color": palette.ACCENT}
    message = band.column(0)
    yield "message", CellGroup(message, lambda *_: _message(p), cell_format=bar)


def _hidden(cell_range: CellRange, formula: Callable[[int, int], str]) -> CellGroup:
    return CellGroup(cell_range, formula, cell_format=HIDDEN_VALUE)


def _puzzle(p: PuzzlesLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the stored puzzles, and the steps from the number to one of them."""
    width, games, levels = len(_GAME_COLUMNS), len(_GAMES), len(LEVELS)
    table = p.hidden_range(0, 0, games, width)
    yield "games", CellGroup(table, values=[*map(_game_row, _GAMES)])
    counts = p.hidden_range(0, width, games, levels)
    puzzles = [[stored_puzzles()[str(r), name] for name in LEVELS] for r in _GAMES]
    yield "counts", CellGroup(counts, values=[[*map(len, row)] for row in puzzles])
    texts = [
        ["".join(_padded_line(rules, line) for line in lines) for lines in row]
        for rules, row in zip(_GAMES, puzzles, strict=True)
    ]
    yield "stored", CellGroup(counts.shift_columns(levels), values=texts)
    names = p.hidden_range(games, width, width=levels)
    yield "level_names", CellGroup(names, values=[LEVELS])
    formulas: dict[str, Callable[[], str]] = {
        "game_word": lambda: f'IFERROR(TRIM({p.setting("Game")}),"")',
        "level_word": lambda: f'IFERROR(TRIM({p.setting("Level")}),"")',
        "game_index": lambda: _game_index(p),
        "level_index": lambda: _level_index(p),
        "number": lambda: _number(p),
        "symbols": lambda: p.game_property("symbols"),
        "pegs": lambda: p.game_property("pegs"),
        "left_size": lambda: f"{p.level_property('counts')}*{_left_unit(p)}",
        "right_size": lambda: p.game_property("name_orders"),
        "block_size": lambda: f"{p.address('left_size')}*{p.address('right_size')}",
        "line": lambda: _line(p),
        "peg_order": lambda: _concatenate(p.ranges["peg_order_steps"].row(2)),
        "colour_names": lambda: _concatenate(p.ranges["name_order_steps"].row(2)),
    }
    for column, (name, formula) in enumerate(formulas.items()):
        cell = p.hidden_range(games + 1, column)
        yield name, _hidden(cell, lambda *_, formula=formula: formula())
    steps = p.hidden_range(games + 2, STEP_COUNT, width=TYPED_STEPS)
    yield "number_steps", _hidden(steps, lambda _, step: _number_steps(p)[step])
    steps = p.hidden_range(games + 2, 0, width=STEP_COUNT)
    yield "feistel_steps", _hidden(steps, lambda _, step: _feistel_steps(p)[step])
    steps = p.hidden_range(games + 3, 0, 3, _PEGS)
    yield "peg_order_steps", _hidden(steps, lambda *cell: _peg_order_step(p, *cell))
    steps = p.hidden_range(games + 6, 0, 3, len(_DIGITS))
    yield "name_order_steps", _hidden(steps, lambda *cell: _name_order_step(p, *cell))
    secret = p.hidden_range(games + 9, 0, width=_PEGS)
    yield "secret", _hidden(secret, lambda _, peg: _puzzle_digit(p, 0, peg))


def _feedback(p: PuzzlesLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the counts of digits in each code, and the contradicted clues."""
    top, words = len(_GAMES) + 10, _CLUES + 2
    # The typed code, the hidden code, the clues.
    yield "words", _hidden(p.hidden_range(top, 0, words), lambda row, _: _word(p, row))
    digits = p.hidden_range(top, 1, words, len(_DIGITS))
    yield "digits", _hidden(digits, lambda *cell: _digit_count(p, *cell))
    valid_digits = p.hidden_range(top + words, 1, width=len(_DIGITS))
    yield "valid_digits", _hidden(valid_digits, lambda _, digit: _is_valid(p, digit))
    top += words + 1
    marks = p.hidden_range(top, 0, _CLUES, 2)
    yield "typed_marks", _hidden(marks, lambda *cell: _typed_mark(p, *cell))
    differences = p.hidden_range(top, 2, _CLUES)
    yield "differences", _hidden(differences, lambda row, _: _difference(p, row))
    yield "is_code", _hidden(p.hidden_range(top, 3), lambda *_: _is_code(p))
    yield "conflict", _hidden(p.hidden_range(top, 4), lambda *_: _conflict(p))


# The hidden table


def _game_row(rules: Rules) -> list[Cell]:
    """Return the row of a game, in the order of `_GAME_COLUMNS`."""
    counts = choice_counts(rules, LEVELS[0])
    orders = (counts.first_names, counts.name_orders, counts.peg_orders)
    return [
        *(game_name(rules), str(rules), rules.symbols),
        *(rules.pegs, int(rules.distinct), *orders),
        *(_line_length(rules), guess_in_words(rules)),
    ]


def _line_length(rules: Rules) -> int:
    return rules.pegs * (MAX_CLUES[str(rules)] + 1)


def _padded_line(rules: Rules, line: str) -> str:
    return line.replace(" ", "").ljust(_line_length(rules))


# Formulas for the input


def _numbers(count: int, separator: str) -> str:
    """Return the array constant of the numbers from 1 to `count`."""
    return f"{{{separator.join(str(number) for number in range(1, count + 1))}}}"


def _game_index(p: PuzzlesLayout) -> str:
    """Return the index of the chosen game by its name or text, 0 if there is none."""
    word = p.address("game_word")
    names, texts = (
        p.ranges["games"].column(column).absolute_address for column in range(2)
    )
    is_game = f"({names}={word})+({texts}={word})>0"
    return f"SUMPRODUCT(({is_game})*{_numbers(len(_GAMES), ';')})"


def _level_index(p: PuzzlesLayout) -> str:
    """Return the index of the chosen level, 0 if there is none."""
    is_level = f"{p.address('level_names')}={p.address('level_word')}"
    return f"SUMPRODUCT(({is_level})*{_numbers(len(LEVELS), ',')})"


def _number_steps(p: PuzzlesLayout) -> list[str]:
    """Return the steps from the typed text to a number."""
    return typed_number_steps(p.setting("Number"), _addresses(p.ranges["number_steps"]))


def _number(p: PuzzlesLayout) -> str:
    """Return the number of the puzzle, 0 if there is none."""
    number = f"N({_addresses(p.ranges['number_steps'])[-1]})"
    is_chosen = f"AND({p.address('game_index')}>0,{p.address('level_index')}>0)"
    return f"IF(AND({is_chosen},{number}<={LARGEST_NUMBER}),{number},0)"


# Formulas from the number to the puzzle


def _addresses(row: CellRange) -> list[str]:
    return [row.column(index).absolute_address for index in range(row.width)]


def _concatenate(row: CellRange) -> str:
    return "&".join(_addresses(row))


def _feistel_steps(p: PuzzlesLayout) -> list[str]:
    sizes = map(p.address, ("left_size", "right_size", "block_size"))
    return number_steps(
        p.address("number"), _addresses(p.ranges["feistel_steps"]), *sizes
    )


def _left_unit(p: PuzzlesLayout) -> str:
    """Return the number of values of the left half for each stored puzzle."""
    return f"{p.game_property('peg_orders')}*{p.game_property('first_names')}"


def _halves(p: PuzzlesLayout) -> tuple[str, str]:
    """Return the cells of the two halves of the number."""
    *_, left, _, right = _addresses(p.ranges["feistel_steps"])
    return left, right


def _line(p: PuzzlesLayout) -> str:
    """Return the stored puzzle of the number."""
    left, _ = _halves(p)
    length = p.game_property("line_length")
    start = f"INT({left}/({_left_unit(p)}))*{length}+1"
    line = f"TRIM(MID({p.level_property('stored')},{start},{length}))"
    return f'IF({p.address("number")}=0,"",{line})'


def _peg_order_step(p: PuzzlesLayout, row: int, column: int) -> str:
    left, _ = _halves(p)
    first_names, orders = map(p.game_property, ("first_names", "peg_orders"))
    number = f"MOD(INT({left}/{first_names}),{orders})"
    pegs = p.address("pegs")
    items = f'MID("{_DIGITS[1 : _PEGS + 1]}",1,{pegs})'
    return _order_step(p.ranges["peg_order_steps"], row, column, (number, items, pegs))


def _name_order_step(p: PuzzlesLayout, row: int, column: int) -> str:
    left, right = _halves(p)
    first_names, symbols = p.game_property("first_names"), p.address("symbols")
    number = f"{right}*{first_names}+MOD({left},{first_names})"
    start = (number, symbols, f"LEN({symbols})")
    return _order_step(p.ranges["name_order_steps"], row, column, start)


def _order_step(
    steps: CellRange, row: int, column: int, start: tuple[str, str, str]
) -> str:
    """Return a step of a permutation: remaining number, remaining items, next item."""
    number, items, count = start
    if row == 2:
        number, items = (steps.cell(each, column).absolute_address for each in range(2))
        return f"MID({items},MOD({number},MAX(1,{count}-{column}))+1,1)"
    if column == 0:
        return (number, items)[row]
    number, items, item = (
        steps.cell(each, column - 1).absolute_address for each in range(3)
    )
    if row == 0:
        return f"INT({number}/MAX(1,{count}-{column - 1}))"
    return f'IF({column}<{count},SUBSTITUTE({items},{item},""),"")'


def _puzzle_digit(p: PuzzlesLayout, word: int, peg: int) -> str:
    """Return a digit of the code, or of a clue."""
    line, pegs = p.address("line"), p.address("pegs")
    position = f"{pegs}*{word}+VALUE(MID({p.address('peg_order')},{peg + 1},1))"
    symbol = f"FIND(MID({line},{position},1),{p.address('symbols')})"
    digit = f"VALUE(MID({p.address('colour_names')},{symbol},1))"
    is_missing = f"OR({pegs}<={peg},LEN({line})<{pegs}*{word + 1})"
    return f'IF({is_missing},"",{digit})'


# Formulas of the feedback


def _name(p: PuzzlesLayout) -> str:
    """Return the name of the puzzle."""
    level = f"INDEX({p.address('level_names')},MAX(1,{p.address('level_index')}))"
    game, number = p.game_property("text"), p.address("number")
    name = as_formula(PUZZLE, game=game, level=level, number=number)
    return f'IF({number}=0,"",{name})'


def _clue_number(p: PuzzlesLayout, row: int) -> str:
    """Return the name of a clue, with an arrow if the code contradicts it."""
    arrow = f'IF({p.address("conflict")}={row + 1},"►  ","")'
    return _if_clue(p, row, f'{arrow}&"Clue {row + 1}"')


def _if_clue(p: PuzzlesLayout, row: int, formula: str) -> str:
    return f'IF({p.ranges["clues"].cell(row).absolute_address}="","",{formula})'


def _typed_digit(p: PuzzlesLayout, peg: int) -> str:
    """Return a tile of the typed code, valid or not."""
    symbol = f"MID({p.word},{peg + 1},1)"
    digit = f'IFERROR(FIND({symbol},"{_DIGITS}")-1,{symbol})'
    return f'IF(LEN({p.word})>{peg},{digit},"")'


def _word(p: PuzzlesLayout, row: int) -> str:
    """Return the typed code, the hidden code, or a clue, as a text."""
    if row == 0:
        number_format = f'REPT("0",{p.address("pegs")})'
        return guess_word(p.typed_code, _DIGITS, number_format)
    return _concatenate(
        p.ranges["secret"] if row == 1 else p.ranges["clues"].row(row - 2)
    )


def _digit_count(p: PuzzlesLayout, row: int, digit: int) -> str:
    """Return the number of pegs with a digit in a word."""
    word = p.ranges["words"].row(row).absolute_address
    return f'LEN({word})-LEN(SUBSTITUTE({word},"{_DIGITS[digit]}",""))'


def _is_valid(p: PuzzlesLayout, digit: int) -> str:
    """Return 1 for a symbol of the game, else 0."""
    return f'IF(ISNUMBER(FIND("{_DIGITS[digit]}",{p.address("symbols")})),1,0)'


def _is_code(p: PuzzlesLayout) -> str:
    """Return whether the typed text is a code of the game."""
    digits, pegs = p.ranges["digits"].row(0).absolute_address, p.address("pegs")
    has_valid_digits = f"SUMPRODUCT({digits}*{p.address('valid_digits')})={pegs}"
    may_repeat = f"OR({p.game_property('distinct')}=0,MAX({digits})<2)"
    return f"AND(LEN({p.word})={pegs},{has_valid_digits},{may_repeat})"


def _mark(p: PuzzlesLayout, code: str, clue: int, column: int) -> str:
    """Return black or white of a clue, for the hidden code or the typed one."""
    guess = p.ranges["clues"].row(clue).absolute_address
    pegs, row, marks = {
        "secret": (p.ranges["secret"], 1, p.ranges["marks"]),
        "typed": (p.ranges["code_tiles"], 0, p.ranges["typed_marks"]),
    }[code]
    if column == 0:
        return f'SUMPRODUCT(({pegs.absolute_address}={guess})*({guess}<>""))'
    a, b = (
        p.ranges["digits"].row(row).absolute_address,
        p.ranges["digits"].row(clue + 2).absolute_address,
    )
    return f"SUMPRODUCT({a}+{b}-ABS({a}-{b}))/2-{marks.cell(clue).absolute_address}"


def _symbols(p: PuzzlesLayout, row: int) -> str:
    """Return an answer as pegs."""
    black, white = _addresses(p.ranges["marks"].row(row))
    symbols = f'TRIM(REPT("● ",{black})&REPT("○ ",{white}))'
    return f'IF({black}+{white}=0,"none",{symbols})'


def _typed_mark(p: PuzzlesLayout, row: int, column: int) -> str:
    """Return black or white of a clue, if the typed code were hidden."""
    mark = _if_clue(p, row, _mark(p, "typed", row, column))
    return f'IF({p.address("is_code")},{mark},"")'


def _difference(p: PuzzlesLayout, row: int) -> str:
    """Return 1 if the typed code contradicts a clue, else 0."""
    pairs = zip(
        _addresses(p.ranges["marks"].row(row)),
        _addresses(p.ranges["typed_marks"].row(row)),
        strict=True,
    )
    return f"IF(AND({','.join(f'{mark}={typed}' for mark, typed in pairs)}),0,1)"


def _conflict(p: PuzzlesLayout) -> str:
    """Return the first clue that the code contradicts; 0 for none, -1 for no code."""
    first = f"IFERROR(MATCH(1,{p.address('differences')},0),0)"
    is_answered = f"AND({p.address('is_code')},{p.address('number')}>0)"
    return f"IF({is_answered},{first},-1)"


def _message(p: PuzzlesLayout) -> str:
    """Return the problem with the input or the code, or that the code is right."""
    word, conflict = p.word, p.address("conflict")
    guess = p.game_property("guess_in_words")
    black, white = (
        f"INDEX({p.ranges['typed_marks'].column(column).absolute_address},{conflict})"
        for column in range(2)
    )
    marks = f'{black}&" black, "&{white}&" white"'
    cases = (
        (f"{p.address('game_index')}=0", f'"{NO_PUZZLE_GAME}"'),
        (
            f"{p.address('level_index')}=0",
            f'"{NO_LEVEL.format(levels=LEVELS_IN_WORDS)}"',
        ),
        (f"{p.address('number')}=0", f'"{NO_PUZZLE}"'),
        (f'{word}=""', as_formula(FIND_CODE, guess=guess)),
        (f"NOT({p.address('is_code')})", as_formula(CODE_WANTED, guess=guess)),
        (f"{conflict}=0", as_formula(PUZZLE_SOLVED, code=word)),
    )
    against = as_formula(IMPOSSIBLE_CODE, code=word, clue=conflict, marks=marks)
    return first_that_holds(cases, against)


class PuzzlesSheet(Canvas):
    """The sheet in a workbook."""

    def draw(self, p: PuzzlesLayout) -> None:
        """Write all cells, and set up columns, rows and printing."""
        self.write_groups(p.groups.values())
        self.widths(_COLUMN_WIDTHS)
        self.rows(_ROW_HEIGHTS)
        last = max(cell_range.right for cell_range in p.ranges.values())
        self.hide_columns(len(_COLUMN_WIDTHS), last)
        inputs = f"{p.ranges['settings'].address} {p.ranges['code_cells'].address}"
        self.sheet.ignore_errors({"number_stored_as_text": inputs})
        self.sheet.set_tab_color(palette.LINE_COLOUR)
        self.print_on_one_page(0, 1, len(_ROW_HEIGHTS) - 1, len(_COLUMN_WIDTHS) - 1)
        self.select(p.ranges["code_input"].top, p.ranges["code_input"].left)


SHEET_CODE_NAMES: Final = {PUZZLES_SHEET: "PuzzlesSheet"}
"""The sheet's name in VBA."""


def write_sheets(
    workbook: Workbook, sheets: Mapping[str, Sheet], formats: Formats
) -> None:
    """Write the sheet."""
    layout = puzzles_layout()
    PuzzlesSheet(workbook, sheets[layout.sheet], formats).draw(layout)

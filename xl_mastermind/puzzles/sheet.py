"""
The sheet Puzzles: formulas for the clues of a number, and for the check of a code.

Hidden columns contain all data, so that a copy of the sheet works too. Formulas read
input cells by position, so that users may cut and paste them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from xl_mastermind.game.numbers import LARGEST_NUMBER
from xl_mastermind.game.rules import Rules
from xl_mastermind.puzzles.explanation import POSITIONS
from xl_mastermind.puzzles.puzzle import (
    LEVELS,
    LEVELS_IN_WORDS,
    MAX_CLUES,
    choice_counts,
    stored_puzzles,
)
from xl_mastermind.puzzles.worksheet import (
    PAGE_HEIGHTS,
    PUZZLES_PER_PAGE,
    SOLUTIONS_ROW,
    worksheet_groups,
)
from xl_mastermind.sheets.board.formulas import (
    TYPED_STEPS,
    as_formula,
    first_that_holds,
    guess_word,
    typed_number_steps,
)
from xl_mastermind.sheets.cell_group import (
    CARD,
    HEADING,
    HIDDEN_VALUE,
    INPUT,
    INVALID_INPUT,
    RIGHT_ALIGNMENT,
    SMALL_TEXT,
    TILE,
    CellFormat,
    CellGroup,
    ConditionalFormat,
    Groups,
    list_validation,
    peg_formats,
    text_group,
)
from xl_mastermind.sheets.number_steps import STEP_COUNT, number_steps
from xl_mastermind.sheets.sheet import Sheet
from xl_mastermind.sheets.sheet_layout import (
    SheetLayout,
    label_group,
    message_group,
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
    NEXT_PUZZLE,
    NO_HINT,
    NO_LEVEL,
    NO_PUZZLE,
    NO_PUZZLE_GAME,
    PUZZLE,
    PUZZLE_SOLVED,
    guess_in_words,
    number_in_words,
)
from xl_mastermind.spreadsheet.sheet_names import PUZZLES_SHEET

_GAMES: Final = [Rules.parse(game) for game in MAX_CLUES]
_PEGS: Final = max(rules.pegs for rules in _GAMES)
_CLUES: Final = max(MAX_CLUES.values())
_DIGITS: Final = "0123456789"

_COLUMN_WIDTHS: Final = (24, 100, *[46] * _PEGS, 26, 26, 108, 30, 80, 150, 190)
_ROW_HEIGHTS: Final = (
    56,
    30,
    34,
    24,
    *[36] * _CLUES,
    14,
    36,
    14,
    52,
    10,
    24,
    *[24] * 10,
    14,
)

_CARD_TOP: Final = 2
_FIRST_CLUE: Final = _CARD_TOP + 2
_CODE_ROW: Final = _FIRST_CLUE + _CLUES + 1
_MESSAGE_ROW: Final = _CODE_ROW + 2
_NOTES_ROW: Final = _MESSAGE_ROW + 3
_MARK_COLUMN: Final = 2 + _PEGS
_SETTING_COLUMN: Final = len(_COLUMN_WIDTHS) - 2

_CARD_NUMBER: Final[CellFormat] = CARD | {"num_format": "0"}
"""Without a number format LibreOffice 7.4 crashes when it draws some clues."""
_CARD_HEADER: Final[CellFormat] = CARD | SMALL_TEXT | {"align": "center"}
_TEXT: Final[CellFormat] = {"num_format": "@"}

_ABOUT: Final = (
    "Some guesses, each with its answer: exactly one code fits them all. ● counts"
    " digits in the right place, ○ digits that belong elsewhere."
)
_HINT: Final = "Same number, same puzzle. A date works too: 2026-12-31."
_NOTES: Final = "Notes: type x where a digit cannot be."

_PRINT_SCALE: Final = 65
"""Percent, with which the width fits A4 and Letter, upright."""

_COLOURS: Final = ("black", "white")

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


def puzzles_layout() -> PuzzlesLayout:
    """Return the layout of the sheet."""
    return PuzzlesLayout().add(
        (
            _heading,
            _settings,
            _clues,
            _code,
            _notes,
            _puzzle,
            _numbers_of_page,
            _feedback,
            _hints,
        )
    )


# Parts of formulas

_LEFT: Final = f"[@$feistel_steps.{STEP_COUNT - 2}]"
_RIGHT: Final = f"[@$feistel_steps.{STEP_COUNT}]"
"""The two halves of the row's number after all steps."""


def _game_property(name: str) -> str:
    """Return a formula for a column of the table of games, in the chosen game."""
    return f"INDEX([games.{name}],MAX(1,[game_index]))"


_LEFT_UNIT: Final = f"{_game_property('peg_orders')}*{_game_property('first_names')}"
"""The number of values of the left half for each stored puzzle."""


def _level_property(name: str) -> str:
    """Return a formula for a hidden table, in the chosen game and level."""
    return f"INDEX([{name}],MAX(1,[game_index]),MAX(1,[level_index]))"


def _cells(group: str, count: int) -> list[str]:
    """Return the cells of a group of one row."""
    return [f"[{group}.{column}]" for column in range(1, count + 1)]


def _numbers(count: int, separator: str) -> str:
    """Return the array constant of the numbers from 1 to `count`."""
    return f"{{{separator.join(str(number) for number in range(1, count + 1))}}}"


def _trimmed(cell: str) -> str:
    """Return the text in an input cell, blank for an error."""
    return f'IFERROR(TRIM({cell}),"")'


def _if_clue(formula: str) -> str:
    """Return a formula that is blank where the puzzle has no clue."""
    return f'IF([@$clues.1]="","",{formula})'


def _puzzle_digits(word: str, words: str) -> list[str]:
    """Return the digits of a code in the stored line, which has `words` up to it."""
    formulas = []
    for peg in range(_PEGS):
        position = f"[pegs]*{word}+VALUE(MID([first peg_order],{peg + 1},1))"
        symbol = f"FIND(MID([first line],{position},1),[symbols])"
        digit = f"VALUE(MID([first colour_names],{symbol},1))"
        is_missing = f"OR([pegs]<={peg},LEN([first line])<[pegs]*{words})"
        formulas.append(f'IF({is_missing},"",{digit})')
    return formulas


def _feedback_formulas(code: str, digits: str, marks: str) -> tuple[str, str]:
    """Return black and white of the row's clue for a code."""
    twice_common = f"[{digits}]+[@$clue_digits]-ABS([{digits}]-[@$clue_digits])"
    return (
        f'SUMPRODUCT(([{code}]=[@$clues])*([@$clues]<>""))',
        f"SUMPRODUCT({twice_common})/2-[@${marks}.black]",
    )


# Sections


def _heading(layout: PuzzlesLayout) -> Groups:
    """Return the title, the card, and the name of the puzzle."""
    groups = title_group(layout, "Puzzles")
    groups["about"] = message_group(layout, [[_ABOUT]])
    height, width = len(_ROW_HEIGHTS) - _CARD_TOP, len(_COLUMN_WIDTHS) - 1
    card = layout.cell_range(_CARD_TOP, 1, height, width)
    groups["card"] = CellGroup(card, values=[], cell_format=CARD)
    level = "INDEX([level_names],MAX(1,[level_index]))"
    name = as_formula(
        PUZZLE, game=_game_property("text"), level=level, number="[number]"
    )
    groups["puzzle_name"] = CellGroup(
        card.cell(0),
        f'IF([number]=0,"",{name})',
        cell_format=CARD | HEADING | {"indent": 1},
    )
    return groups


def _settings(layout: PuzzlesLayout) -> Groups:
    """Return number, level and game; below them the next number."""
    groups: Groups = {}
    settings: dict[str, tuple[Cell, Sequence[str]]] = {
        "number": ("1", ()),
        "level": (LEVELS[0], LEVELS),
        "game": (game_name(_GAMES[0]), [*map(game_name, _GAMES)]),
    }
    # The locked cells above and below keep this range in its place.
    anchor_range = layout.cell_range(
        _FIRST_CLUE - 1, _SETTING_COLUMN, len(settings) + 2
    )
    for row, (name, (value, choices)) in enumerate(settings.items(), 1):
        cell = anchor_range.cell(row)
        validation = list_validation(choices, error_type="warning") if choices else None
        # As text: a date would become the number of its day.
        group = setting_group(cell, value, validation, _TEXT, anchor_range)
        label = label_group(cell, name.capitalize())
        label_format = CARD | (label.cell_format or {})
        groups[f"{name}_label"] = replace(label, cell_format=label_format)
        groups[f"typed_{name}"] = replace(group, has_defined_name=False)
    below = anchor_range.cell(len(settings) + 1, -1)
    number = as_formula(
        NEXT_PUZZLE, number=f"IF([number]={LARGEST_NUMBER},1,[number]+1)"
    )
    groups["next_number"] = CellGroup(
        below, f'IF([number]=0,"",{number})', cell_format=CARD | SMALL_TEXT
    )
    about = text_group(below.cell(1), _HINT, CARD | SMALL_TEXT)
    groups["about_number"] = about
    return groups


def _clues(layout: PuzzlesLayout) -> Groups:
    """Return the clues: a guess, its answer in numbers, and as pegs."""
    groups: Groups = {}
    bold: CellFormat = {"bold": True, "font_color": palette.INK}
    groups["clue_numbers"] = CellGroup(
        layout.cell_range(_FIRST_CLUE, 1, _CLUES),
        _if_clue('IF([conflict]=[#],"►  ","")&"Clue "&[#]'),
        cell_format=CARD | SMALL_TEXT | RIGHT_ALIGNMENT | {"indent": 1},
        conditional_formats=[
            ConditionalFormat(f"[conflict]=ROW([@])-{_FIRST_CLUE}", bold)
        ],
    )
    groups["clues"] = _tiles(
        layout.cell_range(_FIRST_CLUE, 2, _CLUES, _PEGS),
        _puzzle_digits("[#]", "[below #]"),
    )
    groups["mark_heads"] = CellGroup(
        layout.cell_range(_FIRST_CLUE - 1, _MARK_COLUMN, width=2),
        values=[["●", "○"]],
        cell_format=_CARD_HEADER,
    )
    marks = _feedback_formulas("secret", "secret_digits", "marks")
    groups["marks"] = CellGroup(
        layout.cell_range(_FIRST_CLUE, _MARK_COLUMN, _CLUES, 2),
        column_formulas=[*map(_if_clue, marks)],
        cell_format=_CARD_HEADER | _CARD_NUMBER,
        column_names=_COLOURS,
    )
    pegs = 'TRIM(REPT("● ",[@$marks.black])&REPT("○ ",[@$marks.white]))'
    groups["feedback_symbols"] = CellGroup(
        layout.cell_range(_FIRST_CLUE, _MARK_COLUMN + 2, _CLUES),
        _if_clue(f'IF([@$marks.black]+[@$marks.white]=0,"none",{pegs})'),
        cell_format=CARD | {"font_size": 18, "indent": 1},
        conditional_formats=[
            ConditionalFormat(
                '"none"', {"font_color": palette.FAINT_INK}, is_value=True
            )
        ],
    )
    return groups


def _tiles(cell_range: CellRange, column_formulas: Sequence[str]) -> CellGroup:
    """Return cells with the colours of pegs; other symbols have a white tile."""
    white = ConditionalFormat('[@]<>""', {"bg_color": palette.WHITE})
    return CellGroup(
        cell_range,
        column_formulas=column_formulas,
        cell_format=TILE | _CARD_NUMBER,
        conditional_formats=[*peg_formats(), white],
    )


def _code(layout: PuzzlesLayout) -> Groups:
    """Return the input cell of the code, its tiles, and the message."""
    groups: Groups = {}
    code = layout.cell_range(_CODE_ROW, 1)
    groups["code_head"] = text_group(code.cell(-1), "The code", _CARD_HEADER)
    groups["code_input"] = CellGroup(
        code,
        values=[],
        cell_format=TILE | INPUT | _TEXT,
        # Locked cells above and below, as for the settings.
        anchor_range=layout.cell_range(_CODE_ROW - 1, 1, 3),
        conditional_formats=[
            ConditionalFormat('[code_input]=""', {"bg_color": palette.GLOW}),
            ConditionalFormat(
                "NOT(OR([is_code],[number]=0,[wants_hint]))", INVALID_INPUT
            ),
        ],
    )
    tiles = []
    for peg in range(1, _PEGS + 1):
        symbol = f"MID([word],{peg},1)"
        digit = f'IFERROR(FIND({symbol},"{_DIGITS}")-1,{symbol})'
        tiles.append(f'IF(LEN([word])>{peg - 1},{digit},"")')
    groups["code_tiles"] = _tiles(layout.cell_range(_CODE_ROW, 2, width=_PEGS), tiles)
    band = layout.cell_range(_MESSAGE_ROW, 1, width=len(_COLUMN_WIDTHS) - 1)
    bold = HEADING | {"indent": 1, "bg_color": palette.TINT}
    right: CellFormat = {"bg_color": palette.ACCENT, "font_color": palette.WHITE}
    wrong: CellFormat = {"bg_color": palette.ALARM_TINT, "font_color": palette.INK}
    groups["band"] = CellGroup(
        band,
        values=[],
        cell_format=bold,
        conditional_formats=[
            ConditionalFormat("[conflict]=0", right),
            ConditionalFormat(
                'OR(AND([word]<>"",NOT([wants_hint])),[number]=0)', wrong
            ),
        ],
    )
    bar = bold | {"left": 5, "left_color": palette.ACCENT}
    groups["message"] = CellGroup(band.column(0), _message(), cell_format=bar)
    return groups


def _message() -> str:
    """Return the problem with the input or the code, or that the code is right."""
    guess = _game_property("guess_in_words")
    black, white = (f"INDEX([typed_marks.{colour}],[conflict])" for colour in _COLOURS)
    marks = f'{black}&" black, "&{white}&" white"'
    cases = (
        ("[game_index]=0", f'"{NO_PUZZLE_GAME}"'),
        ("[level_index]=0", f'"{NO_LEVEL.format(levels=LEVELS_IN_WORDS)}"'),
        ("[number]=0", f'"{NO_PUZZLE}"'),
        ("[wants_hint]", "[hint]"),
        ('[word]=""', as_formula(FIND_CODE, guess=guess)),
        ("NOT([is_code])", as_formula(CODE_WANTED, guess=guess)),
        ("[conflict]=0", as_formula(PUZZLE_SOLVED, code="[word]")),
    )
    against = as_formula(IMPOSSIBLE_CODE, code="[word]", clue="[conflict]", marks=marks)
    return first_that_holds(cases, against)


def _notes(layout: PuzzlesLayout) -> Groups:
    """Return cells for notes: a row for each digit, a column for each position."""
    groups: Groups = {}
    digits = layout.cell_range(_NOTES_ROW, 1, len(_DIGITS))
    groups["notes_head"] = text_group(
        digits.cell(-1), _NOTES, CARD | SMALL_TEXT | {"indent": 1}
    )
    groups["note_digits"] = CellGroup(
        digits, "MID([symbols],[#],1)", CARD | SMALL_TEXT | RIGHT_ALIGNMENT
    )
    is_unused = f'OR([@note_digits]="",COLUMN([@])-{digits.left + 1}>[pegs])'
    groups["notes"] = CellGroup(
        replace(digits.shift_columns(1), right=digits.left + _PEGS),
        values=[],
        cell_format=TILE | INPUT | _TEXT | {"font_size": 10},
        conditional_formats=[
            ConditionalFormat(is_unused, {"bg_color": palette.PAPER}),
            ConditionalFormat('[@]<>""', {"bg_color": palette.LINE_COLOUR}),
        ],
    )
    return groups


# Hidden columns


def _hidden(cell_range: CellRange, *formulas: str) -> CellGroup:
    """Return hidden cells with a formula, or with one for each column."""
    return CellGroup(cell_range, column_formulas=formulas, cell_format=HIDDEN_VALUE)


def _puzzle(layout: PuzzlesLayout) -> Groups:
    """Return the stored puzzles, and the steps from the number to one of them."""
    groups: Groups = {}
    width, games, levels = len(_GAME_COLUMNS), len(_GAMES), len(LEVELS)
    groups["games"] = CellGroup(
        layout.hidden_range(0, 0, games, width),
        values=[*map(_game_row, _GAMES)],
        column_names=_GAME_COLUMNS,
    )
    counts = layout.hidden_range(0, width, games, levels)
    puzzles = [[stored_puzzles()[str(r), name] for name in LEVELS] for r in _GAMES]
    groups["counts"] = CellGroup(counts, values=[[*map(len, row)] for row in puzzles])
    texts = [
        ["".join(_padded_line(rules, line) for line in lines) for lines in row]
        for rules, row in zip(_GAMES, puzzles, strict=True)
    ]
    groups["stored"] = CellGroup(counts.shift_columns(levels), values=texts)
    names = layout.hidden_range(games, width, width=levels)
    groups["level_names"] = CellGroup(names, values=[LEVELS])
    for column, (name, formula) in enumerate(_puzzle_formulas().items()):
        groups[name] = _hidden(layout.hidden_range(games + 1, column), formula)
    groups["number_steps"] = _hidden(
        layout.hidden_range(games + 9, _PEGS, width=TYPED_STEPS),
        *typed_number_steps("[typed_number]", _cells("number_steps", TYPED_STEPS)),
    )
    secret = layout.hidden_range(games + 9, 0, width=_PEGS)
    groups["secret"] = _hidden(secret, *_puzzle_digits("0", "1"))
    return groups


def _numbers_of_page(layout: PuzzlesLayout) -> Groups:
    """Return the steps from the number, and from those after it, to their puzzles."""
    first_names, orders = map(_game_property, ("first_names", "peg_orders"))
    sizes = ("[left_size]", "[right_size]", "[block_size]")
    steps = _cells("@$feistel_steps", STEP_COUNT)
    length = _game_property("line_length")
    start = f"INT({_LEFT}/({_LEFT_UNIT}))*{length}+1"
    line = f"TRIM(MID({_level_property('stored')},{start},{length}))"
    following = f"MOD([number]+[#]-2,{LARGEST_NUMBER})+1"
    columns = {
        "numbers": [f"IF([number]=0,0,{following})"],
        "feistel_steps": number_steps("[@$numbers]", steps, *sizes),
        "line": [f'IF([number]=0,"",{line})'],
        **_order_steps(
            "peg",
            f"MOD(INT({_LEFT}/{first_names}),{orders})",
            f'MID("{_DIGITS[1 : _PEGS + 1]}",1,[pegs])',
            "[pegs]",
            _PEGS,
        ),
        **_order_steps(
            "name",
            f"{_RIGHT}*{first_names}+MOD({_LEFT},{first_names})",
            "[symbols]",
            "LEN([symbols])",
            len(_DIGITS),
        ),
        "peg_order": ["&".join(_cells("@$peg_order_items", _PEGS))],
        "colour_names": ["&".join(_cells("@$name_order_items", len(_DIGITS)))],
    }
    groups: Groups = {}
    top, column = len(_GAMES) + 2, 0
    for name, formulas in columns.items():
        groups[name] = _hidden(
            layout.hidden_range(top, column, PUZZLES_PER_PAGE, len(formulas)),
            *formulas,
        )
        column += len(formulas)
    page, hidden = len(_ROW_HEIGHTS), layout.hidden_range(top, column)
    return groups | worksheet_groups(layout, page, hidden, _PEGS)


def _puzzle_formulas() -> dict[str, str]:
    """Return the formulas from the input to the stored puzzle."""
    is_game = "([games.name]=[game_word])+([games.text]=[game_word])>0"
    is_level = "[level_names]=[level_word]"
    number = f"N([number_steps.{TYPED_STEPS}])"
    is_chosen = "AND([game_index]>0,[level_index]>0)"
    return {
        "game_word": _trimmed("[typed_game]"),
        "level_word": _trimmed("[typed_level]"),
        "game_index": f"SUMPRODUCT(({is_game})*{_numbers(len(_GAMES), ';')})",
        "level_index": f"SUMPRODUCT(({is_level})*{_numbers(len(LEVELS), ',')})",
        "number": f"IF(AND({is_chosen},{number}<={LARGEST_NUMBER}),{number},0)",
        "symbols": _game_property("symbols"),
        "pegs": _game_property("pegs"),
        "left_size": f"{_level_property('counts')}*{_LEFT_UNIT}",
        "right_size": _game_property("name_orders"),
        "block_size": "[left_size]*[right_size]",
    }


def _order_steps(
    name: str, number: str, items: str, count: str, max_count: int
) -> dict[str, list[str]]:
    """Return a permutation's steps: the remaining number and items, the next item."""
    numbers, remaining, chosen = [number], [items], []
    for column in range(1, max_count + 1):
        left = f"[@${name}_order_numbers.{column}]"
        rest = f"[@${name}_order_rest.{column}]"
        item = f"[@${name}_order_items.{column}]"
        size = f"MAX(1,{count}-{column - 1})"
        chosen.append(f"MID({rest},MOD({left},{size})+1,1)")
        numbers.append(f"INT({left}/{size})")
        remaining.append(f'IF({column}<{count},SUBSTITUTE({rest},{item},""),"")')
    return {
        f"{name}_order_numbers": numbers[:-1],
        f"{name}_order_rest": remaining[:-1],
        f"{name}_order_items": chosen,
    }


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


def _feedback(layout: PuzzlesLayout) -> Groups:
    """Return the counts of digits in each code, and the contradicted clues."""
    groups: Groups = {}
    top = len(_GAMES) + 10
    number_format = 'REPT("0",[pegs])'
    typed_word = guess_word("[code_input]", _DIGITS, number_format)
    for name, digits, height, formula in (
        ("word", "digits", 1, typed_word),
        ("secret_word", "secret_digits", 1, "&".join(_cells("secret", _PEGS))),
        ("clue_words", "clue_digits", _CLUES, "&".join(_cells("@$clues", _PEGS))),
    ):
        cell_range = layout.hidden_range(top, 0, height)
        groups[name] = _hidden(cell_range, formula)
        groups[digits] = _hidden(
            layout.hidden_range(top, 1, height, len(_DIGITS)),
            *(
                f'LEN([@${name}])-LEN(SUBSTITUTE([@${name}],"{digit}",""))'
                for digit in _DIGITS
            ),
        )
        top += height
    groups["valid_digits"] = _hidden(
        layout.hidden_range(top, 1, width=len(_DIGITS)),
        *(f'IF(ISNUMBER(FIND("{digit}",[symbols])),1,0)' for digit in _DIGITS),
    )
    top += 1
    marks = _feedback_formulas("code_tiles", "digits", "typed_marks")
    groups["typed_marks"] = CellGroup(
        layout.hidden_range(top, 0, _CLUES, 2),
        column_formulas=[f'IF([is_code],{_if_clue(mark)},"")' for mark in marks],
        cell_format=HIDDEN_VALUE,
        column_names=_COLOURS,
    )
    same = ",".join(
        f"[@$marks.{colour}]=[@$typed_marks.{colour}]" for colour in _COLOURS
    )
    groups["differences"] = _hidden(
        layout.hidden_range(top, 2, _CLUES), f"IF(AND({same}),0,1)"
    )
    has_valid_digits = "SUMPRODUCT([digits]*[valid_digits])=[pegs]"
    may_repeat = f"OR({_game_property('distinct')}=0,MAX([digits])<2)"
    groups["is_code"] = _hidden(
        layout.hidden_range(top, 3),
        f"AND(LEN([word])=[pegs],{has_valid_digits},{may_repeat})",
    )
    # The first clue that the code contradicts; 0 for none, -1 for no code.
    first = "IFERROR(MATCH(1,[differences],0),0)"
    groups["conflict"] = _hidden(
        layout.hidden_range(top, 4), f"IF(AND([is_code],[number]>0),{first},-1)"
    )
    return groups


def _hints(layout: PuzzlesLayout) -> Groups:
    """Return the first conclusion from the total, else from no black, of a clue."""
    groups: Groups = {}
    top, rows = len(_GAMES) + 2 * _CLUES + 14, 2 * _CLUES
    pegs = "&".join(
        f'IF([@$clues.{peg}]="","",", the {position} is not "&[@$clues.{peg}])'
        for peg, position in enumerate(POSITIONS, 1)
    )
    total = f'IF({_TOTAL}=0,"no",{_TOTAL})&IF({_TOTAL}=1," peg"," pegs")'
    conclusions = (
        (
            "total",
            f'" has "&{total}',
            "&".join(_cells("@$digit_conclusions", len(_DIGITS))),
        ),
        ("black", '" has no black"', f'IF([@$marks.black]=0,{pegs},"")'),
    )
    for index, (name, fact, conclusion) in enumerate(conclusions):
        row = top + index * _CLUES
        groups[f"{name}_facts"] = _hidden(
            layout.hidden_range(row, 0, _CLUES), _if_clue(f'"Clue "&[#]&{fact}')
        )
        groups[f"{name}_conclusions"] = _hidden(
            layout.hidden_range(row, 1, _CLUES), _if_clue(conclusion)
        )
    groups["facts"] = CellGroup(layout.hidden_range(top, 0, rows))
    groups["conclusions"] = CellGroup(layout.hidden_range(top, 1, rows))
    groups["digit_conclusions"] = _hidden(
        layout.hidden_range(top, 2, _CLUES, len(_DIGITS)),
        *(_digit_conclusion(digit) for digit in range(len(_DIGITS))),
    )
    first = 'MATCH("?*",[conclusions],0)'
    hint = f'INDEX([facts],{first})&":"&MID(INDEX([conclusions],{first}),2,999)&"."'
    groups["hint"] = _hidden(
        layout.hidden_range(top + rows, 0), f'IFERROR({hint},"{NO_HINT}")'
    )
    groups["wants_hint"] = _hidden(
        layout.hidden_range(top + rows, 1), f'{_trimmed("[code_input]")}="?"'
    )
    return groups


_TOTAL: Final = "([@$marks.black]+[@$marks.white])"


def _digit_conclusion(digit: int) -> str:
    """Return the conclusion on a digit's count from the total of the row's clue."""
    count = f"[@$clue_digits.{digit + 1}]"
    low = f"{count}-[pegs]+{_TOTAL}"
    words = ",".join(f'"{number_in_words(n)} {digit}"' for n in range(1, _PEGS + 1))

    def limit(words_before: str, number: str) -> str:
        plural = f'IF({number}=1,"","s")'
        return f'", {words_before} "&INDEX({{{words}}},{number})&{plural}'

    at_least = f'IF({low}>0,{limit("at least", low)},"")'
    at_most = f'IF({_TOTAL}<{count},{limit("at most", _TOTAL)},"")'
    is_member = f'IF({low}>0,", {digit} is in it","")'
    cases = (
        (f"{count}=0", '""'),
        (f"{_TOTAL}=0", f'", no {digit}"'),
        (f"{_game_property('distinct')}=1", is_member),
        (f"AND({count}=[pegs],{_TOTAL}<[pegs])", limit("exactly", _TOTAL)),
    )
    return first_that_holds(cases, f"{at_least}&{at_most}")


def write_puzzles(sheet: Sheet, layout: PuzzlesLayout) -> None:
    """Write all cells, and set up columns, rows and printing."""
    sheet.add_layout(layout)
    sheet.set_widths(_COLUMN_WIDTHS)
    sheet.set_heights((*_ROW_HEIGHTS, *PAGE_HEIGHTS))
    last = max(cell_range.right for cell_range in layout.ranges.values())
    sheet.hide_columns(len(_COLUMN_WIDTHS), last)
    anchors = (group.anchor_range for group in layout.groups.values())
    inputs = dict.fromkeys(anchor.address for anchor in anchors if anchor)
    sheet.ignore_errors({"number_stored_as_text": " ".join(inputs)})
    sheet.set_tab_color(palette.LINE_COLOUR)
    page, last_row = len(_ROW_HEIGHTS), len(_ROW_HEIGHTS) + len(PAGE_HEIGHTS) - 1
    sheet.print_area(0, 1, last_row, len(_COLUMN_WIDTHS) - 1)
    # Applications ignore page breaks on sheets that they fit to pages.
    sheet.set_print_scale(_PRINT_SCALE)
    sheet.set_h_pagebreaks([page, page + SOLUTIONS_ROW])
    sheet.set_selection(layout.ranges["code_input"].address)


SHEETS: Final = (PUZZLES_SHEET,)


def write_sheets(sheets: Mapping[str, Sheet]) -> None:
    """Write the sheet."""
    layout = puzzles_layout()
    write_puzzles(sheets[layout.sheet], layout)

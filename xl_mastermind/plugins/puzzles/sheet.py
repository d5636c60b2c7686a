"""
The sheet Puzzles: settings, the clues of a puzzle, its code, notes, and worksheets.

Formulas read input cells by position, because users may cut and paste cells.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from xl_mastermind.cells.cell_range import CellRange
from xl_mastermind.plugins.puzzles import messages
from xl_mastermind.plugins.puzzles.hidden_columns import (
    CLUE_COUNT,
    COLUMN_WIDTHS,
    GAMES,
    HIDDEN_SECTIONS,
    PEG_COUNT,
    PuzzlesLayout,
    game_property,
    if_clue,
)
from xl_mastermind.plugins.puzzles.puzzle import LEVELS, LEVELS_IN_WORDS
from xl_mastermind.plugins.puzzles.worksheet import (
    PAGE_HEIGHTS,
    SOLUTIONS_ROW,
    worksheet,
)
from xl_mastermind.presentation import palette
from xl_mastermind.presentation.games import game_name
from xl_mastermind.sheets import formats
from xl_mastermind.sheets.board.formulas import (
    DIGITS,
    array_constant,
    as_formula,
    first_that_holds,
    next_number,
)
from xl_mastermind.sheets.cell_group import (
    CellGroup,
    CellGroups,
    Formula,
    list_validation,
)
from xl_mastermind.sheets.sheet import Sheet
from xl_mastermind.sheets.sheet_layout import (
    label_group,
    message_group,
    setting_group,
    title_group,
)

_ROW_HEIGHTS: Final = (
    *(56, 30, 34, 24),
    *[36] * CLUE_COUNT,
    *(14, 36, 14, 52, 10),
    *[24] * 11,
    14,
)

_CARD_TOP: Final = 2
_FIRST_CLUE: Final = _CARD_TOP + 2
_CODE_ROW: Final = _FIRST_CLUE + CLUE_COUNT + 1
_MESSAGE_ROW: Final = _CODE_ROW + 2
_NOTES_ROW: Final = _MESSAGE_ROW + 3
_MARK_COLUMN: Final = 2 + PEG_COUNT
_SETTING_COLUMN: Final = len(COLUMN_WIDTHS) - 2

_CARD_NUMBER: Final[formats.CellFormat] = formats.CARD | {"num_format": "0"}
"""Without a number format LibreOffice 7.4 crashes when it draws some clues."""
_CARD_TEXT: Final[formats.CellFormat] = formats.CARD | formats.SMALL_TEXT
_CARD_HEADER: Final[formats.CellFormat] = _CARD_TEXT | {"align": "center"}

_ABOUT: Final = (
    "Some guesses, each with its answer: exactly one code fits them all. ● counts"
    " digits in the right place, ○ digits that belong elsewhere."
)
_HINT: Final = "Same number, same puzzle. A date works too: 2026-12-31."
_NOTES: Final = "Notes: type x where a digit cannot be."
_OLD_NOTES: Final = "Notes: an x is where the code has its digit. Is it an old one?"

_PRINT_SCALE: Final = 65
"""Percent, with which the width fits A4 and Letter, upright."""


def puzzles_layout() -> PuzzlesLayout:
    """Return the layout of the sheet."""
    visible = (_heading, _settings, _clues, _code, _message, _notes, _worksheet)
    return PuzzlesLayout().add((*visible, *HIDDEN_SECTIONS))


# Sections


def _heading(layout: PuzzlesLayout) -> CellGroups:
    height, width = len(_ROW_HEIGHTS) - _CARD_TOP, len(COLUMN_WIDTHS) - 1
    card = layout.cell_range(_CARD_TOP, 1, height, width)
    game = game_property("name")
    name = as_formula(
        messages.PUZZLE, game=game, level="[level_name]", number="[number]"
    )
    name_format = formats.CARD | formats.HEADING | {"indent": 1}
    return {
        **title_group(layout, "Puzzles"),
        "about": message_group(layout, [[_ABOUT]]),
        "card": CellGroup.background(card, formats.CARD),
        "puzzle_name": CellGroup(card.cell(0), _if_number(name), name_format),
    }


def _if_number(text: str) -> Formula:
    """Return a formula that is blank without the number of a puzzle."""
    return f'IF([number]=0,"",{text})'


def _settings(layout: PuzzlesLayout) -> CellGroups:
    groups: CellGroups = {}
    settings: dict[str, tuple[str, Sequence[str]]] = {
        "number": ("1", ()),
        "level": (LEVELS[0], LEVELS),
        "game": (game_name(GAMES[0]), [*map(game_name, GAMES)]),
    }
    # The locked cells above and below keep this range in its place.
    anchor_range = layout.cell_range(
        _FIRST_CLUE - 1, _SETTING_COLUMN, len(settings) + 2
    )
    for row, (name, (value, choices)) in enumerate(settings.items(), 1):
        cell = anchor_range.cell(row)
        validation = list_validation(choices, error_type="warning") if choices else None
        # The cell has the format of texts: a date would become the number of its day.
        group = setting_group(cell, value, validation, formats.TEXT, anchor_range)
        label = label_group(cell, name.capitalize())
        label_format = formats.CARD | (label.cell_format or {})
        groups[f"{name}_label"] = replace(label, cell_format=label_format)
        groups[f"typed_{name}"] = group
    below = anchor_range.cell(len(settings) + 1, -1)
    number = as_formula(messages.NEXT_PUZZLE, number=next_number("[number]"))
    groups["next_number"] = CellGroup(below, _if_number(number), _CARD_TEXT)
    groups["about_number"] = CellGroup.from_text(below.cell(1), _HINT, _CARD_TEXT)
    return groups


def _clues(layout: PuzzlesLayout) -> CellGroups:
    numbers = layout.cell_range(_FIRST_CLUE, 1, CLUE_COUNT)
    guesses = layout.cell_range(_FIRST_CLUE, 2, CLUE_COUNT, PEG_COUNT)
    marks = layout.cell_range(_FIRST_CLUE, _MARK_COLUMN, CLUE_COUNT, 2)
    black = "INDEX([first puzzle_blacks],[#])"
    white = "INDEX([first puzzle_totals],[#])-[@$marks.black]"
    bold: formats.CellFormat = {"bold": True, "font_color": palette.INK}
    conflict_format = formats.ConditionalFormat(
        f"[conflict]=ROW([@])-{_FIRST_CLUE}", bold
    )
    faint: formats.CellFormat = {"font_color": palette.FAINT_INK}
    return {
        "clue_numbers": CellGroup(
            numbers,
            if_clue('IF([conflict]=[#],"►  ","")&"Clue "&[#]'),
            cell_format=_CARD_TEXT | formats.RIGHT_ALIGNMENT | {"indent": 1},
            conditional_formats=[conflict_format],
        ),
        "clues": _tiles(
            guesses,
            [
                f'IFERROR(VALUE(MID([@$clue_words],{peg},1)),"")'
                for peg in range(1, PEG_COUNT + 1)
            ],
        ),
        "mark_heads": CellGroup(
            marks.row(-1), values=[["●", "○"]], cell_format=_CARD_HEADER
        ),
        "marks": CellGroup(
            marks,
            column_formulas=[if_clue(black), if_clue(white)],
            cell_format=_CARD_HEADER | _CARD_NUMBER,
            column_names=("black", "white"),
        ),
        "feedback_symbols": CellGroup(
            numbers.shift_columns(_MARK_COLUMN + 1),
            "INDEX([first puzzle_answers],[#])",
            cell_format=formats.CARD | {"font_size": 18, "indent": 1},
            conditional_formats=[
                formats.ConditionalFormat('"none"', faint, is_value=True)
            ],
        ),
    }


def _tiles(cell_range: CellRange, column_formulas: Sequence[str]) -> CellGroup:
    """Return cells with the colours of pegs; other symbols have a white tile."""
    white = formats.ConditionalFormat('[@]<>""', {"bg_color": palette.WHITE})
    return CellGroup(
        cell_range,
        column_formulas=column_formulas,
        cell_format=formats.TILE | _CARD_NUMBER,
        conditional_formats=[*formats.peg_formats(), white],
    )


def _code(layout: PuzzlesLayout) -> CellGroups:
    code = layout.cell_range(_CODE_ROW, 1)
    invalid_test = "NOT(OR([is_code],[number]=0,[is_hint_request]))"
    tiles = []
    for peg in range(1, PEG_COUNT + 1):
        symbol = f"MID([word],{peg},1)"
        digit = f'IFERROR(FIND({symbol},"{DIGITS}")-1,{symbol})'
        tiles.append(f'IF(LEN([word])>{peg - 1},{digit},"")')
    return {
        "code_head": CellGroup.from_text(code.cell(-1), "The code", _CARD_HEADER),
        "code_input": CellGroup(
            code,
            values=[],
            cell_format=formats.TILE | formats.INPUT | formats.TEXT,
            # Locked cells above and below keep this range in its place too.
            anchor_range=layout.cell_range(_CODE_ROW - 1, 1, 3),
            conditional_formats=[
                formats.ConditionalFormat(
                    '[code_input]=""', {"bg_color": palette.GLOW}
                ),
                formats.ConditionalFormat(invalid_test, formats.INVALID_INPUT),
            ],
        ),
        "code_tiles": _tiles(layout.cell_range(_CODE_ROW, 2, width=PEG_COUNT), tiles),
    }


def _message(layout: PuzzlesLayout) -> CellGroups:
    band = layout.cell_range(_MESSAGE_ROW, 1, width=len(COLUMN_WIDTHS) - 1)
    band_format = formats.HEADING | {"indent": 1, "bg_color": palette.TINT}
    bar = {"left": 5, "left_color": palette.ACCENT}
    right = {"bg_color": palette.ACCENT, "font_color": palette.WHITE}
    wrong = {"bg_color": palette.ALARM_TINT, "font_color": palette.INK}
    wrong_test = (
        'OR(AND([word]<>"",NOT(OR([is_hint_request],[is_old_code]))),[number]=0)'
    )
    return {
        "band": CellGroup(
            band,
            values=[],
            cell_format=band_format,
            is_background=True,
            conditional_formats=[
                formats.ConditionalFormat("[conflict]=0", right),
                formats.ConditionalFormat(wrong_test, wrong),
            ],
        ),
        "message": CellGroup(band.column(0), _message_formula(), band_format | bar),
    }


def _message_formula() -> Formula:
    guess = game_property("guess_in_words")
    black, white = (f"INDEX([typed_marks.{column}],[conflict])" for column in (1, 2))
    marks = f'{black}&" black, "&{white}&" white"'
    cases = (
        ("[game_index]=0", f'"{messages.NO_PUZZLE_GAME}"'),
        ("[level_index]=0", f'"{messages.NO_LEVEL.format(levels=LEVELS_IN_WORDS)}"'),
        ("[number]=0", f'"{messages.NO_PUZZLE}"'),
        ("[is_hint_request]", "[hint]"),
        ('[word]=""', as_formula(messages.FIND_CODE, guess=guess)),
        ("NOT([is_code])", as_formula(messages.CODE_WANTED, guess=guess)),
        ("[is_old_code]", as_formula(messages.OLD_CODE, code="[word]", guess=guess)),
        ("[conflict]=0", as_formula(messages.PUZZLE_SOLVED, code="[word]")),
    )
    against = as_formula(
        messages.IMPOSSIBLE_CODE, code="[word]", clue="[conflict]", marks=marks
    )
    return first_that_holds(cases, against)


def _notes(layout: PuzzlesLayout) -> CellGroups:
    digits = layout.cell_range(_NOTES_ROW, 1, len(DIGITS))
    # Users may move notes; the cells beside them are locked.
    area = layout.cell_range(_NOTES_ROW, 1, len(DIGITS), PEG_COUNT + 2)
    pegs = array_constant((9, *range(1, PEG_COUNT + 1), 9))  # none beside the notes
    old_notes = (
        f'SUMPRODUCT(([notes_area]<>"")*([note_digits]<>"")'
        f"*([note_digits]=MID([first puzzle_codes.1],{pegs},1)))>0"
    )
    unused_test = f'OR([@note_digits]="",COLUMN([@])-{digits.left + 1}>[pegs])'
    return {
        "notes_area": CellGroup(area),
        "notes_head": CellGroup(
            digits.cell(-1),
            f'IF({old_notes},"{_OLD_NOTES}","{_NOTES}")',
            _CARD_TEXT | {"indent": 1},
        ),
        "note_digits": CellGroup(
            digits, "MID([symbols],[#],1)", _CARD_TEXT | formats.RIGHT_ALIGNMENT
        ),
        "notes": CellGroup(
            layout.cell_range(_NOTES_ROW, 2, len(DIGITS), PEG_COUNT),
            values=[],
            cell_format=formats.TILE | formats.INPUT | formats.TEXT | {"font_size": 10},
            conditional_formats=[
                formats.ConditionalFormat(unused_test, {"bg_color": palette.PAPER}),
                formats.ConditionalFormat('[@]<>""', {"bg_color": palette.LINE_COLOUR}),
            ],
        ),
    }


def _worksheet(layout: PuzzlesLayout) -> CellGroups:
    return worksheet(layout, len(_ROW_HEIGHTS))


def write_sheets(sheets: Mapping[str, Sheet]) -> None:
    """Write all cells, and set up columns, rows and printing."""
    layout = puzzles_layout()
    sheet = sheets[layout.sheet]
    sheet.add_layout(layout)
    sheet.set_widths(COLUMN_WIDTHS)
    sheet.set_heights((*_ROW_HEIGHTS, *PAGE_HEIGHTS))
    sheet.set_tab_color(palette.LINE_COLOUR)
    page, last_row = len(_ROW_HEIGHTS), len(_ROW_HEIGHTS) + len(PAGE_HEIGHTS) - 1
    sheet.print_area(0, 1, last_row, len(COLUMN_WIDTHS) - 1)
    # Applications ignore page breaks on sheets that they fit to pages.
    sheet.set_print_scale(_PRINT_SCALE)
    sheet.set_h_pagebreaks([page, page + SOLUTIONS_ROW])
    sheet.set_selection(layout.ranges["code_input"].address)

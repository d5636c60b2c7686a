"""The settings: number of the game, strategy, visible hints, codemaker."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from xl_mastermind.board.state import STORED_GAMES, board_codemakers
from xl_mastermind.cells.cell_range import CellRange
from xl_mastermind.game.game import CHEATS, COMPUTER, SOMEBODY_ELSE
from xl_mastermind.game.game_key import OWN_CODE_ASTERISK, OWN_CODE_WORD
from xl_mastermind.game.numbers import MAX_NUMBER
from xl_mastermind.game.rules import Rules
from xl_mastermind.presentation import messages, palette
from xl_mastermind.sheets import formats
from xl_mastermind.sheets.board import formulas as board_formulas
from xl_mastermind.sheets.board.edition_panel import SOLVER_NAMES, edition_panel
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.cell_group import (
    CellGroup,
    CellGroups,
    Formula,
    list_validation,
)
from xl_mastermind.sheets.sheet_layout import setting_group

_YES_NO: Final = ("Yes", "No")
_FACTS: Final = (("No", "Yes"), ("No", "Shades", "Numbers"))
"""The choices for facts: a sentence, or a grid without and with numbers."""

_NUMBER: Final[formats.CellFormat] = (
    formats.CARD
    | formats.INPUT
    | formats.TEXT
    | formats.CENTRE_ALIGNMENT
    # No line below: the thick border of the first guess would cover it.
    | {"font_size": 10, "shrink": True, "valign": "bottom"}
)
_CENTRED: Final[formats.CellFormat] = formats.CENTRE_ALIGNMENT | {
    "bold": True,
    "shrink": True,
}
_ON_CARD: Final[formats.CellFormat] = (
    formats.CARD | formats.RIGHT_ALIGNMENT | {"valign": "bottom"}
)
HIDES_CODE: Final[formats.CellFormat] = {"num_format": f';;;"{OWN_CODE_WORD}"'}

CODE_FOUND: Final = "found"
CODE_SHOWN: Final = "shown"
CODE_THEIRS: Final = "theirs"
"""The statuses of a code: found, shown to its player, or hidden by another person."""

CODE_IS_ELSEWHERE: Final = f'[current_codemaker]="{SOMEBODY_ELSE}"'
"""Whether somebody else hides the code."""

COMPUTER_HIDES_CODE: Final = f'[current_codemaker]="{COMPUTER}"'
CODEMAKER_CHEATS: Final = f'[current_codemaker]="{CHEATS}"'
CODE_IS_SHOWN: Final = f'[code_status]="{CODE_SHOWN}"'
"""Whether the code is visible, but the user has not found it."""

REVEALED_TEST: Final = f"AND([is_revealed],NOT({CODE_IS_ELSEWHERE}))"
"""Whether the user revealed the code, and the codemaker is not another player."""

_ENTERED_CODE: Final = board_formulas.substitute(
    "[game_number]", [(space, "") for space in board_formulas.SPACES]
)
_HAS_TYPED_CODE: Final = (
    f'OR(LEFT([game_word])="{OWN_CODE_ASTERISK}",'
    f'LEFT([game_word],{len(OWN_CODE_WORD)})="{OWN_CODE_WORD.upper()}")'
)
"""Whether a code, right or wrong, stands in place of the number."""

_TYPED_NUMBER: Final = f"[number_steps.{board_formulas.TYPED_STEPS}]"
_NUMBER_TEST: Final = (
    f"AND(ISNUMBER({_TYPED_NUMBER}),{_TYPED_NUMBER}>=1,{_TYPED_NUMBER}<={MAX_NUMBER})"
)
_GAME_NAME: Final = (
    f'IF({COMPUTER_HIDES_CODE},IF([typed_code]="",IF([number]="","",'
    f'"Game "&[number]),"{messages.OWN_CODE.capitalize()}"),"")'
)
"""The current game of the column; other codemakers hide no numbered code."""


def revealed_by_button_test(key: str) -> Formula:
    """Return whether the code of a game was revealed by a button."""
    return f'ISNUMBER(FIND("#"&{key}&" ",[revealed_games]))'


def wrong_first_guess_test(rules: Rules) -> Formula:
    """Return whether the solver's first guess is no code."""
    word = board_formulas.capitals('SUBSTITUTE([solver.first_guess]," ","")')
    return f'IFERROR(AND({word}<>"",NOT({board_formulas.code_test(rules, word)})),TRUE)'


def settings(layout: BoardLayout) -> CellGroups:
    """Return the number of the game, the settings, and their current values."""
    groups = _game(layout)
    row = layout.settings_row
    # Buttons read these copies, because a user can cut and paste the input cells.
    groups["solver"] = CellGroup(
        layout.hidden_range(width=2),
        column_formulas=[f'IF([{name}]="","",[{name}])' for name in SOLVER_NAMES],
        column_names=SOLVER_NAMES,
    )
    for index, (name, label, value, choices) in enumerate(_choices(layout), row):
        groups[f"{name}_label"] = layout.setting_label(index, label)
        # The cell accepts Yes too, although the list has two kinds of facts.
        validation = list_validation(choices, show_error=name != "show_facts")
        if name == "codemaker" and validation:
            # While the column has entries, its games keep their codemaker.
            cells = [f'IF([last_entry]=0,"{each}",[{name}])' for each in choices]
            groups["codemaker_choices"] = CellGroup(
                layout.hidden_range(width=len(cells)), column_formulas=cells
            )
            error = messages.CODEMAKER_FIXED.format(codemakers=", ".join(choices))
            validation |= {"source": "=[codemaker_choices]", "error_message": error}
        groups[name] = setting_group(
            layout.setting_box(index), value, validation, formats.TEXT
        )
    return (
        groups
        | edition_panel(layout)
        | _current_values(layout)
        | _stored_values(layout)
    )


def _game(layout: BoardLayout) -> CellGroups:
    """
    Return the number of the game, above the attempts in their column.

    There a user can select number and attempts, delete all, and type a number: Enter
    leads to the first attempt.
    """
    groups: CellGroups = {}
    number = layout.game_number
    groups["game_label"] = CellGroup.from_text(
        number.cell(0, -1),
        "First game",
        _ON_CARD | formats.SMALL_TEXT | {"font_size": 9, "shrink": True},
    )
    # LibreOffice skips locked cells: there, Enter leads from the last attempt to the
    # cell below, which small windows show too. A number in it starts no game.
    below = layout.cell_range(layout.card_bottom, number.left)
    used_test = '[below_number]<>""'
    groups["game_number"] = CellGroup(
        number,
        values=layout.input_values["game_number"],
        cell_format=_NUMBER,
        anchor_range=_widen(number),
        conditional_formats=[formats.ConditionalFormat("[has_typed_code]", HIDES_CODE)],
        # While the column has entries, its first game keeps its code. A full column
        # accepts a number: the user deletes its guesses next, or types the old number.
        validation={
            "validate": "custom",
            "value": "=OR([last_entry]=0,NOT([has_room]))",
            "error_message": messages.FIRST_GAME_FIXED,
        },
    )
    groups["game_number_template"] = replace(
        groups["game_number"],
        cell_range=layout.hidden_range(top=number.top),
        values=[],
        anchor_range=None,
    )
    groups["number_below"] = CellGroup(
        below,
        values=[],
        cell_format=formats.CARD | formats.INPUT | formats.TEXT | _CENTRED,
        anchor_range=_widen(below),
        conditional_formats=[
            formats.ConditionalFormat(used_test, {"bg_color": palette.GLOW})
        ],
    )
    # The anchor range of the number ends in the cell right of it, which stays blank.
    place = layout.cell_range(number.top, layout.feedback_column - 1)
    if layout.rules.pegs == 1:  # The row of the number has no room for the name.
        place = layout.cell_range(layout.card_bottom, layout.feedback_margin_column - 1)
    groups["game_name"] = CellGroup(
        place, _GAME_NAME, _ON_CARD | formats.HEADING | {"indent": 1}
    )
    return groups


def _widen(cell_range: CellRange) -> CellRange:
    """Return a range with the cells left and right of it, which are locked."""
    return replace(cell_range, left=cell_range.left - 1, right=cell_range.right + 1)


def _choices(layout: BoardLayout) -> Iterator[tuple[str, str, str, Sequence[str]]]:
    """Yield name, label, first value and choices of each setting with a list."""
    if layout.has_code_list:
        first = _YES_NO[layout.is_for_children]
        yield "cross_out_codes", "Cross out codes", first, _YES_NO
    yield "codemaker", "Codemaker", COMPUTER, board_codemakers(layout.rules)
    if layout.has_facts:
        yield "show_facts", "Show facts", "No", _FACTS[layout.has_fact_grid]


def _current_values(layout: BoardLayout) -> CellGroups:
    """
    Return the current values of the settings, for any content of their cells.

    A number entered as text counts too: the input cell is a text, so that no program
    takes a date for a number.
    """
    groups: CellGroups = {}
    steps = [
        f"[@number_steps.{step}]" for step in range(1, board_formulas.TYPED_STEPS + 1)
    ]
    groups["number_steps"] = CellGroup(
        layout.hidden_range(width=board_formulas.TYPED_STEPS),
        column_formulas=board_formulas.typed_number_steps("[game_number]", steps),
        cell_format=formats.HIDDEN_FORMULA,
    )
    if layout.has_facts:
        choices = enumerate(_FACTS[layout.has_fact_grid])
        wanted = "+".join(
            f"{index}*{board_formulas.setting_test('[show_facts]', choice)}"
            for index, choice in choices
        )
        if layout.has_fact_grid:
            wanted += f"+{board_formulas.setting_test('[show_facts]', 'Yes')}"
        groups["facts_wanted"] = layout.hidden_cell(wanted)
    first_number = f'IF({_NUMBER_TEST},{_TYPED_NUMBER},"")'
    for name, formula in (
        ("column_number", board_formulas.game_key(first_number, "[column_code]")),
        ("number", board_formulas.game_key("[last game_numbers]", "[typed_code]")),
        ("current_codemaker", _codemaker(layout.rules)),
        ("is_revealed", revealed_by_button_test("[number]")),
        ("game_word", f'IFERROR({board_formulas.capitals(_ENTERED_CODE)},"")'),
        ("below_number", board_formulas.input_number("[number_below]")),
        # `has_typed_code`: the cell contains an own code, valid or not.
        ("has_typed_code", _HAS_TYPED_CODE),
        ("column_code", board_formulas.typed_code(layout.rules, "[game_word]")),
        ("first_number", 'IF(ISNUMBER([column_number]),[column_number],"")'),
        (
            "first_next_number",
            f'IF([first_number]="","",{board_formulas.next_number("[first_number]")})',
        ),
        ("typed_code", "[last typed_game_codes]"),
    ):
        groups[name] = layout.hidden_cell(formula)
    wanted = "TRUE"
    if layout.has_code_list:
        wanted = board_formulas.setting_test("[cross_out_codes]", "Yes")
    groups["cross_out_wanted"] = layout.hidden_cell(wanted)
    return groups


def _codemaker(rules: Rules) -> Formula:
    """Return the codemaker that the setting names, as `read_codemaker` does."""
    cases = [
        (board_formulas.setting_test("[codemaker]", each), f'"{each}"')
        for each in board_codemakers(rules)
    ]
    return board_formulas.first_that_holds(cases, f'"{COMPUTER}"')


def _stored_values(layout: BoardLayout) -> CellGroups:
    """Return the rules of the board, and its games that buttons store."""
    groups: CellGroups = {}
    for name in STORED_GAMES:
        groups[name] = layout.cached_group(layout.hidden_range())
    groups["game"] = CellGroup(
        layout.hidden_range(),
        values=[[str(layout.rules)]],
        cell_format=formats.HIDDEN_VALUE,
    )
    return groups

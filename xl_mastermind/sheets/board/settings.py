"""The settings: number of the game, strategy, what is shown, who hides the code."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from xl_mastermind.game.numbers import FIRST_DAY, LARGEST_NUMBER
from xl_mastermind.sheets.board.formulas import (
    as_formula,
    as_typed_number,
    capitals,
    is_code,
    says,
    without_spaces,
)
from xl_mastermind.sheets.board.input_formulas import TYPED_STEPS, typed_number_steps
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.cell_group import (
    CACHED_VALUE,
    CARD,
    HIDDEN_FORMULA,
    HIDDEN_VALUE,
    INPUT,
    RIGHT_ALIGNMENT,
    SMALL_TEXT,
    TILE,
    UNDERLINE,
    CellFormat,
    CellGroup,
    ConditionalFormat,
    list_validation,
)
from xl_mastermind.sheets.sheet_layout import setting_group
from xl_mastermind.solve.strategies import (
    DEFAULT_STRATEGY,
    strategy_label,
)
from xl_mastermind.spreadsheet import palette
from xl_mastermind.spreadsheet.board import (
    CHEATS,
    CODE_REVEALED,
    CODEMAKERS,
    COMPUTER,
    REVEAL_NO,
    SOMEBODY_ELSE,
)
from xl_mastermind.spreadsheet.cell_range import CellRange
from xl_mastermind.spreadsheet.cells import Cell
from xl_mastermind.spreadsheet.messages import (
    FIRST_GUESS,
    NEXT_GAME,
    OWN_CODE_ASTERISK,
    OWN_CODE_WORD,
    example_guess,
    own_code_prefix,
)

_YES_NO: Final = ("Yes", "No")
_TEXT: Final[CellFormat] = {"num_format": "@"}
_NUMBER: Final[CellFormat] = TILE | INPUT | _TEXT | {"font_size": 13, "shrink": True}
_CENTRED: Final[CellFormat] = {"bold": True, "align": "center", "shrink": True}
_BELOW: Final[CellFormat] = CARD | INPUT | _TEXT | _CENTRED
_SMALL_ON_CARD: Final[CellFormat] = CARD | SMALL_TEXT
_HIDES_CODE: Final[CellFormat] = {"num_format": f';;;"{OWN_CODE_WORD}"'}


def settings(b: BoardLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the number of the game, the settings, and their values as they count."""
    yield from _game(b)
    row = b.settings_row
    line = b.cell_range(row - 1, b.panel_column, width=b.panel_column_count // 2)
    yield "settings_line", CellGroup(line, values=[], cell_format=UNDERLINE)
    first = row + 1
    if b.is_plain:
        yield from _hidden_solver(b)
        yield from _reveal(b, row)
    else:
        yield from _solver(b, row)
    for reference, (name, label, value, offered) in enumerate(_offered(b), first):
        yield f"{name}_label", _label(b, reference, label)
        yield (
            name,
            setting_group(_box(b, reference), value, list_validation(offered), _TEXT),
        )
    yield from _as_they_count(b)


def _game(b: BoardLayout) -> Iterator[tuple[str, CellGroup]]:
    """
    Yield the number of the game, above the attempts in their column.

    So number and attempts can be selected and deleted, and a number typed: Enter
    leads to the first attempt.
    """
    number = b.cell_range(b.first_attempt_row - 1, b.first_peg_column - 1)
    label = _SMALL_ON_CARD | RIGHT_ALIGNMENT
    yield (
        "game_label",
        CellGroup(number.cell(0, -1), values=[["Game"]], cell_format=label),
    )
    yield (
        "game_number",
        CellGroup(
            number,
            values=b.board.to_values()["game_number"],
            cell_format=_NUMBER,
            anchor_range=replace(number, left=number.left - 1, right=number.right + 1),
            conditional_formats=lambda: (
                ConditionalFormat(b.is_own.absolute_address, _HIDES_CODE),
            ),
            has_defined_name=True,
        ),
    )
    # Enter leads here from the last attempt, in LibreOffice, which passes over locked
    # cells. Small windows show it. A number that is typed here starts no game.
    below = b.cell_range(b.legend_row, number.left)
    yield (
        "number_below",
        CellGroup(
            below,
            values=[],
            cell_format=_BELOW,
            anchor_range=replace(below, left=below.left - 1, right=below.right + 1),
            conditional_formats=lambda: (
                ConditionalFormat(_is_below_used(b), {"bg_color": palette.GLOW}),
            ),
            has_defined_name=True,
        ),
    )
    # The cell right of the number stays blank: its anchor range ends there.
    place = b.cell_range(number.top, b.feedback_column - 1)
    if b.rules.pegs == 1:  # no room between them
        place = b.cell_range(b.legend_row, b.feedback_margin_column - 1)
    cell_format = _SMALL_ON_CARD | RIGHT_ALIGNMENT | {"indent": 1}
    yield (
        "next_number",
        CellGroup(
            place,
            lambda *_: _next_number(b),
            cell_format=cell_format,
            has_defined_name=True,
        ),
    )


def _is_below_used(b: BoardLayout) -> str:
    """Return whether the cell below the attempts has a value, or Enter leads there."""
    last = b.words.row(b.attempts - 1).absolute_address
    return f'OR({last}<>"",{b.below_number.absolute_address}<>"")'


def _label(b: BoardLayout, row: int, label: Cell) -> CellGroup:
    """Return the cells before a setting."""
    cell_range = b.cell_range(row, b.panel_column, width=b.panel_column_count // 2)
    return CellGroup(cell_range, values=[[label]], cell_format=UNDERLINE)


def _box(b: BoardLayout, row: int) -> CellRange:
    """Return the cells of a setting, after its label."""
    before = b.panel_column_count // 2
    return b.cell_range(
        row, b.panel_column + before, width=b.panel_column_count - before
    )


def _reveal(b: BoardLayout, row: int) -> Iterator[tuple[str, CellGroup]]:
    """
    Yield the setting that shows the code, and its two choices in hidden cells.

    It takes the key of this game: with another number the code is hidden again.
    """
    yield "reveal_label", _label(b, row, "Reveal code")
    offered = b.hidden(0, 8, 2)
    yield (
        "reveal_choices",
        CellGroup(
            offered,
            lambda _, column: _reveal_key(b) if column else f'"{REVEAL_NO}"',
            cell_format={},
            has_defined_name=True,
        ),
    )
    validation = {
        "validate": "list",
        "source": f"={offered.absolute_address}",
        "error_message": f"Please choose {REVEAL_NO} or the game's number.",
    }
    yield "reveal", setting_group(_box(b, row), REVEAL_NO, validation, _TEXT)


def _reveal_key(b: BoardLayout) -> str:
    """
    Return the number of the game, or a number that stands for an own code.

    Each code has another number, since 7919 and `codes` have no common divisor. It is
    not the number of a game: the list of choices shows it before the code is found.
    """
    rules, own = b.rules, b.own_code.absolute_address
    codes = min(rules.colours**rules.pegs, LARGEST_NUMBER)
    weights = [7919 * rules.colours**peg % codes for peg in range(rules.pegs)]
    pegs = "+".join(
        f'{weight}*FIND(MID({own},{peg},1),"{rules.symbols.upper()}")'
        for peg, weight in enumerate(weights, 1)
    )
    return f'IF({own}="",{b.number.absolute_address},"{OWN_CODE_WORD} #"&MOD({pegs},{codes}))'


def _offered(b: BoardLayout) -> Iterator[tuple[str, str, str, Sequence[str]]]:
    """Yield name, label, first value and choices of each setting with a list."""
    listed = "Cross out codes" if b.has_code_list else "Show codes left"
    if b.has_code_list or not b.is_plain:
        yield "show_marks", listed, _YES_NO[b.has_few_codes], _YES_NO
    yield "show_next_guess", "Show next guess", "No", _YES_NO
    # To cheat takes Python.
    makers = [maker for maker in CODEMAKERS if not b.is_plain or maker != CHEATS]
    yield "codemaker", "Codemaker", COMPUTER, makers


def _solver(b: BoardLayout, row: int) -> Iterator[tuple[str, CellGroup]]:
    """Yield the strategy and its first guess, side by side."""
    yield "strategy_label", _label(b, row, "Strategy, first guess")
    left, after = b.panel_column + b.panel_column_count // 2, b.panel_right + 1
    anchor_range = replace(b.cell_range(row, left - 1), right=after)
    middle = after - (after - left) // 2
    strategy, first = b.cell_range(row, left), b.cell_range(row, middle)
    yield (
        "strategy",
        setting_group(
            replace(strategy, right=middle - 1),
            b.board.strategy,
            list_validation([*map(strategy_label, _strategies(b))], show_error=False),
            _TEXT,
            anchor_range,
        ),
    )
    typed = first.address
    yield (
        "first_guess",
        setting_group(
            replace(first, right=b.panel_right),
            b.board.first_guess,
            {
                "validate": "custom",
                "value": f'=LEN(SUBSTITUTE({typed}," ",""))={b.rules.pegs}',
                "input_title": "First guess",
                "input_message": "Leave it blank for the strategy's own.",
                "error_message": FIRST_GUESS.format(example=example_guess(b.rules)),
            },
            _TEXT,
            anchor_range,
        ),
    )
    # What stands there, wherever those two cells were moved.
    yield (
        "solver",
        CellGroup(
            b.hidden(1, 1, 2),
            lambda _, column: _as_typed(b, ("strategy", "first_guess")[column]),
            cell_format={},
            has_defined_name=True,
        ),
    )


def _as_typed(b: BoardLayout, name: str) -> str:
    """Return what is typed into a cell; nothing if it is blank."""
    cell = b.reference(name)
    return f'IF({cell}="","",{cell})'


def _strategies(b: BoardLayout) -> Sequence[str]:
    """
    Return the strategies that the list offers; any other name can be typed.

    They differ for a player: by habit, without counting, never long, and short on
    average, of those that answer at once in this game.
    """
    return (
        "beginner",
        "first-consistent",
        "knuth",
        "optimal" if b.tree else "most-parts",
    )


def _hidden_solver(b: BoardLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield strategy and first guess for the buttons of a menu."""
    strategy, first = b.hidden(1, 1), b.hidden(1, 2)
    yield (
        "solver",
        CellGroup(replace(strategy, right=first.right), has_defined_name=True),
    )
    yield (
        "strategy",
        CellGroup(
            strategy,
            values=[[b.board.strategy]],
            cell_format=INPUT,
            has_defined_name=True,
        ),
    )
    yield (
        "first_guess",
        CellGroup(
            first,
            values=[[b.board.first_guess]],
            cell_format=INPUT,
            has_defined_name=True,
        ),
    )


def _as_they_count(b: BoardLayout) -> Iterator[tuple[str, CellGroup]]:
    """
    Yield the settings as they count, whatever stands in their cells.

    A number typed as text counts too: the input cell is a text, so that no program
    takes a date for a number.
    """
    steps = b.cache_columns(
        b.cell_range(b.first_attempt_row + 3, b.panel_column, width=TYPED_STEPS)
    )
    yield (
        "number_steps",
        CellGroup(
            steps,
            lambda _, step: _number_steps(b)[step],
            cell_format=HIDDEN_FORMULA,
            has_defined_name=True,
        ),
    )
    yield (
        "typed_number",
        CellGroup(
            b.hidden(1, 8),
            lambda *_: b.number_steps.column(TYPED_STEPS - 1).address,
            cell_format={},
            has_defined_name=True,
        ),
    )
    yield (
        "below_number",
        CellGroup(
            b.hidden(0, 12),
            lambda *_: as_typed_number(b.reference("number_below")),
            cell_format={},
        ),
    )
    # Whether a code stands in place of the number, right or wrong; which.
    yield "is_own", CellGroup(b.hidden(1, 11), lambda *_: _is_own(b), cell_format={})
    yield (
        "own_code",
        CellGroup(b.hidden(1, 10), lambda *_: _own_code(b), cell_format={}),
    )
    yield (
        "number",
        CellGroup(
            b.hidden(1, 9), lambda *_: _number(b), cell_format={}, has_defined_name=True
        ),
    )
    yield (
        "current_codemaker",
        CellGroup(
            b.hidden(1, 3), lambda *_: _maker(b), cell_format={}, has_defined_name=True
        ),
    )
    yield (
        "marks_wanted",
        CellGroup(b.hidden(1, 4), lambda *_: _marks_wanted(b), cell_format={}),
    )
    yield (
        "next_wanted",
        CellGroup(
            b.hidden(1, 5),
            lambda *_: says(b.reference("show_next_guess"), "Yes"),
            cell_format={},
        ),
    )
    yield (
        "cache_is_current",
        CellGroup(
            b.hidden(1, 0),
            lambda *_: _is_noted(b),
            cell_format={},
            has_defined_name=True,
        ),
    )
    yield (
        "is_revealed",
        CellGroup(
            b.hidden(1, 6),
            lambda *_: _is_revealed(b),
            cell_format={},
            has_defined_name=True,
        ),
    )
    # What is noted of a game, and the number of the game for which it counts.
    column = b.first_peg_column - 1
    noted = {
        "cached_reveal": b.cell_range(0, b.feedback_column),
        "is_in_scores": b.cell_range(0, column),
    }
    for name, cell_range in noted.items():
        yield (
            name,
            CellGroup(
                b.cache_columns(cell_range),
                values=[],
                cell_format=CACHED_VALUE,
                has_defined_name=True,
            ),
        )
    number = b.cache_columns(b.cell_range(1, column))
    yield (
        "cached_game_number",
        CellGroup(
            number,
            values=[[b.board.number]],
            cell_format=CACHED_VALUE,
            has_defined_name=True,
        ),
    )
    game = b.cache_columns(b.cell_range(0, 0))
    yield (
        "game",
        CellGroup(
            game,
            values=[[str(b.rules)]],
            cell_format=HIDDEN_VALUE,
            has_defined_name=True,
        ),
    )


def _number_steps(b: BoardLayout) -> list[str]:
    """Return the steps from what is typed to the number of the game."""
    cells = [b.number_steps.column(step).address for step in range(TYPED_STEPS)]
    return typed_number_steps(b.reference("game_number"), cells)


def _is_own(b: BoardLayout) -> str:
    """Return whether a code, right or wrong, is typed in place of the number."""
    typed = without_spaces(b.reference("game_number"))
    begins = [f'LEFT({typed},1)="{OWN_CODE_ASTERISK}"']
    begins += [
        f'{capitals(f"LEFT({typed},{len(OWN_CODE_WORD)})")}="{OWN_CODE_WORD.upper()}"'
    ]
    return f"IFERROR(OR({','.join(begins)}),FALSE)"


def _own_code(b: BoardLayout) -> str:
    """Return the code that is typed in place of the number, or nothing."""
    typed, begin = (
        without_spaces(b.reference("game_number")),
        own_code_prefix(b.rules).strip(),
    )
    word = capitals(f"MID({typed},{len(begin) + 1},99)")
    begins = f'{capitals(f"LEFT({typed},{len(begin)})")}="{begin.upper()}"'
    is_right = f"AND({begins},{is_code(b.rules, word)})"
    return f'IFERROR(IF({is_right},{word},""),"")'


def _number(b: BoardLayout) -> str:
    """Return the number of the game, own and a code, or nothing if it is neither."""
    number, own = b.typed_number.absolute_address, b.own_code.absolute_address
    is_one = f"{number}>=1,{number}<={LARGEST_NUMBER},INT({number})={number}"
    one = f'IFERROR(IF(AND(ISNUMBER({number}),{is_one}),{number},""),"")'
    return f'IF({own}="",{one},"{OWN_CODE_WORD} "&{own})'


def _next_number(b: BoardLayout) -> str:
    """Return a number for the next game: never that of a day, which has its date."""
    number = b.number.absolute_address
    month, day = f"MOD(INT({number}/100),100)", f"MOD({number},100)"
    of_day = f"{number}>={FIRST_DAY - 1},{number}<10^8,{month}>0,{month}<13,{day}<32"
    after_day = f"IF(AND({of_day}),MOD({number},10000),{number})+1"
    after = f"IF({number}={LARGEST_NUMBER},1,{after_day})"
    is_numbered = (
        f'AND(ISNUMBER({number}),{b.current_codemaker.absolute_address}="{COMPUTER}")'
    )
    return f'IF({is_numbered},{as_formula(NEXT_GAME, number=after)},"")'


def _marks_wanted(b: BoardLayout) -> str:
    """Return whether codes are to be crossed out, or shown."""
    return (
        says(b.reference("show_marks"), "Yes") if "show_marks" in b.groups else "FALSE"
    )


def _maker(b: BoardLayout) -> str:
    """Return the codemaker: the computer, unless the cell names another one."""
    maker = f'"{COMPUTER}"'
    for other in (CHEATS, SOMEBODY_ELSE):
        maker = f'IF({says(b.reference("codemaker"), other)},"{other}",{maker})'
    return maker


def is_yours(b: BoardLayout) -> str:
    """Return whether somebody else hides the code."""
    return f'{b.current_codemaker.absolute_address}="{SOMEBODY_ELSE}"'


def is_revealed(b: BoardLayout) -> str:
    """Return whether the code was asked for, where somebody else does not hide it."""
    return f"AND({b.is_revealed.absolute_address},NOT({is_yours(b)}))"


def _is_noted(b: BoardLayout) -> str:
    """Return whether the notes are of the game with this number."""
    same = f'{b.cached_game_number.absolute_address}&""={b.number.absolute_address}&""'
    return f"IFERROR({same},FALSE)"


def _is_revealed(b: BoardLayout) -> str:
    """Return whether the code of this game was asked for."""
    noted = f'AND({b.cached_reveal.absolute_address}="{CODE_REVEALED}",{b.cache_is_current.absolute_address})'
    if not b.is_plain:
        return noted
    key, chosen = (
        b.reveal_choices.column(1).absolute_address,
        as_typed_number(b.reference("reveal")),
    )
    return f'OR({noted},IFERROR(AND({key}<>"",{chosen}&""={key}&""),FALSE))'


def first_guess_is_wrong(b: BoardLayout) -> str:
    """Return whether what is typed for the solver's first guess is no code."""
    typed = b.solver.column(1).absolute_address
    word = capitals(f'SUBSTITUTE({typed}," ","")')
    return f'IFERROR(AND({word}<>"",NOT({is_code(b.rules, word)})),TRUE)'


def strategy_name(b: BoardLayout) -> str:
    """Return the name of the strategy as it is written everywhere."""
    typed = f'TRIM(SUBSTITUTE({b.solver.column(0).absolute_address},"-"," "))'
    name = f"UPPER(LEFT({typed}))&MID({typed},2,99)"
    return f'IF({typed}="","{strategy_label(DEFAULT_STRATEGY)}",{name})'

"""
The column of games: each entry is read as a guess, or as the start of a game.

After a win, or after the last attempt, the next guess begins the next game. Formulas
carry the game from row to row, so that no answer above an entry depends on it.
"""

from typing import Final

from xl_mastermind.game.game_column import NEXT_GAME_WORDS
from xl_mastermind.game.numbers import MAX_NUMBER, half_sizes
from xl_mastermind.game.symbols import PARTIAL_GUESS_MARK
from xl_mastermind.sheets import formats
from xl_mastermind.sheets.board.formulas import (
    DIGITS,
    are_digits,
    first_that_holds,
    next_number,
    normalize_symbols,
    row_numbers,
    typed_code,
)
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.settings import CODE_IS_ELSEWHERE, COMPUTER_HIDES_CODE
from xl_mastermind.sheets.cell_group import CellGroup, CellGroups, Formula
from xl_mastermind.sheets.number_steps import STEP_COUNT, number_steps, peg_symbol

_NEXT_NUMBER, _TYPED_NUMBER, _TYPED_CODE, _NEXT_GUESS = range(1, 5)
"""How a game begins: by a word, a number, a code, or its first guess; 0 for none."""

_HAS_SIGN: Final = 'EXACT(LEFT([@words]),"#")'

START_TEST: Final = f"MOD([@begins],{_NEXT_GUESS})>0"
"""Whether an entry begins a game, and is no guess."""

WRONG_ENTRY_TEST: Final = (
    'AND([@words]<>"",[@entry_attempts]=0,[@begins]=0,'
    "OR([is_partial]=0,ROW([@words])<ROW([first words])+[last_entry]-1))"
)
"""Whether an entry is neither an attempt, complete or not, nor begins a game."""

_WON: Final = 100
"""The number of turns of a game that is won: more than any limit."""


def game_column(layout: BoardLayout) -> CellGroups:
    """Return the game and the attempt of each entry, and the current game."""
    groups: CellGroups = {}
    entries = layout.hidden_entry_columns
    groups["typed_codes"] = layout.hidden_entries(
        typed_code(layout.rules, "[@words]"), cell_format=formats.HIDDEN_FORMULA
    )
    groups["typed_digits"] = layout.hidden_entries(_typed_digits())
    groups["typed_numbers"] = layout.hidden_entries(_typed_number("[@typed_digits]"))
    firsts = {
        "turns": "0",
        "game_numbers": "[first_number]",
        "next_numbers": "[first_next_number]",
        "typed_game_codes": "[column_code]",
        "keys": "100",
    }
    above = {name: f"[above {name}]" for name in firsts}
    for name, formulas in _carried(layout).items():
        groups[name] = CellGroup(
            entries(),
            row_formulas=[
                formula.format(**(above if row else firsts))
                for row, formula in enumerate(formulas)
            ],
            cell_format=formats.HIDDEN_FORMULA if name == "typed_game_codes" else None,
        )
    return groups | _entry_codes(layout) | _current_game(layout)


def _carried(layout: BoardLayout) -> dict[str, list[str]]:
    """Return formulas by row, with values of the row above in braces."""
    limit, next_game = layout.attempts, next_number("[@game_numbers]")
    attempt = f"AND([@is_code],{{turns}}<{limit},MOD({{keys}},100)<{limit})"
    number = f"IF([@begins]={_TYPED_NUMBER},[@typed_numbers],{{next_numbers}})"
    code = f'IF([@begins]={_TYPED_CODE},[@typed_codes],"")'
    first = f"100*INT({{keys}}/100)+100+IF([@begins]={_NEXT_GUESS},1,0)"
    turn = f"IF([@feedback_pegs.black]={layout.rules.pegs},{_WON},1)"
    kept = f"OR([@begins]=0,[@begins]={_TYPED_CODE})"
    formulas = {
        "game_numbers": f"IF({kept},{{game_numbers}},{number})",
        "next_numbers": f'IF(ISNUMBER([@game_numbers]),{next_game},"")',
        "typed_game_codes": f"IF([@begins]=0,{{typed_game_codes}},{code})",
        "keys": f"IF([@begins]=0,{{keys}}+IF({attempt},1,0),{first})",
        "entry_attempts": "IF(AND([@is_code],[@keys]<>{keys}),MOD([@keys],100),0)",
        "turns": f"IF([@begins]>0,0,{{turns}})+IF([@has_feedback],{turn},0)",
    }
    rows = range(layout.entry_count)
    begins = [_begins(layout, row) for row in rows]
    return {"begins": begins} | {
        name: [formula] * len(rows) for name, formula in formulas.items()
    }


def next_game_test(word: str) -> Formula:
    """Return whether the word of an entry begins the next game."""
    tests = ",".join(f'{word}="{each.upper()}"' for each in NEXT_GAME_WORDS)
    return f"OR({tests})"


def _typed_digits() -> Formula:
    """Return an entry that is no guess without its #, with ASCII digits."""
    no_number = (
        f'OR([@words]="",[@is_code],'
        f'IFERROR(FIND("{PARTIAL_GUESS_MARK}",[@guess_input]),0)>0)'
    )
    digits = normalize_symbols(f"MID([@words],1+{_HAS_SIGN},99)", DIGITS)
    return f'IF({no_number},"",{digits})'


def _typed_number(digits: str) -> Formula:
    """Return the number of at most 15 digits, as in a game number, or nothing."""
    number = f"VALUE({digits})"
    limits = f"LEN({digits})<16,{number}>0,{number}<={MAX_NUMBER}"
    is_number = f"AND({are_digits(digits)},{limits})"
    return f'IFERROR(IF({is_number},{number},""),"")'


def _begins(layout: BoardLayout, row: int) -> Formula:
    """Return how a game begins with the entry of a row, or 0."""
    rules, rows_left = layout.rules, layout.entry_count - row
    if rows_left < layout.attempts:  # Too few rows are left for all attempts.
        return "0"
    is_over = f"{{turns}}>={layout.attempts}"
    known_test = _known_test("{game_numbers}")
    guess = f"IF(AND({is_over},{known_test}),{_NEXT_GUESS},0)"
    if rows_left == layout.attempts:
        return f"IF([@is_code],{guess},0)"
    # A number with as many digits as a code may be a wrong guess.
    is_other = f"AND({is_over},LEN([@words])<>{rules.pegs})"
    if not rules.symbols.isdigit():
        is_other = is_over
    is_number = f"OR({_HAS_SIGN},[@typed_numbers]={{next_numbers}},{is_other})"
    cases = (
        ('[@words]=""', "0"),
        ("[@is_code]", guess),
        ('[@typed_codes]<>""', str(_TYPED_CODE)),
        (
            next_game_test("[@words]"),
            f"IF(ISNUMBER({{game_numbers}}),{_NEXT_NUMBER},0)",
        ),
        ('[@typed_numbers]=""', "0"),
    )
    return first_that_holds(cases, f"IF({is_number},{_TYPED_NUMBER},0)")


def _known_test(number: str) -> str:
    """Return whether a guess can begin the game after that of a number."""
    return f"OR(ISNUMBER({number}),NOT({COMPUTER_HIDES_CODE}))"


def _entry_codes(layout: BoardLayout) -> CellGroups:
    """Return the code of each row's game, the steps from its number, and lost codes."""
    groups: CellGroups = {}
    rules, entries = layout.rules, layout.hidden_entry_columns
    pegs = rules.pegs
    lefts, rights = half_sizes(rules.radices)
    cells = [f"[@entry_steps.{step}]" for step in range(1, STEP_COUNT + 1)]
    number = 'IF([@typed_game_codes]="",N([@game_numbers]),0)'
    first, *steps = number_steps(number, cells, lefts, rights, rules.code_count)
    groups["entry_steps"] = CellGroup(
        entries(STEP_COUNT),
        column_formulas=[first, *(f"IF({cells[0]}=0,0,{step})" for step in steps)],
        cell_format=formats.HIDDEN_FORMULA,
    )
    symbols = [f'"{rules.symbols.upper()}"'] * pegs
    if rules.distinct:
        symbols = [f"[@entry_symbols.{peg}]" for peg in range(1, pegs + 1)]
    drawn = [
        peg_symbol(rules, peg, "entry_steps", symbol)
        for peg, symbol in enumerate(symbols, 1)
    ]
    if rules.distinct:
        groups["entry_symbols"] = CellGroup(
            entries(pegs),
            column_formulas=[
                f'"{rules.symbols.upper()}"',
                *(
                    f'SUBSTITUTE({symbols[peg]},{drawn[peg]},"")'
                    for peg in range(pegs - 1)
                ),
            ],
            cell_format=formats.HIDDEN_FORMULA,
        )
    code = f"IF({cells[0]}=0,[@typed_game_codes],{'&'.join(drawn)})"
    # An entry may give up a game that has had an attempt.
    test = (
        f"AND({START_TEST},MOD([above keys],100)>0,[above turns]<{layout.attempts},"
        f"{COMPUTER_HIDES_CODE})"
    )
    given_up = f'IF({test},[above entry_codes],"")'
    hidden = formats.HIDDEN_FORMULA
    groups["entry_codes"] = layout.hidden_entries(code, cell_format=hidden)
    groups["given_up_codes"] = layout.hidden_entries(given_up, '""', hidden)
    return groups


def _current_game(layout: BoardLayout) -> CellGroups:
    groups: CellGroups = {}
    limit = layout.attempts
    known_test = _known_test("[last game_numbers]")
    open_row = "[last_entry]+1-[is_partial]"
    waits = "IF([next_attempt]>0,INDEX([attempt_rows],[next_attempt]),0)"
    full_test = f"[last_entry]-[is_partial]>={layout.entry_count}"
    closed_test = f"OR({full_test},AND([is_ended],NOT([goes_on])))"
    stopped_test = f"AND({CODE_IS_ELSEWHERE},[first_unused_marks]>0)"
    next_row = f"IF({waits}>0,{waits},[open_row])"
    for name, formula in (
        ("game_index", "INT([last keys]/100)"),
        ("last_entry", f'SUMPRODUCT(MAX(([words]<>"")*({row_numbers("words")})))'),
        ("is_partial", _is_partial(layout)),
        ("is_ended", f"[last turns]>={limit}"),
        # `has_room`: another game has enough rows below the last entry.
        ("has_room", f"{layout.entry_count}-[last_entry]>={limit}"),
        # `goes_on`: the next guess begins the next game.
        ("goes_on", f"AND([is_ended],[has_room],{known_test})"),
        # `open_row` is the row for the next guess, or 0; `next_row` may wait for marks.
        ("open_row", f"IF({closed_test},0,{open_row})"),
        ("next_row", f"IF({stopped_test},[first_unused_marks],{next_row})"),
    ):
        groups[name] = layout.hidden_cell(formula)
    key = "IF([@entry_attempts]*(INT([@keys]/100)=[game_index])>0,[@entry_attempts],0)"
    groups["current_attempts"] = layout.hidden_entries(key)
    return groups


def _is_partial(layout: BoardLayout) -> Formula:
    """Return 1 if the last entry is the beginning of a guess, else 0."""
    typed = "INDEX([guess_anchor],[last_entry]+2)"
    is_short = f"LEN(INDEX([words],[last_entry]))<{layout.rules.pegs}"
    has_mark = f'ISNUMBER(FIND("{PARTIAL_GUESS_MARK}",{typed}))'
    return f"IF([last_entry]=0,0,IF(AND({is_short},{has_mark}),1,0))"

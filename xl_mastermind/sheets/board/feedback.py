"""The feedback to each guess: input and computed marks, pegs, candidates, cost."""

from dataclasses import replace
from typing import Final

from xl_mastermind.game.game_key import OWN_CODE_WORD, own_code_prefix
from xl_mastermind.game.rules import UNKNOWN_SYMBOL
from xl_mastermind.presentation import messages, palette
from xl_mastermind.sheets import formats
from xl_mastermind.sheets.board import formulas as board_formulas
from xl_mastermind.sheets.board.edition_panel import edition_sentences, with_python
from xl_mastermind.sheets.board.game_column import (
    START_TEST,
    next_game_test,
    typed_code_test,
)
from xl_mastermind.sheets.board.layout import FEEDBACK_COLUMNS, BoardLayout
from xl_mastermind.sheets.board.settings import (
    CODE_IS_ELSEWHERE,
    CODE_IS_SHOWN,
    CODE_THEIRS,
    CODEMAKER_CHEATS,
)
from xl_mastermind.sheets.cell_group import CellGroup, CellGroups, Formula

ARROW: Final = "►"
"""Points at the next attempt."""

STAR: Final = "★"
"""Before the number of the attempt that found the code."""

NO_PEG: Final = "none"
"""Feedback without a peg."""

RIGHT_INDENT: Final[formats.CellFormat] = formats.RIGHT_ALIGNMENT | {"indent": 1}
COLUMN_HEAD: Final[formats.CellFormat] = (
    formats.CARD | formats.SMALL_TEXT | formats.HAIRLINE | {"valign": "bottom"}
)
ROW_LINE: Final = formats.CARD | formats.HAIRLINE

_COST: Final = formats.RIGHT_ALIGNMENT | {"num_format": '+0.00_);-0.00_);"best"_);@_)'}
"""With a space of a bracket's width, since LibreOffice indents right sides unevenly."""

NEXT_TEST: Final = Formula(f'LEFT([@numbers])="{ARROW}"')
"""Whether an arrow points at an attempt."""

WINNING_ROW: Final = formats.ConditionalFormat(
    f'LEFT([@numbers])="{STAR}"', formats.ACCENT
)
"""The format of the attempt that found the code."""

_WIN_TEST: Final = Formula("OR([@current_attempts]=0,[won]>0)")
"""Whether an all black entry is a win: not if other marks contradict it."""


COUNTED_TURN_TEST: Final = Formula("AND([@is_turn],OR([won]=0,[above #]<[won]))")
"""Whether an attempt is a turn up to the one that found the code."""

TURNS: Final = Formula("[turn_codes],[attempt_feedback]")
_TURNS_UNTIL: Final = "[until turn_codes],[until attempt_feedback]"
"""
The arguments guesses and feedback of the worksheet functions.

They change with the feedback only, so no function is computed for a partial guess.
"""

_LATEST_TEST: Final = Formula(
    'AND([@feedback_pegs.black]&[@feedback_pegs.white]<>"",'
    '[below feedback_pegs.black]&[below feedback_pegs.white]="")'
)
"""Whether an attempt has feedback, and the one below it has none."""

_SURPLUS: Final = (
    'IF(ISNUMBER([@computed_feedback.black]),"",[@computed_feedback.black]&"")'
)
"""The next symbol of a guess that is too long."""

_SURPLUS_FORMAT: Final = formats.ConditionalFormat(
    f'AND([@words]<>"",[@feedback_symbols]<>"",NOT([@has_feedback]),NOT({START_TEST}),'
    f"NOT({NEXT_TEST}))",
    formats.STRIKEOUT,
)

_GAME_LABEL: Final = board_formulas.first_that_holds(
    (
        (CODE_IS_ELSEWHERE, '""'),
        (
            "AND([@begins]>0,[@keys]<100*[game_index])",
            f'IF([@typed_game_codes]="","game "&[@game_numbers],"{messages.OWN_CODE}")',
        ),
        ("AND([next_row]=[#],[goes_on])", '"game "&[last next_numbers]'),
    ),
    '""',
)
"""The game that a row begins, unless it is the current one, whose name is large."""

_MUTED: Final[formats.CellFormat] = {"font_color": palette.MUTED_INK}
GAME_LABEL_FORMAT: Final = ROW_LINE | formats.SMALL_TEXT | formats.CENTRE_ALIGNMENT

_USER_ENTERS_MARKS: Final = f'[code_status]="{CODE_THEIRS}"'

_WRONG_MARKS_TEST: Final = Formula(
    f'AND({_USER_ENTERS_MARKS},OR([@unused_marks]<>"",AND(NOT([@has_feedback]),'
    '[@feedback_pegs.black]&[@feedback_pegs.white]<>"")))'
)

_INPUT_FORMATS: Final = (
    formats.ConditionalFormat(_WRONG_MARKS_TEST, formats.INVALID_INPUT),
    formats.ConditionalFormat(
        f"AND({_USER_ENTERS_MARKS},{NEXT_TEST})", {"bg_color": palette.GLOW}
    ),
    formats.ConditionalFormat(_USER_ENTERS_MARKS, {"bg_color": palette.WHITE}),
)


def drawn_pegs(peg: str, mark: str) -> Formula:
    """Return a formula: as many pegs as a mark counts, or one with a question mark."""
    unknown = peg.replace(peg[0], peg[0] + UNKNOWN_SYMBOL)
    return Formula(f'IF({mark}="{UNKNOWN_SYMBOL}","{unknown}",REPT("{peg}",N({mark})))')


_PEGS: Final = (
    f"TRIM({drawn_pegs('● ', '[@feedback_pegs.black]')}"
    f"&{drawn_pegs('○ ', '[@feedback_pegs.white]')})"
)


def feedback(layout: BoardLayout) -> CellGroups:
    """Return the cells beside the guesses, from left to right."""
    groups: CellGroups = {}
    left, row = layout.feedback_column, layout.first_attempt_row - 1
    small = formats.SMALL_TEXT | {"font_size": 11}
    # Files lose ordinary blanks at the end of a text.
    gap = board_formulas.NO_BREAK_SPACE * 2
    star_test = f"AND([@feedback_pegs.black]={layout.rules.pegs},{_WIN_TEST})"
    sign = f'IF([next_row]=[#],"{ARROW}",IF({star_test},"{STAR}",""))'
    # Rows below the open one have the numbers of the attempts to come.
    after = "([attempts_before]+[#]-[open_row]+1)"
    coming = f"AND([open_row]>0,[#]>=[open_row],{after}<={layout.attempts})"
    number = f'IF([@entry_attempts]>0,[@entry_attempts],IF({coming},{after},""))'
    before = f"IF({CODE_IS_SHOWN},{layout.attempts},MOD([last keys],100))"
    groups["attempts_before"] = CellGroup(
        layout.hidden_range(), f"IF([is_ended],0,{before})"
    )
    groups["numbers"] = CellGroup(
        layout.entry_columns(layout.first_peg_column - 2),
        f'{sign}&"{gap}"&{number}',
        cell_format=formats.CARD | small | RIGHT_INDENT,
        conditional_formats=[
            formats.ConditionalFormat(NEXT_TEST, formats.ACCENT),
            WINNING_ROW,
        ],
    )
    groups["computed_feedback"] = CellGroup(
        layout.hidden_entry_columns(2),
        column_formulas=_computed_marks(layout),
        column_names=FEEDBACK_COLUMNS,
        has_defined_name=True,
    )
    groups["pegs_head"] = CellGroup.from_text(
        layout.cell_range(row, left), "Answer", COLUMN_HEAD | {"indent": 1}
    )
    faint = formats.ConditionalFormat(
        f'[@feedback_symbols]="{NO_PEG}"', {"font_color": palette.FAINT_INK}
    )
    groups["feedback_symbols"] = CellGroup(
        layout.entry_columns(left),
        board_formulas.first_that_holds(
            (
                ("[@has_feedback]", f'IF({_PEGS}="","{NO_PEG}",{_PEGS})'),
                (START_TEST, f'IF({CODE_IS_ELSEWHERE},"Next game","")'),
                ("[next_row]<>[#]", _SURPLUS),
            ),
            '""',
        ),
        ROW_LINE | {"font_size": layout.peg_font_size, "indent": 1},
        conditional_formats=[
            faint,
            _SURPLUS_FORMAT,
            WINNING_ROW,
        ],
    )
    groups |= _feedback_input(layout) | _codes_left(layout)
    return groups | _hidden_columns(layout)


def _feedback_input(layout: BoardLayout) -> CellGroups:
    groups: CellGroups = {}
    left, row = layout.feedback_column + 1, layout.first_attempt_row - 1
    width = layout.input_mark_count
    # Without a font colour LibreOffice uses that of the default style.
    hidden = formats.HIDDEN_VALUE | {"font_color": palette.MUTED_INK}
    # The heads have the gap between white cells too, because Calc interrupts the line.
    gap = {"left": 2, "left_color": palette.PAPER}
    groups["marks_heads"] = CellGroup(
        layout.cell_range(row, left, width=width),
        values=[[*"●○"[:width]]],
        cell_format=COLUMN_HEAD | formats.CENTRE_ALIGNMENT | gap,
        conditional_formats=[
            formats.ConditionalFormat(f"NOT({_USER_ENTERS_MARKS})", hidden)
        ],
    )
    # A game number that is typed here by mistake shrinks, instead of becoming ###.
    shrunk = formats.CENTRE_ALIGNMENT | {"font_size": 12, "shrink": True}
    input_group = CellGroup(
        layout.entry_columns(left, width),
        values=[],
        cell_format=ROW_LINE | gap | formats.INPUT | formats.GENERAL_NUMBER | shrunk,
        conditional_formats=_INPUT_FORMATS,
        column_names=layout.mark_names,
    )
    return groups | layout.input_groups("feedback", input_group, 1)


def _codes_left(layout: BoardLayout) -> CellGroups:
    """Return the number of candidates after each attempt, and the cost of the guess."""
    groups: CellGroups = {}
    left, row = layout.feedback_column + 3, layout.first_attempt_row - 1
    head = '"Codes left"'
    if not layout.has_code_list:  # Only Python counts the codes then.
        head = f'IF(COUNT([candidate_counts])=0,"",{head})'
    groups["candidate_count_head"] = CellGroup(
        layout.cell_range(row, left), head, COLUMN_HEAD | RIGHT_INDENT
    )
    count: str = with_python(
        layout, f"INDEX(CANDIDATES_LEFT({_TURNS_UNTIL},[game]),[#])"
    )
    if layout.has_code_list:
        groups["entry_counts"] = CellGroup(
            layout.hidden_entry_columns(),
            f'IF([@has_feedback],{_listed_candidates(layout)},"")',
        )
        count = "INDEX([entry_counts],[@attempt_rows])"
    groups["game_labels"] = CellGroup(layout.hidden_entry_columns(), _GAME_LABEL)
    groups["candidate_counts"] = CellGroup(
        layout.hidden_attempt_columns(), f'IF([@is_turn],{count},"")'
    )
    # Only a code list can count the codes left in finished games.
    counts = "[@entry_counts]"
    if not layout.has_code_list:
        current_count = "INDEX([candidate_counts],[@current_attempts])"
        counts = f"IF([@current_attempts]=0,[@game_labels],{current_count})"
    groups["codes_left"] = CellGroup(
        layout.entry_columns(left),
        counts,
        ROW_LINE | RIGHT_INDENT | {"num_format": "#,##0", "font_size": 10},
        conditional_formats=[
            formats.ConditionalFormat("[@current_attempts]=0", _MUTED),
            WINNING_ROW,
            formats.ConditionalFormat("[@codes_left]=1", formats.ACCENT),
            formats.ConditionalFormat(_LATEST_TEST, {"bold": True}),
        ],
        has_defined_name=True,
    )
    if not layout.has_code_list:
        return groups
    if not layout.has_luck:
        groups["visible_labels"] = CellGroup(
            layout.entry_columns(left + 2), "[@game_labels]", GAME_LABEL_FORMAT
        )
    right = layout.feedback_margin_column - 1
    costs = layout.entry_columns(right)
    cached_costs = layout.hidden_attempt_columns()
    groups["cached_costs"] = layout.cached_group(replace(cached_costs, top=row))
    groups["cached_guess_costs"] = CellGroup(cached_costs)
    head, cost = (
        f'IF(OR([won],[lost]),{board_formulas.if_current(cell)},"")'
        for cell in (
            "[first cached_costs]",
            layout.of_current_game("cached_guess_costs"),
        )
    )
    groups["cost_head"] = CellGroup(
        layout.cell_range(row, right), head, COLUMN_HEAD | _COST
    )
    groups["costs"] = CellGroup(
        costs,
        cost,
        ROW_LINE | _COST,
        conditional_formats=[WINNING_ROW],
        has_defined_name=True,
    )
    return groups


def _hidden_columns(layout: BoardLayout) -> CellGroups:
    """
    Return the hidden columns of valid feedback.

    They contain input marks once these are complete, and no partial guess.
    """
    groups: CellGroups = {}
    columns, entries = layout.hidden_attempt_columns, layout.hidden_entry_columns
    white = "" if layout.rules.black_only else _valid_mark(layout, "white")
    groups["feedback_pegs"] = CellGroup(
        entries(2),
        column_formulas=[_valid_mark(layout, "black"), white],
        column_names=FEEDBACK_COLUMNS,
        has_defined_name=True,
    )
    marks = 'IF([@attempt_rows]=0,"",INDEX([feedback_pegs.@],[@attempt_rows]))'
    groups["attempt_feedback"] = CellGroup(
        columns(2),
        column_formulas=[marks, "" if layout.rules.black_only else marks],
        column_names=FEEDBACK_COLUMNS,
    )
    if not layout.has_code_list:
        marks = '[@attempt_feedback.black]&""&[@attempt_feedback.white]'
        code = f'IF({marks}="","",[@attempt_words])'
        groups["turn_codes"] = CellGroup(columns(), code)
    groups["has_feedback"] = CellGroup(entries(), _feedback_test(layout))
    groups["is_turn"] = CellGroup(
        columns(), "IF([@attempt_rows]=0,FALSE,INDEX([has_feedback],[@attempt_rows]))"
    )
    groups["entry_error"] = CellGroup(layout.hidden_range(), _entry_error(layout))
    groups["errors"] = CellGroup(
        columns(),
        row_formulas=[
            _mark_error(layout, str(number)) for number in range(1, layout.attempts + 1)
        ],
    )
    # Marks are unused beside a blank cell, or if the computer is the codemaker.
    marks = '&" "&'.join(f"[@feedback_input.{mark}]" for mark in layout.mark_names)
    # `words` would be circular here, because a hint depends on the marks above it.
    counts = f'AND({CODE_IS_ELSEWHERE},[@typed_words]<>"")'
    groups["unused_marks"] = CellGroup(
        entries(), f'IF({counts},"",IFERROR(TRIM({marks}),"#"))'
    )
    height = layout.entry_count
    first = board_formulas.first_row("unused_marks", height, '([unused_marks]<>"")')
    groups["first_unused_marks"] = CellGroup(
        layout.hidden_range(), f"MOD({first},{height + 1})"
    )
    # A button stores the strategy, its guess and the game's key. The strategy counts
    # while the row contains that guess of that game.
    groups["guess_source"] = layout.cached_group(entries())
    key = f'"{OWN_CODE_WORD} "&[@typed_game_codes]'
    key = f'IF([@typed_game_codes]="",[@game_numbers],{key})'
    end = f'(" "&[@words]&" #"&{key})'
    solver = "LEFT([@guess_source],LEN([@guess_source])-LEN({end}))"
    solver = f'IF(RIGHT([@guess_source],LEN({end}))={end},{solver.format(end=end)},"")'
    if layout.has_code_list:
        solver = f'IF([@hint_sources]="",{solver},[@hint_sources])'
    groups["guess_solvers"] = CellGroup(
        entries(), f'IF([@entry_attempts]>0,{solver},"")'
    )
    groups["attempt_solvers"] = CellGroup(
        columns(), 'IF([@attempt_rows]=0,"",INDEX([guess_solvers],[@attempt_rows]))'
    )
    return groups


def _computed_marks(layout: BoardLayout) -> list[str]:
    """
    Return the computer's black and white pegs, also if it cheats.

    A guess that is too long has its next symbol in place of black pegs.
    """
    pegs = layout.rules.pegs
    # Tiles may show the next guess, which depends on marks: reading them is circular.
    word = "[@words]"
    surplus = f'MID({word},{pegs + 1},1)&IF(LEN({word})>{pegs + 1},"…","")'
    no_guess = f"OR({START_TEST},{typed_code_test(layout.rules)})"
    surplus = f'IF({no_guess},"",{surplus})'
    count = board_formulas.black_count("[@entry_codes]", "[@words]", pegs)
    black = _computed_mark(layout, "black", count, surplus)
    if layout.rules.black_only:
        return [black, ""]
    symbols = layout.rules.symbols.upper()
    count = board_formulas.common_count("[@entry_codes]", "[@words]", symbols)
    white = f"{count}-[@computed_feedback.black]"
    return [black, _computed_mark(layout, "white", white, '""')]


def _computed_mark(
    layout: BoardLayout, mark: str, count: str, otherwise: str
) -> Formula:
    """Return a mark of the computer; `otherwise` beside an impossible guess."""
    cases = [
        ("[@entry_attempts]=0", otherwise),
        (CODE_IS_ELSEWHERE, '""'),
        ('[@entry_codes]=""', '""'),
    ]
    if layout.has_code_list:
        base = board_formulas.feedback_base(layout.rules)
        operation = "INT([@cheat_numbers]/{})", "MOD([@cheat_numbers],{})"
        cheat = operation[FEEDBACK_COLUMNS.index(mark)].format(base)
        cases.insert(2, (CODEMAKER_CHEATS, cheat))
    return board_formulas.first_that_holds(cases, count)


def _valid_mark(layout: BoardLayout, mark: str) -> Formula:
    """Return a valid mark: the computer's, or the input of a user."""
    complete = ",".join(f'[@feedback_input.{each}]<>""' for each in layout.mark_names)
    entered: str = board_formulas.input_number(f"[@feedback_input.{mark}]")
    if mark == "white":  # After a win an unknown number of white pegs is 0.
        win_test = f"[@feedback_pegs.black]={layout.rules.pegs}"
        entered = f'IF(AND({win_test},{entered}="{UNKNOWN_SYMBOL}"),0,{entered})'
    entered = f'IF([first_unused_marks]>0,"",IF(AND({complete}),{entered},""))'
    counts = f"IF({CODE_IS_ELSEWHERE},{entered},[@computed_feedback.{mark}])"
    return Formula(f'IFERROR(IF([@entry_attempts]>0,{counts},""),"#")')


def feedback_in_words(layout: BoardLayout, attempt: str, group: str) -> Formula:
    """Return the feedback of `group` to an attempt in words."""
    # The board for children has simpler words.
    right, other = "black", "white"
    if layout.is_for_children:
        right, other = "in the right place", "in another"
    words = f'INDEX([{group}.black],{attempt})&" {right}'
    if not layout.rules.black_only:
        words += f', "&INDEX([{group}.white],{attempt})&" {other}'
    return Formula(f'{words}"')


def _feedback_test(layout: BoardLayout) -> Formula:
    pegs = layout.rules.pegs
    marks = [f"[@feedback_pegs.{name}]" for name in layout.mark_names]
    tests = [
        f'OR(ISNUMBER({mark}),{mark}="{UNKNOWN_SYMBOL}"),INT(N({mark}))=N({mark}),N({mark})>=0'
        for mark in marks
    ]
    tests.append("+".join(f"N({mark})" for mark in marks) + f"<={pegs}")
    if not layout.rules.black_only:
        tests.append(
            f"OR([@feedback_pegs.black]<>{pegs - 1},[@feedback_pegs.white]<>1)"
        )
    return Formula(f"IFERROR(AND({','.join(tests)}),FALSE)")


def _entry_error(layout: BoardLayout) -> Formula:
    rules = layout.rules
    word, number = (
        f"INDEX([{name}],[last_entry])" for name in ("words", "typed_numbers")
    )
    wanted = board_formulas.as_formula(
        messages.GUESS_WANTED,
        attempt='IF([is_ended],"Next game","Attempt "&(MOD([last keys],100)+1))',
        guess=f'"{messages.guess_in_words(rules)}"',
    )
    typed = "INDEX([guess_anchor],[last_entry]+2)"
    # A date is stored as a number.
    is_date = f"IF(ISNUMBER({typed}),{board_formulas.date_test(typed)},FALSE)"
    named = f"IF({is_date},{board_formulas.day_number(typed)},{number})"
    game = board_formulas.as_formula(messages.GAME_BY_NUMBER, number=named)
    locked_test = f'ISNUMBER(FIND("{board_formulas.PASTED_TILE}",{typed}))'
    locked = f'IF({locked_test},"{messages.LOCKED_CELL}","")'
    guess_test = f"AND(LEN({word})={rules.pegs},NOT([is_ended]))"
    hint = f'IF(OR({number}="",{guess_test}),{locked},{game})'
    prefix = own_code_prefix(rules).strip().upper()
    starts_game = (
        f'OR({number}<>"",INDEX([typed_codes],[last_entry])<>"",{next_game_test(word)})'
    )
    right_test = "INDEX([entry_attempts],[last_entry])+INDEX([begins],[last_entry])>0"
    # If no code is left for a hint, the message names the contradiction.
    no_hint = '""' if layout.has_code_list else f'"{messages.HINT_NEEDS_BUTTON}"'
    cases = (
        ("[last_entry]-[is_partial]<=0", '""'),
        (f"OR([is_partial]=1,{right_test})", '""'),
        # A game with all its guesses waits for marks, or has ended.
        ("AND(INDEX([is_code],[last_entry]),NOT([is_ended]))", '""'),
        ("INDEX([is_code],[last_entry])", end_of_column(layout)),
        (f"AND({_full_test(layout)},{starts_game})", end_of_column(layout)),
        (
            f'LEFT({word},{len(prefix)})="{prefix}"',
            f'"{messages.hiding_instructions(rules)}"',
        ),
        ("INDEX([asks_for_hint],[last_entry])", no_hint),
    )
    return board_formulas.first_that_holds(cases, f"{wanted}&{hint}")


def entry_cell(row: str) -> Formula:
    """Return the address of the cell of an entry."""
    top, column = "ROW([first words])-1", "COLUMN([first guess_anchor])"
    return Formula(f"ADDRESS({top}+{row},{column},4)")


def _full_test(layout: BoardLayout) -> str:
    """Return whether too few rows are left below the last entry for another game."""
    return f"{layout.entry_count}-[last_entry]<{layout.attempts}"


def end_of_column(layout: BoardLayout) -> Formula:
    """Return how the next game begins where no guess can begin it."""
    number = "[last next_numbers]"
    full_test = _full_test(layout)
    far_test = f'{full_test},INDEX([words],MAX(1,[last_entry]-1))=""'
    no_room = board_formulas.as_formula(
        messages.NO_ROOM, cell=entry_cell("[last_entry]")
    )
    cases = [
        (f"AND([last_entry]>1,{far_test})", no_room),
        (f"AND({full_test},{CODE_IS_ELSEWHERE})", f'"{messages.CLEAR_MARKS}"'),
        (f'{number}=""', f'"{messages.NUMBER_WANTED}"'),
    ]
    return board_formulas.first_that_holds(
        cases,
        board_formulas.as_formula(edition_sentences(layout).full_column, number=number),
    )


def _mark_error(layout: BoardLayout, attempt: str) -> Formula:
    pegs = layout.rules.pegs
    marks = '&" and "&'.join(
        f'SUBSTITUTE([@attempt_feedback.{mark}],",",".")&" {mark}"'
        for mark in layout.mark_names
    )
    most = f'"{messages.pluralize(pegs, "peg")}"'
    expected = board_formulas.as_formula(
        messages.WRONG_MARKS, attempt=attempt, pegs=most, marks=marks
    )
    impossible = board_formulas.as_formula(
        messages.NO_SUCH_MARKS, attempt=attempt, marks=marks
    )
    dash = board_formulas.as_formula(messages.DASH_AS_MARK, attempt=attempt)
    dash_test = ",".join(f'[@attempt_feedback.{m}]="-"' for m in layout.mark_names)
    return Formula(
        f'IF(OR(NOT({CODE_IS_ELSEWHERE}),[@attempt_feedback.black]&[@attempt_feedback.white]="",[@is_turn]),"",'
        f"IF(OR({dash_test}),{dash},"
        f"IF(AND([@attempt_feedback.black]={pegs - 1},[@attempt_feedback.white]=1),"
        f"{impossible},{expected})))"
    )


def _listed_candidates(layout: BoardLayout) -> Formula:
    """Return how many codes of the list would get the feedback of an entry."""
    codes, number = "[code_list_feedback.#]", "[@feedback_numbers]"
    base = board_formulas.feedback_base(layout.rules)
    count = f'COUNTIF({codes},">=0")'
    if not layout.rules.black_only:
        at_least, above = (
            f'COUNTIF({codes},">="&{base}*([@feedback_pegs.black]+{more}))'
            for more in (0, 1)
        )
        whites = "+".join(
            f"COUNTIF({codes},{base * blacks}+[@feedback_pegs.white])"
            for blacks in range(base)
        )
        count = f"IF(ISNUMBER([@feedback_pegs.white]),{whites},{count})"
        count = f"IF(ISNUMBER([@feedback_pegs.black]),{at_least}-{above},{count})"
    return Formula(f"IF({number}>=0,COUNTIF({codes},{number}),{count})")

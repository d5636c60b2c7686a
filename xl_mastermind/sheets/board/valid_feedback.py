"""The valid feedback to each guess, and errors of entries and marks."""

from xl_mastermind.game.rules import UNKNOWN_SYMBOL
from xl_mastermind.presentation import messages
from xl_mastermind.sheets.board import formulas as board_formulas
from xl_mastermind.sheets.board.edition_panel import full_column_sentence
from xl_mastermind.sheets.board.game_column import next_game_test
from xl_mastermind.sheets.board.layout import FEEDBACK_COLUMNS, BoardLayout
from xl_mastermind.sheets.board.settings import CODE_IS_ELSEWHERE
from xl_mastermind.sheets.cell_group import CellGroup, CellGroups, Formula


def valid_feedback(layout: BoardLayout) -> CellGroups:
    """
    Return the hidden columns of valid feedback.

    They contain input marks once these are complete, and no partial guess.
    """
    return (
        _turns(layout)
        | _errors(layout)
        | _unused_marks(layout)
        | _guess_sources(layout)
    )


def _turns(layout: BoardLayout) -> CellGroups:
    """Return the feedback to each entry, and to each attempt of the current game."""
    groups: CellGroups = {}
    marks = (_valid_mark(layout, mark) for mark in FEEDBACK_COLUMNS)
    groups["feedback_pegs"] = layout.feedback_group(
        layout.hidden_entry_columns(2), *marks
    )
    mark = 'IF([@attempt_rows]=0,"",INDEX([feedback_pegs.@],[@attempt_rows]))'
    groups["attempt_feedback"] = layout.feedback_group(
        layout.hidden_attempt_columns(2), mark, mark
    )
    if not layout.has_code_list:
        both = '[@attempt_feedback.black]&""&[@attempt_feedback.white]'
        code = f'IF({both}="","",[@attempt_words])'
        groups["turn_codes"] = layout.hidden_attempts(code)
    groups["has_feedback"] = layout.hidden_entries(_feedback_test(layout))
    groups["is_turn"] = layout.hidden_attempts(
        "IF([@attempt_rows]=0,FALSE,INDEX([has_feedback],[@attempt_rows]))"
    )
    return groups


def _errors(layout: BoardLayout) -> CellGroups:
    numbers = range(1, layout.attempts + 1)
    return {
        "entry_error": layout.hidden_cell(_entry_error(layout)),
        "errors": CellGroup(
            layout.hidden_attempt_columns(),
            row_formulas=[_mark_error(layout, str(number)) for number in numbers],
        ),
    }


def _unused_marks(layout: BoardLayout) -> CellGroups:
    """Return the marks beside a blank cell, or all if the computer is the codemaker."""
    groups: CellGroups = {}
    marks = '&" "&'.join(f"[@feedback_input.{mark}]" for mark in layout.mark_names)
    # `words` would be circular here, because a hint depends on the marks above it.
    counts = f'AND({CODE_IS_ELSEWHERE},[@typed_words]<>"")'
    groups["unused_marks"] = layout.hidden_entries(
        f'IF({counts},"",IFERROR(TRIM({marks}),"#"))'
    )
    height = layout.entry_count
    first = board_formulas.first_row("unused_marks", height, '([unused_marks]<>"")')
    groups["first_unused_marks"] = layout.hidden_cell(f"MOD({first},{height + 1})")
    return groups


def _guess_sources(layout: BoardLayout) -> CellGroups:
    """
    Return the strategy that made each guess, blank for the player's guesses.

    A button stores the strategy, its guess and the game's key. The strategy counts
    while the row contains that guess of that game.
    """
    groups: CellGroups = {}
    entries = layout.hidden_entry_columns
    groups["guess_source"] = layout.cached_group(entries())
    key = board_formulas.game_key("[@game_numbers]", "[@typed_game_codes]")
    end = f'(" "&[@words]&" #"&{key})'
    solver = f"LEFT([@guess_source],LEN([@guess_source])-LEN({end}))"
    solver = f'IF(RIGHT([@guess_source],LEN({end}))={end},{solver},"")'
    if layout.has_code_list:
        solver = f'IF([@hint_sources]="",{solver},[@hint_sources])'
    groups["guess_solvers"] = CellGroup(
        entries(), f'IF([@entry_attempts]>0,{solver},"")', is_shared=True
    )
    groups["attempt_solvers"] = layout.hidden_attempts(
        'IF([@attempt_rows]=0,"",INDEX([guess_solvers],[@attempt_rows]))'
    )
    return groups


def _valid_mark(layout: BoardLayout, mark: str) -> Formula:
    """Return a valid mark: the computer's, or the input of a user."""
    complete = ",".join(f'[@feedback_input.{each}]<>""' for each in layout.mark_names)
    entered = board_formulas.input_number(f"[@feedback_input.{mark}]")
    if mark == "white":  # After a win an unknown number of white pegs is 0.
        win_test = f"[@feedback_pegs.black]={layout.rules.pegs}"
        entered = f'IF(AND({win_test},{entered}="{UNKNOWN_SYMBOL}"),0,{entered})'
    entered = f'IF([first_unused_marks]>0,"",IF(AND({complete}),{entered},""))'
    counts = f"IF({CODE_IS_ELSEWHERE},{entered},[@computed_feedback.{mark}])"
    return f'IFERROR(IF([@entry_attempts]>0,{counts},""),"#")'


def feedback_in_words(layout: BoardLayout, attempt: str, group: str) -> Formula:
    """Return the feedback of `group` to an attempt in words."""
    # The board for children has simpler words.
    right, other = "black", "white"
    if layout.is_for_children:
        right, other = "in the right place", "in another"
    words = f'INDEX([{group}.black],{attempt})&" {right}'
    if not layout.rules.black_only:
        words += f', "&INDEX([{group}.white],{attempt})&" {other}'
    return f'{words}"'


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
    return f"IFERROR(AND({','.join(tests)}),FALSE)"


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
        (f"AND(NOT([has_room]),{starts_game})", end_of_column(layout)),
        (
            board_formulas.typed_code_test(rules, word),
            f'"{messages.hiding_instructions(rules)}"',
        ),
        ("INDEX([asks_for_hint],[last_entry])", no_hint),
    )
    return board_formulas.first_that_holds(cases, f"{wanted}&{hint}")


def input_address(row: str, column: str = "COLUMN([first guess_anchor])") -> Formula:
    """Return the address of an input cell, by default that of an entry."""
    return f"ADDRESS(ROW([first words])-1+{row},{column},4)"


def end_of_column(layout: BoardLayout) -> Formula:
    """Return how the next game begins where no guess can begin it."""
    number = "[last next_numbers]"
    far_test = 'INDEX([words],MAX(1,[last_entry]-1))=""'
    no_room = board_formulas.as_formula(
        messages.NO_ROOM, cell=input_address("[last_entry]")
    )
    cases = [
        (f"AND(NOT([has_room]),[last_entry]>1,{far_test})", no_room),
        (f"AND(NOT([has_room]),{CODE_IS_ELSEWHERE})", f'"{messages.CLEAR_MARKS}"'),
        (f'{number}=""', f'"{messages.NUMBER_WANTED}"'),
    ]
    return board_formulas.first_that_holds(
        cases,
        board_formulas.as_formula(full_column_sentence(layout), number=number),
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
    return (
        f'IF(OR(NOT({CODE_IS_ELSEWHERE}),[@attempt_feedback.black]&[@attempt_feedback.white]="",[@is_turn]),"",'
        f"IF(OR({dash_test}),{dash},"
        f"IF(AND([@attempt_feedback.black]={pegs - 1},[@attempt_feedback.white]=1),"
        f"{impossible},{expected})))"
    )

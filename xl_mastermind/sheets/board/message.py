"""The board's line: how the game stands, what is wrong; above it, what to do."""

from collections.abc import Iterator, Sequence

from xl_mastermind.game.numbers import LARGEST_NUMBER
from xl_mastermind.game.rules import Rules
from xl_mastermind.sheets.board.explanation import if_current
from xl_mastermind.sheets.board.feedback import in_words
from xl_mastermind.sheets.board.formulas import (
    as_formula,
    counted,
    counted_rows,
    first_that_holds,
    grouped,
    joined,
)
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.settings import (
    first_guess_is_wrong,
    is_revealed,
    is_yours,
)
from xl_mastermind.sheets.cell_group import (
    CellFormat,
    CellGroup,
    ConditionalFormat,
)
from xl_mastermind.spreadsheet import palette
from xl_mastermind.spreadsheet.board import CHEATS, CODE_REVEALED, COMPUTER
from xl_mastermind.spreadsheet.games import named_game
from xl_mastermind.spreadsheet.messages import (
    AFTER_USER_GUESSES,
    AMONG_MARKS,
    ATTEMPT_MARKS,
    BELOW_ATTEMPTS,
    CLEAR_MARKS,
    CODE_COULD_BE,
    CODE_IS,
    CODE_NOT_FOUND,
    CODE_NOT_FOUND_COULD_BE,
    CODE_NOT_FOUND_WAS,
    CODE_WAS,
    CODEMAKER_WON,
    COPY_LINES,
    FIRST_GUESS,
    FOUND_BY_SOLVER,
    FOUND_BY_USER,
    FOUND_WITH_HINTS,
    FREE_ATTEMPT,
    HELP_LINE,
    HELP_LINE_MARKS,
    HELP_LINE_MARKS_PLAIN,
    HELP_LINE_PLAIN,
    IMPOSSIBLE_GUESS,
    IMPOSSIBLE_GUESS_SHORT,
    IN_ATTEMPT,
    LINES_BELOW,
    MARKS_WANTED,
    MISPLACED_NUMBER,
    MOST_NEED,
    NO_CHEATS,
    NO_CODE,
    NO_NUMBER,
    NO_RESULT,
    PLAY_AND_MARK,
    PLAY_AND_MARK_BLACK,
    PRESS_NEW_GAME,
    RULED_OUT_COUNT,
    TYPE_A_NUMBER,
    UNUSED_MARKS,
    WELL_DONE,
    example_guess,
    hiding_instructions,
    number_in_words,
    pluralize,
    typing_instructions,
)


def message(b: BoardLayout) -> Iterator[tuple[str, CellGroup]]:
    """
    Yield the message, which is beside the code, and the line of help in the panel.

    The message is in sight in small windows, which do not show the panel.
    """
    yield (
        "help_line",
        CellGroup(
            b.cell_range(b.first_attempt_row - 1, b.panel_column),
            lambda *_: _help_line(b),
            cell_format={"font_color": palette.MUTED_INK},
        ),
    )
    merged_range = b.cell_range(
        0, b.feedback_column, width=b.feedback_margin_column - b.feedback_column
    )
    bar = {"left": 5, "left_color": palette.ACCENT, "bg_color": palette.TINT}
    size = 11 if b.has_code_list else 10  # of boards with fewer columns
    bold = {"font_size": size, "bold": True, "indent": 1, "text_wrap": True}
    yield (
        "message",
        CellGroup(
            merged_range.cell(0),
            lambda *_: _message(b),
            cell_format=bar | bold,
            merged_range=merged_range,
            conditional_formats=lambda: _looks(b),
            has_defined_name=True,
        ),
    )
    yield (
        "misplaced",
        CellGroup(b.hidden(0, 10), lambda *_: _misplaced(b), cell_format={}),
    )


def _looks(b: BoardLayout) -> Sequence[ConditionalFormat]:
    inverse = {"font_color": palette.WHITE}
    over = f'OR({b.lost.absolute_address},{b.code_status.absolute_address}="{CODE_REVEALED}")'
    wrong: CellFormat = {"bg_color": palette.ALARM_TINT, "font_color": palette.INK}
    is_wrong = (
        f'OR({b.first_error.absolute_address}<>"",{b.contradicted.absolute_address}>0)'
    )
    return (
        # What is wrong never wears the colours of a win.
        ConditionalFormat(is_wrong, wrong),
        ConditionalFormat(
            f"{b.won.absolute_address}>0", {"bg_color": palette.ACCENT, **inverse}
        ),
        ConditionalFormat(over, {"bg_color": palette.LOST_FILL, **inverse}),
    )


# What to do


def _help_line(b: BoardLayout) -> str:
    """Return the line of help: the next step, or a fact that is not plain."""
    theirs, cheats = is_yours(b), f'{b.current_codemaker.absolute_address}="{CHEATS}"'
    has_no_code = f'AND({b.current_codemaker.absolute_address}="{COMPUTER}",{b.secret.column(0).absolute_address}="")'
    if b.is_plain:
        has_no_code = f"OR({has_no_code},{cheats})"
    mark = PLAY_AND_MARK_BLACK if b.rules.black_only else PLAY_AND_MARK
    at_first = f'IF({theirs},"{mark}","{typing_instructions(b.rules)}")'
    stuck, unsure, over = (
        (HELP_LINE_PLAIN, HELP_LINE_MARKS_PLAIN, LINES_BELOW)
        if b.is_plain
        else (HELP_LINE, HELP_LINE_MARKS, COPY_LINES)
    )
    next_step = f'IF({theirs},"{unsure}","{stuck}")'
    next_step = f"IF({b.last_turn.absolute_address}=0,{at_first},{next_step})"
    is_open = f"{b.next_attempt.absolute_address}>0"
    cases = (
        (has_no_code, '""'),
        (f"AND({is_open},{b.first_conflict.absolute_address}>0)", _cannot_be(b)),
        (
            f"AND(NOT({theirs}),{b.first_unused_marks.absolute_address}>0)",
            f'"{UNUSED_MARKS}"',
        ),
        (is_open, next_step),
        (is_revealed(b), f'"{NO_RESULT}"'),
        (f"OR({b.won.absolute_address}>0,{b.lost.absolute_address})", f'"{over}"'),
    )
    return first_that_holds(cases, '""')


def _cannot_be(b: BoardLayout) -> str:
    """Return which earlier answer the last guess contradicts, in a sentence."""
    last, conflict = b.last_guess.absolute_address, b.first_conflict.absolute_address
    if b.has_few_codes:
        return as_formula(IMPOSSIBLE_GUESS_SHORT, attempt=last, earlier=conflict)
    marks = in_words(b, b.last_marks, conflict)
    return as_formula(IMPOSSIBLE_GUESS, attempt=last, earlier=conflict, marks=marks)


# How the game stands


def _message(b: BoardLayout) -> str:
    """Return the board's one line."""
    computer = f'{b.current_codemaker.absolute_address}="{COMPUTER}"'
    cheats = f'{b.current_codemaker.absolute_address}="{CHEATS}"'
    turns = f"SUMPRODUCT(--{b.is_turn.absolute_address})"
    unanswered = f"SUMPRODUCT(--{b.is_playable.absolute_address})>{turns}"
    code = joined(
        (b.reference("hidden_code", 0, peg) for peg in range(b.rules.pegs)), " "
    )
    misplaced, fault = b.misplaced.absolute_address, b.first_error.absolute_address
    again = f'IF({misplaced}="",{_again(b)},{misplaced})'
    is_shown = f'{b.code_status.absolute_address}="{CODE_REVEALED}"'
    # The code begins a line, so that no line ends within it.
    ending = (
        f'IF({computer},{as_formula(CODE_WAS, code=code)}&" ",'
        f'IF({cheats},{as_formula(CODE_COULD_BE, code=code)}&" ",""))'
    )
    contradicted, attempt = (
        b.contradicted.absolute_address,
        b.next_attempt.absolute_address,
    )
    waits = f"INDEX({b.is_playable.absolute_address},{attempt})"
    lost = f'"{all_used(b)}"&CHAR(10)&{ending}'
    if b.has_few_codes:
        was, could_be = (
            as_formula(each, code=code)
            for each in (CODE_NOT_FOUND_WAS, CODE_NOT_FOUND_COULD_BE)
        )
        lost = (
            f'IF({computer},{was},IF({cheats},{could_be},"{CODE_NOT_FOUND}"))&CHAR(10)'
        )
    first = FIRST_GUESS.format(example=example_guess(b.rules))
    cases = (
        (f'{if_current(b, b.cached_message)}<>""', b.cached_message.absolute_address),
        (f'AND({computer},{b.secret.column(0).absolute_address}="")', _no_code(b)),
        (
            f'AND({fault}<>"",OR({misplaced}="",NOT(OR({b.won.absolute_address}>0,{is_shown}))))',
            _fault_and_state(b),
        ),
        (first_guess_is_wrong(b), f'"{first}"'),
        (f"AND({cheats},{unanswered})", f'"{NO_CHEATS}"'),
        (f"{contradicted}>0", as_formula(NO_CODE, attempt=contradicted)),
        (b.won.absolute_address, f"{_found(b)}&CHAR(10)&{again}"),
        (b.lost.absolute_address, f"{lost}&{again}"),
        (
            f"AND({is_shown},{computer})",
            f"{as_formula(CODE_IS, code=code)}&CHAR(10)&{again}",
        ),
        (
            f"IF(AND({is_yours(b)},{attempt}>0),{waits},FALSE)",
            as_formula(MARKS_WANTED, attempt=attempt),
        ),
        (f"{b.last_turn.absolute_address}=0", f'"{_beginning(b.rules)}"'),
    )
    return first_that_holds(cases, _standing(b))


def _no_code(b: BoardLayout) -> str:
    """Return what is to be typed where no code is hidden."""
    cases = (
        (b.is_own.absolute_address, f'"{hiding_instructions(b.rules)}"'),
        (f'{b.misplaced.absolute_address}<>""', b.misplaced.absolute_address),
    )
    return first_that_holds(cases, f'"{NO_NUMBER}"')


def _again(b: BoardLayout) -> str:
    """Return how to begin a new game, in a sentence."""
    if not b.is_plain:
        return f'"{PRESS_NEW_GAME}"'
    return f'IF({is_yours(b)},"{CLEAR_MARKS}","{TYPE_A_NUMBER}")'


def _misplaced(b: BoardLayout) -> str:
    """
    Return that a number is not typed above the attempts, and where it is, or nothing.

    In an attempt it is the one entry after the end of a game, or without a game.
    """
    words, rows = b.words.absolute_address, counted_rows(b.words)
    no_code = f'{b.secret.column(0).absolute_address}=""'
    is_shown = f'{b.code_status.absolute_address}="{CODE_REVEALED}"'
    end = f"IF({is_shown},{b.last_turn.absolute_address},{b.attempts})"
    begun = f'IF({b.number_steps.column(0).absolute_address}="",0,{b.attempts})'
    end = f"IF({no_code},{begun},IF({b.won.absolute_address}>0,{b.won.absolute_address},{end}))"
    entries = f'({words}<>"")*({rows}>{end})'
    last = f"SUMPRODUCT(MAX({entries}*({rows})))"
    word = f"INDEX({words},{last})"
    size = f"VALUE({word})>=1,VALUE({word})<={LARGEST_NUMBER}"
    is_number = f'IFERROR(AND(LEFT({word})<>"0",{size}),FALSE)'
    attempt = b.first_unused_marks.absolute_address
    marks = f"INDEX({b.unused_marks.absolute_address},{attempt})"
    in_attempt = as_formula(IN_ATTEMPT, attempt=last)
    among_marks = as_formula(AMONG_MARKS, attempt=attempt)
    cases = (
        (f'{b.current_codemaker.absolute_address}<>"{COMPUTER}"', '""'),
        (
            f"IF(SUMPRODUCT({entries})=1,{is_number},FALSE)",
            as_formula(MISPLACED_NUMBER, number=word, place=in_attempt),
        ),
        (
            f"ISNUMBER({b.below_number.absolute_address})",
            as_formula(
                MISPLACED_NUMBER,
                number=b.below_number.absolute_address,
                place=f'"{BELOW_ATTEMPTS}"',
            ),
        ),
        (
            f"IF({attempt}>0,IFERROR(VALUE({marks})>{b.rules.pegs},FALSE),FALSE)",
            as_formula(MISPLACED_NUMBER, number=marks, place=among_marks),
        ),
    )
    return first_that_holds(cases, '""')


def _fault_and_state(b: BoardLayout) -> str:
    """Return what is wrong, then that the game is won, or the last answer."""
    last = b.last_turn.absolute_address
    state = (
        (f"{b.won.absolute_address}>0", f"CHAR(10)&{_found(b)}"),
        (f"{last}>0", f"CHAR(10)&{_answer(b)}"),
    )
    return f"{b.first_error.absolute_address}&{first_that_holds(state, chr(34) * 2)}"


def _answer(b: BoardLayout) -> str:
    """Return the answer to the last attempt that has one, in a sentence."""
    last = b.last_turn.absolute_address
    return as_formula(ATTEMPT_MARKS, attempt=last, marks=in_words(b, b.feedback, last))


def _beginning(rules: Rules) -> str:
    """Return how a game stands before the first guess."""
    count = rules.code_count
    verb = "is" if count == 1 else "are"
    return f"{pluralize(count, 'code')} {verb} possible. Your guess."


def _found(b: BoardLayout) -> str:
    """Return that the code is found, and by whom, in a sentence."""
    won, tail = b.won.absolute_address, b.rules.pegs + 1
    hints = f"SUMPRODUCT({turns_to_win(b)}*{b.is_hint.absolute_address})"
    last = f"INDEX({b.guess_source.absolute_address},{won})"
    is_solvers = f"INDEX({b.is_hint.absolute_address},{won})"
    guesses, solver = found_in(b), f"LEFT({last},LEN({last})-{tail})"
    own = f"({guesses}-{hints})"
    after = as_formula(
        AFTER_USER_GUESSES, guesses=f'IF({own}=1,"1 guess",{own}&" guesses")'
    )
    by = as_formula(FOUND_BY_SOLVER, solver=solver, guesses=guesses)
    by = f'{by}&IF({own}=0,"",{after})&"."'
    aided = as_formula(
        f"{FOUND_WITH_HINTS}.", guesses=guesses, hints=counted(hints, "hint")
    )
    alone = as_formula(found_alone(b), guesses=guesses)
    return f"IF({is_solvers},{by},IF({hints}=0,{alone},{aided}))"


def found_alone(b: BoardLayout) -> str:
    """Return the sentence for a code that is found without hints."""
    return f"{WELL_DONE if b.has_few_codes else ''}{FOUND_BY_USER}{usual(b.rules)}."


def all_used(b: BoardLayout) -> str:
    """Return the sentence for a game that is lost."""
    return CODEMAKER_WON.format(
        attempts=f"{number_in_words(b.attempts).capitalize()} attempts"
    )


def usual(rules: Rules) -> str:
    """Return how many guesses most codes need, where that is known."""
    game = named_game(rules)
    return (
        MOST_NEED.format(lengths=game.usual_guesses)
        if game and game.usual_guesses
        else ""
    )


def turns_to_win(b: BoardLayout) -> str:
    """Return for each attempt whether it is answered, and not after the end."""
    turns, first = b.is_turn.absolute_address, b.is_turn.row(0).absolute_address
    return f"{turns}*(ROW({turns})-ROW({first})<{b.won.absolute_address})"


def found_in(b: BoardLayout) -> str:
    """Return how many attempts are answered up to the one that is all black."""
    return f"SUMPRODUCT({turns_to_win(b)})"


def _standing(b: BoardLayout) -> str:
    """Return how the game stands after the last answer, in a sentence or two."""
    last = b.last_turn.absolute_address
    left = f"INDEX({b.codes_left.absolute_address},{last})"
    out = counted(f"({b.rules.code_count}-{left})", "code")
    codes = f"CHAR(10)&{as_formula(RULED_OUT_COUNT, codes=out, left=grouped(left))}"
    attempt = b.next_attempt.absolute_address
    free = f'IF({attempt}<{last},{as_formula(FREE_ATTEMPT, attempt=attempt)},"")'
    return f'{_answer(b)}&{free}&IF(ISNUMBER({left}),{codes},"")'

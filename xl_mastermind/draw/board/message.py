"""The board's line: how the game stands, what is wrong; above it, what to do."""

from collections.abc import Iterator, Sequence

from xl_mastermind.draw.board.answers import in_words
from xl_mastermind.draw.board.formulas import (
    as_formula,
    counted,
    first_that_holds,
    grouped,
    joined,
)
from xl_mastermind.draw.board.plan import Plan
from xl_mastermind.draw.board.settings import first_guess_is_wrong, is_yours
from xl_mastermind.draw.board.story import if_current
from xl_mastermind.draw.drawn_cells import (
    Cells,
    Condition,
    Style,
)
from xl_mastermind.game.rules import Rules
from xl_mastermind.sheet import palette
from xl_mastermind.sheet.board import CHEATS, COMPUTER, SHOWN
from xl_mastermind.sheet.games import named_game
from xl_mastermind.sheet.words import (
    AFTER_YOURS,
    CANNOT_BE,
    CODE_IS,
    CODE_WAS,
    COPY_LINES,
    COULD_BE,
    DELETE_MARKS,
    EXPLAINED,
    FIRST_GUESS,
    FOUND,
    FOUND_BY,
    FOUND_WITH,
    IT_COULD_BE,
    IT_WAS,
    LINES_BELOW,
    LOST,
    MARKS_WANTED,
    MOST_NEED,
    NO_CHEATS,
    NO_CODE,
    NO_NUMBER,
    NO_RESULT,
    NOT_FOUND,
    PLAY_AND_MARK,
    PLAY_AND_MARK_BLACK,
    PRESS_NEW_GAME,
    RULED_OUT,
    SEE_ATTEMPT,
    STILL_FREE,
    STUCK,
    STUCK_PLAIN,
    TYPE_A_NUMBER,
    UNSURE_MARKS,
    UNSURE_MARKS_PLAIN,
    UNUSED_MARKS,
    WELL_DONE,
    example,
    how_to_hide,
    how_to_type,
    number_in_words,
    plural,
)


def message(b: Plan) -> Iterator[tuple[str, Cells]]:
    """
    Yield the message, which is beside the code, and the line of help in the panel.

    The message is in sight in small windows, which do not show the panel.
    """
    yield (
        "help_line",
        Cells(
            b.area(b.first_attempt - 1, b.panel_left),
            lambda *_: _help_line(b),
            look={"font_color": palette.MUTED},
        ),
    )
    box = b.area(0, b.after_pegs, width=b.after_answers - b.after_pegs)
    bar = {"left": 5, "left_color": palette.ACCENT, "bg_color": palette.TINT}
    size = 11 if b.has_list else 10  # of boards with fewer columns
    bold = {"font_size": size, "bold": True, "indent": 1, "text_wrap": True}
    yield (
        "message",
        Cells(
            box.cell(0),
            lambda *_: _message(b),
            look=bar | bold,
            box=box,
            when=lambda: _looks(b),
            is_read=True,
        ),
    )


def _looks(b: Plan) -> Sequence[Condition]:
    inverse = {"font_color": palette.WHITE}
    over = f'OR({b.lost.fixed},{b.code_status.fixed}="{SHOWN}")'
    wrong: Style = {
        "bg_color": palette.PAPER,
        "font_color": palette.INK,
        "border": 1,
        "border_color": palette.ALARM,
    }
    is_wrong = f'OR({b.first_fault.fixed}<>"",{b.contradicted.fixed}>0)'
    return (
        # What is wrong never wears the colours of a win.
        Condition(is_wrong, wrong),
        Condition(f"{b.won.fixed}>0", {"bg_color": palette.ACCENT, **inverse}),
        Condition(over, {"bg_color": palette.LOST, **inverse}),
    )


# What to do


def _help_line(b: Plan) -> str:
    """Return the line of help: the next step, or a fact that is not plain."""
    theirs, cheats = is_yours(b), f'{b.maker.fixed}="{CHEATS}"'
    has_no_code = f'AND({b.maker.fixed}="{COMPUTER}",{b.secret.column(0).fixed}="")'
    if b.is_plain:
        has_no_code = f"OR({has_no_code},{cheats})"
    mark = PLAY_AND_MARK_BLACK if b.rules.black_only else PLAY_AND_MARK
    at_first = f'IF({theirs},"{mark}","{how_to_type(b.rules)}")'
    stuck, unsure, over, theirs_over, revealed = (
        (STUCK_PLAIN, UNSURE_MARKS_PLAIN, LINES_BELOW, DELETE_MARKS, NO_RESULT)
        if b.is_plain
        else (STUCK, UNSURE_MARKS, COPY_LINES, COPY_LINES, EXPLAINED)
    )
    marks = ",".join(
        f'{b.at("typed_marks", row, column)}<>""'
        for row in range(b.attempts)
        for column in range(b.marks_typed)
    )
    # An error that was typed is something too.
    idle = f"AND(NOT({theirs}),IFERROR(OR({marks}),TRUE))"
    goes_on = first_that_holds(
        (
            (f"{b.first_conflict.fixed}>0", _cannot_be(b)),
            (idle, f'"{UNUSED_MARKS}"'),
            (f"{b.last_turn.fixed}=0", at_first),
        ),
        f'IF({theirs},"{unsure}","{stuck}")',
    )
    cases = (
        (has_no_code, '""'),
        (f"{b.next_attempt.fixed}>0", goes_on),
        (
            f"OR({b.won.fixed}>0,{b.lost.fixed})",
            f'IF({theirs},"{theirs_over}","{over}")',
        ),
        (f'{b.code_status.fixed}="{SHOWN}"', f'"{revealed}"'),
    )
    return first_that_holds(cases, '""')


def _cannot_be(b: Plan) -> str:
    """Return which earlier answer the last guess contradicts, in a sentence."""
    last, conflict = b.last_guess.fixed, b.first_conflict.fixed
    if b.has_few_codes:
        return as_formula(SEE_ATTEMPT, attempt=last, earlier=conflict)
    marks = in_words(b, b.last_marks, conflict)
    return as_formula(CANNOT_BE, attempt=last, earlier=conflict, marks=marks)


# How the game stands


def _message(b: Plan) -> str:
    """Return the board's one line."""
    computer = f'{b.maker.fixed}="{COMPUTER}"'
    cheats = f'{b.maker.fixed}="{CHEATS}"'
    turns = f"SUMPRODUCT(--{b.is_turn.fixed})"
    unanswered = f"SUMPRODUCT(--{b.playable.fixed})>{turns}"
    code = joined((b.at("hidden_code", 0, peg) for peg in range(b.rules.pegs)), " ")
    again = f'"{TYPE_A_NUMBER if b.is_plain else PRESS_NEW_GAME}"'
    # The code begins a line, so that no line ends within it.
    ending = (
        f'IF({computer},{as_formula(CODE_WAS, code=code)}&" ",'
        f'IF({cheats},{as_formula(COULD_BE, code=code)}&" ",""))'
    )
    contradicted, attempt = b.contradicted.fixed, b.next_attempt.fixed
    waits = f"INDEX({b.playable.fixed},{attempt})"
    attempts = f"{number_in_words(b.attempts).capitalize()} attempts"
    lost = f'"{LOST.format(attempts=attempts)}"&CHAR(10)&{ending}'
    if b.has_few_codes:
        was, could_be = (as_formula(each, code=code) for each in (IT_WAS, IT_COULD_BE))
        lost = f'IF({computer},{was},IF({cheats},{could_be},"{NOT_FOUND}"))&CHAR(10)'
    first = FIRST_GUESS.format(example=example(b.rules))
    cases = (
        (f'{if_current(b, b.said_message)}<>""', b.said_message.fixed),
        (f'AND({computer},{b.secret.column(0).fixed}="")', _no_code(b)),
        (f'{b.first_fault.fixed}<>""', b.first_fault.fixed),
        (first_guess_is_wrong(b), f'"{first}"'),
        (f"AND({cheats},{unanswered})", f'"{NO_CHEATS}"'),
        (f"{contradicted}>0", as_formula(NO_CODE, attempt=contradicted)),
        (b.won.fixed, f"{_found(b)}&CHAR(10)&{again}"),
        (b.lost.fixed, f"{lost}&{again}"),
        (
            f'AND({b.code_status.fixed}="{SHOWN}",{computer})',
            f"{as_formula(CODE_IS, code=code)}&CHAR(10)&{again}",
        ),
        (
            f"IF(AND({is_yours(b)},{attempt}>0),{waits},FALSE)",
            as_formula(MARKS_WANTED, attempt=attempt),
        ),
        (f"{b.last_turn.fixed}=0", f'"{_beginning(b.rules)}"'),
    )
    return first_that_holds(cases, _standing(b))


def _no_code(b: Plan) -> str:
    """Return what is to be typed where no code is hidden."""
    return f'IF({b.is_own.fixed},"{how_to_hide(b.rules)}","{NO_NUMBER}")'


def _beginning(rules: Rules) -> str:
    """Return how a game stands before the first guess."""
    count = rules.code_count
    verb = "is" if count == 1 else "are"
    return f"{plural(count, 'code')} {verb} possible. Your guess."


def _found(b: Plan) -> str:
    """Return that the code is found, and by whom, in a sentence."""
    won, tail = b.won.fixed, b.rules.pegs + 1
    hints = f"SUMPRODUCT({turns_to_win(b)}*{b.is_hint.fixed})"
    last = f"INDEX({b.played_by.fixed},{won})"
    is_solvers = f"INDEX({b.is_hint.fixed},{won})"
    guesses, solver = found_in(b), f"LEFT({last},LEN({last})-{tail})"
    own = f"({guesses}-{hints})"
    after = as_formula(AFTER_YOURS, guesses=f'IF({own}=1,"1 guess",{own}&" guesses")')
    by = as_formula(FOUND_BY, solver=solver, guesses=guesses)
    by = f'{by}&IF({own}=0,"",{after})&"."'
    aided = as_formula(f"{FOUND_WITH}.", guesses=guesses, hints=counted(hints, "hint"))
    praise = WELL_DONE if b.has_few_codes else ""
    alone = as_formula(f"{praise}{FOUND}{usual(b.rules)}.", guesses=guesses)
    return f"IF({is_solvers},{by},IF({hints}=0,{alone},{aided}))"


def usual(rules: Rules) -> str:
    """Return how many guesses most codes need, where that is known."""
    game = named_game(rules)
    return MOST_NEED.format(lengths=game.lengths) if game and game.lengths else ""


def turns_to_win(b: Plan) -> str:
    """Return for each attempt whether it is answered, and not after the end."""
    turns, first = b.is_turn.fixed, b.is_turn.row(0).fixed
    return f"{turns}*(ROW({turns})-ROW({first})<{b.won.fixed})"


def found_in(b: Plan) -> str:
    """Return how many attempts are answered up to the one that is all black."""
    return f"SUMPRODUCT({turns_to_win(b)})"


def _standing(b: Plan) -> str:
    """Return how the game stands after the last answer, in a sentence or two."""
    last = b.last_turn.fixed
    words = in_words(b, b.answered_marks, last)
    left = f"INDEX({b.codes_left.fixed},{last})"
    out = counted(f"({b.rules.code_count}-{left})", "code")
    codes = f"CHAR(10)&{as_formula(RULED_OUT, codes=out, left=grouped(left))}"
    attempt = b.next_attempt.fixed
    free = f'IF({attempt}<{last},{as_formula(STILL_FREE, attempt=attempt)},"")'
    return f'{words}&"."&{free}&IF(ISNUMBER({left}),{codes},"")'

"""The message: the status of the game and its errors; above it the line of help."""

from typing import Final

from xl_mastermind.game.game import COMPUTER
from xl_mastermind.game.game_column import NEXT_GAME_WORDS
from xl_mastermind.game.rules import Rules
from xl_mastermind.presentation import messages, palette
from xl_mastermind.sheets import formats
from xl_mastermind.sheets.board import settings
from xl_mastermind.sheets.board.edition_panel import help_sentences
from xl_mastermind.sheets.board.formulas import (
    as_formula,
    first_that_holds,
    grouped_number,
    if_current,
    number_with_noun,
)
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.valid_feedback import (
    end_of_column,
    feedback_in_words,
    input_address,
)
from xl_mastermind.sheets.cell_group import CellGroup, CellGroups, Formula

_NO_CODE_TEST: Final = f'AND({settings.COMPUTER_HIDES_CODE},[secret.1]="")'

_WAITS_FOR_MARKS: Final = (
    f"IF(AND({settings.CODE_IS_ELSEWHERE},[next_attempt]>0),"
    "INDEX([is_playable],[next_attempt]),FALSE)"
)

_TURNS_TO_WIN: Final = "[is_turn]*(ROW([is_turn])-ROW([first is_turn])<[won])"
"""For each attempt whether it is a turn, and not after the end."""

GUESS_COUNT: Final = f"SUMPRODUCT({_TURNS_TO_WIN})"
"""The number of turns up to the one that is all black."""

_HINT_COUNT: Final = f'SUMPRODUCT({_TURNS_TO_WIN}*([attempt_solvers]<>""))'
"""How many of them a strategy made."""

_FORMATS: Final = (
    # The first format applies: an error never has the colours of a win.
    formats.ConditionalFormat(
        'OR([first_error]&[entry_error]&[misplaced]<>"",[contradicted]>0)',
        {"bg_color": palette.ALARM_TINT, "font_color": palette.INK},
    ),
    formats.ConditionalFormat(
        f"OR([lost],{settings.CODE_IS_SHOWN})",
        {"bg_color": palette.LINE_COLOUR, "font_color": palette.INK},
    ),
    formats.ConditionalFormat(
        "[won]>0", {"bg_color": palette.ACCENT, "font_color": palette.WHITE}
    ),
)


def message(layout: BoardLayout) -> CellGroups:
    """
    Return the message, which is beside the code, and the line of help in the panel.

    The message is in sight in small windows, which do not show the panel.
    """
    groups: CellGroups = {}
    groups["help_line"] = CellGroup(
        layout.cell_range(layout.help_row, layout.panel_column),
        _help_line(layout),
        formats.CARD | formats.SMALL_TEXT,
    )
    merged_range = layout.cell_range(
        0, layout.feedback_column, width=layout.message_width
    )
    bar = {"left": 5, "left_color": palette.ACCENT, "bg_color": palette.TINT}
    for side in ("top", "bottom", "right"):
        bar |= {side: 5, f"{side}_color": palette.PAPER}
    # Boards without a code list have fewer columns for the message.
    size = 11 if layout.has_code_list else 10
    bold = {"font_size": size, "bold": True, "indent": 1, "text_wrap": True}
    groups["message"] = CellGroup(
        merged_range.cell(0),
        _message(layout),
        bar | bold,
        merged_range=merged_range,
        conditional_formats=_FORMATS,
    )
    marks = feedback_in_words(layout, "[last_turn]", "attempt_feedback")
    last_feedback = as_formula(
        messages.ATTEMPT_MARKS, attempt="[last_turn]", marks=marks
    )
    # Sentences have their own cells, because Excel limits the length of a formula.
    for name, formula in (
        ("misplaced", _misplaced(layout)),
        ("given_up_sentence", _given_up(layout)),
        ("next_game", _next_game(layout)),
        ("last_marks", f'IF([last_turn]=0,"",{last_feedback})'),
        ("win_sentence", f'IF([won]=0,"",{_found(layout)})'),
        ("loss_sentence", f'IF([lost],{_lost(layout)},"")'),
        ("progress", f'IF([last_turn]=0,"",{_progress(layout)})'),
    ):
        groups[name] = layout.hidden_cell(formula)
    return groups


# The line of help


def _help_line(layout: BoardLayout) -> Formula:
    rules = layout.rules
    first_marks = (
        messages.PLAY_AND_MARK_BLACK if rules.black_only else messages.PLAY_AND_MARK
    )
    explained = as_formula(messages.EXPLAINED, row="ROW([first explanation])")
    explain = f'IF(SUM([explanation_numbers])>0,{explained},"{messages.EXPLAIN}")'
    stuck, marks, over = (
        as_formula(sentence, explain=explain) for sentence in help_sentences(layout)
    )
    typing = messages.typing_instructions(rules)
    first = f'IF({settings.CODE_IS_ELSEWHERE},"{first_marks}","{typing}")'
    later = f"IF({settings.CODE_IS_ELSEWHERE},{marks},{stuck})"
    cases = (
        (_NO_CODE_TEST, '""'),
        ("AND([next_attempt]>0,[first_conflict]>0)", _impossible_guess(layout)),
        (
            f"AND(NOT({settings.CODE_IS_ELSEWHERE}),[first_unused_marks]>0)",
            f'"{messages.UNUSED_MARKS}"',
        ),
        ("[next_attempt]>0", f"IF([last_turn]=0,{first},{later})"),
        (settings.REVEALED_TEST, f'"{messages.NO_RESULT}"'),
        ("OR([won]>0,[lost])", over),
    )
    return first_that_holds(cases, '""')


def _impossible_guess(layout: BoardLayout) -> Formula:
    attempts = {"attempt": "[last_guess]", "earlier": "[first_conflict]"}
    if layout.is_for_children:
        return as_formula(messages.IMPOSSIBLE_GUESS_SHORT, **attempts)
    marks = feedback_in_words(layout, "[first_conflict]", "last_feedback")
    return as_formula(messages.IMPOSSIBLE_GUESS, **attempts, marks=marks)


# The message


def _message(layout: BoardLayout) -> Formula:
    ending = "CHAR(10)&[next_game]"
    first_guess = messages.FIRST_GUESS.format(
        example=messages.example_guess(layout.rules)
    )
    status = (
        ("[won]>0", "CHAR(10)&[win_sentence]"),
        ("[lost]", "CHAR(10)&[loss_sentence]"),
        ("[last_turn]>0", "CHAR(10)&[last_marks]"),
    )
    error_end = first_that_holds(status, '""')
    how_to_hide = f'"{messages.hiding_instructions(layout.rules)}"'
    count = layout.rules.code_count
    codes, verb = messages.pluralize(count, "code"), "is" if count == 1 else "are"
    start = f"{codes} {verb} possible. Your guess."
    legend = f'IF([game_index]=1,CHAR(10)&"{feedback_legend(layout.rules)}","")'
    cases = (
        (f'{if_current("[cached_message]")}<>""', "[cached_message]"),
        ('[misplaced]<>""', f"[misplaced]&{error_end}"),
        (_NO_CODE_TEST, f'IF([has_typed_code],{how_to_hide},"{messages.NO_NUMBER}")'),
        ('[first_error]<>""', f"[first_error]&{error_end}"),
        ('[entry_error]<>""', f"[entry_error]&{error_end}"),
        (settings.wrong_first_guess_test(layout.rules), f'"{first_guess}"'),
        ("[contradicted]>0", as_formula(messages.NO_CODE, attempt="[contradicted]")),
        (
            f"AND([is_revealed],{settings.COMPUTER_HIDES_CODE})",
            f"{as_formula(messages.CODE_IS, code=_code(layout.rules))}&{ending}",
        ),
        ("[won]", f"[win_sentence]&{ending}"),
        ("[lost]", "[loss_sentence]"),
        (_WAITS_FOR_MARKS, as_formula(messages.MARKS_WANTED, attempt="[next_attempt]")),
        ("[last_turn]=0", f'[given_up_sentence]&"{start}"&{legend}'),
    )
    return first_that_holds(cases, "[progress]")


def feedback_legend(rules: Rules) -> str:
    """Return the meaning of the pegs of a feedback."""
    colour = messages.colours_in_words(rules).removesuffix("s")
    text = f"●  right {colour}, right place"
    if rules.pegs > 1 and not rules.black_only:
        text += f"   ○  right {colour}, wrong place"
    return text


def _next_game(layout: BoardLayout) -> Formula:
    number = "[last next_numbers]"
    by_guess = as_formula(messages.NEXT_GAME_BY_GUESS, number=number)
    word = f'"{NEXT_GAME_WORDS[layout.rules.symbols.isalpha()]}"'
    by_word = as_formula(messages.NEXT_GAME_BY_WORD, number=number, word=word)
    others = messages.NEXT_GAME_OF_OTHERS
    cases = (
        ("[goes_on]", f'IF({settings.CODE_IS_ELSEWHERE},"{others}",{by_guess})'),
        ("[is_ended]", end_of_column(layout)),
        (f'{number}=""', f'"{messages.NUMBER_WANTED}"'),
    )
    return first_that_holds(cases, by_word)


def _code(rules: Rules, group: str = "secret") -> Formula:
    """Return the pegs of a code with blanks between them."""
    pegs = range(1, rules.pegs + 1)
    return '&" "&'.join(f"[@{group}.{peg}]" for peg in pegs)


def _lost(layout: BoardLayout) -> Formula:
    """Return the sentences of a lost game with the code, if the board knows it."""
    rules, for_children = layout.rules, layout.is_for_children
    was = messages.CODE_NOT_FOUND_WAS if for_children else messages.CODE_WAS
    known = as_formula(was, code=_code(rules))
    unknown = f'"{messages.CODE_NOT_FOUND * for_children}"'
    if layout.has_code_list:
        could_be = messages.CODE_COULD_BE
        if for_children:
            could_be = messages.CODE_NOT_FOUND_COULD_BE
        could_be = as_formula(could_be, code=_code(rules, "first_code"))
        unknown = f"IF({settings.CODEMAKER_CHEATS},{could_be},{unknown})"
    code = f"IF({settings.COMPUTER_HIDES_CODE},{known},{unknown})"
    if for_children:
        return f"{code}&CHAR(10)&[next_game]"
    count = messages.number_in_words(layout.attempts).capitalize()
    over = messages.CODEMAKER_WON.format(attempts=f"{count} attempts")
    # A line break before the code keeps its pegs on one line.
    return (
        f'"{over}"&CHAR(10)&IF({settings.CODE_IS_ELSEWHERE},"",{code}&" ")&[next_game]'
    )


def _misplaced(layout: BoardLayout) -> Formula:
    marks = "INDEX([unused_marks],[first_unused_marks])"
    large_test = f"IFERROR(VALUE({marks})>{layout.rules.pegs},FALSE)"
    below = as_formula(
        messages.NUMBER_BELOW_ATTEMPTS,
        number="[below_number]",
        cell=input_address(str(layout.entry_count + 1)),
    )
    column = "COLUMN([first feedback_anchor.black])"
    if not layout.rules.black_only:
        column += '+(INDEX([feedback_anchor.black],[first_unused_marks]+1)="")'
    among = as_formula(
        messages.NUMBER_AMONG_MARKS,
        number=marks,
        cell=input_address("[first_unused_marks]", column),
    )
    cases = (
        (f'[current_codemaker]<>"{COMPUTER}"', '""'),
        ("ISNUMBER([below_number])", below),
        (f"IF([first_unused_marks]>0,{large_test},FALSE)", among),
    )
    return first_that_holds(cases, '""')


def _given_up(layout: BoardLayout) -> Formula:
    """Return the code of the game that the last entry gives up, in a sentence."""
    word = "INDEX([given_up_codes],[last_entry])"
    code = '&" "&'.join(f"MID({word},{n},1)" for n in range(1, layout.rules.pegs + 1))
    sentence = as_formula(messages.GIVEN_UP, code=code)
    return f'IF([last_entry]=0,"",IF({word}="","",{sentence}))'


def _found(layout: BoardLayout) -> Formula:
    solver = "INDEX([attempt_solvers],[won])"
    own = f"({GUESS_COUNT}-{_HINT_COUNT})"
    own_guesses = f'IF({own}=1,"1 guess",{own}&" guesses")'
    after = as_formula(messages.AFTER_USER_GUESSES, guesses=own_guesses)
    found = as_formula(messages.FOUND_BY_SOLVER, solver=solver, guesses=GUESS_COUNT)
    by_solver = f'{found}&IF({own}=0,"",{after})&"."'
    hints = number_with_noun(_HINT_COUNT, "hint")
    with_hints = as_formula(
        f"{messages.FOUND_WITH_HINTS}.", guesses=GUESS_COUNT, hints=hints
    )
    praise = messages.WELL_DONE if layout.is_for_children else ""
    sentence = praise + messages.found_by_user(layout.rules)
    by_user = as_formula(sentence, guesses=GUESS_COUNT)
    by_user = f"IF({_HINT_COUNT}=0,{by_user},{with_hints})"
    return f'IF({solver}<>"",{by_solver},{by_user})'


def _progress(layout: BoardLayout) -> Formula:
    left = "INDEX([candidate_counts],[last_turn])"
    excluded = number_with_noun(f"({layout.rules.code_count}-{left})", "code")
    codes = as_formula(
        messages.RULED_OUT_COUNT, codes=excluded, left=grouped_number(left)
    )
    codes = f'IF(ISNUMBER({left}),CHAR(10)&{codes},"")'
    no_row = f'CHAR(10)&"{messages.NO_ROW_LEFT}"'
    progress = f"[last_marks]&IF([open_row]=0,{no_row},{codes})"
    sentence = "INDEX([explanation],[last_turn])"
    explained = f'"Attempt "&[last_turn]&": "&{sentence}'
    return f'IF({sentence}="",{progress},{explained})'

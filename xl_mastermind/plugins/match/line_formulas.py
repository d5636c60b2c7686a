"""Formulas that read result lines: the hidden columns of a line on the sheet Match."""

from typing import Final

from xl_mastermind.game.board_limits import FEW_CODES, MAX_LISTED_CODES
from xl_mastermind.game.rules import MAX_PEGS
from xl_mastermind.presentation.messages import RESULT_HINTS
from xl_mastermind.sheets.board.formulas import substitute
from xl_mastermind.sheets.cell_group import Formula

MAX_LINES: Final = 400
MAX_NAMES: Final = 36
"""Rows of the sheet."""

_MAX_SENDER_LENGTH: Final = 40  # A longer text before a result is no name.
_MAX_COLOURS: Final = 36  # Colours are digits and letters.

LOST: Final = "¬"
_MARK: Final = "¶"
"""Characters that mark a code that was not found, and a position in a text."""

_BLANKS: Final = [("\N{NO-BREAK SPACE}", " "), ("\n", " ")]
PEGS: Final = [(pegs, "") for pegs in ("●?", "○?", "●", "○", "·")]
_NOT_FOUND: Final = (
    (": not found", " not found"),
    (" not found in ", f" in {LOST}"),
    (" not found", f" in {LOST}"),
)


def typed_text(cell: str, error: str = "") -> Formula:
    """Return the text of an input cell with single blanks."""
    text = f'IFERROR({cell}&"","{error}")'
    return f"TRIM({substitute(text, _BLANKS)})"


def lower_case(text: str) -> Formula:
    """Return a text in lower case, also where LOWER follows Turkish rules."""
    return substitute(f"LOWER({substitute(text, [('İ', 'I')])})", [("ı", "i")])


def name_key(name: str) -> Formula:
    """Return the text by which EXACT compares names, as `fold_case` does."""
    # In some applications hiragana and katakana are equal for `=`, MATCH and COUNTIF.
    sigmas = ("\N{GREEK SMALL LETTER FINAL SIGMA}", "\N{GREEK SMALL LETTER SIGMA}")
    return substitute(lower_case(name), [("ß", "ss"), sigmas])


def maximum(values: str) -> Formula:
    """Return the maximum of an array; SUMPRODUCT makes MAX read all its values."""
    return f"SUMPRODUCT(MAX({values}))"


# The result: the last part of a line is its ending, and the part before it the game.

_GAME_END: Final = 'IFERROR(FIND(" #",[@line]),IFERROR(FIND(" in ",[@line]),1))'
_IN: Final = 'FIND(" in ",[@line],LEN([@game]))'
_NUMBER: Final = f"VALUE(MID([@line],LEN([@game])+2,{_IN}-LEN([@game])-2))"
_ENDING: Final = substitute(f"MID([@line],{_IN}+4,99)", [*PEGS, (RESULT_HINTS, "")])
HAS_HINTS: Final = f'ISNUMBER(FIND("{RESULT_HINTS}",[@line]))'

# Its title: one of the table, or Mastermind with a size. IronCalc reads one cell of a
# range in a function of texts, so that such a range has &"".

_LENGTHS: Final = 'LEN([title_table.1]&"")'
_TITLE_LENGTH: Final = maximum(
    f'EXACT(RIGHT([@game],{_LENGTHS}),[title_table.1]&"")*{_LENGTHS}'
)
_LAST_NUMBER: Final = '(LEN([@game])-LEN(SUBSTITUTE([@game]," mastermind ","")))/12'
_LAST: Final = f'SUBSTITUTE([@game]," mastermind ","{_MARK}",{_LAST_NUMBER})'
_SIZED_TITLE: Final = f'IFERROR(MID([@game],FIND("{_MARK}",{_LAST}),99),"")'
_CROSS: Final = 'FIND("x",[@game_title])'
_PEG_COUNT: Final = f"VALUE(MID([@game_title],13,{_CROSS}-13))"
_COLOUR_COUNT: Final = f"VALUE(TRIM(MID([@game_title],{_CROSS}+1,2)))"
_DISTINCT: Final = 'ISNUMBER(FIND(" distinct",[@game_title]))'
_BLACK: Final = 'ISNUMBER(FIND(" black",[@game_title]))'
_SAME_TITLE: Final = (
    f'EXACT([@game_title]," mastermind "&MIN({MAX_PEGS},{_PEG_COUNT})'
    f'&"x"&MIN({_MAX_COLOURS},{_COLOUR_COUNT})'
    f'&REPT(" distinct",{_DISTINCT})&REPT(" black",{_BLACK})'
    '&MID([@game_title],FIND(" symbols=",[@game_title]&" symbols="),99))'
)
_SIZE: Final = f"(({_PEG_COUNT}*37+{_COLOUR_COUNT})*2+{_DISTINCT})*2+{_BLACK}"

# The attempts of its board, by the rule of `attempt_count`, from its size

_PEGS, _COLOURS = "INT([@size]/148)", "MOD(INT([@size]/4),37)"
_CODES: Final = (
    f"IF(MOD(INT([@size]/2),2),PERMUT({_COLOURS},{_PEGS}),{_COLOURS}^{_PEGS})"
)
_ATTEMPTS: Final = (
    f"IF({_CODES}<={FEW_CODES},6,"
    f"IF(AND({_PEGS}<=4,{_CODES}<={MAX_LISTED_CODES}),10,12))"
)

# The name: beside the line or before the title

_NAME_BESIDE: Final = typed_text("INDEX([names_margins],[@line_numbers]+1)")
_BEFORE: Final = f'TRIM(LEFT([@text],LEN([@game])-LEN([@game_title])))&"{_MARK}"'
_SENDER: Final = f"TRIM({substitute(_BEFORE, [(f':{_MARK}', ''), (_MARK, '')])})"
_SENDER_LENGTH: Final = "LEN(TRIM(LEFT([@game],LEN([@game])-LEN([@game_title]))))"
_SIGN_COUNT: Final = (
    f'SUMPRODUCT(LEN({_SENDER})-LEN(SUBSTITUTE({_SENDER},[no_name_signs]&"","")))'
)

# Players by number, and the line that counts for a player and a game

_EARLIER_PLAYERS: Final = "[first player_margins]:[above player]"
_SAME_NAME: Final = maximum(
    f'EXACT([@key],[first key_margins]:[above key]&"")*{_EARLIER_PLAYERS}'
)
SAME_GAME: Final = "([player]=[@player])*([game_order]=[@game_order])"
_PRIORITY: Final = "(1000*([{0}guesses]+99*([{0}guesses]=0))+1000-[{0}line_numbers])"
_MAX_PRIORITY: Final = maximum(f"{SAME_GAME}*{_PRIORITY.format('')}")
IS_READ: Final = "MIN([@size]-1,[@number],[@guesses])>=0"

LINE_COLUMNS: Final = {
    "text": typed_text("INDEX([results_margins],[@line_numbers]+1)", "#"),
    "line": substitute(lower_case("[@text]"), _NOT_FOUND),
    "game": f'" "&SUBSTITUTE(LEFT([@line],{_GAME_END}-1),":"," ")',
    "number": (
        'IF(MID([@line],LEN([@game]),2)<>" #",0,'
        f"IFERROR({_NUMBER}/({_NUMBER}>0)/({_NUMBER}<10^9)"
        f'/(FIND(" #"&{_NUMBER}&" in ",[@line])=LEN([@game])),-1))'
    ),
    "game_title": (
        'IF(ISNUMBER(FIND(" in ",[@game])),"",'
        f"IF({_TITLE_LENGTH}>0,RIGHT([@game],{_TITLE_LENGTH}),{_SIZED_TITLE}))"
    ),
    "size": (
        'IF([@game_title]="",0,IFERROR(VLOOKUP([@game_title],[title_table],2,0),'
        f"IFERROR(({_SIZE})*{_SAME_TITLE},0)))"
    ),
    "guesses": (
        f'IFERROR(SUMPRODUCT(EXACT(TRIM({_ENDING}),[ending_table.1]&"")*[ending_table.2]),0)-1'
    ),
    "name": (
        f'IF({_NAME_BESIDE}<>"",{_NAME_BESIDE},'
        f"REPT({_SENDER},{_SIGN_COUNT}+({_SENDER_LENGTH}>{_MAX_SENDER_LENGTH})=0))"
    ),
    "key": (
        f"IF({IS_READ},IF(OR([@guesses]>{_ATTEMPTS},{HAS_HINTS}),"
        f'"",{name_key("[@name]")}),"")'
    ),
    "player": (
        f'IF([@key]="",0,{_SAME_NAME}+({_SAME_NAME}=0)*(1+MAX({_EARLIER_PLAYERS})))'
    ),
    "game_order": (
        'IF([@key]="",0,IF([@number]=0,[@line_numbers],'
        "10^6*[@number]+500*[@size]+MATCH([@game_title],[game_title],0)))"
    ),
    "counted_player": (
        f'IF([@key]="",0,IF([@player]>{MAX_NAMES},0,'
        f"[@player]*({_MAX_PRIORITY}={_PRIORITY.format('@')})))"
    ),
}
"""
The formulas of a line. For `Ann: Mastermind #382: not found in 10`: line
`ann: mastermind #382 in ¬10`, game ` ann  mastermind`, number 382, title ` mastermind`,
guesses 0 (-1 without a result), name `Ann`, key `ann`.
"""

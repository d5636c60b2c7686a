"""Formulas that read result lines: the hidden columns of a line on the sheet Match."""

import string
from collections.abc import Iterable
from typing import Final, Literal

from xl_mastermind.match.result_lines import (
    BLANK_CHARACTERS,
    DUPLICATE_RESULT,
    EXAMPLE,
    INVISIBLE_CHARACTERS,
    MARKS,
    MAX_ATTEMPTS,
    MAX_ATTEMPTS_OF_SIZES,
    MAX_NAME_LENGTH,
    NAME_MISSING,
    NOT_READ,
    PEG_CHARACTERS,
    SEPARATORS,
    TIME_SUFFIXES,
)
from xl_mastermind.sheets.board.formulas import (
    array_constant,
    first_that_holds,
    substitute,
    text_constant,
)

MAX_LINES: Final = 400
MAX_NAMES: Final = 36
"""Rows of the sheet."""

TIME_SEARCH_LENGTH: Final = 80
"""Characters before a result in which formulas search for a time."""

_PART_LENGTH: Final = 99
"""Characters of the longest part of a line that formulas read."""

_UNREAD: Final = f"{NOT_READ}expected a line such as {EXAMPLE}."
NO_RESULT: Final = "No result."
_FULL: Final = f"Not counted: the sheet has room for {MAX_NAMES} names."

# Parts of formulas

_END_MARK: Final = "¶"
_LOST: Final = "¬"
"""Characters that mark an end of a text, and a code that was not found."""


def _without(text: str, characters: str, replacement: str = "") -> str:
    """Return a text without some characters, or with others in their place."""
    return substitute(text, [(character, replacement) for character in characters])


def _without_ends(text: str, at_end: str, at_start: str = "") -> str:
    """Return a text without characters at its ends, removed in this order."""
    text = f'"{_END_MARK}"&{text}&"{_END_MARK}"'
    ends = [f"{character}{_END_MARK}" for character in at_end]
    starts = [f"{_END_MARK}{character}" for character in at_start]
    text = substitute(text, [(each, _END_MARK) for each in (*ends, *starts)])
    return _without(text, _END_MARK)


def normalized(text: str) -> str:
    """Return a text with single blanks and without invisible characters."""
    text = _without(_without(text, INVISIBLE_CHARACTERS), BLANK_CHARACTERS, " ")
    return f"TRIM({text})"


def _lower_case(text: str) -> str:
    """Return a text in lower case; LOWER depends on the application's language."""
    return _without(f"LOWER({_without(text, 'İ', 'I')})", "ı", "i")


def name_key(name: str) -> str:
    """Return the key by which names are compared, without wildcards of MATCH."""
    escapes = zip("|*?~", ("|l", "|s", "|q", "|t"), strict=True)
    key = substitute(_lower_case(name), [("ß", "ss"), *escapes])
    return f'"n"&{key}'


def truncated_name(text: str) -> str:
    """Return the part of a name that counts."""
    return f"LEFT({text},{MAX_NAME_LENGTH})"


def _count_characters(text: str, parts: Iterable[str]) -> str:
    """Return the number of characters of a text that belong to some parts."""
    return f'SUMPRODUCT(LEN({text})-LEN(SUBSTITUTE({text},{array_constant(parts)},"")))'


def _count_digits(text: str) -> str:
    return _count_characters(text, string.digits)


def _part(text: str, separator: str, end: Literal["LEFT", "RIGHT"]) -> str:
    """Return the first or the last part of a text; a wide gap separates the parts."""
    gap = f'REPT(" ",{_PART_LENGTH})'
    return f'TRIM({end}(SUBSTITUTE({text},"{separator}",{gap}),{_PART_LENGTH}))'


def _all(*tests: str) -> str:
    return f"AND({','.join(tests)})"


def _text_from(text: str, start: str | int) -> str:
    """Return the text from a position on."""
    return f"MID({text},{start},{_PART_LENGTH})"


def maximum(values: str) -> str:
    """Return the maximum of an array; SUMPRODUCT makes MAX read all its values."""
    return f"SUMPRODUCT(MAX({values}))"


def minimum(values: str, condition: str, limit: int) -> str:
    """Return the minimum of the values that meet a condition, else the limit."""
    return f"{limit}-{maximum(f'{condition}*({limit}-{values})')}"


def _above(column: str) -> str:
    """Return the cells of a column above the row, from the locked one on."""
    return f"[first {column}_margins]:[above {column}]"


# Hidden columns of a line: its parts. `docs/match.md` states the rule.

_TEXT: Final = (
    f"IF(ISTEXT([@results]),{normalized(_without('[@results]', MARKS))},"
    'IF(ISBLANK([@results]),"","#"))'
)
_WITHOUT_CHAT_REMARK: Final = (
    'IF(RIGHT([@text],1)=">",TRIM(LEFT([@text],FIND("<",[@text]&"<")-1)),[@text])'
)


_FOLDED: Final = substitute(  # in lower case, with one form of codes not found
    _lower_case(_WITHOUT_CHAT_REMARK),
    [("# ", "#"), (" not found in ", f" in {_LOST}"), (" not found", f" in {_LOST}")],
)
_COUNT_TAIL: Final = _without("[@tail]", _LOST)
_HAS_TWO_DIGITS: Final = f'ISNUMBER(FIND(MID({_COUNT_TAIL},2,1),"{string.digits}"))'
_DIGITS: Final = f"LEFT({_COUNT_TAIL},IF({_HAS_TWO_DIGITS},2,1))"
_LETTERS: Final = _without(_COUNT_TAIL, "o")  # pegs
_IS_LOST: Final = f'LEFT([@tail],1)="{_LOST}"'
_DIGIT_COUNT: Final = f"IF({_IS_LOST},{_count_digits(_DIGITS)},LEN({_DIGITS}))"
_IS_RESULT_TAIL: Final = _all(
    f"{_count_digits(_COUNT_TAIL)}={_DIGIT_COUNT}",
    f"EXACT(UPPER({_LETTERS}),LOWER({_LETTERS}))",  # no letters
)
_GUESS_COUNT: Final = f"IF(VALUE({_DIGITS})>0,VALUE({_DIGITS}),-1)"
_GUESSES: Final = (
    f'IF([@folded]="",-1,'
    f"IFERROR(IF({_IS_RESULT_TAIL},IF({_IS_LOST},0,{_GUESS_COUNT}),-1),-1))"
)

_NUMBER_TEXT: Final = 'LEFT([@after_hash],FIND(" in ",[@after_hash])-1)'
_NUMBER_DIGITS: Final = f"TRIM({_without(_NUMBER_TEXT, ':,.')})"
_IS_NUMBER: Final = _all(
    f"LEN({_NUMBER_DIGITS})<10",
    f"{_count_digits(_NUMBER_DIGITS)}=LEN({_NUMBER_DIGITS})",
    f"VALUE({_NUMBER_DIGITS})>0",
)
_NUMBER: Final = f'IF([@guesses]<0,"",IFERROR(IF({_IS_NUMBER},{_NUMBER_DIGITS},""),""))'


_BEFORE_COUNT: Final = "LEN([@folded])-LEN([@tail])-4"
_BEFORE_HASH: Final = "LEN([@folded])-LEN([@after_hash])-1"
_TO_TITLE: Final = f'LEFT([@folded],IF([@number]="",{_BEFORE_COUNT},{_BEFORE_HASH}))'
_HEAD: Final = f'IF([@guesses]<0,"",IFERROR({_without_ends(_TO_TITLE, " : ")},""))'
_WORDS: Final = f'" "&{_without("[@head]", ":>]-—,(|", " ")}'
_TITLES: Final = sorted(MAX_ATTEMPTS, key=len)  # formulas prefer the last that fits
_TITLE_WORDS: Final = [f" {title.lower()}" for title in _TITLES]
_TITLE_ATTEMPTS: Final = array_constant(MAX_ATTEMPTS[title] for title in _TITLES)
_TITLE_LENGTHS: Final = array_constant(map(len, _TITLE_WORDS))
_TITLE_INDEX: Final = maximum(
    f"(RIGHT({_WORDS},{_TITLE_LENGTHS})={array_constant(_TITLE_WORDS)})"
    f"*([@guesses]<={_TITLE_ATTEMPTS})*{array_constant(range(1, len(_TITLES) + 1))}"
)
_SIZE: Final = 'LEFT([@options],FIND(" ",[@options]&" ")-1)'
_SYMBOLS: Final = substitute("[@options]", [(" distinct", ""), (" black", "")])
_AFTER_SIZE: Final = f'MID({_SYMBOLS},FIND(" ",{_SYMBOLS}&" "),{len(" symbols=")})'
_IS_SIZED: Final = _all(  # such as Mastermind 4x6, Mastermind 12x10 symbols=…
    f"[@guesses]<={MAX_ATTEMPTS_OF_SIZES}",
    f'RIGHT({_WORDS},LEN([@options])+{len(" mastermind ")})=" mastermind "&[@options]',
    'OR(MID([@options],{2,3},1)="x")',
    f'VALUE(SUBSTITUTE({_SIZE},"x","",1))<10000',
    f'OR({_AFTER_SIZE}={{""," symbols="}})',
    f"{_count_characters(_SYMBOLS, ' ')}<2",
)
_SIZED_TITLE: Final = (
    '"Mastermind "&MID([@text],LEN([@head])-LEN([@options])+1,LEN([@options]))'
)
_NAMED_TITLE: Final = f"CHOOSE({_TITLE_INDEX},{','.join(map(text_constant, _TITLES))})"
_TITLE: Final = f"IFERROR({_NAMED_TITLE},IF({_IS_SIZED},{_SIZED_TITLE},NA()))"
_GAME_NUMBER: Final = 'IF([@number]="",""," #"&VALUE([@number]))'
_GAME: Final = f'IF([@guesses]<0,"",IFERROR({_TITLE}&{_GAME_NUMBER},""))'

# The name of a result: beside it, or before the line


_BEFORE_TITLE: Final = 'LEFT([@text],LEN([@head])-FIND(" #",[@game]&" #")+1)'
_BEFORE: Final = f'IF([@game]="","",{_without_ends(_BEFORE_TITLE, " : ")})'
_BRACKET: Final = (
    'MID([@before],FIND("[",[@before]),FIND("]",[@before])-FIND("[",[@before]))'
)
_IS_DATE: Final = (  # a colon, or four digits
    f"{_count_digits(_BRACKET)}+4*{_count_characters(_BRACKET, ':')}>3"
)
_AFTER_BRACKET: Final = _text_from("[@before]", 'FIND("]",[@before])+1')
_WITHOUT_BRACKET: Final = f'LEFT([@before],FIND("[",[@before])-1)&{_AFTER_BRACKET}'
_IS_COLON: Final = 'MID([@before],[positions]+1,1)=":"'


def _is_digit(offset: int) -> str:
    digit = f"MID([@before],[positions]+{offset},1)"
    return f'({digit}>="0")*({digit}<="9")'


_AFTER_TIME: Final = maximum(  # the position after the last one, such as 8:05
    f"{_is_digit(0)}*({_IS_COLON})*{_is_digit(2)}*{_is_digit(3)}*([positions]+4)"
)


def _sender() -> str:
    """Return the text before the title without numbering, date and time."""
    after_time = _text_from("[@before]", f"MAX(1,{_AFTER_TIME})")
    text = f"IFERROR(IF({_IS_DATE},{_WITHOUT_BRACKET},NA()),{after_time})"
    for digits in (2, 1):
        is_numbered = _all(
            f"{_count_digits(f'LEFT([@before],{digits})')}={digits}",
            f'OR(MID([@before],{digits + 1},2)={{". ",") "}})',
        )
        text = f"IF({is_numbered},{_text_from('[@before]', digits + 3)},{text})"
    return f'IF([@before]="","",{text})'


_SUFFIXES: Final = array_constant(f"{word} " for word in TIME_SUFFIXES)
_SUFFIX_LENGTHS: Final = array_constant(len(word) + 1 for word in TIME_SUFFIXES)
_FIRST_WORDS: Final = f'LOWER(TRIM({_without("[@sender]", SEPARATORS, " ")}))&" "'
_IS_SUFFIX: Final = f"(LEFT({_FIRST_WORDS},{_SUFFIX_LENGTHS})={_SUFFIXES})"
_SUFFIX_LENGTH: Final = (
    f"IF([@sender]=[@before],0,{maximum(f'{_IS_SUFFIX}*{_SUFFIX_LENGTHS}')})"
)
_NAME_PART: Final = _without_ends(
    _text_from("TRIM([@sender])", "1+[@suffix_length]"),
    at_end=" , - – — |;",
    at_start=" >] :) - – — , ، | ; ",
)
_HAS_COLON: Final = 'ISNUMBER(FIND(":",SUBSTITUTE([@sender]&" ",": ","")))'
_DATE_PARTS: Final = [f"{digit}{sign}" for sign in "-./" for digit in string.digits]
_HAS_UNKNOWN_SUFFIX: Final = _all(  # such as 18:05 kello - Ann
    'ISERROR(FIND("]",[@before]))',
    'ISNUMBER(FIND(":",[@before]))',
    "[@suffix_length]=0",
    f'ISERROR(FIND(LEFT(TRIM([@sender]),1),"{SEPARATORS})"))',
    f"{_count_characters('[@sender]', (': ', ' - ', ' – ', ' — ', ', '))}>0",
)
_IS_UNCERTAIN: Final = (
    f'OR([@before]="",{_HAS_COLON},{_count_characters("[@sender]", _DATE_PARTS)}>0,'
    f"{_HAS_UNKNOWN_SUFFIX})"
)
_NAME_BEFORE: Final = (
    f'IF({_IS_UNCERTAIN},"",{truncated_name(_part(_NAME_PART, ": ", "LEFT"))})'
)
_NAME: Final = first_that_holds(
    (
        ('OR([@game]="",ISERROR([@names]))', '""'),
        ('TRIM([@names]&"")=""', _NAME_BEFORE),
    ),
    truncated_name(normalized("[@names]")),
)

# Whether a line counts, for which name and number

_IS_NUMBERED: Final = 'ISNUMBER(FIND("#",[@game]))'
_LINES_AFTER_FIRST: Final = maximum(  # the first line of this name and game
    f"({_above('key')}=[@key])*({_above('game')}=[@game])"
    f"*({MAX_LINES}-{_above('line_numbers')})"
)
_KNOWN_NAME: Final = f"INDEX({_above('name_index')},MATCH([@key],{_above('key')},0))"
_NEW_NAME: Final = f"MAX({_above('name_index')})+1"
_NAME_INDEX: Final = (
    f'IF([@key]="",0,IF(IF({_IS_NUMBERED},{_LINES_AFTER_FIRST},0)>0,'
    f"{_LINES_AFTER_FIRST}-{MAX_LINES},IFERROR({_KNOWN_NAME},{_NEW_NAME})))"
)
_IS_COUNTED: Final = _all("[@name_index]>0", f"[@name_index]<={MAX_NAMES}")
_KNOWN_GAME: Final = maximum(f"({_above('game')}=[@game])*{_above('game_index')}")
_GAME_INDEX: Final = (
    f"IF({_all(_IS_COUNTED, _IS_NUMBERED)},"
    f"IF({_KNOWN_GAME}>0,{_KNOWN_GAME},MAX({_above('game_index')})+1),0)"
)

LINE_FORMULAS: Final = {
    "text": _TEXT,
    "folded": _FOLDED,
    "tail": _part("[@folded]", " in ", "RIGHT"),
    "after_hash": _part("[@folded]", "#", "RIGHT"),
    "guesses": _GUESSES,
    "number": _NUMBER,
    "head": _HEAD,
    "options": _part("[@head]", "mastermind ", "RIGHT"),
    "game": _GAME,
    "before": _BEFORE,
    "sender": _sender(),
    "suffix_length": _SUFFIX_LENGTH,
    "name": _NAME,
    "key": f'IF([@name]="","",{name_key("[@name]")})',
    "name_index": _NAME_INDEX,
    "game_index": _GAME_INDEX,
}
"""
Each formula reads the columns before it. For `[8:05] Ann: Mastermind #382 in 5!`:

folded `[8:05] ann: mastermind #382 in 5!`, tail `5!`, after_hash `382 in 5!`, guesses 5
(0 for a code not found, -1 without a result), number 382, game `Mastermind #382`, head
`[8:05] ann: mastermind`, before `[8:05] Ann`, name `Ann`, key `nann`. The name_index of
a repeated result is the negative number of its first line.
"""

_LOWER_TITLES: Final = sorted(map(str.lower, MAX_ATTEMPTS))
_HAS_TITLE: Final = f"{_count_characters(_lower_case('[@text]'), _LOWER_TITLES)}>0"
_DUPLICATE_RESULT: Final = DUPLICATE_RESULT.format(line='"&-[@name_index]&"')
REMARK: Final = first_that_holds(
    (
        (f'{_without("[@text]", f"{PEG_CHARACTERS} ")}=""', '""'),
        ('[@game]=""', f'IF({_HAS_TITLE},"{_UNREAD}","{NO_RESULT}")'),
        ('[@name]=""', f'"{NAME_MISSING}"'),
        (f"[@name_index]>{MAX_NAMES}", f'"{_FULL}"'),
        ("[@name_index]<0", f'"{_DUPLICATE_RESULT}"'),
    ),
    '""',
)

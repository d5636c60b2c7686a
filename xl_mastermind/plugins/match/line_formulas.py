"""Formulas that read result lines: the hidden columns of a line on the sheet Match."""

import string
from collections.abc import Iterable
from typing import Final

from xl_mastermind.game.board_limits import FEW_CODES, MAX_LISTED_CODES, attempt_count
from xl_mastermind.game.rules import MAX_PEGS
from xl_mastermind.plugins.match import result_lines
from xl_mastermind.presentation.messages import RESULT_HINTS
from xl_mastermind.sheets.board.formulas import (
    array_constant,
    as_formula,
    first_that_holds,
    substitute,
    text_constant,
)
from xl_mastermind.sheets.cell_group import Formula

MAX_LINES: Final = 400
MAX_NAMES: Final = 36
"""Rows of the sheet."""

NO_RESULT: Final = "No result."
_UNREAD: Final = (
    f"{result_lines.NOT_READ}expected a line such as {result_lines.EXAMPLE}."
)
_FULL: Final = f"Not counted: the sheet has room for {MAX_NAMES} names."

_MARK: Final = "¶"
_LOST: Final = "¬"
"""Characters that mark a position in a text, and a code that was not found."""

# Parts of array formulas, each of which computes all lines. AND and MATCH cannot be
# parts, because they return one value for an array; nor IF, because Calc mixes the
# rows of its branches.


def _without(text: str, characters: Iterable[str], replacement: str = "") -> Formula:
    return substitute(text, [(character, replacement) for character in characters])


def normalized(text: str) -> Formula:
    """Return a text with single blanks and without invisible characters."""
    text = _without(
        _without(text, result_lines.INVISIBLE_CHARACTERS),
        result_lines.BLANK_CHARACTERS,
        " ",
    )
    return Formula(f"TRIM(CLEAN({text}))")


def _lower_case(text: str) -> Formula:
    """Return a text in lower case, also where LOWER follows Turkish rules."""
    return _without(f"LOWER({_without(text, 'İ', 'I')})", "ı", "i")


def name_key(name: str) -> Formula:
    """Return the key by which names are compared, without wildcards of MATCH."""
    escapes = zip("|*?~", ("|l", "|s", "|q", "|t"), strict=True)
    key = substitute(_lower_case(name), [("ß", "ss"), *escapes])
    return Formula(f'"n"&{key}')


def truncated_name(text: str) -> Formula:
    """Return the part of a name that counts."""
    return Formula(f"LEFT({text},{result_lines.MAX_NAME_LENGTH})")


def maximum(values: str) -> Formula:
    """Return the maximum of an array; SUMPRODUCT makes MAX read all its values."""
    return Formula(f"SUMPRODUCT(MAX({values}))")


def minimum(values: str, condition: str, limit: int) -> Formula:
    """Return the minimum of the values that meet a condition, else the limit."""
    return Formula(f"{limit}-{maximum(f'{condition}*({limit}-{values})')}")


def _mask_digits(text: str) -> Formula:
    return _without(text, string.digits[1:], "0")


def _count(text: str, part: str) -> Formula:
    """Return the number of characters of a text in all occurrences of a part."""
    return Formula(f"(LEN({text})-LEN({substitute(text, [(part, '')])}))")


def _nth_position(text: str, part: str, number: str) -> Formula:
    """Return the n-th position of a part, a formula; an error if it has fewer."""
    return Formula(f'FIND("{_MARK}",SUBSTITUTE({text},{part},"{_MARK}",{number}))')


def _last_position(text: str, part: str) -> Formula:
    """Return the last position of a part of a text, 0 without one."""
    number = _count(text, part) + f"/{len(part)}" * (len(part) > 1)
    return Formula(f"IFERROR({_nth_position(text, text_constant(part), number)},0)")


def _contains(text: str, part: str) -> Formula:
    return Formula(f"(IFERROR(FIND({text_constant(part)},{text}),0)>0)")


def _contains_any(text: str, parts: Iterable[str]) -> Formula:
    parts = [*parts]
    found = f"--(IFERROR(FIND({array_constant(parts)},{text}),0)>0)"
    return Formula(f"({_row_sum(found, [1] * len(parts))}>0)")


def _row_sum(block: str, weights: Iterable[int]) -> Formula:
    """Return the sum of each row of a block, with a weight for each column."""
    return Formula(f"MMULT({block},{array_constant(weights, ';')})")


def _all_true(*tests: str) -> Formula:
    """Return 1 if all tests are true, else 0."""
    return Formula("*".join(f"({test})" for test in tests))


def _first_text(cases: Iterable[tuple[str, str]]) -> Formula:
    """Return the text of the first case whose test is true, blank without one."""
    texts, earlier = list[str](), ""
    for test, text in cases:
        texts.append(f"REPT({text},{earlier}({test}))")
        earlier += f"(1-({test}))*"
    return Formula("&".join(texts))


def _text_from(text: str, start: str) -> Formula:
    return Formula(f"MID({text},{start},LEN({text}))")


def _without_borders(name: str, text: str) -> dict[str, str]:
    """Return the columns of a text without separators and brackets at its ends."""
    inner = f"[{name}_inner]"
    first = f"FIND(LEFT(TRIM({inner}),1),{inner})"
    end = f"RIGHT(TRIM({inner}),1)"
    number = f'LEN({inner})-LEN(SUBSTITUTE({inner},{end},""))'
    last = _nth_position(inner, end, number)
    return {
        f"{name}_text": text,
        f"{name}_inner": _without(f"[{name}_text]", result_lines.NAME_BORDERS, " "),
        name: f'IFERROR(MID([{name}_text],{first},{last}-{first}+1),"")',
    }


# The columns of a line: number of guesses, and number of the game

_TAIL_LETTERS: Final = _without("[tail_end]", "o")  # pegs
_RESULT_TEST: Final = _all_true(
    "[in_position]>0",
    f"{_count('[tail_zeros]', '0')}=[digit_count]",
    f"EXACT(UPPER({_TAIL_LETTERS}),LOWER({_TAIL_LETTERS}))",  # no letters
    f"{_count('[tail]', '<')}=0",
)
_NOT_LOST_TEST: Final = f'MID([folded],[in_position]+4,1)<>"{_LOST}"'
_NUMBER_TEXT: Final = "MID([folded],[hash]+1,[in_position]-[hash]-1)"
_NUMBER_TEST: Final = _all_true(
    "[guesses]>=0",
    "[hash]>0",
    "LEN([number_text])<10",
    f'SUBSTITUTE({_mask_digits("[number_text]")},"0","")=""',
)
_RESULT_COLUMNS: Final = {
    "lower": substitute(
        _lower_case("[text]"),
        [(" not found in ", f" in {_LOST}"), (" not found", f" in {_LOST} ")],
    ),
    # A remark at the end, such as <This message was edited>
    "remark_start": _last_position("[lower]", "<"),
    "remark_length": (
        '(IFERROR(FIND(">",[lower],[remark_start]),0)-[remark_start]+1)'
        '*([remark_start]>IFERROR(FIND(" in ",[lower]),LEN([lower])))'
    ),
    "folded": 'IFERROR(REPLACE([lower],[remark_start],[remark_length],""),[lower])',
    "zeros": _mask_digits("[folded]"),
    "in_position": _last_position("[folded]", " in "),
    "tail": _without(_text_from("[folded]", "[in_position]+4"), _LOST),
    "tail_zeros": _without(_text_from("[zeros]", "[in_position]+4"), _LOST),
    "digit_count": '(LEFT([tail_zeros],1)="0")*(1+(MID([tail_zeros],2,1)="0"))',
    "hints": f"IFERROR(FIND({text_constant(RESULT_HINTS)},[tail]),0)",
    "has_hints": "([hints]>0)*([hints]=[digit_count]+1+([digit_count]=0))",
    "tail_end": (
        f'IFERROR(REPLACE([tail],[hints],{len(RESULT_HINTS)}*[has_hints],""),[tail])'
    ),
    "number_of_tail": "IFERROR(--LEFT([tail],[digit_count]),0)",
    "guesses": (
        f"({_RESULT_TEST})*(1+({_NOT_LOST_TEST})*([number_of_tail]-([number_of_tail]=0)))-1"
    ),
    "hash": _last_position("LEFT([folded],[in_position]-1)", "#"),
    "number_text": f'IFERROR(TRIM({_without(_NUMBER_TEXT, ":,.")}),"")',
    "number": f"IFERROR({_NUMBER_TEST}*[number_text],0)",
}

# Title and size of the game

_TITLES: Final = [*result_lines.NAMED_TITLES]
_LOWER_TITLES: Final = [title.lower() for title in _TITLES]
_TITLE_LENGTHS: Final = [*map(len, _TITLES)]
_TITLE_WIDTH: Final = max(_TITLE_LENGTHS)
_PADDED_TITLES: Final = "".join(title.ljust(_TITLE_WIDTH) for title in _TITLES)


def _title_index() -> Formula:
    """Return the number of the longest title at the end of the head, 0 without one."""
    weights = {title: index for index, title in enumerate(_LOWER_TITLES, 1)}
    for title in sorted(weights, key=len):
        weights[title] -= sum(
            weight for end, weight in weights.items() if title.endswith(f" {end}")
        )
    ends = f"RIGHT([head],{array_constant(_TITLE_LENGTHS)})"
    return _row_sum(f"--({ends}={array_constant(weights)})", weights.values())


def _title_value(values: Iterable[int]) -> Formula:
    """Return the value at the index of the title, 0 for a title with a size."""
    indexes = array_constant(range(1, len(_TITLES) + 1))
    return _row_sum(f"--([title_index]={indexes})", values)


_HEAD: Final = substitute(  # without a blank, a colon and a blank at its end
    f'LEFT([folded],([number]>0)*[hash]+([number]=0)*[in_position]-1)&"{_MARK}"',
    [(f" {_MARK}", _MARK), (f":{_MARK}", _MARK), (f" {_MARK}", _MARK), (_MARK, "")],
)
_SIZED_TEST: Final = _all_true(  # such as Mastermind 4x6, Mastermind 12x10 symbols=…
    "[title_index]=0",
    f'FIND("|"&{_mask_digits("[size]")}&"|","|0x0|00x0|0x00|00x00|")>0',
    "[pegs]>0",
    f"[pegs]<={MAX_PEGS}",
    "[colours]>0",
    "[is_distinct]*[pegs]<=[colours]",
    f'{_without("[flags]", (" distinct", " black"))}=""',
    f"{_count('[symbols]', ' ')}<2",
    f'([symbols]="")*([colours]<=26)+(LEN([symbols])={len(" symbols=")}+[colours])>0',
)
_CODES: Final = (
    "([is_distinct]*IFERROR(FACT([colours])/FACT([colours]-[pegs]),0)"
    "+(1-[is_distinct])*[colours]^[pegs])"
)
_NAMED_GAMES: Final = (*result_lines.NAMED_TITLES.values(),)
_ATTEMPTS: Final = (
    f"12-6*({_CODES}<={FEW_CODES})"
    f"-2*({_CODES}>{FEW_CODES})*({_CODES}<={MAX_LISTED_CODES})*([pegs]<=4)"
)
_SIZE_ORDER: Final = (
    f"(([pegs]*37+[colours])*2+[is_distinct])*2+{_contains('[flags]', ' black')}"
)
_BEFORE_TITLE: Final = "LEN([head])-[title_length]"
_NAMED_TITLE: Final = (
    f'TRIM(MID("{_PADDED_TITLES}",{_TITLE_WIDTH}*([title_index]-1)+1,{_TITLE_WIDTH}))'
)
_SIZED_TITLE: Final = (
    '"Mastermind "&MID([text],LEN([head])-LEN([options])+1,LEN([options]))'
)
_TITLE_COLUMNS: Final = {
    "head": f'REPT(IFERROR({_HEAD},""),[guesses]>=0)',
    "title_index": _title_index(),
    "size_start": _last_position("[head]", "mastermind "),
    "options": f"REPT({_text_from('[head]', '[size_start]+11')},[size_start]>0)",
    "size": 'LEFT([options],FIND(" ",[options]&" ")-1)',
    "flags": (
        "MID([options],LEN([size])+1,"
        'FIND(" symbols=",[options]&" symbols=")-LEN([size])-1)'
    ),
    "symbols": _text_from("[options]", "LEN([size])+LEN([flags])+1"),
    "pegs": 'IFERROR(--LEFT([size],FIND("x",[size])-1),0)',
    "colours": 'IFERROR(--MID([size],FIND("x",[size])+1,2),0)',
    "is_distinct": _contains("[flags]", " distinct"),
    "is_sized": f"IFERROR({_SIZED_TEST},0)",
    "title_length": f"{_title_value(_TITLE_LENGTHS)}+[is_sized]*(LEN([options])+11)",
    "character_before": f'MID(" "&[folded],{_BEFORE_TITLE}+1,1)',
    "has_title": _all_true(
        "[title_length]>0",
        f'MID(" "&[zeros],{_BEFORE_TITLE}+1,1)<>"0"',
        "EXACT(UPPER([character_before]),LOWER([character_before]))",
    ),
    "game_title": (
        f'REPT(IFERROR({_NAMED_TITLE},"")&REPT({_SIZED_TITLE},[is_sized]),[has_title])'
    ),
    "game": '[game_title]&REPT(" #"&[number],[has_title]*([number]>0))',
    "attempts": (
        f"{_title_value(map(attempt_count, _NAMED_GAMES))}"
        f"+[is_sized]*IFERROR({_ATTEMPTS},0)"
    ),
    "size_order": (
        f"{_title_value(map(result_lines.size_order, _NAMED_GAMES))}"
        f"+[is_sized]*({_SIZE_ORDER})"
    ),
    "zeros_before": f"LEFT([zeros],{_BEFORE_TITLE})",
    "has_two_results": _all_true(
        _contains_any("[zeros_before]", _LOWER_TITLES),
        _contains_any("[zeros_before]", (" in 0", _LOST)),
    ),
}

# The name before the result


def _without_date(text: str, start: str) -> Formula:
    """Return a text without the bracket at a position if it contains a date or time."""
    end = f'FIND("]",{text},{start})'
    content = f"MID({text},{start},{end}-{start})"
    digits = _count(_mask_digits(content), "0")
    is_date = f"(4*{_count(content, ':')}+{digits}>3)"
    return Formula(
        f"IFERROR(REPLACE({text},{start},({end}-{start}+1)*{is_date},"
        f'REPT(" ",{is_date})),{text})'
    )


_NUMBER_LENGTH: Final = "+".join(
    f'{length}*(LEFT([number_zeros],{length})="{form}")'
    for length in (3, 4, 5)
    for form in (f"{'0' * (length - 2)}. ", f"{'0' * (length - 2)}) ")
)
_TIME_SIGNS: Final = substitute(  # a colon only in times: 18:05, 18.05 and 18:05:10
    _mask_digits("[sender_line]"),
    [("0.000", "0_000"), ("0.00.", "0_00."), ("0.00", "0:00"), ("0:00:00", "0_00:00")],
)
_BORDERS_OF_TIMES: Final = f"{result_lines.SEPARATORS}<[]"
_AFTER_BLANK: Final = '1+(LEFT([after_time],1)=" ")'
_AFTER_SUFFIX: Final = f"1+([suffix_length]>0)*({_AFTER_BLANK}-1+[suffix_length])"
_WORDS_AFTER_TIME: Final = _without(
    _text_from("[after_time]", _AFTER_BLANK), _BORDERS_OF_TIMES, " "
)
_SUFFIXES: Final = [f"{word} " for word in result_lines.TIME_SUFFIXES]
_SUFFIX_LENGTHS: Final = [*map(len, result_lines.TIME_SUFFIXES)]
_SUFFIX_TEST: Final = (
    f"--(LEFT([words_after_time],{array_constant(map(len, _SUFFIXES))})"
    f"={array_constant(_SUFFIXES)})"
)
_UNKNOWN_SUFFIX_TEST: Final = _all_true(  # such as 18:05 kello - Ann
    "[time_end]>0",
    "[suffix_length]=0",
    f'IFERROR(FIND(LEFT(TRIM([after_time]),1),"{_BORDERS_OF_TIMES}"),0)=0',
    _contains_any(
        "[sender]",
        [
            *(f"{sign} " for sign in result_lines.SEPARATORS),
            *(f" {sign}" for sign in "|–—-"),
        ],
    ),
)
_NAME: Final = _first_text(
    (
        ("[has_title]=0", '""'),
        (f'[beside]="{_MARK}"', '""'),
        ('[beside]<>""', "[beside]"),
        ("[has_unknown_suffix]", '""'),
        ("[has_date]", '""'),
        ("1", "[sender_name]"),
    )
)
_SENDER_COLUMNS: Final = {
    "before": f"REPT(LEFT([text],{_BEFORE_TITLE}),[has_title])",
    "without_date": _without_date("[before]", 'FIND("[",[before])'),
    **_without_borders(
        "numbered_line",
        _without_date("[without_date]", _last_position("[without_date]", "[")),
    ),
    "number_zeros": _mask_digits("LEFT([numbered_line],5)"),
    "sender_line": _text_from("[numbered_line]", f"1+{_NUMBER_LENGTH}"),
    "time_signs": _TIME_SIGNS,
    "time_start": _last_position("[time_signs]", "0:00"),
    "time_end": "([time_start]>0)*([time_start]+3)",
    "after_time": _text_from("[sender_line]", "[time_end]+1"),
    "words_after_time": f'LOWER({_WORDS_AFTER_TIME})&" "',
    "suffix_length": f"([time_end]>0)*{_row_sum(_SUFFIX_TEST, _SUFFIX_LENGTHS)}",
    **_without_borders("sender", _text_from("[after_time]", _AFTER_SUFFIX)),
    **_without_borders("sender_name", 'LEFT([sender],FIND(": ",[sender]&": ")-1)'),
    "has_unknown_suffix": _UNKNOWN_SUFFIX_TEST,
    "has_date": _contains_any(_mask_digits("[sender_name]"), (":", "0-", "0.", "0/")),
    "name": truncated_name(_NAME),
}

# Whether a line counts, for which name and number

_TOO_MANY_GUESSES: Final = as_formula(
    result_lines.TOO_MANY_GUESSES, title="[game_title]", attempts="[attempts]"
)
_COUNTED_COLUMNS: Final = {
    "is_blank": f'{_without("[text]", f"{result_lines.PEG_CHARACTERS} ")}=""',
    "names_title": _contains_any("[lower]", _LOWER_TITLES),
    "problem": _first_text(
        (
            ("[is_blank]", '""'),
            ("[has_title]+[names_title]=0", f'"{NO_RESULT}"'),
            ("[has_title]=0", f'"{_UNREAD}"'),
            ("[has_two_results]", f'"{result_lines.TWO_RESULTS}"'),
            ("[guesses]>[attempts]", _TOO_MANY_GUESSES),
            ("[has_hints]", f'"{result_lines.NOT_RANKED}"'),
            ('[name]=""', f'"{result_lines.NAME_MISSING}"'),
        )
    ),
    "key": f'REPT({name_key("[name]")},([name]<>"")*([problem]=""))',
}

INPUT_COLUMNS: Final = {
    "typed_line": 'IFERROR([results_margins]&"","#")',
    "typed_name": f'IFERROR([names_margins]&"","{_MARK}")',
}
"""The lines and the names beside them as typed, with the cells above and below."""

LINE_COLUMNS: Final = {
    "text": normalized(_without("[typed_line]", result_lines.MARKS)),
    "beside": normalized("[typed_name]"),
    **_RESULT_COLUMNS,
    **_TITLE_COLUMNS,
    **_SENDER_COLUMNS,
    **_COUNTED_COLUMNS,
    # The first line with the name, and the first one with the game, or 500 + the line
    "result_key": (
        'IF([@key]="",0,1000*MATCH([@key],[key],0)'
        "+IF([@number],MATCH([@game],[game],0),500+[#]))"
    ),
    "guess_order": "1000*([guesses]+99*([guesses]=0))+1000-[line_numbers]",
    "name_line": "INT([result_key]/1000)",
    "game_order": (
        "([number]>0)*(1000000*[number]+500*[size_order])+[result_key]-1000*[name_line]"
    ),
    # The line that counts for the name and the game: the first with most guesses
    "counted_line": (
        "IF([@result_key]=0,0,"
        f"1000-MOD({maximum('([result_key]=[@result_key])*[guess_order]')},1000))"
    ),
    "counted_name": (
        "([counted_line]=[line_numbers])*([name_line]<=[last player_line])*[name_line]"
    ),
    "counted_game": "([number]>0)*([counted_name]>0)*[game_order]",
}
"""
The formulas of a line; each reads the columns before it.

Those without `@` are array formulas. For `[8:05] Ann: Mastermind #382 in 5!`: folded
`[8:05] ann: mastermind #382 in 5!`, tail `5!`, guesses 5 (0 for a code not found, -1
without a result), number 382, head `[8:05] ann: mastermind`, game `Mastermind #382`,
before `[8:05] Ann: `, name `Ann`, key `nann`.
"""

_DUPLICATE_RESULT: Final = result_lines.DUPLICATE_RESULT.format(
    place='line "&[@counted_line]&"'
)
REMARK: Final = first_that_holds(
    (
        ('[@key]=""', "[@problem]"),
        ("[@name_line]>[last player_line]", f'"{_FULL}"'),
        ("[@counted_line]<>[#]", f'"{_DUPLICATE_RESULT}"'),
    ),
    '""',
)

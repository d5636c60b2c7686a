"""Formulas that read input: numbers of games and guesses in many forms."""

from collections.abc import Sequence
from typing import Final

from xl_mastermind.game.numbers import DATE_SERIALS, FIRST_DAY
from xl_mastermind.game.symbols import SEPARATORS, symbol_variants
from xl_mastermind.sheets.board.formulas import NO_BREAK_SPACE, capitals, is_no_entry
from xl_mastermind.spreadsheet.cells import PARTIAL_GUESS_MARK

TYPED_STEPS: Final = 4
"""The entered word; its thousands separator; its digits; the number, or blank."""

_DIGITS: Final = "0123456789"


def typed_number_steps(cell: str, cells: Sequence[str]) -> list[str]:
    """
    Return the formulas of `cells`, which do what `game.numbers.parse_game_number` does.

    A date in the cell is the number of its day, as a text such as 2026-12-31 is.
    """
    word, separator, digits, _ = cells
    text = with_usual_forms(cell, _DIGITS)
    text = f'SUBSTITUTE({text},"{NO_BREAK_SPACE}"," ")'
    text = f'TRIM(SUBSTITUTE(" "&TRIM({text})," #"," "))'
    is_date = f"AND({cell}>={DATE_SERIALS.start},{cell}<{DATE_SERIALS.stop})"
    is_whole = f"AND({cell}=INT({cell}),{cell}>=0)"
    number = f'IF({is_whole},TEXT({cell},"0"),"?")'
    number = f'IF({is_date},TEXT({_day_number(cell)},"0"),{number})'
    typed = f'IF({is_no_entry(cell)},"?",IF(ISNUMBER({cell}),{number},{text}))'
    fourth = f"MID({word},LEN({word})-3,1)"  # from the right
    is_day = f'AND(LEN({word})=10,MID({word},5,1)="-",MID({word},8,1)="-")'
    bare = f"IF({is_day},LEFT({word},4)&MID({word},6,2)&RIGHT({word},2),{word})"
    return [
        f'IFERROR({typed},"?")',
        f'IFERROR(IF((LEN({word})>4)*FIND({fourth},",. ")>0,{fourth},""),"")',
        f'IF({separator}="",{bare},SUBSTITUTE({word},{separator},""))',
        _typed_number(word, separator, digits),
    ]


def _typed_number(word: str, separator: str, digits: str) -> str:
    """Return the number of some digits, blank if the word has a wrong form."""
    value = f"VALUE({digits})"
    # VALUE also takes $1, 1e0, 0:00, dates and TRUE for numbers, and where people write
    # Japanese full-width digits.
    are_digits = f'EXACT(TEXT({value},REPT("0",LEN({digits}))),{digits})'
    last, length = f"{separator}&RIGHT({digits},3)", f"LEN({digits})"
    millions = f"LEFT({digits},{length}-6)&{separator}&MID({digits},{length}-5,3)"
    thousands = f"LEFT({digits},{length}-3)"
    separated = f"IF({length}>6,{millions},{thousands})&{last}"
    parts = (f"LEFT({digits},4)", f"MID({digits},5,2)", f"RIGHT({digits},2)")
    day = f"DATE({','.join(f'VALUE({part})' for part in parts)})"
    is_day = f"IF({value}>={FIRST_DAY},{_day_number(day)}={value},FALSE)"
    is_right = (
        f'IF({separator}<>"",{separated}={word},IF({digits}={word},TRUE,{is_day}))'
    )
    return f'IFERROR(IF({are_digits},IF({is_right},{value},""),""),"")'


def _day_number(day: str) -> str:
    """Return the number of a date, such as 20261231."""
    return f"(10000*YEAR({day})+100*MONTH({day})+DAY({day}))"


def with_usual_forms(text: str, symbols: str) -> str:
    """Return a text with these symbols for full-width and Arabic forms of them."""
    for symbol in symbols:
        for form in symbol_variants(symbol):
            text = f'SUBSTITUTE({text},"{form}","{symbol}")'
    return text


def guess_word(cell: str, symbols: str, form: str = '"0"') -> str:
    """
    Return the word in the cell of a guess; a question mark for an impossible guess.

    `form` is the format of a number.
    """
    number = f'IF(AND({cell}=INT({cell}),{cell}>=0),TEXT({cell},{form}),"?")'
    text = cell
    for dropped in (*SEPARATORS, PARTIAL_GUESS_MARK):
        text = f'SUBSTITUTE({text},"{dropped}","")'
    text = f'IF(LEFT(TRIM({cell}))="-",{cell},SUBSTITUTE({text},"-",""))'
    text = with_usual_forms(capitals(text), symbols)
    word = f"IF(ISNUMBER({cell}),{number},{text})"
    return f'IFERROR(IF({is_no_entry(cell)},"?",{word}),"?")'

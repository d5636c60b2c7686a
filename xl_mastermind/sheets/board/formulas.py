"""Parts of formulas: numbers with commas, sentences, cases, input in many forms."""

from collections.abc import Iterable, Sequence
from string import Formatter
from typing import Final

from xl_mastermind.cells.values import DATE_SERIALS
from xl_mastermind.game.game_key import OWN_CODE_WORD, own_code_prefix
from xl_mastermind.game.numbers import FIRST_DAY, MAX_NUMBER
from xl_mastermind.game.rules import Rules
from xl_mastermind.game.symbols import PARTIAL_GUESS_MARK, SEPARATORS, symbol_variants
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.cell_group import Formula

NO_BREAK_SPACE: Final = "\N{NO-BREAK SPACE}"

SPACES: Final = (
    *(" ", NO_BREAK_SPACE, "\N{NARROW NO-BREAK SPACE}", "\N{FIGURE SPACE}"),
    *("\N{THIN SPACE}", "\N{EM SPACE}", "\N{EN SPACE}", "\N{IDEOGRAPHIC SPACE}"),
)
"""Characters that count as a space; pasted texts and some keyboards have them."""

PASTED_TILE: Final = NO_BREAK_SPACE * 2
"""The value of a tile in another column, where it has locked the cell."""

TYPED_STEPS: Final = 4
"""The entered word; its thousands separator; its digits; the number, or blank."""

DIGITS: Final = "0123456789"


def grouped_number(number: str) -> Formula:
    """
    Return a formula for a number with commas, as in every sentence of a sheet.

    FIXED, or a comma without a backslash before it, would give the separator of the
    reader's country.
    """
    return f'TEXT({number},"[<1000]0;[<1000000]0\\,000;0\\,000\\,000")'


def number_with_noun(number: str, noun: str) -> Formula:
    """Return a formula for a number with its noun."""
    return f'{grouped_number(number)}&IF({number}=1," {noun}"," {noun}s")'


def as_formula(sentence: str, **parts: str) -> Formula:
    """Return a formula for a sentence of `messages`, with formulas in its braces."""
    pieces = []
    for text, name, *_ in Formatter().parse(sentence):
        pieces += [f'"{text}"'] if text else []
        pieces += [parts[name]] if name else []
    return "&".join(pieces)


def first_that_holds(cases: Sequence[tuple[str, str]], otherwise: str) -> Formula:
    """Return a formula for the value of the first case whose test is true."""
    formula = otherwise
    for test, value in reversed(cases):
        formula = f"IF({test},{value},{formula})"
    return formula


def if_current(cell: str) -> Formula:
    """Return the text that a button cached, while the state key is the same."""
    return f'IF([state_key]=[cached_state_key],IF({cell}="","",{cell}),"")'


def tile_formula(columns: str, symbol: str) -> Formula:
    """
    Return the formula of a tile, which is locked.

    A tile that was pasted over a guess locks that cell too, and its value says so: a
    test of the lock itself, CELL, would be volatile. `columns` is a group of blank
    cells far below, one for each column: the tile itself would be circular.
    """
    return f'IF(COLUMN()=COLUMN([{columns}.@]),{symbol},"{PASTED_TILE}")'


def row_numbers(group: str) -> Formula:
    """Return an array formula: the numbers of the rows of a group, from 1."""
    return f"ROW([{group}])-ROW([first {group}])+1"


def first_attempt(layout: BoardLayout, test: str) -> Formula:
    """
    Return the first attempt for which a test is not 0; one more if none is.

    The test is compared with 0, since not every program finds TRUE in an array.
    """
    return first_row("is_turn", layout.attempts, test)


def first_row(group: str, height: int, test: str) -> Formula:
    """Return the first row of a group that passes a test, or one more than its rows."""
    after = height + 1
    return f"{after}-SUMPRODUCT(MAX({test}*({after}-({row_numbers(group)}))))"


def attempt_row(game_index: str) -> Formula:
    """
    Return the row of a game's attempt with the number of the formula's row, or 0.

    MATCH would be wrong in copied boards: LibreOffice caches its results by the number
    of the sheet, also after another sheet has this number.
    """
    test = f"(INT([keys]/100)={game_index})*([entry_attempts]=[#])"
    return f"SUMPRODUCT({test}*({row_numbers('keys')}))"


def capitals(text: str) -> Formula:
    """
    Return a formula for a text in capitals, for which a Turkish i is an i.

    In Turkish UPPER makes İ of i; in other languages it may leave ı as it is.
    """
    return substitute(f"UPPER({text})", [("İ", "I"), ("ı", "I")])


def substitute(text: str, replacements: Iterable[tuple[str, str]]) -> Formula:
    """Return a formula for a text with some texts replaced, in their order."""
    for old, new in replacements:
        text = f"SUBSTITUTE({text},{text_constant(old)},{text_constant(new)})"
    return text


def text_constant(text: str) -> Formula:
    """Return a text or a control character as a constant of a formula."""
    if text and text < " ":
        return f"CHAR({ord(text)})"
    return '"' + text.replace('"', '""') + '"'


NO_CODES = "0*ROW([code_list.1])"
"""A 0 for each code: see `zeros`."""


def zeros(count: int) -> Formula:
    """
    Return a column of zeros.

    If the result of an array formula changes from an array to a number, Calc leaves all
    cells but the first as they were: all branches of one must be arrays, or texts.
    """
    return array_constant([0] * count, ";")


def array_constant(values: Iterable[str | int], separator: str = ",") -> Formula:
    """Return an array constant: a row, or with the separator ; a column."""
    constants = (str(v) if isinstance(v, int) else text_constant(v) for v in values)
    return f"{{{separator.join(constants)}}}"


def no_entry_test(cell: str) -> Formula:
    """
    Return whether an input cell contains TRUE, FALSE or a formula.

    Excel before 2013 has no ISFORMULA. In LibreOffice =TRUE() is the number 1.
    """
    return f"OR(ISLOGICAL({cell}),IFERROR(_xlfn.ISFORMULA({cell}),FALSE))"


def input_number(cell: str) -> Formula:
    """Return the number in a cell, also one entered as text, or its other text."""
    text = f'TRIM(SUBSTITUTE({cell},"{NO_BREAK_SPACE}"," "))'
    number = f"IF(IFERROR({are_digits(text)},FALSE),VALUE({text}),{text})"
    return f'IF({no_entry_test(cell)},"#",IF(ISNUMBER({cell}),{cell},{number}))'


def are_digits(text: str) -> Formula:
    """
    Return whether all characters of a text are digits; an error for most other texts.

    VALUE alone takes $1, 1e0, 0:00, dates and TRUE for numbers too, and where people
    write Japanese full-width digits.
    """
    return f'EXACT(TEXT(VALUE({text}),REPT("0",LEN({text}))),{text})'


def typed_number_steps(cell: str, cells: Sequence[str]) -> list[str]:
    """
    Return the formulas of `cells`, which do what `game.numbers.parse_game_number` does.

    A date in the cell is the number of its day, as a text such as 2026-12-31 is.
    """
    word, separator, digits, _ = cells
    text = normalize_symbols(cell, DIGITS)
    text = f'SUBSTITUTE({text},"{NO_BREAK_SPACE}"," ")'
    text = f'TRIM(SUBSTITUTE(" "&TRIM({text})," #"," "))'
    whole_test = f"AND({cell}=INT({cell}),{cell}>=0)"
    number = f'IF({whole_test},TEXT({cell},"0"),"?")'
    number = f'IF({date_test(cell)},TEXT({day_number(cell)},"0"),{number})'
    typed = f'IF({no_entry_test(cell)},"?",IF(ISNUMBER({cell}),{number},{text}))'
    fourth = f"MID({word},LEN({word})-3,1)"  # The fourth character from the right.
    dashes_test = f'AND(LEN({word})=10,MID({word},5,1)="-",MID({word},8,1)="-")'
    bare = f"IF({dashes_test},LEFT({word},4)&MID({word},6,2)&RIGHT({word},2),{word})"
    return [
        f'IFERROR({typed},"?")',
        f'IFERROR(IF((LEN({word})>4)*FIND({fourth},",. ")>0,{fourth},""),"")',
        f'IF({separator}="",{bare},SUBSTITUTE({word},{separator},""))',
        _typed_number(word, separator, digits),
    ]


def _typed_number(word: str, separator: str, digits: str) -> Formula:
    """Return the number of some digits, blank if the word has a wrong form."""
    value = f"VALUE({digits})"
    last, length = f"{separator}&RIGHT({digits},3)", f"LEN({digits})"
    millions = f"LEFT({digits},{length}-6)&{separator}&MID({digits},{length}-5,3)"
    thousands = f"LEFT({digits},{length}-3)"
    separated = f"IF({length}>6,{millions},{thousands})&{last}"
    parts = (f"LEFT({digits},4)", f"MID({digits},5,2)", f"RIGHT({digits},2)")
    day = f"DATE({','.join(f'VALUE({part})' for part in parts)})"
    digits_test = f"IF({value}>={FIRST_DAY},{day_number(day)}={value},FALSE)"
    right_test = (
        f'IF({separator}<>"",{separated}={word},IF({digits}={word},TRUE,{digits_test}))'
    )
    return f'IFERROR(IF({are_digits(digits)},IF({right_test},{value},""),""),"")'


def date_test(cell: str) -> Formula:
    """Return whether a number in a cell is a date that a spreadsheet stores."""
    return f"AND({cell}>={DATE_SERIALS.start},{cell}<{DATE_SERIALS.stop})"


def day_number(day: str) -> Formula:
    """Return the number of the game of a day."""
    return f"(10000*YEAR({day})+100*MONTH({day})+DAY({day}))"


def day_test(number: str) -> Formula:
    """Return whether a number is that of a day, or of the one before a month."""
    month, day = f"MOD(INT({number}/100),100)", f"MOD({number},100)"
    limits = f"{number}>={FIRST_DAY - 1},{number}<10^8"
    return f"AND({limits},{month}>0,{month}<13,{day}<32)"


def next_number(number: str) -> Formula:
    """Return a formula for the number after another, as `game.numbers` does."""
    return f"IF({day_test(number)},MOD({number},10000),MOD({number},{MAX_NUMBER}))+1"


def normalize_symbols(text: str, symbols: Iterable[str]) -> Formula:
    """Return a text with these symbols for full-width and Arabic forms of them."""
    return substitute(
        text, [(form, symbol) for symbol in symbols for form in symbol_variants(symbol)]
    )


def guess_word(cell: str, symbols: Iterable[str], form: str = '"0"') -> Formula:
    """
    Return the word in the cell of a guess; a question mark for an impossible guess.

    `form` is the format of a number.
    """
    number = f'IF(AND({cell}=INT({cell}),{cell}>=0),TEXT({cell},{form}),"?")'
    bare = substitute(cell, [(mark, "") for mark in (*SEPARATORS, PARTIAL_GUESS_MARK)])
    text = f'IF(LEFT(TRIM({cell}))="-",{cell},SUBSTITUTE({bare},"-",""))'
    text = normalize_symbols(capitals(text), symbols)
    word = f"IF(ISNUMBER({cell}),{number},{text})"
    return f'IFERROR(IF({no_entry_test(cell)},"?",{word}),"?")'


def setting_test(setting: str, text: str) -> Formula:
    """Return whether the cell of a setting contains a text."""
    return f'IFERROR(TRIM({setting})="{text}",FALSE)'


def code_test(rules: Rules, word: str) -> Formula:
    """Return whether a word has the symbols of a code, and no other."""
    symbols = ",".join(f'"{symbol}"' for symbol in rules.symbols.upper())
    # Some applications cannot search several texts with one FIND.
    counts = f'LEN({word})-LEN(SUBSTITUTE({word},{{{symbols}}},""))'
    pegs = f"--({counts}=1)" if rules.distinct else counts
    return f"AND(LEN({word})={rules.pegs},SUMPRODUCT({pegs})={rules.pegs})"


def typed_code_test(rules: Rules, word: str = "[@words]") -> Formula:
    """Return whether a word hides a code for another player, right or wrong."""
    prefix = own_code_prefix(rules).strip().upper()
    return f'LEFT({word},{len(prefix)})="{prefix}"'


def typed_code(rules: Rules, word: str) -> Formula:
    """Return the code that a word hides for another player, or nothing."""
    code = f"MID({word},{len(own_code_prefix(rules).strip()) + 1},99)"
    code = f'IF({code_test(rules, code)},{code},"")'
    return f'IF({typed_code_test(rules, word)},{code},"")'


def game_key(number: str, code: str) -> Formula:
    """Return the key of a game: its number, or its typed code after a word."""
    return f'IF({code}="",{number},"{OWN_CODE_WORD} "&{code})'


def word_symbol(rules: Rules, word: str, peg: int) -> Formula:
    """Return the symbol of a peg, right or wrong; a digit as a number."""
    symbol = value = f"MID({word},{peg + 1},1)"
    if not rules.symbols.isalpha():
        value = f'IFERROR(FIND({symbol},"{DIGITS}")-1,{symbol})'
    return f'IF(LEN({word})>{peg},{value},"")'


def black_count(code: str, guess: str, pegs: int) -> Formula:
    """Return how many pegs of two words of up to `pegs` symbols are equal."""
    positions = array_constant(range(1, pegs + 1))
    code, guess = (f"MID({word},{positions},1)" for word in (code, guess))
    return f'SUMPRODUCT(({code}={guess})*({guess}<>""))'


def common_count(code: str, guess: str, symbols: str) -> Formula:
    """Return how many pegs two words have in common, in any position."""
    a, b = (
        f"({symbol_count(word, array_constant(symbols))})" for word in (code, guess)
    )
    # a + b - |a - b| is twice the smaller number.
    return f"SUMPRODUCT({a}+{b}-ABS({a}-{b}))/2"


def symbol_count(word: str, symbol: str) -> Formula:
    """Return how often a symbol is in a word."""
    return f'LEN({word})-LEN(SUBSTITUTE({word},{symbol},""))'


def feedback_base(rules: Rules) -> int:
    """Return by how much the number of a feedback grows with a black peg."""
    return rules.pegs + 1

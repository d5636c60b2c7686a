"""
What a board works out by itself: every formula of its cells, by area.

All but a few are of standard functions that Excel has had since 2007. Where one of ours
answers, a plain formula or a blank stands in for it, so that a board plays without
Python. No formula looks up what was typed, since MATCH and COUNTIF take ? and * for
wildcards: what was typed is read symbol by symbol first.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from string import Formatter
from typing import Final

from xl_mastermind.build.tree_table import KEY_ROOM, TreeTable
from xl_mastermind.game.numbers import (
    LARGEST_NUMBER,
    LINE_PRIME,
    ROUNDS,
    SQUARE_PRIME,
    halves,
    units,
)
from xl_mastermind.game.rules import UNKNOWN, Rules
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.board import (
    CHEATS,
    COMPUTER,
    FIRST_LEFT,
    SHOWN,
    SOMEBODY_ELSE,
    THEIRS,
)
from xl_mastermind.sheet.cells import BEGUN
from xl_mastermind.sheet.edition import Edition
from xl_mastermind.sheet.games import title
from xl_mastermind.sheet.layout import BoardLayout
from xl_mastermind.sheet.words import (
    CANNOT_BE,
    CODE_IS,
    CODE_WAS,
    COULD_BE,
    FIRST_GUESS,
    FOUND,
    FOUND_BY,
    FOUND_WITH,
    GUESS_WANTED,
    LOST,
    MARKS_WANTED,
    MOST_NEED,
    NO_CHEATS,
    NO_CODE,
    NO_NUMBER,
    NO_SUCH_MARKS,
    ON_THE_PAGE,
    PLAY_AND_MARK,
    PLAY_AND_MARK_BLACK,
    PRESS_NEW_GAME,
    RESULT,
    RESULT_LOST,
    SHOW_FRIENDS,
    STILL_FREE,
    TYPE_A_NUMBER,
    UNUSED_MARKS,
    WRONG_MARKS,
    example,
    guess_in_words,
    how_to_type,
    number_in_words,
    plural,
)
from xl_mastermind.solve.strategies import DEFAULT_STRATEGY, strategy_label

ARROW: Final = "►"
"""Points at the next attempt."""

NO_PEG: Final = "none"
"""An answer without a peg."""

_NO_BREAK_SPACE: Final = "\N{NO-BREAK SPACE}"

_OF_TREE: Final = "by the optimal tree"
_OF_LIST: Final = "the first code left"
"""Where the next guess comes from."""

_USUAL: Final = {
    "4x6": "4 or 5",
    "3x4": "3 or 4",
    "4x5": "4 or 5",
    "4x10 distinct": "5 or 6",
    "4x10": "5 or 6",
    "5x8": "5 or 6",
    "4x6 black": "6 to 8",
}
"""
How many guesses Knuth's strategy needs for at least four codes of five.

The fewest numbers in a row are given; `evaluate --game 4x6` prints how many codes each
takes. In the game of 456,976 codes nobody has played them all.
"""


def usual(rules: Rules) -> str:
    """Return how many guesses most codes need, where that is known."""
    lengths = _USUAL.get(str(rules))
    return MOST_NEED.format(lengths=lengths) if lengths else ""


def grouped(number: str) -> str:
    """Return a formula for a number with commas, as all our sentences have them."""
    # FIXED, or a comma that no backslash precedes, would be that of the reader's
    # country.
    return f'TEXT({number},"[<1000]0;[<1000000]0\\,000;0\\,000\\,000")'


def counted(number: str, noun: str) -> str:
    """Return a formula for a number with its noun."""
    return f'{grouped(number)}&IF({number}=1," {noun}"," {noun}s")'


def said(sentence: str, **parts: str) -> str:
    """Return a formula for a sentence of `words`, with formulas in its braces."""
    pieces = []
    for text, name, *_ in Formatter().parse(sentence):
        pieces += [f'"{text}"'] if text else []
        pieces += [parts[name]] if name else []
    return "&".join(pieces)


def first_that_holds(cases: Sequence[tuple[str, str]], otherwise: str) -> str:
    """Return a formula for the answer of the first case whose test holds."""
    formula = otherwise
    for test, answer in reversed(cases):
        formula = f"IF({test},{answer},{formula})"
    return formula


def joined(cells: Iterable[Area], between: str = ".") -> str:
    """Return a formula that writes cells together."""
    return f'&"{between}"&'.join(cell.address for cell in cells)


def _counted_rows(area: Area) -> str:
    """Return an array formula: the rows of an area, counted from 1."""
    column = area.column(0)
    return f"ROW({column.fixed})-ROW({column.row(0).fixed})+1"


def _for_all(formula: str) -> Callable[[int, int], str]:
    return lambda _row, _column: formula


def _for_each_row(formula: Callable[[int], str]) -> Callable[[int, int], str]:
    return lambda row, _column: formula(row)


def _for_each_column(formula: Callable[[int], str]) -> Callable[[int, int], str]:
    return lambda _row, column: formula(column)


def _is_no_entry(cell: str) -> str:
    """Return whether a cell that a person types holds TRUE, FALSE or a formula."""
    # ISFORMULA is of 2013. In LibreOffice =TRUE() is the number 1.
    return f"OR(ISLOGICAL({cell}),IFERROR(_xlfn.ISFORMULA({cell}),FALSE))"


def _drawn(peg: str, mark: str) -> str:
    """Return a formula: as many pegs as a mark counts, or one with a question mark."""
    unsure = peg.replace(peg[0], peg[0] + UNKNOWN)
    return f'IF({mark}="{UNKNOWN}","{unsure}",REPT("{peg}",N({mark})))'


@dataclass(frozen=True)
class BoardFormulas:
    """The formulas of a board; rows are those of its attempts, counted from 0."""

    at: BoardLayout  # the board's places
    tree: TreeTable | None = None  # the optimal tree of the game

    @cached_property
    def cells(self) -> dict[str, Callable[[int, int], str]]:
        """The formula of each cell of an area, by the row and column in it."""
        at = self.at
        single = {
            # The settings as they count.
            "maker": self.maker,
            "marks_wanted": self.says_yes(at.show_marks),
            "next_wanted": self.says_yes(at.show_next_guess),
            "is_noted": self.is_noted,
            "is_revealed": self.is_revealed,
            # How the game stands.
            "turns_key": self.turns_key,
            "solved": self.solved,
            "lost": self.lost,
            "last_turn": self.last_turn,
            "contradicted": self.contradicted,
            "last_guess": self.last_guess,
            "code_status": self.code_status,
            # What people read.
            "list_head": self.list_head,
            "more_candidates": self.more_candidates,
            "help_line": self.help_line,
            "message": self.message,
            "marks_caption": self._if_theirs("Marks"),
            "next_label": f'IF({at.next_guess.column(0).address}="","","Next")',
            "next_source": self.next_source,
            "cost_head": self._cost(at.said_costs.row(0)) if self._has_list else "",
            "story_head": f'IF(SUM({at.story_numbers.fixed})>0,"The story","")',
            "result_head": f'IF({at.result.row(0).address}="","","{SHOW_FRIENDS}")',
            "page_message": self.page_message,
        }
        by_row: dict[str, Callable[[int], str]] = {
            "words": self.word,
            "playable": self.playable,
            "codes": self.code,
            "is_turn": self.is_turn,
            "answered_codes": self.answered_code,
            "faults": self.fault,
            "numbers": self.number,
            "little_pegs": self.little_pegs,
            "codes_left": self.codes_left,
            "costs": lambda row: self._cost(at.said_costs.row(row + 1)),
            "story": self.story,
            "story_numbers": self.story_number,
            "result": lambda row: self.result_row(row - 1) if row else self.result,
        }
        if self.tree:
            by_row["tree_nodes"] = partial(self.tree_node, self.tree)
        by_peg: dict[str, Callable[[int], str]] = {
            "last_pegs": self.last_peg,
            "next_guess": self.next_peg,
            "draw": self.draw.__getitem__,
            "symbols_left": self.symbols_left,
            "secret": self.secret_peg,
            "marks_heads": lambda index: self._if_theirs("●○"[index]),
        }
        return {
            "repeats": self.repeats,
            "guesses": self.tile,
            "marks": self.mark,
            "answered_marks": self.answered_mark,
            "last_marks": self.last_mark,
            **{name: _for_all(formula) for name, formula in single.items()},
            **{name: _for_each_row(formula) for name, formula in by_row.items()},
            **{name: _for_each_column(formula) for name, formula in by_peg.items()},
        }

    @cached_property
    def arrays(self) -> dict[str, str]:
        """The one formula of each area that has one for all of its cells."""
        arrays = {
            "first_fault": self.first_fault,
            "next_attempt": self.next_attempt,
            "next_cell": self.next_cell,
            "unlike": self.unlike,
            "suggested": self.suggested,
            "hidden_code": self.hidden_code,
        }
        if self._has_list:
            arrays["first_left"] = self.first_left
        if "candidate_list" in self.at.areas:
            arrays["candidate_list"] = self.candidate_list
        return arrays

    @property
    def _has_list(self) -> bool:
        return "code_list" in self.at.areas

    @property
    def _is_plain(self) -> bool:
        return self.at.edition is Edition.PLAIN

    def _ours(self, formula: str, instead: str = '""') -> str:
        """Return a formula of ours, and what stands where no function answers."""
        return instead if self._is_plain else f"IFERROR({formula},{instead})"

    def _until(self, area: str, row: int) -> str:
        """Return the rows of an area up to one, for functions of ours."""
        first = self.at.areas[area]
        return replace(first, bottom=first.top + row).fixed

    @property
    def _answers(self) -> str:
        """The arguments guesses and feedback of our functions."""
        # While a guess is typed they stay as they are, and so does what is answered.
        return f"{self.at.answered_codes.fixed},{self.at.answered_marks.fixed}"

    @property
    def _candidates(self) -> str:
        """The arguments of CANDIDATES but the last, their number."""
        return f'{self._answers},"",{self.at.game.full}'

    def _cell(self, area: str, row: int, column: int = 0) -> str:
        return self.at.areas[area].row(row).column(column).address

    def _row(self, area: str, row: int) -> str:
        return self.at.areas[area].row(row).address

    # The settings as they count

    @property
    def maker(self) -> str:
        """Return who hides the code: the computer, if it says nothing else."""
        maker = f'"{COMPUTER}"'
        for other in (CHEATS, SOMEBODY_ELSE):
            maker = f'IF({self._says(self.at.codemaker, other)},"{other}",{maker})'
        return maker

    def _says(self, setting: Area, text: str) -> str:
        return f'IFERROR(TRIM({setting.fixed})="{text}",FALSE)'

    @property
    def is_noted(self) -> str:
        """Return whether what is noted is noted of the game of this number."""
        same = f'{self.at.noted_for.full}&""={self.at.game_number.fixed}&""'
        return f"IFERROR({same},FALSE)"

    @property
    def is_revealed(self) -> str:
        """Return whether a person wanted to see the code of this game."""
        at = self.at
        pressed = f'AND({at.revealed.full}="{SHOWN}",{at.is_noted.fixed})'
        if "reveal" not in at.areas:
            return pressed
        return f"OR({pressed},{self.says_yes(at.reveal)})"

    @property
    def is_yours(self) -> str:
        """Return whether somebody else hides the code."""
        return f'{self.at.maker.fixed}="{SOMEBODY_ELSE}"'

    @property
    def strategy(self) -> str:
        """Return the name of the strategy as it is written everywhere."""
        typed = f'TRIM(SUBSTITUTE({self.at.strategy.fixed},"-"," "))'
        name = f"UPPER(LEFT({typed}))&LOWER(MID({typed},2,99))"
        return f'IF({typed}="","{strategy_label(DEFAULT_STRATEGY)}",{name})'

    @property
    def first_guess_is_wrong(self) -> str:
        """Return whether what is typed for the solver's first guess is no code."""
        typed = self.at.first_guess.fixed
        word = f'UPPER(SUBSTITUTE({typed}," ",""))'
        return f'IFERROR(AND({word}<>"",NOT({self._is_code(word)})),TRUE)'

    def says_yes(self, setting: Area) -> str:
        """Return whether a setting is Yes."""
        return self._says(setting, "Yes")

    # A guess as it was typed, and as it counts

    def word(self, row: int) -> str:
        """Return what an attempt says; a question mark for what cannot be a guess."""
        cell, zeros = self._cell("typed_guesses", row), self.at.typed_format
        number = f'TEXT({cell},"{zeros.replace("@", "0")}")'
        number = f'IF(AND({cell}=INT({cell}),{cell}>=0),{number},"?")'
        text = cell
        for dropped in (" ", _NO_BREAK_SPACE, ",", ".", BEGUN):
            text = f'SUBSTITUTE({text},"{dropped}","")'
        said = f"IF(ISNUMBER({cell}),{number},UPPER({text}))"
        return f'IFERROR(IF({_is_no_entry(cell)},"?",{said}),"?")'

    def tile(self, row: int, peg: int) -> str:
        """Return a symbol of an attempt, right or wrong; a digit as a number."""
        word = self._cell("words", row)
        symbol = f"MID({word},{peg + 1},1)"
        shown = symbol
        if not self.at.rules.symbols.isalpha():
            shown = f'IFERROR(FIND({symbol},"0123456789")-1,{symbol})'
        return f'IF(LEN({word})>{peg},{shown},"")'

    def _as_cell(self, symbol: str) -> str:
        """Return a symbol of the code as cells have it: a digit as a number."""
        symbols = self.at.rules.symbols
        if symbols.isdigit():
            return f"VALUE({symbol})"
        return symbol if symbols.isalpha() else f"IFERROR(VALUE({symbol}),{symbol})"

    def playable(self, row: int) -> str:
        """Return whether an attempt is a code of the game, complete and right."""
        return self._is_code(self._cell("words", row))

    def _is_code(self, word: str) -> str:
        """Return whether a word has the symbols of a code, and no other."""
        rules = self.at.rules
        symbols = ",".join(f'"{symbol}"' for symbol in rules.symbols.upper())
        # Not every program lets FIND look for several texts at once.
        counts = f'LEN({word})-LEN(SUBSTITUTE({word},{{{symbols}}},""))'
        known = f"--({counts}=1)" if rules.distinct else counts
        return f"AND(LEN({word})={rules.pegs},SUMPRODUCT({known})={rules.pegs})"

    def code(self, row: int) -> str:
        """Return an attempt that is a code of the game, or nothing."""
        return f'IF({self._cell("playable", row)},{self._cell("words", row)},"")'

    def cannot_be_there(self, tile: Area, repeats: Area) -> str:
        """Return whether a tile, the first of some, has a symbol that cannot be."""
        rules = self.at.rules
        wrong = f'ISERROR(FIND({tile.address},"{rules.symbols.upper()}"))'
        if rules.distinct:
            wrong = f"OR({wrong},{repeats.address}>1)"
        return f'AND({tile.address}<>"",{wrong})'

    def repeats(self, row: int, peg: int) -> str:
        """Return how many pegs up to this one are of its colour."""
        guess = self.at.guesses.row(row)
        first, now = guess.column(0).address, guess.column(peg).address
        return f"SUMPRODUCT(--({first}:{now}={now}))"

    def fault(self, row: int) -> str:
        """Return what is wrong with an attempt, in a sentence, or nothing."""
        at, rules, attempt = self.at, self.at.rules, str(row + 1)
        word, playable = self._cell("words", row), self._cell("playable", row)
        wanted = GUESS_WANTED.format(attempt=attempt, guess=guess_in_words(rules))
        begun = f'ISNUMBER(FIND("{BEGUN}",{self._cell("typed_guesses", row)}))'
        is_begun = f"AND(LEN({word})<{rules.pegs},{begun})"
        marks = at.typed_marks.row(row)
        has_marks = f'IFERROR(SUMPRODUCT(--({marks.address}<>""))>0,TRUE)'
        unused = f'IF({has_marks},"{UNUSED_MARKS.format(attempt=attempt)}","")'
        wrong = f'IF({playable},{self._wrong_marks(row)},"")'
        return (
            f'IF(OR({word}="",{playable}),IF({self.is_yours},{wrong},{unused}),'
            f'IF({is_begun},"","{wanted}"))'
        )

    # Marks

    def mark(self, row: int, index: int) -> str:
        """Return the black or white pegs of an attempt, as the codemaker answers."""
        at, secret = self.at, self.at.secret
        if index and at.rules.black_only:
            return ""
        guess, code = at.guesses.row(row).fixed, secret.full
        if index:
            answer = self._ours(f"WHITE({code},{guess})", self.white(row, secret))
        else:
            answer = self._ours(f"BLACK({code},{guess})", self.black(row, secret))
        # One who cheats answers by all guesses so far.
        cheats = f"CHEAT({self._until('codes', row)},{at.game.full})"
        cheated = self._ours(f"INDEX({cheats},{row + 1},{index + 1})")
        return (
            f"IF(OR(NOT({at.playable.row(row).address}),"
            f'{at.maker.fixed}="{SOMEBODY_ELSE}"),"",'
            f'IF({at.maker.fixed}="{CHEATS}",{cheated},'
            f'IF({secret.column(0).full}="","",{answer})))'
        )

    def answered_mark(self, row: int, index: int) -> str:
        """Return a mark that counts: the computer's, or somebody else's."""
        if index and self.at.rules.black_only:
            return ""
        typed = [
            self._cell("typed_marks", row, column)
            for column in range(self.at.marks_typed)
        ]
        complete = ",".join(f'{cell}<>""' for cell in typed)
        # An error that was typed is no mark, as a word is none.
        given = f'IF(AND({complete}),IFERROR(VALUE({typed[index]}),{typed[index]}),"")'
        marks = self._cell("marks", row, index)
        counts = f"IF({self.is_yours},{given},{marks})"
        return f'IFERROR(IF({self._cell("playable", row)},{counts},""),"#")'

    def answered_code(self, row: int) -> str:
        """Return an attempt that is answered, or nothing."""
        black, white = self._marks(row)
        return f'IF({black}&""&{white}="","",{self._cell("words", row)})'

    def _marks(self, row: int) -> tuple[str, str]:
        return self._cell("answered_marks", row), self._cell("answered_marks", row, 1)

    def black(self, row: int, code: Area) -> str:
        """Return how many pegs of an attempt are those of a code."""
        return f"SUMPRODUCT(--({self._row('guesses', row)}={code.full}))"

    def white(self, row: int, code: Area) -> str:
        """Return how many more pegs are right, but in the wrong place."""
        guess = self._row("guesses", row)
        # A peg counts if the code has as many of its colour as stand up to it.
        # Not every program lets COUNTIF count several texts at once.
        found = "+".join(
            f"({code.column(peg).full}={guess})" for peg in range(code.width)
        )
        repeats = self._row("repeats", row)
        return f"SUMPRODUCT(--({found}>={repeats}))-{self.black(row, code)}"

    def is_turn(self, row: int) -> str:
        """Return whether an attempt is answered, and so that it can be."""
        black, white = self._marks(row)
        pegs = self.at.rules.pegs
        marks = [black] if self.at.rules.black_only else [black, white]
        tests = [
            f'OR(ISNUMBER({mark}),{mark}="{UNKNOWN}"),'
            f"INT(N({mark}))=N({mark}),N({mark})>=0"
            for mark in marks
        ]
        tests.append("+".join(f"N({mark})" for mark in marks) + f"<={pegs}")
        if len(marks) == 2:
            tests.append(f"OR({black}<>{pegs - 1},{white}<>1)")
        return f"IFERROR(AND({','.join(tests)}),FALSE)"

    def _wrong_marks(self, row: int) -> str:
        """Return what is wrong with the marks of an attempt, or nothing."""
        black, white = self._marks(row)
        pegs = self.at.rules.pegs
        attempt = str(row + 1)
        got = f'SUBSTITUTE({black},",",".")&" black"'
        if not self.at.rules.black_only:
            got += f'&" and "&SUBSTITUTE({white},",",".")&" white"'
        most = f'"{plural(pegs, "peg")}"'
        expected = said(WRONG_MARKS, attempt=attempt, pegs=most, marks=got)
        cannot = said(NO_SUCH_MARKS, attempt=attempt, marks=got)
        return (
            f'IF(OR({black}&{white}="",{self._cell("is_turn", row)}),"",'
            f"IF(AND({black}={pegs - 1},{white}=1),{cannot},{expected}))"
        )

    @property
    def turns_key(self) -> str:
        """Return the game and all attempts with their typed marks, written together."""
        at = self.at
        number = f'IFERROR(SUBSTITUTE({at.game_number.address},",","."),"?")'
        keys = [at.maker.address, number]
        for row in range(at.attempts):
            typed = at.typed_marks.row(row)
            marks = joined(typed.column(index) for index in range(typed.width))
            turn = f'{self._cell("words", row)}&":"&{marks}'
            # A comma is where some countries have the point of 2.5.
            keys.append(f'IFERROR(SUBSTITUTE({turn},",","."),"?")')
        return '&"/"&'.join(keys)

    def said(self, cell: Area) -> str:
        """Return what a button has said in a cell, if it belongs to these attempts."""
        is_now = f"{self.at.turns_key.fixed}={self.at.said_key.full}"
        return f'IF({is_now},IF({cell.full}="","",{cell.full}),"")'

    # Why the last guess cannot be the code

    @property
    def last_guess(self) -> str:
        """Return the number of the last attempt that is complete, or 0."""
        playable = self.at.playable
        return f"SUMPRODUCT(MAX({playable.fixed}*({_counted_rows(playable)})))"

    def last_peg(self, peg: int) -> str:
        """Return a peg of the last attempt that is complete, or nothing."""
        last, tiles = self.at.last_guess.fixed, self.at.guesses.column(peg).fixed
        return f'IF({last}=0,"",INDEX({tiles},{last}))'

    def last_mark(self, row: int, index: int) -> str:
        """Return an answer to an attempt if the last complete one were the code."""
        if index and self.at.rules.black_only:
            return ""
        answer = self.white if index else self.black
        counted = answer(row, self.at.last_pegs)
        return f'IF({self._cell("is_turn", row)},{counted},"")'

    @property
    def unlike(self) -> str:
        """Return an array formula: the first attempt answered otherwise, or 0."""
        at = self.at
        columns = map(self._columns, (at.last_marks, at.answered_marks))
        pairs = zip(*columns, strict=True)
        others = "+".join(
            f"ISNUMBER({given})*({mark}<>{given})" for mark, given in pairs
        )
        is_earlier = f"{_counted_rows(at.is_turn)}<{at.last_guess.fixed}"
        is_unlike = f"{at.is_turn.fixed}*({is_earlier})*({others})>0"
        return f"IFERROR(MATCH(TRUE,{is_unlike},0),0)"

    def _columns(self, marks: Area) -> list[str]:
        """Return the columns of marks that the game has."""
        width = 1 if self.at.rules.black_only else 2
        return [marks.column(index).fixed for index in range(width)]

    @property
    def cannot_be(self) -> str:
        """Return which earlier answer the last guess contradicts, in a sentence."""
        at, unlike = self.at, self.at.unlike.fixed
        marks = self._answer_in_words(at.last_marks, unlike)
        last = at.last_guess.fixed
        return said(CANNOT_BE, attempt=last, earlier=unlike, marks=marks)

    def _answer_in_words(self, marks: Area, attempt: str) -> str:
        """Return the answer to an attempt, counted from 1, in words."""
        black, *white = self._columns(marks)
        words = f'INDEX({black},{attempt})&" black'
        for cells in white:
            words += f', "&INDEX({cells},{attempt})&" white'
        return f'{words}"'

    # The codes left

    def misfits(self, row: int) -> str:
        """Return an array formula: for each code 1 if it misses an attempt, or 0."""
        return f"IF({self._cell('is_turn', row)},--{self._misfit(row)},0)"

    def _misfit(self, row: int) -> str:
        """Return for each code whether an attempt would be answered otherwise."""
        rules, codes = self.at.rules, self.at.code_list
        columns = [codes.column(peg).fixed for peg in range(rules.pegs)]
        guess = [self._cell("guesses", row, peg) for peg in range(rules.pegs)]
        black, white = self._marks(row)
        hits = "+".join(
            f"({column}={peg})" for column, peg in zip(columns, guess, strict=True)
        )
        # A mark that is no number is one that nobody is sure of.
        other_black = f"ISNUMBER({black})*({hits}<>{black})"
        if rules.black_only:
            return f"({other_black}>0)"
        common = self._common(row, columns, guess)
        whites = f"{common}-IF(ISNUMBER({black}),{black},{hits})"
        return f"({other_black}+ISNUMBER({white})*({whites}<>{white})>0)"

    def _common(self, row: int, columns: list[str], guess: list[str]) -> str:
        """Return how many pegs each code and an attempt have in common."""
        counts = ["+".join(f"({column}={peg})" for column in columns) for peg in guess]
        if not self.at.rules.distinct:
            repeats = (self._cell("repeats", row, peg) for peg in range(len(guess)))
            counts = [f"(({c})>={n})" for c, n in zip(counts, repeats, strict=True)]
        return "+".join(counts)

    def codes_left(self, row: int) -> str:
        """Return how many codes fit all attempts until one."""
        if not self._has_list:
            codes = self._until("answered_codes", row)
            turns = f"{codes},{self._until('answered_marks', row)}"
            counted = f"INDEX(CANDIDATES_LEFT({turns},{self.at.game.full}),{row + 1})"
            return f'IF({self._cell("is_turn", row)},{self._ours(counted)},"")'
        columns = map(self.at.misfits.column, range(row + 1))
        missed = "+".join(column.fixed for column in columns)
        left = f"SUMPRODUCT(--({missed}=0))"
        return f'IF({self._cell("is_turn", row)},{left},"")'

    def _missed(self, rows: Area) -> str:
        """Return for the codes in some rows how many attempts they miss, or one 0."""
        columns = (
            replace(self.at.misfits.column(row), top=rows.top, bottom=rows.bottom)
            for row in range(self.at.attempts)
        )
        # Every peg changes the columns of attempts that are not answered: LibreOffice
        # would be busy with all their cells. These attempts, mostly the last ones, come
        # first, so that nothing but numbers is added.
        counted = [
            f"IF({self._cell('is_turn', row)},{column.fixed},0)"
            for row, column in enumerate(columns)
        ]
        return "+".join(reversed(counted))

    def ruled_out(self, rows: Area) -> str:
        """Return an array formula: a mark for each code in some rows if ruled out."""
        marks = f'IF({self._missed(rows)}>0,"x","")'
        return f'IF({self.at.marks_wanted.fixed},{marks},"")'

    @property
    def first_left(self) -> str:
        """Return an array formula: the first code of the list that is left, or 0."""
        codes = self.at.misfits
        # MATCH looks in a list; one 0 is none.
        as_list = f"0*ROW({codes.column(0).fixed})"
        return f"IFERROR(MATCH(0,{as_list}+{self._missed(codes)},0),0)"

    @property
    def contradicted(self) -> str:
        """Return the first attempt that no code fits, or 0."""
        return f"IFERROR(MATCH(0,{self.at.codes_left.fixed},0),0)"

    # The next guess

    def tree_node(self, tree: TreeTable, row: int) -> str:
        """Return the row of the tree's table that attempts until one lead to, or 0."""
        black, white = self._marks(row)
        before = self._cell("tree_nodes", row - 1) if row else "1"
        played = f"VALUE({self._cell('words', row)})"
        key = f"{before}*{KEY_ROOM}+10*{black}+{white}"
        step = f"IFERROR(MATCH({key},{tree.keys.full},0),0)"
        follow = f"IF(INDEX({tree.guesses.full},{before})={played},{step},0)"
        # INDEX of row 0 would be the whole column.
        guarded = f"IF({before}=0,0,{follow})" if row else follow
        return f"IF({self._cell('is_turn', row)},{guarded},{before})"

    @property
    def last_node(self) -> str:
        """Where the tree has come to."""
        return self.at.tree_nodes.row(self.at.attempts - 1).fixed

    def next_peg(self, peg: int) -> str:
        """Return a peg of the guess that is suggested, or else of the plain one."""
        suggested = self.at.suggested
        first, own = suggested.column(0).fixed, suggested.column(peg).address
        plain = self._plain_peg(peg) if self._has_list else '""'
        return f"IF(ISERROR({first}),{plain},{own})"

    def _plain_peg(self, peg: int) -> str:
        """Return a peg of the tree's guess, or else of the first code left."""
        first = self.at.first_left.fixed
        pegs = self.at.code_list.column(peg).fixed
        of_list = f'IF({first}=0,"",INDEX({pegs},{first}))'
        if not self.tree:
            return of_list
        place = 10 ** (self.at.rules.pegs - 1 - peg)
        guess = f"INDEX({self.tree.guesses.full},{self.last_node})"
        of_tree = f"MOD(INT({guess}/{place}),10)"
        return f"IF({self.last_node}>0,{of_tree},{of_list})"

    @property
    def suggested(self) -> str:
        """Return an array formula: the guess of the strategy, or no answer of ours."""
        at = self.at
        wanted = f"AND({at.next_wanted.fixed},{at.next_attempt.fixed}>0)"
        strategy = f'IF({self.is_last},"{FIRST_LEFT}",{at.strategy.fixed})'
        solve = (
            f"_xlfn.IFNA(SOLVE_NEXT({self._answers},"
            f'{strategy},{at.game.full},{at.first_guess.fixed}),"")'
        )
        return f'IF({wanted},{self._ours(solve, "NA()")},"")'

    @property
    def next_source(self) -> str:
        """Return where the next guess comes from."""
        first = self.at.suggested.column(0).fixed
        shown = self.at.next_guess.column(0).address
        plain = '""'
        if self._has_list:
            plain = f'IF({self.at.first_left.fixed}=0,"","{_OF_LIST}")'
        if self.tree:
            plain = f'IF({self.last_node}>0,"{_OF_TREE}",{plain})'
        by = f'IF({self.is_last},"{_OF_LIST}","suggested by "&{self.strategy})'
        return f'IF(ISERROR({first}),{plain},IF({shown}="","",{by}))'

    # The list of codes

    @property
    def _last_count(self) -> str:
        """The codes left now; an error before any answer."""
        return f"LOOKUP(9E+307,{self.at.codes_left.fixed})"

    @property
    def list_head(self) -> str:
        """Return how many codes of all are left."""
        total = f"{self.at.rules.code_count:,}"
        known = f'{grouped(self._last_count)}&" of {total}"'
        return f'IFERROR({known},"{total} codes")'

    @property
    def _left_now(self) -> str:
        return f"IFERROR({self._last_count},{self.at.rules.code_count})"

    @property
    def candidate_list(self) -> str:
        """Return an array formula: the first codes left."""
        area, most = self.at.candidate_list, self.at.candidate_list.height
        # A list of one code would be repeated down to the last row; and a test as
        # wide as the list is, since IFERROR fills no columns up.
        rows, pegs = area.column(0), area.row(0)
        places = f"ROW({rows.fixed})-ROW({rows.row(0).fixed})+0*COLUMN({pegs.fixed})"
        is_listed = f"{places}<{self._left_now}"
        listed = f'IF({is_listed},CANDIDATES({self._candidates},{most}),"")'
        return f'IF({self.at.marks_wanted.fixed},{self._ours(listed)},"")'

    @property
    def more_candidates(self) -> str:
        """Return how many codes are left that are not listed."""
        if "candidate_list" not in self.at.areas:
            return ""
        most, count = self.at.candidate_list.height, self._left_now
        more = grouped(f"{count}-{most}")
        wanted = self.at.marks_wanted.fixed
        return f'IF(AND({wanted},{count}>{most}),"and "&{more}&" more","")'

    # The secret

    @property
    def draw(self) -> list[str]:
        """Return the steps from the number of the game to its code."""
        rules = self.at.rules
        number = self.at.game_number.full
        cells = [
            self.at.draw.column(step).address for step in range(self.at.draw.width)
        ]
        lefts, rights = halves(rules.radices)
        known = (
            f"IF(AND({number}>=1,{number}<={LARGEST_NUMBER},INT({number})={number}),"
            f"{number},0)"
        )
        is_number = f"AND(ISNUMBER({number}),NOT({_is_no_entry(number)}))"
        place = f"({cells[0]}-1-{cells[1]}*{rules.code_count})"
        steps = [
            f"IF({is_number},{known},0)",
            f"INT(({cells[0]}-1)/{rules.code_count})",
            f"INT({place}/{rights})",
            f"{place}-{cells[2]}*{rights}",
        ]
        left, right = cells[2], cells[3]
        for index, factors in enumerate(ROUNDS):
            half, other, size = (
                (left, right, rights) if index % 2 else (right, left, lefts)
            )
            line, moved = cells[len(steps)], cells[len(steps) + 1]
            mixed = f"{half}*{factors.half}+{cells[1]}*{factors.block}+{factors.more}"
            steps.append(f"MOD({mixed},{LINE_PRIME})")
            steps.append(f"MOD({other}+MOD({line}*{line},{SQUARE_PRIME}),{size})")
            left, right = (left, moved) if index % 2 else (moved, right)
        return steps

    def symbols_left(self, peg: int) -> str:
        """Return the symbols from which a peg of the secret is chosen."""
        if peg == 0 or not self.at.rules.distinct:
            return f'"{self.at.rules.symbols}"'
        before = self.at.symbols_left.column(peg - 1).address
        return f'SUBSTITUTE({before},{self._chosen(peg - 1)},"")'

    def _chosen(self, peg: int) -> str:
        sizes = self.at.rules.radices
        middle = len(sizes) // 2
        step = units(sizes)[peg]
        half = self.at.draw.column(self.at.draw.width - (1 if peg >= middle else 3))
        symbols = self.at.symbols_left.column(peg).address
        return f"MID({symbols},MOD(INT({half.address}/{step}),{sizes[peg]})+1,1)"

    def secret_peg(self, peg: int) -> str:
        """Return a peg of the secret; blank unless the computer hides one."""
        hides = f'{self.at.maker.full}="{COMPUTER}"'
        number = self.at.draw.column(0).address
        return f'IF(AND({hides},{number}>0),{self._as_cell(self._chosen(peg))},"")'

    @property
    def hidden_code(self) -> str:
        """Return an array formula: the code once it may be seen, or one that fits."""
        at, status = self.at, self.at.code_status.fixed
        possible = self._ours(f"CANDIDATES({self._candidates},1)")
        return (
            f'IF(OR({status}="found",{status}="shown"),'
            f'IF({at.maker.fixed}="{CHEATS}",{possible},'
            f'IF({at.secret.full}="","",{at.secret.full})),"?")'
        )

    @property
    def code_status(self) -> str:
        """Return whether the code is found, shown, hidden, or somebody else's."""
        at = self.at
        return (
            f'IF({at.maker.fixed}="{SOMEBODY_ELSE}","{THEIRS}",'
            f'IF({at.solved.fixed},"found",'
            f'IF(OR({at.is_revealed.fixed},{at.lost.fixed}),"{SHOWN}","hidden")))'
        )

    def _if_theirs(self, text: str) -> str:
        """Return a text that is seen where somebody else hides the code."""
        return f'IF({self.at.code_status.fixed}="{THEIRS}","{text}","")'

    # What people read

    @property
    def help_line(self) -> str:
        """Return what a person is to do or to know, where that is not plain."""
        at, rules = self.at, self.at.rules
        mark = PLAY_AND_MARK_BLACK if rules.black_only else PLAY_AND_MARK
        asked = f'IF({self.is_yours},"{mark}","{how_to_type(rules)}")'
        asked = f'IF(SUMPRODUCT(--({at.words.fixed}<>""))>0,"",{asked})'
        known = f"IF({at.unlike.fixed}>0,{self.cannot_be},{asked})"
        return f'IF({at.next_attempt.fixed}=0,"",{known})'

    @property
    def message(self) -> str:
        """Return the board's one line."""
        at, rules = self.at, self.at.rules
        said_now = self.said(at.said_message)
        computer = f'{at.maker.fixed}="{COMPUTER}"'
        cheats = f'{at.maker.fixed}="{CHEATS}"'
        unanswered = (
            f"SUMPRODUCT(--{at.playable.fixed})>SUMPRODUCT(--{at.is_turn.fixed})"
        )
        pegs = (at.hidden_code.column(peg) for peg in range(rules.pegs))
        code = joined(pegs, " ")
        again = f'"{TYPE_A_NUMBER if self._is_plain else PRESS_NEW_GAME}"'
        # The code begins a line, so that no line ends within it.
        ending = (
            f'IF({computer},{said(CODE_WAS, code=code)}&" ",'
            f'IF({cheats},{said(COULD_BE, code=code)}&" ",""))'
        )
        contradicted = at.contradicted.fixed
        waits = f"INDEX({at.playable.fixed},{at.next_attempt.fixed})"
        attempts = f"{number_in_words(at.attempts).capitalize()} attempts"
        lost = LOST.format(attempts=attempts)
        cases = (
            (f'{said_now}<>""', at.said_message.full),
            (f"AND({computer},{at.draw.column(0).full}=0)", f'"{NO_NUMBER}"'),
            (f'{at.first_fault.fixed}<>""', at.first_fault.fixed),
            (
                self.first_guess_is_wrong,
                f'"{FIRST_GUESS.format(example=example(rules))}"',
            ),
            (f"AND({cheats},{unanswered})", f'"{NO_CHEATS}"'),
            (f"{contradicted}>0", said(NO_CODE, attempt=contradicted)),
            (at.solved.fixed, f"{self.found}&CHAR(10)&{again}"),
            (at.lost.fixed, f'"{lost}"&CHAR(10)&{ending}&{again}'),
            (
                f'AND({at.code_status.fixed}="{SHOWN}",{computer})',
                f"{said(CODE_IS, code=code)}&CHAR(10)&{again}",
            ),
            (
                f"IF(AND({self.is_yours},{at.next_attempt.fixed}>0),{waits},FALSE)",
                said(MARKS_WANTED, attempt=at.next_attempt.fixed),
            ),
            (f"{at.last_turn.fixed}=0", f'"{self._beginning}"'),
        )
        return first_that_holds(cases, self.standing)

    @property
    def _beginning(self) -> str:
        """Say how a game stands before the first guess."""
        count = self.at.rules.code_count
        verb = "is" if count == 1 else "are"
        return f"{plural(count, 'code')} {verb} possible. Your guess."

    def number(self, row: int) -> str:
        """Return the number of an attempt, with an arrow or a star before it."""
        black, _ = self._marks(row)
        gap = _NO_BREAK_SPACE * 2  # files lose blanks where a line may be broken
        return (
            f'IF({self.at.next_attempt.fixed}={row + 1},"{ARROW}",'
            f'IF({black}={self.at.rules.pegs},"★",""))&"{gap}{row + 1}"'
        )

    def little_pegs(self, row: int) -> str:
        """Return an answer as it is drawn."""
        black, white = self._marks(row)
        drawn = f"TRIM({_drawn('● ', black)}&{_drawn('○ ', white)})"
        shown = f'IF({drawn}="","{NO_PEG}",{drawn})'
        return f'IF({self._cell("is_turn", row)},{shown},"")'

    def story(self, row: int) -> str:
        """Return the sentence about an attempt."""
        told = self.said(self.at.said_story.row(row))
        return f'IF({self._cell("is_turn", row)},{told},"")'

    def story_number(self, row: int) -> str:
        """Return the number of an attempt that has a sentence."""
        # The text of an add-in's array equals nothing in Calc; a joined one does.
        return f'IF({self._cell("story", row)}&""="","",{row + 1})'

    def _cost(self, said: Area) -> str:
        """Return what a guess cost, or its head, once the game is over."""
        over = f"OR({self.at.solved.fixed},{self.at.lost.fixed})"
        return f'IF({over},{self.said(said)},"")'

    @property
    def page_message(self) -> str:
        """Return what the board says of its web page."""
        message = self.at.message.address
        begins = f'LEFT({message},{len(ON_THE_PAGE)})="{ON_THE_PAGE}"'
        return f'IF({begins},{message},"")'

    # The message

    @property
    def solved(self) -> str:
        """Return whether an answer is all black."""
        return f"COUNTIF({self._black},{self.at.rules.pegs})>0"

    @property
    def lost(self) -> str:
        """Return whether every attempt was answered, and none was all black."""
        blanks = f'SUMPRODUCT(--({self._black}=""))'
        return f"AND({blanks}=0,NOT({self.at.solved.fixed}))"

    @property
    def first_fault(self) -> str:
        """Return an array formula: what is wrong first, or nothing."""
        faults = self.at.faults.fixed
        return f'IFERROR(INDEX({faults},MATCH(TRUE,{faults}<>"",0)),"")'

    @property
    def last_turn(self) -> str:
        """Return the number of the last attempt that is answered, or 0."""
        turns = self.at.is_turn
        return f"SUMPRODUCT(MAX({turns.fixed}*({_counted_rows(turns)})))"

    @property
    def next_attempt(self) -> str:
        """Return the number of the first attempt without an answer, or 0."""
        first = f'IFERROR(MATCH(TRUE,{self._black}="",0),0)'
        over = f'OR({self.at.solved.fixed},{self.at.code_status.fixed}="{SHOWN}")'
        return f"IF({over},0,{first})"

    @property
    def next_cell(self) -> str:
        """Return where the next guess or mark is to be typed, or nothing."""
        at = self.at
        attempt, first = at.next_attempt.fixed, at.typed_guesses.row(0).fixed
        guess = f"COLUMN({first})"
        mark = f"COLUMN({at.typed_marks.column(0).row(0).fixed})"
        if not at.rules.black_only:
            mark += f'+(INDEX({at.typed_marks.fixed},{attempt},1)<>"")'
        # Whoever hides a code has marks to type for a guess that is complete.
        waits = f"AND({self.is_yours},INDEX({at.playable.fixed},{attempt}))"
        row = f"ROW({first})+{attempt}-1"
        return f'IF({attempt}=0,"",ADDRESS({row},IF({waits},{mark},{guess})))'

    @property
    def is_last(self) -> str:
        """Return whether no other attempt follows the next one."""
        return f'SUMPRODUCT(--({self._black}=""))=1'

    @property
    def solved_in(self) -> str:
        """Return how many attempts are answered up to the one that is all black."""
        return f"SUMPRODUCT({self._turns_to_win})"

    @property
    def _turns_to_win(self) -> str:
        """Return for each attempt whether it is answered, and not after the end."""
        turns = self.at.is_turn
        first = turns.row(0).fixed
        return f"{turns.fixed}*(ROW({turns.fixed})-ROW({first})<{self._won})"

    @property
    def _won(self) -> str:
        """Return the number of the attempt that is all black."""
        return f"MATCH({self.at.rules.pegs},{self._black},0)"

    @property
    def _black(self) -> str:
        """The black pegs of all attempts."""
        return self.at.answered_marks.column(0).fixed

    @property
    def found(self) -> str:
        """Return that the code is found, and by whom, in a sentence."""
        players = self.at.played_by.full
        helped = f'SUMPRODUCT({self._turns_to_win}*({players}<>""))'
        guesses, solver = self.solved_in, f"INDEX({players},{self._won})"
        by = said(f"{FOUND_BY}.", solver=solver, guesses=guesses)
        hints = counted(helped, "hint")
        aided = said(f"{FOUND_WITH}.", guesses=guesses, hints=hints)
        alone = said(f"{FOUND}{usual(self.at.rules)}.", guesses=guesses)
        return f"IF({helped}=0,{alone},IF({helped}={guesses},{by},{aided}))"

    @property
    def result(self) -> str:
        """Return which game was played, and in how many guesses, or nothing."""
        at = self.at
        number = f'IF({at.maker.fixed}="{COMPUTER}"," #"&{at.game_number.fixed},"")'
        game = f'"{title(at.rules)}"&{number}'
        in_so_many = said(RESULT, game=game, guesses=self.solved_in)
        in_vain = said(RESULT_LOST, game=game, guesses=str(at.attempts))
        over = f'IF({at.lost.fixed},{in_vain},"")'
        return f"IF({at.solved.fixed},{in_so_many},{over})"

    def result_row(self, row: int) -> str:
        """Return the pegs of an answer, once the game is over, or nothing."""
        black, white = self._marks(row)
        is_sure = f'AND({black}<>"{UNKNOWN}",{white}<>"{UNKNOWN}")'
        others = f"IF({is_sure},{self.at.rules.pegs}-{black}-N({white}),0)"
        drawn = f'{_drawn("●", black)}&{_drawn("○", white)}&REPT("·",{others})'
        is_over = f"OR({self.at.solved.fixed},{self.at.lost.fixed})"
        counts = f"AND({self._cell('is_turn', row)},IFERROR({row}<{self._won},TRUE))"
        return f'IF({is_over},IF({counts},{drawn},""),"")'

    @property
    def standing(self) -> str:
        """Return how the game stands after the last answer, in a sentence."""
        last = self.at.last_turn.fixed
        words = self._answer_in_words(self.at.answered_marks, last)
        left = f"INDEX({self.at.codes_left.fixed},{last})"
        counted_left = f'": "&{counted(left, "code")}&" left."'
        attempt = self.at.next_attempt.fixed
        free = f'IF({attempt}<{last},{said(STILL_FREE, attempt=attempt)},"")'
        return f'{words}&IF(ISNUMBER({left}),{counted_left},".")&{free}'

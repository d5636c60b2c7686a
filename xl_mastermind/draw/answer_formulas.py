"""
Formulas of what is typed on a board and what answers it: settings, guesses, marks.

No formula looks up what was typed, since MATCH and COUNTIF take ? and * for wildcards:
what was typed is read symbol by symbol first.
"""

from xl_mastermind.draw.board_formulas import (
    NO_BREAK_SPACE,
    SharedFormulas,
    capitals,
    counted_rows,
    is_no_entry,
    joined,
    said,
)
from xl_mastermind.game.numbers import (
    LARGEST_NUMBER,
    LINE_PRIME,
    ROUNDS,
    SQUARE_PRIME,
    halves,
    units,
)
from xl_mastermind.game.rules import UNKNOWN
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.board import CHEATS, COMPUTER, SHOWN, SOMEBODY_ELSE, THEIRS
from xl_mastermind.sheet.cells import BEGUN
from xl_mastermind.sheet.words import (
    GUESS_WANTED,
    NO_SUCH_MARKS,
    UNUSED_MARKS,
    WRONG_MARKS,
    guess_in_words,
    plural,
)


class AnswerFormulas(SharedFormulas):
    """What is typed on a board, and what answers it."""

    # The settings as they count

    @property
    def maker(self) -> str:
        """Return who hides the code: the computer, if it says nothing else."""
        maker = f'"{COMPUTER}"'
        for other in (CHEATS, SOMEBODY_ELSE):
            maker = f'IF({self._says(self.layout.codemaker, other)},"{other}",{maker})'
        return maker

    @property
    def is_noted(self) -> str:
        """Return whether what is noted is noted of the game of this number."""
        same = f'{self.layout.noted_for.full}&""={self.layout.game_number.fixed}&""'
        return f"IFERROR({same},FALSE)"

    @property
    def is_revealed(self) -> str:
        """Return whether a person wanted to see the code of this game."""
        layout = self.layout
        pressed = f'AND({layout.revealed.full}="{SHOWN}",{layout.is_noted.fixed})'
        if "reveal" not in layout.areas:
            return pressed
        return f"OR({pressed},{self.says_yes(layout.reveal)})"

    # A guess as it was typed, and as it counts

    def word(self, row: int) -> str:
        """Return what an attempt says; a question mark for what cannot be a guess."""
        cell, zeros = self._cell("typed_guesses", row), self.layout.typed_format
        number = f'TEXT({cell},"{zeros.replace("@", "0")}")'
        number = f'IF(AND({cell}=INT({cell}),{cell}>=0),{number},"?")'
        text = cell
        for dropped in (" ", NO_BREAK_SPACE, ",", ".", BEGUN):
            text = f'SUBSTITUTE({text},"{dropped}","")'
        said = f"IF(ISNUMBER({cell}),{number},{capitals(text)})"
        return f'IFERROR(IF({is_no_entry(cell)},"?",{said}),"?")'

    def tile(self, row: int, peg: int) -> str:
        """Return a symbol of an attempt, right or wrong; a digit as a number."""
        word = self._cell("words", row)
        symbol = f"MID({word},{peg + 1},1)"
        shown = symbol
        if not self.layout.rules.symbols.isalpha():
            shown = f'IFERROR(FIND({symbol},"0123456789")-1,{symbol})'
        return f'IF(LEN({word})>{peg},{shown},"")'

    def playable(self, row: int) -> str:
        """Return whether an attempt is a code of the game, complete and right."""
        return self._is_code(self._cell("words", row))

    def _is_code(self, word: str) -> str:
        """Return whether a word has the symbols of a code, and no other."""
        rules = self.layout.rules
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
        rules = self.layout.rules
        wrong = f'ISERROR(FIND({tile.address},"{rules.symbols.upper()}"))'
        if rules.distinct:
            wrong = f"OR({wrong},{repeats.address}>1)"
        return f'AND({tile.address}<>"",{wrong})'

    def repeats(self, row: int, peg: int) -> str:
        """Return how many pegs up to this one are of its colour."""
        guess = self.layout.guesses.row(row)
        first, now = guess.column(0).address, guess.column(peg).address
        return f"SUMPRODUCT(--({first}:{now}={now}))"

    def fault(self, row: int) -> str:
        """Return what is wrong with an attempt, in a sentence, or nothing."""
        layout, rules, attempt = self.layout, self.layout.rules, str(row + 1)
        word, playable = self._cell("words", row), self._cell("playable", row)
        wanted = GUESS_WANTED.format(attempt=attempt, guess=guess_in_words(rules))
        begun = f'ISNUMBER(FIND("{BEGUN}",{self._cell("typed_guesses", row)}))'
        is_begun = f"AND(LEN({word})<{rules.pegs},{begun})"
        marks = layout.typed_marks.row(row)
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
        layout, secret = self.layout, self.layout.secret
        if index and layout.rules.black_only:
            return ""
        guess, code = layout.guesses.row(row).fixed, secret.full
        if index:
            answer = self._ours(f"WHITE({code},{guess})", self.white(row, secret))
        else:
            answer = self._ours(f"BLACK({code},{guess})", self.black(row, secret))
        # One who cheats answers by all guesses so far.
        cheats = f"CHEAT({self._until('codes', row)},{layout.game.full})"
        cheated = self._ours(f"INDEX({cheats},{row + 1},{index + 1})")
        return (
            f"IF(OR(NOT({layout.playable.row(row).address}),"
            f'{layout.maker.fixed}="{SOMEBODY_ELSE}"),"",'
            f'IF({layout.maker.fixed}="{CHEATS}",{cheated},'
            f'IF({secret.column(0).full}="","",{answer})))'
        )

    def answered_mark(self, row: int, index: int) -> str:
        """Return a mark that counts: the computer's, or somebody else's."""
        if index and self.layout.rules.black_only:
            return ""
        typed = [
            self._cell("typed_marks", row, column)
            for column in range(self.layout.marks_typed)
        ]
        complete = ",".join(f'{cell}<>""' for cell in typed)
        # An error that was typed is no mark, as a word is none.
        given = f'IF(AND({complete}),{self._typed_mark(typed[index])},"")'
        marks = self._cell("marks", row, index)
        counts = f"IF({self.is_yours},{given},{marks})"
        return f'IFERROR(IF({self._cell("playable", row)},{counts},""),"#")'

    def _typed_mark(self, cell: str) -> str:
        """Return a mark as typed, a text of digits as a number."""
        text = f'TRIM(SUBSTITUTE({cell},"{NO_BREAK_SPACE}"," "))'
        # VALUE also takes $1, 1e0, 0:00 and TRUE for numbers.
        digits = f'TEXT(VALUE({text}),REPT("0",LEN({text})))={text}'
        number = f"IF(IFERROR({digits},FALSE),VALUE({text}),{text})"
        return f'IF({is_no_entry(cell)},"#",IF(ISNUMBER({cell}),{cell},{number}))'

    def answered_code(self, row: int) -> str:
        """Return an attempt that is answered, or nothing."""
        black, white = self._marks(row)
        return f'IF({black}&""&{white}="","",{self._cell("words", row)})'

    def black(self, row: int, code: Area) -> str:
        """Return how many pegs of an attempt are those of a code."""
        return f"SUMPRODUCT(--({self._row('guesses', row)}={code.full}))"

    def white(self, row: int, code: Area) -> str:
        """Return how many more pegs are right, but in the wrong place."""
        guess = self._row("guesses", row)
        # A peg counts if the code has as many of its colour as stand up to it.
        # Not every program lets COUNTIF count several texts at once.
        matches = "+".join(
            f"({code.column(peg).full}={guess})" for peg in range(code.width)
        )
        repeats = self._row("repeats", row)
        return f"SUMPRODUCT(--({matches}>={repeats}))-{self.black(row, code)}"

    def is_turn(self, row: int) -> str:
        """Return whether an attempt is answered, and so that it can be."""
        black, white = self._marks(row)
        pegs = self.layout.rules.pegs
        marks = [black] if self.layout.rules.black_only else [black, white]
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
        pegs = self.layout.rules.pegs
        attempt = str(row + 1)
        got = f'SUBSTITUTE({black},",",".")&" black"'
        if not self.layout.rules.black_only:
            got += f'&" and "&SUBSTITUTE({white},",",".")&" white"'
        most = f'"{plural(pegs, "peg")}"'
        expected = said(WRONG_MARKS, attempt=attempt, pegs=most, marks=got)
        cannot = said(NO_SUCH_MARKS, attempt=attempt, marks=got)
        return (
            f'IF(OR({black}&{white}="",{self._cell("is_turn", row)}),"",'
            f"IF(AND({black}={pegs - 1},{white}=1),{cannot},{expected}))"
        )

    # How the game stands

    @property
    def turns_key(self) -> str:
        """Return the game and all attempts with their typed marks, written together."""
        layout = self.layout
        number = f'IFERROR(SUBSTITUTE({layout.game_number.address},",","."),"?")'
        keys = [layout.maker.address, number]
        for row in range(layout.attempts):
            typed = layout.typed_marks.row(row)
            marks = joined(typed.column(index) for index in range(typed.width))
            turn = f'{self._cell("words", row)}&":"&{marks}'
            # A comma is where some countries have the point of 2.5.
            keys.append(f'IFERROR(SUBSTITUTE({turn},",","."),"?")')
        return '&"/"&'.join(keys)

    @property
    def won(self) -> str:
        """Return the attempt that is all black and contradicts no other, or 0."""
        layout, first = self.layout, self.first_of(self._wins)
        # Where nobody counts the codes, the latest guess is held against the answers.
        differs = f"AND({layout.unlike.fixed}>0,{layout.last_guess.fixed}={first})"
        none = f"SUMPRODUCT({self._wins})=0"
        return f"IF(OR({none},{layout.contradicted.fixed}>0,{differs}),0,{first})"

    @property
    def lost(self) -> str:
        """Return whether every attempt was answered, and none was all black."""
        layout = self.layout
        is_full = f"SUMPRODUCT(--{layout.is_turn.fixed})={layout.attempts}"
        no_win = f"SUMPRODUCT({self._wins})=0"
        return f"AND({is_full},{no_win},{layout.contradicted.fixed}=0)"

    @property
    def _wins(self) -> str:
        """Return for each attempt whether it is all black."""
        return f"{self.layout.is_turn.fixed}*({self._black}={self.layout.rules.pegs})"

    @property
    def first_fault(self) -> str:
        """Return an array formula: what is wrong first, or nothing."""
        faults = self.layout.faults.fixed
        return f'IFERROR(INDEX({faults},MATCH(TRUE,{faults}<>"",0)),"")'

    @property
    def last_turn(self) -> str:
        """Return the number of the last attempt that is answered, or 0."""
        turns = self.layout.is_turn
        return f"SUMPRODUCT(MAX({turns.fixed}*({counted_rows(turns)})))"

    @property
    def next_attempt(self) -> str:
        """Return the number of the first attempt without an answer, or 0."""
        first = f'IFERROR(MATCH(TRUE,{self._black}="",0),0)'
        over = f'OR({self.layout.won.fixed},{self.layout.code_status.fixed}="{SHOWN}")'
        return f"IF({over},0,{first})"

    @property
    def next_cell(self) -> str:
        """Return where the next guess or mark is to be typed, or nothing."""
        layout = self.layout
        attempt, first = layout.next_attempt.fixed, layout.typed_guesses.row(0).fixed
        guess = f"COLUMN({first})"
        mark = f"COLUMN({layout.typed_marks.column(0).row(0).fixed})"
        if not layout.rules.black_only:
            mark += f'+(INDEX({layout.typed_marks.fixed},{attempt},1)<>"")'
        # Whoever hides a code has marks to type for a guess that is complete.
        waits = f"AND({self.is_yours},INDEX({layout.playable.fixed},{attempt}))"
        row = f"ROW({first})+{attempt}-1"
        return f'IF({attempt}=0,"",ADDRESS({row},IF({waits},{mark},{guess})))'

    @property
    def code_status(self) -> str:
        """Return whether the code is found, shown, hidden, or somebody else's."""
        layout = self.layout
        return (
            f'IF({layout.maker.fixed}="{SOMEBODY_ELSE}","{THEIRS}",'
            f'IF({layout.won.fixed},"found",'
            f'IF(OR({layout.is_revealed.fixed},{layout.lost.fixed}),"{SHOWN}","hidden")))'
        )

    # The secret

    @property
    def draw(self) -> list[str]:
        """Return the steps from the number of the game to its code."""
        rules = self.layout.rules
        number = self.layout.game_number.full
        cells = [
            self.layout.draw.column(step).address
            for step in range(self.layout.draw.width)
        ]
        lefts, rights = halves(rules.radices)
        known = (
            f"IF(AND({number}>=1,{number}<={LARGEST_NUMBER},INT({number})={number}),"
            f"{number},0)"
        )
        is_number = f"AND(ISNUMBER({number}),NOT({is_no_entry(number)}))"
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
            mixed = (
                f"{half}*{factors.half}+{cells[1]}*{factors.block}+{factors.constant}"
            )
            steps.append(f"MOD({mixed},{LINE_PRIME})")
            steps.append(f"MOD({other}+MOD({line}*{line},{SQUARE_PRIME}),{size})")
            left, right = (left, moved) if index % 2 else (moved, right)
        return steps

    def symbols_left(self, peg: int) -> str:
        """Return the symbols from which a peg of the secret is chosen."""
        if peg == 0 or not self.layout.rules.distinct:
            return f'"{self.layout.rules.symbols}"'
        before = self.layout.symbols_left.column(peg - 1).address
        return f'SUBSTITUTE({before},{self._chosen(peg - 1)},"")'

    def _chosen(self, peg: int) -> str:
        sizes = self.layout.rules.radices
        middle = len(sizes) // 2
        step = units(sizes)[peg]
        half = self.layout.draw.column(
            self.layout.draw.width - (1 if peg >= middle else 3)
        )
        symbols = self.layout.symbols_left.column(peg).address
        return f"MID({symbols},MOD(INT({half.address}/{step}),{sizes[peg]})+1,1)"

    def secret_peg(self, peg: int) -> str:
        """Return a peg of the secret; blank unless the computer hides one."""
        hides = f'{self.layout.maker.full}="{COMPUTER}"'
        number = self.layout.draw.column(0).address
        return f'IF(AND({hides},{number}>0),{self._as_cell(self._chosen(peg))},"")'

    def _as_cell(self, symbol: str) -> str:
        """Return a symbol of the code as cells have it: a digit as a number."""
        symbols = self.layout.rules.symbols
        if symbols.isdigit():
            return f"VALUE({symbol})"
        return symbol if symbols.isalpha() else f"IFERROR(VALUE({symbol}),{symbol})"

    @property
    def hidden_code(self) -> str:
        """Return an array formula: the code once it may be seen, or one that fits."""
        layout, status = self.layout, self.layout.code_status.fixed
        possible = self._ours(f"CANDIDATES({self._candidates},1)")
        return (
            f'IF(OR({status}="found",{status}="shown"),'
            f'IF({layout.maker.fixed}="{CHEATS}",{possible},'
            f'IF({layout.secret.full}="","",{layout.secret.full})),"?")'
        )

"""Formulas of the codes: which are left, which is next, which cannot be."""

from dataclasses import replace
from typing import Final

from xl_mastermind.draw.answer_formulas import AnswerFormulas
from xl_mastermind.draw.board_formulas import counted_rows, grouped
from xl_mastermind.draw.tree_table import KEY_ROOM, TreeTable
from xl_mastermind.game.rules import UNKNOWN
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.board import FIRST_LEFT
from xl_mastermind.solve.strategies import DEFAULT_STRATEGY, strategy_label

_OF_TREE: Final = "by the optimal tree"

_OF_LIST: Final = "the first code left"
"""Where the next guess comes from."""


class CodeFormulas(AnswerFormulas):
    """Which codes are left, and which comes next."""

    # The codes left

    def misfits(self, row: int) -> str:
        """Return an array formula: for each code 1 if it misses an attempt, or 0."""
        return f"IF({self._cell('is_turn', row)},--{self._misfit(row)},0)"

    def _misfit(self, row: int) -> str:
        """Return for each code whether an attempt would be answered otherwise."""
        rules, codes = self.layout.rules, self.layout.code_list
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
        if not self.layout.rules.distinct:
            repeats = (self._cell("repeats", row, peg) for peg in range(len(guess)))
            counts = [f"(({c})>={n})" for c, n in zip(counts, repeats, strict=True)]
        return "+".join(counts)

    def codes_left(self, row: int) -> str:
        """Return how many codes fit all attempts until one."""
        if not self._has_list:
            codes = self._until("answered_codes", row)
            turns = f"{codes},{self._until('answered_marks', row)}"
            counted = (
                f"INDEX(CANDIDATES_LEFT({turns},{self.layout.game.full}),{row + 1})"
            )
            return f'IF({self._cell("is_turn", row)},{self._ours(counted)},"")'
        columns = map(self.layout.misfits.column, range(row + 1))
        missed = "+".join(column.fixed for column in columns)
        left = f"SUMPRODUCT(--({missed}=0))"
        return f'IF({self._cell("is_turn", row)},{left},"")'

    def _missed(self, rows: Area) -> str:
        """Return for the codes in some rows how many attempts they miss, or one 0."""
        columns = (
            replace(self.layout.misfits.column(row), top=rows.top, bottom=rows.bottom)
            for row in range(self.layout.attempts)
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
        return f'IF({self.layout.marks_wanted.fixed},{marks},"")'

    @property
    def first_left(self) -> str:
        """Return an array formula: the first code of the list that is left, or 0."""
        codes = self.layout.misfits
        # MATCH looks in a list; one 0 is none.
        as_list = f"0*ROW({codes.column(0).fixed})"
        return f"IFERROR(MATCH(0,{as_list}+{self._missed(codes)},0),0)"

    @property
    def contradicted(self) -> str:
        """Return the first attempt that no code fits, or 0."""
        return f"IFERROR(MATCH(0,{self.layout.codes_left.fixed},0),0)"

    # The list of codes

    @property
    def _last_count(self) -> str:
        """The codes left now; an error before any answer."""
        return f"LOOKUP(9E+307,{self.layout.codes_left.fixed})"

    @property
    def list_head(self) -> str:
        """Return how many codes of all are left."""
        total = f"{self.layout.rules.code_count:,}"
        known = f'{grouped(self._last_count)}&" of {total}"'
        return f'IFERROR({known},"{total} codes")'

    @property
    def _left_now(self) -> str:
        return f"IFERROR({self._last_count},{self.layout.rules.code_count})"

    @property
    def candidate_list(self) -> str:
        """Return an array formula: the first codes left."""
        area, most = self.layout.candidate_list, self.layout.candidate_list.height
        # A list of one code would be repeated down to the last row; and a test as
        # wide as the list is, since IFERROR fills no columns up.
        rows, pegs = area.column(0), area.row(0)
        places = f"ROW({rows.fixed})-ROW({rows.row(0).fixed})+0*COLUMN({pegs.fixed})"
        is_listed = f"{places}<{self._left_now}"
        listed = f'IF({is_listed},CANDIDATES({self._candidates},{most}),"")'
        return f'IF({self.layout.marks_wanted.fixed},{self._ours(listed)},"")'

    @property
    def more_candidates(self) -> str:
        """Return how many codes are left that are not listed."""
        if "candidate_list" not in self.layout.areas:
            return ""
        most, count = self.layout.candidate_list.height, self._left_now
        more = grouped(f"{count}-{most}")
        wanted = self.layout.marks_wanted.fixed
        return f'IF(AND({wanted},{count}>{most}),"and "&{more}&" more","")'

    # The next guess

    @property
    def strategy(self) -> str:
        """Return the name of the strategy as it is written everywhere."""
        typed = f'TRIM(SUBSTITUTE({self.layout.strategy.fixed},"-"," "))'
        name = f"UPPER(LEFT({typed}))&MID({typed},2,99)"
        return f'IF({typed}="","{strategy_label(DEFAULT_STRATEGY)}",{name})'

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
        return self.layout.tree_nodes.row(self.layout.attempts - 1).fixed

    def next_peg(self, peg: int) -> str:
        """Return a peg of the guess that is suggested, or else of the plain one."""
        suggested = self.layout.suggested
        first, own = suggested.column(0).fixed, suggested.column(peg).address
        plain = self._plain_peg(peg) if self._has_list else '""'
        return f"IF(ISERROR({first}),{plain},{own})"

    def _plain_peg(self, peg: int) -> str:
        """Return a peg of the tree's guess, or else of the first code left."""
        first = self.layout.first_left.fixed
        pegs = self.layout.code_list.column(peg).fixed
        of_list = f'IF({first}=0,"",INDEX({pegs},{first}))'
        if not self.tree:
            return of_list
        place = 10 ** (self.layout.rules.pegs - 1 - peg)
        guess = f"INDEX({self.tree.guesses.full},{self.last_node})"
        of_tree = f"MOD(INT({guess}/{place}),10)"
        return f"IF({self.last_node}>0,{of_tree},{of_list})"

    @property
    def suggested(self) -> str:
        """Return an array formula: the guess of the strategy, or no answer of ours."""
        layout = self.layout
        wanted = f"AND({layout.next_wanted.fixed},{layout.next_attempt.fixed}>0)"
        strategy = f'IF({self.is_last},"{FIRST_LEFT}",{layout.strategy.fixed})'
        solve = (
            f"_xlfn.IFNA(SOLVE_NEXT({self._answers},"
            f'{strategy},{layout.game.full},{layout.first_guess.fixed}),"")'
        )
        return f'IF({wanted},{self._ours(solve, "NA()")},"")'

    @property
    def next_source(self) -> str:
        """Return where the next guess comes from."""
        first = self.layout.suggested.column(0).fixed
        shown = self.layout.next_guess.column(0).address
        plain = '""'
        if self._has_list:
            plain = f'IF({self.layout.first_left.fixed}=0,"","{_OF_LIST}")'
        if self.tree:
            plain = f'IF({self.last_node}>0,"{_OF_TREE}",{plain})'
        by = f'IF({self.is_last},"{_OF_LIST}","suggested by "&{self.strategy})'
        return f'IF(ISERROR({first}),{plain},IF({shown}="","",{by}))'

    # Why the last guess cannot be the code

    @property
    def last_guess(self) -> str:
        """Return the number of the last attempt that is complete, or 0."""
        playable = self.layout.playable
        return f"SUMPRODUCT(MAX({playable.fixed}*({counted_rows(playable)})))"

    def last_peg(self, peg: int) -> str:
        """Return a peg of the last attempt that is complete, or nothing."""
        last, tiles = (
            self.layout.last_guess.fixed,
            self.layout.guesses.column(peg).fixed,
        )
        return f'IF({last}=0,"",INDEX({tiles},{last}))'

    def last_mark(self, row: int, index: int) -> str:
        """Return an answer to an attempt if the last complete one were the code."""
        if index and self.layout.rules.black_only:
            return ""
        answer = self.white if index else self.black
        counted = answer(row, self.layout.last_pegs)
        return f'IF({self._cell("is_turn", row)},{counted},"")'

    @property
    def unlike(self) -> str:
        """Return the first attempt answered otherwise, or 0."""
        layout, after = self.layout, self.layout.attempts + 1
        columns = map(self._columns, (layout.last_marks, layout.answered_marks))
        pairs = zip(*columns, strict=True)
        others = "+".join(
            f'({given}<>"{UNKNOWN}")*({mark}<>{given})' for mark, given in pairs
        )
        rows = counted_rows(layout.is_turn)
        is_unlike = f"{layout.is_turn.fixed}*(({rows})<{layout.last_guess.fixed})"
        return f"MOD({self.first_of(f'{is_unlike}*({others}>0)')},{after})"

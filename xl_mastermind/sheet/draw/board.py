"""Draws a board: its cells, formulas with the values they have, and conditions."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from xl_mastermind.game.codes import all_codes
from xl_mastermind.sheet import palette
from xl_mastermind.sheet.area import Area, column_name
from xl_mastermind.sheet.board import (
    CHEATS,
    SHOWN,
    SOMEBODY_ELSE,
)
from xl_mastermind.sheet.buttons import COPY, WEB_PAGE
from xl_mastermind.sheet.cells import Cell, codes_as_cells
from xl_mastermind.sheet.draw.canvas import (
    FOOT,
    HAIRLINE,
    ON_CARD,
    SMALL,
    TILE,
    TYPED,
    UNDERLINED,
    BoardCanvas,
)
from xl_mastermind.sheet.draw.panel import Panel
from xl_mastermind.sheet.draw.plain import HiddenColumns
from xl_mastermind.sheet.functions import RATED
from xl_mastermind.sheet.plain import grouped
from xl_mastermind.sheet.words import (
    ESTIMATED,
    HALF,
    ON_THE_PAGE,
    WASTED,
    colours_in_words,
    little_pegs,
    plural,
    symbols_in_words,
)

PYTHON: Final = "Python"
"""Stands where only Python could answer, and did not."""

_ARROW: Final = "►"
"""Points at the next attempt."""

_OF_TREE: Final = "by the optimal tree"
_OF_LIST: Final = "the first code left"
"""Where the next guess comes from."""

_NO_STORY: Final = "The story needs Python: see Help."
_STORY_LATER: Final = "The story needs Python, and a press of Check."

_WINDOW_ROWS: Final = 300
"""Rows of the list of codes, more than a window shows."""


class BoardSheet(BoardCanvas):
    """Draws the board of one game on its sheet."""

    def draw(self) -> None:
        """Draw everything."""
        parts = (self.workbook, self.sheet, self.styles, self.board, self.plain)
        HiddenColumns(*parts).draw()
        self._columns_and_rows()
        self._card()
        self._list_head()
        self._code_list()
        self._candidate_list()
        self._hidden_code()
        self._heads()
        self._attempts()
        self._costs()
        self._typed_marks()
        self._suggestion()
        self._story()
        Panel(*parts).draw()
        self._result()
        self._board_conditions()
        self._other_conditions()
        self.define_names(self.at.named)
        self._view()

    # Formulas

    def _or_mirror(
        self, formula: str, mirror: Area, *tests: str, without: str = '""'
    ) -> str:
        """Return `formula`, or what a button computed for these turns, or `without`."""
        key = f"{self.at.turns_key.fixed}={self.at.mirror_key.full}"
        return self._if_mirrored(formula, mirror, key, *tests, without=without)

    def _or_mirror_until(
        self, row: int, formula: str, mirror: Area, *tests: str, without: str = '""'
    ) -> str:
        """
        Return the same where what a button computed stands on the turns until one.

        It names no later turn, or Excel would compute `formula` anew for each of them.
        """
        turns = f'{self.at.turn_keys.row(row).fixed}&"/"'
        key = f'LEFT({self.at.mirror_key.full}&"/",LEN({turns}))={turns}'
        return self._if_mirrored(formula, mirror, key, *tests, without=without)

    def _if_mirrored(
        self, formula: str, mirror: Area, *tests: str, without: str
    ) -> str:
        test = f"AND({','.join(tests)})" if tests[1:] else tests[0]
        kept = f'IF({mirror.full}="","",{mirror.full})'
        return self.ours(formula, f"IF({test},{kept},{without})")

    def _until(self, area: str, row: int) -> str:
        """Return the rows of an area up to one, for functions of ours."""
        first = self.at.areas[area]
        return replace(first, bottom=first.top + row).fixed

    def _answers_until(self, row: int) -> str:
        """Return the arguments guesses and feedback up to an attempt."""
        guesses = self._until("answered_guesses", row)
        return f"{guesses},{self._until('answered_marks', row)}"

    @property
    def _answers(self) -> str:
        """
        The arguments guesses and feedback of our functions.

        While a guess is typed they stay as they are, and so does what is answered.
        """
        return f"{self.at.answered_guesses.fixed},{self.at.answered_marks.fixed}"

    @property
    def _turns(self) -> str:
        """The arguments guesses, feedback and game."""
        return f"{self._answers},{self.at.game.full}"

    @property
    def _candidates(self) -> str:
        """The arguments of CANDIDATES but the last, their number."""
        return f'{self._answers},"",{self.at.game.full}'

    def _cell(self, area: Area, row: int = 0) -> str:
        """Return a cell of an area's first column, as conditions write it."""
        return f"${column_name(area.left)}{area.top + 1 + row}"

    def _answered(self, row: int = 0) -> str:
        """Return a text that is blank as long as an attempt is not answered."""
        marks = self.at.answered_marks
        black, white = marks.column(0), marks.column(1)
        return f"{self._cell(black, row)}&{self._cell(white, row)}"

    @property
    def _is_marked(self) -> str:
        """Whether an arrow points at an attempt."""
        return f'{self._cell(self.at.arrows)}="{_ARROW}"'

    # Cells

    def _columns_and_rows(self) -> None:
        at, pegs, after = self.at, self.rules.pegs, self.at.after_pegs
        widths = dict.fromkeys(range(pegs), 18 if at.is_wide else 26)
        tile, little = (38, 16) if at.is_wide else (48, 20)
        widths |= dict.fromkeys(range(at.first_peg, after), tile)
        panel = range(at.panel_left, at.panel_right + 1)
        widths |= dict.fromkeys(panel, at.panel_pixels // at.panel_columns)
        widths |= dict(enumerate((24, 32, 24, 30), pegs))
        margin = 40 if pegs <= 4 else 28
        last = (82, 62) if "costs" in at.areas else (92, 16)
        right = (28, 28, 28 + little * pegs, 32, 32, *last, margin)
        widths |= dict(enumerate(right, after))
        for column, pixels in widths.items():
            self.sheet.set_column_pixels(column, column, pixels)
        # Locked beside the board too, or Tab would lead there from the guesses.
        locked = self.styles()
        self.rows([56, 26, *[at.row_pixels] * at.attempts, 24, 34], locked)
        free, beside = self.styles(TYPED), at.free_columns
        self.sheet.set_column(beside.start, beside.stop - 1, None, free)
        for row in at.free_rows:
            self.sheet.set_row(row, None, free)

    def _card(self) -> None:
        columns = range(self.at.arrows.left, self.at.codes_left.left + 2)
        for row in range(self.at.last_row + 1):
            self.fill(row, columns, FOOT if row == self.at.last_row else ON_CARD)

    @property
    def _last_count(self) -> str:
        """Return a formula for the codes left now; an error before any answer."""
        return f"LOOKUP(9E+307,{self.at.codes_left.fixed})"

    def _list_head(self) -> None:
        total = f"{self.rules.code_count:,}"
        head = self.styles(SMALL, UNDERLINED, align="left", valign="bottom", indent=1)
        for column in range(1, self.rules.pegs + 1):
            self.sheet.write_blank(0, column, None, head)
        counts = [n for n in self.board.codes_left if isinstance(n, int)]
        known = f'{grouped(self._last_count)}&" of {total}"'
        if "candidate_list" in self.at.areas:
            first = self.at.candidate_list.row(0).column(0).fixed
            missing = (
                f'AND({self.at.marks_wanted.fixed},{first}&""="",'
                f"{self.at.contradicted.fixed}=0)"
            )
            known = f'IF({missing},"{total} codes: {PYTHON}",{known})'
        known = f'IFERROR({known},"{total} codes")'
        shown = f"{counts[-1]:,} of {total}" if counts else f"{total} codes"
        self.formula(self.at.at(0, 0), known, head, shown)

    def _code_list(self) -> None:
        at, board = self.at, self.board
        if "code_list" not in at.areas:
            return
        codes = codes_as_cells(all_codes(self.rules).tolist(), self.rules)
        self.values(at.code_list, codes, self.styles(align="center"))
        style = self.styles(align="center", font_size=9, font_color=palette.FAINT)
        whole = at.ruled_out_marks
        shown = board.ruled_out_marks if board.show_marks else [""] * whole.height
        # LibreOffice computes an array as soon as one cell of it is looked at: what a
        # window shows has one of its own.
        last = min(whole.bottom, whole.top + _WINDOW_ROWS - 1)
        parts = [replace(whole, bottom=last)]
        if last < whole.bottom:
            parts.append(replace(whole, top=last + 1))
        for marks in parts:
            formula = f'IF({at.marks_wanted.fixed},{self.plain.ruled_out(marks)},"")'
            first = marks.top - whole.top
            self.array(marks, formula, style, shown[first : first + marks.height])

    def _candidate_list(self) -> None:
        at, board = self.at, self.board
        if "candidate_list" not in at.areas:
            return
        most = at.candidate_list.height
        total = self.rules.code_count
        count = f"IFERROR({self._last_count},{total})"
        # A list of one code would be repeated down to the last row; and a test as
        # wide as the list is, since IFERROR fills no columns up.
        rows, pegs = at.candidate_list.column(0), at.candidate_list.row(0)
        places = f"ROW({rows.fixed})-ROW({rows.row(0).fixed})+0*COLUMN({pegs.fixed})"
        is_listed = f"{places}<{count}"
        listed = f'IF({is_listed},CANDIDATES({self._candidates},{most}),"")'
        answer = self._or_mirror(listed, at.mirror_candidates)
        listed_pegs = [peg for code in board.candidate_list for peg in code]
        self.array(
            at.candidate_list,
            f'IF({at.marks_wanted.fixed},{answer},"")',
            self.styles(align="center"),
            listed_pegs if board.show_marks else [""] * len(listed_pegs),
        )
        left = [n for n in board.codes_left if isinstance(n, int)]
        rest = (left[-1] if left else total) - most
        self.formula(
            at.more_candidates,
            f"IF(AND({at.marks_wanted.fixed},{count}>{most}),"
            f'"and "&{grouped(f"{count}-{most}")}&" more","")',
            self.styles(SMALL, align="left", indent=1),
            f"and {rest:,} more" if board.show_marks and rest > 0 else "",
        )

    def _hidden_code(self) -> None:
        at, board = self.at, self.board
        label = self.styles(ON_CARD, SMALL, align="right", indent=1)
        self.sheet.write_string(0, at.numbers.left, "Code", label)
        visible = f'OR({at.code_status.fixed}="found",{at.code_status.fixed}="shown")'
        hidden = board.status not in ("found", "shown")
        tile = self.styles(TILE, bg_color=palette.INK, font_color=palette.HIDDEN_PEG)
        possible = self._or_mirror(f"CANDIDATES({self._candidates},1)", at.mirror_code)
        self.array(
            at.hidden_code,
            f'IF({visible},IF({at.maker.fixed}="{CHEATS}",{possible},'
            f'IF({at.secret.full}="","",{at.secret.full})),"?")',
            tile,
            ["?"] * self.rules.pegs if hidden else board.code,
        )
        self.formula(
            at.code_status,
            f'IF({at.maker.fixed}="{SOMEBODY_ELSE}","yours",'
            f'IF({at.solved.fixed},"found",'
            f'IF(OR({self._revealed},{at.lost.fixed}),"{SHOWN}","hidden")))',
            self.styles(ON_CARD, SMALL, italic=True, indent=1),
            board.status,
        )

    @property
    def _revealed(self) -> str:
        """Return whether a person wants to see the code of this game."""
        at = self.at
        # A code that was revealed is that of one number; another is another game.
        same = f'{at.noted_for.full}&""={at.game_number.fixed}&""'
        noted = f"IFERROR({same},FALSE)"
        pressed = f'AND({at.revealed.full}="{SHOWN}",{noted})'
        if not self.is_plain:
            return pressed
        return f"{pressed},{self.plain.says_yes(at.reveal)}"

    def _heads(self) -> None:
        at = self.at
        row = at.first_attempt - 1
        head = self.styles(ON_CARD, SMALL, align="center_across")
        self.sheet.write_string(row, at.first_peg, "Guess", head)
        for column in range(at.first_peg + 1, at.after_pegs):
            self.sheet.write_blank(row, column, None, head)
        lined = (ON_CARD, SMALL, HAIRLINE)
        centred = self.styles(*lined, align="center")
        self.sheet.write_string(row, at.marks.left, "●", centred)
        white = "" if self.rules.black_only else "○"
        self.cell(row, at.marks.right, white, centred)
        self.sheet.write_string(
            row, at.little_pegs.left, "Pegs", self.styles(*lined, indent=1)
        )
        right = self.styles(*lined, align="right", indent=1)
        self.sheet.write_string(row, at.codes_left.left, "Codes left", right)

    def _attempts(self) -> None:
        at, board = self.at, self.board
        next_row = board.next_attempt
        black, white = at.answered_marks.column(0), at.answered_marks.column(1)
        pegs = self.rules.pegs
        number = self.styles(ON_CARD, SMALL, align="center", font_size=11)
        arrow = self.styles(
            ON_CARD, font_size=10, font_color=palette.ACCENT, align="right"
        )
        little = self.styles(ON_CARD, HAIRLINE, font_size=18, indent=1)
        for row in range(at.attempts):
            answer = board.answered_marks[row]
            hits, near = black.row(row).address, white.row(row).address
            now = self._answered(row)
            self.formula(
                at.arrows.row(row),
                f'IF({at.next_attempt.fixed}={row + 1},"{_ARROW}",'
                f'IF({hits}={pegs},"★",""))',
                arrow,
                _ARROW if next_row == row else "★" if answer[0] == pegs else "",
            )
            self.cell(at.first_attempt + row, at.numbers.left, row + 1, number)
            self.formula(
                at.little_pegs.row(row),
                f'IF({now}="","",IFERROR(TRIM(REPT("● ",{hits})&REPT("○ ",N({near}))'
                f'&REPT("· ",{pegs}-{hits}-N({near}))),""))',
                little,
                _drawn(answer, pegs),
            )
        for (row, column), peg in zip(
            at.guesses.cells(), (p for g in board.guesses for p in g), strict=True
        ):
            # As text, a tile keeps 0123, and makes no date of 5/6.
            style = self.styles(TILE, TYPED, num_format="@", shrink=True)
            self.cell(row, column, peg, style)
        self.sheet.ignore_errors({"number_stored_as_text": at.guesses.address})
        self._marks()
        style = self.styles(
            ON_CARD, HAIRLINE, align="right", indent=1, num_format="#,##0"
        )
        for row, left in enumerate(board.codes_left):
            self.formula(at.codes_left.row(row), self._left(row), style, left)

    def _left(self, row: int) -> str:
        """Return how many codes are left after an attempt."""
        if "misfits" in self.at.areas:
            return self.plain.codes_left(row)
        turns = f"{self._answers_until(row)},{self.at.game.full}"
        counted = f"INDEX(CANDIDATES_LEFT({turns}),{row + 1})"
        mirror = self.at.mirror_left.row(row)
        answer = self._or_mirror_until(row, counted, mirror, without=f'"{PYTHON}"')
        return f'IF({self.at.is_turn.row(row).address},{answer},"")'

    def _marks(self) -> None:
        at = self.at
        style = self.styles(ON_CARD, HAIRLINE, SMALL, align="center", font_size=11)
        black_only = self.rules.black_only
        for row, pair in enumerate(self.board.marks):
            self.formula(at.marks.cell(row), self._mark(row, 0), style, pair[0])
            white = at.marks.cell(row, 1)
            if black_only:
                self.sheet.write_blank(white.top, white.left, None, style)
            else:
                self.formula(white, self._mark(row, 1), style, pair[1])

    def _mark(self, row: int, index: int) -> str:
        """Return the black or white pegs of an attempt, as the codemaker answers."""
        at, plain = self.at, self.plain
        played, secret = at.played.row(row).fixed, at.secret
        function, own = (
            ("WHITE", plain.white(row, secret))
            if index
            else ("BLACK", plain.black(row, secret))
        )
        answer = self.ours(f"{function}({secret.full},{played})", own)
        # One who cheats answers by all guesses so far.
        cheats = f"CHEAT({self._until('played', row)},{at.game.full})"
        cheated = self._or_mirror_until(
            row,
            f"INDEX({cheats},{row + 1},{index + 1})",
            at.mirror_marks.cell(row, index),
        )
        return (
            f"IF(OR(NOT({at.playable.row(row).address}),"
            f'{at.maker.fixed}="{SOMEBODY_ELSE}"),"",'
            f'IF({at.maker.fixed}="{CHEATS}",{cheated},'
            f'IF({secret.column(0).full}="","",{answer})))'
        )

    def _costs(self) -> None:
        """Write what each guess cost, for when the game is over."""
        at, board = self.at, self.board
        if "costs" not in at.areas:
            return
        over = f"OR({at.solved.fixed},{at.lost.fixed})"
        rated = self._or_mirror(f"RATE_GUESS({self._turns})", at.mirror_ratings)
        values = [cell for row in board.ratings for cell in row]
        self.array(at.ratings, f'IF({over},{rated},"")', self.styles(), values)
        notes = at.ratings.column(RATED - 1)
        is_over = bool(board.solved_in) or board.lost
        estimated = any(str(row[-1]).startswith(ESTIMATED) for row in board.ratings)
        # A blank of a bracket's width, since LibreOffice indents unevenly on the right.
        shown = '+0.00_);-0.00_);"best"_);@_)'
        right = {"align": "right", "num_format": shown}
        # The text of an add-in's array equals nothing in Calc; a joined one does.
        self.formula(
            at.at(at.first_attempt - 1, at.costs.left),
            f'IF({over},IF(SUMPRODUCT(--(LEFT({notes.fixed}&"",{len(ESTIMATED)})'
            f'="{ESTIMATED}"))>0,'
            f'"≈ Cost","Cost"),"")',
            self.styles(ON_CARD, SMALL, HAIRLINE, **right),
            ("≈ Cost" if estimated else "Cost") if is_over else "",
        )
        style = self.styles(ON_CARD, HAIRLINE, **right)
        for row, (cost, *_, note) in enumerate(board.ratings):
            found = at.ratings.row(row).column(0).address
            wasted = f'{notes.row(row).address}&""="{WASTED}"'
            unknown = f'IF(AND({over},{at.is_turn.row(row).address}),"{PYTHON}","")'
            self.formula(
                at.costs.row(row),
                f'IF({wasted},"{WASTED}",IF({found}&""="",{unknown},{found}))',
                style,
                WASTED if note == WASTED else cost,
            )

    def _typed_marks(self) -> None:
        at, typed = self.at, self.at.typed_marks
        heads = ["●"] if self.rules.black_only else ["●", "○"]
        yours = self.board.status == "yours"
        captions = ((0, ["Your marks"]), (at.first_attempt - 1, heads))
        for row, texts in captions:
            across = {"align": "center_across", "valign": "bottom"}
            style = self.styles(
                ON_CARD, SMALL, across if row == 0 else {**HAIRLINE, "align": "center"}
            )
            for column in range(typed.left, typed.right + 1):
                self.sheet.write_blank(row, column, None, style)
            for column, text in enumerate(texts, typed.left):
                self.formula(
                    at.at(row, column),
                    f'IF({at.code_status.fixed}="yours","{text}","")',
                    style,
                    text if yours else "",
                )
        cell = self.styles(ON_CARD, HAIRLINE, TYPED, align="center", font_size=12)
        marks = (mark for row in self.board.typed_marks for mark in row)
        for (row, column), mark in zip(typed.cells(), marks, strict=True):
            self.cell(row, column, mark, cell)
        self.whole_number(typed, "Your marks", 0, self.rules.pegs)

    @property
    def _same_settings(self) -> str:
        """Return whether the mirror belongs to the settings of the solver."""
        return f"{self.at.solver.fixed}={self.at.mirror_settings.full}"

    def _story(self) -> None:
        """Write a sentence for each attempt."""
        at, board = self.at, self.board
        head = self.styles(bold=True, font_size=13)
        self.sheet.write_string(at.story.top - 1, at.numbers.left, "The story", head)
        small = self.styles(SMALL, align="left", num_format='0"."')
        style = self.styles(font_size=10)
        for row, sentence in enumerate(board.story):
            told = at.story.row(row)
            self.formula(told, self._told(row), style, sentence)
            number = at.at(told.top, at.arrows.left)
            # The text of an add-in's array equals nothing in Calc; a joined one does.
            formula = f'IF({told.address}&""="","",{row + 1})'
            self.formula(number, formula, small, row + 1 if sentence != "" else "")

    def _result(self) -> None:
        """Write what a player shows friends, once the game is over."""
        at, lines = self.at, self.board.result
        head = self.styles(bold=True, font_size=13)
        self.formula(
            at.at(at.result.top - 1, at.numbers.left),
            f'IF({at.result.row(0).address}="","","To show friends, without the code")',
            head,
            "To show friends, without the code" if lines[0] else "",
        )
        if not self.is_plain:
            row = at.result.top - 1
            self.button(COPY, row, at.panel_left)
            self.button(WEB_PAGE, row, at.panel_left, x_offset=147)
            self._page_message()
        style = self.styles(font_size=11)
        for row, line in enumerate(lines):
            formula = self.plain.result_row(row - 1) if row else self.plain.result_head
            self.formula(at.result.row(row), formula, style, line)

    def _page_message(self) -> None:
        """Repeat what the board says of its web page where the button stands."""
        at, message = self.at, self.at.message.address
        begins = f'LEFT({message},{len(ON_THE_PAGE)})="{ON_THE_PAGE}"'
        place = at.at(at.result.top + 1, at.panel_left)
        self.formula(place, f'IF({begins},{message},"")', self.styles(), "")

    def _told(self, row: int) -> str:
        """Return the sentence about an attempt."""
        at = self.at
        turns = f"{self._answers_until(row)},{at.strategy.fixed},{at.game.full}"
        told = f"INDEX(TELL_TURNS({turns}),{row + 1})"
        # In larger games a strategy's guess takes too long while somebody types.
        live = "code_list" in at.areas
        first = f"SUMPRODUCT(--{self._until('is_turn', row)})=1"
        instead = (
            f'IF({first},"{_NO_STORY if live or self.is_plain else _STORY_LATER}","")'
        )
        answer = self._or_mirror_until(
            row,
            told if live else "NA()",
            at.mirror_story.row(row),
            self._same_settings,
            without=instead,
        )
        return f'IF({at.is_turn.row(row).address},{answer},"")'

    def _suggestion(self) -> None:
        at, board = self.at, self.board
        colour = colours_in_words(self.rules).removesuffix("s")
        legend = f"●  right {colour}, right place"
        if not self.rules.black_only:
            legend += f"      ○  right {colour}, wrong place"
        self.sheet.write_string(
            at.legend_row, at.arrows.left, legend, self.styles(ON_CARD, SMALL, indent=1)
        )
        wanted = f"AND({at.next_wanted.fixed},{at.next_attempt.fixed}>0)"
        solve = (
            f"_xlfn.IFNA(SOLVE_NEXT({self._answers},"
            f'{at.strategy.fixed},{at.game.full},{at.first_guess.fixed}),"")'
        )
        ours = self._or_mirror(
            solve, at.mirror_next_guess, self._same_settings, without="NA()"
        )
        visible = board.show_next_guess and not board.is_over
        guess = board.next_guess if visible else [""] * self.rules.pegs
        self.array(at.suggested, f'IF({wanted},{ours},"")', self.styles(), guess)
        first = at.suggested.column(0).fixed
        for peg, value in enumerate(guess):
            suggested = at.suggested.column(peg).address
            self.formula(
                at.next_guess.column(peg),
                f"IF(ISERROR({first}),{self._plain_peg(peg)},{suggested})",
                self.styles(TILE, bg_color=palette.PAPER),
                value,
            )
        shown = self._cell(at.next_guess)
        self.formula(
            at.at(at.last_row, at.numbers.left),
            f'IF({shown}="","","Next")',
            self.styles(FOOT, SMALL, align="right", indent=1),
            "Next" if guess[0] != "" else "",
        )
        self.formula(
            at.at(at.last_row, at.after_pegs),
            f"IF(ISERROR({first}),{self._plain_source},"
            f'IF({shown}="","","suggested by "&{self.plain.strategy}))',
            self.styles(FOOT, SMALL, italic=True, indent=1),
            f"suggested by {board.strategy_label}" if guess[0] != "" else "",
        )

    def _plain_peg(self, peg: int) -> str:
        """Return a peg of the next guess where no function answers."""
        if "misfits" not in self.at.areas:
            return '""'
        return self.plain.next_peg(peg)

    @property
    def _plain_source(self) -> str:
        """Return where the next guess comes from where no function answers."""
        if "misfits" not in self.at.areas:
            return f'"{PYTHON}"'
        of_list = f'IF({self.at.first_left.fixed}=0,"","{_OF_LIST}")'
        if not self.plain.tree:
            return of_list
        return f'IF({self.plain.last_node}>0,"{_OF_TREE}",{of_list})'

    # Conditions; LibreOffice applies the first that is true, Excel all of them.

    def _board_conditions(self) -> None:
        at = self.at
        self._colour_guesses()
        self.colour_pegs(at.next_guess, self.rules.symbols)
        if "colours" in at.areas:
            self.colour_pegs(at.colours, self.rules.symbols)
        peg = at.played.cell(0).address
        impossible = f'AND({at.texts.cell(0).address}<>"",{peg}="")'
        self.when(at.guesses, impossible, font_color=palette.MUTED, font_strikeout=True)
        self.when(at.guesses, self._is_marked, bg_color=palette.GLOW)
        unused = f'AND({at.next_attempt.fixed}=0,{peg}="")'
        self.when(at.guesses, unused, bg_color=palette.PAPER)
        visible = f'OR({at.code_status.fixed}="found",{at.code_status.fixed}="shown")'
        self.colour_pegs(at.hidden_code, self.rules.symbols)
        self.when(
            at.hidden_code, visible, bg_color=palette.WHITE, font_color=palette.INK
        )

    def _colour_guesses(self) -> None:
        """Give each peg the colour that counts: the first cell may have all of them."""
        peg = self.at.played.cell(0).address
        for symbol in self.rules.symbols:
            colour = palette.peg_colour(symbol)
            if colour:
                look = {"bg_color": colour.fill, "font_color": colour.ink}
                self.when(self.at.guesses, f"{peg}={symbol}", **look)

    def _other_conditions(self) -> None:
        at = self.at
        accent = {"bold": True, "font_color": palette.ACCENT}
        self.when(at.numbers, self._is_marked, **accent)
        yours = f'{at.code_status.fixed}="yours"'
        box = {"border": 1, "border_color": palette.LINE}
        typed = at.typed_marks
        shown = typed.column(0) if self.rules.black_only else typed
        self.when(
            shown, f"AND({yours},{self._is_marked})", bg_color=palette.GLOW, **box
        )
        self.when(shown, yours, bg_color=palette.WHITE, **box)
        won = f"{self._cell(at.answered_marks)}={self.rules.pegs}"
        for name in ("numbers", "marks", "little_pegs", "codes_left", "costs"):
            if name in at.areas:
                self.when(at.areas[name], won, **accent)
        self.when(at.codes_left, f"{self._cell(at.codes_left)}=1", **accent)
        latest = f'AND({self._answered()}<>"",{self._answered(1)}="")'
        self.when(at.codes_left, latest, bold=True)
        inverse = {"font_color": palette.WHITE}
        self.when(at.message_box, at.solved.fixed, bg_color=palette.ACCENT, **inverse)
        over = f'OR({at.lost.fixed},{at.code_status.fixed}="{SHOWN}")'
        self.when(at.message_box, over, bg_color=palette.LOST, **inverse)
        # A row that is only half typed is nothing to be alarmed at.
        half = HALF.partition("{typed}")[2].format(pegs=plural(self.rules.pegs, "peg"))
        fault = at.first_fault.fixed
        wrong = f'AND({fault}<>"",ISERROR(FIND("{half}",{fault})))'
        self.when(
            at.message_box,
            f"OR({wrong},{at.contradicted.fixed}>0)",
            bg_color=palette.PAPER,
            font_color=palette.LOST,
            left=1,
            left_color=palette.LOST,
        )
        if "code_list" in at.areas:
            out = f'{self._cell(at.ruled_out_marks)}="x"'
            for area in (at.code_list, at.ruled_out_marks):
                self.when(area, out, font_color=palette.FAINT, font_strikeout=True)

    # The sheet as a whole

    def _view(self) -> None:
        at = self.at
        self.sheet.set_tab_color(palette.ACCENT)
        self.print_on_one_page(0, at.arrows.left, at.story.bottom, at.panel_right)
        self.sheet.center_horizontally()
        place = self.board.next_cell or at.guesses
        self.select(place.top, place.left)
        self._check_typing()

    def _check_typing(self) -> None:
        """Refuse what can be no peg; the first cell may have the whole guess."""
        first, *others = (self.at.guesses.column(peg) for peg in range(self.rules.pegs))
        self._take(first, {1, max(1, self.rules.pegs - 1), self.rules.pegs})
        if others:
            self._take(replace(others[0], right=others[-1].right), {1})

    def _take(self, area: Area, lengths: Iterable[int]) -> None:
        """Let only texts of these lengths be typed that begin with a symbol."""
        typed = f"TRIM({area.row(0).column(0).address})"
        has_length = ",".join(f"LEN({typed})={length}" for length in lengths)
        symbols = self.rules.symbols.upper()
        self.sheet.data_validation(
            area.address,
            {
                "validate": "custom",
                "value": f"=AND(OR({has_length}),"
                f'ISNUMBER(FIND(UPPER(LEFT({typed})),"{symbols}")))',
                "error_title": "Guess",
                "error_message": f"Please type {symbols_in_words(self.rules)}.",
            },
        )


def _drawn(marks: Iterable[Cell], pegs: int) -> str:
    """Return an answer as the board draws it; nothing if it cannot be one."""
    black, white = (int(n) if isinstance(n, int | float) else None for n in marks)
    if black is None or min(black, white or 0, pegs - black - (white or 0)) < 0:
        return ""
    return little_pegs(black, white or 0, pegs)

"""Draws a board: its cells, formulas, and conditions."""

from dataclasses import replace
from typing import Final

from xl_mastermind.game.codes import all_codes
from xl_mastermind.sheet import palette
from xl_mastermind.sheet.area import Area, column_name
from xl_mastermind.sheet.board import (
    CHEATS,
    FIRST_LEFT,
    SHOWN,
    SOMEBODY_ELSE,
    THEIRS,
)
from xl_mastermind.sheet.buttons import COPY, WEB_PAGE
from xl_mastermind.sheet.cells import Block, codes_as_cells
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
from xl_mastermind.sheet.plain import grouped
from xl_mastermind.sheet.words import (
    ON_THE_PAGE,
    colours_in_words,
)

_ARROW: Final = "►"
"""Points at the next attempt."""

_GAP: Final = "\N{NO-BREAK SPACE}" * 2
"""Between the arrow and the number of an attempt; files lose blanks that may break."""

_NO_PEG: Final = "none"
"""An answer without a peg."""

_OF_TREE: Final = "by the optimal tree"
_OF_LIST: Final = "the first code left"
"""Where the next guess comes from."""

_BUTTON_PIXELS: Final = 138
"""Width of a button where nothing else is said."""

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

    def _until(self, area: str, row: int) -> str:
        """Return the rows of an area up to one, for functions of ours."""
        first = self.at.areas[area]
        return replace(first, bottom=first.top + row).fixed

    def _answers_until(self, row: int) -> str:
        """Return the arguments guesses and feedback up to an attempt."""
        codes = self._until("answered_codes", row)
        return f"{codes},{self._until('answered_marks', row)}"

    @property
    def _answers(self) -> str:
        """
        The arguments guesses and feedback of our functions.

        While a guess is typed they stay as they are, and so does what is answered.
        """
        return f"{self.at.answered_codes.fixed},{self.at.answered_marks.fixed}"

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
        return f'LEFT({self._cell(self.at.numbers)})="{_ARROW}"'

    # Cells

    def _columns_and_rows(self) -> None:
        at, pegs, after = self.at, self.rules.pegs, self.at.after_pegs
        widths = dict.fromkeys(
            range(pegs), 18 if at.is_wide else 24 if pegs < 5 else 20
        )
        tile, little = (38, 16) if at.is_wide else (46, 20)
        widths |= dict.fromkeys(range(at.first_peg, after), tile)
        panel = range(at.panel_left, at.panel_right + 1)
        widths |= dict.fromkeys(panel, at.panel_pixels // at.panel_columns)
        widths |= dict(enumerate((24, 24, 40, 92), pegs))
        margin = 28 if pegs <= 4 else 20
        last = (82, 62) if "costs" in at.areas else (92, 16)
        right = (26, 26, 24 + little * pegs, 30, 30, *last, margin)
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
        columns = range(self.at.numbers.left, self.at.codes_left.left + 2)
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
        known = f'{grouped(self._last_count)}&" of {total}"'
        known = f'IFERROR({known},"{total} codes")'
        self.formula(self.at.at(0, 0), known, head)

    def _code_list(self) -> None:
        at = self.at
        if "code_list" not in at.areas:
            return
        codes = codes_as_cells(all_codes(self.rules).tolist(), self.rules)
        self.values(at.code_list, codes, self.styles(align="center"))
        style = self.styles(align="center", font_size=9, font_color=palette.FAINT)
        whole = at.ruled_out_marks
        # LibreOffice computes an array as soon as one cell of it is looked at: what a
        # window shows has one of its own.
        last = min(whole.bottom, whole.top + _WINDOW_ROWS - 1)
        parts = [replace(whole, bottom=last)]
        if last < whole.bottom:
            parts.append(replace(whole, top=last + 1))
        for marks in parts:
            formula = f'IF({at.marks_wanted.fixed},{self.plain.ruled_out(marks)},"")'
            self.array(marks, formula, style)

    def _candidate_list(self) -> None:
        at = self.at
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
        answer = self.ours(listed, '""')
        self.array(
            at.candidate_list,
            f'IF({at.marks_wanted.fixed},{answer},"")',
            self.styles(align="center"),
        )
        self.formula(
            at.more_candidates,
            f"IF(AND({at.marks_wanted.fixed},{count}>{most}),"
            f'"and "&{grouped(f"{count}-{most}")}&" more","")',
            self.styles(SMALL, align="left", indent=1),
        )

    def _hidden_code(self) -> None:
        at = self.at
        label = self.styles(ON_CARD, SMALL, align="right", indent=1)
        self.sheet.write_string(0, at.typed_guesses.left, "Code", label)
        visible = f'OR({at.code_status.fixed}="found",{at.code_status.fixed}="shown")'
        tile = self.styles(TILE, bg_color=palette.INK, font_color=palette.HIDDEN_PEG)
        possible = self.ours(f"CANDIDATES({self._candidates},1)", '""')
        self.array(
            at.hidden_code,
            f'IF({visible},IF({at.maker.fixed}="{CHEATS}",{possible},'
            f'IF({at.secret.full}="","",{at.secret.full})),"?")',
            tile,
        )
        self.formula(
            at.code_status,
            f'IF({at.maker.fixed}="{SOMEBODY_ELSE}","{THEIRS}",'
            f'IF({at.solved.fixed},"found",'
            f'IF(OR({at.is_revealed.fixed},{at.lost.fixed}),"{SHOWN}","hidden")))',
            self.styles(ON_CARD, SMALL, italic=True, indent=1),
        )

    def _heads(self) -> None:
        at = self.at
        row = at.first_attempt - 1
        head = self.styles(ON_CARD, SMALL, align="center")
        self.sheet.write_string(row, at.typed_guesses.left, "Your guess", head)
        lined = (ON_CARD, SMALL, HAIRLINE)
        centred = self.styles(*lined, align="center")
        self.sheet.write_string(row, at.marks.left, "●", centred)
        white = "" if self.rules.black_only else "○"
        self.cell(row, at.marks.right, white, centred)
        self.sheet.write_string(
            row, at.little_pegs.left, "Answer", self.styles(*lined, indent=1)
        )
        right = self.styles(*lined, align="right", indent=1)
        self.sheet.write_string(row, at.codes_left.left, "Codes left", right)

    def _attempts(self) -> None:
        at = self.at
        black, white = at.answered_marks.column(0), at.answered_marks.column(1)
        pegs = self.rules.pegs
        number = self.styles(ON_CARD, SMALL, align="right", indent=1, font_size=11)
        answered = self.styles(ON_CARD, HAIRLINE, font_size=18, indent=1)
        tile = self.styles(TILE, ON_CARD)
        for row in range(at.attempts):
            hits, near = black.row(row).address, white.row(row).address
            mark, is_turn = f"{_GAP}{row + 1}", at.is_turn.row(row).address
            numbered = (
                f'IF({at.next_attempt.fixed}={row + 1},"{_ARROW}",'
                f'IF({hits}={pegs},"★",""))&"{mark}"'
            )
            self.formula(at.numbers.row(row), numbered, number)
            drawn = f'TRIM(REPT("● ",{hits})&REPT("○ ",N({near})))'
            none = f'IF({hits}+N({near})=0,"{_NO_PEG}",{drawn})'
            little = f'IF({is_turn},{none},"")'
            self.formula(at.little_pegs.row(row), little, answered)
            for peg in range(pegs):
                place = at.guesses.cell(row, peg)
                self.formula(place, self.plain.tile(row, peg), tile)
        self._inputs()
        self._marks()
        style = self.styles(
            ON_CARD, HAIRLINE, align="right", indent=1, num_format="#,##0"
        )
        for row in range(at.attempts):
            self.formula(at.codes_left.row(row), self._left(row), style)

    def _inputs(self) -> None:
        """Write the cells to be typed into, and beside them some as they are new."""
        at, board = self.at, self.board
        guess = self.styles(TILE, TYPED, num_format=at.typed_format, shrink=True)
        self.values(at.typed_guesses, [[each] for each in board.typed_guesses], guess)
        self.values(at.untouched, [[None]] * at.attempts, guess)
        mark = self.styles(ON_CARD, HAIRLINE, TYPED, align="center", font_size=12)
        new: Block = [[None] * at.marks_typed] * at.attempts
        self.values(at.typed_marks, new, mark)
        self.values(at.untouched_marks, new, mark)
        self.sheet.ignore_errors({"number_stored_as_text": at.typed_guesses.address})

    def _left(self, row: int) -> str:
        """Return how many codes are left after an attempt."""
        if "misfits" in self.at.areas:
            return self.plain.codes_left(row)
        turns = f"{self._answers_until(row)},{self.at.game.full}"
        counted = f"INDEX(CANDIDATES_LEFT({turns}),{row + 1})"
        answer = self.ours(counted, '""')
        return f'IF({self.at.is_turn.row(row).address},{answer},"")'

    def _marks(self) -> None:
        at = self.at
        style = self.styles(ON_CARD, HAIRLINE, SMALL, align="center", font_size=11)
        black_only = self.rules.black_only
        for row in range(at.attempts):
            self.formula(at.marks.cell(row), self._mark(row, 0), style)
            white = at.marks.cell(row, 1)
            if black_only:
                self.sheet.write_blank(white.top, white.left, None, style)
            else:
                self.formula(white, self._mark(row, 1), style)

    def _mark(self, row: int, index: int) -> str:
        """Return the black or white pegs of an attempt, as the codemaker answers."""
        at, plain = self.at, self.plain
        guess, secret = at.guesses.row(row).fixed, at.secret
        function, own = (
            ("WHITE", plain.white(row, secret))
            if index
            else ("BLACK", plain.black(row, secret))
        )
        answer = self.ours(f"{function}({secret.full},{guess})", own)
        # One who cheats answers by all guesses so far.
        cheats = f"CHEAT({self._until('codes', row)},{at.game.full})"
        cheated = self.ours(f"INDEX({cheats},{row + 1},{index + 1})", '""')
        return (
            f"IF(OR(NOT({at.playable.row(row).address}),"
            f'{at.maker.fixed}="{SOMEBODY_ELSE}"),"",'
            f'IF({at.maker.fixed}="{CHEATS}",{cheated},'
            f'IF({secret.column(0).full}="","",{answer})))'
        )

    def _costs(self) -> None:
        """Write what each guess cost, for when the game is over."""
        at = self.at
        if "costs" not in at.areas:
            return
        over = f"OR({at.solved.fixed},{at.lost.fixed})"
        # A blank of a bracket's width, since LibreOffice indents unevenly on the right.
        shown = '+0.00_);-0.00_);"best"_);@_)'
        right = {"align": "right", "num_format": shown}
        cost = self.styles(ON_CARD, HAIRLINE, **right)
        styles = [self.styles(ON_CARD, SMALL, HAIRLINE, **right), *[cost] * at.attempts]
        for row, style in enumerate(styles):
            said = self.plain.said(at.said_costs.row(row))
            place = at.at(at.first_attempt - 1 + row, at.costs.left)
            self.formula(place, f'IF({over},{said},"")', style)

    def _typed_marks(self) -> None:
        at, typed = self.at, self.at.typed_marks
        heads = ["●"] if self.rules.black_only else ["●", "○"]
        captions = ((0, ["Marks"]), (at.first_attempt - 1, heads))
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
                    f'IF({at.code_status.fixed}="{THEIRS}","{text}","")',
                    style,
                )

    def _story(self) -> None:
        """Write a sentence for each attempt."""
        at = self.at
        head = self.styles(bold=True, font_size=13)
        numbers = at.at(at.story.top, at.numbers.left, at.attempts)
        self.formula(
            at.at(at.story.top - 1, at.story.left),
            f'IF(SUM({numbers.fixed})>0,"The story","")',
            head,
        )
        small = self.styles(SMALL, align="left", num_format='0"."')
        style = self.styles(font_size=10)
        for row in range(at.attempts):
            told = at.story.row(row)
            self.formula(told, self._told(row), style)
            number = numbers.row(row)
            # The text of an add-in's array equals nothing in Calc; a joined one does.
            formula = f'IF({told.address}&""="","",{row + 1})'
            self.formula(number, formula, small)

    def _result(self) -> None:
        """Write what a player shows friends, once the game is over."""
        at = self.at
        head = self.styles(bold=True, font_size=13)
        self.formula(
            at.at(at.result.top - 1, at.result.left),
            f'IF({at.result.row(0).address}="","","To show friends, without the code")',
            head,
        )
        if not self.is_plain:
            right = at.panel_pixels - _BUTTON_PIXELS
            self.button(COPY, at.result.top, at.panel_left, x_offset=right)
            self.button(
                WEB_PAGE, at.result.top + 2, at.panel_left, x_offset=right, y_offset=6
            )
            self._page_message()
        style = self.styles(font_size=11)
        for row in range(at.attempts + 1):
            formula = self.plain.result_row(row - 1) if row else self.plain.result_head
            self.formula(at.result.row(row), formula, style)

    def _page_message(self) -> None:
        """Repeat what the board says of its web page where the button stands."""
        at, message = self.at, self.at.message.address
        begins = f'LEFT({message},{len(ON_THE_PAGE)})="{ON_THE_PAGE}"'
        place = at.at(at.result.bottom + 1, at.panel_left)
        self.formula(place, f'IF({begins},{message},"")', self.styles())

    def _told(self, row: int) -> str:
        """Return the sentence about an attempt."""
        is_turn = self.at.is_turn.row(row).address
        return f'IF({is_turn},{self.plain.said(self.at.said_story.row(row))},"")'

    def _suggestion(self) -> None:
        at = self.at
        colour = colours_in_words(self.rules).removesuffix("s")
        legend = f"●  right {colour}, right place"
        if not self.rules.black_only:
            legend += f"      ○  right {colour}, wrong place"
        self.sheet.write_string(
            at.legend_row,
            at.numbers.left,
            legend,
            self.styles(ON_CARD, SMALL, indent=1),
        )
        wanted = f"AND({at.next_wanted.fixed},{at.next_attempt.fixed}>0)"
        strategy = f'IF({self.plain.is_last},"{FIRST_LEFT}",{at.strategy.fixed})'
        solve = (
            f"_xlfn.IFNA(SOLVE_NEXT({self._answers},"
            f'{strategy},{at.game.full},{at.first_guess.fixed}),"")'
        )
        ours = self.ours(solve, "NA()")
        self.array(at.suggested, f'IF({wanted},{ours},"")', self.styles())
        first = at.suggested.column(0).fixed
        for peg in range(self.rules.pegs):
            suggested = at.suggested.column(peg).address
            self.formula(
                at.next_guess.column(peg),
                f"IF(ISERROR({first}),{self._plain_peg(peg)},{suggested})",
                self.styles(TILE, bg_color=palette.PAPER),
            )
        shown = self._cell(at.next_guess)
        self.formula(
            at.at(at.last_row, at.typed_guesses.left),
            f'IF({shown}="","","Next")',
            self.styles(FOOT, SMALL, align="right", indent=1),
        )
        self.formula(
            at.at(at.last_row, at.after_pegs),
            f"IF(ISERROR({first}),{self._plain_source},"
            f'IF({shown}="","",IF({self.plain.is_last},"{_OF_LIST}",'
            f'"suggested by "&{self.plain.strategy})))',
            self.styles(FOOT, SMALL, italic=True, indent=1),
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
            return '""'
        of_list = f'IF({self.at.first_left.fixed}=0,"","{_OF_LIST}")'
        if not self.plain.tree:
            return of_list
        return f'IF({self.plain.last_node}>0,"{_OF_TREE}",{of_list})'

    # Conditions; LibreOffice applies the first that is true, Excel all of them.

    def _board_conditions(self) -> None:
        at = self.at
        tile = at.guesses.cell(0)
        cannot_be = self.plain.cannot_be_there(tile, at.repeats.cell(0))
        white = {"bg_color": palette.WHITE}
        struck = {**white, "font_color": palette.MUTED, "font_strikeout": True}
        self.when(at.guesses, cannot_be, **struck)
        self.colour_pegs(at.guesses, self.rules.symbols)
        self.when(at.guesses, f'{tile.address}<>""', **white)
        self.colour_pegs(at.next_guess, self.rules.symbols)
        if "colours" in at.areas:
            self.colour_pegs(at.colours, self.rules.symbols)
        visible = f'OR({at.code_status.fixed}="found",{at.code_status.fixed}="shown")'
        self.colour_pegs(at.hidden_code, self.rules.symbols)
        self.when(
            at.hidden_code, visible, bg_color=palette.WHITE, font_color=palette.INK
        )
        unused = f'AND({at.next_attempt.fixed}=0,{self._cell(at.guesses)}="")'
        for inputs in (at.typed_guesses, at.untouched):
            self.when(inputs, self._is_marked, bg_color=palette.GLOW)
            self.when(inputs, unused, bg_color=palette.PAPER)

    def _other_conditions(self) -> None:
        at = self.at
        accent = {"bold": True, "font_color": palette.ACCENT}
        self.when(at.numbers, self._is_marked, **accent)
        theirs = f'{at.code_status.fixed}="{THEIRS}"'
        box = {"border": 1, "border_color": palette.LINE}
        for shown in (at.typed_marks, at.untouched_marks):
            waits = f"AND({theirs},{self._is_marked})"
            self.when(shown, waits, bg_color=palette.GLOW, **box)
            self.when(shown, theirs, bg_color=palette.WHITE, **box)
        is_none = f'{self._cell(at.little_pegs)}="{_NO_PEG}"'
        self.when(at.little_pegs, is_none, font_color=palette.FAINT)
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
        wrong = f'{at.first_fault.fixed}<>""'
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
        self.print_on_one_page(0, at.numbers.left, at.story.bottom, at.panel_right)
        self.sheet.center_horizontally()
        played = [guess for guess in self.board.typed_guesses if guess is not None]
        place = at.typed_guesses.row(min(len(played), at.attempts - 1))
        self.select(place.top, place.left)

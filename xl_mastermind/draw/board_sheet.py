"""Draws a board: what its cells look like, and on what that depends."""

from dataclasses import replace
from typing import Final

from xl_mastermind.draw.canvas import (
    FOOT,
    HAIRLINE,
    ON_CARD,
    SMALL,
    TILE,
    TYPED,
    UNDERLINED,
    BoardCanvas,
)
from xl_mastermind.draw.panel import Panel
from xl_mastermind.draw.sentence_formulas import ARROW, NO_PEG, STAR
from xl_mastermind.game.codes import all_codes
from xl_mastermind.sheet import palette
from xl_mastermind.sheet.area import Area, column_name
from xl_mastermind.sheet.board import (
    SHOWN,
    THEIRS,
)
from xl_mastermind.sheet.buttons import COPY, WEB_PAGE
from xl_mastermind.sheet.cells import Block, codes_as_cells
from xl_mastermind.sheet.words import (
    colours_in_words,
)

_BUTTON_PIXELS: Final = 138
"""Width of a button where nothing else is said."""

_WINDOW_ROWS: Final = 300
"""Rows of the list of codes, more than a window shows."""


class BoardSheet(BoardCanvas):
    """Draws the board of one game on its sheet."""

    def draw(self) -> None:
        """Draw everything."""
        self._hidden_columns()
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
        parts = (self.workbook, self.sheet, self.styles, self.board, self.formulas)
        Panel(*parts).draw()
        self._result()
        self._board_conditions()
        self._other_conditions()
        self._view()

    def _cell(self, area: Area, row: int = 0) -> str:
        """Return a cell of an area's first column, as conditions write it."""
        return f"${column_name(area.left)}{area.top + 1 + row}"

    def _answered(self, row: int = 0) -> str:
        """Return a text that is blank as long as an attempt is not answered."""
        marks = self.layout.answered_marks
        black, white = marks.column(0), marks.column(1)
        return f"{self._cell(black, row)}&{self._cell(white, row)}"

    @property
    def _is_marked(self) -> str:
        """Whether an arrow points at an attempt."""
        return f'LEFT({self._cell(self.layout.numbers)})="{ARROW}"'

    # Cells

    def _hidden_columns(self) -> None:
        """Write what every other formula of a board reads."""
        layout, board = self.layout, self.board
        self.hide_columns(layout.first_helper, layout.last_helper)
        formulas = self.formulas.cells.keys() | self.formulas.arrays.keys()
        for name, area in layout.hidden.items():
            if name in formulas:
                self.computed(name, self.styles())
            elif name == "misfits":
                for row in range(layout.attempts):
                    # With no cell but one a column is as quickly opened as if it were
                    # not there.
                    misfits = self.formulas.misfits(row)
                    self.hidden_array(area.column(row), misfits, self.styles())
        self.values(layout.symbols, [[self.rules.symbols]], self.styles())
        if self.is_plain:
            # Buttons of a menu read them, and what they have worked out is by them.
            typed = self.styles(TYPED)
            self.values(layout.strategy, [[board.strategy]], typed)
            self.values(layout.first_guess, [[board.first_guess]], typed)

    def _columns_and_rows(self) -> None:
        layout, pegs, after = self.layout, self.rules.pegs, self.layout.after_pegs
        widths = dict.fromkeys(
            range(pegs), 18 if layout.is_wide else 24 if pegs < 5 else 20
        )
        tile, little = (38, 16) if layout.is_wide else (46, 20)
        widths |= dict.fromkeys(range(layout.first_peg, after), tile)
        panel = range(layout.panel_left, layout.panel_right + 1)
        widths |= dict.fromkeys(panel, layout.panel_pixels // layout.panel_columns)
        widths |= dict(enumerate((24, 24, 40, 92), pegs))
        margin = 28 if pegs <= 4 else 20
        last = (82, 62) if "costs" in layout.areas else (92, 16)
        right = (26, 26, 24 + little * pegs, 30, 30, *last, margin)
        widths |= dict(enumerate(right, after))
        for column, pixels in widths.items():
            self.sheet.set_column_pixels(column, column, pixels)
        # Locked beside the board too, or Tab would lead there from the guesses.
        locked = self.styles()
        self.rows([56, 26, *[layout.row_pixels] * layout.attempt_rows, 24, 34], locked)
        free, beside = self.styles(TYPED), layout.free_columns
        self.sheet.set_column(beside.start, beside.stop - 1, None, free)
        for row in layout.free_rows:
            self.sheet.set_row(row, None, free)

    def _card(self) -> None:
        columns = range(self.layout.numbers.left, self.layout.codes_left.left + 2)
        for row in range(self.layout.last_row + 1):
            self.fill(row, columns, FOOT if row == self.layout.last_row else ON_CARD)

    def _list_head(self) -> None:
        head = self.styles(SMALL, UNDERLINED, align="left", valign="bottom", indent=1)
        for column in range(1, self.rules.pegs + 1):
            self.blank(0, column, head)
        self.computed("list_head", head)

    def _code_list(self) -> None:
        layout = self.layout
        if "code_list" not in layout.areas:
            return
        codes = codes_as_cells(all_codes(self.rules).tolist(), self.rules)
        self.values(layout.code_list, codes, self.styles(align="center"))
        style = self.styles(align="center", font_size=9, font_color=palette.FAINT)
        whole = layout.ruled_out_marks
        # LibreOffice computes an array as soon as one cell of it is looked at: what a
        # window shows has one of its own.
        last = min(whole.bottom, whole.top + _WINDOW_ROWS - 1)
        parts = [replace(whole, bottom=last)]
        if last < whole.bottom:
            parts.append(replace(whole, top=last + 1))
        for marks in parts:
            self.array(marks, self.formulas.ruled_out(marks), style)

    def _candidate_list(self) -> None:
        if "candidate_list" in self.layout.areas:
            small = self.styles(SMALL, align="left", indent=1)
            self.computed("candidate_list", self.styles(align="center"))
            self.computed("more_candidates", small)

    def _hidden_code(self) -> None:
        layout = self.layout
        label = {"align": "right", "indent": 1}
        self.text(0, layout.typed_guesses.left, "Code", ON_CARD, SMALL, label)
        tile = self.styles(TILE, bg_color=palette.INK, font_color=palette.HIDDEN_PEG)
        status = self.styles(ON_CARD, SMALL, italic=True, indent=1)
        self.computed("hidden_code", tile)
        self.computed("code_status", status)

    def _heads(self) -> None:
        layout = self.layout
        row = layout.first_attempt - 1
        first = layout.typed_guesses.left
        self.text(row, first, "Your guess", ON_CARD, SMALL, align="center")
        lined = ON_CARD | SMALL | HAIRLINE
        centred = self.styles(lined, align="center")
        self.cell(row, layout.marks.left, "●", centred)
        white = "" if self.rules.black_only else "○"
        self.cell(row, layout.marks.right, white, centred)
        self.text(row, layout.little_pegs.left, "Answer", lined, indent=1)
        right = {"align": "right", "indent": 1}
        self.text(row, layout.codes_left.left, "Codes left", lined, right)

    def _attempts(self) -> None:
        number = self.styles(ON_CARD, SMALL, align="right", indent=1, font_size=11)
        mark = self.styles(ON_CARD, HAIRLINE, SMALL, align="center", font_size=11)
        left = self.styles(
            ON_CARD, HAIRLINE, align="right", indent=1, num_format="#,##0"
        )
        self.computed("numbers", number)
        self._inputs()
        self.computed("guesses", self.styles(TILE, ON_CARD))
        self.computed("marks", mark)
        little = self.styles(ON_CARD, HAIRLINE, font_size=18, indent=1)
        self.computed("little_pegs", little)
        self.computed("codes_left", left)

    def _inputs(self) -> None:
        """Write the cells to be typed into, and beside them some as they are new."""
        layout, board = self.layout, self.board
        guess = self.styles(TILE, TYPED, num_format=layout.typed_format, shrink=True)
        self.values(
            layout.typed_guesses, [[each] for each in board.typed_guesses], guess
        )
        self.values(layout.untouched, [[None]] * layout.attempts, guess)
        mark = self.styles(ON_CARD, HAIRLINE, TYPED, align="center", font_size=12)
        new: Block = [[None] * layout.marks_typed] * layout.attempts
        self.values(layout.typed_marks, new, mark)
        self.values(layout.untouched_marks, new, mark)
        self.sheet.ignore_errors(
            {"number_stored_as_text": layout.typed_guesses.address}
        )

    def _costs(self) -> None:
        """Write what each guess cost, for when the game is over."""
        if "costs" not in self.layout.areas:
            return
        # A blank of a bracket's width, since LibreOffice indents unevenly on the right.
        shown = '+0.00_);-0.00_);"best"_);@_)'
        right = {"align": "right", "num_format": shown}
        self.computed("cost_head", self.styles(ON_CARD, SMALL, HAIRLINE, **right))
        self.computed("costs", self.styles(ON_CARD, HAIRLINE, **right))

    def _typed_marks(self) -> None:
        typed = self.layout.typed_marks
        across = {"align": "center_across", "valign": "bottom"}
        caption = self.styles(ON_CARD, SMALL, across)
        for column in range(typed.left, typed.right + 1):
            self.blank(0, column, caption)
        self.computed("marks_caption", caption)
        head = self.styles(ON_CARD, SMALL, HAIRLINE, align="center")
        self.computed("marks_heads", head)

    def _story(self) -> None:
        """Write a sentence for each attempt."""
        small = self.styles(SMALL, align="left", num_format='0"."')
        self.computed("story_head", self.styles(bold=True, font_size=13))
        self.computed("story", self.styles(font_size=10))
        self.computed("story_numbers", small)

    def _result(self) -> None:
        """Write what a player shows friends, once the game is over."""
        layout = self.layout
        self.computed("result_head", self.styles(bold=True, font_size=13))
        if not self.is_plain:
            right = layout.panel_pixels - _BUTTON_PIXELS
            self.button(COPY, layout.result.top, layout.panel_left, x_offset=right)
            self.button(
                WEB_PAGE,
                layout.result.top + 2,
                layout.panel_left,
                x_offset=right,
                y_offset=6,
            )
            self.computed("page_message", self.styles())
        self.computed("result", self.styles(font_size=11))

    def _suggestion(self) -> None:
        layout = self.layout
        colour = colours_in_words(self.rules).removesuffix("s")
        legend = f"●  right {colour}, right place"
        if not self.rules.black_only:
            legend += f"      ○  right {colour}, wrong place"
        self.text(
            layout.legend_row, layout.numbers.left, legend, ON_CARD, SMALL, indent=1
        )
        self.computed("suggested", self.styles())
        self.computed("next_guess", self.styles(TILE, bg_color=palette.PAPER))
        label = self.styles(FOOT, SMALL, align="right", indent=1)
        source = self.styles(FOOT, SMALL, italic=True, indent=1)
        self.computed("next_label", label)
        self.computed("next_source", source)

    # Conditions; LibreOffice applies the first that is true, Excel all of them.

    def _board_conditions(self) -> None:
        layout = self.layout
        tile = layout.guesses.cell(0)
        cannot_be = self.formulas.cannot_be_there(tile, layout.repeats.cell(0))
        white = {"bg_color": palette.WHITE}
        struck = {**white, "font_color": palette.MUTED, "font_strikeout": True}
        self.when(layout.guesses, cannot_be, **struck)
        self.colour_pegs(layout.guesses, self.rules.symbols)
        self.when(layout.guesses, f'{tile.address}<>""', **white)
        self.colour_pegs(layout.next_guess, self.rules.symbols)
        if "colours" in layout.areas:
            self.colour_pegs(layout.colours, self.rules.symbols)
        visible = (
            f'OR({layout.code_status.fixed}="found",{layout.code_status.fixed}="shown")'
        )
        self.colour_pegs(layout.hidden_code, self.rules.symbols)
        self.when(
            layout.hidden_code, visible, bg_color=palette.WHITE, font_color=palette.INK
        )
        unused = f'AND({layout.next_attempt.fixed}=0,{self._cell(layout.guesses)}="")'
        for inputs in (layout.typed_guesses, layout.untouched):
            self.when(inputs, self._is_marked, bg_color=palette.GLOW)
            self.when(inputs, unused, bg_color=palette.PAPER)

    def _other_conditions(self) -> None:
        layout = self.layout
        accent = {"bold": True, "font_color": palette.ACCENT}
        self.when(layout.numbers, self._is_marked, **accent)
        theirs = f'{layout.code_status.fixed}="{THEIRS}"'
        box = {"border": 1, "border_color": palette.LINE}
        for shown in (layout.typed_marks, layout.untouched_marks):
            waits = f"AND({theirs},{self._is_marked})"
            self.when(shown, waits, bg_color=palette.GLOW, **box)
            self.when(shown, theirs, bg_color=palette.WHITE, **box)
        is_none = f'{self._cell(layout.little_pegs)}="{NO_PEG}"'
        self.when(layout.little_pegs, is_none, font_color=palette.FAINT)
        won = f'LEFT({self._cell(layout.numbers)})="{STAR}"'
        for name in ("numbers", "marks", "little_pegs", "codes_left", "costs"):
            if name in layout.areas:
                self.when(layout.areas[name], won, **accent)
        self.when(layout.codes_left, f"{self._cell(layout.codes_left)}=1", **accent)
        latest = f'AND({self._answered()}<>"",{self._answered(1)}="")'
        self.when(layout.codes_left, latest, bold=True)
        inverse = {"font_color": palette.WHITE}
        found = f"{layout.won.fixed}>0"
        self.when(layout.message_box, found, bg_color=palette.ACCENT, **inverse)
        over = f'OR({layout.lost.fixed},{layout.code_status.fixed}="{SHOWN}")'
        self.when(layout.message_box, over, bg_color=palette.LOST, **inverse)
        wrong = f'{layout.first_fault.fixed}<>""'
        self.when(
            layout.message_box,
            f"OR({wrong},{layout.contradicted.fixed}>0)",
            bg_color=palette.PAPER,
            font_color=palette.LOST,
            left=1,
            left_color=palette.LOST,
        )
        if "code_list" in layout.areas:
            out = f'{self._cell(layout.ruled_out_marks)}="x"'
            for area in (layout.code_list, layout.ruled_out_marks):
                self.when(area, out, font_color=palette.FAINT, font_strikeout=True)

    # The sheet as a whole

    def _view(self) -> None:
        layout = self.layout
        self.sheet.set_tab_color(palette.ACCENT)
        self.print_on_one_page(
            0, layout.numbers.left, layout.story.bottom, layout.panel_right
        )
        self.sheet.center_horizontally()
        self.select(layout.typed_guesses.top, layout.typed_guesses.left)

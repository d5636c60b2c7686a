"""Draws a board: its cells, formulas with the values they have, and conditions."""

import math
from collections.abc import Iterable
from typing import Final

import xlsxwriter
from xlsxwriter.worksheet import Worksheet

from xl_mastermind.game.codes import all_codes
from xl_mastermind.game.rules import Rules
from xl_mastermind.sheet import palette
from xl_mastermind.sheet.area import Area, column_name
from xl_mastermind.sheet.board import (
    CHEATS,
    CODEMAKERS,
    COMPUTER,
    SOMEBODY_ELSE,
    Board,
)
from xl_mastermind.sheet.buttons import BOARD_BUTTONS
from xl_mastermind.sheet.cells import Cell, codes_as_cells
from xl_mastermind.sheet.draw.canvas import (
    BOX,
    FOOT,
    HAIRLINE,
    ON_CARD,
    SMALL,
    TILE,
    TITLE,
    UNDERLINED,
    Canvas,
    Styles,
)
from xl_mastermind.sheet.functions import RATED
from xl_mastermind.sheet.layout import BoardLayout, title
from xl_mastermind.sheet.words import (
    ESTIMATED,
    WASTED,
    little_pegs,
    number_in_words,
    strategy_label,
    symbols_in_words,
)
from xl_mastermind.solve.strategies import STRATEGIES

_ARROW: Final = "►"
"""Points at the next attempt."""

_LONGEST_BAR: Final = 36
"""Characters of the bar for all codes of a game, less one."""


class BoardSheet(Canvas):
    """
    Draws the board of one game on its sheet.

    Attributes
    ----------
    board : Board
        What was typed and played; every formula is written with the value
        that it has for it.
    layout : BoardLayout
        The board's places.
    """

    def __init__(
        self,
        workbook: xlsxwriter.Workbook,
        sheet: Worksheet,
        styles: Styles,
        board: Board,
        layout: BoardLayout,
    ) -> None:
        super().__init__(workbook, sheet, styles)
        self.board = board
        self.at = layout

    @property
    def rules(self) -> Rules:
        """The game."""
        return self.board.rules

    def draw(self) -> None:
        """Draw everything."""
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
        self._helpers()
        self._title_and_message()
        self._buttons()
        self._settings()
        self._colour_key()
        self._board_conditions()
        self._other_conditions()
        self.define_names(self.at.named)
        self._view()

    # Formulas

    def _or_mirror(self, formula: str, name: str, *tests: str, column: int = -1) -> str:
        """Return `formula`, or what a button computed for these very turns."""
        area = self.at.areas[f"mirror_{name}"]
        mirror = (area if column < 0 else area.column(column)).full
        key = f"{self.at.turns_key.fixed}={self.at.mirror_key.full}"
        test = f"AND({','.join((key, *tests))})" if tests else key
        return f'IFERROR({formula},IF({test},IF({mirror}="","",{mirror}),""))'

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

    def _is_next(self, row: int) -> str:
        """Return whether an attempt is the first that is not answered."""
        black = self.at.answered_marks.column(0)
        now = self._cell(black, row)
        top = now[0] + f"{column_name(black.left)}${black.top + 1}"
        return (
            f'AND({now}="",SUMPRODUCT(--({top}:{now}=""))=1,'
            f"NOT({self.at.solved.fixed}))"
        )

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
        self.hide_columns(at.first_helper, at.last_helper)
        self.rows([56, 26, *[at.row_pixels] * at.attempts, 24, 34])

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
        counts = [count for count in self.board.codes_left if count != ""]
        self.formula(
            self.at.at(0, 0),
            f'IFERROR({_grouped(self._last_count)}&" of {total}","{total} codes")',
            head,
            f"{counts[-1]:,} of {total}" if counts else f"{total} codes",
        )

    def _code_list(self) -> None:
        at, board = self.at, self.board
        if "code_list" not in at.areas:
            return
        digit = self.styles(align="center")
        codes = codes_as_cells(all_codes(self.rules).tolist(), self.rules)
        pegs = (peg for code in codes for peg in code)
        for (row, column), peg in zip(at.code_list.cells(), pegs, strict=True):
            self.cell(row, column, peg, digit)
        marks = f"RULED_OUT({self._turns})"
        answer = self._or_mirror(marks, "ruled_out")
        self.array(
            at.ruled_out_marks,
            # The text of an add-in's array equals nothing in Calc; a joined one does.
            f'IF({at.show_marks.fixed}="Yes",{answer}&"","")',
            self.styles(align="center", font_size=9, font_color=palette.FAINT),
            board.ruled_out_marks
            if board.show_marks
            else [""] * at.ruled_out_marks.height,
        )

    def _candidate_list(self) -> None:
        at, board = self.at, self.board
        if "candidate_list" not in at.areas:
            return
        most = at.candidate_list.height
        # Rows below the last candidate are errors for IFERROR to take away, which
        # they would not be if the list were only as long as CANDIDATES makes it.
        rows = f"ROW({at.candidate_list.column(0).fixed})"
        listed = f"IF({rows},CANDIDATES({self._candidates},{most}))"
        answer = self._or_mirror(listed, "candidates")
        pegs = [peg for code in board.candidate_list for peg in code]
        self.array(
            at.candidate_list,
            f'IF({at.show_marks.fixed}="Yes",{answer},"")',
            self.styles(align="center"),
            pegs if board.show_marks else [""] * len(pegs),
        )
        total = self.rules.code_count
        count = f"IFERROR({self._last_count},{total})"
        left = [n for n in board.codes_left if isinstance(n, int)]
        rest = (left[-1] if left else total) - most
        self.formula(
            at.more_candidates,
            f'IF(AND({at.show_marks.fixed}="Yes",{count}>{most}),'
            f'"and "&{_grouped(f"{count}-{most}")}&" more","")',
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
        possible = self._or_mirror(f"CANDIDATES({self._candidates},1)", "code")
        self.array(
            at.hidden_code,
            f'IF({visible},IF({at.codemaker.fixed}="{CHEATS}",{possible},'
            f'IF({at.secret.full}="","",{at.secret.full})),"?")',
            tile,
            ["?"] * self.rules.pegs if hidden else board.code,
        )
        self.formula(
            at.code_status,
            f'IF({at.codemaker.fixed}="{SOMEBODY_ELSE}","yours",'
            f'IF({at.solved.fixed},"found",'
            f'IF(OR({at.revealed.full}="shown",{at.lost.fixed}),"shown","hidden")))',
            self.styles(ON_CARD, SMALL, italic=True, indent=1),
            board.status,
        )

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
                f'IF({self._is_next(row)},"{_ARROW}",IF({hits}={pegs},"★",""))',
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
            self.cell(row, column, peg, self.styles(TILE))
        self._marks()
        self.array(
            at.codes_left,
            self._or_mirror(f"CANDIDATES_LEFT({self._turns})", "left"),
            self.styles(ON_CARD, HAIRLINE, align="right", indent=1, num_format="#,##0"),
            board.codes_left,
        )

    def _marks(self) -> None:
        at = self.at
        style = self.styles(ON_CARD, HAIRLINE, SMALL, align="center", font_size=11)
        functions = ("BLACK",) if self.rules.black_only else ("BLACK", "WHITE")
        for index, function in enumerate(functions):
            score = (
                f'IF({at.codemaker.fixed}="{COMPUTER}",'
                f"{function}({at.secret.full},{at.guesses.fixed}),"
                f"INDEX(CHEAT({at.guesses.fixed},{at.game.full}),0,{index + 1}))"
            )
            answer = self._or_mirror(
                f'IF({at.playable.fixed},{score},"")', "marks", column=index
            )
            self.array(
                at.marks.column(index),
                f'IF({at.codemaker.fixed}="{SOMEBODY_ELSE}","",{answer})',
                style,
                [pair[index] for pair in self.board.marks],
            )
        for index in range(len(functions), 2):
            for row, column in at.marks.column(index).cells():
                self.sheet.write_blank(row, column, None, style)

    def _costs(self) -> None:
        """Write what each guess cost, for when the game is over."""
        at, board = self.at, self.board
        if "costs" not in at.areas:
            return
        over = f"OR({at.solved.fixed},{at.lost.fixed})"
        rated = self._or_mirror(f"RATE_GUESS({self._turns})", "ratings")
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
            self.formula(
                at.costs.row(row),
                f'IF({wasted},"{WASTED}",IF({found}&""="","",{found}))',
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
        cell = self.styles(ON_CARD, HAIRLINE, align="center", font_size=12)
        marks = (mark for row in self.board.typed_marks for mark in row)
        for (row, column), mark in zip(typed.cells(), marks, strict=True):
            self.cell(row, column, mark, cell)
        self.whole_number(typed, "Your marks", 0, self.rules.pegs)

    @property
    def _same_settings(self) -> str:
        """Return whether the mirror belongs to the settings of the solver."""
        at = self.at
        settings = f'"Solver "&{at.strategy.fixed}&"/"&{at.first_guess.fixed}'
        return f"{settings}={at.mirror_settings.full}"

    def _story(self) -> None:
        """Write a sentence for each attempt, and how the codes become few."""
        at, board = self.at, self.board
        head = self.styles(bold=True, font_size=13)
        self.sheet.write_string(at.story.top - 1, at.numbers.left, "The story", head)
        small = self.styles(SMALL, align="left", num_format='0"."')
        # In larger games a strategy's guess takes too long while somebody types.
        live = "code_list" in at.areas
        sentences = f"TELL_TURNS({self._answers},{at.strategy.fixed},{at.game.full})"
        formula = self._or_mirror(
            sentences if live else "NA()", "story", self._same_settings
        )
        self.array(at.story, formula, self.styles(font_size=10), board.story)
        for row in range(at.attempts):
            sentence = at.story.row(row).address
            number = at.at(at.story.top + row, at.arrows.left)
            value = row + 1 if board.story[row] != "" else ""
            # The text of an add-in's array equals nothing in Calc; a joined one does.
            self.formula(number, f'IF({sentence}&""="","",{row + 1})', small, value)
        self._story_bars()

    def _story_bars(self) -> None:
        """
        Draw a bar for the codes left after each attempt.

        They are text: a chart would be drawn anew for every peg that is typed.
        """
        at, total = self.at, max(2, self.rules.code_count)
        head = self.styles(bold=True, font_size=13)
        text = "Codes left after each guess"
        self.sheet.write_string(at.story.top - 1, at.panel_left, text, head)
        bar = self.styles(font_size=10, font_color=palette.ACCENT)
        for row in range(at.attempts):
            left, count = at.codes_left.row(row).address, self.board.codes_left[row]
            length = f"1+ROUND({_LONGEST_BAR}*LN(MAX({left},1))/LN({total}),0)"
            value = ""
            if isinstance(count, int):
                share = math.log(max(count, 1)) / math.log(total)
                value = f"{'█' * (1 + round(_LONGEST_BAR * share))} {count:,}"
            self.formula(
                at.story_bars.row(row),
                f'IF(ISNUMBER({left}),REPT("█",{length})&" "&{_grouped(left)},"")',
                bar,
                value,
            )

    def _suggestion(self) -> None:
        at, board = self.at, self.board
        legend = "●  right colour, right place"
        if not self.rules.black_only:
            legend += "      ○  right colour, wrong place"
        self.sheet.write_string(
            at.legend_row, at.arrows.left, legend, self.styles(ON_CARD, SMALL, indent=1)
        )
        shown = board.show_next_guess
        guess = board.next_guess if shown else [""] * self.rules.pegs
        solve = (
            f"_xlfn.IFNA(SOLVE_NEXT({self._answers},"
            f'{at.strategy.fixed},{at.game.full},{at.first_guess.fixed}),"")'
        )
        self.array(
            at.next_guess,
            f'IF(AND({at.show_next_guess.fixed}="Yes",NOT({at.solved.fixed}),'
            f"NOT({at.lost.fixed})),"
            f'{self._or_mirror(solve, "next_guess", self._same_settings)},"")',
            self.styles(TILE, bg_color=palette.PAPER),
            guess,
        )
        first = self._cell(at.next_guess)
        visible = any(peg != "" for peg in guess)
        self.formula(
            at.at(at.last_row, at.numbers.left),
            f'IF({first}="","","Next")',
            self.styles(FOOT, SMALL, align="right", indent=1),
            "Next" if visible else "",
        )
        self.formula(
            at.at(at.last_row, at.after_pegs),
            f'IF({first}="","","suggested by "&{at.strategy.fixed})',
            self.styles(FOOT, SMALL, italic=True, indent=1),
            f"suggested by {board.strategy}" if visible else "",
        )

    def _helpers(self) -> None:
        """Write the hidden columns, which every other formula reads."""
        at, board = self.at, self.board
        plain = self.styles()
        marks = at.answered_marks
        needed = 1 if self.rules.black_only else 2
        for row in range(at.attempts):
            guess, typed = at.guesses.row(row), at.typed_marks.row(row)
            self.formula(
                at.turn_keys.row(row),
                # A comma is where some countries have the point of 2.5.
                f'SUBSTITUTE({_joined(guess)}&":"&{_joined(typed)},",",".")',
                plain,
                board.turn_keys[row],
            )
            self.formula(
                at.playable.row(row),
                _is_playable(guess.address, self.rules),
                plain,
                board.playable[row],
            )
            cells = [typed.column(index).address for index in range(needed)]
            complete = ",".join(f'{cell}<>""' for cell in cells)
            playable = at.playable.row(row).address
            for index in range(needed):
                computed = at.marks.row(row).column(index).address
                self.formula(
                    marks.row(row).column(index),
                    f"IF({playable},IF(AND({complete}),"
                    f"IFERROR(VALUE({cells[index]}),{cells[index]}),"
                    f'IF({"&".join(cells)}="",{computed},"")),"")',
                    plain,
                    board.answered_marks[row][index],
                )
            for index in range(self.rules.pegs):
                self.formula(
                    at.answered_guesses.row(row).column(index),
                    f'IF({self._answered(row)}="","",{guess.column(index).address})',
                    plain,
                    board.answered_guesses[row][index],
                )
        keys = [at.turn_keys.row(row).address for row in range(at.attempts)]
        self.formula(
            at.turns_key,
            '&"/"&'.join([at.codemaker.address, *keys]),
            plain,
            board.key,
        )
        won = f"COUNTIF({marks.column(0).fixed},{self.rules.pegs})>0"
        self.formula(at.solved, won, plain, board.solved_in is not None)
        blanks = f'SUMPRODUCT(--({marks.column(0).fixed}=""))'
        self.formula(
            at.lost, f"AND({blanks}=0,NOT({at.solved.fixed}))", plain, board.lost
        )
        self.formula(
            at.functions_fail,
            f"ISERROR(CHECK_GUESS({at.guesses.row(0).fixed},{at.game.full}))",
            plain,
            False,  # noqa: FBT003 - the value of a cell
        )

    # The panel

    def _title_and_message(self) -> None:
        at, board, rules = self.at, self.board, self.rules
        left, right = at.panel_left, at.panel_right
        self.sheet.write_string(0, left, title(rules), self.styles(TITLE))
        size = f"{rules.pegs} pegs  ·  {rules.colours} colours"
        self.text(0, right, size, SMALL, align="right")
        find = f"Find the code: type {_what_to_type(rules)} in the marked row"
        yours = "Play a guess, type its marks beside it"
        self.formula(
            at.at(1, left),
            f'IF({at.code_status.fixed}="yours","{yours}","{find}")'
            f'&IF({at.functions_fail.fixed},", then press Check.",".")',
            self.styles(font_color=palette.MUTED),
            f"{yours if board.status == 'yours' else find}.",
        )
        bar = {"left": 5, "left_color": palette.ACCENT, "bg_color": palette.TINT}
        box = self.styles(bar, font_size=13, bold=True, indent=1, text_wrap=True)
        mirror = at.mirror_message.full
        key = f"{at.turns_key.fixed}={at.mirror_key.full}"
        the_code = '&" "&'.join(
            at.hidden_code.column(index).address for index in range(rules.pegs)
        )
        hid = f'AND({at.codemaker.fixed}="{COMPUTER}",{at.secret.column(0).full}<>"")'
        ending = (
            f'IF({at.lost.fixed},IF({hid}," The code was "&{the_code}&".",'
            f'IF({at.codemaker.fixed}="{CHEATS}",'
            f'" It could still be "&{the_code}&".","")),"")'
        )
        typed = f"{at.guesses.fixed},{at.answered_marks.fixed},{at.game.full}"
        self.sheet.merge_range(at.message_box.address, "", box)
        self.formula(
            at.message,
            f'IF(AND({key},{mirror}<>""),{mirror},IFERROR(BOARD_MESSAGE({typed})'
            f'&{ending},"Please press Check."))',
            box,
            board.sentence or board.message,
        )

    def _buttons(self) -> None:
        gap, height = 9, 36
        width = (self.at.panel_pixels - 2 * gap) // 3
        for index, button in enumerate(BOARD_BUTTONS):
            down, across = divmod(index, 3)
            self.button(
                button,
                self.at.message_box.bottom + 1,
                self.at.panel_left,
                width=width,
                height=height,
                x_offset=across * (width + gap),
                y_offset=11 + down * (height + gap),
            )

    def _settings(self) -> None:
        at, board = self.at, self.board
        yes_no = ["Yes", "No"]
        rows: tuple[tuple[str, Area, Cell, list[str]], ...] = (
            (
                "Strategy",
                at.strategy,
                board.strategy,
                [*map(strategy_label, STRATEGIES)],
            ),
            ("First guess", at.first_guess, board.first_guess, []),
            (
                "Show codes left" if "candidate_list" in at.areas else "Show marks",
                at.show_marks,
                yes_no[not board.show_marks],
                yes_no,
            ),
            (
                "Show next guess",
                at.show_next_guess,
                yes_no[not board.show_next_guess],
                yes_no,
            ),
            ("Codemaker", at.codemaker, board.codemaker, [*CODEMAKERS]),
        )
        line = self.styles(UNDERLINED)
        value = self.styles(BOX, bold=True, align="left", indent=1, num_format="@")
        self.fill(
            at.settings_row - 1, range(at.panel_left, at.strategy.left), UNDERLINED
        )
        for label, area, setting, choices in rows:
            self.fill(area.top, range(at.panel_left, area.left), UNDERLINED)
            self.sheet.write_string(area.top, at.panel_left, label, line)
            whole = Area(area.sheet, area.top, area.left, area.top, at.panel_right)
            self.merged(whole, setting, value)
            if choices:
                self.choices(area, choices)
        self.sheet.data_validation(
            at.first_guess.address,
            {
                "validate": "any",
                "input_title": "First guess",
                "input_message": "Leave it blank for the strategy's own.",
            },
        )

    def _colour_key(self) -> None:
        at, rules = self.at, self.rules
        name = self.styles(SMALL, align="center")
        if rules.colours > at.panel_columns:
            text = f"A peg is {symbols_in_words(rules)}."
            self.sheet.write_string(
                at.legend_row, at.panel_left, text, self.styles(SMALL)
            )
            return
        for index, symbol in enumerate(rules.symbols):
            column = at.panel_left + index
            colour = palette.peg_colour(symbol)
            ground = (
                palette.WHITE if colour else palette.LINE
            )  # no gap around a white tile
            tile = self.styles(TILE, border_color=ground, border=5 if colour else 1)
            peg = int(symbol) if symbol.isdigit() else symbol
            self.cell(at.last_row, column, peg, tile)
            if colour:
                self.sheet.write_string(at.legend_row, column, colour.name, name)

    # Conditions; LibreOffice applies the first that is true, Excel all of them.

    def _board_conditions(self) -> None:
        at = self.at
        first = at.guesses.row(0).column(0).address
        key = Area(at.sheet, at.last_row, at.panel_left, at.last_row, at.panel_right)
        for area in (at.guesses, at.next_guess, key):
            self.colour_pegs(area, self.rules.symbols)
        impossible = (
            f'AND({first}<>"",OR(LEN(TRIM({first}))<>1,'
            f'ISERROR(FIND(UPPER(TRIM({first})),"{self.rules.symbols.upper()}"))))'
        )
        self.when(at.guesses, impossible, font_color=palette.MUTED, font_strikeout=True)
        self.when(at.guesses, self._is_marked, bg_color=palette.GLOW)
        unused = f'AND({at.solved.fixed},{first}="")'
        self.when(at.guesses, unused, bg_color=palette.PAPER)
        visible = f'OR({at.code_status.fixed}="found",{at.code_status.fixed}="shown")'
        self.colour_pegs(at.hidden_code, self.rules.symbols)
        self.when(
            at.hidden_code, visible, bg_color=palette.WHITE, font_color=palette.INK
        )

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
        self.when(at.message_box, at.lost.fixed, bg_color=palette.LOST, **inverse)
        if "code_list" in at.areas:
            codes, marks = at.code_list, at.ruled_out_marks
            both = Area(codes.sheet, codes.top, codes.left, codes.bottom, marks.right)
            out = f'{self._cell(marks)}="x"'
            self.when(both, out, font_color=palette.FAINT, font_strikeout=True)

    # The sheet as a whole

    def _view(self) -> None:
        at = self.at
        rules = self.rules
        self.sheet.set_tab_color(palette.ACCENT)
        self.print_on_one_page(0, at.arrows.left, at.last_row, at.panel_right)
        self.sheet.center_horizontally()
        attempt = self.board.next_attempt or 0
        blank = [peg in (None, "") for peg in self.board.guesses[attempt]]
        column = at.first_peg + (blank.index(True) if any(blank) else 0)
        self.select(at.first_attempt + attempt, column)
        symbols = symbols_in_words(rules)
        first = at.guesses.row(0).column(0).address
        self.sheet.data_validation(
            at.guesses.address,
            {
                "validate": "custom",
                "value": f"=AND(LEN(TRIM({first}))=1,"
                f'ISNUMBER(FIND(UPPER(TRIM({first})),"{rules.symbols.upper()}")))',
                "error_title": "Guess",
                "error_message": f"Please type {symbols}.",
            },
        )


def _joined(area: Area) -> str:
    """Return a formula that writes the cells of a row together."""
    cells = (area.column(index).address for index in range(area.width))
    return '&"."&'.join(cells)


def _grouped(number: str) -> str:
    """
    Return a formula for a number with commas, as all our sentences have them.

    FIXED, or a comma that no backslash precedes, would be that of the reader's country.
    """
    return f'TEXT({number},"[<1000]0;[<1000000]0\\,000;0\\,000\\,000")'


def _what_to_type(rules: Rules) -> str:
    """Return what a guess is made of, such as four digits."""
    letters, digits = rules.symbols.isalpha(), rules.symbols.isdigit()
    noun = "digit" if digits else "letter" if letters else "symbol"
    kind = f"different {noun}" if rules.distinct else noun
    many = "" if rules.pegs == 1 else "s"
    return f"{number_in_words(rules.pegs)} {kind}{many}"


def _is_playable(guess: str, rules: Rules) -> str:
    """Return a formula that tells whether a row of cells is a code of the game."""
    known = (
        f"SUMPRODUCT((LEN(TRIM({guess}))=1)"
        f'*ISNUMBER(FIND(UPPER(TRIM({guess})),"{rules.symbols.upper()}")))={rules.pegs}'
    )
    if not rules.distinct:
        return known
    return f"AND({known},SUMPRODUCT(--(COUNTIF({guess},{guess})=1))={rules.pegs})"


def _drawn(marks: Iterable[Cell], pegs: int) -> str:
    """Return an answer as the board draws it; nothing if it cannot be one."""
    black, white = (int(n) if isinstance(n, int | float) else None for n in marks)
    if black is None or min(black, white or 0, pegs - black - (white or 0)) < 0:
        return ""
    return little_pegs(black, white or 0, pegs)

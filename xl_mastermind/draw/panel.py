"""Draws what stands right of the pegs: title, message, buttons, settings, colours."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from xl_mastermind.draw.canvas import (
    BOX,
    SMALL,
    TILE,
    TITLE,
    TYPED,
    UNDERLINED,
    BoardCanvas,
)
from xl_mastermind.game.numbers import LARGEST_NUMBER
from xl_mastermind.sheet import palette
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.board import (
    CHEATS,
    CODEMAKERS,
    COMPUTER,
)
from xl_mastermind.sheet.buttons import BOARD_BUTTONS
from xl_mastermind.sheet.cells import Cell
from xl_mastermind.sheet.games import title
from xl_mastermind.sheet.words import (
    FIRST_GUESS,
    colours_in_words,
    example,
    symbols_in_words,
)
from xl_mastermind.solve.strategies import STRATEGIES, strategy_label

_WITHOUT_BUTTONS: Final = """\
New game: first delete the guesses, then type another number below.
Clear: select the guesses and press Delete.
Hint: Yes beside “Show next guess”.   Give up: Yes beside “Reveal code”.
Stories and more strategies: pypi.org/project/xl-mastermind"""


class Panel(BoardCanvas):
    """Draws the panel of a board."""

    def draw(self) -> None:
        """Draw everything."""
        self._title_and_message()
        if self.is_plain:
            self._instead_of_buttons()
        else:
            self._buttons()
        self._settings()
        self._colour_key()

    def _title_and_message(self) -> None:
        layout, rules = self.layout, self.rules
        left, right = layout.panel_left, layout.panel_right
        self.text(0, left, title(rules), TITLE)
        size = f"{rules.pegs} pegs  ·  {rules.colours} {colours_in_words(rules)}"
        if rules.distinct:
            size += "  ·  none twice"
        self.text(0, right, size, SMALL, align="right")
        self.computed("help_line", self.styles(font_color=palette.MUTED))
        bar = {"left": 5, "left_color": palette.ACCENT, "bg_color": palette.TINT}
        box = self.styles(bar, font_size=13, bold=True, indent=1, text_wrap=True)
        self.merged(layout.message_box, "", box)
        self.computed("message", box)

    def _instead_of_buttons(self) -> None:
        """Say what to do where there are no buttons, and where there is more."""
        layout = self.layout
        top = layout.message_box.bottom + 1
        height, width = layout.settings_row - top, layout.panel_columns
        style = self.styles(SMALL, text_wrap=True, valign="vcenter")
        self.merged(
            layout.area(top, layout.panel_left, height, width),
            _WITHOUT_BUTTONS,
            style,
        )

    def _buttons(self) -> None:
        gap, height = 9, 36
        width = (self.layout.panel_pixels - 2 * gap) // 3
        for index, button in enumerate(BOARD_BUTTONS):
            down, across = divmod(index, 3)
            self.button(
                button,
                self.layout.message_box.bottom + 1,
                self.layout.panel_left,
                width=width,
                height=height,
                x_offset=across * (width + gap),
                y_offset=11 + down * (height + gap),
            )

    def _settings(self) -> None:
        layout = self.layout
        yes_no = ["Yes", "No"]
        listed = "Cross out codes" if "code_list" in layout.areas else "Show codes left"
        rows: tuple[tuple[str, Area, Cell, Sequence[str]], ...] = (
            (listed, layout.show_marks, yes_no[layout.has_few_codes], yes_no),
            ("Show next guess", layout.show_next_guess, "No", yes_no),
            ("Codemaker", layout.codemaker, COMPUTER, self._codemakers),
        )
        before = range(layout.panel_left, layout.game_number.left)
        self.fill(layout.settings_row - 1, before, UNDERLINED)
        self._number()
        if self.is_plain:
            self._setting("Reveal code", layout.reveal, layout.panel_right, "No")
            self.choices(layout.reveal, yes_no)
        else:
            self._solver()
        for label, area, setting, choices in rows:
            self._setting(label, area, layout.panel_right, setting)
            self.choices(area, choices)

    @property
    def _codemakers(self) -> Sequence[str]:
        """Who can hide a code here: to cheat takes Python."""
        return [maker for maker in CODEMAKERS if not self.is_plain or maker != CHEATS]

    def _setting(
        self, label: str, area: Area, right: int, value: Cell, **style: object
    ) -> None:
        """Write a setting, its cells up to a column made one, and its label."""
        if label:
            self.fill(area.top, range(self.layout.panel_left, area.left), UNDERLINED)
            self.text(area.top, self.layout.panel_left, label, UNDERLINED)
        look = {
            **TYPED,
            "bold": True,
            "align": "left",
            "indent": 1,
            "num_format": "@",
            **style,
        }
        whole = replace(area, right=right)
        if whole == area:
            self.cell(area.top, area.left, value, self.styles(BOX, look))
        else:
            self.merged(whole, value, self.styles(BOX, look))

    def _number(self) -> None:
        """Write the number of the game, for which people may type another."""
        layout, area = self.layout, self.layout.game_number
        big = {"num_format": "0", "font_size": 15}
        self._setting("Game", area, layout.panel_right, self.board.number, **big)
        self.rich_text(
            area.top,
            layout.panel_left,
            self.styles(UNDERLINED),
            *(self.styles(), "Game"),
            *(self.styles(SMALL), "   type one, or a day: 20261231"),
        )
        self.whole_number(area, "Game", 1, LARGEST_NUMBER)

    def _solver(self) -> None:
        """Write the strategy and its first guess, side by side."""
        layout, board = self.layout, self.board
        label = "Strategy, first guess"
        self._setting(
            label, layout.strategy, layout.first_guess.left - 1, board.strategy
        )
        self.choices(layout.strategy, [*map(strategy_label, STRATEGIES)])
        self._setting("", layout.first_guess, layout.panel_right, board.first_guess)
        typed = layout.first_guess.address
        self.check(
            layout.first_guess,
            {
                "validate": "custom",
                "value": f'=LEN(SUBSTITUTE({typed}," ",""))={self.rules.pegs}',
                "input_title": "First guess",
                "input_message": "Leave it blank for the strategy's own.",
                "error_message": FIRST_GUESS.format(example=example(self.rules)),
            },
        )

    def _colour_key(self) -> None:
        layout, rules = self.layout, self.rules
        if "colours" not in layout.areas:
            text = f"A peg is {symbols_in_words(rules)}."
            self.text(layout.legend_row, layout.panel_left, text, SMALL)
            return
        for index, symbol in enumerate(rules.symbols):
            place = layout.colours.column(index)
            colour = palette.peg_colour(symbol)
            ground = (
                palette.WHITE if colour else palette.LINE
            )  # no gap around a white tile
            tile = self.styles(TILE, border_color=ground, border=5 if colour else 1)
            peg = int(symbol) if symbol.isdigit() else symbol
            self.cell(place.top, place.left, peg, tile)
            if colour and all(map(palette.peg_colour, rules.symbols)):
                name = colour.name
                self.text(layout.legend_row, place.left, name, SMALL, align="center")

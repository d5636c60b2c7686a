"""Draws the hidden columns of a board: what it works out from what was typed."""

from collections.abc import Callable

from xl_mastermind.sheet.draw.canvas import TYPED, BoardCanvas


class HiddenColumns(BoardCanvas):
    """Draws the hidden columns, which every other formula of a board reads."""

    def draw(self) -> None:
        """Draw everything."""
        at, plain = self.at, self.plain
        self.hide_columns(at.first_helper, at.last_helper)
        self._settings()
        for name, formula in (
            ("is_noted", plain.is_noted),
            ("is_revealed", plain.is_revealed),
            ("turns_key", plain.turns_key),
            ("solved", plain.solved),
            ("lost", plain.lost),
            ("last_turn", plain.last_turn),
            ("contradicted", plain.contradicted),
            ("last_guess", plain.last_guess),
        ):
            self.formula(at.areas[name], formula, self.styles())
        for name, formula in (
            ("first_fault", plain.first_fault),
            ("next_attempt", plain.next_attempt),
            ("next_cell", plain.next_cell),
            ("unlike", plain.unlike),
        ):
            self.array(at.areas[name], formula, self.styles())
        self._column("words", plain.word)
        self._column("playable", plain.playable)
        self._column("codes", plain.code)
        self._column("is_turn", plain.is_turn)
        self._column("answered_codes", plain.answered_code)
        self._column("faults", plain.fault)
        pegs, marks = self.rules.pegs, 1 if self.rules.black_only else 2
        self._block("repeats", plain.repeats, pegs)
        self._block("answered_marks", plain.answered_mark, marks)
        for peg in range(pegs):
            self.formula(at.last_pegs.column(peg), plain.last_peg(peg), self.styles())
        self._block("last_marks", plain.last_mark, marks)
        if "misfits" in at.areas:
            for row in range(at.attempts):
                # With no cell but one a column is as quickly opened as if it were
                # not there.
                place = at.misfits.column(row)
                self.hidden_array(place, plain.misfits(row), self.styles())
            self.array(at.first_left, plain.first_left, self.styles())
        if tree := plain.tree:
            self._column("tree_nodes", lambda row: plain.tree_node(row, tree))

    def _column(self, name: str, formula: Callable[[int], str]) -> None:
        """Write a formula for each attempt."""
        for row in range(self.at.attempts):
            place = self.at.areas[name].row(row)
            self.formula(place, formula(row), self.styles())

    def _block(self, name: str, formula: Callable[[int, int], str], width: int) -> None:
        """Write a formula for each peg of each attempt."""
        for row in range(self.at.attempts):
            for peg in range(width):
                place = self.at.areas[name].cell(row, peg)
                self.formula(place, formula(row, peg), self.styles())

    def _settings(self) -> None:
        """Write the settings as they count."""
        at, plain = self.at, self.plain
        for place, formula in (
            (at.maker, plain.maker),
            (at.marks_wanted, plain.says_yes(at.show_marks)),
            (at.next_wanted, plain.says_yes(at.show_next_guess)),
        ):
            self.formula(place, formula, self.styles())
        self.values(at.symbols, [[self.rules.symbols]], self.styles())
        if self.is_plain:
            # Buttons of a menu read them, and what they have worked out is by them.
            board, typed = self.board, self.styles(TYPED)
            self.values(at.strategy, [[board.strategy]], typed)
            self.values(at.first_guess, [[board.first_guess]], typed)

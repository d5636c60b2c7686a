"""Draws the hidden columns of a board: what it works out from what was typed."""

from collections.abc import Callable, Iterable, Sequence

from xl_mastermind.game.codes import codebook
from xl_mastermind.game.rules import Turn
from xl_mastermind.sheet.cells import Cell
from xl_mastermind.sheet.draw.canvas import TYPED, BoardCanvas
from xl_mastermind.sheet.tree_table import TreeTable


class HiddenColumns(BoardCanvas):
    """Draws the hidden columns, which every other formula of a board reads."""

    def draw(self) -> None:
        """Draw everything."""
        self.hide_columns(self.at.first_helper, self.at.last_helper)
        self._settings()
        self._guesses()
        self._answers()
        self.formula(
            self.at.turns_key, self.plain.turns_key, self.styles(), self.board.key
        )
        self._standing()
        self._last_guess()
        if "misfits" in self.at.areas:
            self._codes_left()
        if self.plain.tree:
            self._follow(self.plain.tree)

    def _column(
        self, name: str, formula: Callable[[int], str], values: Iterable[Cell]
    ) -> None:
        """Write a formula for each attempt."""
        area = self.at.areas[name]
        for row, value in enumerate(values):
            self.formula(area.row(row), formula(row), self.styles(), value)

    def _block(
        self,
        name: str,
        formula: Callable[[int, int], str],
        values: Iterable[Sequence[Cell]],
    ) -> None:
        """Write a formula for each peg of each attempt."""
        area = self.at.areas[name]
        for row, cells in enumerate(values):
            for peg, value in enumerate(cells):
                place = area.cell(row, peg)
                self.formula(place, formula(row, peg), self.styles(), value)

    def _settings(self) -> None:
        """Write the settings as they count."""
        at, board, plain = self.at, self.board, self.plain
        self.formula(at.maker, plain.maker, self.styles(), board.codemaker)
        self.formula(
            at.marks_wanted,
            plain.says_yes(at.show_marks),
            self.styles(),
            board.show_marks,
        )
        self.formula(
            at.next_wanted,
            plain.says_yes(at.show_next_guess),
            self.styles(),
            board.show_next_guess,
        )
        self.values(at.symbols, [[board.rules.symbols]], self.styles())
        if self.is_plain:
            # Buttons of a menu read them, and what they have worked out is by them.
            self.values(at.strategy, [[board.strategy]], self.styles(TYPED))
            self.values(at.first_guess, [[board.first_guess]], self.styles(TYPED))

    def _guesses(self) -> None:
        """Write what was typed, and the guesses as they count."""
        board, plain = self.board, self.plain
        self._column("words", plain.word, board.words)
        self._column("playable", plain.playable, board.playable)
        self._column("codes", plain.code, board.codes)
        repeats = (
            [row[: peg + 1].count(row[peg]) for peg in range(len(row))]
            for row in board.guesses
        )
        self._block("repeats", plain.repeats, repeats)

    def _answers(self) -> None:
        """Write what counts as an answer, and the guesses that are answered."""
        board, plain = self.board, self.plain
        needed = 1 if board.rules.black_only else 2
        counting = (marks[:needed] for marks in board.answered_marks)
        self._block("answered_marks", plain.answered_mark, counting)
        self._column("is_turn", plain.is_turn, self.board.is_turn)
        self._column("answered_codes", plain.answered_code, board.answered_codes)

    def _standing(self) -> None:
        """Write how the game stands, in figures."""
        at, board, plain = self.at, self.board, self.plain
        self.formula(
            at.solved, plain.solved, self.styles(), board.solved_in is not None
        )
        self.formula(at.lost, plain.lost, self.styles(), board.lost)
        self._column("faults", plain.fault, board.faults)
        self.array(
            at.first_fault, plain.first_fault, self.styles(), [board.first_fault]
        )
        last = max(
            (row for row, turn in enumerate(self.board.is_turn, 1) if turn), default=0
        )
        self.formula(at.last_turn, plain.last_turn, self.styles(), last)
        attempt = 0 if board.next_attempt is None else board.next_attempt + 1
        self.array(at.next_attempt, plain.next_attempt, self.styles(), [attempt])
        place = board.next_cell
        self.array(
            at.next_cell, plain.next_cell, self.styles(), [place.fixed if place else ""]
        )
        left = board.codes_left
        contradicted = left.index(0) + 1 if 0 in left else 0
        self.formula(at.contradicted, plain.contradicted, self.styles(), contradicted)

    def _last_guess(self) -> None:
        """Write what would be if the last attempt that is complete were the code."""
        at, board, plain = self.at, self.board, self.plain
        last = board.last_guess
        number = 0 if last is None else last + 1
        self.formula(at.last_guess, plain.last_guess, self.styles(), number)
        pegs = [""] * self.rules.pegs if last is None else board.guesses[last]
        for peg, value in enumerate(pegs):
            formula, place = plain.last_peg(peg), at.last_pegs.column(peg)
            self.formula(place, formula, self.styles(), value)
        self._block("last_marks", plain.last_mark, board.last_marks)
        unlike = board.unlike
        attempt = 0 if unlike is None else unlike + 1
        self.array(at.unlike, plain.unlike, self.styles(), [attempt])

    def _codes_left(self) -> None:
        """Write which codes of the list do not fit which attempts."""
        at, book = self.at, codebook(self.board.rules)
        for row, turn in enumerate(self.board.history.rows):
            place, formula = at.misfits.column(row), self.plain.misfits(row)
            # Without values a column is as quickly opened as if it were not there.
            if isinstance(turn, Turn):
                misfits = (~book.fitting([turn])).astype(int).tolist()
                self.array(place, formula, self.styles(), misfits)
            else:
                self.array_of_blanks(place, formula, self.styles())
        marks = self.board.ruled_out_marks
        first = marks.index("") + 1 if "" in marks else 0
        self.array(at.first_left, self.plain.first_left, self.styles(), [first])

    def _follow(self, tree: TreeTable) -> None:
        """Write where the optimal tree has come to after each attempt."""
        node, nodes = 1, []
        for turn in self.board.history.rows:
            if isinstance(turn, Turn):
                guess = int(self.board.rules.format_code(turn.guess))
                node = tree.follow(node, guess, *turn.feedback)
            nodes.append(node)
        self._column("tree_nodes", lambda row: self.plain.tree_node(row, tree), nodes)

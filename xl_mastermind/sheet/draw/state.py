"""Draws the very hidden sheets: each board's secret and mirror, and optimal trees."""

from collections.abc import Iterable
from typing import NamedTuple

import xlsxwriter
from xlsxwriter.worksheet import Worksheet

from xl_mastermind.game.numbers import choices_of, radices, steps_of
from xl_mastermind.game.rules import Rules
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.board import COMPUTER, Board
from xl_mastermind.sheet.draw.canvas import Canvas, Styles
from xl_mastermind.sheet.layout import (
    SHEET_ANCHORS,
    STATE_COLUMNS,
    STATE_SHEET,
    TREES_SHEET,
    BoardLayout,
)
from xl_mastermind.sheet.plain import KEY_ROOM, PlainFormulas
from xl_mastermind.solve.trees import Tree, shipped_tree


class TreeTable(NamedTuple):
    """
    An optimal tree as a table, a row a guess, the first guess in the first row.

    Attributes
    ----------
    keys : Area
        Each row's key: the row before it, and the marks that lead from there to it.
    guesses : Area
        Each row's guess, its digits as one number.
    rows : list of tuples
        The keys and guesses.
    """

    keys: Area
    guesses: Area
    rows: list[tuple[int, int]]

    def follow(self, row: int, guess: int, black: int, white: int) -> int:
        """Return the row to which a guess and its marks lead from a row, or 0."""
        if row and self.rows[row - 1][1] == guess:
            key = row * KEY_ROOM + 10 * black + white
            keys = [each for each, _ in self.rows]
            return keys.index(key) + 1 if key in keys else 0
        return 0


def tree_tables(games: Iterable[Rules]) -> dict[Rules, TreeTable]:
    """
    Return the optimal tree of each game that has one, side by side.

    Examples
    --------
    >>> tables = tree_tables([Rules(4, 5), Rules(4, 6), Rules(5, 8)])
    >>> [(str(game), table.rows[:2]) for game, table in tables.items()]
    [('4x5', [(0, 1123), (1001, 2344)]), ('4x6', [(0, 1123), (1000, 4455)])]
    """
    tables: dict[Rules, TreeTable] = {}
    for rules in dict.fromkeys(games):
        tree = shipped_tree(rules, "optimal") if rules.symbols.isdigit() else None
        if tree:
            rows: list[tuple[int, int]] = []
            _add_rows(rows, tree, 0, rules)
            keys = Area(TREES_SHEET, 0, 2 * len(tables), len(rows) - 1, 2 * len(tables))
            tables[rules] = TreeTable(keys, keys.beside(1), rows)
    return tables


def _add_rows(rows: list[tuple[int, int]], tree: Tree, key: int, rules: Rules) -> None:
    """Add a tree's guess, and the trees that follow it."""
    rows.append((key, int(rules.format_code(tree.guess))))
    row = len(rows)
    for (black, white), reply in tree.replies.items():
        _add_rows(rows, reply, row * KEY_ROOM + 10 * black + white, rules)


def draw_trees(sheet: Worksheet, tables: Iterable[TreeTable]) -> None:
    """Write the tables."""
    for table in tables:
        for row, pair in enumerate(table.rows):
            sheet.write_row(row, table.keys.left, pair)
    sheet.very_hidden()


class StateSheet(Canvas):
    """Draws the sheet State, with what it keeps of each board."""

    def __init__(
        self, workbook: xlsxwriter.Workbook, sheet: Worksheet, styles: Styles
    ) -> None:
        super().__init__(workbook, sheet, styles)
        # Where very hidden sheets are merely hidden, what they hold is still invisible.
        self._style = styles(num_format=";;;")

    def draw(self, boards: Iterable[tuple[BoardLayout, Board]]) -> None:
        """Draw everything."""
        boards = [*boards]
        last = len(boards) * STATE_COLUMNS - 1
        self.sheet.set_column(0, last, None, self._style)
        for at, board in boards:
            self._values(at, board)
            self._secret(at, board)
            self._anchor(at.sheet, at.anchor)
        for sheet, anchor in SHEET_ANCHORS.items():
            self._anchor(sheet, anchor)
        self.sheet.very_hidden()

    def _values(self, at: BoardLayout, board: Board) -> None:
        for name, block in (board.to_values() | board.mirror()).items():
            area = at.areas[name]
            if area.sheet == STATE_SHEET:
                values = (value for row in block for value in row)
                for (row, column), value in zip(area.cells(), values, strict=True):
                    if value not in (None, ""):
                        self.cell(row, column, value, self._style)

    def _secret(self, at: BoardLayout, board: Board) -> None:
        """Write the formulas that make the secret of the game's number."""
        plain, rules = PlainFormulas(at), board.rules
        sizes = radices(rules.pegs, rules.colours, distinct=rules.distinct)
        steps = zip(plain.draw, steps_of(board.whole_number, sizes), strict=True)
        for step, (formula, value) in enumerate(steps):
            self.formula(at.draw.column(step), formula, self._style, value)
        symbols = rules.symbols
        for peg, choice in enumerate(choices_of(board.whole_number, sizes)):
            left = at.symbols_left.column(peg)
            self.formula(left, plain.symbols_left(peg), self._style, symbols)
            if rules.distinct:
                symbols = symbols.replace(symbols[choice], "")
            secret, shown = at.secret.column(peg), board.secret[peg]
            formula = plain.secret_peg(peg, COMPUTER)
            self.formula(secret, formula, self._style, shown)

    def _anchor(self, sheet: str, at: Area) -> None:
        quoted = sheet.replace("'", "''")
        self.formula(at, f"ROW('{quoted}'!$A$1)", self._style, 1)

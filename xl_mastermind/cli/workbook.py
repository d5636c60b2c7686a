"""`build`: the workbook; and the workbook of a game that `solve` has played."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from xl_mastermind.cli.options import FORCE, Command, check_ending, game, option
from xl_mastermind.cli.output import DONE, out
from xl_mastermind.files import check_place, write_file
from xl_mastermind.game.rules import Rules
from xl_mastermind.hosts.calc.extension import extension_bytes
from xl_mastermind.hosts.file import NotReplacedError, saved_before
from xl_mastermind.sheet.board import Board
from xl_mastermind.sheet.build import (
    check_size,
    first_board,
    first_boards,
    workbook_bytes,
    write_workbook,
)
from xl_mastermind.sheet.cells import Block, Cell, pegs_as_cells
from xl_mastermind.sheet.excel_add_in import add_in_bytes
from xl_mastermind.sheet.layout import ADD_IN, BoardLayout, Edition, board_layouts
from xl_mastermind.sheet.values import with_values
from xl_mastermind.solve.evaluate import TurnRecord

ENDINGS: Final = (*Edition,)
"""How the name of a workbook may end; the ending says which edition it is."""

WORKBOOK: Final = Path("workbook") / "MasterMind.xlsm"
"""Where it is written by default."""


class Build(Command):
    """Write the workbook, Excel's add-in, or LibreOffice's extension."""

    file: Path = option(metavar="FILE", type=Path, nargs="?", default=WORKBOOK)
    extension: Path | None = option(
        "--extension", metavar="FILE.oxt", type=Path, help="LibreOffice's part"
    )
    games: list[Rules] | None = option(
        "--game",
        metavar="G",
        type=game,
        action="append",
        help="a board for this game, and others if given again; default: seven games",
    )
    force: bool = FORCE

    def run(self) -> int:
        path = self.extension or self.file
        if self.extension:
            check_ending(path, ".oxt")
            check_place(path, force=self.force)
            write_file(path, extension_bytes())
        elif path.suffix.lower() == ADD_IN:
            check_place(path, force=self.force)
            write_file(path, add_in_bytes())
        else:
            check_ending(path, *ENDINGS, ADD_IN)
            scores, player = _scores_in(path, force=self.force)
            boards = [first_board(rules) for rules in dict.fromkeys(self.games or ())]
            boards = boards or first_boards()
            write_workbook(path, *boards, scores=scores, player=player)
        out.print(f"wrote {path}")
        return DONE


def check_board(path: Path, rules: Rules, *, force: bool) -> None:
    """Raise an error if a game cannot be written to a workbook there."""
    check_ending(path, *ENDINGS)
    check_size(rules)
    _scores_in(path, force=force)


def write_game(
    path: Path, board: Board, game: Sequence[TurnRecord], *, force: bool
) -> None:
    """Write the usual workbook with a game on this board; its old scores stay."""
    rules, boards = board.rules, first_boards()
    for row, step in enumerate(game[: BoardLayout(rules).attempts]):
        board = board.with_guess(row, step.turn.guess)
    games = [other.rules for other in boards]
    if rules in games:
        place = games.index(rules)
        boards[place] = board
    else:
        place = 0
        boards.insert(0, board)
    scores, player = _scores_in(path, force=force)
    edition = Edition.of(path)
    content = workbook_bytes(
        *boards, active=place, scores=scores, player=player, edition=edition
    )
    at = board_layouts((each.rules for each in boards), edition)[place]
    write_file(path, with_values(content, {at.sheet: _values(at, game)}))


def _values(at: BoardLayout, game: Sequence[TurnRecord]) -> dict[str, Cell]:
    """Return what a board shows of a game that is over, for who computes nothing."""
    rules, steps = at.rules, game[: at.attempts]
    turns = [step.turn for step in steps]
    blocks: dict[str, Block] = {
        "guesses": [
            [int(s) if s.isdigit() else s for s in rules.format_code(guess).upper()]
            for guess, _ in turns
        ],
        "marks": [
            [black, "" if rules.black_only else white] for _, (black, white) in turns
        ],
        "codes_left": [[step.left] for step in steps],
        "hidden_code": [[*pegs_as_cells(game[-1].turn.guess, rules)]],
    }
    return {
        at.areas[name].cell(row, column).address: value
        for name, block in blocks.items()
        for row, cells in enumerate(block)
        for column, value in enumerate(cells)
    }


def _scores_in(path: Path, *, force: bool) -> tuple[Block | None, str]:
    """Return the scores of a workbook that may be replaced, and whose they are."""
    try:
        saved = saved_before(path, force=force)
    except NotReplacedError as error:
        raise ValueError(f"{error}; --force replaces it all the same") from None
    return saved or (None, "")

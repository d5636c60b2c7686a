"""`build`: the workbook; and the workbook of a game that `solve` has played."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from xl_mastermind.cli.options import FORCE, Command, check_ending, game, option
from xl_mastermind.cli.output import DONE, out
from xl_mastermind.files import check_place, write_file
from xl_mastermind.game.rules import Code, Rules
from xl_mastermind.hosts.calc.extension import extension_bytes
from xl_mastermind.hosts.file import NotReplacedError, saved_before
from xl_mastermind.sheet.board import Board
from xl_mastermind.sheet.build import (
    check_size,
    first_board,
    first_boards,
    write_workbook,
)
from xl_mastermind.sheet.cells import Block
from xl_mastermind.sheet.excel_add_in import add_in_bytes
from xl_mastermind.sheet.layout import ADD_IN, BoardLayout, Edition

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
    path: Path, board: Board, guesses: Sequence[Code], *, force: bool
) -> None:
    """Write the usual workbook with a game on this board; its old scores stay."""
    for row, guess in enumerate(guesses[: BoardLayout(board.rules).attempts]):
        board = board.with_guess(row, guess)
    boards = first_boards()
    games = [other.rules for other in boards]
    if board.rules in games:
        place = games.index(board.rules)
        boards[place] = board
    else:
        place = 0
        boards.insert(0, board)
    scores, player = _scores_in(path, force=force)
    write_workbook(path, *boards, active=place, scores=scores, player=player)


def _scores_in(path: Path, *, force: bool) -> tuple[Block | None, str]:
    """Return the scores of a workbook that may be replaced, and whose they are."""
    try:
        saved = saved_before(path, force=force)
    except NotReplacedError as error:
        raise ValueError(f"{error}; --force replaces it all the same") from None
    return saved or (None, "")

"""`build`: write workbooks, also for a game of `solve`."""

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Final

from xl_mastermind import files
from xl_mastermind.board.state import input_values
from xl_mastermind.board.workbook_file import bundled_workbook, fill_board
from xl_mastermind.game.board_limits import attempt_count, check_board_game
from xl_mastermind.game.game import Game
from xl_mastermind.game.rules import Code, Rules
from xl_mastermind.presentation.games import GAMES
from xl_mastermind.solve.strategies import strategy_label
from xl_mastermind.terminal.options import add_options, check_output_file
from xl_mastermind.terminal.output import Command
from xl_mastermind.workbook_files.edition import Edition

FAILURES: Final = ()

WORKBOOK_ENDINGS: Final = (*Edition,)
DEFAULT_WORKBOOK: Final = Path("MasterMind.xlsm")
_DEFAULT_GAMES: Final = [*map(Rules.parse, GAMES.values())]


def build_options(parser: ArgumentParser) -> None:
    add_options(parser, "file", default=DEFAULT_WORKBOOK)
    games = ", ".join(GAMES.values())
    text = f"a board for this game; repeat it for more boards; default: {games}"
    add_options(parser, "--game", dest="games", action="append", default=[], help=text)
    add_options(parser, "--force")


def build(options: Namespace) -> Command:
    """Write the workbook, Excel's add-in, or LibreOffice's extension."""
    path: Path = options.file
    games: list[Rules] = [*dict.fromkeys(options.games)]
    endings = (*WORKBOOK_ENDINGS, files.ADD_IN_SUFFIX, files.EXTENSION_SUFFIX)
    check_output_file(path, *endings, force=options.force)
    if path.suffix.lower() in (files.ADD_IN_SUFFIX, files.EXTENSION_SUFFIX):
        if games:
            raise ValueError(f"expected --game with a workbook only, got {path.name}")
        content = files.bundled_file(f"MasterMind{path.suffix.lower()}").read_bytes()
    else:
        content = _workbook_bytes(games, path)
    files.write_file(path, content)
    yield f"wrote {path}"
    return None


def _workbook_bytes(games: Sequence[Rules], path: Path) -> bytes:
    """Return a workbook with boards, by default the bundled one, as bytes."""
    edition = Edition.from_path(path)
    if not games:
        return bundled_workbook(edition)
    for rules in games:
        check_board_game(rules)
    _check_build_extra()
    from xl_mastermind.bundle.values import with_bundled_values  # noqa: PLC0415, an extra
    from xl_mastermind.bundle.workbook import first_game, workbook_bytes  # noqa: PLC0415, an extra

    workbook = workbook_bytes(*map(first_game, games), edition=edition)
    return with_bundled_values(workbook, edition)


def _check_build_extra() -> None:
    """Raise an error unless the dependencies of the extra `build` are installed."""
    try:
        import_module("xl_mastermind.bundle.workbook")
        version("xlwings")  # the workbook contains its macros
    except ImportError as error:
        raise ValueError(
            f"boards of other games need {error.name}; in xl-mastermind's folder, run:"
            ' pip install ".[build]"'
        ) from None


def check_board(path: Path, rules: Rules, *, force: bool) -> None:
    """Raise an error if `write_game` cannot write a workbook with this game."""
    check_board_game(rules)
    check_output_file(path, *WORKBOOK_ENDINGS, force=force)
    if rules not in _DEFAULT_GAMES:
        _check_build_extra()


def write_game(  # noqa: PLR0913, PLR0917
    path: Path,
    rules: Rules,
    number: int,
    guesses: Sequence[Code],
    strategy: str,
    first_guess: str | None,
) -> None:
    """Write a workbook with the guesses of a strategy on its first board."""
    is_default = rules in _DEFAULT_GAMES
    games = _DEFAULT_GAMES if is_default else [rules, *_DEFAULT_GAMES]
    workbook = _workbook_bytes([] if is_default else games, path)
    game = Game.start(rules, attempt_count(rules), number=number)
    for guess in guesses[: game.attempt_count]:
        game = game.with_guess(guess, strategy_label(strategy))
    values = input_values(game, strategy, first_guess)
    files.write_file(path, fill_board(workbook, games.index(rules), values))

"""
Try workbooks in a private Excel, for ``xl-mastermind doctor --excel``.

The steps of `excel_steps` work on copies in a temporary folder.
"""

import contextlib
import getpass
import os
import platform
import re
import shutil
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from xl_mastermind import __version__
from xl_mastermind.board.buttons import BUTTONS
from xl_mastermind.excel.safe_xlwings import xw
from xl_mastermind.files import ADD_IN_SUFFIX, bundled_file
from xl_mastermind.game.game import CODEMAKERS, COMPUTER
from xl_mastermind.install.excel_steps import (
    IS_MAC,
    Difference,
    Findings,
    Note,
    book_differences,
    button_differences,
    click_differences,
    copied_board_differences,
    forbidden_call_differences,
    function_differences,
    game_differences,
    locked_cell_differences,
    macro_errors,
    measure_seconds,
    moved_guess_differences,
    named_boards,
    other_sheet_differences,
    run_other_modules,
    sheet_values,
)
from xl_mastermind.install.machine import CheckResult
from xl_mastermind.install.private_excel import (
    PrivateExcel,
    copy_folder,
    describe_excel,
    private_excel,
)
from xl_mastermind.workbook_files.edition import Edition
from xl_mastermind.workbook_files.package import change_parts
from xl_mastermind.workbook_files.stored_values import stored_values

_MAX_DETAILS: Final = 60
"""Lines of one step in the report; others are counted."""

_NORMAL_LOAD: Final = 0  # XlCorruptLoad


class Step(NamedTuple):
    """A step of the trial, for the report."""

    result: CheckResult
    text: str
    seconds: float = 0
    details: Sequence[str] = ()


@dataclass
class ExcelTrial:
    """The steps in one private Excel."""

    excel: PrivateExcel
    folder: Path  # of the copies

    def run(self, text: str, find: Callable[[], Findings]) -> Step:
        """Return a step with its differences, or with the traceback of its error."""
        start = time.perf_counter()
        self.excel.start_step()
        findings: list[Difference | Note | str] = []
        try:
            findings += find()
        except Exception:  # noqa: BLE001 - the other steps run all the same
            findings += traceback.format_exc().splitlines()
        findings += (f"a box: {box}" for box in self.excel.box_texts)
        problems = [each for each in findings if not isinstance(each, Note)]
        result: CheckResult = "problem" if problems else "ok"
        details = [*map(str, findings[:_MAX_DETAILS])]
        if len(findings) > _MAX_DETAILS:
            details.append(f"and {len(findings) - _MAX_DETAILS:,} more")
        seconds = time.perf_counter() - start
        return Step(result, text, seconds, [self._anonymize(line) for line in details])

    def _anonymize(self, text: str) -> str:
        for name, replacement in _private_names(self.folder).items():
            text = re.sub(name, replacement, text, flags=re.IGNORECASE)
        return text

    def try_workbook(self, file: Path) -> Iterator[Step]:
        """Yield the steps of a workbook."""
        copy = Path(shutil.copy(file, self.folder / f"MasterMind{file.suffix}"))
        alarm = self.run("a damaged copy is recognised", lambda: self._find_alarm(copy))
        # An Excel that repairs in silence is no fault, but the next step proves less.
        yield alarm._replace(result="note") if alarm.result == "problem" else alarm
        books: list[xw.Book] = []
        boards: dict[str, xw.Sheet] = {}

        def open_copy() -> Findings:
            yield from self._open(copy, books)
            boards.update(named_boards(books[0]))
            if not boards:
                yield "expected a workbook with a board, found none"

        yield self.run(f"{copy.name} opens without a repair", open_copy)
        if boards:
            yield from self._try_book(books[0], boards, copy)

    def _open(self, file: Path, books: list[xw.Book]) -> Findings:
        """Append the workbook of a file to `books`, and return the logs of repairs."""
        old_logs = _repair_logs()
        # With this option Excel raises an error and does not ask whether to repair the
        # file. On a Mac xlwings refuses the option.
        books.append(
            self.excel.app.books.open(
                file,
                update_links=False,
                add_to_mru=False,
                corrupt_load=None if IS_MAC else _NORMAL_LOAD,
            )
        )
        if not IS_MAC:  # a killed Excel would offer the copy at its next start
            books[-1].api.EnableAutoRecover = False
        for log in _repair_logs() - old_logs:
            yield log.read_text("utf-8", "replace")

    def _find_alarm(self, file: Path) -> Findings:
        """Open a damaged copy; return a line if Excel accepts it."""
        damaged = file.with_stem("damaged")
        change = ("xl/worksheets/sheet1.xml", b"</f>", b")(</f>")
        damaged.write_bytes(change_parts(file.read_bytes(), [change]))
        books: list[xw.Book] = []
        try:
            logs = [*self._open(damaged, books)]
        except Exception:  # noqa: BLE001 - the error that is expected
            return
        finally:
            for book in books:
                book.close()
        if not logs:
            yield "Excel opens it too, so it may repair files without a report"

    def _try_book(
        self, book: xw.Book, boards: Mapping[str, xw.Sheet], file: Path
    ) -> Iterator[Step]:
        # After a step that ended Excel, only `run` may use objects of Excel.
        text = f"all formulas of {file.name} have their stored values"
        yield self.run(text, lambda: self._recalculate(book, file))
        first, *others = boards
        board = boards[first]
        yield self.run(f"games on {first}", lambda: game_differences(board, 3))
        for name in others:
            yield self.run(f"games on {name}", partial(game_differences, boards[name]))
        if file.suffix == Edition.MACROS:
            macros = self.run("macros run", lambda: macro_errors(book, board))
            yield macros
            if macros.result == "ok":
                yield from self._try_macros(book, boards)
        yield self.run("functions in cells", lambda: function_differences(book))
        text = "a locked cell refuses values"
        yield self.run(text, lambda: locked_cell_differences(board))
        text = "a copied board answers"
        yield self.run(text, lambda: copied_board_differences(board))
        if not IS_MAC:  # on a Mac, Cut has another name
            yield self.run("a guess moves", lambda: moved_guess_differences(board))
        yield self.run("saved as another file", lambda: self._save_as(book))

    def _try_macros(
        self, book: xw.Book, boards: Mapping[str, xw.Sheet]
    ) -> Iterator[Step]:
        yield self.run("modules compile", lambda: run_other_modules(book))
        first = next(iter(boards))
        for name, board in boards.items():
            codemakers = CODEMAKERS if name == first else [COMPUTER]
            find = partial(button_differences, book, board, codemakers)
            yield self.run(f"buttons of {name}", find)
        for button in BUTTONS.values():
            if button.sheet:
                find = partial(other_sheet_differences, book, button)
                yield self.run(f"{button.caption} on {button.sheet}", find)
        yield self.run("clicks on colours", lambda: click_differences(boards[first]))
        text = "time of a guess and a hint"
        yield self.run(text, lambda: measure_seconds(book, boards[first]))

    def _recalculate(self, book: xw.Book, file: Path) -> Findings:
        api = self.excel.app.api
        if IS_MAC:
            api.calculate_full_rebuild()
        else:
            api.CalculateFullRebuild()
        values = stored_values(file)
        count = sum(v is not None for cells in values.values() for v in cells.values())
        yield Note(f"{count:,} stored values")
        differences = [*book_differences(book, values)]
        yield from (each for each in differences if each.expected is not None)
        # Files store no values of worksheet functions, which need Python.
        others = [each for each in differences if each.expected is None]
        if others:
            first = f"{others[0].sheet}!{others[0].cell}"
            yield Note(f"{len(others):,} values are not stored, from {first} on")

    def _save_as(self, book: xw.Book) -> Findings:
        before = {sheet.name: sheet_values(sheet) for sheet in book.sheets}
        file = self.folder / f"Saved{Path(book.name).suffix}"
        book.save(file)
        book.close()
        books: list[xw.Book] = []
        yield from self._open(file, books)
        yield from book_differences(books[0], before)

    def try_add_in(self, workbook: Path) -> Iterator[Step]:
        """Yield the steps of the add-in, with a workbook without macros in front."""
        books: list[xw.Book] = []

        def open_both() -> Findings:
            for file in (bundled_file(f"MasterMind{ADD_IN_SUFFIX}"), workbook):
                copy = Path(shutil.copy(file, self.folder / f"MasterMind{file.suffix}"))
                yield from self._open(copy, books)

        def press_buttons() -> Findings:
            (board,) = [*named_boards(books[1]).values()][:1]
            return button_differences(books[0], board, [COMPUTER])

        yield self.run("the add-in opens", open_both)
        yield self.run("buttons of the add-in", press_buttons)
        text = "modules of the add-in compile"
        yield self.run(text, lambda: run_other_modules(books[0], is_add_in=True))
        text = "procedures of classes refuse calls"
        yield self.run(text, lambda: forbidden_call_differences(*books))


def try_excel(files: Sequence[Path]) -> Iterator[Step]:
    """Try each workbook, then the add-in, in a private Excel each; yield the steps."""
    system = f"{platform.system()} {platform.release()}"
    python = f"Python {platform.python_version()}, xlwings {xw.__version__}"
    yield Step("note", f"xl-mastermind {__version__}, {python}, {system}")
    for index, file in enumerate(files):
        with _trial() as trial:
            if not index:
                yield Step("note", describe_excel(trial.excel.app))
            yield from trial.try_workbook(file)
    for file in files:
        if file.suffix == Edition.PLAIN:
            with _trial() as trial:
                yield from trial.try_add_in(file)


@contextlib.contextmanager
def _trial() -> Iterator[ExcelTrial]:
    with (
        TemporaryDirectory(dir=copy_folder(), ignore_cleanup_errors=True) as folder,
        private_excel() as excel,
    ):
        yield ExcelTrial(excel, Path(folder))


@cache
def _private_names(folder: Path) -> Mapping[str, str]:
    """Return the replacements of paths and names, as regular expressions."""

    def pattern(path: Path) -> str:
        # Excel writes the slashes of the platform, and a quoted path has two.
        return re.escape(path.as_posix()).replace("/", r"[/\\]+")

    package, site_packages = Path(__file__).parents[2], Path(xw.__file__).parents[1]
    names = {
        pattern(each) + r"[/\\]+": ""
        for path in (folder, package, site_packages, Path(sys.base_prefix))
        for each in (path, path.resolve())
    }
    words = {
        pattern(Path.home()): "~",
        re.escape(getpass.getuser()): "USER",
        re.escape(platform.node()): "MACHINE",
    }
    return names | {rf"(?<!\w){w}(?!\w)": words[w] for w in words if w}


def _repair_logs() -> set[Path]:
    """Return the files in which Excel describes its repairs."""
    folder = os.environ.get("TEMP")
    return {*Path(folder).glob("error*.xml")} if folder else set()

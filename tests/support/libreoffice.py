"""Drive a LibreOffice with the folders of a test user."""

import contextlib
import importlib
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias

import pytest
from processes import wait_for

from xl_mastermind.board.buttons import BOARD_BUTTONS, BUTTONS, Button
from xl_mastermind.cells.cell_range import (
    ANCHOR_MARGINS,
    CellRange,
    input_range,
    parse_range,
)
from xl_mastermind.files import write_file
from xl_mastermind.install import Machine
from xl_mastermind.libreoffice.client import settings_file
from xl_mastermind.presentation.games import GAMES

Values: TypeAlias = tuple[tuple[float | str | None, ...], ...]

WORKBOOK = Path(__file__).parents[2] / "workbook" / "MasterMind.xlsm"
PROTOCOL = "vnd.org.xlmastermind:"

FORMULAS = 16
"""`com.sun.star.sheet.CellFlags.FORMULA`"""

_MAX_ROWS = 200
"""Ranges with more rows are code lists, which are slow to read."""

_SHEETS: dict[str, Sequence[Button]] = {
    **dict.fromkeys(GAMES, BOARD_BUTTONS),
    **{button.sheet: (button,) for button in BUTTONS.values() if button.sheet},
}

URLS = {
    sheet: {button.caption: PROTOCOL + button.name for button in buttons}
    for sheet, buttons in _SHEETS.items()
}
"""Expected URL of each button, by sheet and caption."""


def skip_reason() -> str:
    """Return why tests cannot use LibreOffice, or ""."""
    if shutil.which("soffice") is None:
        return "LibreOffice is not installed"
    # Debian keeps it where virtual environments do not look.
    sys.path.append("/usr/lib/python3/dist-packages")
    try:
        importlib.import_module("uno")
    except ImportError as error:
        return f"this Python cannot drive LibreOffice: {error}"
    return ""


def remote() -> ModuleType:
    return importlib.import_module("xl_mastermind.libreoffice.remote")


def options(values: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(
        remote().PropertyValue(Name=name, Value=value) for name, value in values.items()
    )


def run(*words: str, environ: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "xl_mastermind", *words],
        capture_output=True,
        check=False,
        encoding="utf-8",
        env=dict(environ),
        timeout=300,
    )


def environment(home: Path, **more: str) -> dict[str, str]:
    home.mkdir(exist_ok=True)
    plain = Machine.detect().desktop_environ  # so that tests run in any environment
    others = {k: v for k, v in plain.items() if not k.startswith("XDG_")}
    return others | {"HOME": str(home), "XDG_CONFIG_HOME": str(home / ".config")} | more


class Calc:
    """LibreOffice with the extension, in `home`."""

    def __init__(self, environ: Mapping[str, str], *arguments: str) -> None:
        self.environ = environ
        self._arguments = arguments or ("--headless",)
        self._shared: dict[Path, Document] = {}
        self.start()

    def start(self) -> None:
        self.office = remote().Office("soffice", self._arguments, self.environ)
        self.desktop = self.office.service("com.sun.star.frame.Desktop")

    def close(self) -> None:
        for document in list(self.desktop.Components):
            # A modified chart marks its document as modified again.
            with contextlib.suppress(Exception):
                document.close(True)  # noqa: FBT003 - UNO has no names
        self.office.close()

    # Documents

    def open(self, file: Path | str = WORKBOOK, **more: object) -> "Document":
        """Open a file with macros disabled."""
        url = file if isinstance(file, str) else file.as_uri()
        arguments = options({"MacroExecutionMode": 0, **more})
        model = self.desktop.loadComponentFromURL(url, "_blank", 0, arguments)
        return Document(self, model)

    def new(self) -> "Document":
        return self.open("private:factory/scalc")

    def shared(
        self, file: Path = WORKBOOK, *, has_extension: bool = True
    ) -> "Document":
        """Return a document of a file in its initial state, one for all tests."""
        if file not in self._shared:
            document = self._shared[file] = self.open(file, AsTemplate=True)
            if has_extension:
                document.wait_for_all_sheets()
            document.store_inputs()
        self._shared[file].restore_inputs()
        return self._shared[file]

    def dispatch(self, model: Any, command: str, **arguments: object) -> None:
        helper = self.office.service("com.sun.star.frame.DispatchHelper")
        frame = model.CurrentController.Frame
        helper.executeDispatch(frame, command, "", 0, options(arguments))

    def wait_until_idle(self) -> None:
        """Wait until LibreOffice is idle, after which it runs buttons."""
        unohelper = importlib.import_module("unohelper")
        interface = remote().uno.getClass("com.sun.star.awt.XCallback")
        idle = threading.Event()
        members = {"notify": lambda _self, _data: idle.set()}
        callback = type("Idle", (unohelper.Base, interface), members)()
        service = self.office.service("com.sun.star.awt.AsyncCallback")
        service.addCallback(callback, None)
        assert idle.wait(300)

    # The worker

    @property
    def workers(self) -> list[int]:
        return [
            process
            for process in descendants(self.office.process.pid)
            if b"libreoffice.worker" in _command(process)
        ]

    @property
    def _settings(self) -> Path:
        return settings_file(self.environ)

    @contextlib.contextmanager
    def worker_python(self, python: str) -> Iterator[None]:
        with self._set(python=python):
            self.stop_workers()
            yield
        self.stop_workers()
        self._restart_worker()

    @contextlib.contextmanager
    def stopped_worker(self) -> Iterator[int]:
        """Stop the worker and set a short timeout within the context."""
        (worker,) = self.workers
        os.kill(worker, signal.SIGSTOP)
        with self._set(timeout=0.2):
            yield worker
        with contextlib.suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL)  # a request would wait for it
        self._restart_worker()

    def _restart_worker(self) -> None:
        """Start a worker; formulas would wait after a failure."""
        document = self.new()
        document.run_button("about")
        document.close()

    @contextlib.contextmanager
    def _set(self, **changed: object) -> Iterator[None]:
        before = self._settings.read_text("utf-8")
        write_file(self._settings, json.dumps(json.loads(before) | changed))
        try:
            yield
        finally:
            write_file(self._settings, before)

    def stop_workers(self) -> None:
        for worker in self.workers:
            os.kill(worker, signal.SIGKILL)


def bare_calc(folder: Path) -> Iterator[Calc]:
    if reason := skip_reason():
        pytest.skip(reason)
    office = Calc(environment(folder / "home"))
    yield office
    office.close()


class Document:
    def __init__(self, calc: Calc, model: Any) -> None:
        self.calc = calc
        self.model = model
        self.sheet = model.Sheets.getByIndex(0)

    def show_sheet(self, name: str) -> "Document":
        """Show a sheet and use it from now on."""
        self.sheet = self.model.Sheets.getByName(name)
        self.model.CurrentController.setActiveSheet(self.sheet)
        return self

    def wait_for_all_sheets(self) -> None:
        """Wait until all sheets are connected, which may clear undo steps."""
        sheets = [
            sheet
            for sheet in self.model.Sheets
            if sheet.NamedRanges.Count or sheet.isProtected() or not sheet.IsVisible
        ]

        def is_done() -> bool:
            return {sheet.CharLocale.Language for sheet in sheets} == {"zxx"}

        wait_for(is_done, "all sheets")

    def keep_sheets(self, *names: str) -> None:
        """Remove all other sheets, so that the document is computed and saved fast."""
        sheets = self.model.Sheets
        for name in names:  # Calc drops the table of a sheet with its right neighbour
            sheets.moveByName(name, sheets.Count)
        for name in sheets.ElementNames[: -len(names)]:
            sheets.removeByName(name)

    def store_inputs(self) -> None:
        """Store values and formats of all ranges that users and buttons change."""
        ranges = {
            (sheet.Name, *corners): sheet
            for sheet in self.model.Sheets
            for corners in self._input_corners(sheet)
        }
        cells = [
            sheet.getCellRangeByPosition(left, top, right, bottom)
            for (_, top, left, bottom, right), sheet in ranges.items()
        ]
        self._stored = [
            (cell, cell.getDataArray(), cell.NumberFormat) for cell in cells
        ]

    @staticmethod
    def _input_corners(sheet: Any) -> Iterator[tuple[int, int, int, int]]:
        """Yield the corners of named ranges without formulas, except code lists."""
        addresses = sheet.queryContentCells(FORMULAS).RangeAddresses
        ranges = (CellRange(sheet.Name, *corners_of(address)) for address in addresses)
        formulas = {cell for cell_range in ranges for cell in cell_range.cells()}
        names = sheet.NamedRanges
        for name in names.ElementNames:
            # Cells would be another object, and each takes a millisecond.
            *_, cells = names.getByName(name).Content.rpartition(".")
            anchor_range = parse_range(f"sheet!{cells}")
            assert anchor_range
            inputs = input_range(name, anchor_range)
            if inputs.bottom < _MAX_ROWS and formulas.isdisjoint(inputs.cells()):
                yield inputs.corners

    def restore_inputs(self) -> None:
        """Restore the values of `store_inputs`, and clear the undo steps."""
        for cells, values, form in self._stored:
            if cells.getDataArray() != values:
                cells.setDataArray(values)
            if cells.NumberFormat != form:  # Calc has changed it to that of texts
                cells.NumberFormat = form
        self.show_sheet(next(iter(GAMES)))
        select = self.model.CurrentController.select
        select(self.cells("guess_input").getCellByPosition(0, 0))
        select(self.model.createInstance("com.sun.star.sheet.SheetCellRanges"))
        self.model.UndoManager.clear()
        self.model.setModified(False)
        if self.has_infobar:
            self.model.CurrentController.removeInfobar("xl-mastermind")

    def cells(self, name: str) -> Any:
        """Return the cells of an address, or of a name without locked anchor cells."""
        if not self.sheet.NamedRanges.hasByName(name):
            return self.sheet.getCellRangeByName(name)
        cells = self.sheet.NamedRanges.getByName(name).ReferredCells
        if name not in ANCHOR_MARGINS:
            return cells
        corners = corners_of(cells.RangeAddress)
        inputs = input_range(name, CellRange(self.sheet.Name, *corners))
        return cells.Spreadsheet.getCellRangeByPosition(
            inputs.left, inputs.top, inputs.right, inputs.bottom
        )

    def read(self, name: str) -> Values:
        values: Values = self.cells(name).getDataArray()
        return values

    def cell_value(self, name: str) -> float | str | None:
        return self.read(name)[0][0]

    def write(self, name: str, *rows: tuple[float | str, ...]) -> None:
        self.cells(name).setDataArray(rows)

    def guess(self, attempt: int, code: str) -> None:
        """Type a guess, which stays a text in a cell for texts."""
        cell = self.cells("guess_input").getCellByPosition(0, attempt - 1)
        form = self.model.NumberFormats.getByKey(cell.NumberFormat)
        type_ = cell.setString if form.FormatString == "@" else cell.setFormula
        type_(code)

    def run_button(self, button: str) -> None:
        self.calc.dispatch(self.model, PROTOCOL + button)
        self.calc.wait_until_idle()

    def formula(self, formula: str, cell: str = "A1") -> str:
        formula_cell = self.sheet.getCellRangeByName(cell)
        formula_cell.setFormula(formula)
        return str(formula_cell.getString())

    def array(self, formula: str, address: str) -> list[list[str]]:
        cells = self.sheet.getCellRangeByName(address)
        cells.setArrayFormula(formula)
        height, width = len(cells.getDataArray()), len(cells.getDataArray()[0])
        return [
            [cells.getCellByPosition(x, y).getString() for x in range(width)]
            for y in range(height)
        ]

    def save_as(self, file: Path, kind: str) -> None:
        self.model.storeToURL(file.as_uri(), options({"FilterName": kind}))

    def buttons(self, sheet: str) -> list[tuple[Any, int, Any]]:
        """Return form, index and control of each button of a sheet."""
        forms = self.model.Sheets.getByName(sheet).DrawPage.Forms
        return [
            (form, index, form.getByIndex(index))
            for form in forms
            for index in range(form.Count)
        ]

    def add_button(self, sheet: str, caption: str, url: str, script: str) -> None:
        """Add a button as a user does in design mode."""
        control = self.model.createInstance("com.sun.star.form.component.CommandButton")
        control.Label, control.TargetURL = caption, url
        shape = self.model.createInstance("com.sun.star.drawing.ControlShape")
        shape.Control = control
        self.model.Sheets.getByName(sheet).DrawPage.add(shape)
        if script:
            form, index, _ = self.buttons(sheet)[-1]
            name = "com.sun.star.script.ScriptEventDescriptor"
            event = remote().uno.createUnoStruct(name)
            event.ListenerType, event.EventMethod = "XActionListener", "actionPerformed"
            event.ScriptType, event.ScriptCode = "Script", script
            form.registerScriptEvent(index, event)

    def urls_on(self, sheet: str) -> dict[str, str]:
        return {
            control.Label: control.TargetURL
            if control.ButtonType.value == "URL"
            else ""
            for _, _, control in self.buttons(sheet)
        }

    @property
    def urls(self) -> dict[str, dict[str, str]]:
        urls_by_sheet = {
            sheet: self.urls_on(sheet) for sheet in self.model.Sheets.ElementNames
        }
        return {sheet: urls for sheet, urls in urls_by_sheet.items() if urls}

    @property
    def infobar_text(self) -> str:
        window = self.model.CurrentController.Frame.ContainerWindow
        if not self.has_infobar:
            return ""
        texts = _labels_in_reverse(window.getAccessibleContext())
        return next(text for text, before in pairwise(texts) if before == "MasterMind")

    @property
    def has_infobar(self) -> bool:
        return bool(self.model.CurrentController.hasInfobar("xl-mastermind"))

    def close(self) -> None:
        self.model.setModified(False)
        self.model.close(True)  # noqa: FBT003 - UNO has no names


def used_cells(sheet: Any) -> Any:
    """Return the cells of a sheet from A1 to the last used row and column."""
    cursor = sheet.createCursor()
    cursor.gotoEndOfUsedArea(False)  # noqa: FBT003 - UNO has no names
    end = cursor.RangeAddress
    return sheet.getCellRangeByPosition(0, 0, end.EndColumn, end.EndRow)


def corners_of(at: Any) -> tuple[int, int, int, int]:
    """Return the first row, the first column, the last row and the last column."""
    return at.StartRow, at.StartColumn, at.EndRow, at.EndColumn


def _labels_in_reverse(shown: Any) -> Iterator[str]:
    """Yield the labels of a window in reverse, since the infobar is its last part."""
    if not hasattr(shown, "getAccessibleCellAt"):
        for index in reversed(range(shown.getAccessibleChildCount())):
            part = shown.getAccessibleChild(index)
            yield from _labels_in_reverse(part.getAccessibleContext()) if part else ()
    role = "com.sun.star.accessibility.AccessibleRole.STATIC"
    if shown.getAccessibleRole() == remote().uno.getConstantByName(role):
        yield shown.getAccessibleName()


def descendants(process: int) -> Iterator[int]:
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            stat = (folder / "stat").read_text("utf-8")
            if int(stat.rpartition(")")[2].split()[1]) == process:
                child = int(folder.name)
                yield child
                yield from descendants(child)


def _command(process: int) -> bytes:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes()
    return b""

"""Run the commands of the buttons and of the menu."""

from __future__ import annotations

import platform
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uno
import unohelper
from com.sun.star.awt import XMouseListener
from com.sun.star.beans import PropertyValue
from com.sun.star.frame import XDispatch, XDispatchProvider
from com.sun.star.lang import XInitialization

from . import document, ui
from .add_in import worker
from .clicks import select_next_input
from .client import WorkerError, short_repr
from .tables import TABLES

if TYPE_CHECKING:
    from collections.abc import Callable


class ProtocolHandler(ui.UnoService, XDispatchProvider, XDispatch, XInitialization):
    """Dispatch the URLs of the extension's protocol."""

    service_names = TABLES["handler"], "com.sun.star.frame.ProtocolHandler"

    _frame: Any = None

    def initialize(self, arguments: Any) -> None:
        self._frame = arguments[0] if arguments else None

    def queryDispatch(self, url: Any, _target: str, _flags: int) -> Any:
        return self if url.Protocol == TABLES["protocol"] else None

    def queryDispatches(self, requests: Any) -> tuple[Any, ...]:
        return tuple(self.queryDispatch(each.FeatureURL, "", 0) for each in requests)

    def dispatch(self, url: Any, _arguments: Any) -> None:
        # A program that drives LibreOffice calls from another thread, in which a button
        # could deadlock: LibreOffice frees Python objects while it waits for Python.
        ui.run_when_idle(lambda: self._run_command(url.Path))

    def _run_command(self, command: str) -> None:
        try:
            if command in _COMMANDS:
                _COMMANDS[command](self._frame)
            elif command in TABLES["buttons"]:
                _run_button(self._frame, command)
            else:
                text = f"expected a command of MasterMind, got {short_repr(command)}"
                ui.show_infobar(text, self._frame)
        except WorkerError as error:
            caption = TABLES["captions"][command]
            instead = TABLES["buttons"].get(command, {}).get("instead", "")
            text = worker.failure_text(f"{caption} needs", error, instead)
            ui.show_infobar(text, self._frame)
        except Exception as error:  # noqa: BLE001 - LibreOffice would discard it
            ui.show_infobar(ui.error_line(error), self._frame)

    addStatusListener = removeStatusListener = ui.ignore_call


def _model(frame: Any) -> Any:
    return frame.Controller.Model if frame and frame.Controller else None


def _target_sheet(frame: Any, name: str) -> Any:
    """Return the sheet of a button; show an infobar if the document has none."""
    model, button = _model(frame), TABLES["buttons"][name]
    if document.is_spreadsheet(model):
        active = [frame.Controller.ActiveSheet]
        for sheet in model.Sheets if button["sheet"] else active:
            if sheet.NamedRanges.hasByName(button["marker"]):
                return sheet
    missing_part = "board on this sheet"
    if button["sheet"]:
        missing_part = f"sheet {button['sheet']} in this document"
    caption = TABLES["captions"]["open_board"]
    ui.show_infobar(
        f"There is no {missing_part}: choose MasterMind > {caption}.", frame
    )
    return None


def _run_button(frame: Any, name: str) -> None:
    """Run a button on the active board, or on the sheet that it belongs to."""
    model, button = _model(frame), TABLES["buttons"][name]
    sheet = _target_sheet(frame, name)
    if sheet is None:
        return
    run = _ButtonRun(frame, sheet, name)
    with document.undo_context(model, button["caption"]):
        for step in TABLES["button_steps"]:
            getattr(run, step)()
    # A clicked button keeps the focus, but the user types the next guess.
    ui.run_when_idle(frame.ComponentWindow.setFocus)
    for window in _button_windows(frame.ComponentWindow):
        window.removeMouseListener(_REPAINT_ON_EXIT)
        window.addMouseListener(_REPAINT_ON_EXIT)


class _ButtonRun:
    """The steps of a button; `board.buttons` states their order."""

    def __init__(self, frame: Any, sheet: Any, name: str) -> None:
        self._frame, self._sheet, self._name = frame, sheet, name
        self._model, self._button = _model(frame), TABLES["buttons"][name]
        self._needs_python = name != "copy_result"
        self._values: dict[str, Any] = {}
        self._changes: dict[str, Any] = {}

    def calculate(self) -> None:
        document.calculate(self._model)

    def read_ranges(self) -> None:
        if self._needs_python:
            self._values = _read_inputs(self._model, self._sheet, self._button)

    def run_button(self) -> None:
        if self._needs_python:
            arguments = self._name, self._values
            changes = worker.request("run_button", *arguments, retry_now=True)
            self._changes = dict(changes)
        else:
            self._changes = _copy_result(self._sheet)

    def write_ranges(self) -> None:
        document.write_ranges(self._model, self._sheet, self._changes)
        if self._button["writes_guesses"]:
            document.restore_input_formats(self._sheet)

    def copy_state_key(self) -> None:
        if "cached_state_key" in self._changes:
            document.copy_state_key(self._sheet)

    def select_next_input(self) -> None:
        self._frame.Controller.setActiveSheet(self._sheet)
        select_next_input(self._model, self._sheet)


def _copy_result(sheet: Any) -> dict[str, Any]:
    """Copy the result of a finished game to the clipboard; return ranges to write."""
    cells = document.named_range(sheet, "result")
    lines = [line for (line,) in cells.getDataArray()] if cells else [""]
    if lines[0]:  # only a finished game has a title
        ui.copy_to_clipboard("\n".join(lines).rstrip())
    message = document.named_range(sheet, "copy_message")
    if message is None:
        return {}
    changes: dict[str, Any] = {"cached_message": message.getDataArray()}
    keys = document.read_ranges(sheet, ("state_key", "cached_state_key"))
    if keys["state_key"] != keys["cached_state_key"]:  # the texts are about other turns
        text_ranges = ("cached_explanation", "cached_costs", "cached_best_guesses")
        for name, rows in document.read_ranges(sheet, text_ranges).items():
            changes[name] = [[None]] * len(rows)
        changes["cached_state_key"] = [[None]]
    return changes


class _RepaintOnExit(unohelper.Base, XMouseListener):
    """Repaint a button when the mouse leaves it, because Calc may keep it dark."""

    def mouseExited(self, event: Any) -> None:
        children = uno.getConstantByName("com.sun.star.awt.InvalidateStyle.CHILDREN")
        event.Source.invalidate(children)

    mouseEntered = mousePressed = mouseReleased = disposing = ui.ignore_call


_REPAINT_ON_EXIT = _RepaintOnExit()


def _button_windows(window: Any) -> list[Any]:
    """Return the buttons of all panes in a window, also those of frozen rows."""
    if hasattr(window, "setActionCommand"):
        return [window]
    parts = window.getWindows() if hasattr(window, "getWindows") else ()
    return [button for part in parts for button in _button_windows(part)]


def _read_inputs(model: Any, sheet: Any, button: dict[str, Any]) -> dict[str, Any]:
    values = document.read_ranges(sheet, button["inputs"])
    if button["board_input"]:
        board = values[button["board_input"]][0][0]
        values.update(document.read_board(model, board, TABLES["board_inputs"]))
    if (scores := document.read_scores(model)) is not None:
        values["scores"] = scores
    values["player"] = document.read_player(model)
    return values


def _open_board(_frame: Any) -> Any:
    """Open a new game as an untitled document."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "MasterMind.xlsx"
        worker.request("board", str(file), retry_now=True)
        as_template = PropertyValue(Name="AsTemplate", Value=True)
        return ui.desktop().loadComponentFromURL(
            uno.systemPathToFileUrl(str(file)), "_blank", 0, (as_template,)
        )


def _show_help(frame: Any) -> None:
    """Show the sheet Help, of a new workbook if this document has no board."""
    model = _model(frame)
    if not document.has_board(model):
        model = _open_board(frame)
    model.CurrentController.setActiveSheet(model.Sheets.getByName("Help"))


def _show_versions(_frame: Any) -> None:
    """Show all versions and the Python in use, or the error."""
    lines = [f"MasterMind {TABLES['version']}"]
    try:
        worker.request("call", "BLACK", [1122, 1236], retry_now=True)
    except WorkerError as error:
        lines.append(worker.failure_text("Functions and buttons need", error))
    else:
        greeting = worker.greeting
        lines.append(f"Python {greeting['python']}, {greeting['executable']}")
    provider = ui.service("com.sun.star.configuration.ConfigurationProvider")
    path = PropertyValue(Name="nodepath", Value="/org.openoffice.Setup/Product")
    view = "com.sun.star.configuration.ConfigurationAccess"
    product = provider.createInstanceWithArguments(view, (path,))
    version = product.getByName("ooSetupVersionAboutBox")
    python = platform.python_version()
    lines.append(f"LibreOffice {version}, its own Python {python}")
    ui.show_message_box("INFOBOX", "BUTTONS_OK", "\n".join(lines))


_COMMANDS: dict[str, Callable[[Any], Any]] = {
    "open_board": _open_board,
    "help": _show_help,
    "about": _show_versions,
}

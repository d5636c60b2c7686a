"""The commands of buttons and menu."""

from __future__ import annotations

import platform
import tempfile
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uno
import unohelper
from com.sun.star.awt import XMouseListener
from com.sun.star.beans import PropertyValue
from com.sun.star.frame import XDispatch, XDispatchProvider
from com.sun.star.lang import XInitialization

from . import document, fallback_buttons
from .add_in import worker
from .clicks import select_next_input
from .tables import TABLES
from .ui import (
    MainThread,
    Service,
    copy,
    desktop,
    inform,
    later,
    notify,
    service,
)
from .undo import one_step
from .worker_settings import NoPythonError, WorkerError, shown

if TYPE_CHECKING:
    from collections.abc import Callable

_main_thread = MainThread()

_ALL = uno.getConstantByName("com.sun.star.awt.InvalidateStyle.CHILDREN")


class Handler(Service, XDispatchProvider, XDispatch, XInitialization):
    """Runs the commands of buttons and menu, by their URL."""

    names = TABLES["handler"], "com.sun.star.frame.ProtocolHandler"

    def __init__(self, _context: object, *arguments: Any) -> None:
        self._frame = arguments[0] if arguments else None

    def initialize(self, arguments: Any) -> None:
        self._frame = arguments[0] if arguments else None

    def queryDispatch(self, url: Any, _target: str, _flags: int) -> Any:
        return self if url.Protocol == TABLES["protocol"] else None

    def queryDispatches(self, requests: Any) -> tuple[Any, ...]:
        return tuple(
            self.queryDispatch(r.FeatureURL, r.FrameName, r.SearchFlags)
            for r in requests
        )

    def dispatch(self, url: Any, _arguments: Any) -> None:
        _main_thread.run(lambda: self._do(url.Path))

    def _do(self, command: str) -> None:
        try:
            if command in _COMMANDS:
                _COMMANDS[command](self._frame)
            elif command in TABLES["buttons"]:
                _press(self._frame, command)
            else:
                text = f"expected a command of MasterMind, got {shown(command)}"
                notify(text, self._frame)
        except WorkerError as error:
            caption = TABLES["captions"][command]
            notify(worker.why_not(f"{caption} needs", error), self._frame)
        except Exception:  # noqa: BLE001 - a button must not fail without a word
            fault = traceback.format_exc().strip().splitlines()[-1]
            notify(fault, self._frame)

    def addStatusListener(self, _listener: object, _url: object) -> None:
        pass

    def removeStatusListener(self, _listener: object, _url: object) -> None:
        pass


def _model(frame: Any) -> Any:
    return frame.Controller.Model if frame and frame.Controller else None


# Buttons


def _sheet_of(frame: Any, name: str) -> Any:
    """Return the sheet that a button is for; say what is missing if there is none."""
    model, button = _model(frame), TABLES["buttons"][name]
    if document.is_spreadsheet(model):
        sheet = document.sheet_of(model, frame.Controller.ActiveSheet, button)
        if sheet is not None:
            return sheet
    lacks = "board on this sheet"
    if button["sheet"]:
        lacks = f"sheet {button['sheet']} in this document"
    cure = TABLES["captions"]["open_board"]
    notify(f"There is no {lacks}: choose MasterMind > {cure}.", frame)
    return None


def _press(frame: Any, name: str) -> None:
    """Press a button of the board that is shown, or of another sheet."""
    model, button = _model(frame), TABLES["buttons"][name]
    sheet = _sheet_of(frame, name)
    if sheet is None:
        return
    with one_step(model, button["caption"]):
        try:
            values = _values(model, sheet, button)
            changed = worker.ask("press", name, values, insist=True)
        except NoPythonError:
            changed = fallback_buttons.changes(sheet, name)
            if changed is None:
                raise
            notify("", frame)  # what it says may be of another button
        games = changed.pop("scores", ())
        document.write(model, sheet, changed, games)
        if "guess_input" in TABLES["alone"]["writes"].get(name, ()):
            document.renew_inputs(sheet)
        document.calculate(model)
    frame.Controller.setActiveSheet(sheet)
    select_next_input(model, sheet)
    # A button that was clicked keeps the keyboard; the next guess is for the sheet.
    later(frame.ComponentWindow.setFocus)
    url = TABLES["protocol"] + name
    for form in frame.Controller.ActiveSheet.DrawPage.Forms:
        for control in filter(lambda each: each.TargetURL == url, form):
            frame.Controller.getControl(control).addMouseListener(_Leaving())


class _Leaving(unohelper.Base, XMouseListener):
    """Has a button painted again when the mouse leaves it, or it might stay dark."""

    def mouseExited(self, event: Any) -> None:
        event.Source.removeMouseListener(self)
        event.Source.getPeer().invalidate(_ALL)

    def mouseEntered(self, _event: Any) -> None:
        pass

    def mousePressed(self, _event: Any) -> None:
        pass

    def mouseReleased(self, _event: Any) -> None:
        pass

    def disposing(self, _event: Any) -> None:
        pass


def _values(model: Any, sheet: Any, button: dict[str, Any]) -> dict[str, Any]:
    """Return the values that a button takes, once all formulas are computed."""
    document.calculate(model)
    values = document.read(sheet, button["inputs"])
    if button["board_input"]:
        board = values[button["board_input"]][0][0]
        values.update(document.read_board(model, board, TABLES["board_inputs"]))
    scores = document.scores(model)
    if scores is not None:
        values["scores"] = scores
    values["player"] = document.player(model)
    values["workbook"] = ((document.path(model),),)
    return values


def _copy_result(frame: Any) -> None:
    """Copy the result for friends, and say so in the board's message."""
    model, name = _model(frame), "copy_result"
    sheet = _sheet_of(frame, name)
    if sheet is None:
        return
    document.calculate(model)
    cells = document.named(sheet, "result")
    lines = [line for (line,) in cells.getDataArray()] if cells else []
    if any(lines):
        copy("\n".join(lines).rstrip())
    message = document.named(sheet, "copy_message")
    if message:
        with one_step(model, TABLES["captions"][name]):
            document.say(model, sheet, message.getDataArray())
            document.calculate(model)


# The menu's other commands


def _open_board(_frame: Any) -> Any:
    """Open a new game as an untitled document."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "MasterMind.xlsx"
        worker.ask("board", str(file), insist=True)
        as_template = PropertyValue(Name="AsTemplate", Value=True)
        return desktop().loadComponentFromURL(
            uno.systemPathToFileUrl(str(file)), "_blank", 0, (as_template,)
        )


def _help(frame: Any) -> None:
    """Show the Help sheet, of a new workbook if this document has none."""
    model = _model(frame)
    if not document.has_board(model):
        model = _open_board(frame)
    model.CurrentController.setActiveSheet(model.Sheets.getByName("Help"))


def _about(_frame: Any) -> None:
    """Show versions, and the Python in use or why it is not."""
    lines = [f"MasterMind {TABLES['version']}"]
    try:
        worker.ask("call", "BLACK", [1122, 1236], insist=True)
    except WorkerError as error:
        lines.append(worker.why_not("Functions and other buttons need", error))
    else:
        greeting = worker.client.greeting
        lines.append(f"Python {greeting['python']}, {greeting['executable']}")
    lines.append(
        f"LibreOffice {_libreoffice()}, its own Python {platform.python_version()}"
    )
    inform("MasterMind", "\n".join(lines))


def _libreoffice() -> str:
    provider = service("com.sun.star.configuration.ConfigurationProvider")
    path = PropertyValue(Name="nodepath", Value="/org.openoffice.Setup/Product")
    view = "com.sun.star.configuration.ConfigurationAccess"
    product = provider.createInstanceWithArguments(view, (path,))
    return str(product.getByName("ooSetupVersionAboutBox"))


_COMMANDS: dict[str, Callable[[Any], Any]] = {
    "copy_result": _copy_result,
    "open_board": _open_board,
    "help": _help,
    "about": _about,
}

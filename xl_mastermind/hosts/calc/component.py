"""
The extension's services: the add-in, the job, and the handler of buttons and menu.

This runs inside LibreOffice, in whatever Python that has: standard library only,
and nothing that Python 3.8 does not know.
"""

from __future__ import annotations

import json
import os
import platform
import struct
import tempfile
import threading
import traceback
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uno
import unohelper
from com.sun.star.awt import XCallback
from com.sun.star.beans import PropertyValue
from com.sun.star.frame import XDispatch, XDispatchProvider
from com.sun.star.lang import XInitialization, XServiceInfo
from com.sun.star.task import XJob
from org.xlmastermind import XMasterMind

from . import document
from .client import BusyError, Client, WorkerError, settings_file
from .saving import Guard

if TYPE_CHECKING:
    from collections.abc import Callable

    _Cell = float | str
    _Result = _Cell | tuple[tuple[_Cell, ...], ...]

TABLES: dict[str, Any] = json.loads(
    Path(__file__).with_name("tables.json").read_text(encoding="utf-8")
)


def _error(code: int) -> float:
    """Return what a cell shows as an error."""
    number: float = struct.unpack("<d", struct.pack("<Q", 0x7FF8 << 48 | code))[0]
    return number


_ERRORS = {
    "#VALUE!": _error(519),
    "#N/A": _error(32767),
    "#ADDIN?": _error(530),  # while the worker cannot answer
}

_KEPT = 16
"""
So many answers are kept.

Calc asks again for all that a typed peg might change, though most of it does not.
"""

_PAUSE = 2.0
"""Seconds until the worker is asked again whether it can do better by now."""

_NOTICE = "xl-mastermind"
"""The name of our bar above a document."""


# What a person sees


def _service(name: str) -> Any:
    context = uno.getComponentContext()
    return context.ServiceManager.createInstanceWithContext(name, context)


def _desktop() -> Any:
    return _service("com.sun.star.frame.Desktop")


def _ask(text: str, buttons: str) -> int:
    """Ask a person; where nobody can see it the answer is 0, as if cancelled."""
    return _box("QUERYBOX", f"BUTTONS_{buttons}", "MasterMind", text)


def _goes_on() -> bool:
    yes = uno.getConstantByName("com.sun.star.awt.MessageBoxResults.YES")
    text = "MasterMind is still computing. Go on waiting?"
    return bool(_ask(text, "YES_NO") == yes)


def _box(kind: str, buttons: str, title: str, text: str) -> int:
    """Show a box and return the button pressed; 0 where nobody can see it."""
    frame = _desktop().getCurrentFrame()
    toolkit = _service("com.sun.star.awt.Toolkit")
    box = toolkit.createMessageBox(
        frame.ContainerWindow if frame else None,
        uno.Enum("com.sun.star.awt.MessageBoxType", kind),
        uno.getConstantByName(f"com.sun.star.awt.MessageBoxButtons.{buttons}"),
        title,
        text,
    )
    answer: int = box.execute()
    return answer


class _Later(unohelper.Base, XCallback):
    """Does something as soon as LibreOffice is idle."""

    def __init__(self, act: Callable[[], None]) -> None:
        self._act = act

    def notify(self, _data: object) -> None:
        self._act()


def _later(act: Callable[[], None]) -> None:
    _service("com.sun.star.awt.AsyncCallback").addCallback(_Later(act), None)


def _after(seconds: float, act: Callable[[], None]) -> None:
    """Do something after some seconds, as soon as LibreOffice is idle then."""
    timer = threading.Timer(seconds, lambda: _later(act))
    timer.daemon = True
    timer.start()


class _MainThread:
    """
    LibreOffice's main thread, where all that a person does happens.

    A program that drives LibreOffice calls from another thread. What our buttons do
    there would now and then wait for ever: a Python object that dies waits for
    LibreOffice, while LibreOffice's main thread waits for Python.
    """

    def __init__(self) -> None:
        self._thread = 0
        _later(self._find)

    def _find(self) -> None:
        self._thread = threading.get_ident()

    def run(self, act: Callable[[], None]) -> None:
        """Do something there, and return when it is done."""
        if self._thread in (0, threading.get_ident()):
            act()
            return
        done = threading.Event()

        def act_and_tell() -> None:
            try:
                act()
            finally:
                done.set()

        _later(act_and_tell)
        done.wait()


_main_thread = _MainThread()


def _notify(text: str) -> None:
    """Say something in a bar above the document; no text takes the bar away."""
    frame = _desktop().getCurrentFrame()
    controller = frame.Controller if frame else None
    if controller is None or not hasattr(controller, "hasInfobar"):
        return
    if controller.hasInfobar(_NOTICE):
        controller.removeInfobar(_NOTICE)
    if text:
        warning = uno.getConstantByName("com.sun.star.frame.InfobarType.WARNING")
        controller.appendInfobar(_NOTICE, "MasterMind", text, warning, (), True)  # noqa: FBT003


class _Worker:
    """The worker, and what people were told about it."""

    def __init__(self) -> None:
        settings = settings_file(os.environ)
        self.client = Client(settings, TABLES["version"], _goes_on)
        self._told = ""

    def ask(self, *request: object, insist: bool = False) -> Any:
        """Return the worker's answer; why there is none, people are told once."""
        try:
            value = self.client.ask(*request, insist=insist)
        except BusyError:
            raise
        except WorkerError as error:
            self._tell(str(error))
            raise
        self._tell("")
        return value

    def _tell(self, text: str) -> None:
        if text != self._told:
            self._told = text
            _later(lambda: _notify(text))


_worker = _Worker()


# The worksheet functions


def _cell(value: float | str) -> _Cell:
    return _ERRORS.get(value, value) if isinstance(value, str) else float(value)


def _rows(value: Any) -> tuple[tuple[_Cell, ...], ...]:
    rows = value if isinstance(value, list) else [[value]]
    return tuple(tuple(map(_cell, row)) for row in rows)


def _given(arguments: tuple[Any, ...], repeated: bool) -> list[Any]:  # noqa: FBT001
    """Return the arguments as they were written: the last ones may be missing."""
    given = [*arguments[:-1], *arguments[-1]] if repeated else [*arguments]
    while given and given[-1] is None:
        given.pop()
    return given


def _method(signature: dict[str, Any]) -> Callable[..., _Result]:
    """Return a method of the add-in."""
    as_result: Callable[[Any], _Result] = _rows if signature["is_array"] else _cell

    def call(_self: object, *arguments: Any) -> _Result:
        given = _given(arguments, signature["repeated"])
        if len(given) < signature["required"]:
            return as_result("#VALUE!")
        try:
            answer = _answer(signature["name"], as_result, *given)
        except WorkerError:
            return as_result("#ADDIN?")
        if isinstance(answer, tuple) and any(TABLES["for_now"] in r for r in answer):
            _for_now.ask_again()
        return answer

    return call


@lru_cache(maxsize=_KEPT)
def _answer(name: str, as_result: Callable[[Any], _Result], *given: Any) -> _Result:
    """Return the worker's answer, the same to the same question."""
    return as_result(_worker.ask("call", name, given))


class _ForNow:
    """Answers for now, and their cells, which get better ones when they can be had."""

    def __init__(self) -> None:
        self._waits = False

    def ask_again(self) -> None:
        """Do so in a while."""
        if not self._waits:
            self._waits = True
            _after(_PAUSE, self._look)

    def _look(self) -> None:
        self._waits = False
        try:
            is_ready = _worker.ask("is_ready")
        except BusyError:
            is_ready = False
        except WorkerError:  # then people are told already
            return
        if not is_ready:
            self.ask_again()
            return
        _answer.cache_clear()
        for model in list(_desktop().Components):
            if document.is_spreadsheet(model):
                document.recalculate(model)


_for_now = _ForNow()


class _AddIn(unohelper.Base, XMasterMind, XServiceInfo):
    """The worksheet functions of every document."""

    def getImplementationName(self) -> str:
        return str(TABLES["add_in"])

    def supportsService(self, name: str) -> bool:
        return name in self.getSupportedServiceNames()

    def getSupportedServiceNames(self) -> tuple[str, ...]:
        return TABLES["add_in"], "com.sun.star.sheet.AddIn"


for _name, _signature in TABLES["functions"].items():
    setattr(_AddIn, _name, _method(_signature))


def _about() -> str:
    """Return versions, and the Python in use or why it is not."""
    lines = [f"MasterMind {TABLES['version']}"]
    try:
        _worker.ask("call", "BLACK", [1122, 1236], insist=True)
    except WorkerError as error:
        lines.append(str(error))
    else:
        greeting = _worker.client.greeting
        lines.append(f"Python {greeting['python']}, {greeting['executable']}")
    lines.append(
        f"LibreOffice {_libreoffice()}, its own Python {platform.python_version()}"
    )
    return "\n".join(lines)


def _libreoffice() -> str:
    provider = _service("com.sun.star.configuration.ConfigurationProvider")
    path = PropertyValue(Name="nodepath", Value="/org.openoffice.Setup/Product")
    view = "com.sun.star.configuration.ConfigurationAccess"
    product = provider.createInstanceWithArguments(view, (path,))
    return str(product.getByName("ooSetupVersionAboutBox"))


# Documents


class _Job(unohelper.Base, XJob, XServiceInfo):
    """Makes a workbook of ours play when it is opened."""

    def __init__(self, _context: object) -> None:
        pass

    def execute(self, arguments: Any) -> None:
        groups = {group.Name: group.Value for group in arguments}
        environment = {item.Name: item.Value for item in groups["Environment"]}
        model = environment.get("Model")
        try:
            if model is not None and document.has_board(model):
                _worker.client.warm_up()
                document.Connection(model, TABLES, _after)
                frame = model.CurrentController.Frame
                Guard(frame, _service, _ask, document.has_board)
        except Exception:  # noqa: BLE001 - opening a document must not fail by us
            fault = traceback.format_exc().strip().splitlines()[-1]
            _notify(f"This workbook could not be made to play: {fault}")

    def getImplementationName(self) -> str:
        return str(TABLES["job"])

    def supportsService(self, name: str) -> bool:
        return name in self.getSupportedServiceNames()

    def getSupportedServiceNames(self) -> tuple[str, ...]:
        return (TABLES["job"],)


class _Handler(
    unohelper.Base, XServiceInfo, XDispatchProvider, XDispatch, XInitialization
):
    """Does what buttons and menu ask for, by their URL."""

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
            _COMMANDS[command](self._frame, command)
        except WorkerError as error:
            _notify(str(error))
        except Exception:  # noqa: BLE001 - a button must not fail without a word
            _notify(traceback.format_exc().strip().splitlines()[-1])

    def addStatusListener(self, _listener: object, _url: object) -> None:
        pass

    def removeStatusListener(self, _listener: object, _url: object) -> None:
        pass

    def getImplementationName(self) -> str:
        return str(TABLES["handler"])

    def supportsService(self, name: str) -> bool:
        return name in self.getSupportedServiceNames()

    def getSupportedServiceNames(self) -> tuple[str, ...]:
        return TABLES["handler"], "com.sun.star.frame.ProtocolHandler"


def _model(frame: Any) -> Any:
    return frame.Controller.Model if frame and frame.Controller else None


def _press(frame: Any, button: str) -> None:
    """Press a button of the board that a person looks at, or of another sheet."""
    model = _model(frame)
    sheet = frame.Controller.ActiveSheet if document.is_spreadsheet(model) else None
    _answer.cache_clear()
    inputs, home = TABLES["inputs"][button], TABLES["homes"].get(button)
    if sheet is not None and home:
        sheet = document.sheet_with(model, home)
    if sheet is None or not (home or document.is_board(sheet)):
        _notify("There is no board on this sheet: choose MasterMind > Open the Board.")
        return
    values = document.read(sheet, inputs)
    follows = TABLES["follows"].get(button)
    if follows:
        followed = values[follows][0][0]
        values.update(document.read_board(model, followed, TABLES["board_inputs"]))
    scores = document.scores(model)
    if scores is not None:
        values["scores"] = scores
    path = uno.fileUrlToSystemPath(model.URL) if model.hasLocation() else ""
    values["workbook"] = ((path,),)
    changed = _worker.ask("press", button, values, insist=True)
    added = changed.pop("scores", ())
    document.press(model, sheet, changed, added)
    # A button that was clicked keeps the keyboard; the next guess is for the sheet.
    _later(frame.ComponentWindow.setFocus)


def _open_board(_frame: Any, _command: str) -> Any:
    """Open a new game as an untitled document."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "MasterMind.xlsx"
        _worker.ask("board", str(file), insist=True)
        as_template = PropertyValue(Name="AsTemplate", Value=True)
        return _desktop().loadComponentFromURL(
            uno.systemPathToFileUrl(str(file)), "_blank", 0, (as_template,)
        )


def _help(frame: Any, command: str) -> None:
    """Show the Help sheet, of a new workbook if this document has none."""
    model = _model(frame)
    if not document.has_board(model):
        model = _open_board(frame, command)
    model.CurrentController.setActiveSheet(model.Sheets.getByName("Help"))


def _show_about(_frame: Any, _command: str) -> None:
    _box("INFOBOX", "BUTTONS_OK", "About MasterMind", _about())


_COMMANDS: dict[str, Callable[[Any, str], Any]] = {
    **dict.fromkeys(TABLES["macros"].values(), _press),
    "open_board": _open_board,
    "help": _help,
    "about": _show_about,
}


# Registration


g_ImplementationHelper = unohelper.ImplementationHelper()  # noqa: N816 - UNO's name
for _make, _names in (
    (lambda _context: _AddIn(), (TABLES["add_in"], "com.sun.star.sheet.AddIn")),
    (_Job, (TABLES["job"],)),
    (_Handler, (TABLES["handler"], "com.sun.star.frame.ProtocolHandler")),
):
    g_ImplementationHelper.addImplementation(_make, _names[0], _names)

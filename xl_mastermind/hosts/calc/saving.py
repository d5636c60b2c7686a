"""
Stands between a person who saves a workbook of ours and LibreOffice.

LibreOffice can write Excel's format, but not a workbook that plays in Excel: our
functions and macros do not come through. So it warns before it does, and offers
its own format first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import uno
import unohelper
from com.sun.star.beans import PropertyValue
from com.sun.star.frame import (
    XDispatch,
    XDispatchProviderInterceptor,
    XInterceptorInfo,
)

from .document import has_board, is_plain
from .screen import ask, service

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

_WARNING = """\
LibreOffice would write an Excel workbook whose buttons and functions no longer work \
in Excel.

For Excel, make a workbook with the command: xl-mastermind build
To keep this game for LibreOffice, save it as ODF Spreadsheet (.ods).

Write the Excel workbook all the same?"""

_QUESTION = "The game in “{}” has changed. Save it?"

_SAVE, _SAVE_AS, _QUIT = ".uno:Save", ".uno:SaveAs", ".uno:Quit"
_CLOSE = (".uno:CloseDoc", ".uno:CloseWin", ".uno:CloseFrame")
_EXCEL_ENDINGS = (".xlsm", ".xlsx", ".xlsb", ".xltm", ".xltx", ".xls", ".xlt")
_ODF = "calc8"
_OK = 1
"""`com.sun.star.ui.dialogs.ExecutableDialogResults.OK`"""
_YES, _NO = 2, 3
"""`com.sun.star.awt.MessageBoxResults`, where 0 is Cancel"""


def _is_for_excel(url: str, kind: str = "") -> bool:
    """Return whether a file of this name and filter would be one of Excel's."""
    return url.lower().endswith(_EXCEL_ENDINGS) or "Excel" in kind


class _Command(unohelper.Base, XDispatch):
    """A command of LibreOffice, done only if we agree."""

    def __init__(
        self, agrees: Callable[[str, dict[str, Any]], bool], command: Any
    ) -> None:
        self._agrees = agrees
        self._command = command

    def dispatch(self, url: Any, arguments: Any) -> None:
        given = {argument.Name: argument.Value for argument in arguments}
        if self._agrees(url.Complete, given):
            self._command.dispatch(url, arguments)

    def addStatusListener(self, listener: Any, url: Any) -> None:
        self._command.addStatusListener(listener, url)

    def removeStatusListener(self, listener: Any, url: Any) -> None:
        self._command.removeStatusListener(listener, url)


class Guard(unohelper.Base, XDispatchProviderInterceptor, XInterceptorInfo):
    """Lets no Excel workbook be written from a frame before a person was asked."""

    def __init__(self, frame: Any) -> None:
        self._frame = frame
        self._slave: Any = None
        self._master: Any = None
        self._guarded = {
            _SAVE: self._may_save,
            _SAVE_AS: self._may_save,
            _QUIT: self._may_quit,
            **dict.fromkeys(_CLOSE, self._may_close),
        }
        frame.registerDispatchProviderInterceptor(self)

    def _may_save(self, command: str, given: dict[str, Any]) -> bool:
        model = self._frame.Controller.Model
        if not has_board(model):
            return True
        if command == _SAVE and model.hasLocation():
            given = {"URL": model.URL}
        if "URL" not in given:
            self._save_as(self._frame)
            return False
        if not _is_for_excel(given["URL"], given.get("FilterName", "")):
            return True
        if is_plain(model):  # it plays in Excel whoever has written it
            return True
        return ask(_WARNING, "YES_NO") == _YES

    def _may_close(self, _command: str, _given: dict[str, Any]) -> bool:
        return self._is_safe(self._frame)

    def _may_quit(self, _command: str, _given: dict[str, Any]) -> bool:
        frames = service("com.sun.star.frame.Desktop").Frames
        return all(self._is_safe(frame) for frame in frames if frame.Controller)

    def _is_safe(self, frame: Any) -> bool:
        """
        Return whether a window may be closed, having offered to save its game.

        LibreOffice would offer to save it as an Excel workbook, unwarned.
        """
        model = frame.Controller.Model
        is_at_home = model.hasLocation() and not _is_for_excel(model.URL)
        if (
            is_at_home
            or is_plain(model)
            or not model.isModified()
            or not has_board(model)
        ):
            return True
        answer = ask(_QUESTION.format(model.Title), "YES_NO_CANCEL")
        if answer == _YES:
            self._save_as(frame)
        elif answer == _NO:
            model.setModified(False)
        return not model.isModified()

    def _save_as(self, frame: Any) -> None:
        chosen = _choose_file(frame.Controller.Model)
        if chosen:
            helper = service("com.sun.star.frame.DispatchHelper")
            helper.executeDispatch(frame, _SAVE_AS, "", 0, _arguments(chosen))

    def getInterceptedURLs(self) -> tuple[str, ...]:
        return tuple(self._guarded)

    def queryDispatch(self, url: Any, target: str, flags: int) -> Any:
        command = self._slave.queryDispatch(url, target, flags)
        agrees = self._guarded.get(url.Complete)
        return _Command(agrees, command) if agrees and command else command

    def queryDispatches(self, requests: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(
            self.queryDispatch(r.FeatureURL, r.FrameName, r.SearchFlags)
            for r in requests
        )

    def getSlaveDispatchProvider(self) -> Any:
        return self._slave

    def setSlaveDispatchProvider(self, provider: Any) -> None:
        self._slave = provider

    def getMasterDispatchProvider(self) -> Any:
        return self._master

    def setMasterDispatchProvider(self, provider: Any) -> None:
        self._master = provider


def _arguments(values: dict[str, str]) -> tuple[Any, ...]:
    return tuple(PropertyValue(Name=n, Value=v) for n, v in values.items())


# Choosing a file; LibreOffice's own dialog would not say what was chosen.


def _choose_file(model: Any) -> dict[str, str]:
    """Return the URL and the filter that a person chooses, ODF first; or nothing."""
    dialog = service("com.sun.star.ui.dialogs.FilePicker")
    form = "com.sun.star.ui.dialogs.TemplateDescription.FILESAVE_AUTOEXTENSION"
    dialog.initialize((uno.getConstantByName(form),))
    filters = {f"{title} ({files})": kind for title, kind, files in _filters()}
    for title in filters:
        dialog.appendFilter(title, title.rpartition("(")[2].rstrip(")"))
    dialog.setCurrentFilter(next(iter(filters)))
    folder, _, name = model.URL.rpartition("/")
    if folder:
        dialog.setDisplayDirectory(folder)
    dialog.setDefaultName(unquote(name.rpartition(".")[0]) or model.Title)
    if dialog.execute() != _OK:
        return {}
    return {
        "URL": dialog.getFiles()[0],
        "FilterName": filters[dialog.getCurrentFilter()],
    }


def _filters() -> list[tuple[str, str, str]]:
    """Return the title, name and files of every format Calc keeps, its own first."""
    types = service("com.sun.star.document.TypeDetection")
    query = (
        "matchByDocumentService=com.sun.star.sheet.SpreadsheetDocument:"
        "iflags=3:eflags=4096"
    )
    factory = service("com.sun.star.document.FilterFactory")
    formats = factory.createSubSetEnumerationByQuery(query)
    filters = []
    while formats.hasMoreElements():
        found = {item.Name: item.Value for item in formats.nextElement()}
        kind = {item.Name: item.Value for item in types.getByName(found["Type"])}
        files = ";".join(f"*.{ending}" for ending in kind["Extensions"])
        filters.append((found["UIName"], found["Name"], files))
    return sorted(filters, key=lambda each: (each[1] != _ODF, each))

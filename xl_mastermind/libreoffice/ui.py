"""Show LibreOffice's message boxes and infobars; run code on its main thread."""

from __future__ import annotations

import threading
import traceback
from typing import TYPE_CHECKING, Any

import uno
import unohelper
from com.sun.star.awt import XCallback
from com.sun.star.datatransfer import DataFlavor, XTransferable
from com.sun.star.lang import XServiceInfo

if TYPE_CHECKING:
    from collections.abc import Callable

_INFOBAR = "xl-mastermind"


def service(name: str) -> Any:
    """Return a new instance of a LibreOffice service."""
    context = uno.getComponentContext()
    return context.ServiceManager.createInstanceWithContext(name, context)


def desktop() -> Any:
    """Return the desktop with all open documents and windows."""
    return service("com.sun.star.frame.Desktop")


class UnoService(unohelper.Base, XServiceInfo):
    """Base class of the extension's services."""

    service_names: tuple[str, ...] = ()
    """The implementation name, then the names of the services."""

    def __init__(self, _context: object, *_arguments: object) -> None:
        pass

    def getImplementationName(self) -> str:
        return self.service_names[0]

    def supportsService(self, name: str) -> bool:
        return name in self.service_names

    def getSupportedServiceNames(self) -> tuple[str, ...]:
        return self.service_names


def ignore_call(*_arguments: object) -> None:
    """Do nothing, as a method that an interface of LibreOffice requires."""


def confirm_waiting() -> bool:
    """Ask the user whether to keep waiting for the worker."""
    yes = uno.getConstantByName("com.sun.star.awt.MessageBoxResults.YES")
    text = "MasterMind is still computing. Keep waiting?"
    return bool(show_message_box("QUERYBOX", "BUTTONS_YES_NO", text) == yes)


def error_line(error: Exception) -> str:
    """Return an error with its type, or the last line of a long one."""
    lines = "".join(traceback.format_exception_only(type(error), error)).splitlines()
    return lines[-1].strip()


class _TransferableText(unohelper.Base, XTransferable):
    def __init__(self, text: str) -> None:
        self._text = text

    def getTransferData(self, _flavor: object) -> str:
        return self._text

    def getTransferDataFlavors(self) -> tuple[DataFlavor, ...]:
        mime_type = "text/plain;charset=utf-16"
        return (DataFlavor(mime_type, "Text", uno.getTypeByName("string")),)

    def isDataFlavorSupported(self, flavor: Any) -> bool:
        return bool(flavor.MimeType == self.getTransferDataFlavors()[0].MimeType)


def copy_to_clipboard(text: str) -> None:
    """Copy a text to the clipboard."""
    clipboard = service("com.sun.star.datatransfer.clipboard.SystemClipboard")
    clipboard.setContents(_TransferableText(text), None)


def show_message_box(box_type: str, buttons: str, text: str) -> int:
    """Show a text in a message box and return the number of the pressed button."""
    frame = desktop().getCurrentFrame()
    box = service("com.sun.star.awt.Toolkit").createMessageBox(
        frame.ContainerWindow if frame else None,
        uno.Enum("com.sun.star.awt.MessageBoxType", box_type),
        uno.getConstantByName(f"com.sun.star.awt.MessageBoxButtons.{buttons}"),
        *("MasterMind", text),
    )
    result: int = box.execute()
    return result


def show_infobar(text: str, frame: Any = None) -> None:
    """Show a text in the infobar above a document; "" removes the infobar."""
    frame = frame or desktop().getCurrentFrame()
    controller = frame.Controller if frame else None
    if controller is None or not hasattr(controller, "hasInfobar"):
        return
    if controller.hasInfobar(_INFOBAR):
        controller.removeInfobar(_INFOBAR)
    if text:
        warning = uno.getConstantByName("com.sun.star.frame.InfobarType.WARNING")
        controller.appendInfobar(_INFOBAR, "MasterMind", text, warning, (), True)  # noqa: FBT003


class _Callback(unohelper.Base, XCallback):
    """
    Run an action once and drop the reference to it.

    LibreOffice frees this object in another thread. An object of LibreOffice that is
    freed there waits for the main thread, which may wait for Python: a deadlock.
    """

    def __init__(self, action: Callable[[], None]) -> None:
        self._actions = [action]

    def notify(self, _data: object) -> None:
        self._actions.pop()()


def run_when_idle(action: Callable[[], None]) -> None:
    """Run an action on the main thread as soon as LibreOffice is idle."""
    callback = service("com.sun.star.awt.AsyncCallback")
    callback.addCallback(_Callback(action), None)


def run_after(seconds: float, action: Callable[[], None]) -> None:
    """Run an action after a delay, as soon as LibreOffice is idle."""
    timer = threading.Timer(seconds, lambda: run_when_idle(action))
    timer.daemon = True
    timer.start()

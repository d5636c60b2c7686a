"""LibreOffice's boxes and bars, and its main thread, which shows them."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import uno
import unohelper
from com.sun.star.awt import XCallback
from com.sun.star.datatransfer import DataFlavor, XTransferable
from com.sun.star.lang import XServiceInfo

if TYPE_CHECKING:
    from collections.abc import Callable

_BAR = "xl-mastermind"
"""The name of our bar above a document."""


def service(name: str) -> Any:
    """Return a new instance of one of LibreOffice's services."""
    context = uno.getComponentContext()
    return context.ServiceManager.createInstanceWithContext(name, context)


def desktop() -> Any:
    """Return the desktop, which has all open documents and windows."""
    return service("com.sun.star.frame.Desktop")


class Service(unohelper.Base, XServiceInfo):
    """One of our services, by its own name and those of the kinds that it is of."""

    names: tuple[str, ...] = ()

    def __init__(self, _context: object, *_arguments: object) -> None:
        pass

    def getImplementationName(self) -> str:
        return self.names[0]

    def supportsService(self, name: str) -> bool:
        return name in self.names

    def getSupportedServiceNames(self) -> tuple[str, ...]:
        return self.names


# Boxes and bars


def wants_to_wait() -> bool:
    """Ask in a box whether to go on waiting for the worker."""
    yes = uno.getConstantByName("com.sun.star.awt.MessageBoxResults.YES")
    text = "MasterMind is still computing. Go on waiting?"
    answer = _show_box("QUERYBOX", "BUTTONS_YES_NO", "MasterMind", text)
    return bool(answer == yes)


def inform(title: str, text: str) -> None:
    """Show a text in a box until it is closed."""
    _show_box("INFOBOX", "BUTTONS_OK", title, text)


class _Text(unohelper.Base, XTransferable):
    """A text for other programs."""

    def __init__(self, text: str) -> None:
        self._text = text

    def getTransferData(self, _flavor: object) -> str:
        return self._text

    def getTransferDataFlavors(self) -> tuple[DataFlavor, ...]:
        kind = "text/plain;charset=utf-16"
        return (DataFlavor(kind, "Text", uno.getTypeByName("string")),)

    def isDataFlavorSupported(self, flavor: Any) -> bool:
        return bool(flavor.MimeType == self.getTransferDataFlavors()[0].MimeType)


def copy(text: str) -> None:
    """Put a text on the clipboard."""
    clipboard = service("com.sun.star.datatransfer.clipboard.SystemClipboard")
    clipboard.setContents(_Text(text), None)


def _show_box(kind: str, buttons: str, title: str, text: str) -> int:
    frame = desktop().getCurrentFrame()
    toolkit = service("com.sun.star.awt.Toolkit")
    box = toolkit.createMessageBox(
        frame.ContainerWindow if frame else None,
        uno.Enum("com.sun.star.awt.MessageBoxType", kind),
        uno.getConstantByName(f"com.sun.star.awt.MessageBoxButtons.{buttons}"),
        title,
        text,
    )
    answer: int = box.execute()
    return answer


def notify(text: str, frame: Any = None) -> None:
    """Say something in a bar above a document; no text takes the bar away."""
    frame = frame or desktop().getCurrentFrame()
    controller = frame.Controller if frame else None
    if controller is None or not hasattr(controller, "hasInfobar"):
        return
    if controller.hasInfobar(_BAR):
        controller.removeInfobar(_BAR)
    if text:
        look = uno.getConstantByName("com.sun.star.frame.InfobarType.WARNING")
        controller.appendInfobar(_BAR, "MasterMind", text, look, (), True)  # noqa: FBT003


# The main thread


class _Callback(unohelper.Base, XCallback):
    """
    Does something once, and lets go of it there.

    What is left of this object LibreOffice frees in another thread, which holds
    Python. A method of LibreOffice's that dies there may wait for LibreOffice, while
    that waits for Python: for ever.
    """

    def __init__(self, act: Callable[[], None]) -> None:
        self._acts = [act]

    def notify(self, _data: object) -> None:
        self._acts.pop()()


def later(act: Callable[[], None]) -> None:
    """Do something as soon as LibreOffice is idle."""
    callback = service("com.sun.star.awt.AsyncCallback")
    callback.addCallback(_Callback(act), None)


def after(seconds: float, act: Callable[[], None]) -> None:
    """Do something after some seconds, as soon as LibreOffice is idle then."""
    timer = threading.Timer(seconds, lambda: later(act))
    timer.daemon = True
    timer.start()


class MainThread:
    """
    LibreOffice's main thread, where all that a person does happens.

    A program that drives LibreOffice calls from another thread. What our buttons do
    there would now and then wait for ever: a Python object that dies waits for
    LibreOffice, while LibreOffice's main thread waits for Python.
    """

    def __init__(self) -> None:
        self._thread = 0
        later(self._find)

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

        later(act_and_tell)
        done.wait()

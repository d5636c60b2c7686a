"""Start an Excel for a test run, invisible and apart from an Excel that is open."""

import contextlib
import gc
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from xl_mastermind.excel.safe_xlwings import xw
from xl_mastermind.install.machine import InstallError

STEP_TIMEOUT: Final = 600
"""Seconds; a longer step waits for an answer to a box that this program cannot read."""

_QUIT_TIMEOUT: Final = 10
"""Seconds that Excel gets to quit by itself."""

_LOW_SECURITY: Final = 1  # msoAutomationSecurityLow
_DECIMAL_SEPARATOR, _LIST_SEPARATOR, _COUNTRY = 3, 5, 1  # XlApplicationInternational

_BOX_CLASSES: Final = ("#32770", "NUIDialog", "bosa_sdm_XL9")
"""Window classes of the message boxes of Windows, Office and Excel."""


@dataclass
class PrivateExcel:
    """
    An invisible Excel of this program, and the boxes that it showed.

    Attributes
    ----------
    box_texts : list of str
        The texts of the boxes that were closed since `start_step`.
    """

    app: xw.App
    box_texts: list[str] = field(default_factory=list)
    _step_start: float = field(default_factory=time.monotonic)

    def start_step(self) -> None:
        """Forget the boxes of earlier steps, and start the timeout of a step."""
        self.box_texts.clear()
        self._step_start = time.monotonic()

    def watch(self, process_id: int, is_done: threading.Event) -> None:
        """
        Close boxes until the run is done, and end an Excel that is stuck.

        COM objects belong to the thread that made them, and a call does not return
        while a box is open. This thread therefore uses windows and processes only.
        """
        while not is_done.wait(1):
            self.box_texts += close_boxes(process_id)
            if time.monotonic() - self._step_start > STEP_TIMEOUT:
                self.box_texts.append(f"Excel did not answer in {STEP_TIMEOUT} s")
                end_process(process_id)
                return


@contextlib.contextmanager
def private_excel() -> Iterator[PrivateExcel]:
    """Yield a new Excel without a window; quit it at the end."""
    is_mac = sys.platform == "darwin"
    if is_mac and xw.apps.count:  # a Mac has one Excel at a time
        raise InstallError("expected a closed Excel, got an open one; quit it first")
    try:
        excel = PrivateExcel(xw.App(visible=False, add_book=True))
    except Exception as error:  # each platform has its own class of errors
        raise InstallError(f"expected an Excel that starts, got: {error}") from error
    process_id = excel.app.pid
    is_done = threading.Event()
    watch = threading.Thread(
        target=excel.watch, args=(process_id, is_done), daemon=True
    )
    watch.start()
    try:
        excel.app.display_alerts = False
        excel.app.screen_updating = False
        if not is_mac:
            excel.app.api.AutomationSecurity = _LOW_SECURITY
        yield excel
    finally:
        with contextlib.suppress(Exception):  # the other thread may have ended Excel
            for book in [*excel.app.books]:
                book.close()
            if is_mac:
                excel.app.quit()
            else:
                excel.app.api.Quit()
        is_done.set()
        watch.join()
        del excel
        gc.collect()  # COM keeps Excel alive while Python refers to one of its objects
        end_process(process_id, _QUIT_TIMEOUT)


def describe_excel(app: xw.App) -> str:
    """Return the version of Excel, and the settings that change the texts of cells."""
    if sys.platform == "darwin":
        return f"Excel {app.version} on macOS"
    api = app.api
    decimal, separator, country = map(
        api.International, (_DECIMAL_SEPARATOR, _LIST_SEPARATOR, _COUNTRY)
    )
    return (
        f"Excel {api.Version}.{api.Build}, {api.OperatingSystem}, decimal separator"
        f" {decimal}, list separator {separator}, country {country}"
    )


def copy_folder() -> Path | None:
    """Return the folder on a Mac in which Excel opens files without asking."""
    group = Path.home() / "Library/Group Containers/UBF8T346G9.Office"
    return group if sys.platform == "darwin" and group.is_dir() else None


if sys.platform == "win32":
    import win32api
    import win32con
    import win32event
    import win32gui
    import win32process

    def end_process(process_id: int, timeout: int = 0) -> None:
        """End one process by its handle, if it does not end in some seconds."""
        with contextlib.suppress(win32api.error):  # the process may have ended
            rights = win32con.SYNCHRONIZE | win32con.PROCESS_TERMINATE
            process = win32api.OpenProcess(rights, False, process_id)  # noqa: FBT003
            state = win32event.WaitForSingleObject(process, 1000 * timeout)
            if state != win32event.WAIT_OBJECT_0:
                win32api.TerminateProcess(process, 1)

    def close_boxes(process_id: int) -> list[str]:
        """Close the visible boxes of a process, and return their texts."""
        windows: list[int] = []
        win32gui.EnumWindows(lambda window, _: windows.append(window), None)
        return [
            _close_box(window)
            for window in windows
            if win32process.GetWindowThreadProcessId(window)[1] == process_id
            and win32gui.GetClassName(window) in _BOX_CLASSES
            and win32gui.IsWindowVisible(window)
        ]

    def _close_box(window: int) -> str:
        texts = [win32gui.GetWindowText(window)]
        with contextlib.suppress(win32gui.error):  # a box may have no child windows
            win32gui.EnumChildWindows(
                window,
                lambda child, _: texts.append(win32gui.GetWindowText(child)),
                None,
            )
        win32gui.PostMessage(window, win32con.WM_CLOSE, 0, 0)
        return " | ".join(filter(None, texts))

else:

    def end_process(_process_id: int, _timeout: int = 0) -> None:
        """Do nothing: xlwings ends Excel on a Mac."""

    def close_boxes(_process_id: int) -> list[str]:
        """Return no text: the boxes of a Mac need a permission."""
        return []

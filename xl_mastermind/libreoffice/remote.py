"""
Drive LibreOffice from outside, to install, remove or examine the extension.

A Python with UNO runs ``remote.py SOFFICE IDENTIFIER install|remove|examine
[FILE.oxt]``, which prints one JSON object.
"""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
import time
import uuid
from typing import TYPE_CHECKING, Any

import uno
import unohelper
from com.sun.star.beans import PropertyValue
from com.sun.star.container import NoSuchElementException
from com.sun.star.lang import IllegalArgumentException
from com.sun.star.task import XInteractionHandler
from com.sun.star.ucb import XCommandEnvironment
from com.sun.star.uno import Exception as UnoError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_START_SECONDS = 60
"""Time limit of a start; the first start creates a profile."""

_RESTART_EXIT_CODE = 81
"""Exit code of LibreOffice after it has created its profile."""

_HANDOVER_SECONDS = 5
"""Seconds until a running LibreOffice, to which a new one hands over, responds."""

_MAX_TRIALS = 5
"""LibreOffice may end or restart during an action."""


class _Approval(unohelper.Base, XInteractionHandler, XCommandEnvironment):
    """Approve all questions of an installation."""

    def handle(self, request: Any) -> None:
        approval = uno.getTypeByName("com.sun.star.task.XInteractionApprove")
        for continuation in request.getContinuations():
            choice = continuation.queryInterface(approval)
            if choice:
                choice.select()
                return

    def getInteractionHandler(self) -> _Approval:
        return self

    def getProgressHandler(self) -> None:
        pass


class Office:
    """A running LibreOffice, or one that is started with `options`."""

    def __init__(
        self,
        soffice: str,
        options: Sequence[str] = ("--headless",),
        environ: Mapping[str, str] | None = None,
    ) -> None:
        self._environ = environ
        self._pipe = f"pipe,name=xl-mastermind-{uuid.uuid4().hex};urp;"
        words = [f"--accept={self._pipe}", "--norestore", "--nologo", "--nodefault"]
        self._command = [soffice, *words, *options]
        self._soffice = soffice
        self.process = self._start()
        self.context = self._connect()

    def _start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(  # noqa: S603 - a fixed list, no shell
            self._command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=self._environ,
        )

    def _connect(self) -> Any:
        resolver = uno.getComponentContext().ServiceManager.createInstance(
            "com.sun.star.bridge.UnoUrlResolver"
        )
        url = f"uno:{self._pipe}StarOffice.ComponentContext"
        process_start = time.monotonic()
        deadline = process_start + _START_SECONDS
        while True:
            try:
                context = resolver.resolve(url)
                _check_connection(context)
            except UnoError:
                code, now = self.process.poll(), time.monotonic()
                has_handed_over = code == 0 and now > process_start + _HANDOVER_SECONDS
                if now < deadline and (code == _RESTART_EXIT_CODE or has_handed_over):
                    self.process, process_start = self._start(), now
                elif code or now > deadline:
                    self.process.kill()
                    raise OSError(f"{self._soffice} did not start") from None
                time.sleep(0.05)
            else:
                return context

    @property
    def is_responding(self) -> bool:
        """Whether this LibreOffice has neither ended nor restarted."""
        try:
            _check_connection(self.context)
        except UnoError:
            return False
        return True

    @property
    def was_running(self) -> bool:
        """Whether LibreOffice ran before; `close` leaves it running then."""
        return self.process.poll() == 0

    def service(self, name: str) -> Any:
        """Return a new instance of a LibreOffice service."""
        return self.context.ServiceManager.createInstanceWithContext(name, self.context)

    def close(self) -> None:
        """End this LibreOffice if it was started here."""
        if self.was_running:
            command = [self._soffice, f"--unaccept={self._pipe}"]
            subprocess.run(command, check=False, env=self._environ)  # noqa: S603 - fixed
            return
        with contextlib.suppress(UnoError):  # LibreOffice may end before it responds
            self.service("com.sun.star.frame.Desktop").terminate()
        try:
            self.process.wait(timeout=_START_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()

    @property
    def _manager(self) -> Any:
        name = "/singletons/com.sun.star.deployment.ExtensionManager"
        return self.context.getValueByName(name)

    def extension_version(self, identifier: str) -> str:
        """Return the version of an extension of this user, "" without it."""
        for extension in self._manager.getDeployedExtensions(
            "user", self._manager.createAbortChannel(), _Approval()
        ):
            if extension.Identifier.Value == identifier:
                return str(extension.Version)
        return ""

    def install_extension(self, file: str) -> None:
        """Install or update an extension for this user."""
        manager, url = self._manager, uno.systemPathToFileUrl(file)
        channel = manager.createAbortChannel()
        manager.addExtension(url, (), "user", channel, _Approval())

    def remove_extension(self, identifier: str) -> None:
        """Remove an extension of this user."""
        manager, names = self._manager, (identifier, f"{identifier}.oxt")
        channel = manager.createAbortChannel()
        manager.removeExtension(*names, "user", channel, _Approval())

    def version(self) -> str:
        """Return LibreOffice's version."""
        provider = self.service("com.sun.star.configuration.ConfigurationProvider")
        path = PropertyValue(Name="nodepath", Value="/org.openoffice.Setup/Product")
        view = "com.sun.star.configuration.ConfigurationAccess"
        product = provider.createInstanceWithArguments(view, (path,))
        return str(product.getByName("ooSetupVersionAboutBox"))

    def call_black(self, identifier: str) -> object:
        """Return the add-in's result of `BLACK(1122, 1236)`."""
        access = self.service("com.sun.star.sheet.FunctionAccess")
        function = f"{identifier}.AddIn.black".upper()
        try:
            value = access.callFunction(function, (1122.0, 1236.0))
        except NoSuchElementException:
            return None
        except IllegalArgumentException:
            if self.service(f"{identifier}.Job") is None:  # LibreOffice's Python fails
                raise
            return "an error"
        return value[0][0] if isinstance(value, tuple) else value


def _check_connection(context: Any) -> None:
    # A LibreOffice that is about to restart accepts connections, but fails here.
    context.ServiceManager.getAvailableServiceNames()


def run_action(
    soffice: str, identifier: str, action: str, *arguments: str
) -> dict[str, object]:
    """Run an action and return a report."""
    before = None
    for trial in range(1, _MAX_TRIALS + 1):
        office = Office(soffice)
        try:
            version = office.extension_version(identifier)
            before = version if before is None else before
            if action == "install":
                office.install_extension(*arguments)
            elif action == "remove" and version:
                office.remove_extension(identifier)
            return {
                "version": office.version(),
                "running": office.was_running,
                "before": before,
                "extension": office.extension_version(identifier),
                "score": office.call_black(identifier) if action == "examine" else None,
            }
        except UnoError as error:
            if office.is_responding or trial == _MAX_TRIALS:
                if not office.was_running:
                    raise error from None
                # An active environment gives the LibreOffice in it a wrong Python.
                text = "it is open and its Python fails"
                raise OSError(f"{text}; quit it, then start it from the menu") from None
        finally:
            office.close()
    raise AssertionError  # unreachable: the last trial returns or raises


def main() -> None:
    """Run the command line."""
    try:
        print(json.dumps(run_action(*sys.argv[1:])))  # noqa: T201 - this is its output
    except (OSError, UnoError) as error:
        sys.exit(" ".join(str(error).split()))


if __name__ == "__main__":
    main()

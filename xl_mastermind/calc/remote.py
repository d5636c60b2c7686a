"""
Drives LibreOffice from outside, to install, remove or examine the extension.

A Python that knows UNO runs this as a program: standard library only, and nothing
that Python 3.8 does not know. It prints one JSON object.

    python remote.py SOFFICE IDENTIFIER install FILE.oxt
    python remote.py SOFFICE IDENTIFIER remove
    python remote.py SOFFICE IDENTIFIER examine
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

START_SECONDS = 60
"""The first start of all makes a new profile, which takes a while."""

_STARTED_ANEW = 81
"""LibreOffice ends so when it has made its profile and wants to be started again."""

_HAND_OVER_SECONDS = 5
"""It ends at once where another runs, and that one answers soon, or is about to end."""

_TRIALS = 5
"""The most trials of an action: LibreOffice may end or start again."""


class _Approval(unohelper.Base, XInteractionHandler, XCommandEnvironment):
    """Says yes to whatever an installation asks."""

    def handle(self, request: Any) -> None:
        approval = uno.getTypeByName("com.sun.star.task.XInteractionApprove")
        for answer in request.getContinuations():
            chosen = answer.queryInterface(approval)
            if chosen:
                chosen.select()
                return

    def getInteractionHandler(self) -> _Approval:
        return self

    def getProgressHandler(self) -> None:
        return None


class Office:
    """A LibreOffice to drive: one that runs already, or is started with `options`."""

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
        self.context = self._connection()

    def _start(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(  # noqa: S603 - a list of our own, no shell
            self._command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=self._environ,
        )

    def _connection(self) -> Any:
        resolver = uno.getComponentContext().ServiceManager.createInstance(
            "com.sun.star.bridge.UnoUrlResolver"
        )
        url = f"uno:{self._pipe}StarOffice.ComponentContext"
        begun = time.monotonic()
        end = begun + START_SECONDS
        while True:
            try:
                context = resolver.resolve(url)
                _check_answer(context)
            except UnoError:
                code, now = self.process.poll(), time.monotonic()
                was_handed_over = code == 0 and now > begun + _HAND_OVER_SECONDS
                if now < end and (code == _STARTED_ANEW or was_handed_over):
                    self.process, begun = self._start(), now
                elif code or now > end:
                    self.process.kill()
                    message = f"{self._soffice} did not start"
                    raise OSError(message) from None
                time.sleep(0.05)
            else:
                return context

    @property
    def answers(self) -> bool:
        """Whether it has neither ended nor started again."""
        try:
            _check_answer(self.context)
        except UnoError:
            return False
        return True

    @property
    def was_running(self) -> bool:
        """Whether it ran before; then it is left running."""
        return self.process.poll() == 0

    def service(self, name: str) -> Any:
        """Return a new instance of one of LibreOffice's services."""
        return self.context.ServiceManager.createInstanceWithContext(name, self.context)

    def close(self) -> None:
        """End it if we have started it; else let it be as it was."""
        if self.was_running:
            unaccept = [self._soffice, f"--unaccept={self._pipe}"]
            subprocess.run(unaccept, check=False, env=self._environ)  # noqa: S603 - ours
            return
        with contextlib.suppress(UnoError):  # it ends faster than it answers
            self.service("com.sun.star.frame.Desktop").terminate()
        try:
            self.process.wait(timeout=START_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()

    # The extension

    @property
    def _manager(self) -> Any:
        name = "/singletons/com.sun.star.deployment.ExtensionManager"
        return self.context.getValueByName(name)

    def installed(self, identifier: str) -> str:
        """Return the version of an extension of this user, or nothing."""
        for extension in self._manager.getDeployedExtensions(
            "user", self._manager.createAbortChannel(), _Approval()
        ):
            if extension.Identifier.Value == identifier:
                return str(extension.Version)
        return ""

    def install(self, file: str) -> None:
        """Install an extension for this user, in place of any older one."""
        url = uno.systemPathToFileUrl(file)
        channel = self._manager.createAbortChannel()
        self._manager.addExtension(url, (), "user", channel, _Approval())

    def remove(self, identifier: str) -> None:
        """Remove an extension of this user."""
        channel = self._manager.createAbortChannel()
        name = f"{identifier}.oxt"
        self._manager.removeExtension(identifier, name, "user", channel, _Approval())

    def version(self) -> str:
        """Return LibreOffice's version."""
        provider = self.service("com.sun.star.configuration.ConfigurationProvider")
        path = PropertyValue(Name="nodepath", Value="/org.openoffice.Setup/Product")
        view = "com.sun.star.configuration.ConfigurationAccess"
        product = provider.createInstanceWithArguments(view, (path,))
        return str(product.getByName("ooSetupVersionAboutBox"))

    def score(self, identifier: str) -> object:
        """Return what the add-in answers to `BLACK(1122, 1236)`."""
        access = self.service("com.sun.star.sheet.FunctionAccess")
        function = f"{identifier}.AddIn.black".upper()
        try:
            value = access.callFunction(function, (1122.0, 1236.0))
        except NoSuchElementException:
            return None
        except IllegalArgumentException:
            if self.service(f"{identifier}.Job") is None:  # its Python fails
                raise
            return "an error"
        return value[0][0] if isinstance(value, tuple) else value


def _check_answer(context: Any) -> None:
    # One that is about to start again can be connected with, but does not answer this.
    context.ServiceManager.getAvailableServiceNames()


def run(soffice: str, identifier: str, action: str, *details: str) -> dict[str, object]:
    """Do an action, and return what was there before it, and what is there now."""
    before = None
    for trial in range(1, _TRIALS + 1):
        office = Office(soffice)
        try:
            installed = office.installed(identifier)
            before = installed if before is None else before
            if action == "install":
                office.install(*details)
            elif action == "remove" and installed:
                office.remove(identifier)
            return {
                "version": office.version(),
                "running": office.was_running,
                "before": before,
                "extension": office.installed(identifier),
                "score": office.score(identifier) if action == "examine" else None,
            }
        except UnoError as error:
            if office.answers or trial == _TRIALS:
                raise _failure(office, error) from None
        finally:
            office.close()
    raise AssertionError  # the last trial returns or raises


def _failure(office: Office, error: Exception) -> Exception:
    if not office.was_running:
        return error
    # Whoever starts it where an environment is activated gets a Python that fails.
    message = "it is open and its Python fails; quit it, then start it from the menu"
    return OSError(message)


def main() -> None:
    """Run the command line."""
    try:
        print(json.dumps(run(*sys.argv[1:])))  # noqa: T201 - this is its output
    except (OSError, UnoError) as error:
        sys.exit(" ".join(str(error).split()))


if __name__ == "__main__":
    main()

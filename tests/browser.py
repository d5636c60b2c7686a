"""A real browser without a window, driven through its DevTools protocol by pipes."""

import contextlib
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

BROWSERS = ("chromium", "chromium-headless-shell", "google-chrome", "chrome")

_INPUT, _OUTPUT = 3, 4
"""The browser's ends of the pipes, which it looks for at these numbers."""


def find_browser() -> str | None:
    return next(filter(None, map(shutil.which, BROWSERS)), None)


class Tab:
    """One page of a browser, as a phone shows it."""

    def __init__(self, browser: "Browser", session: str) -> None:
        self._browser = browser
        self._session = session

    def __call__(self, method: str, **given: object) -> Any:
        return self._browser.ask(method, self._session, **given)

    def show(self, page: Path, width: int, height: int, *, dark: bool) -> None:
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self("Emulation.setEmulatedMedia", features=[scheme])
        size = {"width": width, "height": height, "deviceScaleFactor": 2}
        self("Emulation.setDeviceMetricsOverride", **size, mobile=True)
        self("Page.enable")
        self("Page.navigate", url=page.as_uri())
        self._browser.wait_for("Page.loadEventFired")

    def run(self, script: str) -> Any:
        """Return what an expression of JavaScript gives, or promises."""
        done = self(
            "Runtime.evaluate",
            expression=script,
            returnByValue=True,
            awaitPromise=True,
        )
        return done["result"]["value"]

    def press(self, key: str, code: int) -> None:
        """Press a key of the keyboard."""
        for kind in ("rawKeyDown", "keyUp"):
            named = {"key": key, "code": key, "windowsVirtualKeyCode": code}
            self("Input.dispatchKeyEvent", type=kind, **named)

    def accessible_names(self) -> list[tuple[str, str]]:
        """Return role and name of all that a screen reader tells, in its order."""
        nodes = self("Accessibility.getFullAXTree")["nodes"]
        by_id = {node["nodeId"]: node for node in nodes}

        def told(node: Any) -> Iterator[tuple[str, str]]:
            if not node.get("ignored"):
                name = node.get("name", {}).get("value", "")
                yield node["role"]["value"], name
            for child in node.get("childIds", []):
                if child in by_id:
                    yield from told(by_id[child])

        return [*told(nodes[0])]


class Browser:
    """A browser that runs."""

    def __init__(self, program: str, folder: Path) -> None:
        theirs_in, ours_out = os.pipe()
        ours_in, theirs_out = os.pipe()

        def connect() -> None:
            # Neither end may be overwritten by the other on the way.
            ends = [os.dup(os.dup(os.dup(end))) for end in (theirs_in, theirs_out)]
            os.dup2(ends[0], _INPUT)
            os.dup2(ends[1], _OUTPUT)

        self._process = subprocess.Popen(
            [
                *(program, "--headless", "--no-sandbox", "--disable-gpu"),
                *("--remote-debugging-pipe", f"--user-data-dir={folder}"),
            ],
            preexec_fn=connect,  # noqa: PLW1509 - nothing else can renumber a pipe
            pass_fds=(_INPUT, _OUTPUT),
            stderr=subprocess.DEVNULL,
        )
        os.close(theirs_in)
        os.close(theirs_out)
        self._out = os.fdopen(ours_out, "wb", buffering=0)
        self._in = os.fdopen(ours_in, "rb")
        self._asked = 0
        self._seen: list[dict[str, Any]] = []

    def tab(self) -> Tab:
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        session = self.ask("Target.attachToTarget", targetId=target, flatten=True)
        return Tab(self, session["sessionId"])

    def ask(self, method: str, session: str | None = None, **given: object) -> Any:
        self._asked += 1
        question = {"id": self._asked, "method": method, "params": given}
        if session:
            question["sessionId"] = session
        self._out.write(json.dumps(question).encode() + b"\0")
        while (message := self._read()).get("id") != self._asked:
            self._seen.append(message)
        assert "error" not in message, message["error"]
        return message["result"]

    def wait_for(self, event: str) -> None:
        while not any(message.get("method") == event for message in self._seen):
            self._seen.append(self._read())
        self._seen.clear()

    def _read(self) -> dict[str, Any]:
        message = bytearray()
        while (byte := self._in.read(1)) != b"\0":
            assert byte, "the browser has ended"
            message += byte
        return dict(json.loads(message))

    def close(self) -> None:
        with contextlib.suppress(AssertionError, OSError):
            self.ask("Browser.close")
        self._out.close()
        self._in.close()
        self._process.wait(30)

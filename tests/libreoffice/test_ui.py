"""LibreOffice's main thread, by the real UNO."""

import importlib
import weakref
from typing import Any

import pytest
from libreoffice import skip_reason

pytestmark = pytest.mark.skipif(
    bool(skip_reason()), reason=skip_reason() or "LibreOffice is here"
)


def test_idle_callback_frees_its_action(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Else a document that is closed right after a button was pressed hangs LibreOffice
    # now and then: once in some 300 times on a busy machine.
    ui = importlib.import_module("xl_mastermind.libreoffice.ui")
    kept: list[Any] = []
    done: list[str] = []

    class Idle:
        """LibreOffice that has nothing else to do, and frees nothing yet."""

        def addCallback(self, callback: Any, data: object) -> None:  # noqa: N802 - UNO's name
            kept.append(callback)
            callback.notify(data)

    def act() -> None:
        done.append("done")

    monkeypatch.setattr(ui, "service", lambda _name: Idle())
    known = weakref.ref(act)
    ui.run_when_idle(act)
    assert (len(kept), done) == (1, ["done"])
    del act
    assert known() is None

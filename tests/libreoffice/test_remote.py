"""A LibreOffice that ends or restarts while a test controls it."""

import contextlib
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from libreoffice import descendants, environment, remote, skip_reason
from machines import write_program

from xl_mastermind.files import bundled_file
from xl_mastermind.workbook_files.edition import IDENTIFIER

pytestmark = pytest.mark.skipif(
    bool(skip_reason()), reason=skip_reason() or "LibreOffice is here"
)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("stranger")


@pytest.fixture(autouse=True)
def _stranger(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in environment(home).items():
        monkeypatch.setenv(name, value)


def kill(office: Any) -> None:
    for process in (*descendants(office.process.pid), office.process.pid):
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    office.process.wait()


@pytest.mark.slow
def test_action_is_repeated_if_libreoffice_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    extension = bundled_file("MasterMind.oxt")
    office_class = remote().Office
    killed: list[str] = []

    def killed_once(method: str) -> Any:
        done = getattr(office_class, method)

        def act(office: Any, *details: str) -> Any:
            if method not in killed:
                killed.append(method)
                kill(office)
            return done(office, *details)

        return act

    for method in ("install_extension", "version", "close"):
        monkeypatch.setattr(office_class, method, killed_once(method))
    found = remote().run_action("soffice", IDENTIFIER, "install", str(extension))
    assert killed == ["install_extension", "close", "version"]
    assert found["before"] == ""
    assert found["extension"] != ""
    # No Python is registered: that is no error of LibreOffice.
    assert remote().run_action("soffice", IDENTIFIER, "examine")["score"] == "an error"
    remote().run_action("soffice", IDENTIFIER, "remove")


def test_action_fails_after_five_trials(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    offices: list[Any] = []

    def end(office: Any, _: str) -> None:
        offices.append(office)
        kill(office)
        office.service("com.sun.star.frame.Desktop")

    monkeypatch.setattr(remote().Office, "extension_version", end)
    with pytest.raises(remote().UnoError):
        remote().run_action("soffice", IDENTIFIER, "examine")
    assert len(offices) == 5


@pytest.mark.slow
def test_action_restarts_libreoffice_after_a_handover(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = '[ -e "$0.begun" ] && exec soffice "$@"; : >"$0.begun"; exit 0'
    program = write_program(tmp_path / "soffice", script)
    monkeypatch.setattr(remote(), "_HANDOVER_SECONDS", 0.2)
    found = remote().run_action(str(program), IDENTIFIER, "examine")
    assert (found["extension"], found["running"]) == ("", False)


def test_error_names_a_libreoffice_that_fails(tmp_path: Path) -> None:
    program = write_program(tmp_path / "soffice", "exit 3")
    with pytest.raises(OSError, match=f"^{program} did not start$"):
        remote().run_action(str(program), IDENTIFIER, "examine")

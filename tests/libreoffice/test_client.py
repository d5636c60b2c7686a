"""The client and the worker, as two processes, without LibreOffice."""

import contextlib
import gc
import json
import os
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from machines import write_program
from processes import run_python, wait_for

from xl_mastermind import __version__
from xl_mastermind.files import write_file
from xl_mastermind.install import Machine
from xl_mastermind.install.libreoffice_registration import is_calc_connected
from xl_mastermind.libreoffice.client import Client, WorkerError

Clients = Callable[..., Client]

INSTALL_FIX = "install xl-mastermind with Python 3.11 or newer, then run its setup"


@pytest.fixture
def settings_path(tmp_path: Path) -> Path:
    return tmp_path / "xl-mastermind" / "calc.json"


def write_settings(file: Path, **chosen: object) -> None:
    """Write settings, by default those that have this Python answer."""
    write_file(file, json.dumps({"python": sys.executable} | chosen))


@pytest.fixture
def client_for(settings_path: Path) -> Iterator[Clients]:
    """Return a function that returns a client, with a worker of its own."""
    clients = []

    def client(
        version: str = __version__,
        keep_waiting: Callable[[], bool] = lambda: False,
        **chosen: object,
    ) -> Client:
        write_settings(settings_path, **chosen)
        clients.append(Client(settings_path, version, keep_waiting))
        return clients[-1]

    yield client
    for each in clients:
        assert ends(each.stop)


def ends(act: Callable[[], object]) -> bool:
    thread = threading.Thread(target=act, daemon=True)
    thread.start()
    thread.join(60)
    return not thread.is_alive()


def program(folder: Path, *lines: str) -> str:
    """Return a program of the shell, which shall pass for a Python."""
    return str(write_program(folder / "python", "\n".join(lines)))


# Requests and responses


def signal_worker(client: Client, number: signal.Signals) -> None:
    assert client._process  # noqa: SLF001
    client._process._process.send_signal(number)  # noqa: SLF001


def test_requests_share_a_worker(client_for: Clients) -> None:
    client = client_for()
    assert client.request("call", "BLACK", [1122, 1236]) == 1
    worker = client._process  # noqa: SLF001
    assert client.request("call", "WHITE", [1122, 1236]) == 1
    assert client._process is worker  # noqa: SLF001
    assert client.greeting["executable"] == sys.executable


def test_stop_returns_if_the_worker_dies(
    client_for: Clients, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = client_for()
    assert client.request("call", "BLACK", [1122, 1236]) == 1
    signal_worker(client, signal.SIGKILL)
    client._process._process.wait()  # type: ignore[union-attr]  # noqa: SLF001
    # What Python says as long as another thread is settings_path of the end.
    monkeypatch.setattr(subprocess.Popen, "poll", lambda _: None)
    client.stop()


@pytest.mark.slow
def test_request_restarts_a_dead_worker(client_for: Clients) -> None:
    client = client_for()
    client.request("call", "BLACK", [1122, 1236])
    for _ in range(3):
        signal_worker(client, signal.SIGKILL)
        assert client.request("call", "BLACK", [1122, 1236]) == 1


@pytest.mark.slow
@pytest.mark.parametrize("reaction", ["waits", "cancels", "interrupts"])
def test_request_never_returns_a_late_response(
    client_for: Clients, settings_path: Path, reaction: str
) -> None:
    def keep_waiting() -> bool:
        with pytest.raises(WorkerError, match="still busy with another call"):
            client.request("call", "BLACK", [1122, 1236])
        signal_worker(client, signal.SIGCONT)  # its response is on its way
        if reaction == "interrupts":
            raise KeyboardInterrupt
        return reaction == "waits"

    client = client_for(keep_waiting=keep_waiting)
    client.request("call", "BLACK", [1122, 1236])
    write_settings(settings_path, timeout=0.2)
    signal_worker(client, signal.SIGSTOP)
    if reaction == "waits":
        assert client.request("call", "BLACK", [1122, 1122]) == 4
    else:
        with pytest.raises((WorkerError, KeyboardInterrupt)) as error:
            client.request("call", "BLACK", [1122, 1122])
        text = "MasterMind's call was cancelled, after more than 0.2 seconds"
        assert str(error.value) == (text if reaction == "cancels" else "")
    write_settings(settings_path)
    assert client.request("call", "BLACK", [1122, 1236]) == 1


def test_unknown_function_raises_an_internal_error(client_for: Clients) -> None:
    with pytest.raises(
        WorkerError, match="MasterMind has an internal error: KeyError: 'GREY'"
    ):
        client_for().request("call", "GREY", [])


def test_error_names_another_version(client_for: Clients) -> None:
    said = f"has xl-mastermind {__version__}, this extension needs 0.1; run: xl-master"
    with pytest.raises(WorkerError, match=said):
        client_for("0.1").request("call", "BLACK", [1122, 1236])


def test_worker_ignores_modules_of_its_folder(
    client_for: Clients, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit('caught')", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    python = program(tmp_path, f'exec "{sys.executable}" "$@"')
    assert client_for(python=python).request("call", "BLACK", [1122, 1236]) == 1


OLD = "import sys; sys.version_info = (3, 9, 2); exec(sys.argv[1])"


@pytest.mark.table("script", "reason")
def test_error_names_the_fault_of_a_python(
    client_for: Clients, tmp_path: Path, script: str, reason: str
) -> None:
    script = script.replace("PYTHON", sys.executable).replace("OLD", OLD)
    is_program = script not in ("", "\0")
    python = program(tmp_path, script) if is_program else f"{tmp_path}/python{script}"
    timeout = 0.2 if "0.2" in reason else 30
    with pytest.raises(WorkerError) as error:
        client_for(python=python, timeout=timeout).request("call", "BLACK", [1, 2])
    assert str(error.value) == f"the Python {python} {reason}; {INSTALL_FIX}"


def test_error_replaces_undecodable_bytes(client_for: Clients, tmp_path: Path) -> None:
    python = f"{tmp_path}/gone \udcff"
    with pytest.raises(WorkerError, match=r"gone \? does not start \(No such") as error:
        client_for(python=python).request("call", "BLACK", [1122, 1236])
    assert str(error.value).isprintable()


ASK = """
import sys
from pathlib import Path
from xl_mastermind.libreoffice import process
from xl_mastermind.libreoffice.client import Client
assert sys.getfilesystemencoding() == "ascii"
client = Client(Path(sys.argv[1]), sys.argv[2], lambda: False)
print(client.request("call", "BLACK", [1122, 1236]), client.greeting["executable"])
client.stop()
"""


def test_worker_starts_from_any_path_in_any_locale(
    settings_path: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "Ümit's żółte gry"
    folder.mkdir()
    python = program(folder, f'exec "{sys.executable}" "$@"')
    write_settings(settings_path, python=python)
    # As the Python inside LibreOffice does if that starts with LC_ALL=C.
    plain = {"PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "LC_ALL": "C"}
    done = run_python(ASK, settings_path, __version__, env=os.environ | plain)
    assert (done.stdout, done.stderr) == (f"1 {sys.executable}\n", "")


def test_failed_worker_is_restarted_after_a_delay(
    client_for: Clients, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    starts = tmp_path / "starts"
    client = client_for(python=program(tmp_path, f"echo >>'{starts}'; exit 3"))

    def number_of_starts(*, retry_now: bool = False) -> int:
        with pytest.raises(WorkerError, match="exit code 3"):
            client.request("call", "BLACK", [1122, 1236], retry_now=retry_now)
        return len(starts.read_text("utf-8"))

    assert [number_of_starts() for _ in range(3)] == [1, 1, 1]
    assert number_of_starts(retry_now=True) == 2
    now += 4.9
    assert number_of_starts() == 2
    now += 0.2
    assert number_of_starts() == 3


# The settings


@pytest.mark.table("text", "reason")
def test_damaged_settings_raise_an_error(
    client_for: Clients, settings_path: Path, text: str, reason: str
) -> None:
    client = client_for()
    text = text.replace("DEEP", "[" * 100_000).replace("HUGE", f"{10**400}")
    text = text.replace("MANY", json.dumps({"python": ["python3"] * 100}))
    settings_path.write_text(text, "utf-8")
    with pytest.raises(WorkerError) as error:
        client.request("call", "BLACK", [1122, 1236])
    message = str(error.value)
    assert message.startswith(f"{settings_path} cannot be read (")
    assert message.endswith("); run: xl-mastermind setup")
    assert reason in message
    assert len(message) < 200 + len(str(settings_path))
    # `setup` replaces damaged settings.
    environ = {"XDG_CONFIG_HOME": str(settings_path.parents[1])}
    machine = Machine("linux", settings_path.parent, environ)
    assert not is_calc_connected(machine)
    write_settings(settings_path, extension=__version__)
    assert is_calc_connected(machine)


def test_missing_settings_raise_an_error(tmp_path: Path) -> None:
    client = Client(tmp_path / "none.json", __version__, lambda: False)
    said = "MasterMind has no Python; run: xl-mastermind setup"
    with pytest.raises(WorkerError, match=said):
        client.request("call", "BLACK", [1122, 1236])


# Responses belong to their requests


WORKER = f"""
import json, sys

print('{{"version": "{__version__}"}}')
for line in sys.stdin:
    number, *_ = json.loads(line)
    print(RESPONSE)
"""


@pytest.mark.table("response")
def test_invalid_response_raises_an_error(
    client_for: Clients, tmp_path: Path, response: str
) -> None:
    script = tmp_path / "worker.py"
    script.write_text(WORKER.replace("RESPONSE", response), "utf-8")
    python = program(tmp_path, f'exec "{sys.executable}" -uS "{script}"')
    with pytest.raises(WorkerError) as error:
        client_for(python=python).request("call", "BLACK", [1122, 1236])
    assert str(error.value).startswith(f"the Python {python} answers with ")
    assert str(error.value).endswith(f"; {INSTALL_FIX}")


# No call hangs


def test_stop_kills_children_of_the_worker(client_for: Clients, tmp_path: Path) -> None:
    number = tmp_path / "number"
    start = f"trap '' HUP; sleep 1000 & echo $! >'{number}'"  # no other signal ends it
    python = program(tmp_path, start, f'exec "{sys.executable}" "$@"')
    client = client_for(python=python)
    assert client.request("call", "BLACK", [1122, 1236]) == 1
    client.stop()
    wait_for(lambda: has_ended(int(number.read_text("utf-8"))), "the program's end")


def has_ended(process: int) -> bool:
    """Return whether a process is gone, or merely waits to be buried."""
    with contextlib.suppress(FileNotFoundError):
        stat = Path(f"/proc/{process}/stat").read_text("utf-8")
        return stat.rpartition(")")[2].split()[0] == "Z"
    return True


def test_stop_returns_while_a_process_keeps_the_pipes(
    client_for: Clients, tmp_path: Path
) -> None:
    number = tmp_path / "number"
    lines = f"setsid sleep 1000 & echo $! >'{number}'", f'exec "{sys.executable}" "$@"'
    client = client_for(python=program(tmp_path, *lines))
    try:
        assert client.request("call", "BLACK", [1122, 1236]) == 1
        assert ends(client.stop)
    finally:
        os.kill(int(number.read_text("utf-8")), signal.SIGKILL)


def test_request_times_out_if_the_worker_reads_nothing(
    client_for: Clients, settings_path: Path
) -> None:
    client = client_for()
    assert client.request("call", "BLACK", [1122, 1236]) == 1
    write_settings(settings_path, timeout=0.2)
    signal_worker(client, signal.SIGSTOP)
    said = []

    def ask_for_long() -> None:
        with pytest.raises(WorkerError) as error:
            client.request("call", "BLACK", [1122, ["x" * 1_000_000]])
        said.append(str(error.value))

    assert ends(ask_for_long)
    assert said == ["MasterMind's call was cancelled, after more than 0.2 seconds"]


class Cells:
    """Stands for cells of LibreOffice that a button has in its hands."""


@pytest.mark.parametrize("fault", ["hangs", "does not greet", "is not there"])
def test_error_keeps_no_reference_to_cells(
    client_for: Clients, settings_path: Path, tmp_path: Path, fault: str
) -> None:
    # Otherwise the garbage collector frees it in any thread:
    # that waits for LibreOffice then, and LibreOffice for Python, for ever.
    client = client_for()
    if fault == "hangs":
        client.request("call", "BLACK", [1122, 1236])
        write_settings(settings_path, timeout=0.2)
        signal_worker(client, signal.SIGSTOP)
    elif fault == "does not greet":
        write_settings(
            settings_path, python=program(tmp_path, "sleep 1000"), timeout=0.2
        )
    else:
        write_settings(settings_path, python=str(tmp_path / "gone"))
    held = []

    def press() -> None:
        cells = Cells()
        held.append(weakref.ref(cells))
        client.request("call", "BLACK", [1122, 1236])

    gc.disable()
    try:
        for _ in range(2):
            with contextlib.suppress(WorkerError):
                press()
        assert [each() for each in held] == [None, None]
    finally:
        gc.enable()

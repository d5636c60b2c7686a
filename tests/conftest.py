"""Options of test runs, and applications that start once for all tests."""

import contextlib
import hashlib
import os
import signal
import subprocess
import sys
from collections import defaultdict
from collections.abc import Generator, Iterator
from importlib.metadata import version
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Final

import durations
import pytest
from hypothesis import HealthCheck, settings
from installed import build_packages, build_skip_reason
from libreoffice import (
    Calc,
    Document,
    bare_calc,
    descendants,
    environment,
    remote,
    run,
    skip_reason,
)
from machines import (  # noqa: F401
    _installed_version,
    connected_pc,
    mac,
    make_machine,
    python,
    windows,
    workbook,
)

import xl_mastermind
from xl_mastermind.files import bundled_file
from xl_mastermind.solve.exact.kernel_loader import cache_folder

if TYPE_CHECKING:
    from wine import ExcelProcess, Windows

# A shell ignores Ctrl-C for background programs; tests send it to programs.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Tests with another home directory use the code that numba has compiled already.
os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_folder().parent))

# Without a clock and with fixed examples a test passes everywhere or nowhere.
# `pytest --hypothesis-profile=explore` tries new examples.
settings.register_profile(
    "repeatable",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "explore", settings.get_profile("repeatable"), derandomize=False, max_examples=2000
)
settings.load_profile("repeatable")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--fail-on-skip",
        action="store_true",
        help="fail skipped tests: here nothing may be missing",
    )
    parser.addoption(
        "--quick",
        action="store_true",
        help="skip the cases that tests/durations.txt lists as slow, except for a few",
    )
    parser.addoption(
        "--budget",
        metavar="SECONDS",
        type=float,
        help="run cases of this many CPU seconds: the cheapest of the first files",
    )
    parser.addoption(
        "--measure",
        metavar="FOLDER",
        help="write the CPU seconds of each case there",
    )


def pytest_configure(config: pytest.Config) -> None:
    if folder := config.getoption("measure"):
        config.pluginmanager.register(durations.DurationRecorder(Path(folder)))


_FILE_COST: Final = 0.8
"""CPU seconds of the import and the fixtures of a test file, on average."""

_COMPILE: Final = """
from xl_mastermind.solve.exact.search import Search
from xl_mastermind.solve.compilation import GAMES_BY_WORD_WIDTH, compile_kernels
for run in (Search.choose, Search.worst_case):
    compile_kernels(print, *GAMES_BY_WORD_WIDTH.values(), run=run)
compile_kernels(print)  # what compares guesses too
"""


@pytest.hookimpl(tryfirst=True)  # before there are workers
def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile the exact search once for all processes of the tests."""
    if "PYTEST_XDIST_WORKER" in os.environ or not find_spec("numba"):
        return
    kernels = sorted(Path(xl_mastermind.__file__).parent.rglob("*kernel.py"))
    texts = [kernel.read_bytes() for kernel in kernels]
    key = hashlib.sha256(version("numba").encode() + b"".join(texts)).hexdigest()[:16]
    done = cache_folder() / f"tests-{key}"
    if not done.exists():
        if reporter := session.config.pluginmanager.get_plugin("terminalreporter"):
            reporter.write_line("compiling the exact search, once: about a minute ...")
        subprocess.run([sys.executable, "-c", _COMPILE], check=True)  # noqa: S603
        done.touch()


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """
    Deselect slow cases, and run the slowest files first.

    A slow file at the end would keep one worker busy after all others have finished.
    """
    selected = [*items]
    if config.getoption("quick"):
        cases = [item.nodeid for item in items]
        for prefix in durations.SMOKE_PREFIXES:
            file_cases = [c for c in cases if c.startswith(prefix.partition("::")[0])]
            if file_cases and not any(c.startswith(prefix) for c in file_cases):
                raise pytest.UsageError(f"no case begins with {prefix}")
        selected = [item for item in selected if durations.is_quick(item.nodeid)]
    budget = config.getoption("budget")
    if budget is not None:
        files = [*dict.fromkeys(item.path for item in selected)]
        selected.sort(key=lambda item: (files.index(item.path), cost_of(item)))
        paths = [None, *(item.path for item in selected)]
        totals = accumulate(
            max(cost_of(item), 0.02) + _FILE_COST * (item.path != path)
            for item, path in zip(selected, paths, strict=False)
        )
        selected = [
            item
            for item, total in zip(selected, totals, strict=True)
            if total <= budget
        ]
    config.hook.pytest_deselected(items=[*{*items} - {*selected}])
    file_costs: dict[Path, float] = defaultdict(float)
    for item in selected:
        file_costs[item.path] += cost_of(item)
    sign = -1 if budget is None else 1
    items[:] = sorted(selected, key=lambda item: sign * file_costs[item.path])


def cost_of(item: pytest.Item) -> float:
    return durations.cost_of(item.nodeid)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Kill the child processes of a test after its timeout, so that it fails."""
    limit = Timer(float(item.config.getini("timeout")), _kill_children)
    limit.daemon = True
    limit.start()
    try:
        return (yield)
    finally:
        limit.cancel()


def _kill_children() -> None:
    for process in [*descendants(os.getpid())]:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    skips_are_failures = item.config.getoption("fail_on_skip")
    if report.skipped and skips_are_failures and not _is_elsewhere(report):
        report.outcome = "failed"
        report.longrepr = f"skipped: {_reason(report)}"
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the reasons of skipped tests at the end."""
    skipped = terminalreporter.stats.get("skipped", [])
    if reasons := sorted({_reason(r) for r in skipped if not _is_elsewhere(r)}):
        terminalreporter.write_line(f"not tested here: {'; '.join(reasons)}")


def _reason(report: pytest.TestReport) -> str:
    *_, reason = report.longrepr if isinstance(report.longrepr, tuple) else ("",)
    return str(reason).removeprefix("Skipped: ")


def _is_elsewhere(report: pytest.TestReport) -> bool:
    """Return whether a skipped test is for another machine."""
    return _reason(report).startswith("elsewhere: ")


@pytest.fixture(scope="session")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return the sdist and the wheel of this package."""
    if reason := build_skip_reason():
        pytest.skip(reason)
    return build_packages(tmp_path_factory.mktemp("distributions"))


@pytest.fixture(scope="session")
def calc_environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the environment of a user who has run `xl-mastermind setup`."""
    if reason := skip_reason():
        pytest.skip(reason)
    environ = environment(tmp_path_factory.mktemp("calc") / "home")
    done = run("setup", environ=environ)
    assert done.returncode == 0, done.stderr
    return environ


@pytest.fixture(scope="session")
def calc(calc_environment: dict[str, str]) -> Iterator[Calc]:
    """Return a LibreOffice after `setup`."""
    office = Calc(calc_environment)
    yield office
    office.close()


@pytest.fixture(scope="session")
def calc_without_setup(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Calc]:
    """Return a LibreOffice with the extension and without `setup`."""
    if reason := skip_reason():
        pytest.skip(reason)
    folder = tmp_path_factory.mktemp("alone")
    environ = environment(folder / "home")
    office = remote().Office("soffice", environ=environ)
    office.install_extension(str(bundled_file("MasterMind.oxt")))
    office.close()
    calc = Calc(environ)
    yield calc
    calc.close()


@pytest.fixture(scope="session")
def calc_without_extension(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Calc]:
    """Return a LibreOffice without the extension."""
    yield from bare_calc(tmp_path_factory.mktemp("plain"))


@pytest.fixture(scope="session")
def wine(
    distributions: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator["Windows"]:
    """Return a Windows under Wine, with the package in a Python of an unusual path."""
    from wine import Windows  # noqa: PLC0415, 1.5 s, for few

    _, wheel = distributions
    made = Windows(tmp_path_factory.mktemp("wine"), wheel, "Zoë's 100% Python & Co")
    yield made
    made.close()


@pytest.fixture(scope="session")
def excel_process(wine: "Windows") -> Iterator["ExcelProcess"]:
    """Return a Windows process that simulates Excel."""
    from wine import ExcelProcess  # noqa: PLC0415, 1.5 s, for few

    process = ExcelProcess(wine)
    yield process
    process.close()


@pytest.fixture(scope="session")
def shared_document(calc: Calc) -> Iterator[Document]:
    """Return the committed workbook as a new document with all sheets connected."""
    document = calc.open(AsTemplate=True)
    document.wait_for_all_sheets()
    document.store_inputs()
    yield document
    document.close()


@pytest.fixture
def board(shared_document: Document) -> Document:
    """Return the shared document in its initial state, with the first board shown."""
    shared_document.restore_inputs()
    return shared_document


@pytest.fixture
def new_document(calc: Calc, tmp_path: Path) -> Iterator[Document]:
    """Return a new workbook with the boards Little and Black Pegs for one test."""
    from boards import fresh, write_workbook  # noqa: PLC0415, 1 s, for few

    file = tmp_path / "MasterMind.xlsm"
    write_workbook(file, fresh("3x4"), fresh("4x6 black"))
    document = calc.open(file, AsTemplate=True)
    yield document
    document.close()


@pytest.fixture(scope="session")
def one_board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a workbook with the board Mastermind, and the other sheets."""
    from boards import fresh, write_workbook  # noqa: PLC0415, 1 s, for few

    file = tmp_path_factory.mktemp("one") / "MasterMind.xlsm"
    write_workbook(file, fresh())
    return file


@pytest.fixture(scope="session")
def small_workbook(calc: Calc, one_board: Path) -> Path:
    """Return a workbook with two sheets, which LibreOffice opens and saves fast."""
    file = one_board.with_name("small.ods")
    document = calc.open(one_board, AsTemplate=True)
    document.wait_for_all_sheets()
    document.keep_sheets("Mastermind", "Scores")
    document.save_as(file, "calc8")
    document.close()
    return file


@pytest.fixture
def small_document(calc: Calc, small_workbook: Path) -> Iterator[Document]:
    """Return a document of a test's own, with the sheets Mastermind and Scores."""
    document = calc.open(small_workbook, AsTemplate=True)
    yield document
    document.close()


@pytest.fixture
def blank_document(calc: Calc) -> Iterator[Document]:
    """Return an empty document."""
    document = calc.new()
    yield document
    document.close()

"""Options of test runs, and applications that start once for all tests."""

import contextlib
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Generator, Iterator
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Final

import pytest
from expected_values import DATA, tuples
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
from processes import virtual_screen, wait_for

import xl_mastermind
from xl_mastermind.files import bundled_file
from xl_mastermind.lab.exact.kernel_loader import cache_folder

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from wine import ExcelProcess, Windows

_APPLICATIONS: Final = {
    "calc_environment",
    "calc_without_extension",
    "calc_without_setup",
    "wine",
}
"""Fixtures of a session that take seconds in the first test of each process."""

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


_COMPILE: Final = """
import sys
from pathlib import Path
from xl_mastermind.lab.exact.search import Search
from xl_mastermind.lab.compilation import GAMES_BY_WORD_WIDTH, compile_kernels
try:
    for run in (Search.choose, Search.worst_case):
        compile_kernels(*GAMES_BY_WORD_WIDTH.values(), run=run)
    compile_kernels()  # what compares guesses too
finally:  # tests report an error themselves
    Path(sys.argv[1]).touch()
"""

_UNCOMPILED_FOLDERS: Final = {"bundle", "game", "install", "sheets", "workbook_files"}
"""Folders of tests that run without the exact search."""


_COMPILED_FILE: Final = "XL_MASTERMIND_TESTS_COMPILED"
"""The variable with the file that exists once the exact search is compiled."""

_COMPILERS: Final[list["subprocess.Popen[bytes]"]] = []
"""The process that compiles; without a reference it would warn."""


@pytest.hookimpl(tryfirst=True)  # before there are workers
def pytest_sessionstart() -> None:
    """Start to compile the exact search, once for all processes of the tests."""
    if "PYTEST_XDIST_WORKER" in os.environ or not find_spec("numba"):
        return
    kernels = sorted(Path(xl_mastermind.__file__).parent.rglob("*kernel.py"))
    texts = [kernel.read_bytes() for kernel in kernels]
    key = hashlib.sha256(version("numba").encode() + b"".join(texts)).hexdigest()[:16]
    done = cache_folder() / f"tests-{key}"
    if not done.exists():
        done.parent.mkdir(parents=True, exist_ok=True)
        os.environ[_COMPILED_FILE] = str(done)
        process = subprocess.Popen(  # noqa: S603, our own command
            [sys.executable, "-c", _COMPILE, str(done)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C ends the tests only
        )
        _COMPILERS.append(process)


def _uses_compiled_code(item: pytest.Item) -> bool:
    return item.path.parent.name not in _UNCOMPILED_FOLDERS


@pytest.hookimpl(tryfirst=True)  # before fixtures
def pytest_runtest_setup(item: pytest.Item) -> None:
    if _COMPILED_FILE in os.environ and _uses_compiled_code(item):
        wait_for(Path(os.environ[_COMPILED_FILE]).exists, "the compiled search")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test for each row of its table in `tests/data/tables`."""
    if mark := metafunc.definition.get_closest_marker("table"):
        name = metafunc.definition.path.stem.removeprefix("test_")
        tables = tomllib.loads((DATA / "tables" / f"{name}.toml").read_text("utf-8"))
        rows = tables[metafunc.function.__name__]
        cases = [tuples(row) if len(mark.args) > 1 else row for row in rows]
        metafunc.parametrize(",".join(mark.args), cases)


@pytest.hookimpl(tryfirst=True)  # before pytest selects tests by their marks
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """
    Mark tests slow that start an application, and run files with slow tests first.

    A slow file at the end would keep one worker busy after all others have finished.
    While the exact search is compiled, other tests run first.
    """
    slow_tests = Counter[Path]()
    for item in items:
        if _APPLICATIONS & {*getattr(item, "fixturenames", ())}:
            item.add_marker("slow")
        slow_tests[item.path] += bool(item.get_closest_marker("slow"))

    items.sort(key=lambda item: -slow_tests[item.path])
    if _COMPILED_FILE in os.environ:
        items.sort(key=_uses_compiled_code)


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
    if report.skipped and item.config.getoption("fail_on_skip"):
        is_elsewhere = "Skipped: elsewhere: " in str(report.longrepr)
        report.outcome = "skipped" if is_elsewhere else "failed"
    return report


@pytest.fixture(scope="session")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
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
    yield from bare_calc(tmp_path_factory.mktemp("plain"))


@pytest.fixture(scope="session")
def screen() -> Iterator[str]:
    """Return the name of a virtual screen, on which programs show their windows."""
    if shutil.which("Xvfb") is None:
        pytest.skip("not installed: Xvfb")
    with virtual_screen() as name:
        yield name


@pytest.fixture(scope="session")
def wine(
    distributions: tuple[Path, Path],
    screen: str,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator["Windows"]:
    """Return a Windows under Wine, with the package in a Python of an unusual path."""
    from wine import Windows  # noqa: PLC0415, 1.5 s, for few

    _, wheel = distributions
    folder = tmp_path_factory.mktemp("wine")
    made = Windows(folder, wheel, "Zoë's 100% Python & Co", screen)
    yield made
    made.close()


@pytest.fixture(scope="session")
def excel_process(wine: "Windows") -> Iterator["ExcelProcess"]:
    """Return a Windows process that simulates Excel."""
    from wine import ExcelProcess  # noqa: PLC0415, 1.5 s, for few

    process = ExcelProcess(wine)
    yield process
    process.close()


@pytest.fixture
def board(calc: Calc) -> Document:
    """Return the committed workbook in its initial state."""
    return calc.shared()


@pytest.fixture
def new_document(calc: Calc, tmp_path: Path) -> Iterator[Document]:
    """Return a new workbook with the boards Little and Black Pegs for one test."""
    from boards import fresh, write_workbook  # noqa: PLC0415, 1 s, for few

    file = tmp_path / "MasterMind.xlsm"
    boards = fresh("3x4"), fresh("4x6 black")
    write_workbook(file, *boards, has_optional_sheets=False)
    document = calc.open(file, AsTemplate=True)
    yield document
    document.close()


@pytest.fixture(scope="session")
def one_board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a workbook with the board Mastermind, Analysis, Compare and Scores."""
    from boards import fresh, write_workbook  # noqa: PLC0415, 1 s, for few

    file = tmp_path_factory.mktemp("one") / "MasterMind.xlsm"
    write_workbook(file, fresh(), has_optional_sheets=False)
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
    document = calc.new()
    yield document
    document.close()


@pytest.fixture(scope="session")
def tab() -> "Iterator[Page]":
    from browser import open_tab  # noqa: PLC0415, 0.3 s

    yield from open_tab()

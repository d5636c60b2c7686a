"""How tests are run, and a LibreOffice that is started once for all of them."""

import contextlib
import os
import signal
from collections.abc import Generator, Iterator
from pathlib import Path
from threading import Timer
from typing import Any, Final

import pytest
from filelock import FileLock
from hypothesis import HealthCheck, settings
from installed import build, why_not_built
from libreoffice import (
    Calc,
    Document,
    bare_calc,
    descendants,
    environment,
    remote,
    run,
    why_not,
)
from machines import (  # noqa: F401
    _known_version,
    connected,
    mac,
    machine_of,
    python,
    windows,
    workbook,
)
from wine import Side, Windows

from xl_mastermind.files import shipped
from xl_mastermind.solve.exact.compiled import cache_folder
from xl_mastermind.solve.exact.search import Search
from xl_mastermind.solve.preparation import SMALL_GAMES, prepare

# A shell keeps Ctrl-C from what it runs in the background; tests send it to programs.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Tests that run with a home of their own find what numba has compiled for this user.
os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_folder().parent))

# Nothing is timed, and each run tries the same examples, so that a test passes
# everywhere or nowhere. `pytest --hypothesis-profile=explore` tries new ones.
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
        help="a test that is skipped fails: here nothing may be missing",
    )
    parser.addoption(
        "--quick",
        metavar="NAMES",
        help="run examples and test_NAME.py (all without a name), say what is left out",
    )


def pytest_collection_modifyitems(
    config: pytest.Config, items: list[pytest.Item]
) -> None:
    """
    Put the files first that take longest, whole: of Wine, LibreOffice, other long ones.

    A worker that begins with one of them last would run it while all others are done.
    """
    if quick := {f"test_{name}" for name in (config.getoption("quick") or "").split()}:
        if missing := quick - {item.path.stem for item in items}:
            raise pytest.UsageError(f"no tests in {', '.join(sorted(missing))}")
        left_out = {i for i in items if i.path.stem.startswith("test_")}
        left_out -= {i for i in items if i.path.stem in quick}
        items[:] = [item for item in items if item not in left_out]
        config.hook.pytest_deselected(items=[*left_out])
    cost: dict[Path, int] = {}
    for item in items:
        own = sum(
            weight
            for mark, weight in (("calc", 3), ("long", 2))
            if item.get_closest_marker(mark)
        )
        cost[item.path] = cost.get(item.path, 0) + own
    items.sort(key=lambda item: -cost[item.path])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """End the programs that a test waits for when its time is over: it fails then."""
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


_LEFT_OUT: Final = pytest.StashKey[dict[str, int]]()
"""How many tests of each file are collected and do not run."""


def pytest_deselected(items: list[pytest.Item]) -> None:
    for item in items:
        left_out = item.config.stash.setdefault(_LEFT_OUT, {})
        left_out[item.path.name] = left_out.get(item.path.name, 0) + 1


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):
        left_out = session.config.stash.get(_LEFT_OUT, {})
        session.config.workeroutput["left_out"] = left_out


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:  # noqa: ANN401 - xdist's
    """Take over what a worker has left out: each collects all."""
    node.config.stash[_LEFT_OUT] = getattr(node, "workeroutput", {}).get("left_out", {})


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in the last lines what was left out, and what could not be tested."""
    config = terminalreporter.config
    left_out = config.stash.get(_LEFT_OUT, {})
    if left_out and config.getoption("quick") is not None:
        files = ", ".join(f"{name} {count}" for name, count in sorted(left_out.items()))
        total = sum(left_out.values())
        terminalreporter.write_line(f"left out: {total:,} tests ({files})")
    skipped = terminalreporter.stats.get("skipped", [])
    if reasons := sorted({_reason(r) for r in skipped if not _is_elsewhere(r)}):
        terminalreporter.write_line(f"not tested here: {'; '.join(reasons)}")


def _reason(report: pytest.TestReport) -> str:
    *_, reason = report.longrepr if isinstance(report.longrepr, tuple) else ("",)
    return str(reason).removeprefix("Skipped: ")


def _is_elsewhere(report: pytest.TestReport) -> bool:
    """Return whether a test is for another machine, so that nothing is missing here."""
    return _reason(report).startswith("elsewhere: ")


@pytest.fixture(scope="session", autouse=True)
def _compiled_search(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Compile the exact search first; whoever comes second waits, and loads it."""
    of_all_workers = tmp_path_factory.getbasetemp().parent
    with FileLock(of_all_workers / "compiling.lock"):
        for run in (Search.choose, Search.worst_case):
            prepare(print, *SMALL_GAMES.values(), run=run)
        prepare(print)  # what compares guesses too


@pytest.fixture(scope="session")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Return the sdist and the wheel of this package."""
    if reason := why_not_built():
        pytest.skip(reason)
    return build(tmp_path_factory.mktemp("distributions"))


@pytest.fixture(scope="session")
def calc_environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the environment of a user who has run `xl-mastermind setup`."""
    if reason := why_not():
        pytest.skip(reason)
    environ = environment(tmp_path_factory.mktemp("calc") / "home")
    done = run("setup", environ=environ)
    assert done.returncode == 0, done.stderr
    return environ


@pytest.fixture(scope="session")
def calc(calc_environment: dict[str, str]) -> Iterator[Calc]:
    """Return a LibreOffice in which everything works."""
    office = Calc(calc_environment)
    yield office
    office.close()


@pytest.fixture(scope="session")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Calc]:
    """Return a LibreOffice with the extension, where `setup` was never run."""
    if reason := why_not():
        pytest.skip(reason)
    folder = tmp_path_factory.mktemp("alone")
    environ = environment(folder / "home")
    office = remote().Office("soffice", environ=environ)
    office.install(str(shipped("MasterMind.oxt")))
    office.close()
    calc = Calc(environ)
    yield calc
    calc.close()


@pytest.fixture(scope="session")
def plain_calc(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Calc]:
    """Return a LibreOffice that knows nothing of us."""
    yield from bare_calc(tmp_path_factory.mktemp("plain"))


@pytest.fixture(scope="session")
def wine(
    distributions: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Windows]:
    """Return a Windows under Wine, whose Python has our package and an odd path."""
    _, wheel = distributions
    made = Windows(tmp_path_factory.mktemp("wine"), wheel, "Zoë's 100% Python & Co")
    yield made
    made.close()


@pytest.fixture(scope="session")
def excel_side(wine: Windows) -> Iterator[Side]:
    """Return a process of Windows that plays Excel."""
    side = Side(wine)
    yield side
    side.close()


@pytest.fixture(scope="session")
def opened(calc: Calc) -> Iterator[Document]:
    """Return the committed workbook as a new document, all of whose sheets play."""
    document = calc.open(AsTemplate=True)
    document.wait_for_all_sheets()
    document.remember()
    yield document
    document.close()


@pytest.fixture
def board(opened: Document) -> Document:
    """Return the document that tests share, as new, with its first board shown."""
    opened.make_new()
    return opened


@pytest.fixture
def fresh(calc: Calc) -> Iterator[Document]:
    """Return a document of a test's own: the committed workbook, just opened."""
    document = calc.open(AsTemplate=True)
    yield document
    document.close()


@pytest.fixture
def blank(calc: Calc) -> Iterator[Document]:
    """Return an empty document."""
    document = calc.new()
    yield document
    document.close()

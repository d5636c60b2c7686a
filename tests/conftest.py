"""How Hypothesis searches, and a LibreOffice that is started once for all tests."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from filelock import FileLock
from hypothesis import HealthCheck, settings
from installed import build, why_not_built
from libreoffice import Calc, Document, bare_calc, environment, run, why_not
from machines import _known_version, mac, machine_of, python, windows, workbook  # noqa: F401
from wine import Side, Windows, how_to_start, make_dead_python

from xl_mastermind.solve.exact.compiled import SMALL_GAMES, prepare

# A shell keeps Ctrl-C from what it runs in the background; tests send it to programs.
signal.signal(signal.SIGINT, signal.default_int_handler)

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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """
    Put what drives LibreOffice first: it takes longest.

    A worker that begins with it last would run it alone, while all others are done.
    """
    items.sort(key=lambda item: item.get_closest_marker("calc") is None)


@pytest.fixture(scope="session", autouse=True)
def _compiled_search(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Compile the exact search first; whoever comes second waits, and loads it."""
    of_all_workers = tmp_path_factory.getbasetemp().parent
    with FileLock(of_all_workers / "compiling.lock"):
        prepare(print, *SMALL_GAMES)
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
def excel_side(wine: Windows, dead: Side) -> Iterator[Side]:  # noqa: ARG001 - waits
    """Return a process of Windows that plays Excel, while another waits in vain."""
    side = Side(wine)
    yield side
    side.close()


@pytest.fixture(scope="session")
def dead(wine: Windows) -> Iterator[Side]:
    """Return a process that asks a Python which cannot start, and waits minutes."""
    side = Side(wine)
    side.ask("register", {})  # it runs, and writes no more files of its own
    side.send("activate", *how_to_start(make_dead_python(wine), "Master Mind.xlsm"))
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

"""
How fast the workbook is in a real LibreOffice, against what it promises.

Run by name, on a quiet machine, as the other benchmarks. Times include the way from
this Python to LibreOffice and back.
"""

import itertools
import random
import statistics
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

import pytest
from libreoffice import Calc, Document, bare_calc, environment, remote, run, skip_reason

MILLISECOND = 1e-3


@pytest.fixture(scope="module")
def calc(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Calc]:
    if reason := skip_reason():
        pytest.skip(reason)
    environ = environment(tmp_path_factory.mktemp("calc") / "home")
    assert run("setup", environ=environ).returncode == 0
    office = Calc(environ)
    yield office
    office.close()


@pytest.fixture(scope="module")
def plain_calc(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Calc]:
    """Return a LibreOffice that knows nothing of us."""
    yield from bare_calc(tmp_path_factory.mktemp("plain"))


def median(times: int, job: Callable[[], object]) -> float:
    """Return how long a job takes, in seconds."""
    seconds = []
    for _ in range(times):
        start = perf_counter()
        job()
        seconds.append(perf_counter() - start)
    return statistics.median(seconds)


def judge(what: str, seconds: float, limit: float) -> None:
    figures = f"{seconds / MILLISECOND:.2f} ms, limit {limit / MILLISECOND:g} ms"
    print(f"\n{what}: {figures}")  # noqa: T201, for who runs this with -s
    assert seconds <= limit


def test_a_call_costs_hardly_more_than_a_sum(calc: Calc) -> None:
    document = calc.new()

    def seconds(formula: str) -> float:
        # Another guess each time, as on a board.
        guesses = map("".join, itertools.product("123456", repeat=4))
        return median(500, lambda: document.formula(formula.format(next(guesses))))

    own, ours = seconds("=SUM(1236;{})"), seconds("=BLACK(1236;{})")
    document.close()
    judge("a call of BLACK beyond one of SUM", ours - own, 1 * MILLISECOND)


@pytest.mark.parametrize("state", ["cold", "warm"])
def test_the_workbook_soon_plays(calc: Calc, state: str) -> None:
    """The worker runs already, or has to be started first."""

    def opened() -> float:
        # What is hidden is not made to play by itself.
        document = calc.open(AsTemplate=True, Hidden=True)
        if state == "cold":
            calc.stop_workers()
        areas = [*map(document.cells, COMPUTED)]
        start = perf_counter()
        make_play(calc, document.model)
        seen(areas)
        seconds = perf_counter() - start
        document.close()
        return seconds

    seconds = statistics.median(opened() for _ in range(11))
    judge(f"making the workbook play, {state}", seconds, 150 * MILLISECOND)


def make_play(calc: Calc, model: Any) -> None:  # noqa: ANN401 - UNO has no types
    def named(name: str, value: object) -> Any:  # noqa: ANN401
        return uno.createUnoStruct("com.sun.star.beans.NamedValue", name, value)

    uno = remote().uno
    job = calc.office.service("org.xlmastermind.Job")
    job.execute((named("Environment", (named("Model", model),)),))


COMPUTED = (
    "computed_feedback",
    "codes_left",
    "ruled_out_codes",
    "message",
    "explanation",
)


def seen(areas: list[Any]) -> None:
    """Look at all that is computed."""
    for area in areas:
        area.getDataArray()


def seconds_for_guesses(document: Document, clear: Callable[[], object]) -> float:
    """Return how long typing a guess takes, over all attempts of some games."""
    draw = random.Random(6)
    areas = [*map(document.cells, COMPUTED)]
    guesses = document.cells("guess_input")
    seconds = []
    for _ in range(5):
        clear()
        seen(areas)
        assert not any(cell for (cell,) in guesses.getDataArray())
        for attempt in range(1, 11):
            guess = "".join(draw.choices("123456", k=4))
            start = perf_counter()
            document.guess(attempt, guess)
            seen(areas)
            seconds.append(perf_counter() - start)
    return statistics.median(seconds)


@pytest.mark.parametrize("sheet", ["Mastermind", "Bulls and Cows"])
def test_a_typed_guess_is_answered_at_once(calc: Calc, sheet: str) -> None:
    document = calc.open(AsTemplate=True).show_sheet(sheet)
    seconds = seconds_for_guesses(document, lambda: document.run_button("clear"))
    document.close()
    judge(f"typing a guess on {sheet}", seconds, 100 * MILLISECOND)


@pytest.mark.parametrize(
    ("sheet", "limit"), [("Mastermind", 100), ("Bulls and Cows", 500)]
)
def test_a_typed_guess_is_answered_without_us(
    plain_calc: Calc, sheet: str, limit: int
) -> None:
    document = plain_calc.open(AsTemplate=True).show_sheet(sheet)
    guesses = document.cells("guess_input")
    seconds = seconds_for_guesses(document, lambda: guesses.clearContents(TYPED))
    document.close()
    judge(f"typing a guess on {sheet}, without us", seconds, limit * MILLISECOND)


TYPED = 1 | 2 | 4 | 16
"""Numbers, dates, texts and formulas, as LibreOffice counts what is deleted."""


def test_the_workbook_opens_soon_without_us(plain_calc: Calc) -> None:
    def opened() -> None:
        plain_calc.open(AsTemplate=True).close()

    judge("opening the workbook, without us", median(11, opened), 3)

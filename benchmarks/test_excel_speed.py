"""
How long Excel waits for Python: by the real DLL and COM server, in Windows under Wine.

Run by name on a quiet machine, with ``-s``, which prints the figures. They have no
limit, since the share of Wine is unknown; they do not include Excel's own work.
"""

import random
import statistics
from collections.abc import Iterator
from time import perf_counter
from typing import Any

import pytest
from installed import build_packages
from wine import ComConnection, ExcelProcess, Windows, skip_reason

from xl_mastermind.game.rules import feedback

Calls = list[tuple[str, list[Any]]]

GAMES = 20

SECRET = (3, 6, 2, 5)


@pytest.fixture(scope="module")
def process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ExcelProcess]:
    if reason := skip_reason():
        pytest.skip(reason)
    _, wheel = build_packages(tmp_path_factory.mktemp("distributions"))
    windows = Windows(tmp_path_factory.mktemp("wine"), wheel, "Python")
    process = ExcelProcess(windows)
    yield process
    process.close()
    windows.close()


def report(text: str) -> None:
    print(f"\n{text}")  # noqa: T201, for who runs this with -s


def calls_of(guesses: list[list[Any]], marks: list[list[Any]]) -> Calls:
    """Return what the board's formulas ask when the last of these guesses is typed."""
    secret = [[*map(float, SECRET)]]
    codes = [["".join(f"{peg:g}" for peg in guess)] for guess in guesses]
    blank = 10 - len(guesses)
    turns = [[*codes, *[[""]] * blank], [*marks, *[["", ""]] * blank]]
    return [
        ("BLACK", [secret, guesses[-1:]]),
        ("WHITE", [secret, guesses[-1:]]),
        ("SOLVE_NEXT", [*turns, "Knuth", "4x6", None]),
    ]


def games() -> Iterator[Calls]:
    """Yield the calls of a typed guess, over the attempts of some games."""
    draw = random.Random(6)
    for _ in range(GAMES):
        guesses: list[list[Any]] = []
        marks: list[list[Any]] = []
        for _ in range(6):
            guess = draw.choices(range(1, 7), k=4)
            guesses.append([*map(float, guess)])
            marks.append([*map(float, feedback(guess, SECRET))])
            yield calls_of(guesses, marks)


def test_a_call_and_a_typed_guess(process: ExcelProcess) -> None:
    start = perf_counter()
    connection = ComConnection(
        process, r"C:\Python\python.exe", r"C:\Games\MasterMind.xlsm"
    )
    connection.call("BLACK", "3625", "1122")
    report(f"Python starts and answers: {perf_counter() - start:.1f} s")

    milliseconds = [1000 * connection.seconds([calls[0]]) for calls in games()]
    report(f"a call of BLACK: {statistics.median(milliseconds):.1f} ms")

    milliseconds = [1000 * connection.seconds(calls) for calls in games()]
    number = len(next(games()))
    median, longest = statistics.median(milliseconds), max(milliseconds)
    report(f"a typed guess, {number} calls: {median:.1f} ms, at most {longest:.1f} ms")

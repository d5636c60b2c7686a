"""
How fast exact search is, beside plain C, in CPU seconds after compilation.

Run by name, on a quiet machine; ``-s`` prints the figures.
"""

import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from xl_mastermind.game.rules import Rules
from xl_mastermind.solve.search import Problem, Search, prepare

MOST_TIMES_C = 1.3

GAMES = [
    ("total", "4x6", 5625, 0.05, 9),
    ("total", "4x7", 11228, 1.0, 3),
    ("total", "4x10 distinct", 26274, 6.0, 1),
    ("total", "4x8", 20471, 6.0, 1),
    ("total", "4x9", None, 60.0, 1),
    ("worst", "4x10 distinct", 7, 1.0, 3),
    ("worst", "4x12 distinct", 8, 60.0, 1),
    ("worst", "4x13 distinct", 8, 15.0, 1),
    ("total", "4x6 black", 8859, 1.0, 3),
]
"""What is asked of a game, the answer, CPU seconds it may take, and runs."""


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compile the reference."""
    compiler = shutil.which("cc")
    if not compiler:
        pytest.skip("the reference needs a C compiler")
    made = tmp_path_factory.mktemp("reference") / "exact"
    source = Path(__file__).with_name("exact.c")
    command = [compiler, "-O3", "-march=native", "-o", str(made), str(source)]
    subprocess.run(command, check=True)  # noqa: S603, a compiler and our own file
    return made


def seconds(job: Callable[[], object]) -> float:
    start = time.process_time()
    job()
    return time.process_time() - start


@pytest.mark.parametrize("asked", GAMES, ids=lambda asked: " ".join(asked[:2]))
def test_exact_search_keeps_its_limit_and_up_with_c(
    asked: tuple[str, str, int | None, float, int], reference: Path
) -> None:
    kind, game, value, limit, runs = asked
    rules = Rules.parse(game)
    prepare(print)

    def ours() -> None:
        search = Search(Problem.of_game(rules))
        found = search.optimum() if kind == "total" else search.worst_case()
        assert found.proved
        assert value in (None, found.lower)

    ours()
    mine = min(seconds(ours) for _ in range(runs))
    words = [kind, str(rules.pegs), str(rules.colours), *game.split()[1:]]
    plain, beside = 0.0, ""
    if "black" not in words:  # there it does not know the same symmetries
        said = [
            subprocess.run(  # noqa: S603, our own program
                [reference, *words], check=True, capture_output=True, text=True
            ).stdout.split()
            for _ in range(runs)
        ]
        assert all(value is None or str(value) in one for one in said)
        plain = min(float(one[-2]) for one in said)
        beside = f"in C {plain:.3f} s, "
    print(f"\n{kind} {game}: {mine:.3f} s, {beside}limit {limit:g} s")  # noqa: T201, for who runs this with -s
    assert mine <= limit
    assert not plain or mine <= MOST_TIMES_C * plain

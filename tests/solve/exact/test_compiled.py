"""The compiled code on disk, and what is said while it is made."""

import os
import subprocess
import sys
from pathlib import Path

from xl_mastermind.solve.exact.compiled import prepare


def test_two_processes_may_compile_at_once(tmp_path: Path) -> None:
    script = (
        "from xl_mastermind.game.rules import Rules\n"
        "from xl_mastermind.solve.exact.problem import Problem\n"
        "from xl_mastermind.solve.exact.search import Search\n"
        "print(len(Search(Problem.of_game(Rules(2, 3))).problem.candidates))"
    )
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    both = [
        subprocess.Popen(  # noqa: S603, our own program
            [sys.executable, "-c", script],
            env=environment,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        for _ in range(2)
    ]
    assert [one.communicate()[0] for one in both] == ["9\n"] * 2
    assert [*tmp_path.rglob("*.nbc")]


def test_compiling_beforehand_says_nothing_where_it_is_done() -> None:
    said: list[str] = []
    prepare(said.append)
    prepare(said.append)
    assert len(said) <= 1

"""The compiled code on disk, and what is said while it is made."""

import io
import os
import pickle
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from helpers import wait_for
from libreoffice import descendants

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


@pytest.mark.long
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_process_that_helps_to_compile_ends_with_us(
    tmp_path: Path, how: signal.Signals
) -> None:
    script = "from xl_mastermind.solve.exact.compiled import prepare; prepare(print)"
    with subprocess.Popen(  # noqa: S603, our own program
        [sys.executable, "-c", script],
        env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        wait_for(lambda: [*descendants(process.pid)], "a process that helps")
        (helper,) = descendants(process.pid)
        wait_for(lambda: [*tmp_path.rglob("*.nbi")], "what is compiled first")
        if how == signal.SIGINT:  # as the keyboard does: to all of them
            os.killpg(process.pid, how)
        else:
            process.kill()
        wait_for(lambda: not (Path("/proc") / str(helper)).exists(), "its end")
        process.kill()
    assert not [*tmp_path.rglob("kernel.total-*")], "it has gone on until it was done"


@pytest.mark.long
def test_code_that_an_older_version_has_compiled_is_compiled_again(
    tmp_path: Path,
) -> None:
    script = (
        "from xl_mastermind.solve.exact import compiled\n"
        "steps = []\n"
        "compiled.prepare(id, advance=steps.append)\n"
        "print(sum(steps) / compiled.STEPS)\n"
    )

    def share_compiled() -> float:
        environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
        return float(
            subprocess.run(  # noqa: S603, our own program
                [sys.executable, "-c", script],
                env=environment,
                check=True,
                capture_output=True,
                encoding="utf-8",
            ).stdout
        )

    assert 0.8 < share_compiled() < 1.2
    kept = {file: file.read_bytes() for file in tmp_path.rglob("*.nbi")}
    for file, content in kept.items():
        stream = io.BytesIO(content)
        pickle.load(stream)  # noqa: S301, numba's version
        # The pickled name of a class that is no more.
        file.write_bytes(content[: stream.tell()] + b"cpathlib\nGone\n.")
    share_compiled()
    assert {file: len(file.read_bytes()) for file in kept} == {
        file: len(content) for file, content in kept.items()
    }

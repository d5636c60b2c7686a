"""Guesses compared by compiled code: the same as without, and stopped by Ctrl-C."""

import _thread
import io
import os
import pickle
import subprocess
import sys
import time
from pathlib import Path
from threading import Timer

import numpy as np
import pytest

from xl_mastermind.game.codes import codebook
from xl_mastermind.game.rules import Rules
from xl_mastermind.solve import parting


@pytest.mark.parametrize("count", [1, 31, 32, 33, 200])
@pytest.mark.parametrize(
    "game", ["4x6", "5x4 black", "4x7 distinct", "6x3", "7x3", "12x2", "1x9", "3x1"]
)
def test_part_sizes_are_those_of_numpy(game: str, count: int) -> None:
    book = codebook(Rules.parse(game))
    rng = np.random.default_rng(count)
    left = np.sort(rng.choice(len(book), min(count, len(book)), replace=False))
    guesses = np.arange(0, len(book), 3)
    for some in (guesses, None):
        found = parting.part_sizes(book, left, some)
        assert np.array_equal(found, book.part_sizes(left, some))


def test_nothing_is_loaded_for_a_small_game() -> None:
    script = (
        "import sys\n"
        "from xl_mastermind import Rules, evaluate, next_guess\n"
        "next_guess(Rules(4, 6), [], 'entropy')\n"
        "evaluate(Rules(4, 6), 'knuth')\n"
        "print('numba' in sys.modules)\n"
    )
    found = subprocess.run(  # noqa: S603, our own program
        [sys.executable, "-c", script], check=True, capture_output=True, text=True
    )
    assert found.stdout == "False\n"


@pytest.mark.long
@pytest.mark.parametrize(
    ("kernel", "script"),
    [
        ("parting_kernel", "solve.parting as of; of.loading().result()"),
        ("kernel", "solve.exact.compiled as of; of.prepare(print, of.SMALL_GAMES[0])"),
    ],
)
def test_code_that_an_older_version_has_compiled_is_compiled_again(
    kernel: str, script: str, tmp_path: Path
) -> None:
    def run() -> None:
        program = [sys.executable, "-c", f"import xl_mastermind.{script}"]
        environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
        subprocess.run(program, check=True, env=environment)  # noqa: S603, our own

    run()
    kept = {file: file.read_bytes() for file in tmp_path.rglob(f"{kernel}.*.nbi")}
    assert kept
    for file, content in kept.items():
        stream = io.BytesIO(content)
        pickle.load(stream)  # noqa: S301, numba's version
        # The pickled name of a class that is no more.
        file.write_bytes(content[: stream.tell()] + b"cpathlib\nGone\n.")
    run()
    assert {file: len(file.read_bytes()) for file in kept} == {
        file: len(content) for file, content in kept.items()
    }


def test_ctrl_c_stops_what_runs() -> None:
    stop = np.zeros(1, dtype=np.bool_)
    ended = []

    def job() -> None:
        while not stop[0]:
            time.sleep(0.001)
        ended.append(True)

    Timer(0.1, _thread.interrupt_main).start()
    with pytest.raises(KeyboardInterrupt):
        parting._run([job, job], stop)  # noqa: SLF001, nothing else runs until then
    assert ended == [True, True]

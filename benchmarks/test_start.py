"""
How soon the first answer comes: whole processes, against one that imports numpy.

Run by name, ``-s`` prints the figures. Times are those of the processor, so that other
programs do no harm; the processes take turns, and medians are compared.
"""

import os
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

ROUNDS = 15

CALC = "from xl_mastermind.calc.worker import main; main()"
# xlwings would load matplotlib wherever it is.
EXCEL = (
    "import sys; sys.modules['matplotlib'] = None;"
    "from xl_mastermind.excel import entry_points;"
    "entry_points.SOLVE_NEXT([[1, 1, 2, 2]], [[1, 1]]); sys.stdout.write('\\n')"
)
QUESTION = b'[1, "call", "SOLVE_NEXT", [[[1, 1, 2, 2]], [[1, 1]]]]\n'

NUMPY = ["-c", "import numpy"]

STARTS = {
    "next": (["-m", "xl_mastermind", "next", "1122:1,1"], 0, 2.0),
    "Calc's worker": (["-c", CALC], 2, 2.0),
    "Excel's Python": (["-c", EXCEL], 1, 2.5),
}
"""Words for Python, the lines until the answer is there, and the limit."""


def processor_time(words: list[str], lines: int, bytecode: Path) -> float:
    """
    Return the seconds of a Python that is asked once, or simply runs.

    Python keeps bytecode, as it does after an installation.
    """
    environment = {
        k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"
    }
    with subprocess.Popen(  # noqa: S603, the programs are ours
        [sys.executable, *words],
        env=environment | {"PYTHONPYCACHEPREFIX": str(bytecode)},
        cwd=bytecode,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        assert process.stdin
        assert process.stdout
        if lines > 1:
            process.stdin.write(QUESTION)
            process.stdin.flush()
        for _ in range(lines):
            assert process.stdout.readline()
        process.stdin.close()
        process.stdout.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return used.ru_utime + used.ru_stime


@pytest.mark.skipif(not hasattr(os, "wait4"), reason="who knows its time?")
@pytest.mark.parametrize("name", STARTS)
def test_the_first_answer(name: str, tmp_path: Path) -> None:
    words, lines, limit = STARTS[name]
    pairs = [
        (
            processor_time(words, lines, tmp_path),
            processor_time(NUMPY, 0, tmp_path),
        )
        for _ in range(ROUNDS + 1)
    ]
    ours, numpys = map(statistics.median, zip(*pairs[1:], strict=True))
    ratio = ours / numpys
    print(f"\n{name}: {ours:.3f} s, numpy {numpys:.3f} s, {ratio:.2f} times")  # noqa: T201
    assert ratio <= limit

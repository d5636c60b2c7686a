"""
The time of the first result of new processes, against one that imports numpy.

Run by name; ``-s`` prints the figures. CPU times are compared by medians, and the
processes alternate, so that other programs change little.
"""

import os
import statistics
import subprocess
import sys
from pathlib import Path

import pytest

ROUNDS = 15

CALC = "from xl_mastermind.libreoffice.worker import main; main()"
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
"""Arguments of Python, lines up to the result, and the limit as a multiple of numpy."""


def processor_time(arguments: list[str], lines: int, bytecode: Path) -> float:
    """
    Return the CPU seconds of a Python process with one question, or none.

    Python caches bytecode, as after an installation.
    """
    environment = {
        k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"
    }
    with subprocess.Popen(  # noqa: S603, the programs are ours
        [sys.executable, *arguments],
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


@pytest.mark.skipif(not hasattr(os, "wait4"), reason="no CPU time of child processes")
@pytest.mark.parametrize("name", STARTS)
def test_first_result_of_a_process(name: str, tmp_path: Path) -> None:
    arguments, lines, limit = STARTS[name]
    pairs = [
        (
            processor_time(arguments, lines, tmp_path),
            processor_time(NUMPY, 0, tmp_path),
        )
        for _ in range(ROUNDS + 1)
    ]
    ours, numpys = map(statistics.median, zip(*pairs[1:], strict=True))
    ratio = ours / numpys
    print(f"\n{name}: {ours:.3f} s, numpy {numpys:.3f} s, {ratio:.2f} times")  # noqa: T201
    assert ratio <= limit

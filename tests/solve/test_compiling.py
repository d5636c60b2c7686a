"""What numba keeps on disk, where two processes compile at once."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="compiled code needs numba")

KERNEL = """
from numba import njit

@njit(cache=True)
def half(number):
    return number / 2
"""

# Both have read the index before either writes it, unless they write in turn.
SLOW = """
import sys, time
from numba.core.caching import IndexDataCacheFile
load = IndexDataCacheFile._load_index

def load_slowly(file):
    index = load(file)
    time.sleep(2)
    return index

IndexDataCacheFile._load_index = load_slowly
"""

CALL = """
import kernel
from xl_mastermind.solve.compiling import write_in_turn
numbers = {"whole": 5, "real": 2.5}
found = [write_in_turn(kernel).half(numbers[name]) for name in sys.argv[1:]]
print(*found, sum(kernel.half.stats.cache_hits.values()))
"""


def test_what_two_processes_compile_at_once_is_kept(tmp_path: Path) -> None:
    (tmp_path / "kernel.py").write_text(KERNEL, "utf-8")
    environ = os.environ | {"PYTHONPATH": str(tmp_path), "NUMBA_CACHE_DIR": ""}

    def start(script: str, *names: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(  # noqa: S603, our own program
            [sys.executable, "-c", script, *names],
            env=environ,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    both = [start(SLOW + CALL, name) for name in ("whole", "real")]
    assert [one.communicate()[0] for one in both] == ["2.5 0\n", "1.25 0\n"]
    later = start("import sys" + CALL, "whole", "real")
    assert later.communicate()[0] == "2.5 1.25 2\n"

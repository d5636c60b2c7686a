"""The cache of compiled code on disk, and reports of compilation."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from processes import run_python

import xl_mastermind

pytestmark = pytest.mark.slow

KERNEL = """
from numba import njit

@njit(cache=True)
def half(number):
    return number / 2
"""

# Both have read the index before either writes it.
TOGETHER = """
import sys, time
from pathlib import Path
from numba.core.caching import IndexDataCacheFile
load = IndexDataCacheFile._load_index

def load_together(file):
    index = load(file)
    here, other = map(Path, sys.argv[-2:])
    here.touch()
    while not other.exists():
        time.sleep(0.01)
    return index

IndexDataCacheFile._load_index = load_together
"""

CALL = """
from xl_mastermind.lab.exact.kernel_loader import load_kernel
kernel = load_kernel("solve.small_kernel", int(sys.argv.pop(1)))
numbers = {"whole": 5, "real": 2.5}
print(kernel.half(numbers[sys.argv[1]]), end=" ")
print(sum(kernel.half.stats.cache_hits.values()))
"""


def copy_of_package(folder: Path, kernel: str = KERNEL, place: str = "solve") -> Path:
    """Return a folder with a copy of the package, which has a small kernel more."""
    source = Path(xl_mastermind.__file__).parent
    copy = folder / "xl_mastermind"
    shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / place / "small_kernel.py").write_text(kernel, "utf-8")
    return folder


def start(
    package: Path, cache: Path, script: str, name: str, width: int = 16, *more: Path
) -> "subprocess.Popen[str]":
    variables = {"PYTHONPATH": str(package), "XDG_CACHE_HOME": str(cache)}
    return subprocess.Popen(  # noqa: S603, our own program
        [sys.executable, "-P", "-c", f"import sys{script}", str(width), name, *more],
        env=os.environ | variables | {"NUMBA_CACHE_DIR": ""},
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )


def test_another_copy_uses_the_same_cache(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    one, two = (copy_of_package(tmp_path / name) for name in ("one", "two"))
    other = copy_of_package(tmp_path / "other", KERNEL.replace("/", "//"))
    for package, said in (
        (one, "2.5 0"),
        (two, "2.5 1"),
        (other, "2 0"),
        (one, "2.5 1"),
    ):
        assert start(package, cache, CALL, "whole").communicate()[0] == f"{said}\n"


def test_moved_kernel_is_compiled_again(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    for place in ("solve", "game"):
        package = copy_of_package(tmp_path / place, place=place)
        call = CALL.replace("solve.small_kernel", f"{place}.small_kernel")
        assert start(package, cache, call, "whole").communicate()[0] == "2.5 0\n"


def test_cache_is_beside_the_package_without_a_folder(tmp_path: Path) -> None:
    package = copy_of_package(tmp_path / "package")
    (tmp_path / "file").touch()
    for hits in (0, 1):
        said, _ = start(package, tmp_path / "file", CALL, "whole").communicate()
        assert said == f"2.5 {hits}\n"


@pytest.mark.parametrize(
    ("name", "length", "numba_folder"),
    [("*.nbi", 0, ""), ("*.nbi", 30, "numba"), ("*.nbc", -1, "")],
)
def test_damaged_code_is_compiled_again(
    name: str, length: int, numba_folder: str, tmp_path: Path
) -> None:
    package, cache = copy_of_package(tmp_path / "package"), tmp_path / "cache"
    variables = {"PYTHONPATH": str(package), "XDG_CACHE_HOME": str(cache)}
    variables |= {"PYTHONSAFEPATH": "1", "NUMBA_CACHE_DIR": ""}
    if numba_folder:
        variables["NUMBA_CACHE_DIR"] = str(tmp_path / numba_folder)

    def run(script: str) -> str:
        script = f"import sys;sys.argv[1:] = ['16', 'whole']{script}"
        return run_python(script, env=os.environ | variables).stdout

    assert run(CALL) == "2.5 0\n"
    (file,) = tmp_path.rglob(name)
    file.write_bytes(file.read_bytes()[:length])
    assert run(CALL) == "2.5 0\n"
    assert run(CALL) == "2.5 1\n"


def test_processes_cache_two_widths_at_once(tmp_path: Path) -> None:
    package, cache = copy_of_package(tmp_path / "package"), tmp_path / "cache"
    one, two = tmp_path / "one", tmp_path / "two"
    for script, hits in ((TOGETHER + CALL, 0), (CALL, 1)):
        whole = start(package, cache, script, "whole", 16, one, two)
        real = start(package, cache, script, "real", 32, two, one)
        assert whole.communicate()[0] == f"2.5 {hits}\n"
        assert real.communicate()[0] == f"1.25 {hits}\n"


def test_functions_are_compiled_once_and_when_needed() -> None:
    # So that two processes can only compile the same thing for the same width. The
    # least total does not wait for what only the worst case runs.
    script = """
import sys
from xl_mastermind.lab.exact.kernel_loader import load_kernel
from xl_mastermind.lab.exact.search import Search
from xl_mastermind.lab.compilation import GAMES_BY_WORD_WIDTH, compile_kernels
compile_kernels(GAMES_BY_WORD_WIDTH[16])
kernel = load_kernel("lab.exact.kernel", 16)
print(kernel.total.signatures != [], kernel.is_within.signatures != [])
compile_kernels(GAMES_BY_WORD_WIDTH[16], run=Search.worst_case)
print(kernel.is_within.signatures != [])
for name, function in vars(kernel).items():
    if len(getattr(function, "signatures", ())) > 1:
        print(name, function.signatures)
"""
    assert run_python(script).stdout == "True False\nTrue\n"

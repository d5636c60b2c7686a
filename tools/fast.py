"""
Run the quick tests of the nearest test files that import changed files.

Changed files differ from `main`. Files that mention the name of a file count as its
importers if it is not Python. Tests of a folder are near to its modules, which they
often run in another process.
"""

import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]

MAX_FILES: Final = 12
"""The number of test files that take a quarter of a minute on two cores."""

_IMPORT: Final = re.compile(
    r"^ *(?:from ([\w.]+) import (\([^)]*\)|.*)|import ([\w.]+))", re.MULTILINE
)


def changed_files() -> set[Path]:
    """Return the files that differ from `main`, and untracked files."""
    changed = ["git", "diff", "--name-only", "main"]
    new = ["git", "ls-files", "--others", "--exclude-standard"]
    return {
        ROOT / name
        for words in (changed, new)
        for name in subprocess.check_output(
            words, cwd=ROOT, encoding="utf-8"
        ).splitlines()
    }


def module_files() -> dict[str, Path]:
    """Return the files of all modules by their import names."""
    files = {}
    bases = {"xl_mastermind": ROOT}
    bases |= {name: ROOT / name for name in ("tests", "tests/support", "tools")}
    for folder, base in bases.items():
        for path in (ROOT / folder).rglob("*.py"):
            if "node_modules" not in path.parts:
                parts = path.relative_to(base).with_suffix("").parts
                files[".".join(parts).removesuffix(".__init__")] = path
    return files


@cache
def read_text(path: Path) -> str:
    return path.read_text("utf-8")


def imported_names(path: Path) -> Iterator[str]:
    """Yield the names that a file imports anywhere, modules and others."""
    for package, names, module in _IMPORT.findall(read_text(path)):
        yield package or module
        yield from (f"{package}.{name}" for name in re.findall(r"\w+", names))


def import_distances(changes: set[Path]) -> dict[Path, int]:
    """Return the number of imports from each file to a changed one, if any."""
    files = module_files()
    importers: dict[Path, set[Path]] = defaultdict(set)
    for path in files.values():
        for name in imported_names(path):
            if name in files:
                importers[files[name]].add(path)
    for change in changes - {*files.values()}:
        importers[change] = {p for p in files.values() if change.name in read_text(p)}
    distances = dict.fromkeys(changes, 0)
    queue = [*changes]
    for path in queue:  # which grows in this loop
        for importer in importers[path] - distances.keys():
            distances[importer] = distances[path] + 1
            queue.append(importer)
    return distances


def nearest_tests(changes: set[Path]) -> list[Path]:
    """Return the test files that import changed files, the nearest first."""
    distances = import_distances(changes)
    folders = [path.relative_to(ROOT).parent.parts[1:] for path in changes]

    def is_beside(test: Path) -> bool:
        parts = test.relative_to(ROOT / "tests").parent.parts
        return bool(parts) and any(f[: len(parts)] == parts for f in folders)

    tests = {
        test: min(distances.get(test, 2), 2) if is_beside(test) else distances[test]
        for test in (ROOT / "tests").rglob("test_*.py")
        if test in distances or is_beside(test)
    }
    return sorted(tests, key=lambda test: (tests[test], not is_beside(test), test))


if __name__ == "__main__":
    if not (files := nearest_tests(changed_files())):
        sys.exit("no test imports a file that differs from main")
    words = ["-m", "pytest", "-m", "not proof and not slow", *sys.argv[1:]]
    nearest = map(str, files[:MAX_FILES])
    os.execv(sys.executable, [sys.executable, *words, *nearest])  # noqa: S606

"""
Runs the tests that a change reaches: the nearest by imports, then the cheapest.

A change is what differs from `main`. A file that is not Python is taken for imported by
all that mention its name. Modules of a folder are near to the tests of that folder,
which often reach them by another process.
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

BUDGET: Final = 10
"""CPU seconds of the cases, by tests/durations.txt; workers need as much to start."""

_IMPORT: Final = re.compile(
    r"^ *(?:from ([\w.]+) import (\([^)]*\)|.*)|import ([\w.]+))", re.MULTILINE
)


def changed() -> set[Path]:
    """Return the files that differ from `main`, or that git does not know."""
    ours = ["git", "diff", "--name-only", "main"]
    new = ["git", "ls-files", "--others", "--exclude-standard"]
    return {
        ROOT / name
        for words in (ours, new)
        for name in subprocess.check_output(  # noqa: S603, our own words
            words, cwd=ROOT, encoding="utf-8"
        ).splitlines()
    }


def modules() -> dict[str, Path]:
    """Return the files of all modules by the names under which they are imported."""
    found = {}
    for folder, base in (("xl_mastermind", ROOT), ("tests", ROOT / "tests")):
        for path in (ROOT / folder).rglob("*.py"):
            if "node_modules" not in path.parts:
                parts = path.relative_to(base).with_suffix("").parts
                found[".".join(parts).removesuffix(".__init__")] = path
    return found


@cache
def text_of(path: Path) -> str:
    return path.read_text("utf-8")


def imports(path: Path) -> Iterator[str]:
    """Yield the names of modules that a file imports anywhere, and of others."""
    for package, names, module in _IMPORT.findall(text_of(path)):
        yield package or module
        yield from (f"{package}.{name}" for name in re.findall(r"\w+", names))


def steps_to(changes: set[Path]) -> dict[Path, int]:
    """Return how many imports lead from each file to a change, if any do."""
    files = modules()
    importers: dict[Path, set[Path]] = defaultdict(set)
    for path in files.values():
        for name in imports(path):
            if name in files:
                importers[files[name]].add(path)
    for change in changes - {*files.values()}:
        importers[change] = {p for p in files.values() if change.name in text_of(p)}
    steps = dict.fromkeys(changes, 0)
    ahead = [*changes]
    for path in ahead:  # grows meanwhile
        for importer in importers[path] - steps.keys():
            steps[importer] = steps[path] + 1
            ahead.append(importer)
    return steps


def reached(changes: set[Path]) -> list[Path]:
    """Return the files with tests that reach a change, the nearest first."""
    steps = steps_to(changes)
    folders = [path.relative_to(ROOT).parent.parts[1:] for path in changes]

    def is_beside(test: Path) -> bool:
        parts = test.relative_to(ROOT / "tests").parent.parts
        return bool(parts) and any(f[: len(parts)] == parts for f in folders)

    found = {
        test: min(steps.get(test, 2), 2) if is_beside(test) else steps[test]
        for test in (ROOT / "tests").rglob("test_*.py")
        if test in steps or is_beside(test)
    }
    return sorted(found, key=lambda test: (found[test], not is_beside(test), test))


if __name__ == "__main__":
    if not (files := reached(changed())):
        sys.exit("nothing differs from main that a test reaches")
    words = ["-m", "pytest", "--quick", f"--budget={BUDGET}", "-m", "not proof"]
    os.execv(sys.executable, [sys.executable, *words, *sys.argv[1:], *map(str, files)])  # noqa: S606

"""
Run the quick tests that are nearest to the files that differ from `main`.

These are, in this order, the tests named after a changed module, those that import it
or name a changed data file, the tests named after modules that import the changed one,
and the tests of its folder.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import grimp

ROOT: Final = Path(__file__).parents[1]
TESTS: Final = {p: p.read_text("utf-8") for p in ROOT.glob("tests/**/*.py")}


def changed_files() -> set[Path]:
    """Return the files that differ from `main`, and untracked files."""
    changed = ("git", "diff", "--name-only", "main")
    untracked = ("git", "ls-files", "--others", "--exclude-standard")
    lines = "".join(
        subprocess.check_output(command, cwd=ROOT, text=True)
        for command in (changed, untracked)
    )
    return {ROOT / name for name in lines.splitlines()}


def named_tests(module: str) -> list[Path]:
    """Return the test files that are named after a module."""
    package, _, name = module.rpartition(".")
    folder = package.rpartition(".")[2].removesuffix("s")
    names = {f"test_{name}.py", f"test_{folder}_{name}.py", f"test_{folder}s_{name}.py"}
    return [path for path in TESTS if path.name in names]


def importing_tests(module: str) -> list[Path]:
    """Return the files of tests that import a module of the package or of tests."""
    package, _, name = module.rpartition(".")
    pattern = rf"from {package} import .*\b{name}\b" if package else rf"^from {name}\b"
    imports = re.compile(rf"\b{re.escape(module)} import|{pattern}", re.MULTILINE)
    return [path for path, text in TESTS.items() if imports.search(text)]


def folder_of_tests(source: Path) -> Path:
    """Return the nearest folder of tests that mirrors the folder of a module."""
    folder = ROOT / "tests" / source.parent.relative_to(ROOT / "xl_mastermind")
    while not folder.exists():
        folder = folder.parent
    return folder


def nearest_tests(files: set[Path]) -> list[Path]:
    """Return the test files nearest to changed files, the nearest first."""
    graph = grimp.build_graph("xl_mastermind")
    sources = {ROOT / f"{m.replace('.', '/')}.py": m for m in graph.modules}
    data = {path.name for path in files if path.suffix != ".py"}
    texts = TESTS | {p: p.read_text("utf-8") for p in sources if p.exists()}
    changed = files | {p for p, text in texts.items() if any(n in text for n in data)}
    modules = [sources[path] for path in changed if path in sources]
    helpers = [path.stem for path in changed if path in TESTS]
    groups = [
        [path for path in changed if path in TESTS],
        *map(named_tests, modules),
        *map(importing_tests, modules + helpers),
        *(
            named_tests(importer)
            for module in modules
            for importer in graph.find_modules_that_directly_import(module)
        ),
        *(
            folder_of_tests(path).glob("test_*.py")
            for path in changed
            if path in sources
        ),
    ]
    tests = dict.fromkeys(path for group in groups for path in group)
    return [path for path in tests if path.name.startswith("test_") and path.exists()]


if __name__ == "__main__":
    if not (tests := nearest_tests(changed_files())):
        sys.exit("no test imports a file that differs from main")
    words = ["-m", "pytest", "-m", "not proof and not slow", *sys.argv[1:]]
    os.execv(sys.executable, [sys.executable, *words, *map(str, tests)])  # noqa: S606

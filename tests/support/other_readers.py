"""
Readers of workbooks that share no code with ours, run on a file.

`make readers` installs two of them, with the versions that tests/readers/package.json
has: Microsoft's own validator, the Open XML SDK as one program, and SheetJS. Then they
need no network.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[1] / "readers"
"""The folder of the readers."""
_VALIDATOR = FOLDER / "node_modules" / ".bin" / "ooxml-validator"

# Excel itself writes this part of a chart, and the validator does not know it.
_KNOWN_PART = "/c:chartSpace[1]/c:chart[1]/c:extLst[1]/c:ext[1]"
_KNOWN = ("Sch_UndeclaredAttribute", "Sch_InvalidElementContentExpectingComplex")


def skip_reason() -> str:
    if not shutil.which("node"):
        return "Node.js is not installed: there is no node on the PATH"
    if not _VALIDATOR.exists():
        return "the readers are not installed: run `make readers`"
    return ""


are_here = pytest.mark.skipif(bool(skip_reason()), reason=skip_reason())
"""Marks tests that need them."""


def validated(file: Path) -> list[str]:
    """Return the errors of Microsoft's validator, without false ones."""
    return [
        f"{found['id']} in {found['path']}, {found['xPath']}: {found['description']}"
        for found in json.loads(_run(_VALIDATOR, file))["errors"]
        if found["xPath"] != _KNOWN_PART or found["id"] not in _KNOWN
    ]


def sheetjs(file: Path) -> dict[str, Any]:
    """Return the names, the cells and the macros that SheetJS reads."""
    read: dict[str, Any] = json.loads(_run("node", FOLDER / "sheetjs.js", file))
    return read


def _run(*words: str | Path) -> str:
    done = subprocess.run(
        words,
        capture_output=True,
        check=False,
        encoding="utf-8",
        # Microsoft's program would look for a library of languages, and needs none.
        env={**os.environ, "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT": "1"},
    )
    assert done.stdout, done.stderr
    return done.stdout

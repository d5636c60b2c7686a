"""Set up LibreOffice from each kind of Python environment."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from installed import make_environment
from libreoffice import Calc, environment, skip_reason

from xl_mastermind.libreoffice.client import settings_file

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        bool(skip_reason()), reason=skip_reason() or "LibreOffice is here"
    ),
]

UV = shutil.which("uv", path=f"{Path(sys.executable).parent}{os.pathsep}{os.defpath}")

needs_uv = pytest.mark.skipif(UV is None, reason="uv, of the extra test, is missing")

WAYS = {
    "activated": 'source "$ENV/bin/activate"',
    "another Python first": 'PATH="$OTHER:$PATH:$ENV/bin"',
    "uv run": 'set -- "$UV" run --offline --no-project --python "$ENV/bin/python"',
}
"""Shell commands before `setup`; `set --` sets a prefix of the command."""


def bash(script: str, environ: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", script],
        capture_output=True,
        check=False,
        encoding="utf-8",
        env=environ,
        timeout=300,
    )


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    return environment(tmp_path / "home") | {
        "OTHER": str(Path(sys.base_prefix) / "bin"),
        "UV": str(UV),
        "UV_CACHE_DIR": str(tmp_path / "cache"),
        "UV_PYTHON": sys.executable,
    }


@pytest.fixture(scope="session")
def folder(
    tmp_path_factory: pytest.TempPathFactory, distributions: tuple[Path, Path]
) -> Path:
    """Return an environment whose path has a space and letters beyond ASCII."""
    place = tmp_path_factory.mktemp("environments") / "Ümit's żółte gry"
    return make_environment(place / "env", distributions[1])


def chosen_python(environ: dict[str, str]) -> str:
    return str(json.loads(settings_file(environ).read_text("utf-8"))["python"])


@pytest.mark.parametrize(
    "way",
    [
        "activated",
        "another Python first",
        pytest.param("uv run", marks=[needs_uv, pytest.mark.proof]),
    ],
)
def test_setup_works_in_each_environment(
    way: str, folder: Path, environ: dict[str, str]
) -> None:
    commands = '"$@" xl-mastermind setup && "$@" xl-mastermind doctor'
    done = bash(f"{WAYS[way]}; {commands}", environ | {"ENV": str(folder)})
    assert done.returncode == 0, done.stdout + done.stderr
    assert "formulas in LibreOffice use this Python" in done.stdout
    assert (
        Path(chosen_python(environ))
        == folder / "bin" / Path(chosen_python(environ)).name
    )


def test_setup_reports_libreoffice_with_broken_python(
    folder: Path, environ: dict[str, str]
) -> None:
    office = Calc(environ | {"PATH": f"{folder}/bin:{environ['PATH']}"})
    done = bash(f'"{folder}/bin/xl-mastermind" setup', environ)
    seen = bash(f'"{folder}/bin/xl-mastermind" doctor', environ)
    office.close()
    text = "LibreOffice cannot be set up: it is open and its Python fails"
    fix = "quit it, then start it from the menu"
    assert done.returncode == 1
    assert done.stderr == f"xl-mastermind: {text}; {fix}\n"
    assert f"FIX {text}: {fix}\n" in seen.stdout

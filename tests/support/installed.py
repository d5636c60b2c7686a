"""The package as a wheel in a new environment."""

import importlib.util
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

ROOT = Path(__file__).parents[2]

_ABSENT = ("numba", "pyopenvba", "xlsxwriter", "xlwings")

_BUILDERS = ("build", "hatchling")


def build_skip_reason() -> str:
    missing = [name for name in _BUILDERS if importlib.util.find_spec(name) is None]
    return f"not installed, though in the extra test: {missing}" if missing else ""


def build_packages(folder: Path) -> tuple[Path, Path]:
    """Build the sdist, and from it the wheel."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir"]
    subprocess.run([*command, folder, ROOT], check=True, capture_output=True)
    [sdist], [wheel] = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return sdist, wheel


def make_environment(folder: Path, archive: Path) -> Path:
    """
    Return a new environment with our package, a wheel or an sdist, without a download.

    Its dependencies are installed, but neither numba nor the extra `build`.
    """
    venv.create(folder, symlinks=True)
    packages = Path(sysconfig.get_path("purelib", "venv", {"base": str(folder)}))
    # It uses our dependencies, but no editable installation.
    absent = f"import sys; sys.modules.update(dict.fromkeys({_ABSENT}))"
    lines = [sysconfig.get_path("purelib"), absent]
    (packages / "dependencies.pth").write_text("\n".join(lines), encoding="utf-8")
    python = str(folder / "bin" / "python")
    pip = [sys.executable, "-m", "pip", "--quiet", "--python", python, "install"]
    alone = "--no-deps", "--no-index", "--no-build-isolation", "--ignore-installed"
    subprocess.run([*pip, *alone, str(archive)], check=True)
    return folder

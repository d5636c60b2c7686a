"""The package as people install it: a wheel in an environment of its own."""

import importlib.util
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

ROOT = Path(__file__).parents[1]

_BUILDERS = ("build", "hatchling", "hatch_fancy_pypi_readme")


def why_not_built() -> str:
    """Return why the package cannot be built here, or nothing."""
    missing = [name for name in _BUILDERS if importlib.util.find_spec(name) is None]
    return f"not installed, though in the extra test: {missing}" if missing else ""


def build(folder: Path) -> tuple[Path, Path]:
    """Build the sdist, and from it the wheel."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir"]
    subprocess.run([*command, folder, ROOT], check=True, capture_output=True)  # noqa: S603 - ours
    [sdist], [wheel] = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return sdist, wheel


def make_environment(folder: Path, wheel: Path) -> Path:
    """Return a new environment with the wheel, without numba, and no download."""
    venv.create(folder, symlinks=True)
    python = str(folder / "bin" / "python")
    pip = [sys.executable, "-m", "pip", "--quiet", "--python", python, "install"]
    subprocess.run([*pip, "--no-deps", "--no-index", str(wheel)], check=True)  # noqa: S603 - ours
    packages = Path(sysconfig.get_path("purelib", "venv", {"base": str(folder)}))
    # Its dependencies are ours, but nothing of ours is editable from there.
    lines = [sysconfig.get_path("purelib"), "import sys; sys.modules['numba'] = None"]
    (packages / "dependencies.pth").write_text("\n".join(lines), encoding="utf-8")
    return folder

"""The comparison with another program takes one that is built, and builds none."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_a_folder_of_source_is_no_program(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "mmstrat.cpp").write_text("int main() {}")
    done = subprocess.run(  # noqa: S603 - ours
        [sys.executable, ROOT / "benchmarks" / "peer.py", tmp_path],
        capture_output=True,
        check=False,
        text=True,
        timeout=300,
    )
    assert done.returncode == 1
    assert done.stderr == f"expected a program that can be run, got {tmp_path}\n"

"""Where pytest looks for examples in docstrings: this holds for all folders."""

from pathlib import Path


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """
    Import no module in which there is neither an example nor a test.

    Some can be imported by LibreOffice's Python alone, or by one of Windows.
    """
    if collection_path.suffix != ".py" or collection_path.name.startswith("test_"):
        return None
    return True if ">>>" not in collection_path.read_text("utf-8") else None

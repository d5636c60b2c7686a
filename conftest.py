"""Selection of the modules whose docstrings pytest runs as examples."""

from pathlib import Path


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """
    Skip modules without examples and tests.

    Only LibreOffice's or Windows' Python can import some of them.
    """
    if collection_path.suffix != ".py" or collection_path.name.startswith("test_"):
        return None
    return True if ">>>" not in collection_path.read_text("utf-8") else None

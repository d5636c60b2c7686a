"""Published figures in `tests/data`, and exact messages."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

DATA = Path(__file__).parents[1] / "data"


def golden_entries(name: str) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = json.loads(
        (DATA / f"{name}.json").read_text(encoding="utf-8")
    )
    return entries


def entry_id(entry: dict[str, Any]) -> str:
    values = (value for key, value in entry.items() if key != "source")
    return " ".join(str(value) for value in values if isinstance(value, str | int))


def tuples(value: object) -> object:
    return (*map(tuples, value),) if isinstance(value, list) else value


def raises_message(
    message: str, error: type[ValueError] = ValueError
) -> "pytest.RaisesExc[ValueError]":
    return pytest.raises(error, match=rf"\A{re.escape(message)}\Z")

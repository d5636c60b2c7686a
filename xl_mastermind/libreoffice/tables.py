"""Load the data of the build: names, functions and buttons."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

TABLES: dict[str, Any] = json.loads(
    Path(__file__).with_name("tables.json").read_text(encoding="utf-8")
)

"""
What the extension was built with: names, functions and buttons.

This runs inside LibreOffice, in whatever Python that has: standard library only,
and nothing that Python 3.8 does not know.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

TABLES: dict[str, Any] = json.loads(
    Path(__file__).with_name("tables.json").read_text(encoding="utf-8")
)

"""The settings: the worker's Python, and how long to wait for it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

PATIENCE = 30.0
"""Seconds after which a box asks whether to go on waiting."""

_LONGEST_PATIENCE = 86_400
_LONGEST_SHOWN = 60


class WorkerError(Exception):
    """The worker cannot answer; the message says why, and the cure."""


class NoPythonError(WorkerError):
    """There is no Python that could be the worker's."""


def settings_file(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Return the file that says which Python is the worker's."""
    home = environ.get("HOME") or str(Path.home())
    if platform == "win32":
        folder = Path(environ.get("APPDATA") or home)
    elif platform == "darwin":
        folder = Path(home) / "Library" / "Application Support"
    else:
        folder = Path(environ.get("XDG_CONFIG_HOME") or Path(home) / ".config")
    return folder / "xl-mastermind" / "calc.json"


def read_settings(file: Path) -> dict[str, Any]:
    """Return the settings: ``python``, and ``patience`` if it is set."""
    cure = "run: xl-mastermind setup"
    try:
        return _checked(json.loads(file.read_text(encoding="utf-8")))
    except FileNotFoundError:
        message = "MasterMind has not been told which Python to use"
        raise NoPythonError(f"{message}; {cure}") from None
    except (OSError, ValueError, RecursionError) as error:
        why = getattr(error, "strerror", None) or error
        raise NoPythonError(f"{file} cannot be read ({why}); {cure}") from None


def _checked(settings: object) -> dict[str, Any]:
    if not isinstance(settings, dict):
        message = f"expected an object, got {shown(settings)}"
        raise ValueError(message)  # noqa: TRY004 - damaged like any other way
    python = settings.get("python")
    if not isinstance(python, str) or not python or "\0" in python:
        raise ValueError(f"expected the path of a python, got {shown(python)}")
    patience = settings.get("patience", PATIENCE)
    is_number = isinstance(patience, (int, float)) and not isinstance(patience, bool)
    if not (is_number and 0 < patience <= _LONGEST_PATIENCE):
        wanted = f"a patience of up to {_LONGEST_PATIENCE} seconds"
        raise ValueError(f"expected {wanted}, got {shown(patience)}")
    return settings


def shown(value: object) -> str:
    """Return something strange as a short text in one line."""
    text = repr(value.decode("utf-8", "replace") if isinstance(value, bytes) else value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"

"""Read the settings of the worker: its Python, and a timeout."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULT_TIMEOUT = 30.0
"""Seconds after which a message box asks whether to keep waiting."""

_MAX_TIMEOUT = 86_400
_MAX_LENGTH = 60
"""Characters of a value within an error message."""


class WorkerError(Exception):
    """The worker does not respond; the message has the reason and the fix."""


class NoPythonError(WorkerError):
    """No Python can run the worker."""


def settings_file(environ: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Return the path of the settings file of a user."""
    home = environ.get("HOME") or str(Path.home())
    if platform == "win32":
        folder = Path(environ.get("APPDATA") or home)
    elif platform == "darwin":
        folder = Path(home) / "Library" / "Application Support"
    else:
        folder = Path(environ.get("XDG_CONFIG_HOME") or Path(home) / ".config")
    return folder / "xl-mastermind" / "calc.json"


def read_settings(file: Path) -> dict[str, Any]:
    """Return the settings: ``python``, and optionally ``patience`` in seconds."""
    fix = "run: xl-mastermind setup"
    try:
        return _check_settings(json.loads(file.read_text(encoding="utf-8")))
    except FileNotFoundError:
        message = "MasterMind has no Python"
        raise NoPythonError(f"{message}; {fix}") from None
    except (OSError, ValueError, RecursionError) as error:
        reason = getattr(error, "strerror", None) or error
        raise NoPythonError(f"{file} cannot be read ({reason}); {fix}") from None


def _check_settings(settings: object) -> dict[str, Any]:
    if not isinstance(settings, dict):
        message = f"expected an object, got {short_repr(settings)}"
        raise ValueError(message)  # noqa: TRY004 - `read_settings` catches it
    python = settings.get("python")
    if not isinstance(python, str) or not python or "\0" in python:
        raise ValueError(f"expected the path of a python, got {short_repr(python)}")
    timeout = settings.get("patience", DEFAULT_TIMEOUT)
    is_number = isinstance(timeout, (int, float)) and not isinstance(timeout, bool)
    if not (is_number and 0 < timeout <= _MAX_TIMEOUT):
        wanted = f"a patience of up to {_MAX_TIMEOUT} seconds"
        raise ValueError(f"expected {wanted}, got {short_repr(timeout)}")
    return settings


def short_repr(value: object) -> str:
    """Return the repr of a value, shortened for a message."""
    text = repr(value.decode("utf-8", "replace") if isinstance(value, bytes) else value)
    return text if len(text) <= _MAX_LENGTH else f"{text[:_MAX_LENGTH]}…"

"""One thing that was looked at: what it is, and what to do if it is not well."""

from typing import NamedTuple


class Finding(NamedTuple):
    """One thing that was looked at, and what to do about it if it is not well."""

    ok: bool
    what: str
    cure: str = ""


def passed(what: str) -> Finding:
    """Return that something is as it should be."""
    return Finding(ok=True, what=what)


def failed(what: str, cure: str) -> Finding:
    """Return that something is to be mended, and how."""
    return Finding(ok=False, what=what, cure=cure)

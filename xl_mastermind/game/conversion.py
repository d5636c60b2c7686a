"""Conversion of callers' values, of Python or numpy, into plain ones of Python."""

import operator
from collections.abc import Iterable, Sequence
from typing import Any, Final, Protocol

_MAX_SHOWN: Final = 60
"""Characters of a value in an error message."""


class Array(Protocol):
    """An array of numpy, or a column of pandas."""

    def tolist(self) -> Any:  # noqa: ANN401, numpy's own type
        """Return the values as those of Python, in lists."""


def shown(value: object) -> str:
    """Return a value for an error message: in one line, and not too long."""
    text = " ".join(repr(value).split())
    return text if len(text) <= _MAX_SHOWN else f"{text[: _MAX_SHOWN - 1]}…"


def whole_number(value: object) -> int | None:
    """Return an integer of any type as an int, `None` for other values and bools."""
    if type(value) is int:
        return value
    try:
        return None if isinstance(value, bool) else operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def as_tuple(value: object) -> tuple[Any, ...] | None:
    """Return a list, tuple or array as a tuple, `None` for other values and texts."""
    if type(value) is tuple:
        return value
    if hasattr(value, "tolist"):  # an array of numpy, or a column of pandas
        value = value.tolist()
    is_text = isinstance(value, str | bytes | bytearray)
    return tuple(value) if isinstance(value, Sequence) and not is_text else None


def whole_numbers(value: object) -> tuple[int, ...] | None:
    """Return a sequence or array of integers as ints, `None` for other values."""
    values = as_tuple(value)
    if values is None:
        return None
    numbers = tuple(n for n in map(whole_number, values) if n is not None)
    return numbers if len(numbers) == len(values) else None


def check_text(value: object, expected: str) -> str:
    """Return `value` if it is a text, or raise a ValueError that names `expected`."""
    if not isinstance(value, str):
        raise ValueError(f"expected {expected}, got {shown(value)}")  # noqa: TRY004
    return value


def did_you_mean(text: str, names: Iterable[str]) -> str:
    """Return the end of an error message: the name that is most like `text`, if any."""
    from difflib import get_close_matches  # noqa: PLC0415, 10 ms, for errors alone

    [*near] = get_close_matches(text.lower(), names, n=1)
    return f"; did you mean {near[0]}?" if near else ""


def check_seed(seed: object) -> int | str | None:
    """Return `seed` if it is a whole number, a text or none, or raise a ValueError."""
    if seed is None or isinstance(seed, str):
        return seed
    number = whole_number(seed)
    if number is None:
        raise ValueError(f"expected a whole number as seed, got {shown(seed)}")
    return number

"""Conversion of arguments, of Python or numpy types, into plain Python values."""

import operator
from collections.abc import Iterable, Sequence
from typing import Any, Final, Protocol

_MAX_REPR_LENGTH: Final = 60
"""Characters of a value in an error message."""


class Array(Protocol):
    """An array of numpy, or a column of pandas."""

    def tolist(self) -> Any:  # noqa: ANN401, numpy's own type
        """Return the values as those of Python, in lists."""


def short_repr(value: object) -> str:
    """Return the repr of a value for an error message: one line, shortened."""
    text = " ".join(repr(value).split())
    return text if len(text) <= _MAX_REPR_LENGTH else f"{text[: _MAX_REPR_LENGTH - 1]}…"


def whole_number(value: object) -> int | None:
    """Return an integer of any type as an int, None for other values and bools."""
    if type(value) is int:
        return value
    try:
        return None if isinstance(value, bool) else operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def as_tuple(value: object) -> tuple[Any, ...] | None:
    """Return a list, tuple or array as a tuple, None for other values and texts."""
    if type(value) is tuple:
        return value
    if hasattr(value, "tolist"):  # an array of numpy, or a column of pandas
        value = value.tolist()
    is_text = isinstance(value, str | bytes | bytearray)
    return tuple(value) if isinstance(value, Sequence) and not is_text else None


def whole_numbers(value: object) -> tuple[int, ...] | None:
    """Return a sequence or array of integers as ints, None for other values."""
    values = as_tuple(value)
    if values is None:
        return None
    numbers = tuple(number for n in values if (number := whole_number(n)) is not None)
    return numbers if len(numbers) == len(values) else None


def check_text(value: object, expected: str) -> str:
    """Return `value` if it is a text, or raise a ValueError with `expected`."""
    if not isinstance(value, str):
        raise ValueError(f"expected {expected}, got {short_repr(value)}")  # noqa: TRY004
    return value


def did_you_mean(text: str, names: Iterable[str]) -> str:
    """Return the end of an error message: the name nearest to `text`, or nothing."""
    from difflib import get_close_matches  # noqa: PLC0415, 10 ms, for errors alone

    nearest_names = get_close_matches(text.lower(), names, n=1)
    return "".join(f"; did you mean {name}?" for name in nearest_names)


def check_positive(name: str, value: object) -> None:
    """Raise a ValueError unless a value is a whole number from 1, or None."""
    if value is not None and (whole_number(value) or 0) < 1:
        raise ValueError(f"expected {name} from 1, got {short_repr(value)}")


def check_seed(seed: object) -> int | str | None:
    """Return a seed (whole number, text or None), or raise a ValueError."""
    if seed is None or isinstance(seed, str):
        return seed
    number = whole_number(seed)
    if number is None:
        raise ValueError(f"expected a whole number as seed, got {short_repr(seed)}")
    return number

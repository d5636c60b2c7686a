"""Conversion of arguments, of Python or numpy types, into plain Python values."""

import math
import operator
from collections.abc import Iterable, Sequence
from typing import Any, Final, Protocol

_MAX_REPR_LENGTH: Final = 60
_MAX_VALUES: Final = 1 << 20
"""Maximum length of a sequence: a range may be longer without using memory."""


class Array(Protocol):
    """An array of numpy, or a column of pandas."""

    def tolist(self) -> Any:  # noqa: ANN401, numpy's own type
        """Return the values as those of Python, in lists."""


def short_repr(value: object) -> str:
    """Return the repr of a value for an error message: one line, shortened."""
    try:
        text = repr(value)
    except KeyboardInterrupt:
        raise
    except BaseException:  # noqa: BLE001, a repr may raise any error
        text = f"a value of the type {type(value).__name__}"
    return shorten(text if isinstance(value, str) else " ".join(text.split()))


def input_error(expected: str, value: object) -> ValueError:
    """Return the error that names the expected input and the value of the caller."""
    return ValueError(f"expected {expected}, got {short_repr(value)}")


def shorten(text: str, max_length: int = _MAX_REPR_LENGTH) -> str:
    """Return a text, or its beginning if it is too long for an error message."""
    return text if len(text) <= max_length else f"{text[: max_length - 1]}…"


def whole_number(value: object) -> int | None:
    """Return an integer of any type as an int, None for other values and bools."""
    if type(value) is int:
        return value
    try:
        return None if isinstance(value, bool) else operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def as_tuple(value: object) -> tuple[Any, ...] | None:
    """Return a short list, tuple or array as a tuple, None for others and texts."""
    if type(value) is tuple:
        return value
    if hasattr(value, "tolist"):  # Arrays of numpy and columns of pandas have it.
        value = value.tolist()
    is_text = isinstance(value, str | bytes | bytearray)
    if not isinstance(value, Sequence) or is_text or value[_MAX_VALUES:]:
        return None
    return tuple(value)


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
        raise input_error(expected, value)
    return value


def did_you_mean(text: str, names: Iterable[str]) -> str:
    """Return the end of an error message: the name nearest to `text`, or nothing."""
    from difflib import get_close_matches  # noqa: PLC0415, 10 ms, for errors alone

    nearest_names = get_close_matches(text[:_MAX_REPR_LENGTH].lower(), names, n=1)
    return "".join(f"; did you mean {name}?" for name in nearest_names)


def check_positive(name: str, value: object) -> None:
    """Raise a ValueError unless a value is a whole number from 1, or None."""
    if value is not None and (whole_number(value) or 0) < 1:
        raise input_error(f"{name} from 1", value)


def check_bool(name: str, value: object) -> None:
    """Raise a ValueError unless a value is True or False."""
    if not isinstance(value, bool):
        raise input_error(f"{name} as True or False", value)


def check_seconds(name: str, value: object) -> None:
    """Raise a ValueError unless a value is a number of seconds, or None."""
    try:
        is_right = value is None or math.isfinite(value) or value == math.inf  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        is_right = False
    if not is_right or isinstance(value, bool) or (value or 0) < 0:  # type: ignore[operator]
        raise input_error(f"{name} as seconds from 0", value)


def check_seed(seed: object) -> int | str | None:
    """Return a seed (whole number, text or None), or raise a ValueError."""
    if seed is None or isinstance(seed, str):
        return seed
    number = whole_number(seed)
    if number is None:
        raise input_error("a whole number as seed", seed)
    return number

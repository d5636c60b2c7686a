"""Answers to guesses in the words of players and programs; `_ROLES` has the words."""

import re
from collections.abc import Sequence
from typing import Final, TypeAlias

from xl_mastermind.game.symbols import english_letters, strip_invisible

NUMBER_WORDS: Final = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)

_DIGITS: Final = {word: str(n) for n, word in enumerate(NUMBER_WORDS)} | {"zero": "0"}

_BLACK, _WHITE = 0, 1

_ROLES: Final = {
    **dict.fromkeys(("black", "bull", "strike", "hit", "red", "fermi"), _BLACK),
    **dict.fromkeys(("noir", "schwarz", "schwarze", "negro", "negra"), _BLACK),
    **dict.fromkeys(("a", "s", "h", "r", "●", "+"), _BLACK),
    **dict.fromkeys(("white", "cow", "ball", "blow", "pico"), _WHITE),
    **dict.fromkeys(("blanc", "blanche", "blanco", "blanca"), _WHITE),
    **dict.fromkeys(("weiß", "weiße", "weiss", "weisse"), _WHITE),
    **dict.fromkeys(("w", "c", "○", "-"), _WHITE),
}
"""
The pegs that words, initials and signs mean; a minus does so after a plus only.

The initial b is missing: its meaning depends on the other name. Beside red it has none,
because it could be black or blanc.
"""

_ROLES_OF_B: Final = {
    **dict.fromkeys(("white", "cow", "w", "c"), _BLACK),  # Black or bull.
    **dict.fromkeys(("strike", "hit", "a", "s", "h"), _WHITE),  # ball, blow or letter b
}
"""The pegs that the initial b means, by the name beside it."""

_NO_PEGS: Final = ("none", "nothing", "no pegs", "out", "bagels", "bagel")

_MAX_LENGTH: Final = 80
_FULL_WIDTH: Final = {code + 0xFEE0: code for code in range(ord("!"), ord("~") + 1)}
_DRAWN_PEGS: Final = str.maketrans("⚫⬤🔴⚪◯", "●●●○○")
_TYPED_PEGS: Final = str.maketrans("*o.-_", "●○···", " ")
"""Pegs of other programs, mapped to the pegs of boards; the typed ones if no word."""

_DASHES: Final = "-\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}"

_SEPARATOR: Final = " *(?:[,;/&+]|(?:and|et|und|y)(?![a-z]))? *"
_COUNT: Final = rf"([0-9]{{1,2}}|\?|(?:{'|'.join(_DIGITS)})\b)"
_WORDS: Final = "|".join(name for name in _ROLES if len(name) > 1)
_NAME: Final = rf"(?:({_WORDS})s?|([ashrbwc●○]))"
_WITH_NAMES: Final = tuple(
    re.compile(rf"{item}(?:{_SEPARATOR}{item})?[.!]*")
    for item in (rf"{_COUNT} *{_NAME}", rf"{_NAME} *[:=]? *{_COUNT}")
)
"""One or two counts with names, behind or before them."""

_SINGLE_NAMES: Final = re.compile(
    rf"(?:pico|fermi)(?:{_SEPARATOR}(?:pico|fermi))*[.!]*"
)
"""A word for each peg, in any order."""

_NUMBERS: Final = re.compile(
    r"([0-9]{1,2}|\?)(?:(?: ?[,;] ?|[/–-]| [/–-] | )([0-9]{1,2}|\?))?"
)
_PEGS: Final = re.compile(
    r"(●*|●\?)(○*|○\?)(·*)|(a*|s*|h*|b*|r*)(b*|w*|c*)(·*)|(\++)(-*)"
)


_NamedCounts: TypeAlias = tuple[tuple[str, ...], tuple[str, ...]]
"""The names of pegs in an answer, and their written numbers."""


def parse_answer(text: str, pegs: int, *, black_only: bool) -> tuple[str, str] | None:
    """
    Return the written numbers of black and white pegs, `None` for another text.

    Raise a ValueError with both readings of dashes, and of the initial b alone.

    Examples
    --------
    >>> for text in ("1 2", "1S2B", "1 bull and 2 cows", "●○○", "bww-", "+--"):
    ...     assert parse_answer(text, 4, black_only=False) == ("1", "2")
    >>> parse_answer("2 cows", 4, black_only=False)
    ('0', '2')
    >>> parse_answer("2 blues", 4, black_only=False)
    """
    if len(text) > _MAX_LENGTH:
        return None
    answer = english_letters(strip_invisible(text)).translate(_FULL_WIDTH)
    answer = " ".join(answer.lower().split()).translate(_DRAWN_PEGS)
    if answer == "?" and not black_only:
        answer = "? ?"
    answer = re.sub(r"^\((.*)\)$", r"\1", answer).strip()
    signs = answer.replace(" ", "")
    dashes = 0 if signs.strip(_DASHES) else len(signs)
    if dashes and not black_only:
        raise ValueError(
            f"expected 0 0 for no peg or 0 {dashes} for white, got {text!r}"
        )
    if answer.rstrip(".!") in _NO_PEGS or dashes == 1:
        return "0", "0"
    if match := _NUMBERS.fullmatch(answer):
        return (match[1], match[2] or "0") if match[2] or black_only else None
    if _SINGLE_NAMES.fullmatch(answer):
        return str(answer.count("fermi")), str(answer.count("pico"))
    named_counts = _named_counts(answer) or _drawn_counts(answer, pegs)
    match named_counts:
        case ("b",), (count,) if not black_only and count != "0":
            raise ValueError(
                f"expected {count} 0 for black or 0 {count} for white, got {text!r}"
            )
        case ("b",), (count,):
            return count, "0"
    return _counts_by_role(*named_counts) if named_counts else None


def _counts_by_role(
    names: Sequence[str], counts: Sequence[str]
) -> tuple[str, str] | None:
    """Return the numbers of black and white pegs, None for unclear names."""
    b_role = next((_ROLES_OF_B[name] for name in names if name in _ROLES_OF_B), None)
    roles = [_ROLES.get(name, b_role) for name in names]
    count_by_role = dict(zip(roles, counts, strict=True))
    if names == ("b", "a") or None in roles or len(count_by_role) < len(roles):
        return None
    return count_by_role.get(_BLACK, "0"), count_by_role.get(_WHITE, "0")


def _named_counts(answer: str) -> _NamedCounts | None:
    """Return the names and the written numbers of an answer such as 1 bull, 2 cows."""
    text = re.sub(r"\(s\)| pegs?\b", "", answer)
    for is_name_first, pattern in enumerate(_WITH_NAMES):
        if match := pattern.fullmatch(text):
            words = (*filter(None, match.groups()),)
            names, counts = words[1 - is_name_first :: 2], words[is_name_first::2]
            return names, (*(_DIGITS.get(count, count) for count in counts),)
    return None


def _drawn_counts(answer: str, pegs: int) -> _NamedCounts | None:
    """Return the names and numbers of pegs drawn as signs or initials, black first."""
    if answer.startswith("+"):
        answer = answer.translate(str.maketrans(_DASHES, "-" * len(_DASHES), " "))
    else:
        answer = answer.translate(_TYPED_PEGS)
    match = _PEGS.fullmatch(answer)
    if not answer or not match:
        return None
    if "·" in match[0] and len(match[0]) != pegs:
        return None
    runs = [run for run in match.groups() if run and run[0] != "·"] or [""]
    names = (*(run[:1] or "●" for run in runs),)
    return names, (*("?" if "?" in run else str(len(run)) for run in runs),)

"""
Answers to guesses in the words of players and programs.

`_ROLES` is the table of the words; no other module reads answers.
"""

import re
from typing import Final

from xl_mastermind.game.symbols import english_letters, strip_invisible

NUMBER_WORDS: Final = (
    *("no", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)

_DIGITS: Final = {word: str(n) for n, word in enumerate(NUMBER_WORDS)} | {"zero": "0"}

_BLACK, _WHITE = 0, 1

_ROLES: Final = {
    **dict.fromkeys(("black", "bull", "strike", "hit", "a", "s", "h", "●"), _BLACK),
    **dict.fromkeys(("white", "cow", "ball", "blow", "w", "c", "○"), _WHITE),
}
"""
The pegs that words and initials mean.

The initial b is missing: beside white or cow it means black or bull; beside a, strike
or hit it means ball, blow or the second letter.
"""

_NO_PEGS: Final = ("-", "–", "—", "none", "nothing", "no pegs", "out")

_MAX_LENGTH: Final = 80
"""Characters of an answer."""

_DRAWN_PEGS: Final = str.maketrans("⚫⬤⚪◯", "●●○○")
_TYPED_PEGS: Final = str.maketrans("*o.-_", "●○···", " ")
"""Pegs of other programs, mapped to the pegs of boards; the typed ones if no word."""

_SEPARATOR: Final = " *(?:[,;/&+]|and(?![a-z]))? *"
_COUNT: Final = rf"([0-9]{{1,2}}|\?|(?:{'|'.join(_DIGITS)})\b)"
_WORDS: Final = "|".join(name for name in _ROLES if len(name) > 1)
_NAME: Final = rf"(?:({_WORDS})s?|([ashbwc●○]))"
_WITH_NAMES: Final = tuple(
    re.compile(rf"{item}(?:{_SEPARATOR}{item})?[.!]*")
    for item in (rf"{_COUNT} *{_NAME}", rf"{_NAME} *[:=]? *{_COUNT}")
)
"""One or two counts with names, behind or before them."""

_NUMBERS: Final = re.compile(r"([0-9]{1,2}|\?)(?:(?: ?[,;] ?| )([0-9]{1,2}|\?))?")
_PEGS: Final = re.compile(r"(●*|●\?)(○*|○\?)(·*)|(a*|s*|h*|b*)(b*|w*|c*)(·*)")


def parse_answer(text: str, pegs: int, *, black_only: bool) -> tuple[str, str] | None:
    """
    Return the written numbers of black and white pegs, `None` for another text.

    Raise a ValueError with both readings if the only name is the initial b.

    Examples
    --------
    >>> for text in ("1 2", "1S2B", "1 bull and 2 cows", "●○○", "bww-"):
    ...     assert parse_answer(text, 4, black_only=False) == ("1", "2")
    >>> parse_answer("2 cows", 4, black_only=False)
    ('0', '2')
    >>> parse_answer("2 reds", 4, black_only=False)
    """
    if len(text) > _MAX_LENGTH:
        return None
    answer = english_letters(strip_invisible(text))
    answer = " ".join(answer.lower().split()).translate(_DRAWN_PEGS)
    if answer == "?" and not black_only:
        answer = "? ?"
    if answer.rstrip(".!") in _NO_PEGS:
        return "0", "0"
    if match := _NUMBERS.fullmatch(answer):
        return (match[1], match[2] or "0") if match[2] or black_only else None
    names, counts = _named_counts(answer) or _drawn_counts(answer, pegs) or ((), ())
    if names == ("b",):
        (count,) = counts
        if not black_only and count != "0":
            raise ValueError(
                f"expected {count} 0 for black or 0 {count} for white, got {text!r}"
            )
        return count, "0"
    initials = {name[0] for name in names} & {*"ashwc"}
    b_role = _BLACK if initials & {*"wc"} else _WHITE if initials else None
    count_by_role = {
        _ROLES.get(n, b_role): c for n, c in zip(names, counts, strict=True)
    }
    if (
        names in ((), ("b", "a"))
        or None in count_by_role
        or len(count_by_role) < len(names)
    ):
        return None
    return count_by_role.get(_BLACK, "0"), count_by_role.get(_WHITE, "0")


def _named_counts(answer: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Return the names and the written numbers of an answer such as 1 bull, 2 cows."""
    text = re.sub(r"\(s\)| pegs?\b", "", answer)
    for is_name_first, pattern in enumerate(_WITH_NAMES):
        if match := pattern.fullmatch(text):
            words = (*filter(None, match.groups()),)
            names, counts = words[1 - is_name_first :: 2], words[is_name_first::2]
            return names, (*(_DIGITS.get(count, count) for count in counts),)
    return None


def _drawn_counts(
    answer: str, pegs: int
) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """Return the names and numbers of pegs drawn as signs or initials, black first."""
    match = _PEGS.fullmatch(answer.translate(_TYPED_PEGS))
    if not answer or not match:
        return None
    if "·" in match[0] and len(match[0]) != pegs:
        return None
    runs = [run for run in match.groups() if run and run[0] != "·"] or [""]
    names = (*(run[:1] or "●" for run in runs),)
    return names, (*("?" if "?" in run else str(len(run)) for run in runs),)

"""Names of players, from the workbooks that they hand in."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, count, takewhile
from pathlib import Path
from typing import Final

from xl_mastermind.match.result_lines import (
    MAX_NAME_LENGTH,
    fold_case,
    normalize_blanks,
)

_COPY: Final = "copy|kopie|copie|copia|kopia|kopi"

_PLATFORM_PARTS: Final = tuple(
    re.compile(pattern, re.IGNORECASE | re.DOTALL)
    for pattern in (
        r"_[0-9]+_assignsubmission_(?:file|onlinetext).*$",  # Moodle
        r"_(?:late_)?[0-9]{3,}_[0-9]{3,}_.*$",  # Canvas
        r"_attempt_[0-9]{4}-.*$",  # Blackboard
        rf"^(?:{_COPY})(?: ?\([0-9]+\))? (?:of|von|de|di) ",
        rf"(?: ?\([0-9]+\)|[ _]*-?[ _]+(?:{_COPY})(?: [0-9]+)?)$",
    )
)
"""The text that learning platforms, browsers and file managers add to a file's name."""

_DEFAULT_NAME: Final = "MasterMind"
"""The name of the bundled workbook, which names no player."""

_MAX_PART_LENGTH: Final = 30


def name_from_file(stem: str) -> str:
    """
    Return the name of a player from a file's name without its ending.

    >>> name_from_file("Ann Smith_123456_assignsubmission_file_MasterMind (1)")
    'Ann Smith'
    >>> [name_from_file(name) for name in ("Bob - Kopie (2)", "Copy of Cy", "(1)")]
    ['Bob', 'Cy', '(1)']
    """
    name, shorter = "", normalize_blanks(stem)
    while shorter and shorter != name:
        name = shorter
        for part in _PLATFORM_PARTS:
            shorter = part.sub("", name).strip() or name
            if shorter != name:
                break
    return name


def player_names(
    files: Sequence[Path], typed_names: Sequence[str]
) -> tuple[list[str], list[str]]:
    """
    Return the name of the player of each file, and a remark for each shared name.

    `typed_names` are those on the sheets Scores, or blank. Files of one name get the
    part of their paths in which they differ.
    """
    typed = [normalize_blanks(name)[:MAX_NAME_LENGTH] for name in typed_names]
    names = [
        name or name_from_file(file.stem)[:MAX_NAME_LENGTH]
        for file, name in zip(files, typed, strict=True)
    ]
    groups = dict[str, list[int]]()
    for index, name in enumerate(names):
        groups.setdefault(fold_case(name), []).append(index)
    used, remarks = {*groups}, list[str]()
    for indices in groups.values():
        if len(indices) > 1:
            base = names[indices[0]]
            parts = _differences([files[index] for index in indices])
            for index, part in zip(indices, parts, strict=True):
                is_default = base == _DEFAULT_NAME and not typed[index]
                if part and fold_case(part) != fold_case(base):
                    names[index] = _new_name(base, part, used, is_default=is_default)
            listed = ", ".join(names[index] for index in indices)
            remarks.append(
                f"{len(indices)} files have the player name {base}: counted as {listed}"
            )
    return names, remarks


def _new_name(base: str, part: str, used: set[str], *, is_default: bool) -> str:
    """Return a name that no other file has, and add it to the used ones."""
    part = part[:_MAX_PART_LENGTH]
    numbers = (f"{part} {number}" for number in count(2))
    new_names: Iterator[str] = (
        f"{base[: MAX_NAME_LENGTH - len(text) - 3]} ({text})"
        for text in chain([part], numbers)
    )
    if is_default and any(map(str.isalpha, part)):
        new_names = chain([part], new_names)
    name = next(name for name in new_names if fold_case(name) not in used)
    used.add(fold_case(name))
    return name


def _differences(files: Sequence[Path]) -> list[str]:
    """Return for each file the part of its path in which it differs from the others."""
    paths = [file.absolute() for file in files]
    names = [[name_from_file(part) for part in (*p.parts[:-1], p.stem)] for p in paths]
    words = [re.findall(r"[^\W_]+", path.stem) for path in paths]
    for rows in (names, words):
        parts = _first_distinct_column(rows) if len({*map(len, rows)}) == 1 else None
        if parts:
            return parts
    whole_paths = [[*path.parts] for path in paths]
    stems = [[*path.parts[:-1], path.stem] for path in paths]
    for rows, separator in ((words, " "), (stems, "/"), (whole_paths, "/")):
        parts = [separator.join(part) for part in _without_common_ends(rows)]
        if _is_distinct(parts):
            return parts
    return [*map(str, range(1, len(files) + 1))]


def _first_distinct_column(rows: Sequence[Sequence[str]]) -> list[str] | None:
    columns = ([*column] for column in zip(*rows, strict=True))
    return next(filter(_is_distinct, columns), None)


def _without_common_ends(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return lists without the items at their ends that all have in common."""
    start = _common_length(rows)
    rests = [row[start:][::-1] for row in rows]
    end = _common_length(rests)
    return [[*rest[end:][::-1]] for rest in rests]


def _common_length(rows: Sequence[Sequence[str]]) -> int:
    """Return the number of items at the start that are the same in all lists."""
    columns = zip(*rows, strict=False)
    return len([*takewhile(lambda column: len({*column}) == 1, columns)])


def _is_distinct(parts: Sequence[str]) -> bool:
    return len({fold_case(part[:_MAX_PART_LENGTH]) for part in parts}) == len(parts)

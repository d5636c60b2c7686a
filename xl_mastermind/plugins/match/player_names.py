"""The names of players, from the files and folders of their workbooks."""

import re
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Final

from xl_mastermind.plugins.match.result_lines import (
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
"""Texts that learning platforms, browsers and file managers add to file names."""

_DEFAULT_NAME: Final = "MasterMind"
"""The name of the bundled workbook; it identifies no player."""

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

    `typed_names` are the names on the sheets Scores, or blank. If several files have
    the same name, each gets the part of its path that differs.
    """
    names = [
        (normalize_blanks(name) or name_from_file(file.stem))[:MAX_NAME_LENGTH]
        for file, name in zip(files, typed_names, strict=True)
    ]
    groups = dict[str, list[int]]()
    for index, name in enumerate(names):
        groups.setdefault(fold_case(name), []).append(index)
    used, remarks = {*groups}, list[str]()
    for key, indices in groups.items():
        if len(indices) == 1:
            continue
        base = names[indices[0]]
        used.remove(key)
        parts = _differences([files[index] for index in indices])
        for index, part in zip(indices, parts, strict=True):
            names[index] = _new_name(base, part, used)
        listed = ", ".join(names[index] for index in indices)
        count = len(indices)
        remarks.append(
            f"{count} files have the player name {base}: counted as {listed}"
        )
    return names, remarks


def _new_name(base: str, part: str, used: set[str]) -> str:
    """Return a name that no other file has, and add it to `used`."""
    names = [base] if fold_case(part) in {"", fold_case(base)} else []
    if base == _DEFAULT_NAME and any(map(str.isalpha, part)):
        names.append(part)
    parts = [part, *(f"{part} {number}".strip() for number in range(2, len(used) + 3))]
    names += [f"{base[: MAX_NAME_LENGTH - len(p) - 3]} ({p})" for p in parts if p]
    name = next(name for name in names if fold_case(name) not in used)
    used.add(fold_case(name))
    return name


def _differences(files: Sequence[Path]) -> list[str]:
    """Return for each file the part of its path that no other path contains."""
    paths = [file.absolute() for file in files]
    rows_of_parts = (
        [[name_from_file(part) for part in (*p.parts[:-1], p.stem)] for p in paths],
        [re.findall(r"[^\W_]+", path.stem) for path in paths],
        [[*path.parts[:-1], path.stem] for path in paths],
        [[path.name] for path in paths],
    )
    for rows in rows_of_parts:
        for column in zip_longest(*rows, fillvalue=""):
            parts = [part[:_MAX_PART_LENGTH] for part in column]
            if len({*map(fold_case, parts)}) == len(parts):
                return parts
    return [str(file)[-_MAX_PART_LENGTH:] for file in files]

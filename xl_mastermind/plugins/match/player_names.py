"""The names of players, from the files and folders of their workbooks."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import chain, count, zip_longest
from pathlib import Path
from typing import Final, NamedTuple

from xl_mastermind.plugins.match.result_lines import (
    fold_case,
    has_date,
    normalize_blanks,
    shorten_name,
)

_PLATFORM_NAMES: Final = tuple(
    re.compile(pattern, re.IGNORECASE | re.DOTALL)
    for pattern in (
        r"(.+?)_([0-9]+)_assignsubmission_.*",  # Moodle
        r"(.+?)_(?:late_)?([0-9]{3,})_[0-9]{3,}(?:_.*)?",  # Canvas
        r"(?:.*_)?([^_]+)()_attempt_[0-9]{4}-.*",  # Blackboard
        r"[0-9]+-[0-9]+ - (.+?)() - .*[0-9].*",  # Brightspace
    )
)
"""Names and numbers of pupils in the files and folders of learning platforms."""

_COPY: Final = "copy|copie|copia|cópia|kopie|kopia|kopi|kopya"
_OF: Final = "of|von|de|di|av|van"
_COPY_TEXTS: Final = re.compile(
    rf"^(?:{_COPY})(?: ?\([0-9]+\))? (?:{_OF}) |[ _]*\([0-9]+\)$"
    rf"|(?:^|[ _-]+)(?:{_COPY})(?: [0-9]+| (?:{_OF}))?$",
    re.IGNORECASE,
)
"""Texts that browsers and file managers add to the names of files."""

_COPY_NUMBER: Final = re.compile(r"\([0-9]+\)$")

_OWN_NAME: Final = re.compile(
    r"(?<![^\W_])master[ _-]?mind(?:[ _-]?[0-9]+)?(?![^\W_])", re.IGNORECASE
)
"""The name of the bundled workbook; it identifies no player."""

_SEPARATOR: Final = re.compile("(_+| [-–—]+ )")
_BORDERS: Final = " _-–—,"

_VERSION: Final = re.compile(
    "(?:v|ver|version|versión|versione|versie|verze|wersja|versuch|rev|revision|attempt"
    r"|tentative|intento|tentativo|poging|final)?[\W\d]*",
    re.IGNORECASE,
)
"""Versions, attempts, and texts without letters, such as dates."""

_PERSONAL_NUMBER: Final = re.compile(r"(?!20\d{6}$)\d{5,}")
_SERIES: Final = re.compile(r"\d+\W?[^\W\d_]?|[^\W\d_]+[ -]\d+\W?[^\W\d_]?|[^\W\d_]")
"""Texts such as 7a, Week 3 and A, which name a player only if nothing else does."""

_LETTERED: Final = re.compile(r"\S+ [^\W\d_]")
_CLASS_NUMBER: Final = re.compile("[0-9]{1,2}")
_CLASS_SIZE: Final = 3
"""Folders with more different names than this below each, on average, are classes."""


class _Place(NamedTuple):
    """A name in a path; the same name below another class is another player's."""

    name: str
    folders: tuple[str, ...]


def player_names(
    files: Sequence[Path], typed_names: Sequence[str]
) -> tuple[list[str], list[str]]:
    """
    Return the name of the player of each file, and a remark for each shared name.

    `typed_names` are the names on the sheets Scores, or blank. `docs/match.md` states
    the rule.

    Examples
    --------
    >>> folders = "Ann Smith/Task/Version 1", "Ann Smith/Task/Version 2", "Bob/Task"
    >>> files = [Path(folder, "MasterMind.xlsx") for folder in folders]
    >>> player_names(files, ["", "", ""])[0]
    ['Ann Smith', 'Ann Smith', 'Bob']
    """
    places = _places([file.absolute() for file in files])
    names = [*map(normalize_blanks, typed_names)]
    typed = defaultdict[_Place, set[str]](set)
    for place, name in zip(places, names, strict=True):
        typed[place] |= {name} - {""}
    for index, place in enumerate(places):
        only_name = next(iter(typed[place])) if len(typed[place]) == 1 else place.name
        names[index] = names[index] or only_name
    groups = defaultdict[str, dict[_Place, list[int]]](dict)
    for index, (place, name) in enumerate(zip(places, names, strict=True)):
        groups[fold_case(name)].setdefault(place, []).append(index)
    used = {*groups}
    for key, group in groups.items():
        if len(group) == 1:
            continue
        used.remove(key)
        base = names[next(iter(group.values()))[0]]
        common = set.intersection(*({*place.folders} for place in group))
        for place, indices in group.items():
            prefix = " ".join(part for part in place.folders if part not in common)
            is_typed = fold_case(place.name) != key
            name = f"{base} ({place.name})" if is_typed else f"{prefix} {base}".strip()
            numbered = chain([name], map(f"{name} ({{}})".format, count(2)))
            name = next(text for text in numbered if fold_case(text) not in used)
            used.add(fold_case(name))
            for index in indices:
                names[index] = name
    names = [*map(shorten_name, names)]
    return names, [*_remarks(files, typed_names, names)]


def _remarks(
    files: Sequence[Path], typed_names: Sequence[str], names: Sequence[str]
) -> Iterator[str]:
    """Yield a line for each typed name, or name of files, of several players."""
    groups = defaultdict[str, list[tuple[str, str]]](list)
    for file, typed_name, name in zip(files, typed_names, names, strict=True):
        stem = _without_copies(normalize_blanks(file.stem))
        shared_name = normalize_blanks(typed_name) or stem
        groups[fold_case(shared_name)].append((shared_name, name))
    for group in groups.values():
        counted = [*dict.fromkeys(name for _, name in group)]
        if len(counted) > 1:
            yield (
                f"{len(group)} files have the player name {group[0][0]}: counted as"
                f" {', '.join(counted)}"
            )


# Names in paths


def _places(files: Sequence[Path]) -> list[_Place]:
    """Return for each file the first part of its path that tells players apart."""
    rows = [(*file.parts[:-1], file.stem) for file in files]
    file_counts = Counter(row[:-1] for row in rows)
    places = list[_Place]()
    for row, named, numbered in zip(
        rows,
        _different_places(rows, has_series=False),
        _different_places(rows, has_series=True),
        strict=True,
    ):
        place = named or (numbered and _place_below(row, numbered))
        has_copies = file_counts[row[:-1]] > 1
        places.append(place or _last_place(row, has_copies=has_copies))
    numbers = defaultdict[_Place, set[str]](set)
    for row, place in zip(rows, places, strict=True):
        numbers[place].add(_platform_number(row[len(place.folders)]))
    for index, (row, place) in enumerate(zip(rows, [*places], strict=True)):
        name, folders = place.name, [*filter(None, map(_folder_name, place.folders))]
        while folders and fold_case(folders[-1]) == fold_case(name):
            folders.pop()
        number = _platform_number(row[len(place.folders)])
        # Numbers tell two pupils with the same name apart.
        if number and len(numbers[place]) > 1:
            name = f"{name} ({number})"
        places[index] = _Place(name, (*folders,))
    return places


def _platform_number(part: str) -> str:
    matches = (pattern.fullmatch(part) for pattern in _PLATFORM_NAMES)
    return next((match[2] for match in matches if match), "")


def _folder_name(part: str) -> str:
    """Return the name of a folder, which may be a class, blank for a date."""
    return part if _CLASS_NUMBER.fullmatch(part) else _name(part, has_series=True)


def _different_places(
    rows: Sequence[tuple[str, ...]], *, has_series: bool
) -> list[_Place | None]:
    """Return the first folder that differs, or the file's name; `None` without one."""
    folders = range(max(map(len, rows), default=1) - 1)
    columns = [
        *([row[n] if n < len(row) - 1 else "" for row in rows] for n in folders),
        [row[-1] for row in rows],
    ]
    names = [_different_names(column, has_series=has_series) for column in columns]
    counts = [len({*map(fold_case, column)} - {""}) for column in names]
    levels = [
        level
        for level in folders
        if counts[level] > 1 and max(counts[level:]) <= _CLASS_SIZE * counts[level]
    ]
    return [
        next(
            (
                _Place(names[level][index], row[:level])
                for level in (*levels, -1)
                if names[level][index]
            ),
            None,
        )
        for index, row in enumerate(rows)
    ]


def _place_below(row: tuple[str, ...], series: _Place) -> _Place:
    """Return a name that all classes of a series have, or else the series' place."""
    for depth in range(len(series.folders) + 1, len(row)):
        if name := _name(row[depth], has_series=False):
            return _Place(name, row[:depth])
    return series


def _last_place(row: tuple[str, ...], *, has_copies: bool) -> _Place:
    """Return the file's name or the last folder; number copies, perhaps of others."""
    names = [_name(part, has_series=True) for part in row]
    depth = max((n for n, name in enumerate(names) if name), default=len(row) - 1)
    name = names[depth] or row[-1]
    copy = _COPY_NUMBER.search(row[-1])
    if copy and has_copies and depth < len(row) - 1:
        name = f"{name} {copy[0]}"
    return _Place(name, row[:depth])


def _different_names(parts: Sequence[str], *, has_series: bool) -> list[str]:
    """Return the name in each part, without the segments that all parts have."""
    keys = [{fold_case(text) for _, text in _segments(part)} for part in parts if part]
    common = set.intersection(*keys) if len(keys) > 1 else set[str]()
    names = [_name(part, has_series=has_series, without=common) for part in parts]
    first_words = {name.partition(" ")[0] for name in names if name}
    is_lettered = all(_LETTERED.fullmatch(name) for name in names if name)
    if is_lettered and len(first_words) == 1 and not has_series:  # Class A, Class B
        return [""] * len(names)
    return names


def _name(part: str, *, has_series: bool, without: Collection[str] = ()) -> str:
    """Return the segments that name a player; series only if no other segment does."""
    segments = [
        (separator, text)
        for separator, text in _segments(part)
        if fold_case(text) not in without
    ]
    named = [pair for pair in segments if not _SERIES.fullmatch(pair[1])]
    chosen = named or (segments if has_series else [])
    name = ""
    for separator, text in chosen:
        name += separator * bool(name) + text
    return name


@cache
def _segments(part: str) -> tuple[tuple[str, str], ...]:
    """Return the segments of a part that may name a player, with the separators."""
    text = normalize_blanks(unicodedata.normalize("NFC", part))
    text = text[: -len(".zip")] if text.lower().endswith(".zip") else text
    for pattern in _PLATFORM_NAMES:
        text = pattern.sub(r"\1", text)
    pieces = _SEPARATOR.split(_OWN_NAME.sub("_", text))
    segments, separator = list[tuple[str, str]](), " "
    for piece, next_separator in zip_longest(pieces[::2], pieces[1::2], fillvalue=""):
        segment = _without_copies(piece.strip(_BORDERS))
        if _may_be_name(segment):
            segments.append((separator, segment))
        separator = next_separator if segments and segments[-1][1] == segment else " "
    return (*segments,)


def _without_copies(text: str) -> str:
    """Return a text without the additions of copies, also of copies of copies."""
    shorter = _COPY_TEXTS.sub("", text, 1).strip(_BORDERS)
    return text if shorter == text else _without_copies(shorter)


def _may_be_name(text: str) -> bool:
    is_other = has_date(text) or _VERSION.fullmatch(text)
    return bool(text) and bool(_PERSONAL_NUMBER.fullmatch(text) or not is_other)

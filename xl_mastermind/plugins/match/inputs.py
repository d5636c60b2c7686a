"""The inputs of the command `match`: chats and workbooks, also in folders."""

import codecs
import glob
import re
import stat
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from xl_mastermind.plugins.match.player_names import player_names
from xl_mastermind.plugins.match.result_lines import FILE_END, ResultLine, parse_result
from xl_mastermind.plugins.match.workbooks import WorkbookGames, read_workbook_games
from xl_mastermind.presentation.game_result import GameResult
from xl_mastermind.terminal.output import StreamError, check_stream
from xl_mastermind.workbook_files.named_cells import WORKBOOK_ENDINGS

STDIN: Final = "-"

_MAX_BYTES: Final = 1 << 25
"""A chat of many years has fewer."""

_TEXT_ENDINGS: Final = ("", ".txt", ".text", ".log", ".csv", ".tsv", ".md")
"""The endings by which folders and patterns select texts."""

_OTHER_WORKBOOKS: Final = (".xls", ".xlt", ".xlsb", ".fods", ".numbers", ".gsheet")
_ZIP: Final = b"PK\x03\x04"
_OLE: Final = b"\xd0\xcf\x11\xe0"
"""The first bytes of .xlsx and .ods, and of .xls and workbooks with a password."""


class Place(NamedTuple):
    """The place of a result: a file, and for a text the number of the line."""

    file: str
    line: int | None = None

    def __str__(self) -> str:
        """Return the line of standard input, or the file and its line."""
        file = [] if self.file == STDIN else [self.file]
        return ", ".join([*file, *([f"line {self.line}"] if self.line else [])])


@dataclass
class MatchInputs:
    """The contents of the inputs, and the reasons for skipping some."""

    lines: list[ResultLine] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    """The place of each line."""

    boards: list[tuple[str, GameResult]] = field(default_factory=list)
    """The player and the result of each finished game in a workbook."""

    remarks: list[str] = field(default_factory=list)
    """Remarks on names of players, and on workbooks without results."""

    reasons: dict[str, str] = field(default_factory=dict)
    """The reason for skipping a file, by file."""

    def place(self, number: int) -> Place:
        """Return the place of the line with a number, from 1."""
        return self.places[number - 1]


def read_inputs(arguments: Sequence[str], outputs: Collection[Path]) -> MatchInputs:
    """
    Return the contents of files, folders, patterns and standard input.

    A single file that cannot be read raises an error; among several files it is
    skipped. `outputs`, the files that the command writes, are skipped too.
    """
    inputs, workbooks = MatchInputs(), dict[str, WorkbookGames]()
    read_paths = {path.resolve() for path in outputs}
    for argument in arguments:
        listed_files = _expand(argument)
        for file in [argument] if listed_files is None else listed_files:
            path = Path(file)
            if path.name.startswith(("~$", "._")) or path.resolve() in read_paths:
                continue
            read_paths.add(path.resolve())
            try:
                content = _read_file(file, is_listed=listed_files is not None)
            except (OSError, ValueError) as error:
                is_single = listed_files is None and len(arguments) == 1
                if is_single and isinstance(error, OSError):
                    raise
                reason = (getattr(error, "strerror", None) or "").lower() or str(error)
                reason = reason.removesuffix(f": {file}")
                if is_single:
                    where = "standard input" if file == STDIN else file
                    raise ValueError(f"{reason}: {where}") from None
                inputs.reasons[file] = reason
                continue
            if isinstance(content, WorkbookGames):
                workbooks[file] = content
            else:
                lines = [*_result_lines(content), FILE_END]
                inputs.lines += lines
                inputs.places += [Place(file, n) for n in range(1, len(lines) + 1)]
    _add_boards(inputs, workbooks)
    return inputs


def _add_boards(inputs: MatchInputs, workbooks: dict[str, WorkbookGames]) -> None:
    typed_names = [workbook.player for workbook in workbooks.values()]
    names, inputs.remarks = player_names([*map(Path, workbooks)], typed_names)
    for name, (file, workbook) in zip(names, workbooks.items(), strict=True):
        results = workbook.results
        inputs.boards += [(name, result) for result in results]
        inputs.lines += [ResultLine(result.title_line, name) for result in results]
        inputs.places += [Place(file)] * len(results)
        if not results:
            inputs.remarks.append(f"no finished game with a number: {file}")


def _expand(word: str) -> list[str] | None:
    """Return the files of a folder or a pattern, `None` for a single file."""
    path = Path(word)
    if path.is_dir():
        return [*_files_below(path.iterdir())]
    if word == STDIN or path.exists() or not glob.has_magic(word):
        return None
    files = _files_below(map(Path, glob.iglob(word, recursive=True)))  # noqa: PTH207
    if not (listed := [*files]):
        raise ValueError(f"expected files that match {word}, got none")
    return listed


def _files_below(paths: Iterable[Path]) -> Iterator[str]:
    """Yield the files of some paths, for a folder all below it; skip hidden files."""
    for path in sorted(paths, key=lambda path: (str(path).lower(), path)):
        attributes = getattr(path.lstat(), "st_file_attributes", 0)  # of Windows
        is_marked = bool(attributes & stat.FILE_ATTRIBUTE_HIDDEN)
        if is_marked or path.name.startswith((".", "~$")):
            continue
        if path.is_dir() and not path.is_symlink():
            yield from _files_below(path.iterdir())
        elif path.is_file():
            yield str(path)


def _read_file(file: str, *, is_listed: bool) -> WorkbookGames | str:
    """Return the games of a workbook or the text of another file, or raise an error."""
    content = _read_content(file)
    ending = "" if file == STDIN else Path(file).suffix.lower()
    if content.startswith(_OLE) or ending in _OTHER_WORKBOOKS:
        endings = ", ".join(WORKBOOK_ENDINGS)
        raise ValueError(f"expected a workbook without password ({endings})")
    if file != STDIN and (content.startswith(_ZIP) or ending in WORKBOOK_ENDINGS):
        return read_workbook_games(Path(file))
    if is_listed and ending not in _TEXT_ENDINGS:
        raise ValueError("expected a workbook or a text")
    if len(content) > _MAX_BYTES:
        raise ValueError(f"expected a text of at most {_MAX_BYTES:,} bytes")
    return _decode(content)


def _read_content(file: str) -> bytes:
    """Return the content of a file, up to one byte more than the limit for texts."""
    if file != STDIN:
        with Path(file).open("rb") as stream:
            return stream.read(_MAX_BYTES + 1)
    check_stream(sys.stdin, "standard input")
    try:
        content = getattr(sys.stdin, "buffer", sys.stdin).read(_MAX_BYTES + 1)
    except OSError as error:
        raise StreamError.from_error("standard input", error) from None
    return content.encode() if isinstance(content, str) else content


def _decode(content: bytes) -> str:
    """Return the text of a file in UTF-8 or, with a byte order mark, UTF-16."""
    is_utf_16 = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    encoding = "utf-16" if is_utf_16 else "utf-8-sig"
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise ValueError(
            f"expected a text in UTF-8, got other bytes in line {line}"
        ) from None


def _result_lines(text: str) -> Iterator[ResultLine]:
    """Yield the lines of a text; a tab separates a result from the name beside it."""
    for line in re.split(r"\r\n|[\r\n]", text):
        result, _, name = line.partition("\t")
        is_beside = name and parse_result(result)
        yield ResultLine(result, name) if is_beside else ResultLine(line)

"""The inputs of the command `match`: chats and workbooks, also in folders."""

import codecs
import glob
import re
import stat
import sys
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from xl_mastermind.match.player_names import player_names
from xl_mastermind.match.result_lines import ResultLine, parse_result
from xl_mastermind.match.workbooks import (
    FinishedBoard,
    WorkbookGames,
    read_workbook_games,
)
from xl_mastermind.terminal.output import StreamError, check_stream
from xl_mastermind.workbook_files.named_cells import WORKBOOK_ENDINGS

STDIN: Final = "-"

_MAX_BYTES: Final = 1 << 25
"""More than a chat of many years."""

_TEXT_ENDINGS: Final = ("", ".txt", ".text", ".log", ".csv", ".tsv", ".md")
"""The endings of texts in a folder."""

_OTHER_WORKBOOKS: Final = (".xls", ".xlt", ".xlsb", ".fods", ".numbers", ".gsheet")
_ZIP: Final = b"PK\x03\x04"
_OLE: Final = b"\xd0\xcf\x11\xe0"
"""The first bytes of workbooks, and of .xls and workbooks with a password."""

_TEXT_END: Final = ResultLine(STDIN)
"""A line without a result and a name, for the next text."""


class Place(NamedTuple):
    """A file, and the number of a line in a text."""

    file: str
    line: int | None = None

    def __str__(self) -> str:
        """Return the file and the line."""
        line = f", line {self.line}" if self.line else ""
        return f"{file_title(self.file)}{line}"


def file_title(file: str) -> str:
    """Return the name of a file, or of standard input."""
    return "standard input" if file == STDIN else file


class SkippedFile(NamedTuple):
    """A file that cannot be read, and the reason."""

    file: str
    reason: str


@dataclass
class MatchInputs:
    """The lines, boards and skipped files of some inputs."""

    lines: list[ResultLine] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    """The place of each line; boards come after the lines of texts."""

    boards: list[FinishedBoard] = field(default_factory=list)
    skipped: list[SkippedFile] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    """Remarks on names of players, and on workbooks without results."""

    @property
    def text_count(self) -> int:
        """The number of texts."""
        return self.lines.count(_TEXT_END)


def read_inputs(words: Sequence[str], outputs: Collection[Path]) -> MatchInputs:
    """
    Return the contents of files, folders, patterns and standard input.

    A single file that cannot be read is an error; of several files it is skipped. The
    files that the command writes are no inputs.
    """
    inputs = MatchInputs()
    workbooks = dict[str, WorkbookGames]()
    is_single = len(words) == 1
    seen = {path.resolve() for path in outputs}
    for word in words:
        for file, is_listed in _expand(word):
            if file != STDIN:
                path = Path(file).resolve()
                if path in seen:
                    continue
                seen.add(path)
            try:
                content = _read_file(file, is_listed=is_listed)
            except (OSError, ValueError) as error:
                reason = _reason(error, file)
                if is_single and not is_listed:
                    if isinstance(error, OSError):
                        raise
                    raise ValueError(f"{reason}: {file_title(file)}") from None
                inputs.skipped.append(SkippedFile(file, reason))
                continue
            if isinstance(content, WorkbookGames):
                workbooks[file] = content
            else:
                lines = [*_result_lines(content), _TEXT_END]
                inputs.lines += lines
                inputs.places += [Place(file, n) for n in range(1, len(lines) + 1)]
    _add_boards(inputs, workbooks)
    return inputs


def _add_boards(inputs: MatchInputs, workbooks: dict[str, WorkbookGames]) -> None:
    """Add the boards of workbooks, with the names of their players."""
    typed_names = [workbook.player for workbook in workbooks.values()]
    names, inputs.remarks = player_names([*map(Path, workbooks)], typed_names)
    for name, (file, workbook) in zip(names, workbooks.items(), strict=True):
        boards = [board._replace(name=name) for board in workbook.boards]
        inputs.boards += boards
        inputs.lines += [board.line for board in boards]
        inputs.places += [Place(file)] * len(boards)
        if not boards:
            inputs.remarks.append(f"no finished game with a number: {file}")


def _expand(word: str) -> Iterator[tuple[str, bool]]:
    """Yield the files of a word, and whether a folder or a pattern lists them."""
    if word == STDIN or Path(word).is_file():
        if not Path(word).name.startswith(("~$", "._")):
            yield word, False
    elif Path(word).is_dir():
        yield from ((file, True) for file in _files_in_folder(word))
    elif glob.has_magic(word):
        found = glob.iglob(word, recursive=True)  # noqa: PTH207 - also absolute
        paths = sorted(found, key=_sort_key)
        if not paths:
            raise ValueError(f"expected files that match {word}, got none")
        for path in paths:
            if Path(path).is_dir():
                yield from ((file, True) for file in _files_in_folder(path))
            elif not _is_hidden(Path(path)):
                yield path, True
    else:
        yield word, False  # a missing file


def _files_in_folder(folder: str | Path) -> Iterator[str]:
    """Yield the files in a folder and below, without hidden ones."""
    for path in sorted(Path(folder).iterdir(), key=lambda path: _sort_key(path.name)):
        if _is_hidden(path):
            continue
        if path.is_dir() and not path.is_symlink():
            yield from _files_in_folder(path)
        elif path.is_file():
            yield str(path)


def _sort_key(name: str) -> tuple[str, str]:
    return name.lower(), name


def _is_hidden(path: Path) -> bool:
    """Return whether a file or folder is hidden, or belongs to an open document."""
    attributes = getattr(path.lstat(), "st_file_attributes", 0)  # of Windows
    is_marked = bool(attributes & stat.FILE_ATTRIBUTE_HIDDEN)
    return is_marked or path.name.startswith((".", "~$"))


def _read_file(file: str, *, is_listed: bool) -> WorkbookGames | str:
    """Return the games of a workbook or the text of another file, or raise an error."""
    content = _read_content(file)
    if isinstance(content, str):
        return content
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


def _read_content(file: str) -> bytes | str:
    """Return the start of a file or of standard input, one byte more than the limit."""
    if file != STDIN:
        with Path(file).open("rb") as stream:
            return stream.read(_MAX_BYTES + 1)
    check_stream(sys.stdin, "standard input")
    try:
        content: bytes | str = getattr(sys.stdin, "buffer", sys.stdin).read(
            _MAX_BYTES + 1
        )
    except OSError as error:
        raise StreamError.from_error("standard input", error) from None
    return content


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
    """Yield the lines of a text; a name after a tab is beside its line."""
    for line in re.split(r"\r\n|[\r\n]", text):
        result, _, name = line.partition("\t")
        is_beside = name and parse_result(result)
        yield ResultLine(result, name) if is_beside else ResultLine(line)


def _reason(error: Exception, file: str) -> str:
    """Return the reason for skipping a file, in one line without its name."""
    if isinstance(error, OSError):
        return (error.strerror or type(error).__name__).lower()
    return str(error).removesuffix(f": {file}")

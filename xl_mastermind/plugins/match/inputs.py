"""The inputs of the command `match`: chats, tables and workbooks, also in folders."""

import codecs
import contextlib
import glob
import io
import os
import re
import stat
import sys
import zipfile
import zlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path, PurePosixPath
from typing import Final

from xl_mastermind.cells.values import cell_text
from xl_mastermind.plugins.match.named_cells import WORKBOOK_ENDINGS, is_workbook
from xl_mastermind.plugins.match.player_names import player_names
from xl_mastermind.plugins.match.result_lines import (
    FILE_END,
    STDIN,
    ResultLine,
    has_title,
    parse_result,
)
from xl_mastermind.plugins.match.result_tables import TableRow, read_table, table_lines
from xl_mastermind.plugins.match.workbooks import WorkbookResults, read_workbook
from xl_mastermind.presentation.game_result import GameResult
from xl_mastermind.terminal.output import StreamError, check_stream
from xl_mastermind.workbook_files.package import MAX_BYTES, read_part

_MAX_BYTES: Final = 1 << 25
"""A chat of many years has fewer."""

_MAX_ZIP_PARTS: Final = 1 << 16
_MAX_ZIP_DEPTH: Final = 2
"""Limits of zip files; a class's file may contain zip files of pupils."""

_MATCH_HEADINGS: Final = ("Result", "Name")

_TEXT_ENDINGS: Final = ("", ".txt", ".text", ".log", ".csv", ".tsv", ".md")
"""The endings by which folders and patterns select texts."""

_OTHER_WORKBOOKS: Final = (".xls", ".xlt", ".xlsb", ".fods", ".numbers", ".gsheet")
_PASSWORD_FLAG, _UTF_8_FLAG = 0x1, 0x800
"""Flags of files in a zip file."""

_ZIP: Final = b"PK"
_OLE: Final = b"\xd0\xcf\x11\xe0"
"""The first bytes of zip files and workbooks, and of .xls and those with a password."""


@dataclass
class MatchInputs:
    """The contents of the inputs, and the reasons for skipping some."""

    lines: list[ResultLine] = field(default_factory=list)
    boards: list[tuple[str, GameResult]] = field(default_factory=list)
    """The player and the result of each finished game in a workbook."""

    remarks: list[str] = field(default_factory=list)
    """Remarks on names of players, and on workbooks without results."""

    reasons: dict[str, str] = field(default_factory=dict)
    """The reason for skipping a file, by file."""

    _workbooks: dict[str, WorkbookResults] = field(default_factory=dict)
    _unpacked_bytes: int = 0

    def add(
        self, file: str, content: bytes, *, is_listed: bool, zip_depth: int = 0
    ) -> None:
        """Add a file, or raise an error; `is_listed` refuses other files than texts."""
        ending = "" if file == STDIN else PurePosixPath(file).suffix.lower()
        if content.startswith(_ZIP) and len(content) > MAX_BYTES:
            raise ValueError(f"expected a file of at most {MAX_BYTES:,} bytes")
        is_zip = content.startswith(_ZIP) and zipfile.is_zipfile(io.BytesIO(content))
        if content.startswith(_OLE) or ending in _OTHER_WORKBOOKS:
            endings = ", ".join(WORKBOOK_ENDINGS)
            raise ValueError(f"expected a workbook without password ({endings})")
        if is_zip and self._add_zip(file, content, zip_depth):
            return
        if ending == ".zip" and not is_zip:
            raise ValueError("expected a zip file, got another or damaged file")
        if is_zip or ending in WORKBOOK_ENDINGS:
            self._add_workbook(file, read_workbook(content))
        elif is_listed and ending not in _TEXT_ENDINGS:
            raise ValueError("expected a workbook or a text")
        elif len(content) > _MAX_BYTES:
            raise ValueError(f"expected a text of at most {_MAX_BYTES:,} bytes")
        else:
            self._add_lines(file, _text_lines(_decode(content)))

    def _add_zip(self, file: str, content: bytes, depth: int) -> bool:
        """Add the files in a zip file; return false for a workbook."""
        if content.count(b"PK\1\2") > _MAX_ZIP_PARTS:
            raise ValueError(f"expected a zip file of at most {_MAX_ZIP_PARTS:,} files")
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if is_workbook(archive):
                return False
            entries = archive.infolist()
            # The limit is for a zip file with the zip files in it.
            self._unpacked_bytes *= depth > 0
            self._unpacked_bytes += sum(entry.file_size for entry in entries)
            if self._unpacked_bytes > MAX_BYTES:
                raise ValueError(
                    f"expected a zip file of at most {MAX_BYTES:,} bytes unpacked"
                )
            if depth == _MAX_ZIP_DEPTH:
                raise ValueError("expected a zip file in at most one other")
            names = {_path_in_zip(entry): entry for entry in entries}
            for path, entry in sorted(names.items()):
                if entry.is_dir() or any(map(_is_hidden, path.parts)):
                    continue
                name = str(PurePosixPath(file) / path)
                try:
                    content = _read_entry(archive, entry)
                    self.add(name, content, is_listed=True, zip_depth=depth + 1)
                except ValueError as error:
                    self.reasons[name] = str(error)
        return True

    def _add_workbook(self, file: str, workbook: WorkbookResults) -> None:
        if workbook.has_board:
            self._workbooks[file] = workbook
            return
        lines = [*chain(*map(table_lines, map(_table_rows, workbook.tables)))]
        if not any(parse_result(line.text) for line in lines):
            raise ValueError("expected a MasterMind workbook, got one without a board")
        self._add_lines(file, lines)

    def _add_lines(self, file: str, lines: Iterable[ResultLine]) -> None:
        self.lines += [line._replace(file=file) for line in (*lines, FILE_END)]

    def add_boards(self) -> None:
        """Add the games and lines of workbooks, with the names of their players."""
        files, workbooks = [*self._workbooks], self._workbooks.values()
        typed_names = [workbook.player for workbook in workbooks]
        names, self.remarks = player_names([*map(Path, files)], typed_names)
        for name, file, workbook in zip(names, files, workbooks, strict=True):
            for result in workbook.games:
                self.boards.append((name, result))
                self.lines.append(ResultLine(result.title_line, name, file=file))
            lines = [] if workbook.games else [*_match_lines(workbook, name)]
            self._add_lines(file, lines)
            if not (lines or workbook.games):
                text = f"no finished game with a number: {file}"
                self.remarks.append(text)


def read_inputs(arguments: Sequence[str], outputs: Collection[Path]) -> MatchInputs:
    """
    Return the contents of files, folders, patterns and standard input.

    A single file that cannot be read raises an error; among several files it is
    skipped. `outputs`, the files that the command writes, must not contain results.
    """
    inputs = MatchInputs()
    written_paths = {os.path.realpath(path): path for path in outputs}
    read_paths = set[str]()
    for argument in arguments:
        listed_files = _expand(argument)
        is_single = listed_files is None and len(arguments) == 1
        for path in [Path(argument)] if listed_files is None else listed_files:
            real_path = os.path.realpath(path)
            if path.name.startswith(("~$", "._")) or real_path in read_paths:
                continue
            read_paths.add(real_path)
            name = os.fsencode(path).decode("utf-8", "replace")
            try:
                content = _read_content(path)
                if real_path not in written_paths:
                    inputs.add(name, content, is_listed=listed_files is not None)
                    continue
            except (OSError, ValueError) as error:
                if is_single and isinstance(error, OSError):
                    raise
                reason = (getattr(error, "strerror", None) or "").lower() or str(error)
                if is_single:
                    where = "standard input" if name == STDIN else name
                    raise ValueError(f"{reason}: {where}") from None
                inputs.reasons[name] = reason
                continue
            lines = content.decode("utf-8", "replace").splitlines()
            if any(map(parse_result, lines)):
                output = written_paths[real_path]
                raise ValueError(
                    f"expected another file than the command reads, got {output}"
                )
    inputs.add_boards()
    return inputs


def _match_lines(workbook: WorkbookResults, player: str) -> Iterator[ResultLine]:
    """Yield the lines on the sheet Match, by default of the workbook's player."""
    columns = list[int]()
    for row, cells in chain(*workbook.tables):
        headings = {value: column for column, value in [*cells.items()][::-1]}
        if not columns and {*_MATCH_HEADINGS} <= headings.keys():
            columns = [headings[heading] for heading in _MATCH_HEADINGS]
        elif columns:
            text, name = (cell_text(cells.get(column)) for column in columns)
            result = parse_result(text)
            if not name and result and not result.sender:
                name = player
            if has_title(text):
                yield ResultLine(text, name, row + 1)


def _table_rows(rows: Sequence[tuple[int, dict[int, object]]]) -> list[TableRow]:
    """Return the rows of a sheet, all with equally many cells."""
    width = 1 + max((max(cells) for _, cells in rows), default=0)
    return [
        TableRow(number + 1, [cell_text(cells.get(n)) for n in range(width)])
        for number, cells in rows
    ]


# Files


def _expand(word: str) -> Iterable[Path] | None:
    """Return the files of a folder or a pattern, `None` for a single file."""
    path = Path(word)
    try:
        if path.is_dir():
            return _files_below([*path.iterdir()])
        is_file = word == STDIN or path.exists() or not glob.has_magic(word)
    except OSError:  # A name may be too long: reading it raises the error again.
        is_file = True
    if is_file:
        return None
    paths = [Path(path.anchor)]
    for part in path.parts[bool(path.anchor) :]:
        if part == "**":  # `glob` would follow links without end.
            walk = _walk(paths)
            paths = [folder for folder, is_folder in walk if is_folder]
        else:
            paths = [p / name for p in paths for name in glob.glob(part, root_dir=p)]  # noqa: PTH207 - Path.glob includes hidden files
    if not (files := [*_files_below(paths)]):
        raise ValueError(f"expected files that match {word}, got none")
    return files


def _files_below(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the files of some paths, and folders that cannot be read."""
    return (path for path, is_folder in _walk(paths) if not is_folder)


def _walk(paths: Iterable[Path]) -> Iterator[tuple[Path, bool]]:
    """Yield paths and all below them, and whether each is a folder."""

    def in_order(paths: Iterable[Path]) -> list[Path]:
        return sorted(paths, key=lambda path: (str(path).lower(), path), reverse=True)

    stack, walked = in_order(paths), set[Path]()
    while stack:
        path = stack.pop()
        if _is_hidden(path.name) or path in walked:
            continue
        walked.add(path)
        try:
            attributes = getattr(path.lstat(), "st_file_attributes", 0)  # Windows only.
            is_folder = path.is_dir() and not path.is_symlink()
            children = [*path.iterdir()] if is_folder else []
            is_file = path.is_file()
        except OSError:  # Reading the path raises the error again.
            yield path, False
            continue
        if attributes & stat.FILE_ATTRIBUTE_HIDDEN:
            continue
        if is_folder or is_file:
            yield path, is_folder
        stack += in_order(children)


def _is_hidden(name: str) -> bool:
    return name.startswith((".", "~$")) or name == "__MACOSX"


def _read_content(path: Path) -> bytes:
    """Return the content of a file, up to one byte more than a limit."""
    if str(path) != STDIN:
        with path.open("rb") as stream:
            start = stream.read(len(_ZIP))
            limit = MAX_BYTES if start == _ZIP else _MAX_BYTES
            return start + stream.read(limit)
    check_stream(sys.stdin, "standard input")
    try:
        content = getattr(sys.stdin, "buffer", sys.stdin).read(_MAX_BYTES + 1)
    except OSError as error:
        raise StreamError.from_error("standard input", error) from None
    return content.encode() if isinstance(content, str) else content


def _path_in_zip(entry: zipfile.ZipInfo) -> PurePosixPath:
    """Return a path below the zip file; some programs do not state its encoding."""
    name = entry.filename
    if not entry.flag_bits & _UTF_8_FLAG:
        with contextlib.suppress(UnicodeError):
            name = name.encode("cp437").decode()
    parts = name.replace("\\", "/").split("/")
    return PurePosixPath(*(part for part in parts if part not in {"", "..", "."}))


def _read_entry(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """Return a file of a zip file, or raise a ValueError."""
    if entry.flag_bits & _PASSWORD_FLAG:
        raise ValueError("expected a file without password")
    try:
        return read_part(archive, entry)
    except (OSError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise ValueError("expected a zip file without damage") from error


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


def _text_lines(text: str) -> Iterator[ResultLine]:
    """Yield the lines of a table or a chat, with their numbers."""
    if rows := read_table(text):
        yield from table_lines(rows)
        return
    for number, line in enumerate(re.split(r"\r\n|[\r\n]", text), 1):
        result, _, name = line.partition("\t")  # A name may follow the result.
        parts = (result, name) if name and parse_result(result) else (line, "")
        yield ResultLine(*parts, number)

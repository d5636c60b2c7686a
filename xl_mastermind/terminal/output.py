"""
The output of commands: lines, tables, JSON, errors and progress.

A command is a generator: it yields what is to be read, as soon as it knows it, and
returns its record. `show` prints the one or the other. Colours, tables and lines that
fit a terminal are drawn by rich, which is loaded only for those.
"""

import codecs
import io
import json
import logging
import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self, TextIO, TypeAlias

if TYPE_CHECKING:
    from rich.console import Console

DONE, FAILED, WRONG = 0, 1, 2
"""Exit codes: done; not done; wrong usage or input."""

Piece: TypeAlias = str | tuple[str, str]
"""A part of a line: a text, or a text that stays whole and its style for rich."""


class Table(NamedTuple):
    """Rows of texts under heads; each column is `left` or `right`."""

    title: str
    headers: dict[str, str]
    rows: Sequence[Sequence[str]]


Line: TypeAlias = str | list[Piece] | Table

Record: TypeAlias = dict[str, Any] | list[dict[str, Any]] | None
"""The result of a command as JSON; `None` if it only does something."""

Command: TypeAlias = Generator[Line, None, Record]

_PATIENCE: Final = 1.0
"""Seconds after which progress is shown."""

_SILENCE: Final = 5.0
"""Seconds between lines of progress where a line cannot be written over."""

_LONGEST: Final = 1000
"""A message is shortened to this many characters, whatever was typed."""


_OWN_COMMAND: Final = re.compile(
    r"(?<![/\\\w-])(?<!then: )xl-mastermind (?=(?:build|doctor|open|setup)\b)"
)
"""A command for this shell; after "then" one for the next Python."""

_PLAIN: Final = {"●": "*", "○": "o", "·": ".", "\N{EN DASH}": "-", "█": "#"}
"""Signs of boards and tables for pipes and consoles that cannot print them."""


def use_ascii_fallback(*streams: TextIO | None) -> None:
    """Let streams take any text, with plain signs for those that they cannot print."""
    codecs.register_error("plain", _plain)
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="plain")


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(_PLAIN.get(sign, "?") for sign in signs), error.end


class StreamError(OSError):
    """Standard output cannot be written, or standard input cannot be read."""

    @classmethod
    def from_error(cls, stream: str, error: OSError) -> Self:
        return cls(error.errno, error.strerror, stream)


class Stream:
    """Standard output or standard error."""

    def __init__(self, name: str) -> None:
        self._name = name

    @property
    def _file(self) -> TextIO:
        file: TextIO = getattr(sys, self._name)
        return file

    def print(self, line: Line) -> None:
        """Write a line or a table; in a terminal no word is broken at the edge."""
        if isinstance(line, Table):
            self._print_table(line)
            return
        pieces = [*map(_escape_controls, [line] if isinstance(line, str) else line)]
        if self._may_show_colours():
            self._draw(pieces)
        else:
            self.write("".join(p if isinstance(p, str) else p[0] for p in pieces))

    def write(self, text: str, end: str = "\n") -> None:
        """Write a text unchanged."""
        with self.writing():
            print(text, end=end, file=self._file, flush=True)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Raise errors of writing here as `StreamError`, and no others."""
        try:
            yield
        except OSError as error:
            # Python would write at its end what is left, and complain.
            handle = os.open(os.devnull, os.O_WRONLY)
            os.dup2(handle, self._file.fileno())
            os.close(handle)
            if self._name == "stdout":  # work goes on without messages
                raise StreamError.from_error("standard output", error) from None

    def is_terminal(self) -> bool:
        """Return whether a line can be written over."""
        return self._may_show_colours() and self.console.is_terminal

    def _may_show_colours(self) -> bool:
        """Return whether rich might find a terminal here."""
        names = ("FORCE_COLOR", "TTY_COMPATIBLE")
        return any(map(os.environ.get, names)) or self._file.isatty()

    def _draw(self, pieces: list[Piece]) -> None:
        """Write a line in its styles, as several where it is wider than a terminal."""
        from rich.text import Text  # noqa: PLC0415, 0.1 s, not for pipes

        width = self.console.width if self._file.isatty() else sys.maxsize
        *lines, last = Text.assemble(*pieces).divide(_breaks(pieces, width))
        with self.writing():
            for line in lines:
                line.rstrip()
                if line:  # or an indent alone
                    self.console.print(line)
            self.console.print(last)

    def _print_table(self, table: Table) -> None:
        """Write a table, or line by line if it is too wide for the words in it."""
        from rich import table as rich_table  # noqa: PLC0415, 0.1 s, for few
        from rich.text import Text  # noqa: PLC0415, as above

        grid = rich_table.Table(title=table.title, box=None)
        for head, side in table.headers.items():
            grid.add_column(head, justify="right" if side == "right" else "left")
        for row in table.rows:
            grid.add_row(*(Text(_printable(cell)) for cell in row))
        any_width = self.console.options.update(width=sys.maxsize)
        needed = self.console.measure(grid, options=any_width).minimum
        if needed <= self.console.width:
            with self.writing():
                self.console.print(grid)
            return
        self.print(table.title)
        for row in table.rows:
            self.print("")
            for head, cell in zip(table.headers, row, strict=True):
                if cell:
                    self.print(f"{head}: {cell}" if head else cell)

    @cached_property
    def console(self) -> "Console":
        from rich.console import Console  # noqa: PLC0415, as above

        class OurConsole(Console):
            def on_broken_pipe(self) -> None:
                """Leave the error to others; rich would end the process."""
                raise  # noqa: PLE0704, this is called where the error was caught

        return OurConsole(
            emoji=False,
            highlight=False,
            soft_wrap=True,
            stderr=self._name == "stderr",
        )


def _printable(text: str) -> str:
    """Return a text whose characters are all seen, and none obeyed by a terminal."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def _escape_controls(piece: Piece) -> Piece:
    if isinstance(piece, str):
        return _printable(piece)
    text, style = piece
    return _printable(text), style


def _breaks(pieces: list[Piece], width: int) -> list[int]:
    """Return where lines begin so that no word and no styled piece is broken."""
    starts, before = [0], 0
    for piece in pieces:
        text, form = (piece, r"\S+") if isinstance(piece, str) else (piece[0], ".+")
        for word in re.finditer(form, text):
            start, end = before + word.start(), before + word.end()
            if end - starts[-1] > width and start > starts[-1]:
                starts.append(start)
        before += len(text)
    return starts[1:]


out = Stream("stdout")
err = Stream("stderr")


class _Messages(logging.Handler):
    """Shows on standard error what takes long or much memory, before it begins."""

    def emit(self, record: logging.LogRecord) -> None:
        err.print(record.getMessage())


def show_messages() -> None:
    """Show the package's messages about long work."""
    log = logging.getLogger("xl_mastermind")
    log.setLevel(logging.INFO)
    log.handlers = [_Messages()]


def show(command: Command, *, as_json: bool) -> int:
    """Print what a command yields, or its record; return the exit code."""
    while True:
        try:
            line = next(command)
        except StopIteration as end:
            record: Record = end.value
            break
        if not as_json:
            out.print(line)
    if as_json:
        out.write(json.dumps(record))
    found_faults = isinstance(record, dict) and record.get("ok") is False
    return FAILED if found_faults else DONE


def check_stream(stream: TextIO | None, name: str) -> None:
    """Raise an error if a stream is closed, as a shell's `>&-` leaves it."""
    if stream is None:
        raise StreamError(f"expected {name} to be open, it is closed")


def command_line(*words: object) -> Piece:
    """Return a command that can be copied whole, as this one was called."""
    return " ".join([_program(), *(_quoted(str(word)) for word in words)]), "none"


def with_commands(text: str) -> str:
    """Return a text with its commands of `xl-mastermind` as they work in this shell."""
    return _OWN_COMMAND.sub(lambda _: f"{_program()} ", text)


def _program() -> str:
    """Return this program as it was called: from the PATH, by its path, as a module."""
    program = Path(sys.argv[0])
    if program.suffix == ".py":
        return f"{_quoted(sys.executable)} -m xl_mastermind"
    if shutil.which(program.stem) == str(program):
        return program.stem
    return _quoted(str(program))


def _quoted(word: str) -> str:
    """Return a word of a command, in quotes if it has blanks."""
    return f'"{word}"' if " " in word else word


def read_line(prompt: str) -> str | None:
    """Return a typed line, `None` at the end of the input."""
    out.write(prompt, end="")
    try:
        return input().strip()
    except EOFError:
        if prompt:  # or what a shell writes next would follow it
            out.write("")
        return None
    except OSError as error:
        raise StreamError.from_error("standard input", error) from None


def print_error(error: object, exit_code: int) -> int:
    """Write one line on standard error and return the exit code."""
    if isinstance(error, OSError) and error.strerror:
        where = f": {error.filename}" if error.filename else ""
        error = f"{error.strerror.lower()}{where}"
    line = " ".join(str(error).split())
    if len(line) > _LONGEST:
        line = f"{line[: _LONGEST // 2]} ... {line[-_LONGEST // 2 :]}"
    err.print(f"xl-mastermind: {line}")
    return exit_code


@contextmanager
def progress(
    text: str, total: int, *, in_pipes: bool = False
) -> Iterator[Callable[[int], None]]:
    """
    Give a function that counts; a bar appears if it all takes a while.

    Outside a terminal, lines appear in its place, if they are wanted `in_pipes`.
    """
    done = 0
    if not err.is_terminal():
        with status() as show_line:

            def count_on(count: int) -> None:
                nonlocal done
                done += count
                if in_pipes:
                    show_line(f"{text}: {done:,} of {total:,}")

            yield count_on
        return
    from rich.progress import Progress  # noqa: PLC0415, as above

    start = time.monotonic()
    bar = Progress(console=err.console, transient=True)
    task = bar.add_task(text, total=total)

    def advance(count: int) -> None:
        nonlocal done
        done += count
        if time.monotonic() - start > _PATIENCE:
            bar.start()
            bar.update(task, completed=done)

    try:
        yield advance
    finally:
        if bar.live.is_started:  # or a dumb terminal would get an empty line
            bar.stop()


@contextmanager
def status() -> Iterator[Callable[[str], None]]:
    """Give a function that shows how far the work is, if it all takes a while."""
    next_time = time.monotonic() + _PATIENCE
    line_written_over = err.console.status("") if err.is_terminal() else None

    def show_line(text: str) -> None:
        nonlocal next_time
        if time.monotonic() < next_time:
            return
        if line_written_over:
            line_written_over.start()
            line_written_over.update(text)
        else:
            next_time = time.monotonic() + _SILENCE
            err.print(text)

    try:
        yield show_line
    finally:
        if line_written_over:
            line_written_over.stop()

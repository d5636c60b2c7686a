"""
Print the output of commands: lines, tables, JSON, errors and progress.

A command is a generator that yields lines and returns a record; `print_output` prints
the lines, or the record as JSON. Only terminals, colours and tables load rich.
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
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self, TextIO, TypeAlias

from xl_mastermind.game.peg_colours import PEG_COLOURS
from xl_mastermind.presentation.palette import INK, WHITE
from xl_mastermind.tables import Table

if TYPE_CHECKING:
    from rich.console import Console

EXIT_OK, EXIT_FAILURE, EXIT_USAGE = 0, 1, 2
"""Exit codes of commands; wrong input counts as wrong usage."""

TILE_STYLES: Final = {symbol: f"peg.{symbol}" for symbol in PEG_COLOURS}
WHITE_TILE_STYLE: Final = "tile"

Piece: TypeAlias = str | tuple[str, str]
"""A text, or an unbreakable text with its style for rich."""


Line: TypeAlias = str | list[Piece] | Table

Record: TypeAlias = dict[str, Any] | list[dict[str, Any]] | None
"""Result of a command for JSON; `None` if it has no result."""

Command: TypeAlias = Generator[Line, None, Record]

_PROGRESS_DELAY: Final = 1.0
"""Seconds before progress is printed."""

_LINE_INTERVAL: Final = 5.0
"""Seconds between lines of progress outside a terminal."""

_MAX_MESSAGE_LENGTH: Final = 1000

_SETUP_COMMAND: Final = re.compile(
    r"(?<![/\\\w-])(?<!then: )xl-mastermind (?=(?:build|doctor|open|setup)\b)"
)
"""A command for this shell; a command after "then" is for another Python."""

_ASCII_FALLBACKS: Final = {"●": "*", "○": "o", "·": ".", "\N{EN DASH}": "-", "█": "#"}
"""Replacements where a stream's encoding lacks these signs."""


def use_ascii_fallback(*streams: TextIO | None) -> None:
    """Replace characters that the encoding of a stream lacks."""
    codecs.register_error("plain", _encode_with_fallback)
    for stream in streams:
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="plain")


def _encode_with_fallback(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end]
    return "".join(_ASCII_FALLBACKS.get(sign, "?") for sign in text), error.end


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
        """Print a line or a table; break lines between words in a terminal."""
        if isinstance(line, Table):
            self._print_table(line)
            return
        pieces = []
        for piece in [line] if isinstance(line, str) else line:
            text, style = (piece, "") if isinstance(piece, str) else piece
            pieces.append((_printable(text), style))
        if self._may_have_colours():
            self._print_styled(pieces)
        else:
            self.write("".join(text for text, _ in pieces))

    def write(self, text: str, end: str = "\n") -> None:
        """Print a text unchanged."""
        with self.writing():
            print(text, end=end, file=self._file, flush=True)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Raise errors of standard output as `StreamError`; ignore other streams'."""
        try:
            yield
        except OSError as error:
            # Discard the buffer, which Python would write again at its end.
            handle = os.open(os.devnull, os.O_WRONLY)
            os.dup2(handle, self._file.fileno())
            os.close(handle)
            if self._name == "stdout":
                raise StreamError.from_error("standard output", error) from None

    def is_terminal(self) -> bool:
        """Return whether rich can overwrite lines."""
        return self._may_have_colours() and self.console.is_terminal

    def _may_have_colours(self) -> bool:
        """Return whether rich may detect a terminal."""
        names = ("FORCE_COLOR", "TTY_COMPATIBLE")
        return any(map(os.environ.get, names)) or self._file.isatty()

    def _print_styled(self, pieces: list[tuple[str, str]]) -> None:
        """Print a line with styles, split at the width of the terminal."""
        from rich.text import Text  # noqa: PLC0415, 0.1 s, not for pipes

        width = self.console.width if self._file.isatty() else sys.maxsize
        *lines, last = Text.assemble(*pieces).divide(_line_starts(pieces, width))
        with self.writing():
            for line in lines:
                line.rstrip()
                if line:  # an indent has no style
                    self.console.print(line)
            self.console.print(last)

    def _print_table(self, table: Table) -> None:
        """Print a table, or a line per cell if the table is too wide."""
        from rich import table as rich_table  # noqa: PLC0415, 0.1 s, for few commands
        from rich.text import Text  # noqa: PLC0415, as above

        grid = rich_table.Table(title=table.title, box=None)
        for heading, side in zip(table.headings, table.alignments, strict=False):
            grid.add_column(heading, justify="right" if side == "right" else "left")
        for row in table.texts():
            grid.add_row(*(Text(_printable(cell)) for cell in row))
        any_width = self.console.options.update(width=sys.maxsize)
        min_width = self.console.measure(grid, options=any_width).minimum
        if min_width <= self.console.width:
            with self.writing():
                self.console.print(grid)
            return
        self.print(table.title)
        for row in table.texts():
            self.print("")
            for heading, cell in zip(table.headings, row, strict=True):
                if cell:
                    self.print(f"{heading}: {cell}" if heading else cell)

    @cached_property
    def console(self) -> "Console":
        from rich.console import Console  # noqa: PLC0415, as above
        from rich.theme import Theme  # noqa: PLC0415, as above

        class PipeConsole(Console):
            def on_broken_pipe(self) -> None:
                """Raise the error; rich would end the process."""
                raise  # noqa: PLE0704, rich calls this in an except clause

        console = PipeConsole(
            emoji=False, highlight=False, soft_wrap=True, stderr=self._name == "stderr"
        )
        console.push_theme(Theme(_tile_styles(console.color_system)))
        return console


def _tile_styles(colour_system: str | None) -> dict[str, str]:
    """Return the styles of tiles; with 16 colours, rich would merge some of them."""
    has_few_colours = colour_system in {"standard", "windows"}
    weight = "not bold" if has_few_colours else "bold"  # bold black would be grey
    styles = {WHITE_TILE_STYLE: f"{weight} {INK} on {WHITE}"}
    for symbol, colour in PEG_COLOURS.items():
        fill = colour.terminal_fill if has_few_colours else colour.fill
        styles[TILE_STYLES[symbol]] = f"{weight} {colour.ink} on {fill}"
    return styles


def _printable(text: str) -> str:
    """Return a text with escapes for characters that a terminal interprets or hides."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def _line_starts(pieces: list[tuple[str, str]], width: int) -> list[int]:
    """Return the positions at which lines after the first begin."""
    starts, offset = [0], 0
    for text, style in pieces:
        for word in re.finditer(".+" if style else r"\S+", text):
            start, end = offset + word.start(), offset + word.end()
            if end - starts[-1] > width and start > starts[-1]:
                starts.append(start)
        offset += len(text)
    return starts[1:]


stdout = Stream("stdout")
stderr = Stream("stderr")


class _StderrHandler(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        stderr.print(record.getMessage())


def log_to_stderr() -> None:
    """Print the package's log messages, which announce long computations."""
    log = logging.getLogger("xl_mastermind")
    log.setLevel(logging.INFO)
    log.handlers = [_StderrHandler()]


def print_output(command: Command, *, as_json: bool) -> int:
    """Print the lines or the record of a command and return the exit code."""
    while True:
        try:
            line = next(command)
        except StopIteration as end:
            record: Record = end.value
            break
        if not as_json:
            stdout.print(line)
    if as_json:
        stdout.write(json.dumps(record))
    has_failed = isinstance(record, dict) and record.get("ok") is False
    return EXIT_FAILURE if has_failed else EXIT_OK


def check_stream(stream: TextIO | None, name: str) -> None:
    """Raise an error if a stream is closed, as by a shell's `>&-`."""
    if stream is None:
        raise StreamError(f"{name} is closed")


def shell_command(*words: object) -> Piece:
    """Return an unbreakable command line of this program."""
    return " ".join([_program_command(), *map(quote_word, map(str, words))]), "none"


def with_program_path(text: str) -> str:
    """Replace `xl-mastermind` in commands by the path of this program."""
    return _SETUP_COMMAND.sub(lambda _: f"{_program_command()} ", text)


def _program_command() -> str:
    """Return the words that call this program: by name, by path or as a module."""
    program = Path(sys.argv[0])
    if program.suffix == ".py":
        return f"{quote_word(sys.executable)} -m xl_mastermind"
    if shutil.which(program.stem) == str(program):
        return program.stem
    return quote_word(str(program))


def quote_word(word: str) -> str:
    """Return a word of a command line, in quotes if it contains a space."""
    return f'"{word}"' if " " in word else word


def read_line(prompt: str) -> str | None:
    """Read a line, or return `None` at the end of the input."""
    check_stream(sys.stdin, "standard input")
    stdout.write(prompt, end="")
    try:
        return input().strip()
    except EOFError:
        if prompt:  # end the line of the prompt
            stdout.write("")
        return None
    except OSError as error:
        raise StreamError.from_error("standard input", error) from None


def print_error(error: object, exit_code: int = EXIT_FAILURE) -> int:
    """Print an error on one line of standard error and return the exit code."""
    if isinstance(error, OSError) and error.strerror:
        where = f": {error.filename}" if error.filename else ""
        error = f"{error.strerror.lower()}{where}"
    line, half = " ".join(str(error).split()), _MAX_MESSAGE_LENGTH // 2
    if len(line) > _MAX_MESSAGE_LENGTH:
        line = f"{line[:half]} ... {line[-half:]}"
    is_terminal = sys.stderr.isatty()
    start: Piece = ("error:", "bold red") if is_terminal else "xl-mastermind:"
    stderr.print([start, f" {line}"])
    return exit_code


@contextmanager
def progress(
    text: str, total: int, *, in_pipes: bool = False
) -> Iterator[Callable[[int], None]]:
    """Yield a function that counts, and shows the count in terminals or `in_pipes`."""
    count_so_far = 0
    is_shown = in_pipes or stderr.is_terminal()
    with status() as show_line:

        def advance(count: int) -> None:
            nonlocal count_so_far
            count_so_far += count
            if is_shown:
                show_line(f"{text}: {count_so_far:,} of {total:,}")

        yield advance


@contextmanager
def status() -> Iterator[Callable[[str], None]]:
    """Yield a function that shows the progress as a text, after a delay."""
    next_time = time.monotonic() + _PROGRESS_DELAY
    status_line = stderr.console.status("") if stderr.is_terminal() else None

    def show_line(text: str) -> None:
        nonlocal next_time
        if time.monotonic() < next_time:
            return
        if status_line:
            status_line.start()
            status_line.update(text)
        else:
            next_time = time.monotonic() + _LINE_INTERVAL
            stderr.print(text)

    try:
        yield show_line
    finally:
        if status_line:
            status_line.stop()

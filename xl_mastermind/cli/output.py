"""
What the commands write: lines, tables, JSON, errors, and how far the work is.

Colours and tables are drawn by rich, which is loaded only where there are any.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Final, Self, TextIO, TypeAlias

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

DONE, FAILED, WRONG = 0, 1, 2
"""Exit codes: done; not done; wrong usage or input."""

Piece: TypeAlias = str | tuple[str, str]
"""A part of a line: a text, or a text and its style as rich writes it."""

_LONGEST: Final = 1000
"""A message is shortened to this many characters, whatever was typed."""


PATIENCE: Final = 1.0
"""Seconds after which progress is shown."""


class StreamError(OSError):
    """Standard output cannot be written, or standard input cannot be read."""

    @classmethod
    def of(cls, stream: str, error: OSError) -> Self:
        return cls(error.errno, error.strerror, stream)


class Stream:
    """Standard output or standard error."""

    def __init__(self, name: str) -> None:
        self._name = name

    @property
    def _file(self) -> TextIO:
        file: TextIO = getattr(sys, self._name)
        return file

    def print(self, *pieces: Piece, end: str = "\n") -> None:
        """Write a line; its styles show in a terminal."""
        if self._may_show_colours() and not all(isinstance(p, str) for p in pieces):
            from rich.text import Text  # noqa: PLC0415

            self._draw(Text.assemble(*pieces))
            return
        with self.writing():
            line = "".join(p if isinstance(p, str) else p[0] for p in pieces)
            print(line, end=end, file=self._file, flush=True)

    def print_json(self, value: object) -> None:
        self.print(json.dumps(value))

    def print_table(
        self, title: str, heads: Mapping[str, str], rows: Sequence[Sequence[str]]
    ) -> None:
        """Write a table; the heads have the words `left` and `right`."""
        from rich.table import Table  # noqa: PLC0415

        table = Table(title=title, box=None)
        for head, side in heads.items():
            table.add_column(head, justify="right" if side == "right" else "left")
        for row in rows:
            table.add_row(*row)
        self._draw(table)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Tell what goes wrong in writing here from what goes wrong elsewhere."""
        try:
            yield
        except OSError as error:
            # Python would write at its end what is left, and complain.
            handle = os.open(os.devnull, os.O_WRONLY)
            os.dup2(handle, self._file.fileno())
            os.close(handle)
            if self._name == "stdout":  # work goes on without messages
                raise StreamError.of("standard output", error) from None

    def is_terminal(self) -> bool:
        """Return whether a line can be written over."""
        return self._may_show_colours() and self.console.is_terminal

    def _may_show_colours(self) -> bool:
        """Return whether rich might find a terminal here."""
        asked = "FORCE_COLOR" in os.environ or "TTY_COMPATIBLE" in os.environ
        return asked or self._file.isatty()

    def _draw(self, what: "RenderableType") -> None:
        with self.writing():
            self.console.print(what)

    @cached_property
    def console(self) -> "Console":
        from rich.console import Console  # noqa: PLC0415

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


out = Stream("stdout")
err = Stream("stderr")


def check_output() -> None:
    """Raise an error if standard output is closed, as a shell's `>&-` leaves it."""
    if sys.stdout is None:
        raise StreamError("expected standard output to be open, it is closed")


def flush_output() -> None:
    with out.writing():
        sys.stdout.flush()


def check_input() -> None:
    """Raise an error if standard input is closed."""
    if sys.stdin is None:
        raise StreamError("expected standard input to be open, it is closed")


def read_line() -> str | None:
    """Return a line that a person types, `None` at the end of the input."""
    try:
        return input().strip()
    except EOFError:
        return None
    except OSError as error:
        raise StreamError.of("standard input", error) from None


def complain(error: object, exit_code: int) -> int:
    """Write one line on standard error and return the exit code."""
    if isinstance(error, OSError) and error.strerror:
        where = f": {error.filename}" if error.filename else ""
        error = f"{error.strerror.lower()}{where}"
    line = " ".join(str(error).split())
    if len(line) > _LONGEST:
        line = f"{line[: _LONGEST // 2]} ... {line[-_LONGEST // 2 :]}"
    # A terminal would obey some characters, and show others as none.
    line = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)
    err.print(f"xl-mastermind: {line}")
    return exit_code


@contextmanager
def progress(text: str, total: int) -> Iterator[Callable[[int], None]]:
    """Give a function that counts; a bar appears if it all takes a while."""
    if not err.is_terminal():
        yield lambda _: None
        return
    from rich.progress import Progress  # noqa: PLC0415

    start, done = time.monotonic(), 0
    bar = Progress(console=err.console, transient=True)
    task = bar.add_task(text, total=total)

    def advance(count: int) -> None:
        nonlocal done
        done += count
        if time.monotonic() - start > PATIENCE:
            bar.start()
            bar.update(task, completed=done)

    try:
        yield advance
    finally:
        if bar.live.is_started:  # or a dumb terminal would get an empty line
            bar.stop()

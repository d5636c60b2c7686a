"""
Commands with their output, from the files in `transcripts`.

A transcript begins with ``$`` and the words of a command. Lines with ``<`` are typed,
those with ``!`` are on standard error, ``[2]`` is the exit code if it is not 0, and
three dots stand for any text, alone in a line for any lines. Commands with no blank
line between them share a folder.
"""

import io
import re
import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from unittest import mock

import pytest
from command_line import run

FOLDER = Path(__file__).with_name("transcripts")


def transcripts() -> Iterator[object]:
    """Yield each transcript, named after its file, line and first command."""
    for path in sorted(FOLDER.glob("*.txt")):
        line = 1
        for block in re.split(r"\n\n(?=[$#])", path.read_text("utf-8").strip()):
            if not block.startswith("#"):
                name = f"{path.stem}:{line} {block.splitlines()[0][2:60]}"
                yield pytest.param(block, id=name)
            line += block.count("\n") + 2


def printed_lines(command: str, typed: Sequence[str]) -> list[str]:
    """Run a command and return its output in the form of a transcript."""
    with mock.patch("sys.stdin", io.StringIO("".join(f"{text}\n" for text in typed))):
        result = run(*shlex.split(command))
    lines = [line.rstrip() for line in result.out.rstrip().splitlines()]
    lines += [f"! {error}" for error in result.errors]
    return lines + ([f"[{result.code}]"] if result.code else [])


def first_difference(expected: Sequence[str], printed: Sequence[str]) -> str:
    """Return the first line that differs from a transcript, or a blank text."""
    lines, skips_lines = iter(printed), False
    for text in expected:
        if text == "...":
            skips_lines = True
            continue
        pattern = ".*".join(map(re.escape, text.split("...")))
        line = next(lines, "the end")
        while skips_lines and line != "the end" and not re.fullmatch(pattern, line):
            line = next(lines, "the end")
        if not re.fullmatch(pattern, line):
            return f"expected {text!r}, got {line!r}"
        skips_lines = False
    rest = [] if skips_lines else [*lines]
    return f"expected the end, got {rest[0]!r}" if rest else ""


@pytest.mark.parametrize("block", [*transcripts()])
def test_command_matches_its_transcript(
    block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, *lines = part.rstrip().splitlines()
        typed = [line[2:] for line in lines if line.startswith("<")]
        expected = [line for line in lines if not line.startswith("<")]
        difference = first_difference(expected, printed_lines(command, typed))
        assert not difference, f"in $ {command}: {difference}"

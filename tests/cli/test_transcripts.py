"""
Command lines and what they answer, as the files in `transcripts` tell.

A transcript begins with ``$`` and the words of a command. Lines with ``<`` are typed,
those with ``!`` are on standard error, ``[2]`` is the exit code if it is not 0, and
three dots stand for any text, alone in a line for any lines. Commands with no blank
line between them share a folder.
"""

import io
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest
from command_line import run

FOLDER = Path(__file__).with_name("transcripts")


def transcripts() -> Iterator[object]:
    """Yield each transcript, named after its first command."""
    for path in sorted(FOLDER.glob("*.txt")):
        for block in re.split(r"\n\n(?=[$#])", path.read_text("utf-8").strip()):
            if not block.startswith("#"):
                yield pytest.param(block, id=block.splitlines()[0][2:60])


def answer(line: str, typed: list[str]) -> list[str]:
    """Run a command and return what it answers, as a transcript has it."""
    with mock.patch("sys.stdin", io.StringIO("".join(f"{text}\n" for text in typed))):
        said = run(*shlex.split(line))
    answered = [shown.rstrip() for shown in said.out.rstrip().splitlines()]
    answered += [f"! {told}" for told in said.errors]
    return answered + ([f"[{said.code}]"] if said.code else [])


@pytest.mark.parametrize("block", [*transcripts()])
def test_command_matches_its_transcript(
    block: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        line, *lines = part.rstrip().splitlines()
        typed = [told[2:] for told in lines if told.startswith("<")]
        expected = "\n".join(told for told in lines if not told.startswith("<"))
        answered = "\n".join(answer(line, typed))
        form = ".*".join(map(re.escape, expected.split("...")))
        form = form.replace("\\\n.*\\\n", "\n(?:.*\n)*")
        assert re.fullmatch(form, answered) or answered == expected

"""The command `puzzle`: help up to the solution, and worksheets in a browser."""

import io
import itertools
import re
from pathlib import Path
from unittest import mock
from xml.etree import ElementTree as ET

import pytest
from browser import show
from cases import mark_rest_as_proof
from command_line import run, run_json
from playwright.sync_api import Page

from xl_mastermind.plugins.puzzles.puzzle import LEVELS, MAX_CLUES


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", MAX_CLUES)
def test_hint_prints_steps_up_to_the_code(game: str, level: str) -> None:
    words = ("puzzle", "--game", game, "--level", level, "--number", "382")
    (puzzle,) = run_json(*words)["puzzles"]
    lines = ["hint"] * 60 + [puzzle["code"]]
    with mock.patch("sys.stdin", io.StringIO("\n".join(lines) + "\n")):
        output = run(*words, "--play").out
    assert f"> The code is {puzzle['code']}." in output
    assert output.endswith(f"> Right: {puzzle['code']} is the code.\n")


def count_printed_pages(tab: Page, page: Path, paper: str) -> int:
    show(tab, page, dark=False)
    return len(re.findall(rb"/Type\s*/Page\b", tab.pdf(format=paper)))


@pytest.mark.slow
@pytest.mark.parametrize("paper", mark_rest_as_proof(["Letter", "A4"]))
@pytest.mark.parametrize("game", MAX_CLUES)
def test_pages_have_six_puzzles_then_solutions(
    game: str, paper: str, tab: Page, tmp_path: Path
) -> None:
    page = tmp_path / "sheets.html"
    words = ("--game", game, "--level", "hard", "--number", "382", "--count", "13")
    run("puzzle", *words, "--html", str(page))
    assert count_printed_pages(tab, page, paper) == 4  # six, six, one, solutions


def printed_rows(section: ET.Element) -> list[str]:
    """Return the headings, rows and steps of a page; blank tiles as underscores."""
    rows = []
    for element in section.iter():
        if element.tag in ("h1", "h2", "li"):
            rows.append(element.text or "")
        elif element.get("class", "").startswith("row"):
            label, code, *answer = element
            tiles = "".join(tile.text or "_" for tile in code)
            words = (peg.get("aria-label") or peg.text or "" for peg in answer)
            rows.append(" ".join([label.text or "", tiles, *words]).strip())
    return rows


def test_pages_have_the_rows_of_each_puzzle(tmp_path: Path) -> None:
    page = tmp_path / "sheets.html"
    words = ("puzzle", "--number", "382", "--count", "7")
    puzzles = run_json(*words, "--explain")["puzzles"]
    run(*words, "--html", str(page))
    text = page.read_text("utf-8").replace("<br>", "<br/>")
    _, start, rest = text.removesuffix("</html>\n").partition("<body")
    body = ET.fromstring(start + rest)  # noqa: S314, our own page
    printed = [*map(printed_rows, body.iter("section"))]
    expected = []
    for some in (puzzles[:6], puzzles[6:]):
        rows = ["Mastermind: easy puzzles"]
        for puzzle in some:
            rows.append(f"Puzzle {puzzle['number']}")
            for row, clue in enumerate(puzzle["clues"], 1):
                answer = f"{clue['black']} black, {clue['white']} white"
                rows.append(f"{row} {clue['guess']} Answer: {answer}")
            rows.append("____ code")
        expected.append(rows)
    solutions = [
        [f"{puzzle['number']} {puzzle['code']}", *puzzle["steps"]] for puzzle in puzzles
    ]
    assert printed == [*expected, ["Solutions", *itertools.chain(*solutions)]]


def test_page_loads_nothing_and_has_no_script(tmp_path: Path) -> None:
    page = tmp_path / "sheets.html"
    run("puzzle", "--html", str(page), "--level", "hard")
    text = page.read_text("utf-8")
    assert text.count("<article>") == 6
    assert not re.findall("<script|<link|<img|url\\(|https?:", text)

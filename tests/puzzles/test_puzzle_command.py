"""The command `puzzle`: help up to the solution, and worksheets in a browser."""

import base64
import io
import re
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest
from browser import BROWSERS, Browser, Tab, find_browser
from command_line import run, run_json

from xl_mastermind.puzzles.puzzle import LEVELS, MAX_CLUES

PAPER_SIZES = {"A4": (8.27, 11.69), "Letter": (8.5, 11.0)}
"""Width and height in inches."""


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    program = find_browser()
    if not program:
        pytest.skip(f"no browser is installed: {', '.join(BROWSERS)}")
    browser = Browser(program, tmp_path_factory.mktemp("browser"))
    yield browser.tab()
    browser.close()


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("game", MAX_CLUES)
def test_help_prints_steps_up_to_the_code(game: str, level: str) -> None:
    words = ("puzzle", "--game", game, "--level", level, "--number", "382")
    (puzzle,) = run_json(*words)["puzzles"]
    lines = ["help"] * 60 + [puzzle["code"]]
    with mock.patch("sys.stdin", io.StringIO("\n".join(lines) + "\n")):
        output = run(*words, "--play").out
    assert f"> The code is {puzzle['code']}." in output
    assert output.endswith(f"> Right: {puzzle['code']} is the code.\n")


def count_printed_pages(tab: Tab, page: Path, paper: str) -> int:
    """Return the number of pages that a browser prints."""
    tab.show(page, 800, 600, dark=False)
    width, height = PAPER_SIZES[paper]
    printed = tab("Page.printToPDF", paperWidth=width, paperHeight=height)
    return len(re.findall(rb"/Type\s*/Page\b", base64.b64decode(printed["data"])))


@pytest.mark.parametrize("paper", PAPER_SIZES)
@pytest.mark.parametrize("game", MAX_CLUES)
def test_pages_have_six_puzzles_then_solutions(
    game: str, paper: str, tab: Tab, tmp_path: Path
) -> None:
    page = tmp_path / "sheets.html"
    words = ("--game", game, "--level", "hard", "--number", "382", "--count", "13")
    run("puzzle", *words, "--html", str(page))
    assert count_printed_pages(tab, page, paper) == 4  # six, six, one, solutions


def test_solutions_of_easy_puzzles_follow_all_clues(tmp_path: Path) -> None:
    page = tmp_path / "sheets.html"
    words = ("puzzle", "--number", "382", "--count", "7", "--explain")
    puzzles = run_json(*words)["puzzles"]
    run("puzzle", "--number", "382", "--count", "7", "--html", str(page))
    clues, _, solutions = page.read_text("utf-8").partition("<h1>Solutions</h1>")
    numbers = [puzzle["number"] for puzzle in puzzles]
    assert re.findall("<h2>Puzzle ([0-9]+)</h2>", clues) == [*map(str, numbers)]
    assert "The code of puzzle" not in clues
    for puzzle in puzzles:
        assert f"The code of puzzle {puzzle['number']}: " in solutions
        for step in puzzle["steps"]:
            assert f"<li>{step}</li>" in solutions


def test_page_loads_nothing_and_has_no_script(tmp_path: Path) -> None:
    page = tmp_path / "sheets.html"
    run("puzzle", "--html", str(page), "--level", "hard")
    text = page.read_text("utf-8")
    assert text.count("<article>") == 6
    assert not re.findall("<script|<link|<img|url\\(|https?:", text)

"""The command `puzzle`: help up to the solution, and worksheets in a browser."""

import io
import re
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest
from browser import BROWSERS, find_browser, open_tab, show
from command_line import run, run_json
from playwright.sync_api import Page

from xl_mastermind.puzzles.puzzle import LEVELS, MAX_CLUES


@pytest.fixture(scope="module")
def tab() -> Iterator[Page]:
    program = find_browser()
    if not program:
        pytest.skip(f"no browser is installed: {', '.join(BROWSERS)}")
    with open_tab(program) as page:
        yield page


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


def count_printed_pages(tab: Page, page: Path, paper: str) -> int:
    """Return the number of pages that a browser prints."""
    show(tab, page, dark=False)
    return len(re.findall(rb"/Type\s*/Page\b", tab.pdf(format=paper)))


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("game", MAX_CLUES)
def test_pages_have_six_puzzles_then_solutions(
    game: str, paper: str, tab: Page, tmp_path: Path
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

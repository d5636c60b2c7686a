"""Web pages on a phone, in a browser."""

import re
from pathlib import Path

import pytest
from browser import show
from expected_values import DATA
from playwright.sync_api import Page

from xl_mastermind.game.rules import Rules
from xl_mastermind.plugins.match.page import match_page
from xl_mastermind.plugins.puzzles.page import puzzle_page
from xl_mastermind.plugins.puzzles.puzzle import puzzle_from_number
from xl_mastermind.tables import Table

LOOK = (DATA / "look.js").read_text("utf-8")


def sample_pages() -> dict[str, str]:
    """Return pages of every kind."""
    rules = Rules.parse("4x6")
    puzzles = [puzzle_from_number(rules, "easy", number) for number in (1, 2)]
    rows = [("Ann", 7), ("Zoë", 12)]
    return {
        "match": match_page([Table("Ranking", ("Name", "Games"), rows)]),
        "puzzles": puzzle_page(puzzles),
    }


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_pages_are_readable_on_phones(tab: Page, tmp_path: Path, *, dark: bool) -> None:
    for name, text in sample_pages().items():
        path = tmp_path / f"{name}.html"
        path.write_text(text, encoding="utf-8")
        show(tab, path, dark=dark)
        look = tab.evaluate(LOOK)
        assert look["dark"] is dark
        assert look["texts"] >= 5, name
        assert look["contrast"] >= 4.5, (name, look)
        if name != "puzzles":  # wide as paper
            assert look["width"] == 320, (name, look)


def test_style_sheets_define_their_variables() -> None:
    for text in sample_pages().values():
        used = {*re.findall(r"var\((--[\w-]+)\)", text)}
        assert used
        assert used <= {*re.findall(r"(--[\w-]+):", text)}

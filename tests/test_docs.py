"""The manual says what is true, and its links lead somewhere."""

import re
from pathlib import Path

import pytest
from function_pages import PAGE, made

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
LINK = re.compile(r"\[[^\]]*\]\((?!https:)([^)#]+)[^)]*\)")


def test_the_page_of_functions_is_that_of_their_table() -> None:
    page = PAGE.read_text("utf-8")
    assert page == made(page), "run: make docs"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file(page: Path) -> None:
    for link in LINK.findall(page.read_text("utf-8")):
        assert (page.parent / link).is_file(), link


def test_every_page_and_picture_is_reached() -> None:
    linked = {
        (page.parent / link).resolve()
        for page in PAGES
        for link in LINK.findall(page.read_text("utf-8"))
    }
    there = {
        path for path in (ROOT / "docs").iterdir() if path.suffix in (".md", ".png")
    }
    assert there <= linked

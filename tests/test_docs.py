"""The manual says what is true, and its links lead somewhere."""

import re
from pathlib import Path

import pytest
from function_pages import PAGE, made

from xl_mastermind.game.rules import Feedback, Rules
from xl_mastermind.solve.analysis import compare, partition
from xl_mastermind.solve.evaluate import evaluate

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


def test_the_claims_of_the_documents_stand_beside_what_is_true() -> None:
    page = (ROOT / "docs" / "strategies.md").read_text("utf-8")
    found = re.findall(r"\n\| (?:Excel article|Brain .*?post) .*\| (.*) \|", page)
    mastermind, small = Rules(4, 6), Rules(4, 5)
    minimax = evaluate(mastermind, "minimax")
    posts = [evaluate(rules, "brain-breaker") for rules in (small, mastermind)]
    (game,) = compare(mastermind, mastermind.parse_code("4563"), ["minimax"])
    left = partition(mastermind, [], (1, 1, 1, 1))[Feedback(2, 0)]
    true = [minimax.average, minimax.most, len(game), left]
    true += [figure for post in posts for figure in (post.average, post.most)]
    assert found == [f"{n:.4f}" if isinstance(n, float) else str(n) for n in true]

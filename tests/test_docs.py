"""The manual says what is true, and its links lead somewhere."""

import itertools
import re
from pathlib import Path

import pytest
from helpers import sheets_with_tree

from xl_mastermind.bundle.function_pages import FUNCTIONS_PAGE, page_with_functions
from xl_mastermind.game.named_games import GAMES_BY_NOTATION, NamedGame
from xl_mastermind.game.rules import Feedback, Rules
from xl_mastermind.solve.analysis import partition_sizes, play_strategies
from xl_mastermind.solve.evaluation import Evaluation, evaluate, play
from xl_mastermind.solve.strategies import STRATEGIES
from xl_mastermind.spreadsheet.buttons import (
    BOARD_BUTTONS,
    BUTTONS,
    COPY_RESULT,
    FALLBACK_BUTTONS,
)

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
STRATEGIES_PAGE = (ROOT / "docs" / "strategies.md").read_text("utf-8")
LINK = re.compile(r"\[[^\]]*\]\((?!https:)([^)#]+)[^)]*\)")


def test_the_page_of_functions_is_that_of_their_table() -> None:
    page = FUNCTIONS_PAGE.read_text("utf-8")
    assert page == page_with_functions(page), "run: make docs"


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
    rows = r"\n\| (?:Excel article|Brain .*?post) .*\| (.*) \|"
    found = re.findall(rows, STRATEGIES_PAGE)
    mastermind, small = Rules(4, 6), Rules(4, 5)
    minimax = evaluate(mastermind, "minimax")
    posts = [evaluate(rules, "brain-breaker") for rules in (small, mastermind)]
    (game,) = play_strategies(mastermind, mastermind.parse_code("4563"), ["minimax"])
    left = partition_sizes(mastermind, [], (1, 1, 1, 1))[Feedback(2, 0)]
    plays = [
        play(mastermind, (1, 2, 3, 6), name)
        for name in ("beginner", "first-consistent")
    ]
    beginner, improved = map(list, plays)
    known = next(turn.candidate_count for turn in beginner if turn.candidate_count < 48)
    true = [minimax.average, minimax.max, len(game), left]
    true += [known, len(improved), evaluate(mastermind, "first-consistent").max]
    true += [figure for post in posts for figure in (post.average, post.max)]
    assert found == [f"{n:.4f}" if isinstance(n, float) else str(n) for n in true]


def text_of(page: str) -> str:
    """Return a page of the manual with one blank between words."""
    return " ".join((ROOT / "docs" / page).read_text("utf-8").split())


def test_the_games_of_the_manual_are_those_that_have_names() -> None:
    games = GAMES_BY_NOTATION.values()
    listed = [f"{' or '.join(game.names)} ({game.notation})" for game in games]
    assert f"or by name: {', '.join(listed)};" in text_of("strategies.md")
    boards = re.search("can be in progress: (.*?)\\. ", text_of("playing.md"))
    assert boards
    found = re.sub(r" \([^)]*\)", "", boards[1]).split(", ")
    assert found == [game.sheet_name for game in games]
    rows = [f"| {g} | {Rules.parse(g).code_count:,} |" for g in GAMES_BY_NOTATION]
    assert [row for row in rows if row not in text_of("architecture.md")] == []


def test_the_manual_says_which_boards_follow_an_optimal_tree() -> None:
    *others, last = sheets_with_tree()
    named = f"Without, the optimal one in {', '.join(others)}, and {last}, as long as"
    assert named in text_of("playing.md")


def test_the_buttons_of_the_manual_are_those_of_a_board() -> None:
    page = (ROOT / "docs" / "playing.md").read_text("utf-8")
    table = page.partition("| Button | What it does |\n")[2].partition("\n\n")[0]
    _, *rows = (line.strip("| ").split(" | ")[0] for line in table.splitlines())
    assert rows == [button.caption for button in BOARD_BUTTONS]
    alone = [BUTTONS[name].caption for name in FALLBACK_BUTTONS]
    assert f"alone does {', '.join(alone)} and {COPY_RESULT.caption}." in text_of(
        "playing.md"
    )
    readme = (ROOT / "README.md").read_text("utf-8")
    assert f"| {', '.join([*alone, COPY_RESULT.caption])} |" in readme


@pytest.mark.parametrize(
    "game", [g for g in GAMES_BY_NOTATION.values() if g.usual_guesses]
)
def test_most_codes_need_as_many_guesses_as_a_board_says(game: NamedGame) -> None:
    """The fewest numbers in a row that four codes of five need."""
    counts = evaluate(Rules.parse(game.notation), "knuth").histogram
    enough = [
        (last - first, -sum(counts[first - 1 : last]), first, last)
        for first, last in itertools.combinations(range(1, len(counts) + 1), 2)
        if 5 * sum(counts[first - 1 : last]) >= 4 * sum(counts)
    ]
    *_, first, last = min(enough)
    between = "or" if last == first + 1 else "to"
    assert game.usual_guesses == f"{first} {between} {last}"


def figures(found: Evaluation, between: str = ", ") -> str:
    return f"{found.average:.4f}{between}{found.max}"


@pytest.mark.parametrize("game", ["4x5", "4x6", "bulls-and-cows", "4x10", "5x8"])
def test_people_and_knuth_need_as_many_guesses_as_the_manual_says(game: str) -> None:
    rules, names = Rules.parse(game), ("beginner", "first-consistent", "knuth")
    row = (figures(evaluate(rules, name), ", at most ") for name in names)
    assert f"\n| {game} | {' | '.join(row)} |\n" in STRATEGIES_PAGE


def test_the_table_of_strategies_has_them_all_with_what_they_need() -> None:
    table = STRATEGIES_PAGE.partition("| Strategy | Guesses |")[2].partition("\n\n")[0]
    _, _, *rows = (line.strip("| ").split(" | ") for line in table.splitlines())
    assert {name for name, *_ in rows} == {*STRATEGIES}
    rules = Rules(4, 6)
    for name, _, _, *told in rows:
        if not STRATEGIES[name].is_random:
            found = evaluate(rules, name)
            first = rules.format_code(found.first or ())
            said = f"{first} | {figures(found, ' | ')} | {found.total}"
            assert " | ".join(told) == said, name


def test_the_strategies_that_take_an_order_are_named() -> None:
    names = [name for name, strategy in STRATEGIES.items() if strategy.takes_order]
    named = f"for the strategies that take the first one: {' and '.join(names)}."
    assert named in text_of("strategies.md")


def test_orders_are_as_good_as_the_manual_says() -> None:
    rules, firsts = Rules(4, 6), (None, (1, 1, 2, 2))
    names = ("first-consistent", "minimax")
    rows = re.findall(
        r"\n\| (lexicographic|reversed|from-right|shuffled)(?:, seed (\d))? \| (.*) \|",
        STRATEGIES_PAGE,
    )
    assert len(rows) == 6
    for order, seed, told in rows:
        evaluations = (
            evaluate(rules, name, first=first, order=order, seed=int(seed or 0))
            for first, name in itertools.product(firsts, names)
        )
        assert told == " | ".join(map(figures, evaluations))

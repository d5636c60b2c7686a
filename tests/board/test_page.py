"""The web page of a game: its texts, its labels, and its look in a browser."""

import errno
import re
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import Mock
from xml.etree import ElementTree as ET

import pytest
from boards import InMemoryBoard
from browser import BROWSERS, accessible_names, find_browser, open_tab, show
from playwright.sync_api import Page

from xl_mastermind.board import page as page_module
from xl_mastermind.board.page import game_page
from xl_mastermind.board.state import CHEATS
from xl_mastermind.cells.values import Cell
from xl_mastermind.game.rules import Rules
from xl_mastermind.match.page import match_page
from xl_mastermind.presentation.messages import NO_PAGE_YET
from xl_mastermind.puzzles.page import puzzle_page
from xl_mastermind.puzzles.puzzle import puzzle_from_number
from xl_mastermind.solve.evaluation import (
    TurnRecord,
    game_record,
)
from xl_mastermind.terminal.output import Table

GAMES = {
    "4x6": "3625",
    "5x8": "87654",
    "4x6 black": "3625",
    "4x10 distinct": "0579",
    "3x26": "CAB",
    "12x2": "121212121212",
}
"""Games with a code."""


def played(game: str, strategy: str = "entropy") -> tuple[Rules, list[TurnRecord], str]:
    """Return a game of a strategy, and its page."""
    rules = Rules.parse(game)
    secret = rules.parse_code(GAMES[game])
    turns = [*game_record(rules, secret, strategy)]
    number = rules.number_from_code(secret)
    return rules, turns, game_page(rules, number, strategy, turns)


def parsed(text: str) -> ET.Element:
    """Return the root of a page; raise if an element is not closed."""
    xml = re.sub("(<meta[^>]*)>", r"\1/>", text.removeprefix("<!doctype html>"))
    return ET.fromstring(xml)  # noqa: S314, our own page


def texts(page: ET.Element, tag: str) -> list[str]:
    """Return the texts of the elements of a kind, with single blanks."""
    return [" ".join("".join(part.itertext()).split()) for part in page.iter(tag)]


def labels(page: ET.Element) -> list[str]:
    """Return the labels of the images."""
    return [image.attrib["aria-label"] for image in page.iterfind(".//*[@role='img']")]


def test_page_shows_the_game() -> None:
    _, _, text = played("4x6")
    page = parsed(text)
    heading = "Mastermind, number 1169: found in 4 guesses"
    assert texts(page, "h1") == texts(page, "title") == [heading]
    about, challenge, *_ = texts(page, "p")
    assert about == (
        "Four pegs, six colours: 1,296 possible codes."
        " The strategy entropy made the guesses."
    )
    assert challenge == (
        "Can you find the code too? Type 1169 beside “Game” on the board Mastermind in"
        " the workbook MasterMind, before you open the guesses."
    )
    assert "3625" not in text.partition("Type 1169 beside")[0]
    assert texts(page, "li")[1] == (
        "Guess 2 2356 4 codes left 0 black, 4 white: 4 of 312 codes left."
        " Knuth guesses 2545, which leaves at most 54."
    )
    assert texts(page, "strong")[-1] == "Solved"
    assert text.count('class="peg none"') == 2 + 0 + 1 + 0


@pytest.mark.parametrize(
    ("game", "last_labels"),
    [
        ("4x6", ["Guess 4: green 3, pink 6, orange 2, red 5", "4 black, 0 white"]),
        ("4x6 black", ["Guess 8: green 3, pink 6, orange 2, red 5", "4 black"]),
        ("4x10 distinct", ["Guess 5: 0, red 5, sky 7, 9", "4 black, 0 white"]),
        ("3x26", ["Guess 3: C, A, B", "3 black, 0 white"]),
    ],
)
def test_labels_describe_guesses_and_feedback(
    game: str, last_labels: list[str]
) -> None:
    rules, turns, text = played(game)
    *others, guess, answer = labels(parsed(text))
    assert [guess, answer.removeprefix("Answer: ")] == last_labels
    assert len(others) == 2 * len(turns) - 2
    assert all(len(label.split(",")) == rules.pegs for label in others[::2])


@pytest.mark.parametrize("game", ["4x6", "3x26"])
def test_page_loads_nothing(game: str) -> None:
    _, _, text = played(game)
    page = parsed(text)
    assert page.attrib == {"lang": "en"}
    assert {element.tag for element in page.iter()} <= {
        *("html", "head", "meta", "title", "style", "body", "main"),
        *("h1", "h2", "h3", "p", "ol", "li", "div", "span", "strong"),
        *("details", "summary"),
    }
    attributes = {name for element in page.iter() for name in element.attrib}
    assert not attributes & {"src", "href", "onclick"}
    assert not re.search(r"https?:|url\(|@import", text)


def test_default_strategy_is_compared_with_others_only() -> None:
    assert "Knuth guesses" not in played("4x6", "knuth")[2]
    assert "Knuth guesses" in played("4x6", "minimax")[2]


def test_page_marks_a_guess_from_a_sample() -> None:
    rules, turns, _ = played("4x6")
    sampled = [turns[0]._replace(is_sampled=True), *turns[1:]]
    number = rules.number_from_code(turns[-1].turn.guess)
    page = game_page(rules, number, "entropy", sampled)
    assert page.count("The guess is the best of a part of the guesses.") == 1


# From the board of a workbook


def page_of(
    board: InMemoryBoard, folder: Path, player: Cell = ""
) -> tuple[str, ET.Element]:
    """Run Web Page, and return the name of the file and its root."""
    before = {*folder.glob("*.html")}
    message = said(board, folder, player)
    (file,) = {*folder.glob("*.html")} - before
    assert message == f"Web page: {file.name}, in {folder}"
    page = parsed(file.read_text("utf-8"))
    return file.name, page


def said(board: InMemoryBoard, folder: Path, player: Cell = "") -> str:
    board.set(workbook=str(folder / "Mine.xlsm"), player=player)
    return str(board.run_button("web_page").message)


def with_guesses(*guesses: Cell) -> InMemoryBoard:
    return InMemoryBoard("4x6", "3625").play(*guesses)


def number_of(board: InMemoryBoard) -> Cell:
    return board.values["game_number"][0][0]


def about(page: ET.Element) -> str:
    return texts(page, "p")[0]


def test_page_of_a_typed_code_has_no_number(tmp_path: Path) -> None:
    board = with_guesses("1122", "3625").set(game_number=" Own 3625")
    name, page = page_of(board, tmp_path)
    assert name == "Mastermind page.html"
    assert texts(page, "h1") == ["Mastermind: found in 2 guesses"]


def test_page_of_a_board_ends_at_the_win(tmp_path: Path) -> None:
    board = with_guesses("1122", None, "3456", "3625", "1111")
    name, page = page_of(board, tmp_path, "Anna")
    number = number_of(board)
    assert name == f"Mastermind {number}.html"
    assert texts(page, "h1") == [f"Mastermind, number {number}: found in 3 guesses"]
    assert about(page) == (
        "Four pegs, six colours: 1,296 possible codes. Anna made the guesses."
    )
    assert f"Type {number} beside" in texts(page, "p")[1]
    assert texts(page, "strong") == ["256 codes left", "36 codes left", "Solved"]
    sentences = [str(line) for (line,) in board.values["cached_explanation"] if line]
    for item, sentence in zip(texts(page, "li"), sentences[:3], strict=True):
        assert sentence in item


@pytest.mark.parametrize(
    ("guesses", "buttons", "player", "sentence"),
    [
        ([], [], "", "A person made the guesses."),
        ([], [], "<b>&\"'", "<b>&\"' made the guesses."),
        ([], ["hint"], None, "A person made the guesses, with 1 hint of Knuth."),
        ([], ["hint"] * 2, "Anna", "Anna made the guesses, with 2 hints of Knuth."),
        ([], ["solve"], "Anna", "Knuth found it in 5, after 1 guess of Anna."),
        ([1456], ["solve"], "", "Knuth found it in 5, after 2 guesses of a person."),
    ],
)
def test_page_names_the_sources_of_the_guesses(
    guesses: list[Cell], buttons: list[str], player: Cell, sentence: str, tmp_path: Path
) -> None:
    board = with_guesses(1123, *guesses)
    for button in buttons:
        board.run_button(button)
    if 3625 not in board.guess_input:
        board.play(*board.guess_input, 3625)
    _, page = page_of(board, tmp_path, player)
    assert about(page).endswith(f" {sentence}")


def test_page_names_all_strategies_of_a_solved_game(tmp_path: Path) -> None:
    board = with_guesses().run_button("hint").set(strategy="Entropy")
    _, page = page_of(board.run_button("solve"), tmp_path, "Anna")
    assert about(page).endswith(" The solver made the guesses, with Entropy and Knuth.")


def test_page_of_a_lost_game_shows_the_code(tmp_path: Path) -> None:
    _, page = page_of(with_guesses(*["1122"] * 10), tmp_path)
    assert texts(page, "h1")[0].endswith(": not found in 10 guesses")
    assert texts(page, "strong") == ["256 codes left"] * 10
    assert texts(page, "h2") == ["The hidden code"]


def test_page_shows_no_unknown_code(tmp_path: Path) -> None:
    lost = InMemoryBoard.with_marks(*[("1122", (1, 0))] * 10)
    cheated = with_guesses(*["1122"] * 10).set(codemaker=CHEATS)
    hid = "Somebody else hid the code. A person"
    cheats = "The codemaker cheated: no code was fixed. A person"
    for number, board, who in (("", lost, hid), (" 2", cheated, cheats)):
        name, page = page_of(board, tmp_path)
        assert name == f"Mastermind page{number}.html"
        assert texts(page, "h1") == ["Mastermind: not found in 10 guesses"]
        assert texts(page, "h2") == []
        assert who in about(page)
        assert not any("beside" in text for text in texts(page, "p"))
        if board is cheated:  # the number of another codemaker's game
            assert str(number_of(board)) not in about(page)


def test_page_shows_unknown_counts_of_a_found_code(tmp_path: Path) -> None:
    board = InMemoryBoard.with_marks(("1122", (1, "?")), ("3625", (4, 0)))
    _, page = page_of(board, tmp_path)
    assert texts(page, "h1") == ["Mastermind: found in 2 guesses"]
    assert "Answer: 1 black, ? white" in labels(page)


CONTRADICTION = (
    "No code fits from attempt 2 on: check attempt 2 (0 black, 0 white?),"
    " attempt 1 (4 black, 0 white?)."
)


@pytest.mark.parametrize(
    ("board", "message"),
    [
        (with_guesses(), NO_PAGE_YET),
        (with_guesses("1122", "1344"), NO_PAGE_YET),
        (with_guesses("1122").run_button("reveal_code"), NO_PAGE_YET),
        (with_guesses("3625").set(game_number=None), NO_PAGE_YET),
        (
            with_guesses("3625", "1"),
            "Attempt 2: please type four digits from 1 to 6.",
        ),
        (
            InMemoryBoard.with_marks(("1122", (0, 0)), ("1122", (4, 0))),
            CONTRADICTION,
        ),
    ],
    ids=["new", "runs", "revealed", "no number", "half a guess", "contradiction"],
)
def test_web_page_writes_nothing_before_the_end(
    board: InMemoryBoard, message: str, tmp_path: Path
) -> None:
    assert said(board, tmp_path) == f"Web page: {message}"
    assert not [*tmp_path.iterdir()]


@pytest.mark.parametrize("game", ["4x26", "8x9"])
def test_large_games_have_pages(game: str, tmp_path: Path) -> None:
    rules = Rules.parse(game)
    codes = [rules.format_code(rules.code_from_number(n)) for n in range(1, 10)]
    _, page = page_of(InMemoryBoard(game, codes[-1]).play(*codes), tmp_path)
    assert texts(page, "h1")[0].endswith(": found in 9 guesses")
    assert "." not in texts(page, "p")
    has_counts = any("codes left" in text for text in texts(page, "strong"))
    assert has_counts == (game == "4x26")


def test_message_reports_a_write_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = OSError(errno.ENOSPC, "No space left on device", "page.html")
    monkeypatch.setattr(page_module, "write_file_beside", Mock(side_effect=error))
    message = said(with_guesses("3625"), tmp_path)
    assert message == f"Web page: nothing was written, {error}."


@pytest.mark.parametrize("workbook", ["", "Mine.xlsm", "/no such folder/Mine.xlsm"])
def test_unsaved_workbook_has_its_page_in_documents(
    workbook: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    (tmp_path / "Documents").mkdir()
    with_guesses("3625").set(workbook=workbook).run_button("web_page")
    assert len([*(tmp_path / "Documents").glob("Mastermind *.html")]) == 1


# In a browser

LOOK = """
(() => {
function channels(text) { return text.match(/[0-9.]+/g).map(Number); }
function ground(element) {
  for (; element; element = element.parentElement) {
    const found = channels(getComputedStyle(element).backgroundColor);
    if (found.length < 4 || found[3] > 0) return found;
  }
  return [255, 255, 255];
}
function light(colour) {
  const [r, g, b] = colour.slice(0, 3).map(n => n / 255).map(
    n => n <= 0.04045 ? n / 12.92 : ((n + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(element) {
  const pair = [light(channels(getComputedStyle(element).color)),
    light(ground(element))].sort((a, b) => b - a);
  return (pair[0] + 0.05) / (pair[1] + 0.05);
}
const texts = [...document.body.querySelectorAll("*")].filter(element =>
  [...element.childNodes].some(node => node.nodeType == 3 && node.data.trim()));
const beyond = [...document.querySelectorAll("main *")].filter(
  element => element.getBoundingClientRect().right > innerWidth);
return {texts: texts.length, contrast: Math.min(...texts.map(contrast)),
  beyond: beyond.length, width: innerWidth, wide: document.body.scrollWidth,
  dark: matchMedia("(prefers-color-scheme: dark)").matches};
})()
"""


@pytest.fixture(scope="module")
def tab() -> Iterator[Page]:
    program = find_browser()
    if program is None:
        pytest.skip(f"there is no browser here, such as {BROWSERS[0]}")
    with open_tab(program) as page:
        yield page


def open_page(tab: Page, path: Path, text: str, *, dark: bool = False) -> None:
    """Show a page on a narrow phone."""
    path.write_text(text, encoding="utf-8")
    show(tab, path, dark=dark)


def sample_pages() -> dict[str, str]:
    """Return pages of every kind."""
    rules = Rules.parse("4x6")
    puzzles = [puzzle_from_number(rules, "easy", number) for number in (1, 2)]
    heads = {"Name": "left", "Games": "right"}
    return {
        **{game: played(game)[2] for game in ("4x6", "5x8", "3x26", "12x2")},
        "match": match_page([Table("Ranking", heads, [("Ann", "7"), ("Zoë", "12")])]),
        "puzzles": puzzle_page(puzzles),
    }


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_pages_are_readable_on_phones(tab: Page, tmp_path: Path, *, dark: bool) -> None:
    for name, text in sample_pages().items():
        open_page(tab, tmp_path / f"{name}.html", text, dark=dark)
        tab.evaluate(
            "[...document.querySelectorAll('details')].map(d => d.open = true)"
        )
        look = tab.evaluate(LOOK)
        assert look["dark"] is dark
        assert look["texts"] >= 5, name
        assert look["contrast"] >= 4.5, (name, look)
        if name != "puzzles":  # wide as paper
            assert (look["wide"], look["beyond"]) == (320, 0), (name, look)


@pytest.mark.parametrize("game", ["4x6", "3x26"])
def test_screen_reader_gets_the_labels(tab: Page, game: str, tmp_path: Path) -> None:
    rules, turns, text = played(game)
    open_page(tab, tmp_path / "game.html", text)
    folded = [role for role, _ in accessible_names(tab)[3:]]
    assert "heading" not in folded
    tab.evaluate("document.querySelector('details').open = true")
    heard = accessible_names(tab)
    headings = [name for role, name in heard if role == "heading"]
    numbers = [f"Guess {number}" for number in range(1, len(turns) + 1)]
    assert headings[1:] == numbers
    pictures = [name for role, name in heard if role in ("image", "img")]
    assert pictures == labels(parsed(text))
    assert [role for role, _ in heard].count("listitem") == len(turns)
    assert {"RootWebArea", "main", "list"} <= {role for role, _ in heard}
    # A screen reader reads a tile once, by the name of its row.
    assert rules.format_code(turns[0].turn.guess)[0] not in {name for _, name in heard}

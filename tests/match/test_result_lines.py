"""Result lines as Python counts them, and the sheet Match in IronCalc."""

import itertools
import string
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import ironcalc
import pytest
from boards import built, fresh
from match_lines import CHATS, Row, check, count, random_lines

from xl_mastermind.game.rules import Rules
from xl_mastermind.match.match_sheet import MAX_NAMES, MAX_NUMBERS, match_layout
from xl_mastermind.match.result_lines import (
    NOT_FOUND_SYMBOL,
    fold_case,
    parse_result,
    read_match,
)
from xl_mastermind.spreadsheet.cell_range import CellRange
from xl_mastermind.spreadsheet.cells import Cell, RangeValues
from xl_mastermind.spreadsheet.edition import Edition
from xl_mastermind.spreadsheet.games import title
from xl_mastermind.spreadsheet.messages import RESULT

AT = match_layout()
SYMBOLS = string.ascii_uppercase + string.digits

CLASSES = [(1, 5), (2, 29), (3, 37)]
"""Seeds, and how many people write lines: once more than there is room for."""


@pytest.mark.parametrize(("seed", "people"), CLASSES)
def test_lines_are_counted_as_people_count_them(seed: int, people: int) -> None:
    lines = random_lines(seed, people)
    rows = [(text.replace("\n", " "), name) for text, name in lines]
    match, right = read_match(rows), count(rows, room=len(rows))
    figures = [
        [each.name, each.games, each.found, each.average or "", each.best or ""]
        for each in match.ranking
    ]
    assert figures == [
        pytest.approx(row[1:-1]) if "" not in row else row[1:-1]
        for row in right.ranking
    ]
    assert [each.streak for each in match.ranking] == [r[-1] for r in right.ranking]
    assert [*match.lengths, match.not_found] == right.bars
    assert {
        game: [f"{name} {guesses or NOT_FOUND_SYMBOL}" for name, guesses in who]
        for game, who in match.numbers.items()
    } == right.numbers
    remarks = [match.remarks.get(line, "") for line in range(1, len(rows) + 1)]
    for remark, begins in zip(remarks, right.remarks, strict=True):
        assert remark[: len(begins) or None] == begins


@pytest.mark.parametrize("chat", CHATS)
def test_a_chat_names_the_player_before_the_line(chat: str) -> None:
    result = parse_result(chat.format("Ann - Marie", "Bulls and Cows #7 in 6"))
    assert result == ("Bulls and Cows", 7, 6, "Ann - Marie")


def every_game() -> Iterator[Rules]:
    """Yield games of many sizes, with usual symbols, others, and small letters."""
    for pegs, colours in itertools.product((1, 3, 5, 12), range(1, 37)):
        for is_distinct, is_black in itertools.product((False, True), repeat=2):
            for symbols in ("", SYMBOLS[:colours], SYMBOLS[-colours:].lower()):
                with suppress(ValueError):
                    yield Rules(pegs, colours, is_distinct, is_black, symbols)


def test_a_result_line_names_one_game_only() -> None:
    games: dict[str, Rules] = {}
    for rules in every_game():
        line = RESULT.format(game=f"{title(rules)} #7", guesses=3)
        result = parse_result(f"Ann: {line}")
        assert result == (title(rules), 7, 3, "Ann")
        assert Rules.parse(result.game) == rules
        same = replace(rules, symbols=rules.symbols.upper())
        assert games.setdefault(fold_case(line), same) == same
    assert len(games) > 1000


class Sheet:
    """The sheet in IronCalc."""

    def __init__(self, file: Path) -> None:
        file.write_bytes(built(fresh("3x4"), edition=Edition.PLAIN))
        self.model = ironcalc.load_from_xlsx(str(file), "en", "UTC")
        sheets = [each["name"] for each in self.model.get_worksheets_properties()]
        self.place = sheets.index(AT.sheet)

    def type(self, name: str, texts: Sequence[str]) -> None:
        for (row, column), text in zip(AT.ranges[name].cells(), texts, strict=False):
            self.model.update_cell_with_text(self.place, row + 1, column + 1, text)

    def show(self, rows: Sequence[Row]) -> None:
        self.type("results", [result for result, _ in rows])
        self.type("names", [name for _, name in rows])
        self.model.evaluate()

    def read(self, area: CellRange) -> RangeValues:
        cells: list[Cell] = [
            self.model.get_cell_value(self.place, row + 1, column + 1)
            for row, column in area.cells()
        ]
        shown = ["" if cell is None else cell for cell in cells]
        return [shown[i : i + area.width] for i in range(0, len(shown), area.width)]

    def said(self, name: str) -> str:
        return str(self.read(AT.ranges[name])[0][0])


@pytest.fixture
def sheet(tmp_path: Path) -> Sheet:
    return Sheet(tmp_path / "match.xlsx")


@pytest.mark.parametrize(("seed", "people"), CLASSES)
def test_the_sheet_counts_as_people_do(sheet: Sheet, seed: int, people: int) -> None:
    rows = random_lines(seed, people)
    sheet.show(rows)
    check(AT, rows, sheet.read)


HEADS = {
    "results": "Result",
    "names": "Name",
    "ranking_name": "Name",
    "ranking_games": "Games",
    "ranking_found": "Found",
    "ranking_average": "Average",
    "ranking_best": "Best",
    "ranking_streak": "Streak",
    "listed_games": "Game",
    "listed_players": "Guesses",
    "team_1_members": "Team 1",
    "team_2_members": "Team 2",
    "team_2_average": "Average",
}
"""What stands above a column, by the column's name."""


def test_every_column_has_its_head_and_every_line_its_number(sheet: Sheet) -> None:
    heads = {name: sheet.read(AT.ranges[name].row(-1)) for name in HEADS}
    assert heads == {name: [[head]] for name, head in HEADS.items()}
    numbers = [[line] for line in range(1, AT.ranges["results"].height + 1)]
    assert sheet.read(AT.ranges["results"].shift_columns(-1)) == numbers


def test_a_new_sheet_says_nothing_of_results(sheet: Sheet) -> None:
    sheet.show([])
    check(AT, [("", "")] * AT.ranges["results"].height, sheet.read)
    for name in ("summary", "not_counted", "verdict", "more_games"):
        assert sheet.said(name) == ""


def test_more_numbers_than_find_room_are_said(sheet: Sheet) -> None:
    sheet.show([(f"Little #{n} in 3", "Ann") for n in range(1, 151)])
    assert (
        sheet.said("more_games")
        == f"Only the first {MAX_NUMBERS} of 150 games are shown."
    )
    assert sheet.said("summary") == "150 results of 1 name."


def test_more_names_than_find_room_are_said(sheet: Sheet) -> None:
    sheet.show([(f"Kid {n}: Little in 3", "") for n in range(1, MAX_NAMES + 2)])
    assert sheet.said("not_counted") == "1 line does not count:"


@pytest.mark.parametrize(
    ("lines", "verdict"),
    [
        (["Ann: Little in 3"], ""),
        (["Ann: Little in 3", "Zoe: Little in 3"], "Both teams are level."),
        (
            ["Ann: Little in 4", "Bob: Little in 5", "Zoe: Little in 2"],
            "Team 1 is ahead, 2 found to 1.",
        ),
        (
            ["Ann: Little in 5", "Zoe: Little in 4", "Bob: Little: not found in 6"],
            "Team 2 is ahead, 4 guesses to 5.",
        ),
        (
            ["Ann: Little: not found in 6", "Zoe: Little in 4", "Cy: Little in 1"],
            "Team 2 is ahead, 1 found to 0.",
        ),
    ],
)
def test_two_teams_are_held_against_one_another(
    sheet: Sheet, lines: list[str], verdict: str
) -> None:
    sheet.type("team_1_members", ["ann", " Bob ", "ANN"])
    sheet.type("team_2_members", ["Zoe", "nobody"])
    sheet.show([(line, "") for line in lines])
    assert sheet.said("verdict") == verdict
    assert sheet.read(AT.ranges["team_2_games"])[1] == ["none"]


def test_a_name_in_both_teams_is_said(sheet: Sheet) -> None:
    sheet.type("team_1_members", ["Ann"])
    sheet.type("team_2_members", ["Ann", "Zoe"])
    sheet.show([("Ann: Little in 3", "")])
    assert sheet.said("verdict").endswith("A name is in both teams.")

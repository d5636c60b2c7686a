"""Results: their text, their HTML, and their plain values."""

import json
import re

import pytest

import xl_mastermind as xl
from xl_mastermind.solve.results import ResultBase

TURNS = ["112:1,0", "344:0,1"]

RESULTS: list[ResultBase] = [
    xl.evaluate("3x4", "knuth"),
    xl.evaluate("3x4", "random", seed=1),
    xl.evaluate("3x4", "minimax", order="321"),
    xl.rank_guesses("3x4", TURNS, "entropy"),
    xl.partition("3x4 black", "112", ["123:1"]),
    xl.contradictions("3x4", [*TURNS, "112:0,0"]),
    xl.contradictions("3x4", TURNS),
    xl.puzzle("3x4", 382, "hard"),
    xl.Tree.from_strategy("3x4", "entropy"),
    xl.Tree.from_strategy("3x4", "entropy").check(),
]


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: type(result).__name__)
def test_results_become_json_text_and_html(result: ResultBase) -> None:
    record = result.to_dict()
    title, headings, rows, *_ = result.table()
    lines, page = repr(result).splitlines(), result._repr_html_()
    assert json.loads(json.dumps(record)) == record
    assert record["game"] == str(result.rules)
    assert lines[0] == title
    assert lines[1].split() == " ".join(headings).split()
    assert len(lines) == 2 + min(len(rows), 20) + (len(rows) > 20)
    assert page.count("<tr>") == 1 + min(len(rows), 20)


def test_empty_results_print_their_title() -> None:
    for result in (xl.contradictions("3x4", []), xl.rate_guesses("3x4", [])):
        title = result.table().title
        assert repr(result) == title
        assert title in result._repr_html_()
        assert "<tr>" not in result._repr_html_()


def test_long_results_are_shortened() -> None:
    ranking = xl.rank_guesses("4x6", [], "knuth")
    assert len(ranking) == 1296
    assert repr(ranking).splitlines()[-1] == "... 1,276 more"
    assert ranking._repr_html_().endswith("<p>... 1,276 more</p>")


def test_notebooks_show_codes_as_coloured_tiles() -> None:
    page = xl.partition("3x9", "189")._repr_html_()
    tiles = xl.rank_guesses("3x9", [], count=1)._repr_html_()
    assert "<td>1 black, 0 white</td>" in page
    assert re.findall("background:(#[0-9A-F]{6}).*?>(.)</span>", tiles) == [
        ("#0072B2", "1"),
        ("#E69F00", "2"),
        ("#009E73", "3"),
    ]


def test_partition_parts_are_the_candidates_by_answer() -> None:
    parts = xl.partition("3x4", "121", ["112:1,0"])
    codes = [code for answer in parts.sizes for code in parts.part(answer)]
    assert sorted(codes) == xl.candidates("3x4", ["112:1,0"])
    assert {answer: len(parts.part(answer)) for answer in parts.sizes} == parts.sizes


@pytest.mark.parametrize("count", [0, -1, 1.5, "3", True])
def test_rank_guesses_rejects_wrong_counts(count: object) -> None:
    with pytest.raises(ValueError, match="expected a count from 1, got "):
        xl.rank_guesses("3x4", [], count=count)  # type: ignore[arg-type]


@pytest.mark.table("arguments", "message")
def test_puzzle_rejects_wrong_arguments(
    arguments: tuple[object, ...], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        xl.puzzle(*arguments)  # type: ignore[arg-type]


def test_puzzle_clues_fit_its_code_only() -> None:
    puzzle = xl.puzzle("bulls-and-cows", 7, "medium")
    assert xl.candidates(puzzle.rules, puzzle.clues) == [puzzle.code]
    assert puzzle.is_solution(puzzle.rules.format_code(puzzle.code))
    assert not puzzle.is_solution("0123")

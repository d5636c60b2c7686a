"""The sheets Analysis and Compare: values in, values out, no program open."""

import pytest
from boards import Paper

from xl_mastermind.sheet.buttons import press
from xl_mastermind.sheet.cells import Block, Cell


def analysed(
    board: Paper, *, strategy: Cell = "", guess: Cell = ""
) -> dict[str, Block]:
    """Return the areas that Analyse writes for a board, whose sheet is named Mine."""
    return press(
        "analyse",
        board.values
        | {
            "analysed_board": [["Mine"]],
            "analysis_strategy": [[strategy]],
            "ranked_guesses": [[None] * (4 + 6)] * 5,
            "split_guess": [[guess]],
        },
    )


def compared(game: str, code: Cell, *strategies: str) -> dict[str, Block]:
    names = [*strategies, *[""] * 6][:6]
    settings: dict[str, Block] = {
        f"strategy_{number}": [[name]] for number, name in enumerate(names, 1)
    }
    return press(
        "compare",
        settings
        | {
            "compared_game": [[game]],
            "compared_code": [[code]],
            "turns_1": [[None] * (4 + 2)] * 12,
        },
    )


def test_the_best_guess_is_split_where_none_is_typed() -> None:
    shown = analysed(Paper("4x6", "3625").play(1122), strategy="Knuth")
    assert shown["analysis_message"] == [
        ["Mine: after 1 attempt 256 codes fit. Which guess tells most?"]
    ]
    assert shown["split_guess"] == shown["best_guess"] == [["1344"]]
    # As in Knuth's paper: it may be the code, and leaves 44 codes at most.
    *best, _, largest = shown["ranked_guesses"][0][:7]
    assert (best, largest) == ([1, 3, 4, 4, "●"], 44)
    assert sum(int(str(size)) for *_, size in shown["split_parts"] if size) == 256


def test_a_guess_is_split() -> None:
    shown = analysed(Paper("bulls-and-cows", "5678"), guess="0987")
    assert shown["split_guess"] == [["0987"]]
    # Known of the game: four digits that are all wrong leave 360 codes.
    assert [0, 0, 360] in shown["split_parts"]


@pytest.mark.parametrize("typed", ["12", "1177", 1.5, True])
def test_what_is_no_guess_gives_way_to_the_best(typed: Cell) -> None:
    shown = analysed(Paper("4x6", "3625").play(1122), strategy="Knuth", guess=typed)
    assert shown["split_guess"] == [["1344"]]


@pytest.mark.parametrize(
    ("board", "strategy", "head"),
    [
        (Paper("1x1"), "Optimal", "Guesses"),
        (Paper("4x9", "1234").play(1122), "Optimal", "Average"),
        (Paper("4x6"), "Knuth", "Largest"),
    ],
)
def test_the_figure_that_ranks_the_guesses_has_a_head(
    board: Paper, strategy: str, head: str
) -> None:
    shown = analysed(board, strategy=strategy)
    assert shown["sorted_by"] == [[head]]


def test_a_game_that_is_won_has_no_next_guess() -> None:
    shown = analysed(Paper("4x6", "3625").play(1122, 3625))
    assert shown["best_guess"] == shown["split_guess"] == [[""]]
    assert not any(map(any, shown["ranked_guesses"]))
    assert not any(map(any, shown["split_parts"]))


def test_a_code_that_begins_with_0_is_compared() -> None:
    shown = compared("bulls-and-cows", "0123", "Most parts")
    played = [row for row in shown["turns_1"] if any(row)]
    assert played[-1] == [0, 1, 2, 3, "● ● ● ●", 1]

"""The texts of buttons: a sentence for each attempt, and the key they belong to."""

from collections.abc import Iterator

from xl_mastermind.sheets.board.plan import Plan
from xl_mastermind.sheets.drawn_cells import (
    KEPT,
    SMALL,
    Cells,
)
from xl_mastermind.spreadsheet.area import Area


def story(b: Plan) -> Iterator[tuple[str, Cells]]:
    """Yield the story below the board, and in hidden columns the texts of buttons."""
    column, row = b.first_peg - 1, b.below + 1
    yield (
        "story_head",
        Cells(
            b.area(b.below, column),
            lambda *_: f'IF(SUM({b.story_numbers.fixed})>0,"The story","")',
            look={"bold": True, "font_size": 13},
        ),
    )
    yield (
        "story_numbers",
        Cells(
            b.area(row, column - 1, b.attempts),
            lambda row, _: _story_number(b, row),
            look=SMALL | {"align": "left", "num_format": '0"."'},
        ),
    )
    sentences = b.area(row, column, b.attempts)
    yield (
        "story",
        Cells(
            sentences,
            lambda row, _: _story(b, row),
            look={"font_size": 10},
            is_read=True,
        ),
    )
    for name, area in (
        # All attempts written together: the key of what buttons write.
        ("said_key", b.hidden(0, 0)),
        ("said_message", b.area(b.first_attempt, b.panel_left)),
        ("said_story", sentences),
    ):
        yield name, Cells(b.kept(area), values=[], look=KEPT, is_read=True)


def if_current(b: Plan, cell: Area) -> str:
    """Return the text of a button in a cell while the board's key is unchanged."""
    is_now = f"{b.turns_key.fixed}={b.said_key.fixed}"
    return f'IF({is_now},IF({cell.fixed}="","",{cell.fixed}),"")'


def is_over(b: Plan) -> str:
    """Return whether the code is found, or no attempt is left."""
    return f"OR({b.won.fixed},{b.lost.fixed})"


def _story(b: Plan, row: int) -> str:
    """Return the sentence about an attempt."""
    return f'IF({b.at("is_turn", row)},{if_current(b, b.said_story.row(row))},"")'


def _story_number(b: Plan, row: int) -> str:
    """
    Return the number of an attempt that has a sentence.

    The sentence is joined with a blank text first: in Calc the text of an add-in's
    array equals no other text.
    """
    return f'IF({b.at("story", row)}&""="","",{row + 1})'

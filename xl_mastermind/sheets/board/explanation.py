"""The texts of buttons: a sentence for each attempt, and the key they belong to."""

from collections.abc import Iterator

from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.cell_group import (
    CACHED_VALUE,
    SMALL_TEXT,
    CellGroup,
)
from xl_mastermind.spreadsheet.cell_range import CellRange


def story(b: BoardLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the story below the board, and in hidden columns the texts of buttons."""
    column, row = b.first_peg_column - 1, b.below + 1
    yield (
        "story_head",
        CellGroup(
            b.cell_range(b.below, column),
            lambda *_: f'IF(SUM({b.story_numbers.absolute_address})>0,"The story","")',
            cell_format={"bold": True, "font_size": 13},
        ),
    )
    yield (
        "story_numbers",
        CellGroup(
            b.cell_range(row, column - 1, b.attempts),
            lambda row, _: _story_number(b, row),
            cell_format=SMALL_TEXT | {"align": "left", "num_format": '0"."'},
        ),
    )
    sentences = b.cell_range(row, column, b.attempts)
    yield (
        "explanation",
        CellGroup(
            sentences,
            lambda row, _: _story(b, row),
            cell_format={"font_size": 10},
            has_defined_name=True,
        ),
    )
    for name, cell_range in (
        # All attempts written together: the key of what buttons write.
        ("cached_state_key", b.hidden(0, 0)),
        ("cached_message", b.cell_range(b.first_attempt_row, b.panel_column)),
        ("cached_explanation", sentences),
    ):
        yield (
            name,
            CellGroup(
                b.cache_columns(cell_range),
                values=[],
                cell_format=CACHED_VALUE,
                has_defined_name=True,
            ),
        )


def if_current(b: BoardLayout, cell: CellRange) -> str:
    """Return the text of a button in a cell while the board's key is unchanged."""
    is_now = f"{b.state_key.absolute_address}={b.cached_state_key.absolute_address}"
    return f'IF({is_now},IF({cell.absolute_address}="","",{cell.absolute_address}),"")'


def is_over(b: BoardLayout) -> str:
    """Return whether the code is found, or no attempt is left."""
    return f"OR({b.won.absolute_address},{b.lost.absolute_address})"


def _story(b: BoardLayout, row: int) -> str:
    """Return the sentence about an attempt."""
    return f'IF({b.reference("is_turn", row)},{if_current(b, b.cached_explanation.row(row))},"")'


def _story_number(b: BoardLayout, row: int) -> str:
    """
    Return the number of an attempt that has a sentence.

    The sentence is joined with a blank text first: in Calc the text of an add-in's
    array equals no other text.
    """
    return f'IF({b.reference("explanation", row)}&""="","",{row + 1})'

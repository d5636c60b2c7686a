"""
How good each guess was: the codes that it left on average, and the luck of its answer.

A guess splits the codes left into parts, one for each answer. All is counted while a
game goes on, and seen once it is over.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from xl_mastermind.sheets.board.feedback import (
    CENTRED,
    HEAD,
    LINE_COLOUR,
    TO_THE_RIGHT,
    winning,
)
from xl_mastermind.sheets.board.formulas import answer_base
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.cell_group import CARD, SMALL_TEXT, CellFormat, CellGroup
from xl_mastermind.spreadsheet.board import CODE_REVEALED
from xl_mastermind.spreadsheet.messages import (
    EXPECTED_ANSWER,
    LUCK_OF_THE_GAME,
    LUCKY_ANSWER,
    MAX_UNLUCKY_SHARE,
    MIN_LUCKY_SHARE,
    UNLUCKY_ANSWER,
)

HEADS: Final = ("Average", "Luck")

# A blank of a bracket's width, since LibreOffice indents unevenly on the right.
_AVERAGE: Final[CellFormat] = {
    "align": "right",
    "num_format": "[<100]0.0_);[>=100]#,##0_);;@_)",
}


def luck(b: BoardLayout) -> Iterator[tuple[str, CellGroup]]:
    """Yield the columns between codes left and cost, and what is counted for them."""
    if not b.has_code_list:
        return
    left, row = b.feedback_column + 6, b.first_attempt_row - 1
    if b.has_few_codes:  # no figures for small children, only the lines of the rows
        beside = b.cell_range(row, left, b.attempts + 1, 2)
        yield "luck_lines", CellGroup(beside, values=[], cell_format=LINE_COLOUR)
        return
    for index, head in enumerate(HEADS):
        cell_format = HEAD | (CENTRED if index else _AVERAGE)
        cell = b.cell_range(row, left + index)
        yield (
            f"luck_head_{index}",
            CellGroup(cell, _title(b, head), cell_format=cell_format),
        )
    yield (
        "expected",
        CellGroup(
            b.attempt_columns(left),
            lambda row, _: _if_over(b, b.reference("expected_left", row)),
            cell_format=LINE_COLOUR | _AVERAGE,
            conditional_formats=lambda: (winning(b),),
        ),
    )
    yield (
        "luck_words",
        CellGroup(
            b.attempt_columns(left + 1),
            lambda row, _: _if_over(b, _in_a_word(b.reference("luck", row))),
            cell_format=LINE_COLOUR | SMALL_TEXT | CENTRED,
            conditional_formats=lambda: (winning(b),),
        ),
    )
    # The legend's row has room for the whole game.
    small = CARD | SMALL_TEXT
    caption, average = (
        b.cell_range(b.legend_row, left),
        b.cell_range(b.legend_row, left + 1),
    )
    text = f'IF({average.address}="","","{LUCK_OF_THE_GAME}")'
    yield (
        "luck_caption",
        CellGroup(caption, lambda *_: text, cell_format=small | TO_THE_RIGHT),
    )
    yield (
        "game_luck",
        CellGroup(
            average,
            lambda *_: _if_over(b, f'IFERROR(AVERAGE({b.luck.absolute_address}),"")'),
            cell_format=small | CENTRED | {"num_format": "0%", "bold": True},
        ),
    )
    yield from _hidden(b)


def _hidden(b: BoardLayout) -> Iterator[tuple[str, CellGroup]]:
    """
    Yield what is counted in hidden columns.

    Sizes of parts are of the codes that were left before an attempt, by their answers:
    first those that earlier answers rule out, then answers by their numbers, at last 0.
    """
    left = b.first_hidden_column + 19 + b.rules.pegs + b.attempts
    yield (
        "part_sizes",
        CellGroup(
            b.cell_range(1, left, _win(b) + 3, b.attempts),
            column_array_formula=lambda column: _part_sizes(b, column),
            cell_format={},
        ),
    )
    yield (
        "expected_left",
        CellGroup(
            b.hidden_attempt_columns(7),
            lambda row, _: _expected(b, row),
            cell_format={},
        ),
    )
    yield (
        "luck",
        CellGroup(
            b.hidden_attempt_columns(0), lambda row, _: _luck(b, row), cell_format={}
        ),
    )


# Formulas of cells; rows count from 0


def _title(b: BoardLayout, text: str) -> Callable[[int, int], str]:
    """Return the head of a column that is seen at the end."""
    return lambda *_: _if_over(b, f'"{text}"')


def _if_over(b: BoardLayout, formula: str) -> str:
    """Return a formula that is blank until the game is won, lost or revealed."""
    is_over = f'OR({b.won.absolute_address},{b.lost.absolute_address},{b.code_status.absolute_address}="{CODE_REVEALED}")'
    return f'IF(AND({is_over},{b.last_turn.absolute_address}>0),{formula},"")'


def _if_it_counts(b: BoardLayout, row: int, formula: str) -> str:
    """Return what is blank for attempts after the code is found, and for none."""
    counts = f"OR({b.won.absolute_address}=0,{row}<{b.won.absolute_address})"
    return f'IF(AND({b.reference("is_turn", row)},{counts}),IFERROR({formula},""),"")'


def _win(b: BoardLayout) -> int:
    """Return the number of the answer that is all black."""
    return answer_base(b.rules) * b.rules.pegs


def _part_sizes(b: BoardLayout, row: int) -> str:
    """Return an array formula: how many codes would answer an attempt each way."""
    numbers = ";".join(map(str, range(-1, _win(b) + 1)))
    sizes = (
        f"FREQUENCY({b.code_list_feedback.column(row).absolute_address},{{{numbers}}})"
    )
    return f"IF({b.reference('is_turn', row)},{sizes},0)"


def _sizes(b: BoardLayout, row: int, answers: int) -> str:
    """Return the sizes of the parts of so many answers."""
    column = b.part_sizes.column(row)
    return replace(
        column, top=column.top + 1, bottom=column.top + answers
    ).absolute_address


def _expected(b: BoardLayout, row: int) -> str:
    """Return how many codes an attempt leaves on average; blank if none was left."""
    sizes = _sizes(b, row, _win(b) + 1)
    return _if_it_counts(b, row, f"SUMSQ({sizes})/SUM({sizes})")


def _luck(b: BoardLayout, row: int) -> str:
    """
    Return the share of the codes whose answer leaves more; those with as many, half.

    It is blank where the answer is not sure, or no code fits. The code itself leaves
    none, whatever the others do.
    """
    all_sizes, others = (_sizes(b, row, _win(b) + more) for more in (1, 0))
    number, left = b.reference("answer_numbers", row), b.reference("codes_left", row)
    worse = f'SUMIF({others},">"&{left})+SUMIF({others},{left})/2'
    worse = f"IF({number}={_win(b)},SUM({others})+1/2,{worse})"
    share = f'IF(AND({number}>=0,{left}>0),({worse})/SUM({all_sizes}),"")'
    return _if_it_counts(b, row, share)


def _in_a_word(luck: str) -> str:
    """Return how lucky an answer was, in a word."""
    word = f'IF({luck}<={MAX_UNLUCKY_SHARE},"{UNLUCKY_ANSWER}","{EXPECTED_ANSWER}")'
    return f'IF({luck}="","",IF({luck}>={MIN_LUCKY_SHARE},"{LUCKY_ANSWER}",{word}))'

"""
The values of the visible cells of a board on which the solver has played.

They equal those of the formulas; hidden cells need none, since the workbook requests
that applications recalculate it.
"""

from collections.abc import Sequence
from typing import TypeAlias

from xl_mastermind.board.state import CODE_REVEALED, CODE_SOLVED, NewBoard
from xl_mastermind.board.workbook_file import active_sheet_changes
from xl_mastermind.cells.values import (
    RangeValues,
    codes_as_cells,
    pad_rows,
    pegs_as_cells,
)
from xl_mastermind.game.codes import codebook
from xl_mastermind.game.numbers import next_number
from xl_mastermind.game.rules import Rules
from xl_mastermind.presentation import messages
from xl_mastermind.presentation.game_result import GameResult
from xl_mastermind.sheets.board.feedback import NO_PEG, STAR
from xl_mastermind.sheets.board.formulas import NO_BREAK_SPACE
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.luck import HEADS
from xl_mastermind.sheets.board.message import codemaker_won, found_by_user
from xl_mastermind.sheets.board.panel import colour_names
from xl_mastermind.sheets.board.sections import board_layout, sheet_names
from xl_mastermind.solve.analysis import partition
from xl_mastermind.solve.evaluation import TurnRecord
from xl_mastermind.solve.rating import luck
from xl_mastermind.workbook_files.edition import Edition
from xl_mastermind.workbook_files.package import fill_cells

_Values: TypeAlias = dict[str, RangeValues]
"""Values of ranges by the names of their groups."""


def with_game(
    workbook: bytes,
    games: Sequence[Rules],
    edition: Edition,
    board: NewBoard,
    game: Sequence[TurnRecord],
) -> bytes:
    """
    Return a workbook with a game on one of its boards, on the active sheet.

    `games` are those of its boards, from the first sheet on.
    """
    place = games.index(board.rules)
    layout = board_layout(board, sheet_names(games)[place], edition)
    records = game[: layout.attempts]
    for row, record in enumerate(records):
        board = board.with_guess(row, record.turn.guess)
    inputs = board.to_values() | {"cached_game_number": [[board.number]]}
    return fill_cells(
        workbook,
        {layout.sheet: layout.values_by_address(_visible_values(layout, records))},
        {layout.sheet: layout.values_by_address(inputs)},
        outdated={layout.sheet: None},
        changes=active_sheet_changes(place),
    )


def _visible_values(layout: BoardLayout, records: Sequence[TurnRecord]) -> _Values:
    """Return the values of all visible groups with formulas."""
    values = _turns(layout, records) | _ending(layout, records)
    values |= _codes(layout, records)
    if layout.has_luck:
        values |= _luck(layout, records)
    return {
        name: pad_rows(
            values.get(name, []), group.cell_range.height, group.cell_range.width
        )
        for name, group in layout.groups.items()
        if group.has_formulas and group.cell_range.left < layout.first_hidden_column
    }


def _turns(layout: BoardLayout, records: Sequence[TurnRecord]) -> _Values:
    """Return the values beside the attempts, and the key of colours."""
    rules, turns = layout.rules, [record.turn for record in records]
    stars = [STAR * (turn.feedback == rules.win) for turn in turns]
    stars += [""] * (layout.attempts - len(turns))
    gap = NO_BREAK_SPACE * 2
    return {
        "numbers": [[f"{star}{gap}{row}"] for row, star in enumerate(stars, 1)],
        "guesses": [
            [int(symbol) if symbol.isdigit() else symbol for symbol in word]
            for word in (rules.format_code(turn.guess).upper() for turn in turns)
        ],
        "computed_feedback": [
            [black, "" if rules.black_only else white] for _, (black, white) in turns
        ],
        "feedback_symbols": [
            [messages.feedback_symbols(*feedback, sum(feedback)) or NO_PEG]
            for _, feedback in turns
        ],
        "colours": [[*pegs_as_cells(range(1, rules.colours + 1), rules)]],
        "colour_names": [[*colour_names(layout)]],
    }


def _ending(layout: BoardLayout, records: Sequence[TurnRecord]) -> _Values:
    """Return the messages, the code and the result for friends."""
    rules, number = layout.rules, int(str(layout.board.number))
    turns = tuple(record.turn for record in records)
    result = GameResult(rules, number, turns)
    title, *pegs = str(result).splitlines()
    secret = pegs_as_cells(rules.code_from_number(number), rules)
    code = " ".join(map(str, secret))
    again = messages.TYPE_A_NUMBER if layout.is_plain else messages.PRESS_NEW_GAME
    message = f"{codemaker_won(layout)}\n{messages.CODE_WAS.format(code=code)} {again}"
    if layout.has_few_codes:
        message = f"{messages.CODE_NOT_FOUND_WAS.format(code=code)}\n{again}"
    if result.is_won:
        message = f"{found_by_user(layout).format(guesses=len(turns))}\n{again}"
    return {
        "help_line": [
            [messages.LINES_BELOW if layout.is_plain else messages.COPY_LINES]
        ],
        "message": [[message]],
        "next_number": [[messages.NEXT_GAME.format(number=next_number(number))]],
        "code_status": [[CODE_SOLVED if result.is_won else CODE_REVEALED]],
        "hidden_code": [[*secret]],
        "result_head": [[messages.SHOW_FRIENDS]],
        "result_title": [[title]],
        "result_pegs": [[line] for line in pegs],
    }


def _codes(layout: BoardLayout, records: Sequence[TurnRecord]) -> _Values:
    """Return the candidates; formulas need Python for those of large games."""
    total = f"{layout.rules.code_count:,}"
    if layout.is_plain and not layout.has_code_list:
        return {"list_head": [[messages.CODE_COUNT.format(codes=total)]]}
    book, left = codebook(layout.rules), records[-1].candidate_count
    candidates = book.candidates(record.turn for record in records)
    values: _Values = {
        "codes_left": [[record.candidate_count] for record in records],
        "list_head": [[messages.CANDIDATE_COUNT.format(left=f"{left:,}", codes=total)]],
    }
    if layout.has_code_list and not layout.has_few_codes:
        marks: RangeValues = [[] if fits else ["x"] for fits in book.mask(candidates)]
        height = layout.ranges["seen_marks"].height
        values |= {"seen_marks": marks[:height], "other_marks": marks[height:]}
    elif layout.has_candidate_list:
        height = layout.ranges["candidate_list"].height
        codes = book.codes[candidates[:height]].tolist()
        values["candidate_list"] = [
            [*pegs] for pegs in codes_as_cells(codes, layout.rules)
        ]
        if left > height:
            more = messages.HIDDEN_CODE_COUNT.format(codes=f"{left - height:,}")
            values["more_candidates"] = [[more]]
    return values


def _luck(layout: BoardLayout, records: Sequence[TurnRecord]) -> _Values:
    """Return the average number of candidates after guesses, and their luck."""
    book, turns = codebook(layout.rules), [record.turn for record in records]
    averages, lucks = [], []
    for index, turn in enumerate(turns):
        parts = partition(layout.rules, turn.guess, turns[:index])
        averages.append(parts.expected_size)
        lucks.append(luck(book, turn, book.candidates(turns[:index])))
    words = (messages.UNLUCKY_ANSWER, messages.EXPECTED_ANSWER, messages.LUCKY_ANSWER)
    word_indices = [
        (share > messages.MAX_UNLUCKY_SHARE) + (share >= messages.MIN_LUCKY_SHARE)
        for share in lucks
    ]
    return {
        **{f"luck_head_{index}": [[head]] for index, head in enumerate(HEADS)},
        "expected": [[average] for average in averages],
        "luck_words": [[words[index]] for index in word_indices],
        "luck_caption": [[messages.LUCK_OF_THE_GAME]],
        "game_luck": [[sum(lucks) / len(lucks)]],
    }

"""
The values of the visible cells of a board on which the solver has played.

They equal those of the formulas; hidden cells need none, since the workbook requests
that applications recalculate it.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from typing import TypeAlias

from xl_mastermind.game.codes import codebook
from xl_mastermind.game.numbers import FIRST_DAY, LARGEST_NUMBER
from xl_mastermind.game.rules import Rules
from xl_mastermind.sheets.board.feedback import NO_PEG, STAR
from xl_mastermind.sheets.board.formulas import NO_BREAK_SPACE
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.luck import HEADS
from xl_mastermind.sheets.board.message import codemaker_won, found_by_user
from xl_mastermind.sheets.board.panel import colour_names
from xl_mastermind.sheets.board.sections import board_layout, sheet_names
from xl_mastermind.solve.evaluation import TurnRecord
from xl_mastermind.solve.rating import luck
from xl_mastermind.spreadsheet import messages
from xl_mastermind.spreadsheet.board import CODE_REVEALED, CODE_SOLVED, NewBoard
from xl_mastermind.spreadsheet.cells import (
    Cell,
    RangeValues,
    codes_as_cells,
    pad_rows,
    pegs_as_cells,
)
from xl_mastermind.spreadsheet.edition import Edition
from xl_mastermind.spreadsheet.games import title
from xl_mastermind.spreadsheet.package import fill_cells
from xl_mastermind.spreadsheet.workbook_file import active_sheet_changes

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
    layout = board_layout(board, sheet_names(games)[place], place, edition)
    records = game[: layout.attempts]
    for row, record in enumerate(records):
        board = board.with_guess(row, record.turn.guess)
    typed = board.to_values() | {"cached_game_number": [[board.number]]}
    return fill_cells(
        workbook,
        {layout.sheet: _values_by_address(layout, _visible_values(layout, records))},
        {layout.sheet: _values_by_address(layout, typed)},
        unknown={layout.sheet: None},
        changes=active_sheet_changes(place),
    )


def _values_by_address(layout: BoardLayout, values: _Values) -> dict[str, Cell]:
    """Return the values of groups by the addresses of their cells."""
    return {
        layout.ranges[name].cell(row, column).address: value
        for name, rows in values.items()
        for row, line in enumerate(rows)
        for column, value in enumerate(line)
    }


def _visible_values(layout: BoardLayout, records: Sequence[TurnRecord]) -> _Values:
    """Return the values of all visible groups with formulas."""
    parts = (part(layout, records) for part in (_turns, _ending, _codes, _luck))
    shown = dict(chain.from_iterable(part.items() for part in parts))
    return {
        name: pad_rows(
            shown.get(name, []), group.cell_range.height, group.cell_range.width
        )
        for name, group in layout.groups.items()
        if group.has_formulas and group.cell_range.left < layout.first_hidden_column
    }


def _turns(layout: BoardLayout, records: Sequence[TurnRecord]) -> _Values:
    """Return the values beside the attempts."""
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
    secret = pegs_as_cells(rules.code_from_number(number), rules)
    is_won, guesses = records[-1].turn.feedback == rules.win, len(records)
    again = messages.TYPE_A_NUMBER if layout.is_plain else messages.PRESS_NEW_GAME
    code = " ".join(map(str, secret))
    lost = f"{codemaker_won(layout)}\n{messages.CODE_WAS.format(code=code)} {again}"
    if layout.has_few_codes:
        lost = f"{messages.CODE_NOT_FOUND_WAS.format(code=code)}\n{again}"
    game = f"{title(rules)} #{number}"
    result = (messages.RESULT if is_won else messages.RESULT_LOST).format(
        game=game, guesses=guesses
    )
    feedbacks = [record.turn.feedback for record in records]
    pegs = [
        messages.feedback_symbols(*feedback, rules.pegs, "") for feedback in feedbacks
    ]
    won = f"{found_by_user(layout).format(guesses=guesses)}\n{again}"
    return {
        "help_line": [
            [messages.LINES_BELOW if layout.is_plain else messages.COPY_LINES]
        ],
        "message": [[won if is_won else lost]],
        "next_number": [[messages.NEXT_GAME.format(number=_after(number))]],
        "code_status": [[CODE_SOLVED if is_won else CODE_REVEALED]],
        "hidden_code": [[*secret]],
        "result_head": [[messages.SHOW_FRIENDS]],
        "result_title": [[result]],
        "result_pegs": [[line] for line in pegs],
    }


def _after(number: int) -> int:
    """Return the number for the next game: of a day, its month and day count."""
    month, day = number // 100 % 100, number % 100
    is_day = FIRST_DAY - 1 <= number < 10**8 and 0 < month < 13 and day < 32
    return (number % 10_000 if is_day else number % LARGEST_NUMBER) + 1


def _codes(layout: BoardLayout, records: Sequence[TurnRecord]) -> _Values:
    """Return the candidates; those of large games take Python, in formulas too."""
    total = f"{layout.rules.code_count:,}"
    if layout.is_plain and not layout.has_code_list:
        return {"list_head": [[messages.CODE_COUNT.format(codes=total)]]}
    book, left = codebook(layout.rules), records[-1].candidate_count
    candidates = book.candidates(record.turn for record in records)
    shown: _Values = {
        "codes_left": [[record.candidate_count] for record in records],
        "list_head": [[messages.CANDIDATE_COUNT.format(left=f"{left:,}", codes=total)]],
    }
    if layout.has_code_list and not layout.has_few_codes:
        marks = ["" if fits else "x" for fits in book.mask(candidates).tolist()]
        seen = layout.ranges["seen_marks"].height
        shown["seen_marks"] = [[mark] for mark in marks[:seen]]
        shown["other_marks"] = [[mark] for mark in marks[seen:]]
    elif layout.has_candidate_list:
        rows = layout.ranges["candidate_list"].height
        listed = codes_as_cells(book.codes[candidates[:rows]].tolist(), layout.rules)
        more = (
            messages.HIDDEN_CODE_COUNT.format(codes=f"{left - rows:,}")
            if left > rows
            else ""
        )
        shown["candidate_list"] = [[*code] for code in listed]
        shown["more_candidates"] = [[more]]
    return shown


def _luck(layout: BoardLayout, records: Sequence[TurnRecord]) -> _Values:
    """Return the average number of candidates after guesses, and their luck."""
    if not layout.has_luck:
        return {}
    book = codebook(layout.rules)
    candidates = book.candidates([])
    expected, lucks = [], []
    for turn, _, _ in records:
        answers = book.feedback_vector(book.index(turn.guess), candidates).tolist()
        sizes = Counter(answers).values()
        expected.append(sum(size**2 for size in sizes) / len(answers))
        lucks.append(luck(book, turn, candidates))
        candidates = book.candidates_after(turn, candidates)
    words = (messages.UNLUCKY_ANSWER, messages.EXPECTED_ANSWER, messages.LUCKY_ANSWER)
    return {
        **{f"luck_head_{index}": [[head]] for index, head in enumerate(HEADS)},
        "expected": [[average] for average in expected],
        "luck_words": [
            [
                words[
                    (luck > messages.MAX_UNLUCKY_SHARE)
                    + (luck >= messages.MIN_LUCKY_SHARE)
                ]
            ]
            for luck in lucks
        ],
        "legend": [[""]],
        "luck_caption": [[messages.LUCK_OF_THE_GAME]],
        "game_luck": [[sum(lucks) / len(lucks)]],
    }

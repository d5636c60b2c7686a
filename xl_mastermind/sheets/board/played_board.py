"""
A board on which the solver has played: the values of its visible cells.

They are those that the formulas compute; hidden cells need none, since the workbook
requests that programs recalculate it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from xl_mastermind.game.codes import codebook
from xl_mastermind.game.numbers import FIRST_DAY, LARGEST_NUMBER
from xl_mastermind.game.rules import Rules
from xl_mastermind.sheets.board.feedback import NO_PEG, STAR
from xl_mastermind.sheets.board.formulas import NO_BREAK_SPACE
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.luck import HEADS
from xl_mastermind.sheets.board.message import codemaker_won, found_by_user
from xl_mastermind.sheets.board.sections import board_layout, sheet_names
from xl_mastermind.solve.evaluation import TurnRecord
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
from xl_mastermind.spreadsheet.messages import (
    CANDIDATE_COUNT,
    CODE_COUNT,
    CODE_NOT_FOUND_WAS,
    CODE_WAS,
    COPY_LINES,
    EXPECTED_ANSWER,
    HIDDEN_CODE_COUNT,
    LINES_BELOW,
    LUCK_OF_THE_GAME,
    LUCKY_ANSWER,
    MAX_UNLUCKY_SHARE,
    MIN_LUCKY_SHARE,
    NEXT_GAME,
    PRESS_NEW_GAME,
    RESULT,
    RESULT_LOST,
    SHOW_FRIENDS,
    TYPE_A_NUMBER,
    UNLUCKY_ANSWER,
    feedback_symbols,
)
from xl_mastermind.spreadsheet.package import fill_cells
from xl_mastermind.spreadsheet.workbook_file import active_sheet_changes


def with_game(
    workbook: bytes,
    games: Sequence[Rules],
    edition: Edition,
    board: NewBoard,
    game: Sequence[TurnRecord],
) -> bytes:
    """
    Return a workbook with a game on one of its boards, which is seen first.

    `games` are those of its boards, from the first sheet on.
    """
    place = games.index(board.rules)
    plan = board_layout(board, sheet_names(games)[place], place, edition)
    steps = game[: plan.attempts]
    for row, step in enumerate(steps):
        board = board.with_guess(row, step.turn.guess)
    typed = board.to_values() | {"cached_game_number": [[board.number]]}
    return fill_cells(
        workbook,
        {plan.sheet: _cells(plan, _visible(plan, steps))},
        {plan.sheet: _cells(plan, typed)},
        unknown={plan.sheet: None},
        changes=active_sheet_changes(place),
    )


def _cells(b: BoardLayout, blocks: Mapping[str, RangeValues]) -> dict[str, Cell]:
    """Return the values of areas by the addresses of their cells."""
    return {
        b.ranges[name].cell(row, column).address: value
        for name, block in blocks.items()
        for row, line in enumerate(block)
        for column, value in enumerate(line)
    }


def _visible(b: BoardLayout, steps: Sequence[TurnRecord]) -> dict[str, RangeValues]:
    """Return the values of all areas with formulas that the board shows."""
    shown = _turns(b, steps) | _ending(b, steps) | _codes(b, steps) | _luck(b, steps)
    return {
        name: pad_rows(
            shown.get(name, []), cells.cell_range.height, cells.cell_range.width
        )
        for name, cells in b.groups.items()
        if cells.has_formulas and cells.cell_range.left < b.first_hidden_column
    }


def _turns(b: BoardLayout, steps: Sequence[TurnRecord]) -> dict[str, RangeValues]:
    """Return the values beside the attempts."""
    rules, turns = b.rules, [step.turn for step in steps]
    stars = [STAR * (turn.feedback == rules.win) for turn in turns]
    stars += [""] * (b.attempts - len(turns))
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
            [feedback_symbols(*feedback, sum(feedback)) or NO_PEG]
            for _, feedback in turns
        ],
        "colours": [[*pegs_as_cells(range(1, rules.colours + 1), rules)]],
    }


def _ending(b: BoardLayout, steps: Sequence[TurnRecord]) -> dict[str, RangeValues]:
    """Return the messages, the code and the result for friends."""
    rules, number = b.rules, int(str(b.board.number))
    secret = pegs_as_cells(rules.code_from_number(number), rules)
    is_won, guesses = steps[-1].turn.feedback == rules.win, len(steps)
    again = TYPE_A_NUMBER if b.is_plain else PRESS_NEW_GAME
    code = " ".join(map(str, secret))
    lost = f"{codemaker_won(b)}\n{CODE_WAS.format(code=code)} {again}"
    if b.has_few_codes:
        lost = f"{CODE_NOT_FOUND_WAS.format(code=code)}\n{again}"
    game = f"{title(rules)} #{number}"
    result = (RESULT if is_won else RESULT_LOST).format(game=game, guesses=guesses)
    pegs = [feedback_symbols(*step.turn.feedback, rules.pegs, "") for step in steps]
    return {
        "help_line": [[LINES_BELOW if b.is_plain else COPY_LINES]],
        "message": [
            [f"{found_by_user(b).format(guesses=guesses)}\n{again}" if is_won else lost]
        ],
        "next_number": [[NEXT_GAME.format(number=_after(number))]],
        "code_status": [[CODE_SOLVED if is_won else CODE_REVEALED]],
        "hidden_code": [[*secret]],
        "result_head": [[SHOW_FRIENDS]],
        "result_title": [[result]],
        "result_pegs": [[line] for line in pegs],
    }


def _after(number: int) -> int:
    """Return the number for the next game: of a day, its month and day count."""
    month, day = number // 100 % 100, number % 100
    is_day = FIRST_DAY - 1 <= number < 10**8 and 0 < month < 13 and day < 32
    return (number % 10_000 if is_day else number % LARGEST_NUMBER) + 1


def _codes(b: BoardLayout, steps: Sequence[TurnRecord]) -> dict[str, RangeValues]:
    """Return the codes left; those of large games take Python, in formulas too."""
    total = f"{b.rules.code_count:,}"
    if b.is_plain and not b.has_code_list:
        return {"list_head": [[CODE_COUNT.format(codes=total)]]}
    book, left = codebook(b.rules), steps[-1].candidate_count
    candidates = book.candidates(step.turn for step in steps)
    shown: dict[str, RangeValues] = {
        "codes_left": [[step.candidate_count] for step in steps],
        "list_head": [[CANDIDATE_COUNT.format(left=f"{left:,}", codes=total)]],
    }
    if b.has_code_list and not b.has_few_codes:
        marks = ["" if fits else "x" for fits in book.mask(candidates).tolist()]
        seen = b.ranges["seen_marks"].height
        shown["seen_marks"] = [[mark] for mark in marks[:seen]]
        shown["other_marks"] = [[mark] for mark in marks[seen:]]
    elif b.has_candidate_list:
        rows = b.ranges["candidate_list"].height
        listed = codes_as_cells(book.codes[candidates[:rows]].tolist(), b.rules)
        more = HIDDEN_CODE_COUNT.format(codes=f"{left - rows:,}") if left > rows else ""
        shown["candidate_list"] = [[*code] for code in listed]
        shown["more_candidates"] = [[more]]
    return shown


def _luck(b: BoardLayout, steps: Sequence[TurnRecord]) -> dict[str, RangeValues]:
    """Return the codes that guesses left on average, and the luck of their answers."""
    if not b.has_luck:
        return {}
    book = codebook(b.rules)
    candidates = book.candidates([])
    expected, lucks = [], []
    for turn, left, _ in steps:
        answers = book.feedback_vector(book.index(turn.guess), candidates).tolist()
        sizes, codes = Counter(answers), len(answers)
        candidates = book.candidates_after(turn, candidates)
        expected.append(sum(size**2 for size in sizes.values()) / codes)
        del sizes[book.feedback_number(b.rules.win)]
        worse = sum(
            size * ((size > left) + (size == left) / 2) for size in sizes.values()
        )
        if turn.feedback == b.rules.win:
            worse = sizes.total() + 1 / 2
        lucks.append(worse / codes)
    words = [
        LUCKY_ANSWER
        if luck >= MIN_LUCKY_SHARE
        else UNLUCKY_ANSWER
        if luck <= MAX_UNLUCKY_SHARE
        else EXPECTED_ANSWER
        for luck in lucks
    ]
    return {
        **{f"luck_head_{index}": [[head]] for index, head in enumerate(HEADS)},
        "expected": [[average] for average in expected],
        "luck_words": [[word] for word in words],
        "legend": [[""]],
        "luck_caption": [[LUCK_OF_THE_GAME]],
        "game_luck": [[sum(lucks) / len(lucks)]],
    }

"""The sentences of puzzles; formulas and Python fill in the braces."""

from typing import Final

from xl_mastermind.game.numbers import MAX_NUMBER

PUZZLE: Final = "{game}, {level} puzzle #{number}"
NO_PUZZLE: Final = (
    f"Please type a puzzle's number from 1 to {MAX_NUMBER:,}, or a date such as"
    " 2026-12-31."
)
NO_PUZZLE_GAME: Final = "Please choose a game."
NO_LEVEL: Final = "Please choose a level: {levels}."
NEXT_PUZZLE: Final = "Next puzzle: {number}"
FIND_CODE: Final = "Which code fits all clues? Type {guess}, or ? for a hint."
NO_HINT: Final = "No simple hint: type a code to see a clue that it contradicts."
NEXT_HINT: Final = " For the next hint, type {question_marks}."
CODE_WANTED: Final = "Please type {guess}."
IMPOSSIBLE_CODE: Final = "{code} cannot be the code: clue {clue} would have {marks}."
OLD_CODE: Final = "{code} is the code of another puzzle. Type the new code: {guess}."
PUZZLE_SOLVED: Final = "Right: {code} is the code."

"""Formulas of what people read on a board: help, message, story and result."""

from typing import Final

from xl_mastermind.draw.board_formulas import (
    NO_BREAK_SPACE,
    capitals,
    counted,
    first_that_holds,
    joined,
    said,
)
from xl_mastermind.draw.code_formulas import CodeFormulas
from xl_mastermind.game.rules import UNKNOWN, Rules
from xl_mastermind.sheet.area import Area
from xl_mastermind.sheet.board import CHEATS, COMPUTER, SHOWN, THEIRS
from xl_mastermind.sheet.games import title
from xl_mastermind.sheet.words import (
    CANNOT_BE,
    CODE_IS,
    CODE_WAS,
    COULD_BE,
    FIRST_GUESS,
    FOUND,
    FOUND_BY,
    FOUND_WITH,
    LOST,
    MARKS_WANTED,
    MOST_NEED,
    NO_CHEATS,
    NO_CODE,
    NO_NUMBER,
    ON_THE_PAGE,
    PLAY_AND_MARK,
    PLAY_AND_MARK_BLACK,
    PRESS_NEW_GAME,
    RESULT,
    RESULT_LOST,
    STILL_FREE,
    TYPE_A_NUMBER,
    example,
    how_to_type,
    number_in_words,
    plural,
)

ARROW: Final = "►"
"""Points at the next attempt."""

STAR: Final = "★"
"""Stands before the attempt that found the code."""

NO_PEG: Final = "none"
"""An answer without a peg."""

_USUAL: Final = {
    "4x6": "4 or 5",
    "3x4": "3 or 4",
    "4x5": "4 or 5",
    "4x10 distinct": "5 or 6",
    "4x10": "5 or 6",
    "5x8": "5 or 6",
    "4x6 black": "6 to 8",
}
"""
How many guesses Knuth's strategy needs for at least four codes of five.

The fewest numbers in a row are given; `evaluate --game 4x6` prints how many codes each
takes. In the game of 456,976 codes nobody has played them all.
"""


def usual(rules: Rules) -> str:
    """Return how many guesses most codes need, where that is known."""
    lengths = _USUAL.get(str(rules))
    return MOST_NEED.format(lengths=lengths) if lengths else ""


def _drawn(peg: str, mark: str) -> str:
    """Return a formula: as many pegs as a mark counts, or one with a question mark."""
    unsure = peg.replace(peg[0], peg[0] + UNKNOWN)
    return f'IF({mark}="{UNKNOWN}","{unsure}",REPT("{peg}",N({mark})))'


class SentenceFormulas(CodeFormulas):
    """What people read."""

    # Beside the attempts

    def _if_theirs(self, text: str) -> str:
        """Return a text that is seen where somebody else hides the code."""
        return f'IF({self.layout.code_status.fixed}="{THEIRS}","{text}","")'

    def number(self, row: int) -> str:
        """Return the number of an attempt, with an arrow or a star before it."""
        gap = NO_BREAK_SPACE * 2  # files lose blanks where a line may be broken
        is_won = f"{self.layout.won.fixed}={row + 1}"
        return (
            f'IF({self.layout.next_attempt.fixed}={row + 1},"{ARROW}",'
            f'IF({is_won},"{STAR}",""))&"{gap}{row + 1}"'
        )

    def little_pegs(self, row: int) -> str:
        """Return an answer as it is drawn."""
        black, white = self._marks(row)
        drawn = f"TRIM({_drawn('● ', black)}&{_drawn('○ ', white)})"
        shown = f'IF({drawn}="","{NO_PEG}",{drawn})'
        return f'IF({self._cell("is_turn", row)},{shown},"")'

    def story(self, row: int) -> str:
        """Return the sentence about an attempt."""
        told = self.said(self.layout.said_story.row(row))
        return f'IF({self._cell("is_turn", row)},{told},"")'

    def story_number(self, row: int) -> str:
        """Return the number of an attempt that has a sentence."""
        # The text of an add-in's array equals nothing in Calc; a joined one does.
        return f'IF({self._cell("story", row)}&""="","",{row + 1})'

    def _cost(self, said: Area) -> str:
        """Return what a guess cost, or its head, once the game is over."""
        over = f"OR({self.layout.won.fixed},{self.layout.lost.fixed})"
        return f'IF({over},{self.said(said)},"")'

    # Help and message

    @property
    def help_line(self) -> str:
        """Return what a person is to do or to know, where that is not plain."""
        layout, rules = self.layout, self.layout.rules
        mark = PLAY_AND_MARK_BLACK if rules.black_only else PLAY_AND_MARK
        asked = f'IF({self.is_yours},"{mark}","{how_to_type(rules)}")'
        asked = f'IF(SUMPRODUCT(--({layout.words.fixed}<>""))>0,"",{asked})'
        known = f"IF({layout.unlike.fixed}>0,{self.cannot_be},{asked})"
        return f'IF({layout.next_attempt.fixed}=0,"",{known})'

    @property
    def cannot_be(self) -> str:
        """Return which earlier answer the last guess contradicts, in a sentence."""
        layout, unlike = self.layout, self.layout.unlike.fixed
        marks = self._answer_in_words(layout.last_marks, unlike)
        last = layout.last_guess.fixed
        return said(CANNOT_BE, attempt=last, earlier=unlike, marks=marks)

    @property
    def message(self) -> str:
        """Return the board's one line."""
        layout, rules = self.layout, self.layout.rules
        said_now = self.said(layout.said_message)
        computer = f'{layout.maker.fixed}="{COMPUTER}"'
        cheats = f'{layout.maker.fixed}="{CHEATS}"'
        turns = f"SUMPRODUCT(--{layout.is_turn.fixed})"
        unanswered = f"SUMPRODUCT(--{layout.playable.fixed})>{turns}"
        pegs = (layout.hidden_code.column(peg) for peg in range(rules.pegs))
        code = joined(pegs, " ")
        again = f'"{TYPE_A_NUMBER if self._is_plain else PRESS_NEW_GAME}"'
        # The code begins a line, so that no line ends within it.
        ending = (
            f'IF({computer},{said(CODE_WAS, code=code)}&" ",'
            f'IF({cheats},{said(COULD_BE, code=code)}&" ",""))'
        )
        contradicted = layout.contradicted.fixed
        waits = f"INDEX({layout.playable.fixed},{layout.next_attempt.fixed})"
        attempts = f"{number_in_words(layout.attempts).capitalize()} attempts"
        lost = LOST.format(attempts=attempts)
        cases = (
            (f'{said_now}<>""', layout.said_message.full),
            (f"AND({computer},{layout.draw.column(0).full}=0)", f'"{NO_NUMBER}"'),
            (f'{layout.first_fault.fixed}<>""', layout.first_fault.fixed),
            (
                self.first_guess_is_wrong,
                f'"{FIRST_GUESS.format(example=example(rules))}"',
            ),
            (f"AND({cheats},{unanswered})", f'"{NO_CHEATS}"'),
            (f"{contradicted}>0", said(NO_CODE, attempt=contradicted)),
            (layout.won.fixed, f"{self.found}&CHAR(10)&{again}"),
            (layout.lost.fixed, f'"{lost}"&CHAR(10)&{ending}&{again}'),
            (
                f'AND({layout.code_status.fixed}="{SHOWN}",{computer})',
                f"{said(CODE_IS, code=code)}&CHAR(10)&{again}",
            ),
            (
                f"IF(AND({self.is_yours},{layout.next_attempt.fixed}>0),{waits},FALSE)",
                said(MARKS_WANTED, attempt=layout.next_attempt.fixed),
            ),
            (f"{layout.last_turn.fixed}=0", f'"{self._beginning}"'),
        )
        return first_that_holds(cases, self.standing)

    @property
    def first_guess_is_wrong(self) -> str:
        """Return whether what is typed for the solver's first guess is no code."""
        typed = self.layout.first_guess.fixed
        word = capitals(f'SUBSTITUTE({typed}," ","")')
        return f'IFERROR(AND({word}<>"",NOT({self._is_code(word)})),TRUE)'

    @property
    def _beginning(self) -> str:
        """Say how a game stands before the first guess."""
        count = self.layout.rules.code_count
        verb = "is" if count == 1 else "are"
        return f"{plural(count, 'code')} {verb} possible. Your guess."

    @property
    def found(self) -> str:
        """Return that the code is found, and by whom, in a sentence."""
        players = self.layout.played_by.full
        helped = f'SUMPRODUCT({self._turns_to_win}*({players}<>""))'
        guesses, solver = self.solved_in, f"INDEX({players},{self.layout.won.fixed})"
        by = said(f"{FOUND_BY}.", solver=solver, guesses=guesses)
        hints = counted(helped, "hint")
        aided = said(f"{FOUND_WITH}.", guesses=guesses, hints=hints)
        alone = said(f"{FOUND}{usual(self.layout.rules)}.", guesses=guesses)
        return f"IF({helped}=0,{alone},IF({helped}={guesses},{by},{aided}))"

    @property
    def _turns_to_win(self) -> str:
        """Return for each attempt whether it is answered, and not after the end."""
        turns = self.layout.is_turn
        first = turns.row(0).fixed
        return (
            f"{turns.fixed}*(ROW({turns.fixed})-ROW({first})<{self.layout.won.fixed})"
        )

    @property
    def solved_in(self) -> str:
        """Return how many attempts are answered up to the one that is all black."""
        return f"SUMPRODUCT({self._turns_to_win})"

    @property
    def standing(self) -> str:
        """Return how the game stands after the last answer, in a sentence."""
        last = self.layout.last_turn.fixed
        words = self._answer_in_words(self.layout.answered_marks, last)
        left = f"INDEX({self.layout.codes_left.fixed},{last})"
        counted_left = f'": "&{counted(left, "code")}&" left."'
        attempt = self.layout.next_attempt.fixed
        free = f'IF({attempt}<{last},{said(STILL_FREE, attempt=attempt)},"")'
        return f'{words}&IF(ISNUMBER({left}),{counted_left},".")&{free}'

    # The result, and the web page

    @property
    def result(self) -> str:
        """Return which game was played, and in how many guesses, or nothing."""
        layout = self.layout
        number = (
            f'IF({layout.maker.fixed}="{COMPUTER}"," #"&{layout.game_number.fixed},"")'
        )
        game = f'"{title(layout.rules)}"&{number}'
        in_so_many = said(RESULT, game=game, guesses=self.solved_in)
        in_vain = said(RESULT_LOST, game=game, guesses=str(layout.attempts))
        over = f'IF({layout.lost.fixed},{in_vain},"")'
        return f"IF({layout.won.fixed},{in_so_many},{over})"

    def result_row(self, row: int) -> str:
        """Return the pegs of an answer, once the game is over, or nothing."""
        black, white = self._marks(row)
        is_sure = f'AND({black}<>"{UNKNOWN}",{white}<>"{UNKNOWN}")'
        others = f"IF({is_sure},{self.layout.rules.pegs}-{black}-N({white}),0)"
        drawn = f'{_drawn("●", black)}&{_drawn("○", white)}&REPT("·",{others})'
        won = self.layout.won.fixed
        is_over = f"OR({won},{self.layout.lost.fixed})"
        counts = f"AND({self._cell('is_turn', row)},OR({won}=0,{row}<{won}))"
        return f'IF({is_over},IF({counts},{drawn},""),"")'

    @property
    def page_message(self) -> str:
        """Return what the board says of its web page."""
        message = self.layout.message.address
        begins = f'LEFT({message},{len(ON_THE_PAGE)})="{ON_THE_PAGE}"'
        return f'IF({begins},{message},"")'

"""
What a board works out by itself: every formula of its cells, by area.

All but a few are of standard functions that Excel has had since 2007. Where one of ours
answers, a plain formula or a blank stands in for it, so that a board plays without
Python.
"""

from collections.abc import Callable
from functools import cached_property, partial

from xl_mastermind.draw.sentence_formulas import SentenceFormulas
from xl_mastermind.sheet.words import SHOW_FRIENDS


def _for_all(formula: str) -> Callable[[int, int], str]:
    return lambda _row, _column: formula


def _for_each_row(formula: Callable[[int], str]) -> Callable[[int, int], str]:
    return lambda row, _column: formula(row)


def _for_each_column(formula: Callable[[int], str]) -> Callable[[int, int], str]:
    return lambda _row, column: formula(column)


class BoardFormulas(SentenceFormulas):
    """The formulas of a board; rows are those of its attempts, counted from 0."""

    @cached_property
    def cells(self) -> dict[str, Callable[[int, int], str]]:
        """The formula of each cell of an area, by the row and column in it."""
        layout = self.layout
        single = {
            # The settings as they count.
            "maker": self.maker,
            "marks_wanted": self.says_yes(layout.show_marks),
            "next_wanted": self.says_yes(layout.show_next_guess),
            "is_noted": self.is_noted,
            "is_revealed": self.is_revealed,
            # How the game stands.
            "turns_key": self.turns_key,
            "won": self.won,
            "lost": self.lost,
            "last_turn": self.last_turn,
            "contradicted": self.contradicted,
            "last_guess": self.last_guess,
            "unlike": self.unlike,
            "code_status": self.code_status,
            # What people read.
            "list_head": self.list_head,
            "more_candidates": self.more_candidates,
            "help_line": self.help_line,
            "message": self.message,
            "marks_caption": self._if_theirs("Marks"),
            "next_label": f'IF({layout.next_guess.column(0).address}="","","Next")',
            "next_source": self.next_source,
            "cost_head": self._cost(layout.said_costs.row(0)) if self._has_list else "",
            "story_head": f'IF(SUM({layout.story_numbers.fixed})>0,"The story","")',
            "result_head": f'IF({layout.result.row(0).address}="","","{SHOW_FRIENDS}")',
            "page_message": self.page_message,
        }
        by_row: dict[str, Callable[[int], str]] = {
            "words": self.word,
            "playable": self.playable,
            "codes": self.code,
            "is_turn": self.is_turn,
            "answered_codes": self.answered_code,
            "faults": self.fault,
            "numbers": self.number,
            "little_pegs": self.little_pegs,
            "codes_left": self.codes_left,
            "costs": lambda row: self._cost(layout.said_costs.row(row + 1)),
            "story": self.story,
            "story_numbers": self.story_number,
            "result": lambda row: self.result_row(row - 1) if row else self.result,
        }
        if self.tree:
            by_row["tree_nodes"] = partial(self.tree_node, self.tree)
        by_peg: dict[str, Callable[[int], str]] = {
            "last_pegs": self.last_peg,
            "next_guess": self.next_peg,
            "draw": self.draw.__getitem__,
            "symbols_left": self.symbols_left,
            "secret": self.secret_peg,
            "marks_heads": lambda index: self._if_theirs("●○"[index]),
        }
        return {
            "repeats": self.repeats,
            "guesses": self.tile,
            "marks": self.mark,
            "answered_marks": self.answered_mark,
            "last_marks": self.last_mark,
            **{name: _for_all(formula) for name, formula in single.items()},
            **{name: _for_each_row(formula) for name, formula in by_row.items()},
            **{name: _for_each_column(formula) for name, formula in by_peg.items()},
        }

    @cached_property
    def arrays(self) -> dict[str, str]:
        """The one formula of each area that has one for all of its cells."""
        arrays = {
            "first_fault": self.first_fault,
            "next_attempt": self.next_attempt,
            "next_cell": self.next_cell,
            "suggested": self.suggested,
            "hidden_code": self.hidden_code,
        }
        if self._has_list:
            arrays["first_left"] = self.first_left
        if "candidate_list" in self.layout.areas:
            arrays["candidate_list"] = self.candidate_list
        return arrays

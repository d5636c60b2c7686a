"""
Hidden columns of the sheet Puzzles: puzzles from their numbers, the check of a code.

They contain all data, because copies of the sheet must work too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from xl_mastermind.cells.values import Cell
from xl_mastermind.game.numbers import MAX_NUMBER
from xl_mastermind.game.rules import Rules
from xl_mastermind.plugins.puzzles import PUZZLES_SHEET
from xl_mastermind.plugins.puzzles.explanation import POSITIONS
from xl_mastermind.plugins.puzzles.messages import NEXT_HINT, NO_HINT
from xl_mastermind.plugins.puzzles.puzzle import (
    LEVELS,
    MAX_CLUES,
    PUZZLES_PER_PAGE,
    choice_counts,
    stored_puzzles,
)
from xl_mastermind.presentation.games import game_name
from xl_mastermind.presentation.messages import guess_in_words, number_in_words
from xl_mastermind.sheets import formats
from xl_mastermind.sheets.board import formulas as board_formulas
from xl_mastermind.sheets.board.formulas import DIGITS
from xl_mastermind.sheets.cell_group import CellGroup, CellGroups, Formula
from xl_mastermind.sheets.number_steps import STEP_COUNT, number_steps
from xl_mastermind.sheets.sheet_layout import SheetLayout

GAMES: Final = [Rules.parse(game) for game in MAX_CLUES]
PEG_COUNT: Final = max(rules.pegs for rules in GAMES)
CLUE_COUNT: Final = max(MAX_CLUES.values())
"""Maxima of all games."""

COLUMN_WIDTHS: Final = (24, 100, *[46] * PEG_COUNT, 26, 26, 108, 30, 80, 150, 190)

_PUZZLE_OFFSETS: Final = (
    *((0, 0, number) for number in range(PUZZLES_PER_PAGE)),
    # The puzzles that a player has likely solved before this one.
    (0, 0, -1),
    *((0, level, 0) for level in range(1, len(LEVELS))),
    *((game, 0, 0) for game in range(1, len(GAMES))),
)
"""The rows of puzzles: offsets from the chosen game, level and number."""


@dataclass(frozen=True)
class PuzzlesLayout(SheetLayout):
    """All cells of the sheet."""

    sheet: str = PUZZLES_SHEET
    first_hidden_column: int = len(COLUMN_WIDTHS)

    def hidden_groups(
        self, columns: Mapping[str, str | Sequence[str]], height: int = 1
    ) -> CellGroups:
        """Return groups of hidden columns: by name the formula of one, or of each."""
        groups: CellGroups = {}
        for name, formula in columns.items():
            formulas = [formula] if isinstance(formula, str) else formula
            # LibreOffice stores a boolean with a number format as a number.
            is_boolean = name.startswith("is_")
            groups[name] = CellGroup(
                self.hidden_range(height, len(formulas)),
                column_formulas=formulas,
                cell_format=None if is_boolean else formats.HIDDEN_VALUE,
            )
        return groups


# Parts of formulas


def game_property(name: str) -> str:
    """Return a formula for a column of the table of games, in the chosen game."""
    return f"INDEX([games.{name}],MAX(1,[game_index]))"


def if_clue(formula: str) -> Formula:
    """Return a formula that is blank in rows without a clue."""
    return f'IF([@$clue_words]="","",{formula})'


def _cells(group: str, count: int) -> list[str]:
    return [f"[@${group}.{column}]" for column in range(1, count + 1)]


def _numbers(count: int, separator: str = ",") -> Formula:
    return board_formulas.array_constant(range(1, count + 1), separator)


def _trimmed(cell: str) -> Formula:
    """Return the text in an input cell, blank for an error."""
    return f'IFERROR(TRIM({cell}),"")'


_TOTAL: Final = "([@$marks.black]+[@$marks.white])"
"""The pegs that the row's clue and the code have in common."""


# Sections


def tables(layout: PuzzlesLayout) -> CellGroups:
    """Return the games, and the stored puzzles of each game and level as a text."""
    columns = [_game_columns(rules) for rules in GAMES]
    width = len(columns[0])
    return {
        "games": CellGroup(
            layout.hidden_range(len(GAMES), width),
            values=[[*cells.values()] for cells in columns],
            column_names=[*columns[0]],
        ),
        "stored": CellGroup(
            layout.hidden_range(len(GAMES), len(LEVELS)),
            values=[[_stored_text(rules, name) for name in LEVELS] for rules in GAMES],
        ),
        "puzzle_offsets": CellGroup(
            layout.hidden_range(len(_PUZZLE_OFFSETS), 3),
            values=_PUZZLE_OFFSETS,
            column_names=("game", "level", "number"),
        ),
    }


def _game_columns(rules: Rules) -> dict[str, Cell]:
    counts = choice_counts(rules, LEVELS[0])
    left_size, right_size = counts.halves
    return {
        "name": game_name(rules),
        "text": str(rules),
        "symbols": rules.symbols,
        "pegs": rules.pegs,
        "max_count": 1 if rules.distinct else rules.pegs,
        "first_names": counts.first_names,
        "peg_orders": counts.peg_orders,
        "left_size": left_size,
        "right_size": right_size,
        "block_size": left_size * right_size,
        "guess_in_words": guess_in_words(rules),
    }


def _stored_text(rules: Rules, level: str) -> str:
    """Return the stored puzzles with the same number of characters each."""
    length = rules.pegs * (CLUE_COUNT + 1)
    lines = stored_puzzles()[str(rules), level]
    # Hyphens pad the texts, because files lose blanks at the end of a value.
    return "".join(line.replace(" ", "").ljust(length, "-") for line in lines)


def chosen_puzzle(layout: PuzzlesLayout) -> CellGroups:
    """Return the values of the settings; the number is 0 for an invalid setting."""
    game_test = "([games.name]=[game_word])+([games.text]=[game_word])>0"
    level_test = f"{board_formulas.array_constant(LEVELS)}=[level_word]"
    number = f"N([number_steps.{board_formulas.TYPED_STEPS}])"
    number_test = f"AND([game_index]>0,[level_index]>0,{number}<={MAX_NUMBER})"
    steps = _cells("number_steps", board_formulas.TYPED_STEPS)
    columns = {
        "number_steps": board_formulas.typed_number_steps("[typed_number]", steps),
        "game_word": _trimmed("[typed_game]"),
        "level_word": _trimmed("[typed_level]"),
        "game_index": f"SUMPRODUCT(({game_test})*{_numbers(len(GAMES), ';')})",
        "level_index": f"SUMPRODUCT(({level_test})*{_numbers(len(LEVELS))})",
        "level_name": (
            f"INDEX({board_formulas.array_constant(LEVELS)},MAX(1,[level_index]))"
        ),
        "number": f"IF({number_test},{number},0)",
        "symbols": game_property("symbols"),
        "pegs": game_property("pegs"),
    }
    return layout.hidden_groups(columns)


def puzzles(layout: PuzzlesLayout) -> CellGroups:
    """Return a row for each puzzle: the steps from its number to its code and clues."""
    game = {
        name: f"INDEX([games.{name}],[@$puzzle_games])"
        for name in _game_columns(GAMES[0])
    }
    pegs, symbols = "[@$puzzle_pegs]", "[@$puzzle_symbols]"
    left, right = (f"[@$feistel_steps.{STEP_COUNT - back}]" for back in (1, 0))
    first_names, peg_orders = game["first_names"], game["peg_orders"]
    # As in `puzzle_from_number`:
    row = f"INT({left}/({peg_orders}*{first_names}))"
    peg_order = f"MOD(INT({left}/{first_names}),{peg_orders})"
    name_order = f"{right}*{first_names}+MOD({left},{first_names})"
    stored = "INDEX([stored],[@$puzzle_games],[@$puzzle_levels])"
    length = f"{pegs}*{CLUE_COUNT + 1}"
    line = f"MID({stored},{row}*{length}+1,{length})"
    peg_numbers = f'MID("{DIGITS[1 : PEG_COUNT + 1]}",1,{pegs})'
    colour_count = f"LEN({symbols})"
    code, *guesses = _cells("puzzle_codes", CLUE_COUNT + 1)
    blacks = _cells("puzzle_blacks", CLUE_COUNT)
    totals = _cells("puzzle_totals", CLUE_COUNT)
    columns = {
        "puzzle_games": _offset_choice("game", len(GAMES)),
        "puzzle_levels": _offset_choice("level", len(LEVELS)),
        "numbers": f"IF([number]=0,0,{_offset_number()})",
        "puzzle_pegs": game["pegs"],
        "puzzle_symbols": game["symbols"],
        "feistel_steps": number_steps(
            "[@$numbers]",
            _cells("feistel_steps", STEP_COUNT),
            *(game[name] for name in ("left_size", "right_size", "block_size")),
        ),
        "line": f'IF([@$numbers]=0,REPT("-",99),{line})',
        **_order_steps("peg", peg_order, peg_numbers, pegs, PEG_COUNT),
        **_order_steps("name", name_order, symbols, colour_count, len(DIGITS)),
        "puzzle_codes": [_code(word) for word in range(CLUE_COUNT + 1)],
        "puzzle_blacks": [
            board_formulas.black_count(code, guess, PEG_COUNT) for guess in guesses
        ],
        "puzzle_totals": [
            board_formulas.common_count(code, guess, DIGITS) for guess in guesses
        ],
        "puzzle_answers": [*map(_answer, guesses, blacks, totals)],
    }
    groups = layout.hidden_groups(columns, len(_PUZZLE_OFFSETS))
    codes = groups["puzzle_codes"].cell_range.column(0)
    old_codes = replace(codes, top=codes.top + PUZZLES_PER_PAGE)
    return groups | {"old_codes": CellGroup(old_codes)}


def _offset_choice(name: str, count: int) -> Formula:
    """Return the index of the chosen game or level, from 1, with an offset."""
    return f"MOD([{name}_index]+[@$puzzle_offsets.{name}]-1,{count})+1"


def _offset_number() -> Formula:
    """Return the chosen number, the one before it, or one of the next numbers."""
    offset = "[@$puzzle_offsets.number]"
    following = (
        f"IF({board_formulas.day_test('[number]')},MOD([number],10000)+{offset},"
    )
    following += f"{board_formulas.next_number(f'([number]+{offset}-1)')})"
    before = f"MOD([number]+{offset}-1,{MAX_NUMBER})+1"
    return f"IF({offset}>0,{following},{before})"


def _order_steps(
    name: str, number: str, items: str, count: str, max_count: int
) -> dict[str, str | list[str]]:
    """Return a permutation's steps: remaining number and items, next item; the text."""
    numbers, remaining, ordered = [number], [items], []
    for column in range(1, max_count + 1):
        number = f"[@${name}_order_numbers.{column}]"
        rest = f"[@${name}_order_rest.{column}]"
        item = f"[@${name}_order_items.{column}]"
        size = f"MAX(1,{count}-{column - 1})"
        ordered.append(f"MID({rest},MOD({number},{size})+1,1)")
        numbers.append(f"INT({number}/{size})")
        remaining.append(f'IF({column}<{count},SUBSTITUTE({rest},{item},""),"")')
    return {
        f"{name}_order_numbers": numbers[:-1],
        f"{name}_order_rest": remaining[:-1],
        f"{name}_order_items": ordered,
        f"{name}_order": "&".join(_cells(f"{name}_order_items", max_count)),
    }


def _code(word: int) -> Formula:
    """Return a code of the row's stored line, blank after its last clue."""
    symbols = []
    for peg in range(1, PEG_COUNT + 1):
        position = f"[@$puzzle_pegs]*{word}+VALUE(MID([@$peg_order],{peg},1))"
        colour = f"FIND(MID([@$line],{position},1),[@$puzzle_symbols])"
        symbols.append(f'IFERROR(MID([@$name_order],{colour},1),"")')
    return "&".join(symbols)


def _answer(guess: str, black: str, total: str) -> Formula:
    pegs = f'TRIM(REPT("● ",{black})&REPT("○ ",{total}-{black}))'
    return f'IF({guess}="","",IF({total}=0,"none",{pegs}))'


def typed_code(layout: PuzzlesLayout) -> CellGroups:
    """Return the word in the input cell, and the first clue that it contradicts."""
    symbols = f"MID([symbols],{_numbers(len(DIGITS))},1)"
    counts = f"({board_formulas.symbol_count('[word]', symbols)})"
    valid_count = f"SUMPRODUCT({counts}*({counts}<={game_property('max_count')}))"
    columns = {
        "word": board_formulas.guess_word("[code_input]", DIGITS, 'REPT("0",[pegs])'),
        "typed_text": _trimmed("[code_input]"),
        "hint_number": 'IF(SUBSTITUTE([typed_text],"?","")="",LEN([typed_text]),0)',
        "is_hint_request": "[hint_number]>0",
        "is_code": f"AND(LEN([word])=[pegs],{valid_count}=[pegs],[number]>0)",
        "first_conflict": "IFERROR(MATCH(1,[differences],0),0)",
        "is_old_code": "AND([is_code],[first_conflict]>0,"
        "ISNUMBER(MATCH([word],[old_codes],0)))",
        # 0 means the solution, -1 that no code was typed for this puzzle.
        "conflict": "IF(AND([is_code],NOT([is_old_code])),[first_conflict],-1)",
    }
    return layout.hidden_groups(columns)


def clue_steps(layout: PuzzlesLayout) -> CellGroups:
    """Return a row for each clue: its guess, the typed code's marks, conclusions."""
    black, white = ("[@$marks.black]", "[@$marks.white]")
    typed_black, typed_white = _cells("typed_marks", 2)
    typed_total = board_formulas.common_count("[word]", "[@$clue_words]", DIGITS)
    same_test = f"AND({black}={typed_black},{white}={typed_white})"
    not_here = "&".join(
        f'IF([@$clues.{peg}]="","",", the {position} is not "&[@$clues.{peg}])'
        for peg, position in enumerate(POSITIONS, 1)
    )
    total = f'IF({_TOTAL}=0,"no",{_TOTAL})&IF({_TOTAL}=1," peg"," pegs")'
    columns = {
        "clue_words": "INDEX([first puzzle_codes],[#]+1)",
        "clue_digits": [
            board_formulas.symbol_count("[@$clue_words]", f'"{digit}"')
            for digit in DIGITS
        ],
        "typed_marks": [
            if_clue(board_formulas.black_count("[word]", "[@$clue_words]", PEG_COUNT)),
            if_clue(f"{typed_total}-{typed_black}"),
        ],
        "differences": f"IF({same_test},0,1)",
        "digit_conclusions": [*map(_digit_conclusion, range(len(DIGITS)))],
        "total_conclusions": "&".join(_cells("digit_conclusions", len(DIGITS))),
        "total_hints": _hint("total", f'" has "&{total}'),
        "black_conclusions": f'IF({black}=0,{not_here},"")',
        "black_hints": _hint("black", '" has no black"'),
        "total_hint_numbers": 'SUMPRODUCT(--([until total_hints]<>""))',
        "black_hint_numbers": (
            'SUMPRODUCT(--([total_hints]<>""))+SUMPRODUCT(--([until black_hints]<>""))'
        ),
    }
    return layout.hidden_groups(columns, CLUE_COUNT)


def _hint(name: str, fact: str) -> Formula:
    """Return a sentence with the conclusions from a fact, blank for none."""
    conclusions = f"[@${name}_conclusions]"
    sentence = f'"Clue "&[#]&{fact}&":"&MID({conclusions},2,999)&"."'
    return f'IF({conclusions}="","",{sentence})'


def _digit_conclusion(digit: int) -> Formula:
    """Return the conclusion on a digit's count from the total of the row's clue."""
    count = f"[@$clue_digits.{digit + 1}]"
    low = f"{count}-[pegs]+{_TOTAL}"
    words = board_formulas.array_constant(
        f"{number_in_words(n)} {digit}" for n in range(1, PEG_COUNT + 1)
    )

    def limit(words_before: str, number: str) -> Formula:
        plural = f'IF({number}=1,"","s")'
        return f'", {words_before} "&INDEX({words},{number})&{plural}'

    at_least = f'IF({low}>0,{limit("at least", low)},"")'
    at_most = f'IF({_TOTAL}<{count},{limit("at most", _TOTAL)},"")'
    membership = f'IF({low}>0,", {digit} is in it","")'
    cases = (
        (f"{count}=0", '""'),
        (f"{_TOTAL}=0", f'", no {digit}"'),
        (f"{game_property('max_count')}=1", membership),
        (f"AND({count}=[pegs],{_TOTAL}<[pegs])", limit("exactly", _TOTAL)),
    )
    return board_formulas.first_that_holds(cases, f"{at_least}&{at_most}")


def hint(layout: PuzzlesLayout) -> CellGroups:
    """Return the hint with the typed number: from totals first, then from no black."""
    following = board_formulas.as_formula(
        NEXT_HINT, question_marks='REPT("?",[hint_number]+1)'
    )
    more = f'IF([hint_number]<[last black_hint_numbers],{following},"")'
    formula = f'"{NO_HINT}"'
    for name in ("black", "total"):
        row = f"MATCH([hint_number],[{name}_hint_numbers],0)"
        formula = f"IFERROR(INDEX([{name}_hints],{row})&{more},{formula})"
    return layout.hidden_groups({"hint": formula})


HIDDEN_SECTIONS: Final = (tables, chosen_puzzle, puzzles, typed_code, clue_steps, hint)

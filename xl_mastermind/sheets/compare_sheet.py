"""The sheet Compare: strategies side by side, on one code and on all codes."""

from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from xl_mastermind.board.analysis import STRATEGY_COUNT, compare_strategies
from xl_mastermind.board.buttons import COMPARE
from xl_mastermind.cells.cell_range import CellRange, bounding_range
from xl_mastermind.cells.values import RangeValuesByName
from xl_mastermind.game.rules import Rules
from xl_mastermind.presentation import palette
from xl_mastermind.presentation.games import GAMES
from xl_mastermind.presentation.sheet_names import BOARD_SHEET, COMPARE_SHEET
from xl_mastermind.sheets import formats, sheet_layout
from xl_mastermind.sheets.analysis_layout import length_hint
from xl_mastermind.sheets.cell_group import (
    CellGroup,
    CellGroups,
    Formula,
    list_validation,
)
from xl_mastermind.sheets.sheet import Sheet, add_bars
from xl_mastermind.solve.strategies import STRATEGIES, strategy_label

_EXAMPLE_CODE: Final = "4563"

_EXAMPLE_STRATEGIES: Final = (
    *("minimax", "knuth", "expected-size", "entropy", "most-parts"),
    "first-consistent",
)
_BLOCKS: Final = range(1, STRATEGY_COUNT + 1)

_TURNS: Final = 10
"""Rows of a game; the end of a longer game is not visible."""

_BARS: Final = 9
"""Bars of the charts; the last counts all longer games too."""

_PEG_WIDTH: Final = 20
_FEEDBACK_PEG_WIDTH: Final = 11
_COUNT_WIDTH: Final = 44
_GAP_WIDTH: Final = 10
"""Widths of a tile, a peg of a feedback, a number of codes, the gap between blocks."""

_COUNT: Final[formats.CellFormat] = {"num_format": "#,##0", "shrink": True}
_MEAN: Final[formats.CellFormat] = {"num_format": "0.000"}
_FIGURES: Final = {
    "average": ("Average over all codes", _MEAN),
    "most": ("At most", {"num_format": "0"}),
    "total": ("Total", _COUNT),
}
"""Caption and number format of a strategy's figures over all codes."""

_STRATEGY_FORMAT: Final[formats.CellFormat] = (
    formats.HEADING | formats.INPUT | {"bottom": 2, "border_color": palette.INK}
)

_GAME_TEST: Final = '[compared_game]&""=[first comparison_key]&""'
"""Whether the results belong to the game in its cell."""


@dataclass(frozen=True)
class CompareLayout(sheet_layout.SheetLayout):
    """
    All cells of the sheet, a block of columns for each strategy.

    Results are visible only beside the game and the strategy that they belong to.
    """

    pegs: int  # The pegs of the workbook's widest board.
    sheet: str = COMPARE_SHEET

    @cached_property
    def initial_values(self) -> RangeValuesByName:
        """The values that the button Compare writes for the example."""
        settings: RangeValuesByName = {
            "compared_game": [[BOARD_SHEET]],
            "compared_code": [[_EXAMPLE_CODE]],
            "turns_1": [[None] * (self.pegs + 2)] * _TURNS,
        }
        for block, name in enumerate(_EXAMPLE_STRATEGIES, 1):
            settings[f"strategy_{block}"] = [[strategy_label(name)]]
        return settings | compare_strategies(settings)

    @property
    def names_to_define(self) -> Container[str]:
        """The ranges that the button Compare reads and writes."""
        return self.initial_values

    @property
    def block_widths(self) -> list[int]:
        """The widths of the columns of a block, without the gap."""
        feedback = _FEEDBACK_PEG_WIDTH * self.pegs
        return [*[_PEG_WIDTH] * self.pegs, feedback, _COUNT_WIDTH]

    def first_column(self, block: int) -> int:
        """Return the first column of a block, counted from 1."""
        return 1 + (block - 1) * (self.pegs + 3)

    def last_column(self, block: int) -> int:
        """Return the last column of a block."""
        return self.first_column(block) + self.pegs + 1

    @property
    def first_hidden_column(self) -> int:
        """The first of the hidden columns."""
        return self.first_column(STRATEGY_COUNT + 1) + 1


def compare_layout(pegs: int) -> CompareLayout:
    """Return the layout of the sheet, with room for `pegs` pegs and for each game."""
    pegs = max(pegs, *_PEGS_BY_GAME.values())
    return CompareLayout(pegs).add((_settings, _blocks, _tables, _chart_data, _key))


_GAME_SIZE: Final = (
    'IFERROR(VALUE(LEFT([compared_game],FIND("x",LOWER([compared_game]))-1)),0)'
)
_PEGS_BY_GAME: Final = {name: Rules.parse(game).pegs for name, game in GAMES.items()}
_NAMED_PEGS: Final = sheet_layout.peg_count_formula("[compared_game]", _PEGS_BY_GAME)
_PEGS: Final = f"IF({_NAMED_PEGS}>0,{_NAMED_PEGS},{_GAME_SIZE})"
_PRESS_COMPARE: Final = length_hint(
    "[compared_code]", "[compared_game]", _PEGS, "Press Compare for this game."
)
_HINT: Final = f'IF({_GAME_TEST},"",{_PRESS_COMPARE})'


def _settings(layout: CompareLayout) -> CellGroups:
    cells = layout.cell_range
    message = f'IF({_GAME_TEST},[compare_message]&"","")'
    game = cells(2, 3, width=layout.pegs - 1)
    games = list_validation([*GAMES], error_type="warning")
    code = cells(2, layout.first_column(2), width=4)
    large = {"indent": 0, "font_size": 13, "shrink": True}
    code_format = formats.TEXT | formats.CENTRE_ALIGNMENT | large
    return {
        **sheet_layout.title_group(layout, "Compare"),
        "message": sheet_layout.message_group(layout, formula=message),
        "compared_game_label": sheet_layout.label_group(game, "Game"),
        "compared_game": sheet_layout.setting_group(game, BOARD_SHEET, games),
        "compared_code_label": sheet_layout.label_group(code, "Code"),
        "compared_code": sheet_layout.setting_group(
            code, _EXAMPLE_CODE, cell_format=code_format
        ),
        "hint": CellGroup(cells(2, layout.first_column(4)), _HINT, formats.ACCENT),
    }


def _blocks(layout: CompareLayout) -> CellGroups:
    return {
        f"{name}_{block}": group
        for block in _BLOCKS
        for section in (_headings, _turns, _figures)
        for name, group in section(layout, block).items()
    }


def _current_test(block: int) -> Formula:
    """Return whether a block's results belong to this game and this strategy."""
    strategy = f'[strategy_{block}]&""=[compared_strategy_{block}]&""'
    return f"AND({_GAME_TEST},{strategy})"


def _if_current(block: int) -> formats.ConditionalFormat:
    """Return the format that hides results of another game or strategy."""
    return formats.visibility_format(_current_test(block))


def _headings(layout: CompareLayout, block: int) -> CellGroups:
    cells, pegs = layout.cell_range, layout.pegs
    left, last = layout.first_column(block), layout.last_column(block)
    right_format = formats.SMALL_TEXT | formats.RIGHT_ALIGNMENT
    return {
        "strategy": CellGroup(
            cells(4, left),
            values=layout.initial_values[f"strategy_{block}"],
            cell_format=_STRATEGY_FORMAT,
            anchor_range=cells(4, left - 1, width=pegs + 4),
            merged_range=cells(4, left, width=pegs + 1),
            validation=list_validation([*map(strategy_label, STRATEGIES)]),
        ),
        "guesses": CellGroup(
            cells(4, last),
            values=layout.initial_values[f"guesses_{block}"],
            cell_format=_STRATEGY_FORMAT | formats.RIGHT_ALIGNMENT,
            conditional_formats=[_if_current(block)],
        ),
        "turn_headings": CellGroup(
            cells(5, left, width=pegs + 1),
            values=[["Guess", *[""] * (pegs - 1), "Pegs"]],
            cell_format=formats.SMALL_TEXT | formats.LEFT_ALIGNMENT,
        ),
        "left_heading": CellGroup.from_text(cells(5, last), "Left", right_format),
    }


def _turns(layout: CompareLayout, block: int) -> CellGroups:
    pegs, rows = layout.pegs, layout.initial_values[f"turns_{block}"]
    turns = layout.cell_range(6, layout.first_column(block), _TURNS, pegs + 2)
    groups = {"turns": CellGroup(turns)}
    # A conditional format contains the font size, so each size is a group.
    for name, columns, cell_format in (
        ("tiles", range(pegs), formats.SHEET_TILE | {"font_size": 11}),
        ("feedback", [pegs], formats.LEFT_ALIGNMENT | {"font_size": 9}),
        ("codes_left", [pegs + 1], formats.RIGHT_ALIGNMENT | _COUNT),
    ):
        peg_formats = formats.peg_formats_on_ground() if name == "tiles" else ()
        groups[name] = CellGroup(
            bounding_range([*map(turns.column, columns)]),
            values=[[row[column] for column in columns] for row in rows],
            cell_format=formats.INPUT | cell_format,
            conditional_formats=[_if_current(block), *peg_formats],
        )
    return groups


def _figures(layout: CompareLayout, block: int) -> CellGroups:
    left, last = layout.first_column(block), layout.last_column(block)
    captions = layout.cell_range(17, left, len(_FIGURES), layout.pegs + 1)
    figures = layout.cell_range(17, last, len(_FIGURES))
    groups = {
        "captions_line": CellGroup.background(captions, formats.HAIRLINE),
        "captions": CellGroup.from_column(
            captions.column(0),
            (caption for caption, _ in _FIGURES.values()),
            formats.HAIRLINE | formats.LEFT_ALIGNMENT | {"font_size": 10},
        ),
        "figures": CellGroup(figures, conditional_formats=[_if_current(block)]),
    }
    values = layout.initial_values[f"figures_{block}"]
    figure_format = formats.HAIRLINE | formats.INPUT | formats.RIGHT_ALIGNMENT
    for row, (name, (_, number_format)) in enumerate(_FIGURES.items()):
        least = f"MIN({','.join(f'[{name}_{block}]' for block in _BLOCKS)})"
        groups[name] = CellGroup(
            figures.row(row),
            values=values[row : row + 1],
            cell_format=figure_format | number_format | {"bold": True},
            conditional_formats=[formats.best_value_format(least)],
        )
    return groups


def _tables(layout: CompareLayout) -> CellGroups:
    height = len(layout.initial_values["histogram_1"])
    lengths = layout.cell_range(31, 1, height)
    text_format = formats.LEFT_ALIGNMENT | formats.TEXT
    values = layout.initial_values["first_guesses"]
    guesses = layout.cell_range(46, 1, len(values))
    histogram = "Codes solved, by number of guesses", "Guesses"
    averages = "Average by first guess, up to symmetry", "First guess"
    return {
        "lengths": CellGroup.from_column(lengths, range(1, height + 1), text_format),
        **_table(layout, "histogram", lengths, histogram),
        "first_guesses": CellGroup(
            guesses,
            values=values,
            cell_format=formats.INPUT | text_format | {"bold": True},
            conditional_formats=[formats.visibility_format(_GAME_TEST)],
        ),
        **_table(layout, "by_first_guess", guesses, averages),
    }


def _table(
    layout: CompareLayout, name: str, first_column: CellRange, headings: Sequence[str]
) -> CellGroups:
    title, heading = headings
    left_heading = formats.COLUMN_HEADING | formats.LEFT_ALIGNMENT
    right_heading = formats.COLUMN_HEADING | formats.RIGHT_ALIGNMENT
    numbers = replace(first_column, left=2, right=layout.last_column(STRATEGY_COUNT))
    groups = {
        "title": CellGroup.from_text(first_column.row(-2), title, formats.HEADING),
        "heading": CellGroup.from_text(first_column.row(-1), heading, left_heading),
        "headings": CellGroup.background(numbers.row(-1), formats.COLUMN_HEADING),
        "ground": CellGroup.background(numbers, {}),
    }
    for block in _BLOCKS:
        column = first_column.shift_columns(layout.last_column(block) - 1)
        strategy = f'[strategy_{block}]&""'
        groups[f"heading_{block}"] = CellGroup(column.row(-1), strategy, right_heading)
        best, number_format = formats.best_value_format(f"MIN([{name}_{block}])"), _MEAN
        conditional_formats = [_if_current(block), best]
        if name == "histogram":
            conditional_formats, number_format = conditional_formats[:1], _COUNT
        groups[str(block)] = CellGroup(
            column,
            values=layout.initial_values[f"{name}_{block}"],
            cell_format=formats.INPUT | formats.RIGHT_ALIGNMENT | number_format,
            conditional_formats=conditional_formats,
        )
    return {f"{name}_{part}": group for part, group in groups.items()}


def _chart_data(layout: CompareLayout) -> CellGroups:
    """Return the bars of the charts: the highest of each strategy, and the others."""
    last, bars = _BARS - 1, layout.hidden_range(_BARS, 2 * STRATEGY_COUNT)
    names = [*map(str, range(1, _BARS)), f"{_BARS}+"]
    name_range = layout.hidden_range(_BARS)
    groups = {
        "bar_names": CellGroup.from_column(name_range, names, formats.LEFT_ALIGNMENT)
    }
    for block in _BLOCKS:
        histogram = layout.ranges[f"histogram_{block}"]
        groups[f"short_games_{block}"] = CellGroup(histogram.rows_through(last - 1))
        long_games = replace(histogram, top=histogram.top + last)
        groups[f"long_games_{block}"] = CellGroup(long_games)
        current_test, highest = _current_test(block), f"highest_bars_{block}"
        long_sum = f"SUM([long_games_{block}])"
        most = f"MAX([short_games_{block}],{long_sum})"
        counts = [f"N(INDEX([histogram_{block}],[#]))"] * last + [long_sum]
        for column, name, form in (
            (2 * block - 2, highest, f"IF(AND({current_test},{{0}}={most}),{{0}},0)"),
            (
                2 * block - 1,
                f"other_bars_{block}",
                f"IF({current_test},{{0}},0)-[@{highest}]",
            ),
        ):
            groups[name] = CellGroup(
                bars.column(column),
                row_formulas=[*map(form.format, counts)],
                cell_format=formats.LEFT_ALIGNMENT,
            )
    groups["bars"] = CellGroup(bars)
    groups["highest_bar"] = layout.hidden_cell("MAX([bars])")
    return groups


def _key(layout: CompareLayout) -> CellGroups:
    """Return the game and the strategies of the results as typed, and the message."""
    key = layout.initial_values["comparison_key"]
    key_range = layout.hidden_range(len(key))
    groups = {f"compared_strategy_{n}": CellGroup(key_range.row(n)) for n in _BLOCKS}
    message_format = formats.INPUT | formats.TEXT
    for name, cells, cell_format in (
        ("comparison_key", key_range, formats.INPUT),
        ("compare_message", layout.hidden_range(), message_format),
    ):
        values = layout.initial_values[name]
        groups[name] = CellGroup(cells, values=values, cell_format=cell_format)
    return groups


def write_compare(sheet: Sheet, layout: CompareLayout) -> None:
    """Write the cells, the button and the charts."""
    ranges = layout.ranges
    code = ranges["compared_code"]
    sheet.add_layout(layout)
    sheet.set_widths([24])
    for block in _BLOCKS:
        widths = (*layout.block_widths, _GAP_WIDTH)
        sheet.set_widths(widths, layout.first_column(block))
        _add_chart(sheet, layout, block)
    sheet.set_heights([42, 22, 36, 6, 28, 20, *[22] * _TURNS, 4, 22, 22, 22, 4])
    sheet.add_button(COMPARE, code.top, layout.first_column(3), height=34)
    sheet.set_tab_color(palette.GLOW)
    sheet.set_landscape()
    sheet.fit_to_pages(1, 1)
    sheet.set_selection(code.address)


def _add_chart(sheet: Sheet, layout: CompareLayout, block: int) -> None:
    """Insert the chart of codes by number of guesses; all charts have one scale."""
    ranges = layout.ranges
    chart = sheet.new_chart("column", (sum(layout.block_widths), 112))
    bars = {"highest_bars": palette.ACCENT, "other_bars": palette.SOFT_ACCENT}
    for name, colour in bars.items():
        values = ranges[f"{name}_{block}"]
        add_bars(chart, ranges["bar_names"], values, colour, overlap=100, gap=20)
    invisible = {"fill": {"none": True}, "border": {"none": True}}
    scale = ranges["highest_bar"].qualified_address
    chart.add_series({"values": f"={scale}", **invisible})
    text = f"Number of codes that strategy {block} solves with 1, 2, ... guesses."
    column = layout.first_column(block)
    sheet.insert_chart(21, column, chart, {"description": text})

"""
Facts about the candidates, below the key of colours.

They are a grid of colours by positions and the numbers of pegs of each colour; for
children a sentence. They are blank before the first turn, and if no code fits.
"""

from typing import Final

from xl_mastermind.game.peg_colours import colour_name
from xl_mastermind.presentation import messages, palette
from xl_mastermind.sheets import formats
from xl_mastermind.sheets.board.code_list import fits_last_turn
from xl_mastermind.sheets.board.formulas import NO_CODES, as_formula, zeros
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.panel import RULED_OUT_TEST
from xl_mastermind.sheets.cell_group import CellGroup, CellGroups

_CENTRED: Final = formats.CARD | formats.CENTRE_ALIGNMENT
_FAINT: Final[formats.CellFormat] = {"font_color": palette.FAINT_INK}

_WANTED: Final = "[facts_wanted]>0,[last_turn]>0,[won]=0,NOT([lost])"
"""
The conditions of facts. Formulas that read their arrays repeat them.

LibreOffice marks all arrays of an .xlsx file as changed when it opens the file. Such an
array does not pass a change on, so a formula that reads nothing else keeps its value.
"""

_LIMITS: Final = (
    'IF([facts_total]=0,"",IF([@colour_min.@]=[@colour_max.@],[@colour_max.@]&"",'
    '[@colour_min.@]&"\N{EN DASH}"&[@colour_max.@]))'
)
_LIMIT_FORMATS: Final = (
    formats.ConditionalFormat("AND([facts_total]>0,[@colour_min.@]>0)", formats.ACCENT),
    formats.ConditionalFormat(RULED_OUT_TEST, _FAINT),
)
_SHARE: Final = (
    'IF(AND([facts_wanted]=2,[facts_total]>0),[@colour_counts.@]/[facts_total],"")'
)


def _shade(test: str, cell_format: formats.CellFormat) -> formats.ConditionalFormat:
    return formats.ConditionalFormat(f"AND([facts_total]>0,{test})", cell_format)


_SHADES: Final = (
    _shade(
        "[@colour_counts.@]=[facts_total]",
        {"bg_color": palette.ACCENT, "font_color": palette.WHITE, "bold": True},
    ),
    _shade("[@colour_counts.@]=0", _FAINT),
    _shade("2*[@colour_counts.@]>=[facts_total]", {"bg_color": palette.SOFT_ACCENT}),
    _shade("4*[@colour_counts.@]>=[facts_total]", {"bg_color": palette.GLOW}),
    _shade("TRUE", {"bg_color": palette.TINT}),
)
"""For all candidates, none, at least a half, at least a quarter, and fewer."""


def facts(layout: BoardLayout) -> CellGroups:
    """Return the cells below the key, and their hidden steps."""
    if not layout.has_facts:
        return {}
    groups = _hidden_steps(layout)
    left, row, colours = layout.panel_column, layout.result_row, layout.rules.colours
    if layout.is_for_children:
        return groups | _sentence(layout)
    groups["colour_limits"] = CellGroup(
        layout.cell_range(row + 1, left, width=colours),
        formula=_LIMITS,
        cell_format=_CENTRED | {"shrink": True},
        conditional_formats=_LIMIT_FORMATS,
    )
    pegs = layout.rules.pegs
    groups["fact_positions"] = CellGroup(
        layout.cell_range(row + 2, left - 1, pegs),
        'IF([facts_total]=0,"",[#])',
        formats.CARD | formats.SMALL_TEXT | {"font_size": 9, "align": "right"},
    )
    groups["colour_shares"] = CellGroup(
        layout.cell_range(row + 2, left, pegs, colours),
        formula=_SHARE,
        cell_format=_CENTRED
        | {"border": 5, "border_color": palette.PAPER}
        | {"num_format": "0%", "shrink": True},
        conditional_formats=_SHADES,
    )
    return groups


def _hidden_steps(layout: BoardLayout) -> CellGroups:
    """Return in hidden columns the candidates, and how often they have each colour."""
    groups: CellGroups = {}
    rules = layout.rules
    fits = fits_last_turn(layout)
    groups["is_candidate"] = CellGroup(
        layout.hidden_range(rules.code_count),
        column_array_formula=f"IF(AND({_WANTED}),IF({fits},1,0),{NO_CODES})",
    )
    groups["facts_total"] = layout.hidden_cell(
        f"IF(AND({_WANTED}),SUM([is_candidate]),0)"
    )
    # A column counts the candidates by their digit at a position; the last row counts
    # the other codes.
    digits = ";".join(map(str, range(10)))
    counts = f"FREQUENCY(IF([is_candidate]=1,[code_list.#],10),{{{digits}}})"
    groups["digit_counts"] = CellGroup(
        layout.hidden_range(11, rules.pegs),
        column_array_formula=f"IF([facts_total]=0,{zeros(11)},{counts})",
    )
    # The sum of a colour's pegs is fast, and often too small to need the slow array.
    pegs, sum_of_pegs = rules.pegs, "SUM([colour_counts.@])"
    hits = [
        "+".join(f"([code_list.{peg}]={symbol})" for peg in range(1, pegs + 1))
        for symbol in rules.symbols
    ]
    groups["colour_max"] = CellGroup(
        layout.hidden_range(width=rules.colours),
        column_formulas=[
            f"IF({sum_of_pegs}=0,0,SUMPRODUCT(MAX([is_candidate]*({hit}))))"
            for hit in hits
        ],
    )
    groups["colour_min"] = CellGroup(
        layout.hidden_range(width=rules.colours),
        column_formulas=[
            f"IF({sum_of_pegs}<MAX(1,[facts_total]),0,"
            f"{pegs}-SUMPRODUCT(MAX([is_candidate]*({pegs}-({hit})))))"
            for hit in hits
        ],
    )
    groups["colour_counts"] = CellGroup(
        layout.hidden_range(pegs, rules.colours),
        column_formulas=[
            f"IF([facts_total]=0,0,INDEX([digit_counts.#],{symbol}+1))"
            for symbol in rules.symbols
        ],
    )
    return groups


def _sentence(layout: BoardLayout) -> CellGroups:
    """Return a sentence for children: the colours in the code, and the others."""
    groups: CellGroups = {}
    rules = layout.rules
    sentences = []
    for name, test, sentence in (
        ("colours_in", "[colour_min.{}]>0", messages.COLOURS_IN_CODE),
        ("colours_out", "[colour_max.{}]=0", messages.COLOURS_NOT_IN_CODE),
    ):
        names = "&".join(
            f'IF({test.format(number)},", {colour_name(symbol) or symbol}","")'
            for number, symbol in enumerate(rules.symbols, 1)
        )
        groups[name] = layout.hidden_cell(f"MID({names},3,99)")
        text = as_formula(sentence, colours=f"[{name}]")
        sentences.append(f'IF([{name}]="","",{text})')
    noun = messages.colours_in_words(rules).removesuffix("s")
    no_facts = messages.NO_FACTS.format(colour=noun)
    facts_text = '&" "&'.join(sentences)
    text = f'IF([colours_in]&[colours_out]="","{no_facts}",TRIM({facts_text}))'
    groups["facts_sentence"] = CellGroup(
        layout.cell_range(layout.result_row - 1, layout.panel_column),
        f'IF([facts_total]=0,"",{text})',
        formats.CARD | {"font_color": palette.MUTED_INK},
    )
    return groups

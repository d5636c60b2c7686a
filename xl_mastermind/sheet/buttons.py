"""
All buttons, and the pure functions behind those of the sheets that are no boards.

A host reads what a button asks for, calls `press`, and writes what it gives back.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from xl_mastermind.sheet import board
from xl_mastermind.sheet.analyst import (
    ANALYSIS_INPUTS,
    COMPARE_INPUTS,
    analyse,
    compare_strategies,
)
from xl_mastermind.sheet.functions import Block
from xl_mastermind.sheet.layout import ANALYSIS_SHEET, COMPARE_SHEET, SCORES_SHEET
from xl_mastermind.sheet.scores import export

Values: TypeAlias = Mapping[str, Block]


@dataclass(frozen=True)
class SheetButton:
    """
    A button of a sheet that is no board.

    Attributes
    ----------
    name, caption, macro, help : str
        As a board's button has them.
    sheet : str
        The sheet where it stands.
    home : str
        A named area of that sheet, and of no other.
    inputs : tuple of str
        The areas of that sheet whose values it takes; besides, `scores` are the
        rows of the table of scores, and `workbook` is the path of the workbook,
        blank if it has none.
    act : function
        Takes these values and returns the areas to write.
    follows : str
        The one of its areas that names a board, whose values it takes too.
    """

    name: str
    caption: str
    macro: str
    help: str
    sheet: str
    home: str
    inputs: tuple[str, ...]
    act: Callable[[Values], dict[str, Block]]
    follows: str = ""


def _export(values: Values) -> dict[str, Block]:
    workbook = str(values["workbook"][0][0] or "")
    try:
        said = f"Written: {export(values.get('scores'), Path(workbook))}"
    except OSError as error:
        said = f"Nothing was written: {error}."
    return {"scores_message": [[said]]}


EXPORT: Final = SheetButton(
    "export_scores",
    "Export as CSV",
    "ExportScores",
    "Writes the scores to a file of their own, beside the workbook.",
    SCORES_SHEET,
    "scores_message",
    ("scores", "workbook"),
    _export,
)

ANALYSE: Final = SheetButton(
    "analyse",
    "Analyse",
    "Analyse",
    "Ranks the guesses of a board, and splits what is left by one of them.",
    ANALYSIS_SHEET,
    "analysis_message",
    ANALYSIS_INPUTS,
    analyse,
    follows="analysed_board",
)

COMPARE: Final = SheetButton(
    "compare",
    "Compare",
    "Compare",
    "Lets each strategy find the code, and plays every code with it.",
    COMPARE_SHEET,
    "compare_message",
    COMPARE_INPUTS,
    compare_strategies,
)

SHEET_BUTTONS: Final = (ANALYSE, COMPARE, EXPORT)
"""The buttons that stand on no board."""

_BY_NAME: Final = {button.name: button for button in SHEET_BUTTONS}


def inputs(name: str) -> tuple[str, ...]:
    """
    Return what a button takes.

    Examples
    --------
    >>> inputs("export_scores"), inputs("solve")[:2]
    (('scores', 'workbook'), ('game', 'secret'))
    """
    other = _BY_NAME.get(name)
    return other.inputs if other else (*board.INPUTS, "scores")


def press(name: str, values: Values) -> dict[str, Block]:
    """
    Return what a button writes, wherever it stands.

    Parameters
    ----------
    name : str
        The button's name.
    values : mapping of str to blocks
        What `inputs` names.

    Returns
    -------
    dict of str to blocks
        The areas to write; rows to be added to the table of scores as `scores`.

    Raises
    ------
    ValueError
        If the cell of a board's game does not hold a game.
    KeyError
        If there is no such button.
    """
    other = _BY_NAME.get(name)
    return other.act(values) if other else board.press(name, values)

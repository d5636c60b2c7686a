"""Each scene in Excel by its macros, in LibreOffice, and in a file."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Final

import ironcalc
import pytest
from _pytest.mark import ParameterSet
from boards import write_workbook
from calc_boards import CalcBoard
from engines import IronCalcBoard
from excel_user import write_board_workbook
from libreoffice import Calc, Document
from scenes import GAME, SCENES, SHEET, Scene, SceneApplication, run_scene
from xlwings_board import open_board

from xl_mastermind.board.buttons import run_button
from xl_mastermind.board.scores import SCORE_HEADINGS
from xl_mastermind.board.state import BOARD_INPUTS
from xl_mastermind.bundle.workbook import first_game
from xl_mastermind.cells.values import RangeValues
from xl_mastermind.game.rules import Rules
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.sections import board_layout
from xl_mastermind.workbook_files.edition import Edition

pytestmark = pytest.mark.slow

BOARD = first_game(Rules.parse(GAME))

EXCEL, PROOF = pytest.mark.excel, pytest.mark.proof

APPLICATIONS: Final = {
    "excel": ([EXCEL], [EXCEL, PROOF]),
    "calc": ([pytest.mark.smoke], []),
    "file": ([], []),
    "file, no macros": ([], [PROOF]),
    "calc, no macros": ([], [PROOF]),
}
"""The marks of each button's first scene in an application, and of its other scenes."""


class SceneInCalc(CalcBoard, SceneApplication):
    """LibreOffice with the extension."""

    def __init__(self, document: Document, layout: BoardLayout) -> None:
        super().__init__(document, layout, has_python=True)
        self.document = document

    @contextmanager
    def batch(self) -> Iterator[None]:
        model = self.document.model
        model.addActionLock()
        model.enableAutomaticCalculation(False)  # noqa: FBT003 - UNO has no names
        yield
        model.enableAutomaticCalculation(True)  # noqa: FBT003
        # Meanwhile Calc computes array formulas, but not the cells that they read.
        model.calculateAll()
        model.removeActionLock()

    def run_button(self, name: str) -> None:
        self.document.run_button(name)
        assert not self.document.has_infobar

    @property
    def scores(self) -> RangeValues:
        if self.layout.edition is Edition.PLAIN:
            return []
        table = self.document.model.DatabaseRanges.getByName("Scores")
        rows = table.ReferredCells.getDataArray()[1:]
        return [[*row] for row in rows if any(row)]


class SceneInIronCalc(IronCalcBoard, SceneApplication):
    """A file whose formulas IronCalc computes, and buttons on its values."""

    def __init__(self, model: ironcalc.Model, at: BoardLayout) -> None:
        super().__init__(model, at)
        self._scores: RangeValues = []

    def run_button(self, name: str) -> None:
        names = (name for name in BOARD_INPUTS if name in self.layout.ranges)
        values: dict[str, RangeValues] = {
            name: self.read(self.layout.ranges[name]) for name in names
        }
        if self.layout.edition is Edition.MACROS:
            values["scores"] = [[*SCORE_HEADINGS], *self._scores]
        changes = run_button(name, values)
        self._scores += changes.pop("scores", [])
        for range_name, rows in changes.items():
            self.put(self.layout.ranges[range_name], rows)
        key = self.read(self.layout.ranges["state_key"])
        self.put(self.layout.ranges["cached_state_key"], key)

    @property
    def scores(self) -> RangeValues:
        return self._scores


@contextmanager
def opened(
    name: str, request: pytest.FixtureRequest, folder: Path
) -> Iterator[SceneApplication]:
    """Open the board in an application."""
    if name == "excel":
        layout = board_layout(BOARD, SHEET)
        with open_board(write_board_workbook(folder), layout) as board:
            yield board
        return
    edition = Edition.PLAIN if name.endswith("no macros") else Edition.MACROS
    file, layout = (
        folder / f"Little{edition}",
        board_layout(BOARD, SHEET, edition=edition),
    )
    write_workbook(file, BOARD, has_optional_sheets=False)
    if name.startswith("file"):
        yield SceneInIronCalc.of(file, layout)
        return
    calc: Calc = request.getfixturevalue("calc")
    document = calc.open(file, AsTemplate=True)
    document.wait_for_all_sheets()
    yield SceneInCalc(document, layout)
    document.close()


@pytest.fixture(scope="module")
def applications(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[str], SceneApplication]]:
    """Yield a function that opens an application once for all scenes."""
    # pytest would set up a fixture with a parameter for each scene.
    with ExitStack() as stack:

        @cache
        def application(name: str) -> SceneApplication:
            folder = tmp_path_factory.mktemp("scenes")
            return stack.enter_context(opened(name, request, folder))

        yield application


def cases() -> Iterator[ParameterSet]:
    """Yield each scene in each application."""
    for name, (first_marks, other_marks) in APPLICATIONS.items():
        buttons = set[str]()
        for scene in SCENES:
            marks = other_marks if scene.button in buttons else first_marks
            buttons.add(scene.button)
            yield pytest.param(name, scene, marks=marks, id=f"{name}-{scene.name}")


@pytest.mark.parametrize(("application", "scene"), [*cases()])
def test_button_matches_its_scene(
    application: str, scene: Scene, applications: Callable[[str], SceneApplication]
) -> None:
    actual, correct = run_scene(applications(application), scene)
    assert actual == correct

"""Each scene in every program: Excel by its macros, LibreOffice, a file."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

import ironcalc
import pytest
from calc_boards import PLANS, CalcBoard
from engines import IronCalcBoard
from excel_user import ExcelUser, write_board_workbook
from libreoffice import WORKBOOK, Calc, Document
from scenes import GAME, SCENES, SHEET, Scene, SceneApplication, play

from xl_mastermind.game.rules import Rules
from xl_mastermind.sheets.board.layout import BoardLayout
from xl_mastermind.sheets.board.sections import board_layout
from xl_mastermind.spreadsheet.board import BOARD_INPUTS, NewBoard
from xl_mastermind.spreadsheet.buttons import run_button
from xl_mastermind.spreadsheet.cells import RangeValues
from xl_mastermind.spreadsheet.edition import Edition
from xl_mastermind.spreadsheet.scores import SCORE_HEADINGS


class SceneInExcel(ExcelUser, SceneApplication):
    """Macros in pyOpenVBA, and the host for xlwings."""

    def typing(self) -> AbstractContextManager[None]:
        return self.book.quiet()

    @property
    def scores(self) -> RangeValues:
        return [row for row in self.rows_of_scores if any(row)]

    def run_button(self, name: str) -> None:
        ExcelUser.run_button(self, name)
        assert not self.excel.said


class SceneInCalc(CalcBoard, SceneApplication):
    """LibreOffice with the extension, with Python or without."""

    def __init__(
        self, document: Document, edition: Edition, *, has_python: bool
    ) -> None:
        super().__init__(document, PLANS[edition][SHEET], has_python=has_python)
        self.document, self.has_buttons = document.show_sheet(SHEET), has_python

    def run_button(self, name: str) -> None:
        self.document.run_button(name)
        assert not self.document.has_infobar

    @property
    def scores(self) -> RangeValues:
        if self.at.edition is Edition.PLAIN:  # which has no scores
            return []
        table = self.document.model.DatabaseRanges.getByName("Scores")
        rows = table.ReferredCells.getDataArray()[1:]
        return [[*row] for row in rows if any(row)]


class SceneInIronCalc(IronCalcBoard, SceneApplication):
    """A file whose formulas IronCalc computes, and a button on its values."""

    def __init__(self, model: ironcalc.Model, at: BoardLayout) -> None:
        super().__init__(model, at)
        self._scores: RangeValues = []

    def run_button(self, name: str) -> None:
        inputs = [area for area in BOARD_INPUTS if area in self.at.ranges]
        values = {area: self.read(self.at.ranges[area]) for area in inputs}
        changed = run_button(
            name, values | {"scores": [[*SCORE_HEADINGS], *self._scores]}
        )
        self._scores += changed.pop("scores", [])
        for area, rows in changed.items():
            self.put(self.at.ranges[area], rows)
        self.put(
            self.at.ranges["cached_state_key"], self.read(self.at.ranges["state_key"])
        )

    @property
    def scores(self) -> RangeValues:
        return self._scores


@pytest.fixture(scope="module")
def excel(tmp_path_factory: pytest.TempPathFactory) -> SceneApplication:
    return SceneInExcel(write_board_workbook(tmp_path_factory.mktemp("excel")), GAME)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> SceneApplication:
    at = board_layout(NewBoard.from_rules(Rules.parse(GAME)), SHEET)
    return SceneInIronCalc.of(write_board_workbook(tmp_path_factory.mktemp("file")), at)


@pytest.fixture(scope="module")
def documents() -> Iterator[dict[str, Document]]:
    """Hold the workbooks that are open in LibreOffice."""
    opened: dict[str, Document] = {}
    yield opened
    for document in opened.values():
        document.close()


@pytest.fixture
def libreoffice(
    request: pytest.FixtureRequest, documents: dict[str, Document]
) -> Callable[..., SceneApplication]:
    def host(name: str, edition: Edition, *, has_python: bool) -> SceneApplication:
        calc: Calc = request.getfixturevalue(
            "calc" if has_python else "calc_without_setup"
        )
        if name not in documents:
            file = WORKBOOK.with_suffix(edition)
            documents[name] = calc.open(file, AsTemplate=True)
            documents[name].wait_for_all_sheets()
            documents[name].store_inputs()
        documents[name].restore_inputs()
        return SceneInCalc(documents[name], edition, has_python=has_python)

    return host


IN_CALC = {
    "calc": (Edition.MACROS, True),
    "calc alone": (Edition.PLAIN, False),
    "calc, no macros": (Edition.PLAIN, True),
    "calc alone, macros": (Edition.MACROS, False),
}
"""LibreOffice: with which edition, and whether with Python."""


@pytest.fixture(params=["excel", "file", *IN_CALC])
def host(request: pytest.FixtureRequest) -> SceneApplication:
    """Return each program with the board."""
    if request.param not in IN_CALC:
        made: SceneApplication = request.getfixturevalue(request.param)
        return made
    edition, has_python = IN_CALC[request.param]
    opened = request.getfixturevalue("libreoffice")
    shown: SceneApplication = opened(request.param, edition, has_python=has_python)
    return shown


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_scenes(scene: Scene, host: SceneApplication) -> None:
    if scene.needs_python and not host.has_buttons:
        pytest.skip("elsewhere: needs Python")
    play(host, scene)

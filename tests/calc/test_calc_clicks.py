"""Clicks on colours, by the extension's handler in this process; other documents."""

import importlib
import io
import sys
import zipfile
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from calc_boards import cell_text, sheet_contents, undo_titles
from libreoffice import Document

from xl_mastermind.calc.extension import extension_bytes

pytestmark = pytest.mark.smoke

SHIFT = 1
"""`com.sun.star.awt.KeyModifier.SHIFT`"""

Click = Callable[..., None]


@pytest.fixture(scope="module")
def handler_class(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Yield the class of the handler, which runs at once what it runs when idle."""
    folder = tmp_path_factory.mktemp("extension")
    with zipfile.ZipFile(io.BytesIO(extension_bytes())) as extension:
        extension.extractall(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder / "python" / "pythonpath")
        clicks = importlib.import_module("xl_mastermind_calc.clicks")
        patch.setattr(clicks, "run_when_idle", lambda action: action())
        yield clicks.ClickHandler
    for name in [name for name in sys.modules if name.startswith("xl_mastermind_calc")]:
        del sys.modules[name]


@pytest.fixture
def click(small_document: Document, handler_class: Any) -> Iterator[Click]:
    """Yield a function that clicks on a cell as LibreOffice reports it."""
    controller = small_document.model.CurrentController
    handler = handler_class(small_document.model)

    def event(cell: Any, modifiers: int, count: int) -> Any:
        return SimpleNamespace(
            Buttons=1, Modifiers=modifiers, ClickCount=count, Target=cell
        )

    def click(
        cell: Any, released: Any = None, selected: Any = None, modifiers: int = 0
    ) -> None:
        handler.mousePressed(event(cell, modifiers, 1))
        dragged = small_document.cells("colours") if released else cell
        controller.select(selected or dragged)
        handler.mouseReleased(event(released or cell, modifiers, 1))

    yield click
    controller.removeEnhancedMouseClickHandler(handler)


def cell(document: Document, name: str, column: int = 0) -> Any:
    return document.cells(name).getCellByPosition(column, 0)


def test_clicks_on_colours_compose_a_guess(
    small_document: Document, click: Click
) -> None:
    guesses = []
    for colour in (0, 1, 2, 2):
        click(cell(small_document, "colours", colour))
        guesses.append(cell_text(small_document.cell_value("guess_input")))
    assert guesses == ["1…", "12…", "123…", "1233"]
    assert undo_titles(small_document) == ("Guess",) * 4
    assert small_document.cell_value("words") == "1233"


def test_second_click_adds_no_distinct_colour(
    small_document: Document, click: Click
) -> None:
    small_document.sheet.unprotect("")
    small_document.write("game", ("4x6 distinct",))
    for colour, guess in ((0, "1…"), (0, "1…"), (1, "12…")):
        click(cell(small_document, "colours", colour))
        assert small_document.cell_value("guess_input") == guess


@pytest.mark.parametrize(
    "changes",
    [
        {"modifiers": SHIFT},
        {"released": ("colours", 1)},  # a selection of several cells
        {"selected": ("guess_input", 0)},  # while the user types a formula
        {"cell": ("hidden_code", 0)},
    ],
    ids=str,
)
def test_other_clicks_change_no_guess(
    changes: dict[str, Any], small_document: Document, click: Click
) -> None:
    places = {"cell": ("colours", 0)} | changes
    arguments = {
        key: cell(small_document, *place) if isinstance(place, tuple) else place
        for key, place in places.items()
    }
    click(**arguments)
    assert small_document.cell_value("guess_input") == ""
    assert undo_titles(small_document) == ()


def test_button_of_another_document_changes_no_board(
    small_document: Document, blank_document: Document
) -> None:
    before = sheet_contents(small_document)
    blank_document.run_button("hint")
    assert blank_document.infobar_text == (
        "There is no board on this sheet: choose MasterMind > New Board."
    )
    assert sheet_contents(small_document) == before

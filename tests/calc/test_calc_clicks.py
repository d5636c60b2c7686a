"""Clicks on colours, by the extension's handler in this process; other documents."""

from collections.abc import Callable, Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from calc_boards import cell_text, sheet_contents, undo_titles
from libreoffice import Document

pytestmark = pytest.mark.smoke

SHIFT = 1
"""`com.sun.star.awt.KeyModifier.SHIFT`"""

Click = Callable[..., None]


@pytest.fixture
def click(
    small_document: Document, clicks: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Click]:
    """Yield a function that clicks on a cell as LibreOffice reports it."""
    monkeypatch.setattr(clicks, "run_when_idle", lambda action: action())
    controller = small_document.model.CurrentController
    handler = clicks.ClickHandler(small_document.model)

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

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

Click = Callable[..., bool]


@pytest.fixture
def click(
    small_document: Document, clicks: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Click]:
    """Yield a function that clicks on a cell, while the cursor is in another pane."""
    monkeypatch.setattr(clicks, "run_when_idle", lambda action: action())
    controller = small_document.model.CurrentController
    handler = clicks.ClickHandler(small_document.model)

    other_pane = cell(small_document, "hidden_code")

    def click(
        target: Any, selected: Any = None, modifiers: int = 0, count: int = 1
    ) -> bool:
        """Return whether LibreOffice handles the click."""
        is_handled: bool = handler.mousePressed(event(other_pane, modifiers, count))
        if count == 1:
            controller.select(selected or target)
        reported = target if count == 1 else other_pane
        handler.mouseReleased(event(reported, modifiers, count))
        return is_handled

    yield click
    controller.removeEnhancedMouseClickHandler(handler)


def event(target: Any, modifiers: int, count: int) -> Any:
    return SimpleNamespace(
        Buttons=1, Modifiers=modifiers, ClickCount=count, Target=target
    )


def cell(document: Document, name: str, column: int | None = 0) -> Any:
    cells = document.cells(name)
    return cells if column is None else cells.getCellByPosition(column, 0)


def test_clicks_on_colours_compose_a_guess(
    small_document: Document, click: Click
) -> None:
    colours = small_document.cells("colours")
    small_document.model.CurrentController.select(colours)
    click(cell(small_document, "colours"), selected=colours)
    guesses = [cell_text(small_document.cell_value("guess_input"))]
    for colour, count in ((1, 1), (2, 1), (2, 2)):
        is_handled = click(cell(small_document, "colours", colour), count=count)
        assert is_handled == (count == 1)
        guesses.append(cell_text(small_document.cell_value("guess_input")))
    assert guesses == ["1…", "12…", "123…", "1233"]
    assert undo_titles(small_document) == ("Guess",) * 4
    assert small_document.cell_value("words") == "1233"


@pytest.mark.parametrize(
    "changes",
    [
        {"modifiers": SHIFT},
        {"selected": ("colours", None)},  # after a drag
        {"selected": ("guess_input", 0)},  # while the user types a formula
        {"target": ("hidden_code", 0)},
    ],
    ids=str,
)
def test_other_clicks_change_no_guess(
    changes: dict[str, Any], small_document: Document, click: Click
) -> None:
    places = {"target": ("colours", 0)} | changes
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

"""The guess and the cell that follow a click, with values in place of a document."""

from types import ModuleType, SimpleNamespace

import pytest

from xl_mastermind.game.rules import Rules


@pytest.mark.table("game", "click", "guess")
def test_click_extends_a_guess_that_accepts_the_colour(
    game: str,
    click: str,
    guess: str,
    clicks: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules, (word, symbol) = Rules.parse(game), click.split("+")
    values = {"game": game, "symbols": rules.symbols, "words": word}
    tiles = SimpleNamespace(Columns=SimpleNamespace(Count=rules.pegs))
    monkeypatch.setattr(clicks, "first_value", lambda _, name, _row=0: values[name])
    monkeypatch.setattr(clicks, "named_range", lambda _, name: {"guesses": tiles}[name])
    assert clicks._extended_guess(None, 0, symbol) == guess  # noqa: SLF001


def cell_in_row(row: int) -> SimpleNamespace:
    return SimpleNamespace(RangeAddress=SimpleNamespace(StartRow=row))


NEXT, NO_CELLS = cell_in_row(6), "no cells"


@pytest.mark.parametrize(
    ("sheet", "next_cell", "row", "expected"),
    [
        ("Little", NEXT, 5, ([NEXT, NO_CELLS], 5)),
        ("Little", NEXT, 6, ([NEXT, NO_CELLS], 2)),  # the last guess is above
        ("Little", None, 7, ([], 7)),  # the column is full
        ("Help", NEXT, 7, ([], 7)),
    ],
)
def test_next_input_is_selected_in_sight(  # noqa: PLR0913, PLR0917 - values
    sheet: str,
    next_cell: object,
    row: int,
    expected: tuple[list[object], int],
    clicks: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    selections: list[object] = []
    view = SimpleNamespace(FirstVisibleRow=row, select=selections.append)
    view.ActiveSheet = SimpleNamespace(Name=sheet)
    ranges = {"guesses": cell_in_row(2)}
    monkeypatch.setattr(clicks, "next_input_cell", lambda _: next_cell)
    monkeypatch.setattr(clicks, "named_range", lambda _, name: ranges[name])
    model = SimpleNamespace(CurrentController=view, createInstance=lambda _: NO_CELLS)
    clicks.select_next_input(model, SimpleNamespace(Name="Little"))
    assert (selections, view.FirstVisibleRow) == expected

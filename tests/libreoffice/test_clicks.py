"""The guess that follows a click, with values in place of a document."""

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

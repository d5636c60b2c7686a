"""Names of strategies."""

import pytest
from expected_values import raises_message

from xl_mastermind.solve.strategies import STRATEGIES, parse_strategy


@pytest.mark.parametrize("name", STRATEGIES)
def test_parse_strategy_reads_names_in_any_case(name: str) -> None:
    for written in (name, name.upper(), name.title(), f" {name.replace('-', ' ')} "):
        assert parse_strategy(written) is STRATEGIES[name]


@pytest.mark.table("text", "near")
def test_parse_strategy_suggests_the_nearest_name(text: str, near: str) -> None:
    names = ", ".join(STRATEGIES)
    question = f"; did you mean {near}?" if near else ""
    with raises_message(f"expected a strategy ({names}), got {text!r}{question}"):
        parse_strategy(text)

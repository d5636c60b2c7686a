"""Names of strategies."""

import numpy as np
import pytest
from expected_values import raises_message

from xl_mastermind.solve.strategies import (
    RANK_TOLERANCE,
    STRATEGIES,
    PartSizeScore,
    parse_strategy,
)


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


@pytest.mark.parametrize("name", STRATEGIES)
def test_scores_of_parts_are_convex_from_zero(name: str) -> None:
    for ranking in STRATEGIES[name].rankings:
        if isinstance(ranking, PartSizeScore):
            scores = ranking.table(4096)
            assert scores[0] == 0
            assert (np.diff(scores, 2) >= -RANK_TOLERANCE).all()

"""Names of strategies."""

from collections.abc import Callable

import numpy as np
import pytest
from expected_values import raises_message
from numpy.typing import NDArray

from xl_mastermind.solve.strategies import (
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


@pytest.mark.parametrize(
    "score",
    [
        np.sqrt,  # concave
        np.cbrt,
        lambda sizes: np.minimum(sizes, 9),
        lambda sizes: np.square(sizes - 1),  # 1 for an empty part
        lambda sizes: np.where(sizes > 1000, 0, sizes),
        lambda sizes: np.where(sizes == 7, np.nan, sizes),
        lambda sizes: np.minimum(1, sizes),  # parts, of which few are best
    ],
)
def test_part_size_scores_must_be_convex(
    score: Callable[[NDArray[np.float64]], NDArray[np.float64]],
) -> None:
    with raises_message(
        f"expected 0 as the score of no code, and convex scores, got {score.__name__}"
    ):
        PartSizeScore(score)

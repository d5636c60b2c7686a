"""The optimal trees as tables, which plain formulas follow."""

import pytest

from xl_mastermind.game.codes import all_codes
from xl_mastermind.game.rules import Rules, feedback
from xl_mastermind.sheet.tree_table import optimal_tree, tree_tables


@pytest.mark.parametrize("colours", [5, 6])
def test_whoever_plays_by_the_table_plays_by_the_tree(colours: int) -> None:
    rules = Rules(4, colours)
    table = tree_tables([rules])[rules]
    for secret in map(tuple, all_codes(rules).tolist()):
        tree, row = optimal_tree(rules), 1
        while tree:
            guess = table.rows[row - 1][1]
            assert str(guess) == rules.format_code(tree.guess)
            marks = feedback(secret, tree.guess)
            tree = tree.replies.get(marks)
            row = table.follow(row, guess, *marks)
        assert row == 0


def test_another_guess_leads_nowhere() -> None:
    rules = Rules(4, 6)
    table = tree_tables([rules])[rules]
    (_, first), *_ = table.rows
    assert table.follow(1, first, 0, 1) > 0
    assert table.follow(1, first + 1, 0, 1) == 0
    assert table.follow(0, first, 0, 1) == 0

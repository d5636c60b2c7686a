"""Trees for Python: forms of their text, checks, Graphviz."""

import re

import pytest

from xl_mastermind.game.codes import candidates
from xl_mastermind.game.rules import Rules, Turn
from xl_mastermind.solve.evaluation import evaluate
from xl_mastermind.solve.game_tree import Tree

TEXT = "game: 3x2\n112\n 0,1 221\n 1,0 122\n 1,2 121\n"


@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        TEXT + "\n\n \n",
        TEXT.replace("\n", "\r\n"),
        TEXT.replace(" 1,0 ", "\t1,0\t").replace("121", "121  "),
        f"# written by hand\n\n{TEXT}".replace("112\n", "112  # the first guess\n\n"),
    ],
)
def test_parse_reads_every_form(text: str) -> None:
    assert str(Tree.parse(text)) == TEXT


@pytest.mark.parametrize("game", ["3x3", "3x4 black", "2x5 distinct", "1x1"])
def test_check_counts_as_the_evaluation(game: str) -> None:
    tree = Tree.from_strategy(game, "entropy")
    checked, evaluation = tree.check(), evaluate(game, "entropy")
    assert checked.histogram == evaluation.histogram
    assert checked.first == evaluation.first


@pytest.mark.parametrize("game", ["3x3", "3x4 black", "1x2"])
def test_dot_has_every_code_and_position(game: str) -> None:
    rules, tree = Rules.parse(game), Tree.from_strategy(game, "knuth")
    dot = tree.to_dot()
    labels = dict(re.findall(r"(n\d+) \[label=\"([^\"]*)\"", dot))
    edges = re.findall(r"(n\d+) -> (n\d+) \[label=\"(\S+) \((\d+)\)\"\]", dot)
    shown = {word for label in labels.values() for word in label.split(", ")}
    assert shown == {rules.format_code(code) for code in candidates(rules, [])}
    assert len(labels) == len(edges) + 1
    for start, _, answer, count in edges:
        if start == "n0":
            turn = Turn(tree.root.guess, rules.parse_feedback(answer))
            assert len(candidates(rules, [turn])) == int(count)


def test_tree_after_turns_keeps_them() -> None:
    text = "game: 3x4\nturns: 112:1,0 344:1,1\n314\n"
    tree = Tree.parse(text)
    assert tree.to_dict()["turns"] == ["112:1,0", "344:1,1"]
    assert str(tree) == text
    assert tree.check().codes == len(candidates("3x4", tree.turns))

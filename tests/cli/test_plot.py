"""Pictures of evaluations, partitions and rankings."""

import re
from pathlib import Path

import pytest
from command_line import run

from xl_mastermind.cli.plot import plot_evaluations, plot_partition, plot_ranking
from xl_mastermind.game.rules import Rules
from xl_mastermind.presentation.palette import ACCENT, SOFT_ACCENT
from xl_mastermind.solve.analysis import partition, rank_guesses
from xl_mastermind.solve.evaluation import Evaluation, evaluate

MASTERMIND = Rules(4, 6)


def drawn(path: Path, *found: Evaluation) -> str:
    plot_evaluations(path / "picture.svg", found)
    return (path / "picture.svg").read_text("utf-8")


def texts(picture: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", picture)


def test_plot_has_all_figures_of_each_strategy(tmp_path: Path) -> None:
    found = evaluate(MASTERMIND, "knuth"), evaluate(MASTERMIND, "random", seed=1)
    picture = drawn(tmp_path, *found)
    shown = texts(picture)
    assert "4x6: 1,296 codes by guesses needed" in shown
    assert [text for text in shown if text in ("Knuth", "Random")] == [
        "Knuth",
        "Random",
    ]
    knuth, random = (text for text in shown if text.startswith("first "))
    assert knuth == "first 1122 · average 4.4761 · at most 5"
    assert random.startswith("first any ")
    counts = [f"{count:,}" for result in found for count in result.histogram if count]
    assert {*counts, "1", "2", "3", "4", "5"} <= {*shown}
    assert picture.lower().count(f"fill: {ACCENT.lower()}") == len(found)


def test_bars_share_a_scale_with_room_for_labels(tmp_path: Path) -> None:
    found = [evaluate(MASTERMIND, name) for name in ("knuth", "most-parts")]
    picture = drawn(tmp_path, *found)
    bar = rf'd="([^"]+)"[^>]* style="fill: (?:{ACCENT}|{SOFT_ACCENT})'
    heights = []
    for path in re.findall(bar, picture, re.IGNORECASE):
        ends = [float(end) for end in re.findall(r"[ML] \S+ (\S+)", path)]
        heights.append(max(ends) - min(ends))
    counts = [count for result in found for count in result.histogram]
    scale = max(heights) / max(counts)
    assert heights == pytest.approx([scale * count for count in counts], abs=0.01)
    ((above,), (label,)) = (
        re.findall(rf'y="(\S+)"[^>]*>{text}<', picture)
        for text in ("first 1122[^<]*", "694")
    )
    assert float(label) - 10 > float(above)  # points of its font


def test_plot_of_a_ranking_marks_the_best_guesses(tmp_path: Path) -> None:
    ranking = rank_guesses("3x4", ["112:1,0"], "most-parts", count=30)
    plot_ranking(tmp_path / "picture.svg", ranking)
    picture = (tmp_path / "picture.svg").read_text("utf-8").lower()
    best = [g for g in ranking[:20] if g.part_count == ranking[0].part_count]
    assert picture.count(f"fill: {ACCENT.lower()}") == len(best) < 20
    assert "number of parts" in texts(picture)
    labels = [text for text in texts(picture) if len(text) == 3 and text.isdigit()]
    assert labels == [MASTERMIND.format_code(g.guess) for g in ranking[:20]]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["1x1", "4x6 black", "12x2"])
def test_plot_of_a_partition_has_every_size(game: str, tmp_path: Path) -> None:
    rules = Rules.parse(game)
    parts = partition(rules, rules.example_code)
    plot_partition(tmp_path / "picture.svg", parts)
    shown = texts((tmp_path / "picture.svg").read_text("utf-8"))
    sizes = [f"{size:,}" for size in parts.sizes.values() if size]
    assert {*sizes} <= {*shown}


@pytest.mark.parametrize("game", ["1x1", "1x26", "2x2 distinct", "3x4 black"])
def test_plot_accepts_any_game(game: str, tmp_path: Path) -> None:
    plot_evaluations(tmp_path / "a.PNG", [evaluate(Rules.parse(game))])
    assert (tmp_path / "a.PNG").read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["a.png", "a.svg", "a.pdf"])
def test_plot_is_reproducible(name: str, tmp_path: Path) -> None:
    paths = [tmp_path / name, tmp_path / f"again_{name}"]
    for path in paths:
        plot_evaluations(path, [evaluate(MASTERMIND, "minimax")])
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_plot_of_a_ranking_knows_lookahead_names(tmp_path: Path) -> None:
    ranking = rank_guesses("2x3", [], "lookahead-2-2")
    plot_ranking(tmp_path / "picture.svg", ranking)
    assert "Guesses" in (tmp_path / "picture.svg").read_text()


def test_emoji_are_symbols_in_files_of_commands(
    tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    game = ("--game", "2x3 symbols=🟠🔴🟣")
    for file in ("plot.png", "plot.svg"):
        assert run("rank", *game, "--plot", str(tmp_path / file)).code == 0
    tree = str(tmp_path / "tree.txt")
    assert run("optimum", *game, "--tree", tree).code == 0
    assert run("check", tree).code == 0
    assert not recwarn
    for words in (["build", "--force"], ["solve", "--output"]):
        file = str(tmp_path / "board.xlsx")
        refused = run(words[0], *game, *words[1:], file)
        expected = "expected letters and digits as symbols of a board, got '🟠🔴🟣'"
        assert refused.err == f"xl-mastermind: {expected}\n"

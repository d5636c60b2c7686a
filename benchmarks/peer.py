"""
Compare the CPU time with another program, and plot it by the size of games.

    make bench PEER=PROGRAM    with mmstrat of fancidev/mastermind, built already

It is the fastest public program of its kind that we know. All times are CPU seconds;
ours are of all threads, after a first run.
"""

import argparse
import resource
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from matplotlib.figure import Figure
from rich.console import Console
from rich.progress import track
from rich.table import Table

from xl_mastermind.game.codemaker import cheating_feedbacks
from xl_mastermind.game.rules import Rules, Turn
from xl_mastermind.solve import compare_guesses
from xl_mastermind.solve.evaluation import evaluate
from xl_mastermind.solve.suggestion import suggest_guess

PICTURE: Final = Path(__file__).parents[1] / "docs" / "growth.png"

THEIRS: Final = {
    "knuth": "minmax",
    "expected-size": "minavg",
    "entropy": "entropy",
    "most-parts": "parts",
}
"""The names of our strategies in the other program."""

TREES: Final = {
    "4x6": 1,
    "4x10": 1 / 2,
    "4x10 distinct": 1 / 2,
    "5x8": 1 / 3,
    "6x6": 1 / 3,
}
"""Games whose trees both compute, and the wanted ratio of times."""

PLOTTED_TREES: Final = [
    "4x4",
    "4x5",
    "4x6",
    "4x7",
    "4x8",
    "4x9",
    "4x10",
    "5x7",
    "5x8",
    "6x6",
]
PLOTTED_GUESSES: Final = ["6x7", "6x8", "6x9"]
"""Games whose trees are plotted, and those with only a guess plotted."""

console = Console()


# The other program


def peer(name: str) -> Path:
    """Return the path of the other program."""
    found = shutil.which(Path(name).absolute())
    if found is None:
        raise SystemExit(f"expected a program that can be run, got {name}")
    return Path(found)


def their_seconds(program: Path, rules: Rules, strategy: str) -> float:
    repeats = "n" if rules.distinct else "r"
    game = f"p{rules.pegs}c{rules.colours}{repeats}"
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(  # noqa: S603 - the program that was named
        [program, "-r", game, "-s", THEIRS[strategy], "-S"],
        check=True,
        capture_output=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return max(seconds, 1e-3)  # the system's resolution


# Ours


def seconds_of(job: Callable[[], object]) -> float:
    """Return the least CPU time of a job after a first run."""
    job()
    times: list[float] = []
    while len(times) < 5 and (not times or sum(times) < 5):
        begin = time.process_time()
        job()
        times.append(time.process_time() - begin)
    return min(times)


def slowest_guess(rules: Rules) -> tuple[float, bool]:
    """Return the most CPU time of a later guess, and whether any was sampled."""
    slowest, is_sampled = 0.0, False
    guesses = [suggest_guess(rules, [], "knuth").guess]
    while (answers := cheating_feedbacks(rules, guesses))[-1] != rules.win:
        begin = time.process_time()
        chosen = suggest_guess(rules, [*map(Turn, guesses, answers)], "knuth")
        slowest = max(slowest, time.process_time() - begin)
        is_sampled = is_sampled or chosen.is_sampled
        guesses.append(chosen.guess)
    return slowest, is_sampled


# Table and plot


def compare_programs(program: Path) -> Table:
    """Return a table of the times of both programs, and their ratio."""
    table = Table("Game", "Codes", "Strategy", title="CPU seconds of a whole tree")
    for head in ("Ours", "Theirs", "Ratio", "Wanted"):
        table.add_column(head, justify="right")
    for game, wanted in track(
        TREES.items(), "Playing", console=console, transient=True
    ):
        rules = Rules.parse(game)
        for strategy in THEIRS:
            theirs = their_seconds(program, rules, strategy)
            ours = seconds_of(lambda: evaluate(rules, strategy))  # noqa: B023 - at once
            theirs = min(theirs, their_seconds(program, rules, strategy))
            ratio = ours / theirs
            style = "" if ratio <= wanted else "red"
            figures = f"{ours:.3f}", f"{theirs:.3f}", f"{ratio:.2f}", f"{wanted:.2f}"
            codes = f"{rules.code_count:,}"
            table.add_row(game, codes, strategy, *figures, style=style)
    return table


def plot_growth(program: Path | None) -> None:
    """Plot the time against the number of codes."""
    curves: dict[str, list[tuple[int, float]]] = {}
    sampled: list[tuple[int, float]] = []
    for game in track(
        [*PLOTTED_TREES, *PLOTTED_GUESSES], "Drawing", console=console, transient=True
    ):
        rules = Rules.parse(game)
        # Twice, since the first game computes tables.
        slowest, is_sampled = min(slowest_guess(rules), slowest_guess(rules))
        curves.setdefault("slowest guess", []).append((rules.code_count, slowest))
        if is_sampled:
            sampled.append((rules.code_count, slowest))
        if game in PLOTTED_GUESSES:
            continue
        tree = seconds_of(lambda: evaluate(rules, "knuth"))  # noqa: B023 - at once
        curves.setdefault("whole tree", []).append((rules.code_count, tree))
        if program:
            theirs = their_seconds(program, rules, "knuth")
            of_all = curves.setdefault("whole tree, fancidev/mastermind", [])
            of_all.append((rules.code_count, theirs))
    figure = Figure((7, 4), layout="constrained")
    axes = figure.subplots()
    for (label, points), mark in zip(curves.items(), "os^", strict=False):
        axes.loglog(*zip(*points, strict=True), marker=mark, label=label)
    if sampled:
        axes.plot(*zip(*sampled, strict=True), "o", mfc="white", mec="C0", zorder=3)
    axes.set(xlabel="codes", ylabel="CPU seconds", title="Knuth's strategy")
    axes.grid(alpha=0.3)
    axes.legend(frameon=False)
    figure.savefig(PICTURE, dpi=110, metadata={"Software": None})
    console.print(f"drawn: {PICTURE}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[1])
    parser.add_argument("program", nargs="?", type=peer, help="mmstrat, built")
    program = parser.parse_args().program
    compare_guesses.load_in_background().result()
    if program:
        console.print(compare_programs(program))
    plot_growth(program)


if __name__ == "__main__":
    main()

"""Several threads prove the same bounds and trees as one."""

import random
from functools import partial

import numpy as np
import pytest

from xl_mastermind.game.codes import all_codes
from xl_mastermind.game.rules import Rules
from xl_mastermind.lab.exact import search as exact_search
from xl_mastermind.lab.exact import state as exact_state
from xl_mastermind.lab.exact.problem import Bounds, Problem
from xl_mastermind.lab.exact.search import Search


def search(written: str, threads: int) -> Search:
    return Search(Problem.from_game(Rules.parse(written)), threads=threads)


@pytest.fixture
def all_help(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all threads search small sets too."""
    monkeypatch.setattr(exact_search, "_MIN_THREADED_SIZE", 2)


@pytest.mark.slow
@pytest.mark.table("written", "threads")
def test_threads_match_one_thread(written: str, threads: int) -> None:
    one, several = search(written, 1), search(written, threads)
    assert several.optimum() == one.optimum()
    assert several.tree() == one.tree()
    assert several.tree(orderly=True) == one.tree(orderly=True)
    assert several.worst_case() == one.worst_case()


@pytest.mark.slow
@pytest.mark.usefixtures("all_help")
@pytest.mark.parametrize("seed", range(6))
def test_threads_match_one_thread_for_sets(seed: int) -> None:
    rng = random.Random(seed)
    rules = Rules.parse(rng.choice(["4x4", "3x6 black", "4x6 distinct", "2x12", "5x3"]))
    codes = all_codes(rules)
    members = sorted(rng.sample(range(len(codes)), rng.randint(20, 100)))
    guesses = sorted({*members, *rng.sample(range(len(codes)), 40)})
    sets = codes[members], codes[guesses]
    problem = Problem(rules, *sets, renames=False, symmetric=False)
    one, several = Search(problem), Search(problem, threads=2 + seed % 4)
    for limit in (None, 9, 5, 4):
        assert several.total(max_guesses=limit) == one.total(max_guesses=limit)
        assert several.first_guess == one.first_guess
    for limit in range(1, 9):
        assert several.is_within(limit) == one.is_within(limit)
    half = np.sort(rng.sample(range(len(members)), len(members) // 2))
    assert several.total(half) == one.total(half)
    assert several.choose(half) == one.choose(half)


@pytest.mark.slow
def test_stopped_threads_have_bounds_and_continue(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(exact_search, "TICK", 0.001)  # progress is reported often
    several = search("5x5", 3)
    depths: list[int] = []  # as `optimum` shows them

    def stop_after(
        max_positions: int, current: Bounds, turns: int, positions: int
    ) -> None:
        assert 0 < current.lower <= 13496 <= (current.upper or 13496)
        if positions >= max_positions:
            depths.append(turns)
            several.stop()

    for positions in (0, 100, 2000):
        several.progress = partial(stop_after, positions)
        bounds = several.optimum()
        several.progress = None
        assert bounds.upper is not None
        assert bounds.lower <= 13496 <= bounds.upper
        tree = several.tree_of_bounds(bounds)
        assert tree is not None
        assert bounds.is_proved or tree.guess == bounds.first_guess
    assert 0 < depths[-1] < 20
    assert several.optimum().upper == 13496
    assert several.worst_case().upper == 5


def test_errors_of_threads_are_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    several = search("4x5", 3)
    mine = several._works[0]  # noqa: SLF001, the others' are to fail

    def fail(_tables: object, work: object, *_: object) -> int:
        if work is not mine:
            raise MemoryError("no room")
        return 0

    monkeypatch.setattr(several.kernel, "total", fail)
    with pytest.raises(MemoryError, match="no room"):
        several.total()


# The memo that they share


@pytest.mark.table("array", "column", "change")
def test_memo_ignores_damaged_entries(
    array: str, column: int, change: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = search("3x4", 1)
    kernel, tables, work = one.kernel, one._tables, one._works[0]  # noqa: SLF001
    find = kernel._find_entry.py_func  # noqa: SLF001
    monkeypatch.setattr(kernel, "_find_entry", find)
    work.keys[0, :3] = 5, 7, 11
    with np.errstate(over="ignore"):
        store = kernel._store_entry.py_func  # noqa: SLF001
        store(tables, work, np.uint64(99), 3, 4, 0, 6, 8)
        entry = tables.slots[:, kernel.CHECKSUM].nonzero()[0][0]
        rows = {
            "slots": tables.slots[entry],
            "arena": tables.arena,
            "keys": work.keys[0],
        }
        before = find(tables, work, np.uint64(99), 3, 4, 0)[1:]
        rows[array][column] += change
        after = find(tables, work, np.uint64(99), 3, 4, 0)[1:]
    assert (before, after) == ((6, 8), (0, 0))


@pytest.mark.usefixtures("all_help")
@pytest.mark.parametrize("threads", [1, 2, 4])
def test_a_small_memo_changes_no_result(
    threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exact_state, "_memo_size", lambda *_: (16, 2000))
    several = search("4x5", threads)
    assert several.optimum().upper == 2463
    assert several.worst_case().upper == 5

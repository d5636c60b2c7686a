"""
CPU seconds of the cases, in durations.txt, which `make durations` alone writes.

A case costs what its process and all processes below it take, divided by what a
reference takes at that time, so that load and machine matter little. Fixtures of a
session (a LibreOffice, a Windows) count in full for each case that uses them, for it
may be the only one. What the cases of a file share, its fixtures and what is cached,
is divided among the quick ones.
"""

import json
import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Generator, Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest
from _pytest.runner import runtestprotocol

FILE: Final = Path(__file__).with_suffix(".txt")

SLOW: Final = 0.5
"""CPU seconds of a case that `make test` leaves out."""

SMOKE: Final = (
    "tests/calc/test_calc_formulas.py::test_formula_returns_the_value",
    "tests/calc/test_calc_window.py::test_game_is_played_with_the_mouse",
    "tests/spreadsheet/test_scenes.py::test_button_matches_its_scene[calc-a ",
    "tests/spreadsheet/test_scenes.py::test_button_matches_its_scene[calc-the ",
)
"""How node ids begin of slow cases that `make test` runs: a bit of LibreOffice."""

_LISTED: Final = 0.1
"""CPU seconds of the cheapest case in the list."""

_REFERENCE: Final = 0.110
"""CPU seconds of the reference on the machine whose seconds all figures are."""

_MAX_REPEATED: Final = 3.0
"""CPU seconds of a case that is run twice, to see what the first run has cached."""


def read(text: str) -> dict[str, float]:
    """Return the costs of the listed cases and functions."""
    lines = (line.partition(" ") for line in text.splitlines())
    return {case: float(cost) for cost, _, case in lines}


@cache
def _recorded() -> dict[str, float]:
    return read(FILE.read_text("utf-8"))


def cost_of(case: str) -> float:
    """Return the CPU seconds of a case by its node id."""
    costs = _recorded()
    return costs.get(case, costs.get(case.partition("[")[0], 0.0))


def is_quick(case: str) -> bool:
    """Return whether `make test` runs a case."""
    return cost_of(case) < SLOW or case.startswith(SMOKE)


def _processes() -> float:
    """Return the CPU seconds of this process and of all below it, as of now."""
    tick = os.sysconf("SC_CLK_TCK")
    parents: dict[int, list[int]] = defaultdict(list)
    seconds: dict[int, float] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            stat = (folder / "stat").read_text("utf-8").rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(stat[1])].append(int(folder.name))
        seconds[int(folder.name)] = sum(map(int, stat[11:15])) / tick
    found, ahead = sum(os.times()[:4]), [*parents[os.getpid()]]
    while ahead:
        process = ahead.pop()
        found += seconds[process]
        ahead += parents[process]
    return found


def _reference() -> float:
    """Return the CPU seconds that a computation of always the same length takes."""
    begin = time.process_time()
    codes = [*product(range(6), repeat=4)]
    for code in codes[:70]:
        Counter(sum(a == b for a, b in zip(code, c, strict=True)) for c in codes)
    return time.process_time() - begin


class Measuring:
    """Write a line of JSON for each case, into a file for this process."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self._file = folder / f"{os.environ.get('PYTEST_XDIST_WORKER', 'all')}.jsonl"
        self._checked = 0.0
        self._scale = 1.0
        self._shared: dict[str, float] = {}  # what fixtures of a session have cost
        self._of_file: dict[str, float] = {}  # other shared fixtures of the case
        self._inner = 0.0  # what fixtures have cost that are set up within others
        self._used: list[str] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> bool:
        if time.monotonic() > self._checked + 20:
            self._scale = _REFERENCE / min(_reference(), _reference())
            self._checked = time.monotonic()
        hook = item.ihook
        hook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        # What is shared is kept for another case of the file.
        others = (i for i in item.session.items if i.parent is item.parent)
        near = next((other for other in others if other is not item), None)
        self._of_file, self._used = {}, []
        first = second = self._run(item, near or nextitem, log=True)
        if near and _LISTED < first * self._scale < _MAX_REPEATED:
            item._initrequest()  # type: ignore[attr-defined]  # noqa: SLF001
            second = min(first, self._run(item, near, log=False))
        item.session._setupstate.teardown_exact(nextitem)  # noqa: SLF001
        hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        line = {
            "case": item.nodeid,
            "cost": second * self._scale,
            "cached": (first - second) * self._scale,
            "of_file": {k: v * self._scale for k, v in self._of_file.items()},
            "uses": self._used,
            "session": sum(self._shared.get(name, 0) for name in self._used),
        }
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        return True

    def _run(self, item: pytest.Item, near: pytest.Item | None, *, log: bool) -> float:
        self._inner, begin = 0.0, _processes()
        reports = runtestprotocol(item, log=log, nextitem=near)
        if not log and any(report.failed for report in reports):
            return float("inf")
        return max(0.0, _processes() - begin - self._inner)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[Any]
    ) -> Generator[None, object, object]:
        if fixturedef.scope == "function":
            return (yield)
        before, self._inner, begin = self._inner, 0.0, _processes()
        try:
            return (yield)
        finally:
            total = _processes() - begin
            own = max(0.0, total - self._inner)
            self._inner = before + total
            if fixturedef.scope == "session":
                self._shared[fixturedef.argname] = own * self._scale
            else:
                self._of_file[fixturedef.argname] = own

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> None:
        request = item._request if isinstance(item, pytest.Function) else None  # noqa: SLF001
        self._used = [*getattr(request, "_fixture_defs", ())]


def _costs(lines: Iterable[Mapping[str, Any]]) -> dict[str, float]:
    """Return what each case costs with its part of what is shared."""
    files: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for line in lines:
        files[line["case"].partition("::")[0]].append(line)
    costs = {}
    for cases in files.values():
        own = {each["case"]: each["cost"] + each["session"] for each in cases}
        quick = [each for each in cases if own[each["case"]] < SLOW]
        cached = sum(each["cached"] for each in quick) / max(1, len(quick))
        made = Counter[str]()
        for each in cases:
            made.update(each["of_file"])
        for each in cases:
            share = cached
            for name in made.keys() & {*each["uses"]}:
                users = [other for other in quick if name in other["uses"]]
                share += made[name] / max(1, len(users))
            costs[each["case"]] = own[each["case"]] + share
    return costs


def _listed(costs: Mapping[str, float]) -> Iterator[str]:
    """Yield the lines of the list; one for a function with only slow or quick cases."""
    functions: dict[str, dict[str, float]] = defaultdict(dict)
    for case, cost in sorted(costs.items()):
        functions[case.partition("[")[0]][case] = cost
    for function, cases in functions.items():
        mean = sum(cases.values()) / len(cases)
        if len({cost >= SLOW for cost in cases.values()}) == 1:
            cases = {function: mean}  # noqa: PLW2901
        yield from (f"{c:.1f} {case}" for case, c in cases.items() if c >= _LISTED)


if __name__ == "__main__":
    measured = [
        json.loads(line)
        for path in sorted(Path(sys.argv[1]).glob("*.jsonl"))
        for line in path.read_text("utf-8").splitlines()
    ]
    costs = _costs(measured)
    FILE.write_text("\n".join([*_listed(costs), ""]), encoding="utf-8")
    quick = [cost for cost in costs.values() if cost < SLOW]
    slow = [cost for cost in costs.values() if cost >= SLOW]
    sys.stdout.write(
        f"{len(quick)} quick cases take {sum(quick):.0f} CPU seconds,"
        f" {len(slow)} slow ones {sum(slow):.0f}\n"
    )

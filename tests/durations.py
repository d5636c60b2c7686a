"""
Measure the CPU seconds of each case for `make durations`, and read the list of them.

The cost of a case is the time of its process and all child processes, relative to a
reference computation, so that load and machine matter little. Session fixtures (a
LibreOffice, a Windows) count in full for each case that uses them, since it may run
alone.
"""

import json
import os
import time
from collections import Counter, defaultdict
from collections.abc import Generator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest
from _pytest.runner import runtestprotocol

DURATIONS_FILE: Final = Path(__file__).with_suffix(".txt")

MIN_SLOW_COST: Final = 0.1
"""CPU seconds of the cheapest case in the list, which `make test` skips."""

SMOKE_PREFIXES: Final = (
    "tests/calc/test_calc_formulas.py::test_formula_returns_the_value",
    "tests/calc/test_calc_clicks.py::test_",
    "tests/spreadsheet/test_scenes.py::test_button_matches_its_scene[calc-a ",
    "tests/spreadsheet/test_scenes.py::test_button_matches_its_scene[calc-the ",
)
"""Prefixes of node ids: slow cases of LibreOffice that `make test` runs."""

_REFERENCE_COST: Final = 0.110
"""CPU seconds of the reference computation on the machine of all figures."""

_MAX_REPEATED_COST: Final = 3.0
"""CPU seconds of a case that runs twice, to measure the share of cached values."""


def _parse_costs(text: str) -> dict[str, float]:
    """Return the costs of the listed cases and functions."""
    lines = (line.partition(" ") for line in text.splitlines())
    return {case: float(cost) for cost, _, case in lines}


@cache
def _listed_costs() -> dict[str, float]:
    return _parse_costs(DURATIONS_FILE.read_text("utf-8"))


def cost_of(case: str) -> float:
    """Return the CPU seconds of a case by its node id."""
    costs = _listed_costs()
    return costs.get(case, costs.get(case.partition("[")[0], 0.0))


def is_quick(case: str) -> bool:
    """Return whether `make test` runs a case."""
    return cost_of(case) < MIN_SLOW_COST or case.startswith(SMOKE_PREFIXES)


def _cpu_seconds() -> float:
    """Return the CPU seconds of this process and all child processes so far."""
    tick = os.sysconf("SC_CLK_TCK")
    children: dict[int, list[int]] = defaultdict(list)
    seconds: dict[int, float] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            stat = (folder / "stat").read_text("utf-8").rpartition(")")[2].split()
        except OSError:
            continue
        children[int(stat[1])].append(int(folder.name))
        seconds[int(folder.name)] = sum(map(int, stat[11:15])) / tick
    total, queue = sum(os.times()[:4]), [*children[os.getpid()]]
    while queue:
        process = queue.pop()
        total += seconds[process]
        queue += children[process]
    return total


def _measure_reference() -> float:
    """Return the CPU seconds of the reference computation."""
    begin = time.process_time()
    codes = [*product(range(6), repeat=4)]
    for code in codes[:70]:
        Counter(sum(a == b for a, b in zip(code, c, strict=True)) for c in codes)
    return time.process_time() - begin


class DurationRecorder:
    """A plugin that writes a line of JSON for each case, to a file per process."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self._file = folder / f"{os.environ.get('PYTEST_XDIST_WORKER', 'all')}.jsonl"
        self._calibrated_at = 0.0
        self._scale = 1.0
        self._session_costs: dict[str, float] = {}  # of session fixtures
        self._file_costs: dict[str, float] = {}  # of other shared fixtures of the case
        self._nested_cost = 0.0  # of fixtures that other fixtures request
        self._fixture_names: list[str] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> bool:
        if time.monotonic() > self._calibrated_at + 20:
            self._scale = _REFERENCE_COST / min(
                _measure_reference(), _measure_reference()
            )
            self._calibrated_at = time.monotonic()
        hook = item.ihook
        hook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
        # Another case of the file keeps its shared fixtures alive.
        others = (i for i in item.session.items if i.parent is item.parent)
        sibling = next((other for other in others if other is not item), None)
        self._file_costs, self._fixture_names = {}, []
        first = second = self._run(item, sibling or nextitem, log=True)
        if sibling and MIN_SLOW_COST < first * self._scale < _MAX_REPEATED_COST:
            item._initrequest()  # type: ignore[attr-defined]  # noqa: SLF001
            second = min(first, self._run(item, sibling, log=False))
        item.session._setupstate.teardown_exact(nextitem)  # noqa: SLF001
        hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        line = {
            "case": item.nodeid,
            "cost": second * self._scale,
            "cached": (first - second) * self._scale,
            "of_file": {k: v * self._scale for k, v in self._file_costs.items()},
            "uses": self._fixture_names,
            "session": sum(
                self._session_costs.get(name, 0) for name in self._fixture_names
            ),
        }
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        return True

    def _run(
        self, item: pytest.Item, next_item: pytest.Item | None, *, log: bool
    ) -> float:
        self._nested_cost, begin = 0.0, _cpu_seconds()
        reports = runtestprotocol(item, log=log, nextitem=next_item)
        if not log and any(report.failed for report in reports):
            return float("inf")
        return max(0.0, _cpu_seconds() - begin - self._nested_cost)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: pytest.FixtureDef[Any]
    ) -> Generator[None, object, object]:
        if fixturedef.scope == "function":
            return (yield)
        outer, self._nested_cost, begin = self._nested_cost, 0.0, _cpu_seconds()
        try:
            return (yield)
        finally:
            total = _cpu_seconds() - begin
            own_cost = max(0.0, total - self._nested_cost)
            self._nested_cost = outer + total
            if fixturedef.scope == "session":
                self._session_costs[fixturedef.argname] = own_cost * self._scale
            else:
                self._file_costs[fixturedef.argname] = own_cost

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> None:
        request = item._request if isinstance(item, pytest.Function) else None  # noqa: SLF001
        self._fixture_names = [*getattr(request, "_fixture_defs", ())]

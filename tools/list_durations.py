"""
Write tests/durations.txt from the measurements in a folder.

    PYTHONPATH=tests .venv/bin/python -m list_durations .durations

Quick cases of a file share the costs of its fixtures and of cached values.
"""

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from durations import DURATIONS_FILE, MIN_SLOW_COST


def _case_costs(lines: Iterable[Mapping[str, Any]]) -> dict[str, float]:
    """Return the cost of each case with its share of common costs."""
    files: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for line in lines:
        files[line["case"].partition("::")[0]].append(line)
    costs = {}
    for cases in files.values():
        own_costs = {each["case"]: each["cost"] + each["session"] for each in cases}
        quick = [each for each in cases if own_costs[each["case"]] < MIN_SLOW_COST]
        cached = sum(each["cached"] for each in quick) / max(1, len(quick))
        fixture_costs = Counter[str]()
        for each in cases:
            fixture_costs.update(each["of_file"])
        for each in cases:
            share = cached
            for name in fixture_costs.keys() & {*each["uses"]}:
                users = [other for other in quick if name in other["uses"]]
                share += fixture_costs[name] / max(1, len(users))
            costs[each["case"]] = own_costs[each["case"]] + share
    return costs


def _list_lines(costs: Mapping[str, float]) -> Iterator[str]:
    """Yield the lines of the list; one for a function with only slow or quick cases."""
    functions: dict[str, dict[str, float]] = defaultdict(dict)
    for case, cost in sorted(costs.items()):
        functions[case.partition("[")[0]][case] = cost
    for function, cases in functions.items():
        mean = sum(cases.values()) / len(cases)
        if len({cost >= MIN_SLOW_COST for cost in cases.values()}) == 1:
            cases = {function: mean}  # noqa: PLW2901
        yield from (
            f"{c:.1f} {case}" for case, c in cases.items() if c >= MIN_SLOW_COST
        )


if __name__ == "__main__":
    measured = [
        json.loads(line)
        for path in sorted(Path(sys.argv[1]).glob("*.jsonl"))
        for line in path.read_text("utf-8").splitlines()
    ]
    costs = _case_costs(measured)
    DURATIONS_FILE.write_text("\n".join([*_list_lines(costs), ""]), encoding="utf-8")
    quick = [cost for cost in costs.values() if cost < MIN_SLOW_COST]
    slow = [cost for cost in costs.values() if cost >= MIN_SLOW_COST]
    sys.stdout.write(
        f"{len(quick)} quick cases take {sum(quick):.0f} CPU seconds,"
        f" {len(slow)} slow ones {sum(slow):.0f}\n"
    )

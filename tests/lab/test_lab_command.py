"""`optimum`, `worst-case` and `tables`."""

import csv
import json
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from command_line import is_refused, run, run_json, run_process, without_numba
from processes import wait_for

import xl_mastermind
from xl_mastermind.lab import command as lab_command
from xl_mastermind.lab.exact.ab_games import entries
from xl_mastermind.lab.exact.problem import Bounds

pytestmark = pytest.mark.slow


def test_tables_equal_those_of_the_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    few = [
        entry
        for entry in entries()
        if entry.known_bounds.lower < 6
        or entry.table == "End-games"
        or entry.name == "AB(3,8)"  # the first value of its formula for more colours
        if "(4,16)" not in entry.name  # 122 end games
    ]
    monkeypatch.setattr(lab_command, "entries", lambda: few)
    found = run_json("tables")["entries"]
    assert [one["name"] for one in found] == [entry.name for entry in few]
    for one in found:
        assert one["proved"]
        assert one["paper"]["lower"] <= one["guesses"]
        assert one["guesses"] <= (one["paper"]["upper"] or 6)
    said = run("tables").out
    titles = list(dict.fromkeys(entry.table for entry in few))
    assert [line for line in map(str.strip, said.splitlines()) if line in titles] == (
        titles
    )
    assert "in the paper" not in said
    rows = [*csv.DictReader(run("tables", "--csv").out.splitlines())]
    assert [(row["name"], row["guesses"]) for row in rows] == [
        (one["name"], str(one["guesses"])) for one in found
    ]
    assert all(row["paper"] for row in rows)


def test_tables_have_bounds_of_the_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    names = {"AB(4,7)", "AB(4,8)", "ABB(3,8)", "B8"}
    few = [entry for entry in entries() if entry.name in names]
    # As AB(4,12) is, whose table takes longer: 6 only where a search proves it.
    (still_open,) = (entry for entry in few if entry.name == "AB(4,8)")
    few[few.index(still_open)] = replace(still_open, known_bounds=Bounds(5, 6, None))
    monkeypatch.setattr(lab_command, "entries", lambda: few)
    found = run_json("tables", "--time-limit", "0")["entries"]
    said = {
        one["name"]: (one["lower"], one["upper"], one["guesses"], one["by"])
        for one in found
    }
    assert said["AB(4,7)"] == (6, 6, 6, "paper")
    assert said["AB(4,8)"] == (5, 6, None, "paper")
    assert said["ABB(3,8)"] == (9, 9, 9, "paper")
    assert said["B8"][0] == 6
    assert not any(one["proved"] for one in found)
    printed = run("tables", "--time-limit", "0").out
    assert re.search(r"AB\(4,7\): 6 is the paper's; this run found: \d-\d", printed)
    assert re.search(r"AB\(4,8\): 5-6 is the paper's; this run found: ", printed)


def test_time_limit_returns_bounds() -> None:
    said = run("optimum", "--game", "4x8", "--time-limit", "0")
    assert re.search(r"Minimum total: between [\d,]+ and [\d,]+", said.out)
    answer = run_json("optimum", "--game", "4x7", "--time-limit", "0")
    assert answer["total"] is answer["average"] is answer["max"] is None
    assert answer["proved"] is False
    assert answer["lower"] < 11228 < answer["upper"]
    answer = run_json("worst-case", "--game", "4x9 distinct black", "--time-limit", "0")
    assert answer["guesses"] is None
    assert answer["proved"] is False
    assert answer["lower"] <= 10 <= answer["upper"]


def where_numba_can_keep_nothing(folder: Path) -> dict[str, str]:
    package = folder / "xl_mastermind"
    ours = Path(xl_mastermind.__file__).parent
    shutil.copytree(ours, package, ignore=shutil.ignore_patterns("__pycache__"))
    for place in [package, *filter(Path.is_dir, package.rglob("*"))]:
        (place / "__pycache__").touch()  # a file where numba would make a folder
    (folder / "file").touch()
    return {"NUMBA_CACHE_DIR": "", "XDG_CACHE_HOME": str(folder / "file")}


def where_numba_may_not_compile(_: Path) -> dict[str, str]:
    return {"NUMBA_DISABLE_JIT": "1"}


@pytest.mark.parametrize(
    ("lacking", "needed"),
    [
        (
            without_numba,
            (
                "numba; install it, in xl-mastermind's folder, with: pip install"
                ' ".[exact]" (no numba)'
            ),
        ),
        (
            where_numba_can_keep_nothing,
            "a folder for numba's compiled code: set NUMBA_CACHE_DIR to one",
        ),
        (where_numba_may_not_compile, "NUMBA_DISABLE_JIT to be unset"),
    ],
)
def test_exact_search_names_its_requirements(
    lacking: Callable[[Path], dict[str, str]], needed: str, tmp_path: Path
) -> None:
    environment = lacking(tmp_path) | {"PYTHONUTF8": "1"}
    for command in ("optimum", "worst-case", "tables"):
        done = run_process(command, env=environment, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == f"xl-mastermind: exact search needs {needed}\n"
    other = run_process("next", "1122:1,1", env=environment, cwd=tmp_path)
    assert other.returncode == 0


def interrupted(*words: str, after: str) -> dict[str, Any]:
    """Return the answer of a search that is interrupted once it has told how far."""
    with subprocess.Popen(  # noqa: S603, our own program
        [sys.executable, "-m", "xl_mastermind", *words, "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as search:
        assert search.stderr is not None
        assert after in search.stderr.readline()
        search.send_signal(signal.SIGINT)
        out, err = search.communicate()
    answer: dict[str, Any] = json.loads(out)
    assert "Traceback" not in err
    assert (search.returncode, answer["proved"]) == (0, False)
    return answer


@pytest.mark.table("command", "workers")
def test_interrupted_search_returns_bounds(command: str, workers: str) -> None:
    words = ["--game", "4x10 distinct black", "--workers", workers]
    answer = interrupted(command, *words, after="at least")
    if command == "optimum":
        assert 5040 * 7 < answer["lower"] <= answer["upper"] < 5040 * 10
    else:
        assert 8 <= answer["lower"] <= 11 <= answer["upper"]


# Games past the table of all pairs, and many machines


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    distributed = pytest.importorskip("distributed", reason="needs a cluster")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=":0"
    ) as workers:
        yield workers.scheduler_address


@pytest.mark.parametrize("strategy", ["all", "lookahead-2-2"])
def test_cluster_evaluates_as_one_process(strategy: str, cluster: str) -> None:
    words = ("evaluate", "--game", "3x3", "--strategy", strategy, "--first", "all")
    assert run_json(*words, "--cluster", cluster) == run_json(*words)


def test_cluster_computes_the_same_tables(
    cluster: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = [entry for entry in entries() if entry.row in ("AB(3,c)", "AB(p,p)")]
    few = [entry for entry in few if entry.known_bounds.lower < 7]
    monkeypatch.setattr(lab_command, "entries", lambda: few)
    assert run_json("tables", "--cluster", cluster) == run_json("tables")


_SCHEDULER = """
import sys
from distributed import LocalCluster
with LocalCluster(
    n_workers=int(sys.argv[1]), processes=False, protocol="tcp", dashboard_address=":0"
) as cluster:
    print(cluster.scheduler_address, flush=True)
    sys.stdin.read()
"""


@contextmanager
def started_scheduler(
    n_workers: int,
) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """Yield a scheduler in a process of its own, and its address."""
    with subprocess.Popen(  # noqa: S603, our own script
        [sys.executable, "-c", _SCHEDULER, str(n_workers)],
        stdin=subprocess.PIPE,  # it ends with this process
        stdout=subprocess.PIPE,
        encoding="utf-8",
    ) as scheduler:
        assert scheduler.stdout is not None
        yield scheduler, scheduler.stdout.readline().strip()


@pytest.mark.parametrize("command", ["tables", "evaluate"])
def test_missing_cluster_raises_an_error(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed", reason="needs a cluster")

    def complaint(address: str) -> str:
        said = run(command, "--cluster", address)
        assert not is_refused(said)
        assert said.code == 1
        return said.err

    monkeypatch.setattr("xl_mastermind.lab.cluster._TIMEOUT", 1.0)
    for address in ("tcp://127.0.0.1:9", "nonsense://here"):
        assert f"expected a Dask cluster at {address}, got" in complaint(address)
    with started_scheduler(n_workers=0) as (_, address):
        assert "0/1 workers" in complaint(address)
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert 'pip install ".[cluster]"' in complaint("tcp://127.0.0.1:9")


def test_lost_scheduler_prints_one_line() -> None:
    distributed = pytest.importorskip("distributed", reason="needs a cluster")
    with (
        started_scheduler(n_workers=1) as (scheduler, address),
        distributed.Client(address) as client,
        subprocess.Popen(  # noqa: S603, our own program
            [sys.executable, "-m", "xl_mastermind", "tables", "--cluster", address],
            stderr=subprocess.PIPE,
            encoding="utf-8",
        ) as search,
    ):
        wait_for(lambda: any(client.processing().values()), "work")
        scheduler.kill()
        assert search.stderr is not None
        *_, last = search.stderr
    assert search.returncode == 1
    assert last.startswith(f"xl-mastermind: expected a Dask cluster at {address}, got")

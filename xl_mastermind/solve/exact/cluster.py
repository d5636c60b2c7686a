"""
A crew of Dask workers, on any number of machines; it needs the extra ``cluster``.

Whoever searches starts ``dask scheduler`` and ``dask worker``. Each worker does one
task at a time, with as many threads as it was given, and keeps what it has found.
"""

import contextlib
import threading
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from functools import partial
from typing import Any, Final, cast
from uuid import uuid4

from distributed import (
    Client,
    Future,
    KilledWorker,
    WorkerPlugin,
    get_worker,
    wait,
)
from distributed import Worker as DaskWorker

from xl_mastermind import __version__
from xl_mastermind.solve.exact.crew import CrewLostError, Report, Task, Worker
from xl_mastermind.solve.exact.problem import Problem
from xl_mastermind.solve.exact.search import Search

_HAND: Final = "xl-mastermind"
"""What a task takes, and each worker has one of."""

_LOST: Final = (
    CancelledError,
    ImportError,
    KilledWorker,
    OSError,
    RuntimeError,
    ValueError,
)
"""What Dask raises where workers or the scheduler are gone or cannot do this."""

_PATIENCE: Final = 10.0
"""Seconds within which a scheduler is to answer, also when it was lost."""

_FETCHED: Final = 3.0
"""Seconds that a report takes at most to come here."""

_COUNTED: Final = 1.0
"""Seconds for which a number of workers is taken to be true."""


class _Searcher(WorkerPlugin):
    """What a Dask worker has of a search; whoever comes later gets it too."""

    def __init__(self, name: str, problem: Problem) -> None:
        self.name = name
        self._problem = problem

    async def setup(self, worker: DaskWorker) -> None:
        threads = worker.state.nthreads
        self._worker = Worker(partial(Search, self._problem, threads=threads))
        self._lock = threading.Lock()
        await worker.set_resources(**{_HAND: 1})

    def work(self, task: Task) -> Report:
        with self._lock:
            return self._worker.work(task)

    def call_off(self, number: int) -> None:
        self._worker.call_off(number)


def _work(name: str, task: Task) -> Report:
    """Do a task, in a thread of a Dask worker."""
    searcher = cast("_Searcher", get_worker().plugins[name])
    return searcher.work(task)


def _version() -> str:
    return __version__


def _call_off(name: str, number: int, dask_worker: DaskWorker) -> None:
    if searcher := dask_worker.plugins.get(name):
        cast("_Searcher", searcher).call_off(number)


class Cluster:
    """
    The workers of a Dask cluster, as a `Crew`.

    A worker that is lost does not matter while others are left: what it did is done
    again. Workers may come at any time.

    Parameters
    ----------
    address : str
        The scheduler's, such as ``tcp://192.168.1.5:8786``.

    Raises
    ------
    CrewLostError
        If nobody answers there.

    Examples
    --------
    >>> crew = Cluster("tcp://192.168.1.5:8786")  # doctest: +SKIP
    >>> SpreadSearch(problem, crew).optimum()  # doctest: +SKIP
    >>> crew.close()  # doctest: +SKIP
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._name = ""
        self._out: dict[Future[Any], int] = {}
        self._size, self._count_again = 1, 0.0
        with self._telling_if_lost():
            self._client = Client(address, timeout=_PATIENCE)

    def close(self) -> None:
        """Let the workers forget the problem, and leave them."""
        with contextlib.suppress(*_LOST):
            self._forget()
        self._client.close()

    def begin(self, problem: Problem) -> None:
        """See `Crew`."""
        with self._telling_if_lost():
            self._forget()
            for version in self._client.run(_version).values():
                if version != __version__:
                    raise ImportError(f"a worker has xl-mastermind {version}")
            self._name = f"{_HAND} {uuid4().hex}"
            self._client.register_plugin(_Searcher(self._name, problem))

    def size(self) -> int:
        """See `Crew`."""
        if time.monotonic() > self._count_again:
            with self._telling_if_lost():
                self._size = max(1, len(self._client.nthreads()))
            self._count_again = time.monotonic() + _COUNTED
        return self._size

    def now(self) -> float:
        """See `Crew`."""
        return time.monotonic()

    def start(self, task: Task) -> None:
        """See `Crew`."""
        hand = {_HAND: 1}
        future = self._client.submit(
            _work, self._name, task, pure=False, resources=hand
        )
        self._out[future] = task.number

    def wait(self, seconds: float) -> list[tuple[int, Report]]:
        """See `Crew`."""
        found = []
        with self._telling_if_lost(), contextlib.suppress(TimeoutError):
            for future in wait([*self._out], seconds, "FIRST_COMPLETED").done:
                # Too late, if its worker was lost; then it is done again.
                report = future.result(timeout=_FETCHED)
                found.append((self._out.pop(future), report))
        return found

    def call_off(self, number: int) -> None:
        """See `Crew`."""
        with self._telling_if_lost():
            self._client.run(_call_off, self._name, number, on_error="ignore")

    def _forget(self) -> None:
        if self._name:
            self._client.unregister_worker_plugin(self._name)

    @contextlib.contextmanager
    def _telling_if_lost(self) -> Iterator[None]:
        try:
            yield
        except _LOST as error:
            told = " ".join(str(error).split())
            raise CrewLostError(
                f"the cluster {self._address} was lost ({told})"
            ) from None

"""
Independent tasks, such as games, for a Dask cluster; needs the extra ``cluster``.

Dask assigns the tasks of a lost worker to other workers.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from functools import partial
from typing import Final

from xl_mastermind.lab.interrupts import T, run_jobs
from xl_mastermind.solve.search_errors import ExactSearchError

_TIMEOUT: Final = 10.0
"""Seconds for the scheduler to answer and to have a worker."""


@contextmanager
def connect_executor(address: str) -> Iterator[Executor]:
    """Yield the executor of a scheduler, such as `tcp://10.0.0.5:8786`."""
    try:
        from dask import config  # noqa: PLC0415, an extra
        from distributed import Client, KilledWorker  # noqa: PLC0415, as dask
    except ImportError as error:
        advice = (
            "a cluster needs Dask; in xl-mastermind's folder, run:"
            ' pip install ".[cluster]"'
        )
        raise ExactSearchError(f"{advice} ({error})") from None
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    config.set({"distributed.comm.timeouts.connect": _TIMEOUT})
    try:
        client = Client(address, timeout=_TIMEOUT)
    except (OSError, ValueError) as error:
        raise _cluster_error(address, error) from None
    try:
        client.wait_for_workers(1, timeout=_TIMEOUT)
        yield client.get_executor(pure=False)
    except CancelledError:
        raise _cluster_error(address, "a lost connection") from None
    except (ImportError, KilledWorker, OSError, RuntimeError) as error:
        raise _cluster_error(address, error) from None
    finally:
        client.close()


def run_on_cluster(
    executor: Executor,
    jobs: Sequence[Callable[[], T]],
    report: Callable[[int, T], object] = lambda *_: None,
) -> list[T]:
    """Return the results of jobs that a cluster runs; see `run_jobs`."""
    return run_jobs(executor, jobs, partial(executor.shutdown, wait=False), report)


def _cluster_error(address: str, reason: object) -> ExactSearchError:
    return ExactSearchError(f"expected a Dask cluster at {address}, got: {reason}")

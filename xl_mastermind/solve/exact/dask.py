"""
Independent tasks, such as games, for a Dask cluster; needs the extra ``cluster``.

Dask assigns the tasks of a lost worker to other workers.
"""

import logging
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from typing import Any, Final, TypeVar

from dask import config
from distributed import Client, KilledWorker, wait

from xl_mastermind.solve.exact.problem import ExactSearchError
from xl_mastermind.solve.interrupts import TICK

_TIMEOUT: Final = 10.0
"""Seconds for the scheduler to answer and to have a worker."""

Result = TypeVar("Result")


@contextmanager
def connect_client(address: str) -> Iterator[Client]:
    """Connect a client to a scheduler, such as `tcp://10.0.0.5:8786`."""
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    config.set({"distributed.comm.timeouts.connect": _TIMEOUT})
    try:
        client = Client(address, timeout=_TIMEOUT)
    except (OSError, ValueError) as error:
        raise _cluster_error(address, error) from None
    try:
        client.wait_for_workers(1, timeout=_TIMEOUT)
        yield client
    except CancelledError:
        raise _cluster_error(address, "a lost connection") from None
    except (ImportError, KilledWorker, OSError, RuntimeError) as error:
        raise _cluster_error(address, error) from None
    finally:
        client.close()


def _cluster_error(address: str, reason: object) -> ExactSearchError:
    return ExactSearchError(f"expected a Dask cluster at {address}, got: {reason}")


def map_tasks(
    client: Client, function: Callable[..., Result], *arguments: Collection[Any]
) -> Iterator[Result]:
    """Yield the results of `map`, computed by workers."""
    futures = client.map(function, *arguments, pure=False)
    try:
        for future in futures:
            while not future.done():  # a longer wait would delay Ctrl-C
                with suppress(TimeoutError):
                    wait([future], TICK)
            yield future.result()
    finally:
        client.cancel(futures)

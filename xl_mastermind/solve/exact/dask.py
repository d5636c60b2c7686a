"""
Work for the workers of a Dask cluster; it needs the extra ``cluster``.

`results` gives out what is independent, such as games. Dask gives a task to another
worker if the first one is lost.
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

_PATIENCE: Final = 10.0
"""Seconds within which the scheduler must answer and have a worker."""

Result = TypeVar("Result")


@contextmanager
def connect_client(address: str) -> Iterator[Client]:
    """Give the client of a scheduler, such as `tcp://10.0.0.5:8786`."""
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    config.set({"distributed.comm.timeouts.connect": _PATIENCE})
    try:
        client = Client(address, timeout=_PATIENCE)
    except (OSError, ValueError) as error:
        raise _lost(address, error) from None
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
        yield client
    except CancelledError:
        raise _lost(address, "a lost connection") from None
    except (ImportError, KilledWorker, OSError, RuntimeError) as error:
        raise _lost(address, error) from None
    finally:
        client.close()


def _lost(address: str, reason: object) -> ExactSearchError:
    return ExactSearchError(f"expected a Dask cluster at {address}, got: {reason}")


def map_tasks(
    client: Client, function: Callable[..., Result], *arguments: Collection[Any]
) -> Iterator[Result]:
    """Yield what `map` would yield, from workers."""
    futures = client.map(function, *arguments, pure=False)
    try:
        for future in futures:
            while not future.done():  # in short waits, which Ctrl-C can end
                with suppress(TimeoutError):
                    wait([future], TICK)
            yield future.result()
    finally:
        client.cancel(futures)

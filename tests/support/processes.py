"""Run Python in a process of its own, and wait for conditions."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


def run_python(
    code: str, *words: object, check: bool = True, **options: Any
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, words)],
        check=check,
        capture_output=True,
        encoding="utf-8",
        **options,
    )


def wait_for(
    condition: Callable[[], object], description: str, timeout: float = 300
) -> None:
    end = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < end, f"timeout: {description}"
        time.sleep(0.02)


@contextmanager
def virtual_screen(*options: str) -> Iterator[str]:
    """Yield the name of a screen of Xvfb, on which programs show their windows."""
    command = ["Xvfb", "-displayfd", "1", *options]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        assert server.stdout
        try:
            yield f":{server.stdout.readline().strip()}"
        finally:
            server.terminate()

"""
Entry point of ``xl-mastermind`` and ``python -m xl_mastermind``.

It imports almost nothing, because Ctrl-C must print one line from the start. While a
command loads, Ctrl-C ends the process, because imports may convert KeyboardInterrupt.
"""

import os
import sys


def main() -> None:
    """Run the command line and end the process."""
    try:
        _run()
    except KeyboardInterrupt:
        _end()


def _run() -> None:
    import signal  # noqa: PLC0415, the longest import here: `main` handles Ctrl-C

    interrupted = False

    def interrupt(*_: object) -> None:
        nonlocal interrupted
        interrupted = True
        signal.signal(signal.SIGINT, _end)  # a second Ctrl-C ends at once
        raise KeyboardInterrupt

    def handle_unraisable(arguments: "sys.UnraisableHookArgs") -> None:
        if issubclass(arguments.exc_type, KeyboardInterrupt):
            _end()
        sys.__unraisablehook__(arguments)

    def install_handlers() -> None:
        if is_foreground:
            sys.unraisablehook = handle_unraisable
            signal.signal(signal.SIGINT, interrupt)

    # Shells ignore SIGINT for background processes.
    is_foreground = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_foreground:
        signal.signal(signal.SIGINT, _end)
    _open_streams()
    _remove_empty_variables()
    from xl_mastermind.cli import main as run  # noqa: PLC0415, 0.1 s: see above

    try:
        exit_code = run(on_load=install_handlers)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    except Exception:
        if interrupted:
            _end()  # some libraries convert the exception
        raise
    if interrupted:
        os._exit(exit_code)  # `sys.exit` would wait for threads
    sys.exit(exit_code)


def _end(*_: object) -> None:
    try:
        # A terminal prints ^C without an end of the line.
        os.write(2, b"\n" * os.isatty(2) + b"xl-mastermind: interrupted\n")
    finally:
        os._exit(1)


def _open_streams() -> None:
    """Open closed standard streams, or the next files would get their numbers."""
    while (handle := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(handle)
    sys.stderr = sys.stderr or os.fdopen(2, "w")  # `input` requires it


def _remove_empty_variables() -> None:
    """Delete empty environment variables, which libraries treat differently."""
    for name in [name for name, value in os.environ.items() if not value]:
        del os.environ[name]


if __name__ == "__main__":
    main()

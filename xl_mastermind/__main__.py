"""
The command's entry: ``xl-mastermind``, and ``python -m xl_mastermind``.

It imports next to nothing, so that Ctrl-C is one line from the first moment on. While
a command is loaded, Ctrl-C simply ends the process: an exception would come out of
imports in many shapes.
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
    import signal  # noqa: PLC0415, the longest import here: `main` takes Ctrl-C

    interrupted = False

    def interrupt(*_: object) -> None:
        nonlocal interrupted
        interrupted = True
        signal.signal(signal.SIGINT, _end)  # pressed again, it does not wait
        raise KeyboardInterrupt

    def notice(lost: "sys.UnraisableHookArgs") -> None:
        if issubclass(lost.exc_type, KeyboardInterrupt):
            _end()  # it came where Python drops exceptions
        sys.__unraisablehook__(lost)

    def listen() -> None:
        if hears_ctrl_c:
            sys.unraisablehook = notice
            signal.signal(signal.SIGINT, interrupt)

    # A shell may keep Ctrl-C from what it runs in the background.
    hears_ctrl_c = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if hears_ctrl_c:
        signal.signal(signal.SIGINT, _end)
    _open_streams()
    from xl_mastermind.cli import main as run  # noqa: PLC0415, 0.1 s: see above

    try:
        exit_code = run(when_loaded=listen)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    except Exception:
        if interrupted:
            _end()  # there is code that makes other exceptions of an interruption
        raise
    if interrupted:
        os._exit(exit_code)  # threads may be at work that nobody waits for
    sys.exit(exit_code)


def _end(*_: object) -> None:
    """End at once, where nothing is to be cleaned up."""
    try:
        # A terminal shows ^C, and no end of the line.
        os.write(2, b"\n" * os.isatty(2) + b"xl-mastermind: interrupted\n")
    finally:
        os._exit(1)


def _open_streams() -> None:
    """Put something in the place of closed streams, or our files would be there."""
    while (handle := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(handle)
    sys.stderr = sys.stderr or os.fdopen(2, "w")  # `input` refuses to go without


if __name__ == "__main__":
    main()

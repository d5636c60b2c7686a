"""`open`, `setup` and `doctor`: the spreadsheet programs of this machine."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from xl_mastermind import install as programs
from xl_mastermind.cli.build import ENDINGS, WORKBOOK
from xl_mastermind.files import check_writable, write_file
from xl_mastermind.install import InstallError, Machine
from xl_mastermind.solve.compilation import COMPILED_FUNCTION_COUNT, compile_kernels
from xl_mastermind.spreadsheet.edition import Edition
from xl_mastermind.spreadsheet.workbook_contents import CALC_ENDING
from xl_mastermind.spreadsheet.workbook_file import new_workbook
from xl_mastermind.terminal.options import add_options, check_ending
from xl_mastermind.terminal.output import (
    Command,
    command_line,
    out,
    progress,
    with_commands,
)

FAILURES: Final = (InstallError,)

_IN_REPOSITORY: Final = Path("workbook", WORKBOOK)
"""The workbook that README names, seen from the project's folder."""

_MARKS: Final = {"ok": "ok  ", "note": "note ", "problem": "FIX "}
"""The beginnings of the lines of `doctor`."""


def open_options(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, nargs="?", default=WORKBOOK)
    parser.add_argument(
        "--in", dest="program", choices=["excel", "calc"], help="the program"
    )


def open(options: Namespace) -> Command:  # noqa: A001, the command's name
    """Open a workbook, which is written if it is not there."""
    path, program, machine = options.file, options.program, Machine.detect()
    check_ending(path, *ENDINGS, CALC_ENDING)
    is_kept_by_calc = path.suffix.lower() == CALC_ENDING
    if is_kept_by_calc:
        program = program or "calc"
    is_new = not (is_kept_by_calc or path.exists())
    # Nothing is written or set up for a workbook that cannot be shown then.
    programs.check_can_open(None if is_new else path, program, machine)
    if is_new:
        check_writable(path)
    yield from map(with_commands, programs.connect_application(program, machine))
    _prepare()
    if is_new:
        write_file(path, new_workbook(Edition.from_path(path)))
    yield programs.open_workbook(path, program, machine)
    return None


def setup_options(parser: ArgumentParser) -> None:
    text = "take the add-in out of Excel, and the extension out of Calc"
    parser.add_argument("--remove", action="store_true", help=text)


def setup(options: Namespace) -> Command:
    """Connect Excel and Calc with this Python."""
    if options.remove:
        yield from programs.disconnect_applications(Machine.detect())
    else:
        yield from map(with_commands, programs.connect_applications(Machine.detect()))
        _prepare()
        workbook = [_IN_REPOSITORY] if _IN_REPOSITORY.is_file() else []
        yield ["Now play: ", command_line("open", *workbook)]
    return None


def doctor_options(parser: ArgumentParser) -> None:
    add_options(parser, "--json")
    parser.add_argument("file", metavar="FILE", type=Path, nargs="?")


def doctor(options: Namespace) -> Command:
    """Find out what keeps the workbook from working."""
    checks = []
    for found in programs.machine_checks(options.file, Machine.detect()):
        check = found._replace(fix=with_commands(found.fix))
        checks.append(check)
        fix = f": {check.fix}" if check.fix else ""
        yield f"{_MARKS[check.result]}{check.text}{fix}"
    return {
        "ok": all(check.is_ok for check in checks),
        "checks": [
            dict(zip(("mark", "what", "cure"), check, strict=True)) for check in checks
        ],
    }


def _prepare() -> None:
    """Compile now what would keep a player waiting later."""
    with progress("Compiling", COMPILED_FUNCTION_COUNT) as advance:
        compile_kernels(out.print, advance=advance)

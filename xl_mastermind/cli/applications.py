"""`open`, `setup` and `doctor`: the applications of this machine."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Final

from xl_mastermind import install
from xl_mastermind.board.workbook_file import new_workbook
from xl_mastermind.cli.build import DEFAULT_WORKBOOK, WORKBOOK_ENDINGS
from xl_mastermind.files import bundled_file, write_file
from xl_mastermind.install import InstallError, Machine
from xl_mastermind.lab.compilation import compile_kernels
from xl_mastermind.terminal.options import (
    add_options,
    check_file_ending,
    check_output_file,
)
from xl_mastermind.terminal.output import (
    Command,
    shell_command,
    stdout,
    with_program_path,
)
from xl_mastermind.workbook_files.edition import Edition
from xl_mastermind.workbook_files.package import check_workbook
from xl_mastermind.workbook_files.workbook_contents import CALC_ENDING

FAILURES: Final = (InstallError,)

_REPOSITORY_WORKBOOK: Final = Path("workbook", DEFAULT_WORKBOOK)
"""Path of the workbook in README, relative to the project's folder."""

_REPORT: Final = Path("xl-mastermind-report.txt")
"""The report of `doctor --excel`, in the current folder."""

_LINE_STARTS: Final = {"ok": "ok  ", "note": "note ", "problem": "FIX "}


def open_options(parser: ArgumentParser) -> None:
    add_options(parser, "file", default=DEFAULT_WORKBOOK)
    applications, text = ["excel", "calc"], "the application"
    parser.add_argument("--in", dest="application", choices=applications, help=text)


def open(options: Namespace) -> Command:  # noqa: A001, the command's name
    """Open a workbook, written first if it does not exist."""
    path, application, machine = options.file, options.application, Machine.detect()
    check_file_ending(path, *WORKBOOK_ENDINGS, CALC_ENDING)
    is_calc_file = path.suffix.lower() == CALC_ENDING
    if is_calc_file:
        application = application or "calc"
    is_new = not (is_calc_file or path.exists())
    # Check before the first output whether the workbook can be opened.
    install.check_can_open(None if is_new else path, application, machine)
    if is_new:
        check_output_file(path, *WORKBOOK_ENDINGS)
    yield from map(with_program_path, install.ensure_connection(application, machine))
    if is_new:
        write_file(path, new_workbook(Edition.from_path(path)))
        yield f"wrote the new workbook {path}"
    if install.opens_in_calc(application, machine):
        yield "LibreOffice Calc shows the board in about five seconds."
    yield install.open_workbook(path, application, machine)
    # Buttons need compiled code: use the seconds in which the application starts.
    compile_kernels(report=stdout.print)
    return None


def setup_options(parser: ArgumentParser) -> None:
    text = "remove the add-in and the extension"
    parser.add_argument("--remove", action="store_true", help=text)


def setup(options: Namespace) -> Command:
    """Connect Excel and Calc with this Python."""
    machine = Machine.detect()
    if options.remove:
        yield from install.disconnect_applications(machine)
    else:
        yield from map(with_program_path, install.connect_applications(machine))
        workbook = [_REPOSITORY_WORKBOOK] if _REPOSITORY_WORKBOOK.is_file() else []
        yield ["Now play: ", shell_command("open", *workbook)]
    return None


def doctor_options(parser: ArgumentParser) -> None:
    add_options(parser, "--json", "file")
    text = "test the workbooks in an Excel of their own, and write a report"
    parser.add_argument("--excel", action="store_true", help=text)


def doctor(options: Namespace) -> Command:
    """Check what prevents the workbook from working."""
    if options.excel:
        return (yield from _try_excel(options.file))
    checks = []
    for unformatted in install.machine_checks(options.file, Machine.detect()):
        check = unformatted._replace(fix=with_program_path(unformatted.fix))
        checks.append(check)
        fix = f": {check.fix}" if check.fix else ""
        yield f"{_LINE_STARTS[check.result]}{check.text}{fix}"
    return {
        "ok": not any(check.is_problem for check in checks),
        "checks": [check._asdict() for check in checks],
    }


def _try_excel(file: Path | None) -> Command:
    """Test workbooks in an invisible Excel, and write a report to send."""
    if file:
        check_file_ending(file, *Edition)
        check_workbook(file)
    files = [file] if file else [bundled_file(f"MasterMind{e}") for e in Edition]
    steps, lines = [], []
    try:
        for step in install.try_excel(files, Machine.detect()):
            steps.append(step)
            seconds = f" ({step.seconds:.1f} s)" if step.seconds else ""
            text = f"{_LINE_STARTS[step.result]}{step.text}{seconds}"
            for line in (text, *(f"     {detail}" for detail in step.details)):
                lines.append(line)
                yield line
    finally:  # the second Excel may not start, or the user may press Ctrl-C
        if lines:
            write_file(_REPORT, "".join(f"{line}\n" for line in lines))
    yield (
        f"Please read {_REPORT}, then send it to the person who gave you this folder."
    )
    return {
        "ok": all(step.result != "problem" for step in steps),
        "steps": [step._asdict() for step in steps],
    }

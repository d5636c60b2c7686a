"""`open`, `setup` and `doctor`: the spreadsheet programs of this machine."""

from collections.abc import Iterable
from pathlib import Path

from xl_mastermind import setup
from xl_mastermind.cli.options import JSON, Command, check_ending, flag, option
from xl_mastermind.cli.output import DONE, FAILED, out, progress
from xl_mastermind.cli.workbook import ENDINGS, WORKBOOK
from xl_mastermind.files import write_file
from xl_mastermind.hosts.file import new_workbook
from xl_mastermind.setup import InstallError, Machine, Program
from xl_mastermind.setup.workbook import SAVED_BY_CALC
from xl_mastermind.sheet.layout import Edition
from xl_mastermind.solve.exact.compiled import STEPS, prepare


class ProgramCommand(Command):
    """A command that looks for Excel and LibreOffice."""

    failures = (InstallError,)


class Open(ProgramCommand):
    """Open a workbook, which is written if it is not there."""

    file: Path = option(metavar="FILE", type=Path, nargs="?", default=WORKBOOK)
    program: Program | None = option(
        "--in", choices=["excel", "calc"], help="the program"
    )

    def run(self) -> int:
        check_ending(self.file, *ENDINGS, SAVED_BY_CALC)
        program, machine = self.program, Machine.here()
        if self.file.suffix.lower() == SAVED_BY_CALC:
            program = program or "calc"
        elif not self.file.exists():
            write_file(self.file, new_workbook(Edition.of(self.file)))
        _print_lines(setup.set_up_for(program, machine))
        _prepare()
        out.print(setup.open_workbook(self.file, program, machine))
        return DONE


class Setup(ProgramCommand):
    """Connect Excel and Calc with this Python."""

    remove: bool = flag(
        "--remove", "take the add-in out of Excel, and the extension out of Calc"
    )

    def run(self) -> int:
        machine = Machine.here()
        if self.remove:
            _print_lines(setup.remove(machine))
            return DONE
        _print_lines(setup.set_up(machine))
        _prepare()
        return DONE


class Doctor(ProgramCommand):
    """Find out what keeps the workbook from working."""

    json: bool = JSON
    file: Path | None = option(metavar="FILE", type=Path, nargs="?")

    def run(self) -> int:
        findings = setup.examine(self.file, Machine.here())
        all_ok = all(finding.ok for finding in findings)
        if self.json:
            listed = [finding._asdict() for finding in findings]
            out.print_json({"ok": all_ok, "findings": listed})
            return DONE if all_ok else FAILED
        for finding in findings:
            mark = "ok  " if finding.ok else "FIX "
            cure = f": {finding.cure}" if finding.cure else ""
            out.print(f"{mark}{finding.what}{cure}")
        return DONE if all_ok else FAILED


def _prepare() -> None:
    """Compile now what would keep a player waiting later."""
    with progress("Compiling", STEPS) as advance:
        prepare(out.print, advance=advance)


def _print_lines(lines: Iterable[str]) -> None:
    for line in lines:
        out.print(line)

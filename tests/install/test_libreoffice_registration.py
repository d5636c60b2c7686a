"""LibreOffice is found."""

import json
import stat
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from machines import (
    MakeMachine,
    registry_entries,
    write,
    write_program,
)

from xl_mastermind import __version__
from xl_mastermind.install.libreoffice_registration import (
    connect_calc,
    program_checks,
)
from xl_mastermind.install.machine import Check, InstallError, Machine, find_libreoffice
from xl_mastermind.libreoffice.client import settings_file


def programs(machine: Machine) -> list[Check]:
    return [*program_checks(find_libreoffice(machine), machine)]


def test_libreoffice_of_this_machine_is_found() -> None:
    found = find_libreoffice(Machine.detect())
    if found is None:
        pytest.skip("needs LibreOffice on this machine")
    check, *_ = programs(Machine.detect())
    assert not check.is_problem
    assert str(found) in check.text
    assert any(character.isdigit() for character in check.text)


def test_settings_file_is_private(calc_environment: dict[str, str]) -> None:
    settings = settings_file(calc_environment)
    assert stat.S_IMODE(settings.stat().st_mode) == 0o600
    assert [*settings.parent.iterdir()] == [settings]


@pytest.mark.table("platform", "place")
def test_libreoffice_is_found_in_usual_folders(
    make_machine: MakeMachine, tmp_path: Path, platform: str, place: str
) -> None:
    environ = {"ProgramFiles": str(tmp_path / platform / "Program Files")}
    machine = make_machine(platform, environ=environ)
    assert find_libreoffice(machine) is None
    program = write_program(machine.root / place, "exit")
    assert find_libreoffice(machine) == program


def test_libreoffice_is_found_by_path_and_registry(
    make_machine: MakeMachine, tmp_path: Path
) -> None:
    registry = registry_entries(soffice=tmp_path / "soffice.exe")
    machine = make_machine("win32", registry=registry.get)
    assert find_libreoffice(machine) == tmp_path / "soffice.exe"
    own = tmp_path / "own" / "soffice.exe"  # which a person has for himself alone
    registry |= {
        path.replace("HKLM", "HKCU"): own_path
        for path, own_path in registry_entries(soffice=own).items()
    }
    assert find_libreoffice(machine) == own
    program = write_program(tmp_path / "bin" / "libreoffice", "exit")
    machine = make_machine("win32", environ={"PATH": str(tmp_path / "bin")})
    assert find_libreoffice(machine) == program


@pytest.mark.table("script", "said")
def test_check_has_the_version(
    make_machine: MakeMachine, tmp_path: Path, script: str, said: str
) -> None:
    program = write_program(tmp_path / "bin" / "soffice", script)
    check = programs(make_machine("linux", environ={"PATH": str(program.parent)}))[-1]
    assert check.text == said.format(program)
    assert (check.is_problem, bool(check.fix)) == (("fails" in said),) * 2


def test_check_runs_soffice_com_on_windows(
    make_machine: MakeMachine, tmp_path: Path
) -> None:
    program = write_program(tmp_path / "soffice.exe", "exit")
    write_program(tmp_path / "soffice.com", "echo LibreOffice 24.8.0.1")
    machine = make_machine("win32", registry=registry_entries(soffice=program).get)
    assert "LibreOffice 24.8.0.1 is" in programs(machine)[-1].text


@pytest.mark.parametrize(("platform", "count"), [("win32", 0), ("linux", 1)])
def test_check_fails_only_without_excel(
    make_machine: MakeMachine, platform: str, count: int
) -> None:
    checks = programs(make_machine(platform))
    assert [check.text for check in checks] == (["LibreOffice was not found"] * count)


def test_setup_keeps_read_only_settings(
    make_machine: MakeMachine, tmp_path: Path
) -> None:
    calc = write_program(tmp_path / "soffice", "exit 3")
    machine = make_machine(
        "linux", environ={"PATH": "", "XDG_CONFIG_HOME": str(tmp_path)}
    )
    chosen = {"python": sys.executable, "extension": __version__}
    settings = write(tmp_path / "xl-mastermind" / "calc.json", json.dumps(chosen))
    settings.chmod(0o444)
    with pytest.raises(PermissionError, match="the file is read-only"):
        connect_calc(calc, replace(machine, python=tmp_path / "other"))
    with pytest.raises(InstallError):  # they may stay: it is LibreOffice's fault
        connect_calc(calc, machine)


def test_setup_names_the_package_of_each_distribution(
    make_machine: MakeMachine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise InstallError("no module named uno")

    monkeypatch.setattr(
        "xl_mastermind.install.libreoffice_registration.program_output", fail
    )
    calc = write_program(tmp_path / "soffice", "exit")
    with pytest.raises(InstallError) as error:
        connect_calc(calc, make_machine("linux"))
    for command in (
        "apt install libreoffice-calc python3-uno",
        "dnf install libreoffice-calc libreoffice-pyuno",
        "zypper install libreoffice-calc libreoffice-pyuno",
    ):
        assert command in str(error.value)

"""LibreOffice is found."""

import json
import stat
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from machines import MakeMachine, registry_entries, write, write_program

from xl_mastermind import __version__
from xl_mastermind.install.libreoffice_registration import connect_calc
from xl_mastermind.install.machine import InstallError, find_libreoffice
from xl_mastermind.libreoffice.client import settings_file


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

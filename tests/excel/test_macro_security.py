"""What keeps macros from running on Windows."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from machines import BLOCKS, POLICY, doctor_checks, failed_checks, write

from xl_mastermind.machine import Machine


def with_values(windows: Machine, values: Mapping[str, object]) -> Machine:
    """Return a machine that has more values in its registry."""
    return replace(
        windows, registry=lambda path: values.get(path, windows.registry(path))
    )


@pytest.mark.parametrize(("values", "said"), BLOCKS)
def test_doctor_reports_macro_security(
    connected_machine: Machine, values: dict[str, object], said: str
) -> None:
    checks = doctor_checks(None, with_values(connected_machine, values))
    assert [said in check.text for check in failed_checks(checks)] == [True] * bool(
        said
    )
    assert all(check.fix for check in failed_checks(checks))
    none = "no setting of Office or Windows that blocks macros was found"
    assert (none in [check.text for check in checks]) == (not said)


def test_download_policy_needs_a_download(
    connected_machine: Machine, workbook: Path
) -> None:
    values = {rf"{POLICY}\Excel\Security\blockcontentexecutionfrominternet": 1}
    connected_machine = with_values(connected_machine, values)
    assert not failed_checks(doctor_checks(workbook, connected_machine))
    write(Path(f"{workbook}:Zone.Identifier"), "[ZoneTransfer]\r\nZoneId=3\r\n")
    assert len(failed_checks(doctor_checks(workbook, connected_machine))) == 2

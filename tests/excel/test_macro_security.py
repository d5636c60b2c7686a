"""What keeps macros from running on Windows."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from machines import BLOCKS, POLICY, examined, failed, write

from xl_mastermind.machine import Machine


def with_values(windows: Machine, values: Mapping[str, object]) -> Machine:
    """Return a machine that has more values in its registry."""
    return replace(
        windows, registry=lambda path: values.get(path, windows.registry(path))
    )


@pytest.mark.parametrize(("values", "said"), BLOCKS)
def test_doctor_sees_what_blocks_macros(
    connected: Machine, values: dict[str, object], said: str
) -> None:
    checks = examined(None, with_values(connected, values))
    assert [said in check.what for check in failed(checks)] == [True] * bool(said)
    assert all(check.cure for check in failed(checks))
    none = "no setting of Office or Windows that blocks macros was found"
    assert (none in [check.what for check in checks]) == (not said)


def test_doctor_minds_downloads_only_where_there_are_some(
    connected: Machine, workbook: Path
) -> None:
    values = {rf"{POLICY}\Excel\Security\blockcontentexecutionfrominternet": 1}
    connected = with_values(connected, values)
    assert not failed(examined(workbook, connected))
    write(Path(f"{workbook}:Zone.Identifier"), "[ZoneTransfer]\r\nZoneId=3\r\n")
    assert len(failed(examined(workbook, connected))) == 2

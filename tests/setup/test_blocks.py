"""What keeps macros from running on Windows."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from machines import examined, failed, write

from xl_mastermind.setup.machine import Machine

CLOUD = r"HKCU\Software\Policies\Microsoft\Cloud\Office\16.0"
POLICY = r"HKCU\Software\Policies\Microsoft\Office\16.0"


MACHINE_POLICY = r"HKLM\Software\Policies\Microsoft\Office\16.0"
CHOSEN = r"HKCU\Software\Microsoft\Office\16.0\Excel\Security\VBAWarnings"
DEFENDER = r"HKLM\SOFTWARE\Policies\Microsoft\Windows Defender"
GUARD = r"Microsoft\Windows Defender\Windows Defender Exploit Guard\ASR\Rules"

CALLS = "92E97FA1-2EDF-4476-BDD6-9DD0B4DDDC7B"

CHILDREN = "D4F940AB-401B-4EFC-AADC-AD5F3C50688A"


BLOCKS: list[tuple[dict[str, object], str]] = [
    ({CHOSEN: 2}, ""),
    ({CHOSEN: 3}, "run no macros but signed ones"),
    ({CHOSEN: 4}, "run no macros but signed ones"),
    ({rf"{POLICY}\Excel\Security\vbawarnings": 4}, "by a policy Excel is set"),
    ({rf"{CLOUD}\Excel\Security\vbawarnings": 3}, "by a policy Excel is set"),
    ({rf"{POLICY}\Excel\Security\vbawarnings": 2, CHOSEN: 4}, ""),
    ({rf"{MACHINE_POLICY}\Common\vbaoff": 1}, "switches off all macros"),
    ({rf"{MACHINE_POLICY}\Common\vbaoff": 0}, ""),
    (
        {rf"{POLICY}\Excel\Security\blockcontentexecutionfrominternet": 1},
        "workbooks that were downloaded",
    ),
    (
        {rf"HKLM\SOFTWARE\Policies\{GUARD}\{CALLS}": "1"},
        f"calling Windows: {CALLS}",
    ),
    ({rf"HKLM\SOFTWARE\{GUARD}\{CHILDREN}": 6}, f"starting programs: {CHILDREN}"),
    ({rf"HKLM\SOFTWARE\{GUARD}\{CHILDREN}": 2}, ""),
    (
        {
            rf"HKLM\SOFTWARE\{GUARD}\{CALLS}": 1,
            rf"HKLM\SOFTWARE\Policies\{GUARD}\{CALLS}": "0",
        },
        "",
    ),
    (
        {rf"{DEFENDER}\Policy Manager\ASRRules": f"{CHILDREN}=2|{CALLS.lower()}=1"},
        f"calling Windows: {CALLS}",
    ),
]
"""Values of the registry, and what the doctor says of them, if anything."""


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

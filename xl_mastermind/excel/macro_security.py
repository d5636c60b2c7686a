"""Finds the settings of Windows and Office that keep macros from running."""

import re
from collections.abc import Iterator
from typing import Final

from xl_mastermind.machine import Check, Machine, failed_check, passed_check

_POLICIES: Final = (
    r"HKCU\Software\Policies\Microsoft\Cloud\Office\16.0",
    r"HKCU\Software\Policies\Microsoft\Office\16.0",
    r"HKLM\Software\Policies\Microsoft\Office\16.0",
)
"""Keys of organisations' settings, which users cannot change."""

_OWN: Final = r"HKCU\Software\Microsoft\Office\16.0"
"""The key of the user's own settings."""

_SIGNED_ONLY, _NEVER = 3, 4
"""The values of VBAWarnings with which Excel does not ask."""

_DEFENDER: Final = r"Microsoft\Windows Defender"
_GUARD: Final = rf"{_DEFENDER}\Windows Defender Exploit Guard\ASR\Rules"

_BLOCKS, _WARNS = "1", "6"
"""The states of a rule of Defender in which it acts."""

_RULES: Final = {
    "92E97FA1-2EDF-4476-BDD6-9DD0B4DDDC7B": "keeps macros from calling Windows",
    "D4F940AB-401B-4EFC-AADC-AD5F3C50688A": "keeps Office from starting programs",
}
"""The rules of Defender under which no macro reaches Python."""

_ASK: Final = (
    "ask whoever looks after this machine to allow it, or play in LibreOffice:"
    " xl-mastermind open --in calc"
)


def macro_security_checks(machine: Machine, *, downloaded: bool) -> list[Check]:
    """
    Return the checks of settings that keep Excel's macros from running.

    The rule for workbooks that were downloaded is looked at if there are some.
    """
    found = [*_office_checks(machine, downloaded), *_defender_checks(machine)]
    nothing = "no setting of Office or Windows that blocks macros was found"
    return found or [passed_check(nothing)]


def _office_checks(machine: Machine, downloaded: bool) -> Iterator[Check]:  # noqa: FBT001
    if _policy(machine, r"Common\vbaoff") == 1:
        yield failed_check("a policy switches off all macros in Office", _ASK)
    chosen = machine.registry(rf"{_OWN}\Excel\Security\VBAWarnings")
    ruled = _policy(machine, r"Excel\Security\vbawarnings")
    if (chosen if ruled is None else ruled) in (_SIGNED_ONLY, _NEVER):
        text = "Excel is set to run no macros but signed ones, and not to ask"
        fix = (
            "in Excel choose File, Options, Trust Center, Trust Center Settings, Macro"
            " Settings, Disable VBA macros with notification"
        )
        yield (
            failed_check(text, fix)
            if ruled is None
            else failed_check(f"by a policy {text}", _ASK)
        )
    if downloaded and _policy(
        machine, r"Excel\Security\blockcontentexecutionfrominternet"
    ):
        text = "a policy blocks the macros of workbooks that were downloaded"
        yield failed_check(
            text, "use a workbook written on this machine: xl-mastermind build"
        )


def _policy(machine: Machine, name: str) -> object:
    values = (machine.registry(rf"{root}\{name}") for root in _POLICIES)
    return next((value for value in values if value is not None), None)


def _defender_checks(machine: Machine) -> Iterator[Check]:
    for rule, effect in _RULES.items():
        if _state(machine, rule) in (_BLOCKS, _WARNS):
            yield failed_check(f"a rule of Microsoft Defender {effect}: {rule}", _ASK)


def _state(machine: Machine, rule: str) -> str:
    """Return the state of a rule, by a policy, a device manager or the user."""
    listed = machine.registry(
        rf"HKLM\SOFTWARE\Policies\{_DEFENDER}\Policy Manager\ASRRules"
    )
    managed = re.search(rf"{rule}=(\d)", str(listed), re.IGNORECASE)
    for value in (
        machine.registry(rf"HKLM\SOFTWARE\Policies\{_GUARD}\{rule}"),
        managed and managed[1],
        machine.registry(rf"HKLM\SOFTWARE\{_GUARD}\{rule}"),
    ):
        if value is not None:
            return str(value)
    return ""

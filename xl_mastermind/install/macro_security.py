"""Check settings of Windows and Office that stop macros."""

import re
from collections.abc import Iterator
from typing import Final

from xl_mastermind.install.machine import Check, Machine

_POLICY_KEYS: Final = (
    r"HKCU\Software\Policies\Microsoft\Cloud\Office\16.0",
    r"HKCU\Software\Policies\Microsoft\Office\16.0",
    r"HKLM\Software\Policies\Microsoft\Office\16.0",
)
"""Keys of policies, which users cannot change; the first one with a value wins."""

_USER_KEY: Final = r"HKCU\Software\Microsoft\Office\16.0"

_SIGNED_ONLY, _NEVER = 3, 4
"""Values of VBAWarnings with which Excel disables macros without asking."""

_DEFENDER: Final = r"Microsoft\Windows Defender"
_RULES_KEY: Final = rf"{_DEFENDER}\Windows Defender Exploit Guard\ASR\Rules"

_BLOCKS, _WARNS = "1", "6"
"""States of a rule of Defender in which it stops programs."""

_RULES: Final = {
    "92E97FA1-2EDF-4476-BDD6-9DD0B4DDDC7B": "keeps macros from calling Windows",
    "D4F940AB-401B-4EFC-AADC-AD5F3C50688A": "keeps Office from starting programs",
}
"""Rules of Defender that stop macros from starting Python, with their effects."""

_ADMIN_FIX: Final = (
    "ask your administrator to allow it, or play in LibreOffice:"
    " xl-mastermind open --in calc"
)


def macro_security_checks(machine: Machine, *, has_downloads: bool) -> list[Check]:
    """
    Return the checks of settings that stop Excel's macros.

    A policy against macros in downloaded files counts if `has_downloads`.
    """
    problems = [*_office_checks(machine, has_downloads=has_downloads)]
    problems += (
        Check("problem", f"a rule of Microsoft Defender {effect}: {rule}", _ADMIN_FIX)
        for rule, effect in _RULES.items()
        if _rule_state(machine, rule) in (_BLOCKS, _WARNS)
    )
    text = "no setting of Office or Windows blocks macros"
    return problems or [Check("ok", text)]


def _office_checks(machine: Machine, *, has_downloads: bool) -> Iterator[Check]:
    if _policy_value(machine, r"Common\vbaoff") == 1:
        yield Check("problem", "a policy disables all macros in Office", _ADMIN_FIX)
    user_value = machine.registry(rf"{_USER_KEY}\Excel\Security\VBAWarnings")
    policy_value = _policy_value(machine, r"Excel\Security\vbawarnings")
    text = "Excel runs only signed macros, and does not ask"
    if policy_value in (_SIGNED_ONLY, _NEVER):
        yield Check("problem", f"by a policy, {text}", _ADMIN_FIX)
    elif policy_value is None and user_value in (_SIGNED_ONLY, _NEVER):
        fix = (
            "in Excel choose File, Options, Trust Center, Trust Center Settings, Macro"
            " Settings, Disable VBA macros with notification"
        )
        yield Check("problem", text, fix)
    name = r"Excel\Security\blockcontentexecutionfrominternet"
    if has_downloads and _policy_value(machine, name):
        text = "a policy blocks macros in downloaded workbooks"
        fix = "write a workbook on this machine: xl-mastermind build"
        yield Check("problem", text, fix)


def _policy_value(machine: Machine, name: str) -> object:
    values = (machine.registry(rf"{key}\{name}") for key in _POLICY_KEYS)
    return next((value for value in values if value is not None), None)


def _rule_state(machine: Machine, rule: str) -> str:
    """Return the state of a rule, set by a policy, a device manager or the user."""
    states = machine.registry(
        rf"HKLM\SOFTWARE\Policies\{_DEFENDER}\Policy Manager\ASRRules"
    )
    managed_state = re.search(rf"{rule}=(\d)", str(states), re.IGNORECASE)
    for value in (
        machine.registry(rf"HKLM\SOFTWARE\Policies\{_RULES_KEY}\{rule}"),
        managed_state and managed_state[1],
        machine.registry(rf"HKLM\SOFTWARE\{_RULES_KEY}\{rule}"),
    ):
        if value is not None:
            return str(value)
    return ""

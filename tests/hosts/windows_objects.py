"""Shows Python objects to other programs of Windows, as the objects of COM."""

import inspect
import os
import tempfile
from typing import Any

import pythoncom
import winerror
from fake_windows import RANGE_IID, Block
from win32com.server import policy, util
from win32com.server.exception import COMException

OTHER_IID = "{6E9C3A0F-3B3F-4C5B-9C0E-2C9C86C3F7A1}"

WINDOWS = 3
"""COM's number of the system for which a description is: one of 64 bits."""

PUT = pythoncom.INVOKE_PROPERTYPUT | pythoncom.INVOKE_PROPERTYPUTREF

names: list[str] = []
"""Members by their numbers, the first of which is 1."""


def kinds() -> list[Any]:
    """Return what COM is to know of a Range, and of any other object."""
    file = os.path.join(tempfile.mkdtemp(), "kinds.tlb")  # noqa: PTH118
    library = pythoncom.CreateTypeLib2(WINDOWS, file)
    for name, identifier in (("Range", RANGE_IID), ("Other", OTHER_IID)):
        made = library.CreateTypeInfo(name, pythoncom.TKIND_DISPATCH)
        made.SetGuid(identifier)
        made.LayOut()
    library.SaveAllChanges()
    loaded = pythoncom.LoadTypeLib(file)
    return [loaded.GetTypeInfo(index) for index in range(2)]


RANGE, OTHER = kinds()


def shown(value: Any) -> Any:
    """Return a value as COM takes it, an object of COM for whatever it has not."""
    if isinstance(value, tuple):
        return [*value]  # of a tuple pywin32 would return the first row
    if value is None or isinstance(value, bool | int | float | str):
        return value
    return util.wrap(value, usePolicy=Shown)


def bare(value: Any) -> Any:
    """Return the Python object that was shown, if it is one."""
    is_object = type(value) is pythoncom.TypeIIDs[pythoncom.IID_IDispatch]
    return util.unwrap(value) if is_object else value


class Shown(policy.BasicWrapPolicy):  # type: ignore[misc]
    """How COM reads, writes and calls the members of a Python object."""

    def _wrap_(self, object: Any) -> None:  # noqa: A002 - as pywin32 has it
        self._obj_ = object

    def _GetTypeInfoCount_(self) -> int:  # noqa: N802, pywin32's name
        return 1

    def _GetTypeInfo_(self, *_: int) -> tuple[int, Any]:  # noqa: N802, pywin32's name
        return 0, RANGE if isinstance(self._obj_, Block) else OTHER

    def _getdispid_(self, name: str, _: int) -> int:
        if not hasattr(self._obj_, name):
            raise COMException(scode=winerror.DISP_E_UNKNOWNNAME)
        if name not in names:
            names.append(name)
        return names.index(name) + 1

    def _invokeex_(
        self, member: int, _language: int, flags: int, arguments: Any, *_: object
    ) -> Any:
        if member == pythoncom.DISPID_NEWENUM:
            is_dict = isinstance(self._obj_, dict)
            items = self._obj_.values() if is_dict else self._obj_
            return util.NewEnum([*map(shown, items)])
        try:
            return shown(self._invoked(member, flags, [*map(bare, arguments)]))
        except COMException:
            raise
        except Exception as error:
            raise COMException(repr(error), winerror.E_FAIL) from error

    def _invoked(self, member: int, flags: int, arguments: list[Any]) -> Any:
        if member == pythoncom.DISPID_VALUE:
            return self._obj_(*arguments)
        if not 1 <= member <= len(names):
            raise COMException(scode=winerror.DISP_E_MEMBERNOTFOUND)
        name = names[member - 1]
        if flags & PUT:
            return setattr(self._obj_, name, *arguments)
        value = getattr(self._obj_, name)
        if not inspect.ismethod(value) and not arguments:
            return value
        if not flags & pythoncom.INVOKE_FUNC:  # asked first as if it were a property
            raise COMException(scode=winerror.DISP_E_MEMBERNOTFOUND)
        return value(*arguments)

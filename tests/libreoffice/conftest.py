"""Modules of the extension in this process."""

import importlib
import io
import sys
import zipfile
from collections.abc import Iterator
from types import ModuleType

import pytest
from libreoffice import remote, skip_reason

from xl_mastermind.libreoffice.extension import extension_bytes


@pytest.fixture(scope="module")
def clicks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """Yield the module of clicks, as the extension contains it."""
    if reason := skip_reason():
        pytest.skip(reason)
    remote()  # finds UNO
    folder = tmp_path_factory.mktemp("extension")
    with zipfile.ZipFile(io.BytesIO(extension_bytes())) as extension:
        extension.extractall(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder / "python" / "pythonpath")
        yield importlib.import_module("xl_mastermind_calc.clicks")
    for name in [name for name in sys.modules if name.startswith("xl_mastermind_calc")]:
        del sys.modules[name]

"""What is known of this machine."""

import sys
from pathlib import Path

import xlwings
import xlwings.utils

from xl_mastermind.setup.machine import Machine


def test_here_is_this_machine() -> None:
    here = Machine.here()
    assert here.config_file == Path(xlwings.USER_CONFIG_FILE)
    assert here.python == Path(sys.executable)


def test_excel_on_macos_reads_its_settings_in_its_container() -> None:
    file = Machine("darwin", Path("Ada")).config_file
    folder = "Ada/Library/Containers/com.microsoft.Excel/Data"
    assert file.as_posix() == f"{folder}/xlwings.conf"

"""Files that are small, and take much memory or time of a program that trusts them."""

import io
import resource
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

from xl_mastermind.files import bundled_file

ZEROS = 3_000_000_000


def limit_memory() -> None:
    """Let this process have two gigabytes of addresses, and 30 seconds of a core."""
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
    resource.setrlimit(resource.RLIMIT_CPU, (30, 30))


def _add_zeros(package: zipfile.ZipFile, name: str, claimed: int) -> None:
    """Add a part of three gigabytes of zeros, of which the list of parts tells less."""
    megabyte = bytes(1_000_000)
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(megabyte) + packer.flush(zlib.Z_FULL_FLUSH)
    package.writestr(name, packed * (ZEROS // len(megabyte)) + packer.flush())
    add_part = package.getinfo(name)
    add_part.compress_type, add_part.file_size = zipfile.ZIP_DEFLATED, claimed
    add_part.CRC = zlib.crc32(bytes(min(claimed, 1000)))


def add_zeros(name: str, claimed: int = ZEROS) -> Callable[[zipfile.ZipFile], None]:
    return lambda package: _add_zeros(package, name, claimed)


def add_part(
    name: str, text: str | bytes, method: int = zipfile.ZIP_DEFLATED
) -> Callable[[zipfile.ZipFile], None]:
    return lambda package: package.writestr(name, text, method)


def read_original(name: str) -> str:
    """Return a part of the workbook that everybody gets."""
    with zipfile.ZipFile(bundled_file("MasterMind.xlsm")) as package:
        return package.read(name).decode()


def write_hostile_workbook(
    path: Path, *adds: Callable[[zipfile.ZipFile], None]
) -> Path:
    added = io.BytesIO()
    with zipfile.ZipFile(added, "w") as package:
        for add in adds:
            add(package)
        names = package.namelist()
    with (
        zipfile.ZipFile(bundled_file("MasterMind.xlsm")) as old,
        zipfile.ZipFile(path, "w") as new,
    ):
        for add in adds:
            add(new)
        for entry in old.infolist():
            if entry.filename not in names:
                new.writestr(entry, old.read(entry))
    return path

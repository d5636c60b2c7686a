"""Names of players from the files of a class."""

from pathlib import Path

import pytest

from xl_mastermind.plugins.match.player_names import player_names


def paths(files: tuple[str, ...]) -> list[Path]:
    return [Path(f"{file}.xlsx") for file in files]


@pytest.mark.table("files", "typed", "names")
def test_files_name_their_players(
    files: tuple[str, ...], typed: tuple[str, ...], names: tuple[str, ...]
) -> None:
    typed_names = [*typed, *[""] * len(files)][: len(files)]
    found_names, _ = player_names(paths(files), typed_names)
    assert (*found_names,) == names


@pytest.mark.table("files", "remark")
def test_shared_name_has_a_remark(files: tuple[str, ...], remark: str) -> None:
    assert player_names(paths(files), [""] * len(files))[1] == [remark]

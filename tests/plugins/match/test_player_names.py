"""Names of players from the files of a class."""

from pathlib import Path

import pytest

from xl_mastermind.plugins.match.player_names import player_names

MOODLE = "Ann Smith_{}_assignsubmission_file_MasterMind"


@pytest.mark.table("files", "typed", "names")
def test_players_have_different_names(files: str, typed: str, names: str) -> None:
    paths = [Path(f"{file}.xlsx".replace("_", " ")) for file in files.split()]
    typed_names = [*typed.split(), *[""] * len(paths)][: len(paths)]
    found, remarks = player_names(paths, typed_names)
    assert [name.replace(" ", "_") for name in found] == names.split()
    assert len(remarks) == any("(" in name for name in names.split()) or "Bob" in names


def test_platforms_add_no_part_of_a_name() -> None:
    files = [Path(MOODLE.format(number)) for number in (111, 222)]
    assert player_names(files[:1], [""]) == (["Ann Smith"], [])
    assert player_names(files, ["", ""])[0] == ["Ann Smith (111)", "Ann Smith (222)"]
    files = [Path(MOODLE.format(1), "MasterMind.xlsx"), Path("Bob/MasterMind.xlsx")]
    assert player_names(files, ["", ""])[0] == ["Ann Smith", "Bob"]

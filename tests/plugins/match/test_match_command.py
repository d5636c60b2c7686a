"""The command `match` reads files of other programs and writes a page."""

from pathlib import Path

import pytest
from command_line import run, run_json

from xl_mastermind.plugins.match import inputs
from xl_mastermind.plugins.match.result_lines import EXAMPLE


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_match_reads_a_file_of_another_program(encoding: str, tmp_path: Path) -> None:
    file = tmp_path / "chat.txt"
    lines = "Little #7 in 3\tZoë\r\n\xb7\r10:11\tAnn\x85\tLittle #7 in 4\r\nHello"
    file.write_bytes(lines.encode(encoding))
    result = run("match", str(file))
    assert result.code == 0
    assert "Zoë 3, Ann 4" in result.out
    assert result.out.endswith("other lines: 1\n")


@pytest.mark.table("text", "players", "remarks")
def test_match_reads_forms_and_chats(
    text: str, players: str, remarks: tuple[str, ...], tmp_path: Path
) -> None:
    file = tmp_path / "class.csv"
    file.write_text(text.replace("RESULT", "Mastermind #382 in"), "utf-8", newline="")
    record = run_json("match", str(file))
    ranking = [f"{place['name']} {place['best']}" for place in record["standings"]]
    assert ", ".join(ranking) == players
    notes = [f"{remark['line']}: {remark['text']}" for remark in record["remarks"]]
    assert (*notes,) == remarks


def test_match_asks_once_for_names_on_their_own_lines(tmp_path: Path) -> None:
    file = tmp_path / "chat.txt"
    file.write_text("Ann\n  9:15 AM\nLittle in 3\nBob\n  9:16 AM\nLittle in 4\n")
    result = run("match", str(file))
    assert result.err.count("\n") == 1
    assert f"expected names and results, Ann: {EXAMPLE}, in" in result.err


def test_match_names_the_expected_encoding(tmp_path: Path) -> None:
    file = tmp_path / "chat.txt"
    file.write_bytes("Ann: Little in 3\nЮля: Little in 4\n".encode("cp1251"))
    result = run("match", str(file))
    expected = f"expected a text in UTF-8, got other bytes in line 2: {file}"
    assert (result.code, result.err) == (2, f"xl-mastermind: {expected}\n")


@pytest.mark.parametrize("source", ["-", "chat.txt"])
def test_match_rejects_a_longer_text(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "chat.txt"
    file.write_text("Ann: Little in 3\n" * 10)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(inputs, "_MAX_BYTES", 100)
    with file.open() as stream:
        monkeypatch.setattr("sys.stdin", stream)
        result = run("match", source)
    where = "standard input" if source == "-" else source
    assert result.err.endswith(f"expected a text of at most 100 bytes: {where}\n")


def test_bars_of_a_page_have_parts_of_its_width(tmp_path: Path) -> None:
    file, page = tmp_path / "chat.txt", tmp_path / "match.html"
    file.write_text("Ann: Little in 3\n" * 4 + "Ann: Little in 4\n")
    assert run("match", str(file), "--html", str(page)).code == 0
    bars = page.read_text("utf-8").split('<i style="width: ')[1:]
    assert [bar.partition("%")[0] for bar in bars] == ["100", "25"]


def test_page_escapes_names_without_directions(tmp_path: Path) -> None:
    file, page = tmp_path / "chat.txt", tmp_path / "match.html"
    lines = "Little #7 in 3\t<b>Ann & Co</b>\n\u202eBob: Little in 3\n"
    file.write_text(f"{lines}Little in 3\tC\u202ey\n", "utf-8")
    assert run("match", str(file), "--html", str(page)).code == 0
    written = page.read_text("utf-8")
    assert written.count("&lt;b&gt;Ann &amp; Co&lt;/b&gt;") == 2
    assert "<b>" not in written
    assert "\u202e" not in written

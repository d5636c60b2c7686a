"""The command `match` reads files of other programs and writes a page."""

from pathlib import Path

from command_line import run


def test_match_reads_a_file_of_another_program(tmp_path: Path) -> None:
    file = tmp_path / "chat.txt"
    text = (
        "\N{BYTE ORDER MARK}Little #7 in 3\tZoë\r\n\xb7\r\nAnn: Little #7 in 4\r\nHello"
    )
    file.write_bytes(text.encode("utf-8"))
    result = run("match", str(file))
    assert result.code == 0
    assert "Zoë 3, Ann 4" in result.out
    assert result.out.endswith("other lines: 1\n")


def test_page_escapes_names(tmp_path: Path) -> None:
    file, page = tmp_path / "chat.txt", tmp_path / "match.html"
    file.write_text("Little #7 in 3\t<b>Ann & Co</b>\n", "utf-8")
    assert run("match", str(file), "--html", str(page)).code == 0
    written = page.read_text("utf-8")
    assert written.count("&lt;b&gt;Ann &amp; Co&lt;/b&gt;") == 2
    assert "<b>" not in written

"""Where `match` reads results from, and the page that it writes."""

from pathlib import Path

from command_line import run


def test_a_file_of_another_program_is_read(tmp_path: Path) -> None:
    file = tmp_path / "chat.txt"
    text = "\N{BYTE ORDER MARK}Little #7 in 3\tZoë\r\n\xb7\r\nAnn: Little #7 in 4\r\n"
    file.write_bytes(text.encode("utf-8") + b"\xff\r\n")
    said = run("match", str(file))
    assert said.code == 0
    assert "Zoë 3, Ann 4" in said.out
    assert said.out.endswith("no result lines: 1\n")


def test_names_are_text_on_the_page(tmp_path: Path) -> None:
    file, page = tmp_path / "chat.txt", tmp_path / "match.html"
    file.write_text("<b>Ann & Co</b>: Little #7 in 3\n", "utf-8")
    assert run("match", str(file), "--html", str(page)).code == 0
    written = page.read_text("utf-8")
    assert written.count("&lt;b&gt;Ann &amp; Co&lt;/b&gt;") == 2
    assert "<b>" not in written

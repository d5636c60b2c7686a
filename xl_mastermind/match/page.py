"""The tables of a match as one web page, readable without scripts."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from xl_mastermind.spreadsheet import palette
from xl_mastermind.terminal.output import Table

_STYLE: Final = f"""\
:root {{ color-scheme: light; }}
body {{ margin: 1rem auto; max-width: 45rem; padding: 0 1rem; color: {palette.INK};
  background: {palette.WHITE};
  font: 1rem/1.5 Calibri, Carlito, system-ui, sans-serif; }}
h1 {{ font-size: 1.6rem; }}
div {{ overflow-x: auto; }}
table {{ border-collapse: collapse; margin-bottom: 1.5rem; }}
caption {{ text-align: left; font-size: 1.1rem; font-weight: bold;
  color: {palette.ACCENT}; }}
th {{ font-size: .9rem; font-weight: normal; color: {palette.MUTED_INK}; }}
th, td {{ padding: .15rem .7rem .15rem 0; border-bottom: 1px solid {palette.HAIR};
  text-align: left; vertical-align: top; }}
.right {{ text-align: right; font-variant-numeric: tabular-nums; }}
"""


def match_page(tables: Sequence[Table]) -> str:
    """Return a web page of these tables."""
    body = "\n".join(line for table in tables for line in _lines(table))
    return f"""\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mastermind: a match</title>
<style>
{_STYLE}</style>
<h1>Mastermind: a match</h1>
{body}
</html>
"""


def _lines(table: Table) -> Iterator[str]:
    """Yield a table as a page has it."""
    sides = [*table.headers.values()]
    yield f"<div><table><caption>{escape(table.title)}</caption>"
    yield f"<tr>{_cells('th', [*table.headers], sides)}</tr>"
    for row in table.rows:
        yield f"<tr>{_cells('td', row, sides)}</tr>"
    yield "</table></div>"


def _cells(tag: str, texts: Sequence[str], sides: Sequence[str]) -> str:
    return "".join(
        f'<{tag} class="{side}">{escape(text)}</{tag}>'
        for text, side in zip(texts, sides, strict=True)
    )

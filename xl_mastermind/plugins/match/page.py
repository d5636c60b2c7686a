"""The tables of a match as a web page."""

from collections.abc import Sequence
from html import escape
from typing import Final

from xl_mastermind.plugins.html_page import html_page
from xl_mastermind.plugins.match.result_lines import BAR, MAX_BAR_LENGTH
from xl_mastermind.tables import Table, html_table

_TITLE: Final = "Mastermind: a match"

_STYLE: Final = """\
div { overflow-x: auto; }
table { border-collapse: collapse; margin-bottom: 1.5rem; }
caption { text-align: left; font-size: 1.1rem; font-weight: bold;
  color: var(--accent); }
th { font-size: .9rem; font-weight: normal; color: var(--muted); }
th, td { padding: .15rem .5rem .15rem 0; border-bottom: 1px solid var(--hair);
  text-align: left; vertical-align: top; }
.right { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
td:has(i) { width: 100%; }
i { display: block; height: 1em; background: var(--accent);
  print-color-adjust: exact; }
"""


def match_page(tables: Sequence[Table]) -> str:
    """Return a web page with these tables."""
    body = [
        f"<h1>{_TITLE}</h1>",
        *(f"<div>{_table_html(table)}</div>" for table in tables),
    ]
    return html_page(_TITLE, "\n".join(body), _STYLE)


def _table_html(table: Table) -> str:
    rows = (map(_content, row) for row in table.texts())
    return html_table(table.title, table.headings, rows, table.alignments)


def _content(text: str) -> str:
    """Return the content of a cell: a text, or a bar with a part of its width."""
    if {*text} != {BAR}:
        return escape(text)
    return f'<i style="width: {100 * len(text) / MAX_BAR_LENGTH:g}%"></i>'

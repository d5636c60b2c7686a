"""How people type numbers of games and guesses, and what these forms stand for."""

from typing import Final

from xl_mastermind.cells.values import Cell

NUMBERS: Final[dict[str, int | None]] = {
    **dict.fromkeys(("382", "#382", " # 382 ", "00382"), 382),
    **dict.fromkeys(
        ("\uff13\uff18\uff12", "#\u0663\u0668\u0662", "\u06f3\u06f8\u06f2"), 382
    ),
    **dict.fromkeys(("1,000", "1.000", "1 000", "1\u00a0000", "\uff11,000"), 1000),
    **dict.fromkeys(("1,234,567", "1.234.567"), 1234567),
    **dict.fromkeys(("20261231", "2026-12-31", "20,261,231"), 20261231),
    "\u0662\u0660\u0662\u0666-\u0661\u0662-\u0663\u0661": 20261231,
    "2028-02-29": 20280229,
    "999,999,999": 999999999,
    **dict.fromkeys(("3826-99-99", "2026-02-30", "2026-11-31", "2027-02-29")),
    **dict.fromkeys(("2026-13-01", "2026-00-10", "2026-12-00", "0000-01-01")),
    **dict.fromkeys(("2026-12-3x", "2026-1-1", "26-12-31", "2026.12.31", "11:22")),
    **dict.fromkeys(("1,00", "1,0000", "10,00,000", "1.000,000", ",123", "123,")),
    **dict.fromkeys(("0", "-382", "-1,000", "1.5", "1000000000", "1e3", "$1", "##1")),
    **dict.fromkeys(("\u00b2", "\u2460", "TRUE", "38 2")),
}
"""Texts and their numbers; no number for those that are refused."""

NUMBER_CELLS: Final[dict[Cell, int | None]] = {
    382: 382,
    46387: 20261231,  # 2026-12-31 as a date
    46387.75: 20261231,  # at six in the evening
    36525: 36525,  # a day of 1999, which is no game's date
    **dict.fromkeys((0, -382, 1.5, 10**9)),
}
"""Cells that are no texts, and their numbers."""

GUESSES: Final[dict[str, dict[Cell, bool]]] = {
    "1122": {
        **dict.fromkeys(("1122", 1122, 1122.0, "1 1 2 2", "1,1,2,2", "1-1-2-2"), True),
        **dict.fromkeys(("1.1.2.2", "1, 1, 2, 2", " 1122 ", "1,122", "1.122"), True),
        **dict.fromkeys(("\uff11\uff11\uff12\uff12", "\uff11\u3000\uff11 22"), True),
        **dict.fromkeys(("\u0661\u0661\u0662\u0662", "\u06f1-\u06f1-22"), True),
        **dict.fromkeys(("-1122", -1122, "--1122", "\u22121122", 1122.5), False),
        **dict.fromkeys(("11222", "01122", "112", 0, "1:1:2:2", "\u00b9122"), False),
    },
    "PLUM": {
        **dict.fromkeys(("plum", "PLUM", "p l u m", "p,l,u,m", "P-L-U-M"), True),
        **dict.fromkeys(("p.l.u.m", "\uff50\uff4c\uff55\uff4d", "\uff30LUM"), True),
        **dict.fromkeys(("-plum", "plums", "plu", 1122, "p_lum"), False),
    },
}
"""For a guess, some cells, and whether they say it or are wrong."""

GAMES: Final = {"1122": "4x2", "PLUM": "4x4 symbols=LMPU"}
"""Small games that have these codes."""

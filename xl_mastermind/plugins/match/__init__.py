"""The match of several players: result lines, ranking, sheets, command, page."""

from typing import Final

from xl_mastermind.plugin import Plugin, PluginCommand

MATCH_SHEET: Final = "Match"
PRINT_SHEET: Final = "Print"

PLUGIN: Final = Plugin(
    commands=(
        PluginCommand(
            *("match", "play", 2, "command"),
            "rank the players of a match",
            "results.txt",
        ),
    ),
    sheets={
        MATCH_SHEET: "Results of a class, a family or two teams: paste result lines",
        PRINT_SHEET: "A blank board and a class list, to print",
    },
    next_sheet="Functions",
    sheets_module="print_sheet",
    help=(
        "To play in a group, give every player the same game numbers, and paste the"
        " result lines of the boards into the sheet Match. It shows who leads."
    ),
)

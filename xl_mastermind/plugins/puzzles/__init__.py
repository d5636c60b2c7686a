"""Puzzles: constraints, explanations, stored puzzles, sheet, commands, page."""

from typing import Final

from xl_mastermind.plugin import Plugin, PluginCommand

PUZZLES_SHEET: Final = "Puzzles"

PLUGIN: Final = Plugin(
    commands=(
        PluginCommand(
            *("puzzle", "play", 1, "command"),
            "show puzzles to solve or to print",
            "--level medium --play",
        ),
        PluginCommand(
            *("swap", "play", 3, "swap"), "print the moves of the swap puzzle", "3"
        ),
    ),
    sheets={
        PUZZLES_SHEET: (
            "Some guesses with their answers: find the one code that fits them"
        )
    },
    next_sheet="Analysis",
    sheets_module="sheet",
    public_names={"NumberedPuzzle": "puzzle", "puzzle": "puzzle"},
)

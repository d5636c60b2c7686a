"""The match of several players: result lines, sheets, command and page."""

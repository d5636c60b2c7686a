"""The installed browser without a window, as a phone shows a page."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, sync_playwright

_BROWSERS: Final = ("chromium", "chromium-headless-shell", "google-chrome", "chrome")


def open_tab() -> Iterator[Page]:
    """Yield an empty page with the width of a narrow phone."""
    program = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if not program:
        pytest.skip(f"no browser is installed: {', '.join(_BROWSERS)}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        size: Any = {"width": 320, "height": 640}
        yield browser.new_page(viewport=size, device_scale_factor=2, is_mobile=True)
        browser.close()


def show(tab: Page, file: Path, *, dark: bool) -> None:
    tab.emulate_media(color_scheme="dark" if dark else "light")
    tab.goto(file.as_uri())

"""The installed browser without a window, as a phone shows a page."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Page, sync_playwright

_BROWSERS: Final = ("chromium", "chromium-headless-shell", "google-chrome", "chrome")


def open_tab(*, width: int = 320, is_mobile: bool = True) -> Iterator[Page]:
    """Yield an empty page, by default with the width of a narrow phone."""
    program = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if not program:
        pytest.skip(f"no browser is installed: {', '.join(_BROWSERS)}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        size: Any = {"width": width, "height": 640}
        yield browser.new_page(
            viewport=size, device_scale_factor=1 + is_mobile, is_mobile=is_mobile
        )
        browser.close()


def show(tab: Page, file: Path, *, dark: bool) -> None:
    tab.emulate_media(color_scheme="dark" if dark else "light")
    tab.goto(file.as_uri())

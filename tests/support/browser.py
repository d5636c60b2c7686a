"""The installed browser without a window, as a phone shows a page."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

BROWSERS = ("chromium", "chromium-headless-shell", "google-chrome", "chrome")


def find_browser() -> str | None:
    return next(filter(None, map(shutil.which, BROWSERS)), None)


@contextmanager
def open_tab(program: str) -> Iterator[Page]:
    """Yield an empty page with the width of a narrow phone."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        size: Any = {"width": 320, "height": 640}
        yield browser.new_page(viewport=size, device_scale_factor=2, is_mobile=True)
        browser.close()


def show(tab: Page, file: Path, *, dark: bool) -> None:
    tab.emulate_media(color_scheme="dark" if dark else "light")
    tab.goto(file.as_uri())


def accessible_names(tab: Page) -> list[tuple[str, str]]:
    """Return role and name of everything that a screen reader reads, in its order."""
    session = tab.context.new_cdp_session(tab)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    by_id = {node["nodeId"]: node for node in nodes}

    def names(node: Any) -> Iterator[tuple[str, str]]:
        if not node.get("ignored"):
            yield node["role"]["value"], node.get("name", {}).get("value", "")
        for child in node.get("childIds", []):
            if child in by_id:
                yield from names(by_id[child])

    return [*names(nodes[0])]

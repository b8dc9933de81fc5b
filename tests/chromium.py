"""The browser of this machine, started without a window."""

import shutil
from collections.abc import Generator
from contextlib import ExitStack, contextmanager

from playwright.sync_api import Browser, expect, sync_playwright

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is the same engine without the window of a browser around it: a page costs less than half of the CPU."""
MISSING = "no Chromium on this machine (Debian: apt-get install chromium-headless-shell)"
QUIET = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run")
PATIENCE = 30_000
"""Milliseconds for which a test waits for what must appear. It costs nothing unless the test fails."""


def has_browser() -> bool:
    """Whether there is one."""
    return any(map(shutil.which, BROWSERS))


@contextmanager
def chromium(*flags: str) -> Generator[Browser]:
    """A browser of this machine."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        raise LookupError(MISSING)
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found, args=[*QUIET, *flags])
        yield launched
        launched.close()


_OPEN = ExitStack()
_BROWSERS: list[Browser] = []


def open_browser() -> Browser:
    """The browser of this process. Opened again if it was closed, or has crashed."""
    if _BROWSERS and not _BROWSERS[0].is_connected():
        close_browser()
    if not _BROWSERS:
        _BROWSERS.append(_OPEN.enter_context(chromium()))
    return _BROWSERS[0]


def close_browser() -> None:
    """Close it, and with it the event loop of Playwright."""
    _BROWSERS.clear()
    _OPEN.close()

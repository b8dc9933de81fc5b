"""The browser of this machine, started without a window."""

import asyncio
import shutil
from collections.abc import Awaitable, Generator
from contextlib import ExitStack, contextmanager
from typing import Any

from playwright._impl._sync_base import SyncBase
from playwright.sync_api import Browser, Error, expect, sync_playwright

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is the same engine without the window of a browser around it: a page costs less than half of the CPU."""
MISSING = "no Chromium on this machine (Debian: apt-get install chromium-headless-shell)"
QUIET = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run")
PATIENCE = 30_000
"""Milliseconds for which a test waits for what must appear. It costs nothing unless the test fails."""
LONGEST = 180.0
"""Seconds after which any call fails. Playwright gives some calls no limit: `page.evaluate` waits without end for a document
that never comes, and a touch for a page that has crashed."""
_without_limit = SyncBase._sync  # noqa: SLF001 # pyright: ignore[reportPrivateUsage] - every call passes here, and nowhere else


def _within_limit(self: SyncBase, awaitable: Awaitable[Any]) -> Any:
    async def limited() -> Any:
        try:
            async with asyncio.timeout(LONGEST):
                return await awaitable
        except TimeoutError:
            raise Error(f"The browser gives no answer within {LONGEST:.0f} s.") from None

    return _without_limit(self, limited())


SyncBase._sync = _within_limit  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]


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

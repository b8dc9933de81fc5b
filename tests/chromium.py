"""The browser of this machine, started without a window."""

import asyncio
import os
import shutil
import time
from collections.abc import Awaitable, Generator
from contextlib import ExitStack, contextmanager
from typing import Any

from playwright._impl._sync_base import SyncBase
from playwright.sync_api import Browser, Error, Page, expect, sync_playwright
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

from patience import PATIENCE

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is the same engine without the window of a browser around it: a page costs less than half of the CPU."""
MISSING = "no Chromium on this machine (Debian: apt-get install chromium-headless-shell)"
QUIET = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run")
WAITS = 1000 * PATIENCE
"""Milliseconds for which a test waits for what must appear, and for what is touched to stand still."""
LONGEST = 600.0
"""Seconds after which any call fails. Playwright gives some calls no limit: `page.evaluate` waits without end for a document
that never comes, and a touch for a page that has crashed."""
STATE = """() => new Promise((done) => {
  const told = (frame) => done({ frame, hidden: document.hidden, state: document.readyState, at: location.href });
  requestAnimationFrame(() => told("drawn"));
  setTimeout(told, 2000, "none within 2 s");
})"""
_without_limit = SyncBase._sync  # noqa: SLF001 # pyright: ignore[reportPrivateUsage] - every call passes here, and nowhere else


def _within_limit(self: SyncBase, awaitable: Awaitable[Any]) -> Any:
    async def limited() -> Any:
        began = time.monotonic()
        try:
            async with asyncio.timeout(LONGEST):
                return await awaitable
        except TimeoutError:
            raise Error(f"The browser gives no answer within {LONGEST:.0f} s.") from None
        except (AssertionError, PlaywrightTimeoutError) as error:
            # Only a wait that took all its time says something about the browser or the machine.
            if time.monotonic() - began > PATIENCE / 2:
                error.add_note(f"load {os.getloadavg()}; " + "; ".join([await _state_of(page) for page in _pages()]))
            raise

    return _without_limit(self, limited())


def _pages() -> list[Page]:
    return [page for browser in _BROWSERS for context in browser.contexts for page in context.pages]


async def _state_of(page: Page) -> str:
    """Whether a page still runs its scripts and draws: what waits for a page that does neither says nothing about the test."""
    try:
        async with asyncio.timeout(10):
            return f"page: {await page._impl_obj.evaluate(STATE, None)}"  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    except (TimeoutError, Error) as error:
        return f"page: no answer ({str(error) or 'within 10 s'})"


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
    expect.set_options(timeout=WAITS)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found, args=[*QUIET, *flags])
        launched.on("context", lambda context: context.set_default_timeout(WAITS))
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

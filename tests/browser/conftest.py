"""A real browser. Where there is none the tests are skipped with that reason, and with CI=true they fail."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from running import Server, server

QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for each module: Playwright's own event loop must not outlive it, or no other test could run one."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        no_browser = "no Chromium on this machine (Debian: apt-get install chromium)"
        pytest.fail(no_browser) if os.environ.get("CI") else pytest.skip(no_browser)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found, args=QUIET)
        yield launched
        launched.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A fresh visitor with a small screen, whose browser must not complain about anything."""
    context = browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    page = context.new_page()
    complaints: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error" and "WebSocket" not in message.text and "ERR_CONNECTION_REFUSED" not in message.text:
            complaints.append(message.text)

    page.on("console", heard)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    assert complaints == []


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A visitor with a phone."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce", has_touch=True)
    yield context.new_page()
    context.close()


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of a module that need one, with rounds long enough to act in."""
    data = tmp_path_factory.mktemp("browser") / "journal.sqlite"
    with server(data, "--betting", "30", "--showing", "1", "--guests", "0") as started:
        yield started

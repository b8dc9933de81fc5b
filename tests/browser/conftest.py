"""Visitors with a real browser."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page

from running import Server, server

SERVER_KILLED = ("WebSocket", "ERR_CONNECTION_", "ERR_EMPTY_RESPONSE", "ERR_CONTENT_LENGTH_MISMATCH")
"""What a browser says of a server that is killed while the page is open, perhaps in the middle of a file."""


def close(page: Page) -> None:
    """Close a page. What it asks just then may be on its way through a route: that request is nobody's any more."""
    page.unroute_all(behavior="ignoreErrors")
    page.context.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A fresh visitor with a small screen, whose browser must not complain about anything."""
    context = browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce")
    page = context.new_page()
    complaints: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type == "error" and not any(each in message.text for each in SERVER_KILLED):
            complaints.append(message.text)

    page.on("console", heard)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    close(page)
    assert complaints == []


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A visitor with a phone."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce", has_touch=True)
    page = context.new_page()
    yield page
    close(page)


@pytest.fixture
def console(browser: Browser) -> Iterator[Page]:
    """A console on which no script fails. Refusals of the API are answers, and no failures."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    page = context.new_page()
    failures: list[str] = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    page.on("console", lambda said: failures.append(said.text) if "Content Security Policy" in said.text else None)
    yield page
    close(page)
    assert failures == []


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all tests of a module that need one, with rounds long enough to act in."""
    data = tmp_path_factory.mktemp("browser") / "journal.sqlite"
    with server(data, "--betting", "30", "--showing", "1", "--guests", "0") as started:
        yield started


@pytest.fixture(scope="module")
def ahead(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file that puts the clocks of a floor ahead, if `clock_ahead` runs it."""
    file = tmp_path_factory.mktemp("clock") / "ahead"
    file.touch()
    return file

"""A real browser. Where there is none the tests are skipped with that reason, and with CI=true they fail."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--no-first-run"]


@pytest.fixture
def browser() -> Iterator[Browser]:
    """One for each test: Playwright's own event loop must not outlive it, or no other test could run one."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        no_browser = "no Chromium on this machine (Debian: apt-get install chromium)"
        pytest.fail(no_browser) if os.environ.get("CI") else pytest.skip(no_browser)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=found, args=QUIET)
        yield launched
        launched.close()

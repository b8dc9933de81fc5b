"""The keys that end a round at a whole table: they do not move while it is played, and a grave ground is never one touch."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.test_display import dealt, given, paid
from live_floor import LiveFloor, live_floor
from staff_page import sign_in

WATCH = """() => {
  window.places = {};
  const look = () => {
    for (const key of document.querySelectorAll(".call-off .off button")) {
      const { x, y, width, height } = key.getBoundingClientRect();
      const places = window.places[key.dataset.ground ?? key.dataset.order] ??= new Set();
      places.add([x, y + scrollY, width, height].map(Math.round).join(" "));
    }
    requestAnimationFrame(look);
  };
  look();
}"""
"""Note where the keys are, in every frame."""
MOVED = "() => Object.entries(window.places).map(([name, places]) => [name, ...places]).filter(({ length }) => length > 2)"


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveFloor]:
    """Two electronic tables, whose rounds are short, and one of Sic Bo, with a manager who gives no order."""
    with live_floor(tmp_path_factory.mktemp("grave"), tables=("aruze", "wheel", "sicbo"), betting=0.5) as running:
        administrator = running.administrator()
        running.hire("mia", "Mia Brandt", "manager", by=administrator)
        running.hire("carl", "Carl Voss", "casino-supervisor", by=administrator)
        running.hire("dora", "Dora Lee", "dealer", by=administrator)
        yield running


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def given_by(page: Page) -> list[str]:
    """The orders that a page gives from now on. A preview gives none."""
    found: list[str] = []
    page.on("request", lambda sent: found.append(sent.url) if sent.method == "POST" and "preview" not in sent.url else None)
    return found


@pytest.mark.parametrize(
    ("table", "grave", "plain"),
    [
        ("aruze", "the operator holds that the tumbler does not work", "a die is cocked"),
        ("wheel", "the wheel did not work", "the ball came to rest while bets were open"),
    ],
)
def test_at_an_electronic_table_one_key_stays_and_a_grave_ground_says_so(
    floor: LiveFloor, page: Page, table: str, grave: str, plain: str
) -> None:
    """A touch opens the grounds, one is chosen, and a touch gives it: none of the first two does."""
    sign_in(page, floor, "mia", table=table)
    key = page.locator('.call-off .off [data-order="VoidRound"]')
    expect(key).to_be_visible()
    page.evaluate(WATCH)
    standing = page.get_by_role("heading", name=re.compile(r"^Round \d+:"))
    now = int(standing.inner_text().split()[1].rstrip(":"))
    later = "|".join(str(now + each) for each in range(3, 100))
    expect(standing).to_have_text(re.compile(rf"^Round ({later}):"))
    assert page.evaluate(MOVED) == []
    assert page.evaluate("Object.keys(window.places)") == ["VoidRound"]
    orders = given_by(page)
    key.click()
    said, give = page.locator("dialog .grave"), page.get_by_test_id("give")
    expect(give).to_be_visible()
    expect(said).to_be_hidden()
    forms = page.locator("dialog .form")
    forms.filter(has_text=plain).first.click()
    expect(said).to_be_hidden()
    forms.filter(has_text=grave).first.click()
    expect(said).to_be_visible()
    expect(said).to_contain_text("this reason stays on record under your name")
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_be_hidden()
    assert orders == []


def test_at_a_table_of_sic_bo_the_keys_stay_and_grave_ones_ask_again(floor: LiveFloor, page: Page) -> None:
    sign_in(page, floor, "mia", table="sicbo")
    dora = floor.anybody()
    assert dora.sign_in("dora").status == 200
    assert dora.order("sicbo", "RelieveDealer").status == 200
    dealt(dora, "1-2-3")
    paid(dora)
    expect(page.locator(".results [data-outcome]")).to_have_count(1)
    expect(page.locator(".off [data-ground]").first).to_be_visible()
    page.evaluate(WATCH)
    given(dora, "sicbo", "TakeSeat", seat="ann", chips=10_000, tender={"way": "cash"})
    dealt(dora, "2-3-4", bet=("ann", "small"))
    expect(page.locator(".payments")).to_contain_text("ann")
    paid(dora)
    expect(page.locator(".results [data-outcome]")).to_have_count(2)
    assert page.evaluate(MOVED) == []
    for _ in range(3):
        assert dora.order("sicbo", "ShakeDice").status == 200
    assert dora.order("sicbo", "OpenBetting").status == 200
    orders = given_by(page)
    for ground in ("tumbler-fault", "broken", "disorder", "fraud"):
        key = page.locator(f'.off [data-ground="{ground}"]')
        expect(key).to_be_enabled()
        key.click()
        expect(page.locator("dialog .grave")).to_be_visible()
        kept = page.get_by_label("Players whose bets are kept for fraud")
        expect(kept).to_be_visible(visible=ground == "fraud")
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_be_hidden()
    assert orders == []

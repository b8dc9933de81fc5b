"""The staff page in the hands of a person."""

from axe_playwright_python.base import AXE_SCRIPT  # pyright: ignore[reportMissingTypeStubs]
from playwright.sync_api import Page, expect

from live_floor import PASSWORD, LiveFloor

AXE = """async () => {
  const { violations } = await axe.run({ resultTypes: ["violations"] });
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target}: ${node.failureSummary}`));
}"""
WRONG_CLOCK = """
const right = Date, wrong = () => right.now() + HOURS * 3600000;
window.Date = class extends right {
  constructor(...given) { super(...(given.length ? given : [wrong()])); }
  static now() { return wrong(); }
};
"""
SIDEWAYS = "document.documentElement.scrollWidth > innerWidth"
SCREENS = ((390, 844), (1024, 768), (1920, 1080))


def sign_in(page: Page, floor: LiveFloor, login: str, password: str = PASSWORD, table: str = "") -> None:
    page.goto(f"http://127.0.0.1:{floor.port}/staff{f'#{table}' if table else ''}")
    page.get_by_label("Login").fill(login)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in").click()


def set_clock_wrong(page: Page, hours: int) -> None:
    """The clock of the machine with the browser is so many hours ahead."""
    page.add_init_script(WRONG_CLOCK.replace("HOURS", str(hours)))


def axe(page: Page) -> list[str]:
    page.evaluate(AXE_SCRIPT)
    return page.evaluate(AXE)


def sign_out(page: Page) -> None:
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def looks_right(page: Page) -> None:
    """On every screen nothing scrolls sideways, and axe finds nothing in dark or light."""
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert not page.evaluate(SIDEWAYS), (width, height)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert axe(page) == [], scheme


def call(page: Page, words: str) -> None:
    """Press the large key, which must be this call."""
    key = page.locator("button.next")
    expect(key).to_contain_text(words)
    key.click()


def pay(page: Page) -> None:
    """Tick everything that is to be taken, paid and moved, and declare all bets paid."""
    expect(page.locator("button.next")).to_contain_text("All bets are paid")  # at Sic Bo the list comes with the lights
    tick = page.get_by_test_id("tick-all")
    if tick.is_visible():
        tick.click()
    call(page, "All bets are paid")


def seat(page: Page, name: str, chips: str) -> None:
    page.locator('[data-order="TakeSeat"]').click()
    page.get_by_label("Name of the player").fill(name)
    page.get_by_label("Buy-in, $").fill(chips)
    page.get_by_label("Paid with").select_option("cash")
    page.get_by_test_id("give").click()
    expect(page.locator(f'[data-seat="{name}"]')).to_be_visible()


def enter(page: Page, faces: str) -> None:
    """Enter the dice as they lie. Nothing is sent yet."""
    for face in faces:
        page.get_by_test_id("result-entry").get_by_role("button", name=face, exact=True).click()


def hold(page: Page, seat: str, *chips: int) -> None:
    """Choose a player and take chips in hand. The table takes bets."""
    page.locator(f'[data-act-for="{seat}"]').click()
    for chip in (0, *chips):
        page.locator(f'[data-chip="{chip}"]').click()
    expect(page.get_by_test_id("in-hand")).to_contain_text("a touch bets it")


def bet(page: Page, seat: str, wager: str, *chips: int) -> None:
    """Put chips on a spot for a player, by touching the felt. Then the hand is empty, and a touch opens a spot."""
    stack = page.locator(f'[data-stacks="{wager}"] [data-stack="{seat}"]')
    expect(stack).to_have_count(0)
    hold(page, seat, *chips)
    page.get_by_test_id(f"spot-{wager}").click()
    expect(stack).to_have_count(1)
    page.locator('[data-chip="0"]').click()

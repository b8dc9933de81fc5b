"""A console in a hurry: no order is lost or reaches another round or player, and what was entered ends with its throw."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from browser.test_display import given
from live_floor import CASH, CHIPS, Console, LiveFloor, live_floor
from staff_page import call, enter, hold, sign_in

CUT = """() => {
  const { fetch, AbortSignal } = globalThis;
  const cuts = new WeakMap();
  AbortSignal.timeout = () => {
    const cut = new AbortController();
    cuts.set(cut.signal, cut);
    return cut.signal;
  };
  globalThis.fetch = (path, more) => {
    if (path.endsWith("/commands")) globalThis.timeOut = () => cuts.get(more.signal).abort();
    return fetch(path, more);
  };
}"""
"""Let `timeOut()` end the latest order, as its time does."""
COCKED = '[data-ground="cocked"].must'


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveFloor]:
    """One floor for all tests of this module. Ann has the dice of its table, and bets are open."""
    with live_floor(tmp_path_factory.mktemp("console"), tables=("craps",)) as running:
        dora = running.hire("dora", "Dora Lee", "dealer", "supervisor")
        given(dora, "craps", "RelieveDealer")
        for seat in ("ann", "bob", "cleo"):
            given(dora, "craps", "TakeSeat", seat=seat, chips=100_000, tender=CASH)
        given(dora, "craps", "OpenBetting")
        given(dora, "craps", "PlaceBet", seat="ann", wager="win-line", stake=500)
        given(dora, "craps", "OfferDice", seat="ann")
        given(dora, "craps", "AcceptDice", seat="ann", dice=[1, 4])
        yield running


@pytest.fixture
def dora(floor: LiveFloor) -> Console:
    """The dealer at another console."""
    other = floor.anybody()
    assert other.sign_in("dora").status == 200
    return other


@pytest.fixture
def page(floor: LiveFloor, console: Page) -> Page:
    """The dealer's console."""
    sign_in(console, floor, "dora", table="craps")
    expect(console.locator("button.next")).to_be_visible()
    return console


def held(page: Page) -> list[Route]:
    """Orders that the network does not deliver until they are continued."""
    orders: list[Route] = []
    page.route("**/commands", lambda route: orders.append(route))  # noqa: PLW0108 - Playwright marks its handlers
    return orders


def wait_for(page: Page, orders: list[Route], count: int) -> None:
    for _ in range(600):
        if len(orders) >= count:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{len(orders)} of {count} orders were sent")


def put(page: Page, seat: str, wager: str, chip: int) -> None:
    """Touch everything that places a bet, and do not wait for the answer."""
    hold(page, seat, chip)
    page.get_by_test_id(f"spot-{wager}").click()


def test_orders_on_a_slow_link_are_sent_one_after_another(page: Page) -> None:
    orders = held(page)
    put(page, "ann", "field", 500)
    expect(page.locator("#told")).to_contain_text("On the way: $5.00 on Field for ann …")
    put(page, "bob", "field", 2500)
    expect(page.locator("#told")).to_contain_text("On the way: $5.00 on Field for ann, $25.00 on Field for bob")
    assert len(orders) == 1
    orders[0].continue_()
    wait_for(page, orders, 2)
    orders[1].continue_()
    for seat, stake in (("ann", "5"), ("bob", "25")):
        expect(page.locator(f'[data-stacks="field"] [data-stack="{seat}"]')).to_contain_text(stake)


def unanswered(page: Page, orders: list[Route], *, first_arrives: bool = False) -> None:
    """Let every request of an order time out, until the page says so. The server may have had the first one."""
    for tried in range(1, 5):
        wait_for(page, orders, tried)
        if first_arrives and tried == 1:
            orders[0].fetch()  # the server answers, and the console does not hear it
        page.evaluate("timeOut()")
    ids: set[str] = {json.loads(order.request.post_data or "")["id"] for order in orders}
    assert len(ids) == 1
    expect(page.locator("#told")).to_contain_text("It may have been carried out")


def test_a_server_that_does_not_answer_is_asked_again_and_then_named(page: Page) -> None:
    """A request ends after a time. Every further one has the same id, and an order that is not sent is named."""
    orders = held(page)
    page.evaluate(CUT)
    put(page, "cleo", "field", 500)
    put(page, "cleo", "any-seven", 500)
    unanswered(page, orders)
    expect(page.locator("#told")).to_contain_text("No answer yet: $5.00 on Field for cleo.")
    expect(page.locator("#told")).to_contain_text("Not sent: $5.00 on Any Seven for cleo.")
    put(page, "cleo", "any-craps", 500)
    expect(page.locator("#told")).to_contain_text("Not sent: $5.00 on Any Craps for cleo.")
    page.unroute("**/commands")
    expect(page.locator("#told")).to_contain_text("$5.00 on Field for cleo: it was carried out.")
    expect(page.locator('[data-stacks="field"] [data-stack="cleo"]')).to_contain_text("5")
    for wager in ("any-seven", "any-craps"):
        expect(page.locator(f'[data-stacks="{wager}"]')).to_have_count(0)


def test_whoever_leaves_the_table_hears_of_an_order_without_an_answer(page: Page) -> None:
    """What was not sent is named, too. Nothing is sent later, when another person may have signed in."""
    orders = held(page)
    page.evaluate(CUT)
    put(page, "bob", "hardway:6", 500)
    wait_for(page, orders, 1)
    put(page, "bob", "hardway:4", 500)
    page.evaluate("location.hash = ''")
    expect(page.locator("#told")).to_have_text("craps: not sent: $5.00 on Hard 4 for bob.")
    page.evaluate("timeOut()")
    expect(page.locator("#told")).to_contain_text("$5.00 on Hard 6 for bob at craps was not carried out.")
    assert len(orders) == 1


SIGNED_OUT = {"error": "not-signed-in", "message": "Everybody was signed out."}


@pytest.mark.parametrize("order", ["touch", "dialog"])
def test_whoever_has_to_sign_in_again_hears_of_an_order_without_an_answer(page: Page, order: str) -> None:
    """As when the server is killed in the middle of an order, and forgets who is signed in."""
    orders = held(page)
    page.evaluate(CUT)
    if order == "touch":
        put(page, "bob", "any-craps", 500)
    else:
        page.locator('[data-order="TakeSeat"]').click()
        page.get_by_label("Buy-in, $").fill("100")
        page.get_by_test_id("give").click()
    wait_for(page, orders, 1)
    page.route("**/api/v1/**", lambda route: route.fulfill(status=401, json=SIGNED_OUT))
    page.evaluate("timeOut()")
    expect(page.locator("#door")).to_contain_text("Everybody was signed out.")
    expect(page.locator("#told")).to_contain_text("Nobody knows whether it was carried out. See what happened there.")
    expect(page.locator("#told")).to_contain_text("$5.00 on Any Craps for bob" if order == "touch" else "Seat a player")


def test_an_order_whose_answer_was_lost_is_carried_out_once(page: Page) -> None:
    orders = held(page)
    page.evaluate(CUT)
    put(page, "cleo", "hardway:8", 500)
    unanswered(page, orders, first_arrives=True)
    page.unroute("**/commands")
    expect(page.locator("#told")).to_contain_text("on Hard 8 for cleo: it was carried out.")
    stack = page.locator('[data-stacks="hardway:8"] [data-stack="cleo"]')
    expect(stack).to_contain_text("5")
    expect(stack).not_to_contain_text("10")


def test_the_dialog_waits_for_the_orders_before_it(page: Page) -> None:
    orders = held(page)
    put(page, "ann", "any-craps", 500)
    wait_for(page, orders, 1)
    page.locator('[data-order="TakeSeat"]').click()
    page.get_by_label("Name of the player").fill("eve")
    page.get_by_label("Buy-in, $").fill("100")
    page.get_by_label("Paid with").select_option("cash")
    page.get_by_test_id("give").click()
    expect(page.locator("dialog .problem")).to_contain_text("On the way")
    assert len(orders) == 1
    orders[0].continue_()
    wait_for(page, orders, 2)
    orders[1].continue_()
    expect(page.locator('[data-act-for="eve"]')).to_be_visible()
    expect(page.locator("dialog")).to_be_hidden()


def test_nobody_is_acted_for_when_the_chosen_player_leaves(page: Page, dora: Console) -> None:
    given(dora, "craps", "TakeSeat", seat="dan", chips=10_000, tender=CASH)
    page.locator('[data-act-for="dan"]').click()
    page.get_by_test_id("spot-any-craps").click()
    panel = page.get_by_test_id("spot-panel")
    expect(panel.locator('[data-put="PlaceBet"]')).to_contain_text("choose chips")
    page.locator('[data-chip="500"]').click()
    expect(panel.locator('[data-put="PlaceBet"]')).to_contain_text("$5.00")
    expect(panel.locator('[data-put="SpeakBet"]')).to_contain_text("Take a spoken bet with chips: $5.00")
    given(dora, "craps", "LeaveSeat", seat="dan", tender=CHIPS)
    expect(panel).to_contain_text("Choose a player")
    expect(panel.locator("[data-put]")).to_have_count(0)
    expect(page.locator('[data-act-for][aria-pressed="true"]')).to_have_count(0)

    # The chips stay in hand, and a touch bets nothing until a player is chosen.
    expect(page.get_by_test_id("in-hand")).to_have_text("$5.00 in hand")
    page.get_by_test_id("spot-any-seven").click()
    expect(panel).to_contain_text("Any Seven")
    expect(page.locator('[data-stacks="any-seven"]')).to_have_count(0)


def test_the_dice_of_a_throw_that_did_not_count_are_not_entered_for_the_next(page: Page) -> None:
    call(page, "The dice are thrown")
    enter(page, "34")
    expect(page.locator("button.next")).to_be_enabled()
    page.locator(COCKED).click()
    call(page, "Place your bets")
    call(page, "The dice are thrown")
    expect(page.get_by_test_id("result-entry").get_by_role("img", name="No die was entered yet")).to_be_visible()
    expect(page.locator("button.next")).to_be_disabled()
    page.locator(COCKED).click()
    call(page, "Place your bets")
    expect(page.locator("button.next")).to_contain_text("The dice are thrown")


def test_a_grave_ground_asks_again_and_a_cocked_die_comes_first(page: Page, dora: Console) -> None:
    """What accuses a person or condemns the dice is not on record after one touch. No key changes its size between phases."""
    grounds = page.locator(".quick.off [data-ground]")
    expect(page.locator("button.next")).to_contain_text("The dice are thrown")
    before = dora.get("/api/v1/tables/craps").body["number"]
    for ground in ("fraudulent-device", "unapproved-dice"):
        page.locator(f'[data-ground="{ground}"]').click()
        expect(page.locator("dialog .grave")).to_contain_text("on record under your name")
        page.keyboard.press("Escape")
        expect(page.locator("dialog")).to_be_hidden()
    assert dora.get("/api/v1/tables/craps").body["number"] == before
    sizes = {each.get_attribute("data-ground"): each.bounding_box() for each in grounds.all()}
    call(page, "The dice are thrown")
    expect(grounds.first).to_have_attribute("data-ground", "cocked")
    for each in grounds.all():
        was, now = sizes.get(each.get_attribute("data-ground")), each.bounding_box()
        assert was is None or (now and (was["width"], was["height"]) == (now["width"], now["height"]))
    page.locator(COCKED).click()
    call(page, "Place your bets")


def test_a_result_that_was_on_its_way_does_not_reach_the_next_throw(page: Page, dora: Console) -> None:
    call(page, "The dice are thrown")
    enter(page, "34")
    orders = held(page)
    call(page, "Enter the result")
    wait_for(page, orders, 1)
    given(dora, "craps", "VoidRound", round=0, ground="cocked")
    given(dora, "craps", "OpenBetting")
    given(dora, "craps", "ShootDice", seat="ann")
    orders[0].continue_()
    expect(page.locator("#told")).to_contain_text("That was meant for round")
    expect(page.get_by_test_id("result-entry")).to_be_visible()
    expect(page.locator(".results [data-outcome]")).to_have_count(0)


PARTS = """async () => {
  const { ActionKeys } = await import("/static/staff-actions.js");
  const { Payments } = await import("/static/staff-payments.js");
  const { SpotPanel } = await import("/static/staff-spot.js");
  const { Kept } = await import("/static/kept.js");
  const action = (order, forms, more) => ({
    order, forms, words: "", subject: "rounds", clause: "", open: true, reason: "", why_not: "", chosen: [], second: false,
    whose: "", call: true, later: [], ...more,
  });
  const form = (words, values = {}) => ({ words, values, clause: "", must: false, role: "" });
  const ahead = (...orders) => orders.map((order) => ({ order, words: "", clause: "", taken: 0, times: 1 }));
  const found = {};

  const given = [];
  const keys = new ActionKeys(new Map(), (what, which) => given.push(`${what.order} ${which.words}`), () => {});
  document.body.append(keys.calls);
  const next = () => keys.calls.querySelector("button.next");
  const results = [form("1-1, hard 2"), form("1-2, a total of 3"), form("3-4, a total of 7")];
  const both = [action("First", [form("")]), action("Then", [form("")])];
  keys.draw({ actions: both, ahead: ahead("Then", "First"), round: 1, closing: [] }, true);
  found.next = next().dataset.order;
  keys.draw({ actions: [action("EnterOutcome", results)], ahead: ahead("EnterOutcome"), round: 1, closing: [] }, true);
  for (const face of ["3", "4"]) keys.calls.querySelector(`.face-key[aria-label="${face}"]`).click();
  next().click();
  found.atOnce = [...given];
  while (next().hasAttribute("aria-disabled")) await new Promise((done) => setTimeout(done, 20));
  next().click();
  found.afterAMoment = [...given];

  const payment = (seat, pay, number = 1) => ({
    seat, place: 1, wager: "field", result: "win", stake: 5, take: 0, pay, back: 5, stays: false, breakage: 0, chips: [],
    rest: 0, to: "", put: 0, tokens: false, occasion: "result", number, lines: [], cases: [], parts: [],
  });
  const payments = new Payments("nowhere", new Map(), () => {});
  const crew = (name) => ({ crew: { dealer: name ? { name, role: "dealer" } : null } });
  const paying = (...all) => ({ paying: { lit: [], payments: all, ends_with: ["FinishPaying"] } });
  const pays = (...all) => payments.draw({ ...paying(...all), ...crew("Dora Lee") }, "Dora Lee");
  pays(payment("ann", 5), payment("bob", 5));
  for (const tick of payments.root.querySelectorAll("input")) tick.click();
  pays(payment("ann", 5), payment("bob", 10), payment("cleo", 5));
  found.left = payments.left.map(({ seat }) => seat);
  found.asked = ["ShakeDice", "FinishPaying", "FinishPaying"].map((order) => payments.question(order) !== "");
  pays(payment("ann", 5, 2));
  found.askedNext = payments.question("FinishPaying");
  found.leftNext = payments.left.map(({ seat }) => seat);
  payments.draw({ ...paying(payment("bob", 5, 3)), ...crew("Dan Reed") }, "Dora Lee");
  found.theirs = [payments.root.querySelectorAll("input").length, payments.root.querySelector(".hint").textContent];
  found.theirsAsk = payments.question("FinishPaying");
  payments.draw({ ...paying(payment("bob", 5, 3)), ...crew("") }, "Dora Lee");
  found.nobodys = payments.root.querySelectorAll("input").length;

  const moved = [];
  const panel = new SpotPanel((command) => moved.push(command), () => {});
  const spot = (id) => ({ id, title: id, odds: "", limits: "" });
  const seat = (name) => ({ seat: name, place: 1 });
  const move = (name) => form("", { seat: name, wager: "big" });
  panel.allow([action("MoveBet", [move("ann"), move("bob")], { chosen: ["seat", "wager"], call: false })]);
  panel.draw(seat("ann"), new Map(), 0);
  panel.look(spot("big"), {});
  panel.root.querySelector('[data-form="MoveBet"]').click();
  panel.draw(seat("bob"), new Map(), 0);
  panel.look(spot("odd"), {});
  found.moved = moved;
  panel.allow([action("PlaceBet", [form("bob", { seat: "bob" })], { chosen: ["seat"], call: false })]);
  found.puts = [true, false].map((taps) => {
    panel.look({ ...spot("come"), taps }, {});
    return panel.root.querySelectorAll("[data-put]").length;
  });

  const kept = new Kept();
  const first = kept.get("key", () => ({}));
  kept.begin();
  found.stays = kept.get("key", () => ({})) === first;
  kept.begin();
  kept.begin();
  found.dropped = kept.get("key", () => ({})) !== first;
  return found;
}"""


def test_the_parts_of_a_console_keep_what_was_begun_and_nothing_else(page: Page) -> None:
    found: dict[str, Any] = page.evaluate(PARTS)
    assert found["next"] == "Then", "the API says which call is next"
    assert found["atOnce"] == [], "the second half of a double tap enters no result"
    assert found["afterAMoment"] == ["EnterOutcome 3-4, a total of 7"]
    assert found["left"] == ["bob", "cleo"], "a tick stays while its payment is the same"
    assert found["asked"] == [False, True, False], "only the order that ends the list asks, and once"
    assert found["askedNext"].startswith("1 line is not ticked"), "a new list asks again"
    assert found["leftNext"] == ["ann"], "another round has ticks of its own"
    assert found["theirs"] == [0, "Dan Reed ticks them off."], "nobody here knows what another dealer has ticked"
    assert found["theirsAsk"] == ""
    assert found["nobodys"] == 1
    assert found["puts"] == [1, 0], "nobody puts chips where bets move by themselves"
    assert found["moved"] == [], "the bet of one player is not moved as another's"
    assert found["stays"]
    assert found["dropped"]

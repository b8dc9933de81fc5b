"""The staff page in a browser, on a live floor: signing in, dealing a round by its keys, and the orders of a supervisor."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from live_floor import CASH, PASSWORD, TABLES, LiveFloor, live_floor
from staff_page import SIDEWAYS, axe, call, enter, pay, seat, sign_in

CONTROLS = """async ([actions, orders]) => {
  const { labelOf } = await import("/static/staff-catalogue.js");
  const { freeFields } = await import("/static/staff-schema.js");
  const { control } = await import("/static/staff-fields.js");
  const { chosenIn } = await import("/static/staff-order.js");
  const schemas = new Map(orders.map((each) => [each.order, each]));
  return Object.fromEntries(actions.map((action) => {
    const { schema } = schemas.get(action.order);
    const fields = freeFields(action.order, schema, chosenIn(action));
    const drawn = fields.map((field) => control(field));
    const covered = [...fields.map(({ name }) => name), ...chosenIn(action)];
    const names = Object.keys(schema.$defs[action.order].properties);
    const missing = names.filter((name) => name !== "type" && !covered.includes(name));
    const undrawn = drawn.filter(({ root }) => !root.querySelector("input, select, button")).length;
    const raw = fields.filter(({ kind }) => kind === "json").map(({ name }) => name);
    return [action.order, { missing, undrawn, raw, label: labelOf(action.order) }];
  }));
}"""

DRAWN = "[...document.querySelectorAll('#table [data-order]')].map((key) => key.dataset.order)"


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveFloor]:
    """One floor for all tests of this page."""
    with live_floor(tmp_path_factory.mktemp("staff")) as running:
        administrator = running.administrator()
        for login, name, role in (("dora", "Dora Lee", "dealer"), ("carl", "Carl Voss", "casino-supervisor")):
            running.hire(login, name, role, by=administrator)
        yield running


def test_a_one_time_password_is_changed_before_anything_else(floor: LiveFloor, console: Page) -> None:
    new = {"login": "newt", "name": "Newt Ray", "roles": ["dealer"], "second": {"login": "carl", "password": PASSWORD}}
    added = floor.administrator().post("/api/v1/staff", new)
    sign_in(console, floor, "newt", "wrong wrong wrong")
    expect(console.get_by_test_id("problem")).not_to_be_empty()
    assert axe(console) == []
    console.get_by_label("Password", exact=True).fill(added.body["password"])
    console.keyboard.press("Enter")
    console.get_by_label("New password, 12").fill("short")
    console.get_by_label("New password again").fill("short")
    console.get_by_role("button", name="Save").click()
    expect(console.get_by_test_id("problem")).to_contain_text("12")
    console.get_by_label("New password, 12").fill(PASSWORD)
    console.get_by_label("New password again").fill(PASSWORD)
    console.keyboard.press("Enter")
    for table in TABLES:
        expect(console.get_by_test_id(f"table-{table}")).to_be_visible()
    assert axe(console) == []
    console.get_by_role("button", name="Sign out").click()
    expect(console.get_by_role("heading", name="Sign in")).to_be_visible()


def test_a_dealer_runs_a_round_of_sic_bo_by_the_keys(floor: LiveFloor, console: Page) -> None:
    sign_in(console, floor, "dora")
    console.get_by_test_id("table-sicbo").click()
    assert console.url.endswith("/staff#sicbo")
    console.locator('[data-order="RelieveDealer"]').click()
    expect(console.get_by_test_id("round")).to_contain_text("Dora Lee (dealer) deals")
    seat(console, "ann", "200")
    for times in range(1, 4):
        call(console, "Shake the dice")
        expect(console.get_by_test_id("events").locator("li")).to_have_count(2 + times)
    call(console, "Place your bets")
    expect(console.get_by_test_id("round")).to_contain_text("Place your bets")
    console.locator('[data-order="PlaceBet"]').click()
    console.get_by_label("Wager").fill("small")
    console.get_by_label("Stake, $").fill("10")
    console.get_by_test_id("give").click()
    expect(console.locator('[data-seat="ann"] .bets')).to_contain_text("$10.00")
    call(console, "No more bets")
    call(console, "Uncover the dice")
    enter(console, "412")
    call(console, "Announce the result")
    expect(console.locator("button.next")).to_contain_text("1-2-4")
    call(console, "Enter the result")
    expect(console.locator(".results [data-outcome]").first).to_have_attribute("data-outcome", "1-2-4")
    expect(console.locator('[data-seat="ann"] .credit')).to_have_text("$210.00")
    pay(console)
    expect(console.get_by_test_id("round")).to_contain_text("Round over")
    assert axe(console) == []


def test_a_supervisor_gives_own_limits_and_calls_a_round_off(floor: LiveFloor, console: Page) -> None:
    dora = floor.anybody()
    assert dora.sign_in("dora").status == 200
    assert dora.order("craps", "RelieveDealer").status == 200
    sign_in(console, floor, "carl", table="craps")
    seat(console, "bob", "500")
    console.locator('[data-order="SetPlayerLimits"]').click()
    console.get_by_label("Minimum, $").fill("25")
    console.get_by_label("Maximum, $").fill("1,000")
    console.keyboard.press("Enter")
    expect(console.locator("dialog .problem")).to_contain_text("Say why")
    console.get_by_label("Reason").fill("A known player")
    console.keyboard.press("Enter")
    expect(console.locator('[data-seat="bob"]')).to_contain_text("own limits $25.00 to $1,000.00")
    assert dora.order("craps", "OpenBetting").status == 200
    console.locator('[data-order="VoidRound"]').click()
    grounds = console.locator("dialog .form")
    expect(grounds.filter(has=console.locator("b.must")).first).to_be_visible()
    expect(grounds.filter(has=console.locator("b.may")).first).to_be_visible()
    assert axe(console) == []
    grounds.first.click()
    console.get_by_test_id("give").click()
    expect(console.locator("dialog")).to_be_hidden()
    expect(console.get_by_test_id("events")).to_contain_text("fraudulent")
    expect(console.get_by_test_id("not-now").locator("[data-closed]").first).to_be_attached()
    console.set_viewport_size({"width": 390, "height": 844})
    assert not console.evaluate(SIDEWAYS)


def test_what_a_page_asks_by_itself_says_how_long_nobody_has_touched_it(tmp_path: Path, console: Page) -> None:
    """The table is busy, and a form that stays open asks again what it would change. The console locks all the same."""
    console.clock.install()
    with live_floor(tmp_path, tables=("craps",)) as floor:
        floor.hire("carl", "Carl Voss", "casino-supervisor")
        dora = floor.hire("dora", "Dora Lee", "dealer")
        for order in ("RelieveDealer", "OpenBetting"):
            assert dora.order("craps", order).status == 200
        sign_in(console, floor, "carl", table="craps")
        console.locator('[data-order="VoidRound"]').click()
        console.locator("dialog .form").first.click()
        expect(console.get_by_test_id("give")).to_be_enabled()
        for player, untouched in (("ann", 100), ("ben", 200)):
            console.clock.fast_forward(100_000)
            with console.expect_request("**/preview") as asked:
                assert dora.order("craps", "TakeSeat", seat=player, chips=50_000, tender=CASH).status == 200
            assert int(asked.value.headers["idle-seconds"]) >= untouched
        assert console.request.post(f"http://127.0.0.1:{floor.port}/api/v1/session/lock").ok
        expect(console.get_by_role("heading", name="This console is locked")).to_be_visible()
        expect(console.locator("dialog")).to_be_hidden()


def test_a_locked_console_asks_for_the_password(floor: LiveFloor, console: Page) -> None:
    sign_in(console, floor, "carl", table="sicbo")
    expect(console.locator("[data-order]").first).to_be_visible()
    console.get_by_role("button", name="Lock", exact=True).click()
    expect(console.get_by_role("heading", name="This console is locked")).to_be_visible()
    expect(console.get_by_role("button", name="Lock", exact=True)).to_be_hidden()
    assert axe(console) == []
    console.get_by_label("Password").fill("wrong wrong wrong")
    console.keyboard.press("Enter")
    expect(console.get_by_test_id("problem")).not_to_be_empty()
    console.get_by_label("Password").fill(PASSWORD)
    console.keyboard.press("Enter")
    expect(console.locator("[data-order]").first).to_be_visible()
    assert console.url.endswith("/staff#sicbo")


def test_a_form_waits_behind_the_lock_for_the_person_who_was_filling_it_in(floor: LiveFloor, console: Page) -> None:
    """It is in the memory of the page only, without passwords, and gone when another person signs in."""
    sign_in(console, floor, "carl", table="sicbo")
    console.locator('[data-order="TakeSeat"]').click()
    console.get_by_label("Name of the player").fill("Zoe")
    console.get_by_label("Paid with").select_option("cash")
    lock(console)
    expect(console.locator("dialog")).to_be_hidden()
    assert "Zoe" not in console.content()
    assert console.evaluate("JSON.stringify([localStorage, sessionStorage])").count("Zoe") == 0
    unlock(console)
    expect(console.get_by_label("Name of the player")).to_have_value("Zoe")
    console.get_by_label("Buy-in, $").fill("100")
    console.get_by_test_id("give").click()
    expect(console.locator('[data-seat="Zoe"]')).to_contain_text("$100.00")

    # The password of a second person is gone.
    console.locator('[data-order="PullBox"]').click()
    second = console.locator("dialog input[type=password]")
    second.fill("a password of somebody")
    lock(console)
    unlock(console)
    expect(second).to_have_value("")

    lock(console)
    console.get_by_role("button", name="Sign out").click()
    sign_in(console, floor, "dora", table="sicbo")
    expect(console.locator("[data-order]").first).to_be_visible()
    expect(console.locator("dialog")).to_be_hidden()


def test_a_page_that_is_not_for_a_person_gives_way_to_the_tables(floor: LiveFloor, console: Page) -> None:
    """The person before had it open, say. At a table at which nobody deals, the large key takes it over."""
    sign_in(console, floor, "dora", table="people/")
    expect(console.locator("#told")).to_have_text("People is not for your roles. Here are the tables.")
    console.get_by_role("navigation").get_by_role("link", name="Tables").click()
    console.get_by_test_id("table-crown").click()
    expect(console.locator("button.next")).to_contain_text("Take over the table")


def lock(page: Page) -> None:
    page.evaluate("document.getElementById('lock').click()")  # the form covers the key; time would lock it as well
    expect(page.get_by_role("heading", name="This console is locked")).to_be_visible()


def unlock(page: Page) -> None:
    page.get_by_label("Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator("dialog")).to_be_visible()


def test_every_field_of_every_order_has_a_control(floor: LiveFloor, console: Page) -> None:
    carl = floor.anybody()
    carl.sign_in("carl")
    orders = carl.get("/api/v1/orders").body
    actions = {order: action for table in TABLES for order, action in carl.actions(table).items()}
    without_cage = {"FillFloat", "CreditFloat", "EmptyDrop", "EmptyStacker"}
    orders = [each for each in orders if each["order"] not in without_cage]
    assert {each["order"] for each in orders} == actions.keys()
    sign_in(console, floor, "carl")
    found: dict[str, Any] = console.evaluate(CONTROLS, [list(actions.values()), orders])
    wrong = {order: its for order, its in found.items() if its["missing"] or its["undrawn"] or its["raw"]}
    assert wrong == {}, json.dumps(wrong, indent=1)
    assert len({its["label"] for its in found.values()}) == len(orders)


@pytest.mark.parametrize(("role", "table"), [("dealer", "craps"), ("supervisor", "crown"), ("manager", "sicbo")])
def test_what_the_api_opens_to_a_role_has_a_key_on_its_page(floor: LiveFloor, console: Page, role: str, table: str) -> None:
    """`test_keys_of_roles` looks at every role at many tables, without a server."""
    person = floor.hire(role, role.capitalize(), role)
    sign_in(console, floor, role, table=table)
    expect(console.locator("#table [data-order]").first).to_be_visible()
    assert set(console.evaluate(DRAWN)) == {order for order, action in person.actions(table).items() if action["open"]}


def test_a_strange_terminal_is_told_to_enrol_and_the_lobby_names_the_floor(floor: LiveFloor, console: Page) -> None:
    console.goto(f"http://127.0.0.1:{floor.port}/")
    expect(console.locator(".foot")).to_contain_text("Test floor")
    expect(console.get_by_role("link", name="Staff")).to_have_attribute("href", "/staff")
    console.goto(f"http://127.0.0.1:{floor.port}/play/wheel")
    expect(console.get_by_test_id("offline").get_by_role("link")).to_have_attribute("href", "/enrol")
    assert Path(console.url).name == "wheel"


def test_a_click_counts_though_the_table_changes_while_the_button_is_down(floor: LiveFloor, console: Page) -> None:
    """The keys are drawn again with every change. What the person has begun to press must not be replaced."""
    dora = floor.anybody()
    assert dora.sign_in("dora").status == 200
    sign_in(console, floor, "dora", table="crown")
    key, money = (console.locator(f'[data-order="{order}"]') for order in ("TakeSeat", "InsertMoney"))
    key.locator("span").hover()
    expect(money).to_have_count(0)
    console.mouse.down()
    assert dora.order("crown", "TakeSeat", seat="kay", chips=10_000, tender=CASH).status == 200
    expect(money).to_be_visible()
    console.mouse.up()
    expect(console.locator("dialog")).to_be_visible()


def test_whoever_works_while_the_server_is_out_of_reach_reads_that(floor: LiveFloor, console: Page) -> None:
    """In the dialog, at the head of every page, however far it is scrolled, and until the server answers again."""
    sign_in(console, floor, "admin")
    console.get_by_role("link", name="People").click()
    console.get_by_role("button", name="Add a person").click()
    away = console.locator("#away")
    expect(away).to_be_hidden()
    console.route("**/api/**", lambda route: route.abort())
    console.get_by_test_id("give").click()
    expect(console.get_by_test_id("problem")).to_have_text("The server is out of reach.")
    console.keyboard.press("Escape")
    expect(away).to_be_visible()
    expect(away).to_have_text("The server is out of reach.")
    console.unroute("**/api/**")
    expect(away).to_be_hidden()


def test_a_table_whose_line_is_cut_says_so_and_an_order_visibly_waits(floor: LiveFloor, console: Page) -> None:
    lines: list[WebSocketRoute] = []
    is_cut = False

    def connect(line: WebSocketRoute) -> None:
        lines.append(line)
        if is_cut:
            line.close()
        else:
            line.connect_to_server()

    console.route_web_socket("**/ws/**", connect)
    sign_in(console, floor, "carl", table="craps")
    console.locator('[data-order="TakeSeat"]').click()
    console.get_by_label("Name of the player").fill("zoe")
    console.get_by_label("Buy-in, $").fill("50")
    console.get_by_label("Paid with").select_option("cash")
    away = console.locator("#away")
    expect(away).to_be_hidden()
    is_cut = True
    console.route("**/api/**", lambda route: route.abort())
    lines[0].close()
    expect(away).to_be_visible()
    expect(away).to_contain_text("out of reach")
    console.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    expect(away).to_be_in_viewport()
    console.get_by_test_id("give").click()
    expect(console.locator("dialog .problem")).to_contain_text("On the way")
    is_cut = False
    console.unroute("**/api/**")
    expect(away).to_be_hidden()
    expect(console.locator('[data-seat="zoe"]')).to_be_visible()

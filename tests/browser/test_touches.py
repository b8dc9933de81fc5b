"""Few touches and a dealer's words: bets, results and calls at the console, for a dealer without other powers and with them."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.test_display import given
from live_floor import CASH, Console, LiveFloor, live_floor
from staff_page import SIDEWAYS, axe, call, enter, hold, sign_in

SMALL_PRINT = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const small = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || !parent.checkVisibility({ visibilityProperty: true })) continue;
    const scale = parent instanceof SVGGraphicsElement ? Math.abs(parent.getScreenCTM().d) : 1;
    const size = Number.parseFloat(getComputedStyle(parent).fontSize) * scale;
    if (size < 11.95) small.push(`${node.data.trim()}: ${size.toFixed(1)}`);
  }
  return small;
}"""
"""Every print below 12 px, as it is drawn on the screen."""
PLACES = (".layout .window", ".calls", ".orders", ".seats")


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveFloor]:
    """One floor for all tests of this module."""
    with live_floor(tmp_path_factory.mktemp("touches"), tables=("craps", "sicbo")) as running:
        administrator = running.administrator()
        running.hire("dora", "Dora Lee", "dealer", "supervisor", by=administrator)
        running.hire("deb", "Deb Ross", "dealer", by=administrator)
        running.hire("carl", "Carl Voss", "casino-supervisor", by=administrator)
        yield running


def staff(floor: LiveFloor, login: str) -> Console:
    console = floor.anybody()
    assert console.sign_in(login).status == 200
    return console


@pytest.fixture(scope="module")
def carl(floor: LiveFloor) -> Console:
    return staff(floor, "carl")


@pytest.fixture(scope="module")
def dora(floor: LiveFloor) -> Console:
    """The dealer at another console. She has taken over both tables, where Ann and Bob sit."""
    console = staff(floor, "dora")
    for table in ("craps", "sicbo"):
        given(console, table, "RelieveDealer")
        for seat in ("ann", "bob"):
            given(console, table, "TakeSeat", seat=seat, chips=100_000, tender=CASH)
    return console


def open_at(page: Page, floor: LiveFloor, login: str, table: str) -> Page:
    page.set_viewport_size({"width": 1024, "height": 768})
    sign_in(page, floor, login, table=table)
    expect(page.locator("[data-act-for]")).not_to_have_count(0)
    return page


def stack(page: Page, wager: str, seat: str) -> Locator:
    return page.locator(f'[data-stacks="{wager}"] [data-stack="{seat}"]')


def where(page: Page) -> list[tuple[str, float, float]]:
    """Where the parts of the console begin."""
    boxes = [(place, page.locator(place).bounding_box()) for place in PLACES]
    return [(place, box["x"], box["y"]) for place, box in boxes if box]


@pytest.mark.usefixtures("dora")
def test_chips_are_changed_into_others_and_money_without_a_chip_is_refused(floor: LiveFloor, console: Page) -> None:
    page = open_at(console, floor, "deb", "sicbo")
    page.locator('[data-act-for="bob"]').click()
    page.locator('[data-order="ChangeColour"]').click()
    form, status = page.locator("dialog"), page.get_by_test_id("colour")
    page.locator('[data-count="given 500"]').fill("23")
    page.locator('[data-add="given 500"]').click()
    expect(status).to_have_text("$120.00 is given. $120.00 is to come back.")
    page.locator('[data-add="received 10000"]').click()
    page.get_by_test_id("give").click()
    expect(form.locator(".problem")).to_have_text("bob gives $120.00 and would get $100.00: a colour change is equal in value.")
    page.locator('[data-add="received 100"]').click()
    expect(status).to_have_text("$120.00 for $120.00.")
    expect(form.locator(".problem")).to_be_empty()
    assert axe(page) == []
    page.get_by_test_id("give").click()
    expect(form).to_be_hidden()
    expect(page.get_by_test_id("events")).to_contain_text(
        "Deb Ross (dealer) changes 24 x $5.00 of bob into 20 x $1.00 and 1 x $100.00."
    )
    expect(page.locator('[data-seat="bob"] .credit')).to_have_text("$1,000.00")

    page.locator('[data-order="InsertMoney"]').click()
    page.get_by_label("Amount, $").fill("200.50")
    page.get_by_label("Paid with").select_option("cash")
    page.get_by_test_id("give").click()
    expect(form.locator(".problem")).to_have_text("The chips of this table make $200.00, and not $200.50.")
    page.keyboard.press("Escape")
    for order in ("LockTerminal", "InsertCard"):
        expect(page.locator(f'[data-order="{order}"]')).to_have_count(0)


@pytest.mark.usefixtures("dora")
def test_the_second_bet_of_a_player_is_one_touch_and_can_be_undone(floor: LiveFloor, console: Page) -> None:
    page = open_at(console, floor, "dora", "craps")
    call(page, "Place your bets")
    hold(page, "ann", 500, 500)
    for wager in ("win-line", "field"):
        page.get_by_test_id(f"spot-{wager}").click()
        expect(stack(page, wager, "ann")).to_contain_text("10")
        expect(page.locator("#told")).to_contain_text("$10.00 on")
    expect(page.get_by_test_id("spot-panel")).to_be_hidden()

    # A further touch adds to the bet, and undo takes it away again, the last one first.
    page.get_by_test_id("spot-field").click()
    expect(stack(page, "field", "ann")).to_contain_text("20")
    undo = page.get_by_test_id("undo-bet")
    expect(undo).to_contain_text("$10.00 on Field for ann")
    undo.click()
    expect(stack(page, "field", "ann")).to_contain_text("10")
    undo.click()
    expect(stack(page, "field", "ann")).to_have_count(0)
    expect(undo).to_contain_text("$10.00 on Win Line for ann")

    # A raise is undone before the bet that it raised. What the dealer takes down otherwise cannot be undone.
    hold(page, "ann", 100, 100)
    for wager in ("field", "any-craps"):
        page.get_by_test_id(f"spot-{wager}").click()
        expect(stack(page, wager, "ann")).to_contain_text("2")
    raised = page.locator('.seats li:has-text("Field") [data-short="correct"]').filter(has_text="Raise to $5.00")
    raised.last.click()  # the other bet may be raised, too
    expect(stack(page, "field", "ann")).to_contain_text("5")
    expect(undo).to_contain_text("Undo the raise to $5.00 for ann")
    undo.click()
    expect(stack(page, "field", "ann")).to_contain_text("2")
    expect(undo).to_contain_text("$2.00 on Any Craps for ann")
    undo.click()
    expect(stack(page, "any-craps", "ann")).to_have_count(0)
    page.get_by_test_id("in-hand").click()
    page.get_by_test_id("spot-field").click()
    page.locator('[data-form="TakeDown"]').click()
    expect(stack(page, "field", "ann")).to_have_count(0)
    expect(undo).to_contain_text("$10.00 on Win Line for ann")
    hold(page, "ann", 500, 500)

    # Another player bets the same chips. With the chips put down, a touch opens the spot.
    page.locator('[data-act-for="bob"]').click()
    page.get_by_test_id("spot-win-line").click()
    expect(stack(page, "win-line", "bob")).to_contain_text("10")
    page.get_by_test_id("in-hand").click()
    page.get_by_test_id("spot-win-line").click()
    expect(page.get_by_test_id("spot-panel").locator('[data-form="TakeDown"] .place')).to_have_text("2")
    page.keyboard.press("Escape")
    page.get_by_test_id("in-hand").click()
    expect(page.get_by_test_id("in-hand")).to_have_text("$10.00: a touch bets it")
    assert axe(page) == []


@pytest.mark.usefixtures("dora")
def test_what_is_wrong_with_a_long_form_is_said_beside_its_keys(floor: LiveFloor, console: Page) -> None:
    page = open_at(console, floor, "dora", "craps")
    for order, words in (("InsertMoney", "Buy in"), ("Collect", "Cash out")):
        expect(page.locator(f'[data-order="{order}"]')).to_contain_text(words)
    page.locator('[data-order="TakeSeat"]').click()
    page.set_viewport_size({"width": 1024, "height": 420})
    page.get_by_test_id("give").click()
    problem = page.locator("dialog .problem")
    expect(problem).to_contain_text("fill this in")
    expect(problem).to_be_in_viewport(ratio=1)
    expect(page.get_by_label("Buy-in, $")).to_be_focused()
    page.get_by_label("Name of the player").fill("ann")
    page.get_by_label("Buy-in, $").fill("500")
    page.get_by_label("Paid with").select_option("cash")
    page.get_by_test_id("give").click()
    expect(problem).to_contain_text("ann")
    expect(problem).to_be_in_viewport(ratio=1)
    expect(page.get_by_test_id("give")).to_be_focused()
    page.keyboard.press("Escape")


@pytest.mark.usefixtures("dora")
def test_a_box_is_pulled_without_a_word_about_what_is_in_it(floor: LiveFloor, console: Page) -> None:
    page = open_at(console, floor, "dora", "sicbo")
    page.locator('[data-order="PullBox"]').click()
    expect(page.get_by_test_id("give")).to_be_visible()
    expect(page.locator("dialog")).not_to_contain_text("by the books")
    expect(page.locator("dialog")).not_to_contain_text("$")
    page.keyboard.press("Escape")


@pytest.mark.usefixtures("dora")
def test_nothing_moves_when_warnings_come(floor: LiveFloor, console: Page, carl: Console) -> None:
    page = open_at(console, floor, "dora", "sicbo")
    warnings = page.get_by_role("group", name="Warnings")
    expect(page.locator("button.next")).to_be_visible()
    expect(page.locator('[data-chip="500"]')).to_be_visible()
    before = page.locator(".layout .window").bounding_box()
    given(carl, "sicbo", "OpenDispute", seat="ann", about="The late bet")
    for minimum in (700, 800):
        fields = {"act": "change the sign", "values": {"minimum": minimum}, "why": "A busy evening"}
        given(carl, "sicbo", "PostNotice", **fields)
    warnings.get_by_role("button", name=re.compile("^All ")).click()
    every = warnings.locator(".all")
    expect(every).to_contain_text("1 dispute is undecided")
    expect(every).to_contain_text("minimum $8.00")
    assert every.inner_text().count("minimum $8.00") == 1
    assert page.locator(".layout .window").bounding_box() == before

    # The dealer is told who ordered it and why, until that was touched; nobody is told of the own orders.
    acted = page.get_by_test_id("acted")
    expect(acted).to_contain_text("Carl Voss (casino supervisor)")
    assert axe(page) == []
    acted.get_by_role("button", name="Seen (1 more)").click()
    expect(acted).to_contain_text("Carl Voss (casino supervisor)")
    acted.get_by_role("button", name="Seen", exact=True).click()
    expect(acted).to_be_hidden()


def throw(page: Page, faces: str, words: str) -> None:
    """A throw is entered, called in large letters, and paid; nothing on the page moves when the result appears."""
    call(page, "The dice are thrown")
    enter(page, faces)
    expect(page.locator("button.next")).to_be_enabled()
    before = where(page)
    assert len(before) == len(PLACES)
    call(page, "Enter the result")
    expect(page.get_by_test_id("crier")).to_contain_text(words)
    expect(page.locator("button.next")).to_contain_text("All bets are paid")
    expect(page.get_by_test_id("payments")).to_be_visible()
    assert where(page) == before
    page.get_by_test_id("tick-all").click()
    call(page, "All bets are paid")
    call(page, "Place your bets")


def settled_round_is_called_off(page: Page) -> None:
    """Once a result is entered, a ground shows what it would change, and takes a second touch."""
    call(page, "The dice are thrown")
    enter(page, "41")
    call(page, "Enter the result")
    expect(page.locator("button.next")).to_contain_text("All bets are paid")
    page.locator('[data-ground="disorder"]').click()
    expect(page.get_by_test_id("preview")).to_contain_text("called off")
    expect(page.locator('.results [data-outcome="1-4"]')).to_have_count(1)
    page.get_by_test_id("give").click()
    expect(page.locator('.results [data-outcome="1-4"]')).to_have_count(0)
    call(page, "Place your bets")
    expect(page.locator("button.next")).to_contain_text("The dice are thrown")


def test_point_seven_out_and_no_roll_are_called_in_large_letters(floor: LiveFloor, console: Page, dora: Console) -> None:
    if dora.actions("craps")["OpenBetting"]["open"]:  # no other test has used the table
        given(dora, "craps", "OpenBetting")
        given(dora, "craps", "PlaceBet", seat="ann", wager="win-line", stake=1000)
    given(dora, "craps", "OfferDice", seat="ann")
    given(dora, "craps", "AcceptDice", seat="ann", dice=[1, 2])
    page = open_at(console, floor, "dora", "craps")
    given(dora, "craps", "PlaceBet", seat="ann", wager="field", stake=1000)
    expect(stack(page, "field", "ann")).to_have_count(1)
    assert page.evaluate(SMALL_PRINT) == []
    throw(page, "24", "Point 6")
    call(page, "The dice are thrown")
    page.locator('[data-ground="cocked"].must').click()
    expect(page.get_by_test_id("crier")).to_have_text("No roll")
    call(page, "Place your bets")
    settled_round_is_called_off(page)
    given(dora, "craps", "PlaceBet", seat="ann", wager="place-win:5", stake=1000)
    throw(page, "34", "Seven out")
    events = page.get_by_test_id("events")
    expect(events).to_contain_text("ann's Place Bet to Win 5 loses $10.00.")
    expect(events).not_to_contain_text("place-win")


def test_a_result_is_corrected_by_touching_it_and_its_dice(floor: LiveFloor, console: Page, dora: Console) -> None:
    page = open_at(console, floor, "carl", "sicbo")
    for faces in ("1-2-4", "1-1-5", "1-3-3", "1-1-5", "2-2-3", "1-1-5"):
        given(dora, "sicbo", "ShakeDice", times=3)
        given(dora, "sicbo", "OpenBetting")
        given(dora, "sicbo", "PlaceBet", seat="ann", wager="small", stake=1000)
        for order in ("CloseBetting", "UncoverTumbler"):
            given(dora, "sicbo", order)
        numbers = [int(face) for face in faces.split("-")]
        given(dora, "sicbo", "AnnounceResult", numbers=numbers, total=sum(numbers))
        given(dora, "sicbo", "EnterOutcome", outcome=faces)
        expect(page.get_by_test_id("crier")).to_contain_text("7")
        soon_paid(page, dora)
    assert page.evaluate(SMALL_PRINT) == []
    page.locator('.results [data-outcome="1-3-3"] button').click()
    choice, number = page.get_by_test_id("outcome-choice"), page.get_by_label("Round number")
    expect(choice.locator('[aria-pressed="true"]')).to_have_text("round 3 (1-3-3)")

    # A round that is not listed is corrected by its number, and the table says why where that is not possible.
    page.keyboard.press("4")
    for face in ("5", "6"):
        choice.get_by_role("button", name=face, exact=True).click()
    page.get_by_label("Reason").fill("The camera shows 4, 5 and 6.")
    number.fill("99")
    expect(page.get_by_test_id("preview")).to_contain_text("Round 99 cannot be settled again")
    expect(page.get_by_test_id("give")).to_be_disabled()
    number.fill("1")
    expect(choice).to_contain_text("Round 1 should be 4-5-6.")
    expect(page.get_by_test_id("preview")).to_contain_text("The house gains $20.00")
    page.get_by_test_id("give").click()
    expect(page.locator('.results [data-outcome="4-5-6"]')).to_have_count(1)
    expect(page.locator('.results [data-outcome="1-2-4"]')).to_have_count(0)
    expect(page.get_by_test_id("events")).to_contain_text("$20.00 goes from ann to the house.")


def soon_paid(page: Page, dora: Console) -> None:
    """The winning areas light up by themselves, and then the round can be paid."""
    for _ in range(600):
        answer = dora.order("sicbo", "FinishPaying")
        if answer.status == 200:
            return
        assert answer.error == "out-of-sequence", answer
        page.wait_for_timeout(50)
    raise AssertionError("the winning areas are not lit")


def test_orders_of_others_stay_in_their_place_and_players_carry_their_flags(
    floor: LiveFloor, console: Page, carl: Console, dora: Console
) -> None:
    given(dora, "sicbo", "TakeSeat", seat="cleo", chips=10_000, tender=CASH)
    given(carl, "sicbo", "SetPlayerLimits", seat="bob", minimum=2500, maximum=100_000, why="A known player.")
    barred = next(form["values"] for form in carl.actions("sicbo")["Sanction"]["forms"] if "bar" in form["values"]["measure"])
    given(carl, "sicbo", "Sanction", **{**barred, "seat": "cleo"})
    page = open_at(console, floor, "deb", "sicbo")
    for order, words in (("CorrectOutcome", "Correct a result"), ("RefuseBet", "Refuse"), ("Sanction", "Bar a player")):
        key = page.locator(f'[data-theirs="{order}"]')
        expect(key).to_contain_text(words)
        expect(key).to_contain_text("For casino supervisor.")
        expect(key).to_have_attribute("aria-disabled", "true")
    expect(page.locator('[data-act-for="cleo"]')).to_contain_text("Barred")
    expect(page.locator('[data-act-for="bob"]')).to_contain_text("Own limits $25.00 to $1,000.00")
    expect(page.locator(".results button:not(:disabled)")).to_have_count(0)
    for name, address in (("Rules", "/rules/sicbo"), ("Display", "/display/sicbo")):
        expect(page.get_by_role("link", name=name)).to_have_attribute("href", address)
    assert axe(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert not page.evaluate(SIDEWAYS)


@pytest.mark.usefixtures("dora")
def test_9_8_the_console_leads_to_the_closing(floor: LiveFloor, console: Page) -> None:
    console.clock.install()
    page = open_at(console, floor, "carl", "craps")
    # The card of the calls covers no key of whoever does not deal.
    expect(page.locator(".dealing")).not_to_have_css("position", "sticky")
    steps = page.get_by_test_id("closing-steps")
    steps.locator("summary").click()
    expect(steps.locator("li")).to_have_count(6)
    expect(steps.locator("li").nth(3)).to_contain_text("Pay ann out: $")
    expect(steps.locator("li.now")).to_contain_text("Put up the closing warning")
    steps.get_by_role("button", name="Put up a sign").click()
    page.get_by_label("Reason").fill("The night is over.")
    page.get_by_test_id("give").click()
    expect(page.locator("dialog")).to_be_hidden()
    expect(steps.locator("li.done")).to_contain_text(re.compile(r"It hangs for another (20|19|18):\d\d min"))
    expect(steps.locator("li.now")).to_contain_text("has not hung for its time")
    expect(page.get_by_test_id("round")).to_contain_text("Announced")

    # When the clock reaches zero, the page asks what is open now, also if nobody has touched it for long.
    with page.expect_request(lambda request: request.url.endswith("/actions")):
        page.clock.fast_forward(21 * 60_000)

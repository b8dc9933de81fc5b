"""Tickets, cards and accounts in Chromium: credit on a ticket and from an account, and the rest to the cage."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.test_live_terminal import enrol
from croupier.audit.inspection import InspectionKind, Job, inspect
from live_floor import PASSWORD, Console, LiveFloor, funded, live_floor, with_drawer
from staff_page import SIDEWAYS, axe, sign_in, sign_out

TABLES = ("wheel", "aruze")


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveFloor]:
    with live_floor(tmp_path_factory.mktemp("tickets"), tables=TABLES, betting=60) as running:
        running.hire("sue", "Sue Park", "casino-supervisor")
        with_drawer(running.hire("cass", "Cass Hill", "cage"), "sue")
        with_drawer(running.hire("cody", "Cody Ray", "cage"), "sue")
        yield running


@pytest.fixture
def sue(floor: LiveFloor) -> Console:
    console = floor.anybody()
    assert console.sign_in("sue").status == 200
    return console


def opened(browser: Browser) -> Page:
    return browser.new_context(viewport={"width": 1280, "height": 720}, reduced_motion="reduce").new_page()


def at_table(browser: Browser, floor: LiveFloor, sue: Console, table: str) -> Page:
    page = opened(browser)
    enrol(page, floor, sue, "terminal", table)
    page.goto(f"http://127.0.0.1:{floor.port}/play/{table}")
    expect(page.get_by_test_id("seat")).to_contain_text("seat-")
    return page


def collected(page: Page) -> str:
    """The number on the ticket for all credit."""
    page.get_by_test_id("collect").click()
    expect(page.get_by_test_id("ticket-sheet")).to_be_visible()
    return page.get_by_test_id("printed-number").inner_text()


def test_from_one_terminal_to_another_and_the_rest_to_the_cage(floor: LiveFloor, sue: Console, browser: Browser) -> None:
    wheel, craps = [at_table(browser, floor, sue, table) for table in TABLES]
    cage = opened(browser)
    seat = wheel.get_by_test_id("seat").inner_text()
    cass = floor.anybody()
    assert cass.sign_in("cass").status == 200
    funded(cass, "wheel", seat, 10_050, by=sue)
    expect(wheel.get_by_test_id("credit")).to_have_text("$100.50")
    number = collected(wheel)
    expect(wheel.get_by_test_id("ticket-amount")).to_have_text("$100.50")
    assert axe(wheel) == []
    wheel.get_by_test_id("take-ticket").click()
    expect(wheel.get_by_test_id("credit")).to_have_text("$0.00")

    craps.get_by_test_id("ticket-key").click()
    craps.get_by_test_id("ticket-number").fill(f"{number[:-1]}{(int(number[-1]) + 1) % 10}")
    craps.keyboard.press("Enter")
    expect(craps.get_by_role("alert")).to_have_text("That is not the number of a ticket: a digit is wrong or missing.")
    assert axe(craps) == []
    craps.get_by_test_id("ticket-number").fill(number)
    craps.keyboard.press("Enter")
    expect(craps.get_by_test_id("reader-sheet")).to_be_hidden()
    expect(craps.get_by_test_id("credit")).to_have_text("$100.50")
    takes_no_bet_without_a_card(craps)

    rest = collected(craps)
    sign_in(cage, floor, "cass")
    shown = cage.get_by_test_id("shown-number")
    expect(shown).to_be_focused()
    for typed, said in ((number, "This ticket has been paid already.Taken in "), ("12345678901", ""), ("12", "issued no")):
        shown.fill(typed)
        cage.keyboard.press("Enter")
        found = cage.locator(".found") if typed == number else cage.get_by_test_id("cage-problem")
        expect(found).to_contain_text(said or "a digit is wrong")
    shown.fill(rest)
    cage.keyboard.press("Enter")
    expect(cage.get_by_test_id("PayTicket")).to_be_focused()
    assert axe(cage) == []
    cage.keyboard.press("Enter")
    cage.get_by_label("Identification that was seen").fill("passport")
    cage.keyboard.press("Enter")
    expect(cage.locator("#told")).to_contain_text("is paid: $100.50")
    expect(cage.locator('[data-serial="3"]')).to_contain_text("paid")
    expect(cage.locator(".owed dt", has_text="Hand pays that wait").locator("+ dd")).to_have_text("$0.00")
    # From what was sold and paid, the cash of a drawer would follow: a clerk does not see it.
    expect(cage.locator(".owed dt", has_text="Tickets outstanding")).to_have_count(0)
    owed = [cage.locator(f".owed {part}").first.bounding_box() for part in ("dt", "dd")]
    assert owed[0]
    assert owed[1]
    assert owed[0]["y"] == owed[1]["y"], "an amount stands beside what it is owed for"
    sold_and_declared_void(cage, floor)
    for width, height in ((1024, 768), (390, 844)):
        cage.set_viewport_size({"width": width, "height": height})
        assert not cage.evaluate(SIDEWAYS)
    for page in (wheel, craps, cage):
        page.context.close()


def takes_no_bet_without_a_card(page: Page) -> None:
    """Aruze 3.13: from 19 October 2024 a player needs their own card. Betting may close meanwhile, and opens again."""
    status = page.get_by_test_id("status")
    for _ in range(5):
        page.wait_for_selector("body[data-phase=betting]", timeout=90_000)
        page.get_by_test_id("spot-field").click()
        expect(status).not_to_be_empty()
        if "has to put their own player card in first" in status.inner_text():
            break
    expect(status).to_contain_text("player card in first")
    expect(page.get_by_test_id("bet-meter")).to_have_text("$0.00")


def sold_and_declared_void(cage: Page, floor: LiveFloor) -> None:
    """The ticket to print is shown after the sale. It is withheld; then two people declare it void, and decide about it."""
    cage.get_by_role("button", name="Sell a ticket").click()
    cage.get_by_label("Amount in dollars").fill("1,025.50")
    cage.keyboard.press("Enter")
    slip = cage.get_by_test_id("ticket")
    expect(slip).to_contain_text("$1,025.50")
    number = slip.get_by_test_id("printed-number").inner_text()
    assert axe(cage) == []
    cage.keyboard.press("Enter")  # a second Enter prints; it does not put the only sight of the number away
    expect(cage.get_by_test_id("print")).to_be_focused()
    expect(slip).to_have_count(1)
    cage.get_by_role("button", name="Done").click()
    expect(slip).to_have_count(0)
    cage.get_by_test_id("shown-number").fill(number)
    cage.keyboard.press("Enter")
    expect(cage.get_by_test_id("PayTicket")).to_be_focused()
    cage.keyboard.type("4\n")  # a scan at the key to pay looks the next ticket up, and pays nothing
    expect(cage.locator(".found .hint")).to_have_text("It is paid to whoever shows it: type the number on it.")
    expect(cage.get_by_test_id("PayTicket")).to_have_count(0)
    cage.get_by_test_id("shown-number").fill("another ticket, not looked up yet")
    cage.get_by_test_id("WithholdTicket").press("Enter")
    cage.get_by_label("Reason").fill(number)
    cage.keyboard.press("Enter")
    expect(cage.get_by_test_id("problem")).to_have_text(
        "That is the number of a ticket, which no record may hold; write words."
    )
    cage.get_by_label("Reason").fill("A copy")
    cage.keyboard.press("Enter")
    expect(cage.locator("#told")).to_have_text("Withhold: done, ticket 4.")
    cage.get_by_test_id("shown-number").fill(number)
    cage.keyboard.press("Enter")
    expect(cage.locator(".found .hint")).to_have_text(
        "The payment of this ticket is withheld. "
        "Cass Hill withheld this ticket: another person enters the review, and releases it."
    )
    expect(cage.get_by_test_id("became").first).to_contain_text("at the cage by Cass Hill: A copy.")
    expect(cage.get_by_test_id("became").nth(1)).to_contain_text("Tell the inspector at once")
    expect(cage.get_by_test_id("ReleaseTicket")).to_have_count(0)  # whoever has withheld it does not release it
    said(cage, "GiveTicketNotice", ("Whom you have told", "Ira Cole, by telephone"))
    sign_out(cage)  # nor writes down what an inspector says of it
    sign_in(cage, floor, "cody")
    cage.get_by_test_id("shown-number").fill("4")  # a ticket that nobody can show
    cage.keyboard.press("Enter")
    said(cage, "ReviewTicket", ("Name of the inspector", "Ira Cole"), ("What the inspector", "It is forged."))
    expect(cage.get_by_test_id("unpayable")).to_contain_text(re.compile(r"Reviewed by Ira Cole: It is forged\.$"))
    declared_void_and_decided(cage)


def declared_void_and_decided(cage: Page) -> None:
    cage.get_by_test_id("shown-number").fill("4")
    cage.keyboard.press("Enter")
    cage.get_by_test_id("VoidTicket").click()
    for login in ("cody", "sue"):
        for label, text in (("Reason", "It is forged"), ("Their login", login), ("Their password", PASSWORD)):
            cage.get_by_label(label).fill(text)
        cage.get_by_test_id("give").click()
        if login == "cody":
            expect(cage.get_by_test_id("problem")).not_to_be_empty()
    expect(cage.locator("#told")).to_contain_text("Declare void: done")
    expect(cage.get_by_test_id("unpayable")).to_contain_text("Void")
    cage.get_by_test_id("shown-number").fill("4")
    cage.keyboard.press("Enter")
    cage.get_by_test_id("SettleTicket").click()
    cage.get_by_label("What becomes of its value").select_option("The house keeps it")
    for label, text in (("Reason", "It is forged"), ("Their login", "sue"), ("Their password", PASSWORD)):
        cage.get_by_label(label).fill(text)
    cage.get_by_test_id("give").click()
    expect(cage.get_by_test_id("unpayable")).to_be_empty()
    assert axe(cage) == []


def said(cage: Page, order: str, *entries: tuple[str, str]) -> None:
    """Give an order about the ticket that is shown."""
    cage.get_by_test_id(order).press("Enter")
    for label, text in entries:
        cage.get_by_label(label).fill(text)
    cage.keyboard.press("Enter")
    expect(cage.locator("#told")).to_contain_text("done, ticket 4.")


def registered(cage: Page) -> str:
    """Register a patron, issue a card, and put $100 into an account, with the keyboard alone. Return the card's number."""
    cage.get_by_role("link", name="Patrons").click()
    expect(cage.get_by_test_id("sought-patron")).to_be_focused()
    cage.get_by_test_id("register").press("Enter")
    for label, text in (("Full name", "Anna Berg"), ("Date of birth", "31/12/1990"), ("Number of the", "N1234567")):
        cage.get_by_label(label).fill(text)
    cage.get_by_label("Occupation").fill("Bus driver")
    cage.keyboard.press("Enter")
    expect(cage.get_by_test_id("patron-name")).to_have_text("Patron 1: Anna Berg")
    expect(cage.get_by_text("Bus driver. Cass Hill saw a passport, N1234567, on")).to_be_visible()
    expect(cage.get_by_text("Born 31 Dec 1990.")).to_be_visible()
    cage.keyboard.press("t")
    expect(cage.get_by_label("Date of birth")).to_have_value("31/12/1990")
    cage.keyboard.press("Escape")
    expect(cage.locator("dialog[open]")).to_have_count(0)
    pressed(cage, "i")
    number = cage.get_by_test_id("secret").inner_text()
    expect(cage.get_by_test_id("print")).to_be_focused()
    cage.keyboard.press("Enter")
    expect(cage.get_by_test_id("secret")).to_be_visible()
    cage.keyboard.press("Escape")
    pressed(cage, "o")
    expect(cage.get_by_test_id("balance")).to_have_text("$0.00")
    pressed(cage, "p", ("PIN, which", "2580"), ("The same PIN", "2580"))
    cage.locator('[data-letter="d"]').press("d")
    for typed in ("12,50", "1e3", "-5"):
        cage.get_by_label("Amount in dollars").fill(typed)
        cage.get_by_test_id("give").press("Enter")
        expect(cage.get_by_test_id("problem")).to_have_text("Write an amount such as 12.50.")
    cage.keyboard.press("Escape")
    pressed(cage, "d", ("Amount in dollars", "$100.00"))
    expect(cage.get_by_test_id("balance")).to_have_text("$100.00")
    return number


def pressed(cage: Page, letter: str, *entries: tuple[str, str]) -> None:
    """Press the key of an order by its letter, fill its dialog in, and give it."""
    expect(cage.locator("[data-letter]:focus")).to_have_count(1)
    cage.keyboard.press(letter)
    for label, text in entries:
        cage.get_by_label(label).fill(text)
    cage.get_by_test_id("give").press("Enter")
    expect(cage.locator("#told")).to_contain_text("patron 1")
    expect(cage.get_by_test_id("give")).to_have_count(0)


def excluded_readmitted_and_erased(cage: Page) -> None:
    """Two people sign each. What is in the account is paid out first."""
    second = (("Reason", "The patron asked for it"), ("Their login", "sue"), ("Their password", PASSWORD))
    pressed(cage, "x", *second)
    expect(cage.get_by_test_id("patron")).to_contain_text("at cage by Cass Hill and Sue Park")
    expect(cage.get_by_test_id("patron")).not_to_contain_text("The patron asked for it")  # a clerk is not told why
    expect(cage.get_by_test_id("Deposit")).to_have_count(0)
    pressed(cage, "l", *second)
    expect(cage.get_by_test_id("patron")).not_to_contain_text("Excluded")
    expect(cage.get_by_test_id("ErasePatron")).to_have_count(0)
    pressed(cage, "w", ("Amount in dollars", "0.05"), ("Identification that was seen", "passport"))
    pressed(cage, "e", *second)
    expect(cage.get_by_test_id("patron-name")).to_have_text("Patron 1: private details were erased")
    expect(cage.get_by_test_id("patron")).to_contain_text("Cass Hill saw a passport on ")
    expect(cage.get_by_test_id("patron")).not_to_contain_text("?")
    expect(cage.locator("[data-letter]")).to_have_count(0)
    assert axe(cage) == []


TWICE = "({ form }) => { form.requestSubmit(); form.requestSubmit(); }"


def transferred(page: Page, amount: str, pin: str = "2580") -> None:
    page.get_by_test_id("card-amount").fill(amount)
    page.get_by_test_id("card-pin").fill(pin)
    page.keyboard.press("Enter")


def test_a_card_an_account_and_transfers_in_and_out(floor: LiveFloor, sue: Console, browser: Browser) -> None:
    """What is refused is said in a sentence and moves nothing; the console and the books say the same."""
    cage, craps, wheel = opened(browser), *[at_table(browser, floor, sue, table) for table in ("aruze", "wheel")]
    sign_in(cage, floor, "cass")
    number = registered(cage)
    assert axe(cage) == []

    craps.get_by_test_id("card-key").click()
    said = craps.get_by_test_id("card-said")
    for typed, words in ((number[:-1], "a digit is wrong or missing"), (number, "The card is in.")):
        craps.get_by_test_id("card-number").fill(typed)
        craps.keyboard.press("Enter")
        expect(said).to_contain_text(words)
    expect(craps.get_by_test_id("card-of")).to_have_text("Your card is in.")
    expect(craps.get_by_test_id("card-amount")).to_be_focused()
    assert axe(craps) == []
    for amount, pin, words in (
        ("100.01", "2580", "The account has $100.00, not $100.01."),
        ("40", "1111", "The PIN is wrong: 2 more tries."),
        ("nothing", "2580", "Type an amount"),
    ):
        transferred(craps, amount, pin)
        expect(said).to_contain_text(words)
    craps.get_by_test_id("card-amount").fill("40")
    craps.get_by_test_id("card-pin").fill("2580")
    craps.get_by_test_id("card-amount").evaluate(TWICE)  # the second touch comes before the first is answered
    expect(said).to_contain_text("$40.00 came from the account (transfer 1). The account has $60.00.")
    expect(craps.get_by_test_id("credit")).to_have_text("$40.00")
    craps.get_by_test_id("card-partial").check()
    transferred(craps, "100")
    expect(said).to_contain_text("$60.00 of $100.00 came from the account (transfer 2). The account has $0.00.")

    wheel.get_by_test_id("card-key").click()
    wheel.get_by_test_id("card-number").fill(number)
    wheel.keyboard.press("Enter")
    expect(wheel.get_by_test_id("card-said")).to_contain_text("already, and may be in one terminal only.")

    craps.get_by_test_id("transfer-out").click()
    expect(said).to_contain_text("$100.00 went to the account (transfer 3).")
    expect(craps.get_by_test_id("credit")).to_have_text("$0.00")
    craps.get_by_test_id("card-out").click()
    expect(said).to_have_text("The card is out.")
    expect(craps.get_by_test_id("card-key")).to_have_text("Card")

    cage.get_by_test_id("sought-patron").fill("anna")
    cage.keyboard.press("Enter")
    expect(cage.get_by_test_id("balance")).to_have_text("$100.00")
    pressed(cage, "w", ("Amount in dollars", "99.95"), ("Identification that was seen", "passport"))
    expect(cage.get_by_test_id("balance")).to_have_text("$0.05")
    for width, height in ((1024, 768), (390, 844)):
        cage.set_viewport_size({"width": width, "height": height})
        assert not cage.evaluate(SIDEWAYS)
    excluded_readmitted_and_erased(cage)
    for kind in (InspectionKind.BALANCE, InspectionKind.RESETTLE):
        findings = inspect(Job(floor.journal, kind), lambda _: None)
        assert findings.holds, findings.sentences
    for page in (craps, wheel, cage):
        page.context.close()


def test_4_3_1_a_ticket_is_delayed_to_a_time_agreed_with_the_player(floor: LiveFloor, browser: Browser) -> None:
    """It takes the number, as paying it does. The page says until when, by whom and why, and another agreement may follow."""
    cage = opened(browser)
    sign_in(cage, floor, "cass")
    cage.get_by_role("button", name="Sell a ticket").click()
    cage.get_by_label("Amount in dollars").fill("40.00")
    cage.keyboard.press("Enter")
    number = cage.get_by_test_id("ticket").get_by_test_id("printed-number").inner_text()
    cage.get_by_role("button", name="Done").click()
    for typed, time in (("half past", "23:59"), ("24:00", "0:00")):
        cage.get_by_test_id("shown-number").fill(number)
        cage.keyboard.press("Enter")
        cage.get_by_test_id("DelayTicket").press("Enter")
        cage.get_by_label("Time, such as 19:42").fill(typed)
        cage.get_by_label("Reason").fill("A new card")
        cage.get_by_test_id("give").click()
        expect(cage.get_by_test_id("problem")).to_have_text("That is no time of day: write it as 19:42.")
        cage.get_by_label("Time, such as 19:42").fill(time)
        cage.get_by_test_id("give").click()
        expect(cage.locator("#told")).to_contain_text(re.compile(rf"Delayed to \d+ \w+ \d{{4}}, {time.zfill(5)}: ticket \d+\."))
        cage.get_by_test_id("shown-number").fill(number)
        cage.keyboard.press("Enter")
        became = cage.get_by_test_id("became")
        expect(became).to_contain_text("by Cass Hill: A new card.")
        date = became.inner_text().removeprefix("Delayed, as agreed, to ").removesuffix(" by Cass Hill: A new card.")
        expect(cage.locator(".found .hint")).to_have_text(f"The payment of this ticket was delayed, as agreed, to {date}.")
        expect(cage.get_by_test_id("PayTicket")).to_have_count(0)
    cage.context.close()

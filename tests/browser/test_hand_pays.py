"""Hand pays in Chromium: called, identified, withheld, released, paid at the cage; what is owed; an adjustment by two."""

import contextlib
import re
from collections.abc import Generator, Iterator

import pytest
from click.testing import CliRunner
from playwright.sync_api import Page, expect

from croupier.audit.balance import balanced_streams, balances, total_balance
from croupier.cli.audit import audit_tell
from croupier.journal.address import reader
from croupier.ledger.chart import Nature
from croupier.money import Cents
from live_floor import PASSWORD, Console, LiveFloor, funded, live_floor, notice_given, with_drawer
from staff_page import axe, looks_right, set_clock_wrong, sign_in, sign_out

STAFF = {
    "sue": ("Sue Park", "supervisor"),
    "mia": ("Mia Brandt", "manager"),
    "max": ("Max Orr", "manager"),
    "cass": ("Cass Hill", "cage"),
    "ira": ("Ira Insp", "inspector"),
}
CREDIT = Cents(30_000)
WORDS = {"hand_pays": "Hand pays that wait", "withheld_hand_pays": "Hand pays withheld"}


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveFloor]:
    """One floor for all tests of this module."""
    with live_floor(tmp_path_factory.mktemp("hand-pays"), tables=("wheel",), betting=600) as running:
        administrator = running.administrator()
        for login, (name, role) in STAFF.items():
            console = running.hire(login, name, role, by=administrator)
            if role == "cage":
                with_drawer(console, "sue")
        yield running


@pytest.fixture(scope="module")
def sue(floor: LiveFloor) -> Console:
    console = floor.anybody()
    assert console.sign_in("sue").status == 200
    return console


def seated(floor: LiveFloor, sue: Console, seat: str) -> None:
    """A player sits at the wheel, with a ticket from the cage."""
    cass = floor.anybody()
    assert cass.sign_in("cass").status == 200
    given = sue.order("wheel", "TakeSeat", seat=seat, chips=0)
    assert given.status == 200, given
    funded(cass, "wheel", seat, CREDIT, by=sue)


def by_the_books(floor: LiveFloor) -> int:
    """What the house owes by the journal, as `audit balance` adds it up."""
    with contextlib.closing(reader(floor.journal)) as journal, journal.steady():
        found = balances(journal, balanced_streams(journal.heads()), lambda _: None)
    return total_balance(found.values()).of(Nature.OWED)


def owed(page: Page, floor: LiveFloor, **figures: str) -> None:
    """The page of what the floor owes says this to the cage, without the total; to others the total is that of the books."""
    page.get_by_role("link", name="Liability").click()
    for name, amount in figures.items():
        expect(page.locator(f'[data-figure="{WORDS[name]}"] td').first).to_have_text(amount)
    expect(page.locator('[data-figure="Altogether"]')).to_have_count(0)
    inspector = floor.anybody()
    assert inspector.sign_in("ira").status == 200
    seen = inspector.get("/api/v1/cage/liability")
    assert seen.status == 200, seen
    assert seen.body["floor"]["total"] == by_the_books(floor)


def fill(page: Page, label: str, text: str) -> None:
    page.locator("dialog").get_by_label(label).fill(text)


def give(page: Page) -> None:
    page.get_by_test_id("give").click()
    expect(page.locator("dialog")).to_be_hidden()


def decide(page: Page, order: str, why: str) -> None:
    """Give an order at the console of the table, with a reason."""
    page.locator(f'[data-order="{order}"]').click()
    fill(page, "Reason", why)
    give(page)


def test_4_and_5_a_hand_pay_is_called_identified_withheld_released_and_paid_at_the_cage(
    floor: LiveFloor, sue: Console, console: Page
) -> None:
    seated(floor, sue, "ann")
    called = sue.order("wheel", "Collect", seat="ann", tender={"way": "hand-pay"}, cause="over-ticket-limit")
    assert called.status == 200, called
    with signed_in(console, floor, "cass", where=""):  # the cage is all that she works at, so she begins there
        owed(console, floor, hand_pays="$300.00", withheld_hand_pays="$0.00")
        identified_and_verified(console)
    with signed_in(console, floor, "mia", "wheel"):
        decide(console, "WithholdHandPay", "The win is looked into")
    with signed_in(console, floor, "cass", "cage/hand-pays"):
        expect(console.get_by_test_id("why-not")).to_contain_text("is withheld: The win is looked into (5.2)")
        expect(console.get_by_test_id("PayByHand")).to_have_count(0)
        owed(console, floor, hand_pays="$0.00", withheld_hand_pays="$300.00")
        looks_right(console)
    notice_given(sue, "wheel", " to ann ")
    with signed_in(console, floor, "max", "wheel"):
        decide(console, "ReleaseHandPay", "Nothing was wrong")
    with signed_in(console, floor, "cass", "cage/hand-pays"):
        printed(console)
        paid(console)
        owed(console, floor, hand_pays="$0.00", withheld_hand_pays="$0.00")
        reported(console, "after the count")
    with signed_in(console, floor, "ira", "cage/report"):
        reported(console, "$300.00")


@contextlib.contextmanager
def signed_in(page: Page, floor: LiveFloor, login: str, where: str) -> Generator[None]:
    page.set_viewport_size({"width": 1280, "height": 900})
    sign_in(page, floor, login, table=where)
    yield
    sign_out(page)


def identified_and_verified(console: Page) -> None:
    """With the keyboard, once identification was asked for."""
    console.get_by_role("link", name="Hand pays").click()
    expect(console.get_by_test_id("hand-pay")).to_contain_text("more than a ticket may be for")
    expect(console.get_by_test_id("why-not")).to_contain_text("once the amount was verified, on a form (5.1)")
    console.get_by_test_id("AskIdentification").click()
    console.keyboard.press("Enter")
    expect(console.get_by_test_id("AskIdentification")).to_have_count(0)
    expect(console.get_by_test_id("VerifyHandPay")).to_be_focused()
    console.keyboard.press("Enter")
    console.get_by_label("Record of the terminal").fill("its meters")
    console.keyboard.press("Enter")
    expect(console.get_by_test_id("why-not")).to_contain_text("has not shown any yet (5.3.3)")
    console.get_by_test_id("RecordIdentification").click()
    console.get_by_label("Identification that was seen").fill("passport")
    console.keyboard.press("Enter")
    expect(console.get_by_test_id("PayByHand")).to_be_focused()
    looks_right(console)


def printed(console: Page) -> None:
    """On paper there is the form and nothing else."""
    console.get_by_test_id("form").click()
    expect(console.get_by_test_id("form-amount")).to_have_text("$300.00")
    expect(console.get_by_role("dialog")).to_contain_text("I have verified the amount, and have received it.")
    console.emulate_media(media="print")
    expect(console.locator("main")).to_be_hidden()
    expect(console.get_by_test_id("form-amount")).to_be_visible()
    console.emulate_media(media="screen")
    assert axe(console) == []
    console.get_by_role("button", name="Done").click()


def paid(console: Page) -> None:
    """By cheque, though the player has asked for cash."""
    console.get_by_test_id("PayByHand").focus()
    console.keyboard.press("Enter")
    expect(console.get_by_role("dialog")).to_contain_text("signed form 1 (5.1)")
    console.get_by_label("How it is paid").select_option("cheque")
    console.get_by_label("How the player asked").select_option("cash")
    console.get_by_label("How the player asked").press("Enter")
    expect(console.locator("dialog")).to_be_hidden()
    expect(console.locator("#told")).to_contain_text("$300.00 is paid to ann.")
    for words in ("wheel-1", "wheel, ann", "cheque"):
        expect(console.locator('[data-form="wheel/ann 1"]')).to_contain_text(words)
    expect(console.get_by_test_id("hand-pay")).to_contain_text("Nothing waits to be paid by hand.")


def reported(console: Page, amount: str) -> None:
    """The report of tickets has it, and so has the file."""
    console.get_by_role("link", name="Report", exact=True).click()
    expect(console.locator('[data-figure="Hand pays by the cage"]')).to_contain_text(amount)
    with console.expect_download() as saved:
        console.get_by_role("button", name="Save as CSV").click()
    assert f"Hand pays by the cage,1,{amount}" in saved.value.path().read_text()
    looks_right(console)


def test_4_2_and_5_2_a_payment_is_delayed_then_withheld_reviewed_and_refused(
    floor: LiveFloor, sue: Console, console: Page
) -> None:
    seated(floor, sue, "cora")
    called = sue.order("wheel", "Collect", seat="cora", tender={"way": "hand-pay"})
    assert called.status == 200, called
    set_clock_wrong(console, hours=30)
    with signed_in(console, floor, "cass", "cage/hand-pays"):
        expect(console.get_by_test_id("hand-pay")).to_contain_text("asked for by the player")
        console.get_by_test_id("DelayHandPay").click()
        fill(console, "Time, such as 19:42", "25:00")
        fill(console, "Reason", "The record is checked")
        console.get_by_test_id("give").click()
        expect(console.get_by_test_id("problem")).to_have_text("That is no time of day: write it as 19:42.")
        fill(console, "Time, such as 19:42", "00:00")
        expect(console.get_by_test_id("time-to-come")).to_contain_text("That is tomorrow, ")
        give(console)
        expect(console.locator("#told")).to_contain_text(re.compile(r"Delayed to .+, 00:00: \$300\.00, cora\."))
        expect(console.get_by_test_id("why-not")).to_contain_text("was delayed, as agreed, to")
        expect(console.locator("[data-waits]", has_text="cora")).to_contain_text("Delayed to ")
    with signed_in(console, floor, "mia", "wheel"):
        decide(console, "WithholdHandPay", "The terminal was opened")
        expect(console.get_by_label("What waits for somebody")).to_contain_text("the hand pay of $300.00 to cora withheld")
    notice_given(sue, "wheel", " to cora ")
    with signed_in(console, floor, "max", "wheel"):
        console.locator('[data-order="ReviewHandPay"]').click()
        fill(console, "Inspector", "Ira Insp")
        fill(console, "Review", "The operator may decide")
        give(console)
        decide(console, "RefuseHandPay", "The cameras show who opened it")
    with signed_in(console, floor, "cass", "cage/hand-pays"):
        expect(console.get_by_test_id("hand-pay")).to_contain_text("Nothing waits to be paid by hand.")
        owed(console, floor, hand_pays="$0.00", withheld_hand_pays="$0.00")


def test_6_1_and_7_1_a_credit_is_adjusted_by_two_people(floor: LiveFloor, sue: Console, console: Page) -> None:
    seated(floor, sue, "bob")
    sign_in(console, floor, "mia", table="wheel")
    console.locator('[data-order="DeclareFault"]').click()
    console.locator("dialog .form", has_text="bob").first.click()
    give(console)
    console.locator('[data-order="AdjustCredit"]').click()
    console.locator("dialog .form", has_text=re.compile("bob, up")).click()
    fill(console, "Amount", "2.50")
    fill(console, "Reason", "A note was counted once too few")
    fill(console, "Their login", "mia")
    fill(console, "Their password", PASSWORD)
    console.get_by_test_id("give").click()
    expect(console.locator("dialog .problem")).not_to_be_empty()
    fill(console, "Their login", "max")
    fill(console, "Their password", PASSWORD)
    changes = console.get_by_test_id("changes")
    expect(changes).to_contain_text("$300.00")
    expect(changes).to_contain_text("$302.50")
    assert axe(console) == []
    give(console)
    expect(console.locator('[data-seat="bob"] .credit')).to_have_text("$302.50")
    told = CliRunner().invoke(audit_tell, [floor.journal, "wheel"])
    assert (
        "Mia Brandt (gaming manager), with Max Orr (gaming manager), adjusts the credit of bob up by $2.50, from $300.00 to "
        "$302.50: A note was counted once too few (7.1)." in told.output
    )

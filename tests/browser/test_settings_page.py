"""The settings of a floor on the staff page: one person proposes those of the floor file, another approves them."""

from pathlib import Path

from playwright.sync_api import Locator, Page, Route, expect

from live_floor import PASSWORD, LiveFloor, live_floor
from staff_page import looks_right, sign_in, sign_out

BETTING = "tables.craps.timing.betting"
STAFF = {
    "mia": ("Mia Brandt", "manager"),
    "max": ("Max Orr", "manager"),
    "dora": ("Dora Lee", "dealer"),
    "ines": ("Ines Roy", "inspector"),
}


def restarted(floor: LiveFloor, changes: dict[str, str]) -> None:
    """Start the floor again with a changed floor file."""
    floor.stop()
    text = floor.file.read_text()
    for old, new in changes.items():
        text = text.replace(old, new)
    floor.file.write_text(text)
    floor.start()


def section(page: Page, heading: str) -> Locator:
    return page.get_by_role("region", name=heading)


def setting(page: Page, heading: str, path: str) -> Locator:
    return section(page, heading).locator(f'[data-setting="{path}"]')


def key(page: Page, words: str) -> Locator:
    return section(page, "The floor file").get_by_role("button", name=words, exact=True)


def in_force(page: Page, name: str) -> Locator:
    """The value of a setting that is in force."""
    row = section(page, "In force").locator("dl > div", has=page.get_by_text(name, exact=True))
    return row.locator("dd")


def test_one_person_proposes_the_settings_of_the_file_and_another_approves_them(tmp_path: Path, console: Page) -> None:
    with live_floor(tmp_path, tables=("craps",)) as floor:
        administrator = floor.administrator()
        for login, (name, role) in STAFF.items():
            floor.hire(login, name, role, by=administrator)
        restarted(floor, {"betting = 5": "betting = 9", 'minimum = "$5"': 'minimum = "$10"'})
        proposed_at_one_console_and_approved_at_another(floor, console)
        restarted(floor, {"betting = 9": "betting = 7"})
        approved_at_the_same_console(floor, console)
        changed_for_the_cage(floor, console)


def proposed_at_one_console_and_approved_at_another(floor: LiveFloor, console: Page) -> None:
    sign_in(console, floor, "mia")
    console.get_by_role("link", name="Settings").click()
    assert console.url.endswith("/staff#settings/")
    expect(setting(console, "The floor file", BETTING)).to_contain_text("recorded 5.0")
    expect(setting(console, "The floor file", BETTING)).to_contain_text("in the file 9.0")
    expect(setting(console, "The floor file", "tables.craps.sign.minimum")).to_contain_text("ChangeSign at the table")
    expect(section(console, "The floor file")).to_contain_text("Nobody has approved the settings of this floor yet.")
    section(console, "In force").get_by_text("Table craps").click()
    expect(in_force(console, "timing.betting")).to_have_text("5.0")
    expect(in_force(console, "timing.betting")).to_be_visible()
    expect(in_force(console, "sign.minimum")).to_have_text("$5.00")
    expect(section(console, "Waiting for a restart")).to_be_hidden()
    looks_right(console)
    key(console, "Propose").click()
    expect(console.get_by_test_id("proposal")).to_contain_text("You proposed")
    expect(key(console, "Approve")).to_have_count(0)
    sign_out(console)

    sign_in(console, floor, "ines", table="settings/")
    expect(console.get_by_test_id("proposal")).to_contain_text("Mia Brandt proposed")
    expect(section(console, "The floor file").get_by_role("button")).to_have_count(0)
    sign_out(console)

    sign_in(console, floor, "max", table="settings/")
    key(console, "Approve").click()
    console.get_by_label("Your password").fill("wrong wrong wrong")
    console.get_by_test_id("give").click()
    expect(console.get_by_test_id("problem")).not_to_be_empty()
    console.get_by_label("Your password").fill(PASSWORD)
    console.get_by_test_id("give").click()
    expect(setting(console, "Waiting for a restart", BETTING)).to_contain_text("from the next start 9.0")
    expect(setting(console, "The floor file", BETTING)).to_have_count(0)
    expect(section(console, "The floor file")).not_to_contain_text("Nobody has approved")
    expect(setting(console, "The floor file", "tables.craps.sign.minimum")).to_be_visible()
    looks_right(console)
    sign_out(console)


def held_back(page: Page, words: str) -> list[Route]:
    """Touch a key for a proposal. What it sends is held back, and soon in the list, until it goes on."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    expect(key(page, words)).to_be_visible()
    page.route("**/floor/settings/proposal", hold, times=1)
    with page.expect_request("**/floor/settings/proposal"):
        key(page, words).click()
    return held


def approved_at_the_same_console(floor: LiveFloor, console: Page) -> None:
    sign_in(console, floor, "mia", table="settings/")
    expect(in_force(console, "timing.betting")).to_have_text("9.0")
    expect(section(console, "Waiting for a restart")).to_be_hidden()
    key(console, "Propose").click()
    held = held_back(console, "Withdraw")
    key(console, "A second person approves here").click()
    give, problem = console.get_by_test_id("give"), console.get_by_test_id("problem")
    give.click()
    expect(problem).to_have_text("A second person has to sign this.")
    held[0].continue_()
    expect(console.locator("#told")).to_have_text("The proposal is withdrawn.")  # and the other form stays
    console.get_by_label("Their login").fill("dora")
    console.get_by_label("Their password").fill(PASSWORD)
    give.click()
    expect(problem).to_contain_text("dora may not adopt settings")
    console.get_by_label("Their login").fill("max")
    give.click()
    expect(setting(console, "Waiting for a restart", BETTING)).to_contain_text("from the next start 7.0")
    expect(console.locator("dialog")).to_be_hidden()


def changed_for_the_cage(floor: LiveFloor, console: Page) -> None:
    """The settings for tickets and patrons, by two people. They hold at once. Times are those of the floor."""
    zone = console.context.new_cdp_session(console)
    zone.send("Emulation.setTimezoneOverride", {"timezoneId": "Australia/Sydney"})  # pyright: ignore[reportUnknownMemberType]
    cage, problem = section(console, "The cage"), console.get_by_test_id("problem")
    expect(cage.locator('[data-rules="tickets"]')).to_contain_text("The most money on one ticket$10,000.00")
    cage.get_by_test_id("ChangePatronRules").click()
    console.get_by_label("Age from which").fill("21")
    console.get_by_label("The most money in one deposit").fill("50,00")
    console.get_by_label("Their login").fill("max")
    console.get_by_label("Their password").fill(PASSWORD)
    console.get_by_test_id("give").click()
    expect(problem).to_have_text("The most money in one deposit: write an amount such as 1,000.00.")
    console.get_by_label("The most money in one deposit").fill("5,000")
    console.get_by_label("at every table").fill("2027-01-01T06:00")
    console.get_by_test_id("give").click()
    patrons = cage.locator('[data-rules="patrons"]')
    for words in ("registered21", "deposit$5,000.00", "to a terminal$5,000.00", "at every tablefrom 1 Jan 2027, 06:00"):
        expect(patrons).to_contain_text(words)
    cage.get_by_test_id("ChangePatronRules").click()
    expect(console.get_by_label("at every table")).to_have_value("2027-01-01T06:00")
    console.keyboard.press("Escape")
    cage.get_by_test_id("ChangeTicketRules").click()
    console.get_by_label("Days after which").fill("30")
    console.get_by_label("Their login").fill("mia")
    console.get_by_label("Their password").fill(PASSWORD)
    console.get_by_test_id("give").click()
    expect(problem).not_to_be_empty()
    console.get_by_label("Their login").fill("max")
    console.get_by_test_id("give").click()
    expect(cage.locator('[data-rules="tickets"]')).to_contain_text("a ticket expires30")
    looks_right(console)
    sign_out(console)
    sign_in(console, floor, "ines", table="settings/")
    expect(section(console, "The cage")).to_contain_text("a ticket expires30")
    expect(section(console, "The cage").get_by_role("button")).to_have_count(0)

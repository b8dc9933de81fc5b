"""On every screen of a phone, a tablet, a kiosk and a monitor, all is seen, can be read and is large enough for a finger."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from commanded import a_table, done
from croupier.catalogue import names, ruleset
from croupier.games.craps.places import Place, placed_wagers
from croupier.money import dollars
from croupier.rules.outcomes import OutcomeName
from croupier.rules.terms import Span
from croupier.table.rounds.results import EnterOutcome
from playing import is_large_enough, settled
from scripted import ScriptedTable, one_of_each, scripted_lobby

SIZES = [(360, 640), (390, 844), (768, 1024), (1080, 1920), (1280, 720), (1920, 1080)]
AT_200_PERCENT = [(640, 400), (960, 540)]
"""1280 x 800 and 1920 x 1080 at a zoom of 200 %."""
LOW = [(640, 360), (667, 375)]
SMALLER_TOO = [(320, 568), (640, 360), (667, 375), (1024, 600), (601, 962), (820, 1180), *AT_200_PERCENT, *SIZES]
NARROW_AND_LOW = [(320, 568), (390, 844), (640, 400), (601, 962), (1280, 720)]
"""Where words across the page have the least room, one size of each arrangement."""
BET = 2500
WIDEST_PRINT = 888_800
"""$8,888, printed as 8.8k: no amount below $100,000 is wider."""
AMOUNT_FITS = """(meter) => {
  const amount = document.createRange();
  amount.selectNodeContents(meter);
  return amount.getBoundingClientRect().right <= meter.parentElement.getBoundingClientRect().right;
}"""
READABLE, SEEN = 4.5, 3
"""The least contrast of words, and of other things."""
MEASURE = (Path(__file__).parent / "measure.js").read_text()


@pytest.fixture(scope="module")
def visitor(browser: Browser) -> Iterator[Page]:
    """One page for all tables, with touch."""
    with browser.new_context(reduced_motion="reduce", has_touch=True) as context:
        yield context.new_page()


def table_with_bets_everywhere(page: Page, name: str) -> ScriptedTable:
    rules = ruleset(name)
    table = ScriptedTable(page, rules, tickets=rules.procedures.is_electronic)
    fell = list(islice(rules.game.space.ways, 0, None, 4))[:12]
    bets = dict.fromkeys(rules.addresses, BET)
    company = [{"seat": f"seat-00{at}", "bets": bets, "staked": 1_250_000} for at in range(2, 5)]
    mine = {"credit": 1_234_550, "bets": bets, "staked": BET * len(bets)}
    table.tell(history=fell, mine=mine, company=company, round={"number": 1126, "deadline": 1_020_000, "until": "betting"})
    if rules.procedures.is_electronic:
        page.get_by_test_id("card-key").wait_for()
    page.evaluate(MEASURE)
    return table


def marked_bets(name: str) -> dict[str, object]:
    """Large bets everywhere, called off if they may be called, and locked if they may be locked."""
    offers = {id: address.offer for id, address in ruleset(name).addresses.items()}
    return {
        "bets": dict.fromkeys(offers, WIDEST_PRINT),
        "called": {id: False for id, offer in offers.items() if offer.sleeps is not None},
        "stands": [id for id, offer in offers.items() if offer.comes_down is not Span.ALWAYS],
    }


def complaints(page: Page, sizes: Sequence[tuple[int, int]]) -> Iterator[str]:
    """What is wrong on each screen of the table, in each size."""
    for width, height in sizes:
        resized(page, (width, height))
        tabs = page.locator("#screens button")
        for tab in range(tabs.count()):
            tabs.nth(tab).evaluate("(tab) => tab.click()")
            for what in page.evaluate("() => window.complaints()"):
                yield f"{width}x{height}, screen {tab + 1}: {what}"


def resized(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


@pytest.mark.parametrize("name", names())
def test_a_table_fits_every_screen(visitor: Page, name: str) -> None:
    table_with_bets_everywhere(visitor, name)
    assert list(complaints(visitor, SMALLER_TOO)) == []


@pytest.mark.parametrize("name", names())
def test_out_of_reach_and_with_two_lines_of_words_nothing_lies_over_anything(visitor: Page, name: str) -> None:
    """And the felt stays where it was: a finger may be on its way."""
    table = table_with_bets_everywhere(visitor, name)
    put = "(words) => { document.querySelector('#status').textContent = words; }"
    visitor.evaluate(put, "The table is back. 2 rounds were played: credit and bets were $100.00 and are $85.00.")
    assert list(complaints(visitor, NARROW_AND_LOW)) == []
    where = "() => document.querySelector('.window').getBoundingClientRect().top"
    felts: list[list[float]] = []
    for _ in range(2):
        felts.append([])
        for size in NARROW_AND_LOW:
            resized(visitor, size)
            felts[-1].append(visitor.evaluate(where))
        if len(felts) == 1:
            table.goes_away()
    assert list(complaints(visitor, NARROW_AND_LOW)) == []
    assert felts[1] == pytest.approx(felts[0], abs=1)
    table.comes_back()


def test_the_lobby_can_be_reached_while_a_bet_is_down(visitor: Page) -> None:
    """*Leave* is for players without bets. On a live floor an electronic table has two more keys at its head."""
    table_with_bets_everywhere(visitor, "star-sicbo-2016")
    expect(visitor.get_by_test_id("leave")).to_be_disabled()
    visitor.get_by_test_id("call-key").evaluate("(key) => { key.hidden = false; }")
    for size in (*SMALLER_TOO, (844, 390)):
        resized(visitor, size)
        home = visitor.get_by_role("link", name="croupier, to the lobby")
        assert is_large_enough(home), size
        seat = visitor.locator(".seat").evaluate("(seat) => seat.scrollWidth - seat.clientWidth")
        assert seat <= 0, size


@pytest.mark.parametrize("name", names())
def test_the_limits_stay_in_their_key_beside_a_long_seat(visitor: Page, name: str) -> None:
    """A demonstration gives its tenth seat away within an hour."""
    table = table_with_bets_everywhere(visitor, name)
    table.post(minimum=100, maximum=1_000_000)
    for seat in ("seat-10", "seat-1234"):
        visitor.get_by_test_id("seat").evaluate("(node, seat) => { node.textContent = seat; }", seat)
        assert list(complaints(visitor, SMALLER_TOO)) == [], seat


@pytest.mark.parametrize("name", ["star-craps-2016", "star-sicbo-2016"])
def test_the_words_of_the_round_are_never_cut_off(visitor: Page, name: str) -> None:
    """With the longest pucks, a guest who has the dice, and the longest phases. A low screen has room for the result only."""
    table = table_with_bets_everywhere(visitor, name)
    is_sicbo = name == "star-sicbo-2016"
    pucks = {"small-big": "small opened", "odd-even": "even opened"} if is_sicbo else {"puck": "point 10"}
    fell = "4-4-6" if is_sicbo else "4-6"
    table.tell(pucks=pucks, round={"shooter": "guest-Florence"})
    assert list(complaints(visitor, [size for size in SMALLER_TOO if size not in LOW])) == []
    assert not [what for what in complaints(visitor, LOW) if "cut off by result" in what]
    for phase in ("shaken", "lit") if is_sicbo else ():
        table.phase(phase)
        assert list(complaints(visitor, [(320, 568), (320, 640), (390, 844), (1280, 720)])) == [], phase
    table.tell({"type": "TumblerUncovered", "outcome": ""}, round={"phase": "uncovered"})
    assert list(complaints(visitor, [size for size in SMALLER_TOO if size not in LOW])) == []
    table.tell({"type": "ResultAnnounced", "outcome": fell}, round={"phase": "announced"})
    assert list(complaints(visitor, [(320, 568), (390, 844), (1280, 720)])) == []


@pytest.mark.parametrize("name", names())
def test_large_bets_hide_no_print_and_markers_hide_no_amount(visitor: Page, name: str) -> None:
    table = table_with_bets_everywhere(visitor, name)
    table.tell(mine=marked_bets(name))
    assert list(complaints(visitor, [(360, 640), (1280, 720)])) == []


@pytest.mark.parametrize("name", [name for name in names() if ruleset(name).pucks])
def test_no_bet_lies_over_a_puck_and_its_words_are_never_cut_off(visitor: Page, name: str) -> None:
    """A bet on a run has the widest markers: its side, its count and a lock."""
    pucks = ruleset(name).pucks
    table = table_with_bets_everywhere(visitor, name)
    found: list[str] = []
    for at in range(max(len(puck.states) for puck in pucks.values())):
        states = {id: [*puck.states][at % len(puck.states)] for id, puck in pucks.items()}
        sides = {id: state.split()[0] for id, state in states.items()}
        runs = {f"super-streak:{id}": {"side": side, "length": 12} for id, side in sides.items() if side in id.split("-")}
        table.tell(pucks=states, mine=marked_bets(name) | {"runs": runs})
        found += [f"{states}: {what}" for what in complaints(visitor, [(320, 568), (390, 844), (768, 1024), (1280, 720)])]
    assert found == []


@pytest.mark.parametrize("name", names())
def test_what_a_spot_says_about_itself_is_never_cut_off(visitor: Page, name: str) -> None:
    table_with_bets_everywhere(visitor, name)
    for size in SIZES:
        resized(visitor, size)
        assert visitor.evaluate("() => window.complaintsAboutHelp()") == [], size


@pytest.mark.parametrize("name", names())
def test_arrow_keys_reach_every_spot_of_a_tall_felt(visitor: Page, name: str) -> None:
    resized(visitor, (390, 844))
    ScriptedTable(visitor, name)
    visitor.evaluate(MEASURE)
    tabs = visitor.locator("#screens button")
    for tab in range(tabs.count()):
        tabs.nth(tab).evaluate("(tab) => tab.click()")
        assert visitor.evaluate("() => window.notReachedByArrows()") == []


def test_the_lobby_fits_every_screen(visitor: Page) -> None:
    scripted_lobby(visitor, one_of_each())
    visitor.get_by_test_id(f"table-{names()[0]}").wait_for()
    visitor.evaluate(MEASURE)
    for size in SIZES:
        resized(visitor, size)
        assert visitor.evaluate("() => window.complaints()") == [], size
    visitor.goto("about:blank")  # it asks for its tables again and again


def test_an_upright_tablet_shows_two_tables_side_by_side_and_the_newest_result_marked(visitor: Page) -> None:
    resized(visitor, (768, 1024))
    rolled, _ = done(a_table(names()[0]), *(EnterOutcome(outcome=OutcomeName(fell)) for fell in ("1-2", "3-4")))
    scripted_lobby(visitor, one_of_each() | {names()[0]: rolled})
    first = visitor.get_by_test_id(f"table-{names()[0]}")
    first.wait_for()
    tops = visitor.locator(".card").evaluate_all("(cards) => cards.map((card) => card.getBoundingClientRect().top)")
    assert tops[0] == tops[1] < tops[2]
    outlined = visitor.locator(".history li").evaluate_all("(all) => all.map((li) => getComputedStyle(li).outlineStyle)")
    assert outlined == ["solid", "none"]
    visitor.goto("about:blank")  # it asks for its tables again and again


def test_arrow_keys_go_from_tab_to_tab_and_only_the_one_in_front_is_a_tab_stop(visitor: Page) -> None:
    resized(visitor, (1280, 720))
    ScriptedTable(visitor, "ministar-roulette-2018")
    tabs = visitor.locator("#screens button")
    assert tabs.count() == 2
    tabs.first.focus()
    at = 0
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "Home", "End"):
        visitor.keyboard.press(key)
        at = {"Home": 0, "End": 1}.get(key, 1 - at)
        expect(tabs.nth(at)).to_be_focused()
        for tab in range(2):
            expect(tabs.nth(tab)).to_have_attribute("aria-selected", "true" if tab == at else "false")
            expect(tabs.nth(tab)).to_have_attribute("tabindex", "0" if tab == at else "-1")


def test_a_table_turned_on_its_side_keeps_chips_focus_and_screen(visitor: Page) -> None:
    resized(visitor, (390, 844))
    table = ScriptedTable(visitor, "aruze-craps-2024")
    table.tell(mine={"bets": {"hop:1-1": 500, "place:6": 2500}})
    visitor.get_by_test_id("screen-hops").click()
    visitor.get_by_test_id("spot-hop:1-1").focus()
    resized(visitor, (1280, 720))
    assert visitor.locator("#felt").get_attribute("data-shape") == "wide"
    assert visitor.evaluate("() => document.activeElement.dataset.wager") == "hop:1-1"
    assert visitor.get_by_test_id("bet-place:6").is_visible()
    resized(visitor, (390, 844))
    assert visitor.locator("#felt").get_attribute("data-shape") == "tall"
    assert visitor.locator("#screens [aria-selected=true]").get_attribute("data-testid") == "screen-hops"
    assert visitor.evaluate("() => document.activeElement.dataset.wager") == "hop:1-1"
    assert visitor.get_by_test_id("bet-hop:1-1").is_visible()


@pytest.mark.parametrize("name", [name for name in names() if "craps" in name])
def test_a_new_shooter_finds_the_line_on_the_smallest_phone_and_sees_that_the_felt_goes_on(visitor: Page, name: str) -> None:
    resized(visitor, (360, 640))
    ScriptedTable(visitor, name)
    line = placed_wagers(ruleset(name))[Place("line")]
    expect(visitor.get_by_test_id(f"spot-{line}")).to_be_in_viewport(ratio=1)
    more = visitor.get_by_test_id("more-below")
    expect(more).to_be_visible()
    visitor.locator(".window").evaluate("(window) => window.scrollTo(0, window.scrollHeight)")
    expect(more).to_be_hidden()
    resized(visitor, (1280, 720))
    expect(more).to_be_hidden()


def test_an_upright_tablet_shows_craps_across_its_width(visitor: Page) -> None:
    resized(visitor, (768, 1024))
    ScriptedTable(visitor, "star-craps-2016")
    visitor.wait_for_function("() => document.querySelector('#felt').getBoundingClientRect().width > 0.85 * innerWidth")


def test_the_words_of_the_lines_stand_in_the_middle_of_a_wide_craps_table(visitor: Page) -> None:
    resized(visitor, (1280, 720))
    ScriptedTable(visitor, "star-craps-2016")
    for spot in ("win-line", "dont-win", "come", "dont-come", "behind-win-line"):
        face, label = (visitor.locator(f"[data-wager={spot}] {part}").first.bounding_box() for part in (".face", ".label"))
        assert face
        assert label
        assert abs(face["x"] + face["width"] / 2 - label["x"] - label["width"] / 2) < 2, spot


def test_a_chip_shows_a_large_amount_in_short_and_its_spot_tells_it_exactly(visitor: Page) -> None:
    table = ScriptedTable(visitor, "star-craps-2016")
    printed = {250: "2.50", 12_550: "125", 100_000: "1k", 129_900: "1.2k", 1_250_000: "12k", 123_456_700: "1.2m"}
    for cents, text in printed.items():
        table.tell(mine={"bets": {"win-line": cents}})
        expect(visitor.get_by_test_id("bet-win-line").locator(".chip-print")).to_have_text(text)
        name = visitor.get_by_test_id("spot-win-line").get_attribute("aria-label")
        assert name
        assert name.endswith(f"{dollars(cents)} down")


def test_the_last_result_says_that_it_is_the_last_while_bets_are_made(visitor: Page) -> None:
    def said_before() -> str:
        return visitor.locator("#result strong").evaluate("(said) => getComputedStyle(said, '::before').content")

    table = ScriptedTable(visitor, "star-craps-2016")
    table.tell(history=["2-3"])
    expect(visitor.locator("#result")).to_have_text("5")
    assert said_before() == '"Last: "'
    table.phase("settled")
    expect(visitor.locator("body")).to_have_attribute("data-phase", "settled")
    assert said_before() == "none"


def test_the_sign_is_drawn_apart_from_the_edge_of_the_screen(visitor: Page) -> None:
    resized(visitor, (390, 844))
    ScriptedTable(visitor, "star-craps-2016")
    drawn = "(key) => [getComputedStyle(key).backgroundImage, parseFloat(getComputedStyle(key, '::before').top)]"
    own, apart = visitor.get_by_test_id("sign").evaluate(drawn)
    assert own == "none"
    assert apart >= 4


def test_on_a_phone_the_key_for_tickets_takes_no_room_from_the_felt(visitor: Page) -> None:
    """It stands beside the meters, which still have room for their amounts."""
    heights: list[int] = []
    for tickets in (False, True):
        table = ScriptedTable(visitor, "aruze-craps-2024", tickets=tickets)
        table.tell(mine={"credit": 1_234_550, "staked": 1_234_550})
        expect(visitor.get_by_test_id("credit")).to_have_text("$12,345.50")
        expect(visitor.get_by_test_id("card-key")).to_be_visible(visible=tickets)
        for size in ((360, 640), (390, 844)):
            resized(visitor, size)
            heights += [visitor.locator(".window").evaluate("(window) => window.clientHeight")]
            assert visitor.get_by_test_id("credit").evaluate(AMOUNT_FITS), (tickets, size)
    assert heights[:2] == heights[2:]


def test_6a_the_layout_prints_odds_with_to_and_none_with_for(visitor: Page) -> None:
    resized(visitor, (1280, 720))
    ScriptedTable(visitor, "adelaide-craps-2003")
    printed = visitor.locator("#felt").inner_text()
    assert len(re.findall(r"\d+ to \d+", printed)) > len(ruleset("adelaide-craps-2003").offers)
    assert re.findall(r"\d+ for \d+", printed) == []


def test_a_cover_hides_its_dice_before_it_is_lifted(visitor: Page) -> None:
    """Measured where the cover lies: every corner of every die is under it."""
    ScriptedTable(visitor, "star-sicbo-2016")
    visitor.evaluate(MEASURE)
    for size in SMALLER_TOO:
        resized(visitor, size)
        assert visitor.locator("#show").get_attribute("data-dice") == "covered"
        assert visitor.evaluate("() => window.diceBesideTheirCover()") == [], size


@pytest.mark.parametrize("size", [(320, 640), (390, 844), (1280, 800)])
def test_the_stage_does_not_move_when_its_words_take_two_lines(visitor: Page, size: tuple[int, int]) -> None:
    resized(visitor, size)
    table = ScriptedTable(visitor, "star-sicbo-2016")
    before = visitor.locator("#show").bounding_box()
    for phase in ("closed", "uncovered", "announced", "settled", "done"):
        table.tell(
            {"type": "TumblerUncovered", "outcome": ""} if phase == "uncovered" else {"type": "Stage"}, round={"phase": phase}
        )
        expect(visitor.get_by_test_id("phase")).to_have_attribute("data-phase", phase)
        assert visitor.locator("#show").bounding_box() == before, phase


def test_in_forced_colours_the_chip_in_the_hand_is_outlined(browser: Browser) -> None:
    with browser.new_context(forced_colors="active", reduced_motion="reduce") as context:
        page = context.new_page()
        ScriptedTable(page, "star-craps-2016")
        drawn = page.locator("#rack button").evaluate_all("(chips) => chips.map((chip) => getComputedStyle(chip).outlineStyle)")
        chosen = page.locator("#rack button").evaluate_all("(chips) => chips.map((chip) => chip.ariaChecked)")
        assert [each == "solid" for each in drawn] == [each == "true" for each in chosen]


def contrast(one: list[float], other: list[float]) -> float:
    """How far two colours are apart, as in WCAG 2."""

    def light(colour: list[float]) -> float:
        parts = [part / 255 for part in colour[:3]]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def colour(page: Page, selector: str, what: str) -> list[float]:
    style = "(node, what) => getComputedStyle(node)[what]"
    return [float(part) for part in re.findall(r"[\d.]+", page.locator(selector).first.evaluate(style, what))]


def test_in_forced_colours_the_screen_in_front_and_the_lamps_of_winners_can_be_told(browser: Browser) -> None:
    with browser.new_context(
        forced_colors="active", reduced_motion="reduce", viewport={"width": 1280, "height": 720}
    ) as context:
        page = context.new_page()
        table = ScriptedTable(page, "ministar-roulette-2018")
        front, other = ("#screens [aria-selected=true]", "#screens [aria-selected=false]")
        for tab in (front, other):
            assert contrast(colour(page, tab, "color"), colour(page, tab, "backgroundColor")) >= READABLE, tab
        assert contrast(colour(page, front, "backgroundColor"), colour(page, other, "backgroundColor")) >= SEEN
        table.tell(settled("25"), lit=["split:25-28"], round={"phase": "settled"})
        canvas = colour(page, "body", "backgroundColor")
        assert contrast(colour(page, ".spot.lit .lamp", "fill"), canvas) >= SEEN

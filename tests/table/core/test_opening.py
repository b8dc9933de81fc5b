"""How a table begins: its first line names rules, readings, odds and sign, and opens the same table again."""

import re

import msgspec
import pytest
from msgspec.structs import replace

from croupier.canonical import canonical
from croupier.catalogue import ruleset
from croupier.facts.lines import OtherFormatError
from croupier.rules.error import RuleError
from croupier.rules.moments import moment
from croupier.table.core.opening import ChangedRulesError, OpeningError, opened, opening, read_opening
from croupier.table.core.person import Person
from croupier.table.core.recorded import FORMAT
from croupier.table.core.state import REACH


def test_the_first_line_names_rules_readings_odds_and_sign_and_opens_the_same_table() -> None:
    rules = ruleset("adelaide-craps-2003").amended({}, {"6(c):field-2-12": "3 to 1"})
    first = opening(rules, {"minimum": 500, "multiples": True}, seats=12, reach=50)
    again = read_opening(canonical(first))
    assert again == first
    table = opened(again)
    assert table.rules.fingerprint == rules.fingerprint != ruleset("adelaide-craps-2003").fingerprint
    assert (table.sign.minimum, table.sign.multiples, table.seats, table.reach) == (500, True, 12, 50)


def test_a_wager_that_may_be_left_out_is_left_out_and_no_other() -> None:
    rules = ruleset("star-sicbo-2016").without(["even", "super-streak"])
    table = opened(opening(rules, {"minimum": 100}))
    assert "even" not in table.rules.addresses
    assert "super-streak:odd-even" not in table.rules.addresses
    assert "odd" in table.rules.addresses
    assert set(table.rules.pucks) == {"small-big", "odd-even"}
    with pytest.raises(RuleError, match="small cannot be left out; the operator may leave out odd, even, four-numbers"):
        ruleset("star-sicbo-2016").without(["small"])


def test_even_is_offered_only_once_its_reading_is_confirmed_sb_01() -> None:
    rules = ruleset("star-sicbo-2016")
    with pytest.raises(OpeningError, match="cannot be opened with even before the operator has confirmed the reading SB-01"):
        opening(rules, {"minimum": 100})
    assert opening(rules, {"minimum": 100}, confirmed=["SB-01"]).confirmed == ("SB-01",)


def test_a_correction_reaches_back_one_round_or_more() -> None:
    rules = ruleset("ministar-roulette-2018")
    assert opened(opening(rules, {"minimum": 100})).reach == REACH
    assert opened(opening(rules, {"minimum": 100}, reach=1)).reach == 1
    for reach in (0, -1):
        with pytest.raises(OpeningError, match=f"with a reach of {reach}: a correction reaches 1 round back or more"):
            opening(rules, {"minimum": 100}, reach=reach)


def test_a_fingerprint_that_nobody_knows_is_refused() -> None:
    first = opening(ruleset("ministar-roulette-2018"), {"minimum": 100})
    with pytest.raises(ChangedRulesError, match="with the fingerprint 000000000000…, but the rules here have"):
        opened(replace(first, fingerprint="0" * 64))


def test_a_table_that_is_opened_again_has_the_very_same_rules() -> None:
    """Their fingerprint, which takes a tenth of a second, is found once."""
    rules = ruleset("adelaide-craps-2003")
    at_three, at_four = (rules.amended({}, {"6(c):field-2-12": odds}) for odds in ("3 to 1", "4 to 1"))
    first = opening(at_three, {"minimum": 500})
    assert opened(first).rules is opened(replace(first, seats=3)).rules
    assert opened(opening(at_four, {"minimum": 500})).rules == at_four != at_three


def test_a_first_line_of_a_newer_format_is_refused_in_one_sentence() -> None:
    """Also one whose other fields nobody knows yet."""
    line = canonical(replace(opening(ruleset("ministar-roulette-2018"), {"minimum": 100}), format=FORMAT + 1))
    unknown = canonical({"type": "TableOpened", "format": FORMAT + 1, "rules": ["another"]})
    sentence = f"this journal has format {FORMAT + 1}, and this croupier reads up to {FORMAT}"
    for each in (line, unknown):
        with pytest.raises(OtherFormatError, match=sentence):
            read_opening(each)


def test_what_opens_no_table_is_no_first_line() -> None:
    for line in (b"{}", b'{"format":1,"type":"BallSpun"}', b'{"format":1,"command":{},"events":[]}'):
        with pytest.raises(msgspec.ValidationError):
            read_opening(line)


APPROVED = {
    "star-craps-2016": (moment("2016-08-17T00:00:00+10:00"), "2016-08-16 14:00:00 UTC (Order(1))"),
    "star-sicbo-2016": (moment("2016-08-17T00:00:00+10:00"), "2016-08-16 14:00:00 UTC (Order(1))"),
    "adelaide-craps-2003": (moment("2003-04-28T00:00:00+09:30"), "2003-04-27 14:30:00 UTC (Title)"),
    "ministar-roulette-2018": (moment("2018-01-23T00:00:00+11:00"), "2018-01-22 13:00:00 UTC (Order(1))"),
    "aruze-craps-2024": (moment("2024-08-27T00:00:00+10:00"), "2024-08-26 14:00:00 UTC (Order(1))"),
}
"""When each document was signed."""
MINIMUM = {"minimum": 100}


def manager(name: str) -> Person:
    """Somebody who may open such a table."""
    roles = {"adelaide-craps-2003": "house", "aruze-craps-2024": "assistant-gaming-manager"}
    return Person("Kim", roles.get(name, "casino-supervisor"))


@pytest.mark.parametrize("name", APPROVED)
def test_order_1_no_table_opens_before_its_rules_take_effect(name: str) -> None:
    rules, by, (since, date) = ruleset(name), manager(name), APPROVED[name]
    agreed = [reading.id for reading in rules.readings]
    with pytest.raises(OpeningError, match=re.escape(f"its rules take effect at {date}")):
        opening(rules, MINIMUM, confirmed=agreed, at=since - 1, by=by)
    first = read_opening(canonical(opening(rules, MINIMUM, confirmed=agreed, at=since, by=by)))
    assert (first.at, first.by, first.in_force) == (since, by, None)
    untimed = opening(rules, MINIMUM, confirmed=agreed)
    assert (untimed.at, untimed.by) == (0, None)


def test_order_1_the_operator_names_the_day_of_publication_az_35() -> None:
    rules, by = ruleset("aruze-craps-2024"), manager("aruze-craps-2024")
    published = moment("2024-09-02T09:00:00+10:00")
    sentence = "cannot be opened at 2024-09-01 22:59:59 UTC: its rules take effect at 2024-09-01 23:00:00 UTC (Order(1))"
    with pytest.raises(OpeningError, match=re.escape(sentence)):
        opening(rules, MINIMUM, at=published - 1, by=by, in_force=published)
    assert opening(rules, MINIMUM, at=published, by=by, in_force=published).in_force == published
    sentence = "cannot take effect at 2024-08-26 13:59:59 UTC: it was approved at 2024-08-26 14:00:00 UTC (Order(1))"
    with pytest.raises(OpeningError, match=re.escape(sentence)):
        opening(rules, MINIMUM, at=published, by=by, in_force=APPROVED["aruze-craps-2024"][0] - 1)


def test_order_1_a_live_table_names_who_opens_it_and_whoever_may_close_it_may() -> None:
    rules, at = ruleset("star-craps-2016"), moment("2025-01-01T18:00:00+11:00")
    with pytest.raises(OpeningError, match="cannot be opened by nobody; name who opens it"):
        opening(rules, MINIMUM, at=at)
    for by in (Person("Dora", "dealer"), Person("Zed", "juggler"), Person(" ", "casino-supervisor")):
        with pytest.raises(OpeningError, match=re.escape(f"it is casino supervisor, not {by.name} ({by.role}), who opens")):
            opening(rules, MINIMUM, at=at, by=by)
    boxperson = Person("Bo", "boxperson")
    assert opening(rules, MINIMUM, at=at, by=boxperson).by == boxperson, "the boxperson acts as a casino supervisor"


@pytest.mark.parametrize("sign", [{}, {"minimum": 0}], ids=["no minimum", "a minimum of 0"])
def test_sc_7_1_a_table_opens_without_a_minimum_only_if_a_person_says_so(sign: dict[str, int]) -> None:
    rules, kim = ruleset("star-craps-2016"), Person("Kim", "casino-supervisor")
    with pytest.raises(
        OpeningError, match=re.escape("cannot be opened without a minimum bet on its sign (7.1); set a minimum")
    ):
        opening(rules, sign)
    first = read_opening(canonical(opening(rules, sign, without_minimum=kim)))
    assert (first.without_minimum, opened(first).sign.minimum) == (kim, 0)
    with pytest.raises(OpeningError, match=r"not Dora \(dealer\), who decides about the sign"):
        opening(rules, sign, without_minimum=Person("Dora", "dealer"))
    with pytest.raises(OpeningError, match=r"has a minimum of \$1\.00 on its sign; leave out without_minimum"):
        opening(rules, MINIMUM, without_minimum=kim)

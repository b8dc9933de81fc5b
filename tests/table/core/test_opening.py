"""How a table begins: its first line names rules, readings, odds and sign, and opens the same table again."""

import msgspec
import pytest
from msgspec.structs import replace

from croupier.canonical import canonical
from croupier.catalogue import ruleset
from croupier.rules.error import RuleError
from croupier.table.core.opening import ChangedRulesError, OpeningError, opened, opening, read_opening
from croupier.table.core.recorded import FORMAT, NewerFormatError
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
    table = opened(opening(rules, {}))
    assert "even" not in table.rules.addresses
    assert "super-streak:odd-even" not in table.rules.addresses
    assert "odd" in table.rules.addresses
    assert set(table.rules.pucks) == {"small-big", "odd-even"}
    with pytest.raises(RuleError, match="small cannot be left out; the operator may leave out odd, even, four-numbers"):
        ruleset("star-sicbo-2016").without(["small"])


def test_even_is_offered_only_once_its_reading_is_confirmed_sb_01() -> None:
    rules = ruleset("star-sicbo-2016")
    with pytest.raises(OpeningError, match="cannot be opened with even before the operator has confirmed the reading SB-01"):
        opening(rules, {})
    assert opening(rules, {}, confirmed=["SB-01"]).confirmed == ("SB-01",)


def test_a_correction_reaches_back_one_round_or_more() -> None:
    rules = ruleset("ministar-roulette-2018")
    assert opened(opening(rules, {})).reach == REACH
    assert opened(opening(rules, {}, reach=1)).reach == 1
    for reach in (0, -1):
        with pytest.raises(OpeningError, match=f"with a reach of {reach}: a correction reaches 1 round back or more"):
            opening(rules, {}, reach=reach)


def test_a_fingerprint_that_nobody_knows_is_refused() -> None:
    first = opening(ruleset("ministar-roulette-2018"), {})
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
    line = canonical(replace(opening(ruleset("ministar-roulette-2018"), {}), format=FORMAT + 1))
    unknown = canonical({"type": "TableOpened", "format": FORMAT + 1, "rules": ["another"]})
    sentence = f"this journal has format {FORMAT + 1}, and this croupier reads up to {FORMAT}"
    for each in (line, unknown):
        with pytest.raises(NewerFormatError, match=sentence):
            read_opening(each)


def test_what_opens_no_table_is_no_first_line() -> None:
    for line in (b"{}", b'{"format":1,"type":"BallSpun"}', b'{"format":1,"command":{},"events":[]}'):
        with pytest.raises(msgspec.ValidationError):
            read_opening(line)

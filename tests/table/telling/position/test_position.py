"""The line of a position: what it says, and what is said about one that is wrong."""

import pytest

from croupier.catalogue import ruleset
from croupier.table.core.state import Table, open_table
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.settling import RoundSettled
from croupier.table.telling.playing import play, read_page
from croupier.table.telling.position.parsing import parse_position
from croupier.table.telling.position.position import PositionError
from croupier.table.telling.position.setting_up import position_of, table_at
from croupier.table.telling.position.text import position_text
from croupier.table.telling.scenario.running import step
from section_a import ADELAIDE, SICBO, STAR


def played(name: str, *lines: str, **sign: int) -> Table:
    table = open_table(ruleset(name), ruleset(name).sign(sign))
    for each in play(table, read_page(table.rules, lines)):
        table = each.after
    return table


@pytest.mark.parametrize(
    ("table", "text"),
    [
        (played(STAR), "star-craps-2016 puck=come-out"),
        (
            played(STAR, "ann bets $10 on pass", "roll 3-3", "ann bets $20 on odds", "bob bets $12 on place 6", minimum=500),
            "star-craps-2016 minimum=500 puck=point_6 round=1 ann/rack=97000 ann/behind-win-line=2000@point_6,fresh=2000 "
            "ann/win-line=1000@point_6 bob/rack=98800 bob/place-win:6=1200,fresh=1200",
        ),
        (
            played(STAR, "ann bets $10 on come", "roll 2-2", "ann bets $10 on come", "ann bets $20 on buy 4", "roll 4-5"),
            "star-craps-2016 puck=point_4 round=2 ann/rack=96900 ann/buy:4=2000,commission=100 ann/come:9=1000",
        ),
        (
            played(STAR, "ann bets $10 on place 6", "roll 2-2", "ann calls place 6 off"),
            "star-craps-2016 puck=point_4 round=1 ann/rack=99000 ann/place-win:6=1000,off",
        ),
        (
            played(SICBO, "ann bets $10 on small", "dice 1-2-3"),
            "star-sicbo-2016 small-big=small_opened odd-even=even_opened round=1 ann/rack=101000",
        ),
    ],
)
def test_a_position_is_one_line(table: Table, text: str) -> None:
    assert position_text(table) == text
    assert parse_position(text) == position_of(table)


@pytest.mark.parametrize(
    "text",
    [
        "star-craps-2016+SC-12=stays-up puck=come-out",
        "star-sicbo-2016+without=super-streak small-big=no_result_yet odd-even=no_result_yet",
        "adelaide-craps-2003 odds_multiple=3 puck=point_6 round=9 phase=betting shooter=bob ann/rack=0 bob/rack=500",
        "star-craps-2016 puck=come-out ann%20b/rack=5 ann%20b/restricted=7 ann%20b/tokens=9 %2F/rack=1",
        "star-craps-2016 maximum=5000 puck=come-out ann/rack=1 ann/limits=500-9000 ann/field=600,advised,maximum=9000",
        "star-craps-2016 maximum=5000 puck=come-out ann/rack=1 ann/field=600,maximum=none,restricted=100,tokens=200",
        "star-craps-2016 puck=come-out ann/rack=1 ann/advised= ann/barred=buy:4,lay:5",
        "star-craps-2016+SC-12=stays-up puck=come-out ann/rack=1 ann/field=6,accepted= ann/horn=4,accepted=SC-06=exact-stakes",
        "star-craps-2016 puck=come-out ann/rack=1 ann/buy:4=2000,on,commission=100,fresh=1000+50,left-up=500",
    ],
)
def test_a_line_tells_a_table_that_tells_the_line(text: str) -> None:
    table = table_at(parse_position(text))
    assert position_text(table) == text
    assert parse_position(position_text(table)) == position_of(table)


def test_what_can_be_left_out_follows_from_the_rest() -> None:
    short = "star-craps-2016 puck=point_6 ann/pass=1000@point_6 ann/odds=2000 ann/come=500 bob/hard_6=100 minimum=0"
    whole = (
        "star-craps-2016 puck=point_6 ann/rack=0 ann/behind-win-line=2000@point_6 ann/come=500@come-out "
        "ann/win-line=1000@point_6 bob/rack=0 bob/hardway:6=100"
    )
    assert position_text(table_at(parse_position(short))) == whole


def test_a_position_settles_under_the_rules_of_its_bets() -> None:
    """A bet that was accepted under another reading is settled by it."""
    text = "star-sicbo-2016 {} ann/even=100{}"
    odds: list[int] = []
    for reading, accepted in (("", ""), ("", ",accepted=SB-01=as-printed")):
        table = table_at(parse_position(text.format(reading, accepted)))
        _, outcome = step(table, EnterOutcome(outcome="2-2-6"))  # pyright: ignore[reportArgumentType]
        assert isinstance(outcome, tuple)
        assert isinstance(outcome[0], RoundSettled)
        odds.append(outcome[0].decided[0].paid)
    assert odds[0] != odds[1]


def test_a_rule_set_outside_the_catalogue_is_given() -> None:
    rules = ruleset(ADELAIDE)
    text = "adelaide-craps-2003 puck=point_8 ann/rack=5 ann/pass=100@point_8"
    assert table_at(parse_position(text, rules), rules).rules.id == ADELAIDE


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "position, part 1, '': there is no rule set ''; there are "),
        ("star-crabs puck=come-out", "position, part 1, 'star-crabs': there is no rule set 'star-crabs'; "),
        ("star-craps-2016+SC-12=down", "position, part 1, 'star-craps-2016+SC-12=down': SC-12 is 'down', which should be "),
        ("star-craps-2016+SC-12", "'SC-12' is not a reading with its value; write it as in AB-12=value"),
        ("star-craps-2016 minimum=500 minimum=600", "position, part 3, 'minimum=600': part 2 gives it already"),
        ("star-craps-2016 minimum=-5", "part 2, 'minimum=-5': '-5' is not a whole number of 0 or more, such as 500"),
        ("star-craps-2016 payout_unit=0", "payout_unit is 0, which should be a whole number of 1 or more"),
        ("star-craps-2016 puck=point_7", "part 2, 'puck=point_7': 'point_7' is no state of it; there are come-out, point_4, "),
        ("star-craps-2016 puk=point_6", "part 2, 'puk=point_6': there is no such part; a table has minimum, maximum, "),
        ("star-craps-2016 on", "part 2, 'on': write NAME=VALUE, such as round=7 or ann/rack=5000"),
        ("star-craps-2016 phase=spun", "there is no such step in a round; there are untimed, "),
        ("star-craps-2016 shooter=ann", "part 2, 'shooter=ann': that player is not at the table"),
        ("star-craps-2016 ann/feild=500", "part 2, 'ann/feild=500': star-craps-2016 has no wager 'feild'; did you mean field?"),
        ("star-craps-2016 ann/field=0", "a bet has a stake above 0"),
        ("star-craps-2016 ann/field=ten", "'ten' is not a whole number of 0 or more"),
        ("star-craps-2016 ann/field=10,odd", "a bet has no 'odd'; there are on, off, "),
        ("star-craps-2016 ann/field=10,fresh=11", "a part of the bet is more than its stake"),
        ("star-craps-2016 ann/win-line=10@up", "'up' is no state of it; there are come-out, point_4, "),
        ("star-craps-2016 ann/odds=10", "its state is missing, such as @point_4"),
        ("star-craps-2016 ann/pass=10 ann/win-line=10", "part 3, 'ann/win-line=10': part 2 is a bet on win-line already"),
        ("star-craps-2016 ann/pass=10 ann/odds=10", "part 3, 'ann/odds=10': its state is missing, such as @point_4"),
        ("star-sicbo-2016 ann/big-small=10,accepted=without=super-streak", "was not offered under the rules by which it "),
        ("star-craps-2016 ann/limits=5", "write the minimum and the maximum in cents, such as 500-5000"),
        (f"star-craps-2016 ann/{'x' * 5000}=1", "has no wager"),
        ("star-craps-2016 ann/rack=" + "9" * 5000, "is not a whole number"),
    ],
)
def test_a_wrong_line_is_told_in_one_sentence_where_it_is_wrong(text: str, sentence: str) -> None:
    with pytest.raises(PositionError) as wrong:
        parse_position(text)
    said = str(wrong.value)
    assert said.startswith("position, part ")
    assert sentence in said
    assert "\n" not in said
    assert len(said) < 600

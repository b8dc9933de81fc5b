"""Where the order of a mapping could be seen: in a sentence, in lights, and in the bets of a record."""

import pytest
from msgspec.structs import replace

from croupier.audit.resettle import resettle
from croupier.canonical import canonical
from croupier.catalogue import names, ruleset
from croupier.rules.machine import Decision, Result
from croupier.rules.outcomes import OutcomeName
from croupier.rules.ruleset import ReadingError
from croupier.rules.sign import SignError
from croupier.table.authority.notices import waiting
from croupier.table.core.decide import decide
from croupier.table.core.desk import Desk, Notice
from croupier.table.core.message import Event
from croupier.table.core.opening import opened, opening
from croupier.table.core.recorded import recorded
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import Bet, Table, open_table
from croupier.table.money.cards import InsertCard
from croupier.table.rounds.lights import lit
from croupier.table.rounds.settling import RoundSettled
from croupier.testing.evening import evening


def at(name: str) -> Table:
    return open_table(ruleset(name), ruleset(name).sign({}))


def test_whose_card_is_elsewhere_is_said_alike_whichever_card_came_first() -> None:
    """A player at two terminals who is held to one."""
    table = replace(at("ministar-roulette-2018"), layout={"a": {}, "b": {}, "c": {}})
    said = {
        _sentence(replace(table, desk=Desk(cards=cards, held=frozenset({"mia"}))))
        for cards in ({"a": "mia", "b": "mia"}, {"b": "mia", "a": "mia"})
    }
    assert said == {"mia plays at a already, and may use one terminal only."}


def _sentence(table: Table) -> str:
    refusal = decide(table, InsertCard(seat="c", player="mia"))
    assert isinstance(refusal, Refusal)
    return refusal.sentence


def test_of_several_mistakes_the_same_is_named() -> None:
    rules = ruleset("adelaide-craps-2003")
    for wrong in ({"colour": 1, "zeal": 1}, {"zeal": 1, "colour": 1}):
        with pytest.raises(SignError, match="colour is no setting"):
            rules.sign(wrong)
    for wrong in ({"AD-99": "x", "XX-1": "y"}, {"XX-1": "y", "AD-99": "x"}):
        with pytest.raises(ReadingError, match="AD-99 is no reading"):
            rules.under(wrong)


def test_notices_are_listed_by_their_numbers_not_as_words_are() -> None:
    notice = Notice(to="the Inspector", due="at once", clause="1", about="a sign", since=0)
    table = replace(at("star-craps-2016"), desk=Desk(notices=dict.fromkeys((1, 10, 2), notice)))
    assert [number for number, _ in waiting(table)] == [1, 2, 10]


def test_areas_are_lit_in_one_order_whoever_bet_first() -> None:
    table = at("star-sicbo-2016")
    streaks = [id for id in table.rules.addresses if id.startswith("super-streak:")]
    won = OutcomeName("1-1-3")
    bets = {id: Bet(100, _about_to_win(table, id, won), 0, advised=False) for id in streaks}
    layout = {"ann": {streaks[0]: bets[streaks[0]]}, "bob": {streaks[1]: bets[streaks[1]]}}
    one = replace(table, layout=layout, places={"ann": 1, "bob": 2})
    other = replace(one, layout={"bob": one.layout["bob"], "ann": one.layout["ann"]})
    assert {*streaks} <= {*lit(one, won)}
    assert lit(other, won) == lit(one, won)


def _about_to_win(table: Table, wager: str, outcome: OutcomeName) -> str:
    effects = table.rules.addresses[wager].offer.wager.effects
    wins = (state for state, row in effects.items() if isinstance(e := row.get(outcome), Decision) and e.result is Result.WIN)
    return next(wins)


@pytest.mark.parametrize("name", names())
def test_in_every_document_a_bet_comes_before_the_odds_on_it(name: str) -> None:
    """The bets of a record are made in that order."""
    order = list(ruleset(name).addresses)
    for offer in ruleset(name).offers:
        assert not offer.rides_on or order.index(offer.rides_on) < order.index(offer.id)


def test_a_line_that_names_bets_in_another_order_was_not_written_by_these_rules() -> None:
    first = opening(ruleset("aruze-craps-2024"), {"minimum": 100})
    played = evening(opened(first), seed=1, players=5, commands=300)
    happened = [(command, events) for _, command, events, _ in played if isinstance(events, tuple)]
    turned = [(command, tuple(_turned(event) for event in events)) for command, events in happened]
    assert turned != happened
    told = resettle([canonical(first), *(recorded(*each) for each in happened)])
    assert (told.holds, bool(told.rounds)) == (True, True)
    assert not resettle([canonical(first), *(recorded(*each) for each in turned)]).holds


def _turned(event: Event) -> Event:
    return replace(event, decided=event.decided[::-1]) if isinstance(event, RoundSettled) else event

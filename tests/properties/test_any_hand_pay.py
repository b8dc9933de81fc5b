"""Whatever is asked in whatever order, with corrections and voids between: a hand pay is paid once, and all money adds up."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cages import opened
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.refusals import Reason
from croupier.cage.state import Cage
from croupier.catalogue import names, ruleset
from croupier.facts.refusal import Refusal as CageRefusal
from croupier.floor.counter import counterpart
from croupier.floor.happened import applied
from croupier.floor.roles import attendant, holder
from croupier.ledger.accounts import HAND_PAYS, PAID_BY_HAND
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName
from croupier.rules.powers import Act
from croupier.rules.terms import PayMethod
from croupier.table.authority.notices import GiveNotice
from croupier.table.authority.notices import waiting as waiting_notices
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.message import Command, Event
from croupier.table.core.person import Person
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import Table, open_table
from croupier.table.money.acceptor import CreditStacked
from croupier.table.money.credit import Collect
from croupier.table.money.debts import DemandReturn
from croupier.table.money.hand_pay import HandPaid, PayByHand, TakeBackHandPay
from croupier.table.money.held_hand_pays import RefuseHandPay, ReleaseHandPay, ReviewHandPay, WithholdHandPay
from croupier.table.money.identification import AskIdentification, RecordIdentification
from croupier.table.money.pay_forms import DelayHandPay, VerifyHandPay
from croupier.table.money.seats import TakeSeat
from croupier.table.money.tender import Tender, Way
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.settling import RoundSettled
from croupier.table.rounds.voiding import VoidRound
from invariants import Witness, assert_the_books_are_in_order

TERMINALS = [name for name in names() if ruleset(name).procedures.is_electronic]
SEATS = ("ann", "bob")
CLERKS = (Person("Cass", "cage"), Person("Cay Rich", "cage"))
WAGERS = {
    "aruze-craps-2024": ("any-seven", "pass-line", "field"),
    "ministar-roulette-2018": ("straight:17", "red", "straight:5"),
}
FALLS = {"aruze-craps-2024": ("3-4", "1-1", "2-2", "6-5"), "ministar-roulette-2018": ("17", "5", "3")}
LENGTH, AT = 90, 1_700_000_000_000


class Floor:
    """A table of a live floor and the cage, as one entry of the journal changes both or neither."""

    def __init__(self, name: str) -> None:
        rules = ruleset(name)
        self.table = replace(open_table(rules, rules.sign({"hand_pay_limit": 2000})), states_tender=True)
        self.cage: Cage = opened()
        self.paid: list[HandPaid] = []
        self._witness = Witness(self.table)

    def ask(self, command: Command) -> tuple[Event, ...]:
        outcome = decide(self.table, command)
        if isinstance(outcome, Refusal):
            return ()
        turns = counterpart(self.cage, "table", applied(self.table, outcome), lambda: 0)
        assert not isinstance(turns, CageRefusal), turns
        for turn in turns:
            given = CAGE_REGISTER.decide(self.cage, replace(turn, at=0))
            if isinstance(given, CageRefusal):
                assert given.reason is Reason.NO_DRAWER, given
                return ()
            self.cage = CAGE_REGISTER.replayed(self.cage, given)
        for event in outcome:
            before, self.table = self.table, apply(self.table, event)
            self._witness.saw(before, event, self.table)
            if isinstance(event, HandPaid):
                self.paid.append(event)
        self._check()
        return outcome

    def _check(self) -> None:
        assert_the_books_are_in_order(self.table)
        assert sum(self.cage.book.balances.values()) == 0
        assert not [form for form, often in Counter(each.form for each in self.paid).items() if often > 1], "paid twice"
        total = sum(each.amount for each in self.paid)
        assert self.table.book.balance(PAID_BY_HAND) == -self.cage.book.balance(PAID_BY_HAND) == total
        assert self.table.book.balance(HAND_PAYS) == sum(self.table.desk.hand_pays.values())


def something(table: Table, name: str, chance: random.Random) -> Command:
    """Any order about a hand pay, a bet, a result, a correction or a void; most of them could be meant so."""
    at, seat, by = table.clock + chance.randrange(1, 2000), chance.choice(SEATS), attendant(table)
    waiting = Cents(table.desk.hand_pays.get(seat, 0) + chance.choice((0, 0, 0, 1)))
    operator, manager = holder(table, Act.WITHHOLD), holder(table, Act.CORRECT_OUTCOME)
    assert operator
    assert manager
    settled = [past.round for past in table.past if isinstance(past.event, RoundSettled)]
    form = chance.choice((table.desk.forms, table.desk.forms, table.desk.forms - 1, None))
    fell = OutcomeName(chance.choice(FALLS[name]))
    pay = PayByHand(at=at, seat=seat, form=form, method=chance.choice([*PayMethod]), by=chance.choice(CLERKS))
    options: list[Command] = [
        TakeSeat(at=at, seat=seat, chips=Cents(0)),
        CreditStacked(at=at, seat=seat, amount=Cents(50_000), tender=Tender(Way.NOTES, {10_000: 5})),
        PlaceBet(at=at, seat=seat, wager=chance.choice(WAGERS[name]), stake=Cents(chance.choice((500, 1000, 3000)))),
        EnterOutcome(at=at, outcome=fell),
        Collect(at=at, seat=seat, tender=Tender(Way.HAND_PAY)),
        VerifyHandPay(at=at, seat=seat, amount=waiting, record="its meters", by=chance.choice((by, *CLERKS))),
        pay,
        pay,
        pay,
        TakeBackHandPay(at=at, seat=seat, by=by, why="It is not signed."),
        AskIdentification(at=at, seat=seat, by=by),
        RecordIdentification(at=at, seat=seat, seen="passport", by=by),
        DelayHandPay(at=at, seat=seat, until=at + chance.randrange(3000), by=by, why="The cashier is away."),
        WithholdHandPay(at=at, seat=seat, by=operator, why="It is looked into."),
        *(GiveNotice(at=at, notice=number, how="By telephone.", by=by) for number, _ in waiting_notices(table)),
        ReviewHandPay(at=at, seat=seat, inspector="Ira", review="Decide it.", by=replace(operator, name="other")),
        ReleaseHandPay(at=at, seat=seat, by=replace(operator, name="other"), why="Nothing was wrong."),
        RefuseHandPay(at=at, seat=seat, by=replace(operator, name="other"), why="It was tampered with."),
        DemandReturn(at=at, seat=seat, amount=Cents(chance.choice((500, 20_000))), by=operator, why="It was not won."),
    ]
    if settled:
        options.append(
            CorrectOutcome(
                at=at,
                round=chance.choice(settled),
                outcome=fell,
                by=manager,
                second=replace(manager, name="second"),
                why="It was misread.",
            )
        )
        voider = holder(table, Act.VOID_ROUND, "disorder")
        assert voider
        options.append(
            VoidRound(at=at, round=chance.choice(settled), ground="disorder", by=voider, second=replace(voider, name="second"))
        )
    return chance.choice(options)


def evening(name: str, seed: int) -> tuple[Floor, set[str]]:
    """A floor after an evening by chance, and the kinds of everything that happened."""
    chance, floor = random.Random(seed), Floor(name)  # noqa: S311 - to be repeatable
    floor.ask(TakeSeat(at=AT, seat="ann", chips=Cents(0)))
    floor.ask(CreditStacked(at=AT, seat="ann", amount=Cents(50_000), tender=Tender(Way.NOTES, {10_000: 5})))
    happened = {type(event).__name__ for _ in range(LENGTH) for event in floor.ask(something(floor.table, name, chance))}
    return floor, happened


@pytest.mark.parametrize("name", TERMINALS)
@given(seed=st.integers(0, 2**32))
def test_a_hand_pay_is_paid_once_whatever_is_corrected_or_voided(name: str, seed: int) -> None:
    evening(name, seed)


@pytest.mark.parametrize("name", TERMINALS)
def test_such_evenings_see_everything_that_can_become_of_a_hand_pay(name: str) -> None:
    """A property of evenings in which nothing happens proves nothing."""
    happened = {what for seed in range(40) for what in evening(name, seed)[1]}
    of_hand_pays = {"Called", "Verified", "Delayed", "Withheld", "Reviewed", "Released", "Refused", "TakenBack"}
    assert {f"HandPay{each}" for each in of_hand_pays} <= happened
    assert {"HandPaid", "IdentificationAsked", "IdentificationRecorded", "SettledAgain", "ReturnDemanded"} <= happened

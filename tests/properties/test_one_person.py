"""Nobody alone makes money: whatever one person orders, in any role, what players have was brought or won.

One person gives up to 30 orders: at a table, in every role that works there, for every seat and as a player; and at the cage.
Money devices report notes, and rounds are settled by the rules. The counter between table and cage is that of the floor.
"""

import random
from collections.abc import Callable
from dataclasses import replace as replaced

import pytest
from msgspec.structs import replace

from cage.test_any_order import commands
from cages import HERE, SUE, done, opened, with_account
from croupier.cage import accounts, chips
from croupier.cage.drawer import CountDrawer
from croupier.cage.fold import decide as decide_cage
from croupier.cage.fold import replayed
from croupier.cage.message import CageEvent, CageOrder, Clerk
from croupier.cage.refusals import CageRefusal
from croupier.cage.rows import CAGE_COMMANDS
from croupier.cage.state import Cage
from croupier.catalogue import names, ruleset
from croupier.floor.counter import completed, counterpart
from croupier.floor.happened import Happened, applied
from croupier.ledger.accounts import CHIPS, HOUSE, VARIANCES, Account, rack
from croupier.ledger.book import Transfer
from croupier.ledger.chart import Nature, kind_of
from croupier.money import Cents
from croupier.table.core.decide import decide
from croupier.table.core.message import Command, Event
from croupier.table.core.person import Person
from croupier.table.core.refusals import Refusal
from croupier.table.core.rows import COMMANDS, EVENTS, History, Sender
from croupier.table.core.state import Table, open_table
from croupier.table.money import commission, credit, tender
from croupier.table.money.acceptor import CreditStacked
from croupier.table.money.seats import TakeSeat
from croupier.table.money.tender import Tender, Way, ways_by_hand, ways_to_take
from croupier.table.rounds.results import EnterOutcome

ONE = "One Person"
CLERK = Clerk("one", ONE)
ORDERS, EVENINGS = 30, 40
NAME = HERE.partition("/")[0]
SEATS = ("ann", "bob")
CASH = ("stacker", "drop", "cage-cash")
"""Accounts of cash that somebody has put in or was paid: a count finds what is missing there."""
CLEARING = ("cage", "paid-by-hand")
"""Accounts between a table and the cage, which are zero over both."""


class Evening:
    """A table and the cage of a live floor, and one person who orders whatever the forms offer."""

    def __init__(self, name: str, seed: int) -> None:
        rules = ruleset(name)
        self.chance = random.Random(seed)  # noqa: S311 - to be repeatable
        self.table: Table = replace(open_table(rules, rules.sign({})), states_tender=True)
        self.cage: Cage = with_account(done(opened(), CountDrawer(by=CLERK, second=SUE, is_opener=True, notes={10_000: 50})))
        self.made = 0
        """What came to players from an account that is neither cash nor a result, in cents."""
        self.accepted = 0
        for seat in SEATS:
            self.ask(TakeSeat(seat=seat, chips=Cents(0)))

    def play(self) -> None:
        """Up to 30 orders, with notes and results in between."""
        for _ in range(ORDERS):
            what = self.chance.random()
            if what < 0.2:
                self.surroundings()
            elif what < 0.6:
                self.at_the_table()
            else:
                self.at_the_cage()
            assert self.made <= 0, f"{self.made} cents came from nowhere"
            assert self.cage.book.balance(CHIPS) >= 0, "chips that were never issued"

    def surroundings(self) -> None:
        """A device stacks a note, or a round is settled."""
        if self.table.rules.procedures.is_electronic and self.chance.random() < 0.5:
            note = Tender(Way.NOTES, {2_000: 1})
            self.ask(CreditStacked(seat=self.chance.choice(SEATS), amount=Cents(2_000), tender=note))
        else:
            self.ask(EnterOutcome(outcome=self.chance.choice([*self.table.rules.game.space.ways])))

    def at_the_table(self) -> None:
        """Some form of some order, in some role, with some tender."""
        rows = [row for row in COMMANDS.values() if row.senders & {Sender.STAFF, Sender.PLAYER, Sender.CAGE}]
        row = self.chance.choice([*rows, *(row for row in rows if row.subject in ("money", "bets"))])
        roles = [role for role in self.table.rules.procedures.roles if self.table.rules.procedures.works_here(role)]
        forms = list(row.forms(self.table, Person(ONE, self.chance.choice(roles))))
        if not forms:
            return
        command = self.chance.choice(forms)
        if "tender" in command.__struct_fields__:
            ways = (*ways_by_hand(self.table), *ways_to_take(self.table), *Way)
            command = replace(command, tender=Tender(self.chance.choice(ways)))
        self.ask(command)

    def at_the_cage(self) -> None:
        """Some order of a clerk, signed by the same person where two have to."""
        made = commands(self.cage)
        kind = self.chance.choice([kind for kind in made if issubclass(kind, CageOrder) and kind in CAGE_COMMANDS])
        order = made[kind](self.chance)
        signs = {"second": CLERK} if "second" in order.__struct_fields__ else {}
        decided = decide_cage(self.cage, replace(order, by=CLERK, **signs))
        if isinstance(decided, CageRefusal):
            return
        for event in decided:
            self._count(event)
        self.cage, self.accepted = replayed(self.cage, decided), self.accepted + 1

    def ask(self, command: Command) -> None:
        """Let the table decide, and then the cage, as the floor does: both, or neither."""
        command = completed(self.cage, self.table, command)
        outcome = decide(self.table, command)
        happened = applied(self.table, outcome)
        if isinstance(outcome, Refusal) or not happened:
            return
        cage = self._exchanged(happened)
        if cage is None:
            return
        for each in happened:
            if not _allowed(each):
                self._count(each.event)
        self.cage, self.table, self.accepted = cage, happened[-1].after, self.accepted + 1

    def _exchanged(self, happened: list[Happened]) -> Cage | None:
        cage = self.cage
        asked = counterpart(cage, NAME, happened, lambda: 7)
        if isinstance(asked, CageRefusal):
            return None
        for command in asked:
            decided = decide_cage(cage, replace(command, at=0))
            if isinstance(decided, CageRefusal):
                return None
            cage = replayed(cage, decided)
        return cage

    def _count(self, event: Event | CageEvent) -> None:
        transfers: tuple[Transfer, ...] = getattr(event, "transfers", ())
        self.made += sum(each.amount * (_is_source(each.source) - _is_source(each.target)) for each in transfers)


def _is_source(account: Account) -> bool:
    """Whether money in this account is neither a player's nor cash that was counted in or out."""
    kind = kind_of(account)
    assert kind
    return kind.nature is not Nature.OWED and kind.name not in (*CASH, *CLEARING)


def _allowed(happened: Happened) -> bool:
    """Whether the rules have settled it, or two people have signed it."""
    event = happened.event
    return EVENTS[type(event)].history is not History.CONTINUES or getattr(event, "second", None) is not None


def evenings(name: str, count: int = EVENINGS) -> int:
    """Play, and return how many orders were accepted."""
    accepted = 0
    for seed in range(count):
        evening = Evening(name, seed)
        evening.play()
        accepted += evening.accepted
    return accepted


@pytest.mark.parametrize("name", names())
def test_no_thirty_orders_of_one_person_make_money(name: str) -> None:
    assert evenings(name) > EVENINGS * 5, "evenings in which everything is refused prove nothing"


def _promotional_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(credit, "bringing_refused", tender.stacking_refused)


def _deposit_without_cash(monkeypatch: pytest.MonkeyPatch) -> None:
    row = CAGE_COMMANDS[accounts.Deposit]

    def deposit(cage: Cage, command: accounts.Deposit) -> object:
        decided = accounts.deposit(cage, command)
        if isinstance(decided, CageRefusal):
            return decided
        return replace(decided, transfers=tuple(Transfer(VARIANCES, each.target, each.amount) for each in decided.transfers))

    monkeypatch.setitem(CAGE_COMMANDS, accounts.Deposit, replaced(row, decide=deposit))


def _chips_never_issued(monkeypatch: pytest.MonkeyPatch) -> None:
    row = CAGE_COMMANDS[chips.ExchangeWithTable]

    def exchange(_: Cage, command: chips.ExchangeWithTable) -> object:
        transfers = (Transfer(*chips.FROM[command.way], command.amount),)
        return chips.ExchangedWithTable(place=command.place, way=command.way, amount=command.amount, transfers=transfers)

    monkeypatch.setitem(CAGE_COMMANDS, chips.ExchangeWithTable, replaced(row, decide=exchange))


def _commission_never_paid(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody_else_needed(*_: object) -> None: ...

    def always_some(_table: Table, _seat: str) -> int:
        return 5_000

    def from_the_house(_: Table, seat: str, amount: Cents) -> tuple[Transfer, ...]:
        return (Transfer(HOUSE, rack(seat), amount),)

    monkeypatch.setattr(commission, "commission_held", always_some)
    monkeypatch.setattr(commission, "agreement_refused", nobody_else_needed)
    monkeypatch.setattr(commission, "_transfers", from_the_house)


@pytest.mark.parametrize(
    ("plant", "name", "found"),
    [
        (_promotional_by_hand, "ministar-roulette-2018", "came from nowhere"),
        (_promotional_by_hand, "star-sicbo-2016", "came from nowhere"),
        (_deposit_without_cash, "star-sicbo-2016", "came from nowhere"),
        (_commission_never_paid, "star-craps-2016", "came from nowhere"),
        (_chips_never_issued, "star-sicbo-2016", "chips that were never issued"),
    ],
)
def test_a_planted_way_to_make_money_is_found(
    monkeypatch: pytest.MonkeyPatch, plant: Callable[[pytest.MonkeyPatch], None], name: str, found: str
) -> None:
    plant(monkeypatch)
    with pytest.raises(AssertionError, match=found):
        evenings(name, 20 * EVENINGS)  # the first that finds it ends the search

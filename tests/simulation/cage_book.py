"""The cage as its durable lines tell it: no ticket is paid twice, none is lost, and all money adds up with the tables."""

from collections import Counter
from collections.abc import Mapping

from croupier.cage.accounts import Deposited, TransferredIn, TransferredOut, Withdrawn
from croupier.cage.cards import CardRead, CardReturned
from croupier.cage.chips import ChipsRedeemed, ChipsSold, ExchangedWithTable
from croupier.cage.counting import BoxCounted, BoxTaken, CountVerdict
from croupier.cage.exclusions import ExclusionLifted, PatronExcluded
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.hand_pays import HandPayGiven
from croupier.cage.issuing import TicketIssued
from croupier.cage.message import CageEvent
from croupier.cage.redeeming import TicketPaid, TicketTaken
from croupier.cage.refusals import Reason
from croupier.cage.state import Cage
from croupier.cage.ticket import Ticket, TicketState, place
from croupier.cage.unprinting import TicketCancelled
from croupier.facts.fold import Line
from croupier.facts.refusal import Refusal
from croupier.floor.keeper import Keeper
from croupier.ledger.accounts import ACCOUNTS, BOXES, CAGE, CASHLESS, OUTSTANDING, PAID_BY_HAND, TICKETS, VARIANCES
from croupier.rules.powers import Act
from croupier.table.core.state import Table
from croupier.table.money.patron_names import patron_name, patron_of
from simulation.keys import numbers_of_the_house

REDEEMED: dict[type[CageEvent], str] = {
    TicketTaken: "a ticket was taken in",
    TicketPaid: "a ticket was paid",
    TicketCancelled: "a ticket was cancelled",
}
PAID: str = Reason.TICKET_PAID
TOLD = {
    Deposited: "a deposit was made",
    Withdrawn: "a withdrawal was made",
    TransferredIn: "money came from an account",
    TransferredOut: "money went to an account",
    CardRead: "a card went in",
    CardReturned: "a card came out",
    PatronExcluded: "a patron was excluded",
    ExclusionLifted: "an exclusion ended",
}


class CageBook:
    """The cage after every durable event, and the inspector's own sums."""

    def __init__(self) -> None:
        self.after: list[Cage] = [Cage()]
        self.happened = Counter[str]()
        self._redeemed = set[int]()
        self._forms = set[tuple[str, int]]()
        """The forms on which hand pays were paid."""
        self._open: dict[int, int] = {}
        """The value of every ticket that was issued and not redeemed."""
        self._accounts = Counter[int]()
        """What every patron has in the account."""
        self._boxes: dict[int, int] = {}
        """The value by the books of every box that nobody has counted."""

    @property
    def now(self) -> Cage:
        """The cage after the last durable event."""
        return self.after[-1]

    def write(self, line: Line) -> None:
        """Another line: it is what the cage decides, and each ticket is redeemed once."""
        assert CAGE_REGISTER.decide(self.now, line.command) == line.events, line
        for event in line.events:
            match event:
                case TicketIssued():
                    self._open[event.serial] = event.amount
                    self.happened["a ticket was sold" if event.by else "a ticket was printed"] += 1
                case TicketTaken() | TicketPaid() | TicketCancelled():
                    assert event.serial not in self._redeemed, f"ticket {event.serial} was paid twice"
                    self._redeemed.add(event.serial)
                    assert self._open.pop(event.serial) == event.amount, event
                    self.happened[REDEEMED[type(event)]] += 1
                case HandPayGiven():
                    table = event.place.partition("/")[0]
                    assert (table, event.form) not in self._forms, f"form {event.form} of {table} was paid twice"
                    self._forms.add((table, event.form))
                    self.happened["a hand pay was paid by the cage"] += 1
                case Deposited() | TransferredOut():
                    self._accounts[event.patron] += event.amount
                    self.happened[TOLD[type(event)]] += 1
                case Withdrawn() | TransferredIn():
                    self._accounts[event.patron] -= event.amount
                    assert self._accounts[event.patron] >= 0, f"the account of patron {event.patron} is overdrawn"
                    self.happened[TOLD[type(event)]] += 1
                case BoxTaken():
                    self._boxes[event.number] = event.amount
                    self.happened["a box came to the count room"] += 1
                case BoxCounted(verdict=CountVerdict.AGREED):
                    self._boxes.pop(event.box)
                    self.happened["a box was counted" if event.variance is None else "a box was short"] += 1
                case ChipsSold() | ChipsRedeemed() | ExchangedWithTable():
                    self.happened["chips moved"] += 1
                case CardRead() | CardReturned() | PatronExcluded() | ExclusionLifted():
                    self.happened[TOLD[type(event)]] += 1
                case _:
                    pass
            self.after.append(CAGE_REGISTER.apply(self.now, event))

    def check(self, tables: Mapping[str, Table]) -> None:
        """What is so after every commit, with all that it wrote at the tables."""
        cage = self.now
        assert sum(cage.book.balances.values()) == 0
        assert cage.book.balance(OUTSTANDING) == sum(self._open.values())
        assert cage.book.balance(ACCOUNTS) == sum(self._accounts.values())
        assert cage.book.balance(BOXES) == -sum(self._boxes.values())
        assert cage.book.balance(VARIANCES) == sum(each.amount for each in cage.variances.values())
        held = {
            (place(name, seat), patron)
            for name, table in tables.items()
            for seat, player in table.desk.cards.items()
            if (patron := patron_of(player))
        }
        known = {(each.place, patron.number) for patron in cage.patrons.values() for each in patron.places}
        assert held == known, "the cage and the tables differ about where cards are"
        seats = {place(name, seat) for name, table in tables.items() for seat in table.layout}
        assert seats.issuperset(cage.pending.values()), "a ticket is pending in the reader of a seat that has ended"
        books = [cage.book, *(table.book for table in tables.values())]
        for account in (TICKETS, PAID_BY_HAND, CASHLESS, CAGE):
            apart = sum(book.balance(account) for book in books)
            assert apart == 0, f"the tables and the cage differ by {apart} cents ({account})"

    def excluded_apart(self, tables: Mapping[str, Table]) -> list[str]:
        """The tables that differ from the cage about who is excluded. They follow it a little later."""
        excluded = {patron_name(number) for number in self.now.exclusions}
        return [
            name
            for name, table in tables.items()
            if excluded != {person for person, bar in table.desk.bars.items() if bar.measure is Act.EXCLUDE}
        ]

    def found(self, number: str) -> Ticket | Refusal:
        """The ticket with a validation number."""
        return numbers_of_the_house().find(self.now, number)

    def compared(self, keeper: Keeper) -> None:
        """What a keeper may show is what the journal says."""
        shown = keeper.durable
        assert shown == self.after[shown.events], "the cage is not what its journal says"

    def refused(self, number: str, error: str, *, fenced: bool) -> None:
        """Somebody hears why a ticket is not taken: the reason must be durable by now."""
        if error == PAID and not fenced:
            ticket = self.found(number)
            assert isinstance(ticket, Ticket), number
            assert ticket.state is TicketState.PAID, f"ticket {ticket.serial} was refused before its payment was durable"

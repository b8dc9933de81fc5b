"""The inspector: checks every line when it becomes durable, and every message when it is sent."""

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.audit.balance import balanced_streams
from croupier.audit.cage import unmatched
from croupier.audit.resettle import resettle, resettled
from croupier.audit.verify import verify
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.ticket import Ticket
from croupier.floor.answers import Reply
from croupier.floor.counter import Transferred, printed, transferred
from croupier.floor.dealer import Dealer
from croupier.floor.happened import Happened
from croupier.journal import streams
from croupier.journal.anchors import read_anchor
from croupier.journal.chain import link
from croupier.journal.port import START, Head, Line
from croupier.ledger.accounts import rack, restricted, unrestricted
from croupier.server.connection import TOO_FAST_CODE
from croupier.server.messages import Answered, Goodbye, Welcome
from croupier.table.bets.calling import BetsCalled
from croupier.table.bets.placing import BetPlaced
from croupier.table.bets.taking_down import BetTakenDown
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.message import Command, Event
from croupier.table.core.opening import opened, read_opening, replay
from croupier.table.core.recorded import Recorded, read_recorded
from croupier.table.core.refusals import Reason
from croupier.table.core.rows import recorded_refusal
from croupier.table.core.state import Table
from croupier.table.money.acceptor import CreditStacked
from croupier.table.money.carried_checks import ColoursCarried, ColoursRedeemed
from croupier.table.money.colours import ColoursIssued
from croupier.table.money.confirming import CreditReceived, FillReceived, FillSent
from croupier.table.money.credit import Collect, MoneyCollected, MoneyInserted
from croupier.table.money.hand_pay import HandPaid, HandPayCalled, HandPayTakenBack
from croupier.table.money.held_hand_pays import HandPayReleased, HandPayWithheld
from croupier.table.money.pay_forms import HandPayVerified
from croupier.table.money.printing import TakeBackUnprinted
from croupier.table.money.pulling import BoxPulled
from croupier.table.money.slips import SlipCancelled, SlipMade
from croupier.table.money.tender import Way
from croupier.table.money.tray import TrayCounted
from invariants import Witness, assert_the_books_are_in_order, same
from simulation.cage_book import CageBook
from simulation.clockwork import RUNNING, Process
from simulation.disk import Platter

EFFECTS: Mapping[str, tuple[str, ...]] = {
    "bet": ("placed",),
    "leave-up": ("placed",),
    "call": ("called",),
    "move": ("placed", "taken down"),
    "take-down": ("taken down",),
    "insert": ("inserted",),
    "ticket": ("inserted",),
    "transfer-in": ("inserted",),
    "transfer-out": ("collected",),
    "stacked": ("inserted",),
    "collect": ("collected",),
    "call-attendant": ("waits",),
    "pay": ("paid",),
    "take-back": ("taken back",),
    "verify": ("verified",),
    "withhold": ("withheld",),
    "release": ("released",),
    "pull": ("pulled",),
    "request": ("requested",),
    "send": ("sent",),
    "receive": ("received",),
    "cancel-slip": ("cancelled",),
    "count-tray": ("counted",),
    "issue-colours": ("issued",),
    "carry-colours": ("carried",),
    "redeem-colours": ("redeemed",),
}
"""What each kind of wish does once, if it was granted."""

DONE: Mapping[type[Event], str] = {
    BetPlaced: "placed",
    BetTakenDown: "taken down",
    BetsCalled: "called",
    MoneyInserted: "inserted",
    MoneyCollected: "collected",
    HandPayCalled: "waits",
    HandPaid: "paid",
    HandPayTakenBack: "taken back",
    HandPayVerified: "verified",
    HandPayWithheld: "withheld",
    HandPayReleased: "released",
    BoxPulled: "pulled",
    SlipMade: "requested",
    FillSent: "sent",
    FillReceived: "received",
    CreditReceived: "received",
    SlipCancelled: "cancelled",
    TrayCounted: "counted",
    ColoursIssued: "issued",
    ColoursCarried: "carried",
    ColoursRedeemed: "redeemed",
}
"""What is done by which event."""


NOT_TOLD = 0
"""In place of the patron of a transfer."""
OTHER: str = Reason.OTHER_COMMAND
"""The refusal of a known id under which something else is asked."""


def effects(name: str, command: Command) -> tuple[str, ...]:
    """What a granted command does once, given the name of its line."""
    if isinstance(command, TakeBackUnprinted):
        return ("waits",)
    kind = name.partition("/")[2].rpartition(":")[0]
    if kind == "collect" and isinstance(command, Collect) and command.tender and command.tender.way is Way.HAND_PAY:
        return ("waits",)
    return EFFECTS.get(kind, ())


class Told(msgspec.Struct, tag_field="is", tag="snapshot"):
    """What a terminal shows of a table that can be checked."""

    number: int
    round: dict[str, object]
    mine: dict[str, object]
    lone: str
    event: dict[str, object] | None = None


class ToldOf(Told, tag_field="is", tag="event"):
    """The same, after an event."""


Said = Welcome | Told | ToldOf | Answered | Goodbye


class Book:
    """A table as its durable lines tell it, after every event in them, and the inspector's own sums."""

    def __init__(self, first: Table) -> None:
        self.after: list[Table] = [first]
        self.witness = Witness(first)
        self.sums = Counter(first.book.balances)
        self.granted = Counter[tuple[str, str]]()
        self.happened = Counter[tuple[str, str]]()

    def at(self, number: int) -> Table:
        """The table after so many events."""
        return self.after[number]

    def has(self, number: int) -> bool:
        """Whether so many events are durable."""
        return number < len(self.after)

    def write(self, event: Event) -> None:
        """Another event: the money must add up, and the felt must hold what lies on it."""
        before = self.after[-1]
        table = apply(before, event)
        self.after.append(table)
        self.witness.saw(before, event, table)
        for transfer in getattr(event, "transfers", ()):
            self.sums[transfer.source] -= transfer.amount
            self.sums[transfer.target] += transfer.amount
        assert {account: cents for account, cents in self.sums.items() if cents} == table.book.balances, event
        assert_the_books_are_in_order(table)
        stayed_up = isinstance(event, BetPlaced) and event.left_up and event.entailed  # nobody's wish
        if (done := DONE.get(type(event))) and not stayed_up:
            self.happened[getattr(event, "seat", ""), done] += 1


class Inspector:
    """Everything that must hold while servers come and go."""

    def __init__(self, platter: Platter) -> None:
        self._platter = platter
        self._heads: dict[str, Head] = {}
        self.books: dict[str, Book] = {}
        self.cage = CageBook()
        self.stacked: dict[str, Counter[int]] = {}
        """The notes that were credited once they were stacked, by table and denomination."""
        self.is_fenced: Callable[[Process], bool] = lambda _: False
        self._refusals: dict[tuple[str, str, str], Reply] = {}
        """What each server has refused, by server, table and id."""
        platter.kept = self.kept

    def kept(self, lines: Sequence[Line]) -> None:
        """Lines have become durable, all of them at once."""
        for line in lines:
            before = self._heads.get(line.stream, START)
            assert line.number == before.number + 1, f"a gap before {line}"
            assert line.hash == link(before.hash, *line[:5]), f"the chain is broken at {line}"
            self._heads[line.stream] = Head(line.number, line.hash)
            self._read(line)
        for book in self.books.values():
            assert book.granted == book.happened, "what was granted is not what happened"
        self.cage.check({name: book.after[-1] for name, book in self.books.items()})

    def _read(self, line: Line) -> None:
        if line.stream.startswith(CAGE_REGISTER.name):
            self._read_cage(line)
            return
        table, _, kind = line.stream.partition("/")
        claims = self._platter.head(streams.claims(table)).number
        assert line.epoch == (line.number if kind == "claims" else claims), f"written under another claim than {claims}: {line}"
        match kind:
            case "" if table == streams.ANCHORS:
                self._signed(line)
            case "":
                if line.number == 1:
                    self.books[table] = Book(opened(read_opening(line.body)))
                else:
                    recorded = read_recorded(line.body)
                    granted = recorded_refusal(recorded.events) is None
                    for effect in effects(line.name, recorded.command) if granted else ():
                        self.books[table].granted[getattr(recorded.command, "seat", ""), effect] += 1
                    self._happened(table, recorded)
            case _:
                pass

    def _read_cage(self, line: Line) -> None:
        claims = self._platter.head(streams.claims(CAGE_REGISTER.name)).number
        is_claim = line.stream == streams.claims(CAGE_REGISTER.name)
        assert line.epoch == (line.number if is_claim else claims), f"written under another claim than {claims}: {line}"
        if line.stream == CAGE_REGISTER.name:
            self.cage.write(CAGE_REGISTER.read(line.body))

    def _happened(self, table: str, recorded: Recorded) -> None:
        """A command and all that it led to: what the rules say of the command, and no part of it."""
        book = self.books[table]
        assert decide(book.after[-1], recorded.command) == recorded.events, recorded
        for event in recorded.events:
            book.write(event)
        if isinstance(recorded.command, CreditStacked):
            self.stacked.setdefault(table, Counter()).update(recorded.command.tender.notes)

    def told_devices(self, table: str, told: Mapping[str, Any]) -> None:
        """Something goes out to money devices: a ticket to print is durable."""
        if told["is"] == "print":
            ticket = told["ticket"]
            kept = self.cage.now.tickets.get(ticket["serial"])
            assert kept, f"ticket {ticket['serial']} was printed before it was durable"
            assert (kept.amount, kept.place) == (ticket["amount"], f"{table}/{ticket['terminal']}")

    def _signed(self, line: Line) -> None:
        """An anchor signs what the disk has, and nothing that it may still lose."""
        anchor = read_anchor(line)
        assert anchor.is_genuine, line
        for stream, (number, hash) in anchor.heads.items():
            kept = next(self._platter.lines(stream, number - 1), None)
            assert kept, f"{stream}, line {number}: signed before it was durable"
            assert kept.hash.hex() == hash, f"{stream}, line {number}: another one was signed"

    def told(self, table: str, seat: str, text: str, view: dict[str, object]) -> Said:
        """Something goes out to a terminal: it must be durable by now, and be what is durable.

        `view` is what the terminal shows on this connection: an event brings only the parts that changed.
        """
        parts = msgspec.json.decode(text)
        if parts["is"] in ("event", "snapshot"):
            view.pop("event", None)
            view.update(parts)
            parts = view
        said = msgspec.convert(parts, Said)
        match said:
            case Welcome():
                kept = self._platter.find(streams.keys(table), hashlib.sha256(said.key.encode()).hexdigest())
                assert kept, "a key was given away that nobody will know after a restart"
                assert msgspec.json.decode(kept.body)["seat"] == said.seat
            case Told():
                self._shown(table, seat, said)
            case Answered():
                self._answered(table, seat, said)
            case _:
                pass  # goodbye
        return said

    def _shown(self, table: str, seat: str, told: Told) -> None:
        assert self.books[table].has(told.number), f"{seat} was told of event {told.number} before it was durable"
        durable = self.books[table].at(told.number)
        purses = {purse: durable.book.balance(purse(seat)) for purse in (rack, restricted, unrestricted)}
        assert told.mine["credit"] == sum(purses.values()), (seat, told)
        assert told.mine["restricted"] == purses[restricted], (seat, told)
        assert told.mine["bets"] == {wager: bet.stake for wager, bet in durable.layout.get(seat, {}).items()}, (seat, told)
        assert (told.round["number"], told.round["phase"]) == (durable.round.number, durable.round.phase), told

    def _answered(self, table: str, seat: str, answered: Answered) -> None:
        if answered.id.startswith("close-early:"):
            return
        if ticket := answered.ticket:
            kept = self.cage.found(ticket.number)
            assert isinstance(kept, Ticket), f"ticket {ticket.serial} was printed before it was durable"
            assert (kept.serial, kept.amount, kept.place) == (ticket.serial, ticket.amount, f"{table}/{seat}")
        self.replied(table, f"{seat}/{answered.id}", told_as(answered))

    def replied(self, table: str, id: str, reply: Reply) -> None:
        """Somebody is answered: what was granted is durable by now, and what was refused stays refused by this server."""
        process, kept = RUNNING.get(), self.recorded(table, id)
        by = process.name if process else ""
        if reply.ok:
            assert kept, f"{id} was granted before it was durable"
            ticket, transfer = printed(kept.events), transferred(kept.events)
            expected = as_told(Reply(ok=True, notice=kept.notice or "", ticket=ticket, transfer=transfer))
            reply = as_told(reply)
            assert reply == expected, f"{id} was answered {reply}, and the journal says {kept}"
            assert (by, table, id) not in self._refusals, f"{id} was granted by {by}, which had refused it"
        elif process and reply.error != OTHER:
            on_record = kept and recorded_refusal(kept.events)
            assert not kept or on_record or self.is_fenced(process), f"{id} was refused, and the journal says {kept}"
            if reply.error == TOO_FAST_CODE:  # the table has not read it, and may answer it later
                return
            first = self._refusals.setdefault((by, table, id), reply)
            assert first == reply, f"{id} was refused by {by} with {reply} after {first}"

    def recorded(self, table: str, id: str) -> Recorded | None:
        """What the journal has for an id."""
        line = self._platter.find(table, id)
        return read_recorded(line.body) if line else None

    def heard(self, table: str, happened: Happened) -> None:
        """A dealer tells its listeners something."""
        book = self.books[table]
        assert book.has(happened.number), f"event {happened.number} of {table} was told before it was durable"
        durable, after = book.at(happened.number), happened.after
        assert (durable.book, durable.layout, durable.round) == (after.book, after.layout, after.round), happened.event

    def drawn(self, table: str, dealer: Dealer, *, fenced: bool) -> None:
        """A device was asked what fell: bets must be closed by the journal, as far as this dealer can know it."""
        durable = dealer.durable if fenced else self.books[table].after[-1]
        assert durable.round.phase not in durable.rules.procedures.takes_bets, "an outcome was drawn while bets were open"

    def compared(self, table: str, dealer: Dealer) -> None:
        """What a dealer may show is what a replay of the journal gives."""
        shown = dealer.durable
        assert same(shown, self.books[table].at(shown.events)), f"{table} is not what its journal says"

    def excluded_apart(self) -> list[str]:
        """The tables that differ from the cage about who is excluded."""
        return self.cage.excluded_apart({name: book.after[-1] for name, book in self.books.items()})

    def audited(self) -> None:
        """At the end: the whole journal once more, by its seals and by the rules."""
        assert not verify(self._platter).faults
        for name, book in self.books.items():
            lines = [line.body for line in self._platter.lines(name)]
            assert same(replay(lines)[0], book.after[-1])
            again = resettle(lines)
            assert again.holds, again.sentences
            assert again.balances == book.after[-1].book.balances
        streams_of_money = balanced_streams(self._platter.heads())
        found = {stream: resettled(self._platter, stream, lambda _: None) for stream in streams_of_money}
        assert found[CAGE_REGISTER.name].holds, found[CAGE_REGISTER.name].sentences
        assert not unmatched(found)


def told_as(answered: Answered) -> Reply:
    """An answer as the journal keeps it."""
    ticket, told = answered.ticket.serial if answered.ticket else None, answered.transfer
    transfer = Transferred(told.number, NOT_TOLD, told.amount, told.asked) if told else None
    return Reply(answered.ok, answered.notice, answered.error, answered.message, ticket=ticket, transfer=transfer)


def as_told(reply: Reply) -> Reply:
    """An answer as a terminal hears it: not whose account it was."""
    return replace(reply, transfer=replace(reply.transfer, patron=NOT_TOLD)) if reply.transfer else reply

"""An attendant: brings money to every place in every way there is, has it paid out, pays by hand, and moves chips and boxes."""

import asyncio
from collections.abc import Callable, Mapping, Sequence

from croupier.cage.accounts import Deposit, OpenAccount, Withdraw
from croupier.cage.card_numbers import CARD_SALTS
from croupier.cage.cards import CardIssued, IssueCard, ReplaceCard
from croupier.cage.chips import RedeemChips, SellChips
from croupier.cage.counting import CountBox
from croupier.cage.drawer import CountDrawer
from croupier.cage.exclusions import ExcludePatron, LiftExclusion
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.issuing import SellTicket, TicketIssued
from croupier.cage.message import CageCommand, Clerk
from croupier.cage.numbers import SALTS
from croupier.cage.patron import IdentityDocument
from croupier.cage.patrons import RegisterPatron
from croupier.cage.pins import SetPin
from croupier.cage.redeeming import PayTicket
from croupier.cage.ticket import TicketState
from croupier.cage.unprinting import FreeTicket
from croupier.floor.answers import Reply
from croupier.floor.counter import inserting
from croupier.floor.keeper import CageReply
from croupier.floor.purse import bringing, taking
from croupier.floor.roles import attendant, holder
from croupier.money import Cents
from croupier.rules.powers import Act
from croupier.rules.terms import PayMethod
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.state import Table
from croupier.table.money.carried_checks import CarryColours, RedeemColours
from croupier.table.money.colours import IssueColours, ReturnColours
from croupier.table.money.confirming import ReceiveCredit, ReceiveFill, SendFill
from croupier.table.money.credit import Collect, InsertMoney
from croupier.table.money.hand_pay import PayByHand, TakeBackHandPay
from croupier.table.money.held_hand_pays import ReleaseHandPay, WithholdHandPay
from croupier.table.money.pay_forms import CAGE_ROLE, VerifyHandPay
from croupier.table.money.pulling import PullBox
from croupier.table.money.slips import CancelSlip, RequestCredit, RequestFill
from croupier.table.money.tender import Way
from croupier.table.money.tray import CountTray
from croupier.testing.cashier import Cashier
from simulation.keys import cards_of_the_house, numbers_of_the_house
from simulation.server import Server
from simulation.world import World

BROUGHT = Cents(2000)
PATRONS = 2
CLERK, SECOND = Clerk("cay", "Cay Rich"), Clerk("sue", "Sue Moss")
SAID: Mapping[type[Command], str] = {
    InsertMoney: "insert",
    Collect: "collect",
    PayByHand: "pay",
    TakeBackHandPay: "take-back",
    VerifyHandPay: "verify",
    WithholdHandPay: "withhold",
    ReleaseHandPay: "release",
    PullBox: "pull",
    RequestFill: "request",
    RequestCredit: "request",
    SendFill: "send",
    ReceiveFill: "receive",
    ReceiveCredit: "receive",
    CancelSlip: "cancel-slip",
    CountTray: "count-tray",
    IssueColours: "issue-colours",
    ReturnColours: "return-colours",
    CarryColours: "carry-colours",
    RedeemColours: "redeem-colours",
}


class Attendant:
    """One for all tables. What was not answered is asked again under the same id, of whichever server is there."""

    def __init__(self, world: World, listening: Callable[[], Server | None], tables: Sequence[str]) -> None:
        self.answers: dict[tuple[str, str], Reply] = {}
        """Every answer, by table and id."""
        self.unanswered: dict[tuple[str, str], Command | CageCommand] = {}
        self._world = world
        self._listening = listening
        self._tables = tables
        self._ids = 0
        self._cashier = Cashier(world.chance, often=1)

    async def work(self) -> None:
        """Until the night is over and everything has been answered."""
        chance = self._world.chance
        while self._world.playing or self.unanswered:
            await asyncio.sleep(chance.uniform(0.05, 0.5))
            if self._world.playing:
                self._think_of_something()
            for (table, id), command in list(self.unanswered.items()):
                if chance.random() < 0.3:
                    self._ask(table, id, command)

    def _think_of_something(self) -> None:
        if not self._world.inspector.cage.now.drawers:
            self._ask_cage(CountDrawer(by=CLERK, second=SECOND, is_opener=True, notes={10_000: 100_000}))
        if self._world.chance.random() < 0.6:
            self._ask_cage(self._about_patrons())
        if self._world.chance.random() < 0.2:
            self._ask_cage(self._about_tickets())
            return
        if self._world.chance.random() < 0.1:
            self._ask_cage(self._about_chips())
            return
        name = self._world.chance.choice(self._tables)
        command = self._next(self._world.inspector.books[name].after[-1])
        if command is None:
            return
        self._ids += 1
        by_hand = isinstance(command, Collect) and command.tender and command.tender.way is Way.HAND_PAY
        # As with terminals: the seat and the kind come first, so that the inspector can tell what must have happened.
        kind = "call-attendant" if by_hand else SAID[type(command)]
        id = f"{getattr(command, 'seat', '')}/{kind}:attendant-{self._ids}"
        self.unanswered[name, id] = command
        self._ask(name, id, command)

    def _next(self, table: Table) -> Command | None:
        chance = self._world.chance
        if table.desk.hand_pays and chance.random() < 0.9:
            return self._form(table, chance.choice(sorted(table.desk.hand_pays)))
        if not table.layout or chance.random() < (0.5 if table.desk.slips else 0.15):
            return self._cashier.next(table)
        seat = chance.choice(sorted(table.layout))
        if chance.random() < 0.3:
            return Collect(seat=seat, tender=taking(table, chance))
        tender = bringing(table, BROUGHT, chance)
        if tender and tender.way is Way.TICKET:
            return self._ticket(seat)
        return InsertMoney(seat=seat, amount=BROUGHT, tender=tender)

    def _form(self, table: Table, seat: str) -> Command:
        """Verify a hand pay, withhold or release it, pay it on its form, or take it back."""
        chance, by, file, amount = self._world.chance, attendant(table), table.desk.pay_files[seat], table.desk.hand_pays[seat]
        operator, luck = holder(table, Act.WITHHOLD), chance.random()
        if file.hold and operator:
            return ReleaseHandPay(seat=seat, by=operator, why="Nothing was wrong.")
        if luck < 0.15 and operator:
            return WithholdHandPay(seat=seat, by=operator, why="It is looked into.")
        if luck < 0.35:
            return TakeBackHandPay(seat=seat, by=by, why="The form was looked at.")
        if file.form is None or file.form.amount != amount:
            return VerifyHandPay(seat=seat, amount=Cents(amount), record="its meters", by=by)
        method = chance.choice((PayMethod.CASH, PayMethod.CHEQUE))
        by = Person(CLERK.name, CAGE_ROLE)
        return PayByHand(seat=seat, form=file.form.number, method=method, by=by, why="The form is signed.")

    def _ticket(self, seat: str) -> Command | None:
        """A ticket that somebody shows, for a player. It may have been redeemed before."""
        if not self._world.wallet:
            return None
        made = inserting(self._world.inspector.cage.found(self._world.chance.choice(self._world.wallet)), seat)
        assert isinstance(made, InsertMoney), "tickets in the wallet were issued"
        return made

    def _about_patrons(self) -> CageCommand:
        """Register a patron, and give them what they lack; then move money, replace the card, or exclude them for a while."""
        chance, patrons = self._world.chance, self._world.inspector.cage.now.patrons
        half = (each.number for each in patrons.values() if not each.account or not each.account.has_pin)
        number = min(half, default=None) or chance.randint(1, PATRONS)
        if number not in patrons:
            return RegisterPatron(by=CLERK, digest=chance.randbytes(32).hex(), identified=IdentityDocument.PASSPORT)
        patron = patrons[number]
        if patron.is_excluded:
            return LiftExclusion(by=CLERK, second=SECOND, patron=number, why="The term is over")
        if patron.card is None:
            return IssueCard(by=CLERK, patron=number, salt=chance.randrange(CARD_SALTS))
        if patron.account is None:
            return OpenAccount(by=CLERK, patron=number)
        if not patron.account.has_pin:
            return SetPin(by=CLERK, patron=number)
        if chance.random() < 0.1:
            return ExcludePatron(by=CLERK, second=SECOND, patron=number, why="Asked for it")
        if chance.random() < 0.05:
            return ReplaceCard(by=CLERK, patron=number, salt=chance.randrange(CARD_SALTS), why="Lost")
        if chance.random() < 0.7:
            return Deposit(by=CLERK, patron=number, amount=BROUGHT)
        return Withdraw(by=CLERK, patron=number, amount=BROUGHT, identified="passport")

    def _about_tickets(self) -> CageCommand:
        """Sell a ticket, or pay one, which others may be putting in at this moment."""
        chance, wallet = self._world.chance, self._world.wallet
        pending = [each.serial for each in self._world.inspector.cage.now.tickets.values() if each.state is TicketState.PENDING]
        if pending and chance.random() < 0.3:
            return FreeTicket(by=CLERK, serial=chance.choice(pending), why="Its reader does not have it")
        if wallet and chance.random() < 0.7:
            return PayTicket(by=CLERK, serial=numbers_of_the_house().hidden(chance.choice(wallet[-5:]))[0])
        return SellTicket(by=CLERK, amount=BROUGHT, salt=chance.randrange(SALTS))

    def _about_chips(self) -> CageCommand:
        """Sell chips or redeem them, or count a box as the first did; now and then a note is missing."""
        chance, cage = self._world.chance, self._world.inspector.cage.now
        boxes = [box for box in cage.boxes.values() if box.counted is None]
        if not boxes or chance.random() < 0.3:
            return chance.choice((SellChips, RedeemChips))(by=CLERK, chips={500: 2})
        box, short = chance.choice(boxes), chance.random() < 0.2
        notes = box.first.notes if box.first else {1: int(box.amount)} if box.amount and not short else {}
        return CountBox(by=SECOND if box.first and box.first.by == CLERK else CLERK, box=box.number, notes=notes)

    def _ask_cage(self, command: CageCommand) -> None:
        self._ids += 1
        id = f"clerk/{type(command).__name__}:{self._ids}"
        self.unanswered[CAGE_REGISTER.name, id] = command
        self._ask(CAGE_REGISTER.name, id, command)

    def _ask(self, table: str, id: str, command: Command | CageCommand) -> None:
        server = self._listening()
        if server is None:
            return
        self._world.note("the attendant asks", server.process.name, id, command)
        if isinstance(command, CageCommand):
            server.ask_cage(command, id, lambda reply: self._heard(table, id, command, reply))
        else:
            server.ask(table, command, id, lambda reply: self._heard(table, id, command, reply))

    def _heard(self, table: str, id: str, command: Command | CageCommand, reply: Reply) -> None:
        self._world.note("the attendant hears", id, reply)
        if isinstance(command, CageCommand):
            self._served(command, reply)
        else:
            self._world.inspector.replied(table, id, reply)
        before = self.answers.setdefault((table, id), reply)
        assert not (before.ok and reply.ok) or before == reply, f"{id}: {reply} after {before}"
        self.answers[table, id] = before if before.ok else reply
        if self.unanswered.pop((table, id), None) and reply.ok and table != CAGE_REGISTER.name:
            tender = command.tender if isinstance(command, InsertMoney | Collect) else None
            how = f" ({tender.way})" if tender else ""
            self._world.happened[f"attended: {id.partition('/')[2].partition(':')[0]}{how}"] += 1

    def _served(self, command: CageCommand, reply: Reply) -> None:
        """The cage has answered: what it granted is durable by now, and so is the reason of what it refused."""
        match command:
            case SellTicket() if reply.ok:
                assert isinstance(reply, CageReply)
                for event in reply.events:
                    assert isinstance(event, TicketIssued)
                    tickets = self._world.inspector.cage.now.tickets
                    assert event.serial in tickets, "a ticket was sold before it was durable"
                    self._world.wallet.append(numbers_of_the_house().of(0, event.serial, event.salt))
            case IssueCard() | ReplaceCard() if reply.ok:
                assert isinstance(reply, CageReply)
                for event in reply.events:
                    assert isinstance(event, CardIssued)
                    assert event.card in self._world.inspector.cage.now.cards, "a card was issued too early"
                    self._world.cards.append(cards_of_the_house().of(0, event.card, event.salt))
            case PayTicket():
                if reply.ok:
                    ticket = self._world.inspector.cage.now.tickets[command.serial]
                    assert ticket.state is TicketState.PAID, "a ticket was paid before that was durable"
                shown = self._world.inspector.cage.now.tickets[command.serial]
                self._world.refused(numbers_of_the_house().of(0, shown.serial, shown.salt), reply.error)
            case _:
                pass

"""Four gaming days of a floor, by chance and repeatable: a dealer's table, two electronic ones, the cage and a prize register.

Bots play and staff the tables. Everything that a table sends to the cage, or has from it, is decided by the cage, too, and both
are one entry. Clerks give every order of the cage in between. No clock but the one of the bots is read.
"""

import random
from collections import Counter
from collections.abc import Callable

from msgspec.structs import replace

from cage.test_any_order import commands
from cages import CAY, MAX, SUE, registering
from croupier.cage.accounts import Deposit, OpenAccount
from croupier.cage.chip_stock import CountChips, RestockChips
from croupier.cage.chips import SellChips
from croupier.cage.counting import CountBox
from croupier.cage.days import CloseDay
from croupier.cage.drawer import CountDrawer
from croupier.cage.erasing import ErasePatron
from croupier.cage.exclusions import ExcludePatron
from croupier.cage.expiring import SweepTickets
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.issuing import SellTicket
from croupier.cage.message import PROGRAM, CageCommand, CageOrder, Clerk
from croupier.cage.opening import ChangeTicketRules, OpenCage
from croupier.cage.opening_balances import OpenBalances
from croupier.cage.patrons import ChangePatronRules
from croupier.cage.state import Cage, TicketRules
from croupier.cage.variances import ExplainVariance
from croupier.cage.voucher import VoucherKind
from croupier.cage.vouchers import ChangeVoucherRules, IssueVoucher
from croupier.cage.withholding import GiveTicketNotice
from croupier.canonical import canonical
from croupier.catalogue import ruleset
from croupier.facts.message import Event as Fact
from croupier.facts.refusal import Refusal as CageRefusal
from croupier.floor.counter import completed, counterpart
from croupier.floor.day_closing import DayToClose, day_to_close
from croupier.floor.happened import applied
from croupier.floor.liability import Liability, liability
from croupier.floor.reports.calendar import Calendar
from croupier.floor.roles import attendant
from croupier.journal.port import Draft, Store
from croupier.ledger.accounts import BANK, PROMOTIONS
from croupier.ledger.book import Transfer
from croupier.money import Cents
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.promotions.message import Officer
from croupier.promotions.paying import PayPrize, PrizePaid, PrizePart
from croupier.rules.moments import DAY, HOUR
from croupier.rules.promotions import PrizeWay
from croupier.rules.sign import HAND_PAY_LIMIT
from croupier.table.core.decide import decide
from croupier.table.core.message import Command, Event
from croupier.table.core.opening import opened, opening
from croupier.table.core.person import Person
from croupier.table.core.recorded import recorded
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table
from croupier.table.money.acceptor import CreditStacked
from croupier.table.money.carried_checks import CarryColours, ColoursRedeemed, RedeemColours
from croupier.table.money.colours import IssueColours
from croupier.table.money.credit import InsertMoney
from croupier.table.money.pay_forms import CAGE_ROLE
from croupier.table.money.seats import TakeSeat
from croupier.table.money.tender import Tender, Way
from croupier.table.money.vouchers import ExchangeVoucher, ShownVoucher
from croupier.table.pit.days import AnnounceClose, CloseTable, OpenDay
from croupier.testing.evening import OPENING, Happened, evening
from journals import write

TABLES = {"sicbo": "star-sicbo-2016", "craps": "aruze-craps-2024", "roulette": "ministar-roulette-2018"}
DAYS = 4
ORDERS = 450
"""How many commands the bots of a table try on a day."""
SECOND, HALF_AN_HOUR = 1_000, HOUR // 2
CLERKS = (CAY, Clerk("auto", "automatic"), Clerk("second", "second"))
"""Those who have a drawer: a clerk, and the people of tables who pay by hand."""
VERA = Clerk("vera", "Vera Stone")
NEVER = (
    *(OpenCage, OpenBalances, CloseDay, ErasePatron, ExcludePatron, ChangeTicketRules, ChangePatronRules, ChangeVoucherRules),
    *(CountChips, RestockChips),
)
"""Orders of the cage that would end the evening for somebody, or are given once, on the floor or on a day."""
REFUSED = Refusal(Reason.BAD_AMOUNT, "The cage says no.")


class Floor:
    """Tables and the cage, with the lines that they have written."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)  # noqa: S311 - to be repeatable
        self.seed = seed
        self.lines: dict[str, list[Draft]] = {}
        self.happened = Counter[str]()
        """How often each event has happened."""
        self.owed: list[tuple[int, Liability, dict[str, Liability]]] = []
        """What the floor owed at the end of each day: the moment, all of it, and the part of each place."""
        self.tables: dict[str, Table] = {}
        self.cage = Cage()
        self.at = self.began = OPENING
        self.order(OpenCage(by=PROGRAM, rules=TicketRules(days=2)))
        for command in (registering(), OpenAccount(by=CAY, patron=1)):
            self.order(command)
        for name, rules in TABLES.items():
            sign = {"minimum": 100} if name == "sicbo" else {"minimum": 100, HAND_PAY_LIMIT: 20_000}
            known = ruleset(rules)
            first = opening(known, sign, confirmed=[each.id for each in known.readings], seats=6, states_tender=True)
            self.lines[name], self.tables[name] = [Draft(canonical(first))], opened(first)

    def four_days(self) -> None:
        """Play, count and pay on each of the days, one table after the other."""
        for day in range(DAYS):
            self.at = self.began = OPENING + day * DAY
            for clerk in CLERKS:
                self.order(CountDrawer(by=clerk, second=SUE, is_opener=True, notes={10_000: 500}))
            self.order(Deposit(by=CAY, patron=1, amount=Cents(150_000)))
            for name in TABLES:
                begun = replace(self.tables[name], clock=self.at)
                for _ in evening(
                    begun, seed=self.seed + day, players=4, commands=ORDERS, faults=0.08, carry_out=self.at_table(name)
                ):
                    if self.chance.random() < 0.15:
                        self.clerk()
                if name == "sicbo":
                    self.night(day)
            self.order(SweepTickets(first=1))
            if day == 1:
                self.prize()
            self.count_room()
            moment = self.at + 1
            places = {name: liability(None, (table,)) for name, table in self.tables.items()} | {
                CAGE_REGISTER.name: liability(self.cage, ())
            }
            self.owed.append((moment, liability(self.cage, self.tables.values()), places))

    def at_table(self, name: str) -> "Callable[[Table, Command], Happened]":
        """Decides commands at a table as a floor does: the table, then the cage; both, or neither."""

        def carry_out(_: Table, command: Command) -> Happened:
            before = self.tables[name]  # a voucher may have been exchanged since the bots have looked
            outcome: tuple[Event, ...] | Refusal = REFUSED
            for each in self._with_money(before, command):
                outcome = self._both(name, each)
            return before, command, outcome, self.tables[name]

        return carry_out

    def _with_money(self, table: Table, command: Command) -> list[Command]:
        """The command, with money that is really there: notes from a device, tickets and chips that the cage has sold."""
        if not isinstance(command, TakeSeat | InsertMoney):
            return [command]
        amount = command.chips if isinstance(command, TakeSeat) else command.amount
        if not table.rules.procedures.is_electronic:
            if self.chance.random() < 0.3 and self.order(SellChips(by=CAY, chips={100: amount // 100})):
                return [replace(command, tender=Tender(Way.CHIPS))]
            return [replace(command, tender=Tender(Way.CASH))]
        seated = [TakeSeat(seat=command.seat, chips=Cents(0), at=command.at)] if isinstance(command, TakeSeat) else []
        if self.chance.random() < 0.5 and self.order(SellTicket(by=CAY, amount=Cents(amount), salt=7)):
            ticket = Tender(Way.TICKET, ticket=self.cage.issued)
            return [*seated, InsertMoney(seat=command.seat, amount=Cents(amount), tender=ticket, at=command.at)]
        notes = Tender(Way.NOTES, {10_000: 2})
        return [*seated, CreditStacked(seat=command.seat, amount=Cents(20_000), tender=notes, at=command.at)]

    def _both(self, name: str, command: Command) -> tuple[Event, ...] | Refusal:
        table = self.tables[name]
        command = completed(self.cage, table, command)
        outcome = decide(table, command)
        happened = applied(table, outcome)
        if isinstance(outcome, Refusal) or not happened:
            return outcome
        asked = counterpart(self.cage, name, happened, lambda: 7)
        if isinstance(asked, CageRefusal):
            return REFUSED
        cage, lines = self.cage, list[tuple[CageCommand, tuple[Fact, ...]]]()
        for order in asked:
            timed = replace(order, at=max(command.at, cage.clock))  # as the cage does on a floor
            decided = CAGE_REGISTER.decide(cage, timed)
            if isinstance(decided, CageRefusal):
                return REFUSED
            lines.append((timed, decided))
            cage = CAGE_REGISTER.replayed(cage, decided)
        self.at, self.tables[name], self.cage = max(self.at, command.at), happened[-1].after, cage
        self.lines[name].append(Draft(recorded(command, outcome)))
        for order, decided in lines:
            self._write(order, decided)
        self.happened.update(type(event).__name__ for event in outcome)
        self.happened["checks redeemed at the cage"] += sum(
            isinstance(each, ColoursRedeemed) and each.in_cash for each in outcome
        )
        return outcome

    def night(self, day: int) -> None:
        """Players carry checks away, the table closes, the cage pays for some of them, and the table opens for the next day."""
        by, clerk = Person("Kim", "casino-supervisor"), Person(CAY.name, CAGE_ROLE)
        for seat in [*self.tables["sicbo"].layout]:
            self._both("sicbo", IssueColours(seat=seat, colour="grey", value=Cents(100), agreed=True, by=by, at=self.at))
            if has := self.tables["sicbo"].desk.colours.get(seat):
                self._both("sicbo", CarryColours(seat=seat, colour=has.colours[0], checks=2, by=by, at=self.at))
        orders: list[Command] = [AnnounceClose(by=by, why="Night."), CloseTable(by=by, refund=True, why="Night.")]
        orders += [
            RedeemColours(colour=each, checks=1, by=clerk, second=by) for each in sorted(self.tables["sicbo"].desk.carried)
        ]
        for order in (*orders, OpenDay(by=by, day=f"the next after {day}")):
            self._both("sicbo", replace(order, at=self.at + HALF_AN_HOUR))

    def clerk(self) -> None:
        """Any order of the cage, and now and then a voucher that is exchanged at a table."""
        made = commands(self.cage)
        kind = self.chance.choice([kind for kind in made if issubclass(kind, CageOrder) and kind not in NEVER])
        self.order(made[kind](self.chance))
        if self.chance.random() < 0.1:
            self.voucher()

    def voucher(self) -> None:
        """Tokens at the dealer's table, or credits at a terminal."""
        name = self.chance.choice([*TABLES])
        table = self.tables[name]
        kinds = [VoucherKind.TOKENS] if name == "sicbo" else [VoucherKind.UNRESTRICTED, VoucherKind.RESTRICTED]
        issue = IssueVoucher(
            by=CAY, second=SUE, kind=self.chance.choice(kinds), amount=Cents(500), why="A birthday", salt=3, since=self.began
        )
        if table.layout and self.order(issue):
            number, by = len(self.cage.vouchers), Person("Robin", attendant(table, "manager").role)
            voucher = self.cage.vouchers[number]
            shown = ShownVoucher(voucher.serial, Way(voucher.kind), voucher.amount)
            self._both(name, ExchangeVoucher(seat=next(iter(table.layout)), number="", voucher=shown, by=by, at=self.at + 1))

    def count_room(self) -> None:
        """Two people count every box, of which some lack a note, and the drawers are closed."""
        for number, box in list(self.cage.boxes.items()):
            if box.counted is None:
                short = 1 if self.chance.random() < 0.3 and box.amount >= 500 else 0
                notes = {500: box.amount // 500 - short} if box.amount // 500 - short else {}
                for person in (CAY, SUE):
                    self.order(CountBox(by=person, box=number, notes=notes))
        for clerk in CLERKS:
            self.order(CountDrawer(by=clerk, second=SUE, is_opener=False, notes={10_000: 400}))
        here = 5_000_000 if self.cage.chips_here is None else self.cage.chips_here - 300  # three chips are missing every day
        self.order(CountChips(by=CAY, second=SUE, chips={100: here // 100}))

    def order(self, command: CageCommand) -> bool:
        """Give an order at the cage, a second later. Return whether it was carried out."""
        self.at += SECOND
        timed = replace(command, at=self.at)
        decided = CAGE_REGISTER.decide(self.cage, timed)
        if isinstance(decided, CageRefusal) or not decided:
            return False
        self.cage = CAGE_REGISTER.replayed(self.cage, decided)
        self._write(timed, decided)
        return True

    def _write(self, command: CageCommand, events: tuple[Fact, ...]) -> None:
        self.lines.setdefault(CAGE_REGISTER.name, []).append(Draft(CAGE_REGISTER.recorded(command, events)))
        self.happened.update(type(event).__name__ for event in events)

    def prize(self) -> None:
        """A prize is paid by transfer and cheque. The draw before it moves no money."""
        cleo, parts = (
            Officer("cleo", "Cleo Marsh"),
            (PrizePart(PrizeWay.TRANSFER, Cents(9_000)), PrizePart(PrizeWay.CHEQUE, Cents(5_000))),
        )
        moved = (Transfer(PROMOTIONS, BANK, Cents(14_000)),)
        pay = PayPrize(by=cleo, promotion=1, prize=1, parts=parts, at=self.at)
        paid = PrizePaid(by=cleo, promotion=1, prize=1, person=3, parts=parts, at=self.at, transfers=moved)
        self.lines[PRIZE_REGISTER.name] = [Draft(PRIZE_REGISTER.recorded(pay, (paid,)))]

    def journal(self, store: Store, calendar: Calendar) -> None:
        """Write everything to a store, and close the days there, one after the other, on the day after the last."""
        write(store, 1, self.lines)
        written, self.at = len(self.lines[CAGE_REGISTER.name]), OPENING + DAYS * DAY
        for box in [each for each in self.cage.boxes.values() if each.counted is None]:
            for person in (CAY, SUE, CAY, SUE):  # a first count that was another is forgotten once the next differs
                self.order(CountBox(by=person, box=box.number, notes={500: 1}))
        for variance in [each for each in self.cage.variances.values() if each.why is None]:
            assert self.order(ExplainVariance(by=MAX, second=VERA, variance=variance.number, why="Two notes stuck"))
        for serial, file in self.cage.withheld.items():
            assert file.told or self.order(GiveTicketNotice(by=CAY, serial=serial, how="By telephone"))
        write(store, 1, {CAGE_REGISTER.name: self.lines[CAGE_REGISTER.name][written:]})
        while found := day_to_close(store, store.heads(), calendar, self.cage.closed, self.at):
            fields = {name: getattr(found, name) for name in DayToClose.__struct_fields__}
            assert self.order(CloseDay(by=CAY, second=SUE, **fields))
            write(store, 1, {CAGE_REGISTER.name: self.lines[CAGE_REGISTER.name][-1:]})

"""Nobody alone makes money: whatever one person orders, what players have was brought in, won by the rules, or signed by two.

What is owed and paid in cash is paid to the next coin up. So each such payment may give away less than the smallest coin.

The floor is a whole one: tables, cage, prize register, people, settings and API in one process. Honest people have opened it.
Then one person, in any role of the floor, gives up to 30 orders in several tabs, while devices report notes and rounds are
settled.
"""

import asyncio
import random
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace as replaced
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, cast

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.cage import accounts, chips, coins
from croupier.cage.counting import CountBox
from croupier.cage.drawer import MoveCash, RecountDrawer
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.former import PayFormerTicket
from croupier.cage.message import CageEvent, CageOrder, Clerk
from croupier.cage.settling import SettleTicket
from croupier.cage.state import Cage
from croupier.cage.ticket import TicketState
from croupier.cage.vouchers import IssueVoucher
from croupier.cage.withholding import ReleaseTicket, TicketReleased
from croupier.devices import SoftwareGenerator
from croupier.facts.refusal import Refusal as CageRefusal
from croupier.floor.counter import card_inserting, transferring
from croupier.journal.memory import MemoryStore
from croupier.ledger.accounts import CASH_ROUNDING, CHIPS, HOUSE, OUTSTANDING, VARIANCES, VOID_TICKETS, Account, rack
from croupier.ledger.book import Transfer
from croupier.ledger.chart import Nature, kind_of
from croupier.money import Cents
from croupier.people import enrolment, passwords, staff
from croupier.people.consoles import Countersigned, CountersignSecond
from croupier.people.duties import DEFAULT_FLOOR_ROLES, Duty
from croupier.people.enrolment import BRING_MONEY, CodeIssued
from croupier.people.fold import PEOPLE
from croupier.people.message import OPERATOR, Author
from croupier.people.passwords import ChangePassword, PasswordReset
from croupier.people.register import Register
from croupier.people.staff import AddStaff, RolesChanged, StaffAdded, StaffEnabled
from croupier.promotions.drafting import DraftPromotion, LodgeTerms
from croupier.promotions.drawing import CommitDraw, DrawPrizes
from croupier.promotions.entering import CloseEntries, EnterDraw
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.promotions.message import Officer, PrizeCommand
from croupier.promotions.opening import OpenPromotion
from croupier.rules.moments import DAY, HOUR
from croupier.rules.promotions import PrizeKind
from croupier.server.api.cage_orders import SECONDS
from croupier.server.api.promotions import BY_PROGRAM
from croupier.table.core import recorded as table_lines
from croupier.table.core.message import Event
from croupier.table.core.refusals import Refusal
from croupier.table.core.rows import COMMANDS, EVENTS, History, Sender
from croupier.table.core.state import Table
from croupier.table.money import adjusting, commission, credit, pulling, slips, tender
from croupier.table.money.acceptor import CreditStacked
from croupier.table.money.adjusting import AdjustCredit
from croupier.table.money.cards import InsertCard
from croupier.table.money.carried_checks import ColoursRedeemed, RedeemColours
from croupier.table.money.credit import Collect
from croupier.table.money.pay_forms import CAGE_ROLE
from croupier.table.money.pulling import PullBox
from croupier.table.money.slips import SlipCancelled
from croupier.table.money.tender import Tender, Way
from croupier.table.pit import invalid
from croupier.testing.device import PromptDealer
from insider import (
    ABOUT_PRIZES,
    ALL_ORDERS,
    AS_PLAYER,
    AT_CAGE,
    AT_TABLES,
    CHANGE_NO_MONEY,
    CHIPS_AT_CAGE,
    EVERYTHING,
    HAND_PAYS,
    MAKERS,
    Insider,
    Orders,
    open_to,
)
from live_floor import PASSWORD
from prizes import prize, terms
from whole_house import MACHINES, TABLES, Tab, WholeHouse, copied, new_id

Plant = Callable[[pytest.MonkeyPatch], None]
ORDERS, TRIES, DIRECTED_TRIES = 30, 12, 200
MOST_ROUNDED = 4
"""Cents. The smallest coin is of 5: this is written down here, so that a coin that is changed by mistake is found."""
ODD_CENTS = Cents(4_993)
"""What is in the account of the player at first: there are no coins for it."""
MACHINE = "the machine"
"""Where an evening names its first orders: the machine takes the next step of a round."""
BEGIN = 1_800_000_000_000
CASH = ("stacker", "drop", "cage-cash", "bank", "cage-bank", "boxes")
"""Accounts of money that somebody has put in or was paid: a count finds what is missing there."""
CLEARING = ("cage", "paid-by-hand", "tickets", "cashless")
"""Accounts between the streams, which are zero over all of them."""
DEAD = ("void-tickets", "expired-tickets", "unclaimed")
"""Accounts of what the house owes and nobody is paid before people have decided. It does not come back by itself."""
MADE_BY_TWO = (StaffAdded, RolesChanged, PasswordReset, StaffEnabled, CodeIssued)
STAYS_WITH_ONE = {
    "SettledAgain": "the casino supervisor corrects what a dealer called, as the document says: *Alterations*",
    "RoundVoided": "the casino supervisor voids such a round: *Alterations*",
}
"""What one person does to settled rounds of a table that people deal, with the report that shows it."""


class Begun(NamedTuple):
    """A floor that honest people have opened."""

    store: MemoryStore
    folder: Path
    at: int
    """When they were ready."""
    numbers: tuple[str, ...]
    card: str


FORMER = "0012-3456"
"""The number of a ticket of the former system: whoever has entered it knows it."""


def one(role: str) -> str:
    """The login of the person in a role."""
    return f"one-{role}"


async def honest(tabs: dict[str, Tab], first: str, path: str, body: dict[str, Any], second: str = "") -> Any:
    """An order of honest people, which is carried out."""
    if second:
        body = body | {"second": {"login": f"two-{second}", "password": PASSWORD}}
    answer = await tabs[first].post(path, {"id": new_id(), **body})
    assert answer.status == 200, (path, body, answer)
    return answer.body


async def begin(floor: WholeHouse) -> tuple[tuple[str, ...], str]:
    """Let honest people open the floor. Return the numbers of tickets and vouchers, and of a card, that the person has."""
    tabs: dict[str, Tab] = {}
    for role in DEFAULT_FLOOR_ROLES.duties:
        for who in ("one", "two"):
            login, name = f"{who}-{role}", f"{who.title()} {role.title()}"
            assert (await floor.office.ask(AddStaff(by=OPERATOR, login=login, name=name, roles=frozenset({role})))).ok
            floor.credentials.set(login, PASSWORD)
            assert (await floor.office.ask(ChangePassword(by=Author(login, name)))).ok
        tabs[role] = Tab(floor)
        assert (await tabs[role].sign_in(f"two-{role}")).status == 200

    async def cage(order: str, second: str = "", **fields: Any) -> Any:
        return await honest(tabs, "cage", "/api/v1/cage/orders", {"order": {"type": order, **fields}}, second)

    async def table(name: str, by: str, order: str, second: str = "", **fields: Any) -> Any:
        body = {"command": {"type": order, **fields}}
        return await honest(tabs, by, f"/api/v1/tables/{name}/commands", body, second)

    await cage("TakeOverTickets", "manager", tickets=[{"number": FORMER, "amount": 5_000, "issued": floor.clock() - DAY}])
    person = {"name": "Pat One", "born": "1980-02-03", "identified": "passport", "document": "P1234567"}
    await honest(tabs, "cage", "/api/v1/cage/patrons", person)
    card = await cage("IssueCard", patron=1)
    await cage("OpenAccount", patron=1)
    await honest(tabs, "cage", "/api/v1/cage/patrons/1/pin", {"pin": "8264"})
    await cage("OpenBalances", "manager", chips_out=500, vault=1_000_000, accounts={"1": ODD_CENTS})
    await cage("CountDrawer", "supervisor", is_opener=True, notes={"10000": 20})
    own = Tab(floor)  # every clerk has a drawer; that of the person was opened before a supervisor, too
    assert (await own.sign_in(one("cage"))).status == 200
    opener = {"order": {"type": "CountDrawer", "is_opener": True, "notes": {"10000": 20}}}
    await honest({"cage": own}, "cage", "/api/v1/cage/orders", opener, "supervisor")
    tickets = [await cage("SellTicket", amount=5_000) for _ in range(5)]
    _, odd, *copies, _ = (each["ticket"]["serial"] for each in tickets)
    await cage("WithholdTicket", serial=odd, why="It looks odd.")
    for serial in copies:
        await cage("WithholdTicket", serial=serial, why="A copy.")
        await cage("GiveTicketNotice", serial=serial, how="By telephone.")
        review = {"order": {"type": "ReviewTicket", "serial": serial, "inspector": "Ira Stone", "review": "A copy."}}
        await honest({"cage": own}, "cage", "/api/v1/cage/orders", review)
        await cage("VoidTicket", "supervisor", serial=serial, why="A copy.")
    vouchers = [
        await cage("IssueVoucher", "manager", kind=kind, amount=5_000, why="A birthday.")
        for kind in ("tokens", "restricted", "unrestricted")
    ]
    for name in ("sicbo", "craps", "crown"):
        for order, more in (("SetUpFloat", {}), ("CountTray", {"is_opener": True})):
            await table(name, "dealer", order, "supervisor", chips={"10000": 50, "500": 100}, **more)
        await table(name, "dealer", "TakeSeat", seat="ann", chips=20_000, tender={"way": "cash"})
    await checks_away(table)
    await table("sicbo", "dealer", "PullBox", "supervisor")
    await table("sicbo", "dealer", "RequestFill", chips={"500": 10})
    await honest(tabs, "cage", "/api/v1/cage/chips/sicbo", {"order": {"type": "SendFill", "slip": 1}})
    await table("sicbo", "dealer", "RequestCredit", "supervisor", chips={"500": 20})
    for machine in MACHINES:
        code = await tabs["supervisor"].post("/api/v1/codes", {"kind": "terminal", "label": f"one {machine}", "table": machine})
        assert (await Tab(floor).post("/api/v1/clients", {"code": code.body["code"]})).status == 200
        for seat in ("ann", "bob"):
            await table(machine, "supervisor", "TakeSeat", seat=seat, chips=0)
            stacked = CreditStacked(seat=seat, amount=Cents(2_000), tender=Tender(Way.NOTES, {2_000: 1}))
            assert (await floor.house.loops[machine].dealer.ask(stacked)).ok
    carded = card_inserting(floor.keeper.found_card(card["card"]["number"]), "ann")
    assert isinstance(carded, InsertCard)
    assert (await floor.house.loops["aruze"].dealer.ask(carded)).ok
    await draw(floor)
    numbers = (
        [each["printed"]["number"] for each in tickets]
        + [await ticket_of_odd_cents(floor)]
        + [each["voucher"]["number"] for each in vouchers]
    )
    await cage("Deposit", patron=1, amount=15_000)
    return (*numbers, FORMER), card["card"]["number"]


async def ticket_of_odd_cents(floor: WholeHouse) -> str:
    """Let a player collect credit for which there are no coins. Return the number of the ticket."""
    dealer, keeper = floor.house.loops["aruze"].dealer, floor.keeper
    notes = CreditStacked(seat="ann", amount=Cents(2_000), tender=Tender(Way.NOTES, {2_000: 1}))
    moved = transferring(keeper.cage, "ann", 1, ODD_CENTS, partial=False)
    for each in (moved, Collect(seat="ann", tender=Tender(Way.TICKET)), notes):
        reply = await dealer.ask(each)
        assert reply.ok, reply
    return keeper.number(keeper.cage.issued)


async def checks_away(table: Callable[..., Awaitable[Any]]) -> None:
    """Let a player carry colour checks away, and the dealer leave the table."""
    await table("sicbo", "dealer", "IssueColours", seat="ann", colour="green", value=500)
    await table("sicbo", "dealer", "CarryColours", seat="ann", colour="green", checks=4)
    await table("sicbo", "dealer", "ReturnColours", seat="ann")
    await table("sicbo", "dealer", "RelieveDealer")


async def draw(floor: WholeHouse) -> None:
    """Let two people draw the winners of two prizes, and tell them."""
    rules, by, other = "star-sicbo-2016", Officer("two-manager", "Two Manager"), Officer("one-cage", "One Cage")
    begins, promoter = floor.clock(), floor.promoter
    starts, closes, drawn = begins + 3 * DAY, begins + 10 * DAY, begins + 10 * DAY + 2 * HOUR
    prizes = prize(rules), prize(rules, PrizeKind.CASINO_DOLLARS, 5_000)
    lodged = [
        DraftPromotion(by=by, rules=rules, terms=terms(rules, *prizes, starts=starts, closes=closes, drawn=drawn)),
        LodgeTerms(by=by, promotion=1, proof="receipt 1", sent=begins),
    ]
    which: dict[str, Any] = {"by": by, "promotion": 1}

    async def done(*commands: PrizeCommand) -> None:
        for each in commands:
            reply = await promoter.ask(each)
            assert reply.ok, reply

    await done(*lodged)
    floor.set_clock(starts)
    await done(OpenPromotion(**which, available="At the desk", marketing="Brochure 3"))
    for person in ("Ann Berg", "Bo Lind"):
        number = await promoter.take_in(by, {"name": person, "address": "1 Harbour Street"})
        assert isinstance(number, int)
        assert (await promoter.enter(EnterDraw(**which, person=number, number="-"))).ok
    floor.set_clock(closes)
    await done(CloseEntries(**which))
    commit = CommitDraw(**which, prizes=(1, 2), commitment="-", source="The ASX 200", fixed=closes + HOUR)
    assert (await promoter.commit(commit)).ok
    floor.set_clock(drawn)
    held = await promoter.draw(DrawPrizes(**which, second=other, secret="", value="8714.32", tell_by=0, claim_by=0))
    assert held.ok, held


@cache
def begun() -> Begun:
    """The floor that all examples begin with."""
    folder = Path(tempfile.mkdtemp())
    floor = WholeHouse(MemoryStore(), folder, BEGIN)

    async def opened() -> tuple[tuple[str, ...], str]:
        await floor.open()
        try:
            return await begin(floor)
        finally:
            await floor.close()

    numbers, card = asyncio.run(opened())
    return Begun(floor.store, folder, floor.clock(), numbers, card)


class Evening:
    """One person on such a floor, and what the journal says of it."""

    def __init__(self, role: str) -> None:
        self.role, self._begun = role, begun()
        self.accepted = 0
        self.happened = Counter[str]()
        """What moved money, by the name of its event."""

    async def play(self, seeds: list[int], *, first: tuple[str, ...] = ()) -> None:
        """Give these orders first, by their names. Then give an order for each seed, which decides everything about it."""
        with tempfile.TemporaryDirectory() as folder:
            start = self._begun
            self.floor = floor = WholeHouse(copied(start.store, start.folder, Path(folder)), Path(folder), start.at)
            await floor.open()
            try:
                self.person = Insider(floor, one(self.role), self.role, start.numbers, start.card)
                await self.person.come()
                self._read = {stream: head.number for stream, head in floor.store.heads().items()}
                self._likely = open_to(self.role, floor.operations)
                for number, name in enumerate(first):
                    await self._direct(name, random.Random(f"{seeds[0]} {number}"))  # noqa: S311 - to be repeatable
                    self._check()
                for seed in seeds:
                    if not floor.office.register.consoles_of(self.person.login):
                        break  # the person has locked themselves out
                    dice = random.Random(seed)  # noqa: S311 - to be repeatable
                    name = self._drawn(dice)
                    floor.set_clock(floor.clock() + dice.choice([1_000, 60_000, HOUR]))
                    await self._surroundings(dice)
                    await self._order(name, dice)
                    self._check()
            finally:
                await floor.close()

    def _drawn(self, dice: random.Random) -> str:
        return (self._likely if dice.random() < 0.9 else ALL_ORDERS).drawn(dice)

    async def _order(self, name: str, dice: random.Random) -> None:
        """Try this order, and then others, until one is carried out."""
        for _ in range(TRIES):
            if await self._is_given(name, dice):
                return
            name = self._drawn(dice)

    async def _is_given(self, name: str, dice: random.Random) -> bool:
        """Try this order once. Return whether it was carried out."""
        self.person.is_done = False
        await EVERYTHING[name](self.person, dice)
        return self.person.is_done

    async def _direct(self, name: str, dice: random.Random) -> None:
        """Try this order in many forms, until one is carried out."""
        if name == MACHINE:
            return await self._step(dice)
        for _ in range(DIRECTED_TRIES):
            self.floor.set_clock(self.floor.clock() + 1_000)
            if await self._is_given(name, dice):
                return None
        return pytest.fail(f"{self.person.login} was never allowed {name}:\n" + "\n".join(self.person.log[-ORDERS:]))

    async def _surroundings(self, dice: random.Random) -> None:
        """A device stacks a note, or the machine takes the next step of a round."""
        dealer, luck = self.floor.house.loops[dice.choice(MACHINES)].dealer, dice.random()
        if luck < 0.1 and dealer.table.layout:
            seat = dice.choice([*dealer.table.layout])
            await dealer.ask(CreditStacked(seat=seat, amount=Cents(2_000), tender=Tender(Way.NOTES, {2_000: 1})))
        elif luck < 0.5:
            await self._step(dice)

    async def _step(self, dice: random.Random) -> None:
        for machine in MACHINES:
            dealer = self.floor.house.loops[machine].dealer
            if call := PromptDealer(SoftwareGenerator(dice.randbytes)).next(dealer.table):
                await dealer.ask(call)

    def _check(self) -> None:
        """Look at every line since the last look."""
        told = "\n".join(self.person.log[-ORDERS:])
        for stream, command, event in self._events():
            for wrong in (*self._wrong(stream, command, event), *self._signed_twice(event)):
                pytest.fail(f"{self.person.login}: {wrong}\n{event}\n{told}")
        chips = self.floor.keeper.cage.book.balance(CHIPS)
        assert chips >= 0, f"{self.person.login}: {chips} cents in chips that were never issued\n{told}"

    def _events(self) -> Iterator[tuple[str, Any, Any]]:
        """The new events, each with its stream and its command."""
        readers: dict[str, Callable[[bytes], Any]] = {
            CAGE_REGISTER.name: CAGE_REGISTER.read,
            PRIZE_REGISTER.name: PRIZE_REGISTER.read,
        }
        readers |= dict.fromkeys(TABLES, table_lines.read_recorded)
        for stream, read in readers.items():
            for line in self.floor.store.lines(stream, self._read.get(stream, 0)):
                self._read[stream] = line.number
                self.accepted += 1
                found = read(line.body)
                yield from ((stream, found.command, event) for event in found.events)
        for line in self.floor.store.lines(PEOPLE.name, self._read.get(PEOPLE.name, 0)):
            self._read[PEOPLE.name] = line.number
            yield from ((PEOPLE.name, None, event) for event in PEOPLE.read(line.body).events)

    def _wrong(self, stream: str, command: Any, event: Any) -> Iterator[str]:
        """What is wrong with an event, in words."""
        if stream == PEOPLE.name and isinstance(event, MADE_BY_TWO) and event.second is None:
            bring = not isinstance(event, CodeIssued) or event.kind in BRING_MONEY
            yield from ("makes a login or a device by one person",) if bring else ()
        if isinstance(event, SlipCancelled):
            yield from self._kept(event)
        if isinstance(event, ColoursRedeemed) and event.in_cash and event.second is None:
            yield "pays cash for colour checks by one person"
        way = getattr(getattr(event, "tender", None), "way", None)
        if way is Way.NOTES and not isinstance(command, CreditStacked):
            yield "brings notes that no device has stacked"
        transfers: tuple[Transfer, ...] = getattr(event, "transfers", ())
        if transfers:
            self.happened[type(event).__name__] += 1
        yield from self._rounded(transfers)
        # What the house keeps, such as tokens that somebody leaves behind, gives nobody else anything.
        others = [each for each in transfers if each.source != CASH_ROUNDING]
        made = sum(each.amount * (is_house(each.source) - is_house(each.target)) for each in others)
        if made > 0 and not self._allowed(stream, event):
            yield f"moves {made} cents of the house by one person"

    def _rounded(self, transfers: tuple[Transfer, ...]) -> Iterator[str]:
        """Whether a payment of what was owed gives more than the coins need: 4 cents at most, from one drawer."""
        rounding = [each for each in transfers if each.source == CASH_ROUNDING]
        paid = [each for each in transfers if each.source != CASH_ROUNDING]
        for each in rounding:
            owed = sum(other.amount for other in paid if other.target == each.target)
            if len(rounding) > 1 or not owed or each.amount > MOST_ROUNDED or (owed + each.amount) % (MOST_ROUNDED + 1):
                yield f"rounds {owed} cents up by {each.amount}"

    def _kept(self, event: SlipCancelled) -> Iterator[str]:
        """Whether a slip went whose chips are still where they were brought: no money has moved, and nobody else has them."""
        if event.was_sent and (event.by.role != CAGE_ROLE if event.is_fill else event.second is None):
            yield f"keeps chips of {event.amount} cents that were on their way"

    def _allowed(self, stream: str, event: Any) -> bool:
        """Whether the rules have settled it, or two people have signed it. That they are two, `_signed_twice` looks after."""
        row, brought = EVENTS.get(cast("type[Event]", type(event))), getattr(event, "tender", None)
        if row and row.history is History.ENDS_ROUND:
            return True
        if isinstance(event, chips.ExchangedWithTable) and event.way is chips.CageWay.CREDIT:
            return True  # two people of the table have let the chips go, and the cage has them
        if row and row.history is History.REWRITES and type(event).__name__ in STAYS_WITH_ONE:
            return stream not in MACHINES  # what a machine has reported takes two
        if brought and brought.voucher is not None:
            voucher = self.floor.keeper.cage.vouchers[brought.voucher]
            return voucher.prize is not None or not self._mine.issuperset({voucher.issuer, voucher.second or ""})
        return any(getattr(event, name, None) is not None for name in ("second", "first"))

    @property
    def _mine(self) -> set[str]:
        """The logins that the person can use, and their names."""
        known = self.floor.office.register.staff
        return {text for login in self.person.passwords if login in known for text in (login, known[login].name)}

    def _signed_twice(self, event: Any) -> Iterator[str]:
        """Whether this person has signed for two."""
        signs = (getattr(event, name, None) for name in ("by", "second", "first"))
        names = [getattr(each, "login", "") or getattr(each, "name", "") for each in signs if each]
        if len(names) > 1 and self._mine.issuperset(names):
            yield f"{' and '.join(names)} are one person"


def is_house(account: Account) -> bool:
    """Whether money in this account is neither a player's nor cash that somebody has put in or was paid."""
    kind = kind_of(account)
    assert kind
    if kind.name in DEAD:
        return True
    return kind.nature is not Nature.OWED and kind.name not in (*CASH, *CLEARING)


SEQUENCES = st.lists(st.integers(0, 2**20), min_size=ORDERS // 2, max_size=ORDERS)
"""Half of the orders at least: shorter evenings reach little."""


@pytest.mark.parametrize("role", DEFAULT_FLOOR_ROLES.duties)
@given(seeds=SEQUENCES)
def test_no_thirty_orders_of_one_person_make_money(role: str, seeds: list[int]) -> None:
    asyncio.run(Evening(role).play(seeds))


def test_the_person_can_ask_for_everything() -> None:
    """A new operation, or a new order in any register, fails here until the person gives it."""
    floor = WholeHouse(MemoryStore(), Path(tempfile.mkdtemp()), BEGIN)

    async def opened() -> None:
        await floor.open()
        await floor.close()

    asyncio.run(opened())
    writing = {(each.method, each.path) for each in floor.operations if each.method != "GET"}
    assert writing == {*MAKERS} | {*CHANGE_NO_MONEY}
    assert not MAKERS.keys() & CHANGE_NO_MONEY.keys()
    by_people = {kind for kind, row in COMMANDS.items() if row.senders - {Sender.MACHINE}}
    at_tables = {name.partition(" ")[0].partition(",")[0] for name in (*AT_TABLES, *AS_PLAYER, *HAND_PAYS, *CHIPS_AT_CAGE)}
    assert {kind.__name__ for kind in by_people} == at_tables
    orders = {kind.__name__ for kind in CAGE_REGISTER.commands if issubclass(kind, CageOrder)}
    assert orders == {*AT_CAGE} | {*OTHERWISE_AT_CAGE}
    assert {*PRIZE_REGISTER.commands} - BY_PROGRAM == {
        kind for kind in PRIZE_REGISTER.commands if kind.__name__ in ABOUT_PRIZES
    }


OTHERWISE_AT_CAGE = {
    "OpenCage": "the program, when the floor is opened",
    "RegisterPatron": "an operation of its own",
    "CorrectPatron": "an operation of its own",
    "SetPin": "an operation of its own",
    "HoldPatron": "the table, when it holds a player to one terminal",
}
"""Orders of the cage that no client gives as such."""


REACHED: dict[str, dict[str, tuple[str, ...]]] = {
    "casino-supervisor": {"RoundSettled": (MACHINE, *["PlaceBet as a player"] * 6, *[MACHINE] * 3)},
    "dealer": {"SeatTaken": ("TakeSeat at a table",) * 4},
    "cage": {"TicketPaid": ("PayTicket",), "ChipsSold": ("SellChips",), "Deposited": ("Deposit",)},
}
"""What an evening of a role has to reach, and the orders that lead there. All others come by chance."""


@pytest.mark.parametrize("role", REACHED)
def test_evenings_reach_what_moves_money(role: str) -> None:
    """Evenings in which everything is refused prove nothing."""
    accepted = 0
    for number in range(8):
        dice, evening = random.Random(f"{role} {number}"), Evening(role)  # noqa: S311 - to be repeatable
        seeds = [dice.randrange(2**20) for _ in range(ORDERS)]
        asyncio.run(evening.play(seeds, first=tuple(name for names in REACHED[role].values() for name in names)))
        assert REACHED[role].keys() <= evening.happened.keys(), (seeds, evening.happened)
        accepted += evening.accepted
    assert accepted > 8 * ORDERS // 3


def test_the_same_seeds_give_the_same_evening() -> None:
    seeds = [*range(ORDERS)]
    told: list[Counter[tuple[str, int]]] = []
    for _ in range(2):
        evening = Evening("cage")
        asyncio.run(evening.play(seeds))
        told.append(evening.person.statuses)
    assert told[0] == told[1]


def test_a_new_order_changes_no_draw_but_those_it_takes() -> None:
    before, after = Orders(dict.fromkeys(EVERYTHING, 1)), Orders(dict.fromkeys((*EVERYTHING, "a new order"), 1))
    pairs = [tuple(orders.drawn(random.Random(seed)) for orders in (before, after)) for seed in range(5_000)]  # noqa: S311
    assert {new for old, new in pairs if new != old} == {"a new order"}
    assert {old for old, _ in pairs} == {*EVERYTHING}, "an order is never drawn"


def nothing_refused(*_: object, **__: object) -> None:
    """Stands for a check that was removed."""


def sign_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everybody countersign their own orders. The registers still refuse it, each for itself."""
    row = PEOPLE.commands[CountersignSecond]

    def countersign(register: Register, command: CountersignSecond) -> Countersigned:
        return Countersigned(by=register.staff[command.second].author, first=command.by, order=command.order)

    monkeypatch.setitem(PEOPLE.commands, CountersignSecond, replaced(row, decide=countersign))


def signed_at_cage(kind: type[Any]) -> Plant:
    """Let one clerk sign an order of the cage twice."""

    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        sign_alone(monkeypatch)
        row, second = CAGE_REGISTER.commands[kind], Clerk("somebody", "Somebody Else")

        def decide(cage: Cage, command: Any) -> Any:
            decided = row.decide(cage, replace(command, second=second))
            return replace(decided, second=command.second) if isinstance(decided, CageEvent) else decided

        monkeypatch.setitem(CAGE_REGISTER.commands, kind, replaced(row, decide=decide))
        monkeypatch.setitem(SECONDS, kind, tuple(Duty))

    return plant


def signed_at_table(kind: type[Any], *where: ModuleType) -> Plant:
    """Let one person of a table sign an order twice."""

    def plant(monkeypatch: pytest.MonkeyPatch) -> None:
        sign_alone(monkeypatch)
        for module in where:
            for name in ("alone_refused", "agreement_refused"):
                if hasattr(module, name):
                    monkeypatch.setattr(module, name, nothing_refused)

    assert kind in COMMANDS
    return plant


def stated_by_hand(*ways: Way) -> Callable[[Table, Tender | None, int], Refusal | None]:
    """The check of money that is brought, without what forbids people to state some methods."""
    checked, by_device = tender.bringing_refused, tender.stacking_refused

    def refused(table: Table, brought: Tender | None, amount: int) -> Refusal | None:
        return (by_device if brought and brought.way in ways else checked)(table, brought, amount)  # pyright: ignore[reportArgumentType]

    return refused


def promotional_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a person state that promotional credits came."""
    monkeypatch.setattr(credit, "bringing_refused", stated_by_hand(*tender.CREDITED))


def notes_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a person state that notes came."""
    monkeypatch.setattr(credit, "bringing_refused", stated_by_hand(Way.NOTES))


def deposit_without_cash(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let deposits come from the variances."""
    row = CAGE_REGISTER.commands[accounts.Deposit]

    def deposit(cage: Cage, command: accounts.Deposit) -> object:
        decided = accounts.deposit(cage, command)
        if isinstance(decided, CageRefusal):
            return decided
        return replace(decided, transfers=tuple(Transfer(VARIANCES, each.target, each.amount) for each in decided.transfers))

    monkeypatch.setitem(CAGE_REGISTER.commands, accounts.Deposit, replaced(row, decide=deposit))


def void_ticket_released(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let one clerk make a void ticket good again."""
    row = CAGE_REGISTER.commands[ReleaseTicket]

    def release(cage: Cage, command: ReleaseTicket) -> object:
        ticket = cage.tickets.get(command.serial)
        if ticket is None or ticket.state is not TicketState.VOID:
            return row.decide(cage, command)
        transfers = (Transfer(VOID_TICKETS, OUTSTANDING, ticket.amount),)
        return TicketReleased(serial=ticket.serial, amount=ticket.amount, by=command.by, why="-", transfers=transfers)

    monkeypatch.setitem(CAGE_REGISTER.commands, ReleaseTicket, replaced(row, decide=release))


def chips_never_issued(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tables take chips that nobody has."""
    row = CAGE_REGISTER.commands[chips.ExchangeWithTable]

    def exchange(_: Cage, command: chips.ExchangeWithTable) -> object:
        transfers = (Transfer(*chips.FROM[command.way], command.amount),)
        return chips.ExchangedWithTable(place=command.place, way=command.way, amount=command.amount, transfers=transfers)

    monkeypatch.setitem(CAGE_REGISTER.commands, chips.ExchangeWithTable, replaced(row, decide=exchange))


def checks_that_nobody_brought(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let one clerk pay for colour checks as if their table were closed and nobody had to sign."""
    row = COMMANDS[RedeemColours]

    def redeem(table: Table, order: RedeemColours) -> object:
        return row.decide(replace(table, desk=replace(table.desk, closed=True), states_tender=False), order)

    def exchange(cage: Cage, command: chips.ExchangeWithTable) -> object:
        return chips.exchange_with_table(cage, replace(command, second="Somebody Else"))

    monkeypatch.setitem(COMMANDS, RedeemColours, replaced(row, decide=redeem))
    at_cage = CAGE_REGISTER.commands[chips.ExchangeWithTable]
    monkeypatch.setitem(CAGE_REGISTER.commands, chips.ExchangeWithTable, replaced(at_cage, decide=exchange))


def commission_never_paid(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let one person give commission back that nobody has paid."""

    def always_some(_table: Table, _seat: str) -> int:
        return 5_000

    def from_the_house(_: Table, seat: str, amount: Cents) -> tuple[Transfer, ...]:
        return (Transfer(HOUSE, rack(seat), amount),)

    monkeypatch.setattr(commission, "commission_held", always_some)
    monkeypatch.setattr(commission, "agreement_refused", nothing_refused)
    monkeypatch.setattr(commission, "_transfers", from_the_house)


def losses_given_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let one person declare bets invalid that a result of a machine has decided."""

    def nothing_reported(_: Table) -> bool:
        return False

    monkeypatch.setattr(invalid, "machine_reported", nothing_reported)


def login_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let one administrator add people and give new passwords."""
    for module in (staff, passwords):
        monkeypatch.setattr(module, "alone_refused", nothing_refused)


def device_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let one supervisor enrol devices."""
    monkeypatch.setattr(enrolment, "alone_refused", nothing_refused)


def chips_on_their_way_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let either side cancel a slip, wherever its chips are."""
    monkeypatch.setattr(slips, "not_back_refused", nothing_refused)


def rounded_up_to_dollars(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let one clerk pay tickets to the next dollar up."""
    monkeypatch.setattr(coins, "SMALLEST_COIN", 100)


def boxes_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let one person count a box twice."""
    row = CAGE_REGISTER.commands[CountBox]

    def count(cage: Cage, command: CountBox) -> object:
        decided = row.decide(cage, replace(command, by=Clerk("somebody", "Somebody Else")))
        return replace(decided, by=command.by) if isinstance(decided, CageEvent) else decided

    monkeypatch.setitem(CAGE_REGISTER.commands, CountBox, replaced(row, decide=count))


FAULTY_THEN_ADJUSTED = ("DeclareFault at a table", *["AdjustCredit at a table"] * 6)
LOST_THEN_INVALID = (
    *(MACHINE, *["PlaceBet as a player"] * 12, MACHINE),
    *("ShootDice as a player", MACHINE, *["DeclareInvalid at a table"] * 4),
)
PLANTED: list[tuple[Plant, str, str, tuple[str, ...]]] = [
    (signed_at_cage(IssueVoucher), "manager", "are one person", ("IssueVoucher",)),
    (signed_at_cage(SettleTicket), "cage", "are one person", ("SettleTicket",)),
    (signed_at_cage(RecountDrawer), "cage", "are one person", ("RecountDrawer",)),
    (signed_at_cage(MoveCash), "cage", "are one person", ("MoveCash",)),
    (signed_at_table(AdjustCredit, adjusting), "casino-supervisor", "are one person|by one person", FAULTY_THEN_ADJUSTED),
    (signed_at_table(PullBox, pulling), "supervisor", "are one person", ("PullBox at a table",) * 6),
    (promotional_by_hand, "supervisor", "cents of the house", ("InsertMoney at a table",) * 30),
    (notes_by_hand, "supervisor", "no device has stacked", ("InsertMoney at a table",) * 30),
    (signed_at_cage(PayFormerTicket), "cage", "are one person", ("PayFormerTicket",) * 30),
    (deposit_without_cash, "cage", "cents of the house", ("Deposit",)),
    (void_ticket_released, "cage", "cents of the house", ("ReleaseTicket",) * 4),
    (chips_never_issued, "dealer", "never issued", ("TakeSeat at a table",) * 20),
    (checks_that_nobody_brought, "cage", "for colour checks by one person|are one person", ("RedeemColours, chips",)),
    (commission_never_paid, "casino-supervisor", "cents of the house", ("ReturnCommission at a table",) * 4),
    (losses_given_back, "manager", "cents of the house", LOST_THEN_INVALID),
    (login_alone, "administrator", "makes a login or a device", ("add staff",)),
    (device_alone, "supervisor", "makes a login or a device", ("issue a code",) * 20),
    (rounded_up_to_dollars, "cage", "cents up by", ("PayTicket",) * 3),
    (boxes_by_one, "cage", "are one person", ("CountBox",) * 12),
    (chips_on_their_way_kept, "dealer", "on their way", ("CancelSlip at a table",)),
    (chips_on_their_way_kept, "cage", "on their way", ("CancelSlip, chips",) * 2),
]
"""What was removed, in which role it is found, by which words, and the orders with which the evening begins: so it is found
whatever other orders there are."""


@pytest.mark.parametrize(("plant", "role", "found", "first"), PLANTED, ids=lambda each: getattr(each, "__name__", None))
def test_a_planted_way_to_make_money_is_found(
    monkeypatch: pytest.MonkeyPatch, plant: Plant, role: str, found: str, first: tuple[str, ...]
) -> None:
    begun()
    plant(monkeypatch)

    @settings(max_examples=20, phases=(Phase.generate,), derandomize=True, database=None, report_multiple_bugs=False)
    @given(seeds=SEQUENCES)
    def evening(seeds: list[int]) -> None:
        asyncio.run(Evening(role).play(seeds, first=first))

    with pytest.raises((AssertionError, pytest.fail.Exception), match=rf"\A[^\n]*({found})"):  # not in what was refused
        evening()

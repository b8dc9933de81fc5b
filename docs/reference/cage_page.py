"""Writes cage.md: every command, event and refusal of the cage."""

from collections.abc import Iterator
from hashlib import sha256

from messages import entry
from msgspec.structs import replace

from croupier.cage import SUBJECTS
from croupier.cage.accounts import Deposit, OpenAccount, TransferIn, TransferOut, Withdraw
from croupier.cage.attempts import NoteAttempt
from croupier.cage.cards import CancelCard, IssueCard, ReadCard, ReplaceCard, ReturnCard
from croupier.cage.chip_stock import CountChips, RestockChips
from croupier.cage.chips import CageWay, ExchangeWithTable, RedeemChips, SellChips
from croupier.cage.closed_day import AccountFigures, DayFigures, TableFigures
from croupier.cage.counting import CountBox, CountVerdict, TakeBox
from croupier.cage.days import CloseDay, ReopenDay
from croupier.cage.delaying import DelayTicket
from croupier.cage.drawer import CountDrawer, MoveCash, RecountDrawer
from croupier.cage.erasing import ErasePatron
from croupier.cage.exclusions import ExcludePatron, LiftExclusion
from croupier.cage.expiring import SweepTickets
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.former import FormerTicket, TakeOverTickets
from croupier.cage.hand_pays import PayHandPay
from croupier.cage.issuing import PrintTicket, SellTicket
from croupier.cage.message import PROGRAM, CageCommand, CageOrder, Clerk
from croupier.cage.opening import ChangeTicketRules, OpenCage
from croupier.cage.opening_balances import OpenBalances
from croupier.cage.patron import CardState, IdentityDocument, PatronRules
from croupier.cage.patrons import ChangePatronRules, CorrectPatron, Detail, HoldPatron, RegisterPatron
from croupier.cage.pins import RecordWrongPin, SetPin
from croupier.cage.prizes import GivePrizeCash
from croupier.cage.redeeming import HoldTicket, PayTicket, ReturnTicket, TakeTicket
from croupier.cage.refusals import Reason
from croupier.cage.reversals import ReverseTransaction
from croupier.cage.settling import ReprintTicket, SettleTicket, TicketDecision
from croupier.cage.state import Cage, TicketRules
from croupier.cage.ticket import TicketState
from croupier.cage.unprinting import CancelTicket, FreeTicket
from croupier.cage.variances import ExplainVariance, NoteVariance
from croupier.cage.vault import CountVault, ExchangeWithBank
from croupier.cage.voucher import VoucherKind, VoucherRules
from croupier.cage.vouchers import ChangeVoucherRules, GivePrizeVoucher, IssueVoucher, TakeVoucher, VoidVoucher
from croupier.cage.withholding import GiveTicketNotice, ReleaseTicket, ReviewTicket, VoidTicket, WithholdTicket
from croupier.canonical import canonical
from croupier.facts.message import Command
from croupier.facts.refusal import Refusal
from croupier.money import Cents
from croupier.rulebook.markdown import table
from croupier.rules.outcomes import listed
from croupier.rules.terms import PayMethod
from croupier.server.api.cage_orders import BY_NUMBER, FILLED_IN, ORDERS

CAY, SUE, MAX = Clerk("cay", "Cay Rich"), Clerk("sue", "Sue Park"), Clerk("max", "Max Bell")
BEGIN, DAY = 1_760_000_000_000, 86_400_000
HERE, THERE = "craps-1/terminal-3", "roulette-1/terminal-7"


FIGURES = DayFigures((AccountFigures("chips", 8_000_000, 15_000, 8_015_000),), (TableFigures(table="sicbo-1", win=12_000),))
PARTS = (Clerk, TicketRules, PatronRules, VoucherRules, AccountFigures, TableFigures, DayFigures)


def cage_page(written_by: str) -> str:
    """The whole page."""
    lines = ["# The cage", "", written_by, "", *HOW_TO_READ, "", "## What they are made of", ""]
    lines += [
        line
        for part in (Clerk, TicketRules, PatronRules, VoucherRules, AccountFigures, TableFigures, DayFigures)
        for line in entry(part)
    ]
    kinds = (TicketState, PayMethod, CardState, IdentityDocument, Detail, TicketDecision, CageWay, CountVerdict, VoucherKind)
    for texts in kinds:
        lines += [f"### {texts.__name__}", "", f"A text: {', '.join(f'`{each}`' for each in texts)}.", ""]
    shown = examples()
    for subject in SUBJECTS:
        about = " ".join((subject.__doc__ or "").split())
        lines += [f"## {subject.__name__.rpartition('.')[2].capitalize().replace('_', ' ')}", "", about, ""]
        for kind in CAGE_REGISTER.commands:
            if kind.__module__ == subject.__name__:
                lines += entry(kind, _sender(kind))
        for kind, row in CAGE_REGISTER.events.items():
            if kind.__module__ == subject.__name__:
                moves = "It moves money." if row.moves_money else "It moves no money."
                lines += entry(kind, moves, shown[kind.__name__])
    lines += ["## Refusals", "", "A refusal changes nothing and is not in the journal. Codes are stable.", ""]
    lines += table(("code", "meaning"), [(f"`{reason}`", reason.meaning) for reason in Reason])
    return "\n".join(lines) + "\n"


def _sender(kind: type[Command]) -> str:
    """Who sends a command, and how the API takes it."""
    if not issubclass(kind, CageOrder):
        return "The floor sends it."
    if kind not in ORDERS:
        return f"An order, given with `{OPERATIONS[kind]}`." if kind in OPERATIONS else "An order, which the floor gives."
    if kind in BY_NUMBER:
        return "An order. The API takes `number`, the number on the ticket, in place of `serial`."
    if kind is TakeOverTickets:
        return "An order. The API takes each of `tickets` with `number`, `amount` and `issued`, and the cage keeps no number."
    if own := sorted({*FILLED_IN[kind]} & {*kind.__struct_fields__} - BY_SERVER):
        return f"An order. The server sets {listed([f'`{each}`' for each in own], 'and')}, too."
    return "An order."


BY_SERVER = frozenset(("at", "by", "second", "salt", "place", "since"))
"""What the server sets in every order, as the head of the page says."""


OPERATIONS: dict[type[CageCommand], str] = {
    RegisterPatron: "POST /api/v1/cage/patrons",
    CorrectPatron: "POST /api/v1/cage/patrons/{patron}/details",
    SetPin: "POST /api/v1/cage/patrons/{patron}/pin",
}
"""The orders that have an operation of their own."""


def examples() -> dict[str, str]:
    """One of every event, as a floor would write it."""
    found = dict[str, str]()
    for commands in (_former_system(), _days()):
        cage = Cage()
        for number, command in enumerate(commands, 1):
            decided = CAGE_REGISTER.decide(cage, replace(command, at=max(BEGIN + number * 1000, command.at)))
            assert not isinstance(decided, Refusal), f"the example {command} is refused: {decided}"
            for event in decided:
                cage = CAGE_REGISTER.apply(cage, event)
                found[type(event).__name__] = canonical(event).decode()
    return found


def _former_system() -> Iterator[CageCommand]:
    yield OpenCage(by=PROGRAM)
    digest = sha256(b"0012-3456").hexdigest()[:32]
    yield TakeOverTickets(by=CAY, second=SUE, tickets=(FormerTicket(digest, Cents(4_000), BEGIN - DAY),))


def _counts() -> Iterator[CageCommand]:
    yield TakeBox(place="sicbo-1", box=1, amount=Cents(12_000))
    yield CountBox(by=CAY, box=1, notes={5_000: 2})
    yield CountBox(by=SUE, box=1, notes={5_000: 2})
    yield ExplainVariance(by=CAY, second=MAX, variance=1, why="A note stuck in the box")
    yield NoteAttempt(command="Withdraw", reason=Reason.DRAWER_SHORT, by=CAY.name)
    yield MoveCash(by=CAY, second=SUE, amount=Cents(100_000), to_vault=True, why="More than the drawer may have")
    yield CountDrawer(by=CAY, second=SUE, is_opener=False, notes={5_000: 24, 200: 5})
    yield ExchangeWithBank(by=CAY, second=SUE, amount=Cents(40_000_000), to_bank=True, why="Too much in the vault")
    yield CountVault(by=CAY, second=SUE, notes={10_000: 990, 5_000: 1, 2_000: 2})
    yield CountChips(by=CAY, second=SUE, chips={10_000: 500, 2_500: 200})
    yield RestockChips(by=CAY, second=SUE, chips={500: 1_000}, to_cage=True, why="New chips of the maker")
    yield RecountDrawer(by=CAY, second=SUE, notes={5_000: 24, 200: 5})


def _days() -> Iterator[CageCommand]:
    yield OpenCage(by=PROGRAM, rules=TicketRules(house=7))
    yield OpenBalances(by=CAY, second=SUE, chips_out=Cents(8_000_000), vault=Cents(50_000_000))
    yield CountDrawer(by=CAY, second=SUE, is_opener=True, notes={5_000: 40, 200: 5})
    yield SellChips(by=CAY, chips={2_500: 4, 10_000: 1})
    yield RedeemChips(by=CAY, chips={2_500: 2})
    yield ReverseTransaction(by=CAY, second=SUE, reverses=2, why="Two chips were returned to the player")
    yield ExchangeWithTable(place="sicbo-1", way=CageWay.FILL, amount=Cents(500_000), slip=1)
    yield from _counts()
    yield CloseDay(
        by=CAY, second=SUE, day="2025-10-09", since=BEGIN - DAY, until=BEGIN, covers=("2025-10-08",), figures=FIGURES
    )
    yield ReopenDay(by=CAY, second=SUE, day="2025-10-09", why="A box was found")
    yield CountDrawer(by=CAY, second=SUE, is_opener=True, notes={5_000: 24, 200: 5})
    yield NoteVariance(place="sicbo-1", what="closer", amount=Cents(-500), counted_by=(SUE.name, MAX.name))
    yield NoteVariance(place="sicbo-1", what="closer", amount=Cents(500), corrects=True, counted_by=(SUE.name, MAX.name))
    yield ChangeTicketRules(by=CAY, second=SUE, rules=TicketRules(house=7, days=8))
    yield PrintTicket(place=HERE, amount=Cents(12_345), salt=31_415)
    yield HoldTicket(place=THERE, serial=1)
    yield ReturnTicket(place=THERE, serial=1)
    yield TakeTicket(place=THERE, serial=1, amount=Cents(12_345))
    yield PrintTicket(place=HERE, amount=Cents(500), salt=92_653)
    issue = IssueVoucher(
        by=CAY,
        second=SUE,
        kind=VoucherKind.TOKENS,
        amount=Cents(2_500),
        conditions="On the night it is issued.",
        why="A birthday",
        salt=12_345,
        since=1_759_975_200_000,
    )
    yield from (issue, issue, TakeVoucher(place=HERE, voucher=1, kind=VoucherKind.TOKENS, amount=Cents(2_500)))
    yield VoidVoucher(by=CAY, second=SUE, voucher=2, why="It was torn")
    yield GivePrizeVoucher(promotion=1, prize=1, kind=VoucherKind.TOKENS, amount=Cents(20_000), by=CAY, salt=54_321)
    yield ChangeVoucherRules(by=CAY, second=SUE, rules=VoucherRules(most=Cents(5_000), most_day=Cents(50_000)))
    yield from _not_paid()
    yield PayTicket(by=CAY, serial=2, identified="passport")
    yield PrintTicket(place=HERE, amount=Cents(2_000), salt=58_979)
    yield VoidTicket(by=CAY, second=SUE, serial=3, why="The printer tore it")
    yield SettleTicket(
        by=CAY, second=SUE, serial=3, to=TicketDecision.PAY, identified="passport", why="The player showed both halves"
    )
    yield SellTicket(by=CAY, amount=Cents(10_000), salt=32_384)
    yield HoldTicket(place=HERE, serial=4)
    yield FreeTicket(by=CAY, serial=4, why="The reader was replaced")
    yield PrintTicket(place=HERE, amount=Cents(4_000), salt=62_643)
    yield CancelTicket(place=HERE, serial=5, amount=Cents(4_000))
    yield SellTicket(by=CAY, amount=Cents(6_000), salt=38_327)
    yield ReprintTicket(by=CAY, second=SUE, serial=6, salt=95_028, why="There was no paper")
    yield GivePrizeCash(promotion=2, prize=1, amount=Cents(50_000), by="Cay Rich")
    yield PayHandPay(place=HERE, form=4, amount=Cents(1_250_000), method=PayMethod.CHEQUE, by="Cay Rich")
    yield from _patrons()
    yield SweepTickets(at=BEGIN + 9 * DAY)


def _not_paid() -> Iterator[CageCommand]:
    """A ticket that is not paid at once."""
    yield DelayTicket(by=CAY, serial=2, until=BEGIN + 38_000, why="The entitlement is verified")
    yield WithholdTicket(by=SUE, serial=2, why="A copy was shown before")
    yield GiveTicketNotice(by=SUE, serial=2, how="Ira Cole, by telephone")
    yield ReviewTicket(by=CAY, serial=2, inspector="Ira Cole", review="It was the original")
    yield ReleaseTicket(by=CAY, serial=2, why="It was the original")


def _patrons() -> Iterator[CageCommand]:
    yield ChangePatronRules(by=CAY, second=SUE, rules=PatronRules(one_terminal_since=BEGIN + 30 * DAY))
    yield RegisterPatron(by=CAY, digest=sha256(b"salted details").hexdigest(), identified=IdentityDocument.PASSPORT)
    yield CorrectPatron(
        by=CAY,
        second=SUE,
        patron=1,
        digest=sha256(b"other salted details").hexdigest(),
        identified=IdentityDocument.PASSPORT,
        changed=(Detail.NAME, Detail.DOCUMENT),
        why="Married, with a new passport",
    )
    yield IssueCard(by=CAY, patron=1, salt=271)
    yield ReplaceCard(by=CAY, patron=1, salt=828, why="The first one was lost")
    yield OpenAccount(by=CAY, patron=1)
    yield SetPin(by=CAY, patron=1)
    yield Deposit(by=CAY, patron=1, amount=Cents(10_000))
    yield ReadCard(place=HERE, patron=1, card=2, alone=True)
    yield RecordWrongPin(place=HERE, patron=1)
    yield TransferIn(place=HERE, patron=1, transfer=1, amount=Cents(4_000))
    yield TransferOut(place=HERE, patron=1, transfer=2, amount=Cents(5_500))
    yield ReturnCard(place=HERE, patron=1)
    yield Withdraw(by=CAY, patron=1, amount=Cents(11_500), identified="passport")
    yield HoldPatron(by=SUE, patron=1)
    yield CancelCard(by=CAY, patron=1, why="It was found, and another one issued")
    yield IssueCard(by=CAY, patron=1, salt=182)
    yield ExcludePatron(by=CAY, second=SUE, patron=1, why="The patron asked for it")
    yield LiftExclusion(by=CAY, second=SUE, patron=1, why="The term that the patron chose is over")
    yield IssueCard(by=CAY, patron=1, salt=845)
    yield ErasePatron(by=CAY, second=SUE, patron=1, why="The patron asked for it")


HOW_TO_READ = (
    "Every command, event and refusal of the cage, by subject. A line of the stream `floor/cage` is JSON and holds a command",
    "with its events; each has its name under `type`. If money goes between the cage and a table, the same entry of the",
    "journal has a line of that table: both are written, or neither.",
    "",
    "Every command and every event has `at`: the time in milliseconds since 1970. An order of a person has `by`. The server",
    "sets both, and `second`, `salt`, `place` and `since`: no client can claim a name. A client sends the other fields as",
    '`{"id": …, "order": {"type": …, …}, "second": {"login": …, "password": …}}` to `POST /api/v1/cage/orders`, the last part',
    "for orders that two people sign. An event leaves out the fields that have their default. Amounts",
    "are whole cents (`Cents`). A `place` is a table and a seat with a slash between them, or `cage`. A ticket has a `serial`,",
    "which is no secret, and so has a card. The validation number with which a ticket is redeemed, and the number of a card,",
    "are in no stream: they follow from the serial, the salt and the signing key of the floor.",
)

"""Whatever the cage is asked in whatever order: the money adds up, no ticket is paid twice, and the journal says the same."""

import random
from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cages import BEGIN, CAY, DAY, HERE, MAX, SUE, THERE, registering, without_drawers
from croupier.cage.accounts import Deposit, OpenAccount, TransferIn, TransferOut, Withdraw
from croupier.cage.attempts import NoteAttempt
from croupier.cage.card_numbers import CARD_SALTS
from croupier.cage.cards import CancelCard, IssueCard, ReadCard, ReplaceCard, ReturnCard
from croupier.cage.cash import is_drawer_open
from croupier.cage.chip_stock import CountChips, RestockChips
from croupier.cage.chips import CageWay, ExchangeWithTable, RedeemChips, SellChips
from croupier.cage.coins import CASH
from croupier.cage.counting import CountBox, TakeBox
from croupier.cage.days import CloseDay, ReopenDay
from croupier.cage.delaying import DelayTicket
from croupier.cage.drawer import CountDrawer, MoveCash, RecountDrawer
from croupier.cage.erasing import ErasePatron
from croupier.cage.exclusions import ExcludePatron, LiftExclusion
from croupier.cage.expiring import SweepTickets
from croupier.cage.fold import CAGE_REGISTER, Key, Record, changed_by
from croupier.cage.former import FormerTicket, PayFormerTicket, TakeOverTickets
from croupier.cage.hand_pays import PayHandPay
from croupier.cage.issuing import PrintTicket, SellTicket
from croupier.cage.message import PROGRAM, CageCommand, CageOrder
from croupier.cage.opening import ChangeTicketRules, OpenCage
from croupier.cage.opening_balances import OpenBalances
from croupier.cage.patron import CardState, IdentityDocument, PatronRules
from croupier.cage.patrons import ChangePatronRules, CorrectPatron, Detail, HoldPatron
from croupier.cage.patrons import RegisterPatron as Register
from croupier.cage.pins import RecordWrongPin, SetPin
from croupier.cage.prizes import GivePrizeCash
from croupier.cage.redeeming import HoldTicket, PayTicket, ReturnTicket, TakeTicket, TicketPaid, TicketTaken
from croupier.cage.refusals import Reason
from croupier.cage.reversals import ReverseTransaction
from croupier.cage.settling import ReprintTicket, SettleTicket, TicketDecision
from croupier.cage.snapshot import SNAPSHOT_FORMAT, encode_snapshot, rebuilt, snapshot_of
from croupier.cage.state import Cage, TicketRules
from croupier.cage.ticket import UNPAYABLE, TicketState
from croupier.cage.unprinting import CancelTicket, FreeTicket, TicketCancelled
from croupier.cage.variances import ExplainVariance, NoteVariance
from croupier.cage.vault import CountVault, ExchangeWithBank
from croupier.cage.voucher import VoucherKind, VoucherRules
from croupier.cage.vouchers import ChangeVoucherRules, GivePrizeVoucher, IssueVoucher, TakeVoucher, VoidVoucher
from croupier.cage.withholding import GiveTicketNotice, ReleaseTicket, ReviewTicket, VoidTicket, WithholdTicket
from croupier.facts.lines import OtherFormatError
from croupier.facts.message import Command, Event
from croupier.facts.refusal import Refusal
from croupier.facts.rows import RowError
from croupier.ledger.accounts import ACCOUNTS as IN_ACCOUNTS
from croupier.ledger.accounts import (
    BOXES,
    EXPIRED_TICKETS,
    FORMER_TICKETS,
    OUTSTANDING,
    VARIANCES,
    VAULT,
    VOID_TICKETS,
    WITHHELD_TICKETS,
    Account,
)
from croupier.money import MOST_CENTS, Cents
from croupier.rules.terms import PayMethod

REDEEMED = TicketTaken | TicketPaid | TicketCancelled
Dice = random.Random
Make = Callable[[Dice], CageCommand]
LENGTH = 300
ACCOUNTS: dict[TicketState, Account | None] = {
    TicketState.ISSUED: OUTSTANDING,
    TicketState.PENDING: OUTSTANDING,
    TicketState.PAID: None,
    TicketState.VOID: VOID_TICKETS,
    TicketState.EXPIRED: EXPIRED_TICKETS,
    TicketState.WITHHELD: WITHHELD_TICKETS,
    TicketState.CLOSED: None,
}
"""Where the money of a ticket is."""


def commands(cage: Cage) -> dict[type[CageCommand], Make]:
    """How to make a command of each kind. Most of them could be meant so."""

    def serial(dice: Dice) -> int:
        return dice.randint(max(1, cage.issued - 8), cage.issued + 1)

    def kept(dice: Dice) -> int:
        """Mostly a ticket that is withheld."""
        return dice.choice([*cage.withheld, serial(dice)])

    def value(serial: int) -> Cents:
        ticket = cage.tickets.get(serial)
        return ticket.amount if ticket else Cents(100)

    def take(dice: Dice) -> CageCommand:
        which = serial(dice)
        return TakeTicket(place=place(dice), serial=which, amount=value(which))

    def cancel(dice: Dice) -> CageCommand:
        which = serial(dice)
        return CancelTicket(place=place(dice), serial=which, amount=value(which))

    def rules(dice: Dice) -> TicketRules:
        return TicketRules(
            days=dice.choice([None, 1, 2, 30]), most_out=Cents(20_000), most_in=Cents(dice.choice([10_000, 20_000]))
        )

    def patron(dice: Dice) -> int:
        """Often one with an account, and a card in a terminal if there are any."""
        able = [each for each in cage.patrons.values() if each.account]
        there = [each.number for each in able if each.places] or [each.number for each in able]
        return dice.choice(there) if there and dice.random() < 0.5 else dice.randint(1, min(4, len(cage.patrons) + 1))

    def of_card(dice: Dice) -> CageCommand:
        who = cage.patrons.get(patron(dice))
        serial = who.card if who and who.card and dice.random() < 0.8 else dice.randint(1, len(cage.cards) + 1)
        restored = dice.random() < 0.1
        number = who.number if who else 9
        return ReadCard(place=place(dice), patron=number, card=serial, alone=dice.random() < 0.3, restored=restored)

    def transfer(dice: Dice) -> tuple[str, int]:
        """Mostly where the card is."""
        number = patron(dice)
        places = [each.place for each in cage.patrons[number].places] if number in cage.patrons else []
        return (places[0] if places else place(dice)), number

    def transfer_in(dice: Dice) -> CageCommand:
        where, number = transfer(dice)
        return TransferIn(place=where, patron=number, transfer=after(dice), amount=amount(dice))

    def transfer_out(dice: Dice) -> CageCommand:
        where, number = transfer(dice)
        return TransferOut(place=where, patron=number, transfer=after(dice), amount=amount(dice))

    def count(dice: Dice) -> CageCommand:
        """Mostly the count that agrees with the first, by another person; now and then a note is missing."""
        number = dice.randint(max(1, len(cage.boxes) - 2), len(cage.boxes) + 1)
        box = cage.boxes.get(number)
        notes = box.first.notes if box and box.first and dice.random() < 0.7 else {500: dice.randint(1, 3)}
        return CountBox(by=dice.choice([CAY, SUE]), box=number, notes=notes)

    def after(dice: Dice) -> int:
        return cage.transfers + dice.choice([1, 1, 1, 1, 2])

    return {
        Register: lambda d: replace(
            registering(str(d.random())), **({"similar": (1,), "why": "A twin", "second": SUE} if d.random() < 0.5 else {})
        ),
        ExcludePatron: lambda d: ExcludePatron(by=SUE, second=CAY, patron=patron(d) if d.random() < 0.05 else 9, why="A cheat"),
        LiftExclusion: lambda d: LiftExclusion(by=SUE, second=CAY, patron=d.choice([9, *cage.exclusions]), why="It is over"),
        ErasePatron: lambda d: ErasePatron(by=SUE, second=CAY, patron=patron(d) if d.random() < 0.05 else 9, why="Asked"),
        CorrectPatron: lambda d: CorrectPatron(
            by=CAY,
            second=SUE,
            patron=patron(d),
            digest=registering(str(d.random())).digest,
            identified=IdentityDocument.DRIVER_LICENCE,
            changed=(Detail.DOCUMENT,),
            why="A new licence",
        ),
        HoldPatron: lambda d: HoldPatron(by=SUE, patron=patron(d)),
        ChangePatronRules: lambda d: ChangePatronRules(by=CAY, second=SUE, rules=patron_rules(d)),
        IssueCard: lambda d: IssueCard(by=CAY, patron=patron(d), salt=d.randrange(CARD_SALTS)),
        ReplaceCard: lambda d: ReplaceCard(by=CAY, patron=patron(d), salt=d.randrange(CARD_SALTS), why="Lost"),
        CancelCard: lambda d: CancelCard(by=CAY, patron=patron(d) if d.random() < 0.2 else 9, why="Lost"),
        ReadCard: of_card,
        ReturnCard: lambda d: ReturnCard(place=place(d), patron=patron(d)),
        OpenAccount: lambda d: OpenAccount(by=CAY, patron=patron(d)),
        Deposit: lambda d: Deposit(by=CAY, patron=patron(d), amount=amount(d)),
        Withdraw: lambda d: Withdraw(by=CAY, patron=patron(d), amount=amount(d), identified="passport"),
        TransferIn: transfer_in,
        TransferOut: transfer_out,
        SetPin: lambda d: SetPin(by=CAY, patron=patron(d)),
        RecordWrongPin: lambda d: RecordWrongPin(place=place(d), patron=patron(d)),
        OpenCage: lambda _: OpenCage(by=PROGRAM),
        ChangeTicketRules: lambda d: ChangeTicketRules(by=CAY, second=SUE, rules=rules(d)),
        PrintTicket: lambda d: PrintTicket(place=place(d), amount=amount(d), salt=d.randrange(10**5)),
        SellTicket: lambda d: SellTicket(by=CAY, amount=amount(d), salt=d.randrange(10**5)),
        HoldTicket: lambda d: HoldTicket(place=place(d), serial=serial(d)),
        ReturnTicket: lambda d: ReturnTicket(place=place(d), serial=serial(d)),
        TakeTicket: take,
        PayTicket: lambda d: PayTicket(by=CAY, serial=serial(d), identified=d.choice([None, "passport"])),
        CancelTicket: cancel,
        FreeTicket: lambda d: FreeTicket(by=CAY, serial=serial(d), why="It was given back"),
        DelayTicket: lambda d: DelayTicket(
            by=CAY, serial=serial(d), until=cage.clock + d.choice([-1, 1, DAY]), why="To be verified"
        ),
        WithholdTicket: lambda d: WithholdTicket(by=SUE, serial=serial(d), why="A copy"),
        GiveTicketNotice: lambda d: GiveTicketNotice(by=SUE, serial=kept(d), how="Ira, by telephone"),
        ReviewTicket: lambda d: ReviewTicket(by=d.choice([CAY, SUE]), serial=kept(d), inspector="Ira", review="A copy"),
        ReleaseTicket: lambda d: ReleaseTicket(by=CAY, serial=kept(d), why="It was genuine"),
        VoidTicket: lambda d: VoidTicket(by=CAY, second=SUE, serial=serial(d), why="Spoilt"),
        SettleTicket: lambda d: SettleTicket(
            by=CAY,
            second=SUE,
            serial=d.choice([*sorted(cage.unpayable), 10**6]),
            to=d.choice([*TicketDecision]),
            identified="passport",
            why="Decided",
        ),
        ReprintTicket: lambda d: ReprintTicket(
            by=CAY, second=SUE, serial=serial(d), salt=d.randrange(10**5), why="The printer had no paper"
        ),
        SweepTickets: lambda d: SweepTickets(first=d.choice([1, cage.issued - 3])),
        SellChips: lambda d: SellChips(by=CAY, chips={500: d.randint(0, 9)}),
        RedeemChips: lambda d: RedeemChips(by=CAY, chips={500: d.randint(0, 9)}),
        ExchangeWithTable: lambda d: ExchangeWithTable(
            place=place(d), way=d.choice([*CageWay]), amount=amount(d), by="Cay Rich", second="Sue Moss"
        ),
        TakeBox: lambda d: TakeBox(place=place(d), box=1, amount=Cents(d.randint(0, 3) * 500)),
        CountBox: count,
        NoteVariance: lambda d: NoteVariance(
            place=place(d),
            what="closer",
            amount=Cents(d.randint(-2, 2) * 500),
            corrects=d.random() < 0.5,
            counted_by=("Dora Lee", "Mia Roth"),
        ),
        CountDrawer: lambda d: CountDrawer(
            by=CAY,
            second=d.choice([SUE, SUE, CAY]),
            is_opener=d.random() < (0.1 if is_drawer_open(cage, CAY.login) else 0.9),
            notes={10_000: d.randint(1, 9)},
        ),
        RecountDrawer: lambda d: RecountDrawer(
            by=CAY,
            second=d.choice([SUE, SUE, CAY]),
            notes={2_000: d.randint(1, 9)},
            why=d.choice([None, "Overlooked"]),
        ),
        NoteAttempt: lambda d: NoteAttempt(command="Withdraw", reason=d.choice([*Reason]), by=CAY.name),
        CountChips: lambda d: CountChips(by=CAY, second=d.choice([SUE, CAY]), chips={500: d.randint(1, 9)}),
        RestockChips: lambda d: RestockChips(
            by=CAY, second=d.choice([SUE, CAY]), chips={500: d.randint(0, 9)}, to_cage=d.random() < 0.5, why="New ones"
        ),
        CountVault: lambda d: CountVault(by=CAY, second=d.choice([SUE, CAY]), notes={10_000: d.randint(1, 9)}),
        ExchangeWithBank: lambda d: ExchangeWithBank(
            by=CAY, second=d.choice([SUE, CAY]), amount=amount(d), to_bank=d.random() < 0.5, why="As every week"
        ),
        MoveCash: lambda d: MoveCash(
            by=CAY,
            second=SUE,
            amount=Cents(d.randint(0, 180) * d.choice([1, 5])),
            to_vault=d.random() < 0.5,
            why="Too much in the drawer",
        ),
        CloseDay: lambda _: CloseDay(
            by=CAY, second=SUE, day="2026-11-17", since=cage.clock, until=cage.clock + 1, covers=("2026-11-16",)
        ),
        ReopenDay: lambda _: ReopenDay(by=CAY, second=SUE, day="2026-11-17", why="A box was found"),
        OpenBalances: lambda d: OpenBalances(by=CAY, second=d.choice([SUE, CAY]), chips_out=amount(d), vault=amount(d)),
        TakeOverTickets: lambda d: TakeOverTickets(
            by=CAY,
            second=d.choice([SUE, CAY]),
            tickets=tuple(
                FormerTicket(f"{d.randint(1, 9):032x}", amount(d), max(1, cage.clock - DAY)) for _ in range(d.randint(1, 3))
            ),
        ),
        PayFormerTicket: lambda d: PayFormerTicket(
            by=CAY,
            second=d.choice([SUE, SUE, CAY]),
            serial=d.choice([*cage.former.values(), serial(d)]),
            method=d.choice([*PayMethod]),
        ),
        ExplainVariance: lambda d: ExplainVariance(
            by=CAY,
            second=MAX,
            variance=(found := d.randint(1, len(cage.variances) + 1)),
            amount=cage.variances[found].amount if found in cage.variances else None,
            why="A chip was miscounted",
        ),
        GivePrizeCash: lambda d: GivePrizeCash(promotion=1, prize=d.randint(1, 9), amount=amount(d), by="Cay Rich"),
        IssueVoucher: lambda d: IssueVoucher(
            by=CAY,
            second=SUE,
            kind=d.choice([*VoucherKind]),
            amount=Cents(d.choice([1, 500, 10_001])),
            conditions=d.choice([None, "Tonight."]),
            why="A birthday",
            salt=d.randrange(10**5),
            since=max(0, cage.clock - d.randrange(10**8)),
        ),
        ReverseTransaction: lambda d: ReverseTransaction(
            by=CAY, second=d.choice([SUE, CAY]), reverses=d.randint(1, len(cage.receipts) + 1), why="The wrong patron"
        ),
        GivePrizeVoucher: lambda d: GivePrizeVoucher(
            promotion=1,
            prize=d.randint(1, 9),
            kind=d.choice([*VoucherKind]),
            amount=amount(d),
            by=CAY,
            second=SUE,
            salt=d.randrange(10**5),
        ),
        VoidVoucher: lambda d: VoidVoucher(by=CAY, second=SUE, voucher=d.randint(1, len(cage.vouchers) + 1), why="Torn"),
        TakeVoucher: lambda d: exchange(cage, d),
        ChangeVoucherRules: lambda d: ChangeVoucherRules(
            by=CAY, second=SUE, rules=VoucherRules(Cents(500), Cents(d.choice([400, 90_000, 100_000])))
        ),
        PayHandPay: lambda d: PayHandPay(
            place=place(d), form=d.randint(1, 9), amount=amount(d), method=d.choice([*PayMethod]), by="Cay Rich"
        ),
    }


def exchange(cage: Cage, dice: Dice) -> CageCommand:
    """Mostly for what the voucher is for."""
    number = dice.randint(1, len(cage.vouchers) + 1)
    voucher = cage.vouchers.get(number)
    kind, value = (voucher.kind, voucher.amount) if voucher else (VoucherKind.TOKENS, Cents(500))
    return TakeVoucher(place=place(dice), voucher=number, kind=kind, amount=value)


def patron_rules(dice: Dice) -> PatronRules:
    since = dice.choice([None, None, BEGIN + 10 * DAY])
    return PatronRules(one_terminal_since=since, most_balance=Cents(dice.choice([30_000, 10_000_000])))


def place(dice: Dice) -> str:
    return dice.choice([HERE, THERE])


def amount(dice: Dice) -> Cents:
    return Cents(dice.choice([1, 100, 12_345, 20_000, 20_001]))


def evening(seed: int) -> tuple[Cage, list[tuple[CageCommand, tuple[Event, ...]]]]:
    """The cage after commands by chance, and what each accepted one led to."""
    dice, cage = random.Random(seed), without_drawers(TicketRules(days=2, most_out=Cents(20_000)))  # noqa: S311 - to be repeatable
    lines: list[tuple[CageCommand, tuple[Event, ...]]] = []
    for _ in range(LENGTH):
        made = dice.choice([*commands(cage).values()])(dice)
        command = replace(made, at=cage.clock + dice.choice([1, 1000, DAY // 3]))
        decided = CAGE_REGISTER.decide(cage, command)
        if isinstance(decided, Refusal) or not decided:
            continue
        lines.append((command, decided))
        for event in decided:
            assert CAGE_REGISTER.tell(cage, event).endswith(".")
            cage = CAGE_REGISTER.apply(cage, event)
        check(cage)
    return cage, lines


def check(cage: Cage) -> None:
    """What is so after every command."""
    assert sum(cage.book.balances.values()) == 0
    held = Counter[Account]()
    for ticket in cage.tickets.values():
        if account := ACCOUNTS[ticket.state]:
            held[ticket.account if account == OUTSTANDING else account] += ticket.amount
    kept = {FORMER_TICKETS, *(account for account in ACCOUNTS.values() if account)}
    assert {account: cage.book.balance(account) for account in kept} == {account: held[account] for account in kept}
    assert sorted(cage.tickets) == [*range(1, cage.issued + 1)]
    in_readers = {each.serial: each.at_place for each in cage.tickets.values() if each.state is TicketState.PENDING}
    assert cage.pending == in_readers
    assert cage.unpayable == {each.serial for each in cage.tickets.values() if each.state in UNPAYABLE}
    assert {*cage.withheld} == {each.serial for each in cage.tickets.values() if each.state is TicketState.WITHHELD}
    check_patrons(cage)
    check_count_room(cage)
    check_cash(cage)


def check_count_room(cage: Cage) -> None:
    """Boxes that nobody has counted are what the book has for them, and variances stay for good."""
    uncounted = sum(box.amount for box in cage.boxes.values() if box.counted is None)
    assert cage.book.balance(BOXES) == -uncounted
    assert cage.book.balance(VARIANCES) == sum(variance.amount for variance in cage.variances.values())
    assert sorted(cage.boxes) == [*range(1, len(cage.boxes) + 1)]
    assert sorted(cage.variances) == [*range(1, len(cage.variances) + 1)]


def check_cash(cage: Cage) -> None:
    """Every drawer and the vault have what coins make, so that their counts can agree with the books."""
    cash = {
        account: held for account, held in cage.book.balances.items() if account == VAULT or account.startswith("cage-cash:")
    }
    assert not any(held % CASH[0] for held in cash.values()), cash


def check_patrons(cage: Cage) -> None:
    """The accounts hold what the book says, and each patron has one valid card at most."""
    balances = [patron.account.balance for patron in cage.patrons.values() if patron.account]
    assert sum(balances) == cage.book.balance(IN_ACCOUNTS)
    assert all(balance >= 0 for balance in balances)
    valid = {card.patron: card.serial for card in cage.cards.values() if card.state is CardState.VALID}
    assert valid == {patron.number: patron.card for patron in cage.patrons.values() if patron.card is not None}
    assert Counter(card.patron for card in cage.cards.values() if card.state is CardState.VALID).total() == len(valid)
    assert set(cage.exclusions) == {patron.number for patron in cage.patrons.values() if patron.is_excluded}
    assert not valid.keys() & cage.exclusions.keys()
    assert not cage.lifts.keys() & cage.exclusions.keys()
    erased = [patron for patron in cage.patrons.values() if patron.is_erased]
    assert not [patron for patron in erased if patron.card or patron.account]


def test_every_command_is_tried_and_every_event_happens() -> None:
    assert set(commands(Cage())) == set(CAGE_REGISTER.commands)
    wanted = {*CAGE_REGISTER.events} - {type(event) for event in events_of_opening()}
    happened = set[type[Event]]()
    for seed in range(400):
        happened |= {type(event) for _, events in evening(seed)[1] for event in events}
        if happened >= wanted:
            break
    assert happened == wanted


def events_of_opening() -> tuple[Event, ...]:
    decided = CAGE_REGISTER.decide(Cage(), OpenCage(at=BEGIN, by=PROGRAM))
    assert not isinstance(decided, Refusal)
    return decided


@given(st.integers(0, 2**32), st.integers(1, 7))
def test_any_order_of_commands(seed: int, every: int) -> None:
    cage, lines = evening(seed)
    paid = Counter(event.serial for _, events in lines for event in events if isinstance(event, REDEEMED))
    assert not [serial for serial, often in paid.items() if often > 1]
    again = without_drawers(TicketRules(days=2, most_out=Cents(20_000)))
    snapshots: list[bytes] = []
    changed, since = set[Key](), 0
    for at, (command, events) in enumerate(lines, 1):
        found = CAGE_REGISTER.read(CAGE_REGISTER.recorded(command, events))
        assert (found.command, found.events) == (command, events)
        assert CAGE_REGISTER.decide(again, found.command) == events
        for event in found.events:
            again = CAGE_REGISTER.apply(again, event)
            changed.update(changed_by(event))
        if at % every == 0:
            snapshots.append(encode_snapshot(snapshot_of(again, at, since, changed)))
            changed, since = set[Key](), at
            assert rebuilt(reversed(snapshots)) == (again, at)
    assert again == cage


def test_a_chain_of_snapshots_of_another_format_is_passed_over() -> None:
    cage, _ = evening(1)
    everything = [
        *((Record.TICKET, serial) for serial in cage.tickets),
        *((Record.PATRON, number) for number in cage.patrons),
        *((Record.CARD, serial) for serial in cage.cards),
        *((Record.BOX, number) for number in cage.boxes),
        *((Record.VARIANCE, number) for number in cage.variances),
        *((Record.VOUCHER, serial) for serial in cage.vouchers),
        *((Record.RECEIPT, number) for number in cage.receipts),
    ]
    whole = encode_snapshot(snapshot_of(cage, 9, 0, everything))
    assert rebuilt([whole]) == (cage, 9)
    assert rebuilt([whole.replace(b'"format":%d' % SNAPSHOT_FORMAT, b'"format":1')]) == (Cage(), 0)
    rests = encode_snapshot(snapshot_of(cage, 9, 5, ()))
    assert rebuilt([rests]) == rebuilt([rests, whole]) == (Cage(), 0)
    assert rebuilt([]) == (Cage(), 0)


def test_a_line_of_another_version_is_not_misread() -> None:
    line = CAGE_REGISTER.recorded(OpenCage(by=PROGRAM), events_of_opening())
    for body in (b'{"format":4,"command":{"type":"Lend"},"events":[]}', line.replace(b'"format":3', b'"format":4')):
        with pytest.raises(OtherFormatError, match="has format 4"):
            CAGE_REGISTER.read(body)
    assert CAGE_REGISTER.read(line.replace(b'"format":3', b'"format":1')).events == events_of_opening()
    with_number = b'{"format":1,"command":{"type":"PrintTicket","place":"a/b","amount":5,"number":"1"},"events":[]}'
    with pytest.raises(OtherFormatError, match="has format 1"):
        CAGE_REGISTER.read(with_number)
    with_card = b'{"format":2,"command":{"type":"IssueCard","by":{"login":"","name":"-"},"patron":1,"number":"1"},"events":[]}'
    with pytest.raises(OtherFormatError, match="has format 2"):
        CAGE_REGISTER.read(with_card)


def test_a_message_without_a_row_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    CAGE_REGISTER.check_complete()
    row = CAGE_REGISTER.events[TicketPaid]
    with pytest.raises(RowError, match="TicketPaid: has two rows"):
        CAGE_REGISTER.declare(row)
    monkeypatch.delitem(CAGE_REGISTER.events, TicketPaid)
    with pytest.raises(RowError, match="TicketPaid has no row"):
        CAGE_REGISTER.check_complete()


WRONG: dict[str, tuple[object, ...]] = {
    "at": (1,),
    "amount": (0, -1, MOST_CENTS + 1),
    "chips": ({}, {0: 1}, {500: -1}, {-500: 1}),
    "notes": ({0: 1}, {500: -1}, {-500: 1}, {7: 3}),
    "why": ("", " ", "x" * 10_000, "\x1b[2J"),
    "patron": (0, 10**6),
    "serial": (0, 10**6),
    "box": (0, 10**6),
    "variance": (0, 10**6),
    "voucher": (0, 10**6),
    "reverses": (0, 10**6),
    "salt": (-1, 10**6),
    "day": ("", "yesterday"),
}
"""What no command may say in a field, whatever else is so."""
BOX = (*WRONG["amount"], *WRONG["notes"], *WRONG["box"])
RIGHT: dict[type[Command], tuple[object, ...]] = {
    NoteVariance: (*WRONG["amount"],),  # nothing, less than by the books, or whatever a table has counted
    TakeBox: BOX,  # a table has decided what is in its box
    ExchangeWithTable: (MOST_CENTS + 1,),  # a table has decided that, too
    CountChips: ({},),  # the cage may have none
    ExplainVariance: (-1,),  # a cent may be missing
    PayHandPay: (MOST_CENTS + 1,),
    GivePrizeVoucher: (MOST_CENTS + 1,),  # and the prize register that
}


def almost(command: CageCommand) -> Iterator[tuple[str, CageCommand]]:
    """A command with one field that cannot be so, or signed by one person twice."""
    for field in command.__struct_fields__:
        for wrong in WRONG.get(field, ()):
            if wrong not in RIGHT.get(type(command), ()):
                yield field, replace(command, **{field: wrong})
    if isinstance(command, CageOrder) and getattr(command, "second", None) is not None:
        yield "second", replace(command, second=command.by)
    if isinstance(command, ExchangeWithTable) and command.way is CageWay.COLOUR_CHECKS:
        yield "second", replace(command, second=command.by)


def test_what_was_accepted_is_refused_with_a_field_that_cannot_be_so() -> None:
    """Amounts below one cent, unknown numbers, empty reasons, a time in the past, one person who signs for two."""
    fields = {
        (kind, field)
        for kind in {*CAGE_REGISTER.commands} - {OpenCage}
        for field in kind.__struct_fields__
        if (field == "second" and issubclass(kind, (CageOrder, ExchangeWithTable)))
        or any(wrong not in RIGHT.get(kind, ()) for wrong in WRONG.get(field, ()))
    }
    tried = set[tuple[type[CageCommand], str]]()
    for seed in range(400):
        cage = without_drawers(TicketRules(days=2, most_out=Cents(20_000)))
        for command, events in evening(seed)[1]:
            for field, wrong in almost(command):
                decided = CAGE_REGISTER.decide(cage, wrong)
                assert isinstance(decided, Refusal), wrong
                assert field != "second" or decided.reason is Reason.SECOND_PERSON_NEEDED, wrong
                tried.add((type(command), field))
            for event in events:
                cage = CAGE_REGISTER.apply(cage, event)
        if tried >= fields:
            break
    assert tried == fields

"""Vouchers: promotional money that two people issue within limits, and that one table exchanges, once.

No money moves when a voucher is issued. The table that exchanges it states the transfer, in the same entry as the cage.
"""

from msgspec.structs import replace

from croupier.cage.fold import CAGE_REGISTER, CageEventRow, CageRow, Key, Record, nothing
from croupier.cage.message import CageCommand, CageEvent, CageOrder, Clerk, CounterEvent
from croupier.cage.numbers import SALTS, SERIALS
from croupier.cage.receipt import ReceiptKind
from croupier.cage.refusals import Reason, signed_alone
from croupier.cage.state import Cage, no_amount
from croupier.cage.texts import because
from croupier.cage.ticket import CAGE_PLACE
from croupier.cage.voucher import Voucher, VoucherKind, VoucherRules, VoucherState
from croupier.facts.refusal import Refusal
from croupier.money import MOST_CENTS, Cents, dollars
from croupier.rules.moments import Millis


class IssueVoucher(CageOrder):
    """Issue a voucher for promotional tokens or credits."""

    kind: VoucherKind
    amount: Cents
    conditions: str | None = None
    """What the voucher says about its use; None if nothing."""
    promotion: int | None = None
    """The promotion under which it is issued, which has to run; None if under none."""
    why: str
    """Whom it is for, or on which occasion."""
    second: Clerk
    """Who signs, too."""
    salt: int
    """Drawn by chance, for its number."""
    since: Millis
    """When the gaming day began, over which the limit of a day runs."""


class VoidVoucher(CageOrder):
    """Declare a voucher void that was not exchanged."""

    voucher: int
    """Its serial."""
    why: str
    second: Clerk
    """Who signs, too."""


class GivePrizeVoucher(CageCommand, omit_defaults=True):
    """Issue the voucher for a prize in casino dollars that the prize register has handed over."""

    promotion: int
    prize: int
    kind: VoucherKind
    amount: Cents
    by: Clerk
    second: Clerk | None = None
    """Who signed the hand-over, too; None if nobody had to."""
    salt: int
    """Drawn by chance, for its number."""


class TakeVoucher(CageCommand):
    """Keep account of a voucher that a table exchanges."""

    place: str
    """The table and the seat."""
    voucher: int
    kind: VoucherKind
    amount: Cents
    """What the table gives, which has to be the value of the voucher."""


class ChangeVoucherRules(CageOrder):
    """Change the limits for vouchers. They hold for those that are issued from now on."""

    rules: VoucherRules
    second: Clerk
    """Who approves it."""


class VoucherIssued(CounterEvent):
    """A voucher for promotional money was issued."""

    voucher: int
    """Its serial."""
    salt: int
    """The part of its number that was drawn by chance."""
    kind: VoucherKind
    amount: Cents
    conditions: str | None = None
    promotion: int | None = None
    prize: int | None = None
    """The prize in casino dollars that it is; None if it is none."""
    why: str
    by: Clerk
    second: Clerk | None = None
    """Who signed, too. Of a prize whoever signed its hand-over; None if nobody had to."""


class VoucherVoided(CageEvent):
    """A voucher was declared void."""

    voucher: int
    amount: Cents
    why: str
    by: Clerk
    second: Clerk


class VoucherExchanged(CageEvent):
    """A table exchanged a voucher for promotional money."""

    voucher: int
    kind: VoucherKind
    amount: Cents
    place: str


class VoucherRulesChanged(CageEvent):
    """The limits for vouchers were changed."""

    by: Clerk
    second: Clerk
    rules: VoucherRules


def issue_voucher(cage: Cage, command: IssueVoucher) -> VoucherIssued | Refusal:
    """Issue a voucher within the limits, signed by two people."""
    if refusal := signed_alone(command.by, command.second, "Another person has to sign a voucher."):
        return refusal
    if command.since > command.at:
        return Refusal(Reason.BAD_TIME, "The gaming day has not begun.")
    if refusal := no_amount(command.amount) or _over_limit(cage, command.amount, command.since):
        return refusal
    if refusal := _no_number(cage, command.salt):
        return refusal
    return VoucherIssued(
        voucher=len(cage.vouchers) + 1,
        salt=command.salt,
        kind=command.kind,
        amount=command.amount,
        conditions=command.conditions,
        promotion=command.promotion,
        why=command.why,
        by=command.by,
        second=command.second,
    )


def give_prize_voucher(cage: Cage, command: GivePrizeVoucher) -> VoucherIssued | Refusal:
    """Issue a voucher for the value of a prize. The limits are for vouchers that staff issue: the terms state what is won."""
    if refusal := no_amount(command.amount) or _no_number(cage, command.salt):
        return refusal
    return VoucherIssued(
        voucher=len(cage.vouchers) + 1,
        salt=command.salt,
        kind=command.kind,
        amount=command.amount,
        promotion=command.promotion,
        prize=command.prize,
        why=f"Prize {command.prize} of promotion {command.promotion}",
        by=command.by,
        second=command.second,
    )


def _no_number(cage: Cage, salt: int) -> Refusal | None:
    if 0 <= salt < SALTS and len(cage.vouchers) + 1 < SERIALS:
        return None
    return Refusal(Reason.BAD_SALT, "No number can be made for this voucher.")


def _over_limit(cage: Cage, amount: Cents, since: int) -> Refusal | None:
    rules = cage.voucher_rules
    if amount > rules.most:
        return Refusal(Reason.OVER_VOUCHER_LIMIT, f"A voucher is for at most {dollars(rules.most)}.")
    if _issued_since(cage, since) + amount > rules.most_day:
        sentence = f"Vouchers for at most {dollars(rules.most_day)} are issued on one gaming day; that would be more."
        return Refusal(Reason.OVER_VOUCHER_LIMIT, sentence)
    return None


def _issued_since(cage: Cage, since: int) -> int:
    """The value of the vouchers that were issued since a time, without prizes and those that are void."""
    total = 0
    for serial in range(len(cage.vouchers), 0, -1):
        voucher = cage.vouchers[serial]
        if voucher.issued < since:
            break
        total += voucher.amount if voucher.state is not VoucherState.VOID and voucher.prize is None else 0
    return total


def found_voucher(cage: Cage, serial: int) -> Voucher | Refusal:
    """The voucher with a serial that can be exchanged, or a refusal."""
    voucher = cage.vouchers.get(serial)
    if voucher is None:
        return Refusal(Reason.VOUCHER_UNKNOWN, "This casino issued no such voucher.")
    match voucher.state:
        case VoucherState.EXCHANGED:
            return Refusal(Reason.VOUCHER_EXCHANGED, "This voucher has been exchanged already.")
        case VoucherState.VOID:
            return Refusal(Reason.VOUCHER_VOID, "This voucher is void.")
        case VoucherState.ISSUED:
            return voucher


def void_voucher(cage: Cage, command: VoidVoucher) -> VoucherVoided | Refusal:
    """Declare a voucher void that could be exchanged, signed by two people."""
    if refusal := signed_alone(command.by, command.second, "Another person has to approve that a voucher is void."):
        return refusal
    voucher = found_voucher(cage, command.voucher)
    if isinstance(voucher, Refusal):
        return voucher
    return VoucherVoided(voucher=voucher.serial, amount=voucher.amount, why=command.why, by=command.by, second=command.second)


def take_voucher(cage: Cage, command: TakeVoucher) -> VoucherExchanged | Refusal:
    """Exchange a voucher for exactly what it is for, once."""
    voucher = found_voucher(cage, command.voucher)
    if isinstance(voucher, Refusal):
        return voucher
    if (voucher.kind, voucher.amount) != (command.kind, command.amount):
        sentence = f"Voucher {voucher.serial} is for {dollars(voucher.amount)} in {voucher.kind.words}."
        return Refusal(Reason.BAD_AMOUNT, sentence)
    return VoucherExchanged(voucher=voucher.serial, kind=voucher.kind, amount=voucher.amount, place=command.place)


def change_voucher_rules(cage: Cage, command: ChangeVoucherRules) -> VoucherRulesChanged | Refusal | None:
    """Change the limits, signed by two people."""
    if refusal := signed_alone(command.by, command.second, "Another person has to approve the settings."):
        return refusal
    rules = command.rules
    if not 0 <= rules.most <= rules.most_day <= MOST_CENTS:
        sentence = f"One voucher is for no more than those of a day, and those of a day for at most {dollars(MOST_CENTS)}."
        return Refusal(Reason.BAD_SETTING, sentence)
    return None if rules == cage.voucher_rules else VoucherRulesChanged(by=command.by, second=command.second, rules=rules)


def _issue(cage: Cage, event: VoucherIssued) -> Cage:
    assert event.voucher == len(cage.vouchers) + 1, "vouchers are counted without gaps"
    voucher = Voucher(
        serial=event.voucher,
        salt=event.salt,
        kind=event.kind,
        amount=event.amount,
        conditions=event.conditions,
        promotion=event.promotion,
        issued=event.at,
        issuer=event.by.name,
        second=event.second.name if event.second else None,
        state=VoucherState.ISSUED,
        changed=event.at,
        place=CAGE_PLACE,
        prize=event.prize,
        why=event.why,
    )
    return replace(cage, vouchers=cage.vouchers.having(voucher.serial, voucher))


def _to(cage: Cage, serial: int, state: VoucherState, at: int, place: str) -> Cage:
    before = cage.vouchers[serial]
    assert before.state is VoucherState.ISSUED, "a voucher is exchanged once"
    return replace(cage, vouchers=cage.vouchers.having(serial, replace(before, state=state, changed=at, place=place)))


def _one_voucher(event: VoucherIssued | VoucherVoided | VoucherExchanged) -> tuple[Key, ...]:
    return ((Record.VOUCHER, event.voucher),)


CAGE_REGISTER.declare(
    CageRow(kind=IssueVoucher, decide=issue_voucher),
    CageRow(kind=GivePrizeVoucher, decide=give_prize_voucher),
    CageRow(kind=VoidVoucher, decide=void_voucher),
    CageRow(kind=TakeVoucher, decide=take_voucher),
    CageRow(kind=ChangeVoucherRules, decide=change_voucher_rules),
    CageEventRow(
        kind=VoucherIssued,
        apply=_issue,
        tell=lambda _, e: (
            f"{e.by}{f' and {e.second}' if e.second else ''} issued voucher {e.voucher} for {dollars(e.amount)} "
            f"in {e.kind.words}{because(e.why)}"
        ),
        moves_money=False,
        changes=_one_voucher,
        receipt=lambda e: ReceiptKind.PRIZE_VOUCHER if e.prize is not None else None,
    ),
    CageEventRow(
        kind=VoucherVoided,
        apply=lambda cage, e: _to(cage, e.voucher, VoucherState.VOID, e.at, CAGE_PLACE),
        tell=lambda _, e: f"{e.by} and {e.second} declared voucher {e.voucher} ({dollars(e.amount)}) void{because(e.why)}",
        moves_money=False,
        changes=_one_voucher,
    ),
    CageEventRow(
        kind=VoucherExchanged,
        apply=lambda cage, e: _to(cage, e.voucher, VoucherState.EXCHANGED, e.at, e.place),
        tell=lambda _, e: f"{e.place} exchanged voucher {e.voucher}: {dollars(e.amount)} in {e.kind.words}.",
        moves_money=False,
        changes=_one_voucher,
    ),
    CageEventRow(
        kind=VoucherRulesChanged,
        apply=lambda cage, e: replace(cage, voucher_rules=e.rules),
        tell=lambda _, e: (
            f"{e.by} and {e.second} changed the limits for vouchers: {dollars(e.rules.most)} each, "
            f"{dollars(e.rules.most_day)} a day."
        ),
        moves_money=False,
        changes=nothing,
    ),
)

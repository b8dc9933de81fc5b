"""The vault: two people count its cash without seeing the books, and cash goes between it and the bank."""

from collections.abc import Mapping

from msgspec.structs import replace

from croupier.cage.box import Variance, against_books
from croupier.cage.cash import from_vault
from croupier.cage.chips import cash_refused, in_words, value_of
from croupier.cage.coins import no_coins
from croupier.cage.fold import CAGE_REGISTER, CageEventRow, CageRow, nothing, one_variance
from croupier.cage.message import CageEvent, CageOrder, Clerk
from croupier.cage.refusals import Reason, signed_alone
from croupier.cage.state import Cage
from croupier.cage.texts import because
from croupier.cage.ticket import CAGE_PLACE
from croupier.facts.refusal import Refusal
from croupier.ledger.accounts import CAGE_BANK, OPENING, VARIANCES, VAULT
from croupier.ledger.book import Transfer
from croupier.money import MOST_CENTS, Cents, dollars


class CountVault(CageOrder):
    """Enter what was counted in the vault. Counted again after a mistake, it is compared with the count before."""

    notes: Mapping[int, int]
    """The number of notes and coins, by denomination in cents; empty if there was none."""
    second: Clerk
    """Who has counted, too."""


class ExchangeWithBank(CageOrder):
    """Take cash of the vault to the bank, or have it brought from there."""

    amount: Cents
    to_bank: bool
    why: str
    second: Clerk
    """Who has counted it, too."""


class VaultCounted(CageEvent):
    """Two people counted the vault. A difference to the books is a variance."""

    notes: Mapping[int, int]
    counted: Cents
    by: Clerk
    second: Clerk
    expected: Cents | None = None
    """What it should have had by the books; None if nobody had stated or counted it before."""
    variance: int | None = None
    """The number of the variance; None if there is none."""
    transfers: tuple[Transfer, ...] = ()


class ExchangedWithBank(CageEvent):
    """Cash went between the vault and the bank."""

    amount: Cents
    to_bank: bool
    why: str
    by: Clerk
    second: Clerk
    transfers: tuple[Transfer, ...]


def count_vault(cage: Cage, command: CountVault) -> VaultCounted | Refusal:
    """Compare a count with the books. If nobody has stated what the vault had, the first count does."""
    if refusal := cash_refused(command.notes):
        return refusal
    if refusal := signed_alone(command.by, command.second, "Another person has to count the vault, too."):
        return refusal
    counted, booked = value_of(command.notes) or Cents(0), Cents(-cage.book.balance(VAULT))
    over, other = counted - booked, VARIANCES if cage.is_vault_known else OPENING
    pair = (VAULT, other) if over > 0 else (other, VAULT)
    return VaultCounted(
        notes=command.notes,
        counted=counted,
        by=command.by,
        second=command.second,
        expected=booked if cage.is_vault_known else None,
        variance=len(cage.variances) + 1 if over and cage.is_vault_known else None,
        transfers=(Transfer(*pair, Cents(abs(over))),) if over else (),
    )


def exchange_with_bank(cage: Cage, command: ExchangeWithBank) -> ExchangedWithBank | Refusal:
    """Take cash to the bank, no more than the vault has, or bring it from there."""
    if not 0 < command.amount <= MOST_CENTS:
        return Refusal(Reason.BAD_AMOUNT, f"It has to be one cent at least, and {dollars(MOST_CENTS)} at most.")
    if refusal := signed_alone(command.by, command.second, "Another person has to count it, too."):
        return refusal
    if refusal := no_coins(command.amount, "taken to the bank in cash" if command.to_bank else "brought from the bank in cash"):
        return refusal
    vault = from_vault(cage, command.amount) if command.to_bank else VAULT
    if isinstance(vault, Refusal):
        return vault
    pair = (CAGE_BANK, vault) if command.to_bank else (vault, CAGE_BANK)
    return ExchangedWithBank(
        amount=command.amount,
        to_bank=command.to_bank,
        why=command.why,
        by=command.by,
        second=command.second,
        transfers=(Transfer(*pair, command.amount),),
    )


def _count(cage: Cage, event: VaultCounted) -> Cage:
    after = replace(cage, is_vault_known=True, vault_moved=None)
    if event.variance is None or event.expected is None:
        return after
    over, counters = Cents(event.counted - event.expected), (event.by.name, event.second.name)
    variance = Variance(event.variance, CAGE_PLACE, "vault", over, event.at, counted_by=counters)
    return replace(after, variances=cage.variances.having(event.variance, variance))


def _tell_counted(event: VaultCounted) -> str:
    over = 0 if event.expected is None else event.counted - event.expected
    differs = against_books(over)
    return f"{event.by} and {event.second} counted the vault: {dollars(event.counted)}{differs} ({in_words(event.notes)})."


def _tell_exchanged(event: ExchangedWithBank) -> str:
    way = "from the vault to the bank" if event.to_bank else "from the bank to the vault"
    return f"{event.by} and {event.second} took {dollars(event.amount)} {way}{because(event.why)}"


CAGE_REGISTER.declare(
    CageRow(kind=CountVault, decide=count_vault),
    CageRow(kind=ExchangeWithBank, decide=exchange_with_bank),
    CageEventRow(
        kind=VaultCounted,
        apply=_count,
        tell=lambda _, e: _tell_counted(e),
        moves_money=True,
        changes=one_variance,
    ),
    CageEventRow(
        kind=ExchangedWithBank,
        apply=lambda cage, _: cage,
        tell=lambda _, e: _tell_exchanged(e),
        moves_money=True,
        changes=nothing,
    ),
)

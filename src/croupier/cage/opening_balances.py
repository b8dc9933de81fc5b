"""Opening balances: what an existing casino has in its vault and owes when it begins to keep its books here."""

from collections.abc import Mapping

from msgspec.structs import replace

from croupier.cage.account_checks import account_of
from croupier.cage.coins import no_coins
from croupier.cage.fold import CAGE_REGISTER, CageEventRow, CageRow, Key, Record
from croupier.cage.message import CageEvent, CageOrder, Clerk
from croupier.cage.patron import Movement, MovementKind, PatronAccount
from croupier.cage.refusals import Reason, signed_alone
from croupier.cage.state import Cage, with_patron
from croupier.cage.ticket import CAGE_PLACE
from croupier.facts.refusal import Refusal
from croupier.ledger.accounts import ACCOUNTS, CAGE, CAGE_CHIPS, CHIPS, FORMER_TICKETS, OPENING, VAULT
from croupier.ledger.book import Transfer
from croupier.money import MOST_CENTS, Cents, dollars


class OpenBalances(CageOrder):
    """State what the casino has and owes before the first business of this floor, once."""

    chips_out: Cents = Cents(0)
    """The value of the chips that players have."""
    vault: Cents = Cents(0)
    """The cash in the vault."""
    accounts: Mapping[int, Cents] = {}
    """What is in the accounts of patrons, by their number. They are registered, and their accounts are open."""
    second: Clerk
    """Who has checked it, too."""


class BalancesOpened(CageEvent):
    """Two people stated what the casino had and owed before the first business of this floor."""

    by: Clerk
    second: Clerk
    chips_out: Cents
    vault: Cents
    accounts: Mapping[int, Cents]
    transfers: tuple[Transfer, ...]


def open_balances(cage: Cage, command: OpenBalances) -> BalancesOpened | Refusal:
    """Open the books with balances. Floats that were set up before belong to them, and do not hinder it."""
    if refusal := signed_alone(command.by, command.second, "Another person has to check the opening balances."):
        return refusal
    if in_business(cage):
        return Refusal(Reason.IN_BUSINESS, "Opening balances are stated once, before the first business.")
    amounts = (command.chips_out, command.vault, *command.accounts.values())
    if not any(amounts) or not all(0 <= amount <= MOST_CENTS for amount in amounts):
        return Refusal(Reason.BAD_AMOUNT, f"State at least one amount; none is below zero or over {dollars(MOST_CENTS)}.")
    if refusal := no_coins(command.vault, "in the vault in cash"):
        return refusal
    for patron in command.accounts:
        if isinstance(refusal := account_of(cage, patron), Refusal):
            return refusal
    moves = ((OPENING, CHIPS, command.chips_out), (VAULT, OPENING, command.vault))
    owed = Cents(sum(command.accounts.values()))
    transfers = tuple(Transfer(*move) for move in (*moves, (OPENING, ACCOUNTS, owed)) if move[2])
    return BalancesOpened(
        by=command.by,
        second=command.second,
        chips_out=command.chips_out,
        vault=command.vault,
        accounts=command.accounts,
        transfers=transfers,
    )


def in_business(cage: Cage) -> bool:
    """Whether the cage has done anything but send floats to tables and take over tickets of a former system."""
    before = {CAGE, CAGE_CHIPS, OPENING, FORMER_TICKETS}
    moved = {account for account, held in cage.book.balances.items() if held} - before
    return bool(moved or cage.drawers or cage.issued > len(cage.former) or cage.boxes)


def _apply(cage: Cage, event: BalancesOpened) -> Cage:
    for patron, amount in event.accounts.items():
        account = cage.patrons[patron].account or PatronAccount()
        movement = Movement(event.at, MovementKind.OPENING, amount, CAGE_PLACE, amount)
        cage = with_patron(cage, patron, account=replace(account, balance=amount, last=(movement,)))
    return replace(cage, is_vault_known=True, vault_moved=None)


def _changed(event: BalancesOpened) -> tuple[Key, ...]:
    return tuple((Record.PATRON, patron) for patron in event.accounts)


def _tell(event: BalancesOpened) -> str:
    stated = f"{dollars(event.chips_out)} of chips with players, {dollars(event.vault)} in the vault"
    accounts = f"{dollars(Cents(sum(event.accounts.values())))} in {len(event.accounts)} accounts"
    return f"{event.by} and {event.second} opened the books: {stated}, {accounts}."


CAGE_REGISTER.declare(
    CageRow(kind=OpenBalances, decide=open_balances),
    CageEventRow(kind=BalancesOpened, apply=_apply, tell=lambda _, e: _tell(e), moves_money=True, changes=_changed),
)

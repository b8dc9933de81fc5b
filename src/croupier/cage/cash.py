"""Cash at the counter: it goes into the open drawer of the clerk who takes it, and comes out of that of the clerk who pays."""

from croupier.cage.coins import in_coins, no_coins
from croupier.cage.message import PROGRAM, Clerk
from croupier.cage.refusals import Reason
from croupier.cage.state import Cage
from croupier.facts.refusal import Refusal
from croupier.ledger.accounts import VAULT, Account, cage_cash


def cash_from(cage: Cage, by: Clerk) -> Account | Refusal:
    """The account of the drawer into which a clerk takes cash; a refusal while that clerk has none open."""
    # A demonstration deposits for its visitors, and nobody counts a drawer there.
    return VAULT if by == PROGRAM else _open_drawer(cage, by.login, by.name)


def cash_into(cage: Cage, by: Clerk, amount: int) -> Account | Refusal:
    """The account of the drawer into which a clerk takes an amount; a refusal if no coins make it, or none is open."""
    return no_coins(amount) or cash_from(cage, by)


def cash_for(cage: Cage, by: Clerk, amount: int) -> Account | Refusal:
    """The account of the drawer from which a clerk pays what is owed; a refusal if none is open, or it has less in coins."""
    return _enough(cage, cash_from(cage, by), amount)


def cash_by_name(cage: Cage, name: str, amount: int) -> Account | Refusal:
    """The same for a person of whom a table or the prize register has the name. No two people on a floor have the same one."""
    login = next((login for login, drawer in cage.drawers.items() if drawer.clerk.name == name), "")
    return _enough(cage, _open_drawer(cage, login, name), amount)


def from_vault(cage: Cage, amount: int) -> Account | Refusal:
    """The account of the vault; a refusal if it is known what it has, and that is less."""
    if not cage.is_vault_known or in_coins(amount) <= -cage.book.balance(VAULT):
        return VAULT
    sentence = (
        "By the books the vault does not have so much: have it counted, or cash brought from the bank. This is on record."
    )
    return Refusal(Reason.VAULT_SHORT, sentence)


def in_drawer(cage: Cage, login: str) -> int:
    """What a drawer has by the books, in cents."""
    return -cage.book.balance(cage_cash(login))


def is_drawer_open(cage: Cage, login: str) -> bool:
    """Whether the opener of a clerk's drawer was counted last, and not its closer."""
    return (drawer := cage.drawers.get(login)) is not None and drawer.is_opener


def _open_drawer(cage: Cage, login: str, name: str) -> Account | Refusal:
    if is_drawer_open(cage, login):
        return cage_cash(login)
    return Refusal(Reason.NO_DRAWER, f"{name} has no open drawer, and handles no cash before its opener is counted.")


def _enough(cage: Cage, drawer: Account | Refusal, amount: int) -> Account | Refusal:
    if drawer == VAULT:
        return from_vault(cage, amount)
    if isinstance(drawer, Refusal) or in_coins(amount) <= -cage.book.balance(drawer):
        return drawer
    sentence = "By the books the drawer does not have so much: have cash brought from the vault first. This is on record."
    return Refusal(Reason.DRAWER_SHORT, sentence)

"""Cash and chips of the cage whose count is due. Until then nobody who may count them reads what there should be."""

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.cage.state import Cage
from croupier.facts.message import Event
from croupier.ledger.accounts import CAGE_CHIPS, CHIPS, VAULT, Account
from croupier.ledger.book import Transfer
from croupier.ledger.chart import CountPlace, kind_of
from croupier.money import Cents


def due_counts(cage: Cage, until: int) -> tuple[str, ...]:
    """The places, in words, in which there is something at a time (milliseconds since 1970) that nobody has counted since.

    A drawer is due while it is open, the vault once cash has moved, the chips once some have. A vault that nobody ever stated
    is compared with nothing, and so are chips that nobody ever counted.
    """
    drawers = (f"the drawer of {each.clerk.name}" for each in cage.drawers.values() if each.is_opener and each.at < until)
    vault = cage.vault_moved if cage.is_vault_known else None
    moved = (("the vault", vault), ("the chips of the cage", cage.chips_moved))
    return (*sorted(drawers), *(what for what, since in moved if since is not None and since < until))


def with_moved(cage: Cage, event: Event) -> Cage:
    """The cage before an event, which knows since when cash of the vault and chips of the cage have moved, and how many.

    A count of them forgets that.
    """
    transfers: tuple[Transfer, ...] = getattr(event, "transfers", ())
    if cage.vault_moved is None and any(VAULT in (each.source, each.target) for each in transfers):
        cage = replace(cage, vault_moved=event.at)
    if cage.chips_here is None or not (moved := [*_chips_in(transfers)]):
        return cage
    since = event.at if cage.chips_moved is None else cage.chips_moved
    return replace(cage, chips_here=Cents(cage.chips_here + sum(moved)), chips_moved=since)


def _chips_in(transfers: tuple[Transfer, ...]) -> Iterator[int]:
    """The chips that each transfer brings to the cage; below zero if they leave it.

    They are redeemed and sold there for cash, and come and go with credits and fills. Between players and tables they pass by.
    """
    for each in transfers:
        if _is_at_cage(each.source, each.target):
            yield each.amount
        elif _is_at_cage(each.target, each.source):
            yield -each.amount


def _is_at_cage(chips: Account, other: Account) -> bool:
    kind = kind_of(other)
    return chips == CAGE_CHIPS or (chips == CHIPS and kind is not None and kind.counted is CountPlace.DRAWER)

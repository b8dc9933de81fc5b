"""Taking the cage over at the start of a floor, and opening it on a new one."""

from collections.abc import Callable, Mapping

from croupier.cage.card_numbers import CardNumbers
from croupier.cage.fold import decide, replayed
from croupier.cage.message import PROGRAM
from croupier.cage.numbers import TicketNumbers
from croupier.cage.opening import OpenCage
from croupier.cage.recorded import recorded
from croupier.cage.refusals import CageRefusal
from croupier.cage.state import Cage
from croupier.canonical import canonical
from croupier.floor.clock import Clock
from croupier.floor.keeper import Keeper
from croupier.floor.recovery import RESTORE, recovered_cage
from croupier.journal.claim import Claim
from croupier.journal.journal import Journal
from croupier.journal.port import ConflictError, Draft, Entry, Head, JournalError, Part
from croupier.journal.streams import CAGE, claims


async def take_cage(
    journal: Journal,
    signed: Mapping[str, Head],
    server: str,
    *,
    clock: Clock,
    numbers: TicketNumbers,
    cards: CardNumbers,
    vouchers: TicketNumbers,
    entropy: Callable[[int], bytes],
) -> Keeper:
    """Take the cage over with a new claim. From then on, commits of its previous owner fail (fencing)."""
    epoch = journal.head(claims(CAGE)).number + 1
    if epoch > 1 and not journal.head(CAGE).number:
        raise JournalError(f"{CAGE}: had lines, and they are gone; {RESTORE}")
    found = recovered_cage(journal, signed)
    cage, opens = (found.cage, ()) if found.cage.rules else _opened(clock())
    claim = Draft(canonical(Claim(at=clock(), server=server)))
    try:
        await journal.append(Entry((Part(claims(CAGE), epoch - 1, (claim,)), Part(CAGE, found.line, opens)), epoch))
    except ConflictError as error:
        raise JournalError(f"{CAGE}: another croupier runs the cage ({error}); stop that one first") from None
    line, snapshot, changed = found.line + len(opens), found.snapshot, found.changed
    return Keeper(
        journal,
        cage,
        line,
        snapshot=snapshot,
        changed=changed,
        epoch=epoch,
        numbers=numbers,
        cards=cards,
        vouchers=vouchers,
        clock=clock,
        entropy=entropy,
    )


def _opened(at: int) -> tuple[Cage, tuple[Draft, ...]]:
    """A new cage, and its first line."""
    command = OpenCage(at=at, by=PROGRAM)
    events = decide(Cage(), command)
    assert not isinstance(events, CageRefusal), "the default settings are in order"
    return replayed(Cage(), events), (Draft(recorded(command, events)),)

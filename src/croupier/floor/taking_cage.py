"""Taking the cage over at the start of a floor, and opening it on a new one."""

from collections.abc import Callable, Mapping

from croupier.cage.card_numbers import CardNumbers
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.message import PROGRAM
from croupier.cage.numbers import TicketNumbers
from croupier.cage.opening import OpenCage
from croupier.cage.state import Cage
from croupier.canonical import canonical
from croupier.facts.refusal import Refusal
from croupier.floor.clock import Clock
from croupier.floor.keeper import Keeper
from croupier.floor.recovery import RESTORE, recovered_cage
from croupier.journal.claim import Claim
from croupier.journal.journal import Journal
from croupier.journal.port import ConflictError, Draft, Entry, Head, JournalError, Part
from croupier.journal.streams import claims


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
    epoch = journal.head(claims(CAGE_REGISTER.name)).number + 1
    if epoch > 1 and not journal.head(CAGE_REGISTER.name).number:
        raise JournalError(f"{CAGE_REGISTER.name}: had lines, and they are gone; {RESTORE}")
    found = recovered_cage(journal, signed)
    cage, opens = (found.cage, ()) if found.cage.rules else _opened(clock())
    claim = Draft(canonical(Claim(at=clock(), server=server)))
    try:
        await journal.append(
            Entry((Part(claims(CAGE_REGISTER.name), epoch - 1, (claim,)), Part(CAGE_REGISTER.name, found.line, opens)), epoch)
        )
    except ConflictError as error:
        raise JournalError(f"{CAGE_REGISTER.name}: another croupier runs the cage ({error}); stop that one first") from None
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
    events = CAGE_REGISTER.decide(Cage(), command)
    assert not isinstance(events, Refusal), "the default settings are in order"
    return CAGE_REGISTER.replayed(Cage(), events), (Draft(CAGE_REGISTER.recorded(command, events)),)

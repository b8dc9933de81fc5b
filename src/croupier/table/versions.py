"""The forms in which events have been written down, so that old journals stay readable."""

from collections.abc import Iterable

from msgspec.structs import replace

from croupier.ledger.accounts import HOUSE, OUTSIDE, rack
from croupier.ledger.book import Transfer
from croupier.money import Cents
from croupier.table.behind import behind
from croupier.table.commands import Command
from croupier.table.events import (
    BettingClosed,
    Event,
    MoneyCollected,
    MoneyInserted,
    SeatLeft,
    SeatTaken,
    SettledAgain,
)
from croupier.table.rulings import MoneyReleased, MoneyWithheld
from croupier.table.tender import Tender, Way

FORMAT = 5
"""The form of lines that are written now.

1: no event says when it happened; that of closing the bets says until when the shooter may wait, 10 seconds after it.
2: every event says when it happened.
3: events that bring money, take it away, withhold or release it say how much; before, only their transfers did. What an event
   says of several bets stands by seat and wager, not in the order in which they were made.
4: promotional credits are restricted or unrestricted, and bets say what of them is; before, they were money in the rack.
5: bets can be made with tokens, and say what of them is.
"""

TEN_SECONDS = 10_000
OF_SEVERAL_BETS = ("decided", "moved", "standing", "settled", "wagers", "transfers")
"""The fields of events that speak of several bets."""


class NewerFormatError(ValueError):
    """A journal that a newer croupier wrote."""


def readable(format: int) -> None:
    """Whether lines of this form can be read at all; those of an older one are read as they are."""
    if format > FORMAT:
        raise NewerFormatError(
            f"these lines have the form {format}, and this croupier reads up to {FORMAT}; use the croupier that wrote them"
        )


def today(event: Event, format: int) -> Event:
    """An event of a journal that was begun in an older form, as it would be written now."""
    if format >= 3:
        return event
    if isinstance(event, SettledAgain):
        return replace(event, again=tuple(today(each, format) for each in event.again))
    if getattr(event, "amount", 0):
        return event  # Whoever went on with the journal since has said it.
    if isinstance(event, MoneyReleased):
        house = any(each.target == HOUSE for each in event.transfers)
        return replace(event, amount=_moved(event.transfers), to_player=not house)
    if isinstance(event, SeatLeft | MoneyCollected):
        # What somebody left behind who had gone went to what is owed to them.
        return replace(event, amount=_moved(each for each in event.transfers if each.target == OUTSIDE))
    if isinstance(event, SeatTaken | MoneyInserted | MoneyWithheld):
        return replace(event, amount=_moved(event.transfers))
    return event


def _moved(transfers: Iterable[Transfer]) -> Cents:
    return Cents(sum(each.amount for each in transfers))


def alike(format: int, written: Event, decided: Event) -> bool:
    """Whether a line of this form says what the rules decide."""
    if format < 4 and isinstance(decided, SeatTaken | MoneyInserted) and _is_promotion(written):
        return written == _into_the_rack(decided)
    return written == decided or (format < 3 and _in_order(written) == _in_order(decided))


def _is_promotion(event: Event) -> bool:
    tender = event.tender if isinstance(event, SeatTaken | MoneyInserted) else None
    return tender is not None and tender.way is Way.PROMOTION


def _into_the_rack(event: SeatTaken | MoneyInserted) -> Event:
    """Credits that are brought, as they were before the fourth form: money like any other."""
    transfers = tuple(replace(each, target=rack(event.seat)) for each in event.transfers)
    return replace(event, tender=Tender(Way.PROMOTION), transfers=transfers)


def _in_order(event: Event) -> Event:
    """An event in which nothing hangs on the order of bets."""
    if isinstance(event, SettledAgain):
        return replace(event, again=tuple(_in_order(each) for each in event.again))
    names = [name for name in OF_SEVERAL_BETS if name in event.__struct_fields__]
    return replace(event, **{name: tuple(sorted(getattr(event, name), key=repr)) for name in names})


def asked(event: Event) -> Command:
    """The command behind an event, also behind one that does not say when it happened."""
    command = behind(event)
    if _is_promotion(event):
        return replace(command, tender=Tender(Way.UNRESTRICTED))
    if isinstance(event, BettingClosed) and not event.at:
        return replace(command, at=event.shoot_by - (TEN_SECONDS if event.shooter else 0))
    return command

"""Places: where players sit, counted clockwise from 1."""

from collections.abc import Iterator
from itertools import count

from msgspec.structs import replace

from croupier.layered import updated
from croupier.ledger.accounts import owed
from croupier.ledger.book import Transfer
from croupier.table.core.desk import Desk
from croupier.table.core.forms import Values
from croupier.table.core.message import SeatKind
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Round, Table, with_dice


def place_refused(table: Table, place: int | None) -> Refusal | None:
    """Refuse a place that the table does not have, or that is taken."""
    if place is None:
        return None
    if place < 1 or (table.seats and place > table.seats):
        most = f"to {table.seats}" if table.seats else "on"
        return Refusal(Reason.NO_SUCH_PLACE, f"There is no place {place} at this table: they count from 1 {most}.")
    if holder := next((seat for seat, taken in table.places.items() if taken == place), ""):
        return Refusal(Reason.NO_SUCH_PLACE, f"Place {place} is taken by {holder}.")
    return None


def free_place(table: Table) -> int:
    """The first place that is not taken."""
    taken = set(table.places.values())
    return next(place for place in range(1, len(taken) + 2) if place not in taken)


def unused_name(table: Table) -> str:
    """A name for a player who gives none: nobody has had it at this table, and nobody of that name was turned away."""
    names = (f"Player {number}" for number in count(1))
    known = {*table.layout, *table.meters.terminals}
    return next(name for name in names if name not in known and table.desk.turns_away(name) is None)


def free_places(table: Table) -> Iterator[Values]:
    """The first free place (None) and every free one, for a guest whom nobody has turned away."""
    seat = unused_name(table)
    free = [place for place in range(1, table.seats + 1) if place not in table.places.values()]
    return ({"seat": seat, "place": place} for place in (None, *free))


def with_seat(
    table: Table, seat: str, place: int, kind: SeatKind, terminal: str | None, transfers: tuple[Transfer, ...]
) -> Table:
    """The table with one more player, to whom these transfers have brought money."""
    terminals = {each: name for each, name in table.terminals.items() if each != seat}
    kinds = {each: other for each, other in table.kinds.items() if each != seat}
    desk = replace(table.desk, released=table.desk.released - {seat}) if seat in table.desk.released else table.desk
    book = table.book.after(transfers)
    if book.balance(owed(seat)) > 0:  # this visit does not bring it back, and its end is not when it began
        since = desk.kept_since.get(seat, table.left.get(seat, 0))
        desk = replace(desk, kept_since={**desk.kept_since, seat: since})
    return replace(
        table,
        layout=updated(table.layout, {seat: {}}),
        places={**table.places, seat: place},
        kinds=kinds if kind is SeatKind.PERSON else {**kinds, seat: kind},
        terminals=terminals if terminal is None else {**terminals, seat: terminal},
        seated=table.seated + 1,
        book=book,
        desk=desk,
    )


def without_seat(table: Table, seat: str, transfers: tuple[Transfer, ...], at: int) -> Table:
    """The table without a player who left at this time, whose money these transfers have taken from the seat."""
    layout = {each: bets for each, bets in table.layout.items() if each != seat}
    places = {each: place for each, place in table.places.items() if each != seat}
    # What never had money is forgotten, or terminals that come and go would make the table grow without end.
    has_had_money = seat in table.meters.terminals
    kinds = {each: kind for each, kind in table.kinds.items() if each != seat or has_had_money}
    terminals = {each: name for each, name in table.terminals.items() if each != seat or has_had_money}
    left = updated(table.left, {seat: at}) if has_had_money else table.left
    desk, round, book = _desk_without_seat(table.desk, seat), _round_without_seat(table, seat), table.book.after(transfers)
    desk = desk if book.balance(owed(seat)) > 0 else desk.kept_no_more(seat)
    return replace(
        table,
        layout=layout,
        places=places,
        kinds=kinds,
        terminals=terminals,
        left=left,
        round=round,
        desk=desk,
        book=book,
    )


def _round_without_seat(table: Table, seat: str) -> Round:
    """The round once a player has left. The dice go on from that place, and whoever takes the seat next is a new player."""
    round = table.round
    if round.shooter == seat:
        round = replace(with_dice(table, seat), shooter="", chosen=())
    if round.dice_at == seat:
        round = replace(round, dice_at="")
    if round.offered == seat:
        round = replace(round, offered="")
    return replace(round, declined=tuple(each for each in round.declined if each != seat), void_at=round.void_at - {seat})


def _desk_without_seat(desk: Desk, seat: str) -> Desk:
    """Remove what the desk keeps about a seat."""
    return replace(
        desk,
        cards={each: player for each, player in desk.cards.items() if each != seat},
        limits={each: limits for each, limits in desk.limits.items() if each != seat},
        idle={each: rounds for each, rounds in desk.idle.items() if each != seat},
        devices={each: devices for each, devices in desk.devices.items() if each != seat},
        faulty=desk.faulty - {seat},
        raised={each: name for each, name in desk.raised.items() if each != seat or each in desk.hand_pays},
        leaving=desk.leaving - {seat},
        colours={each: colours for each, colours in desk.colours.items() if each != seat},
    )

"""How events add to the meters.

Meters are computed from the amounts and bets that an event states, never from its transfers. The books are computed from the
transfers, so the two can be compared.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol

from msgspec.structs import replace

from croupier.layered import updated
from croupier.ledger.accounts import Account, felt, owed, rack, restricted, tokens, unrestricted, withheld
from croupier.money import Cents, dollars
from croupier.rules.machine import Result
from croupier.table.core.message import Decided
from croupier.table.core.meters import LARGE_WIN, NEVER_PLAYED, OTHER, Counted, Meters, Played, Terminal, added, net, with_wager
from croupier.table.core.state import Table
from croupier.table.money.tender import Tender, Way

ENDED_BY_PLAY = (Result.WIN, Result.LOSE, Result.PUSH)
"""The results that count as turnover."""


def corrected(first: Meters, other: Meters) -> Meters:
    """The meters after a correction: those of the first history. `corrected_up` and `corrected_down` count the difference."""
    terminals = dict(first.terminals)
    for seat in {*first.terminals, *other.terminals}:
        its = other.terminal(seat)
        mine = _commission_corrected(_hand_pays_corrected(first.terminal(seat), waiting_by_hand(its)), its.net_commission)
        terminals[seat] = corrected_by(mine, its.balance - mine.balance)
    up, down = first.corrected_up, first.corrected_down
    for edition, kind in _kinds(first) | _kinds(other):
        was, should = net(first, edition, kind), net(other, edition, kind)
        if was != should:
            up = with_wager(up, edition, kind, should.beyond(was))
            down = with_wager(down, edition, kind, was.beyond(should))
    return replace(first, terminals=terminals, corrected_up=up, corrected_down=down)


def waiting_by_hand(terminal: Terminal) -> int:
    """The amount that waits to be paid by hand at a terminal, by its meters."""
    called = terminal.taken.get(Way.HAND_PAY.value, 0) + terminal.taken.get(LARGE_WIN, 0)
    return called - terminal.paid_by_hand - terminal.taken_back


def _hand_pays_corrected(terminal: Terminal, should_wait: int) -> Terminal:
    """Count the hand pays that a correction adds or takes back."""
    more = should_wait - waiting_by_hand(terminal)
    if more > 0:
        return replace(terminal, taken=added(terminal.taken, LARGE_WIN, more))
    return replace(terminal, taken_back=terminal.taken_back - more)


def _commission_corrected(terminal: Terminal, should: int) -> Terminal:
    """Count by how much a correction changes the commission that was charged and not returned."""
    more = should - terminal.net_commission
    if more > 0:
        return replace(terminal, commission_up=terminal.commission_up + more)
    return replace(terminal, commission_down=terminal.commission_down - more) if more else terminal


def _kinds(meters: Meters) -> set[tuple[int, str]]:
    """The kinds of wager with meters, each with its edition. Every corrected kind is among them."""
    return {(edition, kind) for edition, kinds in meters.wagers.items() for kind in kinds}


def corrected_by(terminal: Terminal, change: int) -> Terminal:
    """Count what a correction gave to a player (`change` is positive) or took from them."""
    if change > 0:
        return replace(terminal, corrected_up=terminal.corrected_up + change)
    return replace(terminal, corrected_down=terminal.corrected_down - change) if change else terminal


def disagreement(table: Table, seat: str) -> str:
    """How the meters of a terminal differ from the books and the layout, in words; empty if they agree."""
    # Called for every bet, so it reads the balances directly.
    holds = table.book.balances.get
    bets = table.layout.get(seat)
    layout = sum([bet.stake for bet in bets.values()]) if bets else 0
    at_rack, at_restricted, at_unrestricted, at_tokens, at_felt, at_withheld, at_owed = _accounts(seat)
    credit = holds(at_rack, 0) + holds(at_restricted, 0) + holds(at_unrestricted, 0) + holds(at_tokens, 0)
    on_felt, kept, open_with = holds(at_felt, 0), holds(at_withheld, 0), holds(at_owed, 0)
    metered = table.meters.terminal(seat).balance
    if credit + layout + kept + open_with == metered and layout == on_felt:
        return ""
    return (
        f"credit {dollars(credit)}, bets {dollars(layout)} of which the books have {dollars(on_felt)}, "
        f"withheld {dollars(kept)}, owed {dollars(open_with)}; the meters come to {dollars(metered)}"
    )


@lru_cache(maxsize=10_000)
def _accounts(seat: str) -> tuple[Account, Account, Account, Account, Account, Account, Account]:
    return rack(seat), restricted(seat), unrestricted(seat), tokens(seat), felt(seat), withheld(seat), owed(seat)


def at_terminal(table: Table, seat: str, **figures: Any) -> Meters:
    """Return the meters with some figures of one terminal replaced."""
    meters = table.meters
    return replace(meters, terminals=updated(meters.terminals, {seat: replace(meters.terminal(seat), **figures)}))


class Bringing(Protocol):
    """An event that brought money to a seat."""

    @property
    def seat(self) -> str: ...  # noqa: D102
    @property
    def terminal(self) -> str | None: ...  # noqa: D102
    @property
    def amount(self) -> Cents: ...  # noqa: D102
    @property
    def tender(self) -> Tender | None: ...  # noqa: D102


def meter_brought(table: Table, event: Bringing) -> Meters:
    """Count money that came to a seat, and its notes."""
    terminal = table.meters.terminal(event.seat)
    notes: Mapping[int, int] = event.tender.notes if event.tender else {}
    meters = at_terminal(
        table,
        event.seat,
        brought=added(terminal.brought, way_of(event.tender), event.amount),
        notes=_with_notes(terminal.notes, notes),
        tickets_in=terminal.tickets_in + is_ticket(event.tender),
    )
    if not notes:
        return meters
    name = event.terminal or event.seat
    stacker = meters.stacker(name)
    fed = replace(stacker, notes=_with_notes(stacker.notes, notes))
    return replace(meters, stackers={**meters.stackers, name: fed})


def _with_notes(before: Mapping[int, int], more: Mapping[int, int]) -> Mapping[int, int]:
    return {**before, **{value: before.get(value, 0) + count for value, count in more.items()}} if more else before


def is_ticket(tender: Tender | None) -> bool:
    """Whether money came or went on a ticket."""
    return tender is not None and tender.way is Way.TICKET


def ended_with_a_visit(taken: Counted, restricted: int, tokens: int) -> Counted:
    """Add the restricted credits and tokens that a player forfeits on leaving to the money out."""
    return added(added(taken, Way.RESTRICTED.value, restricted), Way.TOKENS.value, tokens)


def way_of(tender: Tender | None) -> str:
    """The payment method under which money is counted."""
    return tender.way.value if tender else OTHER


def of_wager(table: Table, meters: Meters, edition: int, wager: str, more: Played) -> Meters:
    """Add figures to the meters of a wager's kind."""
    kind = table.editions[edition].addresses[wager].offer.kind
    return replace(meters, wagers=with_wager(meters.wagers, edition, kind, more))


class EndedBets:
    """Collects the bets that one event ended, so that each terminal and each kind of wager is updated once."""

    def __init__(self, table: Table, cause: str) -> None:
        """Start with nothing. Bets that do not win, lose or push are counted under `cause`, a clause."""
        self._table, self._cause = table, cause
        self._terminals = dict(table.meters.terminals)
        self._seats: dict[str, list[int]] = {}
        self._wagers: dict[tuple[int, str], list[int]] = {}

    def count(self, decided: Sequence[Decided]) -> None:
        """Count bets that ended."""
        table = self._table
        for each in decided:
            bet = table.layout[each.seat][each.wager]
            kind = table.editions[bet.edition].addresses[each.wager].offer.kind
            seat = self._seats.setdefault(each.seat, [0, 0, 0])
            wager = self._wagers.setdefault((bet.edition, kind), [0, 0, 0, 0, 0])
            if each.result in ENDED_BY_PLAY:
                paid = each.paid - each.commission
                seat[0] += each.stake
                seat[1] += paid
                seat[2] += each.commission
                wager[0] += 1
                wager[1] += each.stake
                wager[2] += paid
                wager[4] += each.commission
            else:
                # `paid` is the stake with its commission, or 0 if the bet is forfeited.
                back = max(0, each.paid - each.stake)
                seat[2] += back
                wager[4] += back
                self._count_by_cause(each)

    def _count_by_cause(self, each: Decided) -> None:
        name = _FIELD_BY_RESULT[each.result]
        terminal = self._terminal(each.seat)
        self._terminals[each.seat] = replace(terminal, **{name: added(getattr(terminal, name), self._cause, each.stake)})

    def play(self) -> None:
        """Count a game for every terminal that has a bet on the layout, unless the round is void there."""
        for seat, bets in self._table.layout.items():
            if bets and seat not in self._table.round.void_at:
                terminal = self._terminal(seat)
                self._terminals[seat] = replace(terminal, games=terminal.games + 1)

    def meters(self) -> Meters:
        """The meters with everything that was counted."""
        for seat, (turnover, wins, back) in self._seats.items():
            before = self._terminal(seat)
            self._terminals[seat] = replace(
                before,
                turnover=before.turnover + turnover,
                wins=before.wins + wins,
                commission_back=before.commission_back + back,
            )
        meters = self._table.meters
        wagers = {edition: dict(kinds) for edition, kinds in meters.wagers.items()}
        for (edition, kind), figures in self._wagers.items():
            of_edition = wagers.setdefault(edition, {})
            of_edition[kind] = of_edition.get(kind, NEVER_PLAYED).plus(Played(*figures))
        return replace(meters, terminals=self._terminals, wagers=wagers)

    def _terminal(self, seat: str) -> Terminal:
        return self._terminals.get(seat) or Terminal()


_FIELD_BY_RESULT = {Result.VOID: "voided", Result.REFUND: "refunded", Result.FORFEIT: "forfeited"}


class EndsBets(Protocol):
    """A ruling that took bets down."""

    @property
    def clause(self) -> str: ...  # noqa: D102
    @property
    def decided(self) -> tuple[Decided, ...]: ...  # noqa: D102


def meter_ruling(table: Table, event: EndsBets) -> Meters:
    """Count the bets that a ruling ended, under its clause."""
    ends = EndedBets(table, event.clause)
    ends.count(event.decided)
    return ends.meters()

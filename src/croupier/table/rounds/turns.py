"""Which player throws the dice next."""

from croupier.rules.sequence import Phase
from croupier.rules.shooting import Shooting
from croupier.table.core.state import Table

NOT_IN_THE_AIR = (Phase.BETTING, Phase.SETTLED, Phase.DONE)
"""The phases in which the shooter holds the dice."""


def has_the_bet(table: Table, seat: str) -> bool:
    """Whether a player has the bet that a shooter needs."""
    shooting = table.rules.procedures.shooting
    if shooting is None:
        return False
    bets, least = table.layout.get(seat, {}), _smallest_bet(table, shooting)
    return any(wager in bets and bets[wager].stake >= least for wager in shooting.with_one_of)


def _smallest_bet(table: Table, shooting: Shooting) -> int:
    """The smallest bet that a shooter needs; 0 if the document sets none."""
    return table.sign.named.get(shooting.least, table.sign.minimum) if shooting.least else 0


def shooter_at_close(table: Table) -> str:
    """At an electronic table: the shooter of the round when betting closes; empty if no player has the bet to shoot.

    It is the player who has the dice, or else the next one clockwise who has the bet to shoot.
    """
    shooting = table.rules.procedures.shooting
    if shooting is None:
        return ""
    players = [seat for seat in table.clockwise() if not table.desk.is_refused(seat)]
    entitled = [seat for seat in players if has_the_bet(table, seat)]
    last, lost = table.round.dice_at, table.round.dice_pass
    # The shooter may keep the dice after taking the bet down, for as long as the document says.
    keeps = shooting.keeps is not None and table.round.shooter == last and shooting.keeps.holds(table.pucks)
    if last in players and not lost and (last in entitled or keeps):
        return last
    return _next_clockwise(table, entitled)


def next_in_turn(table: Table) -> str:
    """At a dealer's table: the next player to offer the dice to, clockwise from the last shooter; empty if there is none."""
    shooting = table.rules.procedures.shooting
    assert shooting, "dice are offered only at a table where players throw them"
    may_still_bet = _could_bet(table, shooting)
    could = [
        seat
        for seat in table.clockwise()
        if seat not in table.round.declined and not table.desk.is_refused(seat) and (may_still_bet or has_the_bet(table, seat))
    ]
    return _next_clockwise(table, could)


def in_hand(table: Table) -> str:
    """The shooter who may go on throwing; empty if there is none.

    A shooter whose bets are refused may not, nor one who has no bet to shoot and cannot place one any more.
    """
    shooting, seat = table.rules.procedures.shooting, table.round.shooter
    if shooting is None or table.desk.is_refused(seat):
        return ""
    return seat if seat and (has_the_bet(table, seat) or _could_bet(table, shooting)) else ""


def _could_bet(table: Table, shooting: Shooting) -> bool:
    """Whether the bet to shoot can be placed now: before a come-out roll, at a table that is not about to close."""
    return not table.desk.closing and any(
        table.rules.addresses[wager].offer.placed.holds(table.pucks) for wager in shooting.with_one_of
    )


def _next_clockwise(table: Table, seats: list[str]) -> str:
    """The first of these seats after the place that was asked or had the dice last, going round; empty if there are none."""
    last = table.round.asked_place or table.round.dice_place
    after = [seat for seat in seats if table.places[seat] > last]
    return (after or seats or [""])[0]

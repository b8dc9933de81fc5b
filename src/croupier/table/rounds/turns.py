"""Which player throws the dice next."""

from collections.abc import Collection, Iterator

from croupier.money import Cents
from croupier.rules.sequence import Phase
from croupier.rules.shooting import Shooting
from croupier.table.bets.placing import PlaceBet, place
from croupier.table.core.forms import Values
from croupier.table.core.refusals import Reason, Refusal
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
    return next(iter(_clockwise_from_dice(table, entitled)), "")


def shooting_by_offer(table: Table) -> Shooting | Refusal:
    """The rules about the shooter, or a refusal if the dice are not offered at this table."""
    shooting = table.rules.procedures.shooting
    if shooting is None or not shooting.is_offered:
        return Refusal(Reason.NO_SUCH_POWER, "At this table the dice are not offered.")
    return shooting


def next_in_turn(table: Table, passed_over: Collection[str] = ()) -> str:
    """At a dealer's table: the next player to offer the dice to; empty if there is none. See `in_turn`."""
    return next((seat for seat in in_turn(table) if seat not in passed_over), "")


def in_turn(table: Table) -> list[str]:
    """At a dealer's table: the players to offer the dice to, clockwise from the last shooter."""
    shooting = table.rules.procedures.shooting
    assert shooting, "dice are offered only at a table where players throw them"
    may_still_bet, declined = _could_bet(table, shooting), set(table.round.declined)
    could = [
        seat
        for seat in table.clockwise()
        if seat not in declined and not table.desk.is_refused(seat) and (may_still_bet or has_the_bet(table, seat))
    ]
    return _clockwise_from_dice(table, could)


def could_shoot(table: Table, seat: str) -> bool:
    """Whether a player has the bet that a shooter needs, or has the money to place it now."""
    shooting = table.rules.procedures.shooting
    if shooting is None or has_the_bet(table, seat):
        return shooting is not None
    least = Cents(max(1, _smallest_bet(table, shooting), table.sign_for(seat).minimum))
    bets = (PlaceBet(at=table.clock, seat=seat, wager=wager, stake=least) for wager in shooting.with_one_of)
    return any(not isinstance(place(table, bet), Refusal) for bet in bets)


def in_hand(table: Table) -> str:
    """The shooter who may go on throwing; empty if there is none.

    A shooter whose bets are refused may not, nor one who has no bet to shoot and cannot place one any more.
    """
    shooting, seat = table.rules.procedures.shooting, table.round.shooter
    if shooting is None or table.desk.is_refused(seat):
        return ""
    return seat if seat and (has_the_bet(table, seat) or _could_bet(table, shooting)) else ""


def _could_bet(table: Table, shooting: Shooting) -> bool:
    """Whether the bet to shoot can be placed now: before a come-out roll, at a table that takes new bets."""
    takes_bets = not table.desk.closing and table.desk.disabled is None
    return takes_bets and any(table.rules.addresses[wager].offer.placed.holds(table.pucks) for wager in shooting.with_one_of)


def _clockwise_from_dice(table: Table, seats: list[str]) -> list[str]:
    """These seats, going round from the place that was asked or had the dice last."""
    last = table.round.asked_place or table.round.dice_place
    return sorted(seats, key=lambda seat: table.places[seat] <= last)


def offered_to(table: Table) -> tuple[str, ...]:
    """The player to whom the dice are offered, if there is one."""
    return tuple(filter(None, (table.round.offered,)))


def shooting_now(table: Table) -> tuple[str, ...]:
    """The player who has the dice, if there is one."""
    return tuple(filter(None, (table.round.shooter,)))


def dice_to_choose(table: Table) -> Iterator[Values]:
    """The player to whom the dice are offered, and the one who has them, with the first dice of the set."""
    shooting = table.rules.procedures.shooting
    dice = tuple(range(1, shooting.dice.chosen + 1)) if shooting and shooting.dice else ()
    return ({"seat": seat, "dice": dice} for seat in (*offered_to(table), *shooting_now(table)))


def to_be_offered(table: Table) -> Iterator[Values]:
    """Every player who may take the dice. Those who would come first are passed over."""
    players = in_turn(table) if table.rules.procedures.shooting else []
    return ({"seat": seat, "passed_over": tuple(players[:turn])} for turn, seat in enumerate(players))

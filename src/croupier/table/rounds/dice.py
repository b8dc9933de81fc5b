"""Offering, accepting, declining and passing the dice."""

from msgspec.structs import replace

from croupier.rules.outcomes import listed
from croupier.rules.powers import Act
from croupier.rules.sequence import Phase
from croupier.table.authority.powers import grounds_for, power_to_act, power_to_decide
from croupier.table.core.forms import forms_of, one_of
from croupier.table.core.message import Command, Event, Order, PlayerCommand, Ruling
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_PLAYERS, FROM_STAFF, Audience, CommandRow, by_name, declare, event_without_money
from croupier.table.core.state import Table, with_dice
from croupier.table.core.words import entered, who
from croupier.table.rounds.turns import (
    NOT_IN_THE_AIR,
    dice_to_choose,
    in_hand,
    next_in_turn,
    offered_to,
    shooting_by_offer,
    shooting_now,
    to_be_offered,
)


class AcceptDice(PlayerCommand, frozen=True, kw_only=True, tag=True):
    """Accept the offered dice, and choose those to throw."""

    dice: tuple[int, ...]
    """The numbers of the chosen dice."""


class DeclineDice(Command, frozen=True, kw_only=True, tag=True):
    """Decline the offered dice."""

    seat: str
    by: Person | None = None
    """Who offered the dice and got no answer; null if the player declines."""


class PassDice(PlayerCommand, frozen=True, kw_only=True, tag=True):
    """Pass the dice on, as the shooter."""


class OfferDice(Order, frozen=True, kw_only=True, tag=True):
    """Offer the dice to the player whose turn it is."""

    seat: str
    passed_over: tuple[str, ...] = ()
    """Players who would come first, but are not at the table, have no bet to shoot with, or were asked before."""


class OrderPass(Order, frozen=True, kw_only=True, tag=True):
    """Order the shooter to pass the dice on."""


class DiceAccepted(Event, frozen=True, kw_only=True, tag=True):
    """A player accepted the dice and chose those to throw."""

    seat: str
    dice: tuple[int, ...]
    """The numbers of the chosen dice."""
    by: Person | None = None


class DiceDeclined(Event, frozen=True, kw_only=True, tag=True):
    """A player declined the dice, or gave no answer."""

    seat: str
    by: Person | None = None
    """Who offered the dice and got no answer; null if the player declined."""


class DicePassed(Event, frozen=True, kw_only=True, tag=True):
    """The shooter passed the dice on."""

    seat: str
    by: Person | None = None
    """Who ordered it or, without a reason, entered it for the shooter; null if the shooter passed them freely."""
    why: str = ""
    clause: str


class DiceOffered(Ruling, frozen=True, kw_only=True, tag=True):
    """The dice were offered to a player."""

    seat: str


def offer_dice(table: Table, order: OfferDice) -> DiceOffered | Refusal:
    """Offer the dice to the player whose turn it is."""
    shooting = shooting_by_offer(table)
    if isinstance(shooting, Refusal):
        return shooting
    power = power_to_act(table, order.by, Act.OFFER_DICE)
    if isinstance(power, Refusal):
        return power
    round = table.round
    if round.phase is not Phase.BETTING:
        return Refusal(Reason.OUT_OF_SEQUENCE, "The dice are offered before they are thrown.", power.clause)
    if holder := in_hand(table):
        return Refusal(Reason.OUT_OF_SEQUENCE, f"{holder} has the dice.", power.clause)
    turn = next_in_turn(table, order.passed_over)
    if not turn or order.seat != turn:
        said = f"it is the turn of {turn}" if turn else "nobody is left to take them"
        clause = shooting.clause if round.dice_place else shooting.offered
        return Refusal(Reason.NOT_YOUR_TURN, f"The dice cannot be offered to {order.seat or 'nobody'}: {said}.", clause)
    return DiceOffered(seat=order.seat, by=order.by, why=order.why, clause=power.clause)


def accept_dice(table: Table, wish: AcceptDice) -> DiceAccepted | Refusal:
    """Accept the offered dice, or choose again after dice were lost."""
    shooting = shooting_by_offer(table)
    if isinstance(shooting, Refusal):
        return shooting
    round, dice, lost = table.round, shooting.dice, table.desk.lost
    may_choose = dice is not None and not round.chosen and round.phase in NOT_IN_THE_AIR
    chooses_again = may_choose and round.shooter == wish.seat
    if not wish.seat or (round.offered != wish.seat and not chooses_again):
        return Refusal(Reason.NOT_YOUR_TURN, f"The dice are not offered to {wish.seat or 'nobody'}.", shooting.offered)
    if dice is None:
        return DiceAccepted(seat=wish.seat, dice=(), by=wish.by or None)
    if lost >= dice.new_set_when_lost and not chooses_again:
        missing = f"{lost} of the dice are lost" if lost > 1 else "A die is lost"
        return Refusal(Reason.NEW_SET_NEEDED, f"{missing}: a new set comes first.", dice.lost_clause)
    fair = len(set(wish.dice)) == len(wish.dice) == dice.chosen and all(1 <= die <= dice.dice - lost for die in wish.dice)
    if not fair:
        sentence = f"{dice.chosen} different dice are chosen, numbered 1 to {dice.dice - lost}."
        return Refusal(Reason.BAD_DICE, sentence, dice.chosen_clause)
    return DiceAccepted(seat=wish.seat, dice=wish.dice, by=wish.by or None)


def decline_dice(table: Table, wish: DeclineDice) -> DiceDeclined | Refusal:
    """Decline the offered dice."""
    shooting = shooting_by_offer(table)
    if isinstance(shooting, Refusal):
        return shooting
    if not wish.seat or table.round.offered != wish.seat:
        return Refusal(Reason.NOT_YOUR_TURN, f"The dice are not offered to {wish.seat or 'nobody'}.", shooting.offered)
    if wish.by and isinstance(power := power_to_act(table, wish.by, Act.OFFER_DICE), Refusal):
        return power
    return DiceDeclined(seat=wish.seat, by=wish.by)


def pass_dice(table: Table, wish: PassDice) -> DicePassed | Refusal:
    """Pass the dice on while they are not in the air."""
    shooting = table.rules.procedures.shooting
    if shooting is None or not shooting.passed:
        return Refusal(Reason.NO_SUCH_POWER, "At this table the dice are not passed.")
    if not wish.seat or wish.seat != table.round.shooter:
        return Refusal(Reason.NOT_THE_SHOOTER, f"{wish.seat or 'Nobody'} does not have the dice.", shooting.passed)
    if table.round.phase not in NOT_IN_THE_AIR:
        return Refusal(Reason.OUT_OF_SEQUENCE, "The dice are in the air.", shooting.passed)
    return DicePassed(seat=wish.seat, by=wish.by or None, clause=shooting.passed)


def order_pass(table: Table, order: OrderPass) -> DicePassed | Refusal:
    """Order the shooter to pass the dice on."""
    power = power_to_decide(table, order.by, Act.ORDER_PASS, order.why)
    if isinstance(power, Refusal):
        return power
    if not table.round.shooter or table.round.phase not in NOT_IN_THE_AIR:
        return Refusal(Reason.OUT_OF_SEQUENCE, "Nobody has the dice in hand.", power.clause)
    return DicePassed(seat=table.round.shooter, by=order.by, why=order.why, clause=power.clause)


def _apply_offered(table: Table, event: DiceOffered) -> Table:
    asked = table.places[event.seat]
    return replace(table, round=replace(table.round, offered=event.seat, asked_place=asked, shooter="", chosen=()))


def _apply_accepted(table: Table, event: DiceAccepted) -> Table:
    # A shooter who chooses again may still get back what is missing; a new one may not.
    missing = None if table.round.offered == event.seat else table.round.missing
    before = replace(with_dice(table, event.seat), missing=missing)
    return replace(table, round=replace(before, shooter=event.seat, offered="", chosen=event.dice, dice_pass=False))


def _apply_declined(table: Table, event: DiceDeclined) -> Table:
    return replace(table, round=replace(table.round, offered="", declined=(*table.round.declined, event.seat)))


def _apply_passed(table: Table, event: DicePassed) -> Table:
    declined = (*table.round.declined, event.seat)
    return replace(table, round=replace(with_dice(table, event.seat), shooter="", chosen=(), declined=declined))


declare(
    CommandRow(
        kind=AcceptDice,
        decide=accept_dice,
        wish=by_name,
        senders=FROM_PLAYERS,
        under=None,
        chosen=("seat",),
        forms=forms_of(AcceptDice, dice_to_choose),
        prepares=Phase.SHOT,
        nothing=Refusal(Reason.NOT_YOUR_TURN, "The dice are offered to nobody."),
    ),
    CommandRow(
        kind=DeclineDice,
        decide=decline_dice,
        wish=by_name,
        senders=FROM_PLAYERS | FROM_STAFF,
        under=lambda _, wish: Act.OFFER_DICE if wish.by else None,
        also_under=(Act.OFFER_DICE,),
        chosen=("seat",),
        forms=forms_of(DeclineDice, one_of("seat", offered_to)),
        nothing=Refusal(Reason.NOT_YOUR_TURN, "The dice are offered to nobody."),
    ),
    CommandRow(
        kind=PassDice,
        decide=pass_dice,
        wish=by_name,
        senders=FROM_PLAYERS,
        under=None,
        chosen=("seat",),
        forms=forms_of(PassDice, one_of("seat", shooting_now)),
        nothing=Refusal(Reason.NOT_THE_SHOOTER, "Nobody has the dice."),
    ),
    CommandRow(
        kind=OfferDice,
        decide=offer_dice,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.OFFER_DICE,
        chosen=("seat", "passed_over"),
        forms=forms_of(OfferDice, to_be_offered),
        prepares=Phase.SHOT,
        nothing=Refusal(Reason.NOT_YOUR_TURN, "There is nobody to offer the dice to."),
    ),
    CommandRow(
        kind=OrderPass,
        decide=order_pass,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.ORDER_PASS,
        chosen=("why",),
        forms=forms_of(OrderPass, grounds_for(Act.ORDER_PASS)),
    ),
    event_without_money(
        kind=DiceAccepted,
        apply=_apply_accepted,
        tell=lambda _, e: f"{e.seat} takes the dice{' and chooses ' if e.dice else ''}{listed(e.dice, 'and')}{entered(e.by)}.",
        audience=Audience.TABLE,
    ),
    event_without_money(
        kind=DiceDeclined,
        apply=_apply_declined,
        tell=lambda _, e: f"{who(e.by)} gets no answer from {e.seat}." if e.by else f"{e.seat} does not want the dice.",
        audience=Audience.TABLE,
    ),
    event_without_money(
        kind=DicePassed,
        apply=_apply_passed,
        tell=lambda _, e: (
            f"{who(e.by)} orders {e.seat} to pass the dice: {e.why} ({e.clause})."
            if e.by and e.why
            else f"{e.seat} passes the dice ({e.clause}){entered(e.by)}."
        ),
        audience=Audience.TABLE,
    ),
    event_without_money(
        kind=DiceOffered,
        apply=_apply_offered,
        tell=lambda _, e: f"{who(e.by)} offers the dice to {e.seat}.",
        audience=Audience.STAFF,
    ),
)

"""How the dice go round: offered, taken, declined, passed, lost and found."""

from croupier.rules.moments import clock_time
from croupier.rules.powers import Act
from croupier.rules.sequence import Phase
from croupier.rules.shooting import Shooting
from croupier.table.authority import authority, permitted
from croupier.table.commands import AcceptDice, DeclineDice, PassDice, ShootDice
from croupier.table.events import DiceAccepted, DiceDeclined, DicePassed, DiceShot, Event, FaultReported
from croupier.table.orders import LoseDice, OfferDice, OrderPass, RecoverDie, ReplaceDice, ThrowForHouse
from croupier.table.refusals import Reason, Refusal
from croupier.table.rulings import DiceLost, DiceOffered, DiceReplaced, DieRecovered
from croupier.table.state import Table

NOT_IN_THE_AIR = (Phase.BETTING, Phase.SETTLED, Phase.DONE)


def has_the_bet(table: Table, seat: str) -> bool:
    """Whether a player has the bet that a shooter needs."""
    shooting = table.rules.procedures.shooting
    if shooting is None:
        return False
    bets, least = table.layout.get(seat, {}), _least(table, shooting)
    return any(wager in bets and bets[wager].stake >= least for wager in shooting.with_one_of)


def _least(table: Table, shooting: Shooting) -> int:
    """The smallest bet to shoot with, where the document asks for one."""
    return table.sign.named.get(shooting.least, table.sign.minimum) if shooting.least else 0


def shooter_at_close(table: Table) -> str:
    """At a machine: the player with the dice, or the next one clockwise who has the bet for it; nobody if there is none."""
    shooting = table.rules.procedures.shooting
    if shooting is None:
        return ""
    players = [seat for seat in sorted(table.layout) if not table.desk.refuses(seat)]
    entitled = [seat for seat in players if has_the_bet(table, seat)]
    last, lost = table.round.dice_at, table.round.dice_pass
    # Whoever threw last and has taken the bet down since keeps the dice for as long as the document says.
    keeps = shooting.keeps is not None and table.round.shooter == last and shooting.keeps.holds(table.pucks)
    if last in players and not lost and (last in entitled or keeps):
        return last
    return _next(entitled, last)


def next_in_turn(table: Table) -> str:
    """At a table: the player to whom the dice are offered next, clockwise from the last who had them."""
    shooting = table.rules.procedures.shooting
    assert shooting, "dice are offered only where players throw them"
    may_still_bet = _could_bet(table, shooting)
    could = [
        seat
        for seat in sorted(table.layout)
        if seat not in table.round.declined and not table.desk.refuses(seat) and (may_still_bet or has_the_bet(table, seat))
    ]
    return _next(could, table.round.dice_at)


def in_hand(table: Table) -> str:
    """Who has the dice and may go on with them: nobody who is barred, and nobody whose bet to shoot is gone for good."""
    shooting, seat = table.rules.procedures.shooting, table.round.shooter
    if shooting is None or table.desk.refuses(seat):
        return ""
    return seat if seat and (has_the_bet(table, seat) or _could_bet(table, shooting)) else ""


def _could_bet(table: Table, shooting: Shooting) -> bool:
    """Whether the bet to shoot can still be made: before a come-out roll, at a table that takes bets."""
    return not table.desk.closing and any(
        table.rules.addresses[wager].offer.placed.holds(table.pucks) for wager in shooting.with_one_of
    )


def _next(seats: list[str], last: str) -> str:
    after = [seat for seat in seats if seat > last]
    return (after or seats or [""])[0]


def cannot_throw(table: Table, wish: ShootDice) -> Refusal | None:
    """Why these dice cannot be thrown by this player now."""
    shooting, round = table.rules.procedures.shooting, table.round
    assert shooting, "only where players throw is there a step for it"
    if not shooting.offered:
        if wish.seat and wish.seat != round.shooter:
            return Refusal(Reason.NOT_THE_SHOOTER, f"{wish.seat} does not have the dice.", shooting.clause)
        if not wish.seat and round.shooter and wish.at and wish.at < round.deadline:
            sentence = f"{round.shooter} has the dice until {clock_time(round.deadline)}."
            return Refusal(Reason.TOO_SOON, sentence, shooting.seconds_clause)
        return None
    if not wish.seat or wish.seat != round.shooter:
        who = wish.seat or "Nobody"
        return Refusal(Reason.NOT_THE_SHOOTER, f"{who} does not have the dice.", shooting.clause)
    if table.desk.refuses(wish.seat):
        return Refusal(Reason.BETS_REFUSED, f"{wish.seat} may not play here.", shooting.clause)
    if not has_the_bet(table, wish.seat):
        return Refusal(Reason.NO_LINE_BET, f"{wish.seat} needs a bet on one of the lines to throw.", shooting.eligible)
    if shooting.dice and not round.chosen:
        return Refusal(Reason.BAD_DICE, f"{wish.seat} has to choose dice first.", shooting.dice.chosen_clause)
    return None


def _offers(table: Table) -> Shooting | Refusal:
    shooting = table.rules.procedures.shooting
    if shooting is None or not shooting.offered:
        return Refusal(Reason.NO_SUCH_POWER, "At this table the dice are not offered.")
    return shooting


def offer(table: Table, order: OfferDice) -> DiceOffered | Refusal:
    """Offer the dice in turn."""
    shooting = _offers(table)
    if isinstance(shooting, Refusal):
        return shooting
    power = permitted(table, order.by, Act.OFFER_DICE)
    if isinstance(power, Refusal):
        return power
    round = table.round
    if round.phase is not Phase.BETTING:
        return Refusal(Reason.OUT_OF_SEQUENCE, "The dice are offered before they are thrown.", power.clause)
    if holder := in_hand(table):
        return Refusal(Reason.OUT_OF_SEQUENCE, f"{holder} has the dice.", power.clause)
    turn = next_in_turn(table)
    if order.seat != turn:
        said = f"it is the turn of {turn}" if turn else "nobody is left to take them"
        clause = shooting.clause if round.dice_at else shooting.offered
        return Refusal(Reason.NOT_YOUR_TURN, f"The dice cannot be offered to {order.seat}: {said}.", clause)
    return DiceOffered(seat=order.seat, by=order.by, why=order.why, clause=power.clause)


def accept(table: Table, wish: AcceptDice) -> DiceAccepted | Refusal:
    """Take the dice that are offered, or choose again after one was lost."""
    shooting = _offers(table)
    if isinstance(shooting, Refusal):
        return shooting
    round, dice, lost = table.round, shooting.dice, table.desk.lost
    may_choose = dice is not None and not round.chosen and round.phase in NOT_IN_THE_AIR
    chooses_again = may_choose and round.shooter == wish.seat
    if not wish.seat or (round.offered != wish.seat and not chooses_again):
        return Refusal(Reason.NOT_YOUR_TURN, f"The dice are not offered to {wish.seat or 'nobody'}.", shooting.offered)
    if dice is None:
        return DiceAccepted(seat=wish.seat, dice=())
    if lost >= dice.new_set_when_lost and not chooses_again:
        missing = f"{lost} of the dice are lost" if lost > 1 else "A die is lost"
        return Refusal(Reason.NEW_SET_NEEDED, f"{missing}: a new set comes first.", dice.lost_clause)
    fair = len(set(wish.dice)) == len(wish.dice) == dice.chosen and all(1 <= die <= dice.dice - lost for die in wish.dice)
    if not fair:
        sentence = f"{dice.chosen} different dice are chosen, numbered 1 to {dice.dice - lost}."
        return Refusal(Reason.BAD_DICE, sentence, dice.chosen_clause)
    return DiceAccepted(seat=wish.seat, dice=wish.dice)


def decline(table: Table, wish: DeclineDice) -> DiceDeclined | Refusal:
    """Let the dice go by."""
    shooting = _offers(table)
    if isinstance(shooting, Refusal):
        return shooting
    if not wish.seat or table.round.offered != wish.seat:
        return Refusal(Reason.NOT_YOUR_TURN, f"The dice are not offered to {wish.seat or 'nobody'}.", shooting.offered)
    if wish.by:
        power = permitted(table, wish.by, Act.OFFER_DICE)
        if isinstance(power, Refusal):
            return power
    return DiceDeclined(seat=wish.seat, by=wish.by)


def give_up(table: Table, wish: PassDice) -> DicePassed | Refusal:
    """Pass the dice, after any roll."""
    shooting = table.rules.procedures.shooting
    if shooting is None or not shooting.passed:
        return Refusal(Reason.NO_SUCH_POWER, "At this table the dice are not passed.")
    if not wish.seat or wish.seat != table.round.shooter:
        return Refusal(Reason.NOT_THE_SHOOTER, f"{wish.seat or 'Nobody'} does not have the dice.", shooting.passed)
    if table.round.phase not in NOT_IN_THE_AIR:
        return Refusal(Reason.OUT_OF_SEQUENCE, "The dice are in the air.", shooting.passed)
    return DicePassed(seat=wish.seat, clause=shooting.passed)


def order_pass(table: Table, order: OrderPass) -> DicePassed | Refusal:
    """Take the dice from the shooter."""
    power = authority(table, order.by, Act.ORDER_PASS, order.why)
    if isinstance(power, Refusal):
        return power
    if not table.round.shooter or table.round.phase not in NOT_IN_THE_AIR:
        return Refusal(Reason.OUT_OF_SEQUENCE, "Nobody has the dice in hand.", power.clause)
    return DicePassed(seat=table.round.shooter, by=order.by, why=order.why, clause=power.clause)


def throw_for_house(table: Table, order: ThrowForHouse) -> DiceShot | Refusal:
    """Throw for the house: nobody takes the dice, and bets wait for them."""
    power = permitted(table, order.by, Act.THROW_FOR_HOUSE)
    if isinstance(power, Refusal):
        return power
    if table.round.phase is not Phase.BETTING or in_hand(table) or table.round.offered:
        return Refusal(Reason.OUT_OF_SEQUENCE, "A player has the dice, or is asked to take them.", power.clause)
    if turn := next_in_turn(table):
        return Refusal(Reason.NOT_YOUR_TURN, f"{turn} has not been asked yet.", power.clause)
    if not any(table.layout.values()):
        return Refusal(Reason.NO_SUCH_WAGER, "No bet waits to be decided.", power.clause)
    return DiceShot(seat="", by=order.by)


def lose(table: Table, order: LoseDice) -> tuple[Event, ...] | Refusal:
    """Dice went off the table."""
    power = permitted(table, order.by, Act.TEND_DICE)
    if isinstance(power, Refusal):
        return power
    shooting = table.rules.procedures.shooting
    dice = shooting.dice if shooting else None
    if dice is None or not 1 <= order.count <= dice.dice - table.desk.lost:
        return Refusal(Reason.BAD_DICE, f"{order.count} dice cannot be lost.", power.clause)
    lost = DiceLost(count=order.count, by=order.by, why=order.why, clause=power.clause)
    ground = table.rules.procedures.ground(dice.ground)
    if table.round.phase is not Phase.SHOT or ground is None or table.round.fault:
        return (lost,)
    return lost, FaultReported(ground=ground.id, clause=ground.clause, detail="A die is lost.")


def recover(table: Table, order: RecoverDie) -> DieRecovered | Refusal:
    """A lost die was found, and is checked before it plays again."""
    power = permitted(table, order.by, Act.CHECK_DICE)
    if isinstance(power, Refusal):
        return power
    if not table.desk.lost:
        return Refusal(Reason.BAD_DICE, "No die is missing.", power.clause)
    return DieRecovered(to_shooter=order.to_shooter, by=order.by, why=order.why, clause=power.clause)


def replace_set(table: Table, order: ReplaceDice) -> DiceReplaced | Refusal:
    """A new set of dice."""
    power = permitted(table, order.by, Act.TEND_DICE)
    if isinstance(power, Refusal):
        return power
    if table.round.phase is Phase.SHOT:
        return Refusal(Reason.OUT_OF_SEQUENCE, "The dice are in the air.", power.clause)
    return DiceReplaced(by=order.by, why=order.why, clause=power.clause)

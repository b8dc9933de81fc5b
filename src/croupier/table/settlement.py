"""Settlement: what an outcome, or a result that does not count, does to every bet on the layout."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from croupier.ledger.accounts import HOUSE, felt, rack
from croupier.ledger.book import Transfer
from croupier.money import Cents, rounded_up
from croupier.rules.machine import LOST, Decision, Move, Result
from croupier.rules.offer import Offer
from croupier.rules.outcomes import OutcomeName
from croupier.rules.payout import awake, winnings
from croupier.rules.terms import Below, Over, Shrinking, Voided
from croupier.table.events import RoundSettled, RoundVoided
from croupier.table.fact import Decided, Moved
from croupier.table.person import Person
from croupier.table.promotional import off
from croupier.table.promotional import won as won_of
from croupier.table.state import Bet, Table
from croupier.table.till import Till


def settle(table: Table, outcome: OutcomeName, *, by: Person | None = None, disputed: bool = False) -> RoundSettled:
    """Ask every bet's machine about the outcome; one event settles them all."""
    till, decided, moved, advised = Till(), list[Decided](), list[Moved](), set[tuple[str, str]]()
    for seat, wager, bet in table.bets():
        offer = table.offer_of(wager, bet)
        effect = offer.wager.effects[bet.state].get(outcome)
        if isinstance(effect, Move):
            moved.append(Moved(seat, wager, offer.travels.get(effect.state, wager), effect.state))
        elif effect and (decision := awake(offer, effect, table.pucks, called=bet.called)):
            below = _below_minimum(table, seat, offer, bet)
            if below and bet.advised:
                decided.append(till.give_back(seat, wager, bet, (bet.stake, bet.commission), Result.VOID))
            else:
                decided.append(_pay(till, table, seat, wager, bet, decision))
                if below:
                    advised.add(table.advice_key(seat, offer))
    pucks = {name: table.rules.pucks[name].moves[at].get(outcome, at) for name, at in table.pucks.items()}
    return RoundSettled(
        outcome=outcome,
        by=by,
        disputed=disputed,
        decided=tuple(decided),
        moved=tuple(moved),
        pucks=pucks,
        advised=tuple(sorted(advised)),
        unbarred=tuple(sorted(bar for bar in table.barred if _may_go_back_up(table, bar, pucks))),
        dice_pass=_dice_pass(table, outcome, decided),
        transfers=till.transfers(),
    )


NOTHING_FELL = OutcomeName("")


@dataclass(frozen=True, slots=True)
class Voiding:
    """How a round is called off: what goes back, what fell though it does not count, and whose bets the house keeps."""

    voids: Voided
    outcome: OutcomeName = NOTHING_FELL
    forfeit: tuple[str, ...] = ()
    by: Person | None = None
    ground: str = ""
    clause: str = ""


def void(table: Table, how: Voiding) -> RoundVoided:
    """What fell does not count: give back what the document says goes back."""
    till, decided = Till(), list[Decided]()
    # Where an outcome is invalidated its bets are refunded; where a round has no result they are void.
    result = Result.REFUND if how.voids is Voided.THAT_RESULT else Result.VOID
    for seat, wager, bet in table.bets():
        stake, commission = _voided_part(table, how, wager, bet)
        if stake and seat in how.forfeit:
            decided.append(till.forfeit(seat, wager, stake))
        elif stake:
            decided.append(till.give_back(seat, wager, bet, (stake, commission), result))
    return RoundVoided(
        by=how.by,
        ground=how.ground,
        clause=how.clause,
        outcome=how.outcome,
        forfeit=how.forfeit,
        decided=tuple(decided),
        transfers=till.transfers(),
    )


def _voided_part(table: Table, how: Voiding, wager: str, bet: Bet) -> tuple[int, int]:
    """What of a bet goes back, and the commission on it."""
    match how.voids:
        case Voided.NOTHING:
            return 0, 0
        case Voided.ALL_BETS:
            return (0, 0) if table.offer_of(wager, bet).outlives_voids else (bet.stake, bet.commission)
        case Voided.FRESH_BETS:
            return table.fresh(bet)
        case Voided.THAT_RESULT:
            offer = table.offer_of(wager, bet)
            effect = offer.wager.effects[bet.state].get(how.outcome) if how.outcome else None
            if isinstance(effect, Decision) and awake(offer, effect, table.pucks, called=bet.called):
                return bet.stake, bet.commission
            return table.fresh(bet)


def end_long_bets(table: Table, *, refund_short: bool = False) -> tuple[tuple[Decided, ...], tuple[Transfer, ...]]:
    """Bets that outlive a round end with what they have counted so far: at the odds for it, or lost."""
    till, decided = Till(), list[Decided]()
    for seat, wager, bet in table.bets():
        offer = table.offer_of(wager, bet)
        if not offer.outlives_voids:
            continue
        decision = _cut_short(offer, bet)
        if decision.result is Result.LOSE and refund_short:
            decided.append(till.give_back(seat, wager, bet, (bet.stake, bet.commission), Result.REFUND))
        else:
            decided.append(_pay(till, table, seat, wager, bet, decision))
    return tuple(decided), till.transfers()


def _cut_short(offer: Offer, bet: Bet) -> Decision:
    """What a bet comes to that is ended before its time: as if what would have broken its run had fallen."""
    effect = offer.wager.effects[bet.state].get(offer.broken_by.get(bet.state, OutcomeName("")))
    return effect if isinstance(effect, Decision) else LOST


def _may_go_back_up(table: Table, bar: tuple[str, str], pucks: Mapping[str, str]) -> bool:
    _, wager = bar
    return table.rules.addresses[wager].offer.back_up.holds(pucks)


def _dice_pass(table: Table, outcome: OutcomeName, decided: Iterable[Decided]) -> bool:
    """Whether the shooter loses the dice: by what fell, or because their own bet ended in a way that passes them on."""
    shooting, shooter = table.rules.procedures.shooting, table.round.shooter
    if shooting is None:
        return False
    loss = shooting.loses_on
    if loss and loss.during.holds(table.pucks) and outcome in loss.on.names:
        return True
    return any(bet.seat == shooter and shooting.passes_on.get(bet.wager) is bet.result for bet in decided)


def _below_minimum(table: Table, seat: str, offer: Offer, bet: Bet) -> bool:
    """Whether the owner of a bet that is decided has to hear about the minimum, or has heard already."""
    low = offer.limited and bet.stake < table.sign_for(seat).minimum
    return low and table.rules.limits.below is Below.VALID_UNTIL_ADVISED


def _pay(till: Till, table: Table, seat: str, wager: str, bet: Bet, decision: Decision) -> Decided:
    """Pay or collect a bet. What lies over its limit goes back, whatever fell."""
    offer = table.offer_of(wager, bet)
    live = _live_stake(table, seat, offer, bet)
    if decision is LOST:  # most bets are: nothing has to be computed
        returned, won = bet.stake - live, 0
    else:
        returned = bet.stake - live + rounded_up(live * decision.returned.numerator, decision.returned.denominator)
        won = winnings(table.editions[bet.edition], table.sign, offer, live, decision.winnings)
    if bet.promotional is None:  # as most are not
        promotional = None
        till.move(felt(seat), rack(seat), returned)
    else:
        # A stake that is only given back is what it was.
        of, over, taken = bet.promotional, bet.stake - live, 0
        if decision.result is Result.WIN:
            promotional, taken = won_of(of, bet.stake, returned, over)
        else:
            promotional = off(of, bet.stake, returned)
        returned -= taken
        till.stake_back(seat, returned, promotional)
    till.move(felt(seat), HOUSE, bet.stake - returned)
    till.move(HOUSE, rack(seat), won)
    return Decided(seat, wager, Cents(bet.stake), decision.result, Cents(returned + won), promotional)


def _live_stake(table: Table, seat: str, offer: Offer, bet: Bet) -> int:
    """The part of a bet that plays, where more was accepted than may."""
    live = bet.stake
    if bet.maximum is not None and offer.limited and table.rules.limits.above is Over.SETTLED_TO_LIMIT:
        live = min(live, bet.maximum)
    if offer.rides_on and offer.over_cap is Over.SETTLED_TO_LIMIT and offer.when_flat_shrinks is not Shrinking.LEAVES:
        flat = table.layout[seat][offer.rides_on].stake
        live = min(live, offer.largest_ride(flat, bet.state, table.sign))
    return live

"""Settlement: the effect of an outcome on every bet on the layout. `settle` is the only way to settle a round."""

from collections.abc import Iterable, Mapping
from functools import reduce

import msgspec
from msgspec.structs import replace

from croupier.ledger.accounts import COMMISSION, HOUSE, felt, rack
from croupier.ledger.book import Transfer
from croupier.money import Cents, rounded_up
from croupier.rules.machine import LOST, Decision, Move, Result
from croupier.rules.offer import Offer
from croupier.rules.outcomes import OutcomeName, listed
from croupier.rules.payout import awake, winnings
from croupier.rules.terms import AfterWin, Below, Excess, Over, Shrinking
from croupier.table.bets.limits import carried_by
from croupier.table.bets.staying_up import leave_winners_up
from croupier.table.core.apply import apply
from croupier.table.core.bet import Bet, Winner
from croupier.table.core.desk import Desk
from croupier.table.core.message import Decided, Event, by_seat
from croupier.table.core.meters import Meters
from croupier.table.core.person import Person
from croupier.table.core.promotional import NONE, part_off_top, won_of
from croupier.table.core.rows import Audience, EventRow, History, declare
from croupier.table.core.state import Table
from croupier.table.core.words import ends, entered, indented, who
from croupier.table.money.debts import withhold_winnings
from croupier.table.money.hand_pay import large_wins
from croupier.table.money.metering import EndedBets
from croupier.table.money.till import Till
from croupier.table.rounds.memory import SHOWN, past_after, round_over


class Moved(msgspec.Struct, frozen=True, gc=False):
    """A bet that went to another state, and perhaps to another wager."""

    seat: str
    wager: str
    to: str
    """The wager on which it is now."""
    state: str
    """The state in which it is now."""


class RoundSettled(Event, frozen=True, kw_only=True, tag=True):
    """An outcome was entered, and the round was settled."""

    outcome: OutcomeName
    by: Person | None = None
    """Who entered it; null if a machine read it."""
    device: str | None = None
    """The id of the enrolled device that reported it; null if none did."""
    disputed: bool = False
    """Whether a person had to decide which face was uppermost."""
    drawn: bool = False
    """Whether the program's generator or a device reported the outcome of this round first, and no person."""
    decided: tuple[Decided, ...]
    moved: tuple[Moved, ...]
    pucks: Mapping[str, str]
    """The state of each puck after the outcome, by name."""
    advised: tuple[tuple[str, str], ...]
    """The seats advised about bets below the minimum, each with the wager; an empty wager stands for all."""
    unbarred: tuple[tuple[str, str], ...]
    """The seats that may put a wager back up again, each with that wager."""
    dice_pass: bool
    """Whether the dice pass to the next player."""
    transfers: tuple[Transfer, ...]


def settle(
    table: Table,
    outcome: OutcomeName,
    *,
    by: Person | None = None,
    device: str | None = None,
    disputed: bool = False,
    drawn: bool = False,
    told: Iterable[tuple[str, str]] = (),
) -> tuple[RoundSettled, *tuple[Event, ...]]:
    """Settle a round, call hand pays for large wins, withhold what winners owe, and leave winning bets up that stay up.

    Used for new outcomes, corrections and confirmed records. `told` are those whom this round has advised before it is
    settled again: what a player was told stays told.
    """
    fell = settlement(table, outcome)
    advised = tuple(sorted({*fell.advised, *told})) if told else fell.advised
    settled = replace(fell, by=by, device=device, disputed=disputed, drawn=drawn, advised=advised)
    by_hand = large_wins(table, settled.decided)
    paid = settled, *by_hand, *withhold_winnings(table, (settled, *by_hand))
    if table.is_untimed or table.rules.procedures.is_electronic:
        return paid
    after = reduce(apply, paid, table)
    return *paid, *leave_winners_up(after)


def settle_as(table: Table, event: RoundSettled) -> tuple[RoundSettled, *tuple[Event, ...]]:
    """Settle a round by the outcome of `event`, with the bets on the layout of this table."""
    return settle(
        table,
        event.outcome,
        by=event.by,
        device=event.device,
        disputed=event.disputed,
        drawn=event.drawn,
        told=event.advised,
    )


def settlement(table: Table, outcome: OutcomeName) -> RoundSettled:
    """The event that settles every bet, by the effect that the outcome has on its machine."""
    till, decided, moved, advised = Till(), list[Decided](), list[Moved](), set[tuple[str, str]]()
    for seat, wager, bet in table.bets():
        if seat in table.round.void_at:
            continue
        offer = table.offer_of(wager, bet)
        effect = offer.wager.effects[bet.state].get(outcome)
        if isinstance(effect, Move):
            moved.append(Moved(seat, wager, offer.travels.get(effect.state, wager), effect.state))
        elif effect and (decision := awake(offer, effect, table.pucks, called=bet.called)):
            below = _below_minimum(table, seat, offer, bet)
            if below and bet.advised:
                decided.append(till.give_back(seat, wager, bet, (bet.stake, bet.commission), Result.VOID))
            else:
                decided.append(pay_bet(till, table, seat, wager, bet, decision))
                if below:
                    advised.add(table.advice_key(seat, offer))
    pucks = {name: table.rules.pucks[name].moves[at].get(outcome, at) for name, at in table.pucks.items()}
    return RoundSettled(
        outcome=outcome,
        decided=tuple(decided),
        moved=tuple(moved),
        pucks=pucks,
        advised=tuple(sorted(advised)),
        unbarred=tuple(sorted(bar for bar in table.barred if _may_go_back_up(table, bar, pucks))),
        dice_pass=_dice_pass(table, outcome, decided),
        transfers=till.transfers(),
    )


def machine_reported(table: Table) -> bool:
    """Whether this is a live floor, and a machine has reported a result of this table, or shows one that is not settled yet.

    A bet may stand for any number of rounds, so the last result alone does not tell what a bet has met.
    """
    return table.states_tender and (table.drawn or bool(table.round.uncovered))


def has_seen_a_result(table: Table, seat: str) -> bool:
    """Whether a seat has bets on the layout for which an outcome has counted, or shows in the round in play."""
    bets = table.layout.get(seat, {}).values()
    return any(table.round.uncovered or table.fresh(bet).stake < bet.stake for bet in bets)


def _may_go_back_up(table: Table, bar: tuple[str, str], pucks: Mapping[str, str]) -> bool:
    _, wager = bar
    return table.rules.addresses[wager].offer.back_up.holds(pucks)


def _dice_pass(table: Table, outcome: OutcomeName, decided: Iterable[Decided]) -> bool:
    """Whether the shooter loses the dice: by the outcome, or by the result of their own bet."""
    shooting, shooter = table.rules.procedures.shooting, table.round.shooter
    if shooting is None:
        return False
    loss = shooting.loses_on
    if loss and loss.during.holds(table.pucks) and outcome in loss.on.names:
        return True
    return any(bet.seat == shooter and shooting.passes_on.get(bet.wager) is bet.result for bet in decided)


def _below_minimum(table: Table, seat: str, offer: Offer, bet: Bet) -> bool:
    """Whether a bet is below the minimum, at a table where such bets are valid until the owner is advised."""
    if table.rules.limits.below is not Below.VALID_UNTIL_ADVISED:
        return False
    return offer.limited and bet.stake < table.sign_for(seat).minimum


def pay_bet(till: Till, table: Table, seat: str, wager: str, bet: Bet, decision: Decision) -> Decided:
    """Pay or collect a bet. The part of the stake over its limit is returned, whatever the outcome."""
    offer = table.offer_of(wager, bet)
    live = live_stake(table, seat, offer, bet)
    over = Cents(bet.stake - live)
    if decision is LOST:
        if not over and bet.promotional is None:  # the usual case, kept fast
            till.move(felt(seat), HOUSE, live)
            return Decided(seat, wager, Cents(live), Result.LOSE, Cents(0))
        returned, won = over, 0
    else:
        returned = over + rounded_up(live * decision.returned.numerator, decision.returned.denominator)
        won = winnings(table.editions[bet.edition], table.sign, offer, live, decision.winnings)
    if bet.promotional is None:  # the usual case
        promotional = None
        till.move(felt(seat), rack(seat), returned)
    else:
        # Only a winning stake changes into ordinary money.
        of, taken = bet.promotional, 0
        if decision.result is Result.WIN:
            promotional, taken = won_of(of, bet.stake, returned, over)
        else:
            promotional = part_off_top(of, bet.stake, returned)
        returned -= taken
        till.stake_back(seat, returned, promotional)
    charge = _commission_on_excess(table, bet, over)
    till.move(COMMISSION, rack(seat), charge)
    till.move(felt(seat), HOUSE, bet.stake - returned)
    till.move(HOUSE, rack(seat), won)
    paid = Cents(returned + won + charge)
    return Decided(seat, wager, Cents(bet.stake), decision.result, paid, promotional, charge, over)


def _commission_on_excess(table: Table, bet: Bet, excess: int) -> Cents:
    """The commission that goes back with the part of a stake over the maximum."""
    goes_back = table.editions[bet.edition].limits.commission is Excess.GOES_BACK
    return Cents((bet.commission + bet.kept) * excess // bet.stake if goes_back else 0)


def live_stake(table: Table, seat: str, offer: Offer, bet: Bet) -> int:
    """The part of a stake that plays. The part over a limit does not."""
    live = table.rules.limits.in_play(bet.stake, bet.maximum) if offer.limited else bet.stake
    if offer.rides_on and offer.over_cap is Over.SETTLED_TO_LIMIT and offer.when_flat_shrinks is not Shrinking.LEAVES:
        flat = table.layout[seat][offer.rides_on]
        live = min(live, offer.largest_ride(carried_by(table, flat), bet.state, table.sign))
    return live


def _apply_settled(table: Table, event: RoundSettled) -> Table:
    layout, staying = dict(table.layout), dict[str, dict[str, Winner]]()
    touched: dict[str, dict[str, Bet]] = {}
    for seat in {each.seat for each in event.decided} | {each.seat for each in event.moved}:
        touched[seat] = dict(table.layout[seat])
    for each in event.decided:
        bet = touched[each.seat].pop(each.wager)
        if each.result is Result.WIN and table.offer_of(each.wager, bet).after_win is AfterWin.MAY_STAY_UP:
            back, of = each.promotional or NONE, bet.promotional or NONE
            if left := each.stake - (of.tokens - back.tokens):  # tokens that the house took cannot stay up
                staying.setdefault(each.seat, {})[each.wager] = Winner(left, back.tokens)
    for moved in event.moved:
        touched[moved.seat][moved.to] = replace(touched[moved.seat].pop(moved.wager), state=moved.state)
    settles = table.rules.procedures.settles
    assert settles, "a round has a step that settles it"
    return replace(
        table,
        pucks=event.pucks,
        round=round_over(table, dice_pass=event.dice_pass, to=settles.to),
        results=(*table.results[1 - SHOWN :], event.outcome),
        won=_winnings(table, event),
        staying=staying,
        layout=layout | touched,
        turn=table.turn + 1,
        over=table.over + 1,
        drawn=table.drawn or event.drawn,
        advised=table.advised.union(event.advised),
        barred=table.barred.difference(event.unbarred),
        book=table.book.after(event.transfers),
        desk=_count_idle_rounds(table, event.pucks),
        past=past_after(table, event),
    )


def _winnings(table: Table, event: RoundSettled) -> dict[str, int]:
    """What each seat won, without the stakes."""
    won: dict[str, int] = {}
    for each in event.decided:
        if each.result is Result.WIN:
            stake = each.stake
            if of := table.layout[each.seat][each.wager].promotional:
                stake -= of.tokens - (each.promotional or NONE).tokens  # tokens that the house took do not come back
            won[each.seat] = won.get(each.seat, 0) + each.paid - each.commission - stake
    return won


def _count_idle_rounds(table: Table, pucks: Mapping[str, str]) -> Desk:
    """Count the round for players without a bet, if the document has a rule about abstaining and the table is full."""
    abstaining = table.rules.procedures.abstaining
    if abstaining is None or not abstaining.counted.holds(pucks):
        return table.desk
    if not table.is_full:
        return replace(table.desk, idle={}) if table.desk.idle else table.desk
    idle = table.desk.idle
    rounds = {seat: 0 if bets else idle.get(seat, 0) + 1 for seat, bets in table.layout.items()}
    return replace(table.desk, idle=rounds)


def _meter_settled(table: Table, event: RoundSettled) -> Meters:
    # Bets below the minimum whose owner had been advised are voided under the clause about limits.
    ends = EndedBets(table, table.rules.limits.clause)
    ends.play()
    ends.count(event.decided)
    return ends.meters()


def _tell_settled(table: Table, event: RoundSettled) -> list[str]:
    reported = f", reported by {event.device}" if event.device else "" if event.disputed else entered(event.by)
    called = f" {who(event.by)} decides that this face is uppermost." if event.disputed else ""
    lines = [f"{event.outcome} falls{reported}.{called}", *_tell_pucks(table, event)]
    lines += [f"  {each.seat}'s {each.wager} moves to {each.to}." for each in event.moved if each.to != each.wager]
    lines += ends(table, event.decided)
    if event.dice_pass and table.round.shooter:
        lines.append(f"  {table.round.shooter} loses the dice.")
    return [*lines, *indented(advice_on_settling(event))]


def _tell_pucks(table: Table, event: RoundSettled) -> list[str]:
    turned = ((puck, event.pucks[name]) for name, puck in table.rules.pucks.items() if table.pucks[name] != event.pucks[name])
    return [f"  {puck.title} is now at {state}." for puck, state in turned]


def advice_on_settling(event: RoundSettled) -> str:
    """What players should be told: that bets below the minimum will be void; empty if nobody is advised."""
    told = listed(sorted({seat for seat, _ in event.advised}), "and")
    return f"{told}: bets below the minimum will go back from now on, whatever falls." if told else ""


def _shares(event: RoundSettled) -> tuple[RoundSettled, dict[str, RoundSettled]]:
    """A player is told of their own bets only, and of no transfers."""
    common = replace(event, decided=(), moved=(), advised=(), unbarred=(), transfers=())
    decided, moved = by_seat(event.decided), by_seat(event.moved)
    return common, {
        seat: replace(common, decided=tuple(decided.get(seat, ())), moved=tuple(moved.get(seat, ())))
        for seat in decided | moved
    }


declare(
    EventRow(
        kind=RoundSettled,
        apply=_apply_settled,
        meter=_meter_settled,
        tell=_tell_settled,
        again=settle_as,
        audience=Audience.TABLE,
        moves_money=True,
        history=History.ENDS_ROUND,
        shares=_shares,
    ),
)

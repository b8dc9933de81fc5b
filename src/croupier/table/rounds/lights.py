"""The winning areas: which ones light up, and what happens if the lights fail."""

from collections.abc import Mapping

from msgspec.structs import replace

from croupier.ledger.book import Transfer
from croupier.rules.machine import LOST, Decision, Result
from croupier.rules.offer import Offer
from croupier.rules.outcomes import OutcomeName
from croupier.rules.payout import is_off
from croupier.rules.powers import Act
from croupier.rules.ruleset import Address, Ruleset
from croupier.table.authority.notices import demanded
from croupier.table.authority.powers import REPORTED, agreement_refused, grounds_for, power_to_act, power_to_decide
from croupier.table.bets.returning import bets_gone
from croupier.table.core.bet import Bet
from croupier.table.core.forms import either, every, forms_of
from croupier.table.core.message import Decided, Event, Order, Ruling
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import (
    FROM_STAFF,
    Audience,
    CommandRow,
    EventRow,
    History,
    by_name,
    declare,
    event_without_money,
    on_desk,
)
from croupier.table.core.state import Table
from croupier.table.core.words import ends, who, with_second
from croupier.table.money.hand_pay import large_wins
from croupier.table.money.metering import meter_ruling
from croupier.table.money.till import Till
from croupier.table.rounds.settling import machine_reported, pay_bet


class ReportLights(Order, frozen=True, kw_only=True, tag=True):
    """Report that the winning areas were not lit, or were lit wrongly."""

    refund_short: bool = False
    """Whether bets on a run that is unbroken but too short to win are refunded; else they lose."""
    second: Person | None = None
    """A second person who may give runs back. Needed on a live floor to refund runs that a machine reported."""


class Rectify(Order, frozen=True, kw_only=True, tag=True):
    """Declare a fault rectified, so that play may go on."""


class LightsFailed(Ruling, frozen=True, kw_only=True, tag=True):
    """The lights of the winning areas failed. Bets that last several rounds ended with the result on the dice."""

    refund_short: bool
    """Whether bets on a run that was unbroken but too short to win were refunded; else they lost."""
    second: Person | None = None
    """The second person, if one was needed."""
    decided: tuple[Decided, ...]
    transfers: tuple[Transfer, ...]


class FaultRectified(Ruling, frozen=True, kw_only=True, tag=True):
    """A fault was rectified. Play may go on."""


def lit(table: Table, outcome: OutcomeName) -> list[str]:
    """Every wager that wins with an outcome, whether a player has bet on it or not.

    For a wager without a bet, the state of a bet on it follows from the puck. A bet on the layout may be in another state or
    may have been called on, so it is checked by itself. A wager that is off does not win.
    """
    rules, pucks = table.rules, table.pucks
    puck = next((pucks[name] for name in rules.pucks), "")
    won = [id for id, address in rules.addresses.items() if _wins(address, _state(rules, address, puck), outcome, pucks)]
    addresses = rules.addresses
    varied = {id for id, address in addresses.items() if len(address.offer.wager.effects) > 1 or address.offer.sleeps}
    layout = table.layout.values() if varied else ()  # a full layout takes a while, and no bet of roulette has another state
    states = {(wager, bet.state, bet.called) for bets in layout for wager, bet in bets.items() if wager in varied}
    won += sorted({wager for wager, state, called in states if _wins(addresses[wager], state, outcome, pucks, called=called)})
    return list(dict.fromkeys(won))


def _wins(address: Address, state: str, outcome: OutcomeName, pucks: Mapping[str, str], *, called: bool | None = None) -> bool:
    effect = address.offer.wager.effects.get(state, {}).get(outcome)
    if not isinstance(effect, Decision) or effect.result is not Result.WIN:
        return False
    return not is_off(address.offer, pucks, called=called)


def _state(rules: Ruleset, address: Address, puck: str) -> str:
    """The state that a bet on a wager would have.

    An id that a bet travels to, such as "come:6", names its state. An odds bet has the state that the id
    of its flat bet names, or else the state of the puck. Any other wager has the state of the puck if its machine has that
    state, else its first state.
    """
    offer = address.offer
    if address.state is not None:
        return address.state
    if offer.rides_on:
        return rules.addresses[offer.rides_on].state or puck
    follows = puck in offer.wager.effects and not offer.travels
    return puck if follows else offer.wager.first


def report_lights(table: Table, order: ReportLights) -> tuple[Event, ...] | Refusal:
    """Report failed lights. Bets that last several rounds end, and play stops until the fault is rectified."""
    power = power_to_decide(table, order.by, Act.REPORT_LIGHTS, order.why)
    if isinstance(power, Refusal):
        return power
    lights = table.rules.procedures.lights
    assert lights, "a document with the power to report lights has rules about them"
    if table.desk.locked:
        return Refusal(Reason.TABLE_LOCKED, "The fault has been reported.", lights.locks)
    if order.refund_short and isinstance(refusal := power_to_act(table, order.by, Act.REFUND_RUNS), Refusal):
        return refusal
    reported = order.refund_short and machine_reported(table)
    if reported and (refusal := agreement_refused(table, order.by, order.second, Act.REFUND_RUNS, order.why, REPORTED)):
        return refusal
    failed = LightsFailed(
        refund_short=order.refund_short,
        second=order.second,
        decided=(),
        transfers=(),
        by=order.by,
        why=order.why,
        clause=lights.clause,
    )
    notice = demanded(table, Act.REPORT_LIGHTS, f"the lights failed in round {table.round.number}")
    return *end_long_bets(table, failed), *notice


def rectify(table: Table, order: Rectify) -> FaultRectified | Refusal:
    """Declare a fault rectified."""
    power = power_to_decide(table, order.by, Act.RECTIFY, order.why)
    if isinstance(power, Refusal):
        return power
    if not table.desk.locked:
        return Refusal(Reason.OUT_OF_SEQUENCE, "No fault is waiting to be rectified.", power.clause)
    return FaultRectified(by=order.by, why=order.why, clause=power.clause)


def end_long_bets(table: Table, failed: LightsFailed) -> tuple[Event, ...]:
    """End the bets that last several rounds: pay each at the odds for its run so far, or collect it. Call large wins."""
    till, decided = Till(), list[Decided]()
    for seat, wager, bet in table.bets():
        offer = table.offer_of(wager, bet)
        if not offer.outlives_voids:
            continue
        decision = _cut_short(offer, bet)
        if decision.result is Result.LOSE and failed.refund_short:
            decided.append(till.give_back(seat, wager, bet, (bet.stake, bet.commission), Result.REFUND))
        else:
            decided.append(pay_bet(till, table, seat, wager, bet, decision))
    return replace(failed, decided=tuple(decided), transfers=till.transfers()), *large_wins(table, decided)


def _cut_short(offer: Offer, bet: Bet) -> Decision:
    """The decision of a bet that is ended early: the one for an outcome that breaks its run."""
    effect = offer.wager.effects[bet.state].get(offer.broken_by.get(bet.state, OutcomeName("")))
    return effect if isinstance(effect, Decision) else LOST


def _apply_failed(table: Table, event: LightsFailed) -> Table:
    lights = table.rules.procedures.lights
    assert lights, "lights fail only at a table that has them"
    after = bets_gone(table, event)
    return replace(after, desk=replace(after.desk, locked=lights.locks))


declare(
    CommandRow(
        kind=ReportLights,
        decide=report_lights,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.REPORT_LIGHTS,
        also_under=(Act.REFUND_RUNS,),
        chosen=("refund_short", "why"),
        forms=forms_of(ReportLights, every(either("refund_short"), grounds_for(Act.REPORT_LIGHTS))),
    ),
    CommandRow(
        kind=Rectify,
        decide=rectify,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.RECTIFY,
        chosen=("why",),
        forms=forms_of(Rectify, grounds_for(Act.RECTIFY)),
    ),
    EventRow(
        kind=LightsFailed,
        apply=_apply_failed,
        meter=meter_ruling,
        tell=lambda t, e: [f"{with_second(e.by, e.second)} reports that the lights failed.", *ends(t, e.decided)],
        again=end_long_bets,
        audience=Audience.STAFF,
        moves_money=True,
        history=History.CONTINUES,
    ),
    event_without_money(
        kind=FaultRectified,
        apply=on_desk(lambda t, _: replace(t.desk, locked="")),
        tell=lambda _, e: f"{who(e.by)} declares the fault rectified.",
        audience=Audience.STAFF,
    ),
)

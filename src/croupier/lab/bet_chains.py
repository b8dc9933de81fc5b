"""Build the chains of a play: one for each position on the layout where one of its bets can stand."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from croupier.lab.chain import NOTHING, Chain, Yield
from croupier.lab.play import Play, Stake
from croupier.money import rounded_up
from croupier.rules.machine import Decision, Move
from croupier.rules.outcomes import OutcomeName
from croupier.rules.payout import awake, winnings


@dataclass(frozen=True)
class BetPosition:
    """A position where a bet of the play can stand: its own, or one that it travels to; with the odds on it."""

    id: str
    stake: Stake
    riders: tuple[Stake, ...]

    @property
    def travelled(self) -> bool:
        """Whether bets reach this position by travelling, as a come bet does."""
        return self.id != self.stake.offer.id

    @property
    def watched(self) -> tuple[str, ...]:
        """The pucks that decide when the bet is made, and whether it and its odds are on."""
        offer = self.stake.offer
        conditions = (offer.placed, offer.sleeps, *(rider.offer.sleeps for rider in self.riders))
        return tuple(sorted({condition.puck for condition in conditions if condition and condition.puck}))


class PositionState(NamedTuple):
    """Everything that the future of a position depends on."""

    pucks: tuple[str, ...]
    box: str | None
    """The state of the bet that may travel here, or None."""
    own: str | None
    """The state of the bet that stands here, or None."""
    rung: int = 0
    """The ladder rung of the bet that stands here, or else of the next one."""


def chains(play: Play, *, charged_ahead: bool) -> tuple[Chain, ...]:
    """Return the chains of a play. Chains with the same moves are merged.

    Commission is paid when a bet is made, just before a roll. With `charged_ahead` it is counted with the roll before: the
    long-run figures are the same, and the chain needs no states for bets that are still to be made.
    """
    merged: dict[tuple[tuple[int, ...], ...], Chain] = {}
    for position in positions(play):
        chain = _explore(_PositionStepper(play, position, charged_ahead=charged_ahead))
        before = merged.get(chain.moves)
        merged[chain.moves] = before.plus(chain) if before else chain
    return tuple(merged.values())


def positions(play: Play) -> Iterator[BetPosition]:
    """Yield every position where a bet of the play can stand."""
    riders: dict[str, list[Stake]] = {}
    for stake in play.stakes:
        if stake.offer.rides_on:
            riders.setdefault(stake.offer.rides_on, []).append(stake)
    for stake in play.stakes:
        if not stake.offer.rides_on:
            for id in (stake.offer.id, *stake.offer.travels.values()):
                yield BetPosition(id, stake, tuple(riders.get(id, ())))


class _PositionStepper:
    """The transitions of one position."""

    def __init__(self, play: Play, position: BetPosition, *, charged_ahead: bool) -> None:
        self.play, self.position, self.ahead = play, position, charged_ahead
        self.outcomes = tuple(play.rules.game.space.ways)

    @property
    def start(self) -> PositionState:
        """The state when the table opens."""
        pucks = tuple(self.play.rules.pucks[name].first for name in self.position.watched)
        return self._ready(PositionState(pucks, None, None))[0]

    def step(self, now: PositionState, outcome: OutcomeName) -> tuple[PositionState, Yield]:
        """Make one roll: place bets, settle or move them, then move the pucks."""
        now, charge = self._placed(now)
        reward = self._settled(now, outcome).plus(Yield(-charge))
        pucks = tuple(
            self.play.rules.pucks[name].moves[at].get(outcome, at)
            for name, at in zip(self.position.watched, now.pucks, strict=True)
        )
        rung = self._rung(now, outcome)
        after, charge = self._ready(PositionState(pucks, self._box(now, outcome), self._own(now, outcome), rung))
        return after, reward.plus(Yield(-charge))

    def needs(self, now: PositionState) -> int:
        """Return the cents needed to make or keep the bet and its odds."""
        now, charge = self._placed(now)
        stakes = (self.position.stake, *self.position.riders)
        standing = (stake.rungs[now.rung].get(now.own, 0) for stake in stakes if now.own is not None)
        return charge + sum(standing)

    def _ready(self, now: PositionState) -> tuple[PositionState, int]:
        """Place bets without commission at once, which halves the number of states."""
        free = self.position.stake.offer.commission is None
        return self._placed(now) if free or self.ahead else (now, 0)

    def _placed(self, now: PositionState) -> tuple[PositionState, int]:
        """Place the bet if none stands and the rules allow it. Return the new state and the commission."""
        offer, held = self.position.stake.offer, now.box if self.position.travelled else now.own
        pucks = dict(zip(self.position.watched, now.pucks, strict=True))
        if held is not None or not offer.placed.holds(pucks):
            return now, 0
        state = offer.begins[pucks[offer.placed.puck]] if offer.begins else offer.wager.first
        if self.position.travelled:
            return now._replace(box=state), 0
        cents, best = self.position.stake.rungs[now.rung][state], offer.wager.best[state]
        charge = offer.commission.due(cents, best, self.play.sign.payout_unit) if offer.commission else 0
        return now._replace(own=state), charge

    def _settled(self, now: PositionState, outcome: OutcomeName) -> Yield:
        reward = NOTHING
        for stake in (self.position.stake, *self.position.riders):
            if now.own is None or now.own not in stake.offer.wager.effects:
                continue
            if decision := self._decision(stake, now.own, now, outcome):
                reward = reward.plus(self._paid(stake, stake.rungs[now.rung][now.own], decision))
        return reward

    def _rung(self, now: PositionState, outcome: OutcomeName) -> int:
        """Return the ladder rung after the roll. It changes when the bet is decided."""
        stake, own = self.position.stake, now.own
        decision = self._decision(stake, own, now, outcome) if own is not None else None
        if own is None or decision is None:
            return now.rung
        return stake.ladder.after(now.rung, self._paid(stake, stake.rungs[now.rung][own], decision).net)

    def _decision(self, stake: Stake, state: str, now: PositionState, outcome: OutcomeName) -> Decision | None:
        """Return how the outcome decides a bet in this state, or None if it does not or the bet is off."""
        effect = stake.offer.wager.effects[state].get(outcome)
        pucks = dict(zip(self.position.watched, now.pucks, strict=True))
        return awake(stake.offer, effect, pucks) if isinstance(effect, Decision) else None

    def _paid(self, stake: Stake, cents: int, decision: Decision) -> Yield:
        back = rounded_up(cents * decision.returned.numerator, decision.returned.denominator)
        won = winnings(self.play.rules, self.play.sign, stake.offer, cents, decision.winnings)
        return Yield(back + won - cents, 1, cents)

    def _own(self, now: PositionState, outcome: OutcomeName) -> str | None:
        """Return the state of the bet that stands here after the roll: the previous one, or one that has arrived."""
        stays, arrives = self._after(now.own, now, outcome), self._after(now.box, now, outcome)
        if stays is not None and self._known_as(stays) != self.position.id:
            assert not self.position.travelled, f"{self.position.id}: a bet travels only once"
            stays = None
        if arrives is None or self._known_as(arrives) != self.position.id:
            return stays
        assert stays is None, f"{self.position.id}: a bet arrives where one stands already"
        return arrives

    def _box(self, now: PositionState, outcome: OutcomeName) -> str | None:
        """Return the state of the bet in the box after the roll, or None if it was decided or has travelled."""
        stays = self._after(now.box, now, outcome)
        return None if stays is None or self._known_as(stays) != self.position.stake.offer.id else stays

    def _known_as(self, state: str) -> str:
        """Return the wager id under which a bet in this state stands."""
        offer = self.position.stake.offer
        return offer.travels.get(state, offer.id)

    def _after(self, state: str | None, now: PositionState, outcome: OutcomeName) -> str | None:
        """Return the state of a bet after the roll, or None if it was decided."""
        if state is None or self._decision(self.position.stake, state, now, outcome):
            return None
        effect = self.position.stake.offer.wager.effects[state].get(outcome)
        return effect.state if isinstance(effect, Move) else state


def _explore(stepper: _PositionStepper) -> Chain:
    """Number every reachable state, in the order in which the outcomes first lead there."""
    rows: dict[PositionState, list[tuple[PositionState, Yield]]] = {}
    waiting = [stepper.start]
    for now in waiting:
        if now not in rows:
            rows[now] = [stepper.step(now, outcome) for outcome in stepper.outcomes]
            waiting += (after for after, _ in rows[now])
    number = {now: n for n, now in enumerate(rows)}
    return Chain(
        tuple(tuple(number[after] for after, _ in row) for row in rows.values()),
        tuple(tuple(reward for _, reward in row) for row in rows.values()),
        tuple(stepper.needs(now) for now in rows),
    )

"""The life of a bet: what becomes, roll by roll, of each place where a play has money; laid out as chains."""

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
class Place:
    """Where a bet of the play can stand: the wager's own place, or one that it travels to; with the odds that ride there."""

    id: str
    stake: Stake
    riders: tuple[Stake, ...]

    @property
    def travelled(self) -> bool:
        """Whether bets come here from another place."""
        return self.id != self.stake.offer.id

    @property
    def watched(self) -> tuple[str, ...]:
        """The pucks that decide when a bet is made, and whether it and its odds are on."""
        offer = self.stake.offer
        conditions = (offer.placed, offer.sleeps, *(rider.offer.sleeps for rider in self.riders))
        return tuple(sorted({condition.puck for condition in conditions if condition and condition.puck}))


class Standing(NamedTuple):
    """All that a place's future depends on."""

    pucks: tuple[str, ...]
    box: str | None
    """The state of the bet that may travel here."""
    own: str | None
    """The state of the bet that stands here."""
    rung: int = 0
    """How far up its ladder the next bet here is made, or this one was."""


def chains(play: Play, *, charged_ahead: bool) -> tuple[Chain, ...]:
    """The chains of a play. Those that always move in step are one.

    Commission is paid when a bet is made, just before a roll. Charged ahead, it is counted with the roll before that one:
    in the long run this is the same, and it needs no memory of which bets are still to be made.
    """
    merged: dict[tuple[tuple[int, ...], ...], Chain] = {}
    for place in places(play):
        chain = _explored(_Life(play, place, charged_ahead=charged_ahead))
        before = merged.get(chain.moves)
        merged[chain.moves] = before.plus(chain) if before else chain
    return tuple(merged.values())


def places(play: Play) -> Iterator[Place]:
    """Every place on the layout where a bet of the play can stand."""
    riders: dict[str, list[Stake]] = {}
    for stake in play.stakes:
        if stake.offer.rides_on:
            riders.setdefault(stake.offer.rides_on, []).append(stake)
    for stake in play.stakes:
        if not stake.offer.rides_on:
            for id in (stake.offer.id, *stake.offer.travels.values()):
                yield Place(id, stake, tuple(riders.get(id, ())))


class _Life:
    """What becomes of the bet at a place, roll by roll."""

    def __init__(self, play: Play, place: Place, *, charged_ahead: bool) -> None:
        self.play, self.place, self.ahead = play, place, charged_ahead
        self.outcomes = tuple(play.rules.game.space.ways)

    @property
    def start(self) -> Standing:
        """Where the table opens."""
        pucks = tuple(self.play.rules.pucks[name].first for name in self.place.watched)
        return self._ready(Standing(pucks, None, None))[0]

    def step(self, standing: Standing, outcome: OutcomeName) -> tuple[Standing, Yield]:
        """One roll: bets are made, the roll settles or moves them, the pucks move."""
        standing, charge = self._placed(standing)
        brought = self._settled(standing, outcome).plus(Yield(-charge))
        pucks = tuple(
            self.play.rules.pucks[name].moves[at].get(outcome, at)
            for name, at in zip(self.place.watched, standing.pucks, strict=True)
        )
        rung = self._rung(standing, outcome)
        after, charge = self._ready(Standing(pucks, self._box(standing, outcome), self._own(standing, outcome), rung))
        return after, brought.plus(Yield(-charge))

    def needs(self, standing: Standing) -> int:
        """What must be there for the bet to be made, or to stand, with its odds."""
        standing, charge = self._placed(standing)
        stakes = (self.place.stake, *self.place.riders)
        standing_here = (stake.rungs[standing.rung].get(standing.own, 0) for stake in stakes if standing.own is not None)
        return charge + sum(standing_here)

    def _ready(self, standing: Standing) -> tuple[Standing, int]:
        """Bets that cost nothing to make are as good as made, which halves the number of states."""
        free = self.place.stake.offer.commission is None
        return self._placed(standing) if free or self.ahead else (standing, 0)

    def _placed(self, standing: Standing) -> tuple[Standing, int]:
        """The bet is made where none stands and the document allows it, and its commission is paid."""
        offer, held = self.place.stake.offer, standing.box if self.place.travelled else standing.own
        pucks = dict(zip(self.place.watched, standing.pucks, strict=True))
        if held is not None or not offer.placed.holds(pucks):
            return standing, 0
        state = offer.begins[pucks[offer.placed.puck]] if offer.begins else offer.wager.first
        if self.place.travelled:
            return standing._replace(box=state), 0
        cents, best = self.place.stake.rungs[standing.rung][state], offer.wager.best[state]
        charge = offer.commission.due(cents, best, self.play.sign.payout_unit) if offer.commission else 0
        return standing._replace(own=state), charge

    def _settled(self, standing: Standing, outcome: OutcomeName) -> Yield:
        brought = NOTHING
        for stake in (self.place.stake, *self.place.riders):
            if standing.own is None or standing.own not in stake.offer.wager.effects:
                continue
            if decision := self._decision(stake, standing.own, standing, outcome):
                brought = brought.plus(self._paid(stake, stake.rungs[standing.rung][standing.own], decision))
        return brought

    def _rung(self, standing: Standing, outcome: OutcomeName) -> int:
        """Where a bet that has ended leaves the next one on the ladder."""
        stake, own = self.place.stake, standing.own
        decision = self._decision(stake, own, standing, outcome) if own is not None else None
        if own is None or decision is None:
            return standing.rung
        return stake.ladder.after(standing.rung, self._paid(stake, stake.rungs[standing.rung][own], decision).net)

    def _decision(self, stake: Stake, state: str, standing: Standing, outcome: OutcomeName) -> Decision | None:
        """What ends a bet in this state, if the outcome does and the bet is on."""
        effect = stake.offer.wager.effects[state].get(outcome)
        pucks = dict(zip(self.place.watched, standing.pucks, strict=True))
        return awake(stake.offer, effect, pucks) if isinstance(effect, Decision) else None

    def _paid(self, stake: Stake, cents: int, decision: Decision) -> Yield:
        back = rounded_up(cents * decision.returned.numerator, decision.returned.denominator)
        won = winnings(self.play.rules, self.play.sign, stake.offer, cents, decision.winnings)
        return Yield(back + won - cents, 1, cents)

    def _own(self, standing: Standing, outcome: OutcomeName) -> str | None:
        """The bet that stands here after the roll: the one before, or one that has just arrived."""
        stays, arrives = self._after(standing.own, standing, outcome), self._after(standing.box, standing, outcome)
        if stays is not None and self._known_as(stays) != self.place.id:
            assert not self.place.travelled, f"{self.place.id}: a bet travels only once"
            stays = None
        if arrives is None or self._known_as(arrives) != self.place.id:
            return stays
        assert stays is None, f"{self.place.id}: a bet arrives where one stands already"
        return arrives

    def _box(self, standing: Standing, outcome: OutcomeName) -> str | None:
        """The bet left in the box after the roll; one that is decided or travels leaves it."""
        stays = self._after(standing.box, standing, outcome)
        return None if stays is None or self._known_as(stays) != self.place.stake.offer.id else stays

    def _known_as(self, state: str) -> str:
        offer = self.place.stake.offer
        return offer.travels.get(state, offer.id)

    def _after(self, state: str | None, standing: Standing, outcome: OutcomeName) -> str | None:
        """The state of a bet after the roll, if it still stands."""
        if state is None or self._decision(self.place.stake, state, standing, outcome):
            return None
        effect = self.place.stake.offer.wager.effects[state].get(outcome)
        return effect.state if isinstance(effect, Move) else state


def _explored(life: _Life) -> Chain:
    """Number every state that can be reached, in the order in which the outcomes first lead there."""
    rows: dict[Standing, list[tuple[Standing, Yield]]] = {}
    waiting = [life.start]
    for standing in waiting:
        if standing not in rows:
            rows[standing] = [life.step(standing, outcome) for outcome in life.outcomes]
            waiting += (after for after, _ in rows[standing])
    number = {standing: n for n, standing in enumerate(rows)}
    return Chain(
        tuple(tuple(number[after] for after, _ in row) for row in rows.values()),
        tuple(tuple(brought for _, brought in row) for row in rows.values()),
        tuple(life.needs(standing) for standing in rows),
    )

"""Evenings in which players follow their whims, so that one result can be misread and corrected, and played rightly."""

import dataclasses
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from hypothesis import assume, note
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.devices import PromptDevice
from croupier.floor.roles import attendant, holder
from croupier.money import Cents
from croupier.rules.outcomes import OutcomeName, Space
from croupier.rules.powers import Act
from croupier.rules.ruleset import Ruleset
from croupier.rules.sequence import Phase
from croupier.rules.sign import SettingValue
from croupier.table.bets.calling import BetsCalled, CallBet
from croupier.table.bets.placing import LeaveUp, PlaceBet
from croupier.table.bets.taking_down import MoveBet, TakeDown
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table, open_table
from croupier.table.core.words import told
from croupier.table.money.credit import Collect, InsertMoney, MoneyCollected
from croupier.table.money.hand_pay import TakeBackHandPay
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.correcting import CorrectOutcome, SettledAgain
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.settling import RoundSettled
from croupier.table.rounds.shooting import DiceShot
from croupier.table.rounds.steps import next_step
from croupier.testing.device import PromptDealer
from hands import carried_out, chips_of
from invariants import assert_the_books_are_in_order, assert_the_meters_agree
from signs import signs

SEATS = ("ann", "bob")
STAKES = (500, 600, 1000, 1200, 2400)
PLENTY = Cents(10_000_000)


@dataclass(frozen=True)
class Wish:
    """A wish that was fulfilled."""

    command: Command
    called: bool | None
    """Whether the bet to which chips were added had been called on or off; None if there was no such bet or no call."""
    covered: tuple[str, ...]
    """The bets that were called on or off by it."""


@dataclass(frozen=True)
class Turn:
    """One round: what is wished before the result, what falls, and what is wished while bets are paid."""

    wishes: tuple[Wish, ...]
    outcome: OutcomeName
    told: tuple[tuple[str, str], ...]
    """Who was told then that bets below the minimum go back."""
    late: tuple[Wish, ...]


@dataclass(frozen=True)
class Whims:
    """What players feel like; what they wish for then depends on what lies before them."""

    favourites: tuple[str, ...]
    every: tuple[str, ...]
    marked: Person | None
    collecting: bool
    changing: float
    """How often a player who has bets takes one down, moves one or calls one on or off."""

    def before(self, table: Table, whim: int) -> tuple[Command, ...]:
        """A wish while bets are open."""
        chance = random.Random(whim)  # noqa: S311 - a whim
        seat, luck = chance.choice(SEATS), chance.random()
        bets, stake = sorted(table.layout[seat]), Cents(chance.choice(STAKES))
        to = chance.choice(self.favourites if chance.random() < 0.8 else self.every)
        if self.collecting and luck > 0.9:
            return Collect(seat=seat), InsertMoney(seat=seat, amount=PLENTY)
        if not bets or luck > self.changing:
            return (PlaceBet(seat=seat, wager=to, stake=stake),)
        wager, amount = chance.choice(bets), stake if chance.random() < 0.3 else None
        if luck < 0.1:
            return (TakeDown(seat=seat, wager=wager, amount=amount),)
        if luck < 0.25:
            return (MoveBet(seat=seat, wager=wager, to=to, amount=amount),)
        return (CallBet(seat=seat, wager=wager, on=chance.random() < 0.5, by=self.marked),)

    def after(self, table: Table, whim: int) -> tuple[Command, ...]:
        """What is left up while bets are paid."""
        chance = random.Random(whim)  # noqa: S311 - a whim
        won = sorted((seat, wager) for seat, bets in table.staying.items() for wager in bets)
        return tuple(LeaveUp(seat=seat, wager=wager) for seat, wager in won if chance.random() < 0.7)


class Script(PromptDevice):
    """A device that shows what it is told to."""

    shows: OutcomeName

    def draw(self, space: Space) -> OutcomeName:
        """What falls next."""
        assert self.shows in space.ways
        return self.shows


def done(table: Table, command: Command) -> Table:
    outcome = decide(table, command)
    assert not isinstance(outcome, Refusal), (command, outcome)
    for event in outcome:
        table = apply(table, event)
    return table


def without_hand_pays(table: Table) -> Table:
    """Large wins go back to the terminal at once, so that it plays on: whether one waits depends on what fell."""
    for seat in tuple(table.desk.hand_pays):
        table = done(table, TakeBackHandPay(seat=seat, by=attendant(table), why="The player goes on."))
    return table


class Play:
    """Plays turns at one table, with rounds or without, and keeps what was accepted."""

    def __init__(self, rules: Ruleset, sign: Mapping[str, SettingValue], *, rounds: bool) -> None:
        """Seat the players."""
        self.table = open_table(rules, rules.sign(sign))
        self.taken = Counter[str]()
        self.takes_back = True
        """Whether large wins go back to the terminal at once."""
        self._device, self._rounds = Script(), rounds
        self._dealer = PromptDealer(self._device)
        for seat in SEATS:
            self.table = done(self.table, TakeSeat(seat=seat, chips=PLENTY))

    def improvise(self, whims: Whims, seeds: Sequence[int], outcome: OutcomeName) -> Turn:
        """Play a round on a whim. Returns it with what was wished and accepted."""
        self._open(outcome)
        before = tuple(wish for seed in seeds for wish in self._accepted(whims.before(self.table, seed)))
        self._settle(outcome)
        settled = self.table.last.event
        assert isinstance(settled, RoundSettled)
        late = self._accepted(whims.after(self.table, seeds[0]))
        self._finish()
        return Turn(before, outcome, settled.advised, late)

    def turn(self, turn: Turn) -> None:
        """Play a round that was played before; what cannot be done now is done as far as it can be."""
        self._open(turn.outcome)
        for wish in turn.wishes:
            self._fulfil(wish)
        # What a player was told stays told, whatever should have been said.
        self.table = replace(self.table, advised=self.table.advised.union(turn.told))
        self._settle(turn.outcome)
        for wish in turn.late:
            self._fulfil(wish)
        self._finish()

    def _fulfil(self, wish: Wish) -> None:
        """Do what is wished, or as much of it as can be done."""
        before = self.table
        if not any(self._accepted((each,)) for each in _as_far_as_possible(before, wish)):
            return
        spot = _put_on(wish.command)
        if spot and wish.called is not None:
            seat, wager = spot
            if wager in self.table.layout[seat] and wager not in before.layout[seat]:
                # The chips were put on a bet that was on or off, so they are on or off without it, too.
                bets = self.table.layout[seat]
                called = {**bets, wager: replace(bets[wager], called=wish.called)}
                self.table = replace(self.table, layout={**self.table.layout, seat: called})

    def _open(self, outcome: OutcomeName) -> None:
        self._device.shows = outcome
        if self._rounds:
            self._until(lambda phase: phase in self.table.rules.procedures.takes_bets and phase is not Phase.UNTIMED)

    def _settle(self, outcome: OutcomeName) -> None:
        if self._rounds:
            self._until(lambda phase: phase in (Phase.SETTLED, Phase.DONE))
        else:
            self.table = done(self.table, EnterOutcome(outcome=outcome))
        if self.takes_back:
            self.table = without_hand_pays(self.table)

    def _finish(self) -> None:
        if self._rounds:
            self._until(lambda phase: phase is Phase.DONE)

    def _accepted(self, wishes: tuple[Command, ...]) -> tuple[Wish, ...]:
        taken: list[Wish] = []
        for wish in wishes:
            outcome = decide(self.table, wish)
            if isinstance(outcome, Refusal):
                continue
            covered = [wager for event in outcome if isinstance(event, BetsCalled) for wager in event.wagers]
            taken.append(Wish(wish, _call_of(self.table, wish), tuple(covered)))
            for event in outcome:
                self.table = apply(self.table, event)
                if isinstance(event, MoneyCollected):
                    self.taken[event.seat] += sum(each.amount for each in event.transfers)
        return tuple(taken)

    def _until(self, reached: Callable[[Phase], bool]) -> None:
        while not reached(self.table.round.phase):
            shooting = self.table.rules.procedures.shooting
            if next_step(self.table).to is Phase.SHOT and shooting and shooting.offered:
                # Who throws is another matter; that somebody threw is a fact in both histories.
                self.table = apply(self.table, DiceShot(seat=""))
            else:
                call = self._dealer.next(self.table)
                assert call
                self.table = done(self.table, call)


def _put_on(wish: Command) -> tuple[str, str] | None:
    """The seat and the wager on which a wish puts chips."""
    match wish:
        case PlaceBet():
            return wish.seat, wish.wager
        case MoveBet():
            return wish.seat, wish.to
        case _:
            return None


def _call_of(table: Table, wish: Command) -> bool | None:
    """Whether the bet to which chips are added was called on or off."""
    spot = _put_on(wish)
    bet = table.layout[spot[0]].get(spot[1]) if spot else None
    return bet.called if bet else None


def _as_far_as_possible(table: Table, wish: Wish) -> Iterator[Command]:
    """What to do, the best first.

    Chips that cannot move or not so many come down, and if need be all that lies there does. A call off is about those
    that stand.
    """
    command = wish.command
    yield command
    if isinstance(command, TakeDown | MoveBet):
        down = TakeDown(seat=command.seat, wager=command.wager, amount=command.amount)
        less = decide(table, down)
        if isinstance(less, Refusal) and less.reason in (Reason.BAD_AMOUNT, Reason.CANNOT_REMOVE):
            yield replace(command, amount=None)
        yield down
        yield replace(down, amount=None)
    if isinstance(command, CallBet) and not command.on:
        yield from (replace(command, wager=wager) for wager in wish.covered if wager in table.layout[command.seat])


@st.composite
def evenings(
    draw: st.DrawFn, rules: Ruleset, *, collecting: bool = False, calling: bool = False
) -> tuple[Whims, list[tuple[list[int], OutcomeName]]]:
    """Four rounds or more of wishes about any wager, mostly a few that come back.

    With `calling`, these are the wagers of one kind that can be called on and off, and they are often called.
    """
    every, shooting = sorted(rules.addresses), rules.procedures.shooting
    if calling:
        kinds = sorted({offer.kind for offer in rules.offers if offer.sleeps and not offer.rides_on})
        kind = draw(st.sampled_from(kinds))
        favourites = [wager for wager in every if rules.addresses[wager].offer.kind == kind]
    else:
        favourites = draw(st.lists(st.sampled_from(every), min_size=2, max_size=5))
    favourites += list(shooting.with_one_of if shooting else ())
    marked = holder(open_table(rules, rules.sign({})), Act.MARK_BET)
    seeds = st.lists(st.integers(0, 2**32), min_size=3, max_size=8)
    rounds = draw(st.lists(st.tuples(seeds, st.sampled_from(sorted(rules.game.space.ways))), min_size=4, max_size=6))
    return Whims(tuple(favourites), tuple(every), marked, collecting, 0.7 if calling else 0.35), rounds


def misread(
    data: st.DataObject, rules: Ruleset, *, rounds: bool, collecting: bool = False, calling: bool = False
) -> tuple[Play, Table, Play]:
    """An evening with a misread result that is corrected up to three rounds later, and the one that should have been."""
    whims, evening = data.draw(evenings(rules, collecting=collecting, calling=calling))
    sign = data.draw(signs(rules.id))
    back, right = data.draw(st.integers(1, 3)), data.draw(st.sampled_from(sorted(rules.game.space.ways)))
    assume(right != evening[-back][1])
    first, other = Play(rules, sign, rounds=rounds), Play(rules, sign, rounds=rounds)
    history = [first.improvise(whims, seeds, outcome) for seeds, outcome in evening]
    by = holder(first.table, Act.CORRECT_OUTCOME)
    assert by
    order = CorrectOutcome(round=first.table.past[-back].round, outcome=right, by=by, why="It was misread.")
    history[-back] = dataclasses.replace(history[-back], outcome=right)
    for turn in history:
        other.turn(turn)
    return first, without_hand_pays(put_right(first, order)), other


def the_same_game(one: Table, other: Table) -> None:
    assert one.layout == other.layout
    assert one.pucks == other.pucks
    assert (one.advised, one.barred, one.turn) == (other.advised, other.barred, other.turn)
    assert one.results == other.results
    assert one.desk == other.desk
    assert (one.won, one.staying) == (other.won, other.staying)


def balances(table: Table) -> dict[str, int]:
    return {account: cents for account, cents in table.book.balances.items() if cents}


def put_right(play: Play, command: Command) -> Table:
    """The table after a ruling about the past, which can be told with both histories."""
    outcome = decide(play.table, command)
    assert not isinstance(outcome, Refusal), outcome
    (event,) = outcome
    assert isinstance(event, SettledAgain)
    lines = told(play.table, event)
    note("\n".join(lines))
    assert sum(line.startswith("  | ") for line in lines) >= len(event.again)
    table = apply(play.table, event)
    assert_the_books_are_in_order(table)
    assert_the_meters_agree(play.table, table)
    if table.adjusted:
        assert carried_out(chips_of(play.table), table.adjusted.lines) == chips_of(table)
    return table

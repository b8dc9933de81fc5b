"""Settlement: what an outcome, or a result that does not count, does to every bet on the layout."""

from collections.abc import Iterable, Iterator, Mapping

from croupier.ledger import COMMISSION, HOUSE, Account, Transfer, felt, rack
from croupier.money import Cents, rounded_up
from croupier.rules.machine import Decision, Move, Result
from croupier.rules.offer import Offer
from croupier.rules.outcomes import OutcomeName
from croupier.rules.payout import awake, winnings
from croupier.rules.terms import Below, Over, Shrinking, Voided
from croupier.table.events import Decided, Moved, RoundSettled, RoundVoided
from croupier.table.state import Bet, Table


class _Till:
    """Gathers what goes between the same two accounts into one transfer."""

    def __init__(self) -> None:
        self._amounts: dict[tuple[Account, Account], int] = {}

    def move(self, source: Account, target: Account, amount: int) -> None:
        """Move so much, which may be nothing."""
        if amount:
            self._amounts[source, target] = self._amounts.get((source, target), 0) + amount

    def transfers(self) -> tuple[Transfer, ...]:
        """What has been gathered."""
        return tuple(Transfer(source, target, Cents(amount)) for (source, target), amount in self._amounts.items())


def settle(table: Table, outcome: OutcomeName) -> RoundSettled:
    """Ask every bet's machine about the outcome; one event settles them all."""
    till, decided, moved, advised = _Till(), list[Decided](), list[Moved](), set[tuple[str, str]]()
    for seat, wager, bet in _bets(table):
        offer = table.rules.addresses[wager].offer
        effect = offer.wager.effects[bet.state].get(outcome)
        if isinstance(effect, Move):
            moved.append(Moved(seat, wager, offer.travels.get(effect.state, wager), effect.state))
        elif effect and (decision := awake(offer, effect, table.pucks, called=bet.called)):
            below = _below_minimum(table, offer, bet)
            if below and bet.advised:
                decided.append(_give_back(till, seat, wager, bet.stake, bet.commission))
            else:
                decided.append(_pay(till, table, seat, wager, bet, decision))
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
        dice_pass=_dice_pass(table, decided),
        transfers=till.transfers(),
    )


def void(table: Table) -> RoundVoided:
    """What fell does not count: give back what the document says goes back."""
    till, decided = _Till(), list[Decided]()
    if table.rules.voided is Voided.ALL_BETS:
        for seat, wager, bet in _bets(table):
            if not table.rules.addresses[wager].offer.outlives_voids:
                decided.append(_give_back(till, seat, wager, bet.stake, bet.commission))
    elif table.rules.voided is Voided.FRESH_BETS:
        for (seat, wager), fresh in table.fresh.items():
            decided.append(_give_back(till, seat, wager, fresh.stake, fresh.commission))
    return RoundVoided(decided=tuple(decided), transfers=till.transfers())


def _may_go_back_up(table: Table, bar: tuple[str, str], pucks: Mapping[str, str]) -> bool:
    _, wager = bar
    return table.rules.addresses[wager].offer.back_up.holds(pucks)


def _dice_pass(table: Table, decided: Iterable[Decided]) -> bool:
    """Whether the shooter's own bet ended in a way that passes the dice on."""
    shooting, shooter = table.rules.shooting, table.round.shooter
    return shooting is not None and any(
        bet.seat == shooter and shooting.passes_on.get(bet.wager) is bet.result for bet in decided
    )


def _bets(table: Table) -> Iterator[tuple[str, str, Bet]]:
    for seat, bets in table.layout.items():
        for wager, bet in bets.items():
            yield seat, wager, bet


def _below_minimum(table: Table, offer: Offer, bet: Bet) -> bool:
    """Whether the owner of a bet that is decided has to hear about the minimum, or has heard already."""
    low = bet.stake < table.sign.minimum and offer.limited
    return low and table.rules.limits.below is Below.VALID_UNTIL_ADVISED


def _give_back(till: _Till, seat: str, wager: str, stake: int, commission: int) -> Decided:
    till.move(felt(seat), rack(seat), stake)
    till.move(COMMISSION, rack(seat), commission)
    return Decided(seat, wager, Cents(stake), Result.VOID, Cents(stake + commission))


def _pay(till: _Till, table: Table, seat: str, wager: str, bet: Bet, decision: Decision) -> Decided:
    """Pay or collect a bet. What lies over its limit goes back, whatever fell."""
    offer = table.rules.addresses[wager].offer
    live = _live_stake(table, seat, offer, bet)
    returned = bet.stake - live + rounded_up(live * decision.returned.numerator, decision.returned.denominator)
    won = winnings(table.rules, table.sign, offer, live, decision.winnings)
    till.move(felt(seat), rack(seat), returned)
    till.move(felt(seat), HOUSE, bet.stake - returned)
    till.move(HOUSE, rack(seat), won)
    return Decided(seat, wager, Cents(bet.stake), decision.result, Cents(returned + won))


def _live_stake(table: Table, seat: str, offer: Offer, bet: Bet) -> int:
    """The part of a bet that plays, where more was accepted than may."""
    live, maximum = bet.stake, table.sign.maximum
    if maximum is not None and offer.limited and table.rules.limits.above is Over.SETTLED_TO_LIMIT:
        live = min(live, maximum)
    if offer.rides_on and offer.over_cap is Over.SETTLED_TO_LIMIT and offer.when_flat_shrinks is not Shrinking.LEAVES:
        flat = table.layout[seat][offer.rides_on].stake
        live = min(live, offer.largest_ride(flat, bet.state, table.sign))
    return live

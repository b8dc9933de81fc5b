"""The work of a dealer after a result or a ruling: which bets are taken, paid, moved and given back, in which order."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from croupier.money import rounded_up
from croupier.rules.machine import Decision, Result
from croupier.rules.payout import awake
from croupier.rules.sequence import OVER, Phase
from croupier.table.bets.placing import BetPlaced
from croupier.table.bets.taking_down import BetTakenDown
from croupier.table.core.message import Decided
from croupier.table.core.payment import Occasion, Payment
from croupier.table.core.promotional import NONE
from croupier.table.core.state import Past, Table, trail_events
from croupier.table.rounds.lights import lit
from croupier.table.rounds.settling import RoundSettled, live_stake
from croupier.table.rounds.void_settlement import RoundVoided


def payments(table: Table) -> tuple[Payment, ...]:
    """Everything that the dealer has to do with chips, in the order of work.

    What corrections changed comes first. Then all losing bets are taken, winning bets are paid and others given back, and bets
    travel to their numbers. Each goes clockwise from place 1, and at a place in the order of the document. The work of a result
    is done once the dealer has declared all bets paid, that of a void round and of a correction once bets are open again.
    """
    return *(table.adjusted.lines if table.adjusted else ()), *since_correction(table)


def commissions(table: Table) -> tuple[Payment, ...]:
    """The commissions that the dealer takes beside the bets of the round in play, until all its bets are paid.

    What a bet has cost is taken also if it came down since, but for what its owner got back. A ruling that gives a commission
    back has a line of its own.
    """
    if table.is_untimed or table.rules.procedures.is_electronic or table.round.phase is Phase.DONE:
        return ()
    # A result takes the events of its round into the past. A commission that was not taken before it still has to be.
    happened = table.past[-1].lead if table.round.phase in OVER and table.past else trail_events(table.trail)
    lines = dict[tuple[str, str, int], Payment]()
    for number, event in enumerate(happened, 1):
        match event:
            case BetPlaced(seat=seat, wager=wager, commission=take) if take and (place := table.places.get(seat)):
                occasion = Occasion.COMMISSION
                lines[seat, wager, number] = Payment(seat, place, wager, take=take, occasion=occasion, number=number)
            case BetTakenDown(refund=refund) if refund:
                for key in [key for key in reversed(lines) if key[:2] == (event.seat, event.wager)]:
                    back = min(refund, lines[key].take)
                    lines[key], refund = replace(lines[key], take=lines[key].take - back), refund - back
            case _:
                pass
    return tuple(each for each in lines.values() if each.take)


def since_correction(table: Table) -> tuple[Payment, ...]:
    """The work that is not part of `Table.adjusted`."""
    if table.is_untimed or table.rules.procedures.is_electronic:
        return ()  # the machine moves credit by itself
    past = to_be_done(table)
    return *(_of_round(table, past) if past else ()), *_of_rulings(table)


def of_last_round(table: Table) -> list[Payment]:
    """The part of that work that the last result or the void of the last round has led to."""
    past = None if table.is_untimed or table.rules.procedures.is_electronic else to_be_done(table)
    return _of_round(table, past) if past else []


def areas_lit(table: Table) -> tuple[str, ...]:
    """The wagers that win with the last outcome, while the dealer pays."""
    past = to_be_done(table)
    return tuple(lit(past.before, past.event.outcome)) if past and isinstance(past.event, RoundSettled) else ()


def to_be_done(table: Table) -> Past | None:
    """The last round, if it is settled and not yet paid, or void and its bets may not yet have gone back."""
    if not table.past:
        return None
    last, phase = table.past[-1], table.round.phase
    if phase in (Phase.SETTLED, Phase.LIT):
        return last
    is_void = phase in (Phase.DONE, Phase.SHAKEN) and isinstance(last.event, RoundVoided)
    return last if is_void and _new_events(table) > len(trail_events(table.trail)) else None


def breakage_of(past: Past) -> Iterator[tuple[str, int]]:
    """What rounding to payable chips added to the winnings of a round, by seat, for each winning bet."""
    if isinstance(past.event, RoundSettled):
        for each in past.event.decided:
            if each.result is Result.WIN:
                yield each.seat, _paid(past, past.event, each).breakage


def in_order(table: Table, lines: Iterable[Payment]) -> list[Payment]:
    """Lines in the order of work: what is taken, then what is paid or given back, then what moves or is put down."""
    order = {wager: at for at, wager in enumerate(table.rules.addresses)}

    def rank(line: Payment) -> tuple[int, int, int]:
        kind = 2 if line.to or line.put else 0 if line.take and not line.pay else 1
        return kind, line.place, order.get(line.wager, len(order))

    return sorted(lines, key=rank)


def _new_events(table: Table) -> int:
    """The number of events whose work is not part of `Table.adjusted`."""
    return table.events - (table.adjusted.since if table.adjusted else 0)


def _of_round(table: Table, past: Past) -> list[Payment]:
    """The work after a result or a void round."""
    event = past.event
    if isinstance(event, RoundSettled):
        lines = [_settled(table, past, event, each) for each in event.decided] + list(_moved(past, event))
    else:
        assert isinstance(event, RoundVoided), "a round is settled or void"
        lines = [_ended(past.before, each, past.round) for each in event.decided]
    return in_order(past.before, lines)


def _of_rulings(table: Table) -> Iterator[Payment]:
    """The bets that were voided, refused or ended by a ruling since the last round was over."""
    trail = trail_events(table.trail)
    known = max(0, len(trail) - _new_events(table))
    for number, event in enumerate(trail[known:], known + 1):
        decided: tuple[Decided, ...] = getattr(event, "decided", ())
        yield from (_ended(table, each, number) for each in decided if each.seat in table.places)


def _ended(table: Table, each: Decided, number: int) -> Payment:
    """The work for a bet that was lost or goes back. A returned commission is paid."""
    back = min(each.stake, each.paid - each.commission)
    return Payment(
        seat=each.seat,
        place=table.places[each.seat],
        wager=each.wager,
        result=each.result,
        stake=each.stake,
        take=each.stake - back,
        pay=each.paid - back,
        back=back,
        occasion=Occasion.VOID if each.result in (Result.VOID, Result.REFUND, Result.FORFEIT) else Occasion.RESULT,
        number=number,
    )


def _moved(past: Past, event: RoundSettled) -> Iterator[Payment]:
    """The bets that travel to another wager."""
    for each in event.moved:
        if each.to != each.wager:
            stake = past.before.layout[each.seat][each.wager].stake
            yield Payment(each.seat, past.before.places[each.seat], each.wager, stake=stake, to=each.to, number=past.round)


def _settled(table: Table, past: Past, event: RoundSettled, each: Decided) -> Payment:
    if each.result is not Result.WIN:
        return _ended(past.before, each, past.round)
    arrived = {(moved.seat, moved.to) for moved in event.moved}  # other bets, which have travelled to this wager
    stays = each.wager in table.layout.get(each.seat, {}) and (each.seat, each.wager) not in arrived
    return replace(_paid(past, event, each), stays=stays)


def _paid(past: Past, event: RoundSettled, each: Decided) -> Payment:
    """The work for a winning bet."""
    of = past.before.layout[each.seat][each.wager].promotional or NONE
    take = of.tokens - (each.promotional or NONE).tokens  # tokens that won are used up
    back = each.stake - take
    return Payment(
        seat=each.seat,
        place=past.before.places[each.seat],
        wager=each.wager,
        result=each.result,
        stake=each.stake,
        take=take,
        pay=each.paid - back,
        back=back,
        breakage=each.paid - each.commission + take - _exact(past.before, event, each),
        number=past.round,
    )


def _exact(before: Table, event: RoundSettled, each: Decided) -> int:
    """What goes back of a winning bet and is won by the odds, rounded up to a cent and not to a chip."""
    bet = before.layout[each.seat][each.wager]
    offer = before.offer_of(each.wager, bet)
    effect = offer.wager.effects[bet.state][event.outcome]
    decision = awake(offer, effect, before.pucks, called=bet.called) if isinstance(effect, Decision) else None
    assert decision, "the outcome decided this bet"
    live, rate = live_stake(before, each.seat, offer, bet), decision.winnings
    back = bet.stake - live + rounded_up(live * decision.returned.numerator, decision.returned.denominator)
    return back + rounded_up(live * rate.numerator, rate.denominator)

"""Examples of bets that players could make now."""

from collections.abc import Iterator
from fractions import Fraction
from math import lcm

from croupier.ledger.accounts import rack, restricted, unrestricted
from croupier.ledger.accounts import tokens as in_tokens
from croupier.money import Cents
from croupier.rules.offer import Offer
from croupier.table.bets.starting import state_to_bet_in
from croupier.table.core.forms import Values
from croupier.table.core.refusals import Refusal
from croupier.table.core.state import Table


def stakes_of(table: Table, seat: str) -> Iterator[Values]:
    """A stake on every wager, of the minimum and of the least amount that can be added; one only if the player is broke."""
    in_chips = table.book.balance(in_tokens(seat))
    has_money = in_chips or any(table.book.balance(of(seat)) for of in (rack, restricted, unrestricted))
    for wager, address in table.rules.addresses.items():
        if address.state is not None and wager not in table.layout[seat]:
            continue  # a bet moves there by itself
        for stake in _amounts(table, seat, wager):
            yield {"wager": wager, "stake": stake}
            if in_chips:
                yield {"wager": wager, "stake": stake, "tokens": Cents(min(stake, in_chips))}
            if not has_money:
                return


def _amounts(table: Table, seat: str, wager: str) -> list[Cents]:
    """The minimum of the sign on every piece of a wager, and less, as far as it divides and can be paid exactly."""
    address, rounding = table.rules.addresses[wager], table.rules.rounding
    offer = address.offer
    if offer.stake:
        return [Cents(table.sign.named[offer.stake])]
    state = state_to_bet_in(table, seat, wager, address, table.layout[seat].get(wager))
    step = offer.wager.units if offer.divides else 1
    if rounding.only_exact_stakes and not isinstance(state, Refusal):
        unit = 1 if rounding.to_the_cent else table.sign.payout_unit
        rates = {*offer.wager.rates(state), *_commission(offer, state)}
        step = lcm(step, *((Fraction(rate) / unit).denominator for rate in rates))
    minimum = table.sign_for(seat).minimum * offer.wager.units
    return [Cents(max(1, -(-minimum // step)) * step), Cents(step)]


def _commission(offer: Offer, state: str) -> Iterator[Fraction]:
    """The commission on a unit staked, if there is one."""
    if offer.commission:
        yield offer.commission.rate * (offer.wager.best[state] if offer.commission.of_winnings else 1)


def winners(table: Table) -> Iterator[Values]:
    """Every winning bet that may be left up."""
    return ({"seat": seat, "wager": wager} for seat, bets in table.staying.items() for wager in bets)

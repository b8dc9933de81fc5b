"""A position as one line of text.

The first part names the rule set, with its readings that differ from the defaults: `las-vegas-craps+LV-01=double-twelve`. The
other parts are `NAME=VALUE`, apart by a space: settings of the sign, pucks, `round`, `phase`, `shooter`, and what belongs to a
player: `ann/rack=5000`, `ann/pass-line=1000@point_6,off`. Amounts are in cents. A _ stands for the space in a state.
"""

from collections.abc import Iterator
from urllib.parse import quote

from croupier.rules.ruleset import Address
from croupier.rules.sequence import Phase
from croupier.table.core.promotional import Promotional
from croupier.table.core.state import Table
from croupier.table.telling.position.position import BetAt, ChosenRules, PlayerAt, Position
from croupier.table.telling.position.setting_up import position_of

WITHOUT = "without"
"""The name of a kind of wager that is left out, among the readings."""
PURSES = ("restricted", "unrestricted", "tokens")


def position_text(table: Table) -> str:
    """The position of a table as one line."""
    return " ".join(_parts(position_of(table), table))


def _parts(position: Position, table: Table) -> Iterator[str]:
    yield f"{position.document.id}{''.join(f'+{choice}' for choice in choices(position.document))}"
    yield from (f"{name}={_value(value)}" for name, value in position.sign.items())
    yield from (f"{name}={_spaced(state)}" for name, state in position.pucks.items())
    if position.round:
        yield f"round={position.round}"
    if position.phase is not Phase.UNTIMED:
        yield f"phase={position.phase}"
    if position.shooter:
        yield f"shooter={quoted(position.shooter)}"
    for player in position.players:
        yield from (f"{quoted(player.seat)}/{part}" for part in _player(player, table))


def choices(document: ChosenRules) -> Iterator[str]:
    """What differs from the printed document: readings, raised odds, and kinds of wager that are left out."""
    yield from (f"{name}={_spaced(value)}" for name, value in (*document.chosen, *document.raised))
    yield from (f"{WITHOUT}={kind}" for kind in document.left_out)


def quoted(seat: str) -> str:
    """The name of a seat, with every character that is no letter, digit or hyphen as %XX."""
    return quote(seat, safe="")


def _player(player: PlayerAt, table: Table) -> Iterator[str]:
    yield f"rack={player.rack}"
    yield from _promotional(player.promotional)
    if player.limits:
        yield f"limits={player.limits[0]}-{player.limits[1]}"
    if player.advised:
        yield f"advised={','.join(player.advised)}"
    if player.barred:
        yield f"barred={','.join(player.barred)}"
    for wager, bet in player.bets.items():
        accepted = table.editions[table.layout[player.seat][wager].edition]
        yield f"{wager}={bet.stake}{''.join(_bet(bet, accepted.addresses[wager], table.sign.maximum))}"


def _promotional(held: Promotional) -> Iterator[str]:
    return (f"{purse}={amount}" for purse in PURSES if (amount := getattr(held, purse)))


def _bet(bet: BetAt, address: Address, maximum: int | None) -> Iterator[str]:
    if bet.state != certain_state(address):
        yield f"@{_spaced(bet.state)}"
    if bet.called is not None:
        yield ",on" if bet.called else ",off"
    if bet.commission:
        yield f",commission={bet.commission}"
    if bet.kept:
        yield f",kept={bet.kept}"
    if bet.fresh:
        yield f",fresh={bet.fresh}{f'+{bet.fresh_commission}' if bet.fresh_commission else ''}"
    if bet.left_up:
        yield f",left-up={bet.left_up}"
    if bet.advised:
        yield ",advised"
    if bet.maximum != maximum:
        yield f",maximum={'none' if bet.maximum is None else bet.maximum}"
    yield from (f",{part}" for part in _promotional(bet.promotional))
    if bet.accepted:
        yield f",accepted={'+'.join(choices(bet.accepted))}"


def certain_state(address: Address) -> str | None:
    """The state in which every bet of a wager id stands; None if there are several."""
    states = address.offer.wager.effects
    return address.state or (next(iter(states)) if len(states) == 1 else None)


def _spaced(state: str) -> str:
    return state.replace(" ", "_")


def _value(value: int) -> str:
    return str(value).lower()

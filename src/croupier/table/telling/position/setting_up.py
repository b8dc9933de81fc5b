"""The position of a table, and the table at a position."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from croupier.ledger.accounts import COMMISSION, OUTSIDE, PROMOTIONS, Account, felt, rack, restricted, tokens, unrestricted
from croupier.ledger.book import Book, Transfer
from croupier.money import Cents
from croupier.rules.ruleset import Ruleset
from croupier.table.core.bet import NOT_FRESH, Bet, Fresh
from croupier.table.core.meters import OTHER, Meters, Terminal
from croupier.table.core.opening import edition
from croupier.table.core.promotional import NONE, Promotional
from croupier.table.core.state import Round, Table, open_table
from croupier.table.telling.position.position import BetAt, ChosenRules, PlayerAt, Position


def position_of(table: Table) -> Position:
    """The position of a table."""
    return Position(
        document=_document(table.rules),
        sign={
            setting.name: table.sign.named[setting.name]
            for setting in table.rules.all_settings
            if setting.name in table.sign.named and table.sign.named[setting.name] != setting.default
        },
        pucks=dict(table.pucks),
        round=table.round.number,
        phase=table.round.phase,
        shooter=table.round.shooter,
        players=tuple(_player(table, seat) for seat in table.clockwise()),
    )


def _document(rules: Ruleset) -> ChosenRules:
    chosen, raised = sorted(rules.chosen.items()), sorted(rules.raised.items())
    return ChosenRules(rules.id, tuple(chosen), tuple(raised), tuple(rules.left_out))


def _player(table: Table, seat: str) -> PlayerAt:
    holds = table.book.balance
    return PlayerAt(
        seat=seat,
        rack=holds(rack(seat)),
        promotional=Promotional(holds(restricted(seat)), holds(unrestricted(seat)), holds(tokens(seat))),
        limits=table.desk.limits.get(seat),
        advised=tuple(sorted(wager for each, wager in table.advised if each == seat)),
        barred=tuple(sorted(wager for each, wager in table.barred if each == seat)),
        bets={wager: _bet(table, bet) for wager, bet in sorted(table.layout[seat].items())},
    )


def _bet(table: Table, bet: Bet) -> BetAt:
    fresh, accepted = table.fresh(bet), table.editions[bet.edition]
    return BetAt(
        stake=bet.stake,
        state=bet.state,
        called=bet.called,
        commission=bet.commission,
        kept=bet.kept,
        fresh=fresh.stake,
        fresh_commission=fresh.commission,
        left_up=table.left_up(bet),
        advised=bet.advised,
        maximum=bet.maximum,
        promotional=bet.promotional or NONE,
        accepted=None if _document(accepted) == _document(table.rules) else _document(accepted),
    )


def rules_of(document: ChosenRules, base: Ruleset | None = None) -> Ruleset:
    """The rules of a document. `base` is its rule set with default readings; None if the catalogue has it."""
    if base is None:
        return edition(document.id, document.left_out, document.chosen, document.raised)
    return base.without(document.left_out).amended(dict(document.chosen), dict(document.raised))


def table_at(position: Position, base: Ruleset | None = None) -> Table:
    """A table in a position: without a clock, without history, and as if the players had brought what they have."""
    rules, players = rules_of(position.document, base), position.players
    older = sorted({bet.accepted for player in players for bet in player.bets.values() if bet.accepted}, key=repr)
    editions = {document: number for number, document in enumerate(older)}
    table = open_table(rules, rules.sign(position.sign))
    places = {player.seat: place for place, player in enumerate(players, 1)}
    shooter = position.shooter
    dice = Round(dice_at=shooter, dice_place=places.get(shooter, 0), shooter=shooter)
    return replace(
        table,
        editions=(*(rules_of(each, base) for each in older), rules),
        pucks=dict(position.pucks),
        layout={player.seat: _bets(player, editions) for player in players},
        places=places,
        seated=len(places),
        advised=frozenset((player.seat, wager) for player in players for wager in player.advised),
        barred=frozenset((player.seat, wager) for player in players for wager in player.barred),
        book=Book().after([transfer for player in players for transfer in _brought(player)]),
        meters=Meters(terminals={player.seat: _metered(player) for player in players}),
        round=replace(dice, number=position.round, phase=position.phase),
        desk=replace(table.desk, limits={player.seat: player.limits for player in players if player.limits}),
    )


def _bets(player: PlayerAt, editions: Mapping[ChosenRules, int]) -> Mapping[str, Bet]:
    return {
        wager: Bet(
            stake=bet.stake,
            state=bet.state,
            commission=bet.commission,
            advised=bet.advised,
            called=bet.called,
            fresh=Fresh(bet.fresh, bet.fresh_commission) if bet.fresh else NOT_FRESH,
            edition=editions[bet.accepted] if bet.accepted else len(editions),
            maximum=bet.maximum,
            promotional=bet.promotional if bet.promotional.total else None,
            left_up=bet.left_up,
            kept=bet.kept,
        )
        for wager, bet in player.bets.items()
    }


def _brought(player: PlayerAt) -> Iterator[Transfer]:
    """The transfers that give a player what lies in front of them and on the layout."""
    seat, bets, own = player.seat, player.bets.values(), player.promotional
    promoted = sum(bet.promotional.total for bet in bets)
    amounts: tuple[tuple[Account, Account, int], ...] = (
        (OUTSIDE, rack(seat), player.rack),
        (PROMOTIONS, restricted(seat), own.restricted),
        (PROMOTIONS, unrestricted(seat), own.unrestricted),
        (PROMOTIONS, tokens(seat), own.tokens),
        (PROMOTIONS, felt(seat), promoted),
        (OUTSIDE, felt(seat), sum(bet.stake for bet in bets) - promoted),
        (OUTSIDE, COMMISSION, sum(bet.commission for bet in bets)),
    )
    return (Transfer(source, target, Cents(amount)) for source, target, amount in amounts if amount)


def _metered(player: PlayerAt) -> Terminal:
    charged = sum(bet.commission for bet in player.bets.values())
    held = player.rack + player.promotional.total + sum(bet.stake for bet in player.bets.values())
    return Terminal(brought={OTHER: held + charged} if held + charged else {}, commission=charged)

"""Checks whether a bet can be made or changed now, and by this player."""

from croupier.rules.outcomes import listed
from croupier.rules.powers import Act
from croupier.rules.sequence import Phase
from croupier.table.core.checks import clause_of, play_is_stopped
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table
from croupier.table.money.locks import lock_refused, meters_refused


def bets_are_closed(table: Table, at: int) -> Refusal | None:
    """Refuse a bet or a change when bets are closed, the deadline has passed or play is stopped."""
    round, procedures = table.round, table.rules.procedures
    is_late = round.deadline and at >= round.deadline and not table.is_untimed
    if round.phase in procedures.takes_bets and not is_late:
        return play_is_stopped(table)
    over = "the wagering period has ended" if procedures.is_electronic else "bets are closed"
    return Refusal(Reason.BETTING_CLOSED, f"No more bets: {over}.", procedures.freeze)


def bets_are_paid(table: Table) -> bool:
    """Whether winning bets are being paid. At an electronic table this lasts until the next round opens."""
    settles = table.rules.procedures.settles
    return table.round.phase in (Phase.UNTIMED, Phase.SETTLED, Phase.LIT, settles and settles.to)


def player_is_stopped(table: Table, seat: str, at: int) -> Refusal | None:
    """Refuse a new bet of a player who may not bet now."""
    desk, cards = table.desk, table.rules.procedures.cards
    if desk.disabled is not None:
        return Refusal(Reason.TABLE_DISABLED, "The table is out of service and takes no bets.")
    if desk.closing:
        sentence = "The table is about to close and takes no more bets."
        return Refusal(Reason.TABLE_CLOSED, sentence, clause_of(table, Act.CLOSE_TABLE))
    if unfit := terminal_refused(table, seat):
        return unfit
    if (clause := desk.refuses(seat)) is not None:
        return Refusal(Reason.BETS_REFUSED, f"No bets of {seat} are taken.", clause)
    if cards and at >= cards.since and seat not in desk.cards and seat in table.layout:
        return Refusal(Reason.CARD_NEEDED, f"{seat} has to put their own player card in first.", cards.clause)
    return _plays_elsewhere(table, seat) or meters_refused(table, seat)


def _plays_elsewhere(table: Table, seat: str) -> Refusal | None:
    """Refuse a player who is restricted to one terminal and has a card in another. Removing that card lifts the refusal."""
    desk, seating = table.desk, table.rules.procedures.seating
    player = desk.cards.get(seat)
    if seating is None or player not in desk.held:
        return None
    others = sorted(other for other, card in desk.cards.items() if card == player and other != seat)
    if not others:
        return None
    sentence = f"{player} plays at {listed(others, 'and')} too, and may use one terminal only."
    return Refusal(Reason.ONE_TERMINAL, sentence, seating.clause)


def terminal_refused(table: Table, seat: str) -> Refusal | None:
    """Refuse every command of a terminal that is faulty or locked, or on which the round is void."""
    if seat in table.round.void_at:
        sentence = f"The round is void on the terminal of {seat}, which plays again in the next one."
        clauses = (power.clause for power in table.rules.procedures.powers_to[Act.VOID_ROUND] if power.on_terminals)
        return Refusal(Reason.TERMINAL_VOID, sentence, next(clauses, table.rules.void_clause))
    if seat not in table.desk.faulty:
        return lock_refused(table, seat)
    clause = clause_of(table, Act.DECLARE_FAULT)
    return Refusal(Reason.TERMINAL_FAULTY, f"The terminal of {seat} is being looked into.", clause)

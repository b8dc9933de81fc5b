"""Player cards in terminals."""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from croupier.rules.powers import Act
from croupier.table.authority.powers import grounds_for, power_to_decide
from croupier.table.core.checks import empty_name_refused, unknown_player
from croupier.table.core.forms import every, forms_of, one_of, seats
from croupier.table.core.message import Command, Event, Order, Ruling
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import (
    FROM_PLAYERS,
    FROM_STAFF,
    Audience,
    CommandRow,
    EventRow,
    History,
    by_name,
    declare,
    event_without_money,
    on_desk,
    stands,
    unmetered,
)
from croupier.table.core.state import Table
from croupier.table.core.words import entered, who
from croupier.table.money.debts import again_with_debts, debts_withheld, with_debts_withheld


class InsertCard(Command, frozen=True, kw_only=True, tag=True):
    """Insert a player card into a terminal."""

    seat: str
    player: str
    """The owner of the card, as identified by the floor. On a floor with a cage, staff enter the number of the card."""
    card: int | UnsetType = UNSET
    """The serial of the card, if a cage issues cards."""
    by: Person | None = None
    """The member of staff who gives it for the player; None if the player does."""


class RemoveCard(Command, frozen=True, kw_only=True, tag=True):
    """Remove the player card from a terminal."""

    seat: str
    by: Person | None = None
    """The member of staff who gives it for the player; None if the player does."""


class HoldToOneTerminal(Order, frozen=True, kw_only=True, tag=True):
    """Restrict a player to one terminal."""

    player: str


class CardInserted(Event, frozen=True, kw_only=True, tag=True):
    """A player card was inserted into a terminal."""

    seat: str
    player: str
    card: int | UnsetType = UNSET
    """The serial of the card, if a cage issues cards."""
    by: Person | None = None
    """The member of staff who entered it; None if the player did."""


class CardRemoved(Event, frozen=True, kw_only=True, tag=True):
    """A player card was removed from a terminal. Its bets stand."""

    seat: str
    by: Person | None = None
    """The member of staff who entered it; None if the player did."""


class PlayerHeld(Ruling, frozen=True, kw_only=True, tag=True):
    """A player was restricted to one terminal."""

    player: str


def insert_card(table: Table, wish: InsertCard) -> tuple[Event, ...] | Refusal:
    """Insert a card. Refuse a second terminal unless the document allows several."""
    if refusal := unknown_player(table, wish.seat):
        return refusal
    if not wish.player.strip():
        return Refusal(Reason.UNKNOWN_PLAYER, "The card belongs to nobody.")
    desk, seating = table.desk, table.rules.procedures.seating
    if (clause := desk.turns_away(wish.player)) is not None:
        return Refusal(Reason.BETS_REFUSED, f"{wish.player} may not play here.", clause)
    elsewhere = sorted(seat for seat, player in desk.cards.items() if player == wish.player and seat != wish.seat)
    if elsewhere and seating and (not seating.several or wish.player in desk.held):
        sentence = f"{wish.player} plays at {elsewhere[0]} already, and may use one terminal only."
        return Refusal(Reason.ONE_TERMINAL, sentence, seating.clause)
    table, kept = debts_withheld(table, wish.seat)  # another card may be in, which is known no longer
    inserted = CardInserted(seat=wish.seat, player=wish.player, card=wish.card, by=wish.by)
    return *kept, *with_debts_withheld(table, inserted, wish.seat)


def remove_card(table: Table, wish: RemoveCard) -> tuple[Event, ...] | Refusal:
    """Remove the card of a terminal. Its bets stand. What was demanded back of its owner is withheld first."""
    if wish.seat not in table.desk.cards:
        return Refusal(Reason.CARD_NEEDED, f"There is no card in the terminal of {wish.seat}.")
    _, kept = debts_withheld(table, wish.seat)
    return *kept, CardRemoved(seat=wish.seat, by=wish.by)


def hold_to_one(table: Table, order: HoldToOneTerminal) -> PlayerHeld | Refusal:
    """Restrict a player to one terminal."""
    if refusal := empty_name_refused(order.player):
        return refusal
    power = power_to_decide(table, order.by, Act.ONE_TERMINAL, order.why)
    if isinstance(power, Refusal):
        return power
    return PlayerHeld(player=order.player, by=order.by, why=order.why, clause=power.clause)


def _players(table: Table) -> list[str]:
    """The owners of the cards in the terminals; without a card, the name of the seat."""
    return list(dict.fromkeys(table.desk.cards.get(seat, seat) for seat in table.clockwise()))


declare(
    CommandRow(
        kind=InsertCard,
        decide=insert_card,
        wish=by_name,
        senders=FROM_PLAYERS | FROM_STAFF,
        under=None,
        chosen=("seat",),
        forms=forms_of(InsertCard, seats, player="a guest"),
    ),
    CommandRow(
        kind=RemoveCard,
        decide=remove_card,
        wish=by_name,
        senders=FROM_PLAYERS | FROM_STAFF,
        under=None,
        chosen=("seat",),
        forms=forms_of(RemoveCard, one_of("seat", lambda table: sorted(table.desk.cards))),
        nothing=Refusal(Reason.CARD_NEEDED, "There is no card in any terminal."),
    ),
    CommandRow(
        kind=HoldToOneTerminal,
        decide=hold_to_one,
        wish=by_name,
        senders=FROM_STAFF,
        under=Act.ONE_TERMINAL,
        chosen=("player", "why"),
        forms=forms_of(HoldToOneTerminal, every(one_of("player", _players), grounds_for(Act.ONE_TERMINAL))),
    ),
    EventRow(
        kind=CardInserted,
        apply=on_desk(lambda t, e: replace(t.desk, cards={**t.desk.cards, e.seat: e.player})),
        meter=unmetered,
        tell=lambda _, e: f"{e.seat}: the card of {e.player} is put in{entered(e.by)}.",
        again=again_with_debts(stands),
        audience=Audience.OWNER,
        moves_money=False,
        history=History.CONTINUES,
    ),
    event_without_money(
        kind=CardRemoved,
        apply=on_desk(
            lambda t, e: replace(t.desk, cards={seat: card for seat, card in t.desk.cards.items() if seat != e.seat})
        ),
        tell=lambda _, e: f"{e.seat}: the card is taken out{entered(e.by)}.",
        audience=Audience.OWNER,
    ),
    event_without_money(
        kind=PlayerHeld,
        apply=on_desk(lambda t, e: replace(t.desk, held=t.desk.held | {e.player})),
        tell=lambda _, e: f"{who(e.by)} holds {e.player} to one terminal.",
        audience=Audience.STAFF,
    ),
)

"""What staff, inspectors and displays are shown of a table, by the kind of view that they have a right to."""

from collections.abc import Callable, Mapping
from enum import StrEnum

import msgspec
from msgspec import UNSET, UnsetType

from croupier.floor.roles import is_automatic
from croupier.floor.timetable import Timed
from croupier.ledger.accounts import owed, rack, restricted, tokens, unrestricted, withheld
from croupier.rules.game import OutcomeCall
from croupier.rules.payout import is_off
from croupier.server.messages import RoundView
from croupier.server.result_marks import ResultMark, result_marks
from croupier.server.room import Announced, RunView, announced, by_place, in_public, runs, shown_limits
from croupier.server.signs import OwnLimits, SignView, sign_view
from croupier.server.staff_chips import ChecksAway, ColoursView, WaitingSlip, checks_away, colours_of, slips
from croupier.server.staff_dice import DiceView, dice_view
from croupier.server.staff_payments import PayingView, paying_view
from croupier.server.staff_pit import Beside, DeviceView, NoticeView, bars, devices, money, notices
from croupier.server.staff_signs import Announcement, PostedView, SettingView, announcements, posted, settings
from croupier.server.views import closing_words, takes_odds
from croupier.table.bets.below_minimum import bets_below_minimum
from croupier.table.core.bet import Bet
from croupier.table.core.desk import AttendantCall, Bar, Debt, DebtElsewhere, Dispute, Takings
from croupier.table.core.person import Person
from croupier.table.core.state import Table
from croupier.table.money.places import unused_name
from croupier.table.money.takings import takings, takings_today
from croupier.table.rounds.display import is_disregarded
from croupier.table.rounds.memory import SHOWN
from croupier.table.rounds.settling import RoundSettled


class ViewKind(StrEnum):
    """How much of a table somebody sees."""

    PUBLIC = "public"
    """What the sign and the display in the room show."""
    DEALER = "dealer"
    """Every seat with its chips and bets, the dice, and what waits for the dealer."""
    CAGE = "cage"
    """What goes between the table and the cage: hand pays, slips, debts. Nothing from which the cash in a box would follow."""
    PIT = "pit"
    """All of that, and people: disputes, notices, bars."""
    INSPECTOR = "inspector"
    """As the pit. An inspector changes nothing."""


class BetOnFelt(msgspec.Struct, frozen=True):
    """A bet of a player. Amounts are cents."""

    wager: str
    stake: int
    state: str
    """The state of the wager's machine, such as `point 6`."""
    commission: int
    called: bool | None
    """Whether its owner called it on (true) or off (false); null if neither."""
    off: bool
    """Whether it is off now, by rule or by call."""


class SeatView(msgspec.Struct, frozen=True):
    """A player at the table. Amounts are cents."""

    seat: str
    terminal: str | None
    """The name of the enrolled terminal at which the player sits; null if there is none."""
    place: int
    """The place, counted clockwise from 1."""
    card: str
    """The owner of the card in the terminal; empty if there is none."""
    credit: int
    """Chips in front of the player, or credit on the terminal."""
    promotional: int
    """The part of it that can be staked and not collected, and tokens."""
    withheld: int
    """Money that is withheld from the player."""
    open: int
    """What is open with the player: above zero what they are due, below zero what they owe."""
    bets: tuple[BetOnFelt, ...]
    won: int
    """What the last round paid."""
    locked: str
    """Why the terminal is locked or faulty; empty if it is neither."""
    refused: bool
    """Whether bets of this player are refused."""
    barred: bool
    """Whether this player is barred from the game, or excluded."""
    takes_odds: Mapping[str, int]
    """The odds that the player's flat bets may take now, by the id of the odds: the most that may lie there."""
    limits: OwnLimits | None
    """The player's own limits; null if those of the sign hold."""
    colours: ColoursView | None = None
    """The player's colour checks; null if there are none."""


class ShortBet(msgspec.Struct, frozen=True):
    """A bet below the minimum that may still be corrected or refused. Amounts are cents."""

    seat: str
    wager: str
    stake: int
    minimum: int


class CrewView(msgspec.Struct, frozen=True):
    """Who runs the table, and whether play is stopped."""

    dealer: Person | None
    """The person who has taken over the table; null if nobody has."""
    gone: bool
    """Whether the dealer has signed out or is disabled, so that nobody deals."""
    also_at: tuple[str, ...]
    """The other tables at which the dealer deals at the same time."""
    supervisor: Person | None
    """Who supervises the table; null if nobody does, or the document tells of no such person."""
    still_from: int | None
    """From when the round stands still: milliseconds since 1970; null if nobody waits for it."""
    automatic: bool
    """Whether the automatic dealer makes the calls."""
    stopped: str
    """Why nothing is played; empty if play goes on."""
    fault: str
    """The id of the reported ground for which the round has to be called off; empty if there is none."""
    day: str
    """The name of the gaming day; empty if none was opened."""


class StaffView(msgspec.Struct, frozen=True, kw_only=True, tag_field="is", tag="table", omit_defaults=True):
    """A table, after a numbered event. A part that the viewer has no right to is left out."""

    table: str
    """The name of the table."""
    kind: ViewKind
    """How much of the table this is."""
    number: int
    """The number of the last event."""
    now: int
    """The server's time in milliseconds since 1970."""
    ruleset: str
    """The id of the rule set."""
    round: RoundView
    pucks: Mapping[str, str]
    """The state of each puck."""
    history: tuple[str, ...]
    """The recent outcomes, newest last."""
    marks: tuple[ResultMark, ...]
    """What was corrected or is void among them."""
    calls: tuple[OutcomeCall, ...]
    """How a dealer calls each of them, without regard to a puck."""
    rounds: tuple[int, ...]
    """The rounds of the last of these outcomes, as far as the table remembers them, newest last."""
    sign: SignView
    closing: str
    """Why no more bets are taken: play is about to close, is closed or out of service; empty if they are."""
    crew: CrewView
    limits_shown: Mapping[str, OwnLimits]
    """The players' own limits, by seat, if the document wants them displayed."""
    announced: tuple[Announced, ...]
    """The changes that signs announce, the next one first."""
    runs: tuple[RunView, ...]
    """The wagers on runs of results, such as Super Streak."""
    disregarded: bool
    """Whether staff reported since the last result that a display disagrees with it."""
    seats: tuple[SeatView, ...] | UnsetType = UNSET
    """The players, clockwise."""
    below_minimum: tuple[ShortBet, ...] | UnsetType = UNSET
    dice: DiceView | UnsetType = UNSET
    tray: tuple[int, ...] | UnsetType = UNSET
    """The values of the chips in the tray, in cents."""
    unused_name: str | UnsetType = UNSET
    """A name for a player who gives none."""
    paying: PayingView | UnsetType = UNSET
    hand_pays: Mapping[str, int] | UnsetType = UNSET
    """The amounts that an attendant has yet to pay, by seat."""
    slips: Mapping[int, WaitingSlip] | UnsetType = UNSET
    """The fills and credits that wait, by number."""
    checks_away: Mapping[str, ChecksAway] | UnsetType = UNSET
    """The colour checks that were carried away, by colour."""
    debts: Mapping[str, Debt] | UnsetType = UNSET
    """Money that was demanded back, by the seat at which it was collected."""
    debts_elsewhere: Mapping[str, DebtElsewhere] | UnsetType = UNSET
    """Money that was demanded back at other tables, and is still to be withheld here, by table, seat and player."""
    money: Mapping[str, int] | UnsetType = UNSET
    """The balance of every kind of account. Owed and earned money is above zero, money in hand below."""
    takings: Takings | UnsetType = UNSET
    """What it has taken since its gaming day was opened."""
    takings_in_all: Takings | UnsetType = UNSET
    """What it has taken since it was opened."""
    offline: tuple[str, ...] | UnsetType = UNSET
    """The seats whose terminals are disconnected."""
    device: bool | UnsetType = UNSET
    """Whether the device that reports outcomes is there."""
    devices: Mapping[str, DeviceView] | UnsetType = UNSET
    """The money devices of terminals, by seat."""
    posted: Mapping[int, PostedView] | UnsetType = UNSET
    """The signs that announce a change, by number."""
    settings: tuple[SettingView, ...] | UnsetType = UNSET
    """The settings of the sign."""
    announcements: Mapping[str, Announcement] | UnsetType = UNSET
    """How long a sign has to announce each act before it may be done, if the document sets a time."""
    notices: Mapping[int, NoticeView] | UnsetType = UNSET
    """Every notice that the document demands, by number."""
    disputes: Mapping[int, Dispute] | UnsetType = UNSET
    bars: Mapping[str, Bar] | UnsetType = UNSET
    """The persons who may not play here."""
    attendant_calls: Mapping[str, AttendantCall] | UnsetType = UNSET
    """The open calls of players for an attendant, by seat."""
    copy: str | UnsetType = UNSET
    """Why players cannot read the approved document here; empty if they can."""


Part = Callable[[Table, Beside], object]
"""Draws a part of a table."""


def _seats(table: Table, _: Beside) -> tuple[SeatView, ...]:
    return tuple(_seat(table, seat) for seat in table.clockwise())


def _seat(table: Table, seat: str) -> SeatView:
    balance, desk = table.book.balance, table.desk
    limits = desk.limits.get(seat)
    return SeatView(
        seat=seat,
        terminal=table.terminals.get(seat),
        place=table.places[seat],
        card=desk.cards.get(seat, ""),
        credit=balance(rack(seat)) + balance(unrestricted(seat)),
        promotional=balance(restricted(seat)) + balance(tokens(seat)),
        withheld=balance(withheld(seat)),
        open=balance(owed(seat)),
        bets=tuple(_bet(table, wager, bet) for wager, bet in sorted(table.layout[seat].items())),
        won=table.won.get(seat, 0),
        locked=desk.locks.get(seat, "") or ("It was declared faulty." if seat in desk.faulty else ""),
        refused=desk.is_refused(seat),
        barred=any(desk.bar_of(name) for name in (seat, desk.cards.get(seat, ""))),
        takes_odds=takes_odds(table, table.layout[seat]),
        limits=OwnLimits(*limits) if limits else None,
        colours=colours_of(table, seat),
    )


def _bet(table: Table, wager: str, bet: Bet) -> BetOnFelt:
    off = is_off(table.offer_of(wager, bet), table.pucks, called=bet.called)
    return BetOnFelt(wager, bet.stake, bet.state, bet.commission, bet.called, off)


def _locked(table: Table) -> str:
    """Why a fault has locked the table: only wrong lights do. Empty if none has."""
    clause = table.desk.locked
    return f"the lights were wrong, and somebody has to put them right first ({clause})" if clause else ""


_CHIPS: Mapping[str, Part] = {"slips": lambda table, _: slips(table), "checks_away": lambda table, _: checks_away(table)}
# The people who count boxes are not told the expected amounts: see `blindness`. The cage sees no takings, balances or credit.
_CAGE: Mapping[str, Part] = {
    **_CHIPS,
    "hand_pays": lambda table, _: table.desk.hand_pays,
    "debts": lambda table, _: table.desk.debts,
    "debts_elsewhere": lambda table, _: {place: debt for place, debt in table.desk.debts_elsewhere.items() if debt.open},
    "devices": lambda table, beside: devices(table, beside.devices),
}
_MONEY: Mapping[str, Part] = {
    **_CAGE,
    "money": lambda table, _: money(table),
    "takings": lambda table, _: takings_today(table),
    "takings_in_all": lambda table, _: takings(table),
}
_DEALER: Mapping[str, Part] = {
    **_CHIPS,
    "seats": _seats,
    "below_minimum": lambda table, _: tuple(ShortBet(*each) for each in bets_below_minimum(table)),
    "dice": lambda table, _: dice_view(table),
    "tray": lambda _, beside: beside.chips,
    "unused_name": lambda table, _: unused_name(table),
    "paying": lambda table, beside: paying_view(table, beside.chips),
    "hand_pays": lambda table, _: table.desk.hand_pays,
    "offline": lambda _, beside: beside.offline,
    "device": lambda _, beside: beside.has_device,
    "devices": lambda table, beside: devices(table, beside.devices),
    "posted": lambda table, _: posted(table),
    "attendant_calls": lambda table, _: table.desk.calls,
    "settings": lambda table, _: settings(table),
    "announcements": lambda table, _: announcements(table),
}
_PIT: Mapping[str, Part] = {
    **_MONEY,
    **_DEALER,
    "notices": lambda table, _: notices(table),
    "disputes": lambda table, _: table.desk.disputes,
    "bars": lambda table, _: bars(table),
    "copy": lambda _, beside: beside.copy,
}
PARTS: Mapping[ViewKind, Mapping[str, Part]] = {
    ViewKind.PUBLIC: {},
    ViewKind.DEALER: _DEALER,
    ViewKind.CAGE: _CAGE,
    ViewKind.PIT: _PIT,
    ViewKind.INSPECTOR: _PIT,
}
"""The parts of a table that each kind of view has, beside those that everybody sees."""


def staff_view(name: str, table: Table, kind: ViewKind, timed: Timed, now: int, beside: Beside) -> StaffView:
    """A table as a viewer of this kind sees it."""
    round, desk = table.round, table.desk
    parts = {part: draw(table, beside) for part, draw in PARTS[kind].items()}
    automatic = is_automatic(table, is_attended=beside.is_attended)
    dealer, limits = desk.dealer, shown_limits(table)
    if kind is ViewKind.PUBLIC:  # anybody may look: no player's name, and no more of the dealer's than a badge has
        dealer, limits = in_public(dealer), by_place(table, limits)
    crew = CrewView(
        dealer=dealer,
        gone=beside.is_dealer_gone,
        also_at=() if kind is ViewKind.PUBLIC else beside.also_at,
        supervisor=None if kind is ViewKind.PUBLIC else desk.supervisor,
        still_from=None if kind is ViewKind.PUBLIC else beside.still_from,
        automatic=automatic,
        stopped=desk.stopped or _locked(table),
        fault=round.fault,
        day=desk.day,
    )
    return StaffView(
        table=name,
        kind=kind,
        number=table.events,
        now=now,
        ruleset=table.rules.id,
        round=RoundView(round.number, round.phase, *timed, round.shooter, round.offered),
        pucks=table.pucks,
        history=table.results,
        marks=result_marks(table, SHOWN),
        calls=tuple(table.rules.game.call(outcome, {}) for outcome in table.results),
        rounds=tuple(past.round for past in table.past if isinstance(past.event, RoundSettled))[-len(table.results) :],
        sign=sign_view(table, beside.zone),
        closing=closing_words(desk),
        crew=crew,
        limits_shown=limits,
        announced=announced(table),
        runs=runs(table),
        disregarded=is_disregarded(table),
        **parts,  # type: ignore[arg-type]
    )

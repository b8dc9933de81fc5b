"""What the staff of a table keep track of beside the game: signs, cards, faults, notices and disputes."""

from collections.abc import Mapping
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from croupier.likeness import looks_of
from croupier.rules.powers import Act
from croupier.rules.sign import SettingValue
from croupier.table.core.hand_pays import HandPay, HandPayCause
from croupier.table.core.person import Person


class Posted(msgspec.Struct, frozen=True):
    """A sign that announces a change: what will change, and when."""

    act: Act
    since: int
    """When it was put up: milliseconds since 1970."""
    takes_effect: int
    """When the change may take effect: milliseconds since 1970."""
    values: Mapping[str, SettingValue]
    wager: str


class Notice(msgspec.Struct, frozen=True):
    """A notice that the document demands: to whom, by when, and once it was given, by whom and how."""

    to: str
    due: str
    clause: str
    about: str
    since: int
    """When it fell due: milliseconds since 1970."""
    given: int | None = None
    """When it was given: milliseconds since 1970; None if it is still due."""
    by: Person | None = None
    how: str = ""


class Dispute(msgspec.Struct, frozen=True):
    """A dispute: what it is about, and who decided and reviewed it."""

    seat: str
    round: int | None
    """The round it is about; None if it is about no particular round."""
    about: str
    decided_by: Person | None = None
    decision: str = ""
    reviewed_by: Person | None = None
    review: str = ""
    advised_by: Person | None = None


class Concern(StrEnum):
    """Why a player calls somebody to the terminal."""

    ATTENDANT = "attendant"
    FAULT = "fault"
    """The terminal does not work as it should."""


class AttendantCall(msgspec.Struct, frozen=True, gc=False):
    """A player has called somebody to the terminal."""

    concern: Concern
    since: int
    """Milliseconds since 1970."""
    answered_by: Person | None = None
    """Who has told the player that somebody is coming; None if nobody has."""


class Bar(msgspec.Struct, frozen=True):
    """A bar from the game or an exclusion from the casino: who decided it, why, where and when."""

    measure: Act
    clause: str
    """The clause of this table's document; empty if it has none for this measure."""
    by: Person
    why: str
    since: int
    """When it was decided: milliseconds since 1970; 0 if no clock runs."""
    table: str | None = None
    """The other table at which it was decided; None if that was here."""
    only_here: bool = False
    """Whether it is against a terminal without a person's card. The name of its seat means another player elsewhere."""


class Debt(msgspec.Struct, frozen=True):
    """Money that was demanded back of a player who had collected it."""

    amount: int
    """What has not come back yet, in cents."""
    player: str | None = None
    """The owner of the card, if known."""


class DebtElsewhere(msgspec.Struct, frozen=True):
    """Money that was demanded back, at another table, of a player who is known by card."""

    table: str
    debtor: str
    """The seat there at which it had been collected."""
    player: str
    """The owner of the card."""
    amount: int
    """What had not come back at that table, in cents, when it last said so."""
    counted: int = 0
    """What of `withheld` that table had counted by then."""
    others: int = 0
    """What further tables have withheld, if that table is not open and cannot count it."""
    withheld: Mapping[str, int] = {}
    """What was withheld for it here, less what was given back, by seat."""

    @property
    def total(self) -> int:
        """What was withheld for it here in all, less what was given back."""
        return sum(self.withheld.values())

    @property
    def beyond(self) -> int:
        """What was withheld here too much, because it came back at two tables at once."""
        return max(0, self.total - self.amount - self.counted)

    @property
    def open(self) -> int:
        """What is still to be withheld here."""
        return max(0, self.amount + self.counted - self.total - self.others)


class Printing(msgspec.Struct, frozen=True, gc=False):
    """A ticket that the printer of a terminal was told to print, and has not confirmed yet."""

    ticket: int
    """Its serial."""
    amount: int
    """Cents."""


class MoneyDevices(msgspec.Struct, frozen=True, gc=False):
    """The money devices of a terminal: note acceptor, ticket reader and ticket printer."""

    faults: Mapping[str, bool] = {}
    """The open faults, each with whether a device still reports it. A fault stays open until staff clear it."""
    printing: Printing | None = None


class SeatColours(msgspec.Struct, frozen=True, gc=False):
    """The colour checks of a player: while there are any, the money in front of the player is in them."""

    colours: tuple[str, ...]
    value: int
    """The value of each check, in cents."""


class Carried(msgspec.Struct, frozen=True, gc=False):
    """Colour checks that were carried away from the table."""

    checks: int
    value: int
    """The value of each check, in cents."""


class Slip(msgspec.Struct, frozen=True, gc=False):
    """Chips that are on their way between the table and the cage: requested, and not received yet."""

    is_fill: bool
    """Whether they go to the table; else they are a credit, to the cage."""
    chips: Mapping[int, int]
    """How many chips of each value, in cents."""
    since: int
    """When it was requested: milliseconds since 1970."""
    by: Person
    second: Person | None = None
    """The second person of the table, who saw a credit leave."""
    sent_by: Person | None = None
    """Who of the cage has sent a fill."""


class TrayCount(msgspec.Struct, frozen=True, gc=False):
    """The last count of the float tray."""

    is_opener: bool
    chips: Mapping[int, int]
    """How many chips of each value, in cents."""
    amount: int
    """Cents."""
    by_books: int
    """What the books said was in the tray then, in cents."""
    at: int
    """Milliseconds since 1970."""
    expected: int
    """What the count before and the books said should be there, in cents."""


class Takings(msgspec.Struct, frozen=True, gc=False):
    """What a table has taken. Amounts are cents."""

    drop: int = 0
    """The cash that players have brought, in boxes or terminals, or counted since."""
    win: int = 0
    """What the house has earned: won, and charged as commission, less the cost of promotions."""


class Desk(msgspec.Struct, frozen=True):
    """What the staff keep track of beside the game."""

    day: str = ""
    """The name of the gaming day; empty if none was opened."""
    before_today: Takings = Takings()
    """What the table had taken when the gaming day was opened."""
    closing: bool = False
    """Whether the closing was announced. No new bets are taken."""
    closed: bool = False
    locked: str = ""
    """The clause that stops play until a fault is rectified; empty if play is not stopped. See `is_locked`."""
    stopped: str = ""
    """Why the program stopped play after an error of its own; empty if it did not. See `is_locked`."""
    disabled: str | None = None
    """Why the table was taken out of service; None if it was not. No new round opens, and no new bets are taken."""
    followed: int = 0
    """The line of the floor's settings whose payout unit was put in force last; 0 if none was."""
    dealer: Person | None = None
    """Who has taken over the table; None if nobody has, and the machine runs it."""
    supervisor: Person | None = None
    """Who supervises the table, where a document says who does; None if nobody has taken it over."""
    lost: int = 0
    """How many dice of the set are missing."""
    posted: Mapping[int, Posted] = {}
    """The signs that announce a change, by number."""
    limits: Mapping[str, tuple[int, int]] = {}
    """The minimum and maximum of players who have limits of their own, by seat."""
    ended: frozenset[str] = frozenset()
    """The kinds of wager that are no longer offered."""
    final_call: Mapping[str, int] = {}
    """The kinds among them that a sign announced to end while bets were open, with that round: its bets are still taken."""

    def offers_no_more(self, kind: str, round: int) -> bool:
        """Whether no more bets on a kind of wager are taken in a round."""
        return kind in self.ended and self.final_call.get(kind) != round

    cards: Mapping[str, str] = {}
    """The owner of the card in each terminal, by seat."""
    held: frozenset[str] = frozenset()
    """The players who may use only one terminal."""
    hand_pays: Mapping[str, int] = {}
    """The amounts that an attendant has yet to pay, by seat. A terminal is locked until its amount is paid."""
    pay_files: Mapping[str, HandPay] = {}
    """What is known about each of these hand pays, by seat."""
    forms: int = 0
    """The number of the last form of a hand pay."""
    raised: Mapping[str, str] = {}
    """Who last raised the credit of a terminal or confirmed its record, by seat, until that was paid by hand."""
    debts: Mapping[str, Debt] = {}
    """The money that was demanded back, by the seat at which it had been collected. The account `owed` is below zero by it."""
    debts_elsewhere: Mapping[str, DebtElsewhere] = {}
    """The money that was demanded back at other tables, by table, seat and player, as in `craps-1/seat-3/patron-7`."""
    counted: Mapping[str, int] = {}
    """What other tables have withheld for debts of this one, by table, seat and player: `craps-2/seat-3/patron-7`."""
    demanded: Mapping[str, int] = {}
    """What was demanded back in all, by the seat at which it had been collected, without what the player was excused. It stays
    when the money has come back, so that the same money is not demanded twice."""
    locks: Mapping[str, str] = {}
    """Why each locked terminal is locked, by seat."""
    devices: Mapping[str, MoneyDevices] = {}
    """The money devices of terminals that have any, by seat."""
    faulty: frozenset[str] = frozenset()
    """The seats of faulty terminals. Their bets must be confirmed or voided."""
    refused: Mapping[str, str] = {}
    """The clause by which the bets of a player are refused, by seat. See `is_refused`."""
    bars: Mapping[str, Bar] = {}
    """The persons who may not play here, by the name on their card or, without a card, by their own. See `is_refused`."""
    barred_besides: Mapping[str, Bar] = {}
    """The bars from the game of persons who are excluded, too. They hold again once the exclusion has ended."""
    leaving: frozenset[str] = frozenset()
    """The seats of players who must give up their places and have not left yet."""
    released: frozenset[str] = frozenset()
    """The seats that were released while their terminals were gone. Their credit is kept until their players come back."""
    kept_since: Mapping[str, int] = {}
    """When players had left for whom credit is kept and who have taken a seat again without it, by seat: milliseconds since
    1970. The credit is as old as that, however often they leave again."""
    idle: Mapping[str, int] = {}
    """The number of successive rounds without a bet, by seat; -1 if the player has bet in this round."""
    breaches: Mapping[str, int] = {}
    """The number of recorded breaches, by person."""
    notices: Mapping[int, Notice] = {}
    disregarded: tuple[int, str] | None = None
    """The outcome for which the display was reported wrong, as its number and result; None if that never happened."""
    heeded: int = 0
    """The number of the last notice before the table last closed. Notices up to it do not count for a later closing."""
    disputes: Mapping[int, Dispute] = {}
    calls: Mapping[str, AttendantCall] = {}
    """The calls for an attendant that are open, by seat."""
    called: Mapping[str, tuple[int, ...]] = {}
    """When players have called lately, by seat: milliseconds since 1970. They call a few times within some minutes only."""
    colours: Mapping[str, SeatColours] = {}
    """The colour checks that players have, by seat."""
    carried: Mapping[str, Carried] = {}
    """The colour checks that were carried away, by colour."""
    slips: Mapping[int, Slip] = {}
    """The fills and credits that were requested and not received yet, by number."""
    last_slip: int = 0
    """The number of the last slip."""
    keeps_float: bool = False
    """Whether the table was set up with a float, so that it is dealt between an opener and a closer only."""
    tray: TrayCount | None = None
    """The last count of the float tray; None if nobody has counted it."""
    pulled: int = 0
    """How many boxes were pulled from the table."""

    @property
    def has_debts(self) -> bool:
        """Whether money was demanded back of any player, here or elsewhere."""
        return bool(self.debts or self.debts_elsewhere)

    @property
    def is_locked(self) -> bool:
        """Whether play is stopped until a fault is rectified."""
        return bool(self.locked or self.stopped)

    def kept_no_more(self, seat: str) -> "Desk":
        """The desk once no credit is kept for a player."""
        if seat not in self.kept_since:
            return self
        return replace(self, kept_since={each: since for each, since in self.kept_since.items() if each != seat})

    def raised_by(self, seat: str, by: Person) -> "Desk":
        """The desk once a person has raised the credit of a terminal."""
        return replace(self, raised={**self.raised, seat: by.name})

    def with_hand_pay(self, seat: str, left: int, *, since: int) -> "Desk":
        """The desk once a hand pay was paid, taken back or refused. What a correction has added to it waits as a new one."""
        hand_pays = {each: amount for each, amount in {**self.hand_pays, seat: left}.items() if amount}
        files = {each: file for each, file in self.pay_files.items() if each != seat}
        if left:
            files[seat] = HandPay(since, (HandPayCause.LARGE_WIN,))
        return replace(self, hand_pays=hand_pays, pay_files=files)

    def debts_less(self, seat: str, amount: int) -> Mapping[str, Debt]:
        """The debts once an amount of one has come back, or is no longer demanded."""
        debt = self.debts.get(seat)
        if debt is None:
            return self.debts
        rest = {each: other for each, other in self.debts.items() if each != seat}
        return {**rest, seat: Debt(debt.amount - amount, debt.player)} if debt.amount > amount else rest

    def demanded_more(self, seat: str, amount: int) -> Mapping[str, int]:
        """The totals of `demanded` once more was demanded back at a seat, or less: then the amount is below zero."""
        return {**self.demanded, seat: self.demanded.get(seat, 0) + amount} if amount else self.demanded

    def is_refused(self, seat: str) -> bool:
        """Whether bets at a seat are refused."""
        return self.refuses(seat) is not None

    def refuses(self, seat: str) -> str | None:
        """The clause by which bets are refused at a seat, or to the owner of the card in it; None if they are not.

        It is empty if the document has no clause for it.
        """
        if not self.refused and not self.bars:
            return None
        clause = self.turns_away(seat)
        return self.turns_away(self.cards.get(seat, "")) if clause is None else clause

    def turns_away(self, person: str) -> str | None:
        """The clause by which a person may not sit down here; None if they may. It may be empty, as in `refuses`."""
        bar = self.bar_of(person)
        return bar.clause if bar else self.refused.get(person)

    def bar_of(self, person: str) -> Bar | None:
        """The bar of a person, however the name is spelled; None if there is none."""
        if not person or person in self.bars:
            return self.bars.get(person)
        name = looks_of(person)
        return next((bar for barred, bar in self.bars.items() if looks_of(barred) == name), None)

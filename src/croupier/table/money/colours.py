"""Colour checks: a player gets a colour with a value of its own, and gives it back for value chips."""

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.ledger.accounts import rack
from croupier.money import Cents, dollars
from croupier.rules.outcomes import listed
from croupier.rules.procedures import ColourChecks
from croupier.table.authority.powers import not_staff_refused, titled
from croupier.table.core.checks import unknown_player
from croupier.table.core.desk import Desk, SeatColours
from croupier.table.core.forms import Values, forms_of
from croupier.table.core.message import Order, Ruling
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import FROM_STAFF, Audience, CommandRow, by_name, declare, event_without_money, on_desk
from croupier.table.core.state import Table
from croupier.table.core.words import who

NO_CHECKS = Refusal(Reason.BAD_TENDER, "There are no colour checks at this table.")


class IssueColours(Order, frozen=True, kw_only=True, tag=True):
    """Give a player colour checks for the money in front of them."""

    seat: str
    colour: str
    value: Cents
    """What each check is worth."""
    agreed: bool = False
    """Whether those who have the colour already agree."""


class ReturnColours(Order, frozen=True, kw_only=True, tag=True):
    """Redeem all colour checks in front of a player for value chips."""

    seat: str


class ColoursIssued(Ruling, frozen=True, kw_only=True, tag=True):
    """A player was given colour checks for the money in front of them."""

    seat: str
    colour: str
    value: Cents
    """What each check is worth."""
    marked: bool
    """Whether a marker button shows the value: it is above the minimum."""
    shared: tuple[str, ...] = ()
    """Who has the same colour and agreed; empty if nobody else has it."""


class ColoursReturned(Ruling, frozen=True, kw_only=True, tag=True):
    """A player has value chips again in place of colour checks."""

    seat: str
    colours: tuple[str, ...]


def in_checks(table: Table, seat: str) -> tuple[int, int]:
    """How many colour checks a player has in front of them, and what they are worth in cents."""
    has = table.desk.colours.get(seat)
    checks = table.book.balance(rack(seat)) // has.value if has else 0
    return checks, checks * has.value if has else 0


def issue_colours(table: Table, order: IssueColours) -> ColoursIssued | Refusal:
    """Issue a colour that nobody else has, or whose holders agree, at one value for all checks of a player."""
    terms, has = table.rules.procedures.colour_checks, table.desk.colours.get(order.seat)
    if refusal := not_staff_refused(table, order.by) or unknown_player(table, order.seat):
        return refusal
    if terms is None:
        return NO_CHECKS
    if order.colour not in terms.colours:
        colours = listed(terms.colours, "and")
        return Refusal(Reason.BAD_TENDER, f"The set of this table has no colour {order.colour}; it has {colours}.", terms.value)
    shared = holders(table, order.colour)
    if order.seat in shared:
        return Refusal(Reason.BAD_TENDER, f"{order.seat} has {order.colour} already.", terms.value)
    if refusal := _value_refused(table, order, terms) or _held_refused(table, order, shared, terms):
        return refusal
    if has and (refusal := _several_refused(table, order, has, terms)):
        return refusal
    clause = terms.several if has else terms.one_holder if shared else terms.value
    marked = order.value > table.sign.minimum
    return ColoursIssued(
        seat=order.seat,
        colour=order.colour,
        value=order.value,
        marked=marked,
        shared=shared,
        by=order.by,
        why=order.why,
        clause=clause,
    )


def holders(table: Table, colour: str) -> tuple[str, ...]:
    """Who has a colour: the seats, and whoever has carried some away."""
    seats = [seat for seat in table.clockwise() if colour in getattr(table.desk.colours.get(seat), "colours", ())]
    return (*seats, "whoever carried some away") if colour in table.desk.carried else tuple(seats)


def _value_refused(table: Table, order: IssueColours, terms: ColourChecks) -> Refusal | None:
    minimum, money = Cents(max(1, table.sign.minimum)), table.book.balance(rack(order.seat))
    if order.value < minimum:
        sentence = f"A colour check is worth {dollars(minimum)} at least, the minimum of this table."
        return Refusal(Reason.BELOW_MINIMUM, sentence, terms.value)
    if money < order.value:
        sentence = f"{order.seat} has {dollars(money)}, less than one check of {dollars(order.value)}."
        return Refusal(Reason.INSUFFICIENT_CREDIT, sentence, terms.value)
    return None


def _held_refused(table: Table, order: IssueColours, shared: tuple[str, ...], terms: ColourChecks) -> Refusal | None:
    """Refuse a colour that another has and does not share, or shares at another value."""
    if not shared:
        return None
    if not order.agreed:
        sentence = (
            f"{order.colour.capitalize()} is the colour of {listed(shared, 'and')}; take another, or ask whether they agree."
        )
        return Refusal(Reason.BAD_TENDER, sentence, terms.one_holder)
    of_seat, away = table.desk.colours.get(shared[0]), table.desk.carried.get(order.colour)
    value = of_seat.value if of_seat else away.value if away else order.value
    if value != order.value:
        sentence = f"A check in {order.colour} is worth {dollars(Cents(value))} already, so it is worth that for both."
        return Refusal(Reason.BAD_TENDER, sentence, terms.one_holder)
    return None


def _several_refused(table: Table, order: IssueColours, has: SeatColours, terms: ColourChecks) -> Refusal | None:
    """Refuse a further colour that a supervisor has not allowed, that has another value, or that others may need."""
    procedures = table.rules.procedures
    if not procedures.acting(order.by.role).intersection(terms.several_by):
        allowed = listed(procedures.named(terms.several_by))
        sentence = f"{titled(table, order.by)} may not give {order.seat} a second colour: that is for {allowed}."
        return Refusal(Reason.NOT_YOUR_POWER, sentence, terms.several)
    if has.value != order.value:
        sentence = f"All colours of {order.seat} are worth {dollars(Cents(has.value))} each."
        return Refusal(Reason.BAD_TENDER, sentence, terms.several)
    left = sum(not holders(table, colour) for colour in terms.colours) - (not holders(table, order.colour))
    need = sum(seat not in table.desk.colours for seat in table.layout)
    if left < need:
        sentence = f"{left} colours would be left for {need} players who have none."
        return Refusal(Reason.BAD_TENDER, sentence, terms.several)
    return None


def return_colours(table: Table, order: ReturnColours) -> ColoursReturned | Refusal:
    """Redeem what a player has in front of them, once none of it lies on the layout."""
    terms = table.rules.procedures.colour_checks
    if refusal := not_staff_refused(table, order.by) or unknown_player(table, order.seat):
        return refusal
    if terms is None or order.seat not in table.desk.colours:
        clause = terms.redeemed if terms else ""
        return Refusal(Reason.BAD_TENDER, f"{order.seat} has no colour checks.", clause)
    if table.layout[order.seat]:
        sentence = f"{order.seat} still has colour checks on the layout."
        return Refusal(Reason.BETS_STANDING, sentence, terms.redeemed)
    colours = table.desk.colours[order.seat].colours
    return ColoursReturned(seat=order.seat, colours=colours, by=order.by, why=order.why, clause=terms.redeemed)


def checks_refused(table: Table, seat: str) -> Refusal | None:
    """Refuse to let a player leave with colour checks as if they were value chips."""
    terms, (checks, _) = table.rules.procedures.colour_checks, in_checks(table, seat)
    if terms is None or not checks:
        return None
    sentence = (
        f"{seat} has {counted(checks, table.desk.colours[seat].colours)}: they are redeemed first, or carried away as such."
    )
    return Refusal(Reason.BAD_TENDER, sentence, terms.redeemed)


def counted(checks: int, colours: tuple[str, ...]) -> str:
    """Colour checks in words."""
    return f"{checks} {listed(colours, 'and')} colour check{'' if checks == 1 else 's'}"


def without_colours(desk: Desk, seat: str) -> Desk:
    """The desk once a player has no colour any more."""
    return replace(desk, colours={each: colours for each, colours in desk.colours.items() if each != seat})


def _issued(table: Table, event: ColoursIssued) -> Desk:
    has = table.desk.colours.get(event.seat, SeatColours((), event.value))
    now = SeatColours((*has.colours, event.colour), event.value)
    return replace(table.desk, colours={**table.desk.colours, event.seat: now})


def _colours(table: Table) -> Iterator[Values]:
    """Every player with every colour of the set; one form if the table has none."""
    terms = table.rules.procedures.colour_checks
    for seat in table.clockwise():
        has = table.desk.colours.get(seat)
        value = Cents(has.value if has else max(1, table.sign.minimum))
        for colour in terms.colours if terms else ("red",):
            yield {"seat": seat, "colour": colour, "value": value, "agreed": bool(holders(table, colour))}


def _with_colours(table: Table) -> Iterator[Values]:
    return ({"seat": seat} for seat in table.clockwise() if seat in table.desk.colours)


def _tell_issued(event: ColoursIssued) -> str:
    marker = ", shown by a marker" if event.marked else ""
    shared = f", shared with {listed(event.shared, 'and')}, as agreed" if event.shared else ""
    colour = f"{event.colour}, worth {dollars(event.value)} each{marker}{shared}"
    return f"{who(event.by)} gives {event.seat} colour checks: {colour}."


declare(
    CommandRow(
        kind=IssueColours,
        decide=issue_colours,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=("seat", "colour", "agreed"),
        forms=forms_of(IssueColours, _colours),
    ),
    CommandRow(
        kind=ReturnColours,
        decide=return_colours,
        wish=by_name,
        senders=FROM_STAFF,
        under=None,
        chosen=("seat",),
        forms=forms_of(ReturnColours, _with_colours),
        nothing=Refusal(Reason.BAD_TENDER, "Nobody at this table has colour checks."),
    ),
    event_without_money(
        kind=ColoursIssued,
        apply=on_desk(_issued),
        tell=lambda _, e: _tell_issued(e),
        audience=Audience.OWNER,
    ),
    event_without_money(
        kind=ColoursReturned,
        apply=on_desk(lambda table, e: without_colours(table.desk, e.seat)),
        tell=lambda _, e: f"{who(e.by)} redeems the {listed(e.colours, 'and')} colour checks of {e.seat} for value chips.",
        audience=Audience.OWNER,
    ),
)

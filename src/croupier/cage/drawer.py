"""The drawers of the clerks: two people count the cash of one at its opening and its closing, without seeing the books."""

from collections.abc import Mapping

from msgspec.structs import replace

from croupier.cage.box import DrawerCount, Variance, against_books
from croupier.cage.cash import cash_for, cash_from, from_vault, in_drawer, is_drawer_open
from croupier.cage.chips import cash_refused, in_words, value_of
from croupier.cage.coins import no_coins
from croupier.cage.fold import CAGE_REGISTER, CageEventRow, CageRow, nothing, one_variance
from croupier.cage.message import CageEvent, CageOrder, Clerk
from croupier.cage.refusals import Reason, signed_alone
from croupier.cage.state import Cage, no_amount, opened_rules
from croupier.cage.texts import because
from croupier.cage.ticket import CAGE_PLACE
from croupier.cage.variances import corrected
from croupier.facts.refusal import Refusal
from croupier.ledger.accounts import VARIANCES, VAULT, Account, cage_cash
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars


class CountDrawer(CageOrder):
    """Enter what was counted in the drawer of a clerk."""

    clerk: str | None = None
    """The login of the clerk whose drawer it is; None for one's own. Nobody opens the drawer of another."""
    is_opener: bool
    """Whether the drawer is opened with it; else it is closed."""
    notes: Mapping[int, int]
    """The number of notes and coins, by denomination in cents; empty if there was none."""
    second: Clerk
    """Who has counted, too."""


class RecountDrawer(CageOrder):
    """Count a drawer once more, because its last count was a mistake. That one stays on record."""

    clerk: str | None = None
    """The login of the clerk whose drawer it is; None for one's own."""
    notes: Mapping[int, int]
    """The number of notes and coins, by denomination in cents; empty if there was none."""
    why: str | None = None
    """Why it is counted again. Needed if cash has moved since."""
    second: Clerk
    """Who has counted, too."""


class MoveCash(CageOrder):
    """Move cash between the vault and one's own drawer."""

    amount: Cents
    to_vault: bool
    why: str
    second: Clerk
    """Who has seen it, too."""


class DrawerCounted(CageEvent):
    """Two people counted the drawer of a clerk. A difference to the books is a variance. Its first cash is from the vault."""

    clerk: Clerk
    """Whose drawer it is."""
    is_opener: bool
    notes: Mapping[int, int]
    counted: Cents
    by: Clerk
    second: Clerk
    expected: Cents | None = None
    """What it should have had by the count before and the books; None for the first count of that drawer."""
    variance: int | None = None
    """The number of the variance; None if there is none."""
    is_recount: bool = False
    """Whether it takes the place of the count before it."""
    why: str | None = None
    """Why it was counted again, if that was said."""
    transfers: tuple[Transfer, ...] = ()


class CashMoved(CageEvent):
    """Cash went between the vault and the drawer of a clerk."""

    amount: Cents
    to_vault: bool
    why: str
    by: Clerk
    second: Clerk
    transfers: tuple[Transfer, ...]


def count_drawer(cage: Cage, command: CountDrawer) -> DrawerCounted | Refusal:
    """Compare a count with the books. Nobody was told what they say."""
    if refusal := cash_refused(command.notes):
        return refusal
    counted = value_of(command.notes) or Cents(0)
    if refusal := signed_alone(command.by, command.second, "Another person has to count the drawer, too."):
        return refusal
    login = command.clerk or command.by.login
    last, booked = cage.drawers.get(login), in_drawer(cage, login)
    if command.is_opener is (is_open := is_drawer_open(cage, login)):
        sentence = "The drawer is open; count its closer next." if is_open else "The drawer is closed; count its opener next."
        return Refusal(Reason.DRAWER_TURN, sentence)
    if command.is_opener and login != command.by.login:
        return Refusal(Reason.DRAWER_TURN, "A drawer is opened by the clerk who works with it.")
    over, is_first = counted - booked, last is None
    if is_first and isinstance(refusal := from_vault(cage, counted), Refusal):
        return refusal
    return DrawerCounted(
        clerk=last.clerk if last else command.by,
        is_opener=command.is_opener,
        notes=command.notes,
        counted=counted,
        by=command.by,
        second=command.second,
        expected=None if is_first else Cents(booked),
        variance=len(cage.variances) + 1 if over and not is_first else None,
        # What is there at the first count came from the vault before anybody kept account of it.
        transfers=_more_cash(login, over, VAULT if is_first else VARIANCES),
    )


def recount_drawer(cage: Cage, command: RecountDrawer) -> DrawerCounted | Refusal:
    """Let a count of two people take the place of the last one. If cash has moved since, it needs a reason.

    A first opener has said what the vault gave, and nobody counts that again: another count of it is a variance.
    """
    if refusal := cash_refused(command.notes):
        return refusal
    login = command.clerk or command.by.login
    last, counted = cage.drawers.get(login), value_of(command.notes) or Cents(0)
    if last is None:
        return Refusal(Reason.DRAWER_TURN, "The drawer was not counted yet; count its opener.")
    if refusal := signed_alone(command.by, command.second, "Another person has to count the drawer, too."):
        return refusal
    booked = in_drawer(cage, login)
    if booked != last.counted and command.why is None:
        return Refusal(Reason.REASON_NEEDED, "Cash has moved since the count: say why it is counted again.")
    expected = Cents((last.counted if last.expected is None else last.expected) + booked - last.counted)
    return DrawerCounted(
        clerk=last.clerk,
        is_opener=last.is_opener,
        notes=command.notes,
        counted=counted,
        by=command.by,
        second=command.second,
        expected=expected,
        variance=last.variance or (len(cage.variances) + 1 if counted != expected else None),
        is_recount=True,
        why=command.why,
        transfers=_more_cash(login, counted - booked, VARIANCES),
    )


def _more_cash(login: str, over: int, other: Account) -> tuple[Transfer, ...]:
    """More cash in a drawer than by the books, or less if below zero, with the account on the other side."""
    pair = (cage_cash(login), other) if over > 0 else (other, cage_cash(login))
    return (Transfer(*pair, Cents(abs(over))),) if over else ()


def move_cash(cage: Cage, command: MoveCash) -> CashMoved | Refusal:
    """Move cash to the vault or from it, while the drawer is open, and no more than there is in either."""
    if refusal := no_amount(command.amount):
        return refusal
    if command.amount > (most := opened_rules(cage).most_moved):
        return Refusal(Reason.OVER_COUNTER_LIMIT, f"The most at once is {dollars(most)}.")
    if refusal := signed_alone(command.by, command.second, "Another person has to see it, too."):
        return refusal
    if refusal := no_coins(command.amount, "moved in cash"):
        return refusal
    drawer = cash_for(cage, command.by, command.amount) if command.to_vault else cash_from(cage, command.by)
    vault = VAULT if command.to_vault else from_vault(cage, command.amount)
    if isinstance(drawer, Refusal):
        return drawer
    if isinstance(vault, Refusal):
        return vault
    pair = (vault, drawer) if command.to_vault else (drawer, vault)
    return CashMoved(
        amount=command.amount,
        to_vault=command.to_vault,
        why=command.why,
        by=command.by,
        second=command.second,
        transfers=(Transfer(*pair, command.amount),),
    )


def _count(cage: Cage, event: DrawerCounted) -> Cage:
    count = DrawerCount(event.clerk, event.is_opener, event.counted, event.at, event.by, event.expected, event.variance)
    after = replace(cage, drawers={**cage.drawers, event.clerk.login: count})
    if event.variance is None or event.expected is None:
        return after
    over = Cents(event.counted - event.expected)
    known, counters = cage.variances.get(event.variance), (event.by.name, event.second.name)
    variance = (
        corrected(known, over - known.amount, counters)
        if known
        else Variance(
            event.variance, CAGE_PLACE, f"drawer of {event.clerk.name}, {_which(event)}", over, event.at, counted_by=counters
        )
    )
    return replace(after, variances=cage.variances.having(event.variance, variance))


def _which(event: DrawerCounted) -> str:
    return "opener" if event.is_opener else "closer"


def _tell_counted(event: DrawerCounted) -> str:
    over = 0 if event.expected is None else event.counted - event.expected
    differs = against_books(over)
    again = " once more" if event.is_recount else ""
    counted = f"{event.by} and {event.second} counted the {_which(event)} of the drawer of {event.clerk}{again}"
    why = because(event.why) if event.why else "."
    return f"{counted}: {dollars(event.counted)}{differs} ({in_words(event.notes)}){why}"


def _tell_moved(event: CashMoved) -> str:
    way = "to the vault" if event.to_vault else "from the vault"
    return f"{event.by} and {event.second} moved {dollars(event.amount)} {way}{because(event.why)}"


CAGE_REGISTER.declare(
    CageRow(kind=CountDrawer, decide=count_drawer),
    CageRow(kind=RecountDrawer, decide=recount_drawer),
    CageRow(kind=MoveCash, decide=move_cash),
    CageEventRow(
        kind=DrawerCounted,
        apply=_count,
        tell=lambda _, e: _tell_counted(e),
        moves_money=True,
        changes=one_variance,
    ),
    CageEventRow(
        kind=CashMoved,
        apply=lambda cage, _: cage,
        tell=lambda _, e: _tell_moved(e),
        moves_money=True,
        changes=nothing,
    ),
)

"""Operations that give commands to tables, and that show beforehand what a command would change."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from croupier.cage.refusals import Reason as CageReason
from croupier.facts.refusal import Refusal as CageRefusal
from croupier.floor.actions import staff_here
from croupier.floor.chips import chips_refused
from croupier.floor.counter import card_inserting, exchanging, inserting
from croupier.floor.happened import Happened
from croupier.floor.house import House
from croupier.floor.order_texts import text_refused
from croupier.floor.patron_file import PatronRecords
from croupier.floor.player_names import spelled, unreadable_name_refused
from croupier.floor.preview import Preview, as_previewed, preview
from croupier.floor.signing import countersigned, signed
from croupier.floor.terminal_names import terminal_name_refused, with_terminals
from croupier.floor.wager_names import unknown_wager_refused, with_ids
from croupier.money import Cents
from croupier.people.consoles import CountersignSecond
from croupier.server.api.made_once import MadeOnce
from croupier.server.api.operation import Call, Nothing, Operation, Right
from croupier.server.api.order_schemas import OrderSchema, order_schemas
from croupier.server.api.orders import body, command, kind_of, needs_second, sent_commands
from croupier.server.api.problem import ApiError
from croupier.server.api.session import SignInForm
from croupier.server.api.tables import dealer_of
from croupier.server.blindness import seen_preview
from croupier.server.front_desk import FrontDesk, check_open
from croupier.server.messages import PrintedTicket
from croupier.server.wish_commands import NO_CAGE, printed_ticket
from croupier.table.core.message import Command
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table
from croupier.table.money.cards import InsertCard
from croupier.table.money.credit import InsertMoney
from croupier.table.money.seats import TakeSeat
from croupier.table.money.tender import Tender, Way
from croupier.table.money.vouchers import ExchangeVoucher
from croupier.table.rounds.correcting import CorrectOutcome

NOT_YOURS = frozenset({Reason.NOT_YOUR_POWER.value, Reason.NO_SUCH_POWER.value})
"""Refusals that say that the person lacks the power. They are answered with 403, all others with 409."""

T = TypeVar("T")

CommandId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9._:-]+$(?!\n)")]
"""An id that the client chooses for a command."""
Digest = Annotated[str, Meta(min_length=64, max_length=64)]
"""The digest of a preview."""


class CommandAccepted(msgspec.Struct, frozen=True):
    """A command was carried out, and is durable."""

    notice: str
    """What those concerned should know; often empty."""
    ticket: PrintedTicket | None
    """The ticket to print, if money left the table on one."""


GivenCommand: Any = body(
    "GivenCommand",
    "A command to a table.",
    [
        ("id", CommandId),
        ("command", sent_commands()),
        ("round", int | None, None),
        ("second", SignInForm | None, None),
        ("preview", Digest | None, None),
    ],
)
PreviewedCommand: Any = body(
    "PreviewedCommand", "A command that is not given yet.", [("command", sent_commands()), ("round", int | None, None)]
)


NAME_EXCLUDED = (
    "Somebody of the name {name} may not play in this casino. Ask a supervisor to compare them with the register of patrons at "
    "the cage. If this is another person, seat them with a second name or an initial."
)
CONFIRMS_A_PREVIEW = (CorrectOutcome,)
"""Orders that state the digest of a preview. Without it, two people who correct a round at once would undo each other."""
LOOK_FIRST = "Ask for a preview first, and give the order with its digest."


class _Check:
    """Compares what a command leads to with its preview, if there is one. A repeated command is not checked again."""

    def __init__(self, order: Command, preview: str | None) -> None:
        self.is_new = False
        """Whether the command was decided now, and not answered before."""
        self._order = order
        self._preview = preview

    def __call__(self, happened: Sequence[Happened]) -> Refusal | None:
        self.is_new = True
        if self._preview:
            return as_previewed(self._preview, happened)
        return Refusal(Reason.PREVIEW_NEEDED, LOOK_FIRST) if isinstance(self._order, CONFIRMS_A_PREVIEW) else None


class GivenTicket(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A ticket that a player shows."""

    id: CommandId
    seat: Annotated[str, Meta(min_length=1, max_length=80)]
    number: Annotated[str, Meta(min_length=1, max_length=64)]
    """The validation number."""


class TableOrders:
    """The commands to the tables of a house."""

    def __init__(
        self, house: House, desk: FrontDesk, chips: Mapping[str, Sequence[int]], patrons: PatronRecords | None = None
    ) -> None:
        """Give commands to the tables of this house. `chips` are those of each tray, by table.

        `patrons` are the private details of its patrons; None if it has none.
        """
        self._patrons = patrons
        self._house = house
        self._desk = desk
        self._chips = chips
        self._schemas = MadeOnce(order_schemas)

    def operations(self) -> Sequence[Operation[Any, Any]]:
        """The rows."""
        return (
            Operation(
                method="POST",
                path="/api/v1/tables/{table}/commands",
                summary="Give a command under the name of the person who is signed in. It is durable when it is answered.",
                right=Right.SIGNED_IN,
                takes=GivenCommand,
                queries={},
                gives=CommandAccepted,
                refuses=(404, 409),
                handle=self._command,
            ),
            Operation(
                method="POST",
                path="/api/v1/tables/{table}/tickets",
                summary="Put a ticket in for a player, by the validation number that it shows.",
                right=Right.SIGNED_IN,
                takes=GivenTicket,
                queries={},
                gives=CommandAccepted,
                refuses=(404, 409),
                handle=self._ticket,
            ),
            Operation(
                method="POST",
                path="/api/v1/tables/{table}/preview",
                summary="Show what a command of the person who is signed in would change. Nothing is written.",
                right=Right.SIGNED_IN,
                takes=PreviewedCommand,
                queries={},
                gives=Preview,
                refuses=(404, 409),
                handle=self._preview,
            ),
            Operation(
                method="GET",
                path="/api/v1/orders",
                summary="List the commands that staff may give, each with its JSON Schema.",
                right=Right.ANYBODY,
                takes=Nothing,
                queries={},
                gives=list[OrderSchema],
                refuses=(),
                handle=self._orders,
            ),
        )

    async def _command(self, call: Call[Any]) -> CommandAccepted:
        dealer, person, given = dealer_of(self._house, call), call.signed_in, call.body
        order, asked = self._signed(call, dealer.table), None
        if isinstance(order, TakeSeat):
            await self._check_excluded(order)
            check_open(person)
            order = self._signed(call, dealer.table)
        if given.second:
            asked = self._countersigning(call, given.second.login, dealer.name)
            other = await self._desk.second(person, asked, given.second.password, call.address)
            order = self._signed(call, dealer.table)  # the first person may have lost a role meanwhile
            roles = self._desk.document_roles(other.login, dealer.table.rules)
            both = countersigned(dealer.table, order, other.name, roles)
            order = _accepted(self._desk.lacks_pit(person, other, order) or both)
        check = _Check(order, given.preview)
        reply = await dealer.ask(order, f"staff.{person.login}/{given.id}", round=given.round, check=check)
        if not reply.ok:
            raise _refused(reply.error, with_terminals(dealer.durable.terminals, reply.message), reply.clause, reply.stake)
        if asked and check.is_new:
            await self._desk.countersigned(asked)
        keeper = self._house.keeper
        return CommandAccepted(reply.notice, printed_ticket(keeper, reply.ticket) if keeper and reply.ticket else None)

    async def _check_excluded(self, order: TakeSeat) -> None:
        """Raise if a person is to be seated under the name of a patron who is excluded. Only the cage is told why.

        A table knows an excluded patron by the number, and the name stands in the file of patrons alone.
        """
        keeper = self._house.keeper
        if keeper and self._patrons and await self._patrons.look_like(order.seat, tuple(keeper.cage.exclusions)):
            raise ApiError(409, Reason.BETS_REFUSED, NAME_EXCLUDED.format(name=order.seat))

    async def _ticket(self, call: Call[GivenTicket]) -> CommandAccepted:
        dealer, person, given = dealer_of(self._house, call), call.signed_in, call.body
        if dealer.keeper is None:
            raise ApiError(409, NO_CAGE.reason, NO_CAGE.sentence)
        roles = self._desk.document_roles(person.login, dealer.table.rules)
        # Whoever may not put a ticket in learns nothing about its number.
        some = InsertMoney(seat=given.seat, amount=Cents(1), tender=Tender(Way.TICKET, ticket=0))
        _accepted(signed(dealer.table, some, person.name, roles))
        command = inserting(dealer.keeper.found(given.number), given.seat)
        if isinstance(command, CageRefusal):
            raise ApiError(409, command.reason, command.sentence)
        order = _accepted(signed(dealer.table, command, person.name, roles))
        reply = await dealer.ask(order, f"staff.{person.login}/{given.id}")
        if not reply.ok:
            raise _refused(reply.error, with_terminals(dealer.durable.terminals, reply.message), reply.clause, reply.stake)
        return CommandAccepted(reply.notice, None)

    async def _preview(self, call: Call[Any]) -> Preview:
        dealer = dealer_of(self._house, call)
        found = _accepted(await preview(dealer, self._signed(call, dealer.durable), round=call.body.round))
        return seen_preview(self._desk.view_of(call.signed_in, dealer.durable), found)

    def _signed(self, call: Call[Any], table: Table) -> Command:
        """The command that was sent, as the person who is signed in gives it."""
        person = call.signed_in
        roles = self._desk.document_roles(person.login, table.rules)
        given = with_ids(table, spelled(table, command(call.body.command)))
        tender: Tender | None = getattr(given, "tender", None)
        if tender and tender.ticket is not None:  # a serial is no secret: only the number proves that the ticket was shown
            raise ApiError(409, CageReason.TICKET_NEEDED, CageReason.TICKET_NEEDED.meaning)
        if tender and any(each is not None for each in (tender.account, tender.transfer, tender.asked)):
            raise ApiError(409, CageReason.ACCOUNT_NEEDED, CageReason.ACCOUNT_NEEDED.meaning)
        refusal = text_refused(given) or unreadable_name_refused(given) or terminal_name_refused(table, given)
        answer = refusal or signed(table, given, person.name, roles)
        if not isinstance(answer, Refusal):  # only those who may give it learn which wagers there are
            answer = unknown_wager_refused(table, given) or answer
        if isinstance(answer, Refusal) and staff_here(table, person.name, roles):
            answer = self._desk.refused(table, given, answer)
        order = _accepted(answer if isinstance(answer, Refusal) else self._desk.lacks_duty(person, given) or answer)
        _accepted(self._desk.comes_later(table, order) or order)
        chips = self._chips[dealer_of(self._house, call).name]
        return self._found(_accepted(chips_refused(table, order, chips) or order))

    def _found(self, order: Command) -> Command:
        """The command, with the patron whose card, or with the voucher that has the number that was entered."""
        keeper = self._house.keeper
        if keeper is None or not isinstance(order, InsertCard | ExchangeVoucher):
            return order
        if isinstance(order, ExchangeVoucher):
            made = exchanging(keeper.found_voucher(order.number), order)
        else:
            made = card_inserting(keeper.found_card(order.player), order.seat, order.by)
        if isinstance(made, CageRefusal):
            raise ApiError(409, made.reason, made.sentence)
        return made

    def _countersigning(self, call: Call[Any], login: str, table: str) -> CountersignSecond:
        """What is recorded once an order with a second signature was carried out: the order by its name and its id."""
        order, first = type(call.body.command).__name__, self._desk.author(call.signed_in)
        if not needs_second(kind_of(call.body.command)):
            raise ApiError(409, "second-person-needed", f"{order} takes no second signature.")
        return CountersignSecond(by=first, second=login, order=f"{order} {call.body.id}", table=table)

    async def _orders(self, _: Call[Nothing]) -> list[OrderSchema]:
        return await self._schemas.get()


def _accepted(answer: T | Refusal) -> T:
    """The answer, unless it is a refusal. Raise that as `ApiError`."""
    if isinstance(answer, Refusal):
        raise _refused(answer.reason, answer.message, answer.clause, answer.stake)
    return answer


def _refused(error: str, message: str, clause: str, stake: int | None) -> ApiError:
    return ApiError(403 if error in NOT_YOURS else 409, error, message, clause, stake)

"""Enrolment: terminals, displays and devices get a key with a one-time code from the pit, and lose it when it is revoked."""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from croupier.facts.refusal import Refusal
from croupier.facts.rows import EventRow
from croupier.likeness import looks_of, same_letters
from croupier.people.duties import Duty
from croupier.people.fields import Digest, Label, Words
from croupier.people.fold import PEOPLE, PeopleRow
from croupier.people.message import Author, PeopleCommand, PeopleEvent, PeopleOrder, SignedByTwo
from croupier.people.reasons import Reason
from croupier.people.register import Client, ClientKind, EnrolmentCode, Register, because
from croupier.people.signatures import alone_refused, signed_by
from croupier.rules.moments import MINUTE, Millis

CODE_LASTS = 15 * MINUTE
"""Milliseconds for which a code is valid."""
SEAT = "seat-"
"""How the names of seats begin. No terminal has such a name."""
CODES = 1000
"""So many codes can be outstanding."""
BRING_MONEY = (ClientKind.MONEY, ClientKind.DEVICE)
"""The kinds of client whose key can bring money: it says which notes are there, or what fell. Two people sign their codes."""


class IssueCode(SignedByTwo):
    """Issue a one-time code with which a client can enrol."""

    code: Digest
    """The digest of the code. The code itself is only shown to the person who issues it."""
    kind: ClientKind
    label: Label
    """What people call the client."""
    table: Label | None = None
    """The table that it belongs to; any if none is named."""
    terminal: Label | UnsetType = UNSET
    """The id of the terminal whose money devices these are; missing for other clients."""


class CodeIssued(PeopleEvent):
    """A one-time code was issued."""

    by: Author
    second: Author | None = None
    """Who signed, too; null for a terminal and a display, and if nobody else could sign."""
    code: str
    """The digest of the code."""
    kind: ClientKind
    label: str
    table: str | None = None
    terminal: str | None = None
    expires: Millis
    """Milliseconds since 1970."""


class EnrolClient(PeopleCommand):
    """Enrol a client that has presented a code."""

    code: Digest
    key: Digest
    """The digest of the key that the client gets."""
    address: Label


class ClientEnrolled(PeopleEvent):
    """A client was enrolled with a code, which is used up."""

    by: Author
    """Who issued the code."""
    client: str
    """The id of the client."""
    kind: ClientKind
    label: str
    table: str | None = None
    terminal: str | None = None
    """The terminal whose money devices these are."""
    code: str
    """The digest of the code."""
    key: str
    """The digest of the key."""
    address: str


class RevokeClient(PeopleOrder):
    """Revoke the key of a client at once."""

    client: Label
    why: Words


class ClientRevoked(PeopleEvent):
    """The key of a client was revoked."""

    by: Author
    client: str
    why: str


def issue_code(register: Register, command: IssueCode) -> CodeIssued | Refusal:
    """Issue a code for some minutes."""
    if command.code in register.codes:
        return Refusal(Reason.CODE_TAKEN, "That code was issued before; make another.")
    if sum(code.expires > command.at for code in register.codes.values()) >= CODES:
        return Refusal(Reason.TOO_MANY_CODES, f"{CODES} codes are outstanding; wait until some have expired.")
    if refusal := _without_terminal(register, command) or _name_refused(register, command.kind, command.label):
        return refusal
    if command.kind in BRING_MONEY and (refusal := alone_refused(register, command)):
        return refusal
    return CodeIssued(
        by=command.by,
        second=command.second if command.kind in BRING_MONEY else None,
        code=command.code,
        kind=command.kind,
        label=command.label,
        table=command.table,
        terminal=None if command.terminal is UNSET else command.terminal,
        expires=command.at + CODE_LASTS,
    )


def _without_terminal(register: Register, command: IssueCode) -> Refusal | None:
    """Refuse a code for money devices that names no terminal, and a code for anything else that names one."""
    if command.terminal is UNSET and command.kind is not ClientKind.MONEY:
        return None
    terminal = None if command.terminal is UNSET else register.clients.get(command.terminal)
    is_terminal = terminal is not None and terminal.kind is ClientKind.TERMINAL and terminal.revoked_by is None
    if not terminal or not is_terminal or command.kind is not ClientKind.MONEY:
        sentence = "Money devices belong to one enrolled terminal: say which. Nothing else does."
        return Refusal(Reason.UNKNOWN_CLIENT, sentence)
    if terminal.table is None:  # one cassette would have notes of several tables, and is one box
        sentence = f"{terminal.label} may play at any table, and a machine that takes notes has one: enrol it for that."
        return Refusal(Reason.UNKNOWN_CLIENT, sentence)
    return None


def _name_refused(register: Register, kind: ClientKind, label: str) -> Refusal | None:
    """Deny the name of another terminal: people find a terminal by it, and its stacker belongs to it."""
    if kind is not ClientKind.TERMINAL:
        return None
    if same_letters(label).startswith(SEAT):
        return Refusal(Reason.BAD_NAME, f"Names that begin with {SEAT} are those of seats: choose another.")
    if "/" in label:
        return Refusal(Reason.BAD_NAME, "The name of a terminal has no slash: choose another.")
    others = (each for each in register.clients.values() if each.kind is kind and each.revoked_by is None)
    if other := next((each for each in others if looks_of(each.label) == looks_of(label)), None):
        sentence = f"The name {other.label} is that of {other.id} already. Revoke that one first, or choose another name."
        return Refusal(Reason.NAME_TAKEN, sentence)
    return None


def enrol_client(register: Register, command: EnrolClient) -> ClientEnrolled | Refusal:
    """Enrol a client with an outstanding code, and number it among the clients of the floor."""
    code = register.codes.get(command.code)
    if code is None or code.expires <= command.at:
        sentence = "That code was never issued, was used, or has expired; ask the pit for a new one."
        return Refusal(Reason.UNKNOWN_CODE, sentence)
    if any(client.key == command.key for client in register.clients.values()):
        return Refusal(Reason.CODE_TAKEN, "That key was issued before; make another.")
    if refusal := _name_refused(register, code.kind, code.label):
        return refusal
    return ClientEnrolled(
        by=code.issued_by,
        client=f"{code.kind}-{len(register.clients) + 1}",
        kind=code.kind,
        label=code.label,
        table=code.table,
        terminal=code.terminal,
        code=command.code,
        key=command.key,
        address=command.address,
    )


def revoke_client(register: Register, command: RevokeClient) -> ClientRevoked | Refusal:
    """Revoke a key that is valid."""
    client = register.clients.get(command.client)
    if client is None:
        return Refusal(Reason.UNKNOWN_CLIENT, "No client on this floor has that id.")
    if client.revoked_by:
        return Refusal(Reason.UNKNOWN_CLIENT, f"The key of {client.label} was revoked already.")
    return ClientRevoked(by=command.by, client=command.client, why=command.why)


def _issued(register: Register, event: CodeIssued) -> Register:
    valid = {digest: code for digest, code in register.codes.items() if code.expires > event.at}
    code = EnrolmentCode(event.kind, event.label, event.table, event.expires, event.by, event.terminal)
    return replace(register, codes={**valid, event.code: code})


def _enrolled(register: Register, event: ClientEnrolled) -> Register:
    codes = {digest: code for digest, code in register.codes.items() if digest != event.code}
    client = Client(event.client, event.kind, event.label, event.table, event.key, event.by, event.at, terminal=event.terminal)
    clients = {**register.clients, event.client: client}
    return replace(register, codes=codes, clients=clients, keys={**register.keys, event.key: event.client})


def _revoked(register: Register, event: ClientRevoked) -> Register:
    client = replace(register.clients[event.client], revoked_by=event.by, revoked_at=event.at)
    keys = {key: id for key, id in register.keys.items() if id != event.client}
    return replace(register, clients={**register.clients, event.client: client}, keys=keys)


def _place(table: str | None, terminal: str | None) -> str:
    if terminal:
        return f"of {terminal}"
    return f"at {table}" if table else "at any table"


PEOPLE.declare(
    PeopleRow(kind=IssueCode, needs=(Duty.ENROL,), with_one_time_password=False, wish="issue a code", decide=issue_code),
    PeopleRow(kind=EnrolClient, needs=(), with_one_time_password=True, wish="enrol", decide=enrol_client),
    PeopleRow(
        kind=RevokeClient, needs=(Duty.DISABLE,), with_one_time_password=False, wish="revoke a key", decide=revoke_client
    ),
    EventRow(
        kind=CodeIssued,
        apply=_issued,
        tell=lambda _, e: (
            f"{signed_by(e.by, e.second)} issued a code for the {e.kind} {e.label} {_place(e.table, e.terminal)}."
        ),
    ),
    EventRow(
        kind=ClientEnrolled,
        apply=_enrolled,
        tell=lambda _, e: (
            f"The {e.kind} {e.label} enrolled as {e.client} {_place(e.table, e.terminal)}, from {e.address}, "
            f"with a code of {e.by}."
        ),
    ),
    EventRow(
        kind=ClientRevoked,
        apply=_revoked,
        tell=lambda register, e: f"{e.by} revoked the key of {register.clients[e.client].label} ({e.client}){because(e.why)}.",
    ),
)

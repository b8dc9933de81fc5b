"""One person of the staff, and everything that they can ask of a whole floor: every order of every register, in several tabs.

They know their own password, every password and number that an answer gives them, and a patron card of their own. Where two
have to sign, they sign with every login whose password they know.
"""

import random
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping, Sequence
from hashlib import blake2b
from typing import Any, cast

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from cage.test_any_order import commands as cage_commands
from croupier.cage.former import TakeOverTickets
from croupier.floor.counter import card_inserting, inserting
from croupier.people.duties import DEFAULT_FLOOR_ROLES, Duty
from croupier.people.register import ClientKind
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.server.api.cage_orders import BY_NUMBER
from croupier.server.api.cage_orders import FILLED_IN as BY_CAGE
from croupier.server.api.cage_orders import ORDERS as CAGE_ORDERS
from croupier.server.api.count_room import ORDERS as CHIP_ORDERS
from croupier.server.api.count_room import SECONDS as CHIP_SECONDS
from croupier.server.api.hand_pays import ORDERS as HAND_PAY_ORDERS
from croupier.server.api.operation import Operation
from croupier.server.api.orders import FILLED_IN, for_staff, needs_second
from croupier.server.api.promotions import BY_FLOOR, BY_PROGRAM
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.rows import COMMANDS, Sender
from croupier.table.money.pay_forms import CAGE_ROLE
from croupier.table.money.tender import Tender, Way, ways_by_hand, ways_to_take
from croupier.table.rounds.correcting import CorrectOutcome
from live_floor import PASSWORD, Answer
from promotions.test_any_order import Wishes
from whole_house import MACHINES, Tab, WholeHouse, new_id

OWN_PASSWORD = "my very own password"  # noqa: S105 - of nobody real
TABS = 3
Dice = random.Random
Maker = Callable[["Insider", Dice], Coroutine[Any, Any, None]]


class Insider:
    """One person, in one role, at several tabs."""

    def __init__(self, floor: WholeHouse, login: str, role: str, numbers: Sequence[str], card: str) -> None:
        """Work here under this login, with tickets and vouchers of these numbers and a patron card of one's own."""
        self.floor, self.login, self.role, self.card = floor, login, role, card
        self.passwords = {login: PASSWORD}
        """The logins that the person can use."""
        self.numbers = [*numbers]
        self.codes = ["AAAA-AAAA"]
        self.tabs: list[Tab] = []
        self.statuses = Counter[tuple[str, int]]()
        self.log: list[str] = []
        self.is_done = False
        """Whether the last request was carried out."""

    async def come(self) -> None:
        """Sign in, in several tabs."""
        for _ in range(TABS):
            tab = Tab(self.floor)
            assert (await tab.sign_in(self.login)).status == 200
            self.tabs.append(tab)

    @property
    def name(self) -> str:
        return self.floor.office.register.staff[self.login].name

    @property
    def duties(self) -> frozenset[Duty]:
        return DEFAULT_FLOOR_ROLES.duties[self.role]

    def roles_at(self, table: str) -> list[str]:
        """The roles of the document in which the person acts at a table, or one in which they do not."""
        rules = self.floor.house.loops[table].dealer.table.rules
        held = [role for role in self.floor.plan.roles.get(self.role, ()) if role in rules.procedures.roles]
        return held or [next(iter(rules.procedures.roles))]

    async def send(self, dice: Dice, what: str, path: str, body: object = None, method: str = "POST") -> Answer:
        """Send a request in some tab, and remember what the answer gives away."""
        answer = await dice.choice(self.tabs).post(path, body, method)
        self.count(what, answer.status)
        self.log.append(f"{what} {body}: {answer.status} {answer.body if answer.status != 200 else ''}")
        assert answer.status != 400, f"the generator does not know how to write {what}: {self.log[-1]}"
        if answer.status == 200:
            self._learn(answer.body)
        return answer

    def count(self, what: str, status: int) -> None:
        """Note how a request was answered."""
        self.statuses[what, status] += 1
        self.is_done = status == 200

    def _learn(self, body: Any) -> None:
        """Keep every number of a ticket or a voucher in an answer."""
        inside: list[Any] = []
        if isinstance(body, dict):
            inside = [*cast("dict[str, Any]", body).values()]
            if isinstance(number := cast("dict[str, Any]", body).get("number"), str):
                self.numbers.append(number)
        elif isinstance(body, list):
            inside = cast("list[Any]", body)
        for each in inside:
            self._learn(each)

    def second(self, dice: Dice) -> dict[str, str]:
        """A signature with a login that the person can use, mostly another one than their own."""
        login = dice.choice([*self.passwords, *list(self.passwords)[1:] * 3])
        return {"login": login, "password": self.passwords[login]}

    def signed(self, dice: Dice) -> dict[str, Any]:
        """A second signature, mostly."""
        return {"second": self.second(dice)} if dice.random() < 0.7 else {}


def sent(message: msgspec.Struct, left_out: Sequence[str]) -> dict[str, Any]:
    """A message as a client writes it."""
    written: dict[str, Any] = {"type": type(message).__name__}
    for name in message.__struct_fields__:
        value = getattr(message, name)
        if name not in left_out and value is not UNSET:
            written[name] = sent(value, left_out) if isinstance(value, Command) else msgspec.to_builtins(value, str_keys=True)
    return written


def at_table(kind: type[Command]) -> Maker:
    """An order of the staff of a table, in one of the forms that it could take now."""

    async def give(who: Insider, dice: Dice) -> None:
        table = dice.choice([*who.floor.house.loops])
        state = who.floor.house.loops[table].dealer.table
        forms = list(COMMANDS[kind].forms(state, Person(who.name, dice.choice(who.roles_at(table)))))
        if not forms:
            return
        order = dice.choice(forms)
        if "tender" in order.__struct_fields__:
            ways = (*ways_by_hand(state), *ways_to_take(state), *Way)
            order = replace(order, tender=Tender(dice.choice(ways)))
            if order.tender.way is Way.NOTES:
                amount = {"chips", "amount"}.intersection(order.__struct_fields__)
                order = replace(order, tender=Tender(Way.NOTES, {2_000: 1}), **dict.fromkeys(amount, 2_000))
        body: dict[str, Any] = {"id": new_id(), "command": sent(order, FILLED_IN)}
        if "number" in body["command"] and isinstance(body["command"]["number"], str):
            body["command"]["number"] = dice.choice(who.numbers)
        if kind.__name__ == "InsertCard":
            body["command"]["player"] = who.card
        body |= who.signed(dice) if needs_second(kind) else {}
        if kind is CorrectOutcome:
            shown = await who.send(dice, "preview", f"/api/v1/tables/{table}/preview", {"command": body["command"]})
            body |= {"preview": shown.body["digest"]} if shown.status == 200 else {}
        await who.send(dice, kind.__name__, f"/api/v1/tables/{table}/commands", body)

    return give


def as_player(kind: type[Command]) -> Maker:
    """What a player asks for at a terminal of a machine. The person may sit there, too."""

    async def ask(who: Insider, dice: Dice) -> None:
        dealer, keeper = who.floor.house.loops[dice.choice(MACHINES)].dealer, who.floor.keeper
        forms = list(COMMANDS[kind].forms(dealer.table, Person(who.name, "player")))
        if not forms:
            return
        wish: Any = dice.choice(forms)
        if any(field.name == "by" and field.default is None for field in msgspec.structs.fields(kind)):
            wish = replace(wish, by=None)  # nobody of the staff asks for it
        if kind.__name__ == "PlaceBet" and dice.random() < 0.5:
            wish = replace(wish, wager=dice.choice([*dealer.table.rules.addresses]))
        if kind.__name__ == "InsertMoney":
            wish = inserting(keeper.found(dice.choice(who.numbers)), wish.seat)
        elif kind.__name__ == "InsertCard":
            wish = card_inserting(keeper.found_card(who.card), wish.seat)
        elif "tender" in kind.__struct_fields__:
            wish = replace(wish, tender=Tender(dice.choice(ways_to_take(dealer.table))))
        if isinstance(wish, Command):
            reply = await dealer.ask(wish)
            who.log.append(f"as a player, {kind.__name__}: {reply.ok} {reply.message}")
            who.count(f"player {kind.__name__}", 200 if reply.ok else 409)

    return ask


def at_cage(kind: type[Any]) -> Maker:
    """An order at the cage."""

    async def give(who: Insider, dice: Dice) -> None:
        made = cage_commands(who.floor.keeper.cage)[kind](dice)
        order = sent(made, BY_CAGE[kind])
        if kind in BY_NUMBER:
            order["number"] = dice.choice(who.numbers)
        if isinstance(made, TakeOverTickets):
            order["tickets"] = [
                {"number": f"{dice.randrange(10**6):06}", "amount": each.amount, "issued": each.issued} for each in made.tickets
            ]
        body: dict[str, Any] = {"id": new_id(), "order": order}
        body |= who.signed(dice) if "second" in kind.__struct_fields__ else {}
        await who.send(dice, kind.__name__, "/api/v1/cage/orders", body)

    return give


def of_cage_at_table(kind: type[Command], path: str) -> Maker:
    """An order of a table that the cage gives."""

    async def give(who: Insider, dice: Dice) -> None:
        table = dice.choice([*who.floor.house.loops])
        forms = list(COMMANDS[kind].forms(who.floor.house.loops[table].dealer.table, Person(who.name, CAGE_ROLE)))
        if forms:
            body = {"id": new_id(), "order": sent(dice.choice(forms), FILLED_IN)}
            body |= who.signed(dice) if kind in CHIP_SECONDS else {}
            await who.send(dice, f"{kind.__name__} at the cage", f"/api/v1/cage/{path}/{table}", body)

    return give


def about_prizes(kind: type[Any]) -> Maker:
    """An order about promotions."""

    async def give(who: Insider, dice: Dice) -> None:
        made = Wishes(who.floor.promoter.register, dice).made()[kind]()
        body: dict[str, Any] = {"id": new_id(), "order": sent(made, ("at", "by", "second", *BY_FLOOR.get(kind, ())))}
        body |= who.signed(dice) if "second" in kind.__struct_fields__ else {}
        await who.send(dice, kind.__name__, "/api/v1/promotions/orders", body)

    return give


async def show_ticket(who: Insider, dice: Dice) -> None:
    """Put a ticket in for a player."""
    table = dice.choice([*who.floor.house.loops])
    seats = [*who.floor.house.loops[table].dealer.table.layout] or ["ann"]
    body = {"id": new_id(), "seat": dice.choice(seats), "number": dice.choice(who.numbers)}
    await who.send(dice, "put a ticket in", f"/api/v1/tables/{table}/tickets", body)


async def add_staff(who: Insider, dice: Dice) -> None:
    """Add a second login, and make its password one's own."""
    login, role = f"friend-{new_id()}", dice.choice([*DEFAULT_FLOOR_ROLES.duties])
    body: dict[str, Any] = {"login": login, "name": f"Friend {new_id()}", "roles": [role]}
    await _issued(who, dice, "add staff", "/api/v1/staff", body, login)


async def reset_password(who: Insider, dice: Dice) -> None:
    """Give somebody a new password, and sign in with it."""
    login = dice.choice([*who.floor.office.register.staff])
    await _issued(who, dice, "reset a password", f"/api/v1/staff/{login}/reset", {}, login)


async def _issued(who: Insider, dice: Dice, what: str, path: str, body: dict[str, Any], login: str) -> None:
    answer = await who.send(dice, what, path, body | who.signed(dice))
    if answer.status == 200:
        tab, once = Tab(who.floor), answer.body["password"]
        assert (await tab.sign_in(login, once)).status == 200
        changed = await tab.post("/api/v1/session/password", {"old": once, "new": OWN_PASSWORD})
        assert changed.status == 200, changed
        who.passwords[login] = OWN_PASSWORD
        who.tabs.append(tab)


def about_login(what: str, **more: object) -> Maker:
    """An order about the login of somebody."""

    async def give(who: Insider, dice: Dice) -> None:
        body: dict[str, Any] = {**more}
        if what == "roles":
            body["roles"] = dice.sample([*DEFAULT_FLOOR_ROLES.duties], 2)
            body |= who.signed(dice)
        login = dice.choice([*who.floor.office.register.staff])
        await who.send(dice, f"{what} a login", f"/api/v1/staff/{login}/{what}", body)

    return give


async def issue_code(who: Insider, dice: Dice) -> None:
    """Issue a code for a client of some kind."""
    clients = [*who.floor.office.register.clients] or ["terminal-1"]
    kind = dice.choice([*ClientKind])
    body: dict[str, Any] = {"kind": kind, "label": f"my laptop {new_id()}"}
    body |= {"terminal": dice.choice(clients)} if kind is ClientKind.MONEY else {"table": dice.choice(MACHINES)}
    body |= who.signed(dice)
    answer = await who.send(dice, "issue a code", "/api/v1/codes", body)
    if answer.status == 200:
        who.codes.append(answer.body["code"])


async def enrol(who: Insider, dice: Dice) -> None:
    """Enrol a client with a code."""
    answer = await Tab(who.floor).post("/api/v1/clients", {"code": dice.choice(who.codes[-1:])})
    who.log.append(f"enrol: {answer.status}")
    who.count("enrol", answer.status)


async def revoke(who: Insider, dice: Dice) -> None:
    """Revoke a client."""
    client = dice.choice([*who.floor.office.register.clients, "terminal-99"])
    await who.send(dice, "revoke", f"/api/v1/clients/{client}/revoke", {"why": "It is broken."})


async def enable(who: Insider, dice: Dice) -> None:
    """Enable a login that was disabled."""
    login = dice.choice([*who.floor.office.register.staff])
    await who.send(dice, "enable", f"/api/v1/staff/{login}/enable", who.signed(dice))


async def register_patron(who: Insider, dice: Dice) -> None:
    """Register a patron, or enter other details of one."""
    patron = dice.choice([None, *range(1, len(who.floor.keeper.cage.patrons) + 1)])
    more = {"why": "It is right."} | who.signed(dice)
    name = {"name": f"Player {dice.randrange(99)}", "born": "1980-02-03", "identified": "passport", "document": f"P{new_id()}"}
    path = "/api/v1/cage/patrons" + (f"/{patron}/details" if patron else "")
    await who.send(dice, "register or correct a patron", path, {"id": new_id(), **name, **more})


async def set_pin(who: Insider, dice: Dice) -> None:
    """Set the PIN of a patron."""
    patron = dice.randint(1, max(1, len(who.floor.keeper.cage.patrons)))
    await who.send(dice, "set a PIN", f"/api/v1/cage/patrons/{patron}/pin", {"id": new_id(), "pin": "8264"})


async def claimant(who: Insider, dice: Dice) -> None:
    """Take a claimant in, or add details."""
    people = len(who.floor.promoter.register.people)
    path = dice.choice(["/api/v1/claimants", f"/api/v1/claimants/{dice.randint(1, people + 1)}"])
    body = {"id": new_id(), "name": f"Friend {dice.randrange(99)}", "address": "1 Harbour Street"}
    await who.send(dice, "take a claimant in", path, body)


def asked(what: str, path: str, body: Mapping[str, object] | None = None, method: str = "POST") -> Maker:
    """A request without choices."""

    async def ask(who: Insider, dice: Dice) -> None:
        await who.send(dice, what, path, dict(body or {}), method)

    return ask


async def adopt(who: Insider, dice: Dice) -> None:
    """Adopt settings with a second signature."""
    await who.send(dice, "adopt settings", "/api/v1/floor/settings", {"second": who.second(dice)})


BY_PLAYER = [kind for kind, row in COMMANDS.items() if Sender.PLAYER in row.senders]
AT_TABLES = {f"{kind.__name__} at a table": at_table(kind) for kind in for_staff()}
AS_PLAYER = {f"{kind.__name__} as a player": as_player(kind) for kind in BY_PLAYER}
AT_CAGE = {kind.__name__: at_cage(kind) for kind in CAGE_ORDERS}
CHIPS_AT_CAGE = {f"{kind.__name__}, chips": of_cage_at_table(kind, "chips") for kind in CHIP_ORDERS}
HAND_PAYS = {f"{kind.__name__}, hand pay": of_cage_at_table(kind, "hand-pays") for kind in HAND_PAY_ORDERS}
ABOUT_PRIZES = {kind.__name__: about_prizes(kind) for kind in PRIZE_REGISTER.commands if kind not in BY_PROGRAM}
TABLES, CAGE, PRIZES = "/api/v1/tables/{table}", "/api/v1/cage", "/api/v1/promotions"
STAFF, SETTINGS = "/api/v1/staff", "/api/v1/floor/settings"
MAKERS: Mapping[tuple[str, str], Mapping[str, Maker]] = {
    ("POST", f"{TABLES}/commands"): AT_TABLES,
    ("POST", f"{TABLES}/tickets"): {"put a ticket in": show_ticket},
    ("POST", f"{CAGE}/orders"): AT_CAGE,
    ("POST", f"{CAGE}/chips/{{table}}"): CHIPS_AT_CAGE,
    ("POST", f"{CAGE}/hand-pays/{{table}}"): HAND_PAYS,
    ("POST", f"{CAGE}/patrons"): {"register a patron": register_patron},
    ("POST", f"{CAGE}/patrons/{{patron}}/details"): {"correct a patron": register_patron},
    ("POST", f"{CAGE}/patrons/{{patron}}/pin"): {"set a PIN": set_pin},
    ("POST", f"{PRIZES}/orders"): ABOUT_PRIZES,
    ("POST", f"{PRIZES}/{{number}}/earned"): {"earned": asked("enter what play has earned", f"{PRIZES}/1/earned")},
    ("POST", "/api/v1/claimants"): {"take a claimant in": claimant},
    ("POST", "/api/v1/claimants/{person}"): {"add details of a claimant": claimant},
    ("POST", STAFF): {"add staff": add_staff},
    ("POST", f"{STAFF}/{{login}}/reset"): {"reset a password": reset_password},
    ("POST", f"{STAFF}/{{login}}/roles"): {"change roles": about_login("roles")},
    ("POST", f"{STAFF}/{{login}}/unlock"): {"unlock": about_login("unlock")},
    ("POST", f"{STAFF}/{{login}}/disable"): {"disable": about_login("disable", why="Gone.")},
    ("POST", f"{STAFF}/{{login}}/enable"): {"enable": enable},
    ("POST", "/api/v1/codes"): {"issue a code": issue_code},
    ("POST", "/api/v1/clients"): {"enrol": enrol},
    ("POST", "/api/v1/clients/{client}/revoke"): {"revoke": revoke},
    ("POST", SETTINGS): {"adopt settings": adopt},
    ("POST", f"{SETTINGS}/proposal"): {"propose settings": asked("propose settings", f"{SETTINGS}/proposal")},
    ("DELETE", f"{SETTINGS}/proposal"): {"withdraw": asked("withdraw settings", f"{SETTINGS}/proposal", method="DELETE")},
    ("POST", f"{SETTINGS}/approval"): {"approve": asked("approve", f"{SETTINGS}/approval", {"password": PASSWORD})},
}
"""How to call each operation that can change something, by its method and path."""
CHANGE_NO_MONEY = {
    ("POST", "/api/v1/session"): "every tab signs in with it",
    ("DELETE", "/api/v1/session"): "a tab less",
    ("POST", "/api/v1/session/lock"): "a tab less",
    ("POST", "/api/v1/session/unlock"): "a tab more",
    ("POST", "/api/v1/session/password"): "one's own password; new logins use it",
    ("POST", f"{TABLES}/preview"): "writes nothing; corrections use it",
    ("POST", f"{CAGE}/tickets/find"): "reads",
    ("POST", f"{CAGE}/patrons/find"): "reads",
    ("POST", f"{PRIZES}/check"): "reads",
    ("POST", "/api/v1/inspections"): "reads",
    ("POST", "/api/v1/inspections/{number}/stop"): "reads",
    ("POST", "/api/v1/reports/{report}"): "reads",
    ("POST", "/api/v1/reports/{report}/file"): "reads",
}
"""The other operations that are no GET, with the reason why the insider does not call them at random."""


def _all() -> dict[str, Maker]:
    """Whatever anybody could ask, by its name."""
    found = dict(AS_PLAYER)
    for makers in MAKERS.values():
        assert not found.keys() & makers.keys(), "two orders have the same name"
        found |= makers
    return found


EVERYTHING: Mapping[str, Maker] = _all()
POINTS = 32


class Orders:
    """Names of orders on a ring. Each has points there that only its own name decides, and the part before each of them.

    A new order takes a little of the others. Every other draw gives what it gave before.
    """

    def __init__(self, shares: Mapping[str, int]) -> None:
        """Let each name be drawn as often as its share says."""
        self._ring = sorted((_point(name, each), name) for name, share in shares.items() for each in range(POINTS * share))

    def drawn(self, dice: Dice) -> str:
        """Draw one."""
        return self._ring[bisect(self._ring, (dice.randrange(2**32), "")) % len(self._ring)][1]


def _point(name: str, number: int) -> int:
    return int.from_bytes(blake2b(f"{number} {name}".encode(), digest_size=4).digest())


def open_to(role: str, operations: Sequence[Operation[Any, Any]]) -> Orders:
    """What a role can ask with some hope, and what a player can ask. An operation with many orders counts for each of them."""
    duties, shares = DEFAULT_FLOOR_ROLES.duties[role], dict.fromkeys(AS_PLAYER, 1)
    for operation in operations:
        makers = MAKERS.get((operation.method, operation.path), {})
        if not operation.right.duties or operation.right.duties & duties:
            # Beside a hundred orders, an operation that is one order would hardly ever be called.
            shares |= dict.fromkeys(makers, 4 if len(makers) == 1 else 1)
    return Orders(shares)


ALL_ORDERS = Orders(dict.fromkeys(EVERYTHING, 1))

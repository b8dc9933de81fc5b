"""The bot of the staff: a member of a demonstration's register who signs in, and decides what a document gives to a person."""

from collections.abc import Callable, Collection

from croupier.floor.office import Office
from croupier.people.duties import Duty
from croupier.people.message import OPERATOR, STAFF_BOT, STAFF_BOT_LOGIN
from croupier.people.register import Register
from croupier.people.signing_in import SignIn
from croupier.people.staff import AddStaff
from croupier.rules.ruleset import Ruleset

BotRoles = Callable[[Ruleset], Collection[str]]
"""The document roles in which the bot may act at a table now; none on a live floor."""


async def sign_bot_in(office: Office) -> None:
    """Sign the bot in, and add it to the staff first if it is new. It has no password, so nobody can sign in as the bot."""
    roles = office.register.roles
    if STAFF_BOT_LOGIN not in office.register.staff:
        kept = roles.holders(Duty.READ_EVERYTHING, Duty.MANAGE_STAFF)
        given = frozenset(role for role in roles.duties if role not in kept)
        await office.ask(AddStaff(by=OPERATOR, login=STAFF_BOT_LOGIN, name=STAFF_BOT, roles=given))
    await office.ask(SignIn(login=STAFF_BOT_LOGIN, kind="program", address="the server"))


def is_bot_signed_in(register: Register) -> bool:
    """Whether the bot is signed in. Disabling its login signs it out, and its tables then wait for a person."""
    return bool(register.consoles_of(STAFF_BOT_LOGIN))

"""The second signature on orders that make a login, a role or a device that can bring money.

Whoever could add a login alone would know its first password, and sign as two people.
"""

from croupier.facts.refusal import Refusal
from croupier.people.consoles import login_disabled
from croupier.people.duties import Duty
from croupier.people.message import OPERATOR, STAFF_BOT_LOGIN, Author, SignedByTwo
from croupier.people.reasons import Reason
from croupier.people.register import Register, member_or_refusal
from croupier.rules.outcomes import listed

SIGNERS = (Duty.MANAGE_STAFF, Duty.DISABLE)
"""The duties of which the second person needs one."""


def alone_refused(register: Register, order: SignedByTwo, *, about: str = "") -> Refusal | None:
    """Deny an order that only one person has signed. `about` is the login that it concerns, whose owner does not sign it.

    The first administrator of a floor is alone until somebody else holds a duty to sign. A login that is disabled, or that has
    a one-time password, counts: nobody gets rid of the second person by disabling them.
    """
    if order.by == OPERATOR:
        return None
    if order.second is not None:
        return _signature_refused(register, order.by, order.second, about)
    others = (login for login in register.staff if login not in (order.by.login, STAFF_BOT_LOGIN))
    if not any(_may_sign(register, login) for login in others):
        return None
    return Refusal(Reason.SECOND_PERSON_NEEDED, f"Another person signs that, too: {_roles(register)}.")


def _signature_refused(register: Register, by: Author, second: Author, about: str) -> Refusal | None:
    member = member_or_refusal(register, second.login)
    if isinstance(member, Refusal):
        return member
    if second.login == by.login or member.name != second.name:
        return Refusal(Reason.SAME_PERSON, "Another person has to sign that.")
    if second.login == about:
        return Refusal(Reason.NOT_YOURSELF, f"It is about {member.name}: somebody else has to sign it.")
    if refusal := login_disabled(register, second.login):
        return refusal
    if member.must_change_password:
        return Refusal(Reason.PASSWORD_DUE, f"{member.name} has to change the one-time password first.")
    if not register.may(second.login, *SIGNERS):
        return Refusal(Reason.NOT_YOUR_DUTY, f"{member.name} may not sign that; that is for {_roles(register)}.")
    return None


def _may_sign(register: Register, login: str) -> bool:
    """Whether the roles of a member give a duty to sign, whether the login is open or not."""
    return not register.roles.held_by(register.staff[login].roles).isdisjoint(SIGNERS)


def _roles(register: Register) -> str:
    return listed([*register.roles.holders(*SIGNERS), OPERATOR.name.lower()], "or")


def signed_by(by: Author, second: Author | None) -> str:
    """Who signed an order, for the beginning of a sentence."""
    return f"{by} and {second}" if second else str(by)

"""Duties on the floor, and which floor roles hold each. The floor file may say otherwise than the defaults here."""

from collections.abc import Iterable, Mapping

import msgspec

from croupier.echo import echo, spelled_like
from croupier.rules.coded import Coded
from croupier.rules.outcomes import listed


class Duty(Coded):
    """What a floor role lets a person do, apart from what the documents let them do at a table."""

    MANAGE_STAFF = "manage-staff", "Add staff, change their roles, reset passwords, and enable and unlock logins."
    ENROL = "enrol", "Issue codes with which terminals, displays and devices enrol."
    DISABLE = (
        "disable",
        "Disable the login of staff of a lower rank, revoke the key of a client, and put a table back into service.",
    )
    READ_EVERYTHING = "read-everything", "See and export everything, as an inspector. Every view is recorded."
    SETTINGS = "settings", "Change the settings of the floor."
    PROMOTIONS = "promotions", "Run promotions: terms, entries, draws and claims, with the private data of claimants."
    HANDLE_MONEY = (
        "handle-money",
        "Sell and pay tickets at the cage, count boxes and drawers, and see what goes between tables and the cage.",
    )


LADDER = ("dealer", "supervisor", "casino-supervisor", "manager")
"""The roles that the documents place one above another, the lowest first. The others stand beside them."""


class RoleError(ValueError):
    """The floor roles cannot be used. The message is one sentence."""


class FloorRoles(msgspec.Struct, frozen=True):
    """The roles of a floor, each with its duties. A role without duties acts only at tables."""

    duties: Mapping[str, frozenset[Duty]]

    def holds(self, roles: Iterable[str], duty: Duty) -> bool:
        """Whether one of these roles has a duty."""
        return any(duty in self.duties.get(role, frozenset()) for role in roles)

    def held_by(self, roles: Iterable[str]) -> frozenset[Duty]:
        """The duties of these roles together."""
        return frozenset(duty for duty in Duty if self.holds(roles, duty))

    def holders(self, *duties: Duty) -> list[str]:
        """The roles that have one of these duties."""
        return [role for role, held in self.duties.items() if held.intersection(duties)]

    def may_disable(self, roles: Iterable[str], others: frozenset[str]) -> bool:
        """Whether these roles may disable a person with other ones. Who manages staff may disable everybody.

        The duty to disable reaches a lower rank, and nobody who also works beside the ladder of ranks.
        """
        if self.holds(roles, Duty.MANAGE_STAFF):
            return True
        is_beyond = any(self.holds(others, duty) for duty in (Duty.MANAGE_STAFF, Duty.READ_EVERYTHING))
        is_below = others <= frozenset(LADDER) and _rank(others) < _rank(roles)
        return self.holds(roles, Duty.DISABLE) and is_below and not is_beyond

    def who_may_disable(self, others: frozenset[str]) -> list[str]:
        """The roles that may disable a person with these ones."""
        return [role for role in self.duties if self.may_disable([role], others)]

    def unknown(self, roles: Iterable[str]) -> str | None:
        """A sentence about the first unknown role, with the nearest known one; None if all are known."""
        for role in sorted(roles):
            if role not in self.duties:
                return f'There is no role "{echo(role)}" on this floor; {_nearest(role, self.duties)}.'
        return None


def _rank(roles: Iterable[str]) -> int:
    """How high the highest of these roles stands in `LADDER`; -1 if none of them does."""
    return max((LADDER.index(role) for role in roles if role in LADDER), default=-1)


def floor_roles(duties: Mapping[str, Iterable[str]]) -> FloorRoles:
    """Floor roles from texts, as a floor file has them. Raise `RoleError` if a duty is unknown, or nobody manages staff."""
    for role, held in duties.items():
        for duty in held:
            if duty not in list(Duty):
                raise RoleError(f'{role}: there is no duty "{echo(duty)}"; {_nearest(duty, Duty)}')
    roles = FloorRoles({role: frozenset(map(Duty, held)) for role, held in duties.items()})
    if not roles.holders(Duty.MANAGE_STAFF):
        raise RoleError(f"no role has the duty {Duty.MANAGE_STAFF}; give it to one of {listed(list(duties), 'or')}")
    return roles


def _nearest(word: str, known: Iterable[str]) -> str:
    """The word that may be meant, or all of them if none is similar."""
    near = spelled_like(word.lower(), known)
    return f"the nearest is {near}" if near else f"known are {listed([*known], 'and')}"


ADMINISTRATOR = "administrator"
"""The role of the first person on a floor, by default."""

DEFAULT_FLOOR_ROLES = FloorRoles(
    {
        ADMINISTRATOR: frozenset({Duty.MANAGE_STAFF, Duty.SETTINGS}),
        "manager": frozenset({Duty.ENROL, Duty.DISABLE, Duty.SETTINGS, Duty.PROMOTIONS}),
        "casino-supervisor": frozenset({Duty.ENROL, Duty.DISABLE}),
        "supervisor": frozenset({Duty.ENROL, Duty.DISABLE}),
        "dealer": frozenset(),
        "cage": frozenset({Duty.HANDLE_MONEY}),
        "inspector": frozenset({Duty.READ_EVERYTHING}),
        "inspectorate": frozenset({Duty.READ_EVERYTHING}),
    }
)

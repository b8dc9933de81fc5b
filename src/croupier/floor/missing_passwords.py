"""Staff who cannot sign in, because the file of credentials does not have their passwords."""

from pathlib import Path

from croupier.people.credentials import logins_with_password
from croupier.people.message import STAFF_BOT_LOGIN
from croupier.people.register import Register

MOST_NAMED = 5
"""The most logins to name."""


def missing_passwords(register: Register, file: Path) -> str | None:
    """Who has no password in this file, and what to do about it; None if everybody has one. Raise `CredentialsError`."""
    expected = {login for login, member in register.staff.items() if not member.is_disabled} - {STAFF_BOT_LOGIN}
    missing = sorted(expected - logins_with_password(file))
    if not missing:
        return None
    people = "1 person has" if len(missing) == 1 else f"{len(missing)} people have"
    more = ["…"] if len(missing) > MOST_NAMED else []
    named = ", ".join([*missing[:MOST_NAMED], *more])
    lacks = "does not have them" if file.exists() else "is missing"
    return (
        f"{people} no password here ({named}): {file.absolute()} {lacks}; put back the file that the floor had, "
        "or give each a new password with croupier staff reset LOGIN"
    )

"""The user of the operating system who runs the program."""

import os
import pwd

from croupier.table.core.person import Person

ROLE = "system-user"
"""The role of somebody of whom only the operating system knows the name. No document and no floor has it."""


def system_user() -> Person:
    """The user of this process, by name or, if the system knows none, by number."""
    number = os.getuid()
    try:
        return Person(pwd.getpwuid(number).pw_name, ROLE)
    except KeyError:
        return Person(str(number), ROLE)

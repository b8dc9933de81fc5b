"""The people of a floor as a pure state machine: staff, sign-ins, and the clients that were enrolled.

`PEOPLE` is the fold (see `facts`). Each module of messages
declares its rows; importing this package imports them all. Passwords are not here but in `credentials`, which
keeps their hashes in a file of its own; no message has a field for a secret.
"""

from croupier.people import consoles, enrolment, passwords, signing_in, staff, viewing
from croupier.people.fold import PEOPLE

SUBJECTS = (staff, passwords, signing_in, consoles, enrolment, viewing)
"""The modules that declare messages, in the order of the reference."""

PEOPLE.check_complete()

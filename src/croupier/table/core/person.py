"""A member of staff who acts at a table."""

import msgspec

AUTOMATIC = "automatic"
"""The name under which the program acts in place of a person."""


class Person(msgspec.Struct, frozen=True):
    """The name of a person and the role in which they act. The floor authenticates both."""

    name: str
    role: str

"""A member of staff who acts at a table."""

import msgspec


class Person(msgspec.Struct, frozen=True):
    """The name of a person and the role in which they act. The floor authenticates both."""

    name: str
    role: str

"""Somebody who acts for the house."""

import msgspec


class Person(msgspec.Struct, frozen=True):
    """A name, and the role in which somebody acts; the floor vouches for both."""

    name: str
    role: str

"""Private data of people: a salted digest of it is in the journal, the data itself is not.

Without the salt the digest says nothing, not even to somebody who guesses the name. So the data and the salt can be erased
while every line of the journal stays as it is.
"""

import hashlib
from collections.abc import Mapping

from croupier.canonical import canonical

SALT_BYTES = 32


def sealed(salt: bytes, data: Mapping[str, str]) -> str:
    """The salted digest of private data."""
    if len(salt) != SALT_BYTES:
        raise ValueError(f"a salt has {SALT_BYTES} bytes")
    return hashlib.sha256(salt + canonical(dict(data))).hexdigest()

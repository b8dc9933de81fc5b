"""The key that all servers of a simulation share, and the validation numbers that follow from it."""

import tempfile
from functools import cache
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from croupier.cage.card_numbers import CardNumbers
from croupier.cage.numbers import TicketNumbers
from croupier.floor.house import CARDS, TICKETS
from croupier.journal.anchors import SigningKey


@cache
def key_of_the_house() -> SigningKey:
    """The key that all servers sign anchors with. It is always the same, and so are the numbers of tickets."""
    private = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "key"
        file.touch(mode=0o600)
        file.write_bytes(private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        return SigningKey(file)


@cache
def numbers_of_the_house() -> TicketNumbers:
    """The validation numbers of the tickets."""
    return TicketNumbers(key_of_the_house().secret(TICKETS))


@cache
def cards_of_the_house() -> CardNumbers:
    """The numbers of the cards."""
    return CardNumbers(key_of_the_house().secret(CARDS))

"""How a draw finds its winners, and how anyone checks that it did.

The list of entries is closed and its digest published. Then the operator commits to a secret: its SHA-256 is published. After
that a public value becomes known that nobody could foresee. The winner follows from the secret, the value and the list.
"""

import hashlib
import hmac
import re
from collections.abc import Collection, Iterable, Sequence

import msgspec

FORMAT = 1
SECRET_DIGITS = 64
"""Hexadecimal digits of a secret and of a digest."""
ENTRY_DIGITS = 16
"""Hexadecimal digits of the number of an entry."""


def is_hexadecimal(text: str, digits: int) -> bool:
    """Whether a text has this many hexadecimal digits, in lower case."""
    return re.fullmatch(f"[0-9a-f]{{{digits}}}", text) is not None


def list_digest(numbers: Iterable[str]) -> str:
    """The digest of a list of entries: SHA-256 of the numbers in their order, each with a newline.

    `sort entries.txt | sha256sum` prints the same.
    """
    return hashlib.sha256("".join(f"{number}\n" for number in sorted(numbers)).encode()).hexdigest()


def commitment_to(secret: str) -> str:
    """What is published of a secret before the draw: the SHA-256 of its bytes."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def drawn(numbers: Collection[str], excluded: Iterable[str], secret: str, value: str, prizes: Sequence[int]) -> tuple[str, ...]:
    """The winning entry of each prize, in the order of the prizes. An entry wins once; those excluded do not win.

    Every entry that is left has the same chance: a number that would favour some of them is passed over.
    """
    digest, left = list_digest(numbers), sorted({*numbers}.difference(excluded))
    key = bytes.fromhex(secret)
    return tuple([left.pop(_index(len(left), f"{digest}\n{value}\n{prize}", key)) for prize in prizes])


def _index(count: int, message: str, key: bytes) -> int:
    """A number below `count`, each equally likely."""
    whole, again = 1 << 256, 0
    while True:
        found = int.from_bytes(hmac.digest(key, f"{message}\n{again}\n".encode(), "sha256"), "big")
        if found < whole - whole % count:
            return found % count
        again += 1


class TakenPrize(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A prize that is drawn again because its winner does not get it."""

    prize: int
    entry: str
    """The entry that had won it."""
    refused: bool
    """Whether its winner was refused it; otherwise nobody claimed it in time."""

    def __str__(self) -> str:
        how = "whose claim was refused" if self.refused else "which nobody claimed in time"
        return f"prize {self.prize} was taken from entry {self.entry}, {how}"


class DrawRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that is published of a draw. With it anyone can find the winners again."""

    format: int
    promotion: int
    title: str
    entries: tuple[str, ...]
    """The numbers of all entries."""
    digest: str
    """The digest of the list, which was published when entries closed."""
    excluded: tuple[str, ...]
    """Entries that had won before, or were marked: play did not earn them after all, or their patron was excluded."""
    taken: tuple[TakenPrize, ...] = ()
    """The prizes that were drawn again, each with the entry that had won it."""
    why: str | None = None
    """Why they were."""
    commitment: str
    committed: int
    """When the commitment was published: milliseconds since 1970."""
    source: str
    """Where the public value comes from."""
    fixed: int
    """When the public value became known."""
    secret: str
    value: str
    prizes: tuple[int, ...]
    winners: tuple[str, ...]


def could_not_win(record: DrawRecord) -> str:
    """How many entries of the list could not win, to follow their count; empty if all could."""
    return f", of which {len(record.excluded)} could not win: they had won before or were marked" if record.excluded else ""


def draw_faults(record: DrawRecord) -> list[str]:
    """Everything that does not hold in the record of a draw; empty if the winners are those that it names."""
    found = _malformed(record)
    if found:
        return found
    if list_digest(record.entries) != record.digest:
        found.append("the list of entries is not the one whose digest was published")
    if commitment_to(record.secret) != record.commitment:
        found.append("the secret is not the one that was committed to")
    if not record.committed < record.fixed:
        found.append("the public value was known before the commitment")
    expected = drawn(record.entries, record.excluded, record.secret, record.value, record.prizes)
    for prize, named, winner in zip(record.prizes, record.winners, expected, strict=True):
        if named != winner:
            found.append(f"prize {prize} was won by entry {winner}, not by {named}")
    return found


def _malformed(record: DrawRecord) -> list[str]:
    """What keeps a record from being checked at all."""
    if record.format != FORMAT:
        return [f"the record has format {record.format}, and this croupier reads {FORMAT}"]
    if not all(is_hexadecimal(text, SECRET_DIGITS) for text in (record.secret, record.commitment, record.digest)):
        return [f"the secret, the commitment and the digest have {SECRET_DIGITS} hexadecimal digits each"]
    found: list[str] = []
    if len({*record.entries}) < len(record.entries):
        found.append("an entry is in the list twice")
    if strange := sorted({*record.excluded} - {*record.entries}):
        found.append(f"entry {strange[0]} was excluded, and is not in the list")
    if record.taken and not record.why:
        found.append("a prize was drawn again without a reason")
    found.extend(
        f"prize {taken.prize} was not drawn again, or entry {taken.entry} had not won"
        for taken in record.taken
        if taken.prize not in record.prizes or taken.entry not in record.excluded
    )
    if not record.prizes or len({*record.prizes}) < len(record.prizes) or len(record.winners) != len(record.prizes):
        found.append("every prize has one winner")
    if len({*record.entries}) - len({*record.excluded}) < len(record.prizes):
        found.append("there are fewer entries than prizes")
    return found

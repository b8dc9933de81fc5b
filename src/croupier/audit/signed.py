"""What the anchors of a journal have signed, and whether it is still so."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from croupier.journal.anchors import Anchor, is_torn, read_anchor
from croupier.journal.port import START, BrokenLineError, Head, JournalError, Line, Row
from croupier.journal.streams import ANCHORS


class SignedHead(NamedTuple):
    """A line that an anchor lists."""

    number: int
    hash: str
    anchor: int


class Copy(NamedTuple):
    """A copy of an anchor that was kept elsewhere."""

    where: str
    body: bytes
    anchor: Anchor


class Copies(NamedTuple):
    """All copies in a file, and the numbers of the lines that were torn when they were added."""

    whole: tuple[Copy, ...] = ()
    torn: tuple[int, ...] = ()


def read_copies(lines: Iterable[bytes], where: str) -> Copies:
    """Copies as they were kept, one to a line. One that was not signed proves nothing, and there must be one."""
    whole: list[Copy] = []
    torn: list[int] = []
    for number, body in enumerate((line.rstrip(b"\r\n") for line in lines), 1):
        if is_torn(body):
            torn.append(number)
        elif body:
            whole.append(Copy(f"{where}, line {number}", body, _copied(body, f"{where}, line {number}")))
    if not whole:
        raise JournalError(f"{where}: has no copy of an anchor in it; name the file that croupier demo --anchors has added to")
    return Copies(tuple(whole), tuple(torn))


def _copied(body: bytes, where: str) -> Anchor:
    try:
        anchor = read_anchor(body)
    except JournalError:
        raise JournalError(
            f"{where}: is no copy of an anchor; name the file that croupier demo --anchors has added to"
        ) from None
    if not anchor.is_genuine:
        raise JournalError(
            f"{where}: was not signed with the key that it names, and proves nothing; name a file nobody changed"
        )
    return anchor


class Signed:
    """The lines that were signed, gathered from the anchors one after the other."""

    def __init__(self, key: str, copies: Iterable[Copy]) -> None:
        """Nothing was signed yet."""
        self.anchors = 0
        self.keys: dict[str, int] = {}
        """Every key in use, and the first anchor signed with it."""
        self._key = key
        self._previous = START.hash
        self._heads: dict[str, list[SignedHead]] = {}
        self._ends: dict[str, int] = {}
        """How far every stream was signed."""
        self._copies = {copy.body: copy for copy in copies}

    def check(self, row: Row) -> None:
        """Read the next anchor: it must be signed, with the right key, and follow the one before it."""
        line = Line._make(row)
        try:
            anchor = read_anchor(line)
        except JournalError:
            raise BrokenLineError(ANCHORS, line.number, "is no anchor") from None
        if not anchor.is_genuine:
            raise BrokenLineError(ANCHORS, line.number, "was not signed with the key that it names")
        if self._key and anchor.key != self._key:
            raise BrokenLineError(ANCHORS, line.number, f"was signed with another key, {anchor.key}")
        if anchor.previous != self._previous.hex():
            raise BrokenLineError(ANCHORS, line.number, "was signed after another line than the one before it")
        if not 0 < anchor.whole <= line.number:
            raise BrokenLineError(ANCHORS, line.number, f"names line {anchor.whole} as the one that lists every stream")
        self.keys.setdefault(anchor.key, line.number)
        for stream, (number, hash) in anchor.heads.items():
            self._heads.setdefault(stream, []).append(SignedHead(number, hash, line.number))
            self._ends[stream] = max(number, self._ends.get(stream, 0))
        self._previous = line.hash
        self._copies.pop(line.body, None)
        self.anchors += 1

    def gathered(self) -> Mapping[str, Sequence[SignedHead]]:
        """What was signed by the anchors that were read since this was last asked, by stream."""
        heads, self._heads = self._heads, {}
        return heads

    def unsigned(self, heads: Mapping[str, Head]) -> int:
        """How many lines no anchor vouches for yet."""
        lines = (head.number - self._ends.get(stream, 0) for stream, head in heads.items() if stream != ANCHORS)
        return sum(max(number, 0) for number in lines)

    def faults(self, heads: Mapping[str, Head]) -> Iterator[str]:
        """Copies that are not in the journal; nothing where the anchors themselves could not be read to their end."""
        if self.anchors < heads.get(ANCHORS, START).number:
            return
        missing = [*self._copies.values()]
        for copy in missing[:1]:
            more = f" (and {len(missing) - 1:,} more)" if missing[1:] else ""
            yield f"{copy.where}: this anchor{more} is not in the journal{_since(missing[-1].anchor, heads)}"
        if self._key and not self.anchors:
            yield "there is no anchor, though a key was named"


def _since(anchor: Anchor, heads: Mapping[str, Head]) -> str:
    """How a journal without this anchor came to be, as far as its heads tell."""
    for stream, (number, _) in sorted(anchor.heads.items()):
        stands = heads.get(stream, START).number
        if stands < number:
            return f", which was set back: {stream} stands at line {stands}, and stood at line {number}"
    return ""

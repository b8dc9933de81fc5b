"""The heads that the anchors of a journal have signed, and copies of anchors to compare with the journal."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from croupier.journal.anchors import Anchor, is_torn, read_anchor
from croupier.journal.port import START, BrokenLineError, Head, JournalError, Line, Row
from croupier.journal.streams import ANCHORS

NAME_THE_FILE = "name the file to which the server adds them: anchors in the floor file, or --anchors of croupier demo"


class SignedHead(NamedTuple):
    """A line that an anchor signed."""

    number: int
    hash: str
    anchor: int


class Copy(NamedTuple):
    """A copy of an anchor, kept outside the journal."""

    where: str
    body: bytes
    anchor: Anchor


class Copies(NamedTuple):
    """The complete copies in a file, and the numbers of its partly written lines."""

    whole: tuple[Copy, ...] = ()
    torn: tuple[int, ...] = ()


def read_copies(lines: Iterable[bytes], where: str) -> Copies:
    """Read copies of anchors, one per line. Each must have a valid signature, and there must be at least one."""
    whole: list[Copy] = []
    torn: list[int] = []
    for number, body in enumerate((line.rstrip(b"\r\n") for line in lines), 1):
        if is_torn(body):
            torn.append(number)
        elif body:
            whole.append(Copy(f"{where}, line {number}", body, _copied(body, f"{where}, line {number}")))
    if not whole:
        raise JournalError(f"{where}: has no copy of an anchor in it; {NAME_THE_FILE}")
    return Copies(tuple(whole), tuple(torn))


def _copied(body: bytes, where: str) -> Anchor:
    try:
        anchor = read_anchor(body)
    except JournalError:
        raise JournalError(f"{where}: is not a copy of an anchor; {NAME_THE_FILE}") from None
    if not anchor.is_genuine:
        raise JournalError(
            f"{where}: was not signed with the key that it names, and proves nothing; name a file nobody changed"
        )
    return anchor


class Signed:
    """Collects signed heads from the anchors, one by one."""

    def __init__(self, key: str, copies: Iterable[Copy]) -> None:
        """Start before the first anchor."""
        self.anchors = 0
        self.keys: dict[str, int] = {}
        """Every signing key, with the number of the first anchor signed with it."""
        self._key = key
        self._previous = START.hash
        self._heads: dict[str, list[SignedHead]] = {}
        self._ends: dict[str, int] = {}
        """The last signed line of every stream."""
        self._copies = {copy.body: copy for copy in copies}

    def check(self, row: Row) -> None:
        """Check the next anchor: its signature, its key and the hash of the previous anchor. Collect its heads."""
        line = Line._make(row)
        try:
            anchor = read_anchor(line)
        except JournalError:
            raise BrokenLineError(ANCHORS, line.number, "is not an anchor") from None
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
        """The heads signed by the anchors read since the last call, by stream."""
        heads, self._heads = self._heads, {}
        return heads

    def end(self, stream: str) -> int:
        """The last signed line of a stream; 0 if there is none."""
        return self._ends.get(stream, 0)

    def unsigned(self, heads: Mapping[str, Head]) -> int:
        """The number of lines that no anchor covers yet."""
        lines = (head.number - self.end(stream) for stream, head in heads.items() if stream != ANCHORS)
        return sum(max(number, 0) for number in lines)

    def faults(self, heads: Mapping[str, Head]) -> Iterator[str]:
        """Report copies that are not in the journal, unless reading the anchors stopped early."""
        if self.anchors < heads.get(ANCHORS, START).number:
            return
        missing = [*self._copies.values()]
        for copy in missing[:1]:
            more = f" (and {len(missing) - 1:,} more)" if missing[1:] else ""
            yield f"{copy.where}: this anchor{more} is not in the journal{_since(missing[-1].anchor, heads)}"
        if self._key and not self.anchors:
            yield "there is no anchor, though a key was named"


def _since(anchor: Anchor, heads: Mapping[str, Head]) -> str:
    """Say that the journal was rolled back, if a stream is shorter than this anchor says."""
    for stream, (number, _) in sorted(anchor.heads.items()):
        stands = heads.get(stream, START).number
        if stands < number:
            return f", which was set back: {stream} stands at line {stands}, and stood at line {number}"
    return ""

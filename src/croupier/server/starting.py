"""What a start asks for and says: which files it may use, which key it signs with, and how it will stop."""

from pathlib import Path

from croupier.journal.address import own_files
from croupier.journal.anchors import Seal
from croupier.journal.journal import Journal
from croupier.journal.port import JournalError
from croupier.journal.streams import ANCHORS


def check_apart(data: str, key: Path, copies: Path | None) -> None:
    """Journal, key and copies of anchors are files of their own, or one would be written over another."""
    if any(_same(key, own) for own in own_files(data)):
        raise JournalError(f"{key}: belongs to the journal itself; name another file for the key")
    if copies and any(_same(copies, own) for own in (*own_files(data), key)):
        raise JournalError(f"{copies}: belongs to the journal or is its key; name another file for the copies of anchors")


def _same(one: Path, other: Path) -> bool:
    """Whether two names mean one file, also by a link."""
    return one.resolve() == other.resolve() or (one.exists() and other.exists() and one.samefile(other))


def the_seal(journal: Journal, file: Path) -> Seal:
    """The key for a journal's anchors; one is made only where nothing was signed yet."""
    if not file.exists() and journal.head(ANCHORS).number:
        raise JournalError(f"{file.absolute()}: there is no key, and this journal was signed with one; name it (--key FILE)")
    return Seal(file)


def about(seal: Seal) -> list[str]:
    """Where the key is, and what to do with one that was just made."""
    where = f"Anchors are signed with the key in {seal.file.absolute()}"
    if not seal.is_new:
        return [f"{where}."]
    return [
        f"{where}, which is new.",
        "Keep it, and a copy elsewhere: without it nobody can go on with this journal.",
        f"Write down its public half, for croupier audit verify --key: {seal.public}",
    ]


def about_stopping(*, goes_on: bool) -> list[str]:
    """What becomes of the rounds in play."""
    later = " and goes on from there at the next start" if goes_on else ""
    return [f"Ctrl-C finishes the rounds in play. Where a player throws the dice, the hand is left as it stands{later}."]

"""The fingerprint of the software: a digest of the files of the installed package, to compare with those that were tested."""

from functools import cache
from hashlib import sha256
from pathlib import Path

COMPILED = "__pycache__"


@cache
def fingerprint() -> str:
    """The SHA-256 of the files as they are when this is first called. A server calls it when it starts.

    It is the digest of what `sha256sum` prints for them, sorted by path, so that nobody needs croupier to check it.
    """
    return digest(Path(__file__).parent)


def digest(folder: Path) -> str:
    """The SHA-256 of the files in a folder, without compiled modules."""
    paths = (path for path in folder.rglob("*") if path.is_file() and COMPILED not in path.parts)
    named = sorted((path.relative_to(folder).as_posix(), path) for path in paths)
    return sha256("".join(f"{sha256(path.read_bytes()).hexdigest()}  {name}\n" for name, path in named).encode()).hexdigest()

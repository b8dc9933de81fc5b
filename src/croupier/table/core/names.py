"""Names of players: when two of them are spelled so alike that they mean one person."""

from functools import lru_cache
from unicodedata import normalize


@lru_cache(maxsize=4096)
def folded(name: str) -> str:
    """A name as it is compared: without spaces around it, in one width, and without capitals."""
    return normalize("NFKC", normalize("NFKC", name).casefold()).strip()

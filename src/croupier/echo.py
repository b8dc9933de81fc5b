"""Echo user input in error messages: without flooding them, and with the name that may be meant."""

from collections.abc import Iterable

MAX_ECHO = 80
SIMILAR = 0.5
"""How much of two names has to be the same, from 0 to 1, for one to stand for the other."""


class UnknownNameError(LookupError):
    """Nothing goes by this name. The message says what may be meant."""

    def __init__(self, message: str, nearest: Iterable[str] = ()) -> None:
        """Keep the names that may be meant, the likeliest first."""
        super().__init__(message)
        self.nearest = tuple(nearest)


def echo(text: str) -> str:
    """Return the text, cut to MAX_ECHO characters."""
    return text if len(text) <= MAX_ECHO else text[: MAX_ECHO - 1] + "…"


def spelled_like(name: str, known: Iterable[str]) -> str | None:
    """Return the known name that is spelled most like this one; None if none is similar."""
    from difflib import get_close_matches  # noqa: PLC0415 - slow to import and only for errors

    return next(iter(get_close_matches(name[:MAX_ECHO], [*known], 1, SIMILAR)), None)

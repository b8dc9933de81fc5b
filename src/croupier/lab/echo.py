"""Echo user input in error messages without flooding them."""

MAX_ECHO = 80


def echo(text: str) -> str:
    """Return the text, cut to MAX_ECHO characters."""
    return text if len(text) <= MAX_ECHO else text[: MAX_ECHO - 1] + "…"

"""Texts that people wrote, made safe to print."""


def escaped(text: str) -> str:
    """Escape characters that a terminal would interpret, line breaks, and marks that turn the direction of writing."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in text)

"""The rules for passwords that people choose."""

from unicodedata import normalize

SHORTEST = 12
LONGEST = 128
FEWEST_CHARACTERS = 5
"""A password has at least so many different characters."""

COMMONEST = frozenset(
    {
        "123456789012",
        "1234567890123",
        "1234567890ab",
        "123456qwerty",
        "abcdefghijkl",
        "administrator",
        "changeme1234",
        "changemenow1",
        "correcthorsebatterystaple",
        "croupier1234",
        "iloveyou1234",
        "letmein12345",
        "password1234",
        "password12345",
        "passwordpassword",
        "passw0rd1234",
        "qwerty123456",
        "qwertyuiop12",
        "qwertyuiop123",
        "qwertyuiopasdf",
        "1q2w3e4r5t6y",
        "1qaz2wsx3edc",
        "zaq12wsxcde3",
        "welcome12345",
        "welcome123456",
    }
)
"""Some of the commonest passwords that are long enough. A list of millions would not be worth its weight here."""


def normalized(password: str) -> str:
    """A password in one Unicode form, so that every keyboard gives the same bytes."""
    return normalize("NFKC", password)


def weakness(password: str, login: str, name: str) -> str | None:
    """A sentence about what is wrong with a password; None if a person may have it."""
    password = normalized(password)
    if len(password) < SHORTEST:
        return f"A password has at least {SHORTEST} characters."
    if len(password) > LONGEST:
        return f"A password has at most {LONGEST} characters."
    squeezed = _squeezed(password)
    if squeezed in (_squeezed(login), _squeezed(name), _squeezed(f"{login}{login}")):
        return "A password is neither the login nor the name."
    if squeezed in COMMONEST or len(set(squeezed)) < FEWEST_CHARACTERS:
        return "That password is too easy to guess; choose another."
    return None


def _squeezed(text: str) -> str:
    """Letters and digits only, without regard to case."""
    return "".join(letter for letter in normalized(text).casefold() if letter.isalnum())

"""The names of patrons at tables. A table knows a patron by number; the name of the person is in no journal."""

PATRON = "patron-"
"""How the names of patrons begin. Nobody else may have such a name."""


def patron_name(number: int) -> str:
    """The name of a patron at a table."""
    return f"{PATRON}{number}"


def patron_of(name: str | None) -> int | None:
    """The number of the patron with this name; None if it is the name of somebody else."""
    number = name.removeprefix(PATRON) if name and name.startswith(PATRON) else ""
    return int(number) if number.isascii() and number.isdigit() and len(number) < 10 and number[0] != "0" else None

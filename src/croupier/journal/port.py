"""What a journal promises, whatever it is written on."""

from asyncio import Future
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Answer:
    """What was said to a command, and to which body; the same id never means another command."""

    asked: bytes
    said: bytes


@dataclass(frozen=True, slots=True)
class Entry:
    """What belongs together: lines of one table, the command they answer, a terminal's key. All of it is written, or none."""

    table: str
    number: int
    """The number of the first line."""
    lines: tuple[bytes, ...]
    command: str = ""
    answer: Answer | None = None
    key: str = ""
    """A digest of the secret by which a terminal finds its seat again."""
    seat: str = ""


class Journal(Protocol):
    """Where tables write down what happened."""

    def lines(self, table: str) -> Iterator[bytes]:
        """Every line of a table, in order."""
        ...

    def answer(self, table: str, command: str) -> Answer | None:
        """What was said to a command that was asked before."""
        ...

    def seat(self, table: str, key: str) -> str | None:
        """The seat of the terminal that has this key."""
        ...

    def append(self, entry: Entry) -> "Future[None]":
        """Write an entry down. The future is done once it is durable; entries become durable in the order they came."""
        ...

    def close(self) -> None:
        """Write down what is waiting, then stop."""
        ...

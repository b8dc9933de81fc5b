"""The mistakes in a floor file: each with its line, its place and a sentence."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, NoReturn

from croupier.echo import echo
from croupier.floor.toml_lines import KeyPath, line_of
from croupier.lab.suggestion import similar

TABLES = "tables"


class Mistake(NamedTuple):
    """Something that is wrong in a floor file."""

    line: int
    sentence: str
    """Names the place in the file, and where it helps, the nearest correct word."""


class PlanError(Exception):
    """A floor file has mistakes. The text has one line for each, as `FILE:LINE: SENTENCE`."""

    def __init__(self, file: str, mistakes: Iterable[Mistake], *, may_pass: bool = False, log: object = None) -> None:
        """Keep the mistakes in the order of their lines."""
        self.mistakes: Sequence[Mistake] = sorted(mistakes)
        self.may_pass = may_pass
        """Whether nothing is wrong with the file, and what it names only does not answer now."""
        self.is_log_json = log == "json"
        """Whether the file asks for JSON on stderr."""
        super().__init__("\n".join(f"{file}:{line}: {sentence}" for line, sentence in self.mistakes))


class WrongValueError(ValueError):
    """A value that a setting cannot have. The text is a sentence about the value alone."""


@dataclass
class Mistakes:
    """Collects the mistakes of one file."""

    lines: Mapping[KeyPath, int]
    """The lines of all keys."""
    names: Mapping[int, str]
    """The names of the tables, by their position."""
    found: list[Mistake] = field(default_factory=list[Mistake])
    passing: int = 0
    """How many of them may pass without anybody changing the file."""

    def add(self, path: KeyPath, sentence: str) -> None:
        """Add a mistake at a place."""
        place = self._place(path)
        self.found.append(Mistake(line_of(self.lines, path), f"{place}: {sentence}" if place else sentence))

    def _place(self, path: KeyPath) -> str:
        """A place in words: "listen", or "table craps, sign.minimum". An element of a list is at the place of the list."""
        if len(path) > 1 and path[0] == TABLES and isinstance(path[1], int):
            table = f"table {echo(self.names.get(path[1], str(path[1] + 1)))}"
            inside = _dotted(path[2:])
            return f"{table}, {inside}" if inside else table
        return _dotted(path)


class At(NamedTuple):
    """A place in a floor file, where a mistake can be reported."""

    mistakes: Mistakes
    path: KeyPath = ()

    def inside(self, *keys: str | int) -> "At":
        """A place inside this one."""
        return At(self.mistakes, (*self.path, *keys))

    def report(self, sentence: str, *, may_pass: bool = False) -> None:
        """Report a mistake here, or what may pass without anybody changing the file."""
        self.mistakes.add(self.path, sentence)
        self.mistakes.passing += may_pass


def wrong(sentence: str) -> NoReturn:
    """Reject the value of a setting."""
    raise WrongValueError(sentence)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The end of a sentence about an unknown name: the nearest known one, or nothing if none is similar."""
    near = similar(name, known)
    return f"; did you mean {near}?" if near else ""


def _dotted(path: KeyPath) -> str:
    return ".".join(echo(key) for key in path if isinstance(key, str))

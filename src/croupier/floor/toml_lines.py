"""The lines of a TOML document on which its keys stand, because `tomllib` does not report them."""

import re
import tomllib
from collections.abc import Iterator, Mapping

KeyPath = tuple[str | int, ...]
"""The way to a value: keys of tables, and positions in arrays from 0."""

_BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE = re.compile(r"[ \t]*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(
    r'"""(?:[^\\]|\\[\s\S])*?"""(?!")'  # one or two quotes may stand before the closing three
    r"|'''[\s\S]*?'''(?!')"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'"
)
_PLAIN = re.compile(r"[^,\]}\n#]*")
"""A number, a date or a truth value: everything up to the end of the value."""


def line_index(text: str) -> dict[KeyPath, int]:
    """Return the line of every key, every table and every element of an array. The text must be valid TOML."""
    return _Scanner(text).lines


def line_of(index: Mapping[KeyPath, int], path: KeyPath) -> int:
    """Return the line of a key, or of the nearest table around it that has one; 1 for the whole document."""
    return next((index[path[:end]] for end in range(len(path), 0, -1) if path[:end] in index), 1)


class _Scanner:
    """Reads the statements of a document in order."""

    def __init__(self, text: str) -> None:
        self.lines: dict[KeyPath, int] = {}
        self._text = text
        self._at = 0
        self._line, self._counted = 1, 0
        self._arrays: dict[KeyPath, int] = {}
        """The arrays of tables, each with the position of its last table."""
        table: KeyPath = ()
        while self._skip(_BLANK) < len(text):
            if self._looking_at("["):
                table = self._header()
            else:
                self._pair(table)

    def _header(self) -> KeyPath:
        """Read `[table]` or `[[array of tables]]`, and return the path of the table."""
        line, is_array = self._line_here(), self._looking_at("[[")
        self._at += 2 if is_array else 1
        *outer, last = self._keys()
        path: KeyPath = ()
        for key in outer:
            path = self._last_table((*path, key))
            self.lines.setdefault(path, line)
        path = (*path, last)
        if is_array:
            self.lines.setdefault(path, line)
            self._arrays[path] = self._arrays.get(path, -1) + 1
        path = self._last_table(path)
        self.lines[path] = line
        self._at += 2 if is_array else 1
        return path

    def _last_table(self, path: KeyPath) -> KeyPath:
        """The last table of an array of tables; any other path as it is."""
        return (*path, self._arrays[path]) if path in self._arrays else path

    def _pair(self, table: KeyPath) -> None:
        """Read `key = value` inside a table."""
        line = self._line_here()
        path = table
        for key in self._keys():
            path = (*path, key)
            self.lines.setdefault(path, line)
        self._at += 1  # the equals sign
        self._skip(_SPACE)
        self._value(path)

    def _keys(self) -> Iterator[str]:
        """Read a key, which may be dotted, and the space around it."""
        dotted = True
        while dotted:
            self._skip(_SPACE)
            if self._looking_at('"') or self._looking_at("'"):
                yield tomllib.loads(f"key = {self._take(_STRING)}")["key"]
            else:
                yield self._take(_BARE_KEY)
            self._skip(_SPACE)
            dotted = self._looking_at(".")
            self._at += dotted

    def _value(self, path: KeyPath) -> None:
        """Skip a value, and note the lines of what it contains."""
        if self._looking_at("["):
            self._array(path)
        elif self._looking_at("{"):
            self._inline_table(path)
        elif self._looking_at('"') or self._looking_at("'"):
            self._take(_STRING)
        else:
            self._take(_PLAIN)

    def _array(self, path: KeyPath) -> None:
        self._at += 1
        position = 0
        while self._skip(_BLANK) >= 0 and not self._looking_at("]"):
            self.lines[*path, position] = self._line_here()
            self._value((*path, position))
            self._skip(_BLANK)
            self._at += self._looking_at(",")
            position += 1
        self._at += 1

    def _inline_table(self, path: KeyPath) -> None:
        self._at += 1
        while self._skip(_BLANK) >= 0 and not self._looking_at("}"):
            self._pair(path)
            self._skip(_BLANK)
            self._at += self._looking_at(",")
        self._at += 1

    def _looking_at(self, start: str) -> bool:
        return self._text.startswith(start, self._at)

    def _skip(self, pattern: re.Pattern[str]) -> int:
        """Skip what matches, and return the new position."""
        self._take(pattern)
        return self._at

    def _take(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self._text, self._at)
        assert found is not None, "tomllib has accepted the document"
        self._at = found.end()
        return found[0]

    def _line_here(self) -> int:
        """The line of the current position. Only what is new since the last call is counted."""
        self._line += self._text.count("\n", self._counted, self._at)
        self._counted = self._at
        return self._line

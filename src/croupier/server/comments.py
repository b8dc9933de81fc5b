"""Removes the comments of a JavaScript module: a fifth of its text, for which a browser has no use."""

import re

_TOKEN = re.compile(
    r"(?P<comment>//[^\n]*|/\*.*?\*/)"
    r"|(?P<space>\s+)"
    r"""|(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
    r"|(?P<word>[\w$#]+)"
    r"|(?P<other>\+\+|--|[^\"'`\\])",
    re.DOTALL,
)
_TEMPLATE = re.compile(r"[`}](?:[^`\\$]|\\.|\$(?!\{))*(?P<end>`|\$\{)", re.DOTALL)
"""A template to its end or to its next expression; or from the end of an expression."""
_REGEX = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*")

_BEFORE_VALUE = frozenset(
    ("await", "case", "delete", "do", "else", "in", "instanceof", "new", "of", "return", "throw", "typeof", "void", "yield")
)
"""The words after which a slash begins a regular expression."""
_BEFORE_CONDITION = frozenset(("for", "if", "while"))
"""The words before a parenthesis after which a slash begins a regular expression."""


class ScanError(Exception):
    """The text is no JavaScript, or has a slash that may divide or begin a regular expression."""


def without_comments(source: str) -> str:
    """A module without comments, and without the lines that held nothing else."""
    scan = _Scan()
    at = 0
    while at < len(source):
        at = scan.step(source, at)
    if scan.opened:
        raise ScanError(f"line {source.count(chr(10)) + 1}: cannot find the end of {scan.opened[-1]!r}")
    return "".join(scan.kept)


class _Scan:
    """How far a module is read."""

    def __init__(self) -> None:
        self.kept = list[str]()
        self.before = ""
        """The last token that is neither a space nor a comment; `if (` and the like for the parenthesis of a condition."""
        self.opened = list[str]()
        """The brackets that are open."""
        self.in_space = False
        """Whether the last part that was kept is space outside of strings."""

    def step(self, source: str, at: int) -> int:
        """Read the next token. Returns where it ends."""
        begins = source[at]
        if begins == "`" or (begins == "}" and self.opened[-1:] == ["${"]):
            return self._template(source, at)
        if begins == "/" and source[at + 1 : at + 2] not in ("/", "*") and self._awaits_value(source, at):
            return self._keep(_matched(_REGEX, source, at), "/re/")
        found = _matched(_TOKEN, source, at)
        if found.lastgroup == "comment":
            return self._drop(source, found)
        if found.lastgroup == "space":
            self.kept.append(found[0])
            self.in_space = True
            return found.end()
        return self._keep(found, self._bracket(found[0]))

    def _keep(self, found: re.Match[str], before: str) -> int:
        self.kept.append(found[0])
        self.in_space = False
        self.before = before
        return found.end()

    def _template(self, source: str, at: int) -> int:
        if source[at] == "}":
            self.opened.pop()
        found = _matched(_TEMPLATE, source, at)
        if found["end"] == "${":
            self.opened.append("${")
        return self._keep(found, found["end"])

    def _bracket(self, sign: str) -> str:
        """Follow the brackets. Returns it as the next token has to know it."""
        if sign in ("(", "[", "{"):
            self.opened.append("if (" if sign == "(" and self.before in _BEFORE_CONDITION else sign)
        elif sign in (")", "]", "}"):
            return "if ()" if self.opened and self.opened.pop() == "if (" else sign
        return sign

    def _awaits_value(self, source: str, at: int) -> bool:
        """Whether a value begins here, so that a slash begins a regular expression and does not divide."""
        if self.before == "}":
            raise ScanError(f"line {source.count(chr(10), 0, at) + 1}: cannot tell whether the slash after a brace divides")
        if self.before in ("if ()", "${") or self.before in _BEFORE_VALUE:
            return True
        return not re.search(r"[\w$)\]`'\"]$|/re/$|^(?:\+\+|--)$", self.before)

    def _drop(self, source: str, found: re.Match[str]) -> int:
        """Drop a comment. What stands on either side of it stays apart."""
        end = found.end()
        begins_line = not self.kept or (self.in_space and "\n" in self.kept[-1])
        if source[end : end + 1] in ("\n", ""):
            if self.in_space:
                self.kept[-1] = self.kept[-1].rstrip(" ")
            return end + 1 if begins_line else end
        if not self.in_space or "\n" in found[0]:
            self.kept.append("\n" if "\n" in found[0] else " ")
            self.in_space = True
        return end + (source[end] == " ")


def _matched(pattern: re.Pattern[str], source: str, at: int) -> re.Match[str]:
    found = pattern.match(source, at)
    if not found:
        raise ScanError(f"line {source.count(chr(10), 0, at) + 1}: cannot read {source[at : at + 40]!r}")
    return found

"""Join the modules of a page into one, because a browser asks for fifty small files in nine rounds of requests.

Every module becomes a function that is called once and returns its exports, without its comments. This covers the forms that
the pages use; any other form is an error when the server starts. The modules on disk work without it.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePath

from croupier.server.comments import ScanError, without_comments

_IMPORT = re.compile(r'^import (\{[^}]*\}|\* as (\w+)) from "\./([\w-]+)\.js";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


class JoinError(Exception):
    """A module imports or exports in a form that cannot be joined."""


def joined(entry: str, sources: Mapping[str, str]) -> str:
    """One module that does what the module `entry` does with all that it imports. `sources` are the modules by name."""
    *others, last = _in_order(entry, sources, ())
    bare = {name: _bare(name, sources[name]) for name in (*others, last)}
    return "\n".join([*(_wrapped(name, bare[name]) for name in others), _local(last, bare[last])])


def _bare(name: str, source: str) -> str:
    try:
        return without_comments(source)
    except ScanError as error:
        raise JoinError(f"{name}, {error}") from error


def _in_order(name: str, sources: Mapping[str, str], importing: tuple[str, ...]) -> list[str]:
    """A module after all modules that it imports, each once."""
    if name in importing:
        raise JoinError(f"{' -> '.join((*importing, name))}: modules that import each other cannot be joined")
    if name not in sources:
        raise JoinError(f"{importing[-1] if importing else 'a page'}: there is no module {name}")
    found = dict[str, None]()
    for other in _imports(sources[name]):
        found |= dict.fromkeys(_in_order(other, sources, (*importing, name)))
    return [*found, name]


def _imports(source: str) -> Iterator[str]:
    return (f"{each[3]}.js" for each in _IMPORT.finditer(source))


def _wrapped(name: str, source: str) -> str:
    exported = ", ".join(each[2] for each in _EXPORT.finditer(source))
    return f"const {_variable(name)} = (() => {{\n{_local(name, source)}\nreturn {{ {exported} }};\n}})();"


def _local(name: str, source: str) -> str:
    """A module that takes what it imports from variables, and exports nothing."""
    text = _IMPORT.sub(lambda each: f"const {each[2] or each[1].replace(' as ', ': ')} = {_variable(each[3])};", source)
    text = _EXPORT.sub(r"\1", text)
    if left := _LEFT.search(text):
        raise JoinError(f"{name}: cannot join {left[0]!r}")
    return text.rstrip()


def _variable(name: str) -> str:
    return "$" + PurePath(name).stem.replace("-", "_")

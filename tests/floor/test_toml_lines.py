"""The lines of a TOML document: every key that tomllib finds has its line, however the document is written."""

import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import count
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.floor.toml_lines import KeyPath, line_index, line_of


def paths(value: object, before: KeyPath = ()) -> Iterator[tuple[KeyPath, object]]:
    """Every key and every position of a document, with its value."""
    if isinstance(value, dict):
        inside = list(cast("dict[str, object]", value).items())
    elif isinstance(value, list):
        inside = list(enumerate(cast("list[object]", value)))
    else:
        return
    for key, each in inside:
        yield (*before, key), each
        yield from paths(each, (*before, key))


KEYS = st.one_of(st.text("abcXYZ019_-", min_size=1, max_size=4), st.text("a.b =#[]{}\"'\\é\n", min_size=0, max_size=4))
SPACE = st.sampled_from(["", " ", "\t"])
BREAK = st.sampled_from(["", " ", "\n", "\n\n", "  # a comment ] } \" '\n", "# x = 1\n"])
SCALARS = st.sampled_from(
    [
        "{n}",
        '"{n} # no comment \\" ] [x]"',
        "'{n} = \\'",
        '"""{n}\n[[no]]\n\\""" = 1"""',
        "'''{n}\n# no '' comment'''",
        '"""{n}"""""',
        "1979-05-27 07:32:00Z",
        "true # {n}",
        "-{n}.5e3",
    ]
)


class Writer:
    """Writes a random document, and gives every scalar a number of its own, which stands on the first line of it."""

    def __init__(self, data: st.DataObject) -> None:
        self._data = data
        self._numbers = count(1000)
        self.text = ""

    def draw(self, strategy: st.SearchStrategy[Any]) -> Any:
        return self._data.draw(strategy)

    def key(self, name: str) -> str:
        if name and all(letter in "abcXYZ019_-" for letter in name) and self.draw(st.booleans()):
            return name
        if "'" not in name and "\n" not in name and self.draw(st.booleans()):
            return f"'{name}'"
        escaped = name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("é", "\\u00e9")
        return f'"{escaped}"'

    def dotted(self, *names: str) -> str:
        return ".".join(f"{self.draw(SPACE)}{self.key(name)}{self.draw(SPACE)}" for name in names)

    def value(self, depth: int) -> str:
        kind = self.draw(st.sampled_from(["scalar", "scalar", "array", "inline"])) if depth else "scalar"
        if kind == "array":
            # A scalar may end in a comment, which only ends with its line.
            elements = [f"{self.draw(BREAK)}{self.value(depth - 1)}\n," for _ in range(self.draw(st.integers(0, 3)))]
            return f"[{''.join(elements)}{self.draw(BREAK)}]"
        if kind == "inline":
            names = self.draw(st.lists(KEYS, max_size=3, unique=True))
            pairs = [f"{self.dotted(name)}={self.draw(SPACE)}{next(self._numbers)}" for name in names]
            return f"{{{self.draw(SPACE)}{', '.join(pairs)}{self.draw(SPACE)}}}"
        return self.draw(SCALARS).format(n=next(self._numbers))

    def pairs(self) -> str:
        names = self.draw(st.lists(KEYS, max_size=3, unique=True))
        said = ""
        for name in names:
            more = self.draw(st.lists(KEYS, max_size=2))
            said += f"{self.draw(BREAK)}\n{self.dotted(name, *more)}={self.draw(SPACE)}{self.value(2)}\n"
        return said

    def document(self) -> str:
        said = self.pairs()
        for name in self.draw(st.lists(KEYS, max_size=3, unique=True)):
            if self.draw(st.booleans()):
                said += f"\n[{self.dotted(f'{name}T')}]{self.pairs()}"
                continue
            for _ in range(self.draw(st.integers(1, 3))):
                said += f"\n[[{self.dotted(f'{name}A')}]]{self.pairs()}"
                inner = self.draw(st.sampled_from(["", "[{}]", "[[{}]]", "[[{0}]]\n[[{0}]]"]))
                said += "\n" + inner.format(self.dotted(f"{name}A", "inner~")) + self.pairs()
        return said


@given(st.data())
def test_every_key_has_the_line_on_which_it_stands(data: st.DataObject) -> None:
    text = Writer(data).document()
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return  # two ways to the same key: about one document in a hundred
    index = line_index(text)
    lines = text.split("\n")
    assert set(index) == {path for path, _ in paths(found)}
    for path, value in paths(found):
        if isinstance(value, str | int | float) and not isinstance(value, bool):
            number = next(part for part in str(value).replace("-", " ").replace(".", " ").split() if part[:4].isdigit())[:4]
            assert number in lines[index[path] - 1], (path, index[path], text)


def test_most_documents_of_the_property_are_valid() -> None:
    found: Counter[bool] = Counter()

    @given(st.data())
    def attempt(data: st.DataObject) -> None:
        try:
            tomllib.loads(Writer(data).document())
        except tomllib.TOMLDecodeError:
            found[False] += 1
        else:
            found[True] += 1

    attempt()
    assert found[True] > 5 * found[False]


PAGE = '''\
# a floor
name = "x"
dotted.key = 1
list = [ # one
  "a",

  ["b",
   "c"],
]
text = """
[no]
"""
[one]
inline = { a = 1, "b.c" = { d = [2, 3] } }
[[many]]
[many.inner]
x = 1979-05-27 07:32:00
[[many]]
'y z' = 1
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("name",), 2),
        (("dotted",), 3),
        (("dotted", "key"), 3),
        (("list",), 4),
        (("list", 0), 5),
        (("list", 1), 7),
        (("list", 1, 1), 8),
        (("text",), 10),
        (("one",), 13),
        (("one", "inline", "b.c", "d", 1), 14),
        (("many", 0), 15),
        (("many", 0, "inner", "x"), 17),
        (("many", 1), 18),
        (("many", 1, "y z"), 19),
    ],
)
def test_a_page_by_hand(path: KeyPath, line: int) -> None:
    assert line_index(PAGE)[path] == line


def test_what_is_missing_is_at_the_table_around_it() -> None:
    index = line_index(PAGE)
    assert line_of(index, ("many", 1, "inner", "x")) == 18
    assert line_of(index, ("nowhere",)) == 1

"""The rule book in the words of a player: titles and spaces where staff and engineers read ids."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from croupier.rulebook.blocks import Block, Bullets, Entries, Heading, Paragraph, Pictures, TableBlock
from croupier.rulebook.book import RuleBook

_COMMAND = re.compile(r" Called [a-z-]+ in a command\.")
_GROUND = re.compile(r"(\(|: )([a-z]+(?:-[a-z]+)+)(?=[):])")
_SETTING = re.compile(r"(?<=[a-z])_(?=[a-z])")
_OTHER_READING = re.compile(r" \([A-Z]{2}-\d\d\)")
"""A reading of another document."""
_DEFINED = re.compile(r"(?<![\w:])(\d[\w.()/]*):(?=[\w-]*[a-z])([\w-]+)")
"""A part of a clause, as of a list of definitions or of a table of odds: "1.1:dealer"."""
_TOPICS = ("passages", "sign")
"""The tables whose rows begin with a topic."""


def in_plain_words(book: RuleBook, blocks: list[Block]) -> list[Block]:
    """The same blocks without ids. Anchors stay as they are, so links from elsewhere find their place."""
    known = dict(_known(book))
    longest_first = "|".join(re.escape(id) for id in sorted(known, key=len, reverse=True))
    ids = re.compile(rf"(?<![\w:-])(?:{longest_first})(?![\w/-]|:\w)")

    def say(text: str) -> str:
        text = ids.sub(lambda found: known[found[0]], _COMMAND.sub("", text))
        text = _GROUND.sub(lambda found: found[1] + _spaced(found[2]), _OTHER_READING.sub("", text))
        return _SETTING.sub(" ", _DEFINED.sub(lambda found: f"{found[1]} ({_spaced(found[2])})", text))

    titles = {id: address.title for id, address in book.rules.addresses.items()}
    return [_said(block, say, titles) for block in blocks]


def _known(book: RuleBook) -> Iterator[tuple[str, str]]:
    """The ids that cannot be words of a sentence, each with what a player reads."""
    rules = book.rules
    for id, address in rules.addresses.items():
        if re.search(r"[-:]", id):
            yield id, address.title
    for chapter in book.chapters:
        if "-" in chapter.kind:
            yield chapter.kind, chapter.name
    markers = {state for puck in rules.pucks.values() for state in puck.states}  # "come-out" is a word
    for reading in rules.readings:
        yield reading.id, f"reading {reading.id.rpartition('-')[2].lstrip('0')}"
        for value in reading.values:
            if "-" in value and value not in markers:
                yield value, _spaced(value)


def _said(block: Block, say: Callable[[str], str], titles: Mapping[str, str]) -> Block:
    match block:
        case Heading():
            text = say(block.text)
            return replace(block, text=text[:1].upper() + text[1:], note=say(block.note))
        case Paragraph():
            return replace(block, text=say(block.text), lead=say(block.lead))
        case Bullets():
            return replace(block, items=[say(item) for item in block.items])
        case Entries():
            return replace(block, pairs=[(say(name), say(said)) for name, said in block.pairs])
        case Pictures():
            return replace(block, grids=[(titles.get(caption, caption), grid) for caption, grid in block.grids])
        case TableBlock():
            return replace(block, rows=[_row(block.name, row, say, titles) for row in block.rows])


def _row(table: str, row: Sequence[str], say: Callable[[str], str], titles: Mapping[str, str]) -> list[str]:
    first, *others = row
    if table in _TOPICS:
        first = re.sub(r"(?<=[a-z])-(?=[a-z])", " ", say(first))
    return [titles.get(first, first) if table == "wagers" else first, *(say(cell) for cell in others)]


def _spaced(id: str) -> str:
    return id.replace("-", " ")

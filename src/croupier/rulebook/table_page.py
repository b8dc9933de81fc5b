"""The rule book of one table, as its terminals show it: how a first bet goes, the sign in force there, and the whole book."""

from collections.abc import Iterator

from croupier.money import dollars
from croupier.rulebook.blocks import Block, Document, Entries, Heading, Pictures
from croupier.rulebook.book import FEW, book
from croupier.rulebook.first_bet import first_bet
from croupier.rulebook.plain_words import in_plain_words
from croupier.rulebook.signs import setting_entries
from croupier.rulebook.writing import book_document
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import Sign

SHOWN = {True: "yes", False: "no"}


def table_document(rules: Ruleset, sign: Sign, document_url: str = "") -> Document:
    """The page of a table with these rules and this sign. `document_url` is the address of the approved document, if any."""
    made = book(rules)
    whole = book_document(made)
    opening: list[Block] = [Heading("A first bet", 2, "first-bet"), Entries(list(first_bet(rules, sign)))]
    identity: list[Block] = [Heading("This rule set", 2, "rule-set", listed=True), Entries(whole.facts)]
    blocks = [
        *opening,
        Heading("At this table", 2, "at-this-table", listed=True),
        Entries(list(_in_force(rules, sign))),
        *in_plain_words(made, [*map(_first_pictures, whole.blocks)]),
        *identity,
    ]
    return Document(whole.title, [("document", rules.title)], blocks, document_url, len(opening))


def _first_pictures(block: Block) -> Block:
    """The pictures of the first wagers of a chapter. The others look alike, and a page with all of them loads slowly."""
    return Pictures(block.grids[:FEW]) if isinstance(block, Pictures) else block


def _in_force(rules: Ruleset, sign: Sign) -> Iterator[tuple[str, str]]:
    """The settings of the sign, each with its clause and what it means."""
    units = {setting.name: setting.unit for setting in rules.settings}
    for entry in setting_entries(rules):
        value = sign.named.get(entry.setting)
        if value is None:
            continue
        shown = SHOWN[value] if isinstance(value, bool) else dollars(value) if units[entry.setting] == "cents" else str(value)
        clause = f" ({entry.clause})" if entry.clause else ""
        yield entry.setting.replace("_", " "), f"{shown}. {entry.meaning}{clause}"

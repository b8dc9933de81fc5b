"""The operator's own copy of an approved document: its file and its SHA-256."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

import msgspec

from croupier.rules.outcomes import listed

NOT_ATTACHED = "no copy of it is attached"


class AttachmentError(ValueError):
    """The document cannot be attached, or the record of attachments cannot be read."""


class Attached(msgspec.Struct, frozen=True):
    """A copy of a document: its path, and its SHA-256 when it was attached."""

    file: str
    sha256: str

    def problem(self) -> str:
        """What is wrong with the copy: missing, unreadable or changed; empty if nothing is."""
        path = Path(self.file)
        try:
            if not path.is_file():
                return f"the attached document {self.file} is not there any more"
            found = _sha256(path)
        except OSError as error:
            return f"the attached document {self.file} cannot be read: {error.strerror}"
        if found == self.sha256:
            return ""
        return f"the attached document {self.file} has changed: its SHA-256 was {self.sha256} and is {found}"


def attach(records: Path, ruleset: str, file: Path) -> Attached:
    """Record the operator's copy of a document, and replace an earlier record."""
    if not file.is_file():
        raise AttachmentError(f"{file} is {'not a file' if file.exists() else 'not there'}; name the file of the document")
    if not str(file).isprintable():
        raise AttachmentError(f"{str(file)!a}: its name cannot be printed; give the file another one")
    attached = Attached(str(file.resolve()), _sha256(file))
    every = {**read(records), ruleset: attached}
    records.parent.mkdir(parents=True, exist_ok=True)
    records.write_bytes(msgspec.json.format(msgspec.json.encode(every), indent=2) + b"\n")
    return attached


def read(records: Path) -> dict[str, Attached]:
    """All recorded copies, by rule set."""
    try:
        if not records.exists():
            return {}
        return msgspec.json.decode(records.read_bytes(), type=dict[str, Attached])
    except msgspec.MsgspecError:
        sentence = f"{records} is not a record of attached documents; move it away and attach them again"
        raise AttachmentError(sentence) from None
    except OSError as error:
        raise AttachmentError(f"{records}: the record of attached documents cannot be read: {error.strerror}") from None


def problems(copies: Mapping[str, Attached], tables: Mapping[str, str]) -> dict[str, str]:
    """Why players cannot read the approved document, by table; empty if they can. `tables` gives the rule set of each."""
    by_ruleset = {each: copies[each].problem() if each in copies else NOT_ATTACHED for each in {*tables.values()}}
    return {table: by_ruleset[each] for table, each in tables.items()}


def warnings(copies: Mapping[str, Attached], tables: Mapping[str, str]) -> list[str]:
    """What the operator should know about the copies of approved documents: a sentence for each rule set."""
    wrong = {tables[table]: problem for table, problem in problems(copies, tables).items() if problem}
    return [
        f"table{'s' * (len(here) > 1)} {listed(here, 'and')}: players may ask to read the approved document, and {problem}: "
        f"croupier rulebook attach {ruleset} FILE"
        for ruleset, problem in wrong.items()
        if (here := [table for table, each in tables.items() if each == ruleset])
    ]


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()

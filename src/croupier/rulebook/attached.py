"""The operator's own copy of an approved document: which file it is, and whether it is still the same."""

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import cast


class AttachmentError(ValueError):
    """A document that cannot be attached, or a record that cannot be read."""


@dataclass(frozen=True, slots=True)
class Attached:
    """A copy of a document: where it lies, and its SHA-256 when it was attached."""

    file: str
    sha256: str

    def problem(self) -> str:
        """What has become of the copy, where it is not what was attached."""
        path = Path(self.file)
        if not path.is_file():
            return f"the attached document {self.file} is not there any more"
        found = _sha256(path)
        if found == self.sha256:
            return ""
        return f"the attached document {self.file} has changed: its SHA-256 was {self.sha256} and is {found}"


def attach(records: Path, ruleset: str, file: Path) -> Attached:
    """Record an operator's copy of a document, in place of an earlier one."""
    if not file.is_file():
        raise AttachmentError(f"{file}: there is no such file")
    attached = Attached(str(file.resolve()), _sha256(file))
    every = {name: asdict(each) for name, each in {**read(records), ruleset: attached}.items()}
    records.parent.mkdir(parents=True, exist_ok=True)
    records.write_text(json.dumps(every, indent=2, sort_keys=True) + "\n")
    return attached


def read(records: Path) -> dict[str, Attached]:
    """Every copy on record, by rule set."""
    if not records.exists():
        return {}
    try:
        written = cast("dict[str, dict[str, str]]", json.loads(records.read_text()))
        return {name: Attached(each["file"], each["sha256"]) for name, each in written.items()}
    except (ValueError, KeyError, TypeError, AttributeError):
        sentence = f"{records} is not a record of attached documents; move it away and attach them again"
        raise AttachmentError(sentence) from None


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()

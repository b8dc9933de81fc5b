"""The fields of a snapshot, as a golden file: a change of a field makes snapshots of the old form unreadable.

After `FORM` has changed, `python tests/made_of.py` writes the file for the new form.
"""

import inspect
import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any, get_args, get_type_hints

from croupier.table.core.snapshot import FORM, WRITTEN

GOLDEN = Path(__file__).parent / "golden" / f"snapshot-{FORM}.txt"


def made_of() -> str:
    """Every field that is written down, of a table and of all that lies on it."""
    found = dict[str, None]()
    for name, kind in WRITTEN.items():
        found |= dict.fromkeys([f"Table.{name}: {_said(kind)}", *_fields(kind)])
    return "".join(f"{line}\n" for line in found)


def _fields(kind: Any) -> Iterator[str]:
    for part in get_args(kind):
        yield from _fields(part)
    if inspect.isclass(kind) and kind.__module__.startswith("croupier.") and not issubclass(kind, Enum):
        for name, hint in get_type_hints(kind).items():
            yield f"{kind.__name__}.{name}: {_said(hint)}"
            yield from _fields(hint)


def _said(kind: Any) -> str:
    return re.sub(r"(?:\w+\.)+(?=\w)", "", kind.__name__ if isinstance(kind, type) and not get_args(kind) else str(kind))


if __name__ == "__main__":
    GOLDEN.write_text(made_of(), encoding="utf-8")

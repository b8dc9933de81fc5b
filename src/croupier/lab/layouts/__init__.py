"""Ways to lay out a report of the lab."""

from collections.abc import Callable, Mapping

from croupier.lab.layouts.markdown import markdown
from croupier.lab.layouts.page import page
from croupier.lab.layouts.records import comma_separated, json_text
from croupier.lab.layouts.text import text
from croupier.lab.report import Report

LAYOUTS: Mapping[str, Callable[[Report], str]] = {
    "text": text,
    "md": markdown,
    "html": page,
    "csv": comma_separated,
    "json": json_text,
}

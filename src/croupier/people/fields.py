"""The kinds of text in commands about people."""

import re
from typing import Annotated

from croupier.facts.texts import TextKind, up_to
from croupier.people.reasons import Reason

Login = Annotated[
    str,
    TextKind(
        re.compile(r"[a-z0-9][a-z0-9.-]{0,31}"),
        Reason.BAD_LOGIN,
        "A login has at most 32 lower-case letters, digits, dots and dashes, and begins with a letter or a digit.",
    ),
]
FullName = Annotated[
    str, TextKind(up_to(64), Reason.BAD_NAME, "A name has 1 to 64 characters, and no control characters among them.")
]
Label = Annotated[
    str, TextKind(up_to(64), Reason.BAD_TEXT, "A label or address has 1 to 64 characters, without control characters.")
]
Words = Annotated[str, TextKind(up_to(200), Reason.BAD_TEXT, "A text has 1 to 200 characters, without control characters.")]
Digest = Annotated[str, TextKind(re.compile(r"[0-9a-f]{64}"), Reason.BAD_TEXT, "A digest has 64 hexadecimal digits.")]

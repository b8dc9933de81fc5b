"""The two cookies of croupier: their names, and how they are read.

They are read by an exact pattern and not by `http.cookies`: in Python before 3.11.10 and 3.12.6, that module takes a time
quadratic in the length of a quoted value with backslashes (CVE-2024-7592), and anybody can send one.
"""

import re
from collections.abc import Iterable

SESSION = "croupier_session"
"""The cookie with the token of a session."""
CLIENT = "croupier_client"
"""The cookie with the key of an enrolled client."""
HOST_ONLY = "__Host-"
"""A browser takes a cookie with this prefix over TLS only, and from this host alone: no other host of its domain can set it."""
_VALUE = re.compile(r"[A-Za-z0-9_-]{1,128}")


def cookie_name(name: str, scheme: str) -> str:
    """The name under which a client keeps a cookie, if it uses this scheme."""
    return f"{HOST_ONLY}{name}" if scheme == "https" else name


def read_cookie(headers: Iterable[str], name: str, scheme: str) -> str:
    """The value of a cookie in the `Cookie` headers of a request; empty if there is none. Of several, the first counts."""
    wanted = cookie_name(name, scheme)
    for header in headers:
        for pair in header.split(";"):
            found, _, value = pair.strip().partition("=")
            if found == wanted:
                return value if _VALUE.fullmatch(value) else ""
    return ""

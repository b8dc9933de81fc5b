"""Read what the fields of a message mean from the strings under them in the source."""

import ast
import inspect
import textwrap
from functools import cache
from typing import Any

import msgspec


@cache
def meanings(kind: type[Any]) -> dict[str, str]:
    """What each field of a class means, also of the fields that it inherits."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if base in (object, msgspec.Struct) or not hasattr(base, "__struct_fields__"):
            continue
        try:
            source = inspect.getsource(base)
        except (OSError, TypeError):  # a class that was made at run time
            continue
        found |= _meanings(source)
    return found


def _meanings(source: str) -> dict[str, str]:
    (declared,) = ast.parse(textwrap.dedent(source)).body
    assert isinstance(declared, ast.ClassDef), "the source of a class is a class"
    found: dict[str, str] = {}
    for node, after in zip(declared.body, declared.body[1:], strict=False):
        match node, after:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(text))):
                found[name] = " ".join(text.split())
            case _:
                pass
    return found

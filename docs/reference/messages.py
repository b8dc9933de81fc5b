"""Commands and events as the reference shows them: a sentence, the fields with their meaning, and an example."""

import ast
import inspect
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from croupier.rulebook.markdown import table
from croupier.rules.outcomes import listed
from croupier.table.core.rows import FROM_MACHINE, CommandRow, Sender

Message = type[Any]
"""A class whose fields are annotated: of a message, or of settings."""


class Field(NamedTuple):
    """One field, as its class declares it."""

    name: str
    type: str
    usual: str
    """The value if none is given; empty if one has to be given."""
    says: str


def entry(message: Message, sentence: str = "", line: str = "") -> Iterator[str]:
    """A message under its own heading."""
    yield from (f"### {message.__name__}", "", " ".join(filter(None, (said(message), sentence))), "")
    yield from fields_table(message)
    if line:
        yield from ("```json", line, "```", "")


GIVERS = {Sender.PLAYER: "players", Sender.STAFF: "the staff", Sender.MACHINE: "the machine", Sender.CAGE: "the cage"}


def given(row: CommandRow[Any]) -> str:
    """Who gives a command, and which fields are chosen."""
    givers = listed([name for sender, name in GIVERS.items() if sender in row.senders], "and")
    verb = "gives" if row.senders == FROM_MACHINE else "give"
    sentences = [f"{givers[0].upper()}{givers[1:]} {verb} it."]
    if row.chosen:
        sentences.append(f"Chosen: {listed([f'`{name}`' for name in row.chosen], 'and')}.")
    return " ".join(sentences)


def fields_table(message: Message) -> Iterator[str]:
    """The fields that a message adds to what all of its kind have."""
    if own := fields(message):
        rows = [(f"`{each.name}`", each.type, f"`{each.usual}`" if each.usual else "", each.says) for each in own]
        yield from map(_with_code, table(("field", "type", "unless given", "meaning"), rows))
        yield ""


def _with_code(line: str) -> str:
    """A line of a table in which names in backticks, as a docstring has them, are code again."""
    return re.sub(r"\\`(.+?)\\`", lambda code: f"`{code[1].replace(chr(92), '')}`", line)


def said(message: Message) -> str:
    """Its docstring, on one line."""
    return " ".join((message.__doc__ or "").split())


def fields(message: Message) -> list[Field]:
    """The fields of a class in their order; the string under a field is what it means."""
    (declared,) = ast.parse(inspect.getsource(message)).body
    assert isinstance(declared, ast.ClassDef), "the source of a class is a class"
    found: list[Field] = []
    for node, after in zip(declared.body, [*declared.body[1:], None], strict=True):
        match node:
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value):
                means = after.value.value if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) else ""
                found.append(Field(name, _type(annotation), _json(value) if value else "", str(means)))
            case _:
                pass
    return found


PLAIN = {
    "str": "text",
    "int": "whole number",
    "bool": "true or false",
    "None": "null",
    "float": "number",
    "Short": "text of at most 64 characters",
    "Detail": "text of at most 200 characters, on one line",
    "Shown": "list of at most 8 whole numbers",
    "Amount": "whole number from 1 to 10^12",
    "Phase": "text",
    "Login": "text",
    "FullName": "text",
    "Label": "text",
    "Words": "text",
    "Digest": "text of 64 hexadecimal digits",
    "frozenset[str]": "list of text",
    "OutcomeName": "text",
    "Account": "text",
    "SettingValue": "whole number, true or false",
    "tuple[AnyEvent, ...]": "list of events",
}


def _type(annotation: ast.expr) -> str:
    """What a field holds, in the words of JSON."""
    written = ast.unparse(annotation)
    if written in PLAIN:
        return PLAIN[written]
    match annotation:
        case ast.Constant(value=str(quoted)):
            return _type(ast.parse(quoted, mode="eval").body)
        case ast.BinOp(left=left, right=ast.Name(id="UnsetType")):
            return _type(left)
        case ast.BinOp(left=left, right=right):
            return f"{_type(left)} or {_type(right)}"
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=[each, ast.Constant()])):
            return f"list of {_type(each)}"
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=parts)):
            return f"[{', '.join(_type(each) for each in parts)}]"
        case ast.Subscript(value=ast.Name(id="list" | "Sequence"), slice=each):
            return f"list of {_type(each)}"
        case ast.Subscript(value=ast.Name(id="Literal"), slice=ast.Tuple(elts=values)):
            return " or ".join(f"`{msgspec.json.encode(ast.literal_eval(each)).decode()}`" for each in values)
        case ast.Subscript(slice=ast.Tuple(elts=[key, value])):
            return f"object: {_type(key)} to {_type(value)}"
        case _:
            return written


def _json(value: ast.expr) -> str:
    """The default of a field as JSON. A call such as `Cents(0)` counts as its argument, a factory as an empty object.

    A member of an enumeration counts as its name in lower case.
    """
    if isinstance(value, ast.Attribute):
        return f'"{value.attr.lower()}"'
    if isinstance(value, ast.Name):
        return "nothing"  # UNSET: the field is left out
    if isinstance(value, ast.Call) and not value.args:
        return "{}"
    literal = value.args[0] if isinstance(value, ast.Call) else value
    return msgspec.json.encode(ast.literal_eval(literal)).decode()

"""Why a body was not understood, in a sentence that names the field."""

import re
from typing import Any

import msgspec
from msgspec import inspect

from croupier.rules.outcomes import listed

TYPES = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}
"""The types of JSON in words."""
NOT_JSON = "This is no JSON: {why}."
OTHER = "This was not understood: {why}."


def in_words(error: msgspec.DecodeError | UnicodeDecodeError, body: Any = None) -> str:
    """An error of the decoder as a sentence. `body` is the type that was to be decoded."""
    if not isinstance(error, msgspec.ValidationError):
        return NOT_JSON.format(why=str(error).removeprefix("JSON is malformed: "))
    if found := re.fullmatch(r"Expected `int`, got `.+` - at `key` in `\$\.?(.*)`", str(error)):
        return f"The field {found[1]} counts by value: each key is a value in cents, such as 500 for $5.00, and a whole number."
    what, _, at = str(error).partition(" - at `$")
    place = re.sub(r"\[[^]]*\]", "", at.removesuffix("`")).strip(".")
    if found := re.fullmatch(r"Object missing required field `(.+)`", what):
        return f"The field {_inside(place, found[1])} is missing."
    if found := re.fullmatch(r"Object contains unknown field `(.+)`", what):
        return f"There is no field {_inside(place, found[1])} here."
    here = f"The field {place}" if place else "The body"
    if found := re.fullmatch(r"Expected `(.+)`, got `(.+)`", what):
        return f"{here} has to be {_type(found[1])}, and is {_type(found[2])}."
    if found := re.fullmatch(r"Expected `(\w+)` of length ([<>]=) (\d+)", what):
        bound = "at most" if found[2] == "<=" else "at least"
        many = "characters" if found[1] == "str" else "elements"
        return f"{here} has to have {bound} {found[3]} {many if found[3] != '1' else many[:-1]}."
    if found := re.fullmatch(r"Expected `(\w+)` ([<>]=) (-?\d+)", what):
        return f"{here} has to be {'at most' if found[2] == '<=' else 'at least'} {found[3]}."
    if what.startswith("Expected `str` matching regex"):
        return f"{here} is not written as it has to be; /docs says how."
    if found := re.fullmatch(r"Invalid (?:enum )?value '?(.*?)'?", what):
        choices = _choices(body, place) if body else []
        known = f"; it is {listed(choices, 'or')}" if choices else ""
        return f"{here} cannot be {found[1][:40]!r}{known}."
    return OTHER.format(why=f"{what}{f', in the field {place}' if place else ''}")


def _choices(body: Any, place: str) -> list[str]:
    """The values of a field that has to be one of a few; none if the field is another one."""
    found = inspect.type_info(body)
    for name in place.split("."):
        fields = {each.encode_name: each.type for each in found.fields} if isinstance(found, inspect.StructType) else {}
        if name not in fields:
            return []
        found = fields[name]
    if isinstance(found, inspect.EnumType):
        return [str(each.value) for each in found.cls]
    return [str(each) for each in found.values] if isinstance(found, inspect.LiteralType) else []


def _inside(place: str, field: str) -> str:
    return f"{place}.{field}" if place else field


def _type(written: str) -> str:
    return " or ".join(TYPES.get(each, each) for each in written.split(" | "))

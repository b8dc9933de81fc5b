"""OpenAPI 3.1 of the floor, derived from the operations and their types."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

import croupier
from croupier.server.api.described import meanings
from croupier.server.api.operation import MOST_NUMBER, Nothing, Operation, Right
from croupier.server.api.orders import field_meanings, for_staff
from croupier.server.api.problem import Problem
from croupier.table.core.rows import EVENTS

REF = "#/components/schemas/{name}"
ALWAYS = (400, 429, 503)
"""The statuses with which every operation may refuse."""
WITH_SESSION = (401, 403)
"""Those of every operation that needs a session."""
WHILE_LOCKED = (423,)
"""Those of every operation that needs a console that is not locked."""
SUCCESS = "200"

ABOUT = """Staff sign in with `POST /api/v1/session` and keep the cookie that it sets. A body is JSON with the content type
`application/json`. Amounts are whole cents, times are milliseconds since 1970 in UTC. A refusal is a `Problem`: a stable code,
one sentence, and the clause of the document behind it. A console that nobody uses locks. A request counts as use, unless its
header `Idle-Seconds` says that the person last did something so many seconds ago. Commands carry an `id` that the client
chooses: a repeated command with the same id gets its first answer."""

STATUS_MEANINGS = {
    400: "The request is malformed; the message names the place.",
    401: "Nobody is signed in.",
    403: "The person may not do that.",
    404: "There is no such thing.",
    409: "Refused; nothing has changed.",
    423: "The console is locked.",
    429: "Too many requests; try again later.",
    503: "Not ready yet, or the private files cannot be written; nothing has changed.",
}


def openapi(operations: Iterable[Operation[Any, Any]], tables: Sequence[str] = ()) -> dict[str, Any]:
    """The description of the API as a JSON object. `tables` are the names of the tables, if they are known."""
    rows = list(operations)
    kinds: list[Any] = [Problem]
    for row in rows:
        kinds += [each for each in (row.takes, row.gives) if each is not Nothing]
    schemas, components = schemas_of(kinds)
    by_kind = dict(zip(map(id, kinds), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for row in rows:
        paths.setdefault(row.path, {})[row.method.lower()] = _operation(row, by_kind, tables)
    return {
        "openapi": "3.1.0",
        "info": {"title": "croupier floor", "version": croupier.__version__, "description": " ".join(ABOUT.split())},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"session": {"type": "apiKey", "in": "cookie", "name": "croupier_session"}},
        },
    }


def _operation(row: Operation[Any, Any], schemas: Mapping[int, Any], tables: Sequence[str]) -> dict[str, Any]:
    is_open, is_own = row.right is Right.ANYBODY, row.right is Right.SELF
    said: dict[str, Any] = {
        "operationId": operation_id(row),
        "summary": row.summary,
        "description": f"Open to {row.right.words}.",
        "tags": [row.path.split("/")[3] if row.path.startswith("/api/") else "operations"],
        "responses": {SUCCESS: _response("Done.", schemas[id(row.gives)])},
        "security": [] if is_open else [{"session": []}],
    }
    with_session = _if_open(row) if is_open else WITH_SESSION if is_own else WITH_SESSION + WHILE_LOCKED
    statuses = sorted({*ALWAYS, *with_session, *row.refuses})
    said["responses"] |= {str(each): _response(STATUS_MEANINGS[each], schemas_problem()) for each in statuses}
    if row.takes is not Nothing:
        said["requestBody"] = {"required": row.needs_body, "content": {"application/json": {"schema": schemas[id(row.takes)]}}}
    if parameters := [*_path_parameters(row.path, tables), *_query_parameters(row.queries)]:
        said["parameters"] = parameters
    return said


def _if_open(row: Operation[Any, Any]) -> tuple[int, ...]:
    """What an operation that is open to anybody answers to a page of another site."""
    return () if row.method == "GET" else (403,)


def schemas_problem() -> dict[str, str]:
    """The reference to the schema of a problem."""
    return {"$ref": REF.format(name="Problem")}


def operation_id(row: Operation[Any, Any]) -> str:
    """A name for the operation, such as `post-tables-table-commands`."""
    words = re.sub(r"[^a-z0-9]+", "-", row.path.removeprefix("/api/v1").lower()).strip("-")
    return f"{row.method.lower()}-{words}"


def _response(text: str, schema: Any) -> dict[str, Any]:
    return {"description": text, "content": {"application/json": {"schema": schema}}}


def _path_parameters(path: str, tables: Sequence[str]) -> Iterable[dict[str, Any]]:
    for name in re.findall(r"{(\w+)}", path):
        text: dict[str, Any] = {"type": "string", "minLength": 1, "maxLength": 64}
        schema = {"type": "string", "enum": [*tables]} if name == "table" and tables else text
        yield {"name": name, "in": "path", "required": True, "schema": schema}


def _query_parameters(queries: Mapping[str, str]) -> Iterable[dict[str, Any]]:
    for name, meaning in queries.items():
        schema = {"type": "integer", "minimum": 0, "maximum": MOST_NUMBER}
        yield {"name": name, "in": "query", "description": meaning, "schema": schema}


def schemas_of(kinds: Sequence[Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The schemas of these types, and the named ones that they refer to. An event is one of all events of a table."""
    schemas, components = msgspec.json.schema_components([*kinds, *EVENTS], ref_template=REF)
    _describe(components, [*kinds, *EVENTS])
    if "Event" in components:
        components["Event"] = {
            "description": components["Event"]["description"],
            "oneOf": [{"$ref": REF.format(name=kind.__name__)} for kind in EVENTS],
            "discriminator": {"propertyName": "type"},
        }
    return schemas[: len(kinds)], components


def _describe(components: Mapping[str, Any], kinds: Iterable[Any]) -> None:
    """Add the meaning of every field, from the strings under the fields in the source."""
    known = {kind.__name__: meanings(kind) for kind in _structs(kinds)}
    known |= {kind.__name__: field_meanings(kind) for kind in for_staff()}
    for name, schema in components.items():
        for field, its_schema in schema.get("properties", {}).items():
            if text := known.get(name, {}).get(field):
                its_schema["description"] = text


def _structs(kinds: Iterable[Any]) -> set[type[msgspec.Struct]]:
    """The structs among these types, and those that they are made of."""
    found: set[type[msgspec.Struct]] = set()
    waiting = list(kinds)
    while waiting:
        kind = waiting.pop()
        waiting += getattr(kind, "__args__", ())
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind not in found:
            found.add(kind)
            waiting += [field.type for field in msgspec.structs.fields(kind)]
    return found

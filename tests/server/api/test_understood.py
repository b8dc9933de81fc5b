"""A body that is not understood: one sentence that names the field."""

from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta

from croupier.server.api.understood import in_words


class Inner(msgspec.Struct, tag="Inner", forbid_unknown_fields=True):
    count: int | None = None
    mode: Literal["on", "off"] = "on"


class Body(msgspec.Struct, forbid_unknown_fields=True):
    id: Annotated[str, Meta(min_length=1, max_length=4, pattern="^[a-z]*$")]
    inner: Inner | None = None
    chips: dict[int, int] = {}
    amounts: list[Annotated[int, Meta(ge=0)]] = []


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("{", "This is no JSON: Input data was truncated."),
        ("nope", "This is no JSON: invalid character (byte 4)."),
        ("[]", "The body has to be an object, and is a list."),
        ("{}", "The field id is missing."),
        ('{"id": "a", "by": "me"}', "There is no field by here."),
        ('{"id": 5}', "The field id has to be text, and is a whole number."),
        ('{"id": ""}', "The field id has to have at least 1 character."),
        ('{"id": "abcde"}', "The field id has to have at most 4 characters."),
        ('{"id": "A"}', "The field id is not written as it has to be; /docs says how."),
        (
            '{"id": "a", "inner": {"type": "Inner", "count": "x"}}',
            "The field inner.count has to be a whole number or null, and is text.",
        ),
        ('{"id": "a", "inner": {"type": "Outer"}}', "The field inner.type cannot be 'Outer'."),
        ('{"id": "a", "inner": {"type": "Inner", "mode": "up"}}', "The field inner.mode cannot be 'up'."),
        (
            '{"id": "a", "chips": {"$100": 1}}',
            "The field chips counts by value: each key is a value in cents, such as 500 for $5.00, and a whole number.",
        ),
        ('{"id": "a", "amounts": [1, -1]}', "The field amounts has to be at least 0."),
    ],
)
def test_an_error_of_the_decoder_names_the_field(body: str, sentence: str) -> None:
    with pytest.raises(msgspec.DecodeError) as raised:
        msgspec.json.decode(body, type=Body)
    assert in_words(raised.value) == sentence

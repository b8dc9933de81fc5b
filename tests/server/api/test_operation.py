"""The rights of the API: duties are data, and the sentence that people read follows from them. Slow work is for who waits."""

import asyncio

import pytest

from croupier.people.duties import Duty
from croupier.server.api.operation import Call, ClientLeftError, Nothing, Right


def test_the_sentence_of_a_right_names_its_duties_and_no_other() -> None:
    for right in Right:
        assert [duty for duty in Duty if f"the duty {duty}" in right.words] == [duty for duty in Duty if duty in right.duties]
    assert Right.DISABLE_STAFF.words == "staff with the duty manage-staff or the duty disable"
    assert Right.DISABLE_STAFF.duties == {Duty.MANAGE_STAFF, Duty.DISABLE}
    assert not Right.SIGNED_IN.duties


def test_slow_work_ends_once_the_client_has_left() -> None:
    async def scene() -> None:
        leaves, ended = asyncio.Event(), asyncio.Event()

        async def has_left() -> bool:
            return leaves.is_set()

        async def endless() -> None:
            leaves.set()
            try:
                await asyncio.Event().wait()
            finally:
                ended.set()

        async def short() -> str:
            return "done"

        call = Call({}, {}, Nothing(), None, "10.0.0.7", "", has_left)
        with pytest.raises(ClientLeftError):
            await call.unless_left(endless())
        await asyncio.wait_for(ended.wait(), 60)
        assert await call.unless_left(short()) == "done"

    asyncio.run(scene())

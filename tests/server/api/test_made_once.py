"""Descriptions of the API are made in a thread, so that the tables play on, and once."""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from starlette.applications import Starlette

from croupier.journal.memory import MemoryStore
from croupier.server.api import order_schemas
from croupier.server.api.made_once import MadeOnce
from whole_house import WholeHouse

NOON = 1_790_000_000_000
ADDRESSES = ("/openapi.json", "/asyncapi.json", "/api/v1/orders")
"""What anybody may ask for, without a sign-in, and is made when it is first asked for."""


@contextlib.contextmanager
def watched() -> Any:
    """The threads in which messages are described."""
    threads: set[threading.Thread] = set()

    def watching(describe: Callable[..., Any]) -> Callable[..., Any]:
        def described(*args: Any, **more: Any) -> Any:
            threads.add(threading.current_thread())
            return describe(*args, **more)

        return described

    order_schemas.schema_of.cache_clear()
    schema, components = watching(msgspec.json.schema), watching(msgspec.json.schema_components)
    with patch.object(msgspec.json, "schema", schema), patch.object(msgspec.json, "schema_components", components):
        yield threads


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_stranger_who_asks_for_a_description_first_does_not_stop_the_tables(address: str, tmp_path: Path) -> None:
    async def ask() -> None:
        floor = WholeHouse(MemoryStore(), tmp_path, NOON)
        await floor.open()
        floor.serve(Starlette(routes=floor.api.front().routes))
        with watched() as threads:
            assert (await floor.request("GET", address)).status == 200
        assert threads
        assert threading.main_thread() not in threads
        await floor.close()

    asyncio.run(ask())


def test_all_who_ask_get_the_same_and_a_failure_is_tried_again() -> None:
    made: list[int] = []

    def make() -> int:
        made.append(len(made))
        if made == [0]:
            raise MemoryError
        return made[-1]

    async def ask() -> None:
        once = MadeOnce(make)
        with pytest.raises(MemoryError):
            await once.get()
        assert await asyncio.gather(once.get(), once.get()) == [1, 1]
        assert await once.get() == 1

    asyncio.run(ask())

"""What a broken or hostile terminal says: handshakes, frames and messages in every wrong shape, and odd ones that are right.

A `random.Random` decides everything, so that a seed repeats it.
"""

import json
import string
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from server.frames import BINARY, CLOSE, CONT, PING, PONG, TEXT, framed, upgrade

WISHES = {
    "bet": ("wager", "amount", "round"),
    "take-down": ("wager", "amount", "round"),
    "move": ("wager", "to", "amount", "round"),
    "insert": ("amount",),
    "collect": (),
    "shoot": ("round",),
    "accept-dice": ("round",),
    "decline-dice": ("round",),
    "pass-dice": ("round",),
    "leave-up": ("wager", "round"),
    "call": ("wager", "on", "round"),
    "leave": (),
    "close-early": ("round",),
}
SAID = [say for say in WISHES for _ in range(1 if say == "leave" else 8)]
AMOUNTS = (1, 100, 100, 100, 500, 500, 1000, 2500, 50_000, 50_001, 10**12)
ODD_AMOUNTS = (0, -1, -100, 10**12 + 1, 2**53, 2**63, 2**64, 10**40, 0.5, 1e300, "100", None, True, [100], {"cents": 1})
ODD_TEXTS = (
    "",
    " ",
    "\0",
    "\U0001f3b2",
    "ä" * 64,
    "x" * 65,
    "x" * 3000,
    "../seat-1",
    "win-line",
    "red",
    "seat-1",
    "\ud83d",
    None,
    7,
)
ROUNDS = (None, 0, 1, 2, -1, 2**31, 2**63, 2**70)
ODD_UPGRADES: Sequence[Mapping[str, str | None]] = (
    {"Sec_WebSocket_Version": "12"},
    {"Sec_WebSocket_Version": None},
    {"Sec_WebSocket_Key": None},
    {"Sec_WebSocket_Key": "too short"},
    {"Host": None},
    {"Host": "casino.example"},
    {"Host": "127.0.0.1:99999999"},
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Connection": "close"},
    {"Connection": "keep-alive, Upgrade"},
    {"Sec_WebSocket_Extensions": "permessage-deflate; client_max_window_bits"},
    {"Sec_WebSocket_Extensions": "=;;,,"},
    {"Sec_WebSocket_Protocol": "chat, superchat"},
    {"X": "y" * 20_000},
)


class Nonsense:
    """Messages of terminals at some tables, wrong ones and right ones."""

    def __init__(self, chance: Random, wagers: Mapping[str, Sequence[str]]) -> None:
        """`wagers` are the ids of the wagers of each table."""
        self._chance = chance
        self._wagers = wagers
        self._all = [wager for each in wagers.values() for wager in each]
        self._ids = ["1"]
        self._fair = (*(self._plain,) * 4, self._twice, self._changed_repeat, self._fragments, self._ping)
        """Messages after which a server goes on."""
        json_shapes = (*(self._odd_value,) * 3, self._shape, self._nested, self._huge_number, self._mutated, self._not_utf8)
        frames = (self._too_long, self._lying_length, *(self._bad_frame,) * 2, self._close_frame, self._bytes)
        self._foul = (*json_shapes, self._hello_again, *frames)
        """Messages after which it does not."""

    def upgrade(self, port: int, table: str) -> bytes:
        """A handshake, one in ten of them odd."""
        if self._chance.random() < 0.9:
            return upgrade(port, table)
        odd = self._chance.choice(ODD_UPGRADES)
        return upgrade(port, self._chance.choice((table, table, "baccarat", "%00", "..%2f", "a" * 3000)), **odd)

    def heard(self, data: bytes) -> None:
        """Something was heard. What a terminal says does not depend on it."""

    def hello(self, table: str, keys: Sequence[str]) -> bytes:
        """A hello: mostly with the key of an earlier seat; at times it is another message."""
        choose = self._chance.choice
        if self._chance.random() < 0.1:
            return self.message(table)
        said: dict[str, Any] = {"say": "hello"}
        if keys and self._chance.random() < 0.95:
            said["key"] = choose(keys)
        elif self._chance.random() < 0.5:
            said["key"] = choose(ODD_TEXTS)
        if self._chance.random() < 0.5:
            said["last"] = choose((0, 1, 5, 100, 10**6, -1, 2**63, 2**70, 0.5, "1", None))
        return framed(as_json(said), mask=self._mask())

    def message(self, table: str) -> bytes:
        """The next message of a terminal: nine in ten keep its connection open."""
        kinds = self._fair if self._chance.random() < 0.9 else self._foul
        return self._chance.choice(kinds)(table)

    def _mask(self) -> bytes:
        return self._chance.choice((bytes(4), self._chance.randbytes(4)))

    def _wish(self, table: str) -> dict[str, Any]:
        """A wish as a terminal may have it."""
        choose, wagers = self._chance.choice, self._wagers[table]
        say = choose(SAID)
        values = {"wager": choose(wagers), "to": choose(wagers), "amount": choose(AMOUNTS), "round": choose(ROUNDS)}
        values["on"] = choose((True, False))
        if self._chance.random() < 0.1:
            values["wager"] = choose((*self._all, "", "no such wager", "ä" * 64))
        fields = {name: values[name] for name in WISHES[say] if name != "round" or self._chance.random() < 0.3}
        return {"say": say, "id": self._id(), **fields}

    def _id(self) -> str:
        """A new id, or one that was used before, here or at another table, for the same or for something else."""
        if self._chance.random() < 0.2:
            return self._chance.choice(self._ids)
        id = (
            self._chance.choice(("", "\U0001f3b2", "x" * 60)) + str(self._chance.getrandbits(20))
            if self._chance.random() < 0.1
            else f"{self._chance.getrandbits(60):x}"
        )
        self._ids = [*self._ids[-50:], id]
        return id

    def _plain(self, table: str) -> bytes:
        return framed(as_json(self._wish(table)), self._chance.choice((TEXT, TEXT, BINARY)), mask=self._mask())

    def _twice(self, table: str) -> bytes:
        return self._plain(table) * 2

    def _changed_repeat(self, table: str) -> bytes:
        """One id with two contents, in one packet."""
        one, other = self._wish(table), self._wish(table)
        return framed(as_json(one)) + framed(as_json(other | {"id": one["id"]}))

    def _fragments(self, table: str) -> bytes:
        """A message in pieces, with pings between them."""
        text, parts = as_json(self._wish(table)), list[bytes]()
        size = self._chance.randint(1, 20)
        for at in range(0, len(text), size):
            parts.append(framed(text[at : at + size], CONT if at else TEXT, fin=at + size >= len(text)))
            if self._chance.random() < 0.2:
                parts.append(framed(b"still here", PING))
        return b"".join(parts)

    def _ping(self, _: str) -> bytes:
        return framed(
            self._chance.randbytes(self._chance.randint(0, 125)), self._chance.choice((PING, PONG)), mask=self._mask()
        )

    def _odd_value(self, table: str) -> bytes:
        wish = self._wish(table)
        name = self._chance.choice([*wish, "more", "key", "at"])
        wish[name] = self._chance.choice((*ODD_AMOUNTS, *ODD_TEXTS))
        if self._chance.random() < 0.2:
            del wish[name]
        return framed(as_json(wish))

    def _shape(self, _: str) -> bytes:
        return framed(as_json(self._tree(4)))

    def _nested(self, _: str) -> bytes:
        depth, pair = self._chance.choice((10, 500, 1_000, 2_000)), self._chance.choice(("[]", '{"a":', '[{"say":'))
        text = pair[0] * depth + pair[1] * depth if pair == "[]" else pair * (depth // 3)
        return framed((self._chance.choice(('{"say":"bet","id":', "")) + text).encode()[:4096])

    def _huge_number(self, _: str) -> bytes:
        digits = self._chance.choice(string.digits) * self._chance.choice((20, 400, 3900))
        return framed(f'{{"say":"insert","id":"1","amount":{self._chance.choice(("", "-", "0.", "1e"))}{digits}}}'.encode())

    def _mutated(self, table: str) -> bytes:
        """A wish with some bytes changed; often no JSON, at times no UTF-8."""
        text = bytearray(as_json(self._wish(table)))
        for _ in range(self._chance.randint(1, 4)):
            text[self._chance.randrange(len(text))] = self._chance.randrange(256)
        return framed(bytes(text), mask=self._mask())

    def _not_utf8(self, _: str) -> bytes:
        bad = self._chance.choice((b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xe2\x82"))
        return framed(b'{"say":"collect","id":"' + bad + b'"}')

    def _hello_again(self, _: str) -> bytes:
        return framed(b'{"say":"hello"}')

    def _too_long(self, _: str) -> bytes:
        size = self._chance.choice((4_097, 70_000))
        return framed(b" " * size)

    def _lying_length(self, _: str) -> bytes:
        size = self._chance.choice((2**63, 2**63 - 1, 2**40, 10**9, 5_000))
        return b"\x81\xff" + size.to_bytes(8, "big") + bytes(4) + self._chance.randbytes(200)

    def _bad_frame(self, table: str) -> bytes:
        text, opcode = as_json(self._wish(table)), self._chance.choice((3, 4, 7, 11, 15))
        return self._chance.choice(
            (
                framed(text, mask=None),
                framed(text, reserved=self._chance.randint(1, 7)),
                framed(text, opcode),
                framed(text, CONT),
                framed(text, fin=False) + framed(text),
                framed(text[:50], PING, fin=False),
                framed(text * 3, PING),
                framed(text, mask=self._chance.randbytes(4))[:-1] + b"?",
                framed(text)[: self._chance.randint(1, 20)],
            )
        )

    def _close_frame(self, table: str) -> bytes:
        code = self._chance.choice((0, 999, 1000, 1001, 1005, 1006, 1015, 3000, 4999, 5000, 65_535)).to_bytes(2, "big")
        payload = self._chance.choice((b"", b"\x03", code, code + b"\xff\xfe", code + b"bye" * 40))
        return framed(payload, CLOSE) + self._chance.choice((b"", self._plain(table), framed(b"", CLOSE)))

    def _bytes(self, _: str) -> bytes:
        return self._chance.randbytes(self._chance.randint(1, 400))

    def _tree(self, depth: int) -> Any:
        """Any JSON value."""
        choose = self._chance.choice
        kind = self._chance.randrange(6 if depth else 4)
        if kind == 4:
            return [self._tree(depth - 1) for _ in range(self._chance.randint(0, 4))]
        if kind == 5:
            names = ("say", "id", "wager", "amount", "hello", "bet", "", "\0")
            return {choose(names): self._tree(depth - 1) for _ in range(self._chance.randint(0, 4))}
        return choose((*ODD_AMOUNTS, *ODD_TEXTS, *WISHES))


def as_json(value: object) -> bytes:
    """JSON, in which a lone surrogate stays as it is."""
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "surrogatepass")

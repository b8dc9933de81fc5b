"""A crowd of terminals in one thread: WebSocket connections over epoll, with as little code as the protocol allows."""

import base64
import os
import random
import select
import socket
import struct
import time
from collections.abc import Callable

import msgspec

ADDRESSES = 40
"""Source addresses of the connections, 127.0.0.2 and up, so that limits per address do not apply to the crowd as a whole."""
AT_ONCE = 50
"""Connections that are opened at the same time."""
PATIENCE = 60.0
"""Seconds for which the crowd waits for the server."""
CREDIT = 10**9
CLOSES_BEFORE = 0.1
"""Seconds before a deadline from which a terminal bets no more, so that no bet is late."""
OPEN_PHASES = ("betting", "spun")

_ANSWER, _WELCOME = b'{"is":"answer"', b'{"is":"welcome"'
_TEXT, _CLOSE, _PING, _PONG = 1, 8, 9, 10
_SO_TIMESTAMPNS = 35
_TIMESPEC = struct.Struct("qq")
_SPACE = socket.CMSG_SPACE(_TIMESPEC.size)


class Answer(msgspec.Struct):
    """What a terminal needs to know of an answer."""

    id: str
    ok: bool
    error: str = ""


class Round(msgspec.Struct):
    """What it needs to know of a round."""

    phase: str
    deadline: int


class View(msgspec.Struct):
    """What it needs to know of an event or a snapshot."""

    round: Round | None = None


_READ_ANSWER = msgspec.json.Decoder(Answer).decode
_READ_VIEW = msgspec.json.Decoder(View).decode


class Table:
    """A table as its terminals know it. A server that says nothing about rounds takes bets at any time."""

    def __init__(self, name: str) -> None:
        """A table without terminals."""
        self.name = name
        self.terminals: list[Terminal] = []
        self.round: Round | None = None
        self._turn = 0

    def is_open(self) -> bool:
        """Whether a bet that is sent now arrives before the deadline."""
        if self.round is None:
            return True
        return self.round.phase in OPEN_PHASES and time.time() < self.round.deadline / 1000 - CLOSES_BEFORE

    def next(self) -> "Terminal":
        """The terminal whose turn it is to bet."""
        self._turn += 1
        return self.terminals[self._turn % len(self.terminals)]


class Terminal:
    """One connection."""

    __slots__ = ("is_seated", "is_upgraded", "is_watcher", "line", "rest", "table")

    def __init__(self, connected: socket.socket, table: Table, *, is_watcher: bool) -> None:
        """A connection before its handshake. The watcher of a table reads its rounds for the others."""
        self.line = connected
        self.table = table
        self.is_watcher = is_watcher
        self.is_upgraded = False
        self.is_seated = False
        self.rest = b""

    def say(self, text: bytes, opcode: int = _TEXT) -> None:
        """Send one frame."""
        self.line.send(framed(text, opcode))


def bet(id: str, number: int) -> bytes:
    """The frame of a bet. Different numbers of the wheel keep every stake below the maximum."""
    return framed(b'{"say":"bet","id":"%b","wager":"straight:%d","amount":100}' % (id.encode(), number % 37))


def framed(text: bytes, opcode: int = _TEXT) -> bytes:
    """One frame, masked as RFC 6455 demands of clients."""
    size, mask = len(text), random.getrandbits(32).to_bytes(4, "big")
    keys = (mask * (size // 4 + 1))[:size]
    masked = (int.from_bytes(text, "big") ^ int.from_bytes(keys, "big")).to_bytes(size, "big")
    length = bytes((0x80 | size,)) if size < 126 else bytes((0xFE,)) + size.to_bytes(2, "big")
    return bytes((0x80 | opcode,)) + length + mask + masked


class Crowd:
    """All terminals, and the loop that receives what the server sends them."""

    def __init__(self, port: int, tables: list[str]) -> None:
        """A crowd without terminals, for the server at this port."""
        self.tables = [Table(name) for name in tables]
        self.lost = 0
        """Connections that the server closed."""
        self.on_answer: Callable[[Answer, float], None] = lambda _answer, _at: None
        self.on_event: Callable[[Terminal, bytes, float], None] | None = None
        self._epoll = select.epoll()  # made first: its number must be small enough for select()
        self._buffer = memoryview(bytearray(1 << 18))  # one for all: a buffer per call costs more than the call
        self._port = port
        self._terminals: dict[int, Terminal] = {}
        self._seated = 0

    @property
    def terminals(self) -> list[Terminal]:
        """Every terminal that is connected."""
        return list(self._terminals.values())

    def connect(self, count: int) -> None:
        """Connect so many more terminals, spread over the tables, and wait until each has a seat and credit."""
        begun, wanted, opened = time.monotonic(), self._seated + count, 0
        while self._seated < wanted:
            while opened < count and opened < AT_ONCE + self._seated - (wanted - count):
                self._open(len(self._terminals))
                opened += 1
            self.run(time.monotonic() + 0.01)
            if self.lost or time.monotonic() - begun > PATIENCE:
                raise SystemExit(f"{wanted - self._seated} of {count} terminals got no seat; {self.lost} were disconnected")

    def run(self, until: float, tick: Callable[[], float] | None = None) -> None:
        """Receive until a time. Call `tick` when its time has come; it returns when it wants to be called next."""
        clock, following = time.monotonic, tick() if tick else until
        while (now := clock()) < until:
            # epoll itself waits in whole milliseconds; select on it waits precisely.
            ready, _, _ = select.select([self._epoll], [], [], max(0.0, min(following, until) - now))
            if tick and clock() >= following:
                following = tick()
            for number, _ in self._epoll.poll(0) if ready else ():
                self._receive(self._terminals[number])
                if tick and clock() >= following:
                    following = tick()

    def wait(self, condition: Callable[[], bool], what: str) -> None:
        """Receive until a condition holds."""
        begun = time.monotonic()
        while not condition():
            self.run(time.monotonic() + 0.005)
            if time.monotonic() - begun > PATIENCE:
                raise SystemExit(f"waited {PATIENCE:.0f} s in vain for {what}")

    def _open(self, number: int) -> None:
        table = self.tables[number % len(self.tables)]
        connected = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        connected.bind((f"127.0.0.{2 + number % ADDRESSES}", 0))
        connected.connect(("127.0.0.1", self._port))
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        connected.sendall(
            f"GET /ws/{table.name} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        connected.setsockopt(socket.SOL_SOCKET, _SO_TIMESTAMPNS, 1)
        connected.settimeout(0)
        terminal = Terminal(connected, table, is_watcher=not table.terminals)
        table.terminals.append(terminal)
        self._terminals[connected.fileno()] = terminal
        self._epoll.register(connected.fileno(), select.EPOLLIN)

    def _receive(self, terminal: Terminal) -> None:
        try:
            size, told, _, _ = terminal.line.recvmsg_into([self._buffer], _SPACE)
        except BlockingIOError:
            return
        except ConnectionError:
            size, told = 0, []
        at = _arrival(told)
        if not size:
            self._lose(terminal)
            return
        data = terminal.rest + self._buffer[:size]
        if not terminal.is_upgraded:
            data = self._upgraded(terminal, data)
        position = 0
        while (frame := _frame(data, position)) is not None:
            start, end = frame
            self._heard(terminal, data[position] & 15, data[start:end], at)
            position = end
        terminal.rest = data[position:]

    def _upgraded(self, terminal: Terminal, data: bytes) -> bytes:
        head, found, rest = data.partition(b"\r\n\r\n")
        if not found:
            return data
        if not head.startswith(b"HTTP/1.1 101 "):
            raise SystemExit(f"the server refused a connection: {head.decode()} {rest.decode()}")
        terminal.is_upgraded = True
        terminal.say(b'{"say":"hello"}')
        return rest

    def _heard(self, terminal: Terminal, opcode: int, message: bytes, at: float) -> None:
        if opcode == _PING:
            terminal.say(message, _PONG)
        elif opcode == _CLOSE:
            self._lose(terminal)
        elif message.startswith(_ANSWER):
            answer = _READ_ANSWER(message)
            if terminal.is_seated:
                self.on_answer(answer, at)
            elif answer.ok:
                terminal.is_seated = True
                self._seated += 1
        elif message.startswith(_WELCOME):
            terminal.say(b'{"say":"insert","id":"credit","amount":%d}' % CREDIT)
        else:
            if terminal.is_watcher and (round := _READ_VIEW(message).round):
                terminal.table.round = round
            if self.on_event:
                self.on_event(terminal, message, at)

    def _lose(self, terminal: Terminal) -> None:
        if self._terminals.pop(terminal.line.fileno(), None):
            self._epoll.unregister(terminal.line.fileno())
            terminal.table.terminals.remove(terminal)
            terminal.line.close()
            self.lost += 1


def _arrival(told: list[tuple[int, int, bytes]]) -> float:
    """When the last bytes that were read arrived, as the kernel says: a busy crowd does not make the server look slow."""
    now = time.monotonic()
    if not told:
        return now
    seconds, nanoseconds = _TIMESPEC.unpack(told[0][2])
    return now - max(0.0, time.time() - seconds - nanoseconds / 1e9)


def _frame(data: bytes, position: int) -> tuple[int, int] | None:
    """Where the payload of the frame at a position starts and ends; None if it has not arrived entirely."""
    size = len(data)
    if size - position < 2:
        return None
    length, start = data[position + 1], position + 2
    if length == 126:
        length, start = int.from_bytes(data[start : start + 2], "big"), start + 2
    elif length == 127:
        length, start = int.from_bytes(data[start : start + 8], "big"), start + 8
    return (start, start + length) if start + length <= size and start <= size else None

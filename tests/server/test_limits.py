"""Clients that are too many, silent, fast or long, or do not read: each is refused in a sentence, and play goes on."""

import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from croupier.server.serving import SWEEP_INTERVAL
from croupier.server.socket import LINGER
from patience import PATIENCE
from running import CRAPS, ROULETTE, Server, Terminal, server

LIMITS = {
    "silent-connections": 20,
    "handshake-seconds": 2,
    "messages-per-second": 20,
    "messages-at-once": 30,
    "unsent-bytes": 20_000,
    "connections-per-address": 60,
    "silence-seconds": 6,
}


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    settings = [part for name, value in LIMITS.items() for part in ("--limit", f"{name}={value}")]
    with server(tmp_path_factory.mktemp("limits") / "journal.sqlite", "--betting", "3", "--guests", "0", *settings) as found:
        yield found


def calling(running: Server, source: str = "127.0.0.1") -> socket.socket:
    """A TCP connection that says nothing yet."""
    return socket.create_connection(("127.0.0.1", running.port), timeout=PATIENCE, source_address=(source, 0))


def heard(line: socket.socket) -> bytes:
    """All that the server says until it hangs up."""
    said = b""
    with line:
        while part := line.recv(65_536):
            said += part
    return said


def test_silent_connections_give_way_and_a_player_gets_in(limited: Server) -> None:
    with ExitStack() as stack:
        silent = [stack.enter_context(calling(limited)) for _ in range(60)]
        terminal = Terminal(limited.port, CRAPS)
        assert terminal.say("insert", amount=10_000)["ok"]
        assert heard(silent[0]).endswith(b"Too many connections have said nothing yet. Please try again.\n")
        terminal.line.close()


def test_half_a_request_is_not_waited_for(limited: Server) -> None:
    with calling(limited) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        said = heard(line)
    assert said.startswith(b"HTTP/1.1 408")
    assert said.endswith(b"A connection has to say what it wants within 2 seconds.\n")


def test_half_a_second_request_is_not_waited_for(limited: Server) -> None:
    with calling(limited) as line:
        line.sendall(b"GET /tables.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET / HT")
        said = heard(line)
    assert said.startswith(b"HTTP/1.1 200")
    assert said.endswith(b"A connection has to say what it wants within 2 seconds.\n")


@pytest.mark.parametrize(
    ("headers", "status", "sentence"),
    [
        (b"X: 1\r\n" * 200, b"431", b"The head of a request has at most 128 lines.\n"),
        (b"Content-Length: 5\r\n", b"400", b"This is not a WebSocket handshake.\n"),
    ],
)
def test_a_handshake_that_only_http_understands_is_refused_at_once(
    limited: Server, headers: bytes, status: bytes, sentence: bytes
) -> None:
    with calling(limited) as line:
        line.sendall(
            f"GET /ws/{CRAPS} HTTP/1.1\r\nHost: 127.0.0.1:{limited.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n".encode()
            + headers
            + b"\r\n"
        )
        said = heard(line)
    assert said.startswith(b"HTTP/1.1 " + status)
    assert said.endswith(sentence)
    assert said.count(b"HTTP/1.1") == 1, "and not again when its time is over"


GOOD = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
POSTED = b"POST /api/v1/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
MANY_LINES = b"The head of a request has at most 128 lines.\n"
CHUNKS = b"Say in Content-Length how many bytes the body of a request has; it is not taken in chunks.\n"


@pytest.mark.parametrize(
    ("sent", "status", "sentence"),
    [
        ([GOOD.replace(b"\r\n\r\n", b"\r\n" + b"a:b\r\n" * 1_500 + b"\r\n")], b"431", MANY_LINES),
        ([GOOD.replace(b"\r\n\r\n", b"\n" + b"a:b\n" * 1_500 + b"\n")], b"431", MANY_LINES),
        ([GOOD[:-2], b"a:b\r\n" * 100, b"a:b\r\n" * 100], b"431", MANY_LINES),
        ([POSTED + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\na\r\n" * 100], b"411", CHUNKS),
        ([POSTED + b"Content-Length: 2\r\ntransfer-encoding:chunked\r\n\r\n0\r\n\r\n" + GOOD], b"411", CHUNKS),
    ],
    ids=["many lines", "many short lines", "many lines in pieces", "chunks", "chunks and a length"],
)
@pytest.mark.parametrize("follows", [False, True], ids=["first", "behind another"])
def test_a_request_that_is_work_to_read_is_not_read(
    limited: Server, sent: list[bytes], status: bytes, sentence: bytes, *, follows: bool
) -> None:
    with calling(limited) as line:
        for part in [GOOD * follows + sent[0], *sent[1:]]:
            line.sendall(part)
        said = heard(line)
    assert [answer[:3] for answer in said.split(b"HTTP/1.1 ")[1:]] == [b"200"] * follows + [status]
    assert said.endswith(sentence)


def test_many_requests_at_once_with_few_lines_each_are_all_answered(limited: Server) -> None:
    with calling(limited) as line:
        line.sendall(GOOD * 50)
        assert heard(line).count(b"HTTP/1.1 200") == 50


def test_a_terminal_that_never_says_hello_is_not_waited_for(limited: Server) -> None:
    with connect(f"ws://127.0.0.1:{limited.port}/ws/{CRAPS}") as line:
        assert json.loads(line.recv(timeout=PATIENCE))["why"] == "A connection has to say what it wants within 2 seconds."
        with pytest.raises(ConnectionClosed):
            line.recv(timeout=PATIENCE)


@pytest.mark.parametrize(
    ("sent", "is_text", "code", "why"),
    [
        (b'{"say": "hello"}', False, 1003, "Send messages as text, not as binary frames."),
        (b'{"say": "\xff"}', True, 1007, "A message is text in UTF-8; this one was not."),
    ],
)
def test_a_message_is_text_in_utf_8(limited: Server, sent: bytes, code: int, why: str, *, is_text: bool) -> None:
    with connect(f"ws://127.0.0.1:{limited.port}/ws/{CRAPS}") as line:
        line.send(sent, text=is_text)
        assert json.loads(line.recv(timeout=PATIENCE))["why"] == why
        with pytest.raises(ConnectionClosed) as closed:
            line.recv(timeout=PATIENCE)
    assert closed.value.rcvd
    assert closed.value.rcvd.code == code


def test_a_response_that_is_not_read_is_not_sent_for_ever(tmp_path: Path) -> None:
    """It asks for more than the buffers of the system hold, and reads nothing until its time is over."""
    asked = f"GET /felt/{ROULETTE}.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode() * 900
    with server(tmp_path / "journal.sqlite", "--guests", "0", "--limit", "response-seconds=1") as running:
        with calling(running) as deaf:
            deaf.sendall(asked)
            time.sleep(1 + SWEEP_INTERVAL + LINGER + 0.5)
            said = b""
            with suppress(ConnectionError):
                while part := deaf.recv(65_536):
                    said += part
        assert 1 < said.count(b"HTTP/1.1 200") < 900
        assert "response-seconds 1" in running.stop()


def test_terminals_that_go_while_they_are_kept_waiting_end_no_time_limit(tmp_path: Path) -> None:
    """Each says a hello too many and hangs up. The server reads them no more, and finds out when it refuses them."""
    limits = ("--limit", "hellos-at-once=1", "--limit", "hellos-per-second=1", "--limit", "handshake-seconds=1")
    with server(tmp_path / "journal.sqlite", "--guests", "0", *limits) as running:
        terminal, before = Terminal(running.port, CRAPS), open_files(running)
        for last_words in (b"", b"\x88\x80" + bytes(4), b"\x8f\x80" + bytes(4)):  # nothing, a close frame, an unknown frame
            with connect(f"ws://127.0.0.1:{running.port}/ws/{CRAPS}") as line:
                line.socket.sendall(masked('{"say":"hello"}') + last_words)
                time.sleep(0.1)  # until it is read
                line.socket.close()
        until = time.monotonic() + PATIENCE
        while open_files(running) > before:
            assert time.monotonic() < until, "a connection is kept for ever"
            time.sleep(0.1)
        assert heard(calling(running)).endswith(b"A connection has to say what it wants within 1 seconds.\n")
        terminal.line.close()
        assert "looked after" not in running.stop()


def open_files(running: Server) -> int:
    return len(list(Path(f"/proc/{running.process.pid}/fd").iterdir()))


def test_a_request_with_a_body_of_a_gigabyte_is_cut_short(limited: Server) -> None:
    sent = 0
    with calling(limited) as line, suppress(ConnectionError):
        line.sendall(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000000000\r\n\r\n")
        while sent < 1_000_000_000:
            sent += line.send(bytes(65_536))
    assert sent < 50_000_000


def test_nonsense_after_a_request_that_is_being_answered_is_refused(limited: Server) -> None:
    with calling(limited) as line:
        line.sendall(b"POST /tables.json HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n{}no request\r\n\r\n")
        answers = heard(line).split(b"HTTP/1.1 ")[1:]
    assert [answer[:3] for answer in answers] == [b"405", b"400"]
    assert Terminal(limited.port, CRAPS).say("insert", amount=100)["ok"]


def test_a_message_of_a_gigabyte_is_refused_by_its_head(limited: Server) -> None:
    terminal = Terminal(limited.port, CRAPS)
    head = b"\x81\xff" + (1_000_000_000).to_bytes(8, "big") + bytes(4)
    terminal.line.socket.sendall(head)
    assert terminal.until(lambda message: message["is"] == "goodbye")["why"] == "A message has at most 4,096 bytes."


def test_deeply_nested_json_is_not_understood(limited: Server) -> None:
    terminal = Terminal(limited.port, CRAPS)
    terminal.line.send('{"say":"bet","id":' + "[" * 2_000 + "]" * 2_000 + "}")
    assert terminal.until(lambda message: message["is"] == "goodbye")["why"].startswith("This was not understood: ")


def test_a_terminal_that_is_too_fast_is_refused_then_cut_off(limited: Server) -> None:
    terminal = Terminal(limited.port, CRAPS)
    answers: list[dict[str, object]] = []
    with suppress(ConnectionClosed):
        for number in range(2_000):
            terminal.line.send(json.dumps({"say": "collect", "id": str(number)}))
    with suppress(ConnectionClosed):
        while True:
            answers.append(terminal.hear())
    errors = [answer.get("error") for answer in answers if answer["is"] == "answer"]
    assert errors[:30] == ["cannot-collect"] * 30
    assert errors.count("too-fast") == 30
    assert answers[-1]["is"] == "goodbye"
    assert str(answers[-1]["why"]).startswith("A terminal may send 20 messages in a second.")


def test_a_terminal_that_slows_down_is_served_again(limited: Server) -> None:
    terminal = Terminal(limited.port, CRAPS)
    for number in range(35):
        terminal.line.send(json.dumps({"say": "collect", "id": str(number)}))
    time.sleep(0.5)
    assert terminal.say("insert", amount=10_000)["ok"]


def test_an_address_has_its_share_of_connections(limited: Server) -> None:
    with ExitStack() as stack:
        for _ in range(60):
            line = stack.enter_context(connect(f"ws://127.0.0.1:{limited.port}/ws/{ROULETTE}", source_address=("127.0.0.9", 0)))
            line.send('{"say":"hello"}')
            assert json.loads(line.recv(timeout=PATIENCE))["is"] == "welcome"
        line = stack.enter_context(connect(f"ws://127.0.0.1:{limited.port}/ws/{ROULETTE}", source_address=("127.0.0.9", 0)))
        line.send('{"say":"hello"}')
        assert json.loads(line.recv(timeout=PATIENCE))["why"].startswith("Your address has too many connections")
        assert Terminal(limited.port, CRAPS).say("insert", amount=100)["ok"]


def test_a_terminal_that_does_not_read_is_cut_off_and_the_others_play_on(tmp_path: Path) -> None:
    """It asks and never reads: its answers fill the buffers of the system, and then the server's."""
    limits = ("--limit", "unsent-bytes=20000", "--limit", "messages-per-second=100000", "--limit", "messages-at-once=100000")
    with server(tmp_path / "journal.sqlite", "--betting", "3", "--guests", "0", *limits) as running:
        asked = 0
        with calling(running) as deaf, suppress(ConnectionError):
            deaf.sendall(
                f"GET /ws/{CRAPS} HTTP/1.1\r\nHost: 127.0.0.1:{running.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
            )
            assert deaf.recv(12) == b"HTTP/1.1 101"
            deaf.sendall(masked('{"say":"hello"}'))
            while asked < 1_000_000:
                asked += 100
                deaf.sendall(masked('{"say":"collect","id":"1"}') * 100)
        assert asked < 1_000_000
        terminal = Terminal(running.port, CRAPS)
        assert terminal.say("insert", amount=10_000)["ok"]
        assert "Traceback" not in running.stop()


def test_a_terminal_that_sends_without_a_pause_is_read_slowly(tmp_path: Path) -> None:
    """Its messages wait in the network, and it is not refused. If all were read at once, those after the burst would be."""
    wishes = (f'{{"say":"leave-up","id":"{number}","wager":"{"x" * 64}","round":-1}}' for number in range(750))
    with server(tmp_path / "journal.sqlite", "--guests", "0", "--limit", "messages-per-second=300") as running:
        terminal = Terminal(running.port, CRAPS)
        terminal.line.socket.sendall(b"".join(map(masked, wishes)))
        answers = [terminal.until(lambda message: message["is"] == "answer") for _ in range(700)]
    assert {answer["error"] for answer in answers} == {"round-over"}


def masked(text: str) -> bytes:
    """A text frame of a client, masked with zeros."""
    return b"\x81" + bytes([0x80 | len(text)]) + bytes(4) + text.encode()


@pytest.mark.parametrize("frame", [b"\x89\x80" + bytes(4), b"\x01\x80" + bytes(4) + (b"\x00\x80" + bytes(4)) * 2])
def test_pings_and_empty_fragments_without_end_are_cut_off(limited: Server, frame: bytes) -> None:
    terminal = Terminal(limited.port, CRAPS)
    with suppress(OSError):
        terminal.line.socket.sendall(frame)
        for _ in range(200):
            terminal.line.socket.sendall(frame if frame[0] == 0x89 else frame[6:12])
    assert terminal.until(lambda message: message["is"] == "goodbye")["why"].startswith("A terminal may send 20 messages")


def test_nothing_is_decided_after_a_message_that_ends_the_connection(limited: Server) -> None:
    with connect(f"ws://127.0.0.1:{limited.port}/ws/{CRAPS}") as line:
        said = ['{"say":"hello"}', "nonsense", '{"say":"insert","id":"1","amount":100}']
        line.socket.sendall(b"".join(masked(each) for each in said))
        told: list[str] = []
        with suppress(ConnectionClosed):
            while True:
                told.append(json.loads(line.recv(timeout=PATIENCE))["is"])
    assert told[-1] == "goodbye"
    assert "answer" not in told

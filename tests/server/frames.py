"""WebSocket frames and handshakes of a client as bytes, right and wrong ones."""

TEXT, BINARY, CONT, CLOSE, PING, PONG = 1, 2, 0, 8, 9, 10
ZEROS = bytes(4)


def framed(payload: bytes, opcode: int = TEXT, *, fin: bool = True, reserved: int = 0, mask: bytes | None = ZEROS) -> bytes:
    """One frame, masked with zeros unless told otherwise."""
    size, bit = len(payload), 0x80 if mask is not None else 0
    head = bytes([(0x80 if fin else 0) | reserved << 4 | opcode])
    if size < 126:
        head += bytes([bit | size])
    elif size < 65_536:
        head += bytes([bit | 126]) + size.to_bytes(2, "big")
    else:
        head += bytes([bit | 127]) + size.to_bytes(8, "big")
    if mask is None:
        return head + payload
    masked = payload if mask == ZEROS else bytes(each ^ mask[at % 4] for at, each in enumerate(payload))
    return head + mask + masked


def upgrade(port: int, table: str, **changed: str | None) -> bytes:
    """The request that opens a WebSocket, with some headers changed, added, or left out (None)."""
    headers: dict[str, str | None] = {
        "Host": f"127.0.0.1:{port}",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        **{name.replace("_", "-"): value for name, value in changed.items()},
    }
    lines = [f"{name}: {value}\r\n" for name, value in headers.items() if value is not None]
    return f"GET /ws/{table} HTTP/1.1\r\n{''.join(lines)}\r\n".encode()

"""The frame of a message that the server sends over a WebSocket."""


def text_frame(message: bytes) -> bytes:
    """A text frame, which a server does not mask."""
    length = len(message)
    if length < 126:
        return b"\x81" + length.to_bytes(1, "big") + message
    if length < 65_536:
        return b"\x81\x7e" + length.to_bytes(2, "big") + message
    return b"\x81\x7f" + length.to_bytes(8, "big") + message

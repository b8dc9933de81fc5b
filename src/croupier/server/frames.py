"""Frames of a WebSocket as they are written to a connection."""


def text_frame(message: bytes) -> bytes:
    """A text frame of a server, which is not masked."""
    length = len(message)
    if length < 126:
        return b"\x81" + length.to_bytes(1, "big") + message
    if length < 65_536:
        return b"\x81\x7e" + length.to_bytes(2, "big") + message
    return b"\x81\x7f" + length.to_bytes(8, "big") + message

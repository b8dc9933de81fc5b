"""The sentences that tell a client which limit of `croupier.floor.limits` it exceeds."""

TOO_MANY_CONNECTIONS = "This server has as many connections as it can serve. Please try again in a minute."
TOO_MANY_FROM_ADDRESS = "Your address has too many connections to this server. Close some of them first."
TOO_MANY_VISITS = "Your address sends too many requests. Please try again in a few seconds."
TOO_MANY_HELLOS = "Too many terminals come from your address at once. Please try again in a few seconds."
TOO_SILENT = "Too many connections have said nothing yet. Please try again."
TOO_SLOW = "A connection has to say what it wants within {seconds} seconds."
NOT_DONE_IN_TIME = "A request has to be sent, and its response read, within {seconds} seconds."
REQUEST_TOO_LONG = "A request has at most {bytes:,} bytes."
HEAD_TOO_LONG = "The head of a request has at most {bytes:,} bytes."
TOO_MANY_LINES = "The head of a request has at most {lines} lines."
NO_LENGTH = "Say in Content-Length how many bytes the body of a request has; it is not taken in chunks."
MESSAGE_TOO_LONG = "A message has at most {bytes:,} bytes."
SEND_TEXT = "Send messages as text, not as binary frames."
SEND_UTF_8 = "A message is text in UTF-8; this one was not."
TOO_FAST = "A terminal may send {messages} messages in a second. This one was not read; send it again more slowly."
DOES_NOT_READ = "This terminal does not read what it is sent."
NO_SIGN_OF_LIFE = "This terminal gave no sign of life."
TOO_MANY_TRIES = "Too many passwords or codes were tried here. Wait a minute."
TOO_MANY_NUMBERS = "Too many numbers were tried at this terminal. Wait a minute."
TOO_MANY_REQUESTS = "At most {requests} requests are taken in a second. This one was not; send it again more slowly."
CONSOLE_LOCKED = "This console is locked: enter your password to go on."
NOT_SIGNED_IN = "Sign in first."


def refusal(status: int, sentence: str) -> bytes:
    """The whole HTTP response that tells a client why its connection is closed."""
    body = f"{sentence}\n".encode()
    head = f"HTTP/1.1 {status} \r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: {len(body)}\r\n"
    return head.encode() + b"connection: close\r\n\r\n" + body

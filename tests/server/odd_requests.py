"""HTTP requests of a broken or hostile client. A `random.Random` decides everything, so that a seed repeats it."""

from random import Random

from server.frames import upgrade

METHODS = (
    "GET",
    "GET",
    "GET",
    "GET",
    "HEAD",
    "POST",
    "PUT",
    "DELETE",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "PATCH",
    "get",
    "BREW",
    "G\0T",
    "",
)
PATHS = (
    "/",
    "/",
    "/tables.json",
    "/tables.json",
    "/felt/{table}.json",
    "/felt/{table}.json",
    "/play/{table}",
    "/static/terminal.js",
    "/static/felt.css",
    "/static/",
    "/static",
    "/static/../lobby.html",
    "/static/..%2f..%2f__init__.py",
    "/static/%2e%2e/%2e%2e/__init__.py",
    "/static/%00",
    "/static/terminal.js%00.css",
    "/static//etc/passwd",
    "/static/" + "a" * 300,
    "/static/" + "a/" * 2000,
    "/static/C:%5cwindows",
    "/static/%ff%fe",
    "/static/%ed%a0%80",
    "/felt/%00.json",
    "/felt/..json",
    "/felt/%2e%2e%2f.json",
    "/felt/.json",
    "/felt/{table}.json.json",
    "/felt/" + "x" * 5000 + ".json",
    "/play/%0d%0aX-Evil:%201",
    "/play/%f0%9f%8e%b2",
    "/play/%ud83d",
    "/play/",
    "/ws/{table}",
    "/ws/",
    "//",
    "/./",
    "/../../../etc/passwd",
    "/?a=b&c[]=%00",
    "/tables.json?" + "q=1&" * 2000,
    "*",
    "http://casino.example/",
    "http://127.0.0.1/tables.json",
    "tables.json",
    "/%",
    "/%zz",
    "/\t",
    "/ä",
    "/#fragment",
    "/" + "z" * 17_000,
)
HEADERS = (
    "Connection: close",
    "Connection: keep-alive",
    "Connection: Upgrade",
    "Upgrade: h2c",
    "Upgrade: websocket",
    "Upgrade: websocket\r\nConnection: Upgrade",
    "Expect: 100-continue",
    "Expect: miracles",
    "Content-Length: 0",
    "Content-Length: 5",
    "Content-Length: -1",
    "Content-Length: 5\r\nContent-Length: 6",
    "Content-Length: " + "9" * 40,
    "Content-Length: 70000",
    "Transfer-Encoding: chunked",
    "Transfer-Encoding: gzip, chunked",
    "Transfer-Encoding: chunked\r\nContent-Length: 5",
    "Range: bytes=0-10",
    "Range: bytes=10-0",
    "Range: bytes=-5,0-,7-9",
    "Range: bytes=" + ",".join(f"{at}-{at}" for at in range(500)),
    "Range: lines=1",
    "If-None-Match: *",
    'If-None-Match: "' + "e" * 200 + '"',
    "If-Modified-Since: yesterday",
    "If-Range: \xff",
    "Accept-Encoding: " + "gzip;q=0.1," * 200,
    "Cookie: " + "a=b; " * 500,
    "X-Forwarded-For: 10.0.0.1",
    "X-Long: " + "x" * 17_000,
    "Origin: http://evil.example",
    ": nameless",
    "No colon",
    "Sp ace: 1",
    "Folded: a\r\n b",
    "Null: \0",
    "H\xe9: 1",
)
HOSTS = (
    "127.0.0.1",
    "127.0.0.1",
    "127.0.0.1",
    "localhost",
    "127.0.0.1:80",
    "casino.example",
    "",
    "a" * 300,
    "[::1]",
    "\xff",
    "localhost:x",
)
BODIES = (
    b"",
    b"",
    b"hello",
    b"5\r\nhello\r\n0\r\n\r\n",
    b"5\r\nhello\r\nZ\r\n",
    b"FFFFFFFFFFFFFFFFF\r\n",
    b"0\r\n\r\n",
    b"\0" * 70_000,
    b"-1\r\n\r\n",
)


class OddRequests:
    """Requests to the pages of some tables, wrong ones and right ones."""

    def __init__(self, chance: Random, tables: list[str]) -> None:
        """Ask for the pages of these tables."""
        self._chance = chance
        self._tables = tables

    def connection(self, port: int) -> bytes:
        """All that one client sends: a request, several at once, or half of one."""
        kind = self._chance.random()
        if kind < 0.05:
            return self._chance.randbytes(self._chance.randint(1, 600))
        if kind < 0.1:
            return upgrade(port, self._chance.choice((*self._tables, "..", ""))) + self._request(port)
        sent = b"".join(self._request(port) for _ in range(self._chance.choice((1, 1, 1, 2, 5))))
        if kind < 0.25:
            sent = sent[: self._chance.randrange(1, len(sent))]
        elif kind < 0.4:
            damaged = bytearray(sent)
            for _ in range(self._chance.randint(1, 3)):
                damaged[self._chance.randrange(min(200, len(damaged)))] = self._chance.randrange(256)
            sent = bytes(damaged)
        return sent

    def _request(self, port: int) -> bytes:
        choose = self._chance.choice
        host = choose(HOSTS)
        lines = [f"{choose(METHODS)} {self._path()} {choose(('HTTP/1.1',) * 8 + ('HTTP/1.0', 'HTTP/2.0', 'HTTP/9', ''))}"]
        if self._chance.random() < 0.95:
            lines.append(f"Host: {host if host != '127.0.0.1' else f'127.0.0.1:{port}'}")
        lines += [choose(HEADERS) for _ in range(choose((0, 0, 1, 1, 2, 4)))]
        end = choose(("\r\n",) * 9 + ("\n",))
        return (end.join(lines) + end * 2).encode("latin-1") + (choose(BODIES) if self._chance.random() < 0.5 else b"")

    def _path(self) -> str:
        return self._chance.choice(PATHS).replace("{table}", self._chance.choice(self._tables))

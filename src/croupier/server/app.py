"""The web application: pages and table layouts as JSON, and who may open a WebSocket."""

from collections.abc import Mapping
from pathlib import Path

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import croupier
from croupier.floor.house import House
from croupier.rulebook.attached import Attached
from croupier.server.assets import Assets, answer
from croupier.server.connection import Connection
from croupier.server.felts import FeltCache
from croupier.server.gate import Gate
from croupier.server.hub import Hub
from croupier.server.lobby import Lobby
from croupier.server.rules_pages import NO_TABLE, RulesPages
from croupier.server.socket import Admit, Socket

PAGES = Path(croupier.__file__).parent / "terminal"
LOOPBACK = ("127.0.0.1", "localhost")
WEBSOCKET = "/ws/"
FELT = "/felt/{table}.json"

HEADERS = {
    b"content-security-policy": b"default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cache-control": b"no-cache",
}


class _Guarded:
    """Middleware that adds security headers to every HTTP response. A response may say by itself how it is cached."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *((name, to) for name, to in HEADERS.items() if name not in own)]
            await send(message)

        await self._app(scope, receive, guarded if scope["type"] == "http" else send)


def web(hubs: Mapping[str, Hub], documents: Mapping[str, Attached] | None = None) -> Starlette:
    """The pages of a house. They answer requests to the loopback interface only.

    `documents` are the operator's copies of approved documents, by rule set.
    """
    felts, tables_now, rules = FeltCache(), Lobby(), RulesPages(hubs, documents or {})
    assets = Assets(PAGES)

    async def lobby(request: Request) -> Response:
        return answer(request, assets.pages["lobby"])

    async def play(request: Request) -> Response:
        name = request.path_params["table"]
        return answer(request, assets.play(FELT.format(table=name))) if name in hubs else _missing(request)

    async def static(request: Request) -> Response:
        return assets.file(request, request.path_params["path"]) or Response("Not Found", 404, media_type="text/plain")

    async def tables(_: Request) -> Response:
        shown = [tables_now.table(name, hub.dealer.durable, hub.connected) for name, hub in hubs.items()]
        return _json(msgspec.json.encode(shown))

    async def felt(request: Request) -> Response:
        name = request.path_params["table"]
        if name not in hubs:
            return _missing(request)
        return answer(request, felts.encoded(name, hubs[name].dealer.durable, rules.document_url(name)))

    return Starlette(
        routes=[
            Route("/", lobby),
            Route("/play/{table}", play),
            Route("/tables.json", tables),
            Route(FELT, felt),
            *rules.routes(),
            Route("/static/{path:path}", static),
        ],
        middleware=[Middleware(_Guarded), Middleware(TrustedHostMiddleware, allowed_hosts=[*LOOPBACK])],
    )


def _json(encoded: bytes) -> Response:
    return Response(encoded, media_type="application/json")


def _missing(request: Request) -> Response:
    return Response(f"{NO_TABLE.format(table=request.path_params['table'])}\n", 404, media_type="text/plain")


def admission(house: House, hubs: Mapping[str, Hub], gate: Gate) -> Admit:
    """Who may open a WebSocket: a terminal at a table of this house, from our own page or from a program."""

    def admit(path: str, host: str | None, origin: str | None, socket: Socket) -> Connection | None:
        hub = hubs.get(path.removeprefix(WEBSOCKET)) if path.startswith(WEBSOCKET) else None
        is_trusted = (host or "").rpartition(":")[0] in LOOPBACK or host in LOOPBACK
        return Connection(socket, house, hub, gate) if hub and is_trusted and _same_origin(host, origin) else None

    return admit


def _same_origin(host: str | None, origin: str | None) -> bool:
    """Whether a WebSocket comes from our own page. Browsers always send an origin; other programs need not."""
    return origin is None or origin.removeprefix("http://").removeprefix("https://") == host

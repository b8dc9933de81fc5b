"""The web application: pages, table layouts as JSON, and a WebSocket for every terminal."""

from pathlib import Path

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

import croupier
from croupier.floor.house import House
from croupier.server.connection import Connection
from croupier.server.felts import felt_of, table_of
from croupier.server.hub import Hub

TERMINAL = Path(croupier.__file__).parent / "terminal"
LOOPBACK = ("127.0.0.1", "localhost")

HEADERS = {
    b"content-security-policy": b"default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cache-control": b"no-cache",
}


class _Guarded:
    """Middleware that adds security headers to every HTTP response."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS.items()]
            await send(message)

        await self._app(scope, receive, guarded if scope["type"] == "http" else send)


def web(house: House, hubs: dict[str, Hub]) -> Starlette:
    """The web application of a house. It answers requests to the loopback interface only."""

    async def lobby(_: Request) -> Response:
        return FileResponse(TERMINAL / "lobby.html")

    async def play(request: Request) -> Response:
        known = request.path_params["table"] in hubs
        return FileResponse(TERMINAL / "play.html") if known else _missing(request)

    async def tables(_: Request) -> Response:
        return _json([table_of(name, hub.dealer.durable) for name, hub in hubs.items()])

    async def felt(request: Request) -> Response:
        name = request.path_params["table"]
        return _json(felt_of(name, hubs[name].dealer.durable)) if name in hubs else _missing(request)

    async def line(websocket: WebSocket) -> None:
        hub = hubs.get(websocket.path_params["table"])
        if hub is None or not _same_origin(websocket):
            await websocket.close(4404)
        else:
            await Connection(websocket, house, hub).serve()

    return Starlette(
        routes=[
            Route("/", lobby),
            Route("/play/{table}", play),
            Route("/tables.json", tables),
            Route("/felt/{table}.json", felt),
            WebSocketRoute("/ws/{table}", line),
            Mount("/static", StaticFiles(directory=TERMINAL / "static", check_dir=False)),
        ],
        middleware=[Middleware(_Guarded), Middleware(TrustedHostMiddleware, allowed_hosts=[*LOOPBACK])],
    )


def _json(thing: object) -> Response:
    return Response(msgspec.json.encode(thing), media_type="application/json")


def _missing(request: Request) -> Response:
    return Response(f"There is no table {request.path_params['table']} here.\n", 404, media_type="text/plain")


def _same_origin(websocket: WebSocket) -> bool:
    """Whether a WebSocket comes from our own page. Browsers always send an origin; other programs need not."""
    origin = websocket.headers.get("origin")
    return origin is None or origin.removeprefix("http://").removeprefix("https://") == websocket.headers.get("host")

"""The web application: pages and table layouts as JSON, and who may open a WebSocket."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

import msgspec
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import croupier
from croupier.echo import echo
from croupier.floor.visitors import DemonstrationCard
from croupier.floor.warning import warn
from croupier.rulebook.attached import Attached
from croupier.server.admission import LOOPBACK, OTHER_HOST, is_trusted_host
from croupier.server.api.routes import unknown_path, wrong_method
from croupier.server.assets import answer, assets_in
from croupier.server.felts import FeltCache
from croupier.server.hub import Hub
from croupier.server.lobby import Lobby
from croupier.server.rules_pages import NO_TABLE, RulesPages

PAGES = Path(croupier.__file__).parent / "terminal"
FELT = "/felt/{table}.json"
MOST_HOSTS_REPORTED = 20
"""The most unknown host names to report: anybody can send any number of them."""

HEADERS = {
    b"content-security-policy": b"default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cache-control": b"no-cache",
}
OVER_TLS = {b"strict-transport-security": b"max-age=31536000"}
"""A browser that was here over TLS does not come back without it, whatever a page or a network says."""


class _Guarded:
    """Middleware that adds security headers to every HTTP response. A response may say by itself how it is cached."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = {name for name, _ in message["headers"]}
                added = HEADERS | OVER_TLS if scope.get("scheme") == "https" else HEADERS
                message["headers"] = [*message["headers"], *((name, to) for name, to in added.items() if name not in own)]
            await send(message)

        await self._app(scope, receive, guarded if scope["type"] == "http" else send)


class _KnownHosts:
    """Middleware that refuses requests to other host names than ours, and reports each such name once."""

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self._app, self._hosts = app, hosts
        self._reported = set[str]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        host = Headers(scope=scope).get("host") if scope["type"] == "http" else None
        if scope["type"] != "http" or is_trusted_host(host, self._hosts):
            await self._app(scope, receive, send)
            return
        name = ascii(echo(host or ""))[1:-1]
        if name not in self._reported and len(self._reported) < MOST_HOSTS_REPORTED:
            self._reported.add(name)
            warn(f"refused a request to the name {name}: clients use it, and hosts does not have it", "unknown-host", host=name)
        await Response(f"{OTHER_HOST}\n", 400, media_type="text/plain")(scope, receive, send)


def web(
    hubs: Mapping[str, Hub],
    documents: Mapping[str, Attached] | None = None,
    *,
    hosts: Collection[str] = LOOPBACK,
    routes: Sequence[BaseRoute] = (),
    takes_money: bool = True,
    has_cage: bool = False,
    cards: Sequence[DemonstrationCard] = (),
) -> Starlette:
    """The pages of a house. They answer requests to these host names only.

    `documents` are the operator's copies of approved documents, by rule set. `routes` are served beside the pages.
    `takes_money`: whether terminals take and pay money. `has_cage`: whether there are tickets, cards and accounts.
    `cards` are those that visitors of a demonstration may use.
    """
    felts, tables_now = FeltCache(takes_money=takes_money, has_cage=has_cage, cards=cards), Lobby(documents or {})
    rules = RulesPages(hubs, documents or {})
    assets = assets_in(PAGES)

    async def lobby(request: Request) -> Response:
        return answer(request, assets.pages["lobby"])

    async def play(request: Request) -> Response:
        name = request.path_params["table"]
        return answer(request, assets.play(FELT.format(table=name))) if name in hubs else _missing(request)

    async def display(request: Request) -> Response:
        return answer(request, assets.pages["display"]) if request.path_params["table"] in hubs else _missing(request)

    async def page(request: Request) -> Response:
        return answer(request, assets.pages[request.url.path.removeprefix("/")])

    async def static(request: Request) -> Response:
        return assets.file(request, request.path_params["path"]) or Response("Not Found", 404, media_type="text/plain")

    async def tables(_: Request) -> Response:
        shown = [tables_now.table(name, hub.dealer.durable, hub.connected) for name, hub in hubs.items()]
        return _json(msgspec.json.encode(shown))

    async def felt(request: Request) -> Response:
        name = request.path_params["table"]
        if name not in hubs:
            return _missing(request)
        hub = hubs[name]
        return answer(request, felts.encoded(name, hub.dealer.durable, rules.document_url(name), hub.chips))

    return Starlette(
        routes=[
            Route("/", lobby),
            Route("/play/{table}", play),
            Route("/display/{table}", display),
            Route("/tables.json", tables),
            Route(FELT, felt),
            *rules.routes(),
            *(Route(f"/{name}", page) for name in assets.pages if name not in ("lobby", "play", "display")),
            *routes,
            Route("/static/{path:path}", static),
        ],
        middleware=[Middleware(_Guarded), Middleware(_KnownHosts, hosts=frozenset(hosts))],
        exception_handlers={404: unknown_path, 405: wrong_method},
    )


def _json(encoded: bytes) -> Response:
    return Response(encoded, media_type="application/json")


def _missing(request: Request) -> Response:
    return Response(f"{NO_TABLE.format(table=request.path_params['table'])}\n", 404, media_type="text/plain")

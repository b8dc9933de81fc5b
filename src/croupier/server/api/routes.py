"""Routes of the API: reads a request, checks who asks, calls the operation, and writes its answer."""

import re
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, cast

import msgspec
from msgspec.structs import replace
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from croupier.audit.local_time import shown_in_zone
from croupier.floor.private_data import NotKeptError
from croupier.floor.warning import warn
from croupier.people.credentials import CredentialsError
from croupier.server.api.given_orders import OrdersInHand
from croupier.server.api.operation import Call, ClientLeftError, Given, Nothing, Operation, Right
from croupier.server.api.problem import NOT_KEPT, ApiError, Problem, missing, not_signed_in, not_yours
from croupier.server.api.understood import in_words
from croupier.server.cookies import CLIENT, SESSION, cookie_name, read_cookie
from croupier.server.front_desk import FrontDesk, check_open
from croupier.server.proxies import Proxies, is_same_origin
from croupier.server.sessions import Session

JSON = "application/json"
IDLE_HEADER = "idle-seconds"
"""The header with which a page that asks by itself says how long ago the person did something."""
_ENCODER = msgspec.json.Encoder()


class Api:
    """The operations as routes of a web application."""

    def __init__(
        self,
        operations: Iterable[Operation[Any, Any]],
        desk: FrontDesk,
        proxies: Proxies,
        in_hand: OrdersInHand,
        zone: str = "UTC",
    ) -> None:
        """Serve these operations. Refusals have their times in the time zone."""
        self._desk = desk
        self._in_hand = in_hand
        self._proxies, self._zone = proxies, zone
        self._sessions = desk.sessions
        self._operations = list(operations)

    def routes(self) -> list[Route]:
        """A route for every path."""
        paths: dict[str, dict[str, Operation[Any, Any]]] = {}
        for row in self._operations:
            paths.setdefault(row.path, {})[row.method] = row
        return [Route(path, self._endpoint(rows), methods=[*rows]) for path, rows in paths.items()]

    def _endpoint(self, rows: dict[str, Operation[Any, Any]]) -> Callable[[Request], Awaitable[Response]]:
        decoders = {method: msgspec.json.Decoder(row.takes) for method, row in rows.items()}

        async def endpoint(request: Request) -> Response:
            method = "GET" if request.method == "HEAD" else request.method
            try:
                return await self._answer(rows[method], decoders[method], request)
            except ApiError as error:
                problem = replace(error.problem, message=shown_in_zone(error.problem.message, self._zone))
                return _response(problem, error.status)
            except (NotKeptError, CredentialsError) as error:
                warn(str(error))
                return _response(NOT_KEPT, 503)
            except (ClientDisconnect, ClientLeftError):
                return Response(status_code=400)

        return endpoint

    async def _answer(self, row: Operation[Any, Any], decoder: msgspec.json.Decoder[Any], request: Request) -> Response:
        address = client_address(request, self._proxies)
        session = self._session(row, request)
        self._desk.check_pace(session, address)
        body = await self._body(row, decoder, request)
        if session:
            self._session(row, request)  # it may have ended or been locked while the body was on its way
        call = Call(
            path={name: str(value) for name, value in request.path_params.items()},
            query=request.query_params,
            body=body,
            session=session,
            address=address,
            client_key=self._cookie(request, CLIENT),
            has_left=request.is_disconnected,
        )
        if strange := sorted(set(request.query_params) - set(row.queries)):
            raise ApiError(400, "bad-query", f"There is no parameter {strange[0][:40]!r} here.")
        with self._in_hand.hold(session, body):
            result: Any = await row.handle(call)
        if not isinstance(result, Given):
            return _response(result)
        given = cast("Given[Any]", result)
        response = _response(given.value)
        self._set_cookie(request, response, given.cookie, given.content)
        return response

    def _session(self, row: Operation[Any, Any], request: Request) -> Session | None:
        """Who is signed in, if the operation needs that. What the person does postpones the lock of the console."""
        token = self._cookie(request, SESSION)
        if row.method != "GET" or row.right is not Right.ANYBODY:
            self._check_origin(request)
        if row.right is Right.ANYBODY:
            return self._sessions.find(token) if token else None
        session = self._sessions.find(token)
        if session is None:
            raise not_signed_in(self._desk.why_ended(token))
        if row.right is Right.SELF:
            return session
        check_open(session)
        self._sessions.touch(session, idle_seconds(request))
        if row.right.duties and not row.right.duties.intersection(self._desk.duties(session)):
            roles = ", ".join(self._desk.register.roles.holders(*row.right.duties)) or "no role of this floor"
            raise not_yours(f"This is for {row.right.words} (here: {roles}).")
        return session

    def _cookie(self, request: Request, name: str) -> str:
        return read_cookie(request.headers.getlist("cookie"), name, self._scheme(request))

    def _check_origin(self, request: Request) -> None:
        """Refuse a request that a page of another site has made."""
        headers = request.headers
        if not is_same_origin(headers.get("origin"), self._scheme(request), headers.get("host", "")):
            raise not_yours("A page of another site may not do this.")

    def _scheme(self, request: Request) -> str:
        """The scheme that the client uses, as far as a trusted proxy reports it."""
        peer, reported = request.client.host if request.client else "", request.headers.getlist("x-forwarded-proto")
        return self._proxies.scheme(peer, ",".join(reported), request.url.scheme)

    async def _body(self, row: Operation[Any, Any], decoder: msgspec.json.Decoder[Any], request: Request) -> Any:
        raw = await request.body()
        if not raw and not row.needs_body:
            return row.takes()
        if row.method in ("GET", "DELETE") and not raw:
            return Nothing()
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
            # A page of another site can send forms without asking, but no JSON.
            raise ApiError(400, "not-json", f"Send the body as JSON, with the header Content-Type: {JSON}.")
        try:
            return decoder.decode(raw)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise ApiError(400, "malformed", in_words(error, row.takes)) from None
        except RecursionError:
            raise ApiError(400, "malformed", "This was not understood: it is nested too deeply.") from None

    def _set_cookie(self, request: Request, response: Response, name: str, content: str | None) -> None:
        """Set or remove a cookie. A client that uses TLS sends it back over TLS only."""
        scheme = self._scheme(request)
        named, is_secure = cookie_name(name, scheme), scheme == "https"
        if content is None:
            response.delete_cookie(named, httponly=True, samesite="strict", secure=is_secure)
        else:
            response.set_cookie(named, content, httponly=True, samesite="strict", secure=is_secure)


def idle_seconds(request: Request) -> int:
    """How long ago the person did something. Without the header, the request is what they do now."""
    written = request.headers.get(IDLE_HEADER, "")
    return int(written) if re.fullmatch(r"[0-9]{1,9}", written) else 0


def client_address(request: Request, proxies: Proxies) -> str:
    """The network address of the client behind a request."""
    peer = request.client.host if request.client else ""
    return proxies.client_address(peer, ",".join(request.headers.getlist("x-forwarded-for")))


def _response(value: Any, status: int = 200) -> Response:
    response = Response(_ENCODER.encode(value), status, media_type=JSON)
    response.headers["cache-control"] = "no-store"
    return response


def unknown_path(_: Request, __: Exception) -> Response:
    """The answer to a path that does not exist."""
    return _response(missing("unknown-address", "There is nothing at this address; /docs lists what there is.").problem, 404)


def wrong_method(_: Request, __: Exception) -> Response:
    """The answer to a method that a path does not have."""
    return _response(Problem("wrong-method", "This address has another method; /docs lists them."), 405)

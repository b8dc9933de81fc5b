"""Limits on what clients may take of the server. They are settings: a proxy or a benchmark needs other ones."""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace

from croupier.floor.seating import SeatRules


class LimitError(ValueError):
    """A limit that does not exist, or a value that it cannot have."""


def _limit(default: int, meaning: str) -> int:
    return field(default=default, metadata={"meaning": meaning})


@dataclass(frozen=True, slots=True)
class ClientLimits:
    """The limits of terminals, and of the HTTP connections that load their pages."""

    connections: int = _limit(5_000, "open connections of all clients together")
    connections_per_address: int = _limit(1_000, "open connections of one address that have said what they want")
    silent_connections: int = _limit(
        500, "connections without a request or a hello yet; the oldest of the address with the most gives way"
    )
    handshake_seconds: int = _limit(
        10, "seconds for a TLS handshake, and until a connection has sent its request and a terminal its hello"
    )
    response_seconds: int = _limit(30, "seconds from an HTTP request to the end of its response")
    visits_per_second: int = _limit(200, "HTTP requests of one address in a second, for pages and the API, in the long run")
    visits_at_once: int = _limit(2_000, "HTTP requests of one address in a burst, for pages and the API")
    hellos_per_second: int = _limit(50, "hellos of the terminals at one address in a second, in the long run")
    hellos_at_once: int = _limit(500, "hellos of the terminals at one address in a burst")
    request_bytes: int = _limit(65_536, "bytes of an HTTP request, with its body")
    message_bytes: int = _limit(4_096, "bytes of a message of a terminal")
    messages_per_second: int = _limit(60, "messages of a terminal in a second, in the long run")
    messages_at_once: int = _limit(600, "messages of a terminal in a burst")
    unsent_bytes: int = _limit(1_048_576, "bytes that wait for a terminal that does not read")
    tries_per_minute: int = _limit(
        30,
        "sign-ins, or enrolment codes, of one address in a minute, in the long run; a person at a console has as many",
    )
    tries_at_once: int = _limit(
        60, "sign-ins, or enrolment codes, of one address in a burst; a person at a console has as many"
    )
    requests_per_second: int = _limit(30, "requests to the API of one login, or of one address without one, in the long run")
    requests_at_once: int = _limit(300, "requests to the API of one login, or of one address without one, in a burst")
    numbers_per_minute: int = _limit(30, "numbers of tickets and cards that a terminal tries in a minute, in the long run")
    numbers_at_once: int = _limit(30, "numbers of tickets and cards that a terminal tries in a burst")
    lock_seconds: int = _limit(900, "seconds for which three wrong passwords lock a login for the network from which they came")
    idle_seconds: int = _limit(300, "seconds without use until the console of a member of staff locks")
    session_seconds: int = _limit(43_200, "seconds until a member of staff has to sign in again, however busy they are")
    silence_seconds: int = _limit(15, "seconds without a sign of life of a terminal; it is sent a ping after a third of them")


def changed(settings: Iterable[str]) -> tuple[ClientLimits, SeatRules]:
    """All limits, with some changed by texts such as `connections=100`."""
    limits, seats = ClientLimits(), SeatRules()
    for setting in settings:
        name, _, value = setting.partition("=")
        of_clients, of_seats = _names(limits), _names(seats)
        if name not in of_clients | of_seats:
            raise LimitError(f"there is no limit {name}; the limits are {', '.join(of_clients | of_seats)}")
        if not value.isdecimal() or not int(value):
            raise LimitError(f"{name} is {value or 'missing'}; it has to be a whole number from 1")
        if name in of_clients:
            limits = replace(limits, **{of_clients[name]: int(value)})
        else:
            seats = replace(seats, **{of_seats[name]: int(value)})
    return limits, seats


def _names(limits: ClientLimits | SeatRules) -> dict[str, str]:
    """The names of limits as operators write them, and as fields."""
    return {each.name.replace("_", "-"): each.name for each in fields(limits)}

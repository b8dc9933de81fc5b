"""Proxies that are trusted to say whose requests they forward."""

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

SCHEMES = ("http", "https")
UNKNOWN = "unknown"
"""The address of a client whose proxy reports something else than an address. All of them share their limits."""


class Proxies:
    """The networks of trusted proxies. Anybody else could claim any address."""

    def __init__(self, trusted: Iterable[str] = ()) -> None:
        """Trust these addresses and networks."""
        self._networks = tuple(ip_network(each, strict=False) for each in trusted)

    def client_address(self, peer: str, forwarded: str) -> str:
        """The address of a client: its own or, behind trusted proxies, the last one that is not a proxy's.

        If that is no plain address, it is `UNKNOWN`, and never the proxy's own: the proxy may be on this machine.
        """
        if not self._networks or not forwarded or not _is_in(peer, self._networks):
            return peer
        address = peer
        for each in reversed(forwarded.split(",")):
            if not _is_in(address, self._networks):
                break
            address = each.strip()
        return address if _is_address(address) else UNKNOWN

    def scheme(self, peer: str, forwarded: str, own: str) -> str:
        """The scheme of a request: `own`, that of the connection, or what a trusted proxy reports."""
        return forwarded if forwarded in SCHEMES and _is_in(peer, self._networks) else own


def is_same_origin(origin: str | None, scheme: str, host: str | None) -> bool:
    """Whether a request comes from our own page. Browsers always send an origin; other programs need not."""
    return origin is None or origin == f"{scheme}://{host}"


@lru_cache(maxsize=1_000)
def _is_in(address: str, networks: tuple[IPv4Network | IPv6Network, ...]) -> bool:
    return _is_address(address) and any(ip_address(address) in network for network in networks)


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True

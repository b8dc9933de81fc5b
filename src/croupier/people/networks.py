"""Groups network addresses by who can have them. Whoever has one IPv6 address has the 2^64 of its network."""

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

IPV6_PREFIX = 64
"""The bits of an IPv6 address that name a network. Its owner chooses the others."""


@lru_cache(maxsize=10_000)
def network_of(address: str) -> str:
    """What counts as one client in limits and locks: an IPv4 address, or the network of an IPv6 address."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(parsed) if parsed.is_loopback else str(ip_network((int(parsed), IPV6_PREFIX), strict=False))


def is_this_machine(address: str) -> bool:
    """Whether an address is that of the machine itself."""
    try:
        return ip_address(network_of(address)).is_loopback
    except ValueError:
        return False

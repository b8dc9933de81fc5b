"""What every operation of the prize register needs: the register, a promotion in it, and its answers."""

from typing import Any

from croupier.audit.local_time import shown_in_zone
from croupier.floor.house import House
from croupier.floor.promoter import PrizeReply, Promoter
from croupier.people.message import Author
from croupier.promotions.message import Officer
from croupier.promotions.state import Promotion
from croupier.server.api.operation import Call
from croupier.server.api.problem import ApiError, missing


def register_of(house: House) -> Promoter:
    """The prize register of a house. Raise `ApiError` if it has none."""
    if house.promoter is None:
        raise missing("no-promotions", "There is no prize register on this floor.")
    return house.promoter


def found_promotion(house: House, call: Call[Any]) -> Promotion:
    """The promotion that the address of a request names. Raise `ApiError` if there is none."""
    promotion = register_of(house).durable.promotions.get(path_number(call.path["number"]))
    if promotion is None:
        raise missing("unknown-promotion", "There is no such promotion.")
    return promotion


def check_reply(promoter: Promoter, reply: PrizeReply) -> None:
    """Raise if the register has refused a command. All faults of refused terms are in the message, and times of the floor."""
    if not reply.ok:
        sentences = " ".join(f"{fault.place}: {fault.sentence} ({fault.clause})" for fault in reply.faults)
        raise ApiError(409, reply.error, shown_in_zone(sentences or reply.message, promoter.zone), reply.clause)


def officer(author: Author) -> Officer:
    """A member of staff, as the register knows them."""
    return Officer(author.login, author.name)


def command_id(call: Call[Any]) -> str:
    """The id of a command that a member of staff sends; no other member can send the same one."""
    return f"floor/staff.{call.signed_in.login}/{call.body.id}"


def path_number(text: str) -> int:
    """A number of an address; 0 if it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0

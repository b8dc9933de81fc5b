"""The forms of an order in words, for people who choose between them."""

from collections.abc import Callable, Mapping
from typing import Any

from croupier.floor.terminal_names import with_terminals
from croupier.money import Cents, dollars
from croupier.rules.outcomes import listed, shown
from croupier.rules.powers import Ground
from croupier.table.core.state import Table
from croupier.table.money.tender import counted_value, counts_in_words
from croupier.table.rounds.settling import RoundSettled

EITHER: Mapping[str, tuple[str, str]] = {
    "agreed": ("", "its holders agree"),
    "disputed": ("", "by a person who decides which face is uppermost"),
    "is_opener": ("the closer", "the opener"),
    "on": ("off", "on"),
    "refund": ("no bet is given back", "standing bets are given back"),
    "refund_short": ("short runs lose", "short runs are given back"),
    "to_player": ("to the house", "to the player"),
    "to_shooter": ("into the bowl", "back to the shooter"),
    "up": ("down", "up"),
    "with_chips": ("without chips", "with chips or tokens"),
}
"""The words for false and for true of every field that is chosen between them."""

NOTHING: Mapping[str, str] = {"passed_over": "nobody is passed over"}
"""The words for an empty value, if the form says nothing else."""


def form_words(table: Table, values: Mapping[str, Any], ground: Ground | None) -> str:
    """The chosen values of a form: "Hard 6 of seat-3, $10.00", or "one die rests on the other"."""
    bet = _bet(table, values.get("seat", ""), values.get("wager", ""))
    rest = {name: value for name, value in values.items() if not (bet and name in ("seat", "wager"))}
    said = (_said(table, name, value, ground) for name, value in rest.items())
    words = ", ".join(filter(None, (bet, *said))) or next((NOTHING[name] for name in values if name in NOTHING), "")
    return with_terminals(table.terminals, words)


def _bet(table: Table, seat: str, wager: str) -> str:
    bet = table.layout.get(seat, {}).get(wager) or table.staying.get(seat, {}).get(wager)
    if bet is None:
        return ""
    address = table.rules.addresses[wager]
    state = f" ({address.state})" if address.state else ""
    return f"{address.offer.wager.title}{state} of {seat}, {dollars(Cents(bet.stake))}"


def _said(table: Table, name: str, value: Any, ground: Ground | None) -> str:
    if name in ("why", "ground"):
        return ground.words if ground else str(value)
    if isinstance(value, bool):
        words = EITHER[name][value]
        return words if table.rules.procedures.takes_tokens else words.removesuffix(" or tokens")
    return WORDS[name](table, value) if name in WORDS else str(value)


def _round(table: Table, number: int) -> str:
    past = next((past.event for past in table.past if past.round == number), None)
    fell = f" ({past.outcome})" if isinstance(past, RoundSettled) else ""
    return f"round {number}{fell}" if number else "this round"


def _dispute(table: Table, number: int) -> str:
    file = table.desk.disputes[number]
    return f"dispute {number} of {file.seat}: {file.about}"


def _notice(table: Table, number: int) -> str:
    notice = table.desk.notices[number]
    return f"notice {number} to {notice.to}: {notice.about}"


def _slip(table: Table, number: int) -> str:
    slip = table.desk.slips[number]
    amount = dollars(Cents(counted_value(slip.chips)))
    return f"{'fill' if slip.is_fill else 'credit'} {number}, {amount}: {counts_in_words(slip.chips)}"


WORDS: Mapping[str, Callable[[Table, Any], str]] = {
    "count": lambda _, count: "1 die" if count == 1 else f"{count} dice",
    "dispute": _dispute,
    "notice": _notice,
    "numbers": lambda _, numbers: "-".join(str(number) for number in numbers),
    "outcome": lambda _, outcome: outcome if len(shown(outcome)) == 1 else f"{outcome}, a total of {sum(shown(outcome))}",
    "passed_over": lambda _, seats: f"passing over {listed(seats, 'and')}" if seats else "",
    "amount": lambda _, amount: dollars(Cents(amount)),
    "form": lambda _, form: f"form {form}" if form else "",
    "method": lambda _, method: method or "",
    "place": lambda _, place: f"place {place}" if place else "any place",
    "round": _round,
    "seat": lambda _, seat: seat or "the machine",
    "slip": _slip,
    "stacker": lambda _, terminal: terminal or "the drop box",
    "stake": lambda _, stake: f"raised to {dollars(Cents(stake))}" if stake else "given back",
    "total": lambda _, total: f"a total of {total}",
}
"""The words for a value, by the name of its field. Any other value stands for itself."""

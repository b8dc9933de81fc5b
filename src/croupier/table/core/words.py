"""Commands and events in words, and phrases that several of them share."""

import re
from collections.abc import Mapping

from croupier.money import Cents, dollars
from croupier.printable import escaped
from croupier.rules.machine import Result
from croupier.rules.outcomes import listed
from croupier.rules.sign import SettingValue
from croupier.rules.terms import AfterWin
from croupier.table.core.message import Command, Decided, Event, Ruling
from croupier.table.core.person import Person
from croupier.table.core.promotional import Promotional
from croupier.table.core.rows import COMMANDS, EVENTS
from croupier.table.core.state import Table


def wish(command: Command) -> str:
    """The command in words, to put before the reason of a refusal."""
    return COMMANDS[type(command)].wish(command)


def told(table: Table, event: Event) -> list[str]:
    """Describe an event at this table in sentences, each on one line. Consequences are indented."""
    words = EVENTS[type(event)].tell(table, event)
    lines = [words] if isinstance(words, str) else words
    if isinstance(event, Ruling):
        lines = [f"{lines[0].removesuffix('.')}{reason_suffix(event)}.", *lines[1:]]
    return [escaped(line) for line in lines]


def reason_suffix(event: Ruling) -> str:
    """The reason and the clause of a ruling, for the end of a sentence."""
    why = f": {event.why}" if event.why else ""
    return f"{why} ({event.clause})" if event.clause else why.removesuffix(".")


def who(by: Person | None) -> str:
    """A person with their role, for the start of a sentence. Without a person it is the machine."""
    return f"{by.name} ({by.role.replace('-', ' ')})" if by else "The machine"


def with_second(by: Person, second: Person | None) -> str:
    """A person and the second one who agreed, for the start of a sentence."""
    return f"{who(by)}, with {who(second)}," if second else who(by)


def by_whom(by: Person | None) -> str:
    """A person with their role, for the end of a sentence; empty without a person."""
    return f" by {who(by)}" if by else ""


def about_round(round: int | None) -> str:
    """The round that a dispute is about, after the name of the player; empty if it is about none."""
    return "" if round is None else f" about round {round}"


def entered(by: Person | None, second: Person | None = None) -> str:
    """The member of staff who gave a player's command, for the end of a sentence; empty if the player did."""
    return f", entered{by_whom(by)}{f', with {who(second)}' if second else ''}" if by else ""


def of_credits(promotional: Promotional) -> str:
    """The promotional part of an amount in words."""
    kinds = ((promotional.restricted, "restricted"), (promotional.unrestricted, "unrestricted"))
    credits = listed([f"{dollars(Cents(amount))} {kind}" for amount, kind in kinds if amount], "and")
    said = [f"{credits} credits"] if credits else []
    said += [f"{dollars(Cents(promotional.tokens))} in tokens"] if promotional.tokens else []
    return f"of it {listed(said, 'and')}"


def ends(table: Table, decided: tuple[Decided, ...]) -> list[str]:
    """One indented line for each bet that ended."""
    return [f"  {_ended(table, each)}{_returned_credits(each)}" for each in decided]


def _returned_credits(bet: Decided) -> str:
    said = of_credits(bet.promotional) if bet.promotional else ""
    return f" {said[0].upper()}{said[1:]}." if said else ""


def _ended(table: Table, bet: Decided) -> str:
    stake, paid = dollars(bet.stake), dollars(bet.paid)
    match bet.result:
        case Result.WIN:
            offer = table.rules.addresses[bet.wager].offer
            stays = "; it may stay up as a new bet" if offer.after_win is AfterWin.MAY_STAY_UP else ""
            charge = f", {dollars(bet.commission)} of it commission on what was over the maximum" if bet.commission else ""
            return f"{bet.seat}'s {bet.wager} wins: {paid} comes back for {stake}{charge}{stays}."
        case Result.LOSE:
            over = bet.paid - bet.commission
            charge = f", with {dollars(bet.commission)} of its commission" if bet.commission else ""
            back = f"; {dollars(over)} over the maximum goes back{charge}" if over else ""
            return f"{bet.seat}'s {bet.wager} loses {dollars(bet.stake - over)}{back}."
        case Result.PUSH:
            return f"{bet.seat}'s {bet.wager} is a push: {paid} goes back."
        case Result.VOID:
            return f"{bet.seat}'s {bet.wager} is void: {paid} goes back."
        case Result.REFUND:
            return f"{bet.seat}'s {bet.wager} is refunded: {paid} goes back."
        case Result.FORFEIT:
            return f"{bet.seat}'s {bet.wager} is forfeited: the house keeps {stake}."


def on_sign(table: Table, values: Mapping[str, SettingValue]) -> str:
    """Settings of a sign in words: amounts in dollars, the rest as yes, no or a number."""
    said, lines = {True: "yes", False: "no"}, list[str]()
    for setting in table.rules.all_settings:
        if setting.name in values:
            value = values[setting.name]
            words = dollars(value) if setting.unit == "cents" else said[value] if isinstance(value, bool) else str(value)
            lines.append(f"{setting.name.replace('_', ' ')} {words}")
    return listed(lines, "and")


def reason_in_words(why: str) -> str:
    """A reason as people read it: the id of a ground, such as `system-fault`, is words; a text stays as it was given."""
    return why.replace("-", " ") if re.fullmatch(r"[a-z]+(-[a-z]+)+", why) else why


def indented(advice: str) -> list[str]:
    """Advice as an indented line; no line if there is no advice."""
    return [f"  {advice}"] if advice else []

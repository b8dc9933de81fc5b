"""A page of play that a dealer can read: what is done stands at the margin, what comes of it is indented below.

    stickperson offers the dice to ann
      Robin (stickperson) offers the dice to ann (3.2).
    bob throws
      no: bob does not have the dice (3.8).

Pages are golden: `python tests/pages.py` writes what comes of it anew, and a reader checks it.
"""

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from croupier.catalogue import ruleset
from croupier.ledger.accounts import owed, rack, withheld
from croupier.money import Cents, dollars
from croupier.rules.moments import moment
from croupier.rules.outcomes import OutcomeName
from croupier.rules.powers import Act
from croupier.table import commands, orders
from croupier.table.apply import apply
from croupier.table.commands import CallBet, Command, MoveBet, PlaceBet, TakeDown
from croupier.table.decide import decide
from croupier.table.events import Event
from croupier.table.files import waiting
from croupier.table.person import Person
from croupier.table.refusals import Refusal
from croupier.table.state import Table, open_table
from croupier.table.words import told

HERE = Path(__file__).parent / "procedures"
DAY = "2024-11-01"
MONEY = r"\$([\d,]+(?:\.\d\d)?)"
WHO = r"([a-z-]+(?: [A-Z]\w*)?)"
WHY = r"(?:: (.+))?"


class Page(NamedTuple):
    """One procedure: the clauses it is about, its settings, and the lines of play."""

    ruleset: str
    clauses: tuple[str, ...]
    title: str
    settings: tuple[str, ...]
    lines: tuple[str, ...]
    """What is done; what comes of it is left out."""

    def setting(self, name: str) -> str:
        """What a line such as "sign: minimum 500" says."""
        return next((line.partition(":")[2].strip() for line in self.settings if line.startswith(f"{name}:")), "")


def pages(file: Path) -> Iterator[tuple[Page, str]]:
    """Every page of a file, and its text as it stands there."""
    head, *blocks = re.split(r"^== ", file.read_text(), flags=re.MULTILINE)
    assert all(line.startswith("#") or not line.strip() for line in head.splitlines()), f"{file.name}: begin with a comment"
    for block in blocks:
        first, *rest = block.rstrip().splitlines()
        clauses, _, title = first.partition("  ")
        settings = tuple(line for line in rest if re.match(r"(sign|players|seats|readings|without|day):", line))
        lines = tuple(line for line in rest if line.strip() and line not in settings and not line.startswith(" "))
        yield Page(file.stem, tuple(clauses.split(", ")), title.strip(), settings, lines), f"== {block.rstrip()}\n"


def played(page: Page) -> str:
    """A page with what comes of every line."""
    table, at = _opened(page), moment(f"{DAY}T12:00:00+00:00")
    written = [f"== {', '.join(page.clauses)}  {page.title}", *page.settings, ""]
    for line in page.lines:
        if when := re.fullmatch(r"at (\S+)", line):
            at = _time(when[1])
            written.append(line)
            continue
        if seen := _seen(table, line):
            written += [line, *(f"  {each}" for each in seen)]
            continue
        outcome = decide(table, replace(understood(line), at=at))
        at += 1000
        written.append(line)
        if isinstance(outcome, Refusal):
            written.append(f"  no: {outcome.message}")
            continue
        for event in outcome:
            written += [f"  {each}" for each in told(table, event)]
            table = apply(table, event)
            assert not sum(table.book.balances.values()), line
    return "\n".join(written) + "\n"


def _opened(page: Page) -> Table:
    pairs = dict(each.split() for each in page.setting("sign").split(", ") if each)
    sign = {name: value == "true" if value in ("true", "false") else int(value) for name, value in pairs.items()}
    chosen = dict(each.split() for each in page.setting("readings").split(", ") if each)
    rules = ruleset(page.ruleset).without(page.setting("without").split()).under(chosen)
    table = open_table(rules, rules.sign(sign), int(page.setting("seats") or 0))
    for each in (page.setting("players") or "ann $500, bob $500").split(", "):
        name, money = each.split()
        for event in _events(table, commands.TakeSeat(seat=name, chips=cents(money.lstrip("$")))):
            table = apply(table, event)
    return table


def _events(table: Table, command: Command) -> tuple[Event, ...]:
    outcome = decide(table, command)
    assert not isinstance(outcome, Refusal), outcome
    return outcome


def _seen(table: Table, line: str) -> list[str]:
    """A look at the table: what somebody has, what stands, what waits."""
    if line == "the layout":
        return [
            f"{seat}: {dollars(bet.stake)} on {wager}" for seat, bets in table.layout.items() for wager, bet in bets.items()
        ] or ["is empty"]
    if line == "the notices":
        return [f"{number}: to {each.to}, {each.due} ({each.clause})" for number, each in waiting(table)] or ["none waits"]
    if line == "the pucks":
        return [f"{name}: {state}" for name, state in table.pucks.items()]
    if named := re.fullmatch(r"the money of (\w+)", line):
        seat = named[1]
        accounts = {"": rack(seat), " withheld": withheld(seat), " owed": owed(seat)}
        return [
            f"{dollars(table.book.balance(account))}{name}"
            for name, account in accounts.items()
            if not name or table.book.balance(account)
        ]
    return []


def understood(line: str) -> Command:
    """What a line of a page asks of the table."""
    for pattern, command in GRAMMAR.items():
        if said := re.fullmatch(pattern, line):
            return command(said)
    raise ValueError(f"nobody can do this: {line}")


def _change(line: str) -> PlaceBet | TakeDown | MoveBet | CallBet:
    wish = understood(line)
    assert isinstance(wish, PlaceBet | TakeDown | MoveBet | CallBet), line
    return wish


def person(text: str) -> Person:
    """Somebody of the staff: a role, and a name where it matters whose."""
    role, _, name = text.partition(" ")
    return Person(name or "Robin", role)


def cents(text: str) -> Cents:
    whole, _, rest = text.replace(",", "").partition(".")
    return Cents(int(whole) * 100 + int(rest or 0))


def outcome(text: str) -> OutcomeName:
    return OutcomeName("-".join(str(number) for number in sorted(int(number) for number in text.split("-"))))


def _time(text: str) -> int:
    return moment(text if "T" in text else f"{DAY}T{text}+00:00")


def _values(text: str) -> Mapping[str, int | bool]:
    pairs = (each.split() for each in text.split(", "))
    return {name: value == "true" if value in ("true", "false") else int(value) for name, value in pairs}


def _bets(text: str) -> Mapping[str, Cents]:
    found = re.findall(rf"{MONEY} on (\S+?)(?:,|$)", text)
    return {wager: cents(money) for money, wager in found}


def _order(kind: type[orders.Order], m: re.Match[str], **fields: Any) -> Command:
    """An order: who stands in the first group, why in the last; "no reason" is none."""
    return kind(by=person(m[1]), why=(m[m.re.groups] or "").replace("no reason", ""), **fields)


MEASURES = {
    "void-bets": Act.VOID_BETS,
    "bar": Act.BAR,
    "exclude": Act.EXCLUDE,
    "recommend-exclusion": Act.RECOMMEND_EXCLUSION,
    "detain": Act.DETAIN,
}
POSTS = {"the closing": Act.CLOSE_TABLE}

GRAMMAR: Mapping[str, Callable[[re.Match[str]], Command]] = {
    # players
    rf"(\w+) sits down with {MONEY}": lambda m: commands.TakeSeat(seat=m[1], chips=cents(m[2])),
    r"(\w+) leaves": lambda m: commands.LeaveSeat(seat=m[1]),
    rf"(\w+) puts {MONEY} in": lambda m: commands.InsertMoney(seat=m[1], amount=cents(m[2])),
    r"(\w+) collects": lambda m: commands.Collect(seat=m[1]),
    r"(\w+) puts in the card of (\w+)": lambda m: commands.InsertCard(seat=m[1], player=m[2]),
    r"(\w+) takes the card out": lambda m: commands.RemoveCard(seat=m[1]),
    rf"(\w+) bets {MONEY} on (\S+)": lambda m: commands.PlaceBet(seat=m[1], wager=m[3], stake=cents(m[2])),
    rf"(\w+) calls out {MONEY} on (\S+)( without chips)? to {WHO}": lambda m: commands.SpeakBet(
        seat=m[1], wager=m[3], stake=cents(m[2]), with_chips=not m[4], by=person(m[5])
    ),
    rf"(\w+) takes {MONEY} off (\S+)": lambda m: commands.TakeDown(seat=m[1], wager=m[3], amount=cents(m[2])),
    r"(\w+) takes (?!the dice)(\S+) down": lambda m: commands.TakeDown(seat=m[1], wager=m[2]),
    rf"(\w+) moves {MONEY} of (\S+) to (\S+)": lambda m: commands.MoveBet(seat=m[1], wager=m[3], to=m[4], amount=cents(m[2])),
    r"(\w+) moves (\S+) to (\S+)": lambda m: commands.MoveBet(seat=m[1], wager=m[2], to=m[3]),
    rf"(\w+) calls (\S+) (on|off)(?: to {WHO})?": lambda m: commands.CallBet(
        seat=m[1], wager=m[2], on=m[3] == "on", by=person(m[4]) if m[4] else None
    ),
    r"(\w+) leaves (\S+) up": lambda m: commands.LeaveUp(seat=m[1], wager=m[2]),
    r"(\w+) takes the dice(?: (\d) and (\d))?": lambda m: commands.AcceptDice(seat=m[1], dice=(int(m[2] or 1), int(m[3] or 2))),
    r"(\w+) declines the dice": lambda m: commands.DeclineDice(seat=m[1]),
    r"(\w+) passes the dice": lambda m: commands.PassDice(seat=m[1]),
    r"the machine shoots": lambda _: commands.ShootDice(),
    r"(\w+) (?:throws|shoots)": lambda m: commands.ShootDice(seat=m[1]),
    r"(\w+) disputes round (\d+): (.+)": lambda m: commands.OpenDispute(seat=m[1], round=int(m[2]), about=m[3]),
    # the calls of a round
    rf"{WHO} tumbles the dice (\d+) times?": lambda m: commands.ShakeDice(by=person(m[1]), times=int(m[2])),
    r"bets open(?: until (\S+))?": lambda m: commands.OpenBetting(deadline=_time(m[1]) if m[1] else 0),
    rf"{WHO} opens the bets": lambda m: commands.OpenBetting(by=person(m[1])),
    r"the ball runs": lambda _: commands.SpinBall(),
    r"bets close": lambda _: commands.CloseBetting(),
    rf"{WHO} calls no more bets": lambda m: commands.CloseBetting(by=person(m[1])),
    rf"{WHO} presses no more bets": lambda m: commands.PressNoMoreBets(by=person(m[1])),
    rf"{WHO} lifts the cover": lambda m: commands.UncoverTumbler(by=person(m[1])),
    rf"{WHO} announces ([\d-]+), (\d+)": lambda m: commands.AnnounceResult(
        by=person(m[1]), numbers=tuple(int(n) for n in m[2].split("-")), total=int(m[3])
    ),
    rf"{WHO} (?:enters|calls) (\d+(?:-\d+)*)": lambda m: commands.EnterOutcome(outcome=outcome(m[2]), by=person(m[1])),
    rf"{WHO} decides that (\S+) is uppermost": lambda m: commands.EnterOutcome(
        outcome=outcome(m[2]), by=person(m[1]), disputed=True
    ),
    r"(\S+) falls": lambda m: commands.EnterOutcome(outcome=outcome(m[1])),
    r"the areas light up": lambda _: commands.LightAreas(),
    rf"{WHO} has paid": lambda m: commands.FinishPaying(by=person(m[1])),
    r"a fault is reported: (\S+)": lambda m: commands.ReportFault(ground=m[1]),
    rf"{WHO} calls (?:it|round (\d+)) off(?:, (\w+) forfeits)?{WHY}": lambda m: commands.VoidRound(
        by=person(m[1]), ground=m[4] or "", round=int(m[2] or 0), forfeit=(m[3],) if m[3] else ()
    ),
    # the dice
    rf"{WHO} offers the dice to (\w+)": lambda m: orders.OfferDice(by=person(m[1]), seat=m[2]),
    rf"{WHO} orders a pass{WHY}": lambda m: _order(orders.OrderPass, m),
    rf"{WHO} throws for the house": lambda m: orders.ThrowForHouse(by=person(m[1])),
    rf"{WHO} misses (\d+) dice": lambda m: orders.LoseDice(by=person(m[1]), count=int(m[2])),
    rf"{WHO} checks the die( for the shooter)?": lambda m: orders.RecoverDie(by=person(m[1]), to_shooter=bool(m[2])),
    rf"{WHO} brings a new set": lambda m: orders.ReplaceDice(by=person(m[1])),
    # rulings
    rf"{WHO} relaxes(?: with {WHO})?, (\w+ (?:bets|takes|moves|calls) [^:]+(?::\d+)?[^:]*){WHY}": lambda m: orders.RelaxFreeze(
        by=person(m[1]), second=person(m[2]) if m[2] else None, wish=_change(m[3]), why=m[4] or ""
    ),
    rf"{WHO} refuses (\S+) of (\w+){WHY}": lambda m: _order(orders.RefuseBet, m, wager=m[2], seat=m[3]),
    rf"{WHO} refuses all bets of (\w+){WHY}": lambda m: _order(orders.RefuseBet, m, seat=m[2]),
    rf"{WHO} corrects round (\d+) to (\S+){WHY}": lambda m: _order(
        orders.CorrectOutcome, m, round=int(m[2]), outcome=outcome(m[3])
    ),
    rf"{WHO} declares the terminal of (\w+) faulty{WHY}": lambda m: _order(orders.DeclareFault, m, seat=m[2]),
    rf"{WHO} confirms for (\w+) in round (\d+) (.*?){WHY}": lambda m: _order(
        orders.ConfirmRecord, m, seat=m[2], round=int(m[3]), bets=_bets(m[4])
    ),
    rf"{WHO} voids what (\w+) bet in round (\d+){WHY}": lambda m: _order(orders.VoidUnconfirmed, m, seat=m[2], round=int(m[3])),
    rf"{WHO} reports the lights(, refunding short runs)?{WHY}": lambda m: _order(
        orders.ReportLights, m, refund_short=bool(m[2])
    ),
    rf"{WHO} rectifies the fault{WHY}": lambda m: _order(orders.Rectify, m),
    rf"{WHO} withholds {MONEY} from (\w+){WHY}": lambda m: _order(orders.Withhold, m, amount=cents(m[2]), seat=m[3]),
    rf"{WHO} releases {MONEY} (?:to|of) (\w+)( to the house)?{WHY}": lambda m: _order(
        orders.Release, m, amount=cents(m[2]), seat=m[3], to_player=not m[4]
    ),
    rf"{WHO} sanctions (\w+), (\S+){WHY}": lambda m: _order(orders.Sanction, m, seat=m[2], measure=MEASURES[m[3]]),
    rf"{WHO} notes a breach of (\S+) by (\w+){WHY}": lambda m: _order(orders.NoteBreach, m, clause=m[2], seat=m[3]),
    rf"{WHO} asks (\w+) to leave{WHY}": lambda m: _order(orders.VacateSeat, m, seat=m[2]),
    rf"{WHO} declares the bets of (\w+) invalid{WHY}": lambda m: _order(orders.DeclareInvalid, m, seat=m[2]),
    rf"{WHO} holds (\w+) to one terminal{WHY}": lambda m: _order(orders.HoldToOneTerminal, m, player=m[2]),
    # signs and the table
    rf"{WHO} posts the closing at (\S+?){WHY}": lambda m: _order(
        orders.PostNotice, m, act=Act.CLOSE_TABLE, takes_effect=_time(m[2])
    ),
    rf"{WHO} posts the end of (\S+) at (\S+?){WHY}": lambda m: _order(
        orders.PostNotice, m, act=Act.END_WAGER, wager=m[2], takes_effect=_time(m[3])
    ),
    rf"{WHO} posts (\w+ \w+) at (\S+?){WHY}": lambda m: _order(
        orders.PostNotice, m, act=Act.CHANGE_SIGN, values=_values(m[2]), takes_effect=_time(m[3])
    ),
    rf"{WHO} changes the sign to (.+?){WHY}": lambda m: _order(orders.ChangeSign, m, values=_values(m[2])),
    rf"{WHO} gives (\w+) limits of {MONEY} to {MONEY}{WHY}": lambda m: _order(
        orders.SetPlayerLimits, m, seat=m[2], minimum=cents(m[3]), maximum=cents(m[4])
    ),
    rf"{WHO} ends (\S+?){WHY}": lambda m: _order(orders.EndWager, m, wager=m[2]),
    rf"{WHO} announces the close{WHY}": lambda m: _order(orders.AnnounceClose, m),
    rf"{WHO} closes the table(, refunding)?{WHY}": lambda m: _order(orders.CloseTable, m, refund=bool(m[2])),
    rf"{WHO} opens the day (\S+)(?: with (.+))?": lambda m: orders.OpenDay(
        by=person(m[1]), day=m[2], values=_values(m[3]) if m[3] else {}
    ),
    rf"{WHO} amends (.+?){WHY}": lambda m: _order(
        orders.AmendRules,
        m,
        readings={k: v for k, v in (each.split("=", 1) for each in m[2].split()) if "-" in k and "(" not in k},
        raised={k: v.replace("_", " ") for k, v in (each.split("=", 1) for each in m[2].split()) if "(" in k},
    ),
    rf"{WHO} takes over": lambda m: orders.RelieveDealer(by=person(m[1])),
    # files
    rf"{WHO} decides dispute (\d+): (.+)": lambda m: orders.HearDispute(by=person(m[1]), dispute=int(m[2]), decision=m[3]),
    rf"{WHO} reviews dispute (\d+): (.+)": lambda m: orders.ReviewDispute(by=person(m[1]), dispute=int(m[2]), decision=m[3]),
    rf"{WHO} advises on dispute (\d+)": lambda m: orders.AdviseComplaint(by=person(m[1]), dispute=int(m[2])),
    rf"{WHO} gives notice (\d+): (.+)": lambda m: orders.GiveNotice(by=person(m[1]), notice=int(m[2]), how=m[3]),
}


def main() -> None:
    """Write every page anew."""
    for file in sorted(HERE.glob("*.txt")):
        head = re.split(r"^== ", file.read_text(), flags=re.MULTILINE)[0]
        file.write_text(head.rstrip() + "\n\n" + "\n".join(played(page) for page, _ in pages(file)))
        sys.stdout.write(f"wrote {file.name}\n")


if __name__ == "__main__":
    sys.exit(main())

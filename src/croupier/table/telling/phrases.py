"""The phrases of a page of play: each is a command.

    ann bets $12 on place-win:6
    ann calls place-win:6 off
    roll 3-4
    stickperson Kim calls no more bets

Most orders have a phrase of their own. Any order can be given by the name of its class and of its fields:

    casino-supervisor Kim orders SetPlayerLimits seat=ann, minimum=500, maximum=5000: a regular guest
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from croupier.echo import echo
from croupier.money import Cents
from croupier.rules.moments import moment
from croupier.rules.outcomes import OutcomeName
from croupier.rules.powers import Act
from croupier.table.authority.crew import RelieveDealer
from croupier.table.authority.disputes import AdviseComplaint, HearDispute, OpenDispute, ReviewDispute
from croupier.table.authority.notices import GiveNotice
from croupier.table.bets.below_minimum import CorrectBet
from croupier.table.bets.calling import CallBet
from croupier.table.bets.placing import LeaveUp, PlaceBet, SpeakBet
from croupier.table.bets.refusing import RefuseBet
from croupier.table.bets.relaxing import RelaxFreeze
from croupier.table.bets.taking_down import MoveBet, TakeDown
from croupier.table.core.message import Command, Order
from croupier.table.core.person import Person
from croupier.table.core.rows import COMMANDS
from croupier.table.money.adjusting import AdjustCredit
from croupier.table.money.cards import HoldToOneTerminal, InsertCard, RemoveCard
from croupier.table.money.colour_change import ChangeColour
from croupier.table.money.credit import Collect, InsertMoney
from croupier.table.money.debts import DemandReturn
from croupier.table.money.seats import LeaveSeat, TakeSeat
from croupier.table.money.vacating import VacateSeat
from croupier.table.money.withholding import Release, Withhold
from croupier.table.pit.amending import AmendRules
from croupier.table.pit.bars import LiftBar, RecordBar
from croupier.table.pit.conduct import NoteBreach, Sanction
from croupier.table.pit.days import AnnounceClose, CloseTable, OpenDay
from croupier.table.pit.ending_wagers import EndWager
from croupier.table.pit.invalid import DeclareInvalid
from croupier.table.pit.limits import SetPlayerLimits
from croupier.table.pit.signs import ChangeSign, PostNotice
from croupier.table.rounds.calls import CloseBetting, OpenBetting, PressNoMoreBets, ShakeDice, SpinBall
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.dice import AcceptDice, DeclineDice, OfferDice, OrderPass, PassDice
from croupier.table.rounds.dice_set import LoseDice, RecoverDie, ReplaceDice
from croupier.table.rounds.lights import Rectify, ReportLights
from croupier.table.rounds.results import AnnounceResult, EnterOutcome, FinishPaying, LightAreas, UncoverTumbler
from croupier.table.rounds.shooting import RestDice, ShootDice, ThrowForHouse
from croupier.table.rounds.terminals import ConfirmRecord, DeclareFault, VoidUnconfirmed
from croupier.table.rounds.voiding import ReportFault, VoidRound

DAY = "2024-11-01"
"""The day of times that are written without one."""
MONEY = r"\$([\d,]+(?:\.\d\d)?)"
WHO = r"([a-z-]+(?: [A-Z]\w*)?)"
WHY = r"(?:: (.+))?"
SHOWN = r"(\d+(?:-\d+)*)"
EXAMPLES = 'write for example "ann bets $10 on field", "ann takes field down", "ann calls place-win:6 off" or "roll 2-2"'


class PhraseError(ValueError):
    """A line is no phrase of play."""


def understood(line: str) -> Command:
    """What a line of a page asks of the table. Raises PhraseError if it is no phrase."""
    for pattern, command in GRAMMAR.items():
        if said := re.fullmatch(pattern, line):
            return command(said)
    raise PhraseError(f"'{echo(line)}' is no phrase of play; {EXAMPLES}")


def _change(line: str) -> PlaceBet | TakeDown | MoveBet | CallBet:
    wish = understood(line)
    if not isinstance(wish, PlaceBet | TakeDown | MoveBet | CallBet):
        raise PhraseError(f"'{echo(line)}' does not change a bet; {EXAMPLES}")
    return wish


def person(text: str) -> Person:
    """A member of staff: a role and, optionally, a name."""
    role, _, name = text.partition(" ")
    return Person(name or "Robin", role)


def cents(text: str) -> Cents:
    """An amount in dollars, such as 1,000 or 2.50."""
    whole, _, rest = text.replace(",", "").partition(".")
    return Cents(int(whole) * 100 + int(rest or 0))


def outcome(text: str) -> OutcomeName:
    """An outcome, such as 3-4 or 17, in any order of the dice."""
    return OutcomeName("-".join(str(number) for number in sorted(int(number) for number in text.split("-"))))


def time_of(text: str) -> int:
    """A time of the day, or a time with its day."""
    return moment(text if "T" in text else f"{DAY}T{text}+00:00")


def _values(text: str) -> Mapping[str, int | bool]:
    pairs = (each.split() for each in text.split(", "))
    return {name: value == "true" if value in ("true", "false") else int(value) for name, value in pairs}


def _bets(text: str) -> Mapping[str, Cents]:
    found = re.findall(rf"{MONEY} on (\S+?)(?:,|$)", text)
    return {wager: cents(money) for money, wager in found}


def _chips(text: str) -> Mapping[int, int]:
    """Chips such as "4 x $25 and 3 x $100"."""
    return {cents(money): int(count) for count, money in re.findall(rf"(\d+) x {MONEY}", text)}


def _order(kind: type[Order], m: re.Match[str], **fields: Any) -> Command:
    """An order: who stands in the first group, why in the last; "no reason" is none."""
    return kind(by=person(m[1]), why=(m[m.re.groups] or "").replace("no reason", ""), **fields)


def _any_order(m: re.Match[str]) -> Command:
    """An order by the name of its class, with fields such as "seat=ann, amount=500"."""
    kind = next((kind for kind in COMMANDS if issubclass(kind, Order) and kind.__name__ == m[2]), None)
    if kind is None:
        raise PhraseError(f"there is no order {m[2]}")
    types = {field.name: field.type for field in msgspec.structs.fields(kind)}
    named = dict(each.split("=", 1) for each in re.split(r", (?=\w+=)", m[3] or "") if each)
    if strange := sorted(named.keys() - types.keys()):
        raise PhraseError(f"{m[2]} has no field {', '.join(strange)}")
    return _order(kind, m, **{name: _value(written, types[name]) for name, written in named.items()})


def _value(written: str, type: Any) -> Any:
    """The value of a field; compact JSON if it is an object or a list."""
    if written.startswith(("{", "[")):
        return msgspec.json.decode(written, type=type)
    return msgspec.convert(written, type=type, strict=False)


MEASURES = {
    "void-bets": Act.VOID_BETS,
    "bar": Act.BAR,
    "exclude": Act.EXCLUDE,
    "recommend-exclusion": Act.RECOMMEND_EXCLUSION,
    "detain": Act.DETAIN,
}

SHUT_OUT = {"barred": Act.BAR, "excluded": Act.EXCLUDE}

GRAMMAR: Mapping[str, Callable[[re.Match[str]], Command]] = {
    # players
    rf"(\w+) sits down with {MONEY}": lambda m: TakeSeat(seat=m[1], chips=cents(m[2])),
    r"(\w+) leaves": lambda m: LeaveSeat(seat=m[1]),
    rf"(\w+) puts {MONEY} in": lambda m: InsertMoney(seat=m[1], amount=cents(m[2])),
    r"(\w+) collects": lambda m: Collect(seat=m[1]),
    r"(\w+) puts in the card of (\w+)": lambda m: InsertCard(seat=m[1], player=m[2]),
    r"(\w+) takes the card out": lambda m: RemoveCard(seat=m[1]),
    rf"(\w+) bets {MONEY} on (.+)": lambda m: PlaceBet(seat=m[1], wager=m[3], stake=cents(m[2])),
    rf"(\w+) calls out {MONEY} on (\S+)( without chips)? to {WHO}": lambda m: SpeakBet(
        seat=m[1], wager=m[3], stake=cents(m[2]), with_chips=not m[4], by=person(m[5])
    ),
    rf"(\w+) takes {MONEY} off (.+)": lambda m: TakeDown(seat=m[1], wager=m[3], amount=cents(m[2])),
    r"(\w+) takes (?!the dice)(.+) down": lambda m: TakeDown(seat=m[1], wager=m[2]),
    rf"(\w+) moves {MONEY} of (.+) to (.+)": lambda m: MoveBet(seat=m[1], wager=m[3], to=m[4], amount=cents(m[2])),
    r"(\w+) moves (.+) to (.+)": lambda m: MoveBet(seat=m[1], wager=m[2], to=m[3]),
    rf"(\w+) calls (?!it\b|round \d)(.+) (on|off)(?: to {WHO})?": lambda m: CallBet(
        seat=m[1], wager=m[2], on=m[3] == "on", by=person(m[4]) if m[4] else None
    ),
    r"(\w+) leaves (.+) up": lambda m: LeaveUp(seat=m[1], wager=m[2]),
    r"(\w+) takes the dice(?: (\d) and (\d))?": lambda m: AcceptDice(seat=m[1], dice=(int(m[2] or 1), int(m[3] or 2))),
    r"(\w+) declines the dice": lambda m: DeclineDice(seat=m[1]),
    r"(\w+) passes the dice": lambda m: PassDice(seat=m[1]),
    r"the machine shoots": lambda _: ShootDice(),
    r"(\w+) (?:throws|shoots)": lambda m: ShootDice(seat=m[1]),
    r"(\w+) disputes round (\d+): (.+)": lambda m: OpenDispute(seat=m[1], round=int(m[2]), about=m[3]),
    # the calls of a round
    rf"{WHO} tumbles the dice (\d+) times?": lambda m: ShakeDice(by=person(m[1]), times=int(m[2])),
    r"bets open(?: until (\S+))?": lambda m: OpenBetting(deadline=time_of(m[1]) if m[1] else 0),
    rf"{WHO} opens the bets": lambda m: OpenBetting(by=person(m[1])),
    r"the ball runs": lambda _: SpinBall(),
    r"bets close": lambda _: CloseBetting(),
    rf"{WHO} calls no more bets": lambda m: CloseBetting(by=person(m[1])),
    rf"{WHO} presses no more bets": lambda m: PressNoMoreBets(by=person(m[1])),
    rf"{WHO} lifts the cover": lambda m: UncoverTumbler(by=person(m[1])),
    rf"{WHO} announces ([\d-]+), (\d+)": lambda m: AnnounceResult(
        by=person(m[1]), numbers=tuple(int(n) for n in m[2].split("-")), total=int(m[3])
    ),
    rf"{WHO} (?:enters|calls) (\d+(?:-\d+)*)": lambda m: EnterOutcome(outcome=outcome(m[2]), by=person(m[1])),
    rf"{WHO} decides that (\S+) is uppermost": lambda m: EnterOutcome(outcome=outcome(m[2]), by=person(m[1]), disputed=True),
    rf"(?:(?:roll|dice|spin) {SHOWN}|{SHOWN} falls)": lambda m: EnterOutcome(outcome=outcome(m[1] or m[2])),
    r"no (?:roll|result)": lambda _: VoidRound(),
    r"the areas light up": lambda _: LightAreas(),
    rf"{WHO} has paid": lambda m: FinishPaying(by=person(m[1])),
    r"a fault is reported: (\S+)": lambda m: ReportFault(ground=m[1]),
    rf"{WHO} calls (?:it|round (\d+)) off(?:, (\w+) forfeits)?(?: on (\w+(?:, \w+)*))?{WHY}": lambda m: VoidRound(
        by=person(m[1]),
        ground=m[5] or "",
        round=int(m[2] or 0),
        forfeit=(m[3],) if m[3] else (),
        terminals=tuple(m[4].split(", ")) if m[4] else None,
    ),
    # the dice
    rf"{WHO} offers the dice to (\w+)": lambda m: OfferDice(by=person(m[1]), seat=m[2]),
    rf"{WHO} orders a pass{WHY}": lambda m: _order(OrderPass, m),
    r"the dice come to rest": lambda _: RestDice(),
    rf"{WHO} sees the dice come to rest": lambda m: RestDice(by=person(m[1])),
    rf"{WHO} throws for the house": lambda m: ThrowForHouse(by=person(m[1])),
    rf"{WHO} misses (\d+) dice": lambda m: LoseDice(by=person(m[1]), count=int(m[2])),
    rf"{WHO} checks the die( for the shooter)?": lambda m: RecoverDie(by=person(m[1]), to_shooter=bool(m[2])),
    rf"{WHO} brings a new set": lambda m: ReplaceDice(by=person(m[1])),
    rf"{WHO} changes (\d.+) of (\w+) into (\d[^:]+){WHY}": lambda m: _order(
        ChangeColour, m, given=_chips(m[2]), seat=m[3], received=_chips(m[4])
    ),
    # rulings
    rf"{WHO} relaxes(?: with {WHO})?, (\w+ (?:bets|takes|moves|calls) [^:]+(?::\d+)?[^:]*){WHY}": lambda m: RelaxFreeze(
        by=person(m[1]), second=person(m[2]) if m[2] else None, wish=_change(m[3]), why=m[4] or ""
    ),
    rf"{WHO} refuses (\S+) of (\w+){WHY}": lambda m: _order(RefuseBet, m, wager=m[2], seat=m[3]),
    rf"{WHO} refuses all bets of (\w+){WHY}": lambda m: _order(RefuseBet, m, seat=m[2]),
    rf"{WHO} corrects round (\d+) to (\S+){WHY}": lambda m: _order(CorrectOutcome, m, round=int(m[2]), outcome=outcome(m[3])),
    rf"{WHO} declares the terminal of (\w+) faulty{WHY}": lambda m: _order(DeclareFault, m, seat=m[2]),
    rf"{WHO} confirms for (\w+) in round (\d+) (.*?){WHY}": lambda m: _order(
        ConfirmRecord, m, seat=m[2], round=int(m[3]), bets=_bets(m[4])
    ),
    rf"{WHO} voids what (\w+) bet in round (\d+){WHY}": lambda m: _order(VoidUnconfirmed, m, seat=m[2], round=int(m[3])),
    rf"{WHO} reports the lights(, refunding short runs)?{WHY}": lambda m: _order(ReportLights, m, refund_short=bool(m[2])),
    rf"{WHO} rectifies the fault{WHY}": lambda m: _order(Rectify, m),
    rf"{WHO} withholds {MONEY} from (\w+){WHY}": lambda m: _order(Withhold, m, amount=cents(m[2]), seat=m[3]),
    rf"{WHO} demands {MONEY} back from (\w+)(?:, the card of (\w+))?{WHY}": lambda m: _order(
        DemandReturn, m, amount=cents(m[2]), seat=m[3], player=m[4]
    ),
    rf"{WHO} adjusts the credit of (\w+) (up|down) by {MONEY}{WHY}": lambda m: _order(
        AdjustCredit, m, seat=m[2], up=m[3] == "up", amount=cents(m[4])
    ),
    rf"{WHO} releases {MONEY} (?:to|of) (\w+)( to the house)?{WHY}": lambda m: _order(
        Release, m, amount=cents(m[2]), seat=m[3], to_player=not m[4]
    ),
    rf"{WHO} at ([a-z]+-\d) (barred|excluded) (\w+){WHY}": lambda m: RecordBar(
        person=m[4], measure=SHUT_OUT[m[3]], table=m[2], since=time_of("11:00:00"), by=person(m[1]), why=m[5] or ""
    ),
    rf"{WHO} ends the exclusion of (\w+){WHY}": lambda m: LiftBar(person=m[2], by=person(m[1]), why=m[3] or ""),
    rf"{WHO} has (\S+) of (\w+) raised to {MONEY}": lambda m: CorrectBet(
        by=person(m[1]), wager=m[2], seat=m[3], stake=cents(m[4])
    ),
    rf"{WHO} has (\S+) of (\w+) taken back": lambda m: CorrectBet(by=person(m[1]), wager=m[2], seat=m[3], stake=Cents(0)),
    rf"{WHO} sanctions (\w+), (\S+){WHY}": lambda m: _order(Sanction, m, seat=m[2], measure=MEASURES[m[3]]),
    rf"{WHO} notes a breach of (\S+) by (\w+){WHY}": lambda m: _order(NoteBreach, m, clause=m[2], seat=m[3]),
    rf"{WHO} asks (\w+) to leave{WHY}": lambda m: _order(VacateSeat, m, seat=m[2]),
    rf"{WHO} declares the bets of (\w+) invalid{WHY}": lambda m: _order(DeclareInvalid, m, seat=m[2]),
    rf"{WHO} holds (\w+) to one terminal{WHY}": lambda m: _order(HoldToOneTerminal, m, player=m[2]),
    # signs and the table
    rf"{WHO} posts the closing at (\S+?){WHY}": lambda m: _order(
        PostNotice, m, act=Act.CLOSE_TABLE, takes_effect=time_of(m[2])
    ),
    rf"{WHO} posts the end of (\S+) at (\S+?){WHY}": lambda m: _order(
        PostNotice, m, act=Act.END_WAGER, wager=m[2], takes_effect=time_of(m[3])
    ),
    rf"{WHO} posts (\w+ \w+) at (\S+?){WHY}": lambda m: _order(
        PostNotice, m, act=Act.CHANGE_SIGN, values=_values(m[2]), takes_effect=time_of(m[3])
    ),
    rf"{WHO} changes the sign to (.+?){WHY}": lambda m: _order(ChangeSign, m, values=_values(m[2])),
    rf"{WHO} gives (\w+) limits of {MONEY} to {MONEY}{WHY}": lambda m: _order(
        SetPlayerLimits, m, seat=m[2], minimum=cents(m[3]), maximum=cents(m[4])
    ),
    rf"{WHO} ends (\S+?){WHY}": lambda m: _order(EndWager, m, wager=m[2]),
    rf"{WHO} announces the close{WHY}": lambda m: _order(AnnounceClose, m),
    rf"{WHO} closes the table(, refunding)?{WHY}": lambda m: _order(CloseTable, m, refund=bool(m[2])),
    rf"{WHO} opens the day (\S+)(?: with (.+))?": lambda m: OpenDay(
        by=person(m[1]), day=m[2], values=_values(m[3]) if m[3] else {}
    ),
    rf"{WHO} amends (.+?){WHY}": lambda m: _order(
        AmendRules,
        m,
        readings={k: v for k, v in (each.split("=", 1) for each in m[2].split()) if "-" in k and "(" not in k},
        raised={k: v.replace("_", " ") for k, v in (each.split("=", 1) for each in m[2].split()) if "(" in k},
    ),
    rf"{WHO} takes over": lambda m: RelieveDealer(by=person(m[1])),
    # any order, so that a new one needs no phrase of its own
    rf"{WHO} orders ([A-Z]\w+)(?: (\w+=.+?))?{WHY}": _any_order,
    # files
    rf"{WHO} decides dispute (\d+): ([^:]+){WHY}": lambda m: _order(HearDispute, m, dispute=int(m[2]), decision=m[3]),
    rf"{WHO} reviews dispute (\d+): (.+)": lambda m: ReviewDispute(by=person(m[1]), dispute=int(m[2]), decision=m[3]),
    rf"{WHO} advises on dispute (\d+)": lambda m: AdviseComplaint(by=person(m[1]), dispute=int(m[2])),
    rf"{WHO} gives notice (\d+): (.+)": lambda m: GiveNotice(by=person(m[1]), notice=int(m[2]), how=m[3]),
}

"""Writes promotions.md: every command, event and refusal of the prize register."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

from messages import entry
from msgspec.structs import replace

from croupier.canonical import canonical
from croupier.catalogue import names, ruleset
from croupier.facts.message import Command
from croupier.facts.refusal import Refusal
from croupier.money import Cents
from croupier.promotions import SUBJECTS
from croupier.promotions.claims import ClaimPrize, RefuseClaim, TellReasons
from croupier.promotions.disputes import AdviseClaimant, DecidePrizeDispute, RaisePrizeDispute
from croupier.promotions.drafting import DraftPromotion, LodgeTerms, ReviseTerms
from croupier.promotions.draw import DrawRecord, TakenPrize, commitment_to, drawn
from croupier.promotions.drawing import CommitDraw, DrawPrizes
from croupier.promotions.due import DueKind
from croupier.promotions.ending import EndPromotion
from croupier.promotions.entering import AddDetails, AddPerson, CloseEntries, EnterDraw, Namesakes
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.promotions.integrity import CancelPromotion, LapsedPrize, PostponePromotion, ResumePromotion, TellInspector
from croupier.promotions.keeping import ErasePeople, KeepPrivateData
from croupier.promotions.message import Officer, PrizeCommand
from croupier.promotions.notifying import NotifyWinner
from croupier.promotions.opening import AmendTerms, OpenPromotion
from croupier.promotions.paying import GivePrize, PayPrize, PrizePart
from croupier.promotions.refusals import Reason, TermsFault
from croupier.promotions.reinstatement import ReinstateWinner
from croupier.promotions.state import PrizeRegister, Stage
from croupier.promotions.terms import Prize, PromotionTerms, QualifyingPlay
from croupier.promotions.withdrawals import BarEntry, RetractEntry, WithdrawEntry
from croupier.rulebook.markdown import table
from croupier.rules.moments import DAY, HOUR
from croupier.rules.outcomes import listed
from croupier.rules.promotions import PrizeKind, PrizeWay, Promotions
from croupier.server.api.promotions import BY_FLOOR, BY_PROGRAM

CLEO, MAX, SAM = Officer("cleo", "Cleo Marsh"), Officer("max", "Max Bell"), Officer("sam", "Sam Just")
CASS = Officer("cass", "Cass Hill")
BEGIN = 1_760_000_000_000
STARTS, CLOSES, DRAWN = BEGIN + 2 * DAY, BEGIN + 4 * DAY, BEGIN + 4 * DAY + 2 * HOUR
PLAYED = DRAWN + 500 * DAY
SECRET, VALUE = sha256(b"an example").hexdigest(), "8714.32"


def promotions_page(written_by: str) -> str:
    """The whole page."""
    lines = ["# The prize register", "", written_by, "", *HOW_TO_READ, "", "## What they are made of", ""]
    lines += [line for part in PARTS for line in entry(part)]
    for title, kinds in (("Stage", Stage), ("PrizeKind", PrizeKind), ("PrizeWay", PrizeWay), ("DueKind", DueKind)):
        lines += [f"### {title}", "", f"A text: {', '.join(f'`{each}`' for each in kinds)}.", ""]
    shown = examples()
    for subject in SUBJECTS:
        about = " ".join((subject.__doc__ or "").split())
        lines += [f"## {subject.__name__.rpartition('.')[2].capitalize()}", "", about, ""]
        for kind in PRIZE_REGISTER.commands:
            if kind.__module__ == subject.__name__:
                lines += entry(kind, _by_program(kind))
        for kind, row in PRIZE_REGISTER.events.items():
            if kind.__module__ == subject.__name__:
                moves = "It may move money." if row.moves_money else "It moves no money."
                lines += entry(kind, moves, shown[kind.__name__])
    lines += ["## Refusals", "", "A refusal changes nothing and is not in the journal. Codes are stable.", ""]
    lines += table(("code", "meaning"), [(f"`{reason}`", reason.meaning) for reason in Reason])
    return "\n".join(lines) + "\n"


PARTS = (
    *(Officer, PromotionTerms, QualifyingPlay, Prize, PrizePart, TermsFault, Namesakes),
    *(DrawRecord, TakenPrize, LapsedPrize),
)


def _by_program(kind: type[Command]) -> str:
    """What the program does of a command, so that no order has it."""
    if kind in BY_PROGRAM:
        return "The program alone gives it: the API has no such order."
    filled = BY_FLOOR.get(kind, ())
    names = listed([f"`{name}`" for name in filled], "and")
    return f"The program fills in {names}: no order has {'them' if len(filled) > 1 else 'it'}." if filled else ""


def examples() -> dict[str, str]:
    """One of every event, as a floor would write it."""
    rules, chapter = next((name, found) for name in names() if (found := ruleset(name).promotions))
    register, shown = PrizeRegister(chapters={rules: chapter}), dict[str, str]()
    for command in _season(rules, chapter):
        decided = PRIZE_REGISTER.decide(register, replace(command, at=max(register.clock + 1000, command.at, BEGIN)))
        assert not isinstance(decided, Refusal), f"the example {command} is refused: {decided}"
        for event in decided:
            register = PRIZE_REGISTER.apply(register, event)
            shown.setdefault(type(event).__name__, canonical(event).decode())
    return shown


def _terms(chapter: Promotions) -> PromotionTerms:
    none = dict.fromkeys((each.id for each in chapter.forbidden), 0)
    car = {item.id: "As shown in the foyer" for item in chapter.particulars_of(PrizeKind.VEHICLE)}
    details = "Not transferable"
    return PromotionTerms(
        title="Spring draw",
        texts={item.id: "See the brochure" for item in chapter.terms if item.id != "wager"},
        starts=STARTS,
        closes=CLOSES,
        drawn=DRAWN,
        wager=False,
        present=False,
        claim_days=14,
        notice=("mail",),
        prizes=(
            Prize(kind=PrizeKind.MONEY, title="Money", value=Cents(50_000), details=details, contains=none),
            Prize(kind=PrizeKind.VEHICLE, title="A car", value=Cents(900_000), details=details, contains=none, particulars=car),
        ),
    )


def _season(rules: str, chapter: Promotions) -> Iterator[PrizeCommand]:
    by: dict[str, Any] = {"by": CLEO, "promotion": 1}
    terms, numbers = _terms(chapter), [sha256(f"entry {each}".encode()).hexdigest()[:16] for each in (1, 2, 3)]
    winners = [numbers.index(each) + 1 for each in drawn(numbers, (), SECRET, VALUE, (1, 2))]
    yield DraftPromotion(by=CLEO, rules=rules, terms=replace(terms, texts={}, prizes=()))
    yield ReviseTerms(**by, terms=terms)
    yield LodgeTerms(**by, proof="receipt 4711", sent=BEGIN + 1000)
    yield OpenPromotion(**by, at=STARTS, available="At the desk", marketing="Brochure 3")
    better = replace(terms, title="Great spring draw")
    yield AmendTerms(**by, second=MAX, terms=better, why="A better name", approval="letter 12")
    for person in (1, 2, 3):
        yield AddPerson(by=CLEO, digest=sha256(f"{person}".encode()).hexdigest(), holds=("name", "address"))
        yield EnterDraw(**by, person=person, number=numbers[person - 1])
    yield AddPerson(by=CLEO, digest=sha256(b"4").hexdigest(), holds=("patron",))
    yield EnterDraw(**by, person=4, number=sha256(b"entry 4").hexdigest()[:16])
    yield WithdrawEntry(**by, second=MAX, number=sha256(b"entry 4").hexdigest()[:16], why="It was the dealer")
    yield PostponePromotion(**by, why="Two entries look like copies")
    yield TellInspector(**by, how="Mr Lee, by telephone")
    yield ResumePromotion(**by, second=MAX, found="They are of two people with the same name")
    yield CloseEntries(**by, at=CLOSES)
    yield CommitDraw(
        **by, prizes=(1, 2), commitment=commitment_to(SECRET), source="The closing value of the ASX 200", fixed=CLOSES + HOUR
    )
    told, claimed = DRAWN + 2 * DAY + HOUR, DRAWN + 14 * DAY + HOUR
    yield DrawPrizes(**by, second=SAM, at=DRAWN, secret=SECRET, value=VALUE, tell_by=told, claim_by=claimed)
    yield AddDetails(by=CLEO, person=1, digest=sha256(b"more").hexdigest(), holds=("telephone",))
    yield RefuseClaim(**by, second=MAX, prize=1, person=winners[0], why="Under age", told="At the desk")
    yield ReinstateWinner(**by, second=MAX, prize=1, why="Of age by the passport")
    for prize in (1, 2):
        yield NotifyWinner(**by, prize=prize, method="mail", reached=True)
        yield ClaimPrize(**by, prize=prize, person=winners[prize - 1], identified="passport", present=False)
    yield PayPrize(by=CASS, promotion=1, prize=1, parts=(PrizePart(PrizeWay.CHEQUE, Cents(50_000)),))
    yield GivePrize(by=CASS, promotion=1, prize=2)
    yield RefuseClaim(**by, prize=1, person=({1, 2, 3} - {*winners}).pop(), why="Another entry has won")
    yield TellReasons(**by, refusal=2, told="At the desk")
    yield RaisePrizeDispute(**by, about="Whether entries closed in time")
    yield DecidePrizeDispute(**by, dispute=1, decision="They did", satisfied=False)
    yield AdviseClaimant(**by, dispute=1, how="By letter")
    yield EndPromotion(**by, why="All prizes are with their winners")
    yield KeepPrivateData(by=CLEO, second=MAX, days=365)
    yield ErasePeople(by=CLEO, second=MAX, at=DRAWN + 400 * DAY, people=(1, 2), why="The period is over")
    yield DraftPromotion(by=CLEO, rules=rules, terms=PromotionTerms())
    yield CancelPromotion(by=CLEO, promotion=2, why="Another idea")
    yield from _with_play(rules, terms)


def _with_play(rules: str, terms: PromotionTerms) -> Iterator[PrizeCommand]:
    """A promotion whose entries play earns."""
    by: dict[str, Any] = {"by": CLEO, "promotion": 3}
    later, number = {"starts": PLAYED + 2 * DAY, "closes": PLAYED + 4 * DAY, "drawn": PLAYED + 4 * DAY}, "0" * 16
    stated = {**terms.texts, "wager": "A bet of $10 or more"}
    play = replace(terms, **later, wager=True, play=QualifyingPlay(least=Cents(1_000)), texts=stated)
    yield DraftPromotion(by=CLEO, at=PLAYED, rules=rules, terms=play)
    yield LodgeTerms(**by, at=PLAYED, proof="receipt 4712", sent=PLAYED)
    yield OpenPromotion(**by, at=PLAYED + 2 * DAY, available="At the desk", marketing="Brochure 4")
    bet = "craps, line 40, t1: $10.00 on field"
    yield EnterDraw(**by, person=3, number=number, earned=bet, since=PLAYED + 2 * DAY)
    yield RetractEntry(**by, number=number, why="Its round is void")
    other = "craps, line 41, t1: $10.00 on field"
    yield EnterDraw(**by, person=3, number="1" * 16, earned=other, since=PLAYED + 2 * DAY)
    yield CloseEntries(**by, at=PLAYED + 4 * DAY)
    yield BarEntry(**by, number="1" * 16)


HOW_TO_READ = (
    "Every command, event and refusal of the prize register, by subject. A line of the stream `floor/promotions` is JSON",
    "and holds a command with its event; each has its name under `type`.",
    "",
    "Every command has `at`, the time in milliseconds since 1970, and `by`, which the server sets from the session. A",
    "command that two people sign has `second`, which the server sets from a second login and password. A command about",
    "one promotion has `promotion`, its number. An event has them, too, and leaves out the fields that have",
    "their default. Amounts are whole cents (`Cents`). People are named by their number: names and addresses are in no",
    "message, only a salted digest of them. Prizes, refusals and disputes of a promotion are counted from 1.",
    "",
    "**A draw can be checked by anyone.** When entries close, the digest of the list is published: the SHA-256 of the",
    "numbers of all entries in their order, each with a newline. Then the operator commits to a secret of 32 bytes by",
    "publishing the SHA-256 of these bytes (the record has them in hexadecimal), and names a public value that will be",
    "known later. At the draw the secret is revealed. For each prize, HMAC-SHA-256 with the 32 bytes of the secret as key",
    "is taken over a text: the digest in hexadecimal, the value, the number of the prize and a counter from 0, each with a",
    "newline. Its 32 bytes are read as one number, the first byte the highest (big-endian). That number, modulo the count",
    "of entries that are left, is the place of the winner in the list, counted from 0; a number above the last whole",
    "multiple of the count is passed over. `croupier audit draw FILE` checks the published record (`DrawRecord`).",
    "The entries that `excluded` names are left out of the list before the count: they have won",
    "before. `taken` names the prizes that are drawn again, each with the entry that had won it.",
)

"""Pages of play about promotions: what is done on the left of an arrow, what must come of it on the right.

    draft vehicle $30,000
    lodge, open, ann enters, close, commit
    draw                    -> refused scrutineer-needed §2
    draw before Sam Just    -> done

`§2` is the second clause of the chapter: 10.2, 5.2 or 6.2. A line without an arrow is accepted. One page plays under every
document for which it is written.
"""

import re
from collections.abc import Callable, Mapping

from msgspec.structs import replace

from croupier.facts.refusal import Refusal
from croupier.ledger.accounts import PRIZES
from croupier.money import Cents, dollars, parse_dollars
from croupier.promotions.claims import ClaimPrize, RefuseClaim, TellReasons
from croupier.promotions.disputes import AdviseClaimant, DecidePrizeDispute, RaisePrizeDispute
from croupier.promotions.drafting import DraftPromotion, LodgeTerms, ReviseTerms
from croupier.promotions.due import dues
from croupier.promotions.ending import EndPromotion
from croupier.promotions.entering import AddDetails, AddPerson, CloseEntries, EnterDraw
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.promotions.integrity import CancelPromotion, PostponePromotion, ResumePromotion, TellInspector
from croupier.promotions.message import Officer, PrizeCommand
from croupier.promotions.notifying import NotifyWinner
from croupier.promotions.opening import AmendTerms, OpenPromotion
from croupier.promotions.paying import GivePrize, PayPrize, PrizePart
from croupier.promotions.refusals import TermsRefusal
from croupier.promotions.state import Promotion
from croupier.promotions.terms import PromotionTerms
from croupier.rules.moments import DAY, HOUR
from croupier.rules.promotions import Fact, PrizeKind, PrizeWay
from prizes import (
    BEGIN,
    CASS,
    CLEO,
    CLOSES,
    DRAWN,
    MAX,
    STARTS,
    chapter_of,
    committing,
    digest,
    drawing,
    entry_number,
    prize,
    register,
    terms,
)

STEP = re.compile(r"\s*->\s*")


class PrizePlay:
    """Plays the lines of a page under one document."""

    def __init__(self, rules: str) -> None:
        """Begin with an empty register."""
        self.rules, self.chapter = rules, chapter_of(rules)
        self.register, self.now = register(), BEGIN
        self.people: dict[str, int] = {}
        self.section = self.chapter.offered.partition(".")[0]
        self.secrets = 0

    def play(self, page: str) -> None:
        """Play every line."""
        for line in filter(str.strip, page.splitlines()):
            left, *right = STEP.split(line.strip())
            *before, last = [part.strip() for part in left.split(", ") if part.strip()] if not right else [left]
            for part in before:
                self.step(part, None)
            self.step(last, right[0] if right else None)

    def step(self, said: str, expected: str | None) -> None:
        """Do one thing, and compare what comes of it."""
        found = self.does(said)
        if expected is None:
            assert not found.startswith("refused"), f"{said}: {found}"
        else:
            assert found == expected, f"{said}: {found}"

    def does(self, said: str) -> str:
        """What comes of one thing that is said."""
        if said in PLAIN:
            return self.give(PLAIN[said])
        for pattern, do in VERBS:
            if match := re.fullmatch(pattern, said):
                return do(self, *(group or "" for group in match.groups()))
        raise AssertionError(f"nobody knows what '{said}' means")

    @property
    def promotion(self) -> Promotion:
        """The only promotion."""
        return self.register.promotions[1]

    def give(self, command: PrizeCommand) -> str:
        """Decide a command now, and apply what it leads to."""
        decided = PRIZE_REGISTER.decide(self.register, replace(command, at=self.now))
        if isinstance(decided, Refusal):
            faults = decided.faults if isinstance(decided, TermsRefusal) else ()
            clauses = {decided.clause: None} | {fault.clause: None for fault in faults}
            return " ".join(["refused", decided.reason, *map(self.relative, filter(None, clauses))])
        for event in decided:
            assert PRIZE_REGISTER.tell(self.register, event).endswith(".")
        self.register = PRIZE_REGISTER.replayed(self.register, decided)
        return "done"

    def relative(self, clause: str) -> str:
        """A clause without the number of its chapter."""
        assert clause.startswith(f"{self.section}."), f"{clause} is not of section {self.section}"
        return f"§{clause.removeprefix(f'{self.section}.')}"

    def person(self, name: str) -> int:
        """The number of a person, who is taken in when first named."""
        if name not in self.people:
            holds = {"nameless": ("name",), "patron": ("patron",)}.get(name, ("name", "address"))
            assert self.give(AddPerson(by=CLEO, digest=digest(name), holds=holds)) == "done"
            self.people[name] = len(self.people) + 1
        return self.people[name]

    @property
    def winner(self) -> int:
        """Who has won the first prize."""
        return self.promotion.wins[1].person

    def drafted(self, kind: str, value: str, changes: str) -> PromotionTerms:
        """Terms with one prize."""
        found = prize(self.rules, PrizeKind(kind), _cents(value))
        whole = terms(self.rules, found)
        for change in filter(None, map(str.strip, changes.split(" and "))):
            whole = self.changed(whole, change)
        return whole

    def changed(self, whole: PromotionTerms, change: str) -> PromotionTerms:
        """Terms with something left out or added."""
        verb, _, what = change.partition(" ")
        (first,) = whole.prizes
        match verb:
            case "without" if what == "prizes":
                return replace(whole, prizes=())
            case "without" if what in ("title", "details", "value"):
                return replace(whole, prizes=(replace(first, **{what: None if what == "value" else ""}),))
            case "without" if what in first.particulars:
                left = {id: text for id, text in first.particulars.items() if id != what}
                return replace(whole, prizes=(replace(first, particulars=left),))
            case "without":
                texts = {id: text for id, text in whole.texts.items() if id != what}
                facts = [fact for item in self.chapter.terms if item.id == what for fact in item.facts]
                blank = {fact.value: () if fact is Fact.NOTICE else None for fact in facts}
                return replace(whole, texts=texts, **blank)
            case "with":
                thing, _, amount = what.partition(" ")
                contains = {**first.contains, thing: int(amount or 1)}
                return replace(whole, prizes=(replace(first, contains=contains),))
            case "instead":
                return replace(whole, prizes=(replace(first, instead=_cents(what)),))
            case "claimed-within":
                return replace(whole, claim_days=int(what))
            case "present":
                return replace(whole, present=True)
            case "bet":
                return replace(whole, wager=True, texts={**whole.texts, "wager": what} if what else whole.texts)
            case "told-by":
                return replace(whole, notice=(what,))
            case _:
                raise AssertionError(f"terms cannot be changed by '{change}'")

    def commit(self, why: str, who: str) -> str:
        """Prepare a draw; the public value is known an hour later."""
        secret = digest(f"secret {self.secrets + 1}")
        done = self.give(replace(committing(self.now, secret=secret), why=why or None, second=officer(who)))
        self.secrets += done == "done"
        return done

    def draw(self, scrutineer: str, outside: str) -> str:
        """Hold the draw when the public value is known."""
        pending = self.promotion.pending
        self.now = max(self.now, pending.fixed if pending else 0, DRAWN)
        command = drawing(self.now, digest(f"secret {self.secrets}"), second=officer(scrutineer), outside=outside or None)
        days = self.promotion.terms.claim_days or 0
        return self.give(replace(command, claim_by=self.now + days * DAY + 5 * HOUR))

    def pay(self, parts: str, chosen: str) -> str:
        """Pay the first prize, all of it in one way or in parts."""
        owed = self.promotion.wins[1].owed
        found: list[PrizePart] = []
        for part in parts.split(" and "):
            way, _, amount = part.partition(" ")
            found.append(PrizePart(PrizeWay(way), Cents(_cents(amount) if amount else owed)))
        return self.give(PayPrize(by=CASS, promotion=1, prize=1, parts=tuple(found), chosen=bool(chosen)))

    def due(self) -> str:
        """What is due now."""
        found = [f"{due.kind} {self.relative(due.clause)}{' overdue' * due.overdue}" for due in dues(self.register, self.now)]
        return ", ".join(found) or "nothing"

    def wait(self, number: str, unit: str) -> str:
        """Let time pass."""
        self.now += int(number) * {"hour": HOUR, "day": DAY, "minute": HOUR // 60}[unit]
        return "done"

    def at(self, time: int) -> None:
        """Wait until a time, if it is still to come."""
        self.now = max(self.now, time)


def officer(name: str) -> Officer | None:
    """A member of staff by their name; None for nobody."""
    return Officer(name.split(maxsplit=1)[0].lower(), name) if name else None


def _cents(said: str) -> int:
    amount = parse_dollars(said)
    assert amount is not None, said
    return amount


def _lodge(play: PrizePlay, before: str, ago: str, second: str) -> str:
    sent = STARTS - int(before) * HOUR if before else play.now - int(ago or 0) * HOUR
    play.at(sent)
    return play.give(LodgeTerms(by=CLEO, promotion=1, proof="receipt 4711", sent=sent, second=officer(second)))


def _open(play: PrizePlay) -> str:
    play.at(STARTS)
    return play.give(OpenPromotion(by=CLEO, promotion=1, available="At the desk", marketing="Brochure 3"))


def _close(play: PrizePlay) -> str:
    play.at(CLOSES)
    return play.give(CloseEntries(by=CLEO, promotion=1))


def _enter(play: PrizePlay, name: str, bet: str) -> str:
    number = entry_number(len(play.promotion.entries) + 1)
    return play.give(EnterDraw(by=CLEO, promotion=1, person=play.person(name), number=number, earned=bet or None))


def _claim(play: PrizePlay, name: str, how: str) -> str:
    person = play.winner if name == "the winner" else play.person(name)
    absent, instead = "absent" in how, "money instead" in how
    command = ClaimPrize(
        by=CLEO, promotion=1, prize=1, person=person, identified="passport", present=not absent, instead=instead
    )
    return play.give(command)


def _refuse(play: PrizePlay, name: str, second: str, why: str, told: str) -> str:
    who = {"the winner": lambda: play.winner, "somebody": lambda: None}.get(name, lambda: play.person(name))()
    return play.give(RefuseClaim(by=CLEO, promotion=1, prize=1, why=why, person=who, told=told or None, second=officer(second)))


def _amend(play: PrizePlay, alone: str, kind: str, value: str, changes: str, approval: str) -> str:
    amended, second = play.drafted(kind, value, changes), None if alone else MAX
    command = AmendTerms(by=CLEO, promotion=1, terms=amended, why="A better prize", approval=approval or None, second=second)
    return play.give(command)


def _resume(play: PrizePlay, days: str, alone: str, approval: str) -> str:
    times = {"closes": CLOSES + int(days) * DAY, "drawn": DRAWN + int(days) * DAY} if days else {}
    second = None if alone else MAX
    command = ResumePromotion(by=CLEO, promotion=1, found="The copies were taken out", second=second)
    return play.give(replace(command, **times, approval=approval or None))


def _details(play: PrizePlay, what: str) -> str:
    holds = tuple(what.split(" and "))
    return play.give(AddDetails(by=CLEO, person=play.winner, digest=digest(f"{play.winner} {what}"), holds=holds))


def _notify(play: PrizePlay, verb: str, method: str) -> str:
    return play.give(NotifyWinner(by=CLEO, promotion=1, prize=1, method=method, reached=verb == "tell"))


def _draft(play: PrizePlay, kind: str, value: str, changes: str) -> str:
    return play.give(DraftPromotion(by=CLEO, rules=play.rules, terms=play.drafted(kind, value, changes)))


def _revise(play: PrizePlay, kind: str, value: str, changes: str) -> str:
    return play.give(ReviseTerms(by=CLEO, promotion=1, terms=play.drafted(kind, value, changes)))


def _owed(play: PrizePlay) -> str:
    return dollars(play.register.book.balance(PRIZES))


def _decide(play: PrizePlay, how: str) -> str:
    satisfied = how == "for"
    return play.give(DecidePrizeDispute(by=CLEO, promotion=1, dispute=1, decision="The terms stand", satisfied=satisfied))


PLAIN: Mapping[str, PrizeCommand] = {
    "open early": OpenPromotion(by=CLEO, promotion=1, available="At the desk", marketing="Brochure 3"),
    "open without terms at hand": OpenPromotion(by=CLEO, promotion=1, marketing="Brochure 3"),
    "close early": CloseEntries(by=CLEO, promotion=1),
    "give the reasons": TellReasons(by=CLEO, promotion=1, refusal=1, told="By letter"),
    "hand it over": GivePrize(by=CASS, promotion=1, prize=1),
    "dispute": RaisePrizeDispute(by=CLEO, promotion=1, about="The closing time"),
    "advise": AdviseClaimant(by=CLEO, promotion=1, dispute=1, how="By letter"),
    "postpone": PostponePromotion(by=CLEO, promotion=1, why="Entries were copied"),
    "cancel": CancelPromotion(by=CLEO, second=MAX, promotion=1, why="Entries were copied"),
    "cancel alone": CancelPromotion(by=CLEO, promotion=1, why="Entries were copied"),
    "tell the inspector": TellInspector(by=CLEO, promotion=1, how="Mr Lee by telephone"),
    "end": EndPromotion(by=CLEO, promotion=1, why="All prizes are paid"),
    "end before Max Bell": EndPromotion(by=CLEO, second=MAX, promotion=1, why="All prizes are paid"),
}
"""What is always said in the same way."""

Verb = Callable[..., str]
PRIZE = r"([\w-]+) (\$[\d,.]+)( .+)?"
VERBS: tuple[tuple[str, Verb], ...] = (
    (rf"draft {PRIZE}", _draft),
    (rf"revise {PRIZE}", _revise),
    (r"lodge(?: (\d+) hours before)?(?: as sent (\d+) hours ago)?(?:; signed by (.+))?", _lodge),
    (r"open", _open),
    (r"(\w+) enters(?: with (.+))?", _enter),
    (r"close", _close),
    (r"commit(?: again because ([^;]+))?(?:; signed by (.+))?", PrizePlay.commit),
    (r"draw(?: before (.+?))?(?: and (.+) from outside)?", PrizePlay.draw),
    (r"resume(?: (\d+) days later)?( alone)?(?: approved as (.+))?", _resume),
    (r"add the (.+) of the winner", _details),
    (r"(tell|try) the winner by (.+)", _notify),
    (r"(the winner|\w+) claims(.*)", _claim),
    (r"refuse (the winner|\w+)(?: with ([\w ]+))?: ([^;]+)(?:; told (.+))?", _refuse),
    (r"pay (.+?)( as chosen)?", PrizePlay.pay),
    (r"owed", _owed),
    (rf"amend( alone)? to {PRIZE}?(?: approved as (.+))?", _amend),
    (r"decide (for|against) the person", _decide),
    (r"due", PrizePlay.due),
    (r"wait (\d+) (hour|day|minute)s?", PrizePlay.wait),
)
"""What can be said with more words."""

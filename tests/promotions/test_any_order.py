"""Whatever the register is asked in whatever order: no prize is paid twice, the books balance, every draw can be checked."""

import random
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.canonical import canonical
from croupier.facts.lines import OtherFormatError
from croupier.facts.message import Event
from croupier.facts.refusal import Refusal
from croupier.facts.rows import RowError
from croupier.ledger.accounts import BANK, PAID_BY_HAND, PRIZES, PROMOTIONS
from croupier.money import Cents
from croupier.promotions.actions import actions
from croupier.promotions.claims import ClaimPrize, PrizeClaimed, RefuseClaim, TellReasons
from croupier.promotions.disputes import AdviseClaimant, DecidePrizeDispute, RaisePrizeDispute
from croupier.promotions.drafting import DraftPromotion, LodgeTerms, ReviseTerms, TermsLodged
from croupier.promotions.draw import draw_faults
from croupier.promotions.drawing import CommitDraw, DrawPrizes, PrizesDrawn, draw_record
from croupier.promotions.due import dues
from croupier.promotions.ending import EndPromotion
from croupier.promotions.entering import AddDetails, AddPerson, CloseEntries, EnterDraw, EntriesClosed
from croupier.promotions.fold import PRIZE_REGISTER, PrizeKey, changed_by
from croupier.promotions.integrity import CancelPromotion, PostponePromotion, ResumePromotion, TellInspector
from croupier.promotions.keeping import ErasePeople, KeepPrivateData
from croupier.promotions.message import Officer, PrizeCommand, PrizeEvent, PromotionCommand
from croupier.promotions.notifying import NotifyWinner
from croupier.promotions.opening import AmendTerms, OpenPromotion
from croupier.promotions.paying import GivePrize, PayPrize, PrizeGiven, PrizePaid, PrizePart
from croupier.promotions.reinstatement import ReinstateWinner
from croupier.promotions.snapshot import rebuilt, snapshot_of
from croupier.promotions.state import PrizeRegister, PrizeState, Promotion, Stage
from croupier.promotions.terms import PromotionTerms, QualifyingPlay
from croupier.promotions.withdrawals import BarEntry, RetractEntry, WithdrawEntry
from croupier.rules.moments import DAY, HOUR
from croupier.rules.promotions import PrizeKind, PrizeWay
from prizes import BEGIN, CHAPTERS, CLEO, MAX, SAM, committing, digest, drawing, entry_number, prize, register, terms

Dice = random.Random
Make = Callable[[Dice], PrizeCommand]
Lines = list[tuple[PrizeCommand, tuple[Event, ...]]]
LENGTH, MOST = 250, 6
"""How many commands a season has, and how many promotions at most."""


def written(rules: str, dice: Dice, at: int, base: PromotionTerms | None = None) -> PromotionTerms:
    """Terms that start soon, and are complete more often than not."""
    kinds = [PrizeKind.MONEY, PrizeKind.VEHICLE, PrizeKind.CASINO_DOLLARS]
    prizes = [prize(rules, dice.choice(kinds), dice.choice([9_000, 500_000, 1_000_001])) for _ in range(dice.randint(1, 2))]
    starts = base.starts if base and base.starts else at + DAY + HOUR
    whole = terms(rules, *prizes, starts=starts, closes=max(starts, at) + 6 * HOUR, drawn=max(starts, at) + 8 * HOUR)
    if dice.random() < 0.4:
        texts = {**whole.texts, "wager": "A bet of $10 or more"}
        whole = replace(whole, wager=True, most=9, play=QualifyingPlay(least=Cents(1_000)), texts=texts)
    return replace(whole, title=dice.choice(["Draw"] * 9 + [""]), present=dice.random() < 0.3)


class Wishes:
    """Makes commands by chance, most of which could be meant so."""

    def __init__(self, register: PrizeRegister, dice: Dice) -> None:
        """Pick the promotion that they are about."""
        self.register, self.dice = register, dice
        unfinished = [number for number, each in register.promotions.items() if each.ended is None]
        number = dice.choice(unfinished or [max(1, len(register.promotions))])
        self.which: dict[str, Any] = {"by": CLEO, "promotion": number}
        self.promotion: Promotion | None = register.promotions.get(number)
        self.rules = self.promotion.rules if self.promotion else "star-craps-2016"

        waiting = [prize for prize, win in self.promotion.wins.items() if win.is_open] if self.promotion else []
        self.prize = dice.choice(waiting) if waiting and dice.random() < 0.8 else dice.randint(1, 2)
        """A prize, which may not exist."""

    def person(self) -> int:
        """Somebody, often the winner of the prize."""
        win = self.promotion.wins.get(self.prize) if self.promotion else None
        return win.person if win and self.dice.random() < 0.7 else self.dice.randint(1, max(1, len(self.register.people)))

    def secret(self) -> str:
        """The secret of the next draw, or of the last one that was prepared."""
        draws = len(self.promotion.draws) if self.promotion else 0
        return digest(f"secret {draws - bool(self.promotion and self.promotion.pending)}")

    def earned(self, at: int) -> dict[str, Any]:
        """Who enters, and with which bet where play earns entries."""
        play = self.promotion and self.promotion.terms.play
        return {"person": self.person()} | ({"earned": f"bet {self.dice.random()}", "since": at} if play else {})

    def entry(self) -> str:
        """An entry, if there is one."""
        return self.dice.choice([*(self.promotion.entries if self.promotion else ()), entry_number(0)])

    def moved(self) -> dict[str, Any]:
        """Other times of the terms, sometimes."""
        terms = self.promotion.terms if self.promotion else None
        if terms is None or terms.drawn is None or self.dice.random() < 0.5:
            return {}
        return {"drawn": terms.drawn + 9 * HOUR, "approval": self.dice.choice([None, "letter 2"])}

    def pay(self, second: Officer | None) -> PrizeCommand:
        """Pay a prize in one way or in two."""
        number = self.prize
        win = self.promotion.wins.get(number) if self.promotion else None
        owed = Cents(win.owed if win else 100)
        ways = self.dice.sample([*PrizeWay], 2)
        halves = (PrizePart(ways[0], Cents(owed - 1)), PrizePart(ways[1], Cents(1)))
        parts = self.dice.choice([(PrizePart(ways[0], owed),), halves])
        return PayPrize(**self.which, prize=number, parts=parts, chosen=self.dice.random() < 0.7, second=second)

    def made(self) -> dict[type[PrizeCommand], Callable[[], PrizeCommand]]:
        """How to make a command of each kind."""
        which, dice, at = self.which, self.dice, self.register.clock
        before = self.promotion.terms if self.promotion else None
        again: dict[str, Any] = {"why": dice.choice([None, "Nobody came"]), "second": dice.choice([None, MAX])}
        second = dice.choice([MAX, MAX, MAX, CLEO, None])
        number = which["promotion"]
        return {
            DraftPromotion: lambda: DraftPromotion(by=CLEO, rules=(r := dice.choice([*CHAPTERS, "none"])), terms=self.new(r)),
            ReviseTerms: lambda: ReviseTerms(**which, terms=written(self.rules, dice, at)),
            LodgeTerms: lambda: LodgeTerms(**which, proof="receipt 1", sent=at),
            OpenPromotion: lambda: OpenPromotion(**which, available="Desk", marketing="Radio"),
            AmendTerms: lambda: AmendTerms(
                **which,
                terms=written(self.rules, dice, at, before),
                why="Better",
                approval=dice.choice([None, "letter 1"]),
                second=second,
            ),
            AddPerson: lambda: AddPerson(by=CLEO, digest=digest(f"{dice.random()}"), holds=("name", "address")),
            AddDetails: lambda: AddDetails(
                by=CLEO, person=self.person(), digest=digest(f"{dice.random()}"), holds=("telephone",)
            ),
            EnterDraw: lambda: EnterDraw(**which, **self.earned(at), number=entry_number(dice.randint(0, 10**9))),
            WithdrawEntry: lambda: WithdrawEntry(**which, number=self.entry(), why="Wrong", second=second),
            RetractEntry: lambda: RetractEntry(**which, number=self.entry(), why="Void"),
            BarEntry: lambda: BarEntry(**which, number=self.entry()),
            CloseEntries: lambda: CloseEntries(**which),
            CommitDraw: lambda: committing(
                at,
                prizes=dice.choice([(1,), (2,), (1, 2)]),
                secret=self.secret(),
                promotion=number,
                fixed=at + 2 * HOUR,
                **again,
            ),
            DrawPrizes: lambda: drawing(
                0, secret=self.secret(), second=dice.choice([None, SAM]), promotion=number, tell_by=0, claim_by=0
            ),
            NotifyWinner: lambda: NotifyWinner(
                **which, prize=self.prize, method=dice.choice(["mail", "fax"]), reached=dice.random() < 0.5
            ),
            ClaimPrize: lambda: ClaimPrize(
                **which,
                prize=self.prize,
                person=self.person(),
                identified="passport",
                present=True,
                instead=dice.random() < 0.3,
            ),
            RefuseClaim: lambda: RefuseClaim(**which, prize=self.prize, why="Under age", person=self.person(), second=second),
            ReinstateWinner: lambda: ReinstateWinner(**which, prize=self.prize, why="Of age", second=second),
            TellReasons: lambda: TellReasons(**which, refusal=dice.randint(1, 3), told="By letter"),
            PayPrize: lambda: self.pay(second),
            GivePrize: lambda: GivePrize(**which, prize=self.prize, second=second),
            RaisePrizeDispute: lambda: RaisePrizeDispute(**which, about="The end", person=dice.choice([None, self.person()])),
            DecidePrizeDispute: lambda: DecidePrizeDispute(
                **which,
                dispute=dice.randint(1, 2),
                decision="No",
                satisfied=dice.random() < 0.5,
                prize=self.prize if dice.random() < 0.2 else None,
                second=second,
            ),
            AdviseClaimant: lambda: AdviseClaimant(**which, dispute=dice.randint(1, 2), how="By letter"),
            PostponePromotion: lambda: PostponePromotion(**which, why="Copied"),
            ResumePromotion: lambda: ResumePromotion(**which, found="Sound", **self.moved(), second=second),
            CancelPromotion: lambda: CancelPromotion(**which, why="Copied", second=second),
            TellInspector: lambda: TellInspector(**which, how="Telephone"),
            EndPromotion: lambda: EndPromotion(**which, why="Over", second=second),
            KeepPrivateData: lambda: KeepPrivateData(by=CLEO, second=dice.choice([CLEO, MAX]), days=dice.choice([None, 1])),
            ErasePeople: lambda: ErasePeople(by=CLEO, second=MAX, people=(self.person(),), why="Over"),
        }

    def new(self, rules: str) -> PromotionTerms:
        """Terms of a new promotion."""
        return written(rules if rules in CHAPTERS else self.rules, self.dice, self.register.clock)


NEXT: dict[Stage | None, tuple[type[PrizeCommand], ...]] = {
    None: (DraftPromotion, AddPerson),
    Stage.DRAFT: (LodgeTerms, LodgeTerms, LodgeTerms, ReviseTerms, AddPerson),
    Stage.LODGED: (OpenPromotion,),
    Stage.OPEN: (EnterDraw, EnterDraw, EnterDraw, AddPerson, CloseEntries),
    Stage.CLOSED: (CommitDraw, DrawPrizes, ClaimPrize, ClaimPrize, PayPrize, PayPrize, GivePrize, EndPromotion, NotifyWinner),
    Stage.ENDED: (DraftPromotion,),
    Stage.CANCELLED: (DraftPromotion,),
}
"""What usually comes next at a stage."""


def next_time(found: PrizeRegister, promotion: Promotion | None, dice: Dice) -> int:
    """A little later, or the next time that the promotion waits for."""
    waits = (promotion.terms.starts, promotion.terms.closes, promotion.terms.drawn) if promotion else ()
    pending = promotion.pending.fixed if promotion and promotion.pending else None
    over = [win.claim_by + 1 for win in promotion.wins.values() if win.state is PrizeState.WON] if promotion else []
    over = over if dice.random() < 0.3 else []
    to_come = [time for time in (*waits, pending, *over) if time is not None and time > found.clock]
    return min(to_come) if to_come and dice.random() < 0.2 else found.clock + dice.choice([1, 1000, HOUR // 2])


def season(seed: int) -> tuple[PrizeRegister, Lines]:
    """The register after commands by chance, and what each accepted one led to."""
    dice, found = random.Random(seed), replace(register(), clock=BEGIN)  # noqa: S311 - to be repeatable
    lines: Lines = []
    for _ in range(LENGTH):
        wishes = Wishes(found, dice)
        made, promotion = wishes.made(), wishes.promotion
        usual = dice.random() < 0.75
        usually = (ResumePromotion,) if promotion and promotion.postponed else NEXT[promotion.stage if promotion else None]
        if promotion and any(win.state is PrizeState.FREE for win in promotion.wins.values()):
            usually = (*usually, ReinstateWinner)
        command = made[dice.choice(usually if usual else [*made])]()
        at = next_time(found, promotion, dice)
        if isinstance(command, DraftPromotion) and len(found.promotions) >= MOST:
            continue
        if isinstance(command, DrawPrizes):
            days = (promotion.terms.claim_days if promotion else None) or 0
            command = replace(command, tell_by=at + 2 * DAY + HOUR, claim_by=at + days * DAY + HOUR)
        command = replace(command, at=at)
        decided = PRIZE_REGISTER.decide(found, command)
        if isinstance(decided, Refusal):
            assert decided.sentence.endswith(".")
            continue
        lines.append((command, decided))
        for event in decided:
            assert PRIZE_REGISTER.tell(found, event).endswith(".")
            found = PRIZE_REGISTER.apply(found, event)
        check(found)
    return found, lines


def check(found: PrizeRegister) -> None:
    """What is so after every command."""
    promotions = found.promotions.values()
    assert sum(found.book.balances.values()) == 0
    assert found.book.balance(PRIZES) == sum(win.owed for each in promotions for win in each.wins.values())
    for each in promotions:
        for draw in each.draws:
            if draw.secret:
                record = draw_record(each, draw)
                assert draw_faults(record) == []
        assert all(win.owed == 0 for win in each.wins.values() if not win.is_open)
    found_dues = dues(found, found.clock)
    assert all(one.by <= other.by for one, other in pairwise(found_dues))


@given(st.integers(0, 2**32))
def test_any_order_of_commands(seed: int) -> None:
    found, lines = season(seed)
    paid: Counter[tuple[int, int]] = Counter()
    stages: dict[int, list[type[Event]]] = {}
    claimed: dict[tuple[int, int], int] = {}
    again = replace(register(), clock=BEGIN)
    for command, events in lines:
        line = PRIZE_REGISTER.read(PRIZE_REGISTER.recorded(command, events))
        assert (line.command, line.events) == (command, events)
        assert PRIZE_REGISTER.decide(again, line.command) == events
        for event in events:
            again = PRIZE_REGISTER.apply(again, event)
            match event:
                case PrizeClaimed():
                    claimed[event.promotion, event.prize] = event.person
                case PrizePaid() | PrizeGiven():
                    paid[event.promotion, event.prize] += 1
                    assert claimed[event.promotion, event.prize] == event.person, "a prize goes to whoever has claimed it"
                case TermsLodged() | EntriesClosed():
                    stages.setdefault(event.promotion, []).append(type(event))
                case PrizesDrawn():
                    assert {TermsLodged, EntriesClosed} <= {*stages[event.promotion]}, "no draw before lodgement and closing"
                case _:
                    pass
    assert again == found
    assert not [each for each, often in paid.items() if often > 1]
    cost = -found.book.balance(PROMOTIONS)
    assert cost == found.book.balance(PRIZES) + found.book.balance(BANK) + found.book.balance(PAID_BY_HAND)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_the_register_accepts_was_offered(seed: int) -> None:
    found = register()
    for command, events in season(seed)[1]:
        by_program = isinstance(command, BarEntry | RetractEntry) or getattr(command, "since", None) is not None
        if isinstance(command, PromotionCommand) and not by_program:
            offered = actions(found, found.promotions[command.promotion], command.at)
            assert [
                each
                for each in offered
                if each.order == type(command).__name__
                and not each.why_not
                and all(
                    getattr(command, name) == each.values[name]
                    for name in ("prize", "refusal", "dispute")
                    if name in each.values
                )
            ], command
        found = PRIZE_REGISTER.replayed(found, events)


@pytest.mark.parametrize("seed", range(12))
def test_snapshots_are_the_register_that_all_lines_tell_of(seed: int) -> None:
    """Wherever they are taken, and however much lies between them."""
    dice, again = random.Random(seed), replace(PrizeRegister(), clock=BEGIN)  # noqa: S311 - to be repeatable
    taken: list[bytes] = []
    since, changed = 0, set[PrizeKey]()
    for at, (_, events) in enumerate(season(seed)[1], 1):
        for event in events:
            again = PRIZE_REGISTER.apply(again, event)
            changed.update(changed_by(event))
        if dice.random() < 0.3:
            taken.append(canonical(snapshot_of(again, at, since, changed)))
            assert rebuilt(reversed(taken)) == (again, at)
            since, changed = at, set[PrizeKey]()
    assert len(taken) > 5
    del taken[-2]
    assert rebuilt(reversed(taken)) == (PrizeRegister(), 0), "one of them is missing"
    assert rebuilt([taken[-1].replace(b'"format":1', b'"format":0')]) == (PrizeRegister(), 0)


@pytest.mark.parametrize("seed", range(4))
def test_every_event_is_told_with_everybody_who_signed_it(seed: int) -> None:
    """An inspector reads who entered a person, recorded a claim, or signed beside a scrutineer from outside."""
    found = register()
    for _, events in season(seed)[1]:
        for event in events:
            words = PRIZE_REGISTER.tell(found, event)
            assert isinstance(event, PrizeEvent)
            for officer in filter(None, (event.by, event.second)):
                assert str(officer) in words, (event, words)
            found = PRIZE_REGISTER.apply(found, event)


def test_every_command_is_tried_and_every_event_happens() -> None:
    assert {*Wishes(register(), random.Random(1)).made()} == {*PRIZE_REGISTER.commands}  # noqa: S311 - to be repeatable
    happened: set[type[Event]] = set()
    for seed in range(60):
        happened |= {type(event) for _, events in season(seed)[1] for event in events}
        if happened == {*PRIZE_REGISTER.events}:
            return
    assert happened == {*PRIZE_REGISTER.events}


def test_a_newer_line_is_not_misread() -> None:
    command, events = season(1)[1][0]
    line = PRIZE_REGISTER.recorded(command, events)
    for body in (b'{"format":2,"command":{"type":"Raffle"},"events":[]}', line.replace(b'"format":1', b'"format":2')):
        with pytest.raises(OtherFormatError, match="has format 2"):
            PRIZE_REGISTER.read(body)


def test_a_message_without_a_row_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    PRIZE_REGISTER.check_complete()
    with pytest.raises(RowError, match="PrizePaid: has two rows"):
        PRIZE_REGISTER.declare(PRIZE_REGISTER.events[PrizePaid])
    monkeypatch.delitem(PRIZE_REGISTER.events, PrizePaid)
    with pytest.raises(RowError, match="PrizePaid has no row"):
        PRIZE_REGISTER.check_complete()


WRONG: dict[str, tuple[object, ...]] = {
    "at": (1,),
    "promotion": (0, 99),
    "prize": (0, 99),
    "prizes": ((), (0,), (99,), (1, 1)),
    "person": (0, 10**6),
    "people": ((), (0,), (10**6,), (1, 1)),
    "refusal": (0, 99),
    "dispute": (0, 99),
    "rules": ("", "none"),
    "number": ("", "7", "g" * 16),
    "digest": ("", "7", "g" * 64),
    "secret": ("", "0" * 64),
    "commitment": ("", "g" * 64),
    "tell_by": (0,),
    "parts": ((), (PrizePart(PrizeWay.CHEQUE, Cents(0)),), (PrizePart(PrizeWay.CHEQUE, Cents(-1)),)),
    "terms": (PromotionTerms(title="\x1b[2J"),),
    **dict.fromkeys(
        ("why", "how", "told", "proof", "source", "value", "identified", "method", "found"), ("", "x" * 10_000, "\x1b")
    ),
}
"""What no command may say in a field, whatever else is so."""


def test_what_was_accepted_is_refused_with_a_field_that_cannot_be_so() -> None:
    """Unknown numbers, empty reasons, a time in the past, one person who signs for two."""
    fields = {(kind, each) for kind in PRIZE_REGISTER.commands for each in kind.__struct_fields__ if each in {*WRONG, "second"}}
    tried = set[tuple[type[PrizeCommand], str]]()
    for seed in range(60):
        found = replace(register(), clock=BEGIN)
        for command, events in season(seed)[1]:
            for field in {*command.__struct_fields__} & {*WRONG, "second"}:
                for wrong in WRONG.get(field, (CLEO,)):
                    decided = PRIZE_REGISTER.decide(found, replace(command, **{field: wrong}))
                    assert isinstance(decided, Refusal), (field, wrong, command)
                tried.add((type(command), field))
            found = PRIZE_REGISTER.replayed(found, events)
        if tried == fields:
            return
    assert tried == fields

# pyright: reportUnknownMemberType=false
"""The prize register on a journal: durable before told, continued after a stop, private data apart and erasable."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import pytest
from msgspec.structs import replace

import croupier.floor.promoter
from cages import CAY
from croupier.audit.balance import apart_from_cage, balanced_streams, balances, total_balance
from croupier.audit.cage import unmatched
from croupier.audit.resettle import resettled
from croupier.audit.verify import verify
from croupier.cage.drawer import CountDrawer, MoveCash
from croupier.cage.expiring import SweepTickets
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.message import Clerk
from croupier.cage.receipt import ReceiptKind
from croupier.cage.refusals import Reason as CageReason
from croupier.cage.voucher import VoucherKind
from croupier.cage.vouchers import IssueVoucher
from croupier.devices import SoftwareGenerator
from croupier.floor.claimant_file import ClaimantFile
from croupier.floor.house import House
from croupier.floor.notary import Notary
from croupier.floor.private_data import NotKeptError
from croupier.floor.promoter import PrizeReply, Promoter
from croupier.floor.recovery import recovered_prizes
from croupier.floor.reports.calendar import Calendar, ReportPeriod
from croupier.floor.reports.declaration import Row
from croupier.floor.reports.question import Question
from croupier.floor.reports.written import find_report, write_report
from croupier.floor.timetable import Timing
from croupier.journal.anchors import SigningKey, signed_heads
from croupier.journal.port import JournalError
from croupier.journal.sqlite import SqliteStore
from croupier.journal.streams import snapshots
from croupier.journal.threaded import ThreadedJournal
from croupier.ledger.accounts import BANK, PAID_BY_HAND, PROMOTIONS, VAULT, cage_cash
from croupier.money import Cents
from croupier.promotions.claims import ClaimPrize
from croupier.promotions.drafting import DraftPromotion, LodgeTerms
from croupier.promotions.draw import draw_faults
from croupier.promotions.drawing import CommitDraw, DrawPrizes, draw_record
from croupier.promotions.ending import EndPromotion
from croupier.promotions.entering import CloseEntries, EnterDraw
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.promotions.keeping import ErasePeople, KeepPrivateData
from croupier.promotions.message import Officer, PrizeCommand
from croupier.promotions.opening import OpenPromotion
from croupier.promotions.paying import GivePrize, PayPrize, PrizePart
from croupier.promotions.refusals import Reason
from croupier.promotions.terms import Prize
from croupier.rules.moments import DAY, HOUR, moment
from croupier.rules.promotions import PrizeKind, PrizeWay
from journals import bodies, copied, journal_on, looked_at
from prizes import BEGIN, CASS, CLEO, CLOSES, DRAWN, MAX, STARTS, prize, terms

STAR = "star-craps-2016"
NOT_YET = "-"
"""What the promoter fills in."""
ANN = {"name": "Ann Droste", "address": "Pyrmont Street"}
Scene = Callable[["Stand"], Awaitable[None]]


class Stand:
    """A promoter with a clock that can be set."""

    def __init__(self, path: Path, journal: ThreadedJournal) -> None:
        self.at = BEGIN
        self.journal = journal
        self.chance = 0
        self.private = ClaimantFile(path.with_name("private"), self.entropy)
        self.promoter = Promoter(
            self.journal, self.private, [STAR], "Australia/Sydney", clock=lambda: self.at, entropy=self.entropy
        )

    def entropy(self, count: int) -> bytes:
        self.chance += 1
        return (self.chance * 7_919).to_bytes(count, "big")

    async def ask(self, command: PrizeCommand, at: int = 0) -> PrizeReply:
        self.at = max(self.at, at)
        reply = await self.promoter.ask(command)
        assert reply.ok, reply
        return reply

    async def draw_all(self, *prizes: Prize) -> None:
        """A promotion up to the draw of its prize, with three people."""
        await self.ask(DraftPromotion(by=CLEO, rules=STAR, terms=terms(STAR, *prizes)))
        await self.ask(LodgeTerms(by=CLEO, promotion=1, proof="receipt", sent=BEGIN))
        await self.ask(OpenPromotion(by=CLEO, promotion=1, available="Desk", marketing="Radio"), STARTS)
        for name in ("Ann Droste", "Bob Klein", "Cyd Frost"):
            reply = await self.promoter.add_person(CLEO, {**ANN, "name": name})
            person = len(self.promoter.durable.people)
            assert reply.ok
            assert (await self.promoter.enter(EnterDraw(by=CLEO, promotion=1, person=person, number="-"))).ok
        await self.ask(CloseEntries(by=CLEO, promotion=1), CLOSES)
        commit = CommitDraw(by=CLEO, promotion=1, prizes=(1,), commitment="-", source="ASX 200", fixed=self.at + HOUR)
        assert (await self.promoter.commit(commit)).ok
        self.at = DRAWN
        reply = await self.promoter.draw(
            DrawPrizes(by=CLEO, promotion=1, secret=NOT_YET, value="8714.32", tell_by=0, claim_by=0)
        )
        assert reply.ok, reply


def at_the_stand(path: Path, scene: Scene) -> None:
    async def work() -> None:
        with closing(journal_on(path)) as journal:
            stand = Stand(path, journal)
            with closing(stand.private):
                await scene(stand)

    asyncio.run(work())


async def whole_life(stand: Stand) -> None:
    await stand.draw_all()
    person = stand.promoter.durable.promotions[1].wins[1].person
    claim = ClaimPrize(by=CLEO, promotion=1, prize=1, person=person, identified="passport", present=True)
    await stand.ask(claim)
    await stand.ask(PayPrize(by=CASS, promotion=1, prize=1, parts=(PrizePart(PrizeWay.CHEQUE, Cents(50_000)),)))
    await stand.ask(EndPromotion(by=CLEO, promotion=1, why="Paid"))


def rewritten(path: Path, into: Path, line: bytes, instead: bytes) -> None:
    """A copy of a journal with another line and a chain that holds."""
    store = SqliteStore(into, synchronous="OFF")
    with looked_at(path) as reader:
        copied(reader, store, lambda each: each._replace(body=instead) if each.body == line else each, chain=True)
    store.close()


def test_a_register_continues_where_its_journal_ends(tmp_path: Path) -> None:
    kept: list[object] = []

    async def first(stand: Stand) -> None:
        await stand.draw_all()
        kept.append(stand.promoter.durable)

    async def then(stand: Stand) -> None:
        assert stand.promoter.durable == kept[0]
        promotion = stand.promoter.durable.promotions[1]
        assert draw_faults(draw_record(promotion, promotion.draws[0])) == []

    at_the_stand(tmp_path / "floor.sqlite", first)
    at_the_stand(tmp_path / "floor.sqlite", then)


def test_winners_are_told_and_claim_until_the_end_of_a_day_in_sydney(tmp_path: Path) -> None:
    async def scene(stand: Stand) -> None:
        await stand.draw_all()
        win = stand.promoter.durable.promotions[1].wins[1]
        # The draw was on 19 October 2025 at 21:53 in Sydney.
        assert win.tell_by == moment("2025-10-22T00:00:00+11:00") - 1
        assert win.claim_by == moment("2025-11-03T00:00:00+11:00") - 1

    at_the_stand(tmp_path / "floor.sqlite", scene)


def test_the_audit_reads_the_register(tmp_path: Path) -> None:
    path = tmp_path / "floor.sqlite"
    at_the_stand(path, whole_life)
    with looked_at(path) as reader:
        assert verify(reader).faults == ()
        again = resettled(reader, PRIZE_REGISTER.name, lambda _: None)
        assert again.holds, again
        total = total_balance(balances(reader, balanced_streams(reader.heads()), lambda _: None).values())
        assert total.accounts == {"promotions": -50_000, "bank": 50_000}


def test_two_who_pay_the_same_prize_at_once_pay_it_once(tmp_path: Path) -> None:
    async def scene(stand: Stand) -> None:
        await stand.draw_all()
        person = stand.promoter.durable.promotions[1].wins[1].person
        await stand.ask(ClaimPrize(by=CLEO, promotion=1, prize=1, person=person, identified="passport", present=True))
        pay = PayPrize(by=CASS, promotion=1, prize=1, parts=(PrizePart(PrizeWay.CHEQUE, Cents(50_000)),))
        replies = await asyncio.gather(*(stand.promoter.ask(pay, id) for id in ("cleo/1", "max/1", "cleo/1")))
        assert [reply.error or "paid" for reply in replies] == ["paid", Reason.ALREADY_PAID, "paid"]
        assert stand.promoter.durable.book.balances == {PROMOTIONS: -50_000, BANK: 50_000}

    at_the_stand(tmp_path / "floor.sqlite", scene)


def test_cash_for_a_prize_comes_from_the_cage_in_the_same_entry(tmp_path: Path) -> None:
    path, other = tmp_path / "floor.sqlite", tmp_path / "other.sqlite"

    async def scene(stand: Stand) -> None:
        stand.at = BEGIN
        house = House(stand.journal, SoftwareGenerator(), Timing(), clock=lambda: stand.at)
        keeper = stand.promoter.keeper = await house.open_cage()
        await stand.draw_all()
        person = stand.promoter.durable.promotions[1].wins[1].person
        await stand.ask(ClaimPrize(by=CLEO, promotion=1, prize=1, person=person, identified="passport", present=True))
        parts = (PrizePart(PrizeWay.CASH, Cents(30_000)), PrizePart(PrizeWay.CHEQUE, Cents(20_000)))
        pay = PayPrize(by=CASS, promotion=1, prize=1, parts=parts)
        refused = await stand.promoter.ask(pay)
        assert (refused.error, stand.promoter.durable.book.balances.get(PAID_BY_HAND, 0)) == (CageReason.NO_DRAWER, 0)
        clerk = Clerk(CASS.login, CASS.name)
        opener = CountDrawer(by=clerk, second=CAY, is_opener=True, notes={10_000: 2})
        assert (await keeper.ask(opener)).ok
        assert (await stand.promoter.ask(pay)).error == CageReason.DRAWER_SHORT
        assert keeper.durable.events == 3, "the refusal is on record"
        more = MoveCash(by=clerk, second=CAY, amount=Cents(30_000), to_vault=False, why="For a prize")
        assert (await keeper.ask(more)).ok
        await stand.ask(pay)
        assert keeper.durable.book.balances == {PAID_BY_HAND: -30_000, cage_cash("cass"): -20_000, VAULT: 50_000}
        assert (await keeper.ask(SweepTickets())).ok, "the cage goes on"

    def found(journal: Path) -> tuple[list[str], str | None]:
        with looked_at(journal) as reader:
            streams = balanced_streams(reader.heads())
            again = {stream: resettled(reader, stream, lambda _: None) for stream in streams}
            return unmatched(again), apart_from_cage(balances(reader, streams, lambda _: None))

    at_the_stand(path, scene)
    with looked_at(path) as reader:
        assert verify(reader).faults == ()
    assert found(path) == ([], None)
    (given,) = (body for body in bodies(path, CAGE_REGISTER.name) if b"PrizeCashGiven" in body)
    rewritten(path, other, given, given.replace(b"30000", b"10000"))
    sentences, apart = found(other)
    assert sentences == [
        "promotion 1, prize 1, $300.00 out: the cage does not know of it",
        "promotion 1, prize 1, $100.00 out: the prize register does not know of it",
    ]
    assert apart == (
        "hand pays, prizes and colour checks: the tables and the prize register had $300.00 paid by the cage, "
        "and the cage knows of $100.00"
    )


def written_alterations(journal: Path) -> Sequence[Row]:
    """The rows of *Alterations*."""
    asked: dict[str, Any] = {"operator": "The Star", "now": BEGIN + 60 * DAY}
    with looked_at(journal) as reader:
        question, calendar = Question(period=ReportPeriod.LIFE), Calendar("Australia/Sydney", 6)
        return write_report(find_report("alterations"), question, reader, calendar, **asked).rows


@pytest.mark.parametrize(("by", "second"), [(CASS, None), (CLEO, MAX)])
def test_g1_a_prize_in_casino_dollars_is_a_voucher_in_the_same_entry(
    tmp_path: Path, by: Officer, second: Officer | None
) -> None:
    """It has the value of the prize, whatever the limit for vouchers is, and counts against none."""
    path, other = tmp_path / "floor.sqlite", tmp_path / "other.sqlite"

    async def scene(stand: Stand) -> None:
        stand.at = BEGIN
        house = House(stand.journal, SoftwareGenerator(), Timing(), clock=lambda: stand.at)
        keeper = stand.promoter.keeper = await house.open_cage()
        await stand.draw_all(prize(STAR, PrizeKind.CASINO_DOLLARS, value=250_000))
        person = stand.promoter.durable.promotions[1].wins[1].person
        await stand.ask(ClaimPrize(by=CLEO, promotion=1, prize=1, person=person, identified="passport", present=True))
        give = GivePrize(by=by, second=second, promotion=1, prize=1)
        await stand.ask(give)
        assert (await stand.promoter.ask(give)).error == Reason.ALREADY_PAID
        [voucher] = keeper.durable.vouchers.values()
        assert (voucher.kind, voucher.amount, voucher.promotion, voucher.prize) == (VoucherKind.TOKENS, 250_000, 1, 1)
        assert (voucher.issuer, voucher.second) == (by.name, second.name if second else None)
        [receipt] = keeper.durable.receipts.values()
        assert (receipt.number, receipt.kind, receipt.amount, receipt.by) == (1, ReceiptKind.PRIZE_VOUCHER, 250_000, by.name)
        assert (receipt.promotion, receipt.prize, receipt.voucher) == (1, 1, voucher.serial)
        cay, sue = Clerk("cay", "Cay Rich"), Clerk("sue", "Sue Park")
        most = keeper.durable.voucher_rules.most
        issue = IssueVoucher(by=cay, second=sue, kind=VoucherKind.TOKENS, amount=most, why="A birthday", salt=1, since=BEGIN)
        assert (await keeper.ask(issue)).ok
        assert len(keeper.durable.receipts) == 1, "a voucher that is no prize is no transaction"

    def found(journal: Path) -> list[str]:
        with looked_at(journal) as reader:
            return unmatched({name: resettled(reader, name, lambda _: None) for name in balanced_streams(reader.heads())})

    at_the_stand(path, scene)
    assert found(path) == []
    signed = [row[-2] for row in written_alterations(path) if row[2] == "A voucher for promotional money was issued"]
    assert signed == [", ".join(map(str, filter(None, (by, second)))), "Cay Rich (cay), Sue Park (sue)"]
    (given,) = (body for body in bodies(path, CAGE_REGISTER.name) if b"GivePrizeVoucher" in body)
    rewritten(path, other, given, given.replace(b"250000", b"990000"))
    assert found(other) == [
        "promotion 1, voucher for prize 1, $2,500.00 out: the cage does not know of it",
        "promotion 1, voucher for prize 1, $9,900.00 out: the prize register does not know of it",
    ]


def test_a_winner_that_somebody_changed_in_the_journal_is_found(tmp_path: Path) -> None:
    path, other = tmp_path / "floor.sqlite", tmp_path / "other.sqlite"
    at_the_stand(path, whole_life)
    lines = bodies(path, PRIZE_REGISTER.name)
    (drawn,) = (body for body in lines if b"PrizesDrawn" in body)
    winner = drawn.partition(b'"winners":["')[2][:16]
    entries = [body.partition(b'"number":"')[2][:16] for body in lines if b'"DrawEntered"' in body]
    forged = drawn.replace(winner, next(each for each in entries if each != winner))
    rewritten(path, other, drawn, forged)
    with looked_at(other) as reader:
        assert not resettled(reader, PRIZE_REGISTER.name, lambda _: None).holds


def test_private_data_is_in_no_line_and_can_be_erased_without_breaking_the_chain(tmp_path: Path) -> None:
    path = tmp_path / "floor.sqlite"

    async def scene(stand: Stand) -> None:
        await whole_life(stand)
        promoter = stand.promoter
        assert promoter.data(1) == ANN
        await stand.ask(KeepPrivateData(by=CLEO, second=MAX, days=30))
        await stand.ask(ErasePeople(by=CLEO, second=MAX, people=(1,), why="Over"), stand.at + 31 * DAY)
        assert promoter.data(1) is None
        assert promoter.data(2)

    at_the_stand(path, scene)
    assert not [body for body in bodies(path, PRIZE_REGISTER.name) if b"Droste" in body or b"Pyrmont" in body]
    assert (tmp_path / "private").stat().st_mode & 0o777 == 0o600
    assert b"Droste" not in (tmp_path / "private").read_bytes()
    with looked_at(path) as reader:
        assert verify(reader).faults == ()
        assert resettled(reader, PRIZE_REGISTER.name, lambda _: None).holds


def test_what_a_stop_left_in_the_private_file_is_erased_at_the_next_start(tmp_path: Path) -> None:
    async def left(stand: Stand) -> None:
        await stand.promoter.add_person(CLEO, ANN)
        stand.private.keep({"name": "Nobody"})

    async def then(stand: Stand) -> None:
        assert stand.promoter.data(1) == ANN

    at_the_stand(tmp_path / "floor.sqlite", left)
    at_the_stand(tmp_path / "floor.sqlite", then)
    assert b"Nobody" not in (tmp_path / "private").read_bytes()


def test_a_private_file_that_cannot_be_written_stops_no_order_in_the_middle(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody is taken in without data, and nothing is drawn without a secret. Who was erased is not shown any more."""

    async def scene(stand: Stand) -> None:
        await whole_life(stand)
        await stand.ask(KeepPrivateData(by=CLEO, second=MAX, days=30))
        people, draws = len(stand.promoter.register.people), len(stand.promoter.register.promotions[1].draws)
        with closing(apsw.Connection(str(tmp_path / "private"))) as other:
            other.execute("BEGIN IMMEDIATE")  # the file cannot be written
            with pytest.raises(NotKeptError, match="private: "):
                await stand.promoter.add_person(CLEO, ANN)
            commit = CommitDraw(by=CLEO, promotion=1, prizes=(1,), commitment="-", source="ASX 200", fixed=stand.at + HOUR)
            with pytest.raises(NotKeptError):
                await stand.promoter.commit(commit)
            erase = ErasePeople(by=CLEO, second=MAX, people=(1,), why="Over")
            await stand.ask(erase, stand.at + 31 * DAY)
            other.execute("ROLLBACK")
        assert stand.promoter.data(1) is None
        assert len(stand.promoter.register.people) == people
        assert len(stand.promoter.register.promotions[1].draws) == draws
        assert "is done at the next start" in capsys.readouterr().err

    async def restart(_: Stand) -> None:
        pass

    at_the_stand(tmp_path / "floor.sqlite", scene)
    at_the_stand(tmp_path / "floor.sqlite", restart)
    assert b"Ann Droste" not in (tmp_path / "private").read_bytes()


def test_a_start_with_an_older_journal_erases_nobody(tmp_path: Path) -> None:
    async def add(stand: Stand) -> None:
        await stand.promoter.add_person(CLEO, ANN)

    async def look(stand: Stand) -> None:
        assert not stand.promoter.durable.people

    at_the_stand(tmp_path / "floor.sqlite", add)
    at_the_stand(tmp_path / "older.sqlite", look)
    at_the_stand(tmp_path / "floor.sqlite", add_nothing)


async def add_nothing(stand: Stand) -> None:
    assert stand.promoter.data(1) == ANN


def test_a_repeated_command_gets_its_first_answer(tmp_path: Path) -> None:
    async def scene(stand: Stand) -> None:
        await stand.ask(DraftPromotion(by=CLEO, rules=STAR, terms=terms(STAR)))
        promoter = stand.promoter
        lodge = LodgeTerms(by=CLEO, promotion=1, proof="receipt", sent=BEGIN)
        first, second = await asyncio.gather(promoter.ask(lodge, "cleo/1"), promoter.ask(lodge, "cleo/1"))
        assert first == second == await promoter.ask(lodge, "cleo/1")
        other = await promoter.ask(replace(lodge, proof="another"), "cleo/1")
        assert (other.ok, other.error) == (False, "other-command")
        one = await promoter.add_person(CLEO, ANN, "cleo/2")
        assert one == await promoter.add_person(CLEO, ANN, "cleo/2")
        assert len(promoter.durable.people) == 1
        refusal = await promoter.ask(CloseEntries(by=CLEO, promotion=1), "cleo/3")
        assert refusal.error == Reason.WRONG_STAGE
        assert refusal == await promoter.ask(CloseEntries(by=CLEO, promotion=1), "cleo/3")

    at_the_stand(tmp_path / "floor.sqlite", scene)


def test_a_snapshot_is_signed_compared_and_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(croupier.floor.promoter, "SNAPSHOT_EVERY", 4)
    path, other, key = tmp_path / "floor.sqlite", tmp_path / "other.sqlite", SigningKey(tmp_path / "key")

    async def scene(stand: Stand) -> None:
        await whole_life(stand)
        await Notary(stand.journal, key, lambda: stand.at).sign()

    at_the_stand(path, scene)
    taken = bodies(path, snapshots(PRIZE_REGISTER.name))
    assert len(taken) == 3
    with looked_at(path) as reader:
        assert verify(reader, key=key.public).faults == ()
        whole, quick = recovered_prizes(reader, {}), recovered_prizes(reader, signed_heads(reader, key.public))
    assert (whole.snapshot, quick.snapshot) == (0, 12)
    assert (quick.register, quick.line) == (whole.register, whole.line)
    rewritten(path, other, taken[0], taken[0].replace(b'"stage":"open"', b'"stage":"draft"'))
    with looked_at(other) as reader:
        fault = f"{snapshots(PRIZE_REGISTER.name)}, line 1: is not what changed up to line 4 of {PRIZE_REGISTER.name}"
        assert fault in verify(reader).faults


def test_a_line_that_cannot_have_happened_stops_the_start(tmp_path: Path) -> None:
    path, other = tmp_path / "floor.sqlite", tmp_path / "other.sqlite"
    at_the_stand(path, whole_life)
    lodged = bodies(path, PRIZE_REGISTER.name)[1]
    rewritten(path, other, lodged, lodged.replace(b'"promotion":1', b'"promotion":9'))
    with pytest.raises(JournalError, match="floor/promotions, line 2: cannot be read, or cannot have happened"):
        at_the_stand(other, whole_life)

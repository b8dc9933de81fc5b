"""Draws: every entry has the same chance, the winner follows from what is published, and whatever is changed is found."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from command import croupier
from croupier.audit.draw import draw_words
from croupier.promotions.claims import RefuseClaim
from croupier.promotions.draw import DrawRecord, TakenPrize, commitment_to, draw_faults, drawn, list_digest
from croupier.promotions.drawing import draw_record
from croupier.promotions.due import DueKind, dues
from croupier.promotions.entering import CloseEntries, EnterDraw
from croupier.promotions.message import Officer
from croupier.promotions.refusals import PrizeReason
from croupier.promotions.state import PrizeRegister, PrizeState
from croupier.rulebook.html import html
from croupier.rules.moments import DAY, HOUR
from croupier.server.terms_pages import terms_document
from prizes import (
    CHAPTERS,
    CLEO,
    CLOSES,
    DRAWN,
    MAX,
    SAM,
    SECRET,
    add,
    closed,
    committing,
    digest,
    done,
    drawing,
    entry_number,
    opened,
    prize,
    refused,
    terms,
)
from prizes import drawn as after_draw

STAR = "star-craps-2016"
NUMBERS = st.sets(st.from_regex(r"[0-9a-f]{16}", fullmatch=True), min_size=3, max_size=40)


def record_of(register: PrizeRegister) -> DrawRecord:
    promotion = register.promotions[1]
    return draw_record(promotion, promotion.draws[-1])


def test_a_draw_as_anyone_can_work_it_out() -> None:
    """Written again from the description alone."""
    record = record_of(after_draw(STAR, terms(STAR), entries=7))
    entries = sorted(record.entries)
    digest = hashlib.sha256("".join(f"{each}\n" for each in entries).encode()).hexdigest()
    assert record.digest == digest
    assert record.commitment == hashlib.sha256(bytes.fromhex(record.secret)).hexdigest()
    mixed = hmac.new(bytes.fromhex(record.secret), f"{digest}\n{record.value}\n1\n0\n".encode(), hashlib.sha256)
    assert record.winners == (entries[int(mixed.hexdigest(), 16) % 7],)


@given(NUMBERS, st.integers(0, 2**32), st.text(min_size=1, max_size=20))
def test_winners_are_entries_each_once(numbers: set[str], chance: int, value: str) -> None:
    excluded = sorted(numbers)[:1]
    winners = drawn(numbers, excluded, digest(str(chance)), value, (1, 2))
    assert len(set(winners)) == 2
    assert set(winners) <= numbers - set(excluded)
    assert winners == drawn(sorted(numbers, reverse=True), excluded, digest(str(chance)), value, (1, 2))


def test_every_entry_has_the_same_chance() -> None:
    numbers = [entry_number(each) for each in range(7)]
    won = Counter(drawn(numbers, (), SECRET, str(value), (1,))[0] for value in range(7_000))
    assert all(abs(won[number] - 1_000) < 150 for number in numbers)  # five standard deviations


CHANGES: dict[str, Callable[[DrawRecord], DrawRecord]] = {
    "the list of entries": lambda r: replace(r, entries=(*r.entries[:-1], "f" * 16)),
    "the list of": lambda r: replace(r, entries=r.entries[:-1]),
    "the secret is": lambda r: replace(r, secret=digest("another")),
    "the public value was known": lambda r: replace(r, fixed=r.committed),
    "prize 1 was won by": lambda r: replace(r, winners=(next(each for each in r.entries if each not in r.winners),)),
    "prize 1 was": lambda r: replace(r, value=other_value(r)),
    "an entry is in the list twice": lambda r: replace(r, entries=(*r.entries, r.entries[0])),
    "entry ": lambda r: replace(r, excluded=("0" * 16,)),
    "every prize": lambda r: replace(r, winners=()),
    "there are fewer": lambda r: replace(r, excluded=r.entries),
    "the record has format 2": lambda r: replace(r, format=2),
    "the secret, the commitment": lambda r: replace(r, secret=r.secret[:2]),
}
"""What is changed in a record, by how the fault begins that has to be found."""


def other_value(record: DrawRecord) -> str:
    """A public value with another winner."""
    values = map(str, range(100))
    return next(value for value in values if drawn(record.entries, (), record.secret, value, record.prizes) != record.winners)


@pytest.mark.parametrize("found", CHANGES)
def test_whatever_is_changed_is_found(found: str) -> None:
    record = record_of(after_draw(STAR, terms(STAR)))
    assert draw_faults(record) == []
    assert any(fault.startswith(found) for fault in draw_faults(CHANGES[found](record)))


def test_the_command_checks_a_published_record(tmp_path: Path) -> None:
    record, file = record_of(after_draw(STAR, terms(STAR))), tmp_path / "draw.json"
    file.write_bytes(msgspec.json.encode(record))
    ran = croupier("audit", "draw", str(file))
    assert (ran.returncode, ran.stderr) == (0, "")
    assert f"prize 1 was won by entry {record.winners[0]}" in ran.stdout
    assert ran.stdout.endswith("everything holds\n")
    file.write_bytes(msgspec.json.encode(replace(record, secret=digest("another"))))
    ran = croupier("audit", "draw", str(file))
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "the secret is not the one that was committed to" in ran.stderr


@pytest.mark.parametrize("body", [b"", b"{}", b"\xff", b'{"format":1,"promotion":"x"}'])
def test_a_file_that_is_no_record_is_refused(tmp_path: Path, body: bytes) -> None:
    file = tmp_path / "draw.json"
    file.write_bytes(body)
    ran = croupier("audit", "draw", str(file))
    assert (ran.returncode, len(ran.stderr.splitlines())) == (2, 1)
    assert "is no record of a draw" in ran.stderr
    assert croupier("audit", "draw", str(tmp_path / "none")).returncode == 2


def test_a_draw_needs_its_commitment_and_comes_after_the_public_value() -> None:
    register = closed(STAR, terms(STAR))
    assert refused(register, drawing()).reason is PrizeReason.NO_DRAW_PENDING
    assert refused(register, committing(fixed=CLOSES)).reason is PrizeReason.BAD_TIME
    assert refused(register, committing(prizes=())).reason is PrizeReason.UNKNOWN_PRIZE
    assert refused(register, committing(prizes=(1, 1))).reason is PrizeReason.UNKNOWN_PRIZE
    assert refused(register, committing(prizes=(2,))).reason is PrizeReason.UNKNOWN_PRIZE
    assert refused(register, committing(commitment="x")).reason is PrizeReason.BAD_NUMBER
    register = done(register, committing(fixed=DRAWN + HOUR))
    assert refused(register, committing()).reason is PrizeReason.DRAW_PENDING
    assert refused(register, drawing()).reason is PrizeReason.TOO_EARLY
    late = drawing(DRAWN + HOUR)
    assert refused(register, replace(late, secret=digest("another"))).reason is PrizeReason.WRONG_SECRET
    assert refused(register, replace(late, secret=SECRET[:-1])).reason is PrizeReason.WRONG_SECRET
    assert refused(register, replace(late, tell_by=late.at + DAY)).reason is PrizeReason.BAD_TIME
    assert refused(register, replace(late, tell_by=late.at + 4 * DAY)).reason is PrizeReason.BAD_TIME
    assert refused(register, replace(late, claim_by=late.at + 13 * DAY)).clause == "10.7.8"
    assert refused(register, replace(late, claim_by=late.at + 16 * DAY)).clause == "10.7.8"
    done(register, late)


def test_nobody_wins_where_nobody_entered() -> None:
    assert refused(closed(STAR, terms(STAR), entries=0), committing()).reason is PrizeReason.NO_ENTRIES
    two = terms(STAR, prize(STAR), prize(STAR))
    assert refused(closed(STAR, two, entries=1), committing(prizes=(1, 2))).reason is PrizeReason.NO_ENTRIES


def test_a_second_draw_is_public_with_its_reason_and_its_former_winner() -> None:
    register = after_draw(STAR, terms(STAR))
    first = register.promotions[1].wins[1]
    refuse = RefuseClaim(by=CLEO, second=MAX, promotion=1, prize=1, person=first.person, why="Under age", told="By letter")
    register = done(register, refuse)
    again = committing(DRAWN, secret=digest("two"), why="The winner is under age", second=MAX)
    register = done(register, again)
    draw = register.promotions[1].draws[-1]
    assert (draw.prepared, draw.approved, draw.taken) == (CLEO, MAX, (TakenPrize(1, first.entry, refused=True),))
    assert register.promotions[1].wins[1].state is PrizeState.FREE
    assert register.book.balances == {}
    assert [(due.kind, due.clause) for due in dues(register, DRAWN) if due.kind is DueKind.INSPECTOR] == [
        (DueKind.INSPECTOR, "10.12")
    ]
    register = done(register, drawing(DRAWN + HOUR, secret=digest("two")))
    second = register.promotions[1].wins[1]
    assert second.entry != first.entry
    record = record_of(register)
    assert (record.excluded, record.why) == ((first.entry,), "The winner is under age")
    said = f"prize 1 was taken from entry {first.entry}, whose claim was refused: The winner is under age"
    assert said in [*draw_words(record)]
    assert said in html(terms_document(register.promotions[1], CHAPTERS[STAR], "Australia/Sydney"))
    assert draw_faults(record) == []
    assert commitment_to(digest("two")) == record.commitment
    assert draw_faults(replace(record, why=None)) == ["a prize was drawn again without a reason"]
    assert draw_faults(replace(record, taken=(TakenPrize(1, second.entry, refused=True),)))


def test_nobody_who_entered_people_or_prepared_the_draw_oversees_it() -> None:
    """Also where another person holds it."""
    big = terms(STAR, prize(STAR, value=1_500_000))
    opened_by_max = done(opened(STAR, big), add("ann"), EnterDraw(by=MAX, promotion=1, person=1, number=entry_number(1)))
    register = done(opened_by_max, CloseEntries(at=CLOSES, by=CLEO, promotion=1), committing())
    zoe = Officer("zoe", "Zoe Hart")
    for second, hand in ((CLEO, "prepared the draw"), (MAX, "entered people into it"), (zoe, "holds the draw")):
        refusal = refused(register, drawing(by=zoe, second=second))
        assert (refusal.reason, refusal.clause) == (PrizeReason.SCRUTINEER_NEEDED, "10.2")
        assert f"{second.name} {hand}" in refusal.sentence
    held = done(register, drawing(by=zoe, second=SAM)).promotions[1].draws[0]
    assert (held.prepared, held.held, held.overseen) == (CLEO, zoe, "Sam Just (sam)")


def test_the_digest_is_published_before_the_draw() -> None:
    register = closed(STAR, terms(STAR))
    promotion = register.promotions[1]
    assert promotion.digest == list_digest(promotion.entries)
    assert not promotion.draws

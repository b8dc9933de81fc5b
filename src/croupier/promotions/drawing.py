"""Draws: a commitment to a secret, then a public value that was fixed after it, and the winners that follow from both."""

from itertools import chain

from msgspec.structs import replace

from croupier.facts.refusal import Refusal
from croupier.ledger.book import Transfer
from croupier.likeness import looks_of
from croupier.money import Cents
from croupier.promotions.disputes import in_dispute
from croupier.promotions.draw import FORMAT, SECRET_DIGITS, DrawRecord, TakenPrize, commitment_to, drawn, is_hexadecimal
from croupier.promotions.fold import PRIZE_REGISTER, PrizeEventRow, PrizeRow, because, one_promotion, signers
from croupier.promotions.message import PromotionCommand, PromotionEvent
from croupier.promotions.notifying import still_to_tell, was_told
from croupier.promotions.owing import made_owed, taken_back
from croupier.promotions.refusals import Reason
from croupier.promotions.state import (
    PrizeDraw,
    PrizeNotice,
    PrizeRegister,
    PrizeState,
    PrizeWin,
    Promotion,
    Stage,
    no_prize,
    of,
    with_promotion,
)
from croupier.rules.moments import DAY, Millis, clock_time
from croupier.rules.outcomes import listed
from croupier.rules.promotions import Fact, Promotions, ends_of_day

LEAST_NAMES = 2
"""A person has at least a first name and a surname."""
MOST_DAYS = 7
"""How many days after the time of the terms, or after now if that is over, the public value is known at the latest."""


class CommitDraw(PromotionCommand):
    """Commit to the secret of a draw, and name the public value that will decide it."""

    prizes: tuple[int, ...]
    commitment: str
    """The SHA-256 of the secret."""
    source: str
    """Where the public value will come from."""
    fixed: Millis
    """When the public value will be known, which is later than now."""
    why: str | None = None
    """Why a prize is drawn a second time. Everybody can read it."""


class DrawPrizes(PromotionCommand):
    """Hold the draw: reveal the secret, and state the public value."""

    secret: str
    value: str
    tell_by: Millis
    """The end of the last day for telling the winners, where the casino is."""
    claim_by: Millis
    """The end of the last day on which the prizes can be claimed, where the casino is."""
    outside: str | None = None
    """The name of a scrutineer who is no member of staff; None if the second person is the scrutineer."""
    staff: tuple[str, ...] = ()
    """The logins of all staff who have that name. The program fills it in."""


class DrawCommitted(PromotionEvent):
    """The operator has committed to the secret of a draw."""

    prizes: tuple[int, ...]
    commitment: str
    source: str
    fixed: Millis
    excluded: tuple[str, ...] = ()
    """Entries that have won before, or cannot win any more."""
    taken: tuple[TakenPrize, ...] = ()
    """The prizes that are drawn again, each with the entry that had won it."""
    why: str | None = None
    transfers: tuple[Transfer, ...] = ()
    """What a former winner of the same prize was owed goes back."""


class PrizesDrawn(PromotionEvent):
    """Prizes were drawn."""

    prizes: tuple[int, ...]
    winners: tuple[str, ...]
    """The numbers of the entries that have won, in the order of the prizes."""
    secret: str
    value: str
    tell_by: Millis
    claim_by: Millis
    outside: str | None = None
    transfers: tuple[Transfer, ...] = ()


def commit_draw(register: PrizeRegister, command: CommitDraw) -> DrawCommitted | Refusal:
    """Commit to a draw once entries are closed.

    A prize is drawn again only if its winner was refused it or did not claim it in time, with the reason and two signatures.
    """
    promotion, chapter = of(register, command)
    clause = chapter.clause_of(Fact.DRAWN)
    if promotion.pending:
        return Refusal(Reason.DRAW_PENDING, "A draw was prepared: hold it first.", clause)
    if not is_hexadecimal(command.commitment, SECRET_DIGITS):
        return Refusal(Reason.BAD_NUMBER, f"A commitment has {SECRET_DIGITS} hexadecimal digits.", clause)
    if command.fixed <= command.at:
        sentence = "The public value has to become known after the commitment."
        return Refusal(Reason.BAD_TIME, sentence, clause)
    if refusal := _not_drawn(promotion, chapter, command):
        return refusal
    latest = max(promotion.terms.drawn or 0, command.at) + MOST_DAYS * DAY
    if command.fixed > latest:
        sentence = f"The public value has to be known within {MOST_DAYS} days of the draw: until {clock_time(latest)}."
        return Refusal(Reason.BAD_TIME, sentence, clause)
    won = chain.from_iterable(each.winners for each in promotion.draws)
    marked = (number for number, entry in promotion.entries.items() if entry.marked)
    excluded = tuple(sorted({*won, *marked}))
    if len(promotion.listed) - len(excluded) < len(command.prizes):
        return Refusal(Reason.NO_ENTRIES, "There are fewer entries left than prizes to draw.", clause)
    return DrawCommitted(
        promotion=command.promotion,
        prizes=command.prizes,
        commitment=command.commitment,
        source=command.source,
        fixed=command.fixed,
        excluded=excluded,
        taken=tuple(
            TakenPrize(prize, win.entry, refused=win.state is PrizeState.FREE)
            for prize in command.prizes
            if (win := promotion.wins.get(prize))
        ),
        why=command.why,
        transfers=taken_back(promotion.wins[prize].owed for prize in command.prizes if prize in promotion.wins),
    )


def _not_drawn(promotion: Promotion, chapter: Promotions, command: CommitDraw) -> Refusal | None:
    """Refuse prizes that cannot be drawn, or not without a reason."""
    clause = chapter.clause_of(Fact.DRAWN)
    if not command.prizes or len({*command.prizes}) < len(command.prizes):
        return Refusal(Reason.UNKNOWN_PRIZE, "Name the prizes to draw, each once.", clause)
    for prize in command.prizes:
        if refusal := no_prize(promotion, prize, clause):
            return refusal
        win = promotion.wins.get(prize)
        if win and win.state is PrizeState.PAID:
            return Refusal(Reason.ALREADY_PAID, f"Prize {prize} has been paid or handed over.", clause)
        if win and win.state is PrizeState.CLAIMED:
            return Refusal(Reason.ALREADY_CLAIMED, f"Prize {prize} was claimed: refuse that claim first.", clause)
        if win and (refusal := _still_won(promotion, chapter, prize, win, command.at)):
            return refusal
        if win and not command.why:
            sentence = f"Prize {prize} was drawn before: say why it is drawn again."
            return Refusal(Reason.REASON_NEEDED, sentence, clause)
    return None


def _still_won(promotion: Promotion, chapter: Promotions, prize: int, win: PrizeWin, at: int) -> Refusal | None:
    """Refuse to take a prize from a winner who can still claim it, disputes it, was never told, or not why it was refused."""
    if win.state is not PrizeState.WON:
        return in_dispute(promotion, chapter, prize, win) or _untold(promotion, chapter, prize, win)
    if at <= win.claim_by:
        sentence = (
            f"The winner of prize {prize} can claim it until {clock_time(win.claim_by)}. "
            "It is drawn again after that, or once the winner was refused it with the reasons."
        )
        return Refusal(Reason.STILL_WON, sentence, chapter.refusing.clause)
    if not was_told(promotion, win):
        return Refusal(Reason.STILL_WON, still_to_tell(prize, win), chapter.telling.clause)
    return in_dispute(promotion, chapter, prize, win)


def _untold(promotion: Promotion, chapter: Promotions, prize: int, win: PrizeWin) -> Refusal | None:
    """Refuse to draw a prize again before its winner was told why it was refused."""
    for number, claim in enumerate(promotion.refused, 1):
        if (claim.prize, claim.person, claim.told) == (prize, win.person, None):
            sentence = (
                f"The winner of prize {prize} has not been told why it was refused: tell the reasons of refusal {number}."
            )
            return Refusal(Reason.STILL_WON, sentence, chapter.refusing.clause)
    return None


def _two_for_another_draw(register: PrizeRegister, command: CommitDraw) -> str | None:
    """Two people sign that a prize goes to somebody else."""
    wins = register.promotions[command.promotion].wins
    return "A prize is drawn again." if any(prize in wins for prize in command.prizes) else None


def draw_prizes(register: PrizeRegister, command: DrawPrizes) -> PrizesDrawn | Refusal:
    """Hold the draw that was committed to, under the eyes of a scrutineer where the document demands one."""
    promotion, chapter = of(register, command)
    clause, draw = chapter.clause_of(Fact.DRAWN), promotion.pending
    if draw is None:
        return Refusal(Reason.NO_DRAW_PENDING, "No draw was prepared.", clause)
    earliest = max(draw.fixed, promotion.terms.drawn or 0)
    if command.at < earliest:
        return Refusal(Reason.TOO_EARLY, f"The draw is held at {clock_time(earliest)}.", clause)
    if refusal := _unseen(register, promotion, draw, command):
        return refusal
    if command.value != " ".join(command.value.split()):
        sentence = "Write the public value without spaces around it or several in a row: another value finds other winners."
        return Refusal(Reason.BAD_TEXT, sentence, clause)
    if not is_hexadecimal(command.secret, SECRET_DIGITS) or commitment_to(command.secret) != draw.commitment:
        return Refusal(Reason.WRONG_SECRET, "The secret is not the one that was committed to.", clause)
    if command.tell_by not in ends_of_day(command.at, chapter.telling.days):
        sentence = f"Winners are told until the end of day {chapter.telling.days} after the draw."
        return Refusal(Reason.BAD_TIME, sentence, chapter.telling.clause)
    days = promotion.terms.claim_days or 0
    if command.claim_by not in ends_of_day(command.at, days):
        sentence = f"Prizes are claimed until the end of day {days} after the draw."
        return Refusal(Reason.BAD_TIME, sentence, chapter.clause_of(Fact.CLAIM_DAYS))
    return PrizesDrawn(
        promotion=command.promotion,
        prizes=draw.prizes,
        winners=drawn(promotion.listed, draw.excluded, command.secret, command.value, draw.prizes),
        secret=command.secret,
        value=command.value,
        tell_by=command.tell_by,
        claim_by=command.claim_by,
        outside=command.outside,
        transfers=made_owed(sum(promotion.money(prize) for prize in draw.prizes)),
    )


def _unseen(register: PrizeRegister, promotion: Promotion, draw: PrizeDraw, command: DrawPrizes) -> Refusal | None:
    """Refuse a draw without the signature of the scrutineer that it needs. Nobody oversees what they have a hand in."""
    needed, second = _needs_scrutineer(register, promotion, draw), command.second
    clause = needed or register.chapter(promotion).scrutineer.clause
    if second is None and (needed or command.outside):
        sentence = "A scrutineer has to oversee this draw and sign. An officer signs beside one who is no member of staff."
        return Refusal(Reason.SCRUTINEER_NEEDED, sentence, clause)
    if second is not None and (hand := _hand_in(promotion, draw, command, second.login)):
        sentence = f"{second.name} {hand}: somebody else has to oversee the draw and sign."
        return Refusal(Reason.SCRUTINEER_NEEDED, sentence, clause)
    if command.outside is None:
        return None
    if len([word for word in command.outside.split() if sum(map(str.isalpha, word)) > 1]) < LEAST_NAMES:
        return Refusal(Reason.SCRUTINEER_NEEDED, "Give the scrutineer's first name and surname.", clause)
    hands = [each for each in (command.by, draw.prepared, second) if each]
    if command.staff or looks_of(command.outside) in {looks_of(name) for each in hands for name in (each.name, each.login)}:
        sentence = "The scrutineer from outside has the name of a member of staff: staff sign with their own login."
        return Refusal(Reason.SCRUTINEER_NEEDED, sentence, clause)
    return None


def _needs_scrutineer(register: PrizeRegister, promotion: Promotion, draw: PrizeDraw) -> str | None:
    """The clause by which a draw needs a scrutineer; None if it needs none."""
    for chapter in register.chapters_of(promotion):
        if any(chapter.needs_scrutineer(promotion.worth(prize)) for prize in draw.prizes):
            return chapter.scrutineer.clause
    return None


def _two_for_large_prizes(register: PrizeRegister, command: DrawPrizes) -> str | None:
    """The scrutineer signs, too."""
    promotion = register.promotions[command.promotion]
    draw = promotion.pending
    return "A scrutineer oversees this draw." if draw and _needs_scrutineer(register, promotion, draw) else None


def _hand_in(promotion: Promotion, draw: PrizeDraw, command: DrawPrizes, login: str) -> str | None:
    """Which hand a person has in a draw; None if they have none."""
    if login == command.by.login:
        return "holds the draw"
    if login in draw.prepared_by:
        return "prepared the draw"
    listed = (entry for entry in promotion.entries.values() if entry.withdrawn is None)
    entered = any(login in (entry.by, entry.second) for entry in listed)
    return "entered people into it" if entered else None


def draw_record(promotion: Promotion, draw: PrizeDraw) -> DrawRecord:
    """What is published of a draw that was held."""
    assert promotion.digest, "entries are closed"
    assert draw.secret, "the draw was held"
    assert draw.value, "the draw was held"
    return DrawRecord(
        format=FORMAT,
        promotion=promotion.number,
        title=promotion.terms.title,
        entries=tuple(sorted(promotion.listed)),
        digest=promotion.digest,
        excluded=draw.excluded,
        taken=draw.taken,
        why=draw.why,
        commitment=draw.commitment,
        committed=draw.committed,
        source=draw.source,
        fixed=draw.fixed,
        secret=draw.secret,
        value=draw.value,
        prizes=draw.prizes,
        winners=draw.winners,
    )


def _commit(register: PrizeRegister, event: DrawCommitted) -> PrizeRegister:
    draw = PrizeDraw(
        prizes=event.prizes,
        commitment=event.commitment,
        source=event.source,
        fixed=event.fixed,
        committed=event.at,
        prepared=event.by,
        approved=event.second,
        excluded=event.excluded,
        taken=event.taken,
        why=event.why,
    )
    promotion = register.promotions[event.promotion]
    again = [PrizeNotice(f"prize {each.prize} is drawn again", event.why or "", event.at) for each in event.taken]
    freed = {
        prize: replace(win, state=PrizeState.FREE, owed=Cents(0)) if prize in event.prizes else win
        for prize, win in promotion.wins.items()
    }
    notices = (*promotion.notices, *again)
    return with_promotion(register, event.promotion, draws=(*promotion.draws, draw), wins=freed, notices=notices)


def _draw(register: PrizeRegister, event: PrizesDrawn) -> PrizeRegister:
    promotion = register.promotions[event.promotion]
    held = replace(
        promotion.draws[-1],
        secret=event.secret,
        value=event.value,
        held=event.by,
        scrutineer=event.second,
        outside=event.outside,
        winners=event.winners,
    )
    wins = {
        prize: PrizeWin(
            entry=entry,
            person=promotion.entries[entry].person,
            drawn=event.at,
            tell_by=event.tell_by,
            claim_by=event.claim_by,
            owed=promotion.money(prize),
        )
        for prize, entry in zip(event.prizes, event.winners, strict=True)
    }
    draws = (*promotion.draws[:-1], held)
    return with_promotion(register, event.promotion, draws=draws, wins={**promotion.wins, **wins})


PRIZE_REGISTER.declare(
    PrizeRow(
        kind=CommitDraw,
        wish="prepare a draw",
        stages=frozenset({Stage.CLOSED}),
        while_postponed=False,
        clause=lambda chapter: chapter.clause_of(Fact.DRAWN),
        decide=commit_draw,
        two=_two_for_another_draw,
    ),
    PrizeRow(
        kind=DrawPrizes,
        wish="draw",
        stages=frozenset({Stage.CLOSED}),
        while_postponed=False,
        clause=lambda chapter: chapter.clause_of(Fact.DRAWN),
        decide=draw_prizes,
        two=_two_for_large_prizes,
    ),
    PrizeEventRow(
        kind=DrawCommitted,
        apply=_commit,
        tell=lambda _, e: (
            f"{signers(e)} prepared the draw of prize {listed(map(str, e.prizes), 'and')} of promotion {e.promotion}. "
            f"The commitment is {e.commitment}; {e.source} decides at {clock_time(e.fixed)}."
            + "".join(f" Again: {each}." for each in e.taken)
            + (f" The reason{because(e.why)}" if e.why else "")
        ),
        moves_money=True,
        changes=one_promotion,
    ),
    PrizeEventRow(
        kind=PrizesDrawn,
        apply=_draw,
        tell=lambda _, e: (
            f"{e.by} drew promotion {e.promotion}"
            + (f" under the eyes of {f'{e.outside}, beside ' if e.outside else ''}{e.second}: " if e.second else ": ")
            + listed([f"prize {p} goes to entry {w}" for p, w in zip(e.prizes, e.winners, strict=True)], "and")
            + "."
        ),
        moves_money=True,
        changes=one_promotion,
    ),
)

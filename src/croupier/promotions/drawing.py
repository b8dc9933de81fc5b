"""Draws: a commitment to a secret, then a public value that was fixed after it, and the winners that follow from both."""

from itertools import chain

from msgspec.structs import replace

from croupier.ledger.book import Transfer
from croupier.money import Cents
from croupier.promotions.draw import FORMAT, SECRET_DIGITS, DrawRecord, commitment_to, drawn, is_hexadecimal
from croupier.promotions.message import PromotionCommand, PromotionEvent
from croupier.promotions.owing import made_owed, taken_back
from croupier.promotions.refusals import PrizeReason, PrizeRefusal
from croupier.promotions.rows import PrizeCommandRow, PrizeEventRow, declare, one_promotion
from croupier.promotions.state import (
    PrizeDraw,
    PrizeRegister,
    PrizeState,
    PrizeWin,
    Promotion,
    Stage,
    no_prize,
    of,
    with_promotion,
)
from croupier.rules.moments import Millis, clock_time
from croupier.rules.outcomes import listed
from croupier.rules.promotions import Fact, PrizeKind, Promotions


class CommitDraw(PromotionCommand, frozen=True, kw_only=True, tag=True):
    """Commit to the secret of a draw, and name the public value that will decide it."""

    prizes: tuple[int, ...]
    commitment: str
    """The SHA-256 of the secret."""
    source: str
    """Where the public value will come from."""
    fixed: Millis
    """When the public value will be known, which is later than now."""
    why: str | None = None
    """Why a prize is drawn a second time."""
    decided_by: str | None = None
    """Who decided that."""


class DrawPrizes(PromotionCommand, frozen=True, kw_only=True, tag=True):
    """Hold the draw: reveal the secret, and state the public value."""

    secret: str
    value: str
    tell_by: Millis
    """The end of the last day for telling the winners, where the casino is."""
    scrutineer: str | None = None
    """The name of the person who oversees the draw."""


class DrawCommitted(PromotionEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """The operator has committed to the secret of a draw."""

    prizes: tuple[int, ...]
    commitment: str
    source: str
    fixed: int
    excluded: tuple[str, ...] = ()
    """Entries that have won before."""
    why: str | None = None
    decided_by: str | None = None
    transfers: tuple[Transfer, ...] = ()
    """What a former winner of the same prize was owed goes back."""


class PrizesDrawn(PromotionEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """Prizes were drawn."""

    prizes: tuple[int, ...]
    winners: tuple[str, ...]
    """The numbers of the entries that have won, in the order of the prizes."""
    secret: str
    value: str
    tell_by: int
    scrutineer: str | None = None
    transfers: tuple[Transfer, ...] = ()


def commit_draw(register: PrizeRegister, command: CommitDraw) -> DrawCommitted | PrizeRefusal:
    """Commit to a draw once entries are closed. A prize that was drawn before needs a reason."""
    promotion, chapter = of(register, command)
    clause = chapter.clause_of(Fact.DRAWN)
    if promotion.pending:
        return PrizeRefusal(PrizeReason.DRAW_PENDING, "A draw was prepared: hold it first.", clause)
    if not is_hexadecimal(command.commitment, SECRET_DIGITS):
        return PrizeRefusal(PrizeReason.BAD_NUMBER, f"A commitment has {SECRET_DIGITS} hexadecimal digits.", clause)
    if command.fixed <= command.at:
        sentence = "The public value has to become known after the commitment."
        return PrizeRefusal(PrizeReason.BAD_TIME, sentence, clause)
    if refusal := _not_drawn(promotion, command, clause):
        return refusal
    excluded = tuple(sorted(chain.from_iterable(each.winners for each in promotion.draws)))
    if len(promotion.entries) - len(excluded) < len(command.prizes):
        return PrizeRefusal(PrizeReason.NO_ENTRIES, "There are fewer entries left than prizes to draw.", clause)
    return DrawCommitted(
        promotion=command.promotion,
        prizes=command.prizes,
        commitment=command.commitment,
        source=command.source,
        fixed=command.fixed,
        excluded=excluded,
        why=command.why,
        decided_by=command.decided_by,
        transfers=taken_back(promotion.wins[prize].owed for prize in command.prizes if prize in promotion.wins),
    )


def _not_drawn(promotion: Promotion, command: CommitDraw, clause: str) -> PrizeRefusal | None:
    """Refuse prizes that cannot be drawn, or not without a reason."""
    if not command.prizes or len({*command.prizes}) < len(command.prizes):
        return PrizeRefusal(PrizeReason.UNKNOWN_PRIZE, "Name the prizes to draw, each once.", clause)
    for prize in command.prizes:
        if refusal := no_prize(promotion, prize, clause):
            return refusal
        win = promotion.wins.get(prize)
        if win and win.state is PrizeState.PAID:
            return PrizeRefusal(PrizeReason.ALREADY_PAID, f"Prize {prize} has been paid or handed over.", clause)
        if win and win.state is PrizeState.CLAIMED:
            return PrizeRefusal(PrizeReason.ALREADY_CLAIMED, f"Prize {prize} was claimed: refuse that claim first.", clause)
        if win and not (command.why and command.decided_by):
            sentence = f"Prize {prize} was drawn before: say why it is drawn again, and who decided that."
            return PrizeRefusal(PrizeReason.REASON_NEEDED, sentence, clause)
    return None


def draw_prizes(register: PrizeRegister, command: DrawPrizes) -> PrizesDrawn | PrizeRefusal:
    """Hold the draw that was committed to, under the eyes of a scrutineer where the document demands one."""
    promotion, chapter = of(register, command)
    clause, draw = chapter.clause_of(Fact.DRAWN), promotion.pending
    if draw is None:
        return PrizeRefusal(PrizeReason.NO_DRAW_PENDING, "No draw was prepared.", clause)
    earliest = max(draw.fixed, promotion.terms.drawn or 0)
    if command.at < earliest:
        return PrizeRefusal(PrizeReason.TOO_EARLY, f"The draw is held at {clock_time(earliest)}.", clause)
    if refusal := _unseen(promotion, chapter, draw, command):
        return refusal
    if command.value != " ".join(command.value.split()):
        sentence = "Write the public value without spaces around it or several in a row: another value finds other winners."
        return PrizeRefusal(PrizeReason.BAD_TEXT, sentence, clause)
    if not is_hexadecimal(command.secret, SECRET_DIGITS) or commitment_to(command.secret) != draw.commitment:
        return PrizeRefusal(PrizeReason.WRONG_SECRET, "The secret is not the one that was committed to.", clause)
    if command.tell_by not in chapter.latest_notice(command.at):
        sentence = f"Winners are told until the end of day {chapter.telling.days} after the draw."
        return PrizeRefusal(PrizeReason.BAD_TIME, sentence, chapter.telling.clause)
    return PrizesDrawn(
        promotion=command.promotion,
        prizes=draw.prizes,
        winners=drawn(promotion.entries, draw.excluded, command.secret, command.value, draw.prizes),
        secret=command.secret,
        value=command.value,
        tell_by=command.tell_by,
        scrutineer=command.scrutineer,
        transfers=made_owed(sum(_owed(promotion, prize) for prize in draw.prizes)),
    )


def _unseen(promotion: Promotion, chapter: Promotions, draw: PrizeDraw, command: DrawPrizes) -> PrizeRefusal | None:
    """Refuse a draw without the scrutineer that it needs. Nobody oversees a draw that they hold."""
    clause = chapter.scrutineer.clause
    if any(chapter.needs_scrutineer(promotion.value(prize)) for prize in draw.prizes) and command.scrutineer is None:
        return PrizeRefusal(PrizeReason.SCRUTINEER_NEEDED, "A scrutineer has to oversee this draw: give the name.", clause)
    if command.scrutineer and _folded(command.scrutineer) in map(_folded, (command.by.name, command.by.login)):
        return PrizeRefusal(PrizeReason.SCRUTINEER_NEEDED, "The scrutineer is another person than who holds the draw.", clause)
    return None


def _folded(name: str) -> str:
    """A name to compare: neither capitals nor spaces make another person of it."""
    return "".join(name.split()).casefold()


def _owed(promotion: Promotion, prize: int) -> Cents:
    return promotion.value(prize) if promotion.prize(prize).kind is PrizeKind.MONEY else Cents(0)


def draw_record(promotion: Promotion, draw: PrizeDraw) -> DrawRecord:
    """What is published of a draw that was held."""
    assert promotion.digest, "entries are closed"
    assert draw.secret, "the draw was held"
    assert draw.value, "the draw was held"
    return DrawRecord(
        format=FORMAT,
        promotion=promotion.number,
        title=promotion.terms.title,
        entries=tuple(sorted(promotion.entries)),
        digest=promotion.digest,
        excluded=draw.excluded,
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
        excluded=event.excluded,
        why=event.why,
        decided_by=event.decided_by,
    )
    promotion = register.promotions[event.promotion]
    freed = {
        prize: replace(win, state=PrizeState.FREE, owed=Cents(0)) if prize in event.prizes else win
        for prize, win in promotion.wins.items()
    }
    return with_promotion(register, event.promotion, draws=(*promotion.draws, draw), wins=freed)


def _draw(register: PrizeRegister, event: PrizesDrawn) -> PrizeRegister:
    promotion = register.promotions[event.promotion]
    held = replace(
        promotion.draws[-1],
        secret=event.secret,
        value=event.value,
        scrutineer=event.scrutineer,
        winners=event.winners,
    )
    wins = {
        prize: PrizeWin(
            entry=entry,
            person=promotion.entries[entry].person,
            drawn=event.at,
            tell_by=event.tell_by,
            owed=_owed(promotion, prize),
        )
        for prize, entry in zip(event.prizes, event.winners, strict=True)
    }
    draws = (*promotion.draws[:-1], held)
    return with_promotion(register, event.promotion, draws=draws, wins={**promotion.wins, **wins})


declare(
    PrizeCommandRow(
        kind=CommitDraw,
        wish="prepare a draw",
        stages=frozenset({Stage.CLOSED}),
        while_postponed=False,
        clause=lambda chapter: chapter.clause_of(Fact.DRAWN),
        decide=commit_draw,
    ),
    PrizeCommandRow(
        kind=DrawPrizes,
        wish="draw",
        stages=frozenset({Stage.CLOSED}),
        while_postponed=False,
        clause=lambda chapter: chapter.clause_of(Fact.DRAWN),
        decide=draw_prizes,
    ),
    PrizeEventRow(
        kind=DrawCommitted,
        apply=_commit,
        tell=lambda _, e: (
            f"{e.by} prepared the draw of prize {listed(map(str, e.prizes), 'and')} of promotion {e.promotion}. "
            f"The commitment is {e.commitment}; {e.source} decides at {clock_time(e.fixed)}."
        ),
        moves_money=True,
        changes=one_promotion,
    ),
    PrizeEventRow(
        kind=PrizesDrawn,
        apply=_draw,
        tell=lambda _, e: (
            f"{e.by} drew promotion {e.promotion}"
            + (f" under the eyes of {e.scrutineer}: " if e.scrutineer else ": ")
            + listed([f"prize {p} goes to entry {w}" for p, w in zip(e.prizes, e.winners, strict=True)], "and")
            + "."
        ),
        moves_money=True,
        changes=one_promotion,
    ),
)

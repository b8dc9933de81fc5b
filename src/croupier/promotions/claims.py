"""Claims: the winner asks for a prize, or somebody is refused one and told why."""

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from croupier.facts.refusal import Refusal
from croupier.ledger.book import Transfer
from croupier.money import Cents, dollars
from croupier.promotions.checking import has_alternative
from croupier.promotions.disputes import decided_for_winner
from croupier.promotions.entering import Namesakes, own_namesake
from croupier.promotions.fold import ANY_STAGE, PRIZE_REGISTER, PrizeEventRow, PrizeRow, because, one_promotion, signers
from croupier.promotions.message import PromotionCommand, PromotionEvent
from croupier.promotions.notifying import claims_are_over
from croupier.promotions.owing import made_owed, taken_back
from croupier.promotions.refusals import Reason
from croupier.promotions.state import (
    MOST_FILES,
    PrizeRegister,
    PrizeState,
    PrizeWin,
    Promotion,
    RefusedClaim,
    Stage,
    no_person,
    no_prize,
    of,
    too_many,
    with_promotion,
    with_win,
)
from croupier.rules.moments import clock_time
from croupier.rules.promotions import Fact

ON_FILE = ("name", "address")
"""What is kept of whoever is refused a prize of more than a small value."""


class ClaimPrize(PromotionCommand):
    """The winner claims a prize."""

    prize: int
    person: int
    identified: str
    """How the person was identified."""
    present: bool
    """Whether the person was present at the draw."""
    instead: bool = False
    """Whether the winner takes money instead of the prize."""
    similar: Namesakes | UnsetType = UNSET
    """The staff who a winner by play may be, by the name. A second person decides that this is somebody else."""


class RefuseClaim(PromotionCommand):
    """Refuse a claim to a prize: that of the winner, or of somebody else."""

    prize: int
    why: str
    person: int | None = None
    """The claimant; None if nothing is kept of a claim of small value."""
    told: str | None = None
    """How the claimant was told the reasons; None if that is still to be done."""


class TellReasons(PromotionCommand):
    """Record that a claimant was told why a claim was refused."""

    refusal: int
    """The refusals of a promotion are counted from 1."""
    told: str


class PrizeClaimed(PromotionEvent):
    """The winner has claimed a prize."""

    prize: int
    person: int
    identified: str
    instead: Cents | None = None
    """The money that the winner takes instead."""
    similar: Namesakes | None = None
    """The members of staff who the winner may be by the name. Two people have decided that this is somebody else."""
    transfers: tuple[Transfer, ...] = ()


class ClaimRefused(PromotionEvent):
    """A claim was refused. If it was that of the winner, the prize is free to be drawn again."""

    prize: int
    why: str
    person: int | None = None
    told: str | None = None
    of_winner: bool = False
    transfers: tuple[Transfer, ...] = ()


class ReasonsTold(PromotionEvent):
    """A claimant was told why a claim was refused."""

    refusal: int
    told: str


def claim_prize(register: PrizeRegister, command: ClaimPrize) -> PrizeClaimed | Refusal:
    """Accept the claim of the winner, under the conditions of the terms."""
    promotion, chapter = of(register, command)
    clause, win = chapter.clause_of(Fact.PRESENT), promotion.wins.get(command.prize)
    if refusal := unclaimable(win, command.prize, clause):
        return refusal
    assert win, "a prize that can be claimed was won"
    if claims_are_over(promotion, win, command.at):
        sentence = f"The prize could be claimed until {clock_time(win.claim_by)}: refuse the claim, and tell the claimant why."
        return Refusal(Reason.TOO_LATE, sentence, clause)
    if win.person != command.person:
        sentence = "Somebody else has won this prize: refuse the claim, and tell the claimant why."
        return Refusal(Reason.NOT_THE_WINNER, sentence, clause)
    if refusal := no_person(register, command.person):
        return refusal
    if promotion.terms.present and not command.present:
        sentence = "The terms ask for the winner to be present at the draw."
        return Refusal(Reason.NOT_PRESENT, sentence, clause)
    if command.similar and (refusal := own_namesake(command, command.similar)):
        return refusal
    instead = _instead(register, promotion, command.prize) if command.instead else None
    if isinstance(instead, Refusal):
        return instead
    return PrizeClaimed(
        promotion=command.promotion,
        prize=command.prize,
        person=command.person,
        identified=command.identified,
        instead=instead,
        similar=command.similar or None,
        transfers=made_owed(instead or 0),
    )


def _two_for_staff(_: PrizeRegister, command: ClaimPrize) -> str | None:
    """Two people decide that a winner with the name of a member of staff is somebody else."""
    return f"The winner may be {command.similar.words}." if command.similar else None


def unclaimable(win: PrizeWin | None, prize: int, clause: str) -> Refusal | None:
    """Refuse the claim to a prize that waits for nobody."""
    match win.state if win else None:
        case PrizeState.WON:
            return None
        case PrizeState.CLAIMED:
            return Refusal(Reason.ALREADY_CLAIMED, f"Prize {prize} has been claimed.", clause)
        case PrizeState.PAID:
            return Refusal(Reason.ALREADY_PAID, f"Prize {prize} has been paid or handed over.", clause)
        case _:
            return Refusal(Reason.NOT_WON, f"Nobody has won prize {prize}.", clause)


def _instead(register: PrizeRegister, promotion: Promotion, number: int) -> Cents | Refusal:
    """The money that a winner gets instead of a thing, if every document and the terms give it."""
    prize = promotion.prize(number)
    for chapter in register.chapters_of(promotion):
        if not has_alternative(chapter, prize.kind):
            sentence = f"No money is given instead of {prize.kind.words}."
            return Refusal(Reason.NO_ALTERNATIVE, sentence, chapter.alternative.clause)
        if prize.instead is None and chapter.alternative.stated:
            sentence = "The terms do not offer money instead of this prize."
            return Refusal(Reason.NO_ALTERNATIVE, sentence, chapter.alternative.clause)
    return prize.instead or promotion.value(number)


def refuse_claim(register: PrizeRegister, command: RefuseClaim) -> ClaimRefused | Refusal:
    """Refuse a claim with its reasons, and keep the name and the address of the claimant where the document demands it."""
    promotion, chapter = of(register, command)
    clause = chapter.refusing.clause
    if refusal := no_prize(promotion, command.prize, clause):
        return refusal
    if refusal := too_many(len(promotion.refused), MOST_FILES, "refused claims", clause):
        return refusal
    if command.person is not None and (refusal := no_person(register, command.person)):
        return refusal
    if chapter.is_kept(promotion.worth(command.prize)) and not _on_file(register, command.person):
        sentence = "For a prize of this value the name and the address of the claimant have to be kept: add them first."
        return Refusal(Reason.DETAILS_NEEDED, sentence, chapter.refusing.kept)
    win, of_winner = promotion.wins.get(command.prize), _is_winner(promotion, command)
    if win and win.state is PrizeState.PAID and win.person == command.person:
        return Refusal(Reason.ALREADY_PAID, f"Prize {command.prize} has been paid or handed over.", clause)
    if of_winner and (decided := decided_for_winner(promotion, command.prize)):
        sentence = f"Dispute {decided} was decided for the winner of prize {command.prize}: they are not refused it any more."
        return Refusal(Reason.DECIDED_FOR_WINNER, sentence, chapter.disputes)
    return ClaimRefused(
        promotion=command.promotion,
        prize=command.prize,
        why=command.why,
        person=command.person,
        told=command.told,
        of_winner=of_winner,
        transfers=taken_back([win.owed]) if win and of_winner else (),
    )


def _is_winner(promotion: Promotion, command: RefuseClaim) -> bool:
    win = promotion.wins.get(command.prize)
    return win is not None and win.is_open and win.person == command.person


def _two_for_the_winner(register: PrizeRegister, command: RefuseClaim) -> str | None:
    """Two people sign that a winner loses a prize."""
    is_winner = _is_winner(register.promotions[command.promotion], command)
    return "The winner would lose the prize." if is_winner else None


def _on_file(register: PrizeRegister, person: int | None) -> bool:
    return person is not None and {*ON_FILE} <= {*register.people[person].holds}


def tell_reasons(register: PrizeRegister, command: TellReasons) -> ReasonsTold | Refusal:
    """Record that a claimant was told the reasons, if that is still due."""
    promotion, chapter = of(register, command)
    known = 1 <= command.refusal <= len(promotion.refused)
    if not known or promotion.refused[command.refusal - 1].told is not None:
        sentence = f"No claimant of refusal {command.refusal} waits to be told the reasons."
        return Refusal(Reason.UNKNOWN_FILE, sentence, chapter.refusing.clause)
    return ReasonsTold(promotion=command.promotion, refusal=command.refusal, told=command.told)


def _claim(register: PrizeRegister, event: PrizeClaimed) -> PrizeRegister:
    win = register.promotions[event.promotion].wins[event.prize]
    owed, met_by = Cents(win.owed + (event.instead or 0)), (*win.met_by, event.by.login)
    return with_win(register, event.promotion, event.prize, state=PrizeState.CLAIMED, owed=owed, met_by=met_by)


def _refuse(register: PrizeRegister, event: ClaimRefused) -> PrizeRegister:
    kept = RefusedClaim(prize=event.prize, person=event.person, why=event.why, at=event.at, told=event.told)
    refused = (*register.promotions[event.promotion].refused, kept)
    after = with_promotion(register, event.promotion, refused=refused)
    if not event.of_winner:
        return after
    return with_win(after, event.promotion, event.prize, state=PrizeState.FREE, owed=Cents(0))


def _tell(register: PrizeRegister, event: ReasonsTold) -> PrizeRegister:
    refused = [*register.promotions[event.promotion].refused]
    refused[event.refusal - 1] = replace(refused[event.refusal - 1], told=event.told)
    return with_promotion(register, event.promotion, refused=tuple(refused))


PRIZE_REGISTER.declare(
    PrizeRow(
        kind=ClaimPrize,
        wish="claim a prize",
        stages=frozenset({Stage.CLOSED}),
        while_postponed=False,
        clause=lambda chapter: chapter.clause_of(Fact.PRESENT),
        decide=claim_prize,
        two=_two_for_staff,
    ),
    PrizeRow(
        kind=RefuseClaim,
        wish="refuse a claim",
        stages=frozenset({Stage.OPEN, Stage.CLOSED, Stage.ENDED, Stage.CANCELLED}),
        while_postponed=True,
        clause=lambda chapter: chapter.refusing.clause,
        decide=refuse_claim,
        two=_two_for_the_winner,
    ),
    PrizeRow(
        kind=TellReasons,
        wish="tell a claimant the reasons",
        stages=ANY_STAGE,
        while_postponed=True,
        clause=lambda chapter: chapter.refusing.clause,
        decide=tell_reasons,
    ),
    PrizeEventRow(
        kind=PrizeClaimed,
        apply=_claim,
        tell=lambda _, e: (
            f"{signers(e)} recorded that person {e.person} claimed prize {e.prize} of promotion {e.promotion}"
            + (f" and takes {dollars(e.instead)} instead" if e.instead else "")
            + because(f"identified by {e.identified}")
            + (f" They decided that this is not {e.similar.words}." if e.similar else "")
        ),
        moves_money=True,
        changes=one_promotion,
    ),
    PrizeEventRow(
        kind=ClaimRefused,
        apply=_refuse,
        tell=lambda _, e: f"{signers(e)} refused a claim to prize {e.prize} of promotion {e.promotion}{because(e.why)}",
        moves_money=True,
        changes=one_promotion,
    ),
    PrizeEventRow(
        kind=ReasonsTold,
        apply=_tell,
        tell=lambda _, e: f"{e.by} told the claimant of refusal {e.refusal} of promotion {e.promotion} why{because(e.told)}",
        moves_money=False,
        changes=one_promotion,
    ),
)

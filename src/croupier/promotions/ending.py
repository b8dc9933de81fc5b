"""The end of a promotion, and of the private data that was kept for it."""

from msgspec.structs import replace

from croupier.ledger.book import Transfer
from croupier.promotions.due import dues_of
from croupier.promotions.integrity import without_winners
from croupier.promotions.message import Officer, PrizeCommand, PrizeEvent, PromotionCommand, PromotionEvent
from croupier.promotions.owing import taken_back
from croupier.promotions.refusals import PrizeReason, PrizeRefusal
from croupier.promotions.rows import PrizeCommandRow, PrizeEventRow, because, declare
from croupier.promotions.state import PrizeRegister, PrizeState, Promotion, Stage, no_person, of, with_promotion
from croupier.rules.moments import DAY
from croupier.rules.promotions import Fact

MOST_DAYS = 36_500


class EndPromotion(PromotionCommand, frozen=True, kw_only=True, tag=True):
    """End a promotion. Prizes that nobody has claimed lapse."""

    why: str


class KeepPrivateData(PrizeCommand, frozen=True, kw_only=True, tag=True):
    """Set how long private data is kept after the end of its promotions."""

    days: int | None
    """None for ever."""
    second: Officer
    """Who approves it."""


class ErasePerson(PrizeCommand, frozen=True, kw_only=True, tag=True):
    """Record that the private data of a person is erased. The digest stays, and says nothing without its salt."""

    person: int
    why: str
    second: Officer
    """Who approves it."""


class PromotionEnded(PromotionEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """A promotion is over."""

    why: str
    transfers: tuple[Transfer, ...] = ()


class PrivateDataKept(PrizeEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """The operator decided how long private data is kept."""

    days: int | None
    second: Officer


class PersonErased(PrizeEvent, frozen=True, kw_only=True, tag=True, omit_defaults=True):
    """The private data of a person was erased."""

    person: int
    why: str
    second: Officer


def end_promotion(register: PrizeRegister, command: EndPromotion) -> PromotionEnded | PrizeRefusal:
    """End a promotion once nothing is open but prizes that nobody claimed."""
    promotion, chapter = of(register, command)
    clause = chapter.clause_of(Fact.PRESENT)
    if any(win.state is PrizeState.CLAIMED for win in promotion.wins.values()):
        return PrizeRefusal(PrizeReason.STILL_OPEN, "A prize was claimed and waits to be paid or handed over.", clause)
    if promotion.pending or len(promotion.wins) < len(promotion.terms.prizes):
        sentence = "There are prizes to draw."
        return PrizeRefusal(PrizeReason.STILL_OPEN, sentence, chapter.clause_of(Fact.DRAWN))
    if any(file.decision is None for file in promotion.disputes):
        return PrizeRefusal(PrizeReason.STILL_OPEN, "A dispute waits for a decision.", chapter.disputes)
    if found := dues_of(chapter, promotion, command.at):
        return PrizeRefusal(PrizeReason.STILL_OPEN, found[0].sentence, found[0].clause)
    owed = taken_back(win.owed for win in promotion.wins.values())
    return PromotionEnded(promotion=command.promotion, why=command.why, transfers=owed)


def keep_private_data(_: PrizeRegister, command: KeepPrivateData) -> PrivateDataKept | PrizeRefusal:
    """Set the period, signed by two people."""
    if command.days is not None and not 1 <= command.days <= MOST_DAYS:
        return PrizeRefusal(PrizeReason.BAD_NUMBER, f"Private data is kept for 1 to {MOST_DAYS:,} days, or for ever.")
    return _alone(command.by, command.second) or PrivateDataKept(days=command.days, second=command.second)


def erase_person(register: PrizeRegister, command: ErasePerson) -> PersonErased | PrizeRefusal:
    """Erase the data of a person once the period is over for every promotion that it was kept for."""
    if refusal := _alone(command.by, command.second) or no_person(register, command.person):
        return refusal
    if register.keep_days is None:
        return PrizeRefusal(PrizeReason.KEPT, "Private data is kept for ever: set a period first.")
    over = command.at - register.keep_days * DAY
    for promotion in register.promotions.values():
        if (promotion.ended is None or promotion.ended > over) and _is_in(promotion, command.person):
            sentence = f"The data is kept until {register.keep_days} days after the end of promotion {promotion.number}."
            return PrizeRefusal(PrizeReason.KEPT, sentence, register.chapter(promotion).refusing.kept)
    return PersonErased(person=command.person, why=command.why, second=command.second)


def _is_in(promotion: Promotion, person: int) -> bool:
    """Whether the promotion keeps data of a person."""
    claimed = any(claim.person == person for claim in promotion.refused)
    disputed = any(file.person == person for file in promotion.disputes)
    return claimed or disputed or any(entry.person == person for entry in promotion.entries.values())


def _alone(by: Officer, second: Officer) -> PrizeRefusal | None:
    if by.login != second.login:
        return None
    return PrizeRefusal(PrizeReason.SECOND_PERSON_NEEDED, "Another person has to approve that.")


def _end(register: PrizeRegister, event: PromotionEnded) -> PrizeRegister:
    wins = without_winners(register.promotions[event.promotion])
    return with_promotion(register, event.promotion, stage=Stage.ENDED, wins=wins, ended=event.at)


def _erase(register: PrizeRegister, event: PersonErased) -> PrizeRegister:
    erased = replace(register.people[event.person], erased=event.at)
    return replace(register, people=register.people.having(event.person, erased))


declare(
    PrizeCommandRow(
        kind=EndPromotion,
        wish="end it",
        stages=frozenset({Stage.CLOSED}),
        while_postponed=False,
        clause=lambda chapter: chapter.clause_of(Fact.PRESENT),
        decide=end_promotion,
    ),
    PrizeCommandRow(
        kind=KeepPrivateData,
        wish="set how long private data is kept",
        stages=frozenset(),
        while_postponed=True,
        clause=None,
        decide=keep_private_data,
    ),
    PrizeCommandRow(
        kind=ErasePerson,
        wish="erase private data",
        stages=frozenset(),
        while_postponed=True,
        clause=None,
        decide=erase_person,
    ),
    PrizeEventRow(
        kind=PromotionEnded,
        apply=_end,
        tell=lambda _, e: f"{e.by} ended promotion {e.promotion}{because(e.why)}",
        moves_money=True,
    ),
    PrizeEventRow(
        kind=PrivateDataKept,
        apply=lambda register, e: replace(register, keep_days=e.days),
        tell=lambda _, e: (
            f"{e.by} and {e.second} decided that private data is kept "
            + ("for ever." if e.days is None else f"for {e.days} days after the end of a promotion.")
        ),
        moves_money=False,
    ),
    PrizeEventRow(
        kind=PersonErased,
        apply=_erase,
        tell=lambda _, e: f"{e.by} and {e.second} erased the data of person {e.person}{because(e.why)}",
        moves_money=False,
    ),
)

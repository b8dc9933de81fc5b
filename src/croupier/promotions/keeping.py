"""How long private data is kept, and erasing it when that time is over."""

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.facts.refusal import Refusal
from croupier.promotions.disputes import is_unadvised
from croupier.promotions.fold import PRIZE_REGISTER, PrizeEventRow, PrizeRecord, PrizeRow, always_two, because, signers
from croupier.promotions.message import PrizeCommand, PrizeEvent
from croupier.promotions.refusals import Reason
from croupier.promotions.state import PrizeRegister, Promotion, no_person
from croupier.rules.moments import DAY
from croupier.rules.outcomes import listed

MOST_DAYS = 36_500
MOST_ERASED = 1_000
"""The most people of one order."""


class KeepPrivateData(PrizeCommand):
    """Set how long private data is kept after the end of its promotions."""

    days: int | None
    """None for ever."""


class ErasePeople(PrizeCommand):
    """Record that the private data of people is erased. The digests stay, and say nothing without their salts."""

    people: tuple[int, ...]
    why: str


class PrivateDataKept(PrizeEvent):
    """The operator decided how long private data is kept."""

    days: int | None


class PeopleErased(PrizeEvent):
    """The private data of people was erased."""

    people: tuple[int, ...]
    why: str


def keep_private_data(_: PrizeRegister, command: KeepPrivateData) -> PrivateDataKept | Refusal:
    """Set the period, signed by two people."""
    if command.days is not None and not 1 <= command.days <= MOST_DAYS:
        return Refusal(Reason.BAD_NUMBER, f"Private data is kept for 1 to {MOST_DAYS:,} days, or for ever.")
    return PrivateDataKept(days=command.days)


def erase_people(register: PrizeRegister, command: ErasePeople) -> PeopleErased | Refusal:
    """Erase the data of people once the period is over for everything that it was kept for."""
    if not 1 <= len({*command.people}) == len(command.people) <= MOST_ERASED:
        return Refusal(Reason.BAD_NUMBER, f"Name 1 to {MOST_ERASED:,} people to erase, each once.")
    for person in command.people:
        if refusal := no_person(register, person):
            return refusal
    if refusal := _kept(register, command):
        return refusal
    return PeopleErased(people=command.people, why=command.why)


def erasable(register: PrizeRegister, at: int) -> tuple[int, ...]:
    """Everybody whose data can be erased at a time, by number."""
    if register.keep_days is None:
        return ()
    kept = {person for promotion in register.promotions.values() for person in _people_of(promotion, _over(register, at))}
    return tuple(
        sorted(
            number
            for number, person in register.people.items()
            if person.erased is None and number not in kept and person.added <= _over(register, at)
        )
    )


def _over(register: PrizeRegister, at: int) -> int:
    """What ended at this time or before it has its data no longer."""
    return at - (register.keep_days or 0) * DAY


def _kept(register: PrizeRegister, command: ErasePeople) -> Refusal | None:
    """Refuse to erase data that has to be kept for longer."""
    days, over = register.keep_days, _over(register, command.at)
    if days is None:
        return Refusal(Reason.KEPT, "Private data is kept for ever: set a period first.")
    for promotion in register.promotions.values():
        if kept := {*_people_of(promotion, over)}.intersection(command.people):
            sentence = (
                f"The data of person {min(kept)} is kept until {days} days after the end of promotion {promotion.number}, "
                "and as long after a claim or a dispute that came later."
            )
            chapter = register.chapters.get(promotion.rules)
            return Refusal(Reason.KEPT, sentence, chapter.refusing.kept if chapter else "")
    for person in command.people:
        if register.people[person].added > over:
            sentence = f"The data of person {person} is kept for {days} days after the person was taken in."
            return Refusal(Reason.KEPT, sentence)
    return None


def _people_of(promotion: Promotion, over: int) -> Iterator[int]:
    """Everybody whose data the promotion keeps: all until its end was long enough ago, then those with files of later."""
    is_over = promotion.ended is not None and promotion.ended <= over
    if not is_over:
        yield from (entry.person for entry in promotion.entries.values())
    for claim in promotion.refused:
        if claim.person is not None and (not is_over or claim.told is None or claim.at > over):
            yield claim.person
    for file in promotion.disputes:
        is_open = file.decision is None or is_unadvised(file)
        if file.person is not None and (not is_over or is_open or (file.decided or file.at) > over):
            yield file.person


def _erase(register: PrizeRegister, event: PeopleErased) -> PrizeRegister:
    people = register.people
    for number in event.people:
        people = people.having(number, replace(people[number], erased=event.at))
    return replace(register, people=people)


PRIZE_REGISTER.declare(
    PrizeRow(
        kind=KeepPrivateData,
        wish="set how long private data is kept",
        stages=frozenset(),
        while_postponed=True,
        clause=None,
        decide=keep_private_data,
        two=always_two,
    ),
    PrizeRow(
        kind=ErasePeople,
        wish="erase private data",
        stages=frozenset(),
        while_postponed=True,
        clause=None,
        decide=erase_people,
        two=always_two,
    ),
    PrizeEventRow(
        kind=PrivateDataKept,
        apply=lambda register, e: replace(register, keep_days=e.days),
        tell=lambda _, e: (
            f"{signers(e)} decided that private data is kept "
            + ("for ever." if e.days is None else f"for {e.days} days after the end of a promotion.")
        ),
        moves_money=False,
        changes=lambda _: (),
    ),
    PrizeEventRow(
        kind=PeopleErased,
        apply=_erase,
        tell=lambda _, e: (
            f"{signers(e)} erased the data of {'person' if len(e.people) == 1 else 'people'} "
            f"{listed(map(str, e.people), 'and')}{because(e.why)}"
        ),
        moves_money=False,
        changes=lambda e: tuple((PrizeRecord.PERSON, person, "") for person in e.people),
    ),
)

"""People, their entries, and the close of entries. Names and addresses are kept apart; the register has a salted digest."""

import msgspec
from msgspec.structs import replace

from croupier.facts.refusal import Refusal
from croupier.promotions.draw import ENTRY_DIGITS, SECRET_DIGITS, is_hexadecimal, list_digest
from croupier.promotions.fold import (
    PRIZE_REGISTER,
    PrizeEventRow,
    PrizeRecord,
    PrizeRow,
    because,
    one_person,
    one_promotion,
    signers,
)
from croupier.promotions.message import PrizeCommand, PrizeEvent, PromotionCommand, PromotionEvent
from croupier.promotions.refusals import Reason
from croupier.promotions.state import (
    MOST_ENTRIES,
    MOST_PEOPLE,
    KnownPerson,
    PrizeEntry,
    PrizeRegister,
    Promotion,
    Stage,
    no_person,
    of,
    too_many,
    with_promotion,
)
from croupier.rules.moments import Millis, clock_time
from croupier.rules.outcomes import listed
from croupier.rules.promotions import Fact

PRIVATE = ("name", "address", "telephone", "email", "patron")
"""What may be kept of a person."""


class Namesakes(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """Who else an entrant may be, by a similar name."""

    excluded: tuple[int, ...] = ()
    """Patrons who are excluded from the casino."""
    staff: tuple[str, ...] = ()
    """Logins."""
    people: tuple[int, ...] = ()
    """People of the register who have entered the promotion."""

    @property
    def words(self) -> str:
        """All of them, as the end of a sentence."""
        each = (
            *(f"patron {number}, who is excluded from the casino" for number in self.excluded),
            *(f"{login}, a member of staff" for login in self.staff),
            *(f"person {number}, who has entered" for number in self.people),
        )
        return listed(each, "or")


class AddPerson(PrizeCommand):
    """Take a person into the register, whose data was put into the private file."""

    digest: str
    """The salted digest of the data."""
    holds: tuple[str, ...]
    """Which data is there."""


class AddDetails(PrizeCommand):
    """Add what was not known of a person, such as the name and the address of a patron. It was put into the private file."""

    person: int
    digest: str
    """The salted digest of what is added."""
    holds: tuple[str, ...]
    """Which data is added."""


class EnterDraw(PromotionCommand):
    """Enter a person into the draws of a promotion."""

    person: int
    number: str
    """The number of the entry, made by chance."""
    earned: str | None = None
    """The bet that earned it, if the terms ask for one."""
    since: Millis | None = None
    """When play earned it, which may be before entries closed; None if a person enters it now."""
    similar: Namesakes | None = None
    """Who else the person may be; None for nobody. A second person decides that this is somebody else."""
    why: str | None = None
    """Why this is somebody else."""


class CloseEntries(PromotionCommand):
    """Close the list of entries, and publish its digest."""


class PersonAdded(PrizeEvent):
    """A person was taken into the register."""

    person: int
    digest: str
    holds: tuple[str, ...]


class DetailsAdded(PrizeEvent):
    """More was taken down of a person."""

    person: int
    digest: str
    holds: tuple[str, ...]


class DrawEntered(PromotionEvent):
    """A person was entered into the draws of a promotion."""

    person: int
    number: str
    earned: str | None = None
    since: Millis | None = None
    similar: Namesakes | None = None
    """Who else the person may be by the name. Two people have decided that this is somebody else."""
    why: str | None = None


class EntriesClosed(PromotionEvent):
    """The list of entries was closed. Its digest is public."""

    entries: int
    """How many there are."""
    digest: str


def add_person(register: PrizeRegister, command: AddPerson) -> PersonAdded | Refusal:
    """Take a person in, once."""
    if refusal := _unsealed(register, command):
        return refusal
    if refusal := too_many(len(register.people), MOST_PEOPLE, "people in the register", ""):
        return refusal
    return PersonAdded(person=len(register.people) + 1, digest=command.digest, holds=tuple(sorted({*command.holds})))


def add_details(register: PrizeRegister, command: AddDetails) -> DetailsAdded | Refusal:
    """Add what was not known. What is known is not changed."""
    if refusal := no_person(register, command.person) or _unsealed(register, command):
        return refusal
    if known := sorted({*command.holds}.intersection(register.people[command.person].holds)):
        sentence = f"The {known[0]} of person {command.person} is known already."
        return Refusal(Reason.PERSON_KNOWN, sentence)
    return DetailsAdded(person=command.person, digest=command.digest, holds=tuple(sorted({*command.holds})))


def _unsealed(register: PrizeRegister, command: AddPerson | AddDetails) -> Refusal | None:
    """Refuse data that nobody sealed, or that the register does not keep."""
    if not is_hexadecimal(command.digest, SECRET_DIGITS):
        return Refusal(Reason.BAD_NUMBER, f"A digest has {SECRET_DIGITS} hexadecimal digits.")
    if not {*command.holds} <= {*PRIVATE} or not command.holds:
        return Refusal(Reason.BAD_TEXT, f"What is kept of a person is one of {', '.join(PRIVATE)}.")
    if command.digest in register.digests:
        return Refusal(Reason.PERSON_KNOWN, "This person is in the register already.")
    return None


def enter_draw(register: PrizeRegister, command: EnterDraw) -> DrawEntered | Refusal:
    """Enter a person before entries close."""
    promotion, chapter = of(register, command)
    closes, when = promotion.terms.closes, command.at if command.since is None else command.since
    if closes is not None and when >= closes:
        sentence = f"Entries closed at {clock_time(closes)}."
        return Refusal(Reason.TOO_LATE, sentence, chapter.clause_of(Fact.CLOSES))
    if refusal := _unearned(promotion, command, chapter.clause_of(Fact.WAGER)):
        return refusal
    full = too_many(len(promotion.entries), MOST_ENTRIES, "entries", chapter.clause_of(Fact.CLOSES))
    if refusal := no_person(register, command.person) or full:
        return refusal
    if promotion.held.get(command.person, 0) >= promotion.terms.most:
        sentence = f"Person {command.person} has {promotion.terms.most} of {promotion.terms.most} entries that the terms allow."
        return Refusal(Reason.ENTRIES_USED, sentence, chapter.terms_clause)
    if not is_hexadecimal(command.number, ENTRY_DIGITS):
        return Refusal(Reason.BAD_NUMBER, f"The number of an entry has {ENTRY_DIGITS} hexadecimal digits.")
    if command.number in promotion.entries:
        return Refusal(Reason.NUMBER_TAKEN, "Another entry has that number.")
    if command.similar and (refusal := _undecided(command, command.similar)):
        return refusal
    return DrawEntered(
        promotion=command.promotion,
        person=command.person,
        number=command.number,
        earned=command.earned,
        since=command.since,
        similar=command.similar,
        why=command.why if command.similar else None,
    )


def own_namesake(command: PrizeCommand, similar: Namesakes) -> Refusal | None:
    """Refuse that people decide of themselves who they are not."""
    own = {each.login for each in (command.by, command.second) if each}.intersection(similar.staff)
    if not own:
        return None
    return Refusal(Reason.MAY_NOT_ENTER, f"This may be {min(own)}: others give the order and sign.")


def _undecided(command: EnterDraw, similar: Namesakes) -> Refusal | None:
    """Refuse a namesake, unless it is said why this is somebody else. Nobody decides that about themselves."""
    if refusal := own_namesake(command, similar):
        return refusal
    if command.why is None:
        sentence = f"This may be {similar.words}. If it is somebody else, a second person signs, with the reason."
        return Refusal(Reason.PERSON_SIMILAR, sentence)
    return None


def _two_for_namesakes(_: PrizeRegister, command: EnterDraw) -> str | None:
    """Two people decide that somebody with the name of another is not that one."""
    return f"This may be {command.similar.words}." if command.similar else None


def _unearned(promotion: Promotion, command: EnterDraw, clause: str) -> Refusal | None:
    """Refuse an entry without the bet that the terms ask for. Where play earns entries, the journal says which bets did."""
    terms, since = promotion.terms, command.since
    if since is not None and (terms.play is None or not (terms.starts or 0) <= since <= command.at):
        sentence = "Only play under the terms earns an entry before it is made."
        return Refusal(Reason.BAD_TIME, sentence, clause)
    if terms.play is not None and since is None:
        sentence = "Play earns the entries of this promotion: enter what the journal of the tables says."
        return Refusal(Reason.WAGER_NEEDED, sentence, clause)
    if terms.wager and command.earned is None:
        sentence = "The terms ask for a bet: say which one earned the entry."
        return Refusal(Reason.WAGER_NEEDED, sentence, clause)
    if since is not None and command.earned in promotion.bets:
        return Refusal(Reason.BET_COUNTED, "That bet has earned an entry already.", clause)
    return None


def close_entries(register: PrizeRegister, command: CloseEntries) -> EntriesClosed | Refusal:
    """Close the list at the time that the terms state, or later."""
    promotion, chapter = of(register, command)
    closes = promotion.terms.closes
    if closes is not None and command.at < closes:
        sentence = f"Entries are received until {clock_time(closes)}."
        return Refusal(Reason.TOO_EARLY, sentence, chapter.clause_of(Fact.CLOSES))
    numbers = promotion.listed
    return EntriesClosed(promotion=command.promotion, entries=len(numbers), digest=list_digest(numbers))


def _add(register: PrizeRegister, event: PersonAdded) -> PrizeRegister:
    people = register.people.having(event.person, KnownPerson(event.digest, event.holds, event.at))
    return replace(register, people=people, digests=register.digests.having(event.digest, event.person))


def _detail(register: PrizeRegister, event: DetailsAdded) -> PrizeRegister:
    before = register.people[event.person]
    known = replace(before, holds=tuple(sorted((*before.holds, *event.holds))), more=(*before.more, event.digest))
    people, digests = register.people.having(event.person, known), register.digests.having(event.digest, event.person)
    return replace(register, people=people, digests=digests)


def _enter(register: PrizeRegister, event: DrawEntered) -> PrizeRegister:
    promotion = register.promotions[event.promotion]
    second = event.second.login if event.second else None
    entry = PrizeEntry(event.person, event.at, event.by.login, event.earned, event.since, second=second)
    entries = promotion.entries.having(event.number, entry)
    from_play = event.since is not None and event.earned
    bets = promotion.bets.having(from_play, event.number) if from_play else promotion.bets
    held = promotion.held.having(event.person, promotion.held.get(event.person, 0) + 1)
    return with_promotion(register, event.promotion, entries=entries, bets=bets, held=held)


PRIZE_REGISTER.declare(
    PrizeRow(
        kind=AddPerson,
        wish="take a person in",
        stages=frozenset(),
        while_postponed=True,
        clause=None,
        decide=add_person,
    ),
    PrizeRow(
        kind=AddDetails,
        wish="add to what is known of a person",
        stages=frozenset(),
        while_postponed=True,
        clause=None,
        decide=add_details,
    ),
    PrizeRow(
        kind=EnterDraw,
        wish="enter",
        stages=frozenset({Stage.OPEN}),
        while_postponed=False,
        clause=lambda chapter: chapter.clause_of(Fact.CLOSES),
        decide=enter_draw,
        two=_two_for_namesakes,
    ),
    PrizeRow(
        kind=CloseEntries,
        wish="close entries",
        stages=frozenset({Stage.OPEN}),
        while_postponed=False,
        clause=lambda chapter: chapter.clause_of(Fact.CLOSES),
        decide=close_entries,
    ),
    PrizeEventRow(
        kind=PersonAdded,
        apply=_add,
        tell=lambda _, e: f"{e.by} took person {e.person} into the register.",
        moves_money=False,
        changes=one_person,
    ),
    PrizeEventRow(
        kind=DetailsAdded,
        apply=_detail,
        tell=lambda _, e: f"{e.by} added the {listed(e.holds, 'and')} of person {e.person}.",
        moves_money=False,
        changes=one_person,
    ),
    PrizeEventRow(
        kind=DrawEntered,
        apply=_enter,
        tell=lambda _, e: (
            f"{signers(e)} entered person {e.person} into promotion {e.promotion} with number {e.number}"
            + (f", earned by {e.earned.removesuffix('.')}." if e.earned else ".")
            + (f" {signers(e)} decided that this is not {e.similar.words}{because(e.why or '')}" if e.similar else "")
        ),
        moves_money=False,
        changes=lambda e: ((PrizeRecord.ENTRY, e.promotion, e.number),),
    ),
    PrizeEventRow(
        kind=EntriesClosed,
        apply=lambda register, e: with_promotion(register, e.promotion, stage=Stage.CLOSED, digest=e.digest),
        tell=lambda _, e: (
            f"{e.by} closed the entries of promotion {e.promotion}: {e.entries}. The digest of the list is {e.digest}."
        ),
        moves_money=False,
        changes=one_promotion,
    ),
)

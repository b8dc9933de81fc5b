"""The state of the prize register: promotions, people, and the money that winners are owed."""

from collections.abc import Mapping
from enum import StrEnum
from itertools import islice

import msgspec
from msgspec.structs import replace

from croupier.facts.message import State
from croupier.facts.refusal import Refusal
from croupier.ledger.book import Book
from croupier.money import Cents
from croupier.promotions.draw import TakenPrize
from croupier.promotions.message import Officer, PromotionCommand
from croupier.promotions.refusals import Reason
from croupier.promotions.terms import Prize, PromotionTerms
from croupier.rules.promotions import PrizeKind, Promotions
from croupier.spread import Spread

MOST_UNFINISHED = 200
"""The most promotions that are not over."""
MOST_ENTRIES = 1_000_000
"""The most entries of a promotion."""
MOST_PEOPLE = 5_000_000
"""The most people of the register, with those whose data was erased."""
MOST_AMENDMENTS = 50
"""How often the terms of a running promotion are changed. All that ran are kept."""
MOST_FILES = 1_000
"""The most refused claims, disputes and notices of a promotion each, and attempts to tell one winner."""


class Stage(StrEnum):
    """How far a promotion has come."""

    DRAFT = "draft"
    LODGED = "lodged"
    OPEN = "open"
    CLOSED = "closed"
    """Entries are closed; prizes are drawn, claimed and paid."""
    ENDED = "ended"
    CANCELLED = "cancelled"


class PrizeState(StrEnum):
    """What has become of a prize that was drawn."""

    WON = "won"
    CLAIMED = "claimed"
    PAID = "paid"
    """Paid or handed over."""
    FREE = "free"
    """Its winner was refused it. It can be drawn again until the promotion is over."""
    LAPSED = "lapsed"
    """Nobody had claimed it in time when the promotion ended, or had got it when it was cancelled."""


class KnownPerson(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Somebody whose name and address are kept apart. The register has a salted digest of them."""

    digest: str
    holds: tuple[str, ...]
    """Which private data is kept: `name`, `address` and so on."""
    added: int
    """When the person was taken in."""
    erased: int | None = None
    """When the data was erased."""
    more: tuple[str, ...] = ()
    """The digests of data that was added later."""

    @property
    def digests(self) -> tuple[str, ...]:
        """Every digest of their data."""
        return (self.digest, *self.more)


class PrizeEntry(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An entry into the draws of a promotion."""

    person: int
    at: int
    by: str
    """The login of whoever made it."""
    earned: str | None = None
    """The bet that earned it, if the terms ask for one."""
    since: int | None = None
    """When play earned it; None if a person entered it."""
    withdrawn: str | None = None
    """Why it was taken out of the list before entries closed; None if it was not."""
    marked: str | None = None
    """Why it cannot win although it is in the published list; None if it can."""
    second: str | None = None
    """The login of whoever signed it, too; None if nobody did."""

    @property
    def counts(self) -> bool:
        """Whether it can win."""
        return self.withdrawn is None and self.marked is None

    @property
    def why(self) -> str | None:
        """Why it does not count; None if it does."""
        return self.withdrawn or self.marked


class Lodgement(msgspec.Struct, frozen=True, gc=False):
    """Terms as they went to the regulator."""

    proof: str
    sent: int


class PrizeDraw(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A draw: the commitment before it, and then the secret, the public value and the winners."""

    prizes: tuple[int, ...]
    commitment: str
    source: str
    fixed: int
    committed: int
    prepared: Officer
    """Who committed to it."""
    approved: Officer | None = None
    """Who signed a second draw, too."""
    excluded: tuple[str, ...] = ()
    """Entries that have won a prize of this promotion before, or cannot win any more."""
    taken: tuple[TakenPrize, ...] = ()
    """The prizes that are drawn again."""
    why: str | None = None
    """Why they are; everybody can read it."""
    secret: str | None = None
    """None until the draw is held."""
    value: str | None = None
    held: Officer | None = None
    """Who held it; None until then."""
    scrutineer: Officer | None = None
    """Who oversaw it and signed; None if nobody did."""
    outside: str | None = None
    """A scrutineer who is no member of staff; then `scrutineer` is the officer who signed beside them."""
    winners: tuple[str, ...] = ()

    @property
    def prepared_by(self) -> set[str]:
        """The logins of those who prepared it."""
        return {each.login for each in (self.prepared, self.approved) if each}

    @property
    def overseen(self) -> str | None:
        """Who oversaw the draw, in words; None if nobody did."""
        if self.outside and self.scrutineer:
            return f"{self.outside}, beside {self.scrutineer}"
        return str(self.scrutineer) if self.scrutineer else None


class Attempt(msgspec.Struct, frozen=True, gc=False):
    """An attempt to tell a winner."""

    at: int
    method: str
    reached: bool


class PrizeWin(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A prize that was drawn, and who has won it."""

    entry: str
    person: int
    drawn: int
    tell_by: int
    """The end of the last day for telling the winner."""
    claim_by: int
    """The end of the last day on which it can be claimed."""
    state: PrizeState = PrizeState.WON
    owed: Cents = Cents(0)
    """The money in the account of prizes for it."""
    attempts: tuple[Attempt, ...] = ()
    met_by: tuple[str, ...] = ()
    """The logins of those who have reached the winner, or taken the claim."""

    @property
    def is_open(self) -> bool:
        """Whether it waits for its winner."""
        return self.state in (PrizeState.WON, PrizeState.CLAIMED)


class RefusedClaim(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A claim that the operator refused."""

    prize: int
    person: int | None
    why: str
    at: int
    told: str | None = None
    """How the claimant was told the reasons; None as long as that is due."""


class PrizeDispute(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A dispute about the terms of a promotion."""

    about: str
    at: int
    person: int | None = None
    decision: str | None = None
    decided: int | None = None
    satisfied: bool = False
    advised: str | None = None
    """How a person who was not satisfied was advised of the right to complain."""
    prize: int | None = None
    """The prize that the decision leaves to the entry that has won it, or gives back to it."""
    entry: str | None = None


COMPROMISED = "the promotion was compromised"


class PrizeNotice(msgspec.Struct, frozen=True, gc=False):
    """Something that the inspector has to be told."""

    about: str
    """It completes "Tell the inspector that …"."""
    why: str
    at: int
    told: str | None = None
    """How the inspector was told; None as long as that is due."""


class FormerTerms(msgspec.Struct, frozen=True, gc=False):
    """Terms that ran until others took their place."""

    terms: PromotionTerms
    until: int


class PromotionFacts(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A promotion without its entries."""

    number: int
    rules: str
    """The id of the rule set."""
    chapter: str
    """The fingerprint of its chapter."""
    terms: PromotionTerms
    stage: Stage = Stage.DRAFT
    postponed: bool = False
    written: int
    """When these terms were written: drafted, revised, amended or moved to other times."""
    lodged: Lodgement | None = None
    """None if these terms have not been lodged."""
    opened: int | None = None
    amended: int | None = None
    """Since when amended terms wait to be lodged again."""
    former: tuple[FormerTerms, ...] = ()
    """The terms that ran before these, the first of them first."""
    digest: str | None = None
    """The digest of the list of entries; None until it is closed."""
    draws: tuple[PrizeDraw, ...] = ()
    wins: Mapping[int, PrizeWin] = {}
    """Who has won each prize, by the number of the prize."""
    refused: tuple[RefusedClaim, ...] = ()
    disputes: tuple[PrizeDispute, ...] = ()
    notices: tuple[PrizeNotice, ...] = ()
    """What the inspector has to be told."""
    ended: int | None = None


class Promotion(PromotionFacts, frozen=True, kw_only=True):
    """A promotion, from the draft to the last claim."""

    entries: Spread[str, PrizeEntry] = msgspec.field(default_factory=Spread[str, PrizeEntry])
    """By number."""
    bets: Spread[str, str] = msgspec.field(default_factory=Spread[str, str])
    """The number of every entry that play has earned, by the bet."""
    held: Spread[int, int] = msgspec.field(default_factory=Spread[int, int])
    """How many entries of each person count."""

    @property
    def listed(self) -> list[str]:
        """The numbers of the list: all but those that were withdrawn."""
        return [number for number, entry in self.entries.items() if entry.withdrawn is None]

    @property
    def undrawn(self) -> list[int]:
        """The prizes that were not drawn."""
        return [prize for prize in range(1, len(self.terms.prizes) + 1) if prize not in self.wins]

    def left(self, most: int) -> int:
        """How many entries can still win, counted up to `most`."""
        won = {entry for draw in self.draws for entry in draw.winners}
        can = (number for number, entry in self.entries.items() if entry.counts and number not in won)
        return sum(1 for _ in islice(can, most))

    @property
    def postponed_since(self) -> int:
        """When it was postponed the last time; 0 if it never was."""
        return max((notice.at for notice in self.notices if notice.about == COMPROMISED), default=0)

    @property
    def pending(self) -> PrizeDraw | None:
        """The draw that was committed to and not held yet; None if there is none."""
        return self.draws[-1] if self.draws and self.draws[-1].secret is None else None

    def prize(self, number: int) -> Prize:
        """A prize of the terms."""
        return self.terms.prizes[number - 1]

    def hands_in(self, number: int) -> set[str]:
        """The logins of those who entered the winner of a prize, prepared the draw or held it, or signed that, too."""
        draw = next(each for each in reversed(self.draws) if number in each.prizes)
        entry = self.entries[self.wins[number].entry]
        return {*draw.prepared_by, *filter(None, (entry.by, entry.second, draw.held and draw.held.login))}

    def value(self, number: int) -> Cents:
        """The value of a prize."""
        return self.terms.prizes[number - 1].value or Cents(0)

    def money(self, number: int) -> Cents:
        """What the winner of a prize in money is owed; nothing for a thing."""
        return self.value(number) if self.prize(number).kind is PrizeKind.MONEY else Cents(0)

    def worth(self, number: int) -> Cents:
        """The most that a winner can get for a prize: its value, or the money that the terms give instead, if that is more."""
        return max(self.value(number), self.prize(number).instead or Cents(0))


class PrizeRegister(State, frozen=True, kw_only=True):
    """Every promotion of a floor. Immutable; the large mappings share what did not change."""

    chapters: Mapping[str, Promotions] = {}
    """The chapters of the documents, by rule set. They come from the rule sets, not from events."""
    promotions: Mapping[int, Promotion] = {}
    people: Spread[int, KnownPerson] = msgspec.field(default_factory=Spread[int, KnownPerson])
    digests: Spread[str, int] = msgspec.field(default_factory=Spread[str, int])
    """The number of every person, by digest."""
    keep_days: int | None = None
    """How many days private data is kept after the end of its promotion; None for ever."""
    book: Book = Book()

    def chapter(self, promotion: Promotion) -> Promotions:
        """The chapter under which a promotion runs."""
        return self.chapters[promotion.rules]

    def chapters_of(self, promotion: Promotion) -> tuple[Promotions, ...]:
        """Every chapter to which a promotion keeps, its own first."""
        named = (promotion.rules, *promotion.terms.also)
        return tuple(self.chapters[rules] for rules in named if rules in self.chapters)

    def knows(self, person: int) -> bool:
        """Whether the data of a person is there."""
        found = self.people.get(person)
        return found is not None and found.erased is None


def of(register: PrizeRegister, command: PromotionCommand) -> tuple[Promotion, Promotions]:
    """The promotion of a command, and its chapter. The fold has checked that both exist."""
    promotion = register.promotions[command.promotion]
    return promotion, register.chapter(promotion)


def with_promotion(register: PrizeRegister, number: int, **changes: object) -> PrizeRegister:
    """The register after a change of one promotion."""
    changed = replace(register.promotions[number], **changes)
    return replace(register, promotions={**register.promotions, number: changed})


def with_other_terms(
    register: PrizeRegister, number: int, terms: PromotionTerms, at: int, *, amended: int | None
) -> PrizeRegister:
    """The register after the terms of a running promotion were changed."""
    before = register.promotions[number]
    former = (*before.former, FormerTerms(before.terms, at))
    return with_promotion(register, number, terms=terms, written=at, amended=amended, former=former)


def with_win(register: PrizeRegister, number: int, prize: int, **changes: object) -> PrizeRegister:
    """The register after a change of one prize that was won."""
    wins = register.promotions[number].wins
    return with_promotion(register, number, wins={**wins, prize: replace(wins[prize], **changes)})


def too_many(count: int, most: int, what: str, clause: str) -> Refusal | None:
    """Refuse one more of something of which the register keeps a limited number."""
    return Refusal(Reason.TOO_MANY, f"There are {most:,} {what} already.", clause) if count >= most else None


def no_person(register: PrizeRegister, person: int) -> Refusal | None:
    """Refuse a person whom the register does not know."""
    if register.knows(person):
        return None
    return Refusal(Reason.UNKNOWN_PERSON, f"The register has no data of a person {person}.")


def no_prize(promotion: Promotion, prize: int, clause: str) -> Refusal | None:
    """Refuse a prize that the terms do not have."""
    if 1 <= prize <= len(promotion.terms.prizes):
        return None
    return Refusal(Reason.UNKNOWN_PRIZE, f"Promotion {promotion.number} has no prize {prize}.", clause)

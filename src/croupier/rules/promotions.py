"""The chapter of a document on promotional prizes: what terms state, what is forbidden, what is paid how, and by when."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from croupier.money import Cents
from croupier.rules.error import RuleError
from croupier.rules.fingerprint import fingerprint
from croupier.rules.moments import DAY, HOUR


class PrizeKind(StrEnum):
    """What a prize is, as far as a document treats it differently."""

    MONEY = "money"
    CASINO_DOLLARS = "casino-dollars"
    SLOTS_DOLLARS = "slots-dollars"
    APPLIANCE = "appliance"
    VEHICLE = "vehicle"
    TRAVEL = "travel"
    REAL_ESTATE = "real-estate"
    OTHER = "other"

    @property
    def words(self) -> str:
        """The kind, as a sentence names it."""
        return KIND_WORDS[self]


KIND_WORDS: Mapping[PrizeKind, str] = {
    PrizeKind.MONEY: "money",
    PrizeKind.CASINO_DOLLARS: "casino dollars",
    PrizeKind.SLOTS_DOLLARS: "slots dollars",
    PrizeKind.APPLIANCE: "machinery or an electric appliance",
    PrizeKind.VEHICLE: "a motor vehicle",
    PrizeKind.TRAVEL: "travel",
    PrizeKind.REAL_ESTATE: "real estate",
    PrizeKind.OTHER: "another thing",
}


class Fact(StrEnum):
    """A fact that the terms have besides the text of a clause, because the register acts on it."""

    STARTS = "starts"
    CLOSES = "closes"
    DRAWN = "drawn"
    WAGER = "wager"
    """Whether a bet is needed to take part."""
    PRESENT = "present"
    """Whether the winner has to be present at the draw."""
    CLAIM_DAYS = "claim_days"
    """How many days after the draw a prize can be claimed."""
    NOTICE = "notice"
    """By which methods the winner is told, if the winner need not be present."""


class PrizeWay(StrEnum):
    """How money is paid to a winner."""

    CASH = "cash"
    CHEQUE = "cheque"
    TRANSFER = "transfer"

    @property
    def words(self) -> str:
        """The way, as a sentence names it."""
        return WAY_WORDS[self]


WAY_WORDS: Mapping[PrizeWay, str] = {
    PrizeWay.CASH: "in cash",
    PrizeWay.CHEQUE: "by crossed cheque made out to the winner",
    PrizeWay.TRANSFER: "by electronic funds transfer to the winner",
}


@dataclass(frozen=True, slots=True)
class ListedItem:
    """Something that a clause lists: a statement of the terms, a particular of a prize, or a method of notice."""

    clause: str
    id: str
    words: str = field(metadata={"prose": True})
    """It completes "The terms state …" or "The winner is told …"."""
    facts: Sequence[Fact] = ()

    @property
    def is_time(self) -> bool:
        """Whether a time states it: no text beside it says more."""
        return tuple(self.facts) == (Fact.CLOSES,)


@dataclass(frozen=True, slots=True)
class Forbidden:
    """What a prize may not consist of or include, above a quantity."""

    clause: str
    id: str
    words: str = field(metadata={"prose": True})
    millilitres: int | None = None
    """How much of it is allowed; None if nothing is."""

    @property
    def above(self) -> str:
        """What is forbidden, in words."""
        return self.words if self.millilitres is None else f"more than {self.millilitres // 1000} litres of {self.words}"


@dataclass(frozen=True, slots=True)
class Particulars:
    """What terms also state about prizes of one kind."""

    clause: str
    kind: PrizeKind
    items: Sequence[ListedItem]


@dataclass(frozen=True, slots=True)
class Scrutineer:
    """Who oversees the draw of a prize whose value is over an amount."""

    clause: str
    over: Cents


@dataclass(frozen=True, slots=True)
class Alternative:
    """Money that a winner may take instead of a thing."""

    clause: str
    never_for: Sequence[PrizeKind]
    stated: bool
    """Whether only the terms can give the choice."""


@dataclass(frozen=True, slots=True)
class PrizePayment:
    """How prizes in money are paid."""

    clause: str
    ways: Sequence[PrizeWay]
    winner_chooses_over: Cents | None = None
    """Above this amount of money the winner chooses among the ways; None: the operator does."""


@dataclass(frozen=True, slots=True)
class Telling:
    """How a winner who need not be present is told, and within how many days of the draw."""

    clause: str
    days: int
    methods: Sequence[ListedItem]


@dataclass(frozen=True, slots=True)
class Lodging:
    """Details of the terms go to the regulator this many hours before the promotion starts."""

    clause: str
    to: str
    hours: int

    @property
    def lead(self) -> int:
        """The hours in milliseconds."""
        return self.hours * HOUR


@dataclass(frozen=True, slots=True)
class Amending:
    """What a change of the terms needs after the start: an approval before it, or that the new terms are lodged after it."""

    clause: str
    needs_approval: bool


@dataclass(frozen=True, slots=True)
class Refusing:
    """What the operator tells whoever is refused a prize, and what is kept of claims over a value."""

    clause: str
    kept: str
    """The clause about what is kept."""
    over: Cents


@dataclass(frozen=True, slots=True)
class Integrity:
    """Who is told, and within how many hours, that a promotion or a draw was compromised; 0 for immediately."""

    clause: str
    to: str
    hours: int


@dataclass(frozen=True)
class Promotions:
    """The chapter of one document."""

    offered: str
    """The clause by which the operator may offer prizes."""
    scrutineer: Scrutineer
    alternative: Alternative
    payment: PrizePayment
    forbidden_clause: str
    forbidden: Sequence[Forbidden]
    published: str
    """The clause about where the terms can be read, and that advertising refers to them."""
    terms_clause: str
    terms: Sequence[ListedItem]
    prizes: str
    """The clause about the details and the value of the prizes."""
    particulars: Sequence[Particulars]
    telling: Telling
    lodging: Lodging
    amending: Amending
    refusing: Refusing
    disputes: str
    """The clause about disputes, and the right to complain."""
    integrity: Integrity

    def __post_init__(self) -> None:
        self._check_ids("statement of the terms", self.terms)
        self._check_ids("method of notice", self.telling.methods)
        for each in self.particulars:
            self._check_ids(f"particular of {each.kind.words}", each.items)
        named = [fact for item in self.terms for fact in item.facts]
        if missing := [fact for fact in Fact if named.count(fact) != 1]:
            raise RuleError(f"{self.terms_clause}: the terms have to state '{missing[0]}' once")
        if len({each.kind for each in self.particulars}) < len(self.particulars):
            raise RuleError(f"{self.prizes}: a kind of prize has two lists of particulars")
        if PrizeKind.MONEY in self.alternative.never_for:
            raise RuleError(f"{self.alternative.clause}: money is no thing for which money could be given instead")
        if not self.payment.ways:
            raise RuleError(f"{self.payment.clause}: money has to be paid in some way")
        if len(set(self.clauses)) < len(self.clauses):
            raise RuleError(f"{self.offered}: two parts of the chapter have the same clause")

    @staticmethod
    def _check_ids(what: str, items: Sequence[ListedItem]) -> None:
        if not items or len({each.id for each in items}) < len(items):
            raise RuleError(f"{items[0].clause if items else what}: every {what} needs an id of its own")

    @cached_property
    def clauses(self) -> Sequence[str]:
        """Every clause of the chapter but its heading, in order."""
        return tuple(self._clauses())

    def _clauses(self) -> Iterator[str]:
        yield from (self.offered, self.scrutineer.clause, self.alternative.clause, self.payment.clause)
        yield from (self.forbidden_clause, *(each.clause for each in self.forbidden), self.published)
        yield from (self.terms_clause, *(each.clause for each in self.terms), self.prizes)
        for each in self.particulars:
            yield from (each.clause, *(item.clause for item in each.items))
        yield from (self.telling.clause, *(each.clause for each in self.telling.methods))
        yield from (self.lodging.clause, self.amending.clause, self.refusing.clause, self.refusing.kept)
        yield from (self.disputes, self.integrity.clause)

    @cached_property
    def fingerprint(self) -> str:
        """The SHA-256 of the chapter. A promotion states the one under which it was drafted."""
        return fingerprint(self)

    def particulars_of(self, kind: PrizeKind) -> Sequence[ListedItem]:
        """What terms also state about a prize of a kind."""
        return next((each.items for each in self.particulars if each.kind is kind), ())

    def method(self, id: str) -> ListedItem | None:
        """The method of notice with this id; None if the document lists no such one."""
        return next((each for each in self.telling.methods if each.id == id), None)

    def clause_of(self, fact: Fact) -> str:
        """The clause by which the terms state a fact."""
        return next(item.clause for item in self.terms if fact in item.facts)

    def needs_scrutineer(self, value: int) -> bool:
        """Whether the draw of a prize of this value needs a scrutineer."""
        return value > self.scrutineer.over

    def is_kept(self, value: int) -> bool:
        """Whether a refused claim of this value is kept with name and address."""
        return value > self.refusing.over

    def winner_chooses(self, owed: int) -> bool:
        """Whether the winner chooses how this amount of money is paid, as a prize or instead of one."""
        least = self.payment.winner_chooses_over
        return least is not None and owed > least


def ends_of_day(drawn: int, days: int) -> range:
    """When the last of some calendar days after a draw can end, which depends on the time of the day of the draw.

    An hour on both sides allows for a change of the clocks.
    """
    return range(drawn + days * DAY - HOUR, drawn + (days + 1) * DAY + HOUR + 1)

"""A prize register to test with: complete terms, people, commands that follow each other, and what comes of them."""

from collections.abc import Mapping
from hashlib import sha256

from msgspec.structs import replace

from croupier.catalogue import names, ruleset
from croupier.facts.message import Event
from croupier.facts.refusal import Refusal
from croupier.money import Cents
from croupier.promotions.drafting import DraftPromotion, LodgeTerms
from croupier.promotions.draw import commitment_to
from croupier.promotions.drawing import CommitDraw, DrawPrizes
from croupier.promotions.entering import AddPerson, CloseEntries, EnterDraw
from croupier.promotions.fold import PRIZE_REGISTER
from croupier.promotions.message import Officer, PrizeCommand
from croupier.promotions.opening import OpenPromotion
from croupier.promotions.state import PrizeRegister
from croupier.promotions.terms import Prize, PromotionTerms
from croupier.rules.moments import DAY, HOUR
from croupier.rules.promotions import PrizeKind, Promotions

CHAPTERS: Mapping[str, Promotions] = {name: chapter for name in names() if (chapter := ruleset(name).promotions)}
BEGIN = 1_760_000_000_000
STARTS, CLOSES, DRAWN = BEGIN + 3 * DAY, BEGIN + 10 * DAY, BEGIN + 10 * DAY + 2 * HOUR
CLEO, MAX = Officer("cleo", "Cleo Marsh"), Officer("max", "Max Bell")
SAM = Officer("sam", "Sam Just")
"""The scrutineer."""
CASS = Officer("cass", "Cass Hill")
"""Who pays at the cage, with no hand in a draw."""
CLAIM_DAYS = 14
SECRET = sha256(b"secret").hexdigest()


def chapter_of(rules: str) -> Promotions:
    """The chapter of a rule set."""
    return CHAPTERS[rules]


def prize(rules: str, kind: PrizeKind = PrizeKind.MONEY, value: int = 50_000, **changes: object) -> Prize:
    """A prize that its document allows, completely described."""
    chapter = chapter_of(rules)
    whole = Prize(
        kind=kind,
        title="First prize",
        value=Cents(value),
        details="As it stands in the foyer; not transferable",
        particulars={item.id: f"About {item.id}" for item in chapter.particulars_of(kind)},
        contains=dict.fromkeys((each.id for each in chapter.forbidden), 0),
    )
    return replace(whole, **changes)


def terms(rules: str, *prizes: Prize, **changes: object) -> PromotionTerms:
    """Complete terms."""
    texts = {item.id: f"About {item.id}" for item in chapter_of(rules).terms if item.id != "wager"}
    whole = PromotionTerms(
        title="Spring draw",
        texts=texts,
        starts=STARTS,
        closes=CLOSES,
        drawn=DRAWN,
        wager=False,
        present=False,
        claim_days=CLAIM_DAYS,
        notice=("mail", "telephone"),
        prizes=prizes or (prize(rules),),
    )
    return replace(whole, **changes)


def register() -> PrizeRegister:
    """An empty register."""
    return PrizeRegister(chapters=CHAPTERS)


def done(register: PrizeRegister, *commands: PrizeCommand) -> PrizeRegister:
    """The register after commands that it accepts."""
    for command in commands:
        register = PRIZE_REGISTER.replayed(register, events(register, command))
    return register


def events(register: PrizeRegister, command: PrizeCommand) -> tuple[Event, ...]:
    """What an accepted command leads to."""
    decided = PRIZE_REGISTER.decide(register, command)
    assert not isinstance(decided, Refusal), decided
    for event in decided:
        assert PRIZE_REGISTER.tell(register, event).endswith(".")
    return decided


def refused(register: PrizeRegister, command: PrizeCommand) -> Refusal:
    """Why a command is refused."""
    decided = PRIZE_REGISTER.decide(register, command)
    assert isinstance(decided, Refusal), decided
    assert decided.sentence.endswith(".")
    return decided


def digest(name: str) -> str:
    """The digest of somebody's data."""
    return sha256(name.encode()).hexdigest()


def entry_number(entry: int) -> str:
    """The number of an entry, as chance makes it."""
    return sha256(f"entry {entry}".encode()).hexdigest()[:16]


def add(name: str, *holds: str) -> AddPerson:
    """Take a person in."""
    return AddPerson(by=CLEO, digest=digest(name), holds=holds or ("name", "address"))


def lodged(rules: str, terms: PromotionTerms) -> PrizeRegister:
    """A register with one promotion that was lodged in time."""
    draft = DraftPromotion(at=BEGIN, by=CLEO, rules=rules, terms=terms)
    lodge = LodgeTerms(at=BEGIN + HOUR, by=CLEO, promotion=1, proof="receipt 4711", sent=BEGIN + HOUR)
    return done(register(), draft, lodge)


def opened(rules: str, terms: PromotionTerms) -> PrizeRegister:
    """A register with one promotion that has started."""
    start = OpenPromotion(at=STARTS, by=CLEO, promotion=1, available="At the desk", marketing="Brochure 3")
    return done(lodged(rules, terms), start)


def closed(rules: str, terms: PromotionTerms, entries: int = 5) -> PrizeRegister:
    """A register with one promotion whose entries are closed: one entry of each of some people."""
    found = opened(rules, terms)
    for each in range(1, entries + 1):
        enter = EnterDraw(by=CLEO, promotion=1, person=each, number=entry_number(each))
        found = done(found, add(f"person {each}"), enter)
    return done(found, CloseEntries(at=CLOSES, by=CLEO, promotion=1))


def committing(at: int = CLOSES, prizes: tuple[int, ...] = (1,), secret: str = SECRET, **changes: object) -> CommitDraw:
    """Prepare a draw."""
    command = CommitDraw(
        at=at,
        by=CLEO,
        promotion=1,
        prizes=prizes,
        commitment=commitment_to(secret),
        source="The closing value of the ASX 200",
        fixed=at + HOUR,
    )
    return replace(command, **changes)


def drawing(at: int = DRAWN, secret: str = SECRET, **changes: object) -> DrawPrizes:
    """Hold the draw that was prepared."""
    command = DrawPrizes(
        at=at,
        by=CLEO,
        second=SAM,
        promotion=1,
        secret=secret,
        value="8714.32",
        tell_by=at + 2 * DAY + 5 * HOUR,
        claim_by=at + CLAIM_DAYS * DAY + 5 * HOUR,
    )
    return replace(command, **changes)


def drawn(rules: str, terms: PromotionTerms, entries: int = 5) -> PrizeRegister:
    """A register with one promotion whose first prize was drawn."""
    return done(closed(rules, terms, entries), committing(), drawing())

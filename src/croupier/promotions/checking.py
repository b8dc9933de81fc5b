"""Check terms against the chapter of a document: everything that is missing or forbidden, at once, each with its clause."""

import re
from collections.abc import Iterator, Mapping

from croupier.money import MOST_CENTS, Cents, dollars, parse_dollars
from croupier.promotions.refusals import TermsFault
from croupier.promotions.terms import Prize, PromotionTerms
from croupier.rules.moments import LATEST
from croupier.rules.outcomes import listed
from croupier.rules.promotions import Fact, Forbidden, PrizeKind, Promotions

LONGEST_TERM = 2_000
"""The most characters of one statement."""
MOST_PRIZES = 100
MOST_EACH = 1_000
"""The most entries of a person."""
LEAST_LETTERS, LEAST_WORDS = 5, 2
"""A statement is a sentence, and not a dot."""
MOST_CLAIM_DAYS = 3_650

ASKS = re.compile(
    r"\b(must|have to|has to|needs? to|needed|required?|requires|compulsory|minimum|at least|stakes?|bets|wagers)\b"
)
"""A statement with one of these words may ask for a bet."""
DENIES = re.compile(r"\b(no|not|without|nobody|never|free)\b|n['\u2019]t\b")
"""With one of these it may say that none is needed."""

MISSING: Mapping[Fact, str] = {
    Fact.STARTS: "when the promotion starts",
    Fact.CLOSES: "when entries close",
    Fact.DRAWN: "when the prizes are drawn",
    Fact.WAGER: "whether a bet is needed to take part",
    Fact.PRESENT: "whether the winner has to be present at the draw",
    Fact.CLAIM_DAYS: "how many days after the draw a prize can be claimed",
    Fact.NOTICE: "by which method the winner is told",
}
"""What the register has to know besides a text."""


def faults(chapters: Mapping[str, Promotions], rules: str, terms: PromotionTerms) -> tuple[TermsFault, ...]:
    """Everything that is wrong with terms under a document and the others that they name, in the order of the documents."""
    found = _faults(chapters[rules], terms)
    said = {(fault.place, fault.sentence) for fault in found}
    for also in terms.also:
        if also not in chapters or also == rules or terms.also.count(also) > 1:
            sentence = f"'{also}' is not another document with a chapter on promotional prizes; name each once."
            found = (*found, TermsFault(chapters[rules].terms_clause, "also", sentence))
        else:
            more = _faults(chapters[also], terms)
            found = (*found, *(fault for fault in more if (fault.place, fault.sentence) not in said))
            said.update((fault.place, fault.sentence) for fault in more)
    return found


def _faults(chapter: Promotions, terms: PromotionTerms) -> tuple[TermsFault, ...]:
    return (
        *_forbidden(chapter, terms),
        *_statements(chapter, terms),
        *_times(chapter, terms),
        *_claiming(chapter, terms),
        *_play(chapter, terms),
        *_prizes(chapter, terms),
    )


def _statements(chapter: Promotions, terms: PromotionTerms) -> Iterator[TermsFault]:
    if not terms.title.strip():
        yield TermsFault(chapter.terms_clause, "title", "The promotion has no title.")
    for item in chapter.terms:
        text = terms.texts.get(item.id, "")
        is_said = item.is_time or (Fact.WAGER in item.facts and terms.wager is False)
        if not _is_sentence(text) and (text.strip() or not is_said):
            yield TermsFault(item.clause, item.id, f"The terms do not state {item.words}{_too_short(text)}.")
        for fact in item.facts:
            if _is_missing(terms, fact):
                yield TermsFault(item.clause, item.id, f"The terms do not say {MISSING[fact]}.")
    known = {item.id for item in chapter.terms}
    for id in sorted(terms.texts.keys() - known):
        yield TermsFault(
            chapter.terms_clause, id, f"The document asks for no statement '{id}'; it asks for {listed(known, 'and')}."
        )
    for id in terms.notice:
        if chapter.method(id) is None:
            methods = listed([each.id for each in chapter.telling.methods], "or")
            yield TermsFault(chapter.telling.clause, "notice", f"A winner cannot be told by '{id}', only by {methods}.")


def _is_sentence(text: str) -> bool:
    """Whether a statement can say anything: some letters, in more than one word."""
    return sum(map(str.isalpha, text)) >= LEAST_LETTERS and len(text.split()) >= LEAST_WORDS


def _too_short(text: str) -> str:
    return ": write a sentence" if text.strip() else ""


def warnings(chapter: Promotions, terms: PromotionTerms) -> tuple[TermsFault, ...]:
    """Statements of terms that seem to contradict what the register acts on. A person decides whether they do."""
    return tuple(_contradictions(chapter, terms))


def _contradictions(chapter: Promotions, terms: PromotionTerms) -> Iterator[TermsFault]:
    wager, claiming = (terms.texts.get(id, "") for id in ("wager", "claiming"))
    clause, least = chapter.clause_of(Fact.WAGER), terms.play.least if terms.play else None
    if terms.wager is False and _asks_for_a_bet(wager):
        sentence = "The statement speaks of a bet, and no bet is needed to take part."
        yield TermsFault(clause, "wager", sentence, warning=True)
    if least is not None and (amounts := _amounts(wager)) and least not in amounts:
        sentence = f"The statement does not name the smallest stake, {dollars(least)}."
        yield TermsFault(clause, "wager", sentence, warning=True)
    days = [int(number) for number in re.findall(r"\b(\d{1,4}) days?\b", claiming)]
    if terms.claim_days is not None and days and terms.claim_days not in days:
        sentence = f"The statement names other days than the {terms.claim_days} in which a prize can be claimed."
        yield TermsFault(chapter.clause_of(Fact.CLAIM_DAYS), "claiming", sentence, warning=True)
    for number, prize in enumerate(terms.prizes, 1):
        if prize.kind is PrizeKind.MONEY and (amounts := _amounts(prize.title)) and prize.value not in amounts:
            sentence = "The name of the prize has another amount than its value."
            yield TermsFault(chapter.prizes, f"prize {number}: title", sentence, warning=True)


def _asks_for_a_bet(text: str) -> bool:
    """Whether a statement speaks of an amount, or one of its sentences of having to bet without saying that nobody has to."""
    sentences = re.split(r"[.;:!?]\s", text.casefold())
    return bool(_amounts(text)) or any(ASKS.search(each) and not DENIES.search(each) for each in sentences)


def _amounts(text: str) -> list[Cents | None]:
    """The amounts of money that a text names with a dollar sign."""
    return [parse_dollars(found.rstrip(",.")) for found in re.findall(r"\$[\d,.]+", text)]


def _is_missing(terms: PromotionTerms, fact: Fact) -> bool:
    if fact is Fact.NOTICE:
        return terms.present is False and not terms.notice
    return getattr(terms, fact.value) is None


def _times(chapter: Promotions, terms: PromotionTerms) -> Iterator[TermsFault]:
    if terms.starts is not None and terms.closes is not None and terms.closes <= terms.starts:
        yield TermsFault(chapter.clause_of(Fact.CLOSES), "closing", "Entries close before the promotion has started.")
    if terms.closes is not None and terms.drawn is not None and terms.drawn < terms.closes:
        yield TermsFault(chapter.clause_of(Fact.DRAWN), "award", "The prizes would be drawn before entries close.")


def _claiming(chapter: Promotions, terms: PromotionTerms) -> Iterator[TermsFault]:
    """A winner who need not be present has at least as long to claim the prize as the operator has to tell them."""
    if terms.claim_days is None:
        return
    clause, place = chapter.clause_of(Fact.CLAIM_DAYS), "claiming"
    if terms.claim_days > MOST_CLAIM_DAYS:
        yield TermsFault(clause, place, f"A prize can be claimed for at most {MOST_CLAIM_DAYS} days.")
    elif terms.present is False and terms.claim_days < chapter.telling.days:
        sentence = f"Winners are told within {chapter.telling.days} days: give them at least as many to claim the prize."
        yield TermsFault(chapter.telling.clause, place, sentence)


def _play(chapter: Promotions, terms: PromotionTerms) -> Iterator[TermsFault]:
    clause, play = chapter.clause_of(Fact.WAGER), terms.play
    if play is not None and not terms.wager:
        yield TermsFault(clause, "wager", "Play can earn entries only if the terms ask for a bet.")
    if play is not None and not 1 <= play.least <= MOST_CENTS:
        yield TermsFault(clause, "wager", "A bet that counts is at least one cent.")
    if not 1 <= terms.most <= MOST_EACH:
        yield TermsFault(chapter.terms_clause, "most", f"A person has 1 to {MOST_EACH:,} entries.")


def _prizes(chapter: Promotions, terms: PromotionTerms) -> Iterator[TermsFault]:
    if not 1 <= len(terms.prizes) <= MOST_PRIZES:
        yield TermsFault(chapter.prizes, "prizes", f"A promotion has 1 to {MOST_PRIZES} prizes.")
    for number, prize in enumerate(terms.prizes, 1):
        yield from _prize(chapter, prize, f"prize {number}")


def _prize(chapter: Promotions, prize: Prize, place: str) -> Iterator[TermsFault]:
    if not prize.title.strip():
        yield TermsFault(chapter.prizes, f"{place}: title", "The terms do not name the prize.")
    if not _is_sentence(prize.details):
        yield TermsFault(chapter.prizes, f"{place}: details", "The terms do not describe the prize and the conditions on it.")
    if prize.value is None or not 1 <= prize.value <= MOST_CENTS:
        yield TermsFault(chapter.prizes, f"{place}: value", "The terms do not state the value of the prize.")
    asked = chapter.particulars_of(prize.kind)
    for item in asked:
        if not prize.particulars.get(item.id, "").strip():
            yield TermsFault(item.clause, f"{place}: {item.id}", f"The terms do not state {item.words}.")
    for id in sorted(prize.particulars.keys() - {item.id for item in asked}):
        yield TermsFault(chapter.prizes, f"{place}: {id}", f"The document asks for no '{id}' of {prize.kind.words}.")
    yield from _alternative(chapter, prize, place)


def _alternative(chapter: Promotions, prize: Prize, place: str) -> Iterator[TermsFault]:
    if prize.instead is None:
        return
    clause, where = chapter.alternative.clause, f"{place}: instead"
    if not has_alternative(chapter, prize.kind):
        yield TermsFault(clause, where, f"No money can be given instead of {prize.kind.words}.")
    elif not 1 <= prize.instead <= MOST_CENTS:
        yield TermsFault(clause, where, "The money instead of the prize has to be an amount.")


def has_alternative(chapter: Promotions, kind: PrizeKind) -> bool:
    """Whether the document lets money be given instead of a prize of this kind."""
    return kind is not PrizeKind.MONEY and kind not in chapter.alternative.never_for


def _forbidden(chapter: Promotions, terms: PromotionTerms) -> Iterator[TermsFault]:
    for number, prize in enumerate(terms.prizes, 1):
        for each in chapter.forbidden:
            yield from _includes(prize, each, f"prize {number}: {each.id}")


def _includes(prize: Prize, thing: Forbidden, place: str) -> Iterator[TermsFault]:
    amount = prize.contains.get(thing.id)
    if amount is None or amount < 0:
        yield TermsFault(thing.clause, place, f"Say whether the prize includes {thing.words}, and how much; 0 for none.")
    elif amount > (thing.millilitres or 0):
        yield TermsFault(thing.clause, place, f"No prize may include {thing.above}.")


def unwritable(terms: PromotionTerms) -> str | None:
    """What cannot be written down of terms at all, even in a draft, with its place; None if all can be."""
    texts, numbers = [*_texts(terms)], [*_numbers(terms)]
    if len(terms.prizes) > MOST_PRIZES or len(texts) > MOST_PRIZES * 20:
        return f"Terms have at most {MOST_PRIZES} prizes."
    for place, number in numbers:
        if not (number is None or 0 <= number <= LATEST):
            return f"{place}: a time or an amount is out of range."
    for place, text in texts:
        if len(text) > LONGEST_TERM or not (text.isprintable() or not text):
            return f"{place}: write at most {LONGEST_TERM:,} characters, without control characters."
    return None


def _texts(terms: PromotionTerms) -> Iterator[tuple[str, str]]:
    """Every text of terms with its place. The names of statements come first, because they are the places of the others."""
    yield "title", terms.title
    yield from (("notice", each) for each in terms.notice)
    yield from (("also", each) for each in terms.also)
    yield from (("statements", id) for id in terms.texts)
    yield from terms.texts.items()
    for each in (*terms.play.tables, *terms.play.wagers) if terms.play else ():
        yield "wager", each
    for number, prize in enumerate(terms.prizes, 1):
        place = f"prize {number}"
        yield from ((place, each) for each in (*prize.particulars, *prize.contains))
        yield f"{place}: title", prize.title
        yield f"{place}: details", prize.details
        yield from ((f"{place}: {id}", text) for id, text in prize.particulars.items())


def _numbers(terms: PromotionTerms) -> Iterator[tuple[str, int | None]]:
    """Every time and every amount of terms with its place."""
    yield "most", terms.most
    yield from (("starts", terms.starts), ("closing", terms.closes), ("award", terms.drawn), ("claiming", terms.claim_days))
    if terms.play:
        yield from (("wager", terms.play.least),)
    for number, prize in enumerate(terms.prizes, 1):
        yield from ((f"prize {number}: value", prize.value), (f"prize {number}: instead", prize.instead))
        yield from ((f"prize {number}: includes", amount) for amount in prize.contains.values())

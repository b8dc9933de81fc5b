"""The chapter on promotional prizes in sentences, clause by clause."""

from collections.abc import Iterator, Sequence

from croupier.money import dollars
from croupier.rulebook.passages import Passage, Section, sentence
from croupier.rules.outcomes import listed
from croupier.rules.promotions import ListedItem, PrizePayment, PrizeWay, Promotions
from croupier.rules.ruleset import Ruleset


def promotional_prizes(rules: Ruleset) -> Section:
    """The section about promotional prizes; without passages if the document has no such chapter."""
    chapter = rules.promotions
    return Section("Promotional prizes", tuple(_passages(chapter)) if chapter else ())


def _passages(chapter: Promotions) -> Iterator[Passage]:
    yield Passage("offer", chapter.offered, "The operator may offer promotional prizes together with gaming.")
    yield from _prizes(chapter)
    says = "The terms can be read in the casino or by other suitable means, and advertising refers to them."
    yield Passage("publication", chapter.published, says)
    yield from _terms(chapter)
    yield from _winners(chapter)
    yield from _regulator(chapter)


def _prizes(chapter: Promotions) -> Iterator[Passage]:
    over = dollars(chapter.scrutineer.over)
    says = f"A scrutineer oversees the draw of any prize worth more than {over}."
    yield Passage("scrutineer", chapter.scrutineer.clause, says)
    alternative = chapter.alternative
    never = listed([kind.words for kind in alternative.never_for], "or")
    stated = "if the terms say so" if alternative.stated else "also where the terms are silent"
    says = f"A winner may be given money instead of a thing, {stated}; never instead of {never}."
    yield Passage("money instead", alternative.clause, says)
    yield Passage("payment", chapter.payment.clause, _payment(chapter.payment))
    says = "No prize consists of or includes what follows."
    yield Passage("forbidden", chapter.forbidden_clause, says)
    for each in chapter.forbidden:
        yield Passage(f"forbidden: {each.id}", each.clause, sentence(f"{each.above}."))


def _payment(payment: PrizePayment) -> str:
    ways = listed([way.words for way in payment.ways], "or")
    cash = "" if PrizeWay.CASH in payment.ways else "No prize is paid in cash."
    mix = "or by a combination of these"
    if payment.winner_chooses_over is None:
        return sentence(cash, f"Money is paid {ways}, {mix}.")
    over = dollars(payment.winner_chooses_over)
    return sentence(
        cash,
        f"The winner of more than {over} in money chooses whether it is paid {ways}, {mix}.",
        "Up to that, the operator does.",
    )


def _terms(chapter: Promotions) -> Iterator[Passage]:
    yield Passage("terms", chapter.terms_clause, "The terms state at least what follows.")
    yield from _stated("terms", chapter.terms)
    says = "The terms describe the prizes with their value, and the conditions of receiving, using and accepting them."
    yield Passage("terms: prizes", chapter.prizes, says)
    for each in chapter.particulars:
        says = f"If a prize is {each.kind.words}, the terms also state what follows."
        yield Passage(f"terms: {each.kind}", each.clause, says)
        yield from _stated(f"terms: {each.kind}", each.items)


def _stated(topic: str, items: Sequence[ListedItem]) -> Iterator[Passage]:
    for each in items:
        yield Passage(f"{topic}: {each.id}", each.clause, sentence(f"{each.words}."))


def _winners(chapter: Promotions) -> Iterator[Passage]:
    telling = chapter.telling
    says = f"A winner who need not be present is told within {telling.days} days of the draw, as far as is reasonable."
    yield Passage("notice", telling.clause, says)
    for each in telling.methods:
        yield Passage(f"notice: {each.id}", each.clause, sentence(f"{each.words}."))


def _regulator(chapter: Promotions) -> Iterator[Passage]:
    lodging, amending = chapter.lodging, chapter.amending
    says = f"{lodging.to} has the full terms at least {lodging.hours} hours before the promotion starts."
    yield Passage("lodging", lodging.clause, sentence(says))
    changed = f"need the approval of {lodging.to}" if amending.needs_approval else f"go to {lodging.to} as soon as possible"
    yield Passage("amending", amending.clause, f"Terms that change after the start {changed}.")
    says = "Whoever is refused a prize is told why, as soon as practicable."
    yield Passage("refused claims", chapter.refusing.clause, says)
    over = dollars(chapter.refusing.over)
    says = f"Refused claims over {over} are kept with the name and the address of the claimant and the reasons."
    yield Passage("refused claims: kept", chapter.refusing.kept, says)
    says = "The operator decides disputes. Whoever is not satisfied is advised of the right to complain to an inspector."
    yield Passage("disputes", chapter.disputes, says)
    integrity = chapter.integrity
    within = f"within {integrity.hours} hours" if integrity.hours else "immediately"
    told = sentence(f"{integrity.to} is told {within}.")
    says = f"A promotion or a draw that was compromised is postponed until it is found sound, or cancelled. {told}"
    yield Passage("integrity", integrity.clause, says)

"""Checks whether a player has the money for a bet: chips, credits and tokens."""

from croupier.ledger.accounts import tokens as in_tokens
from croupier.money import MOST_CENTS, MOST_STAKE, Cents, dollars
from croupier.table.core.promotional import Promotional
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.state import Table


def tokens_refused(table: Table, seat: str, stake: Cents, tokens: int) -> Refusal | None:
    """Refuse tokens that the table does not take, or that the player does not have."""
    procedures, held = table.rules.procedures, table.book.balance(in_tokens(seat))
    if not procedures.takes_tokens:
        return Refusal(Reason.BAD_TENDER, "No tokens are bet at this table.", table.rules.payment)
    if not 0 < tokens <= stake:
        sentence = f"{dollars(tokens)} of a bet of {dollars(stake)} cannot be in tokens."
        return Refusal(Reason.BAD_AMOUNT, sentence, procedures.tokens)
    if tokens > held:
        sentence = f"{seat} has {dollars(held)} in tokens, which does not cover {dollars(tokens)}."
        return Refusal(Reason.INSUFFICIENT_CREDIT, sentence, procedures.tokens)
    return None


def too_much_to_count(table: Table, seat: str, stake: int, credit: int) -> Refusal | None:
    """Refuse a bet of a live table if its win could be more than a browser counts to the cent."""
    if (stake <= MOST_STAKE and credit <= MOST_CENTS) or not table.clock:
        return None
    sentence = f"{seat} cannot have more than {dollars(MOST_STAKE)} on one wager."
    if credit > MOST_CENTS:
        sentence = f"{seat} has more than {dollars(MOST_CENTS)} at this table. Please collect it before the next bet."
    return Refusal(Reason.BAD_AMOUNT, sentence)


def credit_refused(
    table: Table, seat: str, stake: int, tokens: int, commission: int, credit: int, credits: Promotional | None
) -> Refusal | None:
    """Refuse a stake that credit, promotional credits and tokens do not cover with its commission."""
    if stake + commission <= credit:  # the usual case
        return None
    rest = stake - tokens
    if rest + commission - (min(rest, credits.total) if credits else 0) <= credit:
        return None
    extra = f" with its commission of {dollars(commission)}" if commission else ""
    beside = f" and promotional credits of {dollars(credits.total)}" if credits else ""
    sentence = f"{seat} has {dollars(credit)}{beside}, which does not cover {dollars(rest)}{extra}."
    if tokens:
        sentence = f"{sentence} {dollars(tokens)} of the bet is in tokens, which pay nothing else."
    if credits and commission:
        sentence = f"{sentence} Promotional credits pay no commission."
    return Refusal(Reason.INSUFFICIENT_CREDIT, sentence, table.rules.payment)

"""Craps at The Star, Sydney: promotional prizes (section 10)."""

from croupier.money import Cents
from croupier.rules.prize_terms import forbidden_under, methods_under, particulars_under, terms_under
from croupier.rules.promotions import (
    Alternative,
    Amending,
    Integrity,
    Lodging,
    PrizeKind,
    PrizePayment,
    PrizeWay,
    Promotions,
    Refusing,
    Scrutineer,
    Telling,
)

PROMOTIONS = Promotions(
    offered="10.1",
    scrutineer=Scrutineer("10.2", over=Cents(1_000_000)),
    alternative=Alternative("10.3", never_for=[PrizeKind.CASINO_DOLLARS, PrizeKind.SLOTS_DOLLARS], stated=True),
    payment=PrizePayment("10.4", [PrizeWay.CASH, PrizeWay.CHEQUE, PrizeWay.TRANSFER], winner_chooses_over=Cents(1_000_000)),
    forbidden_clause="10.5",
    forbidden=forbidden_under("10.5"),
    published="10.6",
    terms_clause="10.7",
    terms=terms_under("10.7"),
    prizes="10.7.11",
    particulars=particulars_under("10.7.11"),
    telling=Telling("10.8", days=2, methods=methods_under("10.8")),
    lodging=Lodging("10.9", to="the Authority", hours=24),
    amending=Amending("10.9.1", needs_approval=True),
    refusing=Refusing("10.10", kept="10.10.1", over=Cents(10_000)),
    disputes="10.11",
    integrity=Integrity("10.12", to="the inspectorate", hours=0),
)

"""Interblock MiniStar Roulette at The Star, Sydney: promotional prizes (section 6)."""

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
    offered="6.1",
    scrutineer=Scrutineer("6.2", over=Cents(1_000_000)),
    alternative=Alternative("6.3", never_for=[PrizeKind.CASINO_DOLLARS, PrizeKind.SLOTS_DOLLARS], stated=True),
    payment=PrizePayment("6.4", [PrizeWay.CASH, PrizeWay.CHEQUE, PrizeWay.TRANSFER], winner_chooses_over=Cents(1_000_000)),
    forbidden_clause="6.5",
    forbidden=forbidden_under("6.5"),
    published="6.6",
    terms_clause="6.7",
    terms=terms_under("6.7"),
    prizes="6.7.11",
    particulars=particulars_under("6.7.11"),
    telling=Telling("6.8", days=2, methods=methods_under("6.8")),
    lodging=Lodging("6.9", to="the Authority", hours=24),
    amending=Amending("6.9.1", needs_approval=True),
    refusing=Refusing("6.10", kept="6.10.1", over=Cents(10_000)),
    disputes="6.11",
    integrity=Integrity("6.12", to="the inspectorate", hours=0),
)

"""Aruze Craps, the electronic table game at The Star, Sydney: promotional prizes (section 5)."""

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
    offered="5.1",
    scrutineer=Scrutineer("5.2", over=Cents(1_000_000)),
    alternative=Alternative("5.3", never_for=[PrizeKind.CASINO_DOLLARS], stated=False),
    payment=PrizePayment("5.4", [PrizeWay.CHEQUE, PrizeWay.TRANSFER]),
    forbidden_clause="5.5",
    forbidden=forbidden_under("5.5"),
    published="5.6",
    terms_clause="5.7",
    terms=terms_under("5.7"),
    prizes="5.7.11",
    particulars=particulars_under("5.7.11"),
    telling=Telling("5.8", days=2, methods=methods_under("5.8")),
    lodging=Lodging("5.9", to="the NICC", hours=24),
    amending=Amending("5.9.1", needs_approval=False),
    refusing=Refusing("5.10", kept="5.10.1", over=Cents(10_000)),
    disputes="5.11",
    integrity=Integrity("5.12", to="an inspector", hours=48),
)

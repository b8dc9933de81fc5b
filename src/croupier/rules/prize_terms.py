"""Lists that every chapter on promotional prizes has in the same words: a function of the clause makes each."""

from collections.abc import Sequence

from croupier.rules.promotions import Fact, Forbidden, ListedItem, Particulars, PrizeKind

NUMERALS = ("i", "ii", "iii", "iv", "v", "vi")

TERMS: Sequence[tuple[str, str, Sequence[Fact]]] = (
    ("manner", "in which manner the prize is awarded", ()),
    ("award", "when and where the prize is awarded", (Fact.DRAWN,)),
    ("eligibility", "what makes a player eligible", ()),
    ("wager", "the minimum or compulsory wager, if there is one", (Fact.WAGER,)),
    ("nature", "the nature of the prize, and any qualification, reservation or guarantee", ()),
    ("closing", "until which date and time entries are received", (Fact.CLOSES,)),
    ("place", "the place, the date and the time of the promotion", (Fact.STARTS,)),
    ("claiming", "how a prize is claimed, and whether one has to be present", (Fact.PRESENT, Fact.CLAIM_DAYS)),
    ("notice", "how the winner is told", (Fact.NOTICE,)),
    ("results", "how the results are published", ()),
)

PARTICULARS: Sequence[tuple[PrizeKind, Sequence[tuple[str, str]]]] = (
    (PrizeKind.APPLIANCE, (("make", "the make"), ("model", "the model"), ("accessories", "the accessories"))),
    (
        PrizeKind.VEHICLE,
        (
            ("make", "the make"),
            ("model", "the model"),
            ("accessories", "the accessories"),
            ("on-road", "whether registration and other on-road costs are included"),
        ),
    ),
    (
        PrizeKind.TRAVEL,
        (
            ("persons", "how many persons may travel"),
            ("included", "what is included: fares, transfers, other transport, duration, standard of accommodation, meals"),
            ("restrictions", "when the travel has to be taken"),
            ("spending-money", "whether spending money is included"),
        ),
    ),
    (
        PrizeKind.REAL_ESTATE,
        (
            ("dwelling", "the type of dwelling"),
            ("plans", "the plans"),
            ("contract", "the details of the contract"),
            ("easements", "the details of easements"),
            ("location", "the address or other location"),
            ("included", "what is included: conveyancing, legal costs, fixtures, furniture"),
        ),
    ),
)

FORBIDDEN: Sequence[tuple[str, str, int | None]] = (
    ("tobacco", "tobacco in any form", None),
    ("firearm", "a firearm, ammunition or an imitation firearm", None),
    ("weapon", "a prohibited weapon", None),
    ("liquor", "liquor", 20_000),
    ("prescribed", "an item or a service that the regulations prescribe", None),
)

METHODS: Sequence[tuple[str, str]] = (
    ("face-to-face", "face to face"),
    ("mail", "by mail"),
    ("telephone", "by telephone"),
    ("email", "by email"),
)


def terms_under(clause: str) -> Sequence[ListedItem]:
    """What terms state, in the subclauses of this clause."""
    return [ListedItem(f"{clause}.{at}", id, words, facts) for at, (id, words, facts) in enumerate(TERMS, 1)]


def particulars_under(clause: str) -> Sequence[Particulars]:
    """What terms also state about some kinds of prizes, in the subclauses of this clause."""
    return [
        Particulars(
            f"{clause}.{at}",
            kind,
            [ListedItem(f"{clause}.{at}({numeral})", id, words) for numeral, (id, words) in zip(NUMERALS, items, strict=False)],
        )
        for at, (kind, items) in enumerate(PARTICULARS, 1)
    ]


def forbidden_under(clause: str) -> Sequence[Forbidden]:
    """What no prize may include, in the subclauses of this clause."""
    return [Forbidden(f"{clause}.{at}", id, words, most) for at, (id, words, most) in enumerate(FORBIDDEN, 1)]


def methods_under(clause: str) -> Sequence[ListedItem]:
    """How a winner is told, in the subclauses of this clause."""
    return [ListedItem(f"{clause}.{at}", id, words) for at, (id, words) in enumerate(METHODS, 1)]

"""Who may take money from a player or give it back, by document and clause."""

import pytest

from commanded import a_table, done, refused
from croupier.catalogue import names, ruleset
from croupier.ledger.accounts import HOUSE, felt, rack
from croupier.money import Cents
from croupier.rules.machine import Result
from croupier.rules.outcomes import OutcomeName
from croupier.rules.powers import Act, Reach
from croupier.rules.terms import Voided
from croupier.table.bets.placing import PlaceBet
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason
from croupier.table.money.seats import TakeSeat
from croupier.table.rounds.correcting import SettledAgain
from croupier.table.rounds.results import EnterOutcome
from croupier.table.rounds.void_settlement import RoundVoided
from croupier.table.rounds.voiding import VoidRound

AGM = "assistant-gaming-manager"
SUPERVISOR = "casino-supervisor"

HOLDERS: dict[str, dict[Act, dict[str, list[str]]]] = {
    "star-craps-2016": {
        Act.CORRECT_OUTCOME: {"4.4.3": ["boxperson"]},
        Act.CORRECT_BET: {"7.2": ["dealer", SUPERVISOR]},
        Act.REFUSE_BET: {"9.11": [SUPERVISOR]},
        Act.RETURN_COMMISSION: {"6.1.24": [SUPERVISOR]},
        Act.FORFEIT: {"9.5": [SUPERVISOR]},
        Act.VOID_BETS: {"9.3.1": [SUPERVISOR]},
        Act.CLOSE_TABLE: {"9.8": [SUPERVISOR]},
    },
    "adelaide-craps-2003": {
        Act.CORRECT_OUTCOME: {"12(a)": ["boxman"]},
        Act.FORFEIT: {"14(a)": ["house"]},
        Act.CLOSE_TABLE: {"14(i)": ["house"]},
    },
    "aruze-craps-2024": {
        Act.CORRECT_OUTCOME: {"6.1": [AGM]},
        Act.CONFIRM_RECORD: {"6.1": [AGM]},
        Act.VOID_UNCONFIRMED: {"6.3": [AGM]},
        Act.ADJUST_CREDIT: {"6.1": [AGM]},
        Act.WITHHOLD: {"6.5": ["operator"]},
        Act.RELEASE: {"6.5": ["operator"]},
        Act.FORFEIT: {"7.9": [AGM]},
        Act.VOID_BETS: {"7.7.1": [AGM]},
        Act.CLOSE_TABLE: {"7.2": [AGM]},
    },
    "star-sicbo-2016": {
        Act.CORRECT_OUTCOME: {"8.7": [SUPERVISOR]},
        Act.CORRECT_BET: {"4.2": ["dealer", SUPERVISOR]},
        Act.REFUSE_BET: {"9.11": [SUPERVISOR]},
        Act.FORFEIT: {"9.5": [SUPERVISOR]},
        Act.VOID_BETS: {"9.3.1": [SUPERVISOR]},
        Act.REFUND_RUNS: {"8.7.1": [SUPERVISOR]},
        Act.CLOSE_TABLE: {"9.8": [SUPERVISOR]},
    },
    "ministar-roulette-2018": {
        Act.CORRECT_OUTCOME: {"7.2.3.1": [AGM]},
        Act.CONFIRM_RECORD: {"7.1": [AGM]},
        Act.VOID_UNCONFIRMED: {"7.3": [AGM]},
        Act.ADJUST_CREDIT: {"7.1": [AGM]},
        Act.WITHHOLD: {"7.5": ["operator"]},
        Act.RELEASE: {"7.5": ["operator"]},
        Act.FORFEIT: {"8.9": [AGM]},
        Act.VOID_BETS: {"8.7.1": [AGM]},
        Act.CLOSE_TABLE: {"8.2": [SUPERVISOR]},
    },
}
"""As the documents give them, by act and clause. A role that acts as a holder (`Role.acts_as`) holds the power too."""

ACTS = {act for held in HOLDERS.values() for act in held}


@pytest.mark.parametrize("name", names())
def test_a_power_over_money_is_held_by_whom_the_document_names(name: str) -> None:
    powers = [power for power in ruleset(name).procedures.powers if power.act in ACTS]
    found: dict[Act, dict[str, list[str]]] = {}
    for power in powers:
        found.setdefault(power.act, {})[power.clause] = list(power.held_by)
    assert found == HOLDERS[name]
    assert len(powers) == sum(len(clauses) for clauses in found.values())


IN_PLAY, ANY = Reach.IN_PLAY, Reach.ANY

VOIDS: dict[str, list[tuple[str, list[str], Voided | None, Reach]]] = {
    "star-craps-2016": [
        ("5.1", ["stickperson", SUPERVISOR], None, IN_PLAY),
        ("5.1", ["stickperson", SUPERVISOR], None, IN_PLAY),
        ("5.3", ["stickperson", SUPERVISOR], None, IN_PLAY),
        ("5.3.8", [SUPERVISOR], Voided.THAT_RESULT, Reach.SETTLED),
        ("9.4", [SUPERVISOR], Voided.THAT_RESULT, ANY),
    ],
    "adelaide-craps-2003": [
        ("11(a)", ["stickman", "boxman", "dealer"], None, IN_PLAY),
        ("11(a)", ["stickman", "boxman", "dealer"], None, IN_PLAY),
        ("11(a)(vi)", ["house"], Voided.THAT_RESULT, Reach.SETTLED),
        ("11(b)", ["boxman", "stickman"], None, IN_PLAY),
        ("12(a)", ["boxman"], None, Reach.UNTIL_PAID),
        ("14(a)", ["house"], Voided.THAT_RESULT, ANY),
    ],
    "aruze-craps-2024": [
        ("6.4", [AGM], None, ANY),
        ("6.6", [AGM, "operator"], None, ANY),
        ("7.8", [AGM], Voided.THAT_RESULT, ANY),
    ],
    "star-sicbo-2016": [
        ("8.4", ["dealer", SUPERVISOR], None, IN_PLAY),
        ("8.6", ["dealer", SUPERVISOR], None, IN_PLAY),
        ("9.4", [SUPERVISOR], Voided.THAT_RESULT, ANY),
    ],
    "ministar-roulette-2018": [
        ("7.4", [AGM, "operator"], None, ANY),
        ("8.8", [AGM], Voided.THAT_RESULT, ANY),
    ],
}
"""The powers to call a round off: by whom, which bets go back if not those of the rule set, and which rounds it reaches."""


@pytest.mark.parametrize("name", names())
def test_a_round_is_called_off_by_whom_the_document_names_before_it_is_settled_or_also_after(name: str) -> None:
    found = [
        (power.clause, list(power.held_by), power.voids, power.reach)
        for power in ruleset(name).procedures.powers_to[Act.VOID_ROUND]
    ]
    assert sorted(found, key=str) == sorted(VOIDS[name], key=str)


MANDATORY = {
    "star-craps-2016": "5.3.",
    "adelaide-craps-2003": "11(a)(",
    "aruze-craps-2024": ("6.4.", "6.6.1."),
    "star-sicbo-2016": ("8.1", "8.2", "8.3", "8.4", "8.5"),
    "ministar-roulette-2018": ("3.12", "7.4.1."),
}
"""The clauses that make a round invalid, or say that it "shall" be called off; others say that it "may" be."""


@pytest.mark.parametrize("name", names())
def test_a_round_must_be_called_off_where_the_document_says_so_and_may_be_elsewhere(name: str) -> None:
    powers = [power for power in ruleset(name).procedures.powers_to[Act.VOID_ROUND] if power.reach is not Reach.SETTLED]
    grounds = [ground for power in powers for ground in power.grounds]
    must = {ground.id for ground in grounds if ground.must}
    assert must == {ground.id for ground in grounds if ground.clause.startswith(MANDATORY[name])}
    assert must < {ground.id for ground in grounds}


@pytest.mark.parametrize("role", ["dealer", "stickman", "boxman", "inspector", "cleaner"])
def test_14a_only_the_house_invalidates_an_outcome_for_fraud_and_has_a_bet_forfeited(role: str) -> None:
    table, _ = done(
        a_table("adelaide-craps-2003"),
        TakeSeat(seat="ann", chips=Cents(5000)),
        TakeSeat(seat="bob", chips=Cents(5000)),
        PlaceBet(seat="ann", wager="field", stake=Cents(1000)),
        PlaceBet(seat="bob", wager="field", stake=Cents(700)),
        EnterOutcome(outcome=OutcomeName("1-1")),
    )
    assert table.book.balance(rack("ann")) == 7000

    def forfeit(role: str) -> VoidRound:
        return VoidRound(by=Person("leo", role), ground="fraud", round=1, forfeit=("ann",))

    assert refused(table, forfeit(role)).reason is Reason.NOT_YOUR_POWER
    after, (event,) = done(table, forfeit("house"))
    assert isinstance(event, SettledAgain)
    (void,) = event.again
    assert isinstance(void, RoundVoided)
    assert [(each.seat, each.result, each.paid) for each in void.decided] == [
        ("ann", Result.FORFEIT, 0),
        ("bob", Result.REFUND, 700),
    ]
    accounts = (rack("ann"), rack("bob"), felt("ann"), HOUSE)
    assert tuple(after.book.balance(each) for each in accounts) == (4000, 5000, 0, 1000)

"""Every role and every order through HTTP: allowed exactly where the documents allow it, refused with the clause elsewhere."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.catalogue import ruleset
from croupier.floor.plan import DEFAULT_ROLES
from croupier.rules.powers import Act, Power
from croupier.rules.ruleset import Ruleset
from croupier.rules.sequence import Phase
from croupier.table.core.refusals import Reason
from live_floor import CASH, TABLES, Answer, Console, LiveFloor, live_floor
from server.api.conftest import STAFF

NEEDS: dict[str, tuple[Act, dict[str, Any]]] = {
    "TakeSupervision": (Act.SUPERVISE, {}),
    "EndSupervision": (Act.SUPERVISE, {}),
    "OfferDice": (Act.OFFER_DICE, {"seat": "ann"}),
    "OrderPass": (Act.ORDER_PASS, {"why": "delay"}),
    "ThrowForHouse": (Act.THROW_FOR_HOUSE, {}),
    "LoseDice": (Act.TEND_DICE, {"count": 1}),
    "ReplaceDice": (Act.TEND_DICE, {}),
    "RecoverDie": (Act.CHECK_DICE, {}),
    "CorrectOutcome": (Act.CORRECT_OUTCOME, {"round": 1, "outcome": "1-1", "why": "x"}),
    "VoidRound": (Act.VOID_ROUND, {"ground": "fraud"}),
    "SpeakBet": (Act.CONFIRM_BET, {"seat": "ann", "wager": "field", "stake": 500, "with_chips": True}),
    "CorrectBet": (Act.CORRECT_BET, {"seat": "ann", "wager": "field", "stake": 500}),
    "ChangeSign": (Act.CHANGE_SIGN, {"values": {"minimum": 400}}),
    "SetPlayerLimits": (Act.PLAYER_LIMITS, {"seat": "ann", "minimum": 100, "maximum": 200}),
    "AnnounceClose": (Act.CLOSE_TABLE, {}),
    "VacateSeat": (Act.VACATE_SEAT, {"seat": "ann", "why": "idle"}),
    "NoteBreach": (Act.NOTE_BREACH, {"seat": "ann", "clause": "", "why": "x"}),
    "AdjustCredit": (Act.ADJUST_CREDIT, {"seat": "ann", "amount": 100, "up": True, "why": "x"}),
    "ReturnCommission": (Act.RETURN_COMMISSION, {"seat": "ann", "amount": 100, "why": "x"}),
    "DeclareFault": (Act.DECLARE_FAULT, {"seat": "ann", "why": "interrupted"}),
    "ConfirmRecord": (Act.CONFIRM_RECORD, {"seat": "ann", "round": 1, "bets": {}, "why": "x"}),
    "VoidUnconfirmed": (Act.VOID_UNCONFIRMED, {"seat": "ann", "round": 1, "why": "x"}),
    "Withhold": (Act.WITHHOLD, {"seat": "ann", "amount": 100, "why": "x"}),
    "Release": (Act.RELEASE, {"seat": "ann", "amount": 100, "to_player": True, "why": "x"}),
    "WithholdHandPay": (Act.WITHHOLD, {"seat": "ann", "why": "x"}),
    "ReleaseHandPay": (Act.RELEASE, {"seat": "ann", "why": "x"}),
    "RefuseHandPay": (Act.RELEASE, {"seat": "ann", "why": "x"}),
    "ReportLights": (Act.REPORT_LIGHTS, {"refund_short": False, "why": "x"}),
    "Rectify": (Act.RECTIFY, {"why": "x"}),
    "EndWager": (Act.END_WAGER, {"wager": "super-streak", "why": "x"}),
    "HoldToOneTerminal": (Act.ONE_TERMINAL, {"player": "ann", "why": "x"}),
    "DeclareInvalid": (Act.DECLARE_INVALID, {"seat": "ann", "why": "x"}),
    "AmendRules": (Act.AMEND_RULES, {"readings": {}, "raised": {}, "why": "x"}),
}
"""Orders that rest on one power, each with its act and with fields that could be right. This is written by hand on purpose."""


STATES = {each.value for each in Reason} | {"card-misread", "voucher-misread", "count-room"} - {
    "not-your-power",
    "no-such-power",
    "clock-runs-backwards",
    "other-command",
    "other-preview",
}
"""Refusals of something that the person may do: because of the state of the table, or of what the order names."""


def powers(rules: Ruleset, act: Act, ground: str = "") -> list[Power]:
    """The powers for an act at the tables of the floor, whose signs offer nothing beside the document."""
    return [each for each in rules.procedures.powers_to[act] if not each.only_with and (not ground or each.ground(ground))]


def holds(rules: Ruleset, floor_role: str, act: Act, ground: str = "") -> bool:
    """Whether a floor role holds a power, by the document alone."""
    procedures = rules.procedures
    return any(
        procedures.acting(role) & set(power.held_by) and role not in power.not_for
        for power in powers(rules, act, ground)
        for role in DEFAULT_ROLES[floor_role]
        if role in procedures.roles
    )


def works_here(rules: Ruleset, floor_role: str) -> bool:
    """Whether a floor role works at a table, and does not only review disputes there."""
    procedures = rules.procedures
    return any(procedures.works_here(each) and not procedures.only_reviews(each) for each in DEFAULT_ROLES[floor_role])


def assert_answered(answer: Answer, where: str, *, may: bool, error: str = "not-your-power") -> None:
    """Whoever may give an order is only refused for the state of the table, and nobody else learns that state."""
    where = f"{where}: {answer.status} {answer.body}"
    if may:
        assert answer.status == 200 or (answer.status == 409 and answer.error in STATES), where
    else:
        assert (answer.status, answer.error) == (403, error), where


def every_role() -> Iterator[tuple[str, str]]:
    for login, (_, *roles) in STAFF.items():
        if login != "max":  # a second manager
            yield login, roles[0]


@pytest.mark.parametrize("table", TABLES)
def test_a_power_is_for_those_to_whom_the_document_gives_it(table: str, people: dict[str, Console]) -> None:
    rules, tried = ruleset(TABLES[table]), 0
    for login, role in every_role():
        for order, (act, fields) in NEEDS.items():
            answer = people[login].order(table, order, **fields)
            may, where = holds(rules, role, act, str(fields.get("ground", ""))), f"{role} gives {order} at {table}"
            is_unknown = works_here(rules, role) and not powers(rules, act)
            assert_answered(answer, where, may=may, error="no-such-power" if is_unknown else "not-your-power")
            if answer.status == 403 and powers(rules, act):
                assert answer.body["clause"], where
            tried += 1
    assert tried == (len(STAFF) - 1) * len(NEEDS)


@pytest.mark.parametrize("table", TABLES)
def test_whoever_does_not_work_at_a_table_can_do_nothing_there(table: str, people: dict[str, Console]) -> None:
    for login in ("admin", "cash", "ines"):
        assert not [order for order, action in people[login].actions(table).items() if action["open"]]
        assert people[login].order(table, "TakeSeat", seat="eve", chips=100_000).status == 403
        assert people[login].order(table, "RelieveDealer").status == 403


def test_no_client_can_claim_a_name_a_role_or_a_time(people: dict[str, Console]) -> None:
    claims: tuple[dict[str, Any], ...] = (
        {"by": {"name": "Mia Brandt", "role": "gaming-manager"}},
        {"at": 1},
        {"role": "gaming-manager"},
    )
    for claim in claims:
        answer = people["dora"].order("craps", "ChangeSign", values={"minimum": 400}, **claim)
        assert (answer.status, answer.error) == (400, "malformed")
        assert next(iter(claim)) in answer.message


def test_a_repeated_id_gets_its_first_answer(people: dict[str, Console]) -> None:
    mia = people["mia"]
    first = mia.order("crown", "TakeSeat", id="seat-1", seat="rita", chips=20_000, tender=CASH)
    again = mia.order("crown", "TakeSeat", id="seat-1", seat="rita", chips=20_000, tender=CASH)
    other = mia.order("crown", "TakeSeat", id="seat-1", seat="rita", chips=30_000, tender=CASH)
    assert (first.status, again.status, first.body) == (200, 200, again.body)
    assert (other.status, other.error) == (409, "other-command")
    taken = mia.order("crown", "TakeSeat", seat="rita", chips=20_000, tender=CASH)
    assert (taken.status, taken.error) == (409, "seat-taken")


def test_an_unknown_table_and_an_unknown_order_get_one_sentence(people: dict[str, Console]) -> None:
    nowhere = people["mia"].order("nowhere", "TakeSeat", seat="x", chips=1)
    assert (nowhere.status, nowhere.error) == (404, "unknown-table")
    unknown = people["mia"].order("craps", "GiveMoney")
    assert (unknown.status, unknown.error) == (400, "malformed")
    assert "GiveMoney" in unknown.message


def test_every_action_that_is_open_can_be_given(folder: Path) -> None:
    """At a table of its own, at which nobody has begun a round."""
    with live_floor(folder, tables=("sicbo",)) as floor:
        dora = floor.hire("dora", "Dora Lee", "dealer")
        opened = dora.order("sicbo", "RelieveDealer")
        assert opened.status == 200, opened
        for expected in ("ShakeDice", "OpenBetting", "CloseBetting"):
            action = dora.actions("sicbo")[expected]
            assert action["open"], action
            form: dict[str, Any] = action["forms"][0]["values"] if action["forms"] else {}
            times: dict[str, Any] = {"times": 3} if expected == "ShakeDice" else {}
            assert dora.order("sicbo", expected, **form, **times).status == 200


STEPS: dict[str, tuple[Phase, dict[str, Any]]] = {
    "ShakeDice": (Phase.SHAKEN, {"times": 3}),
    "OpenBetting": (Phase.BETTING, {}),
    "CloseBetting": (Phase.CLOSED, {}),
    "PressNoMoreBets": (Phase.PRESSED, {}),
    "UncoverTumbler": (Phase.UNCOVERED, {}),
    "AnnounceResult": (Phase.ANNOUNCED, {"numbers": [1, 2, 3], "total": 6}),
    "EnterOutcome": (Phase.SETTLED, {"outcome": "1-1"}),
    "FinishPaying": (Phase.DONE, {}),
    "LightAreas": (Phase.LIT, {}),
}
"""Orders that are steps of a round, each with its phase."""
ONLY_BY_STAFF = {"PressNoMoreBets", "AnnounceResult"}
"""Steps that no machine takes."""
MORE: dict[str, tuple[tuple[Act, ...], dict[str, Any]]] = {
    "AdviseComplaint": ((Act.ADVISE_COMPLAINT,), {"dispute": 1}),
    "CloseTable": ((Act.CLOSE_TABLE,), {"refund": True, "why": "x"}),
    "OpenDay": ((Act.CLOSE_TABLE,), {"day": "Monday", "values": {}}),
    "DemandReturn": ((Act.WITHHOLD,), {"seat": "ann", "amount": 100, "why": "x"}),
    "HearDispute": ((Act.HEAR_DISPUTE,), {"dispute": 1, "decision": "It stands.", "why": "The cameras show it."}),
    "ReviewDispute": ((Act.REVIEW_DISPUTE,), {"dispute": 1, "decision": "It stands."}),
    "PostNotice": (
        (Act.CHANGE_SIGN,),
        {"act": Act.CHANGE_SIGN.value, "takes_effect": 1, "values": {"minimum": 900}, "why": "x"},
    ),
    "RefuseBet": ((Act.REFUSE_PLAYER, Act.REFUSE_BET), {"seat": "ann", "why": "touched-bets"}),
    "RelaxFreeze": ((Act.RELAX_FREEZE,), {"wish": {"type": "TakeDown", "seat": "ann", "wager": "red"}, "why": "x"}),
    "Sanction": ((Act.BAR,), {"seat": "ann", "measure": Act.BAR.value, "why": "device"}),
    "CallBet": ((Act.MARK_BET,), {"seat": "ann", "wager": "field", "on": False}),
    "DeclineDice": ((Act.OFFER_DICE,), {"seat": "ann"}),
}
ANYBODY_HERE: dict[str, dict[str, Any]] = {
    "GiveNotice": {"notice": 1, "how": "x"},
    "ReportDisplay": {"shows": "x"},
    "UnlockTerminal": {"seat": "ann"},
    "LockTerminal": {"seat": "ann", "why": "x"},
    "PayByHand": {"seat": "ann"},
    "TakeBackHandPay": {"seat": "ann"},
    "PayKeptCredit": {"seat": "ann", "amount": 100, "why": "x"},
    "ConfirmPrinted": {"seat": "ann", "ticket": 1},
    "TakeBackUnprinted": {"seat": "ann", "ticket": 1, "why": "x"},
    "ClearDeviceFault": {"seat": "ann", "fault": "paper-out"},
    "VerifyHandPay": {"seat": "ann", "amount": 100, "record": "x"},
    "AskIdentification": {"seat": "ann"},
    "RecordIdentification": {"seat": "ann", "seen": "x"},
    "DelayHandPay": {"seat": "ann", "until": 1, "why": "x"},
    "ReviewHandPay": {"seat": "ann", "inspector": "x", "review": "x"},
    "EmptyStacker": {"stacker": "ann", "notes": {}},
    "EmptyDrop": {"amount": 0},
    "FillFloat": {"amount": 100},
    "CreditFloat": {"amount": 100},
    "RequestFill": {"chips": {"500": 1}},
    "RequestCredit": {"chips": {"500": 1}},
    "ReceiveFill": {"slip": 1},
    "CancelSlip": {"slip": 1, "why": "x"},
    "SetUpFloat": {"chips": {"500": 1}},
    "CountTray": {"is_opener": True, "chips": {"500": 1}},
    "RecountTray": {"chips": {"500": 1}, "why": "It was miscounted."},
    "PullBox": {},
    "IssueColours": {"seat": "ann", "colour": "red", "value": 500},
    "ReturnColours": {"seat": "ann"},
    "CarryColours": {"seat": "ann", "colour": "red", "checks": 1},
    "RedeemColours": {"colour": "red", "checks": 1},
    "InsertMoney": {"seat": "ann", "amount": 100},
    "ChangeColour": {"seat": "ann", "given": {"500": 1}, "received": {"100": 5}},
    "Collect": {"seat": "ann"},
    "InsertCard": {"seat": "ann", "player": "x"},
    "ExchangeVoucher": {"seat": "ann", "number": "x"},
    "RemoveCard": {"seat": "ann"},
    "LeaveSeat": {"seat": "ann"},
    "AnswerCall": {"seat": "ann"},
    "EndCall": {"seat": "ann"},
    "OpenDispute": {"seat": "ann", "about": "x"},
    "RestDice": {},
    "TakeSeat": {"seat": "zed", "chips": 100},
    "RelieveDealer": {},
    "HandBackTable": {},
    "DisableTable": {"why": "x"},
}
"""Orders for which the documents ask only that the person works at the table."""
TAKE_TWO = {"FillFloat", "CreditFloat", "EmptyDrop", "SetUpFloat", "RequestCredit", "CountTray", "RecountTray", "PullBox"}
"""Orders that one person alone does not give at a dealer's table."""
FOR_PLAYERS = {"AcceptDice", "LeaveUp", "MoveBet", "PassDice", "PlaceBet", "TakeDown", "ShootDice", "CallAttendant"}
"""What players do, and staff for them at a dealer's table only. Nobody calls an attendant for a player."""


def test_no_order_is_forgotten_here(floor: LiveFloor) -> None:
    known = {each["order"] for each in floor.anybody().get("/api/v1/orders").body}
    assert known == {*NEEDS, *STEPS, *MORE, *ANYBODY_HERE, *FOR_PLAYERS, "EnableTable"}


def test_what_a_form_says_of_a_field_is_said_to_people(floor: LiveFloor) -> None:
    """Nobody at a table knows what None is: a field is left out."""
    for each in floor.anybody().get("/api/v1/orders").body:
        fields = each["schema"]["$defs"][each["order"]]["properties"]
        said = [its.get("description", "") for name, its in fields.items() if name != "by"]
        assert not [words for words in said if "None" in words], each["order"]


@pytest.mark.parametrize("table", TABLES)
def test_a_step_is_for_those_to_whom_the_document_gives_it(table: str, people: dict[str, Console]) -> None:
    rules = ruleset(TABLES[table])
    procedures = rules.procedures
    for login, role in every_role():
        roles = {each for name in DEFAULT_ROLES[role] for each in procedures.acting(name)}
        for order, (phase, fields) in STEPS.items():
            answer = people[login].order(table, order, **fields)
            step = next((each for each in procedures.sequence if each.to is phase), None)
            # Nobody opens or closes betting at an electronic table, or says what fell. The machine also says that it pays.
            is_given = not procedures.is_electronic or order == "FinishPaying"
            takes = is_given and step is not None and (not step.by or bool(roles.intersection(step.by)))
            is_unknown = step is None and (not procedures.is_electronic or order in ONLY_BY_STAFF)
            error = "no-such-power" if works_here(rules, role) and is_unknown else "not-your-power"
            assert_answered(answer, f"{role} gives {order} at {table}", may=takes and works_here(rules, role), error=error)


@pytest.mark.parametrize("table", TABLES)
def test_other_powers_are_for_those_to_whom_the_document_gives_them(table: str, people: dict[str, Console]) -> None:
    rules = ruleset(TABLES[table])
    for login, role in every_role():
        for order, (acts, fields) in MORE.items():
            answer = people[login].order(table, order, **fields)
            may, is_known = any(holds(rules, role, act) for act in acts), any(powers(rules, act) for act in acts)
            if order == "CallBet" and not is_known:
                may = works_here(rules, role)  # the document does not say who marks a bet
            error = "no-such-power" if works_here(rules, role) and not is_known else "not-your-power"
            assert_answered(answer, f"{role} gives {order} at {table}", may=may, error=error)


@pytest.mark.parametrize("table", TABLES)
def test_other_orders_are_for_those_who_work_there(table: str, people: dict[str, Console]) -> None:
    rules = ruleset(TABLES[table])
    shooting = rules.procedures.shooting
    records_rest = shooting is not None and shooting.records_rest
    for login, role in every_role():
        is_here = works_here(rules, role)
        for order, fields in ANYBODY_HERE.items():
            if is_here and order in ("TakeSeat", "RelieveDealer", "HandBackTable", "DisableTable"):
                continue  # other tests do that
            answer = people[login].order(table, order, **fields)
            if is_here and order in TAKE_TWO and not rules.procedures.is_electronic:
                assert answer.error in ("second-person-needed", "out-of-sequence"), (login, order, answer)
                continue  # other tests do that with a second person
            may = is_here and (order != "RestDice" or records_rest)
            error = "no-such-power" if is_here else "not-your-power"
            assert_answered(answer, f"{role} gives {order} at {table}", may=may, error=error)


def test_the_pit_puts_a_table_back_into_service_and_a_dealer_does_not(people: dict[str, Console]) -> None:
    """Whoever works at a table may stop it at once; to go on takes the duty that disables."""
    dora, sue = people["dora"], people["sue"]
    assert dora.order("crown", "DisableTable", why="The dice are chipped.").status == 200
    refused = dora.order("crown", "EnableTable", why="Never mind.")
    assert (refused.status, refused.error) == (403, "not-your-power")
    assert refused.message.endswith("takes the duty disable (here: supervisor, casino-supervisor, manager).")
    action = dora.actions("crown")["EnableTable"]
    assert (action["open"], action["forms"], action["why_not"]) == (False, [], refused.message)
    preview = {"command": {"type": "EnableTable", "why": "Never mind."}}
    assert dora.post("/api/v1/tables/crown/preview", preview).status == 403
    assert sue.actions("crown")["EnableTable"]["open"]
    assert sue.order("crown", "EnableTable", why="There is a new set.").status == 200
    for login in ("dora", "sue"):
        action = people[login].actions("crown")["EnableTable"]
        assert not action["open"], action

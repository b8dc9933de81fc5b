"""What may I do now? Whatever is offered is accepted, and whatever is accepted was offered."""

import random
import time
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from unittest import mock

import msgspec
import pytest
from msgspec import UnsetType
from msgspec.structs import replace

from commanded import a_table, done
from croupier.catalogue import names, ruleset
from croupier.floor.actions import Action, Form, actions, is_for_staff
from croupier.floor.own_terminals import terminal_refused
from croupier.floor.signing import countersigned, signed
from croupier.floor.wording import EITHER
from croupier.money import Cents
from croupier.rules.moments import MINUTE
from croupier.rules.powers import Act, Power
from croupier.rules.ruleset import Ruleset
from croupier.rules.sequence import Phase
from croupier.rules.sign import SettingValue
from croupier.table.authority.attendants import CallAttendant
from croupier.table.authority.supervision import TakeSupervision
from croupier.table.bets.calling import CallBet
from croupier.table.bets.placing import PlaceBet
from croupier.table.bets.relaxing import RelaxFreeze
from croupier.table.core.apply import apply
from croupier.table.core.decide import decide, judge
from croupier.table.core.desk import Concern, Desk
from croupier.table.core.message import Command, Ruling, SeatKind
from croupier.table.core.opening import opened, opening
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import COMMANDS, NOBODY_SITS, Sender
from croupier.table.core.state import Table
from croupier.table.money.float import FillFloat
from croupier.table.money.held_hand_pays import HandPayRefused, HandPayReleased, HandPayWithheld
from croupier.table.money.pay_forms import CAGE_ROLE
from croupier.table.money.seats import TakeSeat
from croupier.table.pit.signs import PostNotice
from croupier.table.rounds.calls import OpenBetting
from croupier.table.rounds.correcting import CorrectOutcome
from croupier.table.rounds.dice import DeclineDice
from croupier.table.rounds.stopping import StopPlay
from croupier.testing.evening import Happened, evening

SIGNS: dict[int, dict[str, SettingValue]] = {
    1: {"minimum": 100, "maximum": 50_000},
    2: {"minimum": 500, "maximum": 10_000, "touch_screen": True},
    3: {"minimum": 100, "maximum": 50_000, "hand_pay_limit": 5_000},
}
"""What hangs at the table on the evening of each seed."""
PLAYERS = 5
COMMANDS_OF_AN_EVENING = 2000
EACH = 6
"""How often each order of the bots is looked for in what is offered, on one evening."""
EVERY = 100
"""After so many commands everything that is offered to somebody is tried."""
ROLES = 2
"""How many roles this person has, each by itself."""
TRIED = 2
"""How many forms of each order are tried then. To try a form, rounds may have to be settled again."""

BOUNDED = {
    "MoveBet": "Where the chips go is free: only one wager is tried, with all that may come down.",
    "ShootDice": "At an electronic table the shooter presses the button; staff throw only in place of the machine.",
}
"""Orders that may be accepted although they are not offered, each with the reason."""


def evenings(name: str) -> Iterator[tuple[int, Happened]]:
    """Three evenings of bots, with every fault; each command with its number."""
    rules = ruleset(name)
    known = {setting.name for setting in rules.all_settings}
    for seed, values in SIGNS.items():
        sign = {key: value for key, value in values.items() if key in known}
        agreed = [reading.id for reading in rules.readings if reading.to_confirm]
        table = opened(opening(rules, sign, confirmed=agreed, seats=PLAYERS, states_tender=seed == max(SIGNS)))
        happened = evening(table, seed=seed, players=PLAYERS, commands=COMMANDS_OF_AN_EVENING * 4, faults=0.08)
        yield from enumerate(islice(happened, COMMANDS_OF_AN_EVENING))


def roles_of(rules: Ruleset) -> list[str]:
    return [role for role in rules.procedures.roles if rules.procedures.works_here(role)]


def offered(table: Table, person: Person, at: int, order: str) -> Action:
    """One order as it is offered to a person. The others are left out, for all of them take long to try."""
    alone = {kind: row for kind, row in COMMANDS.items() if kind.__name__ == order}
    with mock.patch("croupier.floor.actions.COMMANDS", alone):
        (found,) = actions(table, person.name, [person.role], at=at)
    return found


def is_among(command: Command, action: Action) -> bool:
    """Whether one of the forms has the chosen values of a command. A value that is free in a form may be any."""
    return any(all(getattr(command, name) == value for name, value in form.values.items()) for form in action.forms)


def as_sent(command: Command, form: Form) -> Command:
    """The command as a console would send it: the chosen values come as JSON."""
    values = msgspec.json.decode(msgspec.json.encode(form.values))
    return msgspec.convert({**msgspec.to_builtins(command), **values}, type(command))


def example(table: Table, action: Action, form: Form, person: Person) -> Command:
    """A command of this form, whose free fields are examples."""
    (kind,) = (each for each in COMMANDS if each.__name__ == action.order)
    found = (
        each
        for each in COMMANDS[kind].forms(table, person)
        if all(getattr(each, name) == value for name, value in form.values.items())
    )
    with_second = [replace(each, second=Person("Robin", person.role)) if action.second else each for each in found]
    return next((each for each in with_second if not isinstance(judge(table, each), Refusal)), with_second[0])


def assert_all_is_accepted(table: Table, at: int, chance: random.Random) -> None:
    """Try what is offered to a person in some roles."""
    now = replace(table, clock=at)
    for role in chance.sample(roles_of(table.rules), ROLES):
        for action in actions(table, "Kim", [role], at=at):
            assert action.open == bool(action.forms) == (not action.why_not) == (not action.reason), action
            if not action.open:
                assert action.why_not != NOBODY_SITS.sentence or not table.layout, action
                continue
            for form in chance.sample(action.forms, min(TRIED, len(action.forms))):
                assert_accepted(now, action, form, Person("Kim", role))


def clauses_of(power: Power) -> list[str]:
    return [ground.clause for ground in power.grounds]


def assert_accepted(now: Table, action: Action, form: Form, person: Person) -> None:
    assert form.role == person.role
    assert set(form.values) <= set(action.chosen)
    command = as_sent(example(now, action, form, person), form)
    outcome = decide(now, command)
    assert not isinstance(outcome, Refusal), (outcome, command)
    ruling = next((event for event in outcome if isinstance(event, Ruling)), None)
    if ruling and ruling.clause:
        powers = [power for power in now.rules.procedures.powers if form.clause in (power.clause, *clauses_of(power))]
        payouts = now.rules.procedures.payouts
        withheld = (
            (payouts.withhold,) if payouts and isinstance(ruling, HandPayWithheld | HandPayReleased | HandPayRefused) else ()
        )
        assert ruling.clause in (form.clause, *withheld, *(power.clause for power in powers)), (ruling, form)
    assert form.words or not form.values, (action.order, form)


@pytest.mark.parametrize("name", names())
def test_what_is_offered_is_accepted_and_what_is_accepted_was_offered(name: str) -> None:
    looked_for, missing, chance = Counter[tuple[int, str]](), list[str](), random.Random(name)  # noqa: S311 - no secret
    seed = 0
    for number, (before, command, outcome, _) in evenings(name):
        seed += number == 0
        if number % EVERY == 0:
            assert_all_is_accepted(before, command.at, chance)
        order = type(command).__name__
        assert_rule_is_declared(before, command)
        if isinstance(outcome, Refusal) or not is_given(before, command) or looked_for[seed, order] >= EACH:
            continue
        looked_for[seed, order] += 1
        action = offered(before, giver(before, command), command.at, order)
        if not is_among(command, action) and order not in BOUNDED:
            missing.append(f"{command}: {action.why_not or [form.values for form in action.forms]}")
    assert missing == []
    assert len({order for _, order in looked_for}) > 35


def assert_rule_is_declared(table: Table, command: Command) -> None:
    """A rule that varies with the command is one of those that its row names, or a step that no member of staff takes."""
    row = COMMANDS[type(command)]
    rule = row.under(table, command) if callable(row.under) else row.under
    by_machine = [step.to for step in table.rules.procedures.sequence if not step.by]
    assert rule is None or rule in row.rules or rule in by_machine, (command, rule)


def giver(table: Table, command: Command) -> Person:
    """Who gives a command; if it does not say so, a member of staff who may."""
    by: Person | UnsetType | None = getattr(command, "by", None)
    if by:
        return by
    if isinstance(command, DeclineDice):
        return Person("Kim", table.rules.procedures.powers_to[Act.OFFER_DICE][0].held_by[0])
    return Person("Kim", roles_of(table.rules)[0])


NEVER_OPEN: dict[str, str] = {}
"""Orders of the staff that are open to nobody at any table, each with the reason."""


def is_given(table: Table, command: Command) -> bool:
    """Whether staff give such a command at this table, and for this player. The cage gives its own at its own page."""
    by: Person | UnsetType | None = getattr(command, "by", None)
    if by and by.role == CAGE_ROLE:
        return False
    return is_for_staff(table, COMMANDS[type(command)]) and terminal_refused(table, command) is None


def test_every_order_of_the_staff_is_open_to_somebody_at_some_time() -> None:
    wanted = {kind.__name__ for kind, row in COMMANDS.items() if Sender.STAFF in row.senders} - NEVER_OPEN.keys()
    disabled = replace(table_of(CRAPS), desk=Desk(disabled="The dice are worn."))
    # Players of these evenings sit at no terminal, and so call nobody.
    called, _ = done(
        table_of(CRAPS),
        TakeSeat(seat="ann", chips=Cents(0), kind=SeatKind.TERMINAL),
        CallAttendant(seat="ann", concern=Concern.ATTENDANT),
    )
    # Nobody takes the supervision over in these evenings.
    supervised, _ = done(a_table("star-sicbo-2016"), TakeSupervision(by=Person("Sue", "games-supervisor")))
    tables = (disabled, called, supervised)
    seen = {each.order for table in tables for each in actions(table, "Kim", roles_of(table.rules)) if each.open}
    for name in names():
        roles = roles_of(ruleset(name))
        for number, (before, command, outcome, _) in evenings(name):
            order = type(command).__name__
            if number % EVERY == 0:
                seen |= {each.order for each in actions(before, "Kim", roles, at=command.at) if each.open}
            elif order in wanted - seen and is_given(before, command) and not isinstance(outcome, Refusal):
                action = offered(before, giver(before, command), command.at, order)
                seen |= {order} if action.open else set()
    assert wanted - seen == set()


@pytest.mark.parametrize("roles", [[], ["inspector"], ["waiter", "croupier"]], ids=str)
@pytest.mark.parametrize("name", names())
def test_to_somebody_without_a_role_at_the_table_nothing_is_open(name: str, roles: list[str]) -> None:
    for number, (before, _, _, _) in islice(evenings(name), 400):
        if number % 100 == 0:
            answers = actions(before, "Joe", roles)
            assert answers
            assert {(each.open, each.reason, each.why_not) for each in answers} == {
                (False, "not-your-power", "Joe does not work at this table.")
            }


def lively(name: str) -> Table:
    """A table with twelve players and many bets."""
    rules = ruleset(name)
    agreed = [reading.id for reading in rules.readings if reading.to_confirm]
    table = opened(opening(rules, {"minimum": 100, "maximum": 50_000}, confirmed=agreed, seats=12))
    tables = [after for *_, after in evening(table, seed=3, players=12, commands=1500, faults=0.01)]
    return max(tables, key=lambda each: sum(len(bets) for bets in each.layout.values()))


@pytest.mark.parametrize("name", names())
def test_the_time_it_takes_is_printed(name: str) -> None:
    table = lively(name)
    began, roles = time.process_time(), roles_of(table.rules)
    found = [actions(table, "Kim", roles) for _ in range(5)]
    taken = (time.process_time() - began) / 5 * 1000
    bets, forms = sum(len(bets) for bets in table.layout.values()), sum(len(each.forms) for each in found[0])
    print(f"{name}: {taken:.1f} ms for {len(table.layout)} players, {bets} bets and {forms} forms")  # noqa: T201
    assert found[0] == found[1]


def test_every_choice_between_true_and_false_has_words() -> None:
    hints = {kind: msgspec.structs.fields(kind) for kind in COMMANDS}
    chosen = {
        field.name
        for kind, row in COMMANDS.items()
        if Sender.MACHINE not in row.senders or len(row.senders) > 1
        for field in hints[kind]
        if field.name in row.chosen and field.type is bool
    }
    assert chosen == set(EITHER)


CRAPS = ruleset("star-craps-2016")


def table_of(rules: Ruleset) -> Table:
    return opened(opening(rules, {"minimum": 500}, confirmed=[each.id for each in rules.readings if each.to_confirm]))


def test_an_order_is_signed_in_the_first_role_that_may_give_it() -> None:
    table, order = table_of(CRAPS), OpenBetting()
    assert signed(table, order, "Kim", ["dealer", "stickperson"]) == OpenBetting(by=Person("Kim", "stickperson"))
    claimed = FillFloat(amount=Cents(500), by=Person("somebody else", "gaming-manager"), why="The tray is empty.")
    own = signed(table, claimed, "Kim", ["waiter", "dealer"])
    assert own == replace(claimed, by=Person("Kim", "dealer"))


def test_who_may_not_give_an_order_does_not_sign_it() -> None:
    table = table_of(CRAPS)
    order = CorrectOutcome(round=1, outcome=next(iter(CRAPS.game.space.ways)), by=Person("", ""), why="Misread.")
    refusal = signed(table, order, "Kim", ["dealer", "stickperson"])
    assert refusal == Refusal(
        Reason.NOT_YOUR_POWER, "Kim (dealer) may not correct a recorded outcome: that is for boxperson.", "4.4.3"
    )
    bet = PlaceBet(seat="ann", wager="win-line", stake=Cents(500))
    for command, clause in ((order, "4.4.3"), (OpenBetting(), "4.5"), (bet, "")):
        nobody = Refusal(Reason.NOT_YOUR_POWER, "Joe does not work at this table.", clause)
        assert signed(table, command, "Joe", ["inspector", "waiter"]) == nobody


def test_an_order_of_others_says_whose_it_is() -> None:
    table, kim = table_of(CRAPS), Person("Kim", "dealer")
    assert offered(table, kim, 0, "CorrectOutcome").whose == "boxperson"
    assert offered(table, kim, 0, "OpenBetting").whose == "stickperson"
    # Its own orders, and those that are nobody's, are not somebody else's.
    assert offered(table, kim, 0, "FinishPaying").whose == ""
    assert offered(table, Person("Kim", "boxperson"), 0, "CorrectOutcome").whose == ""


def test_what_players_and_the_machine_do_is_not_signed_by_staff() -> None:
    bet, stop = PlaceBet(seat="ann", wager="pass-line", stake=Cents(500)), StopPlay(why="An error.")
    refused = Refusal(Reason.NOT_YOUR_POWER, "The staff of this table do not do that.")
    electronic = table_of(ruleset("aruze-craps-2024"))
    assert signed(electronic, bet, "Kim", ["gaming-manager"]) == refused
    assert signed(electronic, stop, "Kim", ["gaming-manager"]) == refused
    # Where a dealer runs the table, staff place bets for players, under their own names.
    assert signed(table_of(CRAPS), bet, "Kim", ["dealer"]) == replace(bet, by=Person("Kim", "dealer"))


def test_nobody_signs_for_another() -> None:
    """The second person signs apart, and a command within an order has the same author."""
    table = table_of(ruleset("aruze-craps-2024"))
    table = replace(table, round=replace(table.round, number=1, phase=Phase.SHOT))
    other, kim = Person("Robin", "operator"), Person("Kim", "assistant-gaming-manager")
    wish = CallBet(seat="ann", wager="pass-line", on=True, by=other)
    order = RelaxFreeze(wish=wish, second=other, by=other, why="The screen did not answer.")
    own = signed(table, order, "Kim", ["assistant-gaming-manager"])
    assert own == replace(order, wish=replace(wish, by=kim), second=None, by=kim)
    assert isinstance(own, RelaxFreeze)
    alone = countersigned(table, own, "Kim", ["gaming-manager"])
    assert isinstance(alone, Refusal)
    assert alone.reason is Reason.SECOND_PERSON_NEEDED
    both = countersigned(table, own, "Robin", ["operator", "gaming-manager"])
    assert both == replace(own, second=Person("Robin", "gaming-manager"))
    assert countersigned(table, own, "Joe", ["waiter"]) == Refusal(Reason.NOT_YOUR_POWER, "Joe does not work at this table.")


def test_time_may_open_an_order() -> None:
    """What a sign announces may be done once it has hung for its time, also if nothing has happened since."""
    kim = Person("Kim", "casino-supervisor")
    table, at = table_of(CRAPS), 1_800_000_000_000
    posted = PostNotice(act=Act.CLOSE_TABLE, takes_effect=at + 20 * MINUTE, by=kim, why="It is late.")
    for command in (TakeSeat(seat="ann", chips=Cents(0)), posted):
        events = decide(table, replace(command, at=at))
        assert not isinstance(events, Refusal)
        for event in events:
            table = apply(table, event)
    early = offered(table, kim, at + MINUTE, "AnnounceClose")
    assert (early.open, early.reason, early.clause) == (False, "too-soon", "9.8")
    assert offered(table, kim, at + 20 * MINUTE, "AnnounceClose").open

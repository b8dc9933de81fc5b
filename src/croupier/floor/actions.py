"""What may this person do now? The orders that are open to a member of staff at a table, and why the others are not.

Everything is derived from the rows of the commands: their forms are put before the table, which accepts or refuses each.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.floor.holders import NO_SUCH_STEP, NOT_THEIRS, holders
from croupier.floor.own_terminals import terminal_refused
from croupier.floor.wording import form_words
from croupier.rules.powers import Act, Ground
from croupier.rules.sequence import Phase, Step
from croupier.table.authority.powers import power_to_act, power_to_decide, powers_here
from croupier.table.core.decide import judge
from croupier.table.core.message import Command, Ruling
from croupier.table.core.person import Person
from croupier.table.core.refusals import Reason, Refusal
from croupier.table.core.rows import COMMANDS, CommandRow, Deferred, Rule, Sender, Verdict
from croupier.table.core.state import Table
from croupier.table.rounds.steps import taken_by

SUBJECTS = ("rounds", "bets", "money", "pit", "authority")
"""The subjects, in the order in which a console shows them."""
Judged = Verdict | Deferred
Key = tuple[tuple[str, Any], ...]
"""The chosen values of a form."""


class Form(msgspec.Struct, frozen=True):
    """One way to give an order now."""

    values: Mapping[str, Any]
    """The chosen fields."""
    words: str
    """The chosen fields in words, for people."""
    clause: str
    """The clause of the ground, the power or the step; empty if the document is silent."""
    must: bool
    """Whether the document demands the order on this ground."""
    again: bool
    """Whether it settles a finished round again. A person sees what that would change before the order is given."""
    fraud: bool
    """Whether its ground is fraud, for which bets may be kept."""
    grave: bool
    """Whether its ground accuses people or condemns equipment: a person is asked again before the order is given."""
    role: str
    """The role of the document in which the person would act."""


class Action(msgspec.Struct, frozen=True):
    """An order, and whether a person may give it now."""

    order: str
    """The name of the command."""
    words: str
    """What it does, in one sentence."""
    subject: str
    clause: str
    """The clause of the power or the step; empty if the document is silent."""
    open: bool
    reason: str
    """The code of the refusal; empty if the order is open."""
    why_not: str
    """Why it is not open; empty if it is."""
    whose: str
    """Who may give it, if the document gives it to others than this person; empty if not."""
    chosen: tuple[str, ...]
    """The fields to choose from the forms. All other fields are free."""
    forms: tuple[Form, ...]
    """The forms that the table accepts now."""
    later: tuple[Form, ...]
    """The forms on other grounds that it accepts from this person at other steps of a round. Their keys keep their places."""
    second: bool
    """Whether a second person has to sign it."""
    signs: str
    """Who may sign second, in a sentence; empty if that follows from the power."""
    call: bool
    """Whether it is one of the calls of a round: a step, or what a step waits for. A call is meant for the round in play."""
    tenders: tuple[str, ...]
    """The payment methods of which it has to state one if it moves money; empty if it need not."""
    without: tuple[str, ...]
    """The free fields that mean nothing at this table. A console does not ask for them."""


def actions(table: Table, name: str, roles: Sequence[str], *, at: int | None = None) -> tuple[Action, ...]:
    """List the orders of the staff, open to these roles or not, at the time `at`; without it, at that of the last event."""
    now = replace(table, clock=at) if at is not None and at > table.clock else table
    people, board = staff_here(now, name, roles), _Board(now)
    rows = sorted(COMMANDS.values(), key=lambda row: SUBJECTS.index(row.subject))
    return tuple(board.action(row, may_give(now, row, people), name) for row in rows if is_for_staff(now, row))


def staff_here(table: Table, name: str, roles: Iterable[str]) -> list[Person]:
    """The person in each of the roles in which they work at this table; empty if they do not work here."""
    return [Person(name, role) for role in dict.fromkeys(roles) if table.rules.procedures.works_here(role)]


def may_give(table: Table, row: CommandRow[Any], people: list[Person]) -> list[Person]:
    """Those who give such a command at all: a reviewer of disputes from outside the house gives no other order."""
    if Act.REVIEW_DISPUTE in row.rules:
        return people
    return [person for person in people if not table.rules.procedures.only_reviews(person.role)]


def is_for_staff(table: Table, row: CommandRow[Any]) -> bool:
    """Whether staff give this command at this table. Where a dealer runs the table, they act for players, too.

    At an electronic table the machine alone takes the steps of a round: nobody opens or closes betting, or enters an outcome.
    """
    if not table.rules.procedures.is_electronic:
        return bool(row.senders & {Sender.STAFF, Sender.PLAYER})
    is_step = Sender.MACHINE in row.senders and row.under is not None
    return Sender.STAFF in row.senders and not is_step


def not_here(name: str) -> Refusal:
    """Refuse somebody who does not work at a table."""
    return Refusal(Reason.NOT_YOUR_POWER, f"{name} does not work at this table.")


@dataclass(slots=True)
class _Tried:
    """The forms of one order that the table accepted, and its refusals of the others."""

    forms: dict[Key, Form] = field(default_factory=dict)
    later: dict[Key, Form] = field(default_factory=dict)
    refusals: list[Refusal] = field(default_factory=list)
    second: bool = False

    def best_refusal(self, nothing: Refusal) -> Refusal:
        """The most helpful refusal: about something else than the person, and with a clause if there is one."""
        ranked = sorted(self.refusals, key=lambda each: (each.reason in NOT_THEIRS, not each.clause))
        return ranked[0] if ranked else nothing


class _Board:
    """One table at one moment, for one person. It looks each power up once."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._rules: dict[tuple[Rule, str, str], tuple[str, Ground | None]] = {}
        self._lists: dict[Act, bool] = {}
        self._people: dict[Rule, list[Person]] = {}

    def action(self, row: CommandRow[Any], people: list[Person], name: str) -> Action:
        """An order for a person, who has these roles here."""
        tried = _Tried()
        missing = self._missing(row.under, people) if people else not_here(name)
        if missing is None:
            self._try(row, people, tried)
        forms = tuple(tried.forms.values())
        refusal = None if forms else missing or tried.best_refusal(row.nothing)
        return Action(
            order=row.kind.__name__,
            words=(row.kind.__doc__ or "").partition("\n")[0],
            subject=row.subject,
            clause=self._clause(row, people) if not callable(row.under) else forms[0].clause if forms else "",
            open=bool(forms),
            reason=refusal.reason if refusal else "",
            why_not=refusal.sentence if refusal else "",
            whose=holders(self._table, row.rules) if refusal and refusal.reason is Reason.NOT_YOUR_POWER else "",
            chosen=tuple(each for each in row.chosen if each != "why" or any("why" in form.values for form in forms)),
            forms=forms,
            later=tuple(tried.later.values()),
            second=tried.second,
            signs="",
            call=row.is_call,
            tenders=row.tenders(self._table),
            without=row.without(self._table),
        )

    def _missing(self, under: object, people: list[Person]) -> Refusal | None:
        """Why this person never gives an order that is always under this rule; None if they may, or if the rule varies."""
        if isinstance(under, Phase) and self._step(under) is None:
            return NO_SUCH_STEP
        if not isinstance(under, Act):
            return None
        refusal = power_to_act(self._table, self._acting(under, people)[0], under)
        return refusal if isinstance(refusal, Refusal) and refusal.reason in NOT_THEIRS else None

    def _acting(self, under: Rule, people: list[Person]) -> list[Person]:
        """The person in those roles that make a difference under a rule, or in the first one if none does."""
        if under not in self._people:
            self._people[under] = [each for each in people if self._may_act(under, each)] or people[:1]
        # Only powers differ in what they allow. A step is the same for all who take it.
        return self._people[under] if isinstance(under, Act) else self._people[under][:1]

    def _may_act(self, under: Rule, person: Person) -> bool:
        if isinstance(under, Act):
            power = power_to_act(self._table, person, under)
            return not (isinstance(power, Refusal) and power.reason in NOT_THEIRS)
        step = self._step(under) if under else None
        return step is None or not isinstance(taken_by(self._table, step, person), Refusal)

    def _try(self, row: CommandRow[Any], people: list[Person], tried: _Tried) -> None:
        """Put every form before the table, in one role after the other until it is accepted."""
        signs = "by" in row.kind.__struct_fields__
        for command in row.forms(self._table, people[0]):
            under = self._under(row, command)
            values = self._values(row, command, under)
            if (key := tuple(values.items())) in tried.forms:
                continue
            for person in self._acting(under, people):
                own = replace(command, by=person) if signs else command
                verdict, second = self._judged(own, person)
                if not isinstance(verdict, Refusal):
                    tried.forms[key] = self._form(own, values, under, person, verdict)
                    tried.second = tried.second or second
                    break
                tried.refusals.append(verdict)
                if ground := self._ground_of(values, under, person):
                    tried.later.setdefault(key, self._on(ground, values, person.role))
            if key in tried.forms:
                tried.later.pop(key, None)

    def _judged(self, command: Command, person: Person) -> tuple[Judged, bool]:
        """What the table answers, and whether a second person has to sign for that."""
        verdict = terminal_refused(self._table, command) or judge(self._table, command)
        needed = isinstance(verdict, Refusal) and verdict.reason is Reason.SECOND_PERSON_NEEDED
        if needed and "second" in command.__struct_fields__:
            return judge(self._table, replace(command, second=Person(f"with {person.name}", person.role))), True
        return verdict, False

    def _form(self, command: Command, values: Mapping[str, Any], under: Rule, person: Person, verdict: Judged) -> Form:
        clause, ground = self._rule(under, command, person)
        if not clause and isinstance(verdict, Ruling):
            clause = verdict.clause
        again = isinstance(verdict, Deferred) and verdict.again
        return Form(
            values=values,
            words=form_words(self._table, values, ground),
            clause=clause,
            must=bool(ground and ground.must),
            again=again,
            fraud=bool(ground and ground.fraud),
            grave=bool(ground and ground.grave),
            role=person.role,
        )

    def _ground_of(self, values: Mapping[str, Any], under: Rule, person: Person) -> Ground | None:
        """The ground of a form about the round in play, if this person may name it at some step; None if there is none."""
        if not isinstance(under, Act) or not values.get("ground") or values.get("round"):
            return None
        roles = self._table.rules.procedures.acting(person.role)
        theirs = (each for each in powers_here(self._table, under) if roles.intersection(each.held_by))
        return next(filter(None, (each.ground(values["ground"]) for each in theirs)), None)

    def _on(self, ground: Ground, values: Mapping[str, Any], role: str) -> Form:
        """A form on a ground that the table does not accept now."""
        words = form_words(self._table, values, ground)
        return Form(
            values=values,
            words=words,
            clause=ground.clause,
            must=ground.must,
            again=False,
            fraud=ground.fraud,
            grave=ground.grave,
            role=role,
        )

    def _under(self, row: CommandRow[Any], command: Command) -> Rule:
        return row.under(self._table, command) if callable(row.under) else row.under

    def _values(self, row: CommandRow[Any], command: Command, under: Rule) -> dict[str, Any]:
        """The chosen fields of a form. Where the document lists no grounds, the reason is free."""
        free = "" if isinstance(under, Act) and self._lists_grounds(under) else "why"
        return {name: getattr(command, name) for name in row.chosen if name != free}

    def _lists_grounds(self, act: Act) -> bool:
        if act not in self._lists:
            self._lists[act] = any(power.grounds for power in powers_here(self._table, act))
        return self._lists[act]

    def _rule(self, under: Rule, command: Command, person: Person) -> tuple[str, Ground | None]:
        """The clause under which a person gives a command, and the ground if it names one."""
        named: str = getattr(command, "ground", "") or getattr(command, "why", "")
        if (under, named, person.role) not in self._rules:
            self._rules[under, named, person.role] = self._looked_up(under, named, person)
        return self._rules[under, named, person.role]

    def _looked_up(self, under: Rule, named: str, person: Person) -> tuple[str, Ground | None]:
        if not isinstance(under, Act):
            step = self._step(under) if under else None
            return step.clause if step else "", None
        if not self._lists_grounds(under):
            return power_to_act(self._table, person, under).clause, None
        power = power_to_decide(self._table, person, under, named)
        ground = None if isinstance(power, Refusal) else power.ground(named)
        return ground.clause if ground else power.clause, ground

    def _step(self, phase: Phase) -> Step | None:
        return next((step for step in self._table.rules.procedures.sequence if step.to is phase), None)

    def _clause(self, row: CommandRow[Any], people: list[Person]) -> str:
        """The clause of the power that the person holds, or else of any, or of the step; empty if it varies."""
        if isinstance(row.under, Act):
            powers = powers_here(self._table, row.under)
            held = power_to_act(self._table, self._acting(row.under, people)[0], row.under) if people and powers else None
            return held.clause if held else powers[0].clause if powers else ""
        step = self._step(row.under) if isinstance(row.under, Phase) else None
        return step.clause if step else ""

"""The procedures of a document in sentences: staff, the steps of a round, turns at the dice, seating."""

from collections.abc import Iterator

from croupier.rulebook.conditions import bet
from croupier.rulebook.decisions import decisions, is_duty, purpose, second_consent
from croupier.rulebook.passages import Passage, Section, sentence, the
from croupier.rulebook.promotions import promotional_prizes
from croupier.rules.machine import Result
from croupier.rules.moments import clock_time
from croupier.rules.outcomes import listed
from croupier.rules.powers import Act, Role
from croupier.rules.procedures import Procedures
from croupier.rules.ruleset import Ruleset
from croupier.rules.sequence import Phase, Step
from croupier.rules.shooting import DiceSet, Shooting
from croupier.rules.terms import ANY_TIME


def sections(rules: Ruleset) -> tuple[Section, ...]:
    """All sections of the book about procedures."""
    procedures = rules.procedures
    found = [
        Section("The people", tuple(_person(rules, role) for role in procedures.staff)),
        Section("A round", tuple(_round(rules))),
        Section("The dice", tuple(_dice(rules, procedures.shooting)) if procedures.shooting else ()),
        Section("The equipment", tuple(_equipment(procedures))),
        Section("Places and terminals", tuple(_places(procedures))),
        *decisions(rules),
        promotional_prizes(rules),
    ]
    return tuple(section for section in found if section.passages)


def _person(rules: Ruleset, role: Role) -> Passage:
    procedures = rules.procedures
    also = f"May also act as {the(procedures.named(role.acts_as), 'and')}." if role.acts_as else ""
    held = [power for power in procedures.powers if role.id in power.held_by]
    free = dict.fromkeys(purpose(rules, power) for power in held if not is_duty(power))
    bound = dict.fromkeys(purpose(rules, power) for power in held if purpose(rules, power) not in free)
    calls = "Makes calls in a round." if any(role.id in step.by for step in procedures.sequence) else ""
    may = f"May {listed(free, 'and')}." if free else ""
    must = f"Is to {listed(bound, 'and')}, where that is called for." if bound else ""
    # Programs refer to a role by its id, and no other page lists the ids.
    named = f"Called {role.id} in a command." if role.id != role.title else ""
    does = sentence(also, calls, may, must) or "Decides nothing at the table."
    return Passage(role.title, role.clause, sentence(does, named))


def _round(rules: Ruleset) -> Iterator[Passage]:
    procedures, open_before = rules.procedures, False
    for step in procedures.sequence:
        yield Passage(step.to.value, step.clause, _step(procedures, step, open_before=open_before))
        open_before = step.bets
    spoken = [power for power in procedures.powers_to[Act.CONFIRM_BET] if set(power.during) - procedures.takes_bets]
    but = f", but for a spoken bet that {the(procedures.named(spoken[0].held_by))} confirms" if spoken else ""
    relaxed = procedures.powers_to[Act.RELAX_FREEZE]
    who, agreed = "the document lets nobody relax that", ""
    if relaxed:
        who = f"{the(procedures.named(relaxed[0].held_by))} may let one be, {relaxed[0].provided}".removesuffix(", ")
        agreed = second_consent(rules, relaxed[0])
    says = sentence(f"Once bets are closed none is made or changed{but}; {who}.", agreed)
    yield Passage("after the close", procedures.freeze, says)


def _step(procedures: Procedures, step: Step, *, open_before: bool) -> str:
    shooting = procedures.shooting
    thrower = ("the shooter" if shooting.is_offered else "the shooter or the machine") if shooting else ""
    nobody = (step.to is Phase.SHOT and thrower) or "the machine"
    who = the(procedures.named(step.by)) or nobody
    often = f" at least {step.times} times" if step.times > 1 else ""
    bets = ""
    if step.bets != open_before:
        bets = "Bets are open from then on." if step.bets else "Bets are closed from then on."
    elif step.bets:
        bets = "Bets stay open."
    setting = step.only_with.replace("_", " ")
    without = f"Where the sign has no {setting}, this is left out." if setting else ""
    return sentence(f"{who} {step.words}{often}.", bets, without)


def _dice(rules: Ruleset, shooting: Shooting) -> Iterator[Passage]:
    titles = {id: bet(rules.addresses[id].offer) for id in shooting.with_one_of}
    yield Passage("who throws", shooting.eligible, f"To throw, a player needs a {listed(titles.values(), 'or a')}.")
    if shooting.least:
        least = shooting.least.replace("_", " ")
        says = f"It must be as large as the {least} on the sign or, where the sign has none, as the minimum."
        yield Passage("smallest bet", shooting.least_clause, f"{says} Where nobody has one, the machine shoots at the close.")
    if shooting.is_offered:
        says = "The dice are offered to one player after the other, clockwise; whoever is offered them may decline."
        yield Passage("offered", shooting.offered, says)
        says = "From a shooter they go on clockwise, to the next player who has such a bet or can still make it."
        yield Passage("next shooter", shooting.clause, says)
    else:
        yield Passage("next shooter", shooting.clause, "The dice go on clockwise, to the next player who has such a bet.")
    if shooting.may_be_passed:
        yield Passage("giving them up", shooting.passed, "The shooter may give the dice up after any roll.")
    if shooting.records_rest:
        says = (
            "When the dice come to rest is written down, and so is a call of “no roll”: whenever possible it comes before that."
        )
        yield Passage("coming to rest", shooting.rests, says)
    if lost := shooting.loses_on:
        yield Passage("losing them", lost.clause, f"The shooter loses the dice on {lost.on} {lost.during.words}.")
    if shooting.passes_on:
        ended = [f"{titles[id]} has {ENDED[result]}" for id, result in shooting.passes_on.items()]
        yield Passage("passing on", shooting.clause, f"The dice go on once the shooter's {listed(ended)}.")
    if shooting.keeps:
        says = f"A shooter who no longer has such a bet keeps the dice {shooting.keeps.words}."
        yield Passage("keeping them", shooting.clause, says)
    if shooting.seconds:
        says = f"The shooter has {shooting.seconds} seconds from the close of bets; then the machine shoots."
        yield Passage("time to throw", shooting.seconds_clause, says)
    if shooting.dice:
        yield from _dice_set(shooting.dice)


ENDED = {
    Result.WIN: "won",
    Result.LOSE: "lost",
    Result.PUSH: "been a push",
    Result.VOID: "become void",
    Result.REFUND: "been refunded",
    Result.FORFEIT: "been forfeited",
}


def _dice_set(dice: DiceSet) -> Iterator[Passage]:
    yield Passage("the set", dice.clause, f"The set has {dice.dice} dice.")
    yield Passage("choosing", dice.chosen_clause, f"The shooter chooses {dice.chosen} of them.")
    lost = f"{dice.new_set_when_lost} dice are" if dice.new_set_when_lost > 1 else "a die is"
    yield Passage(
        "lost dice",
        dice.lost_clause,
        f"Once {lost} lost, the next shooter is offered a new set. "
        f"A throw in which a die is lost is called off ({dice.ground}).",
    )


def _equipment(procedures: Procedures) -> Iterator[Passage]:
    for each in procedures.measures:
        says = f"{sentence(f'{each.words} is {each.limits}.')} The operator measures it, and puts it on record."
        yield Passage(each.id, each.clause, says)


def _places(procedures: Procedures) -> Iterator[Passage]:
    if approval := procedures.approval:
        since = clock_time(approval.since)
        says = f"No table opens before {since}, nor before the later time from which the operator says that the rules hold."
        yield Passage("opening", approval.clause, says)
    if cards := procedures.cards:
        since = clock_time(cards.since)
        yield Passage("cards", cards.clause, f"Since {since} a bet needs the player's own card in the terminal.")
    if procedures.account_out:
        says = "Credit may be paid to the account of the player whose card is in the terminal."
        yield Passage("accounts", procedures.account_out, says)
    if seating := procedures.seating:
        where = "at several terminals at once" if seating.several else "at one terminal at a time only"
        yield Passage("terminals", seating.clause, f"A player may play {where}.")
    if abstaining := procedures.abstaining:
        rounds = f"{abstaining.rounds} rounds" if abstaining.rounds > 1 else "one round"
        counted = abstaining.counted
        which = "Every round counts." if counted is ANY_TIME else f"A round counts that leaves the table {counted.words}."
        says = f"When every place is taken, a player who has not bet for {rounds} may be asked to go. {which}"
        yield Passage("abstaining", abstaining.clause, says)
    if payouts := procedures.payouts:
        ways = listed([each.value for each in payouts.methods], "or")
        says = f"A payment by hand is verified, and made in {ways}. The player signs a form for it."
        yield Passage("paying by hand", payouts.form, says)
        says = "A payment may be withheld until it has been looked into; an inspector is told, and reviews it."
        yield Passage("withholding a payment", payouts.withhold, says)
        yield Passage("paying at once", payouts.at_once, "Whatever is due is paid at once wherever possible.")
        yield Passage("delaying a payment", payouts.delay, "A payment may be delayed to a time agreed with the player.")
        says = "A payment may be made otherwise than the player has asked."
        yield Passage("another form of payment", payouts.other_method, says)
        yield Passage("identification", payouts.identification, "The player may be asked for identification.")
    if lights := procedures.lights:
        yield Passage("lights", lights.clause, "Where the lights fail, what the dice show decides.")
        yield Passage("lights: longer bets", lights.ends, "Bets that stand for longer then end with the result on the dice.")
        yield Passage("lights: play", lights.locks, "Nothing is played until the fault is rectified.")
    if procedures.display:
        yield Passage("display", procedures.display, "A display that disagrees with the result is disregarded.")

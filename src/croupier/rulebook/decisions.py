"""Sentences about powers: who may decide what, on which grounds, with which notices; and acts that nobody may do."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby

from croupier.rulebook.passages import Passage, Section, sentence, the
from croupier.rules.outcomes import listed
from croupier.rules.powers import Act, Clock, Demand, Ground, Power, Reach
from croupier.rules.ruleset import Ruleset
from croupier.rules.sequence import Phase
from croupier.rules.terms import Below

PART = "Who may decide what"

SUBJECTS: Mapping[str, Sequence[Act]] = {
    "What fell": (Act.VOID_ROUND, Act.SETTLE_FACE, Act.CORRECT_OUTCOME, Act.FORFEIT),
    "Bets": (
        Act.CONFIRM_BET,
        Act.MARK_BET,
        Act.CORRECT_BET,
        Act.REFUSE_BET,
        Act.REFUSE_PLAYER,
        Act.RELAX_FREEZE,
        Act.DECLARE_INVALID,
        Act.RETURN_COMMISSION,
    ),
    "Dice": (Act.OFFER_DICE, Act.ORDER_PASS, Act.THROW_FOR_HOUSE, Act.TEND_DICE, Act.CHECK_DICE),
    "Faults": (
        Act.DECLARE_FAULT,
        Act.CONFIRM_RECORD,
        Act.ADJUST_CREDIT,
        Act.VOID_UNCONFIRMED,
        Act.REPORT_LIGHTS,
        Act.REFUND_RUNS,
        Act.RECTIFY,
        Act.WITHHOLD,
        Act.RELEASE,
    ),
    "People": (
        Act.VOID_BETS,
        Act.BAR,
        Act.EXCLUDE,
        Act.RECOMMEND_EXCLUSION,
        Act.DETAIN,
        Act.NOTE_BREACH,
        Act.VACATE_SEAT,
        Act.ONE_TERMINAL,
    ),
    "The sign and the table": (Act.CHANGE_SIGN, Act.PLAYER_LIMITS, Act.END_WAGER, Act.CLOSE_TABLE, Act.AMEND_RULES),
    "Disputes": (Act.SUPERVISE, Act.HEAR_DISPUTE, Act.REVIEW_DISPUTE, Act.ADVISE_COMPLAINT),
}
"""Every act, by section of the book."""

DURING: Mapping[Phase, str] = {
    Phase.UNTIMED: "where no round is timed",
    Phase.SHAKEN: "before bets open",
    Phase.BETTING: "while bets are open",
    Phase.SPUN: "while the ball runs",
    Phase.CLOSED: "once bets are closed",
    Phase.PRESSED: "once the key is pressed",
    Phase.UNCOVERED: "once the dice are uncovered",
    Phase.ANNOUNCED: "once the result is announced",
    Phase.SHOT: "from the throw to the call",
    Phase.SETTLED: "once the result is entered",
    Phase.LIT: "once the winning areas are lit",
    Phase.DONE: "between rounds",
}

HANGS: Mapping[Act, str] = {
    Act.CHANGE_SIGN: "A higher minimum takes effect only",
    Act.CLOSE_TABLE: "While somebody sits at it, the table closes only",
    Act.END_WAGER: "A wager ends only",
}
"""How the sentence about the sign for an act begins."""


def _by_hand(rules: Ruleset) -> bool:
    return not rules.procedures.is_electronic


def _offered(rules: Ruleset) -> bool:
    return rules.procedures.offers_dice


ASKED_FOR: Mapping[Act, Callable[[Ruleset], bool]] = {
    Act.CONFIRM_BET: _by_hand,
    Act.MARK_BET: lambda rules: rules.calls is not None,
    Act.CORRECT_BET: lambda rules: rules.limits.below in (Below.VALID, Below.VALID_ONCE_CLOSED),
    # A document that charges no commission, or returns it itself, says nothing of it, and nobody is missing.
    Act.RETURN_COMMISSION: lambda rules: bool(rules.procedures.powers_to[Act.RETURN_COMMISSION]),
    Act.DECLARE_INVALID: lambda rules: rules.procedures.cards is not None,
    Act.RELAX_FREEZE: lambda rules: False,  # noqa: ARG005 - the section about the round covers it
    Act.SETTLE_FACE: lambda rules: rules.game.space.shown_by != "pocket",
    Act.OFFER_DICE: _offered,
    Act.ORDER_PASS: _offered,
    Act.THROW_FOR_HOUSE: _offered,
    Act.TEND_DICE: _offered,
    Act.CHECK_DICE: _offered,
    Act.DECLARE_FAULT: lambda rules: not _by_hand(rules),
    Act.CONFIRM_RECORD: lambda rules: not _by_hand(rules),
    Act.ADJUST_CREDIT: lambda rules: not _by_hand(rules),
    Act.VOID_UNCONFIRMED: lambda rules: not _by_hand(rules),
    Act.WITHHOLD: lambda rules: not _by_hand(rules),
    Act.RELEASE: lambda rules: not _by_hand(rules),
    Act.RECOMMEND_EXCLUSION: lambda rules: not rules.procedures.powers_to[Act.EXCLUDE],
    Act.ONE_TERMINAL: lambda rules: rules.procedures.seating is not None and rules.procedures.seating.several,
    Act.REPORT_LIGHTS: lambda rules: rules.procedures.lights is not None,
    Act.REFUND_RUNS: lambda rules: rules.procedures.lights is not None,
    Act.RECTIFY: lambda rules: rules.procedures.lights is not None,
    # It matters only where one person decides in the absence of another.
    Act.SUPERVISE: lambda rules: bool(rules.procedures.powers_to[Act.SUPERVISE]),
}
"""By act, whether it can come up under these rules; acts not listed always can."""


def decisions(rules: Ruleset) -> Iterator[Section]:
    """The sections about powers, subject by subject."""
    for title, acts in SUBJECTS.items():
        found = [*_about(rules, acts), *_nobody(rules, acts)]
        if found:
            yield Section(title, tuple(found), PART)


TAKEN: Mapping[Act, str] = {Act.DECLARE_FAULT: "Taken to have malfunctioned"}
"""Words instead of "Must", for acts that follow from their ground."""


def ground_sentence(power: Power, ground: Ground) -> str:
    """The sentence about a ground: whether it is mandatory, and what it requires."""
    must = TAKEN.get(power.act, "Must") if power.must or ground.must else "May"
    duty = "Must, and the machine does it at once" if ground.at_once else must
    fraud = " The bets of whoever did it may be forfeited." if ground.fraud else ""
    least = ground.after_breaches
    noted = f" It needs at least {least} breaches by the same person, written down before." if least else ""
    silent = " So too if no device says what fell." if ground.no_outcome else ""
    return f"{duty}: {ground.words}.{noted}{fraud}{silent}"


def act_words(rules: Ruleset, act: Act) -> str:
    """The words for an act after "may"; voiding a round is named after its call."""
    return f"call “{rules.game.void_call.replace('-', ' ')}”" if act is Act.VOID_ROUND else act.value


def _about(rules: Ruleset, acts: Sequence[Act]) -> Iterator[Passage]:
    """The powers in the order of the document; grounds that several powers share follow the last of them."""
    procedures = rules.procedures
    powers = [power for power in procedures.powers if power.act in acts]
    for grounds, group in groupby(powers, lambda power: tuple(power.grounds)):
        holding = tuple(group)
        of = tuple(_power(rules, power) for power in holding)
        yield from of
        yield from (Passage(ground.id, ground.clause, ground_sentence(holding[0], ground), of) for ground in grounds)
    yield from (_clock(rules, clock) for clock in procedures.clocks if clock.act in acts)
    yield from (_demand(rules, demand) for demand in procedures.demands if demand.act in acts)


REACHES = {
    Reach.IN_PLAY: "",
    Reach.UNTIL_PAID: "It can be done until the bets are paid.",
    Reach.SETTLED: "It is about rounds that have been settled.",
    Reach.ANY: "A round that has been settled can be reached too.",
}
"""What the book says about the rounds that a power reaches."""


def purpose(rules: Ruleset, power: Power) -> str:
    """The words for what a power does. A power that undoes decided bets "invalidates the outcome"."""
    return f"invalidate the outcome of a {rules.game.turn}" if power.voids else act_words(rules, power.act)


def is_duty(power: Power) -> bool:
    """Whether the power is a duty: the power itself, or every one of its grounds, is mandatory."""
    return power.must or (bool(power.grounds) and all(ground.must for ground in power.grounds))


def second_consent(rules: Ruleset, power: Power) -> str:
    """The sentence about the second consent that a change after the close needs once the outcome is coming; else empty."""
    during = frozenset(power.during)
    moving = during & rules.procedures.in_motion
    if power.act is not Act.RELAX_FREEZE or not moving:
        return ""
    on_its_way = rules.game.space.on_its_way
    if moving == during:
        return f"{on_its_way} then: another who may decide it has to agree."
    return f"Once {on_its_way[:1].lower()}{on_its_way[1:]}, another who may decide it has to agree."


def _power(rules: Ruleset, power: Power) -> Passage:
    who = the(rules.procedures.named(power.held_by))
    when = f" {listed([DURING[phase] for phase in power.during])}" if power.during else ""
    kinds = [offer.wager.title.partition(",")[0] for offer in rules.offers if offer.kind in power.wagers]
    about = f", which can be {listed(dict.fromkeys(kinds))}," if power.wagers else ""
    on = {0: "", 1: ", on one ground"}.get(len(power.grounds), ", on certain grounds")
    reaches = REACHES[power.reach]
    voids = f"Then {power.voids.value}." if power.voids else ""
    named = "It holds on the terminals that are named; the others play on." if power.on_terminals else ""
    shows = f"It needs {power.shows}." if power.shows else ""
    setting = power.only_with.replace("_", " ")
    without = f"Where the sign has no {setting}, nobody has that power." if setting else ""
    others = the(rules.procedures.named(power.not_for))
    barred = sentence(f"{others}, whoever else they act as, may not.") if others else ""
    may = "is to" if is_duty(power) else "may"
    said = f"{who} {may} {purpose(rules, power)}{about}{when}{on}".removesuffix(",")
    first = listed(rules.procedures.named(power.in_absence_of), "or")
    absence = f", but only in the absence of a {first}" if first else ""
    provided = (f", {power.provided}" if power.provided else "") + absence
    says = sentence(f"{said}{provided}.", barred, reaches, voids, named, shows, second_consent(rules, power), without)
    return Passage(purpose(rules, power), power.clause, says)


def _powers(rules: Ruleset, act: Act) -> tuple[Passage, ...]:
    return tuple(_power(rules, power) for power in rules.procedures.powers_to[act])


def _clock(rules: Ruleset, clock: Clock) -> Passage:
    what = HANGS.get(clock.act, f"To {clock.act} is possible only")
    says = sentence(f"{what} after a sign has announced it for {clock.minutes} minutes.", _last_call(rules, clock.act))
    return Passage(f"{clock.act}: sign", clock.clause, says, _powers(rules, clock.act))


def _last_call(rules: Ruleset, act: Act) -> str:
    """The bets that a sign stops as soon as it is displayed."""
    runs_on = "those that stand run on until they are decided"
    if act is Act.END_WAGER:
        return f"It is the final call: new bets on that wager are taken until the bets that are open close; {runs_on}."
    ends = dict.fromkeys(kind for power in rules.procedures.powers_to[Act.END_WAGER] for kind in power.wagers)
    titles = dict.fromkeys(offer.wager.title.partition(",")[0] for offer in rules.offers if offer.kind in ends)
    if act is not Act.CLOSE_TABLE or not titles:
        return ""
    return f"It is the final call: new bets on {listed(titles)} are taken until the bets that are open close; {runs_on}."


def _demand(rules: Ruleset, demand: Demand) -> Passage:
    says = sentence(f"{demand.to} has to be told {demand.due.value}.")
    return Passage(f"{demand.act}: notice", demand.clause, says, _powers(rules, demand.act))


def _nobody(rules: Ruleset, acts: Sequence[Act]) -> Iterator[Passage]:
    """The acts that can come up but that the document lets nobody do; a table refuses them."""
    nobodys = [act for act in acts if not rules.procedures.powers_to[act] and ASKED_FOR.get(act, _always)(rules)]
    if nobodys:
        yield Passage("nobody", "", f"The document lets nobody {listed([act_words(rules, act) for act in nobodys])}.")


def _always(rules: Ruleset) -> bool:  # noqa: ARG001 - the signature of ASKED_FOR
    return True

"""Why the prize register refuses a command."""

import msgspec

from croupier.facts.refusal import Refusal
from croupier.rules.coded import Coded


class Reason(Coded):
    """Why a command was refused: a stable code for programs, and its meaning for people."""

    NO_CHAPTER = "no-chapter", "The document has no chapter on promotional prizes, or there is no such document."
    CHAPTER_CHANGED = "chapter-changed", "The promotion was drafted under another version of the chapter."
    UNKNOWN_PROMOTION = "unknown-promotion", "There is no such promotion."
    UNKNOWN_PRIZE = "unknown-prize", "The promotion has no such prize."
    UNKNOWN_PERSON = "unknown-person", "The register knows no such person, or has erased their data."
    UNKNOWN_FILE = "unknown-file", "There is no such claim, dispute or notice that waits."
    PERSON_KNOWN = "person-known", "The person is in the register already."
    BAD_TERMS = "bad-terms", "The terms leave something out that the document demands, or have something that it forbids."
    TERMS_CHANGED = "terms-changed", "Somebody else has changed the terms meanwhile."
    WRONG_STAGE = "wrong-stage", "A promotion at this stage cannot do that."
    POSTPONED = "postponed", "The promotion is postponed."
    NOT_POSTPONED = "not-postponed", "The promotion is not postponed."
    TOO_EARLY = "too-early", "It is too early for that."
    TOO_LATE = "too-late", "It is too late for that."
    NOT_PUBLISHED = "not-published", "Nobody has said where the terms can be read, or which advertising refers to them."
    APPROVAL_NEEDED = "approval-needed", "The regulator has to approve it first."
    CANNOT_BE_AMENDED = "cannot-be-amended", "This part of the terms cannot be changed any more."
    NUMBER_TAKEN = "number-taken", "An entry has that number already."
    WAGER_NEEDED = "wager-needed", "The terms ask for a bet, and the entry does not say which one earned it."
    UNKNOWN_ENTRY = "unknown-entry", "There is no such entry, or it does not count already."
    ENTRIES_USED = "entries-used", "The person has as many entries as the terms allow."
    MAY_NOT_ENTER = "may-not-enter", "Excluded people and staff take no part."
    PERSON_SIMILAR = "person-similar", "The person may be one who is excluded, works here or has entered."
    BET_COUNTED = "bet-counted", "The bet has earned an entry already."
    NO_ENTRIES = "no-entries", "There are fewer entries left than prizes to draw."
    DRAW_PENDING = "draw-pending", "A draw was prepared and has not been held."
    NO_DRAW_PENDING = "no-draw-pending", "No draw was prepared."
    WRONG_SECRET = "wrong-secret", "The secret is not the one that was committed to."
    SCRUTINEER_NEEDED = "scrutineer-needed", "A scrutineer has to oversee the draw and sign, who has no other hand in it."
    REASON_NEEDED = "reason-needed", "A second draw needs a reason."
    STILL_WON = "still-won", "The winner can still claim the prize, was never told of it, or not why it was refused."
    DECIDED_FOR_WINNER = "decided-for-winner", "A dispute was decided for the winner, who keeps the prize or gets it back."
    UNKNOWN_METHOD = "unknown-method", "The document does not list that method of notice."
    NOT_WON = "not-won", "Nobody has won the prize."
    NOT_CLAIMED = "not-claimed", "The winner has not claimed the prize."
    ALREADY_CLAIMED = "already-claimed", "The prize has been claimed."
    ALREADY_PAID = "already-paid", "The prize has been paid or handed over."
    NOT_THE_WINNER = "not-the-winner", "Somebody else has won the prize."
    NOT_PRESENT = "not-present", "The terms ask for the winner to be present at the draw."
    NO_ALTERNATIVE = "no-alternative", "No money is given instead of this prize."
    WRONG_WAY = "wrong-way", "The document does not allow that way of payment."
    WINNER_CHOOSES = "winner-chooses", "The winner chooses how the prize is paid."
    BAD_AMOUNT = "bad-amount", "That is not the amount of money."
    DETAILS_NEEDED = "details-needed", "The name and the address of the claimant have to be kept."
    STILL_OPEN = "still-open", "Something is still open."
    KEPT = "kept", "The data has to be kept."
    SECOND_PERSON_NEEDED = "second-person-needed", "Two people have to sign."
    TOO_MANY = "too-many", "The register takes no more of them."
    BAD_TEXT = "bad-text", "A text is empty, too long, or has control characters."
    BAD_NUMBER = "bad-number", "A number or a digest has the wrong form."
    BAD_TIME = "bad-time", "A time is out of order."


class TermsFault(msgspec.Struct, frozen=True, gc=False):
    """Something that terms leave out, or have and must not have, or that may be wrong."""

    clause: str
    place: str
    """Where in the terms: the id of a statement, or `prize 2: make`."""
    sentence: str
    warning: bool = False
    """Whether a person decides if it is wrong: the terms can be lodged."""


class TermsRefusal(Refusal, frozen=True):
    """The answer to terms that cannot be so."""

    faults: tuple[TermsFault, ...] = ()
    """Everything that is wrong with the terms."""

"""Refusals: the answer to a command that the table rejects. The table does not change."""

import re

import msgspec

from croupier.rules.coded import Coded


class Reason(Coded):
    """Why a command was refused: a stable code for programs, and its meaning for people."""

    UNKNOWN_PLAYER = "unknown-player", "Nobody of that name sits at the table."
    UNKNOWN_WAGER = "unknown-wager", "The rule set has no wager of that id."
    BAD_AMOUNT = "bad-amount", "Nobody can bet, bring or take down that amount."
    NOT_ALLOWED_NOW = "not-allowed-now", "The wager cannot be bet, added to or called at this moment."
    NOT_DIVISIBLE = "not-divisible", "The stake does not divide into the pieces of the wager, or could not be paid exactly."
    OVER_ODDS_LIMIT = "over-odds-limit", "More than the flat bet can carry."
    BELOW_MINIMUM = "below-minimum", "A spot would hold less than the minimum on the sign."
    ABOVE_MAXIMUM = "above-maximum", "A spot would hold more than the maximum on the sign."
    INSUFFICIENT_CREDIT = "insufficient-credit", "The player has less than the stake and its commission."
    NO_SUCH_WAGER = "no-such-wager", "The player has no bet there."
    SAME_WAGER = "same-wager", "The bet is on that wager already and cannot be moved there."
    CANNOT_REMOVE = "cannot-remove", "The bet, or that much of it, stays up until it is decided."
    BETTING_CLOSED = "betting-closed", "The wagering period has ended."
    OUT_OF_SEQUENCE = "out-of-sequence", "The round has not come to that, or is past it."
    NOT_THE_SHOOTER = "not-the-shooter", "Another player has the dice."
    CANNOT_COLLECT = "cannot-collect", "There is nothing to collect, or not now."
    DEBT_OPEN = "debt-open", "Money was demanded back of the player, and has not come back yet."
    FORM_NEEDED = "form-needed", "A hand pay is paid on a form: its amount was verified, and the player signs it."
    IDENTIFICATION_NEEDED = "identification-needed", "The player was asked for identification, and has to show it first."
    PAYMENT_WITHHELD = "payment-withheld", "The payment is withheld, or is not withheld."
    PAYMENT_DELAYED = "payment-delayed", "The payment was delayed to an agreed time."
    BAD_TENDER = "bad-tender", "Money cannot come or go so at this table, or it does not add up."
    VOUCHER_NEEDED = "voucher-needed", "Promotional credits and tokens come with a voucher, by its number."
    ROUND_OVER = "round-over", "It was meant for another round: one that is over, or has not begun."
    OTHER_COMMAND = "other-command", "That id was used for another command before."
    OTHER_PREVIEW = "other-preview", "It would change something else than its preview has shown."
    PREVIEW_NEEDED = "preview-needed", "It has to state the digest of the preview that it confirms."
    NO_PREVIEW = "no-preview", "It is not shown beforehand what it would change: people count blind."
    NOT_ALONE = "not-alone", "Only a lone player may close the betting early, while bets are open."
    TABLE_FULL = "table-full", "Every seat at the table is taken."
    SEAT_TAKEN = "seat-taken", "A player of that name sits at the table already."
    SEAT_HELD = "seat-held", "The seat cannot be released: its player would lose money."
    NO_SUCH_PLACE = "no-such-place", "The table has no such place, or another player sits there."
    UNKNOWN_OUTCOME = "unknown-outcome", "The dice or the wheel can never show that."
    NOT_OFFERED = "not-offered", "The wager is not offered at this table, or no longer."
    OFF_UNIT = "off-unit", "The sign asks for stakes in other steps."
    CLOCK_RUNS_BACKWARDS = "clock-runs-backwards", "It would have happened before something that has happened."
    NO_SUCH_POWER = "no-such-power", "The document gives nobody that power."
    NOT_YOUR_POWER = "not-your-power", "The document gives that power to somebody else."
    UNKNOWN_GROUND = "unknown-ground", "The document does not list that ground, or one has to be named."
    REASON_NEEDED = "reason-needed", "A decision needs a reason."
    BAD_TEXT = "bad-text", "A text is too long, or has line breaks or control characters."
    SECOND_PERSON_NEEDED = "second-person-needed", "Another person has to agree, or to review."
    OTHER_PERSON_NEEDED = (
        "other-person-needed",
        "Another person has to do it: this one has decided something before it, or somebody else is asked first.",
    )
    FAULT_PENDING = "fault-pending", "A fault was reported, and the round has to be called off."
    TABLE_LOCKED = "table-locked", "Nothing is played until a fault is rectified."
    TABLE_CLOSED = "table-closed", "The table is closed, or about to close."
    TABLE_DISABLED = "table-disabled", "The table is out of service."
    TERMINAL_FAULTY = "terminal-faulty", "The terminal was declared faulty."
    TERMINAL_NEEDED = "terminal-needed", "The terminals affected have to be named, or may not be."
    TERMINAL_VOID = "terminal-void", "The round is void on this terminal."
    TERMINAL_LOCKED = "terminal-locked", "The terminal is locked: it takes no bets and pays nothing out."
    OWN_TERMINAL = "own-terminal", "The player has a terminal, and stakes money there."
    NO_TERMINAL = "no-terminal", "The player has no terminal at the table."
    METERS_DISAGREE = "meters-disagree", "The terminal's meters do not agree with its money; it is to be locked."
    BETS_REFUSED = "bets-refused", "No bets of this player are taken."
    ALREADY_BARRED = "already-barred", "The table already knows that this person may not play."
    NOT_EXCLUDED = "not-excluded", "The person is not excluded from the casino."
    CARD_NEEDED = "card-needed", "The player's own card has to be in the terminal."
    ONE_TERMINAL = "one-terminal", "The player may use one terminal only."
    NO_LINE_BET = "no-line-bet", "Whoever throws needs a bet on one of the lines."
    NOT_YOUR_TURN = "not-your-turn", "The dice are offered to somebody else, or to nobody."
    BAD_DICE = "bad-dice", "Those dice cannot be chosen, lost or found."
    NEW_SET_NEEDED = "new-set-needed", "So many dice are lost that a new set is due."
    CHIPS_NEEDED = "chips-needed", "A spoken bet is taken only with chips."
    WRONG_CALL = "wrong-call", "The result was not called as it should be, or entered otherwise than called."
    TOO_SOON = "too-soon", "A sign has to hang for longer first."
    NOTICE_NEEDED = "notice-needed", "A sign has to be put up, or somebody notified, first."
    BAD_SIGN = "bad-sign", "The rule set does not allow that on a sign."
    BAD_RULES = "bad-rules", "The rule set does not allow those odds or readings."
    BETS_STANDING = "bets-standing", "Bets still stand."
    NOT_IDLE = "not-idle", "The player has not abstained for long enough, or places are free."
    UNKNOWN_ROUND = "unknown-round", "The table does not remember that round, or it was not settled."
    ROUND_FORGOTTEN = "round-forgotten", "The table no longer keeps that round at hand; its journal does."
    SHORT_OF_CHIPS = "short-of-chips", "By the books there are not so many chips. The attempt is on record."
    CALLED_ALREADY = "called-already", "The player has called or disputed so often already, or somebody is on the way."
    UNKNOWN_FILE = "unknown-file", "There is no dispute or notice of that number, or it is not at that point."


class Refusal(msgspec.Struct, frozen=True):
    """The answer to a rejected command: a code, a sentence that a dealer could say, and the clause; empty if there is none."""

    reason: Reason
    sentence: str
    clause: str = ""
    stake: int | None = None
    """The stake that would be taken in place of the one that was refused, in cents; null if there is none."""

    @property
    def message(self) -> str:
        """The sentence with its clause: "Behind the Win Line: $60.00 is over the limit of $20.00 (6.1.5.1)."."""
        return f"{self.sentence.removesuffix('.')} ({cited(self.clause)})." if self.clause else self.sentence


def cited(clause: str) -> str:
    """A clause as people cite it: "10/p1" is "10, paragraph 1", "1.1:wagering-period" is "1.1, wagering period"."""
    number, _, term = clause.partition(":")
    numbered = re.sub(r"/p(\d+)", r", paragraph \1", number)
    return f"{numbered}, {term.replace('-', ' ')}" if term else numbered

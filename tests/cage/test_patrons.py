"""Patrons, cards and accounts at the cage, order by order: what is done, and what is refused in which words."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cages import (
    BEGIN,
    CARDS,
    CAY,
    DRAWER,
    HERE,
    SUE,
    THERE,
    booked,
    card,
    done,
    events,
    opened,
    refusal,
    refused,
    registering,
    with_account,
)
from croupier.cage.accounts import Deposit, Deposited, OpenAccount, TransferIn, TransferOut, Withdraw
from croupier.cage.card_numbers import CARD_DIGITS, CARD_SALTS, CARD_SERIALS, CardNumbers, in_card_groups, is_card_number
from croupier.cage.cards import CancelCard, IssueCard, ReadCard, ReplaceCard, ReturnCard
from croupier.cage.erasing import ErasePatron
from croupier.cage.exclusions import ExcludePatron, LiftExclusion
from croupier.cage.fold import CAGE_REGISTER, Record
from croupier.cage.patron import CardState, IdentityDocument, PatronRules
from croupier.cage.patrons import IDENTITY, ChangePatronRules, CorrectPatron, Detail, HoldPatron, RegisterPatron
from croupier.cage.pins import RecordWrongPin, SetPin
from croupier.cage.refusals import Reason
from croupier.cage.snapshot import encode_snapshot, snapshot_of
from croupier.cage.state import Cage, TicketRules
from croupier.facts.refusal import Refusal
from croupier.ledger.accounts import ACCOUNTS, CASHLESS
from croupier.ledger.book import Transfer
from croupier.money import Cents

IN = ReadCard(place=HERE, patron=1, card=1, alone=False)
EXCLUDE = ExcludePatron(by=CAY, second=SUE, patron=1, why="Asked for it")


def balance(cage: Cage, patron: int = 1) -> int:
    account = cage.patrons[patron].account
    assert account
    return account.balance


def test_one_card_for_each_patron() -> None:
    """Issued once, replaced with a reason, and cancelled; an old one is recognised and opens nothing."""
    cage = done(opened(), registering())
    assert refused(cage, IssueCard(by=CAY, patron=2, salt=0)) is Reason.PATRON_UNKNOWN
    assert refused(cage, ReplaceCard(by=CAY, patron=1, salt=0, why="Lost")) is Reason.CARD_NOT_VALID
    cage = done(cage, IssueCard(by=CAY, patron=1, salt=0))
    assert refused(cage, IssueCard(by=CAY, patron=1, salt=7)) is Reason.CARD_THERE
    cage = done(cage, registering("bob"))
    assert refused(cage, IssueCard(by=CAY, patron=2, salt=CARD_SALTS)) is Reason.BAD_SALT
    cage = done(cage, ReplaceCard(by=CAY, patron=1, salt=7, why="Lost"))
    assert [each.state for each in cage.cards.values()] == [CardState.REPLACED, CardState.VALID]
    assert refused(cage, IN) is Reason.CARD_NOT_VALID
    cage = done(cage, CancelCard(by=CAY, patron=1, why="Moved away"))
    assert refused(cage, CancelCard(by=CAY, patron=1, why="Again")) is Reason.CARD_NOT_VALID
    assert cage.cards[2].state is CardState.CANCELLED


def test_the_number_of_a_card() -> None:
    """Sixteen digits. Every wrong digit and every swap of neighbours is found; so are cards of another casino."""
    cage, number = with_account(opened()), card(1)
    assert len(number) == CARD_DIGITS
    assert in_card_groups(number).split() == [number[at : at + 4] for at in range(0, CARD_DIGITS, 4)]
    found = CARDS.find(cage, f" {in_card_groups(number)}-")
    assert not isinstance(found, Refusal)
    assert found.patron == 1
    for at in range(CARD_DIGITS):
        wrong = f"{number[:at]}{(int(number[at]) + 3) % 10}{number[at + 1 :]}"
        assert not is_card_number(wrong)
    reasons = {text: CARDS.find(cage, text) for text in (number[:-1], card(1, house=7), card(9), card(1, salt=1))}
    assert [each.reason for each in reasons.values() if isinstance(each, Refusal)] == [
        Reason.CARD_MISREAD,
        Reason.CARD_OF_ANOTHER_HOUSE,
        Reason.CARD_UNKNOWN,
        Reason.CARD_UNKNOWN,
    ]


def test_the_stream_of_the_cage_has_no_number_of_a_card() -> None:
    """Neither a line nor a snapshot has one: without the key, nothing leads to it."""
    cage, patron = opened(), registering()
    issue = IssueCard(at=BEGIN, by=CAY, patron=1, salt=123)
    lines = [CAGE_REGISTER.recorded(each, events(cage, each)) for each in (patron,)]
    cage = done(cage, patron)
    lines.append(CAGE_REGISTER.recorded(issue, events(cage, issue)))
    cage = done(cage, issue)
    lines.append(encode_snapshot(snapshot_of(cage, 3, 0, [(Record.CARD, 1), (Record.PATRON, 1)])))
    number = card(1, salt=123)
    kept = b"".join(lines).decode()
    assert all(part not in kept for part in (number, number[2:12], in_card_groups(number)))
    found = CardNumbers(b"the key of another house").find(cage, number)
    assert isinstance(found, Refusal)
    assert found.reason is Reason.CARD_UNKNOWN


@given(st.integers(0, 99), st.integers(1, CARD_SERIALS - 1), st.integers(0, CARD_SALTS - 1))
def test_a_number_leads_to_its_card_and_no_other(house: int, serial: int, salt: int) -> None:
    cage = done(opened(TicketRules(house=house)), registering(), IssueCard(by=CAY, patron=1, salt=salt))
    found = CARDS.find(cage, card(serial, house, salt))
    assert (found == cage.cards[1]) is (serial == 1)
    assert CARDS.find(cage, card(1, house, salt)) == cage.cards[1]


def test_deposit_transfer_and_withdrawal_move_the_same_cents() -> None:
    cage = with_account(opened(), 10_000)
    [event] = events(cage, Deposit(by=CAY, patron=1, amount=Cents(500)))
    assert isinstance(event, Deposited)
    assert event.transfers == (Transfer(DRAWER, ACCOUNTS, Cents(500)),)
    cage = done(cage, IN, TransferIn(place=HERE, patron=1, transfer=1, amount=Cents(4_000)))
    assert (balance(cage), booked(cage)) == (6_000, {DRAWER: -10_000, ACCOUNTS: 6_000, CASHLESS: 4_000})
    cage = done(cage, TransferOut(place=HERE, patron=1, transfer=2, amount=Cents(4_500)))
    cage = done(cage, Withdraw(by=CAY, patron=1, amount=Cents(10_500), identified="passport"))
    assert (balance(cage), booked(cage)) == (0, {DRAWER: 500, CASHLESS: -500})


def test_an_account_is_never_overdrawn_and_keeps_its_limits() -> None:
    cage = done(with_account(opened(), 2_995), IN)
    refusals = {
        TransferIn(place=HERE, patron=1, transfer=1, amount=Cents(3_000)): Reason.ACCOUNT_SHORT,
        Withdraw(by=CAY, patron=1, amount=Cents(3_000), identified="passport"): Reason.ACCOUNT_SHORT,
        TransferIn(place=THERE, patron=1, transfer=1, amount=Cents(1)): Reason.CARD_NOT_HERE,
        TransferIn(place=HERE, patron=1, transfer=2, amount=Cents(1)): Reason.TRANSFER_NUMBER,
        TransferIn(place=HERE, patron=1, transfer=1, amount=Cents(0)): Reason.BAD_AMOUNT,
        TransferOut(place=THERE, patron=1, transfer=1, amount=Cents(1)): Reason.CARD_NOT_HERE,
        TransferOut(place=HERE, patron=1, transfer=1, amount=Cents(1_000_001)): Reason.OVER_ACCOUNT_LIMIT,
        Deposit(by=CAY, patron=1, amount=Cents(1_000_001)): Reason.OVER_ACCOUNT_LIMIT,
        Deposit(by=CAY, patron=1, amount=Cents(-5)): Reason.BAD_AMOUNT,
        OpenAccount(by=CAY, patron=1): Reason.ACCOUNT_THERE,
        Deposit(by=CAY, patron=2, amount=Cents(1)): Reason.PATRON_UNKNOWN,
    }
    for command, reason in refusals.items():
        assert refused(cage, command) is reason, command
    small = ChangePatronRules(by=CAY, second=SUE, rules=PatronRules(most_balance=Cents(3_000), most_in=Cents(100)))
    cage = done(cage, small)
    assert refused(cage, Deposit(by=CAY, patron=1, amount=Cents(10))) is Reason.OVER_ACCOUNT_LIMIT
    over = TransferIn(place=HERE, patron=1, transfer=1, amount=Cents(101))
    assert refused(cage, over) is Reason.OVER_ACCOUNT_LIMIT
    cage = done(cage, registering("bob"))
    assert refused(cage, Deposit(by=CAY, patron=2, amount=Cents(1))) is Reason.NO_ACCOUNT


def test_one_terminal_where_a_document_an_order_or_the_law_says_so() -> None:
    cage = done(with_account(opened()), IN)
    there = replace(IN, place=THERE)
    assert len(done(cage, there).patrons[1].places) == 2
    assert refused(cage, replace(there, alone=True)) is Reason.CARD_ELSEWHERE
    alone = done(with_account(opened()), replace(IN, alone=True))
    assert refused(alone, there) is Reason.CARD_ELSEWHERE
    assert len(done(alone, ReturnCard(place=HERE, patron=1), there).patrons[1].places) == 1
    assert refused(done(cage, HoldPatron(by=SUE, patron=1)), there) is Reason.CARD_ELSEWHERE
    law = done(cage, ChangePatronRules(by=CAY, second=SUE, rules=PatronRules(one_terminal_since=BEGIN + 1000)))
    assert CAGE_REGISTER.decide(law, replace(there, at=BEGIN + 999))
    assert refused(law, replace(there, at=BEGIN + 1000)) is Reason.CARD_ELSEWHERE
    back = done(law, replace(there, at=BEGIN + 1000, restored=True))
    assert len(back.patrons[1].places) == 2


def test_an_exclusion_takes_two_people_and_cancels_the_card() -> None:
    cage = done(with_account(opened(), 5_000), IN)
    order = EXCLUDE
    for alone in (replace(order, second=None), replace(order, second=CAY)):
        assert refused(cage, alone) is Reason.SECOND_PERSON_NEEDED
    [event] = events(cage, order)
    assert CAGE_REGISTER.tell(cage, event) == (
        "Cay Rich (cay) and Sue Moss (sue) excluded patron 1 at cage, and card 1 is cancelled: Asked for it."
    )
    cage = done(cage, order)
    assert cage.cards[1].state is CardState.CANCELLED
    stopped = (
        replace(IN, place=THERE),
        Deposit(by=CAY, patron=1, amount=Cents(100)),
        TransferIn(place=HERE, patron=1, transfer=1, amount=Cents(100)),
        TransferOut(place=HERE, patron=1, transfer=1, amount=Cents(100)),
        IssueCard(by=CAY, patron=1, salt=0),
    )
    assert {refused(cage, each) for each in stopped} == {Reason.PATRON_EXCLUDED}
    assert balance(done(cage, Withdraw(by=CAY, patron=1, amount=Cents(5_000), identified="passport"))) == 0


def test_two_people_end_an_exclusion_and_the_patron_gets_another_card() -> None:
    cage = with_account(opened(), 5_000)
    lift = LiftExclusion(by=CAY, second=SUE, patron=1, why="The year is over")
    assert refused(cage, lift) is Reason.PATRON_NOT_EXCLUDED
    assert refused(cage, replace(lift, patron=2)) is Reason.PATRON_UNKNOWN
    cage = done(cage, EXCLUDE)
    assert refused(cage, replace(lift, second=CAY)) is Reason.SECOND_PERSON_NEEDED
    [event] = events(cage, lift)
    assert (
        CAGE_REGISTER.tell(cage, event)
        == "Cay Rich (cay) and Sue Moss (sue) ended the exclusion of patron 1: The year is over."
    )
    cage = done(cage, lift)
    assert refused(cage, IN) is Reason.CARD_NOT_VALID, "the card was cancelled with the exclusion"
    cage = done(cage, IssueCard(by=CAY, patron=1, salt=0), replace(IN, card=2), Deposit(by=CAY, patron=1, amount=Cents(5)))
    assert balance(cage) == 5_005
    assert (cage.exclusions, cage.lifts[1].why) == ({}, "The year is over")
    assert done(cage, EXCLUDE).lifts == {}


def test_a_patron_is_erased_who_is_owed_nothing() -> None:
    """What is known of the person is gone; the number stays, and nothing can be done for it any more."""
    erase = ErasePatron(by=CAY, second=SUE, patron=1, why="Asked for it")
    cage = with_account(opened(), 5_000)
    assert refused(cage, erase) is Reason.ACCOUNT_NOT_EMPTY
    cage = done(cage, Withdraw(by=CAY, patron=1, amount=Cents(5_000), identified="passport"))
    assert refused(done(cage, IN), erase) is Reason.CARD_ELSEWHERE
    assert refused(cage, replace(erase, second=CAY)) is Reason.SECOND_PERSON_NEEDED
    [event] = events(cage, erase)
    assert CAGE_REGISTER.tell(cage, event) == "Cay Rich (cay) and Sue Moss (sue) erased the details of patron 1: Asked for it."
    cage = done(cage, erase)
    assert (cage.cards[1].state, cage.patrons[1].account) == (CardState.CANCELLED, None)
    stopped = (erase, IN, EXCLUDE, OpenAccount(by=CAY, patron=1), IssueCard(by=CAY, patron=1, salt=0))
    assert {refused(cage, each) for each in stopped} == {Reason.PATRON_ERASED}
    back = done(cage, replace(IN, restored=True))
    assert back.patrons[1].places, "a correction at a table is a fact"
    assert not done(back, ReturnCard(place=HERE, patron=1)).patrons[1].places
    assert done(cage, registering()).patrons[2].digest == cage.patrons[1].digest, "the person may come again"


def test_wrong_pins_lock_terminals_out_and_not_the_cage() -> None:
    cage = done(with_account(opened(), 5_000), IN)
    wrong = RecordWrongPin(place=HERE, patron=1)
    cage = done(cage, wrong, wrong)
    transfer = TransferIn(place=HERE, patron=1, transfer=1, amount=Cents(100))
    account = done(cage, transfer).patrons[1].account
    assert account
    assert account.wrong_pins == 0, "the right PIN was typed"
    cage = done(cage, wrong)
    assert refused(cage, transfer) is refused(cage, wrong) is Reason.PIN_LOCKED
    assert balance(done(cage, Withdraw(by=CAY, patron=1, amount=Cents(100), identified="passport"))) == 4_900
    assert balance(done(cage, SetPin(by=CAY, patron=1), transfer)) == 4_900
    without = done(opened(), registering(), OpenAccount(by=CAY, patron=1))
    assert refused(without, wrong) is Reason.PIN_NEEDED


def test_bad_settings_and_bad_digests_are_refused() -> None:
    cage = opened(TicketRules())
    for rules in (PatronRules(age=5), PatronRules(one_terminal_since=-1), PatronRules(most_in=Cents(0))):
        assert refused(cage, ChangePatronRules(by=CAY, second=SUE, rules=rules)) is Reason.BAD_SETTING
    alone = ChangePatronRules(by=CAY, second=CAY, rules=PatronRules(age=21))
    assert refused(cage, alone) is Reason.SECOND_PERSON_NEEDED
    assert events(cage, ChangePatronRules(by=CAY, second=SUE, rules=PatronRules())) == ()
    name = RegisterPatron(by=CAY, digest="Ann Berg", identified=IdentityDocument.PASSPORT)
    assert refused(cage, name) is Reason.BAD_TEXT


def test_a_similar_person_is_let_in_by_two_people_with_a_reason() -> None:
    """A name alone never refuses: what is similar comes from outside, and the second person says why it is another."""
    cage = done(opened(), registering(), registering("bob"), replace(EXCLUDE, patron=2))
    alike = replace(registering("ann again"), similar=(1, 2))
    for alone in (alike, replace(alike, second=SUE), replace(alike, why="A twin")):
        assert refused(cage, alone) is Reason.PATRON_SIMILAR
    assert refused(cage, replace(alike, second=CAY, why="A twin")) is Reason.SECOND_PERSON_NEEDED
    assert "patron 2, who is excluded" in refusal(cage, alike).sentence
    signed = replace(alike, second=SUE, why="A twin")
    [event] = events(cage, signed)
    assert CAGE_REGISTER.tell(cage, event).endswith("who is not patron 1 or patron 2, and saw a document: passport: A twin.")
    assert done(cage, signed).patrons[3].number == 3


def test_two_people_sign_for_who_somebody_is() -> None:
    cage = done(opened(), registering())
    moved = CorrectPatron(
        by=CAY,
        patron=1,
        digest=registering("new").digest,
        identified=IdentityDocument.DRIVER_LICENCE,
        changed=(Detail.ADDRESS,),
        why="Moved",
    )
    assert done(cage, moved).patrons[1].digest == moved.digest
    for detail in IDENTITY:
        named = replace(moved, changed=(detail,))
        assert refused(cage, named) is refused(cage, replace(named, second=CAY)) is Reason.SECOND_PERSON_NEEDED
        assert done(cage, replace(named, second=SUE)).patrons[1].identified is IdentityDocument.DRIVER_LICENCE
    assert refused(cage, replace(moved, similar=(2,))) is Reason.PATRON_SIMILAR
    assert refused(cage, replace(moved, changed=())) is Reason.NOTHING_NEW
    assert refused(cage, replace(moved, digest="Ann")) is Reason.BAD_TEXT


def test_an_excluded_patron_is_erased_and_the_exclusion_ends_later() -> None:
    cage = done(opened(), registering(), EXCLUDE, ErasePatron(by=CAY, second=SUE, patron=1, why="Asked"))
    assert (cage.patrons[1].is_erased, 1 in cage.exclusions) == (True, True)
    assert not done(cage, LiftExclusion(by=CAY, second=SUE, patron=1, why="It is over")).exclusions

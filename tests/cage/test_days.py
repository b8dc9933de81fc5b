"""Gaming days are closed when they are over, in order, with nothing missing; the newest closing can be undone by two."""

from msgspec.structs import replace

from cages import BEGIN, CAY, DAY, MAX, SUE, done, events, printing, refusal, without_drawers
from croupier.cage.counting import CountBox, TakeBox
from croupier.cage.days import CloseDay, ReopenDay
from croupier.cage.drawer import CountDrawer
from croupier.cage.fold import CAGE_REGISTER
from croupier.cage.refusals import Reason
from croupier.cage.withholding import WithholdTicket
from croupier.money import Cents

ENDED = BEGIN + DAY
CLOSE = CloseDay(at=ENDED, by=CAY, second=SUE, day="2026-11-17", since=BEGIN, until=ENDED)
NEXT = CloseDay(at=ENDED + DAY, by=CAY, second=SUE, day="2026-11-18", since=ENDED, until=ENDED + DAY, covers=())
REOPEN = ReopenDay(by=CAY, second=SUE, day="2026-11-17", why="A box was found")


def test_only_a_day_that_has_ended_is_closed_once_and_in_order() -> None:
    cage = without_drawers()
    for wrong in ("2026-99-99", "yesterday", "20261117"):
        assert refusal(cage, replace(CLOSE, day=wrong)).sentence == f"{wrong} is no date."
    assert refusal(cage, replace(CLOSE, at=ENDED - 1)).sentence == "The day 2026-11-17 has not ended yet."
    assert refusal(cage, replace(CLOSE, second=CAY)).reason is Reason.SECOND_PERSON_NEEDED
    cage = done(cage, CLOSE)
    assert [(each.day, each.at, each.by, each.second) for each in cage.closed] == [("2026-11-17", ENDED, CAY, SUE)]
    assert refusal(cage, CLOSE).sentence == "The day 2026-11-17 is closed: a later one is next."
    assert [each.day for each in done(cage, NEXT).closed] == ["2026-11-17", "2026-11-18"]


def test_everything_that_is_missing_is_named_at_once_and_business_of_the_next_day_does_not_hinder() -> None:
    opener = CountDrawer(by=MAX, second=SUE, is_opener=True, notes={5_000: 2})
    cage = done(
        without_drawers(),
        TakeBox(place="sicbo", box=1, amount=Cents(500)),
        TakeBox(place="sicbo", box=2, amount=Cents(500)),
        *(CountBox(by=each, box=1, notes={}) for each in (CAY, SUE)),
        opener,
        printing(),
        WithholdTicket(by=CAY, serial=1, why="A copy"),
    )
    found = refusal(cage, replace(CLOSE, missing=("count the closer of sicbo",)))
    assert found.reason is Reason.DAY_OPEN
    assert found.sentence == (
        "Before the day 2026-11-17 is closed: count box 2; explain variance 1; count the closer of the drawer of Max Bell; "
        "tell the inspector that ticket 1 is withheld; count the closer of sicbo."
    )
    today = done(without_drawers(), TakeBox(at=ENDED, place="sicbo", box=1, amount=Cents(500)), replace(opener, at=ENDED))
    assert events(today, CLOSE)


def test_the_newest_closing_is_undone_by_two_and_the_day_is_closed_again() -> None:
    cage = done(without_drawers(), CLOSE, NEXT)
    assert refusal(cage, REOPEN).sentence == "Only the day that was closed last is reopened: 2026-11-18."
    assert refusal(cage, replace(REOPEN, day="2026-11-18", second=CAY)).reason is Reason.SECOND_PERSON_NEEDED
    [event] = events(cage, replace(REOPEN, day="2026-11-18"))
    assert (
        CAGE_REGISTER.tell(cage, event)
        == "Cay Rich (cay) and Sue Moss (sue) reopened the gaming day 2026-11-18: A box was found."
    )
    cage = done(cage, replace(REOPEN, day="2026-11-18"), REOPEN)
    assert cage.closed == ()
    assert refusal(cage, REOPEN).sentence == "No day is closed."
    assert [each.day for each in done(cage, replace(CLOSE, at=0), NEXT).closed] == ["2026-11-17", "2026-11-18"]

"""What staff need to change a sign: its settings, what has to be announced, and the order that carries an announcement out."""

from commanded import a_table, done
from croupier.rules.powers import Act
from croupier.server.staff_signs import Announcement, SettingKind, announcements, posted, settings
from croupier.table.core.decide import decide
from croupier.table.core.person import Person
from croupier.table.core.refusals import Refusal
from croupier.table.pit.days import AnnounceClose, CloseTable
from croupier.table.pit.ending_wagers import EndWager
from croupier.table.pit.signs import ChangeSign, PostNotice

STAR, SICBO, ADELAIDE = "star-craps-2016", "star-sicbo-2016", "adelaide-craps-2003"
NOW, MINUTE = 1_800_000_000_000, 60_000
SUE = Person("Sue", "casino-supervisor")
ORDERS = {kind.__name__: kind for kind in (AnnounceClose, ChangeSign, CloseTable, EndWager)}


def test_4_1_every_setting_says_what_it_is_now_and_whether_it_may_change() -> None:
    found = {each.name: each for each in settings(a_table(SICBO, minimum=500))}
    assert (found["minimum"].kind, found["minimum"].value, found["minimum"].changes) == (SettingKind.CENTS, 500, True)
    assert (found["multiples"].kind, found["multiples"].value) == (SettingKind.YES_OR_NO, False)
    assert (found["maximum"].title, found["maximum"].value) == ("Maximum", None)
    assert not found["super_streak_amount"].changes
    names = [*found]
    assert names.index("stake_unit") < names.index("payout_unit"), "what may change comes first"


def test_4_5_a_sign_announces_a_higher_minimum_for_twenty_minutes() -> None:
    found = {each.name: each.raised for each in settings(a_table(SICBO))}
    assert found["minimum"] == Announcement(20, "4.5")
    assert {name for name, raised in found.items() if raised} == {"minimum"}
    assert announcements(a_table(SICBO)) == {
        Act.CHANGE_SIGN: Announcement(20, "4.5"),
        Act.END_WAGER: Announcement(20, "6.6"),
        Act.CLOSE_TABLE: Announcement(20, "9.8"),
    }
    assert announcements(a_table(ADELAIDE)) == {}


def test_each_sign_carries_the_order_that_the_table_accepts_when_its_time_has_come() -> None:
    rise = PostNotice(act=Act.CHANGE_SIGN, values={"minimum": 1000}, by=SUE, why="Busy.", at=NOW)
    ends = PostNotice(act=Act.END_WAGER, wager="super-streak", by=SUE, why="Late.", at=NOW)
    closing = PostNotice(act=Act.CLOSE_TABLE, by=SUE, why="Closing time.", at=NOW)
    table, _ = done(a_table(SICBO, minimum=500), rise, ends, closing)
    assert [each.words for each in posted(table).values()] == ["minimum $10.00", "Super Streak ends", "The table closes"]
    for each in posted(table).values():
        fields = dict(each.order)
        order = ORDERS[fields.pop("type")](by=SUE, at=each.takes_effect, **fields)
        assert not isinstance(decide(table, order), Refusal)
    table, _ = done(table, AnnounceClose(by=SUE, why="As announced.", at=NOW + 20 * MINUTE))
    assert posted(table)[3].order["type"] == "CloseTable"

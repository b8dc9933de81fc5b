"""Every page and report calls an account by the title of the chart, and shows what is in hand above zero."""

import re
from pathlib import Path

import croupier
from croupier.audit.day_report import day_report
from croupier.canonical import canonical
from croupier.catalogue import ruleset
from croupier.floor.liability import FIGURES
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Draft
from croupier.ledger.accounts import DROP, rack
from croupier.ledger.book import Transfer
from croupier.ledger.chart import CHART
from croupier.money import Cents
from croupier.table.core.opening import opening
from croupier.table.core.recorded import recorded
from croupier.table.money.credit import InsertMoney, MoneyInserted
from journals import write

STATIC = Path(croupier.__file__).parent / "terminal" / "static"
TOGETHER = {"credits", "passed"}
"""The figures of the liability that are several accounts together, with words of their own."""


def test_titles_are_words_and_unique() -> None:
    titles = [kind.title for kind in CHART]
    assert len({*titles}) == len(titles)
    assert all(re.fullmatch(r"[A-Z][a-z]+( .*|)", title) and "_" not in title and "`" not in title for title in titles)
    assert not {title.lower() for title in titles} & {"rack", "felt", "owed", "float", "unrestricted", "restricted"}


def test_the_page_of_what_is_owed_uses_the_titles_of_the_chart() -> None:
    words = dict(re.findall(r'\["([a-z_]+)", "([^"]+)"\]', (STATIC / "staff-liability.js").read_text()))
    titles = {kind.name: kind.title for kind in CHART}
    alone = {name: figure for name, figure in FIGURES.items() if figure not in TOGETHER}
    assert {words[figure] for figure in alone.values()} == {titles[name] for name in alone}


def test_no_page_names_accounts_by_itself() -> None:
    """The page of a day and a preview are told the titles. A list of their own would go stale."""
    for page in ("staff-day.js", "staff-changes.js"):
        text = (STATIC / page).read_text()
        assert not [kind.name for kind in CHART if f'"{kind.name}"' in text], page


def test_cash_in_hand_is_above_zero_on_the_page_of_a_day() -> None:
    rules, store = ruleset("star-sicbo-2016"), MemoryStore()
    first = opening(rules, {"minimum": 100}, confirmed=[each.id for each in rules.readings])
    order = InsertMoney(at=1_000, seat="ann", amount=Cents(5_000))
    moved = (Transfer(DROP, rack("ann"), Cents(5_000)),)
    event = MoneyInserted(at=1_000, seat="ann", amount=Cents(5_000), tender=None, transfers=moved)
    write(store, 1, {"sicbo": [Draft(canonical(first)), Draft(recorded(order, (event,)))]})
    page = day_report(store, store.heads(), 0, 2_000, "")
    assert [(each.account, each.title, each.before, each.moved, each.after) for each in page.accounts] == [
        ("rack", "Chips and credits", 0, 5_000, 5_000),
        ("drop", "Cash in drop boxes", 0, 5_000, 5_000),
    ]
    assert (page.sum_before, page.sum_after) == (0, 0)

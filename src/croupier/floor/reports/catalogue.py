"""All reports. To add one, add a row: the command, the page, CSV and paper follow."""

from croupier.floor.performance import ALARM
from croupier.floor.reports import counts, happenings, large, money, play, terminals, tickets
from croupier.floor.reports.declaration import TIMES, FloorReport, Total

REPORTS = (
    FloorReport(
        id="performance",
        title="Game performance",
        about=(
            "Bets that play decided, without commission, against the exact expectation of these very bets. "
            "Rounds that were corrected or voided count as they are now, from the time of the correction on. "
            f"z is the difference in standard deviations, so it takes the volume into account; from {ALARM} on, look into it. "
            "Wagers whose edge depends on how a bet begins count in bets, stakes and win only."
        ),
        by=("table", "terminal", "wager", "rules", *TIMES),
        filters=("table", "terminal", "wager", "rules"),
        columns=play.COLUMNS,
        rows=play.rows,
        total=Total.OWN,
        chart="Win",
    ),
    FloorReport(
        id="liability",
        title="Liability",
        about="What the house owes: credits, bets on layouts, hand pays, tickets, accounts, chips and prizes.",
        by=("account", "table", "terminal"),
        filters=("table", "terminal"),
        columns=money.LIABILITY,
        rows=money.liability_rows,
        total=Total.SUM,
        chart="At the end",
        tells_cash=lambda asked: asked.table in (None, money.COUNTER),
    ),
    FloorReport(
        id="tickets",
        title="Tickets",
        about="What became of tickets. Those that the cage sold or paid are under cage.",
        by=("table", "terminal", *TIMES),
        filters=("table", "terminal"),
        columns=tickets.COLUMNS,
        rows=tickets.rows,
        total=Total.SUM,
        chart=None,
        facts=tickets.outstanding,
        tells_cash=lambda _: True,
    ),
    FloorReport(
        id="takings",
        title="Drop and win",
        about=(
            "What came in and went out, the boxes that were pulled, and what was counted in them. Hand pays are those that "
            "were paid. Over or short includes float trays. Win is what came in, less what went out, hand pays, and what "
            "players have at the table more than before. It includes commission and is less the cost of promotions."
        ),
        by=("table", "terminal", *TIMES),
        filters=("table", "terminal"),
        columns=money.TAKINGS,
        rows=money.taking_rows,
        total=Total.SUM,
        chart="Win",
    ),
    FloorReport(
        id="terminals",
        title="Money by terminal",
        about=(
            "The money of each terminal, whoever played there. What came in, less what went out, hand pays that were paid, "
            "and what players have more than before, is the win, with commission and less the cost of promotions. "
            "Stackers and kept credit are those at the end. A terminal that is not enrolled has the name of its seat; "
            "hand pays that wait after a correction are no terminal's, and stand under the table."
        ),
        by=("terminal", "table"),
        filters=("table", "terminal"),
        columns=terminals.COLUMNS,
        rows=terminals.rows,
        total=Total.SUM,
        chart="Win",
    ),
    FloorReport(
        id="variances",
        title="Variances",
        about="Counts that differ from the books, and wagers whose win chance does not explain.",
        by=(),
        filters=("table", "terminal", "wager", "rules"),
        columns=counts.COLUMNS,
        rows=counts.rows,
        total=Total.NONE,
        chart=None,
    ),
    FloorReport(
        id="large",
        title="Large transactions",
        about=(
            "Payments, prizes, bets and wins from an amount on: $10,000.00 unless another one is chosen. A win is without its "
            "stake; if its round was settled again, the amount is what it is now, beside what it was. "
            "Patrons and claimants are named by their numbers, where they are known."
        ),
        by=(),
        filters=("table", "terminal", "least"),
        columns=large.COLUMNS,
        rows=large.rows,
        total=Total.NONE,
        chart=None,
        tells_cash=large.lists_small_ones,
    ),
    FloorReport(
        id="events",
        title="Significant events",
        about="Faults, locks, hand pays, notices, disputes, exclusions and other events that somebody has to know of.",
        by=(),
        filters=("table", "terminal"),
        columns=happenings.COLUMNS,
        rows=happenings.listing(happenings.SIGNIFICANT),
        total=Total.NONE,
        chart=None,
    ),
    FloorReport(
        id="vouchers",
        title="Vouchers",
        about="Promotional money: the vouchers that were issued, exchanged and declared void.",
        by=(),
        filters=("table", "terminal"),
        columns=happenings.COLUMNS,
        rows=happenings.listing(happenings.VOUCHERS),
        total=Total.NONE,
        chart=None,
    ),
    FloorReport(
        id="alterations",
        title="Alterations",
        about=(
            "What people changed: finished rounds, bets, credits, counts, rules, signs, settings, tickets, staff and rights, "
            "and the cash that they moved between drawers and the vault. "
            "A round that was settled again has its old and its new result; money that moved is by account."
        ),
        by=(),
        filters=("table", "terminal"),
        columns=happenings.ALTERED,
        rows=happenings.alteration_rows,
        total=Total.NONE,
        chart=None,
    ),
)
BY_ID = {report.id: report for report in REPORTS}
"""The reports, by id."""

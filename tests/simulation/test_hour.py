"""Table time with two hundred bots on all five tables: afterwards everything can be proved."""

import os
from contextlib import closing
from pathlib import Path

from croupier.audit.balance import balances, total_balance
from croupier.audit.resettle import resettle
from croupier.audit.verify import verify
from croupier.catalogue import names
from croupier.journal.sqlite import SqliteReader
from croupier.journal.streams import snapshots
from croupier.table.core.message import Event
from croupier.table.core.recorded import events_in
from croupier.table.rounds.correcting import SettledAgain
from croupier.table.rounds.void_settlement import RoundVoided
from croupier.table.rounds.voiding import FaultReported
from simulation.hour import hour

MINUTES = int(os.environ.get("CROUPIER_MINUTES", "10"))
"""The soak plays an hour."""


def test_an_hour_ends_with_every_cent_in_its_place(tmp_path: Path) -> None:
    path = tmp_path / "hour.sqlite"
    assert hour(path, MINUTES) > 660 * MINUTES
    with closing(SqliteReader(path)) as reader:
        verified = verify(reader)
        assert not verified.faults
        assert verified.tables == len(names())
        assert verified.anchors > 5 * MINUTES, "one every ten seconds"
        assert not sum(total_balance(balances(reader, names(), lambda _: None).values()).accounts.values())
        kinds: set[type[Event]] = set()
        for name in names():
            lines = [line.body for line in reader.lines(name)]
            kinds |= {type(event) for line in lines[1:] for event in events_in(line)}
            told = resettle(lines, (line.body for line in reader.lines(snapshots(name))))
            assert told.holds, told.sentences
            assert told.rounds > MINUTES
        assert {FaultReported, RoundVoided, SettledAgain} <= kinds

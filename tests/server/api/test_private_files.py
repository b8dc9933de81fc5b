"""Private files that cannot be written, as on a full disk: one sentence, no order half done, and a log of JSON lines."""

import json
import shutil
from pathlib import Path

from live_floor import PASSWORD, live_floor

PERSON = {"name": "Ann Berg", "born": "1990-12-31", "identified": "passport", "document": "N1234567"}


def test_nothing_is_done_while_private_data_cannot_be_kept(folder: Path) -> None:
    """The folder of the files is gone, which SQLite and the credentials notice as they notice a full disk."""
    private = folder / "private"
    private.mkdir()
    more = 'log = "json"\ncredentials = "private/floor-credentials"\n'
    with live_floor(folder, more=more, tables=["wheel"], apart=True) as floor:
        admin = floor.administrator()
        cash, mia = floor.hire("cash", "Cass Hill", "cage", by=admin), floor.hire("mia", "Mia Brandt", "manager", by=admin)
        floor.hire("max", "Max Orr", "manager", by=admin)
        shutil.rmtree(private)
        second = {"second": {"login": "max", "password": PASSWORD}}
        new = {"login": "eve", "name": "Eve Long", "roles": ["dealer"], **second}
        answers = [
            admin.post("/api/v1/staff", new),
            admin.post("/api/v1/staff", new),
            admin.post("/api/v1/staff/mia/reset", second),
            mia.post("/api/v1/session/password", {"old": PASSWORD, "new": "a new long password"}),
            cash.post("/api/v1/cage/patrons", {"id": "1", **PERSON}),
            mia.post("/api/v1/claimants", {"id": "2", "name": "Ann Berg"}),
        ]
        for answer in answers:
            assert (answer.status, answer.error) == (503, "not-kept"), answer
            assert answer.message.startswith("The private files of the floor cannot be written, so nothing was done")
        assert "eve" not in {each["login"] for each in admin.get("/api/v1/staff").body}
        assert floor.anybody().sign_in("mia").status == 200
    lines = [json.loads(line) for line in floor.errors.read_text().splitlines()]
    assert sum("cannot be" in line.get("sentence", "") for line in lines) >= len(answers)
    assert not [line for line in lines if line["event"] == "error"]

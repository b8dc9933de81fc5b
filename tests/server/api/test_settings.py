"""Settings of a live floor: a start goes on with the recorded ones until two people have adopted those of the file."""

from pathlib import Path

import msgspec

from command import croupier
from croupier.floor.settings import NOT_APPROVED
from croupier.floor.system_user import system_user
from journals import bodies
from live_floor import PASSWORD, Console, LiveFloor, live_floor

PATH = "/api/v1/floor/settings"
PROPOSAL, APPROVAL = f"{PATH}/proposal", f"{PATH}/approval"


def approved_by(login: str, password: str = PASSWORD) -> dict[str, object]:
    return {"second": {"login": login, "password": password}}


def assert_one_proposes_and_another_approves(floor: LiveFloor, mia: Console, dora: Console) -> None:
    """A proposal waits for another person with the duty, and can be withdrawn."""
    max, password = floor.anybody(), {"password": PASSWORD}
    assert max.sign_in("max").status == 200
    assert (dora.post(PROPOSAL).status, dora.post(APPROVAL, password).status) == (403, 403)
    assert max.post(APPROVAL, password).error == "settings", "nothing is proposed"
    assert max.post(PROPOSAL).status == 200
    assert (mia.post(PROPOSAL).error, mia.ask("DELETE", PROPOSAL).status) == ("settings", 200)
    assert (mia.ask("DELETE", PROPOSAL).error, mia.post(PROPOSAL).status) == ("settings", 200)
    proposal = dora.get("/api/v1/floor").body["proposal"]
    assert (proposal["login"], proposal["name"]) == ("mia", "Mia Brandt")
    assert mia.post(APPROVAL, password).error == "same-person"
    assert max.post(APPROVAL, {"password": "wrong wrong wrong"}).error == "sign-in-failed"
    assert max.post(APPROVAL, password).status == 200
    assert mia.get("/api/v1/floor").body["proposal"] is None


def assert_both_are_shown(floor: LiveFloor, mia: Console) -> None:
    """What is in force, and what was adopted and waits for a restart."""
    view = mia.get("/api/v1/floor").body
    betting = [view[each]["tables"]["craps"]["timing"]["betting"] for each in ("settings", "adopted")]
    assert (betting, view["differences"]) == ([5, 9], [])
    assert [(each["sentence"], each["how"]) for each in view["waiting"]] == [
        ("tables.craps.timing.betting is 5.0 now, and 9.0 from the next start", "start the floor again")
    ]
    status = croupier("floor", "status", str(floor.file))
    assert status.returncode == 0
    assert "Settings were adopted that wait for a restart" in status.stdout


def assert_the_file_is_read_when_it_is_adopted(floor: LiveFloor, mia: Console) -> None:
    """A file that has changed since the start is adopted as it is now, unless it was proposed otherwise or has a mistake."""
    maximilian, text = floor.anybody(), floor.file.read_text()
    assert maximilian.sign_in("max").status == 200
    floor.file.write_text(text.replace("betting = 9", "betting = 7"))
    [differing] = mia.get("/api/v1/floor").body["differences"]
    assert (differing["path"], differing["will"]) == ("tables.craps.timing.betting", "7.0")
    assert mia.post(PROPOSAL).status == 200
    floor.file.write_text(text.replace("betting = 9", "betting = 8"))
    changed = maximilian.post(APPROVAL, {"password": PASSWORD})
    assert (changed.status, changed.error) == (409, "settings")
    assert changed.message.startswith("The floor file has changed since Mia Brandt proposed it")
    assert mia.ask("DELETE", PROPOSAL).status == 200
    floor.file.write_text(text.replace("[limits]", "[limit]"))
    broken = mia.post(PATH, approved_by("max"))
    assert (broken.status, "limit: there is no such setting; did you mean limits?" in broken.message) == (409, True)
    assert "there is no such setting" in mia.get("/api/v1/floor").body["differences"][0]["how"]
    floor.file.write_text(text.replace("betting = 9", "betting = 7"))
    assert mia.post(PATH, approved_by("max")).status == 200
    assert [each["will"] for each in mia.get("/api/v1/floor").body["waiting"]] == ["7.0"]


def assert_nobody_approved(floor: LiveFloor, administrator: Console) -> None:
    """The first start names the user of the operating system, and says everywhere that nobody has approved."""
    assert NOT_APPROVED in " ".join(floor.said.split())
    assert "warning: the number of this casino is 00" in " ".join(floor.said.split())
    view = administrator.get("/api/v1/floor").body
    assert (view["set_by"], view["approved_by"]) == (msgspec.to_builtins(system_user()), None)
    assert administrator.get("/floor.json").body["not_approved"] == NOT_APPROVED
    assert NOT_APPROVED in " ".join(croupier("floor", "status", str(floor.file)).stdout.split())
    first = msgspec.json.decode(bodies(Path(floor.journal), "craps")[0])
    assert (first["by"], first["set_by"]) == (None, msgspec.to_builtins(system_user()))
    assert "approved_by" not in first


def test_two_people_adopt_other_settings_and_the_next_start_has_them(folder: Path) -> None:
    with live_floor(folder, tables=("craps",)) as floor:
        administrator = floor.administrator()
        for login, name, role in (
            ("mia", "Mia Brandt", "manager"),
            ("max", "Max Orr", "manager"),
            ("dora", "Dora Lee", "dealer"),
        ):
            floor.hire(login, name, role, by=administrator)
        assert "Not in force" not in floor.said
        assert_nobody_approved(floor, administrator)
        floor.stop()
        floor.file.write_text(floor.file.read_text().replace("betting = 5", "betting = 9"))
        floor.start()
        said = " ".join(floor.said.split())
        assert "Not in force: tables.craps.timing.betting is recorded as 5.0, and is 9.0 in the file." in said
        assert "one person sets them, another approves them" in said
        mia, dora = floor.anybody(), floor.anybody()
        assert (mia.sign_in("mia").status, dora.sign_in("dora").status) == (200, 200)
        view = mia.get("/api/v1/floor").body
        assert view["settings"]["tables"]["craps"]["timing"]["betting"] == 5
        assert [(each["path"], each["order"]) for each in view["differences"]] == [("tables.craps.timing.betting", "adopt")]

        refused = dora.post(PATH, approved_by("max"))
        assert (refused.status, refused.error) == (403, "not-your-right")
        alone = mia.post(PATH, approved_by("mia"))
        assert (alone.status, alone.error) == (403, "same-person")
        by_dealer = mia.post(PATH, approved_by("dora"))
        assert (by_dealer.status, by_dealer.error) == (403, "not-your-right")
        guessed = mia.post(PATH, approved_by("max", "wrong wrong wrong"))
        assert (guessed.status, guessed.error) == (401, "sign-in-failed")
        assert mia.post(PATH, {}).status == 400
        assert (view["adopted"], view["waiting"], view["proposal"]) == (None, [], None)
        assert_one_proposes_and_another_approves(floor, mia, dora)
        assert_both_are_shown(floor, mia)
        assert mia.get("/floor.json").body["not_approved"] == ""
        for path, body in ((PATH, approved_by("max")), (PROPOSAL, {}), (APPROVAL, {"password": PASSWORD})):
            again = mia.post(path, body)
            assert (again.status, again.error) == (409, "settings")

        floor.stop()
        floor.start()
        assert not any(words in floor.said for words in ("Not in force", "Nobody has approved"))
        assert mia.sign_in("mia").status == 200
        view = mia.get("/api/v1/floor").body
        assert (view["settings"]["tables"]["craps"]["timing"]["betting"], view["differences"]) == (9, [])
        assert (view["adopted"], view["waiting"]) == (None, [])
        assert "wait for a restart" not in croupier("floor", "status", str(floor.file)).stdout
        assert_the_file_is_read_when_it_is_adopted(floor, mia)
        floor.stop()
    told = croupier("audit", "tell", floor.journal, "--people").stdout
    signature = "Max Orr (max) countersigned an order of Mia Brandt (mia): adopt the settings of the floor file."
    assert told.count(signature) == 2, "what was refused has no signature"
    assert "Dora Lee (dora) countersigned" not in told, "she may not approve settings"
    lines = bodies(Path(floor.journal), "floor/settings")
    assert b'"approved_by":{"name":"Max Orr","role":"manager"}' in lines[-1]
    assert b'"set_by":{"name":"Mia Brandt","role":"manager"}' in lines[-1]
    assert len(lines) == 3
    assert croupier("audit", "verify", floor.journal).returncode == 0

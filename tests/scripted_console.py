"""The staff page without a server: a test shows it a table, lets a person give an order there, and gets what the page sent."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Browser, Page, Route

from croupier.floor.actions import actions
from croupier.floor.calls_ahead import calls_ahead
from croupier.floor.closing import closing_steps
from croupier.floor.preview import Preview
from croupier.floor.timetable import Timed
from croupier.server.api.order_schemas import OrderSchema, schema_of
from croupier.server.api.orders import FILLED_IN, for_staff, needs_second
from croupier.server.api.session import Me
from croupier.server.api.tables import ActionsNow
from croupier.server.staff_pit import Beside
from croupier.server.staff_views import ViewKind, staff_view
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.state import Table
from scripted import ADDRESS, KINDS, PAGES

HAND = (Path(__file__).parent / "browser" / "give.js").read_text()


class ScriptedConsole:
    """A console at the tables of all documents. Nothing is behind it but what a test shows."""

    def __init__(self, browser: Browser) -> None:
        """Open the page."""
        self.failures: list[str] = []
        """What scripts of the page have failed at."""
        self._page: Page = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce").new_page()
        self._page.on("pageerror", lambda error: self.failures.append(str(error)))
        self._page.add_init_script(HAND)
        self._page.route(f"{ADDRESS}/**", _serve)
        schemas = [OrderSchema(kind.__name__, schema_of(kind), needs_second(kind)) for kind in for_staff()]
        me = Me("kim", "Kim", ("manager",), (), locked=False, must_change_password=False)
        unchanged = Preview(0, (), (), (), (), (), "0" * 64, "")
        answers = {"/session": me, "/orders": schemas, "/tables": (), "/preview": unchanged}
        self._page.goto(f"{ADDRESS}/staff")
        self._page.evaluate("(answers) => window.console_.knows(answers)", msgspec.to_builtins(answers))

    def close(self) -> None:
        self._page.context.close()

    def gives(self, table: Table, wanted: Command, by: Person) -> dict[str, Any]:
        """Let a person give an order at this table, by the keys and forms of the page. Return what the page sent."""
        scene = {**_scene(table, [by.role], wanted.at), "wanted": {"type": type(wanted).__name__, **_fields(wanted)}}
        return self._page.evaluate("(scene) => window.console_.give(scene)", msgspec.to_builtins(scene, str_keys=True))

    def refuses(self, table: Table, wanted: Command, by: Person) -> tuple[int, str]:
        """How many keys a person could press to give an order, and why it is not open, as the page says it."""
        scene = {**_scene(table, [by.role], wanted.at), "wanted": {"type": type(wanted).__name__}}
        keys, why = self._page.evaluate("(scene) => window.console_.refuses(scene)", msgspec.to_builtins(scene, str_keys=True))
        return keys, why

    def keys(self, table: Table, roles: Sequence[str], at: int) -> tuple[set[str], set[str]]:
        """The orders that are open to a person in these roles, and those that have a key on the page."""
        scene = _scene(table, roles, at)
        drawn = self._page.evaluate("(scene) => window.console_.keys(scene)", msgspec.to_builtins(scene, str_keys=True))
        return {each.order for each in scene["now"].actions if each.open}, set(drawn)


def _scene(table: Table, roles: Sequence[str], at: int) -> dict[str, Any]:
    """A table, and what a person in these roles may do there now."""
    now = ActionsNow(
        table.events,
        table.round.number,
        tuple(roles),
        actions(table, "Robin", roles, at=at),
        calls_ahead(table),
        closing_steps(table, at),
    )
    return {"view": staff_view(table.rules.id, table, ViewKind.PIT, Timed(0, "", 0), at, Beside()), "now": now}


def _fields(command: Command) -> dict[str, Any]:
    """The fields that a console sends."""
    return {
        name: {"type": type(value).__name__, **_fields(value)} if isinstance(value, Command) else value
        for name in command.__struct_fields__
        if name not in FILLED_IN
        if (value := getattr(command, name)) is not msgspec.UNSET
    }


def _serve(route: Route) -> None:
    path = route.request.url.removeprefix(ADDRESS)
    if path.startswith("/felt/"):
        route.fulfill(status=404)  # orders have keys, whether the layout is drawn or not
    elif path == "/floor.json":
        route.fulfill(json={"time_zone": "UTC"})
    else:
        file = PAGES / ("staff.html" if path == "/staff" else path.removeprefix("/"))
        route.fulfill(body=file.read_bytes(), content_type=KINDS[file.suffix])

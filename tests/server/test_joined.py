"""The modules of a page, joined into one."""

import pytest

from croupier.server.app import PAGES
from croupier.server.joined import JoinError, joined

SOURCES = {
    "play.js": 'import { start } from "./table.js";\nimport * as dice from "./dice-show.js";\nstart(dice.roll());\n',
    "table.js": 'import { roll } from "./dice-show.js";\nexport const start = (at) => roll() + at;\n',
    "dice-show.js": "const FACES = 6;\nexport function roll() {\n  return FACES;\n}\nexport class Die {}\n",
    "unused.js": "alert();\n",
}


def test_every_module_comes_once_after_those_that_it_imports() -> None:
    assert joined("play.js", SOURCES).splitlines() == [
        "const $dice_show = (() => {",
        "const FACES = 6;",
        "function roll() {",
        "  return FACES;",
        "}",
        "class Die {}",
        "return { roll, Die };",
        "})();",
        "const $table = (() => {",
        "const { roll } = $dice_show;",
        "const start = (at) => roll() + at;",
        "return { start };",
        "})();",
        "const { start } = $table;",
        "const dice = $dice_show;",
        "start(dice.roll());",
    ]


@pytest.mark.parametrize("entry", ["play.js", "lobby.js"])
def test_the_modules_of_the_pages_can_be_joined(entry: str) -> None:
    sources = {file.name: file.read_text() for file in (PAGES / "static").glob("*.js")}
    assert len(joined(entry, sources)) > len(sources[entry])


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("export default 1;", "play.js: cannot join 'export default 1;'"),
        ("export let count = 0;", "play.js: cannot join 'export let count = 0;'"),
        ('import "./table.js";', "play.js: cannot join 'import \"./table.js\";'"),
        ('import { x } from "./none.js";', "play.js: there is no module none.js"),
        ('import { x } from "./play.js";', "play.js -> play.js: modules that import each other cannot be joined"),
    ],
)
def test_other_forms_are_an_error_that_names_the_module(source: str, why: str) -> None:
    with pytest.raises(JoinError) as error:
        joined("play.js", {"play.js": source, "table.js": ""})
    assert str(error.value) == why

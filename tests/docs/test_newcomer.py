"""What a newcomer reads is true: the index, the pictures, the commands, and the page on adding an order."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import croupier
from croupier.journal.sqlite import SqliteStore
from journals import play

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
SOURCE = ROOT / "src" / "croupier"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md"), *(ROOT / "tests").rglob("*.md")])
BIN = Path(sys.executable).parent
SVG = "{http://www.w3.org/2000/svg}"


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def prose(page: Path) -> str:
    """A page without its blocks of code."""
    return re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)


def links(page: Path) -> Iterator[tuple[Path, str]]:
    """The relative links of a page: the file, and the heading in it."""
    for link in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if not re.match(r"\w+:", link):
            target, _, heading = link.partition("#")
            yield (page.parent / target).resolve() if target else page, heading


def headings(page: Path) -> set[str]:
    """The anchors that GitHub gives to the headings of a page."""
    titles = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_relative_links_resolve(page: Path) -> None:
    for target, heading in links(page):
        assert target.exists(), target
        assert not heading or heading in headings(target), f"{target.name}#{heading}"


def test_the_index_reaches_every_page() -> None:
    reached, waiting = set[Path](), [DOCS / "README.md"]
    while waiting:
        page = waiting.pop()
        if page not in reached and page.suffix == ".md":
            reached.add(page)
            waiting += [target for target, _ in links(page) if target.is_file()]
    assert [name_of(page) for page in DOCS.rglob("*.md") if page not in reached] == []


def test_the_index_itself_names_every_page_of_the_documentation() -> None:
    named = {target for name in ("README.md", "strategies/README.md") for target, _ in links(DOCS / name)}
    assert [name_of(page) for page in DOCS.rglob("*.md") if page not in {*named, DOCS / "README.md"}] == []


def test_the_readme_leads_to_the_index_and_is_short() -> None:
    assert DOCS / "README.md" in {target for target, _ in links(ROOT / "README.md")}
    assert len((ROOT / "README.md").read_text().splitlines()) <= 100


ORDER = DOCS / "how-to" / "add-an-order.md"


@pytest.mark.parametrize("page", [ROOT / "CONTRIBUTING.md", DOCS / "architecture.md", DOCS / "checked.md", ORDER], ids=name_of)
def test_files_named_in_a_page_exist(page: Path) -> None:
    named = re.findall(r"`((?:\./|\.venv/bin/)?[\w./-]+(?:/|\.py|\.js|\.md|\.txt|\.toml|check))`", prose(page))
    assert named
    # Paths may begin at the repository, the package, the package of the table, or the folder of the tests.
    for name in named:
        assert any((top / name).exists() for top in (ROOT, SOURCE, SOURCE / "table", ROOT / "tests")), name


@pytest.mark.parametrize("page", [ROOT / "README.md", ROOT / "CONTRIBUTING.md", DOCS / "checked.md"], ids=name_of)
def test_targets_of_make_exist(page: Path) -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"(?:`|^    )make (\w+)", page.read_text(), re.MULTILINE))
    assert named
    assert named <= targets


def contracts() -> list[dict[str, Any]]:
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]
    return tools["importlinter"]["contracts"]


def rows(container: str) -> list[set[str]]:
    """The layers of a package, top to bottom; a row holds those that do not import each other."""
    (contract,) = (each for each in contracts() if each.get("containers") == [container])
    return [set(layer.split(" | ")) for layer in contract["layers"]]


def drawn(picture: str) -> list[tuple[float, str]]:
    """The texts of a picture, each with its distance from the top."""
    root = ET.parse(DOCS / picture).getroot()  # noqa: S314 - our own picture
    return [(float(each.get("y", "0")), each.text or "") for each in root.iter(f"{SVG}text")]


def test_the_architecture_names_every_package() -> None:
    packages = {path.stem for path in SOURCE.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()}
    named = set(re.findall(r"`(\w+)`", (DOCS / "architecture.md").read_text()))
    assert packages - {"__init__"} - named == set()


def test_the_picture_of_the_packages_is_that_of_the_import_contracts() -> None:
    heights = {words.partition(":")[0]: top for top, words in drawn("architecture.svg")}
    layers = [row - {"__main__"} for row in rows("croupier") if row != {"__main__"}]
    for above, below in pairwise(layers):
        assert max(heights[name] for name in above) < min(heights[name] for name in below)
    subjects = [name for row in rows("croupier.table") for name in row]
    assert [name for name in heights if name in subjects] == subjects


def test_what_the_path_of_a_bet_names_exists() -> None:
    steps = [words for _, words in drawn("path-of-a-bet.svg") if re.match(r"\d+ ", words)]
    assert [int(step.split()[0]) for step in steps] == [*range(1, len(steps) + 1)]
    source = "\n".join(path.read_text() for path in SOURCE.rglob("*.py"))
    for name in re.findall(r"[\w./]+", " ".join(step.partition(" ")[2] for step in steps)):
        if name.endswith(".js"):
            assert (SOURCE / "terminal" / "static" / name).is_file(), name
        elif name.endswith(".py"):
            assert (SOURCE / name).is_file(), name
        else:
            owner, _, part = name.partition(".")
            assert re.search(rf"(?:class|def) {owner}\b", source), name
            assert re.search(rf"(?:def |self\.){part}\b", source), name


@pytest.mark.parametrize("picture", ["architecture.svg", "path-of-a-bet.svg"])
def test_a_picture_stands_alone_and_is_embedded(picture: str) -> None:
    text = (DOCS / picture).read_text()
    assert "href" not in text
    assert "url(http" not in text
    assert f"]({picture})" in (DOCS / "architecture.md").read_text()


def test_the_package_states_its_version_its_types_and_its_license() -> None:
    assert croupier.__version__ == version("croupier")
    said = subprocess.run([sys.executable, "-m", "croupier", "--version"], capture_output=True, text=True, check=True)
    assert croupier.__version__ in said.stdout
    assert (SOURCE / "py.typed").read_bytes() == b""
    for name in ("nothing", "__wrapped__"):
        with pytest.raises(AttributeError, match=f"module 'croupier' has no attribute '{name}'"):
            getattr(croupier, name)
    assert "Apache License\n                           Version 2.0, January 2004" in (ROOT / "LICENSE").read_text()


def test_the_commands_of_the_readme_work_on_a_journal(tmp_path: Path) -> None:
    """The one that `make demo` keeps may not be there, so they get another."""
    store = SqliteStore(tmp_path / "demo.sqlite")
    play(store, "craps", commands=60)
    store.close()
    commands = re.findall(r"^```sh\n(.*?)^```$", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL)
    assert commands
    for command in "".join(commands).splitlines():
        name, *words = command.replace(".venv/demo.sqlite", str(tmp_path / "demo.sqlite")).split()
        assert name == "croupier"
        ran = subprocess.run([sys.executable, "-m", name, *words], capture_output=True, text=True, check=False)  # noqa: S603
        assert (ran.returncode, ran.stderr) == (0, ""), command


class Checkout:
    """A copy of the program and its tests, to change as a page says."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for part in ("src", "tests"):
            kept = shutil.ignore_patterns("golden", "procedures", "browser")
            shutil.copytree(ROOT / part, root / part, ignore=kept)
        shutil.copy(ROOT / "pyproject.toml", root)

    def follow(self, page: Path) -> None:
        """Write the files that a page shows, and make the changes it shows."""
        text = page.read_text()
        for name, content in re.findall(r"^```python file=(\S+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            assert not (self.root / name).exists(), name
            (self.root / name).parent.mkdir(exist_ok=True)
            (self.root / name).write_text(content)
        for difference in re.findall(r"^```diff\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            self._patch(difference)

    def _patch(self, difference: str) -> None:
        """Apply a unified diff wherever its context stands, once; line numbers may have moved."""
        head, *hunks = re.split(r"^@@.*@@.*\n", difference, flags=re.MULTILINE)
        name = re.search(r"^\+\+\+ b/(\S+)$", head, re.MULTILINE)
        assert name, difference
        file = self.root / name[1]
        for hunk in hunks:
            lines = hunk.splitlines(keepends=True)
            old, new = ("".join(line[1:] for line in lines if line[0] != skipped) for skipped in "+-")
            assert file.read_text().count(old) == 1, hunk
            file.write_text(file.read_text().replace(old, new))

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a command here, on the program of this copy."""
        here = os.environ | {"PYTHONPATH": str(self.root / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.run(words, cwd=self.root, env=here, capture_output=True, text=True, check=False)  # noqa: S603

    def test(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run tests here."""
        return self.run(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *words)


def test_an_order_is_added_as_its_page_says(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path)
    checkout.follow(ORDER)
    named = re.findall(r"^\.venv/bin/pytest -q (.+)$", ORDER.read_text(), re.MULTILINE)
    ran = checkout.test(*dict.fromkeys(" ".join(named).split()))
    assert ran.returncode == 0, ran.stdout
    files = re.findall(r"^```python file=(\S+)$", ORDER.read_text(), re.MULTILINE)
    assert len(files) == 2
    for check in (["check"], ["format", "--check"]):
        tidy = checkout.run(str(BIN / "ruff"), *check, "--no-cache", *files)
        assert tidy.returncode == 0, tidy.stdout


def test_without_the_module_its_test_fails(tmp_path: Path) -> None:
    """The page has the test written first, and says that it fails."""
    checkout = Checkout(tmp_path)
    checkout.follow(ORDER)
    (tmp_path / "src" / "croupier" / "table" / "pit" / "comps.py").unlink()
    ran = checkout.test("tests/table/pit/test_comps.py")
    assert ran.returncode != 0
    assert "No module named 'croupier.table.pit.comps'" in ran.stdout

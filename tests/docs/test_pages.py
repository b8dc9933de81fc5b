"""The documentation says nothing that is not so: its programs run, its commands print what it shows."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.catalogue import names, ruleset

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(path: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", path.read_text(), re.MULTILINE | re.DOTALL)


def having(language: str) -> list[Path]:
    return [path for path in PAGES if blocks(path, language)]


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def test_the_pages_that_should_run_do_have_programs() -> None:
    assert {"README.md", "docs/how-to/add-a-wager.md", "docs/how-to/add-a-rule-set.md"} <= {
        name_of(p) for p in having("python")
    }


@pytest.mark.parametrize("path", having("python"), ids=name_of)
def test_the_programs_on_a_page_run(path: Path) -> None:
    """In their order, each seeing what those before it have defined, as a reader does who types them in."""
    exec(compile("\n".join(blocks(path, "python")), str(path), "exec"), {})  # noqa: S102


@pytest.mark.parametrize("path", having("console"), ids=name_of)
def test_the_commands_on_a_page_print_what_it_shows(path: Path) -> None:
    for block in blocks(path, "console"):
        command, _, shown = block.removeprefix("$ ").partition("\n")
        where = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        ran = subprocess.run(  # noqa: S602 - as a reader types it, pipes and all
            command,
            shell=True,
            cwd=ROOT,
            env=os.environ | {"PATH": where},
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
        )
        assert ran.stdout.strip() == shown.strip()


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_links_between_pages_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", path.read_text()):
        assert (path.parent / target).exists(), target


def test_the_changelog_names_the_fingerprints_in_force() -> None:
    text = (ROOT / "CHANGELOG.md").read_text()
    for name in names():
        newest = re.search(rf"\| {name} \| \S+ \| `(\w+)` \|", text)
        assert newest, name
        assert newest[1] == ruleset(name).fingerprint, f"{name}: a rule has changed; tell operators in CHANGELOG.md"

"""Modules without their comments do what they did before."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.server.app import PAGES
from croupier.server.comments import ScanError, without_comments

MODULES = sorted((PAGES / "static").glob("*.js"))
DENO = Path(sys.executable).parent / "deno"

CASES = [
    ("// alone\nlet a;\n", "let a;\n"),
    ("let a; // after\nlet b;\n", "let a;\nlet b;\n"),
    ("{\n  // alone\n  let a;\n}\n", "{\n  let a;\n}\n"),
    ("/**\n * Two lines.\n */\nlet a;\n", "let a;\n"),
    ("let a = /** @type {A} */ (b);", "let a = (b);"),
    ("return/* between */a;", "return a;"),
    ("return /* one\nother */ a;", "return \na;"),
    ("let a = \"// no comment\", b = '/* none */';", "let a = \"// no comment\", b = '/* none */';"),
    (r'let a = "\"// none";', r'let a = "\"// none";'),
    ("`// none ${a /* one */ + `/* none ${b}`} // none`; // one", "`// none ${a + `/* none ${b}`} // none`;"),
    ("`\\`// none`", "`\\`// none`"),
    ("`${{ a: `${1}` }} // none`", "`${{ a: `${1}` }} // none`"),
    (
        r"a.replace(/\/\/[/*"
        r"]/, b); // one",
        r"a.replace(/\/\/[/*]/, b);",
    ),
    ("let a = b / c; // d / e", "let a = b / c;"),
    ("a = (b + c) / d[0] / 2 // one", "a = (b + c) / d[0] / 2"),
    ('if (a) /"/.test(b); // one', 'if (a) /"/.test(b);'),
    ("return /[`'\"]/.test(a); // one", "return /[`'\"]/.test(a);"),
    ("a++ / b // one", "a++ / b"),
    ("a.#b / c // one", "a.#b / c"),
]


@pytest.mark.parametrize(("source", "bare"), CASES)
def test_comments_go_and_everything_else_stays(source: str, bare: str) -> None:
    assert without_comments(source) == bare
    assert without_comments(bare) == bare


@pytest.mark.parametrize("source", ["let a = 'open", "let a = `open ${b", "}\n/a/.test(b);"])
def test_what_cannot_be_read_is_an_error_and_not_a_guess(source: str) -> None:
    with pytest.raises(ScanError, match=r"^line \d: cannot"):
        without_comments(source)


def bare(line: str) -> str:
    """A line without what may be a comment, and without blanks."""
    whole = re.sub(r"/\*.*?(\*/|$)|(^|\s)//.*$", "", line)
    return "".join(re.sub(r"^.*?\*/", "", whole).split())


def test_only_comments_leave_a_module() -> None:
    """The lines that are left are lines of the module, in order, cut where a comment began."""
    for module in MODULES:
        source = module.read_text()
        lines = iter(source.splitlines())
        for left in filter(str.strip, without_comments(source).splitlines()):
            line = next((each for each in lines if bare(each) == bare(left)), None)
            assert line is not None, (module.name, left)
            assert left == line or "/*" in line or "*/" in line or " // " in line, module.name


def test_every_module_can_be_parsed_without_its_comments(tmp_path: Path) -> None:
    for module in MODULES:
        (tmp_path / module.name).write_text(without_comments(module.read_text()))
    done = subprocess.run([DENO, "fmt", "--quiet", tmp_path], capture_output=True, text=True, check=False)  # noqa: S603 - our own
    assert (done.returncode, done.stderr) == (0, "")

"""The routine of one night works as it is written."""

import os
import re
import subprocess
import sys
from pathlib import Path

from croupier.journal.anchors import SigningKey
from croupier.journal.sqlite import SqliteStore
from journals import play, sign

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "keep-the-books.md"
EXAMPLE = "postgresql://floor@db.example:5432/casino"


def test_every_command_of_the_page_ends_well(tmp_path: Path, database: str) -> None:
    store, seal = SqliteStore(tmp_path / "floor.sqlite"), SigningKey(tmp_path / "key")
    play(store, "craps", commands=60)
    (tmp_path / "anchors").write_bytes(sign(store, seal) + b"\n")
    store.close()
    commands = "".join(re.findall(r"^```sh\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)).splitlines()
    assert len(commands) >= 9
    where = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for command in commands:
        words = command.replace(EXAMPLE, database).split()
        ran = subprocess.run(words, cwd=tmp_path, env=os.environ | {"PATH": where}, capture_output=True, text=True, check=False)  # noqa: S603
        assert (ran.returncode, ran.stderr) == (0, ""), command

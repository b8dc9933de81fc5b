"""Managing staff works as it is written."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "manage-staff.md"


def test_every_command_of_the_page_ends_well(tmp_path: Path) -> None:
    commands = "".join(re.findall(r"^```sh\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)).splitlines()
    assert len(commands) >= 9
    where = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    said = ""
    for command in commands:
        words = shlex.split(command)
        ran = subprocess.run(words, cwd=tmp_path, env=os.environ | {"PATH": where}, capture_output=True, text=True, check=False)  # noqa: S603
        assert (ran.returncode, ran.stderr) == (0, ""), command
        said += ran.stdout
    assert "The operator of this machine disabled the login of Sue Park (sue): lost the badge." in said
    assert said.endswith("everything holds\n")

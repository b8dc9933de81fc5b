"""The life of a floor, as the page tells it: served, staffed, backed up and restored."""

import os
import re
import subprocess
import sys
from pathlib import Path

from live_floor import free_port

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "run-a-floor.md"


def test_the_page_can_be_followed_to_its_end(tmp_path: Path) -> None:
    blocks = re.findall(r"^```sh\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 6
    port = free_port()
    listen = "sed -i 's/^#listen = .*/listen = [\"127.0.0.1:8021\"]/' floor.toml"
    script = "".join(blocks).replace("croupier floor new\n", f"croupier floor new\n{listen}\n").replace("8021", str(port))
    stop = "trap 'kill $(jobs -p) 2> /dev/null || true' EXIT\n"
    where = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(  # noqa: S603 - our own page
        ["/bin/bash", "-c", f"set -euo pipefail\n{stop}{script}"],
        cwd=tmp_path,
        env=os.environ | {"PATH": where, "CROUPIER_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=150,
    )
    assert ran.returncode == 0, f"{ran.stdout[-3000:]}{ran.stderr[-2000:]}{(tmp_path / 'start.txt').read_text()}"
    assert ran.stdout.count(": open at http://127.0.0.1:") == 2
    assert ran.stdout.count("everything holds") == 2
    assert '"needs_code":false' in ran.stdout, "the key of the terminal goes on to work"
    assert "Sue Park (sue) at 127.0.0.1 was signed out because the server was started again." in ran.stdout

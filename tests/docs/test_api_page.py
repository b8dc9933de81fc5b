"""The page about the API works as it is written, and the journal names who gave each order."""

import json
import os
import re
import subprocess
from pathlib import Path

from command import croupier
from live_floor import live_floor

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "api.md"
TOLD = (
    '"No result" is called by Dora Lee (dealer): a die does not lie flat (8.1).',
    "Sue Park (games supervisor) has round 2 and all later ones settled again: the third die showed a five (8.7).",
    "to change the sign (minimum $10.00): a busy evening (4.5).",
    "Carl Voss (casino supervisor) gives ann limits of $50.00 to $1,000.00, with a sign: the player asked for it (4.6).",
    "Sue Park (games supervisor) decides dispute 1: the bet was on small: seen on the recording (9.12).",
    "Carl Voss (casino supervisor) reviews dispute 1: upheld: the recording is clear (9.12).",
    "Carl Voss (casino supervisor) decides to bar ann from the game: device (9.3.2).",
    "Cass Hill (cass) paid ticket 1: $50.00, and saw identification: passport.",
    "Cass Hill (cass) took $100.00 into the account of patron 1.",
    "Sue Park (sue) revoked the key of terminal 1 (terminal-1): The screen is broken.",
)


def test_every_block_of_the_page_ends_well_and_audit_tell_names_the_people(tmp_path: Path) -> None:
    blocks = re.findall(r"^```sh\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    assert len(blocks) >= 12
    with live_floor(tmp_path, tables=("sicbo",)) as floor:
        known = os.environ | {"FLOOR": f"http://127.0.0.1:{floor.port}", "ONCE": floor.one_time_password}
        script = "set -euo pipefail\n" + "".join(blocks)
        ran = subprocess.run(  # noqa: S603 - our own page
            ["/bin/bash", "-c", script], cwd=tmp_path, env=known, capture_output=True, text=True, check=False, timeout=120
        )
        floor.stop()
    assert ran.returncode == 0, f"{ran.stdout[-2000:]}{ran.stderr}"
    refused = [json.loads(line) for line in ran.stdout.splitlines() if line.startswith('{"error"')]
    assert [(each["error"], each["clause"]) for each in refused] == [("not-your-power", "8.7"), ("too-soon", "4.5")]
    told = croupier("audit", "tell", floor.journal).stdout
    assert not [each for each in TOLD if each not in told], told

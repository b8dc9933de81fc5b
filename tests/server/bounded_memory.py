"""`croupier` whose memory reaches its bounds soon: it remembers few refusals, and collects cyclic garbage often.

What a server still gains over many messages is then what it keeps for good.
"""

from pathlib import Path

from croupier.cli import main
from croupier.floor import answers
from croupier.server import serving

PROGRAM = (str(Path(__file__)),)

if __name__ == "__main__":
    answers.REMEMBERED_REFUSALS = 300
    serving.COLLECT_ALL_AFTER, serving.COLLECT_ALL_BY = 10, 20
    main()

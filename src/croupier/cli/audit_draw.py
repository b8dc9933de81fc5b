"""croupier audit draw: check the record of a promotional draw."""

from pathlib import Path

import click

from croupier.cli.looking import wrong
from croupier.cli.output import block, refuse, say
from croupier.printable import escaped


@click.command("draw")
@click.argument("file")
def audit_draw(file: str) -> None:
    """Find the winners of a promotional draw again, from the record of it that was published as a JSON file."""
    from croupier.audit.draw import UnreadableDrawError, draw_words, read_draw
    from croupier.promotions.draw import draw_faults

    try:
        record = read_draw(Path(file).read_bytes())
    except OSError as error:
        refuse(f"{file}: cannot be read ({error.strerror}); name the record of a draw")
    except UnreadableDrawError as error:
        refuse(f"{file}: is no record of a draw ({error})")
    faults = draw_faults(record)
    if faults:
        wrong(file, faults)
    for sentence in draw_words(record):
        say(block(escaped(sentence)))
    say("everything holds")

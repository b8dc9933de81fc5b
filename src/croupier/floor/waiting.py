"""What a table waits for, if play does not go on by itself."""

from enum import Enum

from croupier.floor.crews import Crews
from croupier.floor.device_reports import LEFT_TO_STAFF, NOT_READY, SHOOTER_DELAYS
from croupier.floor.loop import Loop
from croupier.floor.positions import has_closed
from croupier.floor.roles import is_automatic
from croupier.rules.sequence import Phase
from croupier.table.rounds.steps import next_step


class Waiting(Enum):
    """What a table waits for, and the sentence for the operator."""

    RESTART = "restart", "play is stopped after an error of the program; start the floor again"
    PERSON = "person", LEFT_TO_STAFF
    SHOOTER = "shooter", SHOOTER_DELAYS
    FAULT = "fault", "a fault is to be put right; a person has to do it, and to call the round off if it does not count"
    DEALER = "dealer", "nobody deals; a person has to take it over, or to hand it to the automatic dealer"
    DEVICE = "device", NOT_READY
    STILL = "still", "the round stands still; somebody has to see to the table"

    def __init__(self, id: str, sentence: str) -> None:
        """`id` is the label of the metric."""
        self.id = id
        self.sentence = sentence


def waiting(loop: Loop, crews: Crews) -> Waiting | None:
    """What the table of a loop waits for; None if play goes on, a person deals, or the table is closed."""
    table = loop.dealer.durable
    desk = table.desk
    if desk.stopped:
        return Waiting.RESTART
    if has_closed(table):
        return None
    if desk.locked or table.round.fault:
        return Waiting.FAULT
    if loop.reports.are_left_to_staff(table):
        return Waiting.SHOOTER if next_step(table).to is Phase.SHOT else Waiting.PERSON
    if not is_automatic(table, is_attended=loop.is_attended):
        if desk.dealer is None or crews.is_dealer_gone(table):
            return Waiting.DEALER
        still_from = loop.timetable.still_from(table)
        return Waiting.STILL if still_from is not None and still_from <= loop.dealer.now() else None
    return None if loop.reports.device.is_ready else Waiting.DEVICE

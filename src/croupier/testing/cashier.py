"""A bot that handles chips at random: fills, credits, counts of the tray, boxes for the count room, colour checks."""

import random

from croupier.floor.roles import attendant
from croupier.money import Cents
from croupier.rules.procedures import USUAL_COLOURS
from croupier.table.core.message import Command
from croupier.table.core.person import Person
from croupier.table.core.state import Table
from croupier.table.money.carried_checks import CarryColours, RedeemColours
from croupier.table.money.colours import IssueColours, ReturnColours, holders
from croupier.table.money.confirming import ReceiveCredit, ReceiveFill, SendFill
from croupier.table.money.pay_forms import CAGE_ROLE
from croupier.table.money.pulling import PullBox
from croupier.table.money.slips import CancelSlip, RequestCredit, RequestFill
from croupier.table.money.stackers import stackers
from croupier.table.money.tray import CountTray, expected_tray

WHY = "The tray is counted."
CLERK = Person("clerk", CAGE_ROLE)


class Cashier:
    """Gives every order about chips that a table knows, in an order that gets somewhere."""

    def __init__(self, chance: random.Random, often: float) -> None:
        """Decide at random, reproducibly for a seed; `often` is the share of moments at which an order is given."""
        self._chance, self._often = chance, often

    def next(self, table: Table) -> Command | None:
        """The next order, some of which are refused; None if there is none now."""
        if self._chance.random() >= self._often:
            return None
        if table.desk.slips and self._chance.random() < 0.7:
            return self._slip(table)
        if not any(table.layout.values()) and self._chance.random() < 0.4:
            return self._count(table)  # at a busy table this is rare
        orders = (self._request, self._count, self._pull, self._colours, self._colours)
        return self._chance.choice(orders)(table)

    def _slip(self, table: Table) -> Command:
        number, slip = self._chance.choice(list(table.desk.slips.items()))
        if self._chance.random() < 0.2:
            by = CLERK if slip.sent_by else attendant(table, "manager")
            second = None if slip.is_fill else _second(table)
            return CancelSlip(slip=number, is_back=slip.is_fill, by=by, second=second, why="Not needed any more.")
        if not slip.is_fill:
            return ReceiveCredit(slip=number, by=CLERK)
        if slip.sent_by is None and self._chance.random() < 0.8:
            return SendFill(slip=number, by=CLERK)
        return ReceiveFill(slip=number, by=attendant(table, "manager"), second=_second(table))

    def _request(self, table: Table) -> Command:
        by, chips = attendant(table, "manager"), {2_500: 20, 10_000: 5}
        if self._chance.random() < 0.6:
            return RequestFill(chips=chips, by=by)
        return RequestCredit(chips=chips, by=by, second=_second(table))

    def _count(self, table: Table) -> Command:
        """Count the tray; now and then a chip is missing."""
        tray, by = table.desk.tray, attendant(table, "manager")
        short = 100 if self._chance.random() < 0.2 else 0
        counted = max(0, expected_tray(table) - short)
        chips = {1: counted} if counted else {}
        return CountTray(is_opener=tray is None or not tray.is_opener, chips=chips, by=by, second=_second(table), why=WHY)

    def _pull(self, table: Table) -> Command:
        full = sorted(stackers(table)) if table.rules.procedures.is_electronic else []
        stacker = self._chance.choice(full) if full else None
        return PullBox(stacker=stacker, by=attendant(table, "manager"), second=_second(table), why="The count of the day.")

    def _colours(self, table: Table) -> Command | None:
        by, colours = attendant(table, "manager"), table.desk.colours
        if table.desk.carried and self._chance.random() < 0.3:
            return RedeemColours(colour=self._chance.choice(sorted(table.desk.carried)), checks=1, by=by)
        if colours and self._chance.random() < 0.6:
            seat = self._chance.choice(sorted(colours))
            if self._chance.random() < 0.5:
                return ReturnColours(seat=seat, by=by)
            return CarryColours(seat=seat, colour=colours[seat].colours[0], checks=1, by=by)
        if not table.layout:
            return None
        seat, colour = self._chance.choice(sorted(table.layout)), self._chance.choice(USUAL_COLOURS)
        value, shared = Cents(max(100, table.sign.minimum)), holders(table, colour)
        return IssueColours(seat=seat, colour=colour, value=value, agreed=bool(shared), by=by)


def _second(table: Table) -> Person | None:
    """The second person whom a live floor asks for."""
    return attendant(table, "second") if table.states_tender else None

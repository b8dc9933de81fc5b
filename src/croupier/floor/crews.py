"""Who deals at which tables and supervises them, and who of them is signed in."""

from collections.abc import Callable, Mapping

from croupier.floor.loop import Loop
from croupier.people.register import Register
from croupier.table.core.person import AUTOMATIC
from croupier.table.core.state import Table


class Crews:
    """The crews of a floor, as far as they are durable."""

    def __init__(self, loops: Mapping[str, Loop], register: Callable[[], Register]) -> None:
        """Follow these tables, by name, and the register of people."""
        self._loops = loops
        self._register = register

    def is_dealer_gone(self, table: Table) -> bool:
        """Whether whoever deals at a table has signed out, or is disabled."""
        dealer = table.desk.dealer
        return dealer is not None and dealer.name != AUTOMATIC and not self._register().is_here(dealer.name)

    def also_at(self, name: str, table: Table) -> tuple[str, ...]:
        """The other tables at which the dealer of this one deals."""
        dealer = table.desk.dealer
        if dealer is None or dealer.name == AUTOMATIC:
            return ()
        others = ((other, loop.dealer.durable.desk.dealer) for other, loop in self._loops.items() if other != name)
        return tuple(other for other, deals in others if deals and deals.name == dealer.name)

    def is_elsewhere(self, name: str, table: Table) -> bool:
        """Whether somebody supervises other tables, and not this one."""
        supervisors = [loop.dealer.durable.desk.supervisor for loop in self._loops.values()]
        here = table.desk.supervisor
        return any(each and each.name == name for each in supervisors) and not (here and here.name == name)

"""The payout units that were adopted with other chips, put in force when the floor starts."""

from collections.abc import Mapping

from croupier.floor.house import House
from croupier.floor.settings import AdoptedUnit
from croupier.floor.warning import warn
from croupier.table.pit.payout_units import FollowChips


async def follow_chips(house: House, units: Mapping[str, AdoptedUnit]) -> None:
    """Change the payout unit of every table that still has the one from before. An order may have set another since."""
    for name, adopted in units.items():
        dealer = house.loops[name].dealer if name in house.loops else None
        if dealer is None or dealer.table.sign.payout_unit != adopted.before:
            continue
        order = FollowChips(
            payout_unit=adopted.unit, settings=adopted.line, set_by=adopted.set_by, approved_by=adopted.approved_by
        )
        reply = await dealer.ask(order)
        if not reply.ok:
            warn(f"{name}: its payout unit does not follow its chips: {reply.message}", table=name)

"""What the card of the table leaves open, and how we read it."""

from croupier.games.craps.wagers import one_roll
from croupier.rules.reading import Reading, change
from las_vegas.odds import PAYS

READINGS = [
    Reading(
        id="LV-01",
        clauses=["field"],
        literal="The card says that the field pays triple on 12 and double on 2.",
        read="It pays 2 to 1 on 2 and 3 to 1 on 12. The other value pays 2 to 1 on both.",
        why="The layout prints both numbers in a circle, and the card names the odds.",
        decided_by="the operator",
        default="triple-twelve",
        otherwise={
            "double-twelve": [
                change("field", wager=one_roll("Field", {(3, 4, 9, 10, 11): PAYS["field"], (2, 12): PAYS["field-2"]})),
            ],
        },
    ),
]

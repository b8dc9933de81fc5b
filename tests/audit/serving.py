"""A server as its journal shows it: claims a table, writes lines at given moments, and signs."""

from croupier.canonical import canonical
from croupier.catalogue import ruleset
from croupier.journal.anchors import SigningKey
from croupier.journal.claim import Claim
from croupier.journal.memory import MemoryStore
from croupier.journal.port import Draft
from croupier.money import Cents
from croupier.table.core.opening import opening
from croupier.table.core.recorded import recorded
from croupier.table.money.credit import InsertMoney
from journals import sign, write

TABLE, BEGUN = "wheel", 1_763_200_000_000


class Server:
    """Writes lines at moments, counted in seconds, and signs when told to."""

    def __init__(self, store: MemoryStore, seal: SigningKey, at: int) -> None:
        self.store, self.seal = store, seal
        self.epoch = store.head(f"{TABLE}/claims").number + 1
        written = {f"{TABLE}/claims": [Draft(canonical(Claim(at=BEGUN + at * 1000, server="one")))]}
        if self.epoch == 1:
            written[TABLE] = [Draft(canonical(opening(ruleset("ministar-roulette-2018"), {"minimum": 100})))]
        write(store, self.epoch, written)

    def plays(self, *moments: int) -> "Server":
        for at in moments:
            command = InsertMoney(at=BEGUN + at * 1000, seat="ann", amount=Cents(100))
            write(self.store, self.epoch, {TABLE: [Draft(recorded(command, ()))]})
        return self

    def signs(self) -> "Server":
        sign(self.store, self.seal)
        return self

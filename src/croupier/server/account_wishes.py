"""What a terminal wishes for with a PIN: to see the account of the player whose card is in, or money from it."""

from croupier.cage.ticket import place
from croupier.floor.answers import Done, Reply
from croupier.floor.counter import ACCOUNT_NEEDED, transferring
from croupier.floor.dealer import Dealer
from croupier.floor.keeper import cage_refused
from croupier.floor.pin_checks import PinChecks
from croupier.money import Cents
from croupier.server.wish_commands import NO_CAGE
from croupier.server.wishes import AccountWish, PinWish


async def serve_account(
    wish: PinWish, seat: str, patron: int | None, dealer: Dealer, pins: PinChecks | None, answer: Done
) -> None:
    """Check the PIN, and answer. A transfer that is asked for again gets its first answer, whatever its PIN."""
    id, where = f"{seat}/{wish.id}", place(dealer.name, dealer.table.terminal_of(seat))
    if pins is None:
        answer(cage_refused(NO_CAGE))
    elif isinstance(wish, AccountWish):
        refused = await pins.refused(patron, where, wish.pin) if patron else ACCOUNT_NEEDED
        answer(cage_refused(refused) if refused else Reply(ok=True))
    else:
        asked, cage = Cents(wish.amount), pins.keeper
        if dealer.repeats(transferring(cage.cage, seat, patron, asked, partial=wish.partial), id, answer):
            return
        refused = await pins.refused(patron, where, wish.pin) if patron else None
        command = transferring(cage.cage, seat, patron, asked, partial=wish.partial)
        dealer.submit(command, id, rule=lambda: refused, done=answer)

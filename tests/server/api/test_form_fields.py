"""What the fields of orders say to the people who fill them in."""

from croupier.server.api.orders import field_meanings
from croupier.table.core.rows import COMMANDS, FROM_STAFF
from croupier.table.money.vouchers import ExchangeVoucher


def test_no_field_that_staff_fill_in_speaks_of_the_journal() -> None:
    """*Exchange voucher* said of the number: in the journal it is empty."""
    shown = {kind: field_meanings(kind) for kind, row in COMMANDS.items() if row.senders == FROM_STAFF}
    assert shown[ExchangeVoucher]["number"] == (
        "The number on the voucher. It is not written down: the record names the voucher by its serial."
    )
    assert [(kind, name) for kind, fields in shown.items() for name, says in fields.items() if "journal" in says] == []

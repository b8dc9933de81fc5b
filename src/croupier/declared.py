"""Checks of declared messages: every kind has one row, in the register of its package. Tables, the cage and people use them."""

from collections.abc import Collection, Iterator, Mapping


class RowError(TypeError):
    """The row of a message is missing, declared twice, or contradicts its fields."""


def check_new(kind: type, bases: Collection[type], *registers: Mapping[type, object]) -> None:
    """Raise `RowError` if a message of this name has a row already, or if the class has no docstring of its own."""
    if kind.__name__ in {each.__name__ for register in registers for each in register}:
        raise RowError(f"{kind.__name__}: has two rows")
    if not kind.__doc__ or kind.__doc__ in {base.__doc__ for base in bases}:
        raise RowError(f"{kind.__name__}: its class has no docstring; the reference page needs one")


def check_transfers(kind: type, *, moves_money: bool) -> None:
    """Raise `RowError` if a row says that an event moves money, and its fields do not, or the other way round."""
    has_transfers = "transfers" in getattr(kind, "__struct_fields__", ())
    if moves_money is not has_transfers:
        states = "states transfers" if has_transfers else "states no transfers"
        raise RowError(f"{kind.__name__}: moves_money={moves_money}, but it {states}")


def check_all_declared(bases: Collection[type], *registers: Mapping[type, object]) -> None:
    """Raise `RowError` if a class that is derived from `bases`, and is not one of them, has no row."""
    for base in bases:
        for kind in _derived(base):
            if kind not in bases and not any(kind in register for register in registers):
                raise RowError(f"{kind.__module__}: {kind.__name__} has no row; declare it")


def _derived(base: type) -> Iterator[type]:
    for kind in base.__subclasses__():
        yield kind
        yield from _derived(kind)

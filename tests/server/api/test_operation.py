"""The rights of the API: duties are data, and the sentence that people read follows from them."""

from croupier.people.duties import Duty
from croupier.server.api.operation import Right


def test_the_sentence_of_a_right_names_its_duties_and_no_other() -> None:
    for right in Right:
        assert [duty for duty in Duty if f"the duty {duty}" in right.words] == [duty for duty in Duty if duty in right.duties]
    assert Right.DISABLE_STAFF.words == "staff with the duty manage-staff or the duty disable"
    assert Right.DISABLE_STAFF.duties == {Duty.MANAGE_STAFF, Duty.DISABLE}
    assert not Right.SIGNED_IN.duties

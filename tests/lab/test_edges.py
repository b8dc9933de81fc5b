"""The edges of several rule sets side by side."""

from fractions import Fraction

from croupier.catalogue import names, ruleset
from croupier.lab.edges import edges
from croupier.rules.exact import edge
from section_a import ADELAIDE


def test_wagers_that_correspond_share_one_name() -> None:
    rules = [ruleset(name) for name in names()]
    found = edges(rules)
    craps = found["Craps"]
    assert craps["win-line"] == {each.title: Fraction(7, 495) for each in rules[:3]}
    assert craps["hardway 6, 8"][ruleset(ADELAIDE).title] == Fraction(1, 11)
    assert craps["world"] == {ruleset(ADELAIDE).title: Fraction(1, 9)}
    for each in rules:
        drawn = {row.get(each.title) for row in found[each.game.title].values()} - {None}
        assert drawn == {edge(each, offer.id) for offer in each.offers}

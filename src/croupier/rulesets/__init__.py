"""The approved documents: rule set id to module."""

RULESETS = {
    "star-craps-2016": "croupier.rulesets.craps.star_2016",
    "adelaide-craps-2003": "croupier.rulesets.craps.adelaide_2003",
    "aruze-craps-2024": "croupier.rulesets.craps.aruze_2024",
    "star-sicbo-2016": "croupier.rulesets.sicbo.star_2016",
    "ministar-roulette-2018": "croupier.rulesets.roulette.ministar_2018",
}

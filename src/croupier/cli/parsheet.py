"""croupier parsheet: what every wager is worth, exactly."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from croupier.cli.choosing import sign_lines, whole_rolls
from croupier.cli.evenings import keep_picture
from croupier.cli.saying import refuse, say

if TYPE_CHECKING:
    from croupier.lab.breakage_report import Stakes
    from croupier.lab.report import Report
    from croupier.rules.ruleset import Ruleset


MOST_STAKES, MOST_BETS = 10_000, 10**15


class Wishes(TypedDict):
    """What was asked for."""

    ruleset: str | None
    layout: str
    readings: tuple[str, ...]
    raised: tuple[str, ...]
    what_if: tuple[str, ...]
    wagers: tuple[str, ...]
    bets: tuple[str, ...]
    compare: tuple[str, str] | None
    breakage: bool
    payout_unit: int | None
    minimum: int | None
    multiples: bool
    sign: tuple[str, ...]
    stakes: str | None
    plot: Path | None


@click.command()
@click.argument("ruleset", required=False)
@click.option("--format", "layout", type=click.Choice(["text", "md", "html", "csv", "json"]), default="text", show_default=True)
@click.option("--reading", "readings", multiple=True, metavar="ID=VALUE", help="Read an unclear clause otherwise.")
@click.option("--raise", "raised", multiple=True, metavar="ROW=ODDS", help="Raise odds, where the document allows it.")
@click.option("--odds", "what_if", multiple=True, metavar="ROW=ODDS", help="What if this row of the odds paid otherwise?")
@click.option("--wager", "wagers", multiple=True, metavar="ID", help="Only this wager, or wagers of this kind.")
@click.option("--bets", multiple=True, metavar="N", help="The band of the hold after so many bets, such as 5000 or 1e6.")
@click.option("--compare", nargs=2, metavar="A B", help="Set two side by side, each RULESET, or RULESET+ID=VALUE+ROW=ODDS.")
@click.option("--breakage", is_flag=True, help="What rounding does to the edge, stake by stake.")
@click.option("--payout-unit", type=int, metavar="CENTS", help="With --breakage: the smallest amount payable.")
@click.option("--minimum", type=int, metavar="CENTS", help="With --breakage: the minimum on the sign.")
@click.option("--multiples", is_flag=True, help="With --breakage: the sign asks for multiples of the minimum.")
@click.option("--sign", multiple=True, metavar="NAME=VALUE", help="With --breakage: another line on the sign.")
@click.option("--stakes", metavar="FROM-TO/STEP", help="With --breakage: the stakes to show, in cents, such as 100-3000/100.")
@click.option("--plot", type=click.Path(path_type=Path), metavar="FILE", help="Draw the edges, as .svg, .png or .html.")
def parsheet(**wishes: Unpack[Wishes]) -> None:
    """Print the exact figures of every wager of a rule set."""
    from croupier.catalogue import UnknownRulesetError
    from croupier.lab.comparing import NothingInCommonError
    from croupier.lab.edition import NotAnEditionError
    from croupier.lab.layouts import LAYOUTS
    from croupier.lab.parsheet import NoSuchWagerError
    from croupier.lab.what_if import NoSuchRowError
    from croupier.rules.error import RuleError
    from croupier.rules.exact import NoEdgeError
    from croupier.rules.ruleset import ReadingError
    from croupier.rules.sign import SignError

    try:
        if wishes["plot"]:
            _draw(wishes["plot"], wishes)
            return
        report = _report(wishes)
    except (UnknownRulesetError, NothingInCommonError, NotAnEditionError, NoSuchWagerError, NoSuchRowError) as error:
        refuse(str(error.args[0]))
    except (RuleError, ReadingError, SignError, NoEdgeError) as error:
        refuse(str(error))
    say(LAYOUTS[wishes["layout"]](report))


def _report(wishes: Wishes) -> "Report":
    from croupier.catalogue import names, ruleset
    from croupier.lab.edition import edition, written_edition

    _check_together(wishes)
    base = ruleset(wishes["ruleset"]) if wishes["ruleset"] else None
    if wishes["compare"]:
        from croupier.lab.comparing import comparison_report

        here, there = (written_edition(text, base) for text in wishes["compare"])
        return comparison_report(here, there, wishes["wagers"])
    if base is None:
        refuse(f"a par sheet is of a rule set; name one of {', '.join(names())}")
    asked = edition(base, wishes["readings"], wishes["raised"], wishes["what_if"])
    if wishes["breakage"]:
        from croupier.lab.breakage_report import breakage_report

        sign = asked.rules.sign_of_paper(_sign(wishes, asked.rules))
        return breakage_report(asked, sign, wishes["wagers"], _stakes(wishes["stakes"]))
    from croupier.lab.parsheet import par_sheet
    from croupier.lab.parsheet_report import parsheet_report

    counts = [whole_rolls("--bets", text.replace(",", ""), MOST_BETS) for text in wishes["bets"]]
    return parsheet_report(par_sheet(asked, wishes["wagers"], counts))


def _draw(plot: Path, wishes: Wishes) -> None:
    """The edges of one rule set, or of all of them side by side."""
    from croupier.catalogue import names, ruleset
    from croupier.lab.edges import edges
    from croupier.lab.edition import edition
    from croupier.lab.pictures import PictureError, check_picture, edges_picture, keep

    if any((wishes["compare"], wishes["breakage"], wishes["bets"])):
        refuse("--plot draws the edges of one rule set, or of all; it goes with --reading, --raise, --odds and --wager")
    if wishes["ruleset"]:
        editions = [edition(ruleset(wishes["ruleset"]), wishes["readings"], wishes["raised"], wishes["what_if"])]
    else:
        editions = [edition(ruleset(name)) for name in names()]
    try:
        check_picture(plot)
        drawn = edges([each.rules for each in editions], wishes["wagers"])
        keep_picture(lambda: keep(edges_picture(drawn), plot, "Edges"), plot)
    except PictureError as error:
        refuse(f"--plot {error}")


def _check_together(wishes: Wishes) -> None:
    """Refuse wishes that would be passed over in silence."""
    if wishes["compare"] and any(wishes[each] for each in ("readings", "raised", "what_if", "breakage", "bets")):
        refuse("--compare takes readings and odds behind a +, as in RULESET+ID=VALUE, and goes with --wager and --format only")
    alone = {"--payout-unit": wishes["payout_unit"], "--minimum": wishes["minimum"], "--stakes": wishes["stakes"]}
    alone |= {"--multiples": wishes["multiples"] or None, "--sign": wishes["sign"] or None}
    if strange := [name for name, value in alone.items() if value is not None]:
        if not wishes["breakage"]:
            refuse(f"{strange[0]} says something about rounding and needs --breakage")
    elif wishes["breakage"] and wishes["bets"]:
        refuse("--bets says something about the hold and does not go with --breakage")


def _sign(wishes: Wishes, rules: "Ruleset") -> Mapping[str, object]:
    """What was said about the sign, each line by its name."""
    given: dict[str, object] = {"payout_unit": wishes["payout_unit"], "minimum": wishes["minimum"]}
    given["multiples"] = wishes["multiples"] or None
    given |= sign_lines(wishes["sign"], rules)
    return {name: value for name, value in given.items() if value is not None}


def _stakes(text: str | None) -> "Stakes | None":
    from croupier.lab.breakage_report import Stakes

    if text is None:
        return None
    said = re.fullmatch(r"(\d{1,15})-(\d{1,15})(?:/(\d{1,15}))?", text)
    if said is None:
        refuse(f"--stakes {text} cannot be read; write cents from, to and by how much, as in 100-3000/100")
    least, most, step = int(said[1]), int(said[2]), int(said[3] or said[1])
    if not 0 < step <= least <= most or least % step:
        refuse(f"--stakes {text}: the step must be above zero, the first stake a multiple of it, the last not below the first")
    if (most - least) // step >= MOST_STAKES:
        refuse(f"--stakes {text}: these are more than {MOST_STAKES:,} stakes; take a larger step")
    return Stakes(least, most, step)

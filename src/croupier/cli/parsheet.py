"""croupier parsheet: print the exact figures of every wager."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict, Unpack

import click

from croupier.cli.options import parse_count, parse_int_option, parse_sign_lines
from croupier.cli.output import refuse, say
from croupier.cli.simulate_sessions import save_plot_or_exit
from croupier.echo import echo

if TYPE_CHECKING:
    from croupier.lab.breakage_report import Stakes
    from croupier.lab.report import Report
    from croupier.rules.ruleset import Ruleset


MAX_STAKES, MAX_BETS, MAX_CENTS = 10_000, 10**15, 10**15


class Options(TypedDict):
    """The options of the command, by parameter name."""

    ruleset: str | None
    layout: str
    readings: tuple[str, ...]
    raised: tuple[str, ...]
    what_if: tuple[str, ...]
    wagers: tuple[str, ...]
    bets: tuple[str, ...]
    compare: tuple[str, str] | None
    breakage: bool
    payout_unit: str | None
    minimum: str | None
    multiples: bool
    sign: tuple[str, ...]
    stakes: str | None
    plot: Path | None


@click.command()
@click.argument("ruleset", required=False)
@click.option("--format", "layout", type=click.Choice(["text", "md", "html", "csv", "json"]), default="text", show_default=True)
@click.option(
    "--reading", "readings", multiple=True, metavar="ID=VALUE", help="Choose another reading of an unclear clause; repeatable."
)
@click.option("--raise", "raised", multiple=True, metavar="ROW=ODDS", help="Raise odds, if the document allows it; repeatable.")
@click.option("--odds", "what_if", multiple=True, metavar="ROW=ODDS", help="What if this row paid other odds? Repeatable.")
@click.option(
    "--wager",
    "wagers",
    multiple=True,
    metavar="ID",
    help="Only this wager, or wagers of this kind, by id or by a word of the trade; repeatable.",
)
@click.option("--bets", multiple=True, metavar="N", help="Show the hold after this many bets, such as 5000 or 1e6; repeatable.")
@click.option("--compare", nargs=2, metavar="A B", help="Compare two variants: RULESET, or RULESET+ID=VALUE+ROW=ODDS.")
@click.option("--breakage", is_flag=True, help="Show the effect of rounding on the edge, by stake.")
@click.option("--payout-unit", metavar="CENTS", help="With --breakage: the smallest payable amount.")
@click.option("--minimum", metavar="CENTS", help="With --breakage: the minimum on the sign.")
@click.option("--multiples", is_flag=True, help="With --breakage: the sign requires multiples of the minimum.")
@click.option("--sign", multiple=True, metavar="NAME=VALUE", help="With --breakage: set another line of the sign; repeatable.")
@click.option("--stakes", metavar="FROM-TO/STEP", help="With --breakage: the stakes to show, in cents, such as 100-3000/100.")
@click.option("--plot", type=click.Path(path_type=Path), metavar="FILE", help="Draw the edges, as .svg, .png or .html.")
def parsheet(**options: Unpack[Options]) -> None:
    """Print the exact figures of every wager of a rule set."""
    from croupier.echo import UnknownNameError
    from croupier.lab.changed_odds import NoSuchRowError
    from croupier.lab.comparison import DifferentGamesError
    from croupier.lab.layouts import LAYOUTS
    from croupier.lab.variant import VariantError
    from croupier.rules.error import RuleError
    from croupier.rules.exact import NoEdgeError
    from croupier.rules.ruleset import ReadingError
    from croupier.rules.sign import SignError

    try:
        if options["plot"]:
            _draw(options["plot"], options)
            return
        report = _report(options)
    except (UnknownNameError, DifferentGamesError, VariantError, NoSuchRowError) as error:
        refuse(str(error.args[0]))
    except (RuleError, ReadingError, SignError, NoEdgeError) as error:
        refuse(str(error))
    say(LAYOUTS[options["layout"]](report))


def _report(options: Options) -> "Report":
    from croupier.catalogue import names, ruleset
    from croupier.lab.variant import make_variant, parse_variant

    _check_combination(options)
    base = ruleset(options["ruleset"]) if options["ruleset"] else None
    if options["compare"]:
        from croupier.lab.comparison import comparison_report

        here, there = (parse_variant(text, base) for text in options["compare"])
        return comparison_report(here, there, options["wagers"])
    if base is None:
        refuse(f"name a rule set, one of {', '.join(names())}")
    variant = make_variant(base, options["readings"], options["raised"], options["what_if"])
    if options["breakage"]:
        from croupier.lab.breakage_report import breakage_report

        sign = variant.rules.offline_sign(_sign(options, variant.rules))
        return breakage_report(variant, sign, options["wagers"], _stakes(options["stakes"]))
    from croupier.lab.parsheet import par_sheet
    from croupier.lab.parsheet_report import parsheet_report

    counts = [parse_count("--bets", text.replace(",", ""), MAX_BETS) for text in options["bets"]]
    return parsheet_report(par_sheet(variant, options["wagers"], counts))


def _draw(plot: Path, options: Options) -> None:
    """Plot the edges of one rule set, or of all of them."""
    from croupier.catalogue import names, ruleset
    from croupier.lab.edges import edges
    from croupier.lab.plots import PlotError, check_plot_file, plot_edges, save_plot
    from croupier.lab.variant import make_variant

    if any((options["compare"], options["breakage"], options["bets"])):
        refuse("--plot draws the edges of one rule set, or of all; combine it only with --reading, --raise, --odds and --wager")
    if options["ruleset"]:
        variants = [make_variant(ruleset(options["ruleset"]), options["readings"], options["raised"], options["what_if"])]
    else:
        variants = [make_variant(ruleset(name)) for name in names()]
    try:
        check_plot_file(plot)
        drawn = edges([each.rules for each in variants], options["wagers"])
        save_plot_or_exit(lambda: save_plot(plot_edges(drawn), plot, "Edges"), plot)
    except PlotError as error:
        refuse(f"--plot {error}")


def _check_combination(options: Options) -> None:
    """Refuse options that would have no effect."""
    if options["compare"] and any(options[each] for each in ("readings", "raised", "what_if", "breakage", "bets")):
        refuse("--compare works only with --wager and --format; add readings and odds after a +, such as RULESET+ID=VALUE")
    alone = {"--payout-unit": options["payout_unit"], "--minimum": options["minimum"], "--stakes": options["stakes"]}
    alone |= {"--multiples": options["multiples"] or None, "--sign": options["sign"] or None}
    if needing := [name for name, value in alone.items() if value is not None]:
        if not options["breakage"]:
            refuse(f"{needing[0]} needs --breakage")
    elif options["breakage"] and options["bets"]:
        refuse("--bets does not work with --breakage")


def _sign(options: Options, rules: "Ruleset") -> Mapping[str, object]:
    """Return the lines of the sign that are given, by name."""
    unit = parse_int_option("--payout-unit", options["payout_unit"], 0, MAX_CENTS)
    minimum = parse_int_option("--minimum", options["minimum"], 0, MAX_CENTS)
    given: dict[str, object] = {"payout_unit": unit, "minimum": minimum}
    given["multiples"] = options["multiples"] or None
    given |= parse_sign_lines(options["sign"], rules)
    return {name: value for name, value in given.items() if value is not None}


def _stakes(text: str | None) -> "Stakes | None":
    from croupier.lab.breakage_report import Stakes

    if text is None:
        return None
    match = re.fullmatch(r"(\d{1,15})-(\d{1,15})(?:/(\d{1,15}))?", text)
    if match is None:
        refuse(f"--stakes {echo(text)} is not valid; write FROM-TO/STEP in cents, such as 100-3000/100")
    least, most, step = int(match[1]), int(match[2]), int(match[3] or match[1])
    if not 0 < step <= least <= most or least % step:
        refuse(f"--stakes {text}: the step must be positive, FROM a multiple of it, and TO not below FROM")
    if (most - least) // step >= MAX_STAKES:
        refuse(f"--stakes {text}: more than {MAX_STAKES:,} stakes; use a larger step")
    return Stakes(least, most, step)

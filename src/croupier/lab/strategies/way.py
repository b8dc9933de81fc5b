"""A way of betting, ready to be solved and simulated: a play, a strategy in the language, or one of the library."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from croupier.echo import UnknownNameError, echo
from croupier.lab.bet_chains import chains
from croupier.lab.chain import Chain
from croupier.lab.long_run import LongRun, long_run, long_run_of_chains
from croupier.lab.play import Play, PlayError, Stake, read_play
from croupier.lab.strategies.automaton import compile_strategy
from croupier.lab.strategies.clauses import Strategy
from croupier.lab.strategies.library import LIBRARY, Known
from croupier.lab.strategies.reading import read_strategy
from croupier.lab.suggestion import similar
from croupier.lab.transition_tables import TransitionTables, compile_chains, runs_forever
from croupier.rules.naming import wagers_named
from croupier.rules.outcomes import listed
from croupier.rules.ruleset import Ruleset
from croupier.rules.sign import Sign

_NAME = re.compile(r"[a-z]+(?:-[a-z]+)*")
"""What can only be a name: every other text has an amount."""
_FUNCTION = re.compile(r"\S+\.py:\w+")
_ON = re.compile(r"([a-z0-9-]+) on (.+)")


def _slug(text: str) -> str:
    """A name or a title as it is written in the library: Oscar's Grind is oscars-grind."""
    return re.sub(r"[\s_]+", "-", text.strip().lower().replace("'", ""))


_BY_TITLE = {_slug(known.title): known for known in LIBRARY.values()}


@dataclass(frozen=True, repr=False)
class BettingWay:
    """A way of betting, compiled and, if it has a long run, solved."""

    name: str
    """As the user wrote it: a name of the library, or the text."""
    rules: Ruleset
    sign: Sign
    stakes: tuple[Stake, ...]
    """The stakes of a play; empty for a strategy."""
    strategy: Strategy
    parts: Sequence[Chain]
    """Its chains. Commission is charged when a bet is made."""
    tables: TransitionTables
    exact: LongRun | None
    """The long-run figures per roll; None if there is no long run."""

    def __repr__(self) -> str:
        return f"<{self.name} at {self.rules.id}>"

    @property
    def text(self) -> str:
        """The strategy in the language."""
        return str(self.strategy)

    @property
    def why_no_long_run(self) -> str:
        """Why the figures of an endless run do not exist; empty if they do."""
        if self.exact:
            return ""
        what = "what it bets depends on the bankroll" if self.strategy.marks else "it leaves the table"
        return f"no long run: {what}, so only sessions have figures"

    @property
    def most_needed(self) -> int:
        """The most cents that its bets can need at once, if every bet is at its largest."""
        return sum(max((need for need in part.needs if need < 1 << 59), default=0) for part in self.parts)


def read_way(rules: Ruleset, sign: Sign, text: str) -> BettingWay:
    """Read a way of betting: a name of the library, "NAME on WAGER AMOUNT" for a progression, or the text of a strategy."""
    written = way_text(rules, text)
    strategy = read_strategy(rules, sign, written)
    space = rules.game.space
    if strategy.is_flat and (play := _as_play(rules, sign, strategy)):
        parts = chains(play, charged_ahead=False)
        return BettingWay(text, rules, sign, play.stakes, strategy, parts, compile_chains(parts, space), long_run(play))
    chain = compile_strategy(strategy)
    exact = long_run_of_chains([chain], space) if runs_forever([chain]) else None
    return BettingWay(text, rules, sign, (), strategy, [chain], compile_chains([chain], space), exact)


def _as_play(rules: Ruleset, sign: Sign, strategy: Strategy) -> Play:
    """A flat strategy as a play, which is solved bet by bet."""
    each = (f"{id} {bet.amount} {bet.ladder.text}".rstrip() for bet in strategy.bets for id in bet.wagers.ids)
    return read_play(rules, sign, ", ".join(each))


def way_text(rules: Ruleset, text: str) -> str:
    """Return the text of a way of betting, with a name of the library replaced by what it stands for."""
    if _FUNCTION.fullmatch(text.strip()):
        raise PlayError(f"{echo(text)} is a Python function, which plays alone: --strategy {echo(text)}")
    on = _ON.fullmatch(text.strip())
    if on and on[1] in LIBRARY:
        return f"{on[2]} {_ladder(rules, LIBRARY[on[1]])}"
    name = _slug(text)
    known = LIBRARY.get(name) or _BY_TITLE.get(name)
    if known:
        return _under(rules, known)
    nearest = similar(name, LIBRARY) if _NAME.fullmatch(name) else None
    if _NAME.fullmatch(name) and " " not in text.strip():
        if wagers_named(rules, text):
            raise PlayError(f'{echo(text)} is a wager; write how much to bet, such as "{text.strip()} 10"')
        meant = f"did you mean {nearest}?" if nearest else "croupier strategies lists them"
        raise UnknownNameError(f"there is no strategy '{echo(text)}'; {meant}", (nearest,) if nearest else ())
    if nearest:
        raise UnknownNameError(f"there is no strategy '{echo(text)}'; did you mean {nearest}?", (nearest,))
    return text


def _under(rules: Ruleset, known: Known) -> str:
    found = known.texts.get(rules.game.title)
    if found is None:
        raise PlayError(f"{known.name} is played at {listed(list(known.texts), 'and')}, not at {rules.id}")
    return found


def _ladder(rules: Ruleset, known: Known) -> str:
    words = _under(rules, known).split()
    if len(words) != 3:
        raise PlayError(f"{known.name} is no progression, so it cannot be played on another wager; write its bets yourself")
    return words[2]

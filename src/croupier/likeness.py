"""Compares people by what others read: a name in any order of words and any spelling of its letters, a date, a document."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from unicodedata import category, normalize

SHORTEST = 3
"""A word of a name that begins another one has so many letters at least: Ben, and Benjamin."""
LOOKS_LIKE = str.maketrans(
    "авеікмнорстухѕјԁһԛԝӏαβεζηικμνορτυχłøđı",
    "abeikmhopctyxsjdhqwlabezhikmnoptyxlodi",
)
"""Letters that look like one of the 26, in lower case or as a capital."""
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters that count as letters or symbols, and that nobody sees."""
_DRAWN_ALIKE = str.maketrans("l10", "iio")
"""Letters and digits that many fonts draw alike, as one of them: Iris and lris."""

CALLED = tuple(
    frozenset(line.split())
    for line in """
    albert al bert
    alexander alex sandy sasha
    andrew andy drew
    anne ann anna annie nancy
    anthony tony
    barbara babs barb
    catherine katherine kathryn cathy kathy kate katie kitty
    charles charlie chas chuck
    christopher chris kit
    daniel dan danny
    david dave davey
    deborah deb debbie
    donald don donny
    dorothy dolly dot
    edward ed eddie ned ted teddy
    eleanor ellie nell
    elizabeth bess beth betty eliza lisa liz lizzie
    francis frances fran frank frankie
    frederick fred freddie
    geoffrey jeffrey geoff jeff
    gerald gerry jerry
    gregory greg
    helen nell
    henry hal hank harry
    herbert bert
    isabella bella izzy
    jacqueline jackie
    james jamie jim jimmy
    jennifer jen jenny
    john jack johnny jon
    joseph joe joey
    kenneth ken kenny
    lawrence laurence larry laurie
    margaret maggie marg meg peg peggy
    mary molly polly
    matthew matt
    michael mick mickey mike
    nicholas nick
    patricia pat patsy trish
    patrick paddy pat
    peter pete
    philip phil pip
    rebecca becky
    richard dick rich rick ricky
    robert bob bobby rob robbie
    ronald ron ronnie
    samuel sam sammy
    sarah sadie sally
    stephen steven steve
    susan sue susie
    terence terry
    theresa terry tess
    thomas tom tommy
    veronica ronnie
    victoria tori vicky
    vincent vince
    walter wally walt
    william bill billy liam will willy
    """.strip().splitlines()
)
"""First names with what their bearers are also called."""


def words_of(name: str) -> tuple[str, ...]:
    """The words of a name as they are compared: sorted, without case, accents and punctuation, in Latin look-alikes."""
    letters = normalize("NFKD", name).casefold().translate(LOOKS_LIKE)
    seen = (each for each in letters.replace("'", "") if each not in BLANK and category(each)[0] != "M")
    spaced = (each if each.isalnum() else " " for each in seen)
    return tuple(sorted("".join(spaced).split()))


@lru_cache(maxsize=4096)
def looks_of(name: str) -> tuple[str, ...]:
    """A name as somebody sees it who reads a line: two people with equal ones cannot be told apart."""
    return tuple(sorted(word.translate(_DRAWN_ALIKE) for word in words_of(name))) or (same_letters(name).strip(),)


def same_letters(text: str) -> str:
    """A text in one width, without capitals, in Latin look-alikes."""
    return normalize("NFKC", normalize("NFKC", text).casefold()).translate(LOOKS_LIKE)


def same_number(document: str) -> str:
    """The number of a document as it is compared: without case, blanks and punctuation."""
    return "".join(each for each in normalize("NFKC", document).casefold().translate(LOOKS_LIKE) if each.isalnum())


def is_like(name: Sequence[str], other: Sequence[str]) -> bool:
    """Whether the words of one name could be those of another: all of the shorter one are there, whole or as a short form.

    An initial is a short form, too, beside a word that is there.
    """
    few, many = sorted((list(name), list(other)), key=len)
    is_word_there = False
    for word in sorted(few, key=len, reverse=True):
        found = next((each for means in (str.__eq__, _short, _initial) for each in many if means(each, word)), None)
        if found is None:
            return False
        is_word_there = is_word_there or not _initial(found, word)
        many.remove(found)
    return is_word_there


def beginnings(name: str) -> list[str]:
    """What to find a name by: two names that are like each other have at least one of these in common."""
    words = words_of(name)
    called = (min(names) for names in CALLED if not names.isdisjoint(words))
    return sorted({each[:SHORTEST] for each in (*words, *called)})


def _short(one: str, other: str) -> bool:
    """Whether one word can stand for the other: its beginning, or what people of that name are also called."""
    brief, full = sorted((one, other), key=len)
    is_beginning = len(brief) >= SHORTEST and full.startswith(brief)
    return is_beginning or any(brief in names and full in names for names in CALLED)


def _initial(one: str, other: str) -> bool:
    brief, full = sorted((one, other), key=len)
    return len(brief) == 1 and full.startswith(brief)


def is_near(born: str, other: str) -> bool:
    """Whether one date could be the other with a slip: two of year, month and day agree, or month and day are exchanged."""
    (year, month, day), there = born.split("-"), other.split("-")
    return bool({*parts_of(born)} & {*parts_of(other)}) or [year, day, month] == there


def parts_of(born: str) -> tuple[str, ...]:
    """Every two of year, month and day."""
    year, month, day = born.split("-")
    return tuple(" ".join(pair) for pair in combinations((f"y{year}", f"m{month}", f"d{day}"), 2))

"""Who is signed in. Sessions are kept in memory only: a restart signs everybody out."""

import asyncio
import hashlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from croupier.floor.limits import ClientLimits

TOKEN_BYTES = 32
IDLE, BY_KEY, TIME_OVER, OTHER_ROLES = "idle", "by key", "time over", "other roles"
"""Why a console locks (two), why a session ends by itself, and why a console that goes on is disconnected."""
MOST_SESSIONS = 2_000
"""The most sessions at once. When there are more, the one that was used longest ago ends."""


@dataclass(slots=True, eq=False)
class Session:
    """A member of staff at one console."""

    login: str
    name: str
    address: str
    console: int
    """The number of the sign-in in the register."""
    opened: float
    seen: float
    """When the person last did something, in seconds of the event loop's clock."""
    must_change_password: bool = False
    is_locked: bool = False
    has_ended: bool = False
    viewed: set[str] = field(default_factory=set[str])
    """What an inspector has viewed in this session, as far as it is recorded once only."""
    listeners: dict[object, Callable[[str], None]] = field(default_factory=dict[object, Callable[[str], None]])
    """Called with the reason when the console locks, the session ends or the person's roles change; then they are removed."""


Closed = Callable[[Session, str], None]
"""Called when a console locks (`idle` or `by key`) or a session ends, with the reason."""


class Sessions:
    """The sessions of a floor, by the digest of their tokens."""

    def __init__(self, limits: ClientLimits, closed: Closed, time: Callable[[], float] | None = None) -> None:
        """Begin without sessions. `time` is monotonic, in seconds."""
        self._limits = limits
        self._closed = closed
        self._time = time or asyncio.get_running_loop().time
        self._sessions: dict[str, Session] = {}
        self._ended: dict[str, str] = {}
        """Why sessions have ended, by the digest of the token; of the last ones only."""

    def open(self, login: str, name: str, address: str, console: int, *, must_change_password: bool) -> tuple[Session, str]:
        """Begin a session, and return it with its token."""
        now, token = self._time(), secrets.token_urlsafe(TOKEN_BYTES)
        session = Session(login, name, address, console, now, now, must_change_password)
        self._sessions[_digest(token)] = session
        if len(self._sessions) > MOST_SESSIONS:
            self.end(min(self._sessions.values(), key=lambda each: each.seen), TIME_OVER)
        return session, token

    def find(self, token: str) -> Session | None:
        """The session of a token; None if there is none, or if its time is over."""
        session = self._sessions.get(_digest(token)) if token else None
        if session is None:
            return None
        self._check(session)
        return None if session.has_ended else session

    def why_ended(self, token: str) -> str | None:
        """Why the session of a token has ended; None if it goes on, was never there, or ended long ago."""
        return self._ended.get(_digest(token)) if token else None

    def touch(self, session: Session, ago: float = 0) -> None:
        """The person did something so many seconds ago: the console stays unlocked for some time after that."""
        session.seen = max(session.seen, self._time() - ago)

    def lock(self, session: Session, why: str) -> None:
        """Lock a console until the person enters the password again."""
        session.is_locked = True
        self._tell(session, why)

    def unlock(self, session: Session) -> None:
        """The person has entered the password again."""
        session.is_locked = False
        self.touch(session)

    def end(self, session: Session, why: str) -> None:
        """End a session."""
        if not session.has_ended:
            session.has_ended = True
            digest = next(digest for digest, each in self._sessions.items() if each is session)
            del self._sessions[digest]
            self._ended[digest] = why
            if len(self._ended) > MOST_SESSIONS:
                del self._ended[next(iter(self._ended))]
            self._tell(session, why)

    def at_console(self, console: int) -> list[Session]:
        """The session with this number of a sign-in, if it goes on."""
        return [each for each in self._sessions.values() if each.console == console]

    def roles_changed(self, login: str) -> None:
        """Disconnect the consoles of a person whose roles have changed. They see another part of the tables from now on."""
        for session in [each for each in self._sessions.values() if each.login == login]:
            _disconnect(session, OTHER_ROLES)

    def sweep(self) -> None:
        """Lock idle consoles, and end sessions whose time is over. Called every few seconds."""
        for session in list(self._sessions.values()):
            self._check(session)

    @property
    def count(self) -> int:
        """How many sessions there are."""
        return len(self._sessions)

    def _check(self, session: Session) -> None:
        now = self._time()
        if now - session.opened >= self._limits.session_seconds:
            self.end(session, TIME_OVER)
        elif not session.is_locked and now - session.seen >= self._limits.idle_seconds:
            self.lock(session, IDLE)

    def _tell(self, session: Session, why: str) -> None:
        _disconnect(session, why)
        self._closed(session, why)


def _disconnect(session: Session, why: str) -> None:
    listeners, session.listeners = session.listeners, {}
    for listener in listeners.values():
        listener(why)


def _digest(token: str) -> str:
    """The digest of a token. Looking up digests takes the same time whatever part of a token was guessed."""
    return hashlib.sha256(token.encode()).hexdigest()

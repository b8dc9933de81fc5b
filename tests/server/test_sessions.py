from croupier.floor.limits import ClientLimits
from croupier.server.sessions import IDLE, TIME_OVER, Session, Sessions


class Watch:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.now = 0.0
        self.closed: list[tuple[str, str]] = []

    def __call__(self) -> float:
        return self.now

    def heard(self, session: Session, why: str) -> None:
        self.closed.append((session.login, why))


def _sessions() -> tuple[Sessions, Watch]:
    watch = Watch()
    return Sessions(ClientLimits(idle_seconds=300, session_seconds=3600), watch.heard, watch), watch


def test_a_token_finds_its_session_and_no_other() -> None:
    sessions, _ = _sessions()
    sue, token = sessions.open("sue", "Sue Park", "10.0.0.1", 1, must_change_password=False)
    bob, other = sessions.open("bob", "Bob Hill", "10.0.0.2", 2, must_change_password=False)
    assert (sessions.find(token), sessions.find(other)) == (sue, bob)
    assert token != other
    assert sessions.find(token[:-1]) is None
    assert sessions.find("") is None


def test_an_idle_console_locks_and_stays_locked_until_it_is_unlocked() -> None:
    sessions, watch = _sessions()
    session, token = sessions.open("sue", "Sue Park", "10.0.0.1", 1, must_change_password=False)
    told: list[str] = []
    session.listeners["console"] = told.append
    watch.now = 299
    assert sessions.find(token) is session
    assert not session.is_locked
    watch.now = 300
    sessions.sweep()
    assert session.is_locked
    assert (told, watch.closed) == ([IDLE], [("sue", IDLE)])
    sessions.unlock(session)
    assert not session.is_locked
    watch.now = 599
    assert sessions.find(token) is session
    assert not session.is_locked


def test_what_a_person_does_postpones_the_lock_but_not_the_end() -> None:
    sessions, watch = _sessions()
    session, token = sessions.open("sue", "Sue Park", "10.0.0.1", 1, must_change_password=False)
    for now in range(0, 3600, 200):
        watch.now = now
        assert sessions.find(token) is session
        sessions.touch(session)
    watch.now = 3600
    assert sessions.find(token) is None
    assert watch.closed == [("sue", TIME_OVER)]


def test_a_page_that_asks_by_itself_does_not_postpone_the_lock() -> None:
    sessions, watch = _sessions()
    session, _ = sessions.open("sue", "Sue Park", "10.0.0.1", 1, must_change_password=False)
    watch.now = 100
    sessions.touch(session, ago=40)
    for now in range(100, 360, 10):
        watch.now = now
        sessions.touch(session, ago=watch.now - 60)
        sessions.touch(session, ago=watch.now + 1000)
        sessions.sweep()
        assert not session.is_locked
    watch.now = 360
    sessions.touch(session, ago=300)
    sessions.sweep()
    assert session.is_locked


def test_a_session_ends_once() -> None:
    sessions, watch = _sessions()
    session, token = sessions.open("sue", "Sue Park", "10.0.0.1", 7, must_change_password=False)
    assert sessions.at_console(7) == [session]
    sessions.end(session, "asked")
    sessions.end(session, "asked")
    assert (sessions.find(token), sessions.at_console(7), sessions.count) == (None, [], 0)
    assert watch.closed == [("sue", "asked")]

"""Passwords are hashed in a file of their own, which only its owner reads and which is never half written."""

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from argon2 import PasswordHasher, extract_parameters

from croupier.people.credentials import (
    OWASP,
    Credentials,
    CredentialsError,
    PasswordVerdict,
    WeakPasswordError,
    client_key,
    digest_of_key,
    enrolment_code,
    one_time_password,
)
from croupier.people.strength import COMMONEST, SHORTEST, weakness
from floor_people import FAST, fast_credentials, full_width

GOOD = "seven red pockets"


def test_a_password_is_right_or_wrong_also_after_a_restart(tmp_path: Path) -> None:
    fast_credentials(tmp_path).set("ada", GOOD)
    kept = fast_credentials(tmp_path)
    assert kept.verify("ada", GOOD) is PasswordVerdict.RIGHT
    assert kept.verify("ada", GOOD + "!") is PasswordVerdict.WRONG
    assert kept.verify("eve", GOOD) is PasswordVerdict.WRONG
    assert kept.verify("ada", "") is PasswordVerdict.WRONG


def test_a_password_is_changed_only_from_the_one_that_is_valid_now(tmp_path: Path) -> None:
    kept, other = fast_credentials(tmp_path), "eleven black ones"
    assert not kept.change("ada", GOOD, other), "there is none"
    kept.set("ada", GOOD)
    assert not kept.change("ada", other, other + "!")
    with pytest.raises(WeakPasswordError, match="The new password is the old one"):
        kept.change("ada", GOOD, full_width(GOOD))
    with pytest.raises(WeakPasswordError, match="at least 12"):
        kept.change("ada", GOOD, "short")
    assert kept.verify("ada", GOOD) is PasswordVerdict.RIGHT
    assert kept.change("ada", GOOD, other)
    assert fast_credentials(tmp_path).verify("ada", other) is PasswordVerdict.RIGHT


def test_a_password_that_is_reset_during_the_change_stays_reset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, once = fast_credentials(tmp_path), one_time_password()
    kept.set("ada", GOOD)
    verify = PasswordHasher.verify

    def then_reset(hasher: PasswordHasher, hash: str, password: str) -> bool:
        fits = verify(hasher, hash, password)
        kept.set("ada", once, once=True)
        return fits

    with monkeypatch.context() as patched:
        patched.setattr(PasswordHasher, "verify", then_reset)
        assert not kept.change("ada", GOOD, "eleven black ones")
    assert kept.verify("ada", once) is PasswordVerdict.ONE_TIME


def test_the_file_with_the_first_password_goes_with_the_password(tmp_path: Path) -> None:
    kept = fast_credentials(tmp_path)
    ends: tuple[Callable[[str], object], ...] = (
        lambda once: kept.change("admin", once, GOOD),
        lambda _: kept.set("admin", GOOD),
    )
    for end in ends:
        file = kept.set_first()
        once = file.read_text().strip()
        assert not kept.change("admin", GOOD, "eleven black ones")
        assert kept.verify("admin", once) is PasswordVerdict.ONE_TIME
        assert file.exists()
        end(once)
        assert not file.exists()


def test_a_one_time_password_says_so_until_it_is_replaced(tmp_path: Path) -> None:
    kept, once = fast_credentials(tmp_path), one_time_password()
    kept.set("ada", once, once=True)
    assert kept.verify("ada", once) is PasswordVerdict.ONE_TIME
    kept.set("ada", GOOD)
    assert kept.verify("ada", once) is PasswordVerdict.WRONG
    assert kept.verify("ada", GOOD) is PasswordVerdict.RIGHT


def test_the_file_has_no_password_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    kept = fast_credentials(tmp_path)
    kept.set("ada", GOOD)
    content = kept.path.read_text()
    assert GOOD not in content
    assert "$argon2id$" in content
    assert stat.S_IMODE(kept.path.stat().st_mode) == 0o600
    assert [*tmp_path.iterdir()] == [kept.path], "nothing is left beside it"


def test_the_work_is_as_owasp_asks() -> None:
    parameters = extract_parameters(OWASP.hash("x"))
    assert (parameters.memory_cost, parameters.time_cost, parameters.parallelism) == (47104, 1, 1)
    assert parameters.type.name == "ID"


def test_an_unknown_login_takes_the_same_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = fast_credentials(tmp_path)
    kept.set("ada", GOOD)
    verified: list[str] = []
    real = PasswordHasher.verify

    def counted(hasher: PasswordHasher, hash: str, password: str) -> bool:
        verified.append(hash.rpartition("$")[0].rpartition("$")[0])
        return real(hasher, hash, password)

    monkeypatch.setattr(PasswordHasher, "verify", counted)
    kept.verify("ada", "wrong password")
    kept.verify("nobody", "wrong password")
    assert len(verified) == 2
    assert verified[0] == verified[1], "with the same parameters"


def test_old_parameters_are_replaced_at_the_next_sign_in(tmp_path: Path) -> None:
    fast_credentials(tmp_path).set("ada", GOOD)
    stronger = PasswordHasher(time_cost=2, memory_cost=16, parallelism=1)
    kept = Credentials(tmp_path / "credentials", stronger)
    assert kept.verify("ada", "wrong password") is PasswordVerdict.WRONG
    assert "m=8,t=1" in kept.path.read_text()
    assert kept.verify("ada", GOOD) is PasswordVerdict.RIGHT
    assert "m=16,t=2" in kept.path.read_text()
    assert kept.verify("ada", GOOD) is PasswordVerdict.RIGHT


def test_one_keyboard_types_like_another(tmp_path: Path) -> None:
    kept = fast_credentials(tmp_path)
    kept.set("ada", "un café très noir")
    assert kept.verify("ada", "un cafe\u0301 tre\u0300s noir") is PasswordVerdict.RIGHT
    kept.set("ada", "éaübô" * 25)
    assert kept.verify("ada", "e\u0301au\u0308bo\u0302" * 25) is PasswordVerdict.RIGHT


@pytest.mark.parametrize(
    ("password", "sentence"),
    [
        ("x" * (SHORTEST - 1), "A password has at least 12 characters."),
        ("long enough " * 11, "A password has at most 128 characters."),
        ("ada.prior.of.the.pit", "A password is neither the login nor the name."),
        ("Ada Prior  Senior", "A password is neither the login nor the name."),
        ("aaaaaaaaaaaaaaaa", "That password is too easy to guess; choose another."),
        ("Password 1234", "That password is too easy to guess; choose another."),
    ],
)
def test_a_weak_password_is_refused_with_a_sentence(password: str, sentence: str, tmp_path: Path) -> None:
    login, name = "ada.prior.of.the.pit", "Ada Prior Senior"
    assert weakness(password, login, name) == sentence
    kept = fast_credentials(tmp_path)
    with pytest.raises(WeakPasswordError, match=sentence):
        kept.set(login, password, name=name)
    assert not kept.path.exists()


def test_the_list_of_common_passwords_has_only_those_that_would_pass() -> None:
    assert all(len(each) >= SHORTEST and each.isalnum() and each == each.casefold() for each in COMMONEST)


def test_made_up_secrets_are_long_and_readable() -> None:
    passwords = {one_time_password() for _ in range(200)}
    assert len(passwords) == 200
    assert all([len(group) for group in each.split("-")] == [4, 4, 4, 4] for each in passwords)
    assert not set("".join(passwords)) & set("01ilo")
    assert all(weakness(each, "ada", "Ada Prior") is None for each in passwords)
    assert all(len(enrolment_code().replace("-", "")) == 8 for _ in range(20))
    key = client_key()
    assert len(key) == 43
    assert len(digest_of_key(key)) == 64
    assert digest_of_key(key) != digest_of_key(client_key())


def test_a_code_is_recognized_as_people_type_it_and_only_here(tmp_path: Path) -> None:
    kept, code = fast_credentials(tmp_path), enrolment_code()
    digest = kept.digest_of_code(code)
    assert kept.digest_of_code(f" {code.lower().replace('-', ' ')} ") == digest
    assert fast_credentials(tmp_path).digest_of_code(code) == digest, "also after a restart"
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert fast_credentials(elsewhere).digest_of_code(code) != digest, "nobody can try all codes without the file"


def test_an_interrupted_change_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = fast_credentials(tmp_path)
    kept.set("ada", GOOD)
    before = kept.path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CredentialsError, match=r"passwords cannot be kept there \(No space left on device\)"):
        kept.set("ada", "another good one")
    assert kept.path.read_bytes() == before
    assert [*tmp_path.iterdir()] == [kept.path]
    assert kept.verify("ada", GOOD) is PasswordVerdict.RIGHT


@pytest.mark.parametrize(
    ("content", "mode", "sentence"),
    [
        ("not JSON", 0o600, "is not a file of passwords"),
        ('{"format":1,"pepper":"xyz","passwords":{}}', 0o600, "is not a file of passwords"),
        ('{"format":1,"pepper":"00","passwords":{"ada":{"hash":"nonsense"}}}', 0o600, "is not a file of passwords"),
        ('{"format":9,"pepper":"00","passwords":{}}', 0o600, "was written by a newer croupier"),
        ('{"format":1,"pepper":"00","passwords":{}}', 0o644, "other users may read the passwords in it"),
    ],
)
def test_a_file_that_cannot_be_used_is_said_in_one_sentence(content: str, mode: int, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "credentials"
    path.write_text(content)
    path.chmod(mode)
    with pytest.raises(CredentialsError, match=sentence):
        Credentials(path, FAST)


def test_a_folder_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(CredentialsError, match="No such file or directory"):
        Credentials(tmp_path / "nowhere" / "credentials", FAST).set("ada", GOOD)


def test_a_text_that_is_no_unicode_is_only_wrong(tmp_path: Path) -> None:
    assert fast_credentials(tmp_path).verify("ada", "\ud800" * 12) is PasswordVerdict.WRONG

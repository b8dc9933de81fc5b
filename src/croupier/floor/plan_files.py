"""The journal and the files that a floor file names: each must be there, or it must be possible to create it."""

import contextlib
import datetime as dt
import ssl
import stat
from pathlib import Path

from croupier.facts.lines import OtherFormatError
from croupier.floor.plan_mistakes import At
from croupier.floor.settings import check_kind
from croupier.journal.address import check_distinct_files, existing, in_folder, key_file
from croupier.journal.anchors import SigningKey
from croupier.journal.port import JournalError, UnavailableError
from croupier.people.credentials import CredentialsError, logins_with_password
from croupier.rules.moments import Millis

RENEWAL = dt.timedelta(days=14)
"""How long before its end a certificate should be renewed."""


def find_journal(address: str, folder: Path, at: At) -> str | None:
    """Return the address of the journal, with a full path. Report why it cannot be used, and return None then."""
    try:
        full = in_folder(address, folder)
        reader = existing(full)
        if reader:
            with contextlib.closing(reader):
                check_kind(reader, "live")
    except (JournalError, OtherFormatError) as error:
        at.report(str(error), may_pass=isinstance(error, UnavailableError))
    except OSError as error:
        at.report(f"{error.filename}: {error.strerror}")
    else:
        return full
    return None


def find_key(address: str, named: Path | None, folder: Path, at: At) -> Path:
    """Return the file of the signing key. Report why it cannot be used."""
    file = named or folder / key_file(address)
    if check_parent(file, at):
        try:
            SigningKey(file)
        except JournalError as error:
            at.report(str(error))
    return file


def check_credentials(file: Path, at: At) -> None:
    """Report why the file of credentials cannot be used."""
    if check_parent(file, at):
        try:
            logins_with_password(file)
        except CredentialsError as error:
            at.report(str(error))


def check_parent(file: Path, at: At) -> bool:
    """Whether the folder of a file exists and the file is no folder. Report it if not."""
    try:
        if file.is_dir():
            at.report(f"{file} is a folder; name a file")
        elif not file.parent.is_dir():
            at.report(f"there is no folder {file.parent}; create it, or name another file")
        else:
            return True
    except OSError as error:
        at.report(f"{file}: {error.strerror}")
    return False


def check_distinct(journal: str, key: Path, anchors: Path | None, credentials: Path, at: At) -> None:
    """Report two settings that name the same file."""
    try:
        check_distinct_files(journal, key, anchors, credentials)
    except JournalError as error:
        at.report(str(error))


def check_certificate(certificate: Path | None, key: Path | None, at: At) -> None:
    """Report a certificate without its key, a file that cannot be read, and two files that do not belong together."""
    named = {"certificate": certificate, "certificate_key": key}
    for name, file in named.items():
        if file is None and any(named.values()):
            other = next(each for each in named if each != name)
            at.inside(other).report(f"without {name} there is no TLS; name both files, or neither")
    readable = [_is_readable(file, at.inside(name)) for name, file in named.items() if file]
    if certificate and key and all(readable):
        try:
            ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, password=lambda: "")
        except (ssl.SSLError, ValueError) as error:
            why = f" ({error.reason})" if isinstance(error, ssl.SSLError) and error.reason else ""
            at.inside("certificate").report(
                f"{certificate} and {key} are not a certificate and its key in PEM form, without a passphrase{why}"
            )
            return
        if stat.S_IMODE(key.stat().st_mode) & stat.S_IRWXO:
            at.inside("certificate_key").report(
                f"{key} can be read by every user of this machine, who could pretend to be this server; chmod o= it, and find "
                "out who has"
            )


def expiry_warning(certificate: Path, now: Millis) -> str | None:
    """A warning if a certificate is not valid at this time, or will not be soon."""
    from cryptography.x509 import load_pem_x509_certificate  # noqa: PLC0415 - slow to import

    found = load_pem_x509_certificate(certificate.read_bytes())
    first, last = found.not_valid_before_utc, found.not_valid_after_utc
    at = dt.datetime.fromtimestamp(now / 1000, dt.UTC)
    if at > last:
        return f"certificate: {certificate} expired on {last:%d %B %Y}, and clients refuse it; get a new one"
    if at < first:
        return f"certificate: {certificate} is valid from {first:%d %B %Y} on, and clients refuse it; get another one"
    if at + RENEWAL > last:
        return f"certificate: {certificate} expires on {last:%d %B %Y}; get a new one before"
    return None


def _is_readable(file: Path, at: At) -> bool:
    try:
        with file.open("rb"):
            return True
    except OSError as error:
        at.report(f"{file} cannot be read ({error.strerror})")
        return False

"""A TLS certificate for a floor on this machine."""

import datetime as dt
import ssl
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

CERTIFIED = 'certificate = "floor.crt"\ncertificate_key = "floor.key"'
"""What the floor file says about the certificate."""


def certified(folder: Path, days: float = 30) -> ssl.SSLContext:
    """Make a certificate for 127.0.0.1 that ends in some days, and return what a client needs to trust it, and nothing else."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "floor.example")])
    today = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(today - dt.timedelta(days=2))
        .not_valid_after(today + dt.timedelta(days=days))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    (folder / "floor.crt").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    plain = serialization.NoEncryption()
    pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    (folder / "floor.key").touch(mode=0o600)
    (folder / "floor.key").write_bytes(pem)
    return ssl.create_default_context(cafile=folder / "floor.crt")

"""The proxy of deploy/nginx.conf before a live floor: TLS, WebSockets, cookies and the addresses of clients."""

import json
import shutil
import socket
import subprocess
import time
from pathlib import Path

import pytest
from websockets.sync.client import connect

from live_floor import Console, free_port, live_floor
from patience import PATIENCE
from server.api.test_tls import certified

CONFIGURATION = Path(__file__).parents[2] / "deploy" / "nginx.conf"
NGINX = shutil.which("nginx") or "/usr/sbin/nginx"
pytestmark = pytest.mark.skipif(not Path(NGINX).exists(), reason="nginx is not installed")


def configuration(folder: Path, port: int, server: int) -> Path:
    """The file as it is in the repository, with other ports, files and places for temporary ones."""
    text = CONFIGURATION.read_text()
    changes = {
        "listen 443 ssl;": f"listen 127.0.0.1:{port} ssl;",
        "/etc/ssl/floor.crt": f"{folder}/floor.crt",
        "/etc/ssl/private/floor.key": f"{folder}/floor.key",
        "127.0.0.1:8021;": f"127.0.0.1:{server};",
        "worker_processes auto;": f"worker_processes 1; daemon off; pid {folder}/pid; error_log {folder}/errors;",
        "http {": "http {"
        + "".join(f"{each}_temp_path {folder}/{each};" for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")),
    }
    for old, new in changes.items():
        assert text.count(old) == 1 or old == "127.0.0.1:8021;", old
        text = text.replace(old, new)
    file = folder / "nginx.conf"
    file.write_text(text)
    return file


def test_terminals_and_staff_reach_the_floor_through_the_proxy(tmp_path: Path) -> None:
    trusted, port = certified(tmp_path), free_port()
    more = 'hosts = ["floor.example"]\ntrusted_proxies = ["127.0.0.1"]'
    with live_floor(tmp_path, more=more, tables=("wheel",)) as floor:
        command = [NGINX, "-e", str(tmp_path / "errors"), "-c", str(configuration(tmp_path, port, floor.port))]
        with subprocess.Popen(command) as proxy:  # noqa: S603 - the program that was found
            try:
                wait_for(port)
                sue = floor.hire("sue", "Sue Park", "supervisor")
                code = sue.post("/api/v1/codes", {"kind": "terminal", "label": "terminal 1"}).body["code"]
                outside = Console(port, trusted)
                signed_in = outside.sign_in("sue")
                assert signed_in.status == 200
                for flag in ("Secure", "HttpOnly", "SameSite=Strict"):
                    assert flag.lower() in signed_in.headers["set-cookie"].lower()
                origin = {"Origin": f"https://127.0.0.1:{port}"}
                assert outside.ask("GET", "/api/v1/session", **origin).status == 200
                assert outside.ask("GET", "/api/v1/session", Origin="https://evil.example").status == 403
                assert outside.get("/metrics").status == 403
                assert outside.ask("GET", "/ready", Host="floor.example").status == 200
                assert outside.ask("GET", "/ready", Host="evil.example").status == 400
                key = outside.post("/api/v1/clients", {"code": code}).body["key"]
                sent = {"Authorization": f"Bearer {key}"} | origin
                with connect(f"wss://127.0.0.1:{port}/ws/wheel", additional_headers=sent, ssl=trusted) as line:
                    line.send(json.dumps({"say": "hello"}))
                    assert "seat" in json.loads(line.recv(timeout=PATIENCE))
            finally:
                proxy.terminate()


def wait_for(port: int) -> None:
    """Wait until somebody listens."""
    for _ in range(100):
        with socket.socket() as line:
            if not line.connect_ex(("127.0.0.1", port)):
                return
        time.sleep(0.05)
    raise TimeoutError

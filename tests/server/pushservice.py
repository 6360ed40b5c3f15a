"""A push service on this machine, and browsers that subscribe to it. It has a certificate, and can read messages."""

import json
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.x509.oid import NameOID

from allaboard.server.webpush import decoded, encoded

CURVE = ec.SECP256R1()
HERE = ("127.0.0.0/8", "::1/128")
"""The networks of the push service."""


@dataclass
class Browser:
    """A subscription with its private key."""

    path: str
    port: int
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(CURVE))
    auth: bytes = b"sixteen bytes it"

    @property
    def public(self) -> bytes:
        return point(self.key.public_key())

    @property
    def endpoint(self) -> str:
        return f"https://localhost:{self.port}{self.path}"

    def form(self, token: str) -> dict[str, str]:
        """The body of a request that registers it."""
        keys = {"p256dh": encoded(self.public), "auth": encoded(self.auth)}
        return {"token": token, "endpoint": self.endpoint, **keys}

    def read(self, body: bytes) -> Any:
        """Decrypt a message, as RFC 8291 says."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        secret = derive(shared, self.auth, b"WebPush: info\0" + self.public + sender, 32)
        content = derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
        plain = AESGCM(content).decrypt(derive(secret, salt, b"Content-Encoding: nonce\0", 12), sealed, None)
        message, _, padding = plain.rpartition(b"\x02")
        assert not padding.strip(b"\0")
        return json.loads(message)


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def claims(authorization: str) -> dict[str, Any]:
    """Check the signature of RFC 8292, and return what was signed."""
    scheme, _, rest = authorization.partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, body, signature = parts["t"].split(".")
    assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = decoded(signature)
    assert len(raw) == 64
    both = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(parts["k"]))
    key.verify(both, f"{head}.{body}".encode(), ec.ECDSA(hashes.SHA256()))
    return {**json.loads(decoded(body)), "key": parts["k"]}


@dataclass
class Request:
    """A message that arrived."""

    path: str
    headers: dict[str, str]
    body: bytes


class PushService:
    """A push service that stores every request and gives the answers that the test has set."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.requests: list[Request] = []
        self.answers: list[tuple[int, dict[str, str]]] = []
        """The next answers; then 201."""
        self._arrived = threading.Condition()

    def browser(self, path: str) -> Browser:
        return Browser(path, self.port)

    def take(self, request: Request) -> tuple[int, dict[str, str]]:
        with self._arrived:
            self.requests.append(request)
            self._arrived.notify_all()
            return self.answers.pop(0) if self.answers else (201, {})

    def wait(self, number: int) -> Request:
        """The request with this number, counted from 1."""
        with self._arrived:
            assert self._arrived.wait_for(lambda: len(self.requests) >= number, 60), "no message came"
            return self.requests[number - 1]


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate of `localhost` that signs itself, and its key."""
    key = ec.generate_private_key(CURVE)
    name, now = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")]), datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )
    public, private = folder / "localhost.pem", folder / "localhost.key"
    public.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    private.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return public, private


@contextmanager
def push_service(folder: Path, patch: pytest.MonkeyPatch) -> Iterator[PushService]:
    """A push service over https that servers started from now on trust."""
    public, private = certificate(folder)
    patch.setenv("SSL_CERT_FILE", str(public))

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        timeout = 30

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status, headers = service.take(Request(self.path, dict(self.headers), body))
            self.send_response(status)
            for name, value in {**headers, "Content-Length": "0"}.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    class Quiet(ThreadingHTTPServer):
        def handle_error(self, *_: object) -> None:
            """Clients leave when they have read the head."""

    server = Quiet(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(public, private)
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    service = PushService(server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)

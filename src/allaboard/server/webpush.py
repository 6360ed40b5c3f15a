"""Encrypted messages to browsers (RFC 8291), and the signature of the server that sends them (RFC 8292).

The push service of a browser forwards the messages. It cannot read them, and the signature tells it who sends them.
"""

import base64
import binascii
import hashlib
import hmac
import os
import time
from dataclasses import dataclass
from typing import Final

import msgspec
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from allaboard.server.refusal import ServerError

CURVE: Final = ec.SECP256R1()
ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The number of points of the curve."""
RECORD: Final = 4096
"""The size of a record in bytes. Push services accept messages of one record."""
MOST_PLAIN: Final = 3000
"""The longest message in bytes."""
VALID_SECONDS: Final = 12 * 3600
"""How long a signature is valid. Push services accept at most a day."""


def encoded(data: bytes) -> str:
    """Base64 for URLs, without padding.

    >>> encoded(b"??>")
    'Pz8-'
    """
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decoded(text: str) -> bytes:
    """Read base64 for URLs. Raises ValueError if the text is not base64.

    >>> decoded("Pz8-")
    b'??>'
    """
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
    except binascii.Error as error:
        raise ValueError(str(error)) from None


class BadKeys(ServerError):
    """The keys of a subscription cannot be used."""


@dataclass(frozen=True)
class Receiver:
    """The keys of a browser's subscription: its public key, and a secret that the server shares."""

    key: bytes
    auth: bytes

    @staticmethod
    def read(key: str, auth: str) -> "Receiver":
        """Check the keys that a browser sent. Raises BadKeys if they cannot be used."""
        try:
            found = Receiver(decoded(key), decoded(auth))
            ec.EllipticCurvePublicKey.from_encoded_point(CURVE, found.key)  # must be on the curve
        except ValueError as error:
            raise BadKeys(str(error)) from None
        if len(found.key) != 65 or len(found.auth) != 16:
            raise BadKeys("the wrong length")
        return found


def encrypt(message: bytes, receiver: Receiver, sender: ec.EllipticCurvePrivateKey, salt: bytes) -> bytes:
    """The body of a push message, in the encoding aes128gcm. Every message needs a new sender's key and a new salt."""
    if len(message) > MOST_PLAIN:
        raise ValueError("the message is too long")
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, receiver.key)
    ours = _point(sender.public_key())
    info = b"WebPush: info\0" + receiver.key + ours
    shared = _derive(sender.exchange(ec.ECDH(), theirs), receiver.auth, info, 32)
    content = _derive(shared, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(shared, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return head + AESGCM(content).encrypt(nonce, message + b"\x02", None)  # 2 ends the last record


class Server:
    """The server's key pair, and who is responsible for the server."""

    def __init__(self, secret: bytes, contact: str) -> None:
        self._key = ec.derive_private_key(int.from_bytes(secret, "big") % (ORDER - 1) + 1, CURVE)
        self._secret, self._contact = secret, contact
        self.public = encoded(_point(self._key.public_key()))
        """The public key, as browsers take it."""

    def authorization(self, origin: str, now: float | None = None) -> str:
        """The Authorization header for a push service."""
        until = int((time.time() if now is None else now) + VALID_SECONDS)
        claims = {"aud": origin, "exp": until, "sub": self._contact}
        parts = [encoded(msgspec.json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims)]
        r, s = decode_dss_signature(self._key.sign(".".join(parts).encode(), ec.ECDSA(hashes.SHA256())))
        token = ".".join([*parts, encoded(r.to_bytes(32, "big") + s.to_bytes(32, "big"))])
        return f"vapid t={token}, k={self.public}"

    def topic(self, *names: str) -> str:
        """The topic of a message: a later message with the same topic replaces it. It does not reveal the names."""
        digest = hmac.digest(self._secret, b"topic\0" + "\0".join(names).encode(), hashlib.sha256)
        return encoded(digest[:24])

    def sealed(self, message: bytes, receiver: Receiver) -> bytes:
        """The body of a push message."""
        return encrypt(message, receiver, ec.generate_private_key(CURVE), os.urandom(16))


def _point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)

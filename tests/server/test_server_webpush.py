"""Push messages are encrypted for a browser and signed by the server."""

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from allaboard.server.webpush import BadKeys, Receiver, Server, decoded, encoded, encrypt
from server.pushservice import CURVE, Browser, claims, point


def test_the_example_of_rfc_8291_is_encrypted_byte_by_byte() -> None:
    sender = int.from_bytes(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    public = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    receiver = Receiver.read(public, "BTBZMqHH6r4Tts7J_aSIgg")
    key, salt = ec.derive_private_key(sender, CURVE), decoded("DGv6ra1nlYgDCS1FRnbzlw")
    body = encrypt(b"When I grow up, I want to be a watermelon", receiver, key, salt)
    assert encoded(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
        "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_every_message_has_its_own_key_and_salt() -> None:
    server, browser = Server(b"k" * 32, "mailto:a@example.org"), Browser("/a", 1)
    receiver = Receiver.read(encoded(browser.public), encoded(browser.auth))
    one, two = (server.sealed(b'{"n": 1}', receiver) for _ in range(2))
    assert one[:86] != two[:86]
    assert browser.read(one) == browser.read(two) == {"n": 1}
    assert len({server.topic("a", "bc"), server.topic("ab", "c"), server.topic("a", "bc")}) == 2


@pytest.mark.parametrize("secret", [bytes(32), b"\xff" * 32, b"s" * 32])
def test_any_secret_makes_a_key_that_signs(secret: bytes) -> None:
    server = Server(secret, "mailto:a@example.org")
    signed = claims(server.authorization("https://push.example.org", now=1000))
    assert signed == {
        "aud": "https://push.example.org",
        "exp": 1000 + 12 * 3600,
        "sub": "mailto:a@example.org",
        "key": server.public,
    }


@pytest.mark.parametrize(
    ("key", "auth"),
    [
        (encoded(bytes(65)), encoded(bytes(16))),
        (encoded(b"\x04" + b"\x01" * 64), encoded(bytes(16))),  # not on the curve
        (encoded(point(ec.generate_private_key(CURVE).public_key())), encoded(bytes(15))),
        (encoded(point(ec.generate_private_key(CURVE).public_key()))[:-4], encoded(bytes(16))),
        ("+" * 87, encoded(bytes(16))),
        ("ä" * 87, encoded(bytes(16))),
    ],
    ids=["zeros", "not on the curve", "short secret", "short key", "other alphabet", "not ASCII"],
)
def test_keys_that_cannot_be_used_are_refused(key: str, auth: str) -> None:
    with pytest.raises(BadKeys):
        Receiver.read(key, auth)

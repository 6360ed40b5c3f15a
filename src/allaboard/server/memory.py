"""Hachi without the memory aid: what everyone has seen but must remember is not sent (H13).

It is public, so nobody learns a secret from it; but a table that plays without the aid wants nobody to have one.
"""

from typing import Any

from allaboard.server.protocol import Settings

View = dict[str, Any]


def as_asked(view: View, settings: Settings) -> View:
    """A view as the table's settings want it."""
    return view if settings.memory_aid or settings.game != "hachi" else without_aid(view)


def without_aid(view: View) -> View:
    """One's own hand and the field as they are; of other hands and of the discard only how many cards there are."""
    players = [
        player | {"hand": [_remembered(card, player["seat"] == view["viewer"]) for card in player["hand"]]}
        for player in view["players"]
    ]
    return view | {"players": players, "discarded": dict.fromkeys(view["discarded"], 0)}


def _remembered(card: View, own: bool) -> View:
    forgotten: View = {"shown": False} if own else {"shown": False, "face": None, "numbers": []}
    return card | forgotten

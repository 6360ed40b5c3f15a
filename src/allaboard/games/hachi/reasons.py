"""Why one action of Hachi Train is better than another: what it leaves in the hand."""

from allaboard.games.hachi.rules import FACE, HIGH, INSERT, LONGEST, LOW, PASS, PLAY, State, apply
from allaboard.games.hachi.words import NAMES as NAMES_OF_CARDS
from allaboard.games.hachi.words import play_parts
from allaboard.record import copied

NAMES = ("cards", "sets")
PHRASES = ("pass", "insert", "play")


def phrase(view: State, action: int) -> tuple[str, dict[str, int | str]]:
    """What an action is called. Places are counted from 1."""
    if action == PASS:
        return "pass", {}
    if action < PLAY:
        card = NAMES_OF_CARDS[int(view.pending[0]) & FACE]
        return "insert", {"card": card, "place": action - INSERT + 1}
    number, count, place = play_parts(action)
    return "play", {"count": count, "number": number, "place": place + 1}


def reasons(view: State, action: int) -> dict[str, int]:
    """The cards that one holds afterwards, and into how few sets they can be cut."""
    seat, after = int(view.viewer), copied(view)
    apply(after, seat, action)
    faces = [int(card) & FACE for card in after.hand[seat, : after.held[seat]]]
    faces = [face for face in faces if face < len(LOW) and LOW[face]]
    return {"cards": int(after.held[seat]), "sets": fewest_sets(faces)}


def fewest_sets(faces: list[int]) -> int:
    """H5: into how few sets of neighbours that show the same number a hand can be cut.

    >>> fewest_sets([1, 1, 9, 2, 5])
    3
    """
    fewest = [0]
    for end in range(1, len(faces) + 1):
        least, shown = end, set(range(1, 9))
        for begin in range(end - 1, max(end - LONGEST, 0) - 1, -1):
            shown &= {int(LOW[faces[begin]]), int(HIGH[faces[begin]])}
            if not shown:
                break
            least = min(least, fewest[begin] + 1)
        fewest.append(least)
    return fewest[-1]

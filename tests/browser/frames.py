"""What a board shows, frame by frame, compared with the events.

A spectator's page records every change of its board and its log. The log names the event that was shown last, so every
recorded state can be compared with the views before and after that event, which come from the rules and the record.
"""

import asyncio
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import msgspec
from playwright.sync_api import Page

from allaboard import notation
from allaboard.game import WATCHER, load
from server.serving import open_table, seat_at

JsonDict = dict[str, Any]

# What a board shows of the game, by name. Everything is read from the page.
FACTS = {
    "runaway": """() => {
      const { position, speed, multiplier, track, engineer, turn } = document.querySelector('.layout').dataset
      const players = [...document.querySelectorAll('.traveller')].map(({ dataset }) => dataset)
      return { position: +position, speed: +speed, multiplier: +multiplier, track, engineer: +engineer, turn: +turn,
        scores: players.map(({ points }) => +points),
        aboard: players.flatMap(({ aboard }, seat) => aboard === 'true' ? [seat] : []),
        suitcases: players.map(({ cases }) => cases) }
    }""",
    "miyajima": """() => {
      const { round, active, score } = document.querySelector('.board').dataset
      const others = [...document.querySelectorAll('.other')].map(({ dataset }) => +dataset.score)
      const die = (colour) => document.querySelector(`[data-die='${colour}']`).dataset
      const faces = ['red', 'yellow', 'blue'].map((colour) => +(die(colour).face ?? 0))
      return { round: +round, active: +active, scores: [+score, ...others], faces }
    }""",
    "hachi": """() => {
      const { round } = document.querySelector('.layout').dataset
      const count = (pile) => +document.querySelector(`[data-anchor='${pile}']`).dataset.count
      const hands = [...document.querySelectorAll('[data-hand]')].sort((a, b) => a.dataset.hand - b.dataset.hand)
      const sizes = hands.map((one) => one.querySelectorAll('[data-card]').length)
      return { round: +round, stock: count('stock'), hands: sizes }
    }""",
}


def facts(game: str, view: JsonDict) -> JsonDict:
    """The same values from a spectator's view."""
    match game:
        case "runaway":
            names = ("position", "speed", "multiplier", "track", "engineer", "turn", "scores", "aboard")
            cases = ["".join(map(str, values)) for values in view["suitcases"]]
            return {**{name: view[name] for name in names}, "suitcases": cases}
        case "miyajima":
            return {"round": view["rounds"], "active": view["active"], "scores": view["scores"], "faces": view["faces"]}
        case _:
            return {"round": view["rounds"], "stock": view["stock"], "hands": view["held"]}


# What is over a board while an event is shown, in short words.
SCENES = {
    "runaway": """() => {
      const found = []
      const roll = document.querySelector('[data-roll]')?.dataset
      if (roll?.face) found.push(`roll ${roll.roll} ${roll.face}`)
      const cliff = document.querySelector('[data-cliff]')?.dataset
      if (cliff) found.push(`cliff ${cliff.cliff} ${cliff.face ?? '?'}`)
      const fate = document.querySelector('[data-fate]')?.dataset.fate
      if (fate) found.push(`fate ${fate}`)
      for (const { dataset } of document.querySelectorAll('[data-reveal] .one')) {
        if (dataset.cards !== undefined) found.push(`cards ${dataset.seat} ${dataset.cards || 'none'}`)
        if (dataset.gain) found.push(`gain ${dataset.seat} ${dataset.gain}`)
      }
      return found
    }""",
    "miyajima": """() => {
      const dice = [...document.querySelectorAll('[data-die]')].map(({ dataset }) => dataset)
      return dice.filter(({ face }) => face).map(({ die, face }) => `die ${die} ${face}`)
    }""",
    "hachi": """() => {
      const end = document.querySelector('[data-round-end]')?.dataset
      return end ? [`lost ${end.roundEnd} ${end.loser}`] : []
    }""",
}


def scenes(game: str, event: JsonDict) -> list[str]:
    """What must be visible of an event, in order."""
    match game, event["event"]:
        case "runaway", "rolled" if event["why"] == "stop":
            return [f"cliff {event['needed']} ?", f"cliff {event['needed']} {event['face']}"]
        case "runaway", "rolled":
            return [f"roll {event['why']} {event['face']}"]
        case "runaway", "revealed":
            return [f"cards {event['seat']} {event['cards']}"]
        case "runaway", "tossed":
            return [f"gain {event['seat']} +{event['points']}"]
        case "runaway", "got_off":
            return [f"gain {event['seat']} Off the train"]
        case "runaway", "ended":
            return [f"fate {event['how']}"]
        case "miyajima", "rolled":
            return [f"die {event['die']} {event['face']}"]
        case "hachi", "round_lost":
            return [f"lost {event['round']} {event['seat']}"]
    return []


# Records everything that changes on the page, at every change and in every frame.
WATCH = """() => {
  window.notes = []
  let before = ''
  const look = () => {
    if (!document.querySelector('main[data-ply]') || !document.querySelector('.layout, .board .sheet')) return
    const log = [...document.querySelectorAll('.log [data-entry]')].map(({ dataset }) => dataset.entry)
    const sheet = document.querySelector('dialog[open] .results') !== null
    const places = document.querySelectorAll('.traveller .rank').length
    const busy = document.querySelector('main').dataset.busy === 'true'
    const skips = document.querySelector('[aria-keyshortcuts=Escape]') !== null
    const awaited = document.querySelectorAll('.people .acting').length
    const note = { facts: (FACTS)(), scene: (SCENES)(), log, places, sheet, busy, skips, awaited }
    const now = JSON.stringify(note)
    if (now === before) return
    before = now
    window.notes.push({ ...note, log: [log.length, log.at(-1) ?? null] })
  }
  const everything = { subtree: true, childList: true, attributes: true, characterData: true }
  new MutationObserver(look).observe(document.body, everything)
  const frame = () => { look(); requestAnimationFrame(frame) }
  frame()
}"""


def watch(page: Page, game: str) -> None:
    """Start to record what the page shows."""
    page.evaluate(WATCH.replace("FACTS", FACTS[game]).replace("SCENES", SCENES[game]))


def noted(page: Page) -> list[JsonDict]:
    """The recorded states."""
    found: list[JsonDict] = page.evaluate("() => window.notes")
    return found


def logged(page: Page) -> list[str]:
    """The events in the log."""
    entries = "[...document.querySelectorAll('.log [data-entry]')]"
    found: list[str] = page.evaluate(f"() => {entries}.map(({{ dataset }}) => dataset.entry)")
    return found


class Game:
    """A game that one player plays over a socket against bots, as long as the test allows."""

    def __init__(self, url: str, game: str, seats: int, **options: int | list[int]) -> None:
        self.url, self.game = url, game
        self.table, tokens = open_table(url, game, seats, people=1, options=options)
        self._free = threading.Semaphore(0)
        self._thread = threading.Thread(target=lambda: asyncio.run(self._play(tokens[0])), daemon=True)
        self.over = threading.Event()

    async def _play(self, token: str) -> None:
        async with seat_at(self.url, self.table, token) as seat:
            await seat.ask("start")
            while seat.over is None:
                if seat.my_turn:
                    await asyncio.get_running_loop().run_in_executor(None, self._free.acquire)
                    await seat.act(pick(seat.position["actions"], seat.position["ply"]))
                if seat.over is None and not seat.my_turn:
                    await seat.hear()
        self.over.set()

    def begin(self) -> None:
        """Start the game."""
        self._thread.start()

    def allow(self, decisions: int) -> None:
        """Allow a number of further decisions."""
        self._free.release(decisions)


def pick(actions: list[JsonDict], ply: int) -> str:
    """Any action that does not end the game for the player."""
    texts = [str(action["text"]) for action in actions if action["text"] not in ("cards PC", "jump", "cards none")]
    return texts[ply * 7 % len(texts)] if texts else str(actions[0]["text"])


@dataclass(frozen=True)
class Chapter:
    """One event: its name in the log, its fields, and the facts before and after its step."""

    key: str
    event: JsonDict
    silent: bool
    before: JsonDict
    after: JsonDict
    ends: bool
    """Whether it is the last of its step."""


def chapters(url: str, table: str) -> Iterator[Chapter]:
    """Every event of a finished game as a spectator sees it, from the record and the rules."""
    (record,) = notation.read_records(httpx.get(f"{url}/api/games/{table}/record").raise_for_status().text)
    name = record.value("game") or ""
    game = load(name)
    for number, step in enumerate(notation.replay(record), 1):
        before, after = (facts(name, game.to_json(game.view(state, WATCHER))) for state in (step.before, step.after))
        events = game.step_events(step.before, step.after, step.line.actor, step.action, WATCHER)
        for index, event in enumerate(events):
            told = json.loads(msgspec.json.encode(event))
            silent = bool(getattr(type(event), "silent", False))
            yield Chapter(f"{number}.{index}", told, silent, before, after, index == len(events) - 1)


def between(low: Any, value: Any, high: Any) -> bool:
    """Whether a fact is between two others: a number in between, or lists item by item."""
    if value in (low, high):
        return True
    if isinstance(value, list) and isinstance(low, list) and isinstance(high, list):
        return len(value) == len(low) == len(high) and all(map(between, low, value, high))
    return isinstance(value, int) and min(low, high) <= value <= max(low, high)


def check(game: str, story: list[Chapter], notes: list[JsonDict], *, whole: bool = True) -> None:
    """Check that the page showed what happened: in order, with the right values, nothing early, and nothing lost."""
    spoken = [at for at, chapter in enumerate(story) if not chapter.silent]
    place = {story[at].key: n for n, at in enumerate(spoken)}
    told = [-1 if note["log"][1] is None else place[note["log"][1]] for note in notes]
    assert told == sorted(told), "the log goes back"
    wanted = [(n, scene) for n, at in enumerate(spoken) for scene in scenes(game, story[at].event)]
    for note, n in zip(notes, told, strict=True):
        first = spoken[n] if n >= 0 else 0
        rest = story[first : spoken[n + 1] if n + 1 < len(spoken) else len(story)] or story[:1]
        assert any(fits(chapter, note["facts"]) for chapter in rest), (rest[0], note)
        if len(rest) == 1 and rest[0].ends and n >= 0:
            assert note["facts"] == rest[0].after, (rest[0].key, note["facts"])
        early = [one for one in note["scene"] if not any(m <= n + 1 and one == scene for m, scene in wanted)]
        assert not early, (early, story[first].key)
        assert n == len(spoken) - 1 or not (note["sheet"] or note["places"]), f"the end is shown too early: {note}"
        assert not note["busy"] or (note["skips"] and not note["awaited"]), f"the next event is shown too early: {note}"
    if not whole:
        return
    at = 0
    for n, scene in wanted:
        while at < len(notes) and not (told[at] >= n - 1 and scene in notes[at]["scene"]):
            at += 1
        assert at < len(notes), f"{scene} of {story[spoken[n]]} was never shown"
        assert told[at] <= n, f"{scene} of {story[spoken[n]]} came late"
        assert n not in told[:at], f"the log tells {story[spoken[n]]} before {scene} is shown"


def fits(chapter: Chapter, shown: JsonDict) -> bool:
    """Whether this can be seen while an event is shown, or after it."""
    return all(between(chapter.before[name], value, chapter.after[name]) for name, value in shown.items())

"""A review as sentences, in every language of All Aboard."""

from functools import cache
from importlib.resources import files

from allaboard.catalog import Catalog, title_of
from allaboard.game import CHANCE, load
from allaboard.reviews.findings import Decision, Review, SeatReview

COSTLIEST = 5


@cache
def catalog(language: str) -> Catalog:
    """The sentences of reviews."""
    text = files("allaboard.reviews").joinpath("messages", f"{language}.ftl").read_text(encoding="utf-8")
    return Catalog(language, [text])


def number(value: float, unit: str, signed: bool = True) -> str:
    """An amount as text: points as numbers, chances to win as percentages."""
    if unit == "wins":
        return f"{100 * value:+.0f}%" if signed else f"{100 * value:.0f}%"
    digits = 1 if unit == "points" else 2
    return f"{value:+.{digits}f}" if signed else f"{value:.{digits}f}"


def error_text(error: float, unit: str) -> str:
    """A standard error as text. An error that would be written as zero is less than the last digit."""
    text = number(error, unit, signed=False)
    if error == 0 or any(digit in text for digit in "123456789"):
        return text
    return f"<{text.replace('0%', '1%') if unit == 'wins' else text[:-1] + '1'}"


def name_of(player: SeatReview, language: str) -> str:
    """The name of the player at a seat."""
    return player.name or catalog(language).say("review-seat", seat=player.seat)


def sentence(found: Review, player: SeatReview, language: str) -> str:
    """A summary of luck, hidden information and mistakes."""
    size = {"points": 10.0, "wins": 0.1, "rounds": 0.2}[found.unit]
    luck = "good" if player.luck > size else "bad" if player.luck < -size else "even"
    said = catalog(language)
    told = [said.say(f"review-{luck}-luck")] if has_chance(player) else []
    if found.seats > 1 and found.hides and abs(player.hidden) > max(size, abs(player.luck)):
        told.append(said.say(f"review-{'good' if player.hidden > 0 else 'bad'}-hidden"))
    told.append(said.say("review-mistakes", count=len(player.costliest)))
    return said.say("review-gap").join(told)


def has_chance(player: SeatReview) -> bool:
    """Whether there were dice or cards in the game."""
    return any(step.actor == CHANCE for step in player.steps)


def headline(found: Review, player: SeatReview, language: str) -> str:
    """The result, compared with the expectation."""
    sign = -1 if found.unit == "rounds" else 1  # lost rounds are negative numbers
    return catalog(language).say(
        f"review-result-{found.unit}",
        name=name_of(player, language),
        outcome="lost" if player.result <= 0 else "won" if player.result >= 1 else "shared",
        result=round(-player.result) if sign < 0 else number(player.result, found.unit, signed=False),
        expected=number(sign * player.expected, found.unit, signed=False),
    )


def parts(found: Review, player: SeatReview, language: str) -> list[tuple[str, str]]:
    """The parts that add up to the result minus the expectation, with their names."""
    said = catalog(language)
    amounts = {"luck": player.luck, "own": player.own, "others": player.others, "hidden": player.hidden}
    if found.seats > 1 and not found.hides:
        amounts["rest"] = amounts.pop("hidden")
    if found.seats == 1:  # nothing is hidden, and there are no others
        amounts = {"luck": player.luck, "own": player.own, "rest": player.others + player.hidden}
    if not has_chance(player):
        del amounts["luck"]
    return [(said.say(f"review-{name}"), number(amount, found.unit)) for name, amount in amounts.items()]


def decision(found: Review, one: Decision, language: str) -> str:
    """A costly decision in one sentence."""
    return catalog(language).say(
        "review-decision",
        ply=one.ply + 1,
        played=said_of(one, one.played),
        best=said_of(one, one.best),
        cost=number(one.cost, found.unit, signed=False),
        error=error_text(one.error, found.unit),
    )


def said_of(one: Decision, action: str) -> str:
    """One of the options of a decision in the game's words."""
    return next((option.said for option in one.options if option.action == action and option.said), action)


def method(found: Review, language: str) -> str:
    """How the review was made."""
    said = catalog(language)
    return said.say(f"review-{found.method.replace('_', '-')}", values=found.values, budget=found.budget)


def text(found: Review, language: str) -> str:
    """The whole review as text."""
    lines = [title_of(load(found.game).declaration, language), ""]
    for player in found.players:
        lines += [headline(found, player, language), sentence(found, player, language)]
        lines += [f"  {amount:>8}  {name}" for name, amount in parts(found, player, language)]
        for one in player.costliest[:COSTLIEST]:
            lines.append(f"  - {decision(found, one, language)}")
            lines += [f"    {reason}" for reason in one.reasons]
        lines.append("")
    return "\n".join([*lines, method(found, language)])

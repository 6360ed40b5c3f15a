"""An immutable position of a game. It caches its views and legal actions."""

from allaboard.game import ALL_SEEING, CHANCE, Game, State


class Moment:
    """A position that never changes. An action gives a new moment, so views and menus are computed once for all."""

    __slots__ = ("_actors", "_legal", "_views", "game", "state")

    def __init__(self, game: Game[State], state: State) -> None:
        self.game, self.state = game, state
        self._actors: list[int] | None = None
        self._legal: dict[int, list[int]] = {}
        self._views: dict[int, State] = {}

    @property
    def actors(self) -> list[int]:
        """Who must act now."""
        if self._actors is None:
            self._actors = self.game.actors(self.state)
        return self._actors

    def legal(self, actor: int) -> list[int]:
        """The legal actions of a seat or of chance."""
        legal = self._legal.get(actor)
        if legal is None:
            legal = self._legal[actor] = self.game.legal(self.state, actor)
        return legal

    def weights(self) -> list[tuple[int, int]]:
        """The outcomes of chance, each with its weight."""
        return [(action, int(self.game.rules.weight(self.state, action))) for action in self.legal(CHANCE)]

    def view(self, viewer: int) -> State:
        """What a viewer may know. For the viewer that sees everything it is the state itself."""
        view = self._views.get(viewer)
        if view is None:
            view = self._views[viewer] = self.state if viewer == ALL_SEEING else self.game.view(self.state, viewer)
        return view

    def after(self, actor: int, action: int) -> "Moment":
        """The moment after an action. Raises Refusal if the action is not legal."""
        state = self.game.copy(self.state)
        if action in self.legal(actor):
            self.game.rules.apply(state, actor, action)
        else:
            self.game.play(state, actor, action)  # raises the refusal with its reason
        return Moment(self.game, state)

"""The games for OpenSpiel, in the encoding `tiles`; importing this module registers them.

`pyspiel.load_game("meldwise_pl_standard(players=3)")`: chance deals and draws tile by tile. House rules are a
parameter, with colons, for OpenSpiel keeps `=` for itself: `meldwise_pl_standard(house=opening_points:40+rack_size:7)`.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
import pyspiel

from meldwise import catalog
from meldwise.api import ruleset
from meldwise.envs.deal import Deal, kind_list
from meldwise.envs.decisions import Decisions
from meldwise.envs.options import options
from meldwise.live import shuffle
from meldwise.notation import write_tiles
from meldwise.ruleset import AnyRules, CardRules, TileRules
from meldwise.rummy17 import BONUS_CARDS
from meldwise.rummy17.events import Knocked
from meldwise.solver.problem import kinds_of

PARAMETERS: dict[str, Any] = {"players": 2, "reward": "score", "house": "", "turn_limit": 300}


def short_name(rules: AnyRules) -> str:
    """Return the name OpenSpiel knows a ruleset by."""
    return f"meldwise_{rules.key.replace('-', '_')}"


def game_type(rules: AnyRules, reward: str = "score", seats: int = 2) -> Any:
    """Return what OpenSpiel needs to know of a ruleset."""
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=short_name(rules),
        long_name=f"{rules.title} (meldwise)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if _zero_sum(rules, reward, seats) else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.max_players,
        min_num_players=rules.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc] # OpenSpiel is not typed
    """A ruleset as a game of OpenSpiel, or house rules made of it."""

    book: ClassVar[AnyRules]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        asked = PARAMETERS | (params or {})
        house = asked["house"].replace(":", "=")
        self.rules = rules = ruleset(f"{self.book.key}+{house}") if house else self.book
        self.options = options(
            rules,
            int(asked["players"]),
            encoding="tiles",
            reward=asked["reward"],
            turn_limit=int(asked["turn_limit"]),
        )
        seats = self.options.seats
        self.sample = self.options.game(shuffle(rules, seats, "sample", 0))
        most = _most_utility(rules, seats) if self.options.reward == "score" else 1.0
        reward = self.options.reward
        known_sum = {"utility_sum": 0.0} if _zero_sum(rules, reward, seats) else {}
        info = pyspiel.GameInfo(
            num_distinct_actions=self.sample.size,
            max_chance_outcomes=max(len(kind_list(rules)), len(BONUS_CARDS)),
            num_players=seats,
            min_utility=-most,
            max_utility=most,
            max_game_length=_most_decisions(rules, seats, self.options.turn_limit),
            **known_sum,
        )
        super().__init__(game_type(rules, reward, seats), info, asked)

    def new_initial_state(self) -> SpielState:
        """Return the game before the deal."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return how often chance decides at the most."""
        return len(self.rules.box.tiles) + len(BONUS_CARDS) + 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver | None:
        """Return what observes the states of this game as one seat sees them; other observations there are none."""
        if params:
            raise ValueError(f"there are no observation parameters; given: {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER or not kind.public_info:
            return None
        return SpielObserver(self, kind.perfect_recall)


class SpielState(pyspiel.State):  # type: ignore[misc] # OpenSpiel is not typed
    """A game at one moment, chance included."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        seats = game.options.seats
        self.deal = Deal(game.rules, seats)
        self.game: Decisions | None = None
        self.drawing: int | None = None  # a draw that chance has yet to decide
        self.lines: list[list[str]] = [[] for _ in range(seats)]  # what each seat has seen

    # ---- whose decision ----

    def current_player(self) -> int:
        """Return the seat that is to choose, or that it is chance, or that all is over."""
        if self.game is None or self.drawing is not None:
            return int(pyspiel.PlayerId.CHANCE)
        actor = self.game.actor
        return int(pyspiel.PlayerId.TERMINAL) if actor is None else actor

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.game is not None and self.game.actor is None

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002 - the seat that is to choose, always
        assert self.game is not None
        return [action for action, is_open in enumerate(self.game.mask()) if is_open]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return what may be dealt or drawn next, with its probability."""
        weights = self.deal.outcomes() if self.game is None else self.game.hidden()
        whole = sum(weights.values())
        return [(outcome, weight / whole) for outcome, weight in sorted(weights.items())]

    # ---- what happens ----

    def _apply_action(self, action: int) -> None:
        if self.game is None:
            self._deal(action)
        elif self.drawing is not None:
            self._draw(self.game, self.drawing, action)
        elif self.game.draws(action):
            self.drawing = action
        else:
            self._choose(self.game, action)

    def _deal(self, outcome: int) -> None:
        step, told = self.deal.step, self.deal.told(outcome)
        assert step
        for seat, lines in enumerate(self.lines):
            if step.seat in (None, seat):
                lines.append(f"dealt {told}" if step.seat is not None else told)
        self.deal.take(outcome)
        if self.deal.step is None:
            self.game = self.get_game().options.game(self.deal.setup())

    def _draw(self, game: Decisions, action: int, kind: int) -> None:
        drawer = game.actor
        assert drawer is not None
        before = _announced(game)
        game.put_next(kind)
        game.choose(action)
        self.drawing = None
        for seat, lines in enumerate(self.lines):
            lines.append(f"{drawer} draws" + (f" {self.deal.tiles[kind]}" if seat == drawer else ""))
            lines += [f"{other} announces" for other in sorted(_announced(game) - before)]

    def _choose(self, game: Decisions, action: int) -> None:
        chooser = game.actor
        assert chooser is not None
        told, secret = f"{chooser}: {game.meaning(action)}", game.secret(action)
        cards = isinstance(game.rules, CardRules)
        before = len(game.events) if cards else 0
        game.choose(action)
        knocked = [_knocking(event) for event in (game.events[before:] if cards else ()) if isinstance(event, Knocked)]
        for seat, lines in enumerate(self.lines):
            if seat == chooser or not secret:
                lines.append(told)
            lines.extend(knocked)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.deal.told(action)
        assert self.game is not None
        return self.game.meaning(action)

    # ---- what comes of it ----

    def returns(self) -> list[float]:
        """Return what each seat has got."""
        asked = self.get_game().options
        return [0.0] * asked.seats if self.game is None else list(asked.rewards(self.game))

    def __str__(self) -> str:
        if self.game is None:
            return f"dealing, {self.deal.done} of {len(self.deal.steps)}"
        held = []
        for seat in range(self.game.seats):
            hand = self.game.fields.split(self.game.observe(seat))
            own = hand["rack" if "rack" in hand else "hand"]
            tiles = [self.deal.tiles[kind] for kind, count in enumerate(own) for _ in range(int(count))]
            held.append(f"{seat}: {write_tiles(tuple(tiles))}")
        waiting = " drawing" if self.drawing is not None else ""
        return "\n".join([f"turn {self.game.turns}{waiting}", *held, *self.lines[0][-1:]])


class SpielObserver:
    """What a seat sees of a state; with perfect recall, everything it has seen, as text alone."""

    def __init__(self, game: SpielGame, perfect_recall: bool) -> None:
        self.perfect_recall = perfect_recall
        self._fields = game.sample.fields
        self.tensor = None if perfect_recall else np.zeros(self._fields.size, np.float32)
        self.dict = {} if self.tensor is None else self._fields.split(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        """Put what a seat sees into the tensor."""
        if self.tensor is not None:
            self.tensor[:] = 0 if state.game is None else state.game.observe(player)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return what a seat sees as text."""
        if self.perfect_recall or state.game is None:
            return "\n".join(state.lines[player])
        parts = self._fields.split(state.game.observe(player))
        return "\n".join(f"{name}: {_sparse(part)}" for name, part in parts.items())


def _knocking(event: Knocked) -> str:
    """Say how the knocking ended."""
    if event.winner is None:
        return "nobody knocks"
    return f"knocking: {', '.join(map(str, event.seats))}; {event.winner} takes {event.card}"


def _sparse(part: Any) -> str:
    flat = part.ravel()
    return " ".join(f"{i}={int(flat[i])}" for i in np.flatnonzero(flat)) or "-"


def _announced(game: Decisions) -> set[int]:
    own = game.fields.split(game.observe(0)).get("announced", np.zeros(0))
    return {int(seat) for seat in np.flatnonzero(own)}


def _zero_sum(rules: AnyRules, reward: str, seats: int) -> bool:
    if reward == "win":
        return seats == 2 and isinstance(rules, TileRules)
    return isinstance(rules, TileRules) and rules.pool_empty_scores == "difference"


def _most_utility(rules: AnyRules, seats: int) -> float:
    """Return what no score passes."""
    if isinstance(rules, CardRules):
        return float(2 * (len(rules.box.tiles) * max(rules.high_penalty, rules.low_penalty) + 12 * rules.bonus_points))
    return float(kinds_of(rules).worth(rules.box.tiles) + seats * rules.unopened_able_penalty)


def _most_decisions(rules: AnyRules, seats: int, turn_limit: int) -> int:
    """Return how many decisions a game may have: picks, layings, draws, and passes between layings."""
    tiles = len(rules.box.tiles)
    if isinstance(rules, CardRules):
        return turn_limit * (3 + seats + tiles)
    return 3 * tiles + seats * (tiles + 1)


def game_class(rules: AnyRules) -> type[SpielGame]:
    """Return the class of a ruleset's games. OpenSpiel keeps it to the very end, when only a class is safe to keep."""
    return type(short_name(rules), (SpielGame,), {"book": rules})


for _rules in catalog.rulesets().values():
    pyspiel.register_game(game_type(_rules), game_class(_rules))

"""Games added up: how many, who starts each, the totals and the final places (T6, T43-T45, C14)."""

from __future__ import annotations

import msgspec

from meldwise.errors import CaseError
from meldwise.game import Outcome, check_seats
from meldwise.ruleset import AnyRules


class Match(msgspec.Struct, frozen=True):
    """A match so far: a frozen value; `add` returns the next one."""

    rules: AnyRules
    seats: int
    games: int
    first_starter: int
    scores: tuple[tuple[int, ...], ...] = ()
    winners: tuple[tuple[int, ...], ...] = ()

    @property
    def over(self) -> bool:
        """Whether all games are played."""
        return len(self.scores) >= self.games

    @property
    def starter(self) -> int:
        """Who starts the next game: the seat to the left of the last starter (T6)."""
        return (self.first_starter + len(self.scores)) % self.seats

    @property
    def totals(self) -> tuple[int, ...]:
        """Everyone's points over all games played."""
        return tuple(sum(game[seat] for game in self.scores) for seat in range(self.seats))

    @property
    def wins(self) -> tuple[int, ...]:
        """Everyone's games won."""
        return tuple(sum(seat in won for won in self.winners) for seat in range(self.seats))

    @property
    def places(self) -> tuple[int, ...]:
        """Everyone's place, from 1; players equal by the book share one (T44)."""
        merits = [self._merit(seat) for seat in range(self.seats)]
        return tuple(1 + sum(other > mine for other in merits) for mine in merits)

    def add(self, result: Outcome) -> Match:
        """Return the match with one more game."""
        if self.over:
            raise CaseError("match-over", games=self.games)
        if len(result.scores) != self.seats:
            raise CaseError("wrong-players", players=len(result.scores), least=self.seats, most=self.seats)
        return msgspec.structs.replace(
            self, scores=(*self.scores, result.scores), winners=(*self.winners, result.winners)
        )

    def _merit(self, seat: int) -> tuple[int, ...]:
        total = self.totals[seat]
        return (self.wins[seat], total) if self.rules.ranking == "wins" else (total,)


def new_match(rules: AnyRules, seats: int, games: int | None = None, first_starter: int = 0) -> Match:
    """Return a match before its first game; without *games*, as many as the book says, else one (T43)."""
    check_seats(rules, seats, first_starter)
    if games is None:
        games = seats if rules.games == "players" else 1
    if games < 1:
        raise CaseError("no-games", games=games)
    return Match(rules, seats, games, first_starter)

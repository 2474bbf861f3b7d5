"""Things to try at a room, by chance: sensible, silly and forbidden commands; all of them can be read."""

from collections.abc import Callable
from typing import get_args

from meldwise import catalog
from meldwise.bots import LEVELS, named
from meldwise.rooms import commands as c

SIGNS = get_args(c.Sign)
ASKS = get_args(c.Asking)
TEXTS = (
    "draw", "pass", "announce", "time", "knock-time", "stock", "pile", "back", "knock yes", "knock no", "knock maybe",
    "play", "play ", "play /", "play b1 b2 b3", "play J J J", "play b1 b2 b3 / ", "meld r5 r6 r7", "add 0 r5 r6 r7 r8",
    "add 999 b1", "exchange 0", "exchange 99999", "discard b1", "discard", "0 draw", " draw", "draw ", "draw draw",
    "DRAW", "time b1 b2 b3", "play b1 b2 b3\n1 draw", "play ١ ٢ ٣", "play b00001", "play b99999999999999999999",
    "play " + "b1 " * 300, "play " + "/ " * 500, "add -1 b1", "add 1.5 b1", "\x00", "🎉", "play M C D J",
)  # fmt: skip
"""Actions as text; few of them are ever allowed."""
ODD = "\x00\t\n /b\xe9\u2028🎉"
LINES = ("hello", " ", "\x00\x1b[31m", "<b>bold</b>", "{phase}", "%s", "a" * 300, "\u202e", "\n", "👍" * 50)


class Mischief:
    """Makes commands; the same seed makes the same ones."""

    def __init__(self, dice, seats):
        self.dice = dice
        self.seats = seats
        self._made: dict[type, Callable[[], c.Command]] = {
            c.Start: c.Start,
            c.Share: lambda: c.Share(f"{dice.getrandbits(64):x}"),
            c.Ask: lambda: c.Ask(dice.choice(ASKS)),
            c.Answer: lambda: c.Answer(dice.random() < 0.7),
            c.Continue: c.Continue,
            c.TakeSeatBack: c.TakeSeatBack,
            c.Remove: lambda: c.Remove(self._seat()),
            c.Replace: lambda: c.Replace(self._seat(), dice.choice([*LEVELS, "grand", ""])),
            c.Leave: c.Leave,
            c.Say: lambda: c.Say(dice.choice(LINES)),
            c.React: lambda: c.React(dice.choice(SIGNS)),
            c.Mute: lambda: c.Mute(self._seat(), dice.random() < 0.5),
            c.Act: lambda: c.Act(self._text()),
        }
        self._kinds = [kind for kind in self._made for _ in range(_OFTEN.get(kind, 3))]

    def command(self):
        """Return any command, most likely to be refused."""
        return self._made[self.dice.choice(self._kinds)]()

    def action(self, view):
        """Return something the game may well allow to the seat that sees this."""
        return c.Act(legal(view, self.dice.getrandbits(32)))

    def _seat(self):
        return self.dice.randrange(self.seats + 1 if self.seats < 6 else self.seats)

    def _text(self):
        if self.dice.random() < 0.6:
            return self.dice.choice(TEXTS)
        text = self.dice.choice(TEXTS)
        place = self.dice.randrange(len(text) + 1)
        return (text[:place] + chr(self.dice.choice([0, 9, 10, 32, 47, 98, 233, 0x2028, 0x1F389])) + text[place:])[
            :1200
        ]


_OFTEN: dict[type, int] = {c.Leave: 1, c.Remove: 1, c.Replace: 1, c.Act: 8}


def legal(view, seed):
    """Return a legal action as text, by chance, from what a seat sees when the game waits for it."""
    action = named("chance")(seed).act(view)
    return catalog.game_of(view.rules).write_action(action).partition(" ")[2]

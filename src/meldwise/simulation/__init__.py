"""Games by the thousand: mirrored deals, the same results with any number of workers, figures with their intervals."""

from meldwise.simulation.cluster import on_cluster
from meldwise.simulation.deal import Dealt, Plan, Played, orders, play_deal
from meldwise.simulation.play import play_out
from meldwise.simulation.run import simulate
from meldwise.simulation.tally import Figure, Standing, standings

__all__ = [
    "Dealt",
    "Figure",
    "Plan",
    "Played",
    "Standing",
    "on_cluster",
    "orders",
    "play_deal",
    "play_out",
    "simulate",
    "standings",
]

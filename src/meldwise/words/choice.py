"""Which language somebody wants: by the headers of a request, or by the environment of a program."""

from __future__ import annotations

from collections.abc import Mapping

from meldwise.words.catalogue import LANGUAGES

VARIABLE = "MELDWISE_LANG"
_VARIABLES = (VARIABLE, "LC_ALL", "LC_MESSAGES", "LANG")
_MOST = 20
"""Languages of a header that are looked at."""


def known(tag: str) -> str | None:
    """Return the language of a tag like `pl`, `pl-PL` or `pl_PL.UTF-8`; None where there is no catalogue of it."""
    primary = tag.strip().replace("_", "-").partition("-")[0].partition(".")[0].lower()
    return primary if primary in LANGUAGES else None


def of_environment(environment: Mapping[str, str]) -> str:
    """Return the language of the first variable that is set, English where there is no catalogue of it."""
    named = next((text for name in _VARIABLES if (text := environment.get(name))), "")
    return known(named) or "en"


def of_header(accepted: str | None) -> str | None:
    """Return the language an Accept-Language header likes best; None where it likes none there is."""
    wishes = [part.partition(";") for part in (accepted or "").split(",")[:_MOST]]
    liked = [(_weight(weight), found) for tag, _, weight in wishes if (found := known(tag))]
    best = max((weight for weight, _ in liked), default=0.0)
    return next((found for weight, found in liked if weight == best), None) if best > 0 else None


def _weight(text: str) -> float:
    """Return the weight of a wish; 1 where it has none, 0 where that is no number."""
    name, _, number = text.partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return min(1.0, float(number.strip()[:8]))
    except ValueError:
        return 0.0

"""Write the reference pages that come from data: rules, rulings, rulesets side by side, knobs, reasons, commands, wire.

`make docs` runs it; a test keeps the committed pages equal to what it writes.
"""

from __future__ import annotations

import argparse
import html
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import structs

from meldwise import catalog, compare
from meldwise.cli.main import CASES, build_parser
from meldwise.cli.serve import GIVEN
from meldwise.ruleset import CardRules, Ruleset, TileRules, knobs
from meldwise.server.schemas import sentences
from meldwise.server.settings import PREFIX, UNSETTABLE, Settings
from meldwise.words import messages
from meldwise.words.rulebook import Example, Rule, Rulebook, Ruling, rulebook, told_by
from tools import wire

FOLDER = Path(__file__).parent.parent / "docs" / "reference"
GENERATED = "<!-- Made by tools/reference.py from the package's data: change the data, then run make docs. -->\n\n"


def pages() -> dict[Path, str]:
    """Return every generated page with its text."""
    book = rulebook()
    made = {
        "rules/index.md": _overview(book),
        "rules/rulings.md": _rulings(book),
        "rules/side-by-side.md": _side_by_side(),
        "knobs.md": _knobs(),
        "reasons.md": _reasons(),
        "commands.md": _commands(),
        "settings.md": _server_settings(),
        "wire.md": wire.page(),
    }
    for rules in catalog.rulesets().values():
        made[f"rules/{rules.key}.md"] = _ruleset(book, rules)
    return {FOLDER / name: GENERATED + text.strip() + "\n" for name, text in made.items()}


def _overview(book: Rulebook) -> str:
    lines = [
        "# The rules",
        "Every rule meldwise plays has an id: T for the tile games, C for the card game, R for a ruling.",
        "A ruling settles what a printed book leaves open or what can be read in two ways.",
        "Reasons and tests name these ids.",
        "",
        "| ruleset | printed game | players |",
        "|---|---|---|",
    ]
    for rules in catalog.rulesets().values():
        players = f"{rules.min_players}–{rules.max_players}"
        lines.append(f"| [{rules.title}]({rules.key}.md) `{rules.key}` | {rules.printed} | {players} |")
    lines += [
        "",
        "See [where they differ](side-by-side.md) and [every ruling with its reason](rulings.md).",
        "",
        "## Every rule by id",
        "",
    ]
    for rule in book.rule:
        lines.append(f"- [{rule.id} {rule.title}]({rule.rulesets[0]}.md#{rule.id.lower()})")
    return "\n".join(lines)


def _ruleset(book: Rulebook, rules: Ruleset) -> str:
    lines = [f"# {rules.title}", f"`{rules.key}` plays the printed game *{rules.printed}*.", ""]
    for section in book.section:
        found = book.rules_of(section.key, rules.key)
        if found:
            lines += [f"## {section.title}", ""]
        for rule in found:
            lines += _rule(book, rule, rules)
    return "\n".join(lines)


def _rule(book: Rulebook, rule: Rule, rules: Ruleset) -> Iterator[str]:
    yield f"### {rule.id} {rule.title} {{#{rule.id.lower()}}}"
    yield ""
    yield from _lines(rule.text)
    if rules.key in rule.differs:
        yield f"\n**Here:** {rule.differs[rules.key]}"
    yield f"\n*{told_by(rule)}*\n"
    others = [(key, words) for key, words in rule.differs.items() if key != rules.key]
    if others:
        yield '??? note "Where the editions differ"\n'
        yield from (f"    - `{key}`: {words}" for key, words in others)
        yield ""
    yield from _examples([example for example in rule.example if example.rules == rules.key] or list(rule.example))
    for ruling in book.rulings_on(rule.id, rules.key):
        yield f'!!! info "Ruling {ruling.id}"'
        yield f"    **Open:** {ruling.open}\n"
        yield f"    **Chosen:** {ruling.choice}\n"
        yield f"    **Why:** {ruling.why}"
        yield ""


def _lines(text: str) -> Iterator[str]:
    """Write one sentence a line; in a text of figures, each on a line of its own."""
    for line in text.strip().splitlines():
        yield f"{line}  " if line.startswith(("Game ", "Total:")) else line


def _examples(examples: Iterable[Example]) -> Iterator[str]:
    found = list(examples)
    if found:
        yield "| row | verdict | |"
        yield "|---|---|---|"
    for example in found:
        verdict = "a set" if example.valid else "no set"
        yield f"| {_drawn(example.set)} | {verdict} in `{example.rules}` | {example.note} |"
    if found:
        yield ""


def _drawn(row: str) -> str:
    """Draw a row as small tiles; styles in assets/tiles.css."""
    spans = []
    for token in row.split():
        ink = token[-1] if len(token) == 2 and token[0] == "J" else token[0] if token[0].islower() else "joker"
        spans.append(f'<span class="tile tile-{ink}">{html.escape(token)}</span>')
    return "".join(spans)


def _rulings(book: Rulebook) -> str:
    lines = ["# The rulings", "What the printed books leave open, what we chose, and why.", ""]
    for ruling in book.ruling:
        lines += _ruling(ruling)
    return "\n".join(lines)


def _ruling(ruling: Ruling) -> list[str]:
    where = ", ".join(f"`{key}`" for key in ruling.rulesets)
    rule = f"[{ruling.rule}]({ruling.rulesets[0]}.md#{ruling.rule.lower()})"
    return [
        f"## {ruling.id} {{#{ruling.id.lower()}}}",
        "",
        f"Settles {rule}, in {where}.",
        "",
        f"- **Open:** {ruling.open}",
        f"- **Chosen:** {ruling.choice}",
        f"- **Why:** {ruling.why}",
        "",
    ]


def _side_by_side() -> str:
    tiles = [rules for rules in catalog.rulesets().values() if isinstance(rules, TileRules)]
    lines = ["# The rulesets side by side", "Made from the rulesets' own data.", ""]
    lines += ["| | " + " | ".join(f"`{rules.key}`" for rules in tiles) + " |", "|---" * (len(tiles) + 1) + "|"]
    for row in compare.tile_rows(tiles):
        ids = f" ({', '.join(row.rules)})" if row.rules else ""
        lines.append(f"| {row.about}{ids} | " + " | ".join(row.answers) + " |")
    for rules in catalog.rulesets().values():
        if isinstance(rules, CardRules):
            lines += ["", f"## {rules.title}", "", "| | |", "|---|---|"]
            lines += [f"| {row.about} | {row.answers[0]} |" for row in compare.card_rows(rules)]
    return "\n".join(lines)


def _knobs() -> str:
    lines = [
        "# Knobs",
        "What house rules may change; see [how to write them](../how-to/house-rules.md).",
    ]
    for title, kind in (("Tile games", TileRules), ("Rummy 17", CardRules)):
        users = [rules for rules in catalog.rulesets().values() if isinstance(rules, kind)]
        lines += ["", f"## {title}", "", "| knob | means | set to |", "|---|---|---|"]
        for knob, meaning in knobs(kind).items():
            lines.append(f"| `{knob}` | {meaning} | {_settings(knob, users)} |")
    return "\n".join(lines)


def _settings(knob: str, users: Sequence[Ruleset]) -> str:
    values: dict[str, list[str]] = {}
    for rules in users:
        value = getattr(rules, knob)
        shown = str(value).lower() if isinstance(value, bool) else str(value)
        values.setdefault(shown, []).append(rules.key)
    if len(values) == 1:
        return f"`{next(iter(values))}`"
    return "; ".join(f"`{value}` in {', '.join(keys)}" for value, keys in values.items())


def _reasons() -> str:
    lines = [
        "# Reasons and errors",
        "Every refusal has a stable code; its facts fill the braces.",
        "`{color_name}` is the fact `color` in words; `{why}` may be another reason, told in its place.",
        "The sentences are here in English; the same codes have sentences in every language of the catalogues.",
        "Codes never change their meaning; sentences may be polished.",
        "",
        "| code | in words |",
        "|---|---|",
    ]
    told = {code: message.text for code, message in messages().items() if "." not in code}
    lines += [f"| `{code}` | {html.escape(text, quote=False)} |" for code, text in told.items()]
    return "\n".join(lines)


def _commands() -> str:
    lines = [
        "# Commands",
        "The program is `meldwise`.",
        "It leaves with status 0 when done, 1 when the one case is invalid or illegal,",
        "2 when the input could not be read.",
        f"{', '.join(f'`{name}`' for name in CASES)} take one case as options or as `--case JSON`, and many with"
        " `--batch FILE`: JSON Lines in, one JSON object a line out, in the same order.",
        "",
    ]
    parser = build_parser()
    commands = next(a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
    for name, sub in commands.choices.items():
        lines += [f"## meldwise {name}", "", f"{str(sub.description).capitalize()}.", ""]
        lines += ["| option | |", "|---|---|"]
        lines += [f"| `{_option(action)}` | {action.help or ''} |" for action in sub._actions if action.dest != "help"]
        lines.append("")
    return "\n".join(lines)


def _option(action: argparse.Action) -> str:
    name = ", ".join(action.option_strings) or str(action.metavar or action.dest).upper()
    metavar = action.metavar or action.dest.upper()
    takes = metavar if isinstance(metavar, str) else " ".join(metavar)
    return name if action.nargs == 0 or not action.option_strings else f"{name} {takes}"


def _server_settings() -> str:
    """Return the page of the server's settings."""
    said = sentences(Settings)
    lines = [
        "# Settings of a server",
        "`meldwise serve` takes each of these from a TOML file (`--config FILE`), where it has this name, or from the",
        f"environment, where it is in capitals after `{PREFIX}`; those that have an option of their own, from that.",
        "An option wins over the environment, and that over the file.",
        f"A variable after `{PREFIX}` that is none of them is named in the log.",
        "",
        "| setting | by default | what it is |",
        "|---|---|---|",
    ]
    for field in structs.fields(Settings):
        if field.name not in UNSETTABLE:
            default = ", ".join(field.default) if isinstance(field.default, tuple) else field.default
            option = f" `--{field.name.replace('_', '-')}`" if field.name in GIVEN else ""
            shown = f"`{default}`" if default != "" else ""
            lines.append(f"| `{field.name}`{option} | {shown} | {said[field.name]} |")
    return "\n".join(lines)


def main() -> None:
    for path, text in pages().items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()

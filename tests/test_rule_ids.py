"""Every rule and ruling is named by a test that proves it, and by nothing that does not exist."""

import ast
from functools import cache
from pathlib import Path

from meldwise.words.rulebook import rulebook

TESTS = Path(__file__).parent
IDS = [*(f"T{n}" for n in range(1, 46)), *(f"C{n}" for n in range(1, 16)), *(f"R{n}" for n in range(1, 35))]


@cache
def named_ids():
    """Return the ids named by `@pytest.mark.rule(...)` on test functions, with where they stand."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for id in _marked(node):
                    found.setdefault(id, []).append(f"{path.name}::{node.name}")
    return found


def _marked(node):
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
            yield from (argument.value for argument in mark.args if isinstance(argument, ast.Constant))


def test_every_rule_is_proved_by_a_test():
    assert [id for id in IDS if id not in named_ids()] == []


def test_no_test_names_a_rule_that_does_not_exist():
    assert set(named_ids()) <= set(IDS)


def test_the_rulebook_tells_every_rule_and_ruling_once():
    book = rulebook()
    assert [rule.id for rule in book.rule] + [ruling.id for ruling in book.ruling] == IDS

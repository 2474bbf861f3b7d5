"""Every code has its sentence, every sentence its code, and the facts fill the braces."""

import re
from pathlib import Path
from string import Formatter

import meldwise
from meldwise.errors import Reason
from meldwise.words import cited, messages, sentence

SOURCE = Path(meldwise.__file__).parent
CODE = re.compile(
    r"""(?:Reason|refused|Error|_reason)\(\s*"([a-z0-9-]+)"|code = "([a-z-]+)" if|"([a-z-]+)" if .* else "([a-z-]+)\""""
)


def codes_in_source():
    text = "\n".join(path.read_text("utf-8") for path in SOURCE.rglob("*.py"))
    return {code for match in CODE.finditer(text) for code in match.groups() if code}


def test_every_code_has_its_sentence():
    coded = {code for code in codes_in_source() if "-" in code}
    assert len(coded) > 60
    assert coded - set(messages()) == set()


def test_every_sentence_is_used():
    text = "\n".join(path.read_text("utf-8") for path in SOURCE.rglob("*.py"))
    unused = [code for code in messages() if not code.startswith("color.") and f'"{code}"' not in text]
    assert unused == []


def test_sentences_take_only_plain_facts():
    for code, text in messages().items():
        for _, name, spec, _ in Formatter().parse(text):
            assert name is None or (name.isidentifier() and not spec), code


def test_a_reason_is_told_with_its_rules():
    reason = Reason("color-change-same-color", {"color": "b", "position": 2}, ("T16",))
    told = cited(sentence(reason.code, reason.facts), reason.rules)
    assert told == "the colour-change joker needs another colour after it (T16)"


def test_a_nested_reason_is_told_inside():
    why = {"code": "run-wraps", "facts": {"top": 13}}
    assert sentence("invalid-set", {"set": "r12 r13 r1", "why": why}) == "r12 r13 r1 is no set: 1 never follows 13"

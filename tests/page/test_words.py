"""The page says what Python says: the same catalogue through another compiler, and the plural rules of JavaScript."""

import json
import subprocess

import pytest
from tools.page import ROOT, machines_node, wheels_node

from meldwise.words import LANGUAGES, sentence
from meldwise.words.plurals import plural

MOST = 1000
COUNTED = "page.tiles-held"
ASKED = f"""
import {{ m }} from {json.dumps((ROOT / "web/src/paraglide/messages.js").as_uri())};
import {{ plural }} from {json.dumps((ROOT / "web/src/paraglide/registry.js").as_uri())};
const numbers = Array.from({{ length: {MOST} + 1 }}, (_, number) => number);
const told = (locale) => numbers.map((count) => [plural(locale, count), m["{COUNTED}"]({{ count }}, {{ locale }})]);
console.log(JSON.stringify(Object.fromEntries({json.dumps([*LANGUAGES])}.map((locale) => [locale, told(locale)]))));
"""


@pytest.fixture(scope="module")
def page():
    """Return the page's form and sentence for every number, language by language."""
    found = machines_node() or wheels_node()
    assert found is not None
    asked = [str(found[0] / "node"), "--input-type=module", "--eval", ASKED]
    return json.loads(subprocess.run(asked, capture_output=True, text=True, check=True).stdout)


@pytest.mark.parametrize("language", LANGUAGES)
def test_python_and_the_page_count_alike(page, language):
    ours = [[plural(count, language), sentence(COUNTED, {"count": count}, language)] for count in range(MOST + 1)]
    assert ours == page[language]

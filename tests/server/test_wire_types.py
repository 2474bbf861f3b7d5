"""The page's types are the server's."""

from tools import wire_types


def test_the_pages_types_are_those_of_the_messages():
    assert wire_types.FILE.read_text("utf-8") == wire_types.text(), "run make docs"

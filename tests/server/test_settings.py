"""Settings: from a file, the environment or the command line, in that order of rank."""

import pytest

from meldwise.cli.main import main
from meldwise.errors import CaseError
from meldwise.server.settings import Settings, settings


def test_what_is_given_wins_over_the_environment_and_that_over_the_file(tmp_path):
    file = tmp_path / "meldwise.toml"
    file.write_text('port = 1\nworkers = 2\ndays = 3\nhosts = ["a.example"]\n')
    made = settings(file, {"MELDWISE_PORT": "4", "MELDWISE_WORKERS": "5", "MELDWISE_ORIGINS": "x,y"}, {"port": 6})
    assert (made.port, made.workers, made.days) == (6, 5, 3)
    assert (made.hosts, made.origins) == (("a.example",), ("x", "y"))


def test_nothing_said_gives_the_defaults():
    assert settings(None, {"OTHER": "1"}, {"port": None}) == Settings()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("port = 70000", "bad-settings"),
        ("prot = 1", "bad-settings"),
        ('workers = "many"', "bad-settings"),
        ("port = ", "bad-settings-file"),
        ("\udcff", "bad-settings-file"),
        ('pool = "b1"', "bad-settings"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_with_a_sentence(tmp_path, text, code):
    file = tmp_path / "meldwise.toml"
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(CaseError) as caught:
        settings(file, {}, {})
    assert caught.value.code == code
    assert str(caught.value)


def test_a_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(CaseError, match="cannot be read"):
        settings(tmp_path / "nothing.toml", {}, {})


@pytest.mark.parametrize(
    ("host", "allowed"), [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False)]
)
def test_a_test_pool_is_for_this_machine_alone(host, allowed):
    if allowed:
        assert settings(None, {}, {"host": host, "pool": "b1"}).pool == "b1"
    else:
        with pytest.raises(CaseError, match="test pool"):
            settings(None, {}, {"host": host, "pool": "b1"})


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "There are no tiles in"),
        (b"\xff\xfe", "cannot be read: it is not UTF-8 text"),
        (b"r1 hello", "hello is no tile"),
        (b"r1 r1 r1", "does not deal so many r1"),
        (None, "cannot be read: No such file"),
    ],
)
def test_a_test_pool_that_is_none_is_refused_with_one_sentence(tmp_path, capsys, content, told):
    file = tmp_path / "pool.txt"
    if content is not None:
        file.write_bytes(content)
    assert main(["serve", "--port", "0", "--data", str(tmp_path), "--test-pool", str(file)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert err.startswith("meldwise: ")
    assert told in err


def test_a_test_pool_is_refused_where_others_can_reach_it(tmp_path, capsys):
    file = tmp_path / "pool.txt"
    file.write_text("r1 r2")
    assert main(["serve", "--host", "0.0.0.0", "--port", "0", "--test-pool", str(file)]) == 2
    assert "only for this machine" in capsys.readouterr().err

"""Settings: from a file, the environment or the command line, in that order of rank."""

import re
import tomllib
from pathlib import Path

import pytest

from meldwise.cli.main import main
from meldwise.errors import CaseError
from meldwise.server.settings import Settings, is_loopback, settings, unheeded

ROOT = Path(__file__).parent.parent.parent


def test_what_is_given_wins_over_the_environment_and_that_over_the_file(tmp_path):
    file = tmp_path / "meldwise.toml"
    file.write_text('port = 1\nworkers = 2\ndays = 3\nhosts = ["a.example"]\n')
    made = settings(file, {"MELDWISE_PORT": "4", "MELDWISE_WORKERS": "5", "MELDWISE_LOG": "error"}, {"port": 6})
    assert (made.port, made.workers, made.days) == (6, 5, 3)
    assert (made.hosts, made.log) == (("a.example",), "error")


def test_nothing_said_gives_the_defaults():
    assert settings(None, {"OTHER": "1"}, {"port": None}) == Settings()


def test_a_variable_that_no_setting_has_is_noticed():
    fine = {"MELDWISE_PORT": "4", "MELDWISE_LANG": "pl", "PORT": "4"}
    assert unheeded(fine) == []
    assert unheeded(fine | {"MELDWISE_PROT": "4", "MELDWISE_POOL": "k1"}) == ["MELDWISE_POOL", "MELDWISE_PROT"]


def test_lists_are_taken_as_browsers_write_them():
    made = settings(
        None,
        {
            "MELDWISE_HOSTS": "a.example, B.Example,, [::1] ,",
            "MELDWISE_ORIGINS": " https://Page.example/, http://b.example:8080",
        },
        {"log": "Warning"},
    )
    assert made.hosts == ("a.example", "b.example", "::1")
    assert made.origins == ("https://page.example", "http://b.example:8080")
    assert made.log == "warning"
    assert settings(None, {"MELDWISE_HOSTS": "*", "MELDWISE_ORIGINS": ""}, {}) == Settings(hosts=("*",))


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("LOG", "loud", "loud is none of debug, info, warning, error"),
        ("LOG", "", "is none of debug"),
        ("HOSTS", "https://a.example", "https://a.example is no name of a server"),
        ("HOSTS", "a.example, b.example:8017", "b.example:8017 is no name"),
        ("ORIGINS", "page.example", "page.example is no origin"),
        ("ORIGINS", "https://page.example/table", "https://page.example/table is no origin"),
        ("ORIGINS", "*", "* is no origin"),
    ],
)
def test_what_could_only_be_a_slip_is_refused(name, value, told):
    with pytest.raises(CaseError) as caught:
        settings(None, {f"MELDWISE_{name}": value}, {})
    assert caught.value.code == "bad-settings"
    assert told in str(caught.value)


def test_the_recipe_lets_nobody_past_its_proxy():
    """What is told to those who host for other people fits together, and only the proxy can reach it."""
    page = (ROOT / "docs/how-to/host-tables.md").read_text("utf-8")
    assert not re.search(r"^meldwise serve .*--host", page, re.MULTILINE)
    [recipe] = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    made = settings(None, {}, tomllib.loads(recipe))
    [proxied] = re.findall(r"reverse_proxy (\S+)", page)
    assert made.proxies == 1
    assert is_loopback(made.host)
    assert f"{made.host}:{made.port}" == proxied


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
    ("environment", "told"),
    [
        ({"MELDWISE_PROXIES": "1"}, "not for one behind a proxy"),
        ({"MELDWISE_HOSTS": "tables.example"}, "not for tables.example"),
        ({"MELDWISE_HOSTS": "*"}, "not for *"),
    ],
)
def test_a_test_pool_is_not_for_those_whom_a_proxy_brings(environment, told):
    with pytest.raises(CaseError) as caught:
        settings(None, environment, {"pool": "b1"})
    assert told in str(caught.value)


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


@pytest.mark.parametrize(
    ("text", "environment", "given", "told"),
    [
        ("", {"MELDWISE_PORT": "abc"}, {}, "MELDWISE_PORT: Expected `int`, got `str`."),
        ("port = 1", {"MELDWISE_PORT": "70000"}, {}, "MELDWISE_PORT: Expected `int` <= 65535."),
        ("", {"MELDWISE_WORKERS": "many"}, {"workers": 0}, "--workers: Expected `int` >= 1."),
        ("", {}, {"rooms_per_minute": 0}, "--rooms-per-minute: Expected `int` >= 1."),
        ("workers = 0", {"MELDWISE_PORT": "1"}, {}, "meldwise.toml: workers: Expected `int` >= 1."),
        ("hosts = [1]", {}, {}, "meldwise.toml: hosts: Expected `str`, got `int`."),
        ("prot = 1", {}, {}, "meldwise.toml: Object contains unknown field `prot`."),
    ],
)
def test_a_setting_that_does_not_fit_is_named_as_it_was_given(tmp_path, text, environment, given, told):
    file = tmp_path / "meldwise.toml"
    file.write_text(text)
    with pytest.raises(CaseError) as caught:
        settings(file, environment, given)
    assert caught.value.code == "bad-settings"
    assert str(caught.value).endswith(told)
    assert "$" not in str(caught.value)

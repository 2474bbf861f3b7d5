"""The page is built with a Node.js that is new enough, wherever it comes from."""

import json

import pytest
from tools import page


def test_vite_runs_on_two_lines_of_node():
    new = {"v20.19.2", "v20.20.0", "v22.12.0", "v24.0.0"}
    old = {"v18.20.1", "v20.18.0", "v21.7.3", "v22.11.0", ""}
    assert {version for version in new | old if page.new_enough(version)} == new


def machine(folder, monkeypatch, **programs):
    """Have nothing on the machine but these programs, each of which says one line."""
    for name, line in programs.items():
        (folder / name).write_text(f"#!/bin/sh\necho {line}\n")
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))


def test_an_old_node_is_passed_over(tmp_path, monkeypatch):
    machine(tmp_path, monkeypatch, node="v18.20.1", npm="9.0.0")
    assert page.machines_node() is None


def test_a_node_without_npm_is_passed_over(tmp_path, monkeypatch):
    machine(tmp_path, monkeypatch, node="v24.0.0")
    assert page.machines_node() is None


def test_a_new_node_is_taken(tmp_path, monkeypatch):
    machine(tmp_path, monkeypatch, node="v24.0.0", npm="11.0.0")
    assert page.machines_node() == (tmp_path, [str(tmp_path / "npm")])


def test_without_any_node_one_sentence_says_so(monkeypatch):
    monkeypatch.setattr(page, "machines_node", lambda: None)
    monkeypatch.setattr(page, "wheels_node", lambda: None)
    with pytest.raises(SystemExit) as ended:
        page.main()
    assert ended.value.code == page.MISSING


def test_no_script_calls_npm_by_its_name():
    """The npm of the wheel is found by its path alone."""
    scripts = json.loads((page.ROOT / "web" / "package.json").read_text("utf-8"))["scripts"]
    assert [script for script in scripts.values() if script.split()[0] == "npm" or "&& npm" in script] == []

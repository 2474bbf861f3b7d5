# Everything a fresh machine needs: `make play` and `make test` set up what they use.
.PHONY: setup play test soak bench docs lint golden lock clean
PYTHON ?= python3
BIN := .venv/bin
RULES ?=

setup: .venv/ready

.venv/ready: pyproject.toml requirements/dev.txt
	$(PYTHON) -c 'import sys; sys.exit("meldwise needs Python 3.11 or newer; say make PYTHON=python3.12" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@

play: setup
	$(BIN)/meldwise play

test: setup lint
	$(BIN)/python -m pytest -m "not soak" -n 2
	$(MAKE) --no-print-directory docs

soak: setup
	$(BIN)/python -m pytest -m soak -n 2
	HYPOTHESIS_PROFILE=soak $(BIN)/python -m pytest -n 2 tests/test_laws.py tests/test_notation.py tests/test_record.py tests/cli/test_fuzz.py

bench: setup
	$(BIN)/python -m bench

docs: setup
	$(BIN)/python -m tools.reference
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet

lint: setup
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m mypy
	$(BIN)/lint-imports --no-logo

golden: setup
	$(BIN)/python -m tools.golden $(RULES)

lock: setup
	$(BIN)/python -m tools.lock

clean:
	rm -rf .venv site .mypy_cache .pytest_cache .ruff_cache .hypothesis

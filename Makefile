# The commands of this project. Each sets up what it needs; a second call is quick.
PY := .venv/bin/python
BIN := .venv/bin

.PHONY: run test check coverage soak rules docs format clean

run: ## set up everything and start a sample table; PORT=8971 make run uses that port
	@scripts/setup run
	@exec $(BIN)/companion serve --demo

test: ## set up everything and run checks and tests
	@scripts/setup test
	@$(MAKE) --no-print-directory check
	$(BIN)/pytest -n 3 --dist loadfile -q

check: ## formatting, lint, types, import directions
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy --no-error-summary
	$(BIN)/lint-imports --no-logo

coverage: ## the same tests with a report of the lines and branches they pass; takes twice as long
	@scripts/setup test
	$(BIN)/pytest -n 3 --dist loadfile --cov --cov-report=term:skip-covered -q

soak: ## full counts of what `make test` runs a seeded part of
	@scripts/setup test
	$(BIN)/pytest -m soak --soak -q --timeout 7200
	$(PY) -m scripts.mutate_rules --count 400

rules: ## which checklist ids have a passing test that names them
	@scripts/setup test
	$(PY) scripts/rules.py

docs: ## the site of docs/ in site/; any warning and any broken link ends it
	@scripts/setup test
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "The documents are in site/index.html."

format: ## put the code in shape
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean: ## remove what set-up and tests made
	rm -rf .venv site node_modules webui/node_modules webui/static/vendor .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage*

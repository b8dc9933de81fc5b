# Two commands: `make demo` runs the main job, `make test` passes the tests. Both set up what they need.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test bench reference

demo: .venv/run.stamp
	@$(BIN)/croupier demo

test: .venv/dev.stamp
	@./check

bench: .venv/dev.stamp
	@$(BIN)/python bench/speed.py

reference: .venv/dev.stamp
	@$(BIN)/python docs/reference/generate.py

.venv/run.stamp: pyproject.toml constraints.txt
	@./install
	@touch $@

.venv/dev.stamp: pyproject.toml constraints.txt
	@./install dev
	@touch $@ .venv/run.stamp

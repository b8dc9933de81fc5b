# Two commands: `make demo` runs the main job, `make test` passes the tests. Both set up what they need.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test bench soak reference

demo: .venv/run.stamp .venv/demo.stamp
	@$(BIN)/croupier demo --data .venv/demo.sqlite

test: .venv/dev.stamp
	@./check

bench: .venv/dev.stamp
	@$(BIN)/python bench/speed.py; rules=$$?; $(BIN)/python bench/table.py; table=$$?; \
	$(BIN)/python bench/journal.py; journal=$$?; $(BIN)/python bench/cage.py; cage=$$?; $(BIN)/python bench/reports.py; reports=$$?; $(BIN)/python bench/under_load.py; server=$$?; \
	$(BIN)/python bench/hostile.py; hostile=$$?; $(BIN)/python bench/page.py; page=$$?; \
	$(BIN)/python bench/sessions.py; sessions=$$?; \
	$(BIN)/python bench/simulation.py && exit $$((rules | table | journal | cage | reports | server | hostile | page | sessions))

# Long-running tests, with many more seeds than `make test`, and mutants of the rules and the settlement.
soak: .venv/dev.stamp
	@HYPOTHESIS_PROFILE=soak CROUPIER_POWER_CUTS=0:20000 CROUPIER_NIGHTS=0:100000 CROUPIER_MINUTES=60 CROUPIER_KILLS=500 CROUPIER_FUZZ=1000000 CROUPIER_FUZZ_SEED=$$(date +%s) \
	CROUPIER_MUTANTS=200 CROUPIER_MUTANTS_SEED=$$(date +%s) CROUPIER_FLOOR_TERMINALS=200 CROUPIER_API_EXAMPLES=60 CROUPIER_EVERY_MODE=1 CROUPIER_EVERY_AREA=1 CROUPIER_TOUCHING=300 CROUPIER_TOUCHING_SEED=$$(date +%s) CROUPIER_RANDOM_STRATEGIES=1000 \
	$(BIN)/pytest --quiet --numprocesses auto tests/faults/test_powercut.py tests/faults/test_many_kills.py tests/faults/test_floor_kill.py tests/simulation tests/properties \
	tests/server/test_fuzz.py tests/server/api/test_any_request.py tests/mutation tests/browser/test_access.py tests/browser/test_every_area.py tests/browser/test_random_touching.py tests/lab/strategies/test_standard_normal.py

reference: .venv/dev.stamp
	@$(BIN)/python docs/reference/generate.py

# The demonstration continues where it stopped. If the code has changed since, delete its journal and start a new one.
.venv/demo.stamp: .venv/run.stamp $(shell find src -name '*.py')
	@rm -f .venv/demo.sqlite*
	@touch $@

.venv/run.stamp: pyproject.toml constraints.txt
	@./install
	@touch $@

.venv/dev.stamp: pyproject.toml constraints.txt
	@./install dev
	@touch $@ .venv/run.stamp

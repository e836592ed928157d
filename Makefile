# One word for each habit. Everything that a habit needs is made on the way: .venv holds the packages, build/ the
# compiled core; a stamp in .venv/stamps says what is up to date.

PYTHON ?= python3
FUZZ_CALLS ?= 10000000

VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
PIP_INSTALL := $(BIN)/python -m pip install -qq
SANITIZED := build/sanitize
KAGGLE_VENV := $(VENV)/kaggle
CORE := $(shell find core -not -path 'core/tests*' 2>/dev/null)
CPP_FILES = $(shell find core -name '*.cpp' -o -name '*.hpp')

export PIP_DISABLE_PIP_VERSION_CHECK := 1
unexport PYTHONDONTWRITEBYTECODE  # it makes every start of Python slower
unexport PYTHONPATH

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run test lint format bench bench-arena docs sanitize worlds install clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: install $(STAMPS)/studio ## start the studio and open it in a browser
	@$(BIN)/inarow studio

test: install $(STAMPS)/dev $(STAMPS)/java $(STAMPS)/chromium ## run the tests
	$(BIN)/python -m pytest -n auto

lint: install $(STAMPS)/dev ## check format, types and layers
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	@echo "clang-format --dry-run -Werror core"
	@$(BIN)/clang-format --dry-run -Werror $(CPP_FILES)
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python tools/check_includes.py core

format: $(STAMPS)/dev ## put every file into the common format
	$(BIN)/ruff check --fix --select I
	$(BIN)/ruff format
	@echo "clang-format -i core"
	@$(BIN)/clang-format -i $(CPP_FILES)

# VALUES="--large --memory 4096 --threads 2" solves the empty boards that take minutes to hours.
bench: install $(STAMPS)/bench ## print the node signature and the speeds
	$(BIN)/python bench/signature.py
	$(BIN)/python bench/speed.py
	$(BIN)/python bench/solve.py --empty
	$(BIN)/python bench/values.py $(VALUES)

# KAGGLE=PYTHON compares with kaggle-environments, which needs an environment of its own.
bench-arena: install ## print the arena's games a second
	$(BIN)/python bench/arena.py $(if $(KAGGLE),--kaggle $(KAGGLE))

# WORLDS="--games 10" makes it shorter: a hundred games against each of Kaggle's two take eight minutes on two cores.
worlds: install $(STAMPS)/dev $(STAMPS)/kaggle ## meet Kaggle, OpenSpiel, PettingZoo and Gymnasium
	$(BIN)/python tools/worlds.py --kaggle $(KAGGLE_VENV)/bin/python $(WORLDS)

docs: install $(STAMPS)/docs ## run the examples and build docs/_build
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python tools/check_examples.py README.md docs/*.md
	$(BIN)/python -m sphinx -W --keep-going -q -b html docs docs/_build
	@echo "open docs/_build/index.html"

sanitize: $(STAMPS)/build-tools ## fuzz the core under the sanitizers
	$(BIN)/cmake -S . -B $(SANITIZED) -G Ninja -DCMAKE_MAKE_PROGRAM="$(CURDIR)/$(BIN)/ninja" \
		-DINAROW_TESTS=ON -DINAROW_SANITIZE=ON --log-level=WARNING
	$(BIN)/cmake --build $(SANITIZED)
	$(SANITIZED)/core_tests $(FUZZ_CALLS)

clean: ## remove everything that was made
	rm -rf $(VENV) build dist docs/_build src/inarow/_core.pyi
	rm -rf .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find src tests bench tools docs -name __pycache__ -prune -exec rm -rf {} +

install: $(STAMPS)/package

$(STAMPS)/venv: tools/check_tools.sh
	@PYTHON="$(PYTHON)" tools/check_tools.sh
	@echo "making $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@mkdir -p $(STAMPS)
	@touch $@

$(STAMPS)/java $(STAMPS)/chromium: $(STAMPS)/%: $(STAMPS)/venv
	@PYTHON="$(PYTHON)" tools/check_tools.sh $*
	@touch $@

$(STAMPS)/build-tools: $(STAMPS)/venv pyproject.toml
	@echo "installing the build tools"
	@$(PYTHON) tools/requirements.py build | $(PIP_INSTALL) --requirement /dev/stdin cmake ninja
	@touch $@

# The stub is copied beside the sources for type checkers, which do not follow an editable install.
$(STAMPS)/package: $(STAMPS)/build-tools pyproject.toml CMakeLists.txt $(CORE)
	@echo "building and installing inarow"
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(PIP_INSTALL) --no-build-isolation --editable .
	@cp build/Release/_core.pyi src/inarow/_core.pyi
	@touch $@

EXTRAS := $(addprefix $(STAMPS)/,dev docs bench studio)
$(EXTRAS): $(STAMPS)/%: $(STAMPS)/venv pyproject.toml
	@echo "installing what '$*' needs"
	@$(PYTHON) tools/requirements.py $* | $(PIP_INSTALL) --requirement /dev/stdin
	@touch $@

# Kaggle pins old releases of what the other worlds need new.
$(STAMPS)/kaggle: $(STAMPS)/venv
	@echo "installing kaggle-environments, which takes minutes and 1.6 GB"
	@$(PYTHON) -m venv $(KAGGLE_VENV)
	@$(KAGGLE_VENV)/bin/python -m pip install -qq kaggle-environments
	@touch $@

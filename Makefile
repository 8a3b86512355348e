# Everything needs only make and a Python >= 3.11 (3.11 exactly for `make parity` and `make bench`, see README.md).
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# another Python, with an environment of its own: make test PYTHON=python3.13
PYTHON :=
BASE_PYTHON ?= $(or $(PYTHON),$(shell for p in python3.11 python3.12 python3.13 python3.14 python3; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done))
REFERENCE_PYTHON ?= python3.11
EXECUTE ?= false
# of tests, which wait for processes that they start: on two cores three take 0.7 of the time of two
WORKERS ?= 3
# which tests: make test-plain TESTS='tests/ops tests/kernels'
TESTS ?= tests
GPU_PYTHON ?= python3

PIP := -m pip install -qq --disable-pip-version-check
# What pip downloads and installs, of its many lines.
SHOW := awk '/^ *(Downloading|Installing collected)/ { print "  " $$1, $$2 == "collected" ? "packages" : $$2; fflush() }'
VENV := .venv$(addprefix -,$(notdir $(PYTHON)))
PY := $(VENV)/bin/python
READY := $(VENV)/.ready
REFERENCE_READY := .reference/.ready
REFERENCE2_READY := .reference2/.ready
# PyTorch's compiler reads its own files, which are UTF-8, in the encoding of the locale.
UTF8 := PYTHONUTF8=1
# Tests start hundreds of processes, which would compile every module anew.
unexport PYTHONDONTWRITEBYTECODE
# One thread per process: two test workers on two cores, and runs that repeat to the bit.
ONE_THREAD := OMP_NUM_THREADS=1

.PHONY: help demo test test-plain test-fallbacks test-torch docs docs-serve dist lint pyright stubs leaks memcheck parity parity2 upstream2 upstream-examples books fuzz bench gpu gpu-count

help: ## this list
	@grep -E '^[a-z0-9-]+:.*##' Makefile | sed -E 's/^([a-z0-9-]+):[^#]*## /\1|/' | awk -F'|' '{printf "  make %-18s %s\n", $$1, $$2}'

demo: $(READY) ## train LeNet on real digits, reload it in a fresh process, score again, draw two plots
	@$(ONE_THREAD) MXNET_KEEP_FREED=1 $(PY) examples/digits_lenet/demo.py

test: $(READY) ## the test suite (PYTHON=python3.13 for another Python)
	@$(ONE_THREAD) $(UTF8) $(PY) -m pytest -q -n $(WORKERS) --dist worksteal --ignore=tests/parity/test_programs.py --ignore=tests/parity/test_random_calls.py --ignore=tests/parity/test_networks.py $(TESTS)

test-plain: $(READY) ## the test suite with the plain form of every computation
	@MXNET_PLAIN_KERNELS=1 $(MAKE) test

test-fallbacks: $(READY) ## the test suite without anything that PyTorch does not document
	@MXNET_TORCH_FALLBACKS=1 $(MAKE) test

test-torch: ## the test suite with another release of PyTorch, in an environment of its own (VERSION=2.14.1)
	@test -n '$(VERSION)' || { echo 'say which release: make test-torch VERSION=2.14.1' >&2; exit 1; }
	@test -x .venv-torch-$(VERSION)/bin/python || $(BASE_PYTHON) -m venv .venv-torch-$(VERSION)
	@grep -v '^torch==' constraints.txt > .venv-torch-$(VERSION)/constraints.txt
	@.venv-torch-$(VERSION)/bin/python $(PIP) -c .venv-torch-$(VERSION)/constraints.txt -e '.[dev]' 'torch==$(VERSION)'
	@$(MAKE) test READY= PY=.venv-torch-$(VERSION)/bin/python

lint: $(READY) ## ruff, mypy for each system and the import layers
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@$(PY) -m mypy
	@for system in win32 darwin; do $(PY) -m mypy --platform $$system --cache-dir .mypy_cache/$$system; done
	@$(PY) -m mypy --config-file= --warn-unused-ignores --follow-imports=silent --ignore-missing-imports tests/typing_checks
	@PYTHONPATH=src $(VENV)/bin/lint-imports --no-cache

pyright: $(READY) ## what editors make of a program: the types of arrays, symbols and their functions
	@$(PY) $(PIP) -c constraints.txt -e '.[pyright]' && $(VENV)/bin/basedpyright

docs: $(READY) ## the site, in build/site; a warning or broken link is an error (EXECUTE=true runs the programs of the gallery, 5 minutes)
	@$(PY) $(PIP) -c constraints.txt -e '.[docs]' && PYTHONPATH=src:. $(PY) -m docs.site $(if $(filter true,$(EXECUTE)),--execute)

docs-serve: docs ## the site at 127.0.0.1:8000
	@$(PY) -m http.server --bind 127.0.0.1 --directory build/site 8000

dist: $(READY) ## wheels and source archives, in dist/
	@$(PY) $(PIP) build && $(PY) -m build && $(PY) -m build --outdir dist packages/remx-horovod

stubs: $(READY) ## write the type stubs of the functions that are made from the registry of operators
	@PYTHONPATH=src $(PY) scripts/write_stubs.py

memcheck: $(READY) ## kernels under a checking malloc, gradients against float64 (MEMCHECK='layers --count 3000 --seed 1')
	@$(ONE_THREAD) $(PY) -m tests.memcheck --workers $(WORKERS) $(MEMCHECK)

leaks: $(READY) ## thousands of repetitions of training, inference and loading: memory, files and threads stay (Linux)
	@$(ONE_THREAD) $(PY) -m tests.leaks $(LEAKS)

parity: $(READY) $(REFERENCE_READY) ## the same programs under MXNet 1.9.1 and under remx, outputs compared
	@$(ONE_THREAD) $(PY) -m pytest -q -n $(WORKERS) tests/parity

parity2: $(READY) $(REFERENCE2_READY) ## the names of MXNet 2.0.0b1 recorded anew, and the same programs under it and under remx
	@env -u PYTHONPATH .reference2/bin/python -m tests.mxnet2.record_names
	@$(ONE_THREAD) MXNET2_REFERENCE=.reference2/bin/python $(PY) -m pytest -q tests/mxnet2

upstream2: $(READY) ## MXNet 2's own unit tests that 2.0.0b1 passes (MXNET=/path/to/mxnet-2.0.0.beta1, ONLY=test_gluon for some)
	@test -n '$(MXNET)' || { echo 'say where MXNet 2.0.0.beta1 is: make upstream2 MXNET=/path/to/mxnet-2.0.0.beta1' >&2; exit 1; }
	@$(ONE_THREAD) $(PY) -m scripts.upstream2 '$(MXNET)' --only '$(ONLY)' --jobs $(WORKERS)

upstream-examples: $(READY) $(REFERENCE_READY) ## programs of MXNet's example/, as they are (MXNET=/path/to/mxnet-1.9.1, ONLY=rnn for some)
	@test -n '$(MXNET)' || { echo 'say where MXNet 1.9.1 is: make upstream-examples MXNET=/path/to/mxnet-1.9.1' >&2; exit 1; }
	@$(ONE_THREAD) $(PY) -m scripts.upstream_examples '$(MXNET)' --only '$(ONLY)' --reference "$$PWD/.reference/bin/python" --out docs/upstream_examples.md

books: $(READY) ## chapters of books written for MXNet (BOOKS=/folder/of/checkouts, ONLY=d2l, REFERENCE=/python/with/mxnet, COMPARE=20, SHORT=1)
	@test -n '$(BOOKS)' || { echo 'say where checkouts of the books are: make books BOOKS=/folder/of/checkouts' >&2; exit 1; }
	@$(ONE_THREAD) $(PY) -m scripts.books '$(BOOKS)' --only '$(ONLY)' --workers $(WORKERS) $(if $(SHORT),--short) $(if $(REFERENCE),--reference '$(REFERENCE)' --compare $(or $(COMPARE),0)) --out docs/books.md

fuzz: $(READY) ## read damaged and hostile files of every kind (FUZZ="--seconds 600 --seed 7 --readers nd.load"), call operators wrongly
	@$(ONE_THREAD) $(PY) -m tests.fuzz $(FUZZ)
	@$(ONE_THREAD) $(PY) -m tests.fuzz.operators $(or $(FUZZ_OPERATORS),--seconds 120)

bench: $(READY) $(REFERENCE_READY) ## time remx, MXNet 1.9.1 and plain PyTorch side by side (BENCH=--quick for a look)
	@$(PY) -m benchmarks $(BENCH)

gpu-count: $(READY) ## what a step launches on a GPU, counted without one: docs/benchmarks/gpu_count.md; needs g++ (GPU_COUNT='--rows BERT')
	@$(ONE_THREAD) $(PY) -m benchmarks.gpu_count $(or $(GPU_COUNT),--output docs/benchmarks/gpu_count.md)

gpu: ## what needs a GPU: tests, and figures in docs/benchmarks_gpu.md; 8 minutes (GPU_PYTHON=python3 with PyTorch for CUDA, MXNET=/path for upstream's tests)
	@MXNET='$(MXNET)' $(GPU_PYTHON) scripts/gpu.py $(GPU)

$(READY): pyproject.toml constraints.txt
	@test -n '$(BASE_PYTHON)' || { echo 'remx needs Python 3.11 or later: none found (set BASE_PYTHON=/path/to/python3)' >&2; exit 1; }
	@echo 'Setting up $(VENV) ($(BASE_PYTHON)): PyTorch, NumPy and the tools of constraints.txt, 2 GB or more, once.'
	@test -x $(PY) || $(BASE_PYTHON) -m venv $(VENV)
	@$(PY) -m pip install --disable-pip-version-check -c constraints.txt -e '.[dev]' | $(SHOW)
	@touch $@

$(REFERENCE2_READY): tests/mxnet2/reference.txt
	@echo 'Setting up .reference2 (Apache MXNet 2.0.0b1).'
	@test -x .reference2/bin/python || $(REFERENCE_PYTHON) -m venv .reference2
	@.reference2/bin/python $(PIP) -r $<
	@touch $@

$(REFERENCE_READY): tests/parity/reference.txt
	@$(REFERENCE_PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' 2>/dev/null || \
		{ echo 'MXNet 1.9.1 and NumPy 1.23.5 need Python 3.11 exactly (set REFERENCE_PYTHON=/path/to/python3.11)' >&2; exit 1; }
	@echo 'Setting up .reference (Apache MXNet 1.9.1): half a GB, once.'
	@test -x .reference/bin/python || $(REFERENCE_PYTHON) -m venv .reference
	@.reference/bin/python -m pip install --disable-pip-version-check -r $< | $(SHOW)
	@touch $@

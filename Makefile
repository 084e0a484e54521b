# Dossier: `make help` lists what can be made. The scripts behind it are in .ci.

SHELL := /bin/bash -o pipefail
GO ?= go

# The window uses fyne.Do throughout; the tag lets the toolkit rely on it. Whatever is compiled has
# it, so that the program, its tests and lint compile everything once.
TAGS := migrated_fynedo
export GOFLAGS := $(strip $(shell $(GO) env GOFLAGS 2>/dev/null) -tags=$(TAGS))

# What `make bench` and `make fuzz` run, and for how long.
COUNT ?= 1
FUZZ ?= .
FUZZTIME ?= 60s

# What `make torture` does.
KILLS ?= 10000
STATES ?= 50000
UPDATES ?= 10000
WINDOWS ?= 2000

# What `make hostile` does: 300 000 sources of 40 languages.
HOSTILE ?= 7500
DOCUMENTS ?= 1000000

# How often `make attacks` changes a folder for a link while it is read.
SWAPS ?= 100000

# How often `make compare` runs each side.
RUNS ?= 3

# How many files the folder of `make frames` has.
FILES ?= 100000

# Whose code `make mutants` changes. Each change is a build and a run of the package's tests.
PKG ?= aggregate/text
WORKERS ?= 1

.PHONY: help run build test lint journeys bench compare frames fuzz torture soak hostile leaks inspector attacks vuln rank fit answers mutants house words shots packages release test-packages windows test-windows setup setup-test setup-packages setup-windows

help: ## list what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: build ## open the window on DIR=folder, or on the sample project
	@if [[ $$(uname) == Linux && -z "$$DISPLAY$$WAYLAND_DISPLAY" ]]; then \
		echo "There is no display here, so the window cannot open. ./dossier is built; continue with one of:"; \
		echo "  ssh -X this-machine, then make run      the window on your own screen"; \
		echo "  xvfb-run -a ./dossier --sample          the window on a screen in memory"; \
		echo "  ./dossier build --stdout -C FOLDER      the command line, which needs no display"; \
		exit 1; \
	fi >&2
	@if [[ -n "$$DIR" ]]; then exec ./dossier "$$DIR"; else exec ./dossier --sample; fi

build: setup ## leave the program in ./dossier (the first time takes minutes)
	$(GO) build -o dossier .

test: setup-test ## run every test, those of the concurrent packages under the race detector
	@.ci/tests

lint: setup ## check the format, go vet, that it compiles for Windows and macOS, staticcheck, go.mod and licences
	@wrong=$$($(GO) tool gofumpt -l .) && if [[ -n "$$wrong" ]]; then \
		printf 'These files are not formatted; run `go tool gofumpt -w .`:\n%s\n' "$$wrong" >&2; exit 1; \
	fi
	GOGC=400 $(GO) vet ./... ./.ci/bench ./.ci/frames ./.ci/house ./.ci/icons ./.ci/licences ./.ci/portable ./.ci/reader ./.ci/sizes ./.ci/words
	@$(GO) run ./.ci/portable
	GOGC=400 $(GO) tool staticcheck ./...
	$(GO) mod tidy -diff
	@$(GO) run ./.ci/licences
	$(GO) test ./.ci/icons ./.ci/licences ./.ci/reader ./.ci/sizes ./.ci/words

journeys: build setup-test ## use the real window as a person does, on a screen in memory: JOURNEY=name
	.ci/journeys $(JOURNEY)

bench: build ## print each goal with its figure, on Kubernetes or on TREE=folder, of GOALS=part of their names; or run the benchmarks that fit BENCH=pattern, COUNT times
ifndef BENCH
	@$(GO) run ./.ci/bench -program ./dossier -runs $(RUNS) $(if $(TREE),-tree '$(abspath $(TREE))') $(if $(GOALS),-goals '$(GOALS)')
else
	@.ci/functions Benchmark | cut -d' ' -f1 | sort -u | \
		xargs -r $(GO) test -run '^$$' -bench '$(BENCH)' -benchmem -count $(COUNT)
endif

compare: build ## run this program beside Repomix (npm) on Kubernetes, or on TREE=folder, in turn: RUNS
	@$(GO) run ./.ci/bench -peers -program ./dossier -runs $(RUNS) $(if $(TREE),-tree '$(abspath $(TREE))')

frames: build setup-test ## use the real window on the sample, on FILES files and on TREE=folder: what a person waits for, memory
	@$(GO) run ./.ci/frames -program ./dossier -files $(FILES) $(if $(TREE),'$(abspath $(TREE))')

fuzz: setup ## run each fuzz target for FUZZTIME, and print what each did: FUZZ=pattern
	@.ci/fuzz '$(FUZZ)' $(FUZZTIME)

torture: setup ## kill, fail, crash and crowd everything that is kept: KILLS, STATES, UPDATES
	$(GO) test ./ui/torture -run Torture -count 1 -v -timeout 3h \
		-torture.kills $(KILLS) -torture.states $(STATES) -torture.updates $(UPDATES) -torture.faults

soak: setup ## open, use and close WINDOWS windows: memory, goroutines, descriptors, processes
	$(GO) test ./ui/torture -run Soak -count 1 -v -timeout 3h -torture.windows $(WINDOWS)

hostile: setup ## HOSTILE sources for each language's parser, DOCUMENTS documents of each format for another parser
	$(GO) test ./aggregate/code/parser -run Hostile -count 1 -timeout 6h -hostile $(HOSTILE)
	$(GO) test ./aggregate/format/markdown -run TestBlocksHoldTheirContent -count 1 -v -timeout 6h -rapid.checks $(DOCUMENTS)
	$(GO) test ./aggregate/format -run TestBlocksReadBack -count 1 -v -timeout 6h -rapid.checks $(DOCUMENTS)

leaks: setup ## plant secrets in CASES projects; with CORPUS=leaky-repo, CLEAN=folder and PAIR=folder (beside gitleaks) what is found there
	$(GO) test ./aggregate -run NoSecretLeaves -count 1 -timeout 3h -leaks.cases $(or $(CASES),10000)
	$(GO) test ./ui/cli -run 'NoCommandPrintsASecret|NothingSecretIsKept' -count 1
	$(GO) test ./ui/project/secretreport -run 'Corpus|Clean' -count 1 -v -leaks.corpus "$(CORPUS)" -leaks.clean "$(CLEAN)"
ifdef PAIR
	@report=$$(mktemp) && trap 'rm -f "$$report"' EXIT && \
		GITLEAKS_CONFIG_TOML=$$'[extend]\nuseDefault = true' $(GO) run github.com/zricethezav/gitleaks/v8@v8.30.1 dir '$(abspath $(PAIR))' -f json -r "$$report" -i /dev/null --exit-code 0 --no-banner && \
		$(GO) test ./ui/project/secretreport -run GitleaksAgrees -count 1 -v -leaks.pair '$(abspath $(PAIR))' -leaks.report "$$report"
endif

inspector: build ## have the protocol's inspector call every tool for agents, and its conformance suite; needs npm and the registry
	@.ci/inspector

attacks: setup ## open projects of strangers who mean harm, and print what became of each attack: SWAPS
	@$(GO) test ./ui/attacks -count 1 -v -timeout 3h -attacks.every -attacks.swaps $(SWAPS) | grep -vE '^ *(=== RUN|--- PASS)'

vuln: setup ## ask the database of known vulnerabilities, which needs the network
	$(GO) run golang.org/x/vuln/cmd/govulncheck@v1.8.0 -tags $(TAGS) ./...

rank: setup ## measure the ranking of files on the questions of CASES=folder and HELDOUT=folder; LEARN=1 learns weights, ANALYZED=folder keeps what is parsed
	$(GO) test ./aggregate/rank -run '^TestCases$$' -count 1 -v -timeout 2h -cases '$(abspath $(CASES))' $(if $(LEARN),-learn) $(if $(HELDOUT),-heldout '$(abspath $(HELDOUT))') $(if $(ANALYZED),-analyzed '$(abspath $(ANALYZED))')

fit: setup ## measure what is proposed for questions to Kubernetes and to Go's library, or for those of CASES=folder; ANALYZED=folder keeps what is parsed
	$(GO) test ./ui/project/fit -run '^TestCases$$' -count 1 -v -timeout 2h -cases '$(abspath $(or $(CASES),ui/project/fit/testdata/questions))' $(if $(ANALYZED),-analyzed '$(abspath $(ANALYZED))')

answers: setup ## apply the answers of CASES=folder, which .ci/answers/cases.py makes of commits
	$(GO) test ./ui/project/answers -run '^TestCases$$' -count 1 -v -timeout 2h -cases '$(abspath $(CASES))'

changes: setup ## measure how well files that go with the changes of CASES=folder are found; PARTS=1 leaves each feature out in turn, TESTS=1 finds tests
	$(GO) run ./.ci/changes $(if $(PARTS),-parts) $(if $(TESTS),-tests) '$(abspath $(CASES))'

mutants: setup ## change the code of PKG=folder in small ways, and tell which changes no test finds
	$(GO) run github.com/go-gremlins/gremlins/cmd/gremlins@v0.6.0 unleash --workers $(WORKERS) --timeout-coefficient 10 ./$(PKG)

house: ## print how large types, packages and functions are, and what stands in two places
	@$(GO) run ./.ci/house

words: ## count the words of .ci/words/glossary.txt in comments, names, window texts and documents; ROW=name lists the places
	@$(GO) run ./.ci/words $(if $(ROW),'$(ROW)')

shots: build setup-test ## photograph the real window into docs/
	.ci/shots

packages: setup-packages ## make a .deb, a .rpm and a .tar.xz with install.sh in dist/, and print what weighs how much
	@.ci/packages/build

release: setup-packages ## make the packages with checksums, an SBOM and the notes from CHANGELOG.md in dist/
	@.ci/packages/release

test-packages: setup-packages setup-test ## install, use, upgrade and remove the packages in a clean Debian, and make the release twice (root, network, 15 minutes); COLD=1 compiles it twice
	@.ci/packages/test

windows: setup-windows ## make the program for Windows in dist/: a .zip and an installer (the first time takes minutes)
	@.ci/windows/build

test-windows: setup-windows setup-test ## try the program for Windows under wine: tests, command line, installer, window: SHOT=picture.png
	@.ci/windows/test

setup:
	@.ci/setup build

setup-test:
	@.ci/setup test

setup-packages:
	@.ci/setup packages

setup-windows:
	@.ci/setup windows

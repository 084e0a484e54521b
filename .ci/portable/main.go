// Command portable checks that the packages that need no C compile for Windows and macOS, tests included, and that
// .ci/windows/packages.txt lists only packages whose tests can run under wine. No test runs on these systems in CI; the
// grammars and the toolkit are C code. Packages are type-checked from their sources, because compiling the standard
// library for two more systems would take minutes.
package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/tools/go/packages"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "portable:", err)
		os.Exit(1)
	}
}

func run() error {
	listed, err := tested(".ci/windows/packages.txt")
	if err != nil {
		return err
	}
	found, err := check("windows", "amd64")
	if err != nil {
		return err
	}
	for _, path := range listed {
		if !found[path] {
			return fmt.Errorf(".ci/windows/packages.txt lists %s, which does not exist or whose tests need C", path)
		}
	}
	_, err = check("darwin", "arm64")
	return err
}

// tested reads the paths of packages from a file with one folder per line and comments.
func tested(file string) ([]string, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var paths []string
	for line := range strings.Lines(string(data)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			paths = append(paths, "dossier/"+line)
		}
	}
	return paths, nil
}

// check type-checks all packages that need no C for a system, and their tests that need none. It returns the paths of
// those of which this holds for both.
func check(system, architecture string) (map[string]bool, error) {
	const mode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
		packages.NeedDeps | packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax
	all, err := packages.Load(&packages.Config{
		Mode: mode, Tests: true,
		Env: append(os.Environ(), "GOOS="+system, "GOARCH="+architecture, "CGO_ENABLED=0"),
	}, "./...")
	if err != nil {
		return nil, err
	}
	var failed []error
	portable := map[string]bool{}
	for _, p := range all {
		path := strings.TrimSuffix(strings.TrimSuffix(p.PkgPath, ".test"), "_test")
		if needsC(p) {
			portable[path] = false
			continue
		}
		if _, known := portable[path]; !known {
			portable[path] = true
		}
		for _, err := range p.Errors {
			failed = append(failed, fmt.Errorf("%s: %w", system, err))
		}
	}
	if len(portable) == 0 {
		return nil, errors.New("no package was found")
	}
	return portable, errors.Join(failed...)
}

// needsC reports whether a package, or one that it imports, is a parser or part of the toolkit.
func needsC(p *packages.Package) bool {
	found := false
	packages.Visit([]*packages.Package{p}, func(p *packages.Package) bool {
		found = found || strings.Contains(p.PkgPath, "go-tree-sitter") || strings.HasPrefix(p.PkgPath, "fyne.io/fyne/")
		return !found
	}, nil)
	return found
}

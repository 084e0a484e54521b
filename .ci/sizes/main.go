// Command sizes prints what weighs how much in a program that was built with its symbols: each
// grammar, each kind of embedded data, and the rest by the folders of packages.
package main

import (
	"cmp"
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// fewest is the number of bytes from which a row is printed.
const fewest = 200_000

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./.ci/sizes PROGRAM")
		os.Exit(2)
	}
	f, err := elf.Open(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "sizes:", err)
		os.Exit(1)
	}
	defer f.Close()
	symbols, err := f.Symbols()
	if err != nil {
		fmt.Fprintf(os.Stderr, "sizes: %s: %v (was it stripped?)\n", os.Args[1], err)
		os.Exit(1)
	}
	rows := append(sections(f), owners(stored(f, symbols))...)
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(b.bytes, a.bytes) })
	rest := row{name: "all others"}
	for _, r := range rows {
		if r.bytes < fewest {
			rest.bytes += r.bytes
			continue
		}
		fmt.Printf("%6.1f MB  %s\n", megabytes(r.bytes), r.name)
	}
	fmt.Printf("%6.1f MB  %s\n", megabytes(rest.bytes), rest.name)
}

func megabytes(bytes uint64) float64 { return float64(bytes) / 1e6 }

type row struct {
	name  string
	bytes uint64
}

// sections returns what has no symbols: the tables by which Go finds the lines of its functions.
func sections(f *elf.File) []row {
	var rows []row
	if s := f.Section(".gopclntab"); s != nil {
		rows = append(rows, row{"Go's table of functions and lines", s.Size})
	}
	return rows
}

// stored returns the symbols with bytes in the file; the others are only memory, or have a section
// of their own.
func stored(f *elf.File, symbols []elf.Symbol) []elf.Symbol {
	var kept []elf.Symbol
	for _, s := range symbols {
		if at := int(s.Section); elf.ST_TYPE(s.Info) == elf.STT_FILE ||
			at < len(f.Sections) && f.Sections[at].Type != elf.SHT_NOBITS && f.Sections[at].Name != ".gopclntab" {
			kept = append(kept, s)
		}
	}
	return kept
}

// language matches the function that a grammar exports. What a grammar's parser.c contains besides
// is local, and in the symbols of its file.
var language = regexp.MustCompile(`^tree_sitter_([a-z0-9_]+)$`)

// owners sums symbols by what they belong to. Symbols of a C file follow the symbol of the file;
// which grammar a parser.c belongs to follows from the exported function next to its lexer.
func owners(symbols []elf.Symbol) []row {
	var exported []elf.Symbol
	for _, s := range symbols {
		if language.MatchString(s.Name) && elf.ST_BIND(s.Info) == elf.STB_GLOBAL && !strings.Contains(s.Name, "_external_scanner_") {
			exported = append(exported, s)
		}
	}
	slices.SortFunc(exported, func(a, b elf.Symbol) int { return cmp.Compare(a.Value, b.Value) })

	sums := map[string]uint64{}
	var file []elf.Symbol
	var source string
	end := func() {
		owner, bytes := "C code", uint64(0)
		for _, s := range file {
			bytes += s.Size
			if s.Name != "ts_lex" {
				continue
			}
			if at, _ := slices.BinarySearchFunc(exported, s.Value, func(e elf.Symbol, value uint64) int { return cmp.Compare(e.Value, value) }); at < len(exported) {
				owner = "grammar " + language.FindStringSubmatch(exported[at].Name)[1]
			}
		}
		sums[owner] += bytes
		file = nil
	}
	for _, s := range symbols {
		switch {
		case elf.ST_TYPE(s.Info) == elf.STT_FILE:
			end()
			source = s.Name
		case filepath.Ext(source) == ".c" && elf.ST_BIND(s.Info) == elf.STB_LOCAL:
			file = append(file, s)
		default:
			sums[owner(s.Name)] += s.Size
		}
	}
	end()
	rows := make([]row, 0, len(sums))
	for name, bytes := range sums {
		rows = append(rows, row{name, bytes})
	}
	slices.SortFunc(rows, func(a, b row) int { return cmp.Compare(a.name, b.name) })
	return rows
}

// owner returns what a symbol of Go belongs to: embedded data by its package, other symbols by the
// first parts of the path of their package.
func owner(symbol string) string {
	if strings.HasPrefix(symbol, "type:") || strings.HasPrefix(symbol, "go:") {
		return "Go's types and tables"
	}
	path, _, _ := strings.Cut(symbol, "[")
	path, _, _ = strings.Cut(path, "(")
	at := strings.LastIndexByte(path, '/') + 1
	last, rest, _ := strings.Cut(path[at:], ".")
	if path = path[:at] + last; strings.HasPrefix(rest, ".gobytes") || strings.HasPrefix(rest, ".embed") {
		return "data of " + path
	}
	parts := strings.Split(path, "/")
	switch {
	case len(parts) == 1 || !strings.Contains(parts[0], ".") && parts[0] != "dossier":
		return "Go's library and C code"
	case parts[0] == "dossier":
		return strings.Join(parts[:min(2, len(parts))], "/")
	}
	return strings.Join(parts[:min(3, len(parts))], "/")
}

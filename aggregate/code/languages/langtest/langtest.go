// Package langtest tests a language with golden files and the properties of all languages.
package langtest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"dossier/aggregate/code"
	"dossier/aggregate/code/grammar"
	"dossier/models"
)

var update = flag.Bool("update", false, "rewrite the results in golden files")

// Golden runs the archives testdata/*.txtar. Each begins with a description and contains a file
// in.EXT and any of these, rewritten by -update:
//
//	skeleton, outline    the views
//	signatures           a line for each symbol: its path, a tab, its signature
//	imports              a line each: the name, a tab, the statement if it has more information
//	packages             a line each
//	definitions          every top-level definition
//	failed               the lines that could not be parsed
//	masked               the result for the file mask, whose lines are "path mode"
func Golden(t *testing.T, l *grammar.Language) {
	t.Helper()
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			golden(t, l, name)
		})
	}
	if l.Bodies.End == grammar.AtBrace {
		t.Run("in any layout", func(t *testing.T) { layouts(t, l) })
	}
}

func golden(t *testing.T, l *grammar.Language, name string) {
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var src, mask string
	for _, f := range archive.Files {
		switch {
		case strings.HasPrefix(f.Name, "in."):
			src = string(f.Data)
		case f.Name == "mask":
			mask = string(f.Data)
		}
	}
	s, err := l.Parse([]byte(src))
	if err != nil {
		t.Fatal(err)
	}
	Check(t, l, src)
	changed := false
	for i, f := range archive.Files {
		var got string
		switch f.Name {
		case "skeleton":
			got = s.Skeleton(src)
		case "outline":
			got = s.Outline(src)
		case "signatures":
			got = signatures(s, src)
		case "imports":
			got = imports(s, src)
		case "packages":
			got = strings.Join(s.Packages, "\n")
		case "definitions":
			got = s.Definitions(src)
		case "failed":
			got = s.FailedLines(src)
		case "masked":
			got, _ = s.Masked(src, readMask(t, mask))
		default:
			continue
		}
		if got != "" && !strings.HasSuffix(got, "\n") {
			got += "\n"
		}
		if *update {
			changed = changed || got != string(f.Data)
			archive.Files[i].Data = []byte(got)
			continue
		}
		if diff := cmp.Diff(string(f.Data), got); diff != "" {
			t.Errorf("wrong %s (-want +got):\n%s", f.Name, diff)
		}
	}
	if changed {
		if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// RoundTrips checks that the skeletons of valid golden sources have the same symbols as these, for
// a language without a grammar. empty returns the replacement of an elision that parses as an
// empty body or value.
func RoundTrips(t *testing.T, read func(src []byte) *code.Structure, empty func(elision string) string) {
	t.Helper()
	for name, src := range Sources(t) {
		s := read([]byte(src))
		if s == nil || s.Broken {
			continue
		}
		again := read([]byte(replaced(s, src, func(c code.Cut) string { return empty(c.Text) })))
		if again == nil || again.Broken {
			t.Errorf("%s: its skeleton is not read without an error:\n%s", name, s.Skeleton(src))
			continue
		}
		if diff := cmp.Diff(symbols(s), symbols(again)); diff != "" {
			t.Errorf("%s: the skeleton has other symbols (-source +skeleton):\n%s", name, diff)
		}
	}
}

// Sources returns the sources of the golden files by file name.
func Sources(t testing.TB) map[string]string {
	t.Helper()
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	list := map[string]string{}
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		list[name] = string(archive.Files[0].Data)
	}
	return list
}

func symbols(s *code.Structure) []string {
	var list []string
	for _, sym := range s.Symbols {
		list = append(list, string(sym.Kind)+" "+sym.Path)
	}
	return list
}

// replaced returns a source with each cut replaced by the result of by.
func replaced(s *code.Structure, src string, by func(code.Cut) string) string {
	var b strings.Builder
	at := 0
	for _, c := range s.Cuts {
		b.WriteString(src[at:c.Start])
		b.WriteString(by(c))
		at = c.End
	}
	b.WriteString(src[at:])
	return b.String()
}

func imports(s *code.Structure, src string) string {
	var b strings.Builder
	for _, in := range s.Imports {
		b.WriteString(in.Name)
		if written := grammar.OneLine(in.Written.Of(src)); written != "" && strings.Trim(written, "\"'`<>;") != in.Name {
			b.WriteString("\t" + written)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func signatures(s *code.Structure, src string) string {
	var b strings.Builder
	for i, sym := range s.Symbols {
		fmt.Fprintf(&b, "%s\t%s\n", sym.Path, s.Signature(src, i))
	}
	return b.String()
}

func readMask(t *testing.T, text string) map[string]models.MaskMode {
	mask := map[string]models.MaskMode{}
	for line := range strings.Lines(text) {
		if i := strings.LastIndexByte(strings.TrimSpace(line), ' '); i > 0 {
			mask[strings.TrimSpace(line[:i])] = models.MaskMode(strings.TrimSpace(line[i:]))
		} else if strings.TrimSpace(line) != "" {
			t.Fatalf("a line of a mask is a path and a mode, not %q", line)
		}
	}
	return mask
}

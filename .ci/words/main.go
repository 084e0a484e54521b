// Command words counts the words of glossary.txt in the text of the project: in Go comments, in
// declared identifiers split at capitals, in the window's texts, and in documents. It reads the
// files below the folder that it is run in. With the name of a row it prints that row's places.
package main

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
)

//go:embed glossary.txt
var glossary string

// translations holds the window's texts, in its keys.
const translations = "ui/words/translations/en.json"

// A row is a line of the glossary.
type row struct {
	name    string
	strict  bool // the phrases have no other sense
	phrases [][]string
	instead string
}

// A place is one occurrence of a row's phrase.
type place struct {
	path string
	line int
	kind kind
	text string // the phrase
}

// A kind is the sort of text that a phrase occurs in.
type kind int

const (
	comment kind = iota
	identifier
	window
	document
	kinds
)

func (k kind) String() string {
	return [kinds]string{"comments", "identifiers", "window", "documents"}[k]
}

func main() {
	rows, err := parseGlossary(glossary)
	if err != nil {
		fail(err)
	}
	places, err := search(os.DirFS("."), ".", rows)
	if err != nil {
		fail(err)
	}
	if len(os.Args) > 1 {
		list(rows, places, os.Args[1])
		return
	}
	fmt.Printf("%-24s", "")
	for k := range kinds {
		fmt.Printf("%12s", k)
	}
	fmt.Printf("%8s\n", "all")
	var sums [kinds]int
	for i, r := range rows {
		var counts [kinds]int
		for _, p := range places[i] {
			counts[p.kind]++
			sums[p.kind]++
		}
		printRow(r.name, counts)
	}
	printRow("all", sums)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

func printRow(name string, counts [kinds]int) {
	fmt.Printf("%-24s", name)
	all := 0
	for _, n := range counts {
		fmt.Printf("%12d", n)
		all += n
	}
	fmt.Printf("%8d\n", all)
}

// list prints the places of the row with a name.
func list(rows []row, places [][]place, name string) {
	i := slices.IndexFunc(rows, func(r row) bool { return r.name == name })
	if i < 0 {
		fail(fmt.Errorf("the glossary has no row %q; run make words for the list", name))
	}
	for _, p := range places[i] {
		fmt.Printf("%s:%d: %s: %s\n", p.path, p.line, p.kind, p.text)
	}
	fmt.Printf("%d places; write instead: %s\n", len(places[i]), rows[i].instead)
}

// parseGlossary returns the rows of a glossary.
func parseGlossary(text string) ([]row, error) {
	var rows []row
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, rest, ok := strings.Cut(line, ":")
		phrases, instead, found := strings.Cut(rest, "->")
		if !ok || !found {
			return nil, fmt.Errorf("glossary: %q is not of the form name: phrases -> replacement", line)
		}
		r := row{instead: strings.TrimSpace(instead)}
		r.name, r.strict = strings.CutSuffix(name, "!")
		for phrase := range strings.SplitSeq(phrases, ",") {
			r.phrases = append(r.phrases, strings.Fields(phrase))
		}
		// The longest first, so that one occurrence counts once.
		slices.SortStableFunc(r.phrases, func(a, b []string) int { return len(b) - len(a) })
		rows = append(rows, r)
	}
	return rows, nil
}

// search returns the places of each row below a folder of a file system, sorted by path. It
// skips hidden folders but .ci, and test data.
func search(files fs.FS, dir string, rows []row) ([][]place, error) {
	s := searcher{rows: rows, places: make([][]place, len(rows))}
	err := fs.WalkDir(files, dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() {
			if path != dir && name != ".ci" && (name[0] == '.' || name[0] == '_' || name == "testdata") {
				return fs.SkipDir
			}
			return nil
		}
		if ext := filepath.Ext(name); ext != ".go" && ext != ".md" && path != translations {
			return nil
		}
		text, err := fs.ReadFile(files, path)
		if err != nil {
			return err
		}
		return s.file(path, text)
	})
	return s.places, err
}

// A searcher collects the places of rows.
type searcher struct {
	rows   []row
	places [][]place // by row
}

// file adds the places of a file.
func (s *searcher) file(path string, text []byte) error {
	switch {
	case path == translations:
		return s.texts(path, text)
	case strings.HasSuffix(path, ".md"):
		s.match(path, 1, document, string(text))
		return nil
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, path, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, group := range file.Comments {
		start, end := set.Position(group.Pos()), set.Position(group.End())
		s.match(path, start.Line, comment, string(text[start.Offset:end.Offset]))
	}
	for name := range declared(file) {
		s.match(path, set.Position(name.Pos()).Line, identifier, splitName(name.Name))
	}
	return nil
}

// texts adds the places in the keys of a translation.
func (s *searcher) texts(path string, text []byte) error {
	var keys map[string]any
	if err := json.Unmarshal(text, &keys); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	for i, line := range bytes.Split(text, []byte("\n")) {
		if key, _, ok := bytes.Cut(line, []byte(`": `)); ok {
			s.match(path, i+1, window, string(key))
		}
	}
	return nil
}

// A word is a word of a text in lower case, and the line that it is on.
type word struct {
	text string
	line int
}

// match adds the places in a text that begins on a line of a file.
func (s *searcher) match(path string, line int, k kind, text string) {
	words := split(text, line)
	for i, r := range s.rows {
		for at := 0; at < len(words); {
			step := 1
			for _, phrase := range r.phrases {
				if startsWith(words[at:], phrase) {
					s.places[i] = append(s.places[i], place{path, words[at].line, k, strings.Join(phrase, " ")})
					step = len(phrase)
					break
				}
			}
			at += step
		}
	}
}

func startsWith(words []word, phrase []string) bool {
	if len(words) < len(phrase) {
		return false
	}
	for i, p := range phrase {
		if words[i].text != p {
			return false
		}
	}
	return true
}

// split returns the words of a text: runs of letters and apostrophes.
func split(text string, line int) []word {
	var out []word
	begin := -1
	for i, r := range text + "\n" {
		if unicode.IsLetter(r) || r == '\'' && begin >= 0 {
			if begin < 0 {
				begin = i
			}
			continue
		}
		if begin >= 0 {
			out = append(out, word{strings.ToLower(strings.TrimRight(text[begin:i], "'")), line})
			begin = -1
		}
		if r == '\n' {
			line++
		}
	}
	return out
}

// splitName puts spaces between the words of an identifier.
func splitName(name string) string {
	var out strings.Builder
	var before rune
	for _, r := range name {
		if unicode.IsUpper(r) && unicode.IsLower(before) {
			out.WriteByte(' ')
		}
		out.WriteRune(r)
		before = r
	}
	return out.String()
}

// declared yields the identifiers that a file declares.
func declared(file *ast.File) func(yield func(*ast.Ident) bool) {
	return func(yield func(*ast.Ident) bool) {
		names := []*ast.Ident{file.Name}
		expressions := func(list ...ast.Expr) {
			for _, e := range list {
				if name, ok := e.(*ast.Ident); ok {
					names = append(names, name)
				}
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				names = append(names, n.Name)
			case *ast.TypeSpec:
				names = append(names, n.Name)
			case *ast.ValueSpec:
				names = append(names, n.Names...)
			case *ast.Field:
				names = append(names, n.Names...)
			case *ast.AssignStmt:
				if n.Tok == token.DEFINE {
					expressions(n.Lhs...)
				}
			case *ast.RangeStmt:
				if n.Tok == token.DEFINE {
					expressions(n.Key, n.Value)
				}
			}
			return true
		})
		for _, name := range names {
			if !yield(name) {
				return
			}
		}
	}
}

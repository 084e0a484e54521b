package main

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/scanner"
	"go/token"
	"slices"
	"strings"
)

// window is the min number of lines in a duplicate.
const window = 6

// common is the number of occurrences above which lines are an idiom rather than a duplicate.
const common = 8

// line is a line of code in normalized form: names, numbers and strings are all alike.
type line struct {
	source int
	number int
	shape  string
}

// pair is a pair of duplicates.
type pair struct {
	one, two         string
	oneLine, twoLine int
	lines            int
}

func (p pair) String() string {
	return fmt.Sprintf("%s:%d ~ %s:%d", p.one, p.oneLine, p.two, p.twoLine)
}

// repeats returns the pairs of duplicates, longest first, without pairs that are part of another.
func repeats(sources []source) []pair {
	var lines []line
	for i, s := range sources {
		if !strings.HasPrefix(s.path, "aggregate/code/languages/") {
			lines = append(lines, shapes(i, s)...)
			lines = append(lines, line{shape: fmt.Sprint("the end of ", s.path)}) // duplicates cannot span files
		}
	}
	at := map[string][]int{}
	for i := 0; i+window <= len(lines); i++ {
		var key strings.Builder
		for _, l := range lines[i : i+window] {
			key.WriteString(l.shape + "\n")
		}
		at[key.String()] = append(at[key.String()], i)
	}
	var pairs []pair
	for _, places := range at {
		if len(places) < 2 || len(places) > common {
			continue
		}
		for n, a := range places {
			for _, b := range places[n+1:] {
				if b-a < window || a > 0 && lines[a-1].shape == lines[b-1].shape {
					continue // they overlap, or the pair begins earlier
				}
				length := 0
				for b+length < len(lines) && a+length < b && lines[a+length].shape == lines[b+length].shape {
					length++
				}
				if length >= window && substantial(lines[a:a+length]) {
					one, two := lines[a], lines[b]
					pairs = append(pairs, pair{sources[one.source].path, sources[two.source].path, one.number, two.number, length})
				}
			}
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(b.lines, a.lines), strings.Compare(a.String(), b.String()))
	})
	return pairs
}

// substantial reports whether lines are substantial enough to be a duplicate: not lists of values,
// and not only brackets.
func substantial(lines []line) bool {
	full := 0
	for _, l := range lines {
		if strings.Count(l.shape, " ") >= 5 {
			full++
		}
	}
	return full >= window-1
}

// shapes returns the lines of code of a file in normalized form, without comments, imports and
// [tables].
func shapes(index int, s source) []line {
	var scan scanner.Scanner
	set := token.NewFileSet()
	file := set.AddFile(s.path, -1, len(s.text))
	scan.Init(file, s.text, nil, 0)
	var lines []line
	last, begin := 0, 0
	for _, imported := range s.file.Imports {
		begin = max(begin, bytes.Count(s.text[:imported.End()-s.file.FileStart], []byte("\n"))+2)
	}
	declared := tables(s)
	for {
		pos, tok, text := scan.Scan()
		if tok == token.EOF {
			return lines
		}
		number := file.Line(pos)
		if number < begin || declared[number] {
			continue
		}
		if tok == token.SEMICOLON && text == "\n" {
			continue
		}
		if number != last {
			lines = append(lines, line{source: index, number: number})
			last = number
		}
		shape := tok.String()
		switch {
		case tok == token.IDENT:
			shape = "x"
		case tok.IsLiteral():
			shape = "0"
		}
		lines[len(lines)-1].shape += shape + " "
	}
}

// tables returns the lines that declare things instead of doing them, which look alike everywhere: fields
// of types, groups of variables and constants, and lists of values.
func tables(s source) map[int]bool {
	lines := map[int]bool{}
	inside := func(from, to token.Pos) {
		line := func(at token.Pos) int { return bytes.Count(s.text[:at-s.file.FileStart], []byte("\n")) + 1 }
		for number := line(from) + 1; number < line(to); number++ {
			lines[number] = true
		}
	}
	ast.Inspect(s.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			if n.Tok == token.TYPE || n.Lparen.IsValid() && !acts(n) {
				inside(n.Pos(), n.End())
			}
		case *ast.CompositeLit:
			if !acts(n) {
				inside(n.Lbrace, n.Rbrace)
			}
		}
		return true
	})
	return lines
}

// acts reports whether there are functions in a node.
func acts(n ast.Node) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		_, is := n.(*ast.FuncLit)
		found = found || is
		return !found
	})
	return found
}

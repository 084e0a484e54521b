package ui

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// wordTable is a [words.Table] in the code.
type wordTable struct {
	of    ast.Expr // the enumeration
	words map[string]string
}

// tablesOf returns the tables of words that a file has, with the names of the values as
// they are in the package that declares them.
func tablesOf(file *ast.File) []wordTable {
	var tables []wordTable
	ast.Inspect(file, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		of, ok := lit.Type.(*ast.IndexExpr)
		if !ok || nameOf(of.X) != "Table" {
			return true
		}
		table := wordTable{of: of.Index, words: map[string]string{}}
		for _, element := range lit.Elts {
			pair := element.(*ast.KeyValueExpr)
			if text, ok := pair.Value.(*ast.BasicLit); ok {
				table.words[nameOf(pair.Key)], _ = strconv.Unquote(text.Value)
			}
		}
		tables = append(tables, table)
		return true
	})
	return tables
}

// nameOf is a name without the package that it is of; of a text, it is the text.
func nameOf(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return x.Sel.Name
	case *ast.BasicLit:
		return x.Value
	}
	return ""
}

// packageOf returns the folder of the package that a type is of which a file names.
func packageOf(file *ast.File, path string, of ast.Expr) string {
	selector, ok := of.(*ast.SelectorExpr)
	if !ok {
		return filepath.Dir(path)
	}
	for _, spec := range file.Imports {
		from, _ := strconv.Unquote(spec.Path.Value)
		name := from[strings.LastIndexByte(from, '/')+1:]
		if spec.Name != nil {
			name = spec.Name.Name
		}
		if name == nameOf(selector.X) {
			return filepath.Join("..", strings.TrimPrefix(from, "dossier/"))
		}
	}
	return ""
}

// constants returns the constants of a type that a package declares, including those without a type
// of their own that continue a group.
func constants(t *testing.T, folder, of string) []string {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), ".go") || strings.HasSuffix(entry.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(folder, entry.Name()), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			group, ok := d.(*ast.GenDecl)
			if !ok || group.Tok != token.CONST {
				continue
			}
			last := ""
			for _, spec := range group.Specs {
				values := spec.(*ast.ValueSpec)
				if values.Type != nil || len(values.Values) > 0 {
					last = ""
					if values.Type != nil {
						last = nameOf(values.Type)
					}
				}
				for _, name := range values.Names {
					if last == of && name.Name != "_" {
						names = append(names, name.Name)
					}
				}
			}
		}
	}
	return names
}

func TestEveryValueHasWords(t *testing.T) {
	tables := 0
	for _, path := range sources(t) {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, table := range tablesOf(file) {
			of := nameOf(table.of)
			if of == "string" || of == "int" {
				continue // no enumeration
			}
			tables++
			want := constants(t, packageOf(file, path, table.of), of)
			if len(want) == 0 {
				t.Errorf("%s: no values of %s were found", path, of)
			}
			for _, name := range want {
				if _, ok := table.words[name]; !ok {
					t.Errorf("%s: %s of the enumeration %s has no words, nor says \"\" for none", path, name, of)
				}
			}
			for name := range maps.Keys(table.words) {
				if !slices.Contains(want, name) {
					t.Errorf("%s: %s is no value of %s", path, name, of)
				}
			}
		}
	}
	if tables == 0 {
		t.Error("no tables were found")
	}
}

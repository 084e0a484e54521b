package lazyregexp

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

func TestNew(t *testing.T) {
	digits := New(`^\d+$`)
	if once, again := digits(), digits(); once != again {
		t.Error("it is compiled in each call")
	}
	if !digits().MatchString("12") || digits().MatchString("x") {
		t.Error("it is another expression")
	}
}

// Expressions are compiled on first use, so without this test the user would find the invalid
// ones.
func TestEachLiteralCompiles(t *testing.T) {
	found := 0
	err := filepath.WalkDir("../..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") {
			return err
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		constants := constantsOf(file)
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || !isNew(call.Fun) {
				return true
			}
			found++
			if _, err := regexp.Compile(textOf(t, constants, call.Args[0])); err != nil {
				t.Errorf("%s: %v", files.Position(call.Pos()), err)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found == 0 {
		t.Error("no file makes one")
	}
}

func isNew(called ast.Expr) bool {
	s, ok := called.(*ast.SelectorExpr)
	if !ok || s.Sel.Name != "New" {
		return false
	}
	from, ok := s.X.(*ast.Ident)
	return ok && from.Name == "lazyregexp"
}

// constantsOf returns the values of the constants of a file, by name.
func constantsOf(file *ast.File) map[string]ast.Expr {
	values := map[string]ast.Expr{}
	for _, d := range file.Decls {
		group, ok := d.(*ast.GenDecl)
		if !ok || group.Tok != token.CONST {
			continue
		}
		for _, spec := range group.Specs {
			if one, ok := spec.(*ast.ValueSpec); ok && len(one.Values) == len(one.Names) {
				for i, name := range one.Names {
					values[name.Name] = one.Values[i]
				}
			}
		}
	}
	return values
}

// textOf returns the concatenated text of literals and constants of the same file.
func textOf(t *testing.T, constants map[string]ast.Expr, e ast.Expr) string {
	t.Helper()
	switch e := e.(type) {
	case *ast.BasicLit:
		if s, err := strconv.Unquote(e.Value); err == nil {
			return s
		}
	case *ast.BinaryExpr:
		return textOf(t, constants, e.X) + textOf(t, constants, e.Y)
	case *ast.Ident:
		if value := constants[e.Name]; value != nil {
			return textOf(t, constants, value)
		}
	}
	t.Fatalf("%T is neither a literal nor a constant of the file", e)
	return ""
}

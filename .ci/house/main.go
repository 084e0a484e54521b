// Command house prints measures of the code: its size and how its parts depend on each other, the size
// of types, packages and functions, duplicated code, and documented exports. It reads the Go files below the current folder.
package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// source is a parsed file of production code.
type source struct {
	path string
	file *ast.File
	text []byte
}

func main() {
	set := token.NewFileSet()
	sources, err := read(set, ".")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	lines, methods, functions := map[string]int{}, map[string]int{}, map[string]int{}
	exported, documented := 0, 0
	for _, s := range sources {
		dir := filepath.Dir(s.path)
		lines[dir] += strings.Count(string(s.text), "\n")
		for _, decl := range s.file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			name := dir + "." + fn.Name.Name
			if fn.Recv != nil {
				of := dir + "." + receiver(fn.Recv.List[0].Type)
				methods[of]++
				name = of + "." + fn.Name.Name
			}
			functions[name] = set.Position(fn.End()).Line - set.Position(fn.Pos()).Line + 1
			if fn.Name.IsExported() {
				exported++
				if fn.Doc != nil {
					documented++
				}
			}
		}
	}
	structure(sources)
	doubles, err := fakes("ui")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("methods of test doubles of the session: %d\n", doubles)
	top("methods on a type", methods, 60)
	top("lines of a package's production code", lines, 5000)
	top("lines of a function", functions, 100)
	pairs := repeats(sources)
	fmt.Printf("\npairs of places outside the languages that share %d lines or more: %d\n", window, len(pairs))
	for _, p := range pairs[:min(shown, len(pairs))] {
		fmt.Printf("  %3d  %s\n", p.lines, p)
	}
	fmt.Printf("\nexported functions with a comment: %d of %d\n", documented, exported)
}

// read parses the production code below a folder: no tests, and no files ignored by git.
func read(set *token.FileSet, root string) ([]source, error) {
	var out []source
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch name := entry.Name(); {
		case err != nil:
			return err
		case entry.IsDir() && path != root && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "testdata"):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(set, path, text, parser.ParseComments)
		if err != nil {
			return err
		}
		out = append(out, source{path, file, text})
		return nil
	})
	return out, err
}

// receiver returns the name of a method's receiver type.
func receiver(of ast.Expr) string {
	switch t := of.(type) {
	case *ast.StarExpr:
		return receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.IndexListExpr:
		return receiver(t.X)
	case *ast.Ident:
		return t.Name
	}
	return "?"
}

// shown is the number of rows printed per measure.
const shown = 6

// top prints the largest numbers, and how many are above the wanted maximum.
func top(what string, numbers map[string]int, wanted int) {
	var names []string
	above := 0
	for name, n := range numbers {
		names = append(names, name)
		if n > wanted {
			above++
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(numbers[b], numbers[a]), strings.Compare(a, b))
	})
	fmt.Printf("\n%s: at most %d, %d above %d\n", what, numbers[names[0]], above, wanted)
	for _, name := range names[:min(shown, len(names))] {
		fmt.Printf("  %5d  %s\n", numbers[name], name)
	}
}

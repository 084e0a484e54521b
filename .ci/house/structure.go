package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
)

// structure prints how large the code is and how its parts depend on each other.
func structure(sources []source) {
	packages := map[string]bool{}
	lines, aliased, hosts, own := 0, 0, 0, 0
	for _, s := range sources {
		packages[filepath.Dir(s.path)] = true
		lines += strings.Count(string(s.text), "\n")
		for _, i := range s.file.Imports {
			if path, err := strconv.Unquote(i.Path.Value); err == nil && strings.HasPrefix(path, "dossier/") && i.Name != nil && i.Name.Name != "_" {
				aliased++
			}
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok || spec.Name.Name != "Host" {
				return true
			}
			if host, ok := spec.Type.(*ast.InterfaceType); ok {
				hosts++
				for _, m := range host.Methods.List {
					own += len(m.Names) // an embedded role has none
				}
			}
			return false
		})
	}
	fmt.Printf("\npackages: %d; lines of production code: %d; imports of own packages by another name: %d\n", len(packages), lines, aliased)
	fmt.Printf("Host interfaces: %d, with %d methods besides the roles of ui/session/feature\n", hosts, own)
}

// fakes counts the methods of test doubles of a session, below a folder. Those that are not exported are
// helpers of a test, and play nothing.
func fakes(root string) (int, error) {
	n, set := 0, token.NewFileSet()
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv != nil && fn.Name.IsExported() && receiver(fn.Recv.List[0].Type) == "fake" {
				n++
			}
		}
		return nil
	})
	return n, err
}

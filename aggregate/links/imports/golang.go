package imports

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/mod/modfile"

	"dossier/aggregate/code"
)

// readGo reads Go with the standard library's parser, which gives the names that a file uses from
// its own and from other packages. For a file with errors it returns what could be parsed.
func readGo(src string, _ *code.Structure) Source {
	f, _ := parser.ParseFile(token.NewFileSet(), "", src, 0)
	if f == nil {
		return Source{}
	}
	out := Source{Packages: []string{f.Name.Name}, Defines: goDeclared(f)}
	used := goSelected(f)
	imported := map[string]bool{}
	for _, spec := range f.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		in := Import{Path: p}
		switch name := goName(spec, p); name {
		case "_", "C":
		case ".":
			in.Names = []string{"*"}
		default:
			imported[name] = true
			in.Names = sortedNames(used[name])
		}
		out.Imports = append(out.Imports, in)
	}
	for _, id := range f.Unresolved {
		if !imported[id.Name] {
			out.Mentions = append(out.Mentions, id.Name)
		}
	}
	return out
}

// goName returns the name of an import without an explicit one, guessed from the last part of the
// path.
func goName(spec *ast.ImportSpec, p string) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	name := path.Base(p)
	if dir := path.Dir(p); len(name) > 1 && name[0] == 'v' && strings.Trim(name[1:], "0123456789") == "" && dir != "." {
		name = path.Base(dir)
	}
	if i := strings.LastIndex(name, ".v"); i > 0 {
		name = name[:i]
	}
	name = strings.TrimPrefix(name, "go-")
	return strings.ReplaceAll(strings.TrimSuffix(name, "-go"), "-", "")
}

// goSelected returns the selected names by each qualifier that a file does not declare.
func goSelected(f *ast.File) map[string][]string {
	free := map[*ast.Ident]bool{}
	for _, id := range f.Unresolved {
		free[id] = true
	}
	out := map[string][]string{}
	ast.Inspect(f, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok && free[id] {
				out[id.Name] = append(out[id.Name], sel.Sel.Name)
			}
		}
		return true
	})
	return out
}

// goDeclared returns the names that a file declares in its package.
func goDeclared(f *ast.File) []string {
	var out []string
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				out = append(out, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					out = append(out, spec.Name.Name)
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						out = append(out, name.Name)
					}
				}
			}
		}
	}
	return exclude(out, "_", "init", "main")
}

// goModule is a Go module in the project.
type goModule struct {
	path, dir string
	replaced  map[string]string // folders by module path
}

// goModules are the modules of a project.
type goModules struct {
	list   []goModule
	byDir  map[string]*goModule
	byPath map[string]string // folders; of several with one path, the first below the project's folder
	std    []string          // folders of the standard library
	work   map[string]string // replacements in go.work
}

func readGoModules(p *project) goModules {
	out := goModules{work: map[string]string{}}
	for _, name := range slices.Sorted(maps.Keys(p.texts)) {
		dir, base := split(name)
		switch base {
		case "go.mod":
			f, err := modfile.ParseLax(name, []byte(p.texts[name]), nil)
			if err != nil || f.Module == nil {
				continue
			}
			m := goModule{path: f.Module.Mod.Path, dir: dir, replaced: map[string]string{}}
			replaceGo(m.replaced, dir, f.Replace)
			out.list = append(out.list, m)
		case "go.work":
			if f, err := modfile.ParseWork(name, []byte(p.texts[name]), nil); err == nil {
				replaceGo(out.work, dir, f.Replace)
			}
		}
	}
	out.byDir, out.byPath = make(map[string]*goModule, len(out.list)), make(map[string]string, len(out.list))
	for i, m := range out.list {
		out.byDir[m.dir] = &out.list[i]
		if m.path == "std" {
			out.std = append(out.std, m.dir)
		} else if out.byPath[m.path] == "" {
			out.byPath[m.path] = m.dir
		}
	}
	return out
}

// replaceGo adds the modules that are replaced by folders.
func replaceGo(to map[string]string, dir string, list []*modfile.Replace) {
	for _, r := range list {
		if r.New.Version == "" {
			if folder, ok := join(dir, r.New.Path); ok {
				to[r.Old.Path] = folder
			}
		}
	}
}

// moduleOf returns the module that contains a file, or nil.
func (m goModules) moduleOf(file string) *goModule {
	dir, _ := split(file)
	for _, dir := range ancestors(dir) {
		if own := m.byDir[dir]; own != nil {
			return own
		}
	}
	return nil
}

// folder returns the folder of the module with a path, for files of the module own, which may be nil.
func (m goModules) folder(own *goModule, path string) (dir string, ok bool) {
	if own != nil {
		if dir, ok = own.replaced[path]; ok {
			return dir, true
		}
	}
	if dir, ok = m.work[path]; ok {
		return dir, true
	}
	if own != nil && own.path == path && path != "std" {
		return own.dir, true
	}
	dir, ok = m.byPath[path]
	return dir, ok
}

// goFolder returns the folder of a package. known is set if the package belongs to the project,
// whether or not the folder exists.
func (p *project) goFolder(from, imported string) (dir string, known bool) {
	own := p.goMods.moduleOf(from)
	if own != nil {
		if vendor := path.Join(own.dir, "vendor", imported); len(p.goFiles(vendor)) > 0 {
			return vendor, true
		}
	}
	for prefix := imported; prefix != "." && prefix != "/"; prefix = path.Dir(prefix) {
		if folder, ok := p.goMods.folder(own, prefix); ok {
			dir, ok := join(folder, "./"+strings.TrimPrefix(imported, prefix))
			return dir, ok
		}
	}
	for _, std := range p.goMods.std {
		if dir := path.Join(std, imported); len(p.goFiles(dir)) > 0 {
			return dir, true
		}
	}
	if own == nil {
		for _, dir := range []string{path.Join("src", imported), path.Join("vendor", imported)} {
			if len(p.goFiles(dir)) > 0 {
				return dir, true
			}
		}
	}
	return "", false
}

// goFiles returns the files of the package in a folder, except its tests.
func (p *project) goFiles(dir string) []string {
	var out []string
	for _, f := range p.folders[dir] {
		if strings.HasSuffix(f, ".go") && !strings.HasSuffix(f, "_test.go") {
			out = append(out, f)
		}
	}
	return out
}

func resolveGo(p *project, from string, in Import) resolution {
	dir, known := p.goFolder(from, in.Path)
	if !known {
		return outside
	}
	all := p.goFiles(dir)
	if len(all) == 0 {
		return missing
	}
	wanted := in.Names
	if slices.Equal(wanted, []string{"*"}) {
		wanted = p.source(from).Mentions
	}
	var out []string
	for _, f := range p.declarers(from, "go", dir, wanted) {
		if !strings.HasSuffix(f, "_test.go") {
			out = append(out, f)
		}
	}
	if len(out) == 0 {
		out = exclude(all, from)
	}
	return found(out...)
}

// samePackage reports whether a Go file can use the declarations of another one in its folder:
// those in tests are only visible to tests, and external tests import the package.
func (p *project) samePackage(from, other string) bool {
	if strings.HasSuffix(other, "_test.go") && !strings.HasSuffix(from, "_test.go") {
		return false
	}
	a, b := p.source(from), p.source(other)
	return a != nil && b != nil && slices.Equal(a.Packages, b.Packages)
}

package imports

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// The tests of this file compare the indexes of a project with a scan of everything for each import.

// drawProject draws files with paths of the given names, which may contain folders of their own.
func drawProject(t *rapid.T, names []string, text func(p string) string) *project {
	dirs := []string{"", "a/", "b/", "a/src/", "a/b/", "lib/", "b/lib/"}
	texts := map[string]string{}
	var files []string
	for range rapid.IntRange(1, 25).Draw(t, "files") {
		p := rapid.SampledFrom(dirs).Draw(t, "folder") + rapid.SampledFrom(names).Draw(t, "name")
		files = append(files, p)
		if isConfiguration(p) {
			texts[p] = text(p)
		}
	}
	slices.Sort(files)
	source := func(p string) *Source {
		if path.Ext(p) == ".rb" {
			return &Source{Language: "ruby"}
		}
		return nil
	}
	return newProject(slices.Compact(files), source, texts)
}

// compareResolved compares two functions for imports of a file of the project.
func compareResolved(t *rapid.T, p *project, imports []Import, want, got func(p *project, from string, in Import) resolution) {
	from := rapid.SampledFrom(p.files).Draw(t, "from")
	for _, in := range imports {
		if diff := cmp.Diff(want(p, from, in), got(p, from, in), cmp.AllowUnexported(resolution{})); diff != "" {
			t.Errorf("%s imports %v (-scan +index):\n%s", from, in, diff)
		}
	}
}

func TestPythonIndex(t *testing.T) {
	names := []string{"a.py", "b.py", "a/__init__.py", "b/x.py", "b/a.pyi", "a/b/__init__.py", "c.pyx", "c/d.txt", "pyproject.toml", "setup.py", "__init__.py", "README.md"}
	var imports []Import
	for _, module := range []string{"a", "b", "c", "a.b", "b.a", "b.x", "src.a", ".a", "..b", "src", "lib", "lib.c"} {
		imports = append(imports, Import{Path: module}, Import{Path: module, Names: []string{"a", "x"}}, Import{Path: module, Names: []string{"*"}})
	}
	scan := func(p *project, from string, in Import) resolution {
		if strings.HasPrefix(in.Path, ".") {
			return resolvePython(p, from, in)
		}
		dir, _ := split(from)
		roots := []string{p.pythonPackageRoot(from)}
		for _, root := range append(nearestFirst(from, p.python), dir) {
			if !slices.Contains(roots, root) {
				roots = append(roots, root)
			}
		}
		known := false
		first, _, _ := strings.Cut(in.Path, ".")
		for _, root := range roots {
			at := path.Join(root, first)
			file, folder := p.pythonModule(at)
			if file == "" && (!folder || !p.isNamespacePackage(at)) || file == from && !strings.HasSuffix(file, "/__init__.py") {
				continue
			}
			known = true
			if a := p.resolvePythonNames(path.Join(root, strings.ReplaceAll(in.Path, ".", "/")), in.Names); a.outcome == Found {
				return a
			}
		}
		if known {
			return missing
		}
		return outside
	}
	rapid.Check(t, func(t *rapid.T) {
		compareResolved(t, drawProject(t, names, nil), imports, scan, resolvePython)
	})
}

func TestScriptIndex(t *testing.T) {
	names := []string{"a.ts", "b/index.ts", "x.js", "package.json", "b/package.json", "tsconfig.json", "tsconfig.base.json", "jsconfig.json", "b/tsconfig.json"}
	packages := []string{"a", "a/b", "@s/a", "", "a/", "a//b"}
	specs := append([]string{"a/b/c", "@s/a/b", "@s", "a//b/c", "b", "", "a/tsconfig.json", "@s/a/tsconfig.base"}, packages...)
	scanExtends := func(p *project, spec string) (at string, ok bool) {
		for _, n := range p.nodes {
			if rest, below := strings.CutPrefix(spec+"/", n.Name+"/"); below && n.Name != "" {
				at, ok = join(n.dir, strings.TrimSuffix(rest, "/"))
			}
		}
		return at, ok
	}
	scanConfigs := func(p *project, from string) (out []string) {
		dir, _ := split(from)
		for _, dir := range ancestors(dir) {
			var more []string
			for _, f := range p.folders[dir] {
				if p.configs[f] == nil {
					continue
				}
				if path.Base(f) == "tsconfig.json" {
					out = append(out, f)
				} else {
					more = append(more, f)
				}
			}
			out = append(out, more...)
		}
		return out
	}
	scanNodes := func(p *project, spec string) resolution {
		var best *nodePackage
		for i := range p.nodes {
			n := &p.nodes[i]
			if n.Name != "" && strings.HasPrefix(spec+"/", n.Name+"/") && (best == nil || len(n.Name) > len(best.Name)) {
				best = n
			}
		}
		if best == nil {
			return outside
		}
		return p.resolveExported(best, strings.TrimPrefix(strings.TrimPrefix(spec, best.Name), "/"))
	}
	scanDependencies := func(p *project, dir, spec string) bool {
		for _, dir := range ancestors(dir) {
			for _, n := range p.nodes {
				for name := range n.Needs {
					if n.dir == dir && strings.HasPrefix(spec+"/", name+"/") {
						return true
					}
				}
			}
		}
		return false
	}
	rapid.Check(t, func(t *rapid.T) {
		p := drawProject(t, names, func(p string) string {
			if path.Base(p) != "package.json" {
				return "{}"
			}
			name := func(label string) string { return rapid.SampledFrom(packages).Draw(t, label) }
			return fmt.Sprintf(`{"name": %q, "dependencies": {%q: "1"}}`, name("package"), name("dependency"))
		})
		from := rapid.SampledFrom(p.files).Draw(t, "from")
		dir, _ := split(from)
		if diff := cmp.Diff(scanConfigs(p, from), p.configsFor(from)); diff != "" {
			t.Errorf("configurations for %s (-scan +index):\n%s", from, diff)
		}
		for _, spec := range specs {
			want := ""
			if at, ok := scanExtends(p, spec); ok {
				for _, name := range []string{path.Join(at, "tsconfig.json"), at + ".json", at} {
					if p.configs[name] != nil {
						want = name
					}
				}
			}
			if got := p.extends(from, spec); got != want {
				t.Errorf("%q is extended by %q, want %q", spec, got, want)
			}
			if diff := cmp.Diff(scanNodes(p, spec), p.nodeImport(from, spec), cmp.AllowUnexported(resolution{})); diff != "" {
				t.Errorf("import of %q (-scan +index):\n%s", spec, diff)
			}
			if got, want := p.isDependency(dir, spec), scanDependencies(p, dir, spec); got != want {
				t.Errorf("%q is a dependency: %t, want %t", spec, got, want)
			}
		}
	})
}

func TestGoIndex(t *testing.T) {
	names := []string{"a.go", "b/b.go", "go.mod", "b/go.mod", "src/x/a.go", "vendor/x/a.go", "x/a.go", "go.work"}
	modules := []string{"m", "m/b", "x", "std", "example.com/m"}
	scan := func(p *project, from, imported string) (string, bool) {
		var own *goModule
		for i, m := range p.goMods.list {
			if (m.dir == "" || strings.HasPrefix(from, m.dir+"/")) && (own == nil || len(m.dir) > len(own.dir)) {
				own = &p.goMods.list[i]
			}
		}
		candidates := map[string]string{}
		for _, m := range p.goMods.list {
			if m.path != "std" && candidates[m.path] == "" {
				candidates[m.path] = m.dir
			}
		}
		if own != nil && own.path != "std" {
			candidates[own.path] = own.dir
		}
		maps.Copy(candidates, p.goMods.work)
		if own != nil {
			maps.Copy(candidates, own.replaced)
			if vendor := path.Join(own.dir, "vendor", imported); len(p.goFiles(vendor)) > 0 {
				return vendor, true
			}
		}
		for prefix := imported; prefix != "." && prefix != "/"; prefix = path.Dir(prefix) {
			if folder, ok := candidates[prefix]; ok {
				return join(folder, "./"+strings.TrimPrefix(imported, prefix))
			}
		}
		for _, m := range p.goMods.list {
			if dir := path.Join(m.dir, imported); m.path == "std" && len(p.goFiles(dir)) > 0 {
				return dir, true
			}
		}
		for _, dir := range []string{path.Join("src", imported), path.Join("vendor", imported)} {
			if own == nil && len(p.goFiles(dir)) > 0 {
				return dir, true
			}
		}
		return "", false
	}
	rapid.Check(t, func(t *rapid.T) {
		p := drawProject(t, names, func(p string) string {
			module := func(label string) string { return rapid.SampledFrom(modules).Draw(t, label) }
			replace := fmt.Sprintf("replace %s => ./%s\n", module("old"), rapid.SampledFrom([]string{"x", "b", "../b"}).Draw(t, "new"))
			if path.Base(p) == "go.work" {
				return "go 1.20\n" + replace
			}
			return "module " + module("module") + "\n" + replace
		})
		from := rapid.SampledFrom(p.files).Draw(t, "from")
		for _, imported := range append([]string{"fmt", "m/b/c", "m/x", "b", "x/a"}, modules...) {
			dir, known := p.goFolder(from, imported)
			if wantDir, wantKnown := scan(p, from, imported); dir != wantDir || known != wantKnown {
				t.Errorf("%s imports %s from %q, %t; want %q, %t", from, imported, dir, known, wantDir, wantKnown)
			}
		}
	})
}

func TestRubyIndex(t *testing.T) {
	names := []string{"a.rb", "b.rb", "b", "app/a.rb", "lib/a.rb", "lib/b.rb", "lib/b/a.rb", "spec/a.rb.rb", "a.txt", "lib/spec/b/a.rb"}
	var imports []Import
	for _, name := range []string{"a", "b", "b/a", "a.rb", "a.txt", "lib/a", "app/a", "./a", "../b", "//a", "b//a", "spec/b/a", "json"} {
		imports = append(imports, Import{Path: name})
	}
	scan := func(p *project, from string, in Import) resolution {
		if strings.HasPrefix(in.Path, ".") {
			return resolveRuby(p, from, in)
		}
		dir, _ := split(from)
		var fit []string
		for _, root := range append([]string{dir}, p.ruby...) {
			if f := p.rubyFile(path.Join(root, in.Path)); f != "" && !slices.Contains(fit, f) && f != from {
				fit = append(fit, f)
			}
		}
		if len(fit) == 0 {
			return outside
		}
		return nearest(from, fit)
	}
	rapid.Check(t, func(t *rapid.T) {
		p := drawProject(t, names, nil)
		if p.rubyRootsOf != nil {
			compareResolved(t, p, imports, scan, resolveRuby)
		}
	})
}

func TestSteps(t *testing.T) {
	name := rapid.StringMatching(`[ab]{1,2}(/[ab]{1,2}){0,4}`)
	rapid.Check(t, func(t *rapid.T) {
		a, b := name.Draw(t, "a"), name.Draw(t, "b")
		x, y := strings.Split(a, "/"), strings.Split(b, "/")
		same := 0
		for same < len(x)-1 && same < len(y)-1 && x[same] == y[same] {
			same++
		}
		if got, want := steps(a, b), len(x)-1-same+len(y)-1-same; got != want {
			t.Errorf("%d steps from %s to %s, want %d", got, a, b, want)
		}
	})
}

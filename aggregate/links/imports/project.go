package imports

import (
	"path"
	"slices"
	"strings"
)

// Outcome is what became of an import.
type Outcome int

// The outcomes.
const (
	Found     Outcome = iota // it leads to files of the project, or to nothing that the file takes from it
	Outside                  // it means a library, or nothing tells that it means the project
	Ambiguous                // it leads to several files that are equally near
	Missing                  // it means a file of the project that is not there
)

// answer is the files that an import means. Of ambiguous ones they are the candidates.
type answer struct {
	files   []string
	outcome Outcome
}

func found(files ...string) answer { return answer{files: files} }

var (
	outside = answer{outcome: Outside}
	missing = answer{outcome: Missing}
)

// symbolKey is a name in a package.
type symbolKey struct{ family, pkg, name string }

// project is what imports are resolved against.
type project struct {
	files    []string // in byte order
	has      map[string]bool
	folders  map[string][]string  // the files directly in a folder
	byName   map[string][]string  // files by the last part of their path
	source   func(string) *Source // nil for what is not read
	texts    map[string]string    // configuration
	declares map[symbolKey][]string
	packages map[symbolKey][]string // without a name
	goMods   goModules
	python   []string // roots of modules, without the last slash; the project is ""
	ruby     []string
	nodes    []nodePackage
	configs  map[string]*tsConfig
	crates   []crate
	psr4     []prefixFolder
}

// isConfiguration reports whether imports are resolved by what a file says.
func isConfiguration(p string) bool {
	switch name := path.Base(p); {
	case name == "go.mod", name == "go.work", name == "package.json", name == "composer.json", name == "Cargo.toml":
		return !strings.Contains("/"+p, "/node_modules/")
	case path.Ext(name) == ".json":
		return strings.HasPrefix(name, "tsconfig") || strings.HasPrefix(name, "jsconfig")
	}
	return false
}

// newProject indexes files in byte order, what those that are read say, and the texts of the
// configuration.
func newProject(files []string, source func(string) *Source, texts map[string]string) *project {
	p := &project{
		files: files, source: source, texts: texts, has: make(map[string]bool, len(files)),
		folders: map[string][]string{}, byName: map[string][]string{},
		declares: map[symbolKey][]string{}, packages: map[symbolKey][]string{},
	}
	for _, f := range files {
		p.has[f] = true
		dir, name := split(f)
		p.folders[dir] = append(p.folders[dir], f)
		p.byName[name] = append(p.byName[name], f)
		for dir != "" {
			if dir, _ = split(dir); p.folders[dir] != nil {
				break
			}
			p.folders[dir] = []string{}
		}
		if s := source(f); s != nil {
			p.index(f, s)
		}
	}
	p.goMods = readGoModules(p)
	p.python = p.pythonRoots()
	p.ruby = p.rubyRoots()
	p.nodes, p.configs = p.nodePackages(), p.tsConfigs()
	p.crates = p.readCrates()
	p.psr4 = p.readComposer()
	return p
}

func (p *project) index(f string, s *Source) {
	fam := families[s.Language]
	if fam == nil {
		return
	}
	pkgs := s.Packages
	if fam.name == "go" {
		dir, _ := split(f)
		pkgs = []string{dir}
	}
	for _, pkg := range pkgs {
		key := symbolKey{family: fam.name, pkg: pkg}
		p.packages[key] = append(p.packages[key], f)
		for _, name := range s.Defines {
			key.name = name
			p.declares[key] = append(p.declares[key], f)
		}
	}
}

// split returns the folder of a path, "" for the project's, and its last part.
func split(p string) (dir, name string) {
	if i := strings.LastIndexByte(p, '/'); i >= 0 {
		return p[:i], p[i+1:]
	}
	return "", p
}

// join joins paths. It is false for one that leaves the project.
func join(parts ...string) (string, bool) {
	p := path.Join(parts...)
	if p == "." {
		p = ""
	}
	return p, p != ".." && !strings.HasPrefix(p, "../") && !strings.HasPrefix(p, "/")
}

// isFolder reports whether files lie in a folder.
func (p *project) isFolder(dir string) bool {
	_, ok := p.folders[dir]
	return ok
}

// above are a folder and those that it lies in, the nearest first; "" is the last.
func above(dir string) []string {
	out := []string{dir}
	for dir != "" {
		dir, _ = split(dir)
		out = append(out, dir)
	}
	return out
}

// steps counts the folders that lie between two paths.
func steps(a, b string) int {
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	same := 0
	for same < len(x)-1 && same < len(y)-1 && x[same] == y[same] {
		same++
	}
	return len(x) - 1 - same + len(y) - 1 - same
}

// nearest returns the files that the fewest steps lead to. Files of one folder belong
// together; of several folders it is ambiguous.
func nearest(from string, files []string) answer {
	var best []string
	least := -1
	for _, f := range files {
		switch n := steps(from, f); {
		case least < 0 || n < least:
			best, least = []string{f}, n
		case n == least:
			best = append(best, f)
		}
	}
	if len(best) == 0 {
		return missing
	}
	dir, _ := split(best[0])
	for _, f := range best[1:] {
		if other, _ := split(f); other != dir {
			return answer{best, Ambiguous}
		}
	}
	return found(best...)
}

// declarers are the files that declare names in a package, nearest first of each name; what
// nobody declares is left out.
func (p *project) declarers(from, family, pkg string, names []string) []string {
	var out []string
	for _, name := range names {
		for _, f := range nearest(from, p.declares[symbolKey{family, pkg, name}]).files {
			if f != from && !slices.Contains(out, f) {
				out = append(out, f)
			}
		}
	}
	return out
}

// siblings are the files of its own packages that a file takes names from.
func (p *project) siblings(from string, s *Source) []string {
	fam := families[s.Language]
	var out []string
	for _, pkg := range p.packagesOf(from, s) {
		for _, f := range p.declarers(from, fam.name, pkg, s.Mentions) {
			if fam.name == "go" && !p.samePackage(from, f) {
				continue
			}
			if !slices.Contains(out, f) {
				out = append(out, f)
			}
		}
	}
	return out
}

// packagesOf are the packages whose names a file can use as they are.
func (p *project) packagesOf(from string, s *Source) []string {
	switch families[s.Language].name {
	case "go":
		dir, _ := split(from)
		return []string{dir}
	case "csharp":
		var out []string
		for _, pkg := range s.Packages {
			for pkg != "" && !slices.Contains(out, pkg) {
				out = append(out, pkg)
				pkg = pkg[:max(0, strings.LastIndexByte(pkg, '.'))]
			}
		}
		return out
	}
	return s.Packages
}

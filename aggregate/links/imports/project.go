package imports

import (
	"path"
	"slices"
	"strings"
)

// Outcome is the result of resolving an import.
type Outcome int

// Outcomes.
const (
	Found     Outcome = iota // refers to project files, or to a package from which nothing is used
	Outside                  // refers to a library, or to something not known to be in the project
	Ambiguous                // refers to several files that are equally near
	Missing                  // refers to a project file that does not exist
)

// resolution is the files that an import refers to, or the candidates of an ambiguous one.
type resolution struct {
	files   []string
	outcome Outcome
}

func found(files ...string) resolution { return resolution{files: files} }

var (
	outside = resolution{outcome: Outside}
	missing = resolution{outcome: Missing}
)

// symbolKey identifies a name in a package.
type symbolKey struct{ family, pkg, name string }

// project is the index that imports are resolved against.
type project struct {
	files    []string // sorted
	has      map[string]bool
	folders  map[string][]string  // files directly in a folder
	byName   map[string][]string  // files by base name
	source   func(string) *Source // nil for files that are not parsed
	texts    map[string]string    // configuration files
	declares map[symbolKey][]string
	packages map[symbolKey][]string // keys without a name
	goMods   goModules
	python   []string // module roots without trailing slash; "" is the project
	ruby     []string
	nodes    []nodePackage
	configs  map[string]*tsConfig
	crates   []crate
	psr4     []prefixFolder

	pythonTop   *pythonTops
	rubyRootsOf map[string][]string     // by the path of a file below them
	configsIn   map[string][]string     // by folder; tsconfig.json comes first
	nodesByDir  map[string]*nodePackage // by folder
	nodesByName map[string][]int        // rising indices
}

// isConfiguration reports whether a file configures how imports are resolved.
func isConfiguration(p string) bool {
	switch name := path.Base(p); {
	case name == "go.mod", name == "go.work", name == "package.json", name == "composer.json", name == "Cargo.toml":
		return !strings.Contains("/"+p, "/node_modules/")
	case path.Ext(name) == ".json":
		return strings.HasPrefix(name, "tsconfig") || strings.HasPrefix(name, "jsconfig")
	}
	return false
}

// newProject returns the index of files, which must be sorted, with their sources and the texts
// of configuration files.
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
	p.pythonTop = p.pythonTops()
	p.ruby = p.rubyRoots()
	p.rubyRootsOf = p.rubyBelow()
	p.nodes, p.configs = p.nodePackages(), p.tsConfigs()
	p.configsIn = p.configFolders()
	p.indexNodes()
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

// split returns the folder of a path, "" for the project's, and its base name.
func split(p string) (dir, name string) {
	if i := strings.LastIndexByte(p, '/'); i >= 0 {
		return p[:i], p[i+1:]
	}
	return "", p
}

// join joins paths. It returns false if the result is outside the project.
func join(parts ...string) (string, bool) {
	p := path.Join(parts...)
	if p == "." {
		p = ""
	}
	return p, p != ".." && !strings.HasPrefix(p, "../") && !strings.HasPrefix(p, "/")
}

// isFolder reports whether a folder contains files.
func (p *project) isFolder(dir string) bool {
	_, ok := p.folders[dir]
	return ok
}

// ancestors returns a folder and its parents, nearest first, ending with "".
func ancestors(dir string) []string {
	out := []string{dir}
	for dir != "" {
		dir, _ = split(dir)
		out = append(out, dir)
	}
	return out
}

// steps returns the number of steps between two paths in the tree.
func steps(a, b string) int {
	same := 0 // length of the folder that contains both, with its slash
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == '/' {
			same = i + 1
		}
	}
	return strings.Count(a[same:], "/") + strings.Count(b[same:], "/")
}

// nearest returns the files with the fewest steps from a file. Files of one folder are one
// answer; those of several folders are ambiguous.
func nearest(from string, files []string) resolution {
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
			return resolution{best, Ambiguous}
		}
	}
	return found(best...)
}

// declarers returns the files that declare names in a package, nearest first for each name;
// undeclared names are ignored.
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

// siblings returns the files of the same package that a file uses names of.
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

// packagesOf returns the packages whose names a file can use without an import.
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

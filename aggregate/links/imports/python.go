package imports

import (
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"dossier/aggregate/code"
)

func readPython(src string, s *code.Structure) Source {
	var out Source
	for _, in := range s.Imports {
		entry := Import{Path: strings.ReplaceAll(in.Name, " ", "")}
		if _, taken, ok := strings.Cut(statementText(src, in, "#"), " import "); ok {
			for name := range strings.SplitSeq(strings.Trim(taken, "() \\;"), ",") {
				if words := strings.Fields(strings.Trim(name, "\\ ()")); len(words) > 0 {
					entry.Names = append(entry.Names, words[0])
				}
			}
		}
		out.Imports = append(out.Imports, entry)
	}
	return out
}

// pythonRoots returns the folders that absolute module names can be relative to: the project,
// folders with a distribution's metadata, and a folder src in them.
func (p *project) pythonRoots() []string {
	var out []string
	seen := map[string]bool{}
	for _, f := range p.files {
		if dir, name := split(f); dir == "" || name == "pyproject.toml" || name == "setup.py" || name == "setup.cfg" {
			for _, root := range []string{dir, path.Join(dir, "src"), path.Join(dir, "lib")} {
				if p.isFolder(root) && !seen[root] {
					seen[root] = true
					out = append(out, root)
				}
			}
		}
	}
	return out
}

// pythonTops is an index of roots by the names of the modules and packages directly in them. It is safe
// for concurrent use.
type pythonTops struct {
	roots  map[string][]string
	folder atomic.Pointer[nearestRoots]
}

// nearestRoots are the roots of names, nearest first for the files of one folder.
type nearestRoots struct {
	dir    string
	byName sync.Map // []string
}

func (p *project) pythonTops() *pythonTops {
	names := make(map[string]map[string]bool, len(p.python))
	for _, root := range p.python {
		names[root] = map[string]bool{}
		for _, f := range p.folders[root] {
			_, name := split(f)
			switch ext := path.Ext(name); ext {
			case ".py", ".pyi", ".pyx":
				names[root][strings.TrimSuffix(name, ext)] = true
			}
		}
	}
	for dir := range p.folders {
		if root, name := split(dir); dir != "" && names[root] != nil && p.isPythonTop(dir) {
			names[root][name] = true
		}
	}
	t := &pythonTops{roots: map[string][]string{}}
	for _, root := range p.python {
		for name := range names[root] {
			t.roots[name] = append(t.roots[name], root)
		}
	}
	return t
}

// nearest returns the roots that contain a name, nearest first for the files of a folder. The result
// must not be modified.
func (t *pythonTops) nearest(dir, name string) []string {
	roots := t.roots[name]
	if len(roots) < 2 {
		return roots
	}
	// Only the results of one folder are cached: files are resolved in the order of their folders, and
	// those of all folders would need too much memory.
	f := t.folder.Load()
	if f == nil || f.dir != dir {
		f = &nearestRoots{dir: dir}
		t.folder.Store(f)
	}
	if sorted, ok := f.byName.Load(name); ok {
		return sorted.([]string)
	}
	sorted := nearestFirst(placeholderFile(dir), roots)
	f.byName.Store(name, sorted)
	return sorted
}

// pythonPackageRoot returns the parent folder of a file's outermost package.
func (p *project) pythonPackageRoot(from string) string {
	dir, _ := split(from)
	for dir != "" && (p.has[dir+"/__init__.py"] || p.has[dir+"/__init__.pyi"]) {
		dir, _ = split(dir)
	}
	return dir
}

// pythonModule returns the file of a module, or "", and whether there is a folder of its name.
func (p *project) pythonModule(at string) (file string, folder bool) {
	for _, f := range []string{at + "/__init__.py", at + ".py", at + "/__init__.pyi", at + ".pyi", at + ".pyx"} {
		if f = strings.TrimPrefix(f, "/"); p.has[f] {
			return f, true
		}
	}
	return "", at == "" || p.isFolder(at)
}

func resolvePython(p *project, from string, in Import) resolution {
	rest := strings.TrimLeft(in.Path, ".")
	if up := len(in.Path) - len(rest); up > 0 {
		dir, _ := split(from)
		for range up - 1 {
			if dir == "" {
				return missing
			}
			dir, _ = split(dir)
		}
		at, _ := join(dir, strings.ReplaceAll(rest, ".", "/"))
		return p.resolvePythonNames(at, in.Names)
	}
	dir, _ := split(from)
	first, _, _ := strings.Cut(rest, ".")
	known := false
	try := func(root string) (resolution, bool) {
		if file, _ := p.pythonModule(path.Join(root, first)); file == from && !strings.HasSuffix(file, "/__init__.py") {
			return outside, false // a module does not import itself: ssl.py contains import ssl
		}
		known = true
		a := p.resolvePythonNames(path.Join(root, strings.ReplaceAll(rest, ".", "/")), in.Names)
		return a, a.outcome == Found
	}
	own := p.pythonPackageRoot(from)
	if p.isPythonTop(path.Join(own, first)) {
		if a, ok := try(own); ok {
			return a
		}
	}
	tried := dir == own
	for _, root := range p.pythonTop.nearest(dir, first) {
		if root == own {
			continue
		}
		if a, ok := try(root); ok {
			return a
		}
		tried = tried || root == dir
	}
	if !tried && p.isPythonTop(path.Join(dir, first)) {
		if a, ok := try(dir); ok {
			return a
		}
	}
	if known {
		return missing
	}
	return outside
}

// isPythonTop reports whether there is a module or package at a path.
func (p *project) isPythonTop(at string) bool {
	file, folder := p.pythonModule(at)
	return file != "" || folder && p.isNamespacePackage(at)
}

// isNamespacePackage reports whether a folder without __init__.py can be a package: it directly contains
// modules or packages.
func (p *project) isNamespacePackage(dir string) bool {
	for _, f := range p.folders[dir] {
		if strings.HasSuffix(f, ".py") {
			return true
		}
	}
	at, _ := slices.BinarySearch(p.files, dir+"/")
	for _, f := range p.files[at:min(len(p.files), at+1000)] {
		if !strings.HasPrefix(f, dir+"/") {
			break
		}
		if strings.HasSuffix(f, "/__init__.py") {
			return true
		}
	}
	return false
}

// resolvePythonNames returns the files of the names imported from a module: submodules, else the module.
func (p *project) resolvePythonNames(at string, imported []string) resolution {
	base, folder := p.pythonModule(at)
	if len(imported) == 0 {
		if base == "" {
			if folder {
				return found()
			}
			return missing
		}
		return found(base)
	}
	var out []string
	for _, name := range imported {
		f := base
		if sub, _ := p.pythonModule(path.Join(at, name)); sub != "" && name != "*" && !strings.HasSuffix(base, at+".py") {
			f = sub
		}
		if f != "" && !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	if len(out) == 0 {
		return missing
	}
	return found(out...)
}

// nearestFirst sorts folders by the number of steps from a file.
func nearestFirst(from string, folders []string) []string {
	away := make(map[string]int, len(folders))
	for _, dir := range folders {
		away[dir] = steps(from, placeholderFile(dir))
	}
	out := slices.Clone(folders)
	slices.SortStableFunc(out, func(a, b string) int { return away[a] - away[b] })
	return out
}

// placeholderFile returns the path of a fictitious file in a folder.
func placeholderFile(dir string) string { return strings.TrimPrefix(dir+"/x", "/") }

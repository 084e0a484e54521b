package imports

import (
	"path"
	"slices"
	"strings"

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
	for _, f := range p.files {
		if dir, name := split(f); dir == "" || name == "pyproject.toml" || name == "setup.py" || name == "setup.cfg" {
			for _, root := range []string{dir, path.Join(dir, "src"), path.Join(dir, "lib")} {
				if p.isFolder(root) && !slices.Contains(out, root) {
					out = append(out, root)
				}
			}
		}
	}
	return out
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
	roots := []string{p.pythonPackageRoot(from)}
	for _, root := range append(nearestFirst(from, p.python), dir) {
		if !slices.Contains(roots, root) {
			roots = append(roots, root)
		}
	}
	known := false
	for _, root := range roots {
		first, _, _ := strings.Cut(rest, ".")
		if file, folder := p.pythonModule(path.Join(root, first)); file == "" && (!folder || !p.isNamespacePackage(path.Join(root, first))) {
			continue
		} else if file == from && !strings.HasSuffix(file, "/__init__.py") {
			continue // a module does not import itself: ssl.py contains import ssl
		}
		known = true
		if a := p.resolvePythonNames(path.Join(root, strings.ReplaceAll(rest, ".", "/")), in.Names); a.outcome == Found {
			return a
		}
	}
	if known {
		return missing
	}
	return outside
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
	out := slices.Clone(folders)
	slices.SortStableFunc(out, func(a, b string) int { return steps(from, placeholderFile(a)) - steps(from, placeholderFile(b)) })
	return out
}

// placeholderFile returns the path of a fictitious file in a folder.
func placeholderFile(dir string) string { return strings.TrimPrefix(dir+"/x", "/") }

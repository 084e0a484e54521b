package imports

import (
	"path"
	"slices"
	"strings"

	"dossier/aggregate/code"
)

func readRuby(src string, s *code.Structure) Source {
	var out Source
	for _, in := range s.Imports {
		entry := Import{Path: in.Name}
		switch word := statementText(src, in, ""); {
		case strings.HasPrefix(word, "gem"):
			continue
		case strings.HasPrefix(word, "require_relative"):
			entry.Path = "./" + in.Name
		}
		out.Imports = append(out.Imports, entry)
	}
	return out
}

// rubyRoots returns the folders that may be in the load path: the project, and those named lib,
// app, test or spec.
func (p *project) rubyRoots() []string {
	out := []string{""}
	for dir := range p.folders {
		if slices.Contains([]string{"lib", "app", "test", "spec"}, path.Base(dir)) {
			out = append(out, dir)
		}
	}
	slices.Sort(out)
	return out
}

// rubyBelow returns the roots that contain a file, sorted, by the file's path below the root. It does not
// contain the project's own folder, which contains every file, and is nil without a Ruby file.
func (p *project) rubyBelow() map[string][]string {
	if !slices.ContainsFunc(p.files, func(f string) bool { s := p.source(f); return s != nil && s.Language == "ruby" }) {
		return nil
	}
	isRoot := make(map[string]bool, len(p.ruby))
	for _, root := range p.ruby {
		isRoot[root] = root != ""
	}
	out := map[string][]string{}
	for _, f := range p.files {
		dir, _ := split(f)
		for _, root := range ancestors(dir) {
			if isRoot[root] {
				out[f[len(root)+1:]] = append(out[f[len(root)+1:]], root)
			}
		}
	}
	return out
}

func (p *project) rubyFile(at string) string {
	for _, f := range []string{at + ".rb", at} {
		if p.has[f] {
			return f
		}
	}
	return ""
}

func resolveRuby(p *project, from string, in Import) resolution {
	dir, _ := split(from)
	if strings.HasPrefix(in.Path, ".") {
		if at, ok := join(dir, in.Path); ok {
			if f := p.rubyFile(at); f != "" {
				return found(f)
			}
		}
		return missing
	}
	below := strings.TrimPrefix(path.Clean(in.Path), "/")
	roots := slices.Concat([]string{""}, p.rubyRootsOf[below+".rb"], p.rubyRootsOf[below])
	slices.Sort(roots)
	var fit []string
	for i, root := range append([]string{dir}, slices.Compact(roots)...) {
		if i > 0 && root == dir {
			continue
		}
		if f := p.rubyFile(path.Join(root, in.Path)); f != "" && f != from {
			fit = append(fit, f)
		}
	}
	if len(fit) == 0 {
		return outside
	}
	return nearest(from, fit)
}

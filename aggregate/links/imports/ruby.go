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

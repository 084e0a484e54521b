package imports

import (
	"path"
	"slices"
	"strings"

	"dossier/aggregate/code"
)

func readPHP(src string, s *code.Structure) Source {
	out := Source{Packages: phpNames(packages(s)), Defines: declaredNames(s)}
	if len(out.Packages) == 0 {
		out.Packages = []string{""}
	}
	var imported []string
	for _, in := range s.Imports {
		statement := statementText(src, in, "//")
		if !strings.HasPrefix(statement, "use ") {
			out.Imports = append(out.Imports, Import{Path: "./" + strings.TrimPrefix(in.Name, "/")})
			continue
		}
		for _, name := range phpUsed(in.Name, statement) {
			out.Imports = append(out.Imports, Import{Path: name})
			imported = append(imported, name[strings.LastIndexByte(name, '\\')+1:])
		}
	}
	out.Mentions = exclude(exclude(mentions(src, false), out.Defines...), imported...)
	return out
}

// phpNames converts namespaces to backslash notation.
func phpNames(list []string) []string {
	for i, name := range list {
		list[i] = strings.Trim(name, `\`)
	}
	return list
}

// phpUsed returns the names imported by one clause of a use statement.
func phpUsed(name, statement string) []string {
	clean := func(s string) string {
		s, _, _ = strings.Cut(strings.TrimSpace(s), " as ")
		for _, kind := range []string{"function ", "const "} {
			s = strings.TrimPrefix(s, kind)
		}
		return strings.Trim(strings.TrimSpace(s), `\;`)
	}
	_, list, grouped := strings.Cut(statement, "{")
	if !grouped {
		return []string{clean(name)}
	}
	var out []string
	for one := range strings.SplitSeq(strings.Trim(list, "}; "), ",") {
		if one = clean(one); one != "" {
			out = append(out, clean(name)+`\`+one)
		}
	}
	return out
}

// prefixFolder is the folder of a namespace's classes.
type prefixFolder struct{ prefix, dir string }

// readComposer returns the namespaces in composer.json, longest first.
func (p *project) readComposer() []prefixFolder {
	var out []prefixFolder
	for name, text := range p.texts {
		if path.Base(name) != "composer.json" {
			continue
		}
		dir, _ := split(name)
		var c struct {
			Autoload, Dev map[string]any
		}
		var raw map[string]any
		if !readJSON(text, &raw) {
			continue
		}
		c.Autoload, _ = raw["autoload"].(map[string]any)
		c.Dev, _ = raw["autoload-dev"].(map[string]any)
		for _, load := range []map[string]any{c.Autoload, c.Dev} {
			psr4, _ := load["psr-4"].(map[string]any)
			for prefix, folders := range psr4 {
				list, ok := folders.([]any)
				if !ok {
					list = []any{folders}
				}
				for _, folder := range list {
					if s, ok := folder.(string); ok {
						if at, ok := join(dir, s); ok {
							out = append(out, prefixFolder{strings.Trim(prefix, `\`), at})
						}
					}
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b prefixFolder) int {
		if n := len(b.prefix) - len(a.prefix); n != 0 {
			return n
		}
		return strings.Compare(a.prefix+"\x00"+a.dir, b.prefix+"\x00"+b.dir)
	})
	return out
}

func resolvePHP(p *project, from string, in Import) resolution {
	if rest, ok := strings.CutPrefix(in.Path, "./"); ok {
		dir, _ := split(from)
		for _, dir := range []string{dir, ""} {
			if at, ok := join(dir, rest); ok && p.has[at] {
				return found(at)
			}
		}
		return missing
	}
	known := false
	for _, to := range p.psr4 {
		rest, ok := strings.CutPrefix(in.Path+`\`, to.prefix+`\`)
		if to.prefix == "" {
			rest, ok = in.Path, true
		}
		if !ok {
			continue
		}
		f := path.Join(to.dir, strings.ReplaceAll(strings.Trim(rest, `\`), `\`, "/")) + ".php"
		if p.has[f] {
			return found(f)
		}
		dir, _ := split(f) // libraries may share the prefix of a namespace
		known = known || to.prefix != "" && p.isFolder(dir)
	}
	pkg, name := "", in.Path
	if i := strings.LastIndexByte(in.Path, '\\'); i >= 0 {
		pkg, name = in.Path[:i], in.Path[i+1:]
	}
	switch files := p.declares[symbolKey{"php", pkg, name}]; {
	case files != nil:
		return nearest(from, files)
	case p.packages[symbolKey{family: "php", pkg: in.Path}] != nil:
		return found() // an alias of a namespace
	case known:
		return missing
	}
	return outside
}

package imports

import (
	"slices"
	"strings"

	"dossier/aggregate/code"
)

func readJava(src string, s *code.Structure) Source { return readJVM(src, s, false) }

// readKotlin also records called functions, because they may be declared outside classes.
func readKotlin(src string, s *code.Structure) Source { return readJVM(src, s, true) }

func readJVM(src string, s *code.Structure, calls bool) Source {
	out := Source{Packages: packages(s), Defines: declaredNames(s)}
	if len(out.Packages) == 0 {
		out.Packages = []string{""}
	}
	var imported []string
	for _, in := range s.Imports {
		statement, _, _ := strings.Cut(in.Written.Of(src), "\n")
		statement = strings.TrimSuffix(strings.TrimSpace(statement), ";")
		entry := Import{Path: strings.Join(strings.Fields(strings.TrimSuffix(in.Name, ".*")), "")}
		if strings.HasSuffix(strings.TrimSpace(statement), "*") {
			entry.Names = []string{"*"}
		} else {
			imported = append(imported, entry.Path[strings.LastIndexByte(entry.Path, '.')+1:])
		}
		out.Imports = append(out.Imports, entry)
	}
	out.Mentions = exclude(exclude(mentions(src, calls), out.Defines...), imported...)
	return out
}

// resolveJVM resolves a path to a package, a name in it, or a nested name.
func resolveJVM(p *project, from string, in Import) resolution {
	parts := strings.Split(in.Path, ".")
	if slices.Equal(in.Names, []string{"*"}) {
		if p.packages[symbolKey{family: "jvm", pkg: in.Path}] != nil {
			return found(p.declarers(from, "jvm", in.Path, p.source(from).Mentions)...)
		}
	}
	known := false
	for k := len(parts) - 1; k >= 1; k-- {
		pkg := strings.Join(parts[:k], ".")
		if files := p.declares[symbolKey{"jvm", pkg, parts[k]}]; files != nil {
			return nearest(from, files)
		}
		known = known || k == len(parts)-1 && p.packages[symbolKey{family: "jvm", pkg: pkg}] != nil
	}
	if known {
		return missing
	}
	return outside
}

func readCSharp(src string, s *code.Structure) Source {
	out := Source{Packages: packages(s), Defines: declaredNames(s)}
	for _, in := range s.Imports {
		entry := Import{Path: strings.TrimPrefix(strings.ReplaceAll(in.Name, "::", "."), "global.")}
		if statement := statementText(src, in, "//"); strings.Contains(statement, "=") || strings.Contains(statement, " static ") {
			entry.Names = []string{"*"} // the last part is a type, or an alias of a namespace
		}
		out.Imports = append(out.Imports, entry)
	}
	out.Mentions = exclude(mentions(src, false), out.Defines...)
	return out
}

func resolveCSharp(p *project, from string, in Import) resolution {
	if in.Names != nil {
		if i := strings.LastIndexByte(in.Path, '.'); i > 0 {
			if files := p.declares[symbolKey{"csharp", in.Path[:i], in.Path[i+1:]}]; files != nil {
				return nearest(from, files)
			}
		}
	}
	if p.packages[symbolKey{family: "csharp", pkg: in.Path}] == nil {
		return outside
	}
	return found(p.declarers(from, "csharp", in.Path, p.source(from).Mentions)...)
}

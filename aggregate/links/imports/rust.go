package imports

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"dossier/aggregate/code"
)

// modDeclaration prefixes the path of a module that a file declares, relative to that file.
const modDeclaration = "mod "

func readRust(src string, s *code.Structure) Source {
	out := Source{Defines: declaredNames(s)}
	for _, in := range s.Imports {
		inner := rustModules(s, in.Written)
		statement := statementText(src, in, "//")
		_, tree, isUse := strings.Cut(statement, "use ")
		switch {
		case strings.Contains(statement, "extern crate "):
			out.Imports = append(out.Imports, Import{Path: in.Name})
		case isUse:
			for _, leaf := range useLeaves(strings.TrimSuffix(tree, ";"), 0) {
				out.Imports = append(out.Imports, Import{Path: fromFile(leaf, inner)})
			}
		default:
			to := modDeclaration + strings.Join(append(inner, in.Name), "::")
			if at := rustPath(src[:in.Written.Start]); at != "" {
				to = "./" + at
			}
			out.Imports = append(out.Imports, Import{Path: to})
		}
	}
	return out
}

// rustPath returns the file name in a path attribute before a module declaration.
func rustPath(before string) string {
	before = strings.TrimSpace(before[strings.LastIndexAny(before, ";}")+1:])
	_, rest, ok := strings.Cut(before, "#[path")
	if !ok {
		return ""
	}
	parts := strings.SplitN(rest, `"`, 3)
	if len(parts) < 3 {
		return ""
	}
	return parts[1]
}

// rustModules returns the inline modules of a file that enclose a position.
func rustModules(s *code.Structure, at code.Span) []string {
	var out []string
	for _, sym := range s.Symbols {
		if sym.Kind == code.Module && sym.Node.Contains(at) && sym.Node != at {
			out = append(out, sym.Name)
		}
	}
	return out
}

// maxUse is the max nesting of braces in a use declaration.
const maxUse = 32

// useLeaves expands the braces of a use declaration to a list of paths.
func useLeaves(tree string, depth int) []string {
	before, list, ok := strings.Cut(tree, "{")
	if !ok || depth > maxUse {
		tree, _, _ = strings.Cut(strings.TrimSpace(tree), " as ")
		return []string{strings.TrimSuffix(strings.TrimSuffix(strings.ReplaceAll(tree, " ", ""), "::*"), "::self")}
	}
	if i := strings.LastIndexByte(list, '}'); i >= 0 {
		list = list[:i]
	}
	var out []string
	for _, part := range splitTopLevel(list) {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, useLeaves(strings.ReplaceAll(before, " ", "")+part, depth+1)...)
		}
	}
	return out
}

// splitTopLevel splits a list at commas that are not within braces.
func splitTopLevel(list string) []string {
	var out []string
	open, start := 0, 0
	for i := range len(list) {
		switch list[i] {
		case '{':
			open++
		case '}':
			open--
		case ',':
			if open == 0 {
				out, start = append(out, list[start:i]), i+1
			}
		}
	}
	return append(out, list[start:])
}

// fromFile converts a path within inline modules to one relative to the file.
func fromFile(p string, inner []string) string {
	if len(inner) == 0 {
		return p
	}
	if rest, ok := strings.CutPrefix(p, "self::"); ok {
		return "self::" + strings.Join(inner, "::") + "::" + rest
	}
	for len(inner) > 0 && (p == "super" || strings.HasPrefix(p, "super::")) {
		inner = inner[:len(inner)-1]
		p = strings.TrimPrefix(strings.TrimPrefix(p, "super"), "::")
		if len(inner) == 0 {
			if strings.HasPrefix(p, "super") {
				return p
			}
			return "self::" + p
		}
	}
	return p
}

// crate is a Cargo package in the project.
type crate struct {
	name, dir, lib string
	paths          map[string]string // folders of dependencies by name
}

func (p *project) readCrates() []crate {
	var out []crate
	for _, name := range slices.Sorted(maps.Keys(p.texts)) {
		if path.Base(name) != "Cargo.toml" {
			continue
		}
		var m struct {
			Package struct{ Name string }
			Lib     struct{ Name, Path string }
			Deps    map[string]any `toml:"dependencies"`
			Dev     map[string]any `toml:"dev-dependencies"`
			Build   map[string]any `toml:"build-dependencies"`
		}
		if toml.Unmarshal([]byte(p.texts[name]), &m) != nil || m.Package.Name == "" {
			continue
		}
		c := crate{name: m.Lib.Name, lib: m.Lib.Path, paths: map[string]string{}}
		c.dir, _ = split(name)
		if c.name == "" {
			c.name = m.Package.Name
		}
		if c.lib == "" {
			c.lib = "src/lib.rs"
		}
		c.lib = path.Join(c.dir, c.lib)
		c.name = strings.ReplaceAll(c.name, "-", "_")
		for _, deps := range []map[string]any{m.Deps, m.Dev, m.Build} {
			for dep, v := range deps {
				if t, ok := v.(map[string]any); ok {
					if at, ok := t["path"].(string); ok {
						if folder, ok := join(c.dir, at); ok {
							c.paths[strings.ReplaceAll(dep, "-", "_")] = folder
						}
					}
				}
			}
		}
		out = append(out, c)
	}
	return out
}

func (p *project) crateOf(file string) *crate {
	var best *crate
	for i := range p.crates {
		dir := p.crates[i].dir
		if (dir == "" || strings.HasPrefix(file, dir+"/")) && (best == nil || len(dir) > len(best.dir)) {
			best = &p.crates[i]
		}
	}
	return best
}

// crateNamed returns the crate that a name refers to.
func (p *project) crateNamed(own *crate, name string) *crate {
	dir, known := "", false
	if own != nil {
		dir, known = own.paths[name], own.paths[name] != ""
	}
	for i := range p.crates {
		if c := &p.crates[i]; known && c.dir == dir || !known && c.name == name {
			return c
		}
	}
	return nil
}

// rustRoot returns the root file of a file's crate: the library or binary of its folder, or the
// file itself if it is a crate root.
func (p *project) rustRoot(file string, own *crate) string {
	dir, _ := split(file)
	for _, dir := range ancestors(dir) {
		if own != nil && dir == own.dir {
			break
		}
		for _, f := range []string{path.Join(dir, "lib.rs"), path.Join(dir, "main.rs")} {
			if path.Base(file) == "main.rs" && parentFolder(file) == dir {
				return file
			}
			if p.has[f] {
				return f
			}
		}
		if base := path.Base(dir); own != nil && parentFolder(dir) == own.dir && (base == "tests" || base == "examples" || base == "benches") {
			return file
		}
	}
	if own != nil && own.lib != "" && p.has[own.lib] && path.Base(file) != "build.rs" {
		return own.lib
	}
	return file
}

func parentFolder(p string) string {
	dir, _ := split(p)
	return dir
}

// childFolder returns the folder of a file's submodules.
func (p *project) childFolder(file, root string) string {
	dir, name := split(file)
	if file == root || name == "mod.rs" || name == "lib.rs" || name == "main.rs" {
		return dir
	}
	return path.Join(dir, strings.TrimSuffix(name, ".rs"))
}

// parentModule returns the file that declares a module.
func (p *project) parentModule(file, root string) string {
	dir, name := split(file)
	if name == "mod.rs" {
		dir = parentFolder(dir)
	}
	for _, f := range []string{dir + ".rs", path.Join(dir, "mod.rs")} {
		if f != file && p.has[f] {
			return f
		}
	}
	return root
}

// resolveModules follows the parts of a path from a file into its modules, and returns the deepest one
// and the number of parts used.
func (p *project) resolveModules(file, root string, parts []string) (string, int) {
	dir, last, n := p.childFolder(file, root), file, 0
	for i, part := range parts {
		found := false
		for _, f := range []string{path.Join(dir, part+".rs"), path.Join(dir, part, "mod.rs")} {
			if p.has[f] {
				last, n, found = f, i+1, true
				break
			}
		}
		if dir = path.Join(dir, part); !found && !p.isFolder(dir) {
			break
		}
	}
	return last, n
}

func resolveRust(p *project, from string, in Import) resolution {
	own := p.crateOf(from)
	root := p.rustRoot(from, own)
	if strings.HasPrefix(in.Path, "./") {
		if at, ok := join(parentFolder(from), in.Path); ok && p.has[at] {
			return found(at)
		}
		return missing
	}
	if mod, ok := strings.CutPrefix(in.Path, modDeclaration); ok {
		parts := strings.Split(mod, "::")
		if f, n := p.resolveModules(from, root, parts); n == len(parts) {
			return found(f)
		}
		return missing
	}
	parts := strings.Split(strings.TrimPrefix(in.Path, "::"), "::")
	start, rest := from, parts[1:]
	switch parts[0] {
	case "crate":
		start = root
	case "self":
	case "super":
		start = p.parentModule(from, root)
		for len(rest) > 0 && rest[0] == "super" {
			start, rest = p.parentModule(start, root), rest[1:]
		}
	default:
		if f, n := p.resolveModules(from, root, parts); n > 0 {
			return found(exclude([]string{f}, from)...)
		}
		c := p.crateNamed(own, parts[0])
		if c == nil || !p.has[c.lib] {
			return outside
		}
		start, root = c.lib, c.lib
	}
	f, _ := p.resolveModules(start, root, rest)
	return found(exclude([]string{f}, from)...)
}

package imports

import (
	"encoding/json"
	"iter"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/tailscale/hujson"

	"dossier/aggregate/code"
)

func readJavaScript(src string, s *code.Structure) Source {
	var out Source
	for _, in := range s.Imports {
		name := in.Name
		if i := strings.LastIndexByte(name, '!'); i >= 0 {
			name = name[i+1:] // after the loader prefix
		}
		if name, _, _ = strings.Cut(name, "?"); name != "" {
			out.Imports = append(out.Imports, Import{Path: name})
		}
	}
	return out
}

// readJSON parses JSON with comments and trailing commas.
func readJSON(text string, into any) bool {
	plain, err := hujson.Standardize([]byte(text))
	return err == nil && json.Unmarshal(plain, into) == nil
}

// tsConfig is the path configuration in a tsconfig.json or jsconfig.json.
type tsConfig struct {
	Extends any `json:"extends"`
	Options struct {
		BaseURL *string             `json:"baseUrl"`
		Paths   map[string][]string `json:"paths"`
	} `json:"compilerOptions"`
	base    string // the folder that BaseURL refers to
	hasBase bool
	root    string // the folder that paths are relative to
}

// tsConfigs parses all configurations.
func (p *project) tsConfigs() map[string]*tsConfig {
	out := map[string]*tsConfig{}
	for name, text := range p.texts {
		switch path.Base(name) {
		case "package.json", "composer.json":
			continue
		}
		if !strings.HasSuffix(name, ".json") {
			continue
		}
		c := &tsConfig{}
		if !readJSON(text, c) {
			continue
		}
		dir, _ := split(name)
		if c.Options.BaseURL != nil {
			c.base, c.hasBase = join(dir, *c.Options.BaseURL)
		}
		if c.root = dir; c.hasBase {
			c.root = c.base
		}
		out[name] = c
	}
	return out
}

// maxExtends is the max length of a chain of extended configurations.
const maxExtends = 16

// configChain returns a configuration and those that it extends, by descending precedence.
func (p *project) configChain(name string) []*tsConfig {
	var out []*tsConfig
	queue := []string{name}
	for len(queue) > 0 && len(out) < maxExtends {
		name, queue = queue[0], queue[1:]
		c := p.configs[name]
		if c == nil {
			continue
		}
		out = append(out, c)
		bases, _ := c.Extends.([]any)
		if one, ok := c.Extends.(string); ok {
			bases = []any{one}
		}
		for _, base := range slices.Backward(bases) {
			if spec, ok := base.(string); ok {
				queue = append(queue, p.extends(name, spec))
			}
		}
	}
	return out
}

// extends returns the path of an extended configuration.
func (p *project) extends(from, spec string) string {
	dir, _ := split(from)
	at, ok := join(dir, spec)
	if !strings.HasPrefix(spec, ".") {
		at, ok = "", false
		last := -1
		for name := range packageNames(spec) {
			if same := p.nodesByName[name]; len(same) > 0 && same[len(same)-1] > last {
				last = same[len(same)-1]
				at, ok = join(p.nodes[last].dir, strings.TrimPrefix(spec[len(name):], "/"))
			}
		}
	}
	if !ok {
		return ""
	}
	for _, name := range []string{at, at + ".json", path.Join(at, "tsconfig.json")} {
		if p.configs[name] != nil {
			return name
		}
	}
	return ""
}

// configsFor returns the configurations that may apply to a file: those of its folder and of the
// folders above; tsconfig.json comes first in each folder.
func (p *project) configsFor(from string) []string {
	dir, _ := split(from)
	var out []string
	for _, dir := range ancestors(dir) {
		out = append(out, p.configsIn[dir]...)
	}
	return out
}

// configFolders returns the configurations directly in each folder; tsconfig.json comes first.
func (p *project) configFolders() map[string][]string {
	out := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(p.configs)) {
		dir, base := split(name)
		if base == "tsconfig.json" {
			out[dir] = slices.Insert(out[dir], 0, name)
		} else {
			out[dir] = append(out[dir], name)
		}
	}
	return out
}

// nodePackage is a package.json of the project.
type nodePackage struct {
	Name    string         `json:"name"`
	Main    any            `json:"main"`
	Module  any            `json:"module"`
	Types   any            `json:"types"`
	Source  any            `json:"source"`
	Exports any            `json:"exports"`
	Imports map[string]any `json:"imports"`
	Needs   map[string]any `json:"dependencies"`
	Dev     map[string]any `json:"devDependencies"`
	dir     string
}

func (p *project) nodePackages() []nodePackage {
	var out []nodePackage
	for _, name := range slices.Sorted(maps.Keys(p.texts)) {
		if path.Base(name) != "package.json" {
			continue
		}
		var n nodePackage
		if readJSON(p.texts[name], &n) {
			n.dir, _ = split(name)
			out = append(out, n)
		}
	}
	return out
}

// indexNodes fills the indexes of the packages.
func (p *project) indexNodes() {
	p.nodesByDir, p.nodesByName = map[string]*nodePackage{}, map[string][]int{}
	for i := range p.nodes {
		n := &p.nodes[i]
		p.nodesByDir[n.dir] = n
		if n.Name != "" {
			p.nodesByName[n.Name] = append(p.nodesByName[n.Name], i)
		}
	}
}

// nodeAt returns the package of a folder, or nil.
func (p *project) nodeAt(dir string) *nodePackage { return p.nodesByDir[dir] }

// packageNames returns the names of packages that a path can belong to, longest first: the path and
// each part of it up to a slash.
func packageNames(spec string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for name := spec; yield(name); {
			i := strings.LastIndexByte(name, '/')
			if i < 0 {
				return
			}
			name = name[:i]
		}
	}
}

// scriptEndings are the extensions of modules in the order in which they are tried.
var scriptEndings = []string{".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mts", ".cts", ".mjs", ".cjs", ".json", ".vue", ".svelte", ".d.mts"}

// compiled maps the extension of compiled output to those of its sources.
var compiled = map[string][]string{
	".js": {".ts", ".tsx", ".d.ts", ".jsx"}, ".jsx": {".tsx"}, ".mjs": {".mts", ".d.mts"}, ".cjs": {".cts"},
}

// scriptFile returns the file at a path whose extension may be omitted or be that of its compiled
// output; "" if there is none.
func (p *project) scriptFile(at string) string {
	if p.has[at] {
		return at
	}
	ext := path.Ext(at)
	for _, other := range compiled[ext] {
		if f := strings.TrimSuffix(at, ext) + other; p.has[f] {
			return f
		}
	}
	for _, ext := range scriptEndings {
		if at != "" && p.has[at+ext] {
			return at + ext
		}
	}
	if n := p.nodeAt(at); n != nil && at != "" {
		if f := p.nodeMain(n); f != "" {
			return f
		}
	}
	for _, ext := range scriptEndings {
		if f := path.Join(at, "index"+ext); p.has[f] {
			return f
		}
	}
	return ""
}

func resolveJavaScript(p *project, from string, in Import) resolution {
	dir, _ := split(from)
	spec := in.Path
	switch {
	case spec == ".", spec == "..", strings.HasPrefix(spec, "./"), strings.HasPrefix(spec, "../"):
		return p.scriptOrMissing(join(dir, spec))
	case strings.HasPrefix(spec, "/"):
		for _, root := range ancestors(dir) {
			if f := p.scriptFile(path.Join(root, spec)); f != "" {
				return found(f)
			}
		}
		return missing
	}
	known := false
	for _, name := range p.configsFor(from) {
		f, mapped := p.resolveMapped(name, spec)
		if f != "" {
			return found(f)
		}
		known = known || mapped
	}
	if a := p.nodeImport(from, spec); a.outcome != Outside {
		return a
	}
	if rest, ok := strings.CutPrefix(spec, "@/"); ok {
		return p.resolveConventional(dir, rest)
	}
	if rest, ok := strings.CutPrefix(spec, "~/"); ok {
		return p.resolveConventional(dir, rest)
	}
	if known && !p.isDependency(dir, spec) {
		return missing
	}
	return outside
}

// isDependency reports whether a package.json above a folder lists a package as a dependency.
func (p *project) isDependency(dir, spec string) bool {
	for _, dir := range ancestors(dir) {
		if n := p.nodeAt(dir); n != nil {
			for name := range packageNames(spec) {
				if has(n.Needs, name) || has(n.Dev, name) {
					return true
				}
			}
		}
	}
	return false
}

func has(m map[string]any, key string) bool {
	_, ok := m[key]
	return ok
}

func (p *project) scriptOrMissing(at string, ok bool) resolution {
	if ok {
		if f := p.scriptFile(at); f != "" {
			return found(f)
		}
	}
	return missing
}

// resolveConventional resolves @/ and ~/ as bundlers do without configuration: to the folder src of a
// package, or to the package.
func (p *project) resolveConventional(dir, rest string) resolution {
	for _, root := range ancestors(dir) {
		for _, at := range []string{path.Join(root, "src", rest), path.Join(root, rest)} {
			if p.has[path.Join(root, "package.json")] || root == "" {
				if f := p.scriptFile(at); f != "" {
					return found(f)
				}
			}
		}
	}
	return missing
}

// resolveMapped returns the file that a configuration maps a path to. known is set if a pattern other
// than * matches.
func (p *project) resolveMapped(config, spec string) (file string, known bool) {
	list := p.configChain(config)
	for _, c := range list {
		if c.Options.Paths == nil {
			continue
		}
		pattern, star, ok := bestPattern(c.Options.Paths, spec)
		if ok {
			for _, to := range c.Options.Paths[pattern] {
				if at, ok := join(c.root, strings.Replace(to, "*", star, 1)); ok {
					if f := p.scriptFile(at); f != "" {
						return f, true
					}
				}
			}
			known = pattern != "*"
		}
		break
	}
	for _, c := range list {
		if c.hasBase {
			if at, ok := join(c.base, spec); ok {
				if f := p.scriptFile(at); f != "" {
					return f, true
				}
			}
			break
		}
	}
	return "", known
}

// bestPattern returns the pattern that matches a path, exactly or with the longest prefix, and
// the part matched by its star.
func bestPattern[V any](patterns map[string]V, spec string) (pattern, star string, ok bool) {
	if _, ok := patterns[spec]; ok {
		return spec, "", true
	}
	longest := -1
	for p := range patterns {
		before, after, starred := strings.Cut(p, "*")
		if starred && len(before) > longest && len(spec) >= len(before)+len(after) && strings.HasPrefix(spec, before) && strings.HasSuffix(spec, after) {
			longest, pattern, star = len(before), p, spec[len(before):len(spec)-len(after)]
		}
	}
	return pattern, star, longest >= 0
}

// nodeImport resolves the names of packages in the project, and #names of the same package.
func (p *project) nodeImport(from, spec string) resolution {
	if strings.HasPrefix(spec, "#") {
		dir, _ := split(from)
		for _, dir := range ancestors(dir) {
			if n := p.nodeAt(dir); n != nil {
				pattern, star, ok := bestPattern(n.Imports, spec)
				if !ok {
					return missing
				}
				return p.target(n, n.Imports[pattern], star)
			}
		}
		return missing
	}
	for name := range packageNames(spec) {
		if same := p.nodesByName[name]; len(same) > 0 {
			return p.resolveExported(&p.nodes[same[0]], strings.TrimPrefix(spec[len(name):], "/"))
		}
	}
	return outside
}

// resolveExported resolves a path exported by a package, "" for its main one.
func (p *project) resolveExported(n *nodePackage, rest string) resolution {
	if n.Exports != nil {
		key := "."
		if rest != "" {
			key = "./" + rest
		}
		m, _ := n.Exports.(map[string]any)
		if pattern, star, ok := bestPattern(m, key); ok {
			if a := p.target(n, m[pattern], star); a.outcome == Found {
				return a
			}
		} else if rest == "" {
			if a := p.target(n, n.Exports, ""); a.outcome == Found {
				return a
			}
		}
	}
	f := ""
	if rest == "" {
		f = p.nodeMain(n)
	} else if f = p.scriptFile(path.Join(n.dir, rest)); f == "" {
		f = p.scriptFile(path.Join(n.dir, "src", rest))
	}
	if f == "" {
		return missing
	}
	return found(f)
}

// nodeMain returns the main file of a package, or its source if the output does not exist.
func (p *project) nodeMain(n *nodePackage) string {
	for _, v := range []any{n.Source, n.Types, n.Module, n.Main} {
		if s, ok := v.(string); ok {
			if f := p.sourceOf(n.dir, s); f != "" {
				return f
			}
		}
	}
	for _, at := range []string{"src/index", "index", "lib/index", "src/main"} {
		for _, ext := range scriptEndings {
			if f := path.Join(n.dir, at+ext); p.has[f] {
				return f
			}
		}
	}
	return ""
}

// target resolves a value of exports or imports under any condition.
func (p *project) target(n *nodePackage, value any, star string) resolution {
	switch v := value.(type) {
	case string:
		if f := p.sourceOf(n.dir, strings.ReplaceAll(v, "*", star)); f != "" {
			return found(f)
		}
	case []any:
		for _, v := range v {
			if a := p.target(n, v, star); a.outcome == Found {
				return a
			}
		}
	case map[string]any:
		conditions := slices.Sorted(maps.Keys(v))
		order := []string{"source", "types", "import", "module", "require", "default"}
		slices.SortStableFunc(conditions, func(a, b string) int { return rank(order, a) - rank(order, b) })
		for _, c := range conditions {
			if a := p.target(n, v[c], star); a.outcome == Found {
				return a
			}
		}
	}
	return missing
}

func rank(order []string, s string) int {
	if i := slices.Index(order, s); i >= 0 {
		return i
	}
	return len(order)
}

// outputFolders are the folders that src is commonly compiled to.
var outputFolders = []string{"dist", "lib", "build", "out", "es", "esm", "cjs", "types", "output"}

// sourceOf returns the file of a package at a path, or the source that is compiled to it.
func (p *project) sourceOf(dir, to string) string {
	at, ok := join(dir, to)
	if !ok {
		return ""
	}
	if p.has[at] {
		return at
	}
	parts := strings.Split(path.Clean(to), "/")
	for len(parts) > 1 && slices.Contains(outputFolders, parts[0]) {
		parts = parts[1:]
		rest := strings.Join(parts, "/")
		for ext := path.Ext(rest); ext != "" && len(ext) <= 4; ext = path.Ext(rest) {
			rest = strings.TrimSuffix(rest, ext)
		}
		for _, folder := range []string{"src", ""} {
			for _, ext := range scriptEndings {
				if f := path.Join(dir, folder, rest+ext); p.has[f] {
					return f
				}
			}
		}
	}
	if path.Ext(at) == "" {
		for _, ext := range scriptEndings {
			for _, f := range []string{at + ext, path.Join(at, "index"+ext)} {
				if p.has[f] {
					return f
				}
			}
		}
	}
	return ""
}

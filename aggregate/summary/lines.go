package summary

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"strings"
)

// Lines is the source that reads code line by line: a name counts when its declaration
// begins at the left margin and fits a pattern of its language. Go is parsed.
type Lines struct{}

// Declarations implements [Source].
func (Lines) Declarations(path, language, src string) (Declarations, bool) {
	if language == "go" {
		return goDeclarations(path, src)
	}
	g := grammarOf(language)
	if g == nil {
		return Declarations{}, false
	}
	return g.declarations(src), true
}

// goDeclarations returns what a Go file declares, also when only its beginning parses.
func goDeclarations(path, src string) (Declarations, bool) {
	file, err := parser.ParseFile(token.NewFileSet(), path, src, parser.SkipObjectResolution)
	if file == nil || err != nil && len(file.Decls) == 0 {
		return Declarations{}, false
	}
	var d Declarations
	add := func(kind, name string) { d.Names = append(d.Names, Name{kind, name}) }
	for _, decl := range file.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Recv != nil && len(decl.Recv.List) > 0 {
				add("method", receiver(decl.Recv.List[0].Type)+"."+decl.Name.Name)
			} else {
				add("function", decl.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.ImportSpec:
					if name, err := strconv.Unquote(spec.Path.Value); err == nil {
						d.Imports = append(d.Imports, name)
					}
				case *ast.TypeSpec:
					add(goKind(spec.Type), spec.Name.Name)
				case *ast.ValueSpec:
					kind := "variable"
					if decl.Tok == token.CONST {
						kind = "constant"
					}
					for _, name := range spec.Names {
						if name.Name != "_" {
							add(kind, name.Name)
						}
					}
				}
			}
		}
	}
	return d, true
}

func goKind(e ast.Expr) string {
	switch e.(type) {
	case *ast.StructType:
		return "struct"
	case *ast.InterfaceType:
		return "interface"
	}
	return "type"
}

// receiver returns the name of a method's type without its pointer and parameters.
func receiver(e ast.Expr) string {
	for {
		switch t := e.(type) {
		case *ast.StarExpr:
			e = t.X
		case *ast.ParenExpr:
			e = t.X
		case *ast.IndexExpr:
			e = t.X
		case *ast.IndexListExpr:
			e = t.X
		case *ast.Ident:
			return t.Name
		default:
			return "?"
		}
	}
}

// grammar is what tells declarations of one language, line by line.
type grammar struct {
	imports []*regexp.Regexp // the first group that matched is what is brought in
	names   []rule           // the first that matches a line counts
	// modifiers matches the words before a declaration that say nothing of its kind.
	modifiers *regexp.Regexp
	// comment is the pair that encloses a comment of several lines; text is a quote
	// that encloses a string of several lines. Empty: the language has none.
	comment [2]string
	text    []string
	indent  int // columns that a declaration may be indented by
}

// rule gives the kind of what a line declares; the first group that matched is its name.
// A rule without a kind says that the line declares nothing.
type rule struct {
	kind    string
	pattern *regexp.Regexp
}

// maxLine bounds what a pattern is tried on, in bytes; no declaration is longer.
const maxLine = 2000

func (g *grammar) declarations(src string) Declarations {
	var d Declarations
	closing := "" // what ends the comment or string that the line begins in
	for line := range strings.Lines(src) {
		line = strings.TrimRight(line, " \t\r\n")
		if closing != "" {
			_, after, found := strings.Cut(line, closing)
			if !found {
				continue
			}
			closing = ""
			if line = after; strings.TrimSpace(line) == "" {
				continue
			}
		}
		if len(line) > maxLine {
			line = line[:maxLine]
		}
		closing = g.opens(line)
		body := strings.TrimLeft(line, " \t")
		if body == "" || len(line)-len(body) > g.indent {
			continue
		}
		g.read(body, &d)
	}
	return d
}

func (g *grammar) read(line string, d *Declarations) {
	for _, p := range g.imports {
		if name := group(p, line); name != "" {
			d.Imports = append(d.Imports, name)
			return
		}
	}
	if g.modifiers != nil {
		line = line[len(g.modifiers.FindString(line)):]
	}
	for _, r := range g.names {
		if r.kind == "" && r.pattern.MatchString(line) {
			return
		}
		if name := group(r.pattern, line); name != "" {
			d.Names = append(d.Names, Name{r.kind, name})
			return
		}
	}
}

// group returns the first group of p that matched something in line.
func group(p *regexp.Regexp, line string) string {
	for i, s := range p.FindStringSubmatch(line) {
		if i > 0 && s != "" {
			return strings.TrimSpace(s)
		}
	}
	return ""
}

// opens returns what closes the comment or string that line leaves open.
func (g *grammar) opens(line string) string {
	for _, quote := range g.text {
		if strings.Count(line, quote)%2 == 1 {
			return quote
		}
	}
	if g.comment[0] == "" {
		return ""
	}
	at := strings.LastIndex(line, g.comment[0])
	if at < 0 || strings.Contains(line[at+len(g.comment[0]):], g.comment[1]) {
		return ""
	}
	// A path such as "src/*" opens no comment.
	for _, quote := range []string{`"`, `'`, "`"} {
		if strings.Count(line[:at], quote)%2 == 1 {
			return ""
		}
	}
	return g.comment[1]
}

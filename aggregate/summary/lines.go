package summary

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strconv"
	"strings"
)

// Lines is the source that reads code line by line: an unindented line that matches a pattern of its language is a
// declaration. Go is parsed.
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

// goDeclarations returns the declarations in a Go file, even if only its beginning can be parsed.
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

// receiver returns the name of a method's receiver type without pointer and type parameters.
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

// grammar defines the declarations of a language by line.
type grammar struct {
	imports []*regexp.Regexp // the first group that matched is the import
	names   []rule           // the first rule that matches a line applies
	// modifiers matches words before a declaration that do not determine its kind.
	modifiers *regexp.Regexp
	// comment are the delimiters of multi-line comments; text is the delimiter of multi-line
	// strings. They are empty if the language has none.
	comment [2]string
	text    []string
	indent  int // max indentation of a declaration, in columns
}

// rule gives the kind of a declaration; the first group that matched is its name. A rule without
// a kind marks lines that declare nothing.
type rule struct {
	kind    string
	pattern *regexp.Regexp
}

// maxLine is the max length of a line that patterns are tried on, in bytes; no declaration is
// longer.
const maxLine = 2000

func (g *grammar) declarations(src string) Declarations {
	var d Declarations
	closing := "" // the end of the multi-line comment or string that the line begins in
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
		closing = g.unclosedDelimiter(line)
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

// group returns the first non-empty group of p in line.
func group(p *regexp.Regexp, line string) string {
	for i, s := range p.FindStringSubmatch(line) {
		if i > 0 && s != "" {
			return strings.TrimSpace(s)
		}
	}
	return ""
}

// unclosedDelimiter returns the delimiter that closes the comment or string left open by line.
func (g *grammar) unclosedDelimiter(line string) string {
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
	// A path such as "src/*" does not open a comment.
	for _, quote := range []string{`"`, `'`, "`"} {
		if strings.Count(line[:at], quote)%2 == 1 {
			return ""
		}
	}
	return g.comment[1]
}

package requests

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"

	"dossier/aggregate"
	"dossier/aggregate/code"
	"dossier/aggregate/parallel"
	"dossier/aggregate/request/mentions"
	"dossier/aggregate/text"
	"dossier/aggregate/tree"
	"dossier/models"
)

// Limits of the search for the file that defines a symbol.
const (
	maxSearched = 20_000   // files that are read
	maxSource   = 1 << 20  // bytes of a file
	maxSources  = 64 << 20 // bytes of all files
	maxHolders  = 40       // files that contain the name of one symbol, and are parsed
	maxParsed   = 400      // files that are parsed for all symbols
)

// symbols returns the requests for names of symbols. A name that a single file defines, or of whose
// definitions only one has a body, is that definition; otherwise the definitions are the candidates, or
// there are none if too many files contain the name. An undefined name is only a request if the text
// asks for it explicitly. A name without dots adds nothing if its whole file is already requested, nor
// does any name if lines in its definition are, or if the same line of the answer requests lines.
func (s *search) symbols(ctx context.Context, t *tree.Tree, answer string, wanted []mentions.Symbol, found []Found) ([]Found, error) {
	if len(wanted) == 0 {
		return nil, nil
	}
	holders, err := s.holders(ctx, t, wanted)
	if err != nil {
		return nil, err
	}
	has := func(list []Found, d Definition) bool {
		return slices.ContainsFunc(list, func(f Found) bool { return f.Path == d.Path && f.Symbol == d.Symbol })
	}
	var out []Found
	for _, w := range wanted {
		definitions, many, err := s.defined(ctx, w, holders)
		if err != nil {
			return nil, err
		}
		f := Found{Candidates: []string{}, Verdict: Allowed, At: w.At}
		known := func(d Definition) bool {
			return has(found, d) || slices.ContainsFunc(found, func(f Found) bool {
				return f.Path == d.Path && (f.Whole() && !w.Qualified || f.Start > 0 && (f.Start >= d.First && f.Start <= d.Last || sameLine(answer, f.At, w.At)))
			})
		}
		switch best := preferred(definitions); {
		case slices.ContainsFunc(definitions, known), len(definitions) == 0 && !many && !w.Requested:
			continue
		case many && len(definitions) == 0:
			f.Path, f.Verdict, f.Reason = w.Path, Ambiguous, Common
		case len(definitions) == 0:
			f.Path, f.Verdict = w.Path, Undefined
			if s.partial {
				f.Reason = NotAll
			}
		case len(best) == 1:
			if has(out, best[0]) {
				continue
			}
			f.define(best[0])
			f.setDefinitions(w.Path, definitions)
		default:
			f.Path, f.Verdict = w.Path, Ambiguous
			f.setDefinitions(w.Path, definitions)
		}
		out = append(out, f)
	}
	return out, nil
}

// sameLine reports whether two bytes of a text are on one line.
func sameLine(text string, a, b int) bool {
	return !strings.Contains(text[min(a, b):max(a, b)], "\n")
}

// setDefinitions sets the candidates for a name to definitions if there are several.
func (f *Found) setDefinitions(name string, definitions []Definition) {
	if len(definitions) < 2 {
		return
	}
	f.Text, f.Definitions = "::"+name, definitions[:min(len(definitions), mentions.MaxCandidates)]
	f.Candidates = []string{}
	for _, d := range f.Definitions {
		f.Candidates = append(f.Candidates, d.Name())
	}
}

// preferred returns the definitions with a body; all if there are none.
func preferred(definitions []Definition) []Definition {
	if with := slices.DeleteFunc(slices.Clone(definitions), func(d Definition) bool { return !d.body }); len(with) > 0 {
		return with
	}
	return definitions
}

// holders returns, for each part of the names, the files that contain it as a word, in byte
// order, among languages with symbols. Files and folders with the name of a part come first,
// because the number of files that are read is limited.
func (s *search) holders(ctx context.Context, t *tree.Tree, wanted []mentions.Symbol) (map[string][]string, error) {
	parts := map[string]bool{}
	for _, w := range wanted {
		for part := range strings.SplitSeq(w.Path, ".") {
			parts[part] = true
		}
	}
	var files []string
	for _, file := range t.Files() {
		if s.r.p.Builder.Has(text.Language(file, ""), models.Masked) && !prose(file) {
			files = append(files, file)
		}
	}
	slices.SortStableFunc(files, func(a, b string) int { return cmp.Compare(distant(a, parts), distant(b, parts)) })
	if len(files) > maxSearched {
		files, s.partial = files[:maxSearched], true
	}
	held := make([][]string, len(files))
	reader := s.r.p.Reader()
	for from, total := 0, int64(0); from < len(files); from += inTurn {
		if total >= maxSources {
			s.partial = true
			break
		}
		turn := files[from:min(len(files), from+inTurn)]
		sizes := make([]int64, len(turn))
		err := parallel.Each(ctx, len(turn), func(i int) error {
			file, err := reader.Read(ctx, turn[i], maxSource)
			if err == nil {
				held[from+i], sizes[i] = wordsOf(file.Data, parts), file.Size
			}
			return ctx.Err()
		})
		if err != nil {
			return nil, err
		}
		for _, size := range sizes {
			total += size
		}
	}
	out := map[string][]string{}
	for i, words := range held {
		for _, word := range words {
			out[word] = append(out[word], files[i])
		}
	}
	for _, list := range out {
		slices.Sort(list)
	}
	return out, nil
}

// distant returns 0 for a file that has one of some names or whose folder has, and else 1.
func distant(file string, names map[string]bool) int {
	base := path.Base(file)
	if names[strings.TrimSuffix(base, path.Ext(base))] || names[path.Base(path.Dir(file))] {
		return 0
	}
	return 1
}

// Common and NotAll are reasons for the verdicts of symbols.
const (
	Common = "More than 40 files have that name: name its file"
	NotAll = "Not all files were searched: the project is too large"
)

// inTurn is the number of files that are read between two checks of the total.
const inTurn = 64

// prose reports whether the symbols of a file are headings or keys, which are not meant by a name in code.
func prose(file string) bool {
	switch text.Language(file, "") {
	case "markdown", "mdx", "json", "yaml", "toml", "html", "css", "scss", "less":
		return true
	}
	return false
}

// wordsOf returns the distinct words of a list that a source contains.
func wordsOf(src []byte, wanted map[string]bool) []string {
	var out []string
	for i := 0; i < len(src); {
		from := i
		for i < len(src) && wordByte(src[i]) {
			i++
		}
		if i == from {
			i++
		} else if wanted[string(src[from:i])] && !slices.Contains(out, string(src[from:i])) {
			out = append(out, string(src[from:i]))
		}
	}
	return out
}

func wordByte(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '$' || c >= 0x80
}

// search searches for definitions; sources parsed for one name are reused for the next.
type search struct {
	r       Requests
	parsed  map[string]*aggregate.Parsed
	partial bool // not all files were searched
}

// defined returns the definitions of a symbol in file order; many reports that too many files
// contain its name to inspect them. It returns the context's error.
func (s *search) defined(ctx context.Context, w mentions.Symbol, holders map[string][]string) (list []Definition, many bool, err error) {
	parts := strings.Split(w.Path, ".")
	last := parts[len(parts)-1]
	in := holders[last]
	for _, part := range parts[:len(parts)-1] {
		in = both(in, holders[part])
	}
	list, many, err = s.all(ctx, in, func(c *code.Structure) []int { return named(c, w) })
	if len(list) == 0 && !many && err == nil && !w.Qualified && w.Requested {
		list, many, err = s.all(ctx, in, func(c *code.Structure) []int { return values(c, w.Path) })
	}
	if len(list) > 0 || err != nil || !w.Qualified {
		return list, many, err
	}
	// Of a package or module: auth.Login is Login in auth.go, or in a file of a folder auth.
	within := func(file string) bool {
		base := path.Base(file)
		return strings.TrimSuffix(base, path.Ext(base)) == parts[0] || path.Base(path.Dir(file)) == parts[0]
	}
	in = slices.DeleteFunc(slices.Clone(holders[last]), func(file string) bool { return !within(file) })
	rest := strings.Join(parts[1:], ".")
	return s.all(ctx, in, func(c *code.Structure) []int { return c.Find(rest) })
}

// both returns the intersection of two lists in byte order.
func both(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(file string) bool {
		_, ok := slices.BinarySearch(b, file)
		return !ok
	})
}

// all returns the definitions in files; many reports that there are too many files.
func (s *search) all(ctx context.Context, files []string, find func(*code.Structure) []int) (list []Definition, many bool, err error) {
	if len(files) > maxHolders {
		return nil, true, nil
	}
	for _, name := range files {
		c, err := s.parse(ctx, name)
		if err != nil {
			return nil, false, err
		}
		if c != nil {
			list = append(list, definitions(c, name, find(c.Structure))...)
		}
	}
	return list, false, nil
}

// definitions returns symbols of a file, without duplicate paths.
func definitions(c *aggregate.Parsed, file string, symbols []int) []Definition {
	var out []Definition
	lines := code.NewLines(c.Text)
	for _, i := range symbols {
		sym := c.Structure.Symbols[i]
		d := Definition{Path: file, Symbol: strings.SplitN(sym.Path, "#", 2)[0], body: hasBody(c, sym)}
		d.First, d.Last = lines.Of(sym.Node)
		if n := slices.IndexFunc(out, func(other Definition) bool { return other.Symbol == d.Symbol }); n >= 0 {
			out[n].body = out[n].body || d.body
			continue
		}
		out = append(out, d)
	}
	return out
}

// hasBody reports whether a symbol continues after its head.
func hasBody(c *aggregate.Parsed, sym code.Symbol) bool {
	return sym.Head.Empty() || strings.Trim(c.Text[min(sym.Head.End, sym.Whole.End):sym.Whole.End], " \t\r\n;,") != ""
}

// within sets f to the symbol of its file that a name refers to, or records that the file has none. If
// there are several, one with a body is preferred, and all are candidates. It returns the context's error.
func (s *search) within(ctx context.Context, f *Found, name string) error {
	c, err := s.parse(ctx, f.Path)
	if err != nil {
		return err
	}
	f.MissingSymbol = name
	if c == nil {
		return nil
	}
	at := c.Structure.Find(name)
	for i := 0; len(at) == 0 && i < len(c.Structure.Symbols); i++ {
		if c.Structure.Symbols[i].Name == name {
			for ; i < len(c.Structure.Symbols); i++ {
				if c.Structure.Symbols[i].Name == name {
					at = append(at, i)
				}
			}
		}
	}
	if list := definitions(c, f.Path, at); len(list) > 0 {
		f.MissingSymbol = ""
		f.setDefinitions(f.Path+" "+name, list)
		f.define(preferred(list)[0])
	}
	return nil
}

// around returns the innermost symbol around a line that an answer can refer to; its Symbol is
// empty if there is none.
func (s *search) around(ctx context.Context, file string, line int) Definition {
	if prose(file) {
		return Definition{}
	}
	c, err := s.parse(ctx, file)
	if err != nil || c == nil {
		return Definition{}
	}
	lines := code.NewLines(c.Text)
	var best Definition
	for _, sym := range c.Structure.Symbols {
		span := sym.Whole
		if !sym.Doc.Empty() {
			span.Start = min(span.Start, sym.Doc.Start)
		}
		if first, last := lines.Of(span); first > line || last < line || !means(sym.Kind) && sym.Parent >= 0 {
			continue
		}
		best = Definition{Path: file, Symbol: sym.Path}
		best.First, best.Last = lines.Of(sym.Node)
	}
	return best
}

// parse parses a file; it returns nil if the file cannot be parsed.
func (s *search) parse(ctx context.Context, name string) (*aggregate.Parsed, error) {
	c, ok := s.parsed[name]
	if !ok && len(s.parsed) < maxParsed {
		parsed, err := s.r.p.Builder.Parse(ctx, s.r.p.Input(), models.NewFileItem(name))
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil {
			c = &parsed
		}
		s.parsed[name] = c
	}
	return c, nil
}

// named returns the symbols that a name refers to: by its path, or for a name without dots, those
// with the name that can be called or created.
func named(c *code.Structure, w mentions.Symbol) []int {
	if w.Qualified {
		return c.Find(w.Path)
	}
	var out []int
	in := map[int]bool{} // the found symbols and their members, such as a constructor in its class
	for i, sym := range c.Symbols {
		if in[sym.Parent] {
			in[i] = true
		} else if sym.Name == w.Path && means(sym.Kind) {
			in[i] = true
			out = append(out, i)
		}
	}
	return out
}

// values returns the top-level constants and variables with a name. An answer refers to them
// only if it asks for them explicitly.
func values(c *code.Structure, name string) []int {
	var out []int
	for i, sym := range c.Symbols {
		if sym.Name == name && sym.Parent < 0 && (sym.Kind == code.Constant || sym.Kind == code.Variable) {
			out = append(out, i)
		}
	}
	return out
}

// means reports whether a bare name can refer to symbols of a kind.
func means(k code.Kind) bool {
	switch k {
	case code.Key, code.Heading, code.Variable, code.Constant, code.Property, code.Rule, code.Table:
		return false
	}
	return true
}

package requests

import (
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

// Bounds of the search for the file that defines a symbol.
const (
	maxSearched = 20_000   // files that are read
	maxSource   = 1 << 20  // bytes of one
	maxSources  = 64 << 20 // bytes of all
	maxHolders  = 40       // files that hold the name of one symbol, and are parsed
	maxParsed   = 400      // files that are parsed for all symbols
)

// symbols returns those of the names that exactly one file of the project defines. A name
// of one part says nothing new where its file is found already.
func (r Requests) symbols(ctx context.Context, t *tree.Tree, wanted []mentions.Symbol, found []Found) ([]Found, error) {
	if len(wanted) == 0 {
		return nil, nil
	}
	holders, err := r.holders(ctx, t, wanted)
	if err != nil {
		return nil, err
	}
	s := search{r: r, parsed: map[string]*aggregate.Parsed{}}
	var out []Found
	for _, w := range wanted {
		one, err := s.defined(ctx, w, holders)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(found, func(f Found) bool { return f.Path == one.Path && f.Symbol == one.Symbol }) {
			continue
		}
		if one.Path == "" || !w.Qualified && slices.ContainsFunc(found, func(f Found) bool { return f.Path == one.Path }) {
			continue
		}
		if !slices.ContainsFunc(out, func(f Found) bool { return f.Path == one.Path && f.Symbol == one.Symbol }) {
			one.Candidates, one.Verdict, one.At = []string{}, Allowed, w.At
			out = append(out, one)
		}
	}
	return out, nil
}

// holders lists for each part of the names the files in which it stands as a word, in byte
// order, as far as they are of languages with symbols.
func (r Requests) holders(ctx context.Context, t *tree.Tree, wanted []mentions.Symbol) (map[string][]string, error) {
	parts := map[string]bool{}
	for _, w := range wanted {
		for part := range strings.SplitSeq(w.Path, ".") {
			parts[part] = true
		}
	}
	var files []string
	for _, file := range t.Files() {
		if len(files) < maxSearched && r.p.Builder.Has(text.Language(file, ""), models.Masked) && !prose(file) {
			files = append(files, file)
		}
	}
	held := make([][]string, len(files))
	reader := r.p.Reader()
	for from, total := 0, int64(0); from < len(files) && total < maxSources; from += inTurn {
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
	return out, nil
}

// inTurn is how many files are read between two looks at how much that was.
const inTurn = 64

// prose reports whether the symbols of a file are headings or keys, which no answer means
// by a name in code.
func prose(file string) bool {
	switch text.Language(file, "") {
	case "markdown", "mdx", "json", "yaml", "toml", "html", "css", "scss", "less":
		return true
	}
	return false
}

// wordsOf returns those of some words that stand in a source, each once.
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

// search looks for definitions; what it parses for one name serves the next.
type search struct {
	r      Requests
	parsed map[string]*aggregate.Parsed
}

// defined returns the one file that defines a symbol, what a mask calls it there, and its
// lines; empty where there is none, where there are several, and where that is not known.
// The error is the context's.
func (s *search) defined(ctx context.Context, w mentions.Symbol, holders map[string][]string) (Found, error) {
	parts := strings.Split(w.Path, ".")
	last := parts[len(parts)-1]
	in := holders[last]
	for _, part := range parts[:len(parts)-1] {
		in = both(in, holders[part])
	}
	found, err := s.only(ctx, in, func(c *code.Structure) []int { return named(c, w) })
	if found.Path != "" || err != nil || !w.Qualified {
		return found, err
	}
	// Of a package or module: auth.Login is Login in auth.go, or in a file of a folder auth.
	within := func(file string) bool {
		base := path.Base(file)
		return strings.TrimSuffix(base, path.Ext(base)) == parts[0] || path.Base(path.Dir(file)) == parts[0]
	}
	in = slices.DeleteFunc(slices.Clone(holders[last]), func(file string) bool { return !within(file) })
	rest := strings.Join(parts[1:], ".")
	return s.only(ctx, in, func(c *code.Structure) []int { return c.Find(rest) })
}

// both returns what stands in two lists in byte order.
func both(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(file string) bool {
		_, ok := slices.BinarySearch(b, file)
		return !ok
	})
}

// only returns the one file of some in which something is defined, and what.
func (s *search) only(ctx context.Context, files []string, find func(*code.Structure) []int) (found Found, err error) {
	if len(files) > maxHolders {
		return Found{}, nil
	}
	for _, name := range files {
		c, err := s.parse(ctx, name)
		if err != nil {
			return Found{}, err
		}
		if c == nil {
			continue
		}
		at := find(c.Structure)
		if len(at) == 0 {
			continue
		}
		if found.Path != "" {
			return Found{}, nil
		}
		symbol := c.Structure.Symbols[at[0]]
		found = Found{Path: name, Symbol: strings.SplitN(symbol.Path, "#", 2)[0]}
		found.First, found.Last = code.NewLines(c.Text).Of(symbol.Node)
	}
	return found, nil
}

// within makes f the symbol of its file that a name means, or notes that the file has none. The
// error is the context's.
func (s *search) within(ctx context.Context, f *Found, name string) error {
	c, err := s.parse(ctx, f.Path)
	if err != nil {
		return err
	}
	if c != nil {
		at := c.Structure.Find(name)
		for i := 0; len(at) == 0 && i < len(c.Structure.Symbols); i++ {
			if c.Structure.Symbols[i].Name == name {
				at = []int{i}
			}
		}
		if len(at) > 0 {
			symbol := c.Structure.Symbols[at[0]]
			f.Symbol = strings.SplitN(symbol.Path, "#", 2)[0]
			f.First, f.Last = code.NewLines(c.Text).Of(symbol.Node)
			return nil
		}
	}
	f.Lacks = name
	return nil
}

// parse parses a file; nil where that cannot be done.
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

// named returns the symbols that a name means: by its path, or, of one part, what is called
// so and can be called or made.
func named(c *code.Structure, w mentions.Symbol) []int {
	if w.Qualified {
		return c.Find(w.Path)
	}
	var out []int
	for i, sym := range c.Symbols {
		if sym.Name == w.Path && means(sym.Kind) {
			out = append(out, i)
		}
	}
	if len(out) > 1 && !slices.ContainsFunc(out[1:], func(i int) bool { return c.Symbols[i].Depth == c.Symbols[out[0]].Depth }) {
		return out[:1]
	}
	return out
}

// means reports whether a symbol of a kind is meant by its bare name.
func means(k code.Kind) bool {
	switch k {
	case code.Key, code.Heading, code.Variable, code.Constant, code.Property, code.Rule, code.Table:
		return false
	}
	return true
}

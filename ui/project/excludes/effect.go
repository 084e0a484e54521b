package excludes

import (
	"cmp"
	"context"
	"slices"

	"dossier/aggregate"
	"dossier/aggregate/disk"
	"dossier/aggregate/ignore"
	"dossier/aggregate/text"
	"dossier/aggregate/tree"
	"dossier/ui/project"
)

// Pattern is a pattern of a list and its effect. A file counts for the last pattern that
// matches it, because that one applies.
type Pattern struct {
	Pattern string `json:"pattern"`
	Hides   int    `json:"hides"`             // files that would be listed without the list
	Shows   int    `json:"shows"`             // files that the pattern includes
	Tokens  int    `json:"tokens"`            // of the hidden files in full; 0 until they are counted
	Exact   bool   `json:"exact"`             // Tokens is not an estimate
	Problem string `json:"problem,omitempty"` // why it can match nothing
}

// Effect is the effect of a list of patterns on a project.
type Effect struct {
	Patterns []Pattern // of the list, in order

	listed []file // in byte order of their paths
	hidden []hidden
}

// file is a listed file, with its size in bytes.
type file struct {
	path string
	size int64
}

type hidden struct {
	file
	pattern int // in Patterns
}

// Survey is a project without its own patterns, for computing the effect of lists. It is safe
// for concurrent use.
type Survey struct {
	opened *project.Project
	opts   tree.Options
	all    []file
}

// NewSurvey lists a project without its own patterns.
func NewSurvey(ctx context.Context, p *project.Project) (*Survey, error) {
	s := &Survey{opened: p, opts: p.StoredState().ScanOptions()}
	t, err := s.scan(ctx, nil)
	if err != nil {
		return nil, err
	}
	if t, err = tree.Measure(ctx, t); err != nil {
		return nil, err
	}
	s.all = listed(t)
	return s, nil
}

func (s *Survey) scan(ctx context.Context, list []string) (*tree.Tree, error) {
	opts := s.opts
	opts.Exclude, opts.NamesOnly = list, true
	return tree.Scan(ctx, opts, nil)
}

// listed returns the files that a tree lists.
func listed(t *tree.Tree) []file {
	var list []file
	for id := tree.Top + 1; int(id) < t.Len(); id++ {
		if e := t.Entry(id); e.Kind != disk.Folder && e.Reason == tree.Listed {
			list = append(list, file{e.Path, e.Size})
		}
	}
	slices.SortFunc(list, byPath)
	return list
}

func byPath(a, b file) int { return cmp.Compare(a.path, b.path) }

// Effect returns the effect of a list, without tokens.
func (s *Survey) Effect(ctx context.Context, list []string) (Effect, error) {
	e := Effect{Patterns: make([]Pattern, len(list))}
	lines := make([]string, len(list))
	for i, p := range list {
		e.Patterns[i] = Pattern{Pattern: p, Exact: true}
		if err := ignore.Check(p); err != nil {
			e.Patterns[i].Problem = err.Error()
			continue // like an empty line, so that line numbers match the patterns
		}
		lines[i] = p
	}
	t, err := s.scan(ctx, lines)
	if err != nil {
		return Effect{}, err
	}
	e.listed = listed(t)
	for _, one := range e.listed {
		if v := t.Verdict(one.path); v.Source == tree.ExcludeSource {
			e.Patterns[v.Line-1].Shows++
		}
	}
	gone, _ := apart(s.all, e.listed)
	for _, one := range gone {
		if v := t.Verdict(one.path); v.Ignored && v.Source == tree.ExcludeSource {
			e.Patterns[v.Line-1].Hides++
			e.hidden = append(e.hidden, hidden{one, v.Line - 1})
		}
	}
	return e, nil
}

// counted is the max number of bytes of hidden files that are read to count their tokens: about a
// second of work. The rest is estimated.
const counted = 8 << 20

// bytesPerToken is the ratio for estimates based on size only.
const bytesPerToken = 4

// Count returns the effect with the tokens of the hidden files.
func (s *Survey) Count(ctx context.Context, e Effect) (Effect, error) {
	e.Patterns = slices.Clone(e.Patterns)
	limit, read := s.opened.StoredState().MaxBytes(), int64(0)
	for _, one := range e.hidden {
		p := &e.Patterns[one.pattern]
		if one.size > s.opened.Texts().Limit(one.path, limit) {
			continue // such a file is never inlined
		}
		if read += one.size; read > counted {
			p.Tokens += int(one.size / bytesPerToken)
			p.Exact = false
			continue
		}
		count, err := s.opened.CountPath(ctx, one.path, limit)
		switch {
		case ctx.Err() != nil:
			return Effect{}, ctx.Err()
		case err == nil:
			p.Tokens += count.N
		}
	}
	return e, nil
}

// Cost returns the tokens of all hidden files.
func (e Effect) Cost() aggregate.Count {
	sum := aggregate.Count{Exact: true}
	for _, p := range e.Patterns {
		sum.N += p.Tokens
		sum.Exact = sum.Exact && p.Exact
	}
	return sum
}

// Hides returns the number of files that the list hides.
func (e Effect) Hides() int { return len(e.hidden) }

// Files returns the number of files that the project lists with the list.
func (e Effect) Files() int { return len(e.listed) }

// From returns the files that are listed with before but not with e, and vice versa, in byte order.
func (e Effect) From(before Effect) (gone, come []string) {
	g, c := apart(before.listed, e.listed)
	return paths(g), paths(c)
}

// apart returns the elements that are in only one of two sorted lists.
func apart(a, b []file) (onlyA, onlyB []file) {
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0].path < b[0].path:
			onlyA, a = append(onlyA, a[0]), a[1:]
		case len(a) == 0 || b[0].path < a[0].path:
			onlyB, b = append(onlyB, b[0]), b[1:]
		default:
			a, b = a[1:], b[1:]
		}
	}
	return onlyA, onlyB
}

func paths(list []file) []string {
	var out []string
	for _, one := range list {
		out = append(out, one.path)
	}
	return out
}

// Shown escapes a pattern for messages.
func Shown(pattern string) string { return text.Escape(pattern) }

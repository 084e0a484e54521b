package links

import (
	"path"
	"slices"
	"strings"

	"dossier/aggregate"
	"dossier/aggregate/links/note"
	"dossier/aggregate/smartcontext"
	"dossier/aggregate/tree"
	"dossier/models"
)

// State is the state of an item that a context names or links to.
type State int

// The states of items.
const (
	In        State = iota // in the text
	Shortened              // in the text, shortened to the limit
	TooLong                // not in the text, because the limit leaves no space for it
	Unread                 // unreadable, or beyond the maximum number
	Missing                // no such file
	Off                    // excluded by the user
	InRow                  // a row of the document, which contains it only there
)

// Row is an item that a context includes or would include.
type Row struct {
	Path    string // of a file; for an excluded item also a folder or pattern; for a missing one, its name
	Depth   int    // distance in links from the items that the user named; -1 if unknown
	Reason  smartcontext.Reason
	State   State
	Chars   int    // code points, without excluded sections
	Removed int    // code points of those sections
	Problem string // why it is unread
}

// Heading is a pattern of excluded headings, and the number of headings that it matches.
type Heading struct {
	Pattern string
	Count   int
}

// gathered is the contents of a context.
type gathered struct {
	request  request
	snapshot smartcontext.Snapshot
	parts    []smartcontext.Part
	stats    smartcontext.Stats
	warnings []aggregate.Warning

	rows    []Row
	headers map[string]int // number of matches of each pattern
	removed int            // code points under excluded headings
	counts  map[string]aggregate.Count
	all     aggregate.Count

	nodes []Node
	edges []Edge
	more  int // nodes that are not drawn
}

func newGathered(r request, s smartcontext.Snapshot, parts []smartcontext.Part, stats smartcontext.Stats, warnings []aggregate.Warning) *gathered {
	g := &gathered{request: r, snapshot: s, parts: parts, stats: stats, warnings: warnings}
	g.headers, g.removed = s.Excluded()
	g.listItems()
	g.listAbsent(s.Skipped, Unread)
	g.listAbsent(s.Missing, Missing)
	g.listOff()
	return g
}

// listItems lists the existing files, by depth.
func (g *gathered) listItems() {
	states := map[string]State{}
	for _, p := range g.stats.Truncated {
		states[p] = Shortened
	}
	for _, p := range g.stats.Unfit(g.snapshot) {
		states[p] = TooLong
	}
	for _, d := range g.snapshot.Depths {
		for _, item := range d.Items {
			g.rows = append(g.rows, Row{Path: item.Path, Depth: d.Depth, Reason: item.Reason, State: states[item.Path], Chars: item.CharCount, Removed: item.ExcludedCount})
		}
	}
}

// listAbsent lists skipped and missing files.
func (g *gathered) listAbsent(names []string, state State) {
	problems := map[string]string{}
	for _, p := range g.snapshot.Problems {
		problems[p.Path] = p.Err.Error()
	}
	for _, name := range names {
		g.rows = append(g.rows, Row{Path: name, Depth: -1, Reason: g.snapshot.Reasons[name], State: state, Problem: problems[name]})
	}
}

// listOff lists the items that the user has excluded, with the files that would include them.
func (g *gathered) listOff() {
	for _, item := range g.request.items {
		if item.Off {
			g.rows = append(g.rows, Row{Path: path.Clean(item.Path), Depth: -1, Reason: g.leadsTo(path.Clean(item.Path)), State: Off})
		}
	}
}

// leadsTo returns what would include an excluded item: a link from an included file, or a named
// folder; otherwise it was named itself.
func (g *gathered) leadsTo(off string) smartcontext.Reason {
	for _, d := range g.snapshot.Depths {
		for _, item := range d.Items {
			if slices.ContainsFunc(item.Ref.Outlinks, func(to string) bool { return within(to, off) }) {
				return smartcontext.Reason{Kind: smartcontext.Linked, From: item.Path}
			}
			if slices.ContainsFunc(item.Ref.Inlinks, func(from string) bool { return within(from, off) }) {
				return smartcontext.Reason{Kind: smartcontext.Links, From: item.Path}
			}
		}
	}
	for _, item := range g.request.items {
		if folder := path.Clean(item.Path); !item.Off && folder != off && within(off, folder) {
			return smartcontext.Reason{Kind: smartcontext.InFolder, From: item.Path}
		}
	}
	return smartcontext.Reason{Kind: smartcontext.Named}
}

// within reports whether an item names a path, contains it or matches it.
func within(p, item string) bool {
	return p == item || item == "." || strings.HasPrefix(p, item+"/") || tree.IsPattern(item) && note.Match(item, true)(p)
}

// Rows returns the contents of the context, by depth; then unreadable and missing files, and
// excluded items. The caller must not modify the slice.
func (p *Part) Rows() []Row {
	if p.got == nil {
		return nil
	}
	rows := slices.Clone(p.got.rows)
	for i, r := range rows {
		if (r.State == In || r.State == Shortened) && p.rowed(r.Path) {
			rows[i].State = InRow
		}
	}
	return rows
}

// Headings returns the patterns of excluded headings, with the headings that each matches, and the
// total number of code points. known is false while figures are pending.
func (p *Part) Headings() (list []Heading, removed int, known bool) {
	known = p.got != nil && slices.Equal(p.got.request.opts.ExcludedHeadings, p.Options().ExcludedHeadings)
	for _, pattern := range p.Options().ExcludedHeadings {
		h := Heading{Pattern: pattern}
		if p.got != nil {
			h.Count = p.got.headers[pattern]
		}
		list = append(list, h)
	}
	if p.got != nil {
		removed = p.got.removed
	}
	return list, removed, known
}

// Chars returns the length of the whole text, in code points as its limits count them.
func (p *Part) Chars() int {
	if p.got == nil {
		return 0
	}
	return p.got.stats.CharCount
}

// Warnings returns messages to the user about the context.
func (p *Part) Warnings() []aggregate.Warning {
	if p.got == nil {
		return nil
	}
	return p.got.warnings
}

// Starts returns the items that the user has named, in output order, without excluded ones.
func (p *Part) Starts() []models.ContextItem {
	c, _ := p.Context()
	return slices.DeleteFunc(slices.Clone(c.Items), func(item models.ContextItem) bool { return item.Off })
}

// Find returns the row of a path, or -1.
func (p *Part) Find(path string) int {
	return slices.IndexFunc(p.Rows(), func(r Row) bool { return r.Path == path })
}

// Files returns the paths of the files in the text, in order, without rows of the document.
func (p *Part) Files() []string {
	var out []string
	for _, r := range p.Rows() {
		if r.State == In || r.State == Shortened {
			out = append(out, r.Path)
		}
	}
	return out
}

// Around returns the folders that contain a path, innermost first, and then the pattern of all
// files with its extension: what can be excluded together with it.
func Around(p string) []string {
	var out []string
	for dir := path.Dir(p); dir != "." && dir != "/"; dir = path.Dir(dir) {
		out = append(out, dir)
	}
	if ext := path.Ext(p); ext != "" && !tree.IsPattern(ext) {
		out = append(out, "**/*"+ext)
	}
	return out
}

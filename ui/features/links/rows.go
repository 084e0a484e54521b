package links

import (
	"path"
	"slices"
	"strings"

	"dossier/aggregate"
	smart "dossier/aggregate/links"
	"dossier/aggregate/links/note"
	"dossier/aggregate/tree"
	"dossier/models"
)

// State says what became of something that a context names or links to.
type State int

// The states.
const (
	In      State = iota // it is in the text
	Cut                  // it is in the text as far as the limit lets it
	TooLong              // it is not, as the limit leaves no room for it
	Unread               // it cannot be read, or there is too much
	Missing              // there is no such file
	Off                  // the user has left it out
	Rowed                // it is a row of the document, and stands there alone
)

// Row is something that a context takes in, or would.
type Row struct {
	Path    string // of a file; of what is off, a folder or pattern too; of what is missing, as it is named
	Depth   int    // how many links it is away from what the user named; -1: that is not known
	Reason  smart.Reason
	State   State
	Chars   int    // code points, without sections that are left out
	Removed int    // code points of those sections
	Problem string // why it is unread
}

// Heading is a pattern of headings that are left out, with how many of them it fits.
type Heading struct {
	Pattern string
	Count   int
}

// gathered is what a context takes in.
type gathered struct {
	request  request
	snapshot smart.Snapshot
	parts    []smart.Part
	stats    smart.Stats
	warnings []aggregate.Warning

	rows    []Row
	headers map[string]int // how many each pattern fits
	removed int            // code points under excluded headings
	counts  map[string]aggregate.Count
	all     aggregate.Count

	nodes []Node
	edges []Edge
	more  int // nodes that are not drawn
}

func newGathered(r request, s smart.Snapshot, parts []smart.Part, stats smart.Stats, warnings []aggregate.Warning) *gathered {
	g := &gathered{request: r, snapshot: s, parts: parts, stats: stats, warnings: warnings}
	g.headers, g.removed = s.Excluded()
	g.listItems()
	g.listAbsent(s.Skipped, Unread)
	g.listAbsent(s.Missing, Missing)
	g.listOff()
	return g
}

// listItems lists what is there, by depth.
func (g *gathered) listItems() {
	states := map[string]State{}
	for _, p := range g.stats.Truncated {
		states[p] = Cut
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

// listAbsent lists what was skipped or is missing.
func (g *gathered) listAbsent(names []string, state State) {
	problems := map[string]string{}
	for _, p := range g.snapshot.Problems {
		problems[p.Path] = p.Err.Error()
	}
	for _, name := range names {
		g.rows = append(g.rows, Row{Path: name, Depth: -1, Reason: g.snapshot.Reasons[name], State: state, Problem: problems[name]})
	}
}

// listOff lists what the user has left out, with what would lead there.
func (g *gathered) listOff() {
	for _, item := range g.request.items {
		if item.Off {
			g.rows = append(g.rows, Row{Path: path.Clean(item.Path), Depth: -1, Reason: g.leadsTo(path.Clean(item.Path)), State: Off})
		}
	}
}

// leadsTo is what would bring something in that is left out: a link from what is in, or a
// folder that was named; else it was named itself.
func (g *gathered) leadsTo(off string) smart.Reason {
	for _, d := range g.snapshot.Depths {
		for _, item := range d.Items {
			if slices.ContainsFunc(item.Ref.Outlinks, func(to string) bool { return within(to, off) }) {
				return smart.Reason{Kind: smart.Linked, From: item.Path}
			}
			if slices.ContainsFunc(item.Ref.Inlinks, func(from string) bool { return within(from, off) }) {
				return smart.Reason{Kind: smart.Links, From: item.Path}
			}
		}
	}
	for _, item := range g.request.items {
		if folder := path.Clean(item.Path); !item.Off && folder != off && within(off, folder) {
			return smart.Reason{Kind: smart.InFolder, From: item.Path}
		}
	}
	return smart.Reason{Kind: smart.Named}
}

// within reports whether a path is what an item names, lies in it or fits it.
func within(p, item string) bool {
	return p == item || item == "." || strings.HasPrefix(p, item+"/") || tree.IsPattern(item) && note.Match(item, true)(p)
}

// Rows are what the context takes in, by depth; then what cannot be read or is missing, and
// what the user has left out. The caller must not change them.
func (p *Part) Rows() []Row {
	if p.got == nil {
		return nil
	}
	rows := slices.Clone(p.got.rows)
	for i, r := range rows {
		if (r.State == In || r.State == Cut) && p.rowed(r.Path) {
			rows[i].State = Rowed
		}
	}
	return rows
}

// Headings are the patterns of headings that are left out, with what each fits, and how many
// code points all of that has. Known is false for figures that are still to come.
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

// Chars is how long the whole is, in code points as its limits count them.
func (p *Part) Chars() int {
	if p.got == nil {
		return 0
	}
	return p.got.stats.CharCount
}

// Warnings are what the user should know beside the rows.
func (p *Part) Warnings() []aggregate.Warning {
	if p.got == nil {
		return nil
	}
	return p.got.warnings
}

// Starts are what the user has named, in output order, without what is left out.
func (p *Part) Starts() []models.ContextItem {
	c, _ := p.Context()
	return slices.DeleteFunc(slices.Clone(c.Items), func(item models.ContextItem) bool { return item.Off })
}

// Find returns the row of a path, or -1.
func (p *Part) Find(path string) int {
	return slices.IndexFunc(p.Rows(), func(r Row) bool { return r.Path == path })
}

// Files are the paths of what is in the text, in its order, but for rows of the document.
func (p *Part) Files() []string {
	var out []string
	for _, r := range p.Rows() {
		if r.State == In || r.State == Cut {
			out = append(out, r.Path)
		}
	}
	return out
}

// Around are the folders that a path lies in, the innermost first, and then the pattern of
// all files with its ending: what can be left out together with it.
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

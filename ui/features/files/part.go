// Package files manages the files of the composition in a session: the files that its entries
// resolve to, in output order, how each file is shown, its cost, and the lines of the Files tab. It
// reads no contents: results are those of the most recent build.
package files

import (
	"cmp"
	"errors"
	"path"
	"slices"

	"dossier/aggregate"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/feature"
)

// Host is the subset of the session that the files depend on.
type Host interface {
	feature.Source
	feature.Document
	feature.Tokens

	// TreeStatus returns the kind of a path according to the project's tree; false if the tree does not
	// contain it. Listed reports whether the tree is complete.
	TreeStatus(path string) (aggregate.Status, bool)
	Listed() bool
	// Built returns a file of the most recently built document, and whether it has the file. BuiltFrom
	// returns the composition that the document was built from.
	Built(path string) (aggregate.Item, bool)
	BuiltFrom() models.Composition
}

// Line is a line of the context tab: a folder, or a file of it.
type Line struct {
	Dir   string       // set for a folder; "." is the project's own
	Row   int          // index into [Part.Items]; -1 for a folder
	Files int          // number of files of a folder
	Count project.Cost // cost of the file, or of the folder's files
	// Continued is set for a folder that also occurs further up, because others are between the
	// two. Moved is set too, unless one pattern names all its files, in path order.
	Continued, Moved bool
}

// Part is the controller of one composition's files. It belongs to the session's goroutine.
type Part struct {
	host  Host
	rows  aggregate.Rows
	at    map[string]int // rows by path
	lines []Line         // nil if they must be computed again
}

// New returns the controller for a newly opened project, or for none. It has no files until
// [Part.Resolve].
func New(host Host) *Part { return &Part{host: host} }

// Resolve resolves the files of the composition again.
func (p *Part) Resolve() {
	p.rows, p.lines = p.Resolver().Rows(p.host.Composition().Files), nil
	p.at = make(map[string]int, len(p.rows.Items))
	for i, item := range p.rows.Items {
		p.at[item.Path] = i
	}
	if !p.host.Listed() {
		p.awaitMatches()
	}
}

// awaitMatches leaves folders and patterns unresolved until the folder is listed: before that it is
// unknown whether they match anything.
func (p *Part) awaitMatches() {
	for i := range p.rows.Items {
		var none *aggregate.NotFoundError
		if errors.As(p.rows.Items[i].Err, &none) && (none.Pattern || none.Folder) {
			p.rows.Items[i].Err = nil
		}
	}
}

// Resolver resolves paths and patterns. It uses the tree, and the disk only for paths that are not
// in the tree. Until the tree is known, patterns match nothing.
func (p *Part) Resolver() aggregate.Resolver {
	opened := p.host.Project()
	return aggregate.Resolver{
		Base: opened.StoredState().FilesBase(),
		Status: func(path string) aggregate.Status {
			if status, ok := p.host.TreeStatus(path); ok {
				return status
			}
			return opened.Builder.Status(path)
		},
		Listing: func() (aggregate.Listing, error) {
			if names := p.host.Names(); names != nil {
				return names, nil
			}
			return nothing{}, nil
		},
		IsOutput: opened.StoredState().Output().Has,
	}
}

// nothing is the listing of an unknown tree.
type nothing struct{}

func (nothing) Folder(string) ([]string, bool) { return nil, false }

func (nothing) Glob(string) ([]string, error) { return nil, nil }

// All returns the files and the composition entries that they belong to. They must not be modified.
func (p *Part) All() aggregate.Rows { return p.rows }

// Items returns the files in output order, whether or not they have been read. The slice must not
// be modified.
func (p *Part) Items() []aggregate.Item { return p.rows.Items }

// RowOf returns the row of a file in [Part.Items]; false if it is not in the composition.
func (p *Part) RowOf(path string) (row int, ok bool) {
	row, ok = p.at[path]
	return row, ok
}

// Has reports whether a file is in the composition.
func (p *Part) Has(path string) bool {
	_, ok := p.at[path]
	return ok
}

// InDocument returns the number of files whose content belongs in the document.
func (p *Part) InDocument() int {
	n := 0
	for _, item := range p.rows.Items {
		if item.InDocument() {
			n++
		}
	}
	return n
}

// InFocus reports whether a row is in focus in the focused variant.
func (p *Part) InFocus(row int) bool {
	return row < len(p.rows.Items) && slices.Contains(p.host.Composition().Focus, p.rows.Items[row].Path)
}

// Shown returns the result of a row in the last build; false if it is unknown.
func (p *Part) Shown(row int) (aggregate.Item, bool) {
	if row < 0 || row >= len(p.rows.Items) {
		return aggregate.Item{}, false
	}
	return p.host.Built(p.rows.Items[row].Path)
}

// ShownAs returns the view mode in which the document shows a row: its own, unless the focus, the
// strategy or the file itself override it. Until the document is built, it is that of the previous
// document if the same was requested then, and otherwise the requested one.
func (p *Part) ShownAs(row int) models.ViewMode {
	item := p.rows.Items[row]
	own := cmp.Or(item.ViewMode, models.Full)
	if item.Err != nil || !item.InDocument() {
		return own
	}
	built, known := p.Shown(row)
	asked := aggregate.RequestedMode(item.FileItem, p.host.Composition())
	switch {
	case !known, p.host.Building() && !p.requestedUnchanged(item, built, asked):
		return asked
	case built.Err != nil:
		return own
	default:
		return built.Shown
	}
}

// requestedUnchanged reports whether the document that is being replaced was requested to show the same view of a file.
func (p *Part) requestedUnchanged(item, built aggregate.Item, asked models.ViewMode) bool {
	return asked == aggregate.RequestedMode(built.FileItem, p.host.BuiltFrom()) && item.ViewMode == built.ViewMode &&
		len(item.CustomSlices) == len(built.CustomSlices) && len(item.AstMask) == len(built.AstMask)
}

// Lines lists the files in output order. Each run of files directly in one folder is preceded by a
// line for the folder. The caller must not modify the slice.
func (p *Part) Lines() []Line {
	if p.lines != nil {
		return p.lines
	}
	lines := make([]Line, 0, len(p.rows.Items)+len(p.rows.Items)/8+8)
	head := -1
	named := map[string]int{} // by folder: the entry that names its last file so far
	for i, item := range p.rows.Items {
		dir := path.Dir(item.Path)
		if head < 0 || lines[head].Dir != dir {
			head = len(lines)
			entry, seen := named[dir]
			lines = append(lines, Line{Dir: dir, Row: -1, Continued: seen, Moved: seen && entry != item.Named, Count: project.Cost{Count: aggregate.Count{Exact: true}}})
		}
		named[dir] = item.Named
		cost := p.cost(i)
		lines[head].Files++
		lines[head].Count = lines[head].Count.Plus(cost)
		lines = append(lines, Line{Row: i, Count: cost})
	}
	for i := range lines { // scale the sums: each summand would be rounded up
		lines[i].Count.Count = p.host.Cost(lines[i].Count.Count)
	}
	p.lines = lines
	return lines
}

// Recount makes the lines outdated, because costs of files have changed.
func (p *Part) Recount() { p.lines = nil }

// cost returns the cost of a row in the document, in counted tokens.
func (p *Part) cost(row int) project.Cost {
	if !p.rows.Items[row].InDocument() {
		return project.Cost{Count: aggregate.Count{Exact: true}}
	}
	item, ok := p.Shown(row)
	if !ok {
		return project.Cost{Pending: true}
	}
	return project.Cost{Count: item.Tokens}
}

// Continued returns the number of folders that occur again further down.
func (p *Part) Continued() int { return p.apart(func(l Line) bool { return l.Continued }) }

// Moved returns how many of these were moved or named by different entries.
func (p *Part) Moved() int { return p.apart(func(l Line) bool { return l.Moved }) }

func (p *Part) apart(is func(Line) bool) int {
	dirs := map[string]bool{}
	for _, line := range p.Lines() {
		if is(line) {
			dirs[line.Dir] = true
		}
	}
	return len(dirs)
}

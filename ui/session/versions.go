package session

import (
	"context"
	"errors"
	"slices"
	"strings"

	"dossier/aggregate"
	"dossier/aggregate/diff"
	"dossier/models"
	"dossier/presets/snapshots"
)

// VersionID names one of two documents that are compared: a snapshot, or what is put together
// now.
type VersionID struct {
	ID  SnapshotID
	Now bool // and ID is nothing
}

// NowVersion is what is put together now.
func NowVersion() VersionID { return VersionID{Now: true} }

// VersionsRow is a part of either document: a section, or a file, a screenshot, an excerpt
// of it.
type VersionsRow struct {
	Section bool
	Kind    aggregate.SectionKind
	Title   string
	State   aggregate.State
	Moved   bool
	Same    int // of a section: how many of its parts are the same, and not listed

	WasMode, NowMode models.ViewMode // of a file
	Removed, Added   int             // lines
	Tokens           aggregate.Count // how many more there are now, in tokens of the model
	section, block   int
}

// DiffKind says what a line of a difference is.
type DiffKind int

// The kinds of lines.
const (
	SameLine DiffKind = iota
	RemovedLine
	AddedLine
	ReplacedLine // both side by side; one of them may be missing
	GapLine      // stands for lines that are the same and are folded away
)

// DiffLine is one line of a difference. A line that is not in one of the texts has the
// number 0 there.
type DiffLine struct {
	Kind             DiffKind
	Was, Now         int // from 1
	WasText, NowText string
	Hidden           int // of a gap: how many lines it stands for
}

// VersionsModel compares two versions of the dossier: a list of what differs, and the
// lines of the part that was chosen. It belongs to the goroutine of its session.
type VersionsModel struct {
	s        *Session
	was, now VersionID
	changed  func()
	loading  *latest

	docs    [2]*aggregate.Document
	diff    aggregate.Difference
	problem error
	known   bool

	rows   []VersionsRow
	chosen int // row, or -1
	split  bool

	wasLines, nowLines []string
	lines              []diffRow
	starts             []int        // lines at which changes begin
	open               map[int]bool // gaps that are unfolded, by their first line in was
	words              map[int]wordMarks
}

// diffRow is a [DiffLine] by the indexes of its lines, -1 where there is none. Of a gap
// they are the first that it stands for.
type diffRow struct {
	kind     DiffKind
	was, now int
	hidden   int
}

// wordMarks are the bytes that differ within a pair of lines.
type wordMarks struct{ gone, came []diff.Range }

// CompareVersions compares two versions beside the window. changed is told whenever there
// is something new to show. [VersionsModel.Close] ends it.
func (s *Session) CompareVersions(was, now VersionID, changed func()) *VersionsModel {
	m := &VersionsModel{s: s, was: was, now: now, changed: changed, loading: &latest{jobs: s.work}, chosen: -1}
	m.load()
	return m
}

// Close ends what runs.
func (m *VersionsModel) Close() { m.loading.stop() }

// Versions returns which two are compared.
func (m *VersionsModel) Versions() (was, now VersionID) { return m.was, m.now }

// Known reports whether the comparison is done; Problem says why it cannot be.
func (m *VersionsModel) Known() bool { return m.known }

// Problem returns why a version cannot be read; nil when both can.
func (m *VersionsModel) Problem() error { return m.problem }

// Difference returns all that differs.
func (m *VersionsModel) Difference() aggregate.Difference { return m.diff }

// Follow takes in what has changed in the session: what is put together now.
func (m *VersionsModel) Follow(c Change) {
	if !m.was.Now && !m.now.Now {
		return
	}
	if c&DocumentChanged != 0 || c&CountsChanged != 0 && m.s.doc.Tokens.Exact {
		m.load()
	}
}

// load reads the versions that are not known yet and compares them, beside the window.
func (m *VersionsModel) load() {
	if m.s.project == nil {
		return
	}
	type side struct {
		doc    *aggregate.Document
		folder *snapshots.Folder
		id     SnapshotID
	}
	var sides [2]side
	fresh := false
	for i, v := range []VersionID{m.was, m.now} {
		sides[i] = side{doc: m.docs[i], id: v.ID}
		if v.Now {
			sides[i].doc = m.s.doc
		} else if sides[i].doc == nil {
			sides[i].folder = m.s.project.Snapshots(v.ID.Copied)
		}
		fresh = fresh || sides[i].doc != m.docs[i] || sides[i].doc == nil
	}
	if !fresh {
		return
	}
	m.loading.start(func(ctx context.Context) func() {
		var docs [2]*aggregate.Document
		var errs []error
		for i, side := range sides {
			if docs[i] = side.doc; docs[i] == nil {
				sent, err := loadSnapshot(side.folder, side.id)
				docs[i] = sent.Document
				errs = append(errs, err)
			}
			if ctx.Err() != nil {
				return nil
			}
		}
		err := errors.Join(errs...)
		var d aggregate.Difference
		if err == nil {
			d = aggregate.Compare(docs[0], docs[1])
		}
		return func() {
			m.known, m.problem, m.docs = true, err, docs
			m.take(d)
			m.changed()
		}
	})
}

// take shows a new comparison; the part that was chosen stays so.
func (m *VersionsModel) take(d aggregate.Difference) {
	before, had := VersionsRow{}, m.chosen >= 0
	var was aggregate.BlockDifference
	if had {
		before = m.rows[m.chosen]
		was = m.diff.Sections[before.section].Blocks[before.block]
	}
	m.diff, m.rows, m.chosen = d, nil, -1
	for i, s := range d.Sections {
		head := len(m.rows)
		m.rows = append(m.rows, VersionsRow{Section: true, Kind: s.Kind, Title: s.Title, State: s.State, Tokens: m.tokens(s.Tokens), section: i, block: -1})
		for k, b := range s.Blocks {
			if !b.Differs() {
				m.rows[head].Same++
				continue
			}
			if had && m.chosen < 0 && before.Kind == s.Kind && before.Title == b.Title {
				m.chosen = len(m.rows)
			}
			m.rows = append(m.rows, VersionsRow{
				Kind: s.Kind, Title: b.Title, State: b.State, Moved: b.Moved, WasMode: b.WasMode, NowMode: b.NowMode,
				Removed: b.Removed, Added: b.Added, Tokens: m.tokens(b.Tokens), section: i, block: k,
			})
		}
	}
	if m.chosen < 0 {
		m.chosen = slices.IndexFunc(m.rows, func(r VersionsRow) bool { return !r.Section })
		m.show()
		return
	}
	if row := m.rows[m.chosen]; d.Sections[row.section].Blocks[row.block].Was != was.Was || d.Sections[row.section].Blocks[row.block].Now != was.Now {
		m.show()
	}
}

// tokens scales a difference to the tokens of the model.
func (m *VersionsModel) tokens(n int) aggregate.Count {
	if n < 0 {
		c := m.s.Cost(aggregate.Count{N: -n, Exact: m.diff.Exact})
		c.N = -c.N
		return c
	}
	return m.s.Cost(aggregate.Count{N: n, Exact: m.diff.Exact})
}

// Total is how many more tokens there are now, in all.
func (m *VersionsModel) Total() aggregate.Count { return m.tokens(m.diff.Tokens) }

// Rows lists the sections, and what differs in them, in the order of the document. It
// must not be changed.
func (m *VersionsModel) Rows() []VersionsRow { return m.rows }

// Chosen returns the row of which the lines are shown, or -1.
func (m *VersionsModel) Chosen() int { return m.chosen }

// Choose shows the lines of a row. That of a section shows its first part.
func (m *VersionsModel) Choose(row int) {
	for row >= 0 && row < len(m.rows) && m.rows[row].Section {
		row++
	}
	if row < 0 || row >= len(m.rows) || row == m.chosen {
		return
	}
	m.chosen = row
	m.show()
	m.changed()
}

// Split reports whether lines are shown side by side.
func (m *VersionsModel) Split() bool { return m.split }

// SetSplit shows lines side by side, or one below the other.
func (m *VersionsModel) SetSplit(on bool) {
	if on != m.split {
		m.split = on
		m.layout()
		m.changed()
	}
}

// block returns the part that is shown; false when there is none.
func (m *VersionsModel) block() (aggregate.BlockDifference, bool) {
	if m.chosen < 0 {
		return aggregate.BlockDifference{}, false
	}
	row := m.rows[m.chosen]
	return m.diff.Sections[row.section].Blocks[row.block], true
}

// show takes up the part that was chosen.
func (m *VersionsModel) show() {
	b, _ := m.block()
	m.wasLines, m.nowLines = diff.Split(b.Was), diff.Split(b.Now)
	m.open = map[int]bool{}
	m.layout()
}

// layout finds the lines to show. Its work grows with the part that is shown.
func (m *VersionsModel) layout() {
	b, ok := m.block()
	m.lines, m.starts, m.words = nil, nil, map[int]wordMarks{}
	if !ok {
		return
	}
	was, now := 0, 0
	for _, h := range diff.Hunks(b.Changes, len(m.wasLines), len(m.nowLines), diff.Context) {
		m.gap(was, now, h.Was.Start-was)
		was, now = h.Was.Start, h.Now.Start
		for _, c := range h.Changes {
			m.same(was, now, c.Was.Start-was)
			m.starts = append(m.starts, len(m.lines))
			m.change(c)
			was, now = c.Was.End, c.Now.End
		}
		m.same(was, now, h.Was.End-was)
		was, now = h.Was.End, h.Now.End
	}
	if len(b.Changes) > 0 {
		m.gap(was, now, len(m.wasLines)-was)
	}
}

func (m *VersionsModel) same(was, now, n int) {
	for i := range n {
		m.lines = append(m.lines, diffRow{SameLine, was + i, now + i, 0})
	}
}

// gap adds lines that are the same: one that stands for them, unless it was unfolded or
// stands for one only.
func (m *VersionsModel) gap(was, now, n int) {
	if n <= 1 || m.open[was] {
		m.same(was, now, n)
		return
	}
	m.lines = append(m.lines, diffRow{GapLine, was, now, n})
}

func (m *VersionsModel) change(c diff.Change) {
	if m.split {
		for i := range max(c.Was.Len(), c.Now.Len()) {
			row := diffRow{ReplacedLine, -1, -1, 0}
			if i < c.Was.Len() {
				row.was = c.Was.Start + i
			}
			if i < c.Now.Len() {
				row.now = c.Now.Start + i
			}
			m.lines = append(m.lines, row)
		}
		return
	}
	for i := c.Was.Start; i < c.Was.End; i++ {
		m.lines = append(m.lines, diffRow{RemovedLine, i, -1, 0})
	}
	for i := c.Now.Start; i < c.Now.End; i++ {
		m.lines = append(m.lines, diffRow{AddedLine, -1, i, 0})
	}
}

// Len returns how many lines are shown.
func (m *VersionsModel) Len() int { return len(m.lines) }

// Line returns a line that is shown.
func (m *VersionsModel) Line(i int) DiffLine {
	row := m.lines[i]
	line := DiffLine{Kind: row.kind, Hidden: row.hidden}
	if row.kind == GapLine {
		return line
	}
	if row.was >= 0 {
		line.Was, line.WasText = row.was+1, strings.TrimSuffix(m.wasLines[row.was], "\n")
	}
	if row.now >= 0 {
		line.Now, line.NowText = row.now+1, strings.TrimSuffix(m.nowLines[row.now], "\n")
	}
	return line
}

// LastNumber is the highest number of a line of the part that is shown.
func (m *VersionsModel) LastNumber() int { return max(len(m.wasLines), len(m.nowLines)) }

// Words returns the bytes of a line that differ from the line in whose place it stands:
// of the text before, and of the one now. Both are empty where the two have little in
// common, and for lines that stand in the place of none.
func (m *VersionsModel) Words(i int) (gone, came []diff.Range) {
	was, now := m.lines[i].was, m.lines[i].now
	b, _ := m.block()
	switch m.lines[i].kind {
	case RemovedLine, AddedLine:
		at := slices.IndexFunc(b.Changes, func(c diff.Change) bool {
			return was >= c.Was.Start && was < c.Was.End || now >= c.Now.Start && now < c.Now.End
		})
		if at < 0 {
			return nil, nil
		}
		c := b.Changes[at]
		if was >= 0 {
			now = c.Now.Start + was - c.Was.Start
		} else {
			was = c.Was.Start + now - c.Now.Start
		}
		if was >= c.Was.End || now >= c.Now.End {
			return nil, nil
		}
	case ReplacedLine:
		if was < 0 || now < 0 {
			return nil, nil
		}
	default:
		return nil, nil
	}
	marks, ok := m.words[was]
	if !ok {
		marks.gone, marks.came = diff.Words(strings.TrimSuffix(m.wasLines[was], "\n"), strings.TrimSuffix(m.nowLines[now], "\n"))
		m.words[was] = marks
	}
	return marks.gone, marks.came
}

// Unfold shows the lines that a gap stands for.
func (m *VersionsModel) Unfold(i int) {
	if i < 0 || i >= len(m.lines) || m.lines[i].kind != GapLine {
		return
	}
	m.open[m.lines[i].was] = true
	m.layout()
	m.changed()
}

// NextChange returns the line at which the next change behind line i begins or, with back,
// the one before it. Where the part has no other it goes on to the next part, which is
// then the one that is chosen. It is -1 behind the last.
func (m *VersionsModel) NextChange(i int, back bool) int {
	if back {
		for k := len(m.starts) - 1; k >= 0; k-- {
			if m.starts[k] < i {
				return m.starts[k]
			}
		}
	} else {
		for _, start := range m.starts {
			if start > i {
				return start
			}
		}
	}
	step := 1
	if back {
		step = -1
	}
	for row := m.chosen + step; m.chosen >= 0 && row >= 0 && row < len(m.rows); row += step {
		if m.rows[row].Section {
			continue
		}
		m.Choose(row)
		switch {
		case len(m.starts) == 0:
			return 0 // moved, and the same
		case back:
			return m.starts[len(m.starts)-1]
		}
		return m.starts[0]
	}
	return -1
}

// VersionName is what a version is called in texts for programs.
func VersionName(v VersionID) string {
	switch {
	case v.Now:
		return "now"
	case v.ID.Copied:
		return "copied/" + v.ID.Name
	}
	return v.ID.Name
}

// Copy copies the unified difference: of all, or of the part that is shown.
func (m *VersionsModel) Copy(all bool) {
	was, now := VersionName(m.was), VersionName(m.now)
	what := was + ".." + now
	content := m.diff.Unified(was, now)
	if b, ok := m.block(); !all && ok {
		content, what = b.Unified(was, now), b.Title
	}
	m.s.CopyText(content, what)
}

// CopyLines copies the lines [first, last) of what is shown, those of one text where now
// or was is asked for alone.
func (m *VersionsModel) CopyLines(first, last int, was, now bool) (lines int) {
	var out strings.Builder
	put := func(sign, line string) {
		out.WriteString(sign + line + "\n")
		lines++
	}
	for _, row := range m.lines[first:last] {
		n := max(row.hidden, 1)
		for k := range n {
			switch {
			case row.kind == SameLine || row.kind == GapLine:
				sign := ""
				if was && now {
					sign = " "
				}
				put(sign, strings.TrimSuffix(m.wasLines[row.was+k], "\n"))
			case was && now && row.was >= 0:
				put("-", strings.TrimSuffix(m.wasLines[row.was], "\n"))
			case was && now:
				put("+", strings.TrimSuffix(m.nowLines[row.now], "\n"))
			case was && row.was >= 0:
				put("", strings.TrimSuffix(m.wasLines[row.was], "\n"))
			case now && row.now >= 0:
				put("", strings.TrimSuffix(m.nowLines[row.now], "\n"))
			}
		}
	}
	m.s.copyText(out.String(), toldCount("Copied {{.N}} lines", lines, nil))
	return lines
}

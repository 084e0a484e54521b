package answer

import (
	"cmp"
	"slices"

	"dossier/aggregate/code"
)

// HunkContext is the maximum number of unchanged lines on each side of a change: changes by the same edits that are
// separated by less than twice that are one hunk.
const HunkContext = 3

// Hunk is a part of the changes of a file that can be selected separately.
type Hunk struct {
	// Action is Modify, or what the hunk does to the whole file: Create, Delete or Rename.
	Action Action
	// Changes are changes of the original file, in order. They are empty for a Delete or Rename, and for a Create of
	// an empty file.
	Changes []Change
	Edits   []int // the indexes of the edits that caused it, in order
	Level   Level // the least certain level of its edits; Ambiguous if its place was chosen
}

// Span returns the lines of the file that the hunk covers, including unchanged ones: from start to end, counted from
// 0, with end excluded.
func (h Hunk) Span() (start, end int) {
	if len(h.Changes) == 0 {
		return 0, 0
	}
	return h.Changes[0].Start, h.Changes[len(h.Changes)-1].End
}

// Pick is a selected hunk.
type Pick struct {
	Hunk int     // its index
	New  *string // replacement for the lines that it covers; nil for the hunk's own
}

// Texts returns the lines that a hunk covers, before and after it, each with its newline.
func (r Result) Texts(h Hunk) (old, new string) {
	if len(h.Changes) == 0 {
		return "", ""
	}
	start, end := h.Span()
	return joinLines(r.file.lines[start:end]), joinLines(r.file.span(start, end, h.Changes))
}

// span returns the lines from start to end with some changes.
func (f *File) span(start, end int, changes []Change) []string {
	var out []string
	at := start
	for _, c := range changes {
		out = append(append(out, f.lines[at:c.Start]...), c.New...)
		at = c.End
	}
	return append(out, f.lines[at:end]...)
}

// With returns the result with only some of its hunks, given in order. ok is false if these leave the file unchanged.
func (r Result) With(picks []Pick) (out Result, ok bool) {
	out = Result{Path: r.Path, Before: r.Before, After: r.Before, file: r.file}
	var changes []Change
	for _, p := range picks {
		h := r.Hunks[p.Hunk]
		taken := h
		switch h.Action {
		case Delete:
			return Result{Path: r.Path, Before: r.Before, Hunks: []Hunk{h}, Edits: h.Edits, file: r.file}, true
		case Rename:
			out.To = r.To
		default:
			if p.New != nil {
				taken.Changes = r.file.editHunk(h, *p.New)
			}
		}
		changes = append(changes, taken.Changes...)
		out.Hunks, out.Edits = append(out.Hunks, taken), append(out.Edits, h.Edits...)
		ok = ok || len(taken.Changes) > 0 || h.Action != Modify
	}
	slices.Sort(out.Edits)
	out.Edits = slices.Compact(out.Edits)
	if out.After = r.file.Compose(changes); out.After == nil {
		out.After = []byte{}
	}
	return out, ok
}

// editHunk returns the changes of a hunk with another text.
func (f *File) editHunk(h Hunk, text string) []Change {
	start, end := h.Span()
	changes := f.between(start, end, splitLines(text))
	if n := len(h.Changes); n > 0 && len(changes) > 0 {
		changes[len(changes)-1].Final = h.Changes[n-1].Final
	}
	f.quote(changes)
	return changes
}

// Rewritten returns the result with another text for the whole file. Its hunks are the differences from the original
// file, and each is attributed to all edits.
func (r Result) Rewritten(text string) Result {
	out := Result{Path: r.Path, To: r.To, Before: r.Before, Edits: r.Edits, file: r.file}
	for _, h := range r.Hunks {
		if h.Action == Rename {
			out.Hunks = append(out.Hunks, h)
		}
	}
	changes := r.file.between(0, len(r.file.lines), splitLines(text))
	r.file.quote(changes)
	patches := make([]patch, len(changes))
	for i, c := range changes {
		patches[i] = patch{c, r.Edits}
	}
	out.Hunks = append(out.Hunks, out.groupHunks(patches, func([]int) Level { return Certain })...)
	if out.After = r.file.Compose(changes); out.After == nil {
		out.After = []byte{}
	}
	return out
}

// Text returns the text of the original file, and with all hunks, with its own line ends.
func (r Result) Text() (old, new string) {
	if r.file == nil {
		return "", ""
	}
	var changes []Change
	for _, h := range r.Hunks {
		if h.Action == Delete {
			return joinLines(r.file.lines), ""
		}
		changes = append(changes, h.Changes...)
	}
	return joinLines(r.file.lines), joinLines(r.file.span(0, len(r.file.lines), changes))
}

// Breaks returns the syntax error that a result introduces, as a sentence without a full stop. It is empty if no
// error is known, or if the original file has one.
func (r Result) Breaks(parse func(path, text string) *code.Structure) string {
	if parse == nil || r.After == nil || r.Before != nil && string(r.Before) == string(r.After) {
		return ""
	}
	broken := func(data []byte) (*code.Structure, string) {
		f, err := NewFile(data)
		if err != nil {
			return nil, ""
		}
		text := f.Plain()
		return parse(r.Path, text), text
	}
	now, text := broken(r.After)
	if now == nil || !now.Broken {
		return ""
	}
	if old, _ := broken(r.Before); r.Before != nil && (old == nil || old.Broken) {
		return ""
	}
	const sentence = "the file would have a syntax error"
	if where := now.FailedLines(text); where != "" {
		return sentence + ": " + where
	}
	return sentence
}

// trace tracks the lines of a file through several stages of changes. It contains all lines of the original file, and
// all inserted ones.
type trace struct{ lines []tracedLine }

// tracedLine is a line of a [trace].
type tracedLine struct {
	original int // the line of the original file, or -1
	text     string
	removed  bool
	final    Final // of the change that inserted it
	edits    []int // the edits that changed it; nil for none
}

func newTrace(f *File) *trace {
	t := &trace{lines: make([]tracedLine, len(f.lines))}
	for i, s := range f.lines {
		t.lines[i] = tracedLine{original: i, text: s}
	}
	return t
}

// editChange is a change and the index of its edit.
type editChange struct {
	Change
	edit int
}

// apply applies changes to the current lines. The changes are in order and do not overlap.
func (t *trace) apply(changes []editChange) {
	out := make([]tracedLine, 0, len(t.lines)+len(changes))
	next, at := 0, 0 // in t.lines, and in the current lines
	copyTo := func(line int) {
		for ; next < len(t.lines) && (at < line || t.lines[next].removed); next++ {
			if !t.lines[next].removed {
				at++
			}
			out = append(out, t.lines[next])
		}
	}
	for _, c := range changes {
		copyTo(c.Start)
		edits := []int{c.edit}
		if c.Start == c.End { // an insertion next to lines of an earlier stage depends on them
			for _, i := range []int{next - 1, next} {
				if i >= 0 && i < len(t.lines) {
					edits = append(edits, t.lines[i].edits...)
				}
			}
		}
		from := len(out)
		for ; next < len(t.lines) && at < c.End; next++ {
			line := t.lines[next]
			if line.removed {
				out = append(out, line)
				continue
			}
			at++
			edits = append(edits, line.edits...)
			line.removed = true
			out = append(out, line)
		}
		slices.Sort(edits)
		edits = slices.Compact(edits)
		for i := from; i < len(out); i++ {
			if out[i].removed {
				out[i].edits = edits
			}
		}
		for _, s := range c.New {
			out = append(out, tracedLine{original: -1, text: s, final: c.Final, edits: edits})
		}
	}
	copyTo(len(t.lines) + 1)
	t.lines = out
}

// patch is a change of the original file with the edits that caused it.
type patch struct {
	Change
	edits []int
}

// patches returns the changes of the original file by all stages, in order.
func (t *trace) patches() []patch {
	var out []patch
	start := 0 // the next line of the original file
	var open *patch
	for _, line := range t.lines {
		if line.edits == nil {
			open, start = nil, line.original+1
			continue
		}
		if open == nil || !intersect(open.edits, line.edits) {
			out = append(out, patch{Change: Change{Start: start, End: start}})
			open = &out[len(out)-1]
		}
		open.edits = append(open.edits, line.edits...)
		slices.Sort(open.edits)
		open.edits = slices.Compact(open.edits)
		if line.original >= 0 {
			start = line.original + 1
			open.End = start
		}
		if !line.removed {
			open.New = append(open.New, line.text)
			open.Final = cmp.Or(line.final, open.Final)
		}
	}
	return slices.DeleteFunc(out, func(p patch) bool { return p.Start == p.End && len(p.New) == 0 })
}

func intersect(a, b []int) bool {
	return slices.ContainsFunc(a, func(i int) bool { return slices.Contains(b, i) })
}

// groupHunks returns the hunks of patches of the file: nearby patches of the same edits form one. A created file has
// one, even if it is empty.
func (r Result) groupHunks(list []patch, level func(edits []int) Level) []Hunk {
	action := Modify
	if r.Before == nil {
		action = Create
	}
	var out []Hunk
	for i, p := range list {
		if i > 0 && slices.Equal(list[i-1].edits, p.edits) && p.Start-list[i-1].End <= 2*HunkContext {
			last := &out[len(out)-1]
			last.Changes = append(last.Changes, p.Change)
			continue
		}
		out = append(out, Hunk{Action: action, Changes: []Change{p.Change}, Edits: p.edits, Level: level(p.edits)})
	}
	if action == Create && len(out) == 0 {
		out = []Hunk{{Action: Create, Edits: slices.Clone(r.Edits), Level: level(r.Edits)}}
	}
	return out
}

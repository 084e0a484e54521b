package answer

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"dossier/aggregate/code"
)

// Project is the project in which the edits of an answer are placed. The functions are called by one goroutine.
type Project struct {
	// Resolve returns the file that a path refers to; see [mentions.Names.Resolve].
	Resolve func(path string) (file string, candidates []string, several bool)
	// Read returns the bytes of a file. The error wraps fs.ErrNotExist if it does not exist.
	Read func(path string) ([]byte, error)
	// Base returns the bytes of a file as they were sent to the model, or false if not known. It may be nil.
	Base func(path string) ([]byte, bool)
	// Structure returns the structure of a text, or nil if its language has no parser. It may be nil.
	Structure func(path, text string) *code.Structure
	// Guard returns why a path must not be written, or nil if it may be. It may be nil.
	Guard func(path string) error
}

// Placed is an edit with its file and place.
type Placed struct {
	Edit
	Placement
	File       string   // in the project; empty if not known
	Candidates []string // the files that Path may refer to, if it is ambiguous
	Creates    bool     // whether the file does not exist yet
	// Repeats says that an earlier edit of the answer is the same.
	Repeats bool
	// Rivals are the indexes of selected edits that change lines that this one would change too. It has a
	// place, and [Selected.First] selects it instead of them. Its level is NotFound.
	Rivals []int
	// Warning says what the edit would break; empty if nothing is known.
	Warning string

	file *File // in which it was placed
}

// Text returns the lines of the file in which the edit was placed, each with its newline; empty if there is none.
func (e Placed) Text() string {
	if e.file == nil {
		return ""
	}
	return joinLines(e.file.lines)
}

// Chosen returns the lines of the file with the edit at one of its choices.
func (e Placed) Chosen(choice int) string {
	return joinLines(e.file.span(0, len(e.file.lines), e.Choices[choice].Changes))
}

// Selected is a selected edit: the chosen place of an ambiguous one, and the user's replacement for its text.
type Selected struct {
	Edit   int     // its index
	Choice int     // of [Placement.Choices], from 0; -1 for none
	File   string  // of [Placed.Candidates]; empty for none
	New    *string // replaces the new text of the edit; nil for no replacement
	First  bool    // whether it takes precedence over other edits of the same lines
}

// Result is the state of a file after some edits.
type Result struct {
	Path string
	To   string // the new path of a moved file; empty otherwise
	// Before are the bytes in which the edits were placed; nil if the file does not exist.
	Before []byte
	// After are the bytes afterwards; nil if the file is removed.
	After []byte
	Edits []int // the indexes of the edits that caused it, in order
	// Hunks are the changes by the edits, in the order of the file; empty if there are none.
	Hunks []Hunk

	file *File // the original file
}

// planner is a plan in progress.
type planner struct {
	p     Project
	files map[string]*state
	order []string
	moved map[string]string // by new path the file that a Rename moves there
}

// state is a file of a plan.
type state struct {
	path     string
	before   []byte // nil if it does not exist
	err      error
	list     []*Placed
	selected []Selected
	index    []int
}

// Apply returns the results of selected edits, in the order in which the answer first mentions the files, and the
// placements of these edits. An edit that cannot be placed, or is ambiguous without a choice, changes nothing.
func Apply(edits []Edit, takes []Selected, p Project) ([]Result, []Placed) {
	placed, files := run(edits, takes, p)
	return files, placed
}

// run places the selected edits, and composes their files.
func run(edits []Edit, takes []Selected, p Project) ([]Placed, []Result) {
	s := &planner{p: p, files: map[string]*state{}, moved: map[string]string{}}
	out := make([]Placed, len(takes))
	for i, t := range takes {
		out[i] = Placed{Edit: edits[t.Edit]}
		if t.New != nil {
			out[i].Edit = withNewText(out[i].Edit, *t.New)
		}
		s.assign(&out[i], t, i)
	}
	var results []Result
	for _, name := range s.order {
		if r, ok := s.compose(s.files[name]); ok {
			results = append(results, r)
		}
	}
	return out, results
}

// withNewText returns an edit with another new text.
func withNewText(e Edit, text string) Edit {
	e.Readings = slices.Clone(e.Readings)
	for i := range e.Readings {
		e.Readings[i].New = text
	}
	return e
}

// assign finds the file of an edit.
func (s *planner) assign(e *Placed, t Selected, index int) {
	e.Level = NotFound
	if e.Path == "" && t.File == "" {
		e.Reason = "the answer names no file for it"
		return
	}
	name, candidates := s.resolveFile(e, t)
	if name == "" {
		if e.Candidates = candidates; len(candidates) > 0 {
			e.Level, e.Reason = Ambiguous, "the path may mean several files"
		} else if e.Reason == "" {
			e.Reason = "the project has no such file"
		}
		return
	}
	e.File = name
	if e.Unsupported != "" {
		e.Creates, e.Reason = !s.exists(name), e.Unsupported
		return
	}
	if e.Action == Rename {
		e.To = beside(name, clean(e.Path), clean(e.To))
	}
	if s.p.Guard != nil {
		if err := s.p.Guard(name); err != nil {
			e.Reason = err.Error()
			return
		}
		if e.Action == Rename {
			if err := s.p.Guard(e.To); err != nil {
				e.Reason = err.Error()
				return
			}
		}
	}
	st := s.state(name)
	if st.err != nil {
		e.Reason = st.err.Error()
		return
	}
	e.Creates = st.before == nil
	if e.Action == Rename && st.before != nil && s.moved[e.To] == "" && !s.exists(e.To) {
		s.moved[e.To] = name
	}
	st.list, st.selected, st.index = append(st.list, e), append(st.selected, t), append(st.index, index)
}

// beside returns the new path of a file with the same first folders as the file, if the answer's path lacks them or has
// others in front.
func beside(file, name, to string) string {
	if first, ok := strings.CutSuffix(file, "/"+name); ok {
		return first + "/" + to
	}
	if first, ok := strings.CutSuffix(name, "/"+file); ok {
		return strings.TrimPrefix(to, first+"/")
	}
	return to
}

// state returns the file at a path, which it reads once.
func (s *planner) state(name string) *state {
	st, ok := s.files[name]
	if ok {
		return st
	}
	st = &state{path: name}
	data, err := s.p.Read(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		st.err = err
	default:
		if st.before = data; data == nil {
			st.before = []byte{}
		}
	}
	s.files[name] = st
	s.order = append(s.order, name)
	return st
}

// clean returns an answer's path as one of the project: without ./ and doubled slashes.
func clean(name string) string {
	if name == "" {
		return ""
	}
	return path.Clean(name)
}

// resolveFile returns the file that an edit refers to, or the candidates.
func (s *planner) resolveFile(e *Placed, t Selected) (name string, candidates []string) {
	if t.File != "" {
		return t.File, nil
	}
	name = clean(e.Path)
	if file := s.moved[name]; file != "" && e.Action != Create {
		return file, nil
	}
	if e.Unsupported != "" && e.Action == Create {
		return name, nil
	}
	absolute := strings.HasPrefix(name, "/") || strings.HasPrefix(name, "~/") || len(name) > 1 && name[1] == ':'
	if s.exists(name) || e.Action == Create && !absolute && !strings.HasPrefix(name, "..") {
		return name, nil
	}
	if found, ok := s.created(name); ok {
		return found, nil
	}
	file, list, _ := s.p.Resolve(name)
	if file == "" {
		file = s.longestSuffix(name, list)
	}
	fresh := e.Action == Write || e.Action == Modify && len(e.Readings) > 0 && e.Readings[0].Old == "" && e.Form == Search
	switch {
	case file != "" && fresh && !absolute && !strings.HasSuffix(name, "/"+file):
		// The whole content for a path that is a suffix of an existing file's: that file, or a new one?
		if !s.resembles(file, e.Edit) {
			return name, nil
		}
		return file, nil
	case file != "" && (!fresh || absolute):
		return file, nil
	case file != "":
		if s.resembles(file, e.Edit) {
			return file, nil
		}
		return name, nil
	case fresh && !absolute:
		return name, nil
	}
	if certain := s.certainFile(list, e.Edit); certain != "" {
		return certain, nil
	}
	if absolute && len(list) == 0 {
		e.Reason = "the path is outside of the project"
	}
	return "", list
}

// exists reports whether a path is one of the project, readable or not.
func (s *planner) exists(name string) bool {
	if s.files[name] != nil {
		return s.files[name].before != nil || s.files[name].err != nil
	}
	if strings.HasPrefix(name, "/") || name == ".." || strings.HasPrefix(name, "../") {
		return false
	}
	_, err := s.p.Read(name)
	return !errors.Is(err, fs.ErrNotExist)
}

// created returns the file that an earlier edit creates at a path.
func (s *planner) created(name string) (string, bool) {
	st := s.files[name]
	return name, st != nil && slices.ContainsFunc(st.list, func(e *Placed) bool { return e.Action == Create || e.Action == Write })
}

// longestSuffix returns the longest of some files with a path that is a suffix of name, which has further leading
// folders.
func (s *planner) longestSuffix(name string, list []string) string {
	best := ""
	for _, file := range list {
		if strings.HasSuffix(name, "/"+file) && len(file) > len(best) {
			best = file
		}
	}
	return best
}

// certainFile returns the one of some files in which an edit has a certain place.
func (s *planner) certainFile(list []string, e Edit) string {
	found := ""
	if e.Action != Modify {
		return ""
	}
	for _, name := range list {
		st := s.state(name)
		if st.before == nil {
			continue
		}
		f, err := s.open(st, st.before)
		if err != nil || f.Place(e).Level != Certain {
			continue
		}
		if found != "" {
			return ""
		}
		found = name
	}
	return found
}

// resembles reports whether the content of an edit is a version of a file.
func (s *planner) resembles(name string, e Edit) bool {
	st := s.state(name)
	f, err := s.open(st, st.before)
	if err != nil || st.before == nil {
		return false
	}
	f.index()
	kept, all := f.countRemaining(splitLines(e.content()))
	return 2*kept >= all
}

// open returns bytes as a file of the plan.
func (s *planner) open(st *state, data []byte) (*File, error) {
	f, err := NewFile(data)
	if err != nil {
		return nil, err
	}
	if s.p.Structure != nil {
		f.Structure = func() *code.Structure { return s.p.Structure(st.path, f.Plain()) }
	}
	if s.p.Base != nil {
		f.Base = func() *File {
			sent, ok := s.p.Base(st.path)
			if !ok || bytes.Equal(sent, data) {
				return nil
			}
			base, err := NewFile(sent)
			if err != nil {
				return nil
			}
			return base
		}
	}
	return f, nil
}

// maxStages is the maximum number of stages, each of which places edits in the result of earlier ones.
const maxStages = 4

// compose places the edits of a file, and returns their result. Edits are placed in the original file, and if that
// fails, in the result of the other edits.
func (s *planner) compose(st *state) (Result, bool) {
	f, err := s.open(st, st.before)
	r := Result{Path: st.path, Before: st.before, file: f}
	if err != nil {
		for _, e := range st.list {
			e.Reason = err.Error()
		}
		return r, false
	}
	markRepeats(st.list)
	for _, e := range st.list {
		e.file = f
	}
	rewrites := joinRewrites(st.list)
	pending := make([]int, 0, len(st.list))
	for i, e := range st.list {
		switch {
		case e.Repeats || slices.Contains(rewrites, i):
		case s.moved[st.path] != "" && s.moved[st.path] != st.path && st.before == nil:
			e.Reason = "another edit moves a file to this path"
		case e.Action == Delete || e.Action == Rename:
			s.placeWholeFile(st, f, e, &r, st.index[i])
		default:
			pending = append(pending, i)
		}
	}
	after, moved := st.before, r.To != "" || r.Path != "" && r.After == nil && len(r.Edits) > 0
	if moved && r.To == "" { // removed
		for _, i := range pending {
			st.list[i].Reason = "another edit removes the file"
		}
		r.Hunks = []Hunk{{Action: Delete, Edits: slices.Clone(r.Edits), Level: s.level(st, r.Edits)}}
		return r, true
	}
	original, lines, patches := f, newTrace(f), []patch(nil)
	for stage := 0; len(pending) > 0 && stage < maxStages; stage++ {
		taken, left := s.stage(st, f, pending, stage)
		if len(taken) == 0 {
			break
		}
		var changes []editChange
		for _, i := range taken {
			for _, c := range st.list[i].Changes {
				changes = append(changes, editChange{c, st.index[i]})
			}
			r.Edits = append(r.Edits, st.index[i])
		}
		slices.SortStableFunc(changes, func(a, b editChange) int { return compareChanges(a.Change, b.Change) })
		lines.apply(changes)
		patches = lines.patches()
		after = original.Compose(changesOf(patches))
		pending = left
		if f, err = s.open(st, after); err != nil {
			break
		}
	}
	for i, e := range st.list {
		if !e.Repeats {
			continue
		}
		at := firstEqual(st.list, i)
		e.Level, e.Lines, e.Reason = st.list[at].Level, st.list[at].Lines, st.list[at].Reason
		e.Note = "the answer has the same edit before"
		if slices.Contains(r.Edits, st.index[at]) {
			r.Edits = append(r.Edits, st.index[i])
		}
	}
	for _, i := range rewrites {
		e := st.list[i]
		at := i + 1 + slices.IndexFunc(st.list[i+1:], isRewrite)
		e.Level, e.Lines, e.Reason = st.list[at].Level, st.list[at].Lines, st.list[at].Reason
		if e.Note = "the answer writes the file again"; slices.Contains(r.Edits, st.index[at]) {
			r.Edits = append(r.Edits, st.index[i])
		}
	}
	slices.Sort(r.Edits)
	if len(r.Edits) == 0 {
		return r, false
	}
	if r.After = after; after == nil {
		r.After = []byte{}
	}
	r.Hunks = s.hunks(st, r, patches)
	s.warn(st, r)
	return r, true
}

// joinRewrites returns the removals of a file that the answer writes again afterwards. Together with the writing edit,
// each replaces the content of the file.
func joinRewrites(list []*Placed) []int {
	var out []int
	for i, e := range list {
		if e.Action != Delete {
			continue
		}
		if at := slices.IndexFunc(list[i+1:], isRewrite); at >= 0 {
			list[i+1+at].Action = Write
			out = append(out, i)
		}
	}
	return out
}

// isRewrite reports whether an edit writes the whole content of a file.
func isRewrite(e *Placed) bool { return !e.Repeats && (e.Action == Create || e.Action == Write) }

// hunks returns the hunks of a result: those of its patches, and those that affect the whole file.
func (s *planner) hunks(st *state, r Result, patches []patch) []Hunk {
	list := r.groupHunks(patches, func(edits []int) Level { return s.level(st, edits) })
	for _, h := range list {
		r.file.quote(h.Changes)
	}
	if r.To != "" {
		var moves []int
		for i, e := range st.list {
			if e.Action == Rename && slices.Contains(r.Edits, st.index[i]) {
				moves = append(moves, st.index[i])
			}
		}
		list = slices.Insert(list, 0, Hunk{Action: Rename, Edits: moves, Level: s.level(st, moves)})
	}
	return list
}

// level returns the least certain level of some edits.
func (s *planner) level(st *state, edits []int) Level {
	least := Certain
	for i, e := range st.list {
		if !slices.Contains(edits, st.index[i]) {
			continue
		}
		if e.Level == Likely || e.Level == Ambiguous && least == Certain {
			least = e.Level
		}
	}
	return least
}

func changesOf(list []patch) []Change {
	out := make([]Change, len(list))
	for i, p := range list {
		out[i] = p.Change
	}
	return out
}

// markRepeats marks edits that are the same as earlier ones.
func markRepeats(list []*Placed) {
	for i, e := range list {
		e.Repeats = e.Action != Insert && firstEqual(list, i) < i
	}
}

// firstEqual returns the first edit that is the same as list[i].
func firstEqual(list []*Placed, i int) int {
	for j, other := range list[:i] {
		if other.Action == list[i].Action && other.To == list[i].To && slices.Equal(other.Readings, list[i].Readings) && other.Line == list[i].Line {
			return j
		}
	}
	return i
}

// stage places edits in a file, and returns those that are taken and those that are left for the result of the
// others.
func (s *planner) stage(st *state, f *File, pending []int, stage int) (applied, rest []int) {
	for _, i := range pending {
		e := st.list[i]
		p := s.place(st, f, e)
		if stage > 0 && p.Level != Certain && p.Level != Likely {
			continue // the placement in the original file is retained
		}
		if e.Rivals != nil && p.Level != Certain {
			continue // the result of its rivals resembles the lines that it would change
		}
		if stage > 0 && p.Level == Certain && e.Level == Ambiguous {
			p.Level, p.Reason = Likely, "it has one place only after the edits before it"
		}
		if stage > 0 && p.Note == "" {
			p.Note = "it is placed in what the edits before it make"
		}
		e.Placement = p
	}
	order := slices.Clone(pending)
	rivals := func(i int) (out []int) {
		for _, other := range applied {
			if f.Lines() == 0 || conflicts(st.list[other].Changes, st.list[i].Changes) {
				out = append(out, st.index[other])
			}
		}
		return out
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(firstOf(st.selected[a], st.selected[b]), cmp.Compare(rankOf(st.list[a].Level), rankOf(st.list[b].Level)))
	})
	for _, i := range order {
		e := st.list[i]
		if !e.choose(st.selected[i]) && e.Level != Certain && e.Level != Likely {
			rest = append(rest, i)
			continue
		}
		if e.Rivals = rivals(i); e.Rivals != nil {
			e.Level, e.Reason = NotFound, "another edit changes the same lines"
			rest = append(rest, i)
			continue
		}
		applied = append(applied, i)
	}
	slices.SortFunc(applied, func(a, b int) int {
		return cmp.Or(cmp.Compare(st.list[a].Lines.Start, st.list[b].Lines.Start), cmp.Compare(a, b))
	})
	slices.Sort(rest)
	return applied, rest
}

// firstOf orders takes that have precedence before others.
func firstOf(a, b Selected) int {
	switch {
	case a.First == b.First:
		return 0
	case a.First:
		return -1
	}
	return 1
}

// choose applies the choice of a take, and reports whether there is one.
func (e *Placed) choose(t Selected) bool {
	if e.Level != Ambiguous || t.Choice < 0 || t.Choice >= len(e.Choices) {
		return false
	}
	e.Changes, e.Lines = e.Choices[t.Choice].Changes, e.Choices[t.Choice].Lines
	return true
}

// conflicts reports whether changes affect the same lines as others. Insertions at the same place do not conflict:
// they follow each other in the order of their edits.
func conflicts(all, list []Change) bool {
	for _, c := range list {
		for _, other := range all {
			switch {
			case c.Start == c.End && other.Start == other.End:
			case c.Start == c.End:
				if other.Start < c.Start && c.Start < other.End {
					return true
				}
			case other.Start == other.End:
				if c.Start < other.Start && other.Start < c.End {
					return true
				}
			case c.Start < other.End && other.Start < c.End:
				return true
			}
		}
	}
	return false
}

// compareChanges orders changes by their lines; an insertion before a line precedes the change of the line.
func compareChanges(a, b Change) int {
	return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
}

// place places an edit in a file.
func (s *planner) place(st *state, f *File, e *Placed) Placement {
	var p Placement
	switch {
	case e.Action == Write || e.Action == Create:
		p = f.finish(f.scrubReason(s.write(st, f, e), e.Edit))
	case st.before == nil && f.Lines() == 0 && !(e.Action == Modify && len(e.Readings) > 0 && e.Readings[0].Old == ""):
		return Placement{Level: NotFound, Reason: "the project has no such file"}
	default:
		p = f.Place(e.Edit)
	}
	p.doubt(e.Doubt)
	return p
}

// minWhole is the minimum number of lines of a file for comparing it with another version.
const minWhole = 10

// countNonBlank returns the number of lines that are not blank.
func countNonBlank(lines []string) int {
	n := 0
	for _, s := range lines {
		if trimSpace(s) != "" {
			n++
		}
	}
	return n
}

// write places the whole content of a file.
func (s *planner) write(st *state, f *File, e *Placed) Placement {
	f.index()
	lines, numbered := f.withoutLineNumbers(f.restoreRedacted(splitLines(s.bestContent(f, e.Edit))))
	p := Placement{Level: Certain, Lines: Lines{1, max(1, f.Lines())}}
	if numbered {
		p.Note = "the content has line numbers"
	}
	if len(lines) > 0 {
		lines[0] = strings.TrimPrefix(lines[0], string(utf8BOM)) // the file keeps its own
	}
	if e.Unclosed {
		p.Level, p.Reason = Likely, "the answer ends within the file: lines at its end may be missing"
	}
	if e.Loose && st.before == nil {
		p.doubt("only a sentence or a comment names the file, which is new")
	}
	if f.Lines() == 0 {
		final := e.Final
		if e.Form == Tool && !strings.HasSuffix(e.content(), "\n") {
			final = FinalAbsent
		}
		p.Changes = []Change{{New: lines, Final: final}}
		p.Lines = Lines{1, max(1, len(lines))}
		if len(lines) == 0 && st.before != nil {
			p.Level, p.Reason = NotFound, hasNewText
		}
		return p
	}
	if hasConflictMarkers(lines) {
		p.doubt("it contains conflict markers")
	}
	if e.Part && e.Action == Write {
		if reading, ok := f.asDiff(lines); ok {
			e.Form, e.Action, e.Readings = Unified, Modify, []Reading{reading}
			return f.Place(e.Edit)
		}
		if functions, ok := f.placeFunctions(lines); ok {
			e.Form = Function
			if e.Unclosed {
				functions.doubt("the answer ends within the function")
			}
			return functions
		}
		if block, ok := f.placeBlock(lines); ok {
			e.Form = Function
			if e.Unclosed {
				block.Level, block.Reason = Likely, "the answer ends within the block"
			}
			return block
		}
	}
	lines = f.withOwnTabs(lines)
	p.Changes = f.between(0, f.Lines(), lines)
	kept, all := f.countRemaining(lines)
	n, named := countNonBlank(lines), clean(e.Path)
	switch {
	case len(p.Changes) == 0:
		p.Level, p.Reason = NotFound, hasNewText
	case e.Part && 5*kept < 2*all && 2*n < all:
		// A few other lines: a part that the file does not have yet, or an example.
		p.Level, p.Changes = NotFound, nil
		p.Reason = fmt.Sprintf("it would drop %d of %d lines: it is part of the file, and its position is unknown", all-kept, all)
	case p.Level != Certain:
	case e.Loose && 2*kept < all:
		p.Level, p.Reason = Likely, fmt.Sprintf("only a sentence or a comment names the file, and it would drop %d of %d lines", all-kept, all)
	case e.Part && f.isInterior(lines):
		if p = f.placeSegments([][]string{trimBlank(lines)}, true, true); p.Level == Certain {
			p.Level = Likely
		}
		p.Note = ""
		if p.Level != NotFound || p.Lines.Start == 0 {
			p.Reason = "it begins and ends within the file, whose other lines stay"
		}
	case e.Action == Create:
		p.Level, p.Reason = Likely, "there is such a file already, which it replaces"
	case e.Part && 5*kept < 2*all && all > 1:
		p.Level, p.Reason = Likely, fmt.Sprintf("it would drop %d of %d lines: it may be a part of the file", all-kept, all)
	case e.Part && losesMany(all, n):
		p.Level, p.Reason = Likely, fmt.Sprintf("it would drop %d of %d lines: it may be a part of the file", all-n, all)
	case e.Part && f.losesEnd(p.Changes):
		p.Level, p.Reason = Likely, "it would drop the lines at an end of the file: it may be a part of it"
	case named != e.File && 2*kept < all && s.moved[named] == "":
		p.Level, p.Reason = Likely, fmt.Sprintf("the answer names %s, and it would drop %d of %d lines", named, all-kept, all)
	}
	return p
}

// withOwnTabs returns the content of a file with the file's indentation, if tabs and spaces are exchanged in it. A
// content that only exchanges them is unchanged.
func (f *File) withOwnTabs(lines []string) []string {
	if anyBegins(lines, "\t") == anyBegins(f.lines, "\t") {
		return lines
	}
	trimmed := make([]string, len(lines))
	for i, s := range lines {
		trimmed[i] = trimSpace(s)
	}
	var quoted, file []string
	same := true
	mapping := mapLines(trimmed, f.trimmed)
	for i, at := range mapping {
		if at < 0 {
			same = false
			continue
		}
		quoted, file = append(quoted, lines[i]), append(file, f.lines[at])
	}
	if same && len(lines) == len(f.lines) || countNonBlank(quoted) == 0 {
		return lines
	}
	if m := relate(quoted, file); m.class == retabbed && m.shift == 0 {
		return m.apply(lines)
	}
	return lines
}

// losesMany reports whether a large part of some lines is dropped without a replacement: more than a quarter of a few
// lines, or two fifths of many.
func losesMany(old, new int) bool {
	lost := old - new
	if old < 2*minWhole {
		return lost > 1 && 4*lost > old
	}
	return 5*lost > 2*old
}

// minLostEnd is the minimum number of lines at an end of a file whose removal may mean that the answer has only a part.
const minLostEnd = 3

// losesEnd reports whether changes remove several lines at the beginning or the end of the file, without new ones.
func (f *File) losesEnd(changes []Change) bool {
	return slices.ContainsFunc(changes, func(c Change) bool {
		before, until := f.nonBlankBefore[c.Start], f.nonBlankBefore[c.End]
		return (before == 0 || until == len(f.nonBlank)) && until-before >= minLostEnd && countNonBlank(c.New) == 0
	})
}

// hasConflictMarkers reports whether lines contain the marker lines of a merge.
func hasConflictMarkers(lines []string) bool {
	return anyBegins(lines, "<<<<<<< ") && anyBegins(lines, "=======") && anyBegins(lines, ">>>>>>> ")
}

// withoutLineNumbers returns the content of a file without line numbers at the beginning of its lines, and reports
// whether it has any.
func (f *File) withoutLineNumbers(lines []string) ([]string, bool) {
	plain, ok := stripLineNumbers(lines)
	if !ok || len(lines) < 2 {
		return lines, false
	}
	if f.Lines() == 0 {
		first := strings.TrimSpace(lines[0]) // 1: and a tab after a number may be data
		ok = strings.HasPrefix(first, "1 |") || strings.HasPrefix(first, "1|") || strings.HasPrefix(first, "1 │") || strings.HasPrefix(first, "1→")
	} else {
		before, _ := f.countRemaining(lines)
		after, _ := f.countRemaining(plain)
		ok = after > before
	}
	if !ok {
		return lines, false
	}
	return plain, true
}

// asDiff returns the change that lines show if they are those of a diff without a header: they remove lines of the file,
// and add others. ok is false if they are not.
func (f *File) asDiff(lines []string) (r Reading, ok bool) {
	adds, removes, spaced := 0, 0, true
	for _, s := range lines {
		switch {
		case strings.HasPrefix(s, "-"):
			if removes++; len(f.byTrimmed[trimSpace(s)]) > 0 || len(f.byTrimmed[trimSpace(s[1:])]) == 0 {
				return r, false
			}
		case strings.HasPrefix(s, "+"):
			adds++
		default:
			spaced = spaced && (trimSpace(s) == "" || s[0] == ' ')
		}
	}
	var old, new []string
	for _, s := range lines {
		mark, rest := byte(' '), s
		if s != "" && (spaced || s[0] == '-' || s[0] == '+') {
			mark, rest = s[0], s[1:]
		}
		if mark != '+' {
			old = append(old, rest)
		}
		if mark != '-' {
			new = append(new, rest)
		}
	}
	return Reading{joinLines(old), joinLines(new)}, adds > 0 && removes > 0
}

// bestContent returns the content that an edit writes: of several readings the one most similar to the file, and of
// equally similar ones the later one, without the comment that names the file. In XML it is the decoded text only if
// the text has no < and > of its own.
func (s *planner) bestContent(f *File, e Edit) string {
	best, most := e.content(), -1
	if len(e.Readings) < 2 {
		return best
	}
	readings := e.Readings
	if e.Form == XML && strings.ContainsAny(best, "<>") {
		readings = slices.Clone(readings)
		slices.Reverse(readings)
	}
	for _, r := range readings {
		if kept, _ := f.countRemaining(splitLines(r.New)); kept >= most {
			best, most = r.New, kept
		}
	}
	return best
}

// countRemaining returns how many of the file's lines that are not blank are among lines, and their total number.
func (f *File) countRemaining(lines []string) (kept, all int) {
	count := map[string]int{}
	for _, s := range lines {
		count[trimSpace(s)]++
	}
	for _, at := range f.nonBlank {
		if c := f.trimmed[at]; count[c] > 0 {
			count[c]--
			kept++
		}
	}
	return kept, len(f.nonBlank)
}

// placeWholeFile places an edit that removes or moves its file.
func (s *planner) placeWholeFile(st *state, f *File, e *Placed, r *Result, index int) {
	e.Lines = Lines{1, max(1, f.Lines())}
	switch {
	case st.before == nil:
		e.Reason = "the project has no such file"
		return
	case e.Action == Rename:
		to := clean(e.To)
		switch {
		case to != st.path && s.exists(to):
			e.Reason = "there is a file at the new path already"
			return
		case to == st.path:
			e.Reason = "it has this path already"
			return
		case s.moved[to] != st.path:
			e.Reason = "another edit moves a file to the new path"
			return
		}
		e.Level, r.To = Certain, to
	default:
		e.Level, r.After = Certain, nil
		if len(e.Readings) > 0 && joinLines(trimLineEnds(splitLines(e.Readings[0].Old))) != joinLines(trimLineEnds(f.lines)) {
			e.Level, e.Reason = Likely, "the file reads differently from what the answer removes"
		}
	}
	switch named := clean(e.Path); {
	case e.Level != Certain:
	case e.Doubt != "":
		e.Level, e.Reason = Likely, e.Doubt
	case named != st.path && s.moved[named] != st.path && len(e.Readings) == 0: // there is no text that confirms the file
		e.Level, e.Reason = Likely, fmt.Sprintf("the answer names %s, which the project does not have", named)
	}
	r.Edits = append(r.Edits, index)
}

// warn sets the warnings of the edits that break a file.
func (s *planner) warn(st *state, r Result) {
	warning := r.Breaks(s.p.Structure)
	for i, e := range st.list {
		if warning != "" && slices.Contains(r.Edits, st.index[i]) {
			e.Warning = warning
		}
	}
}

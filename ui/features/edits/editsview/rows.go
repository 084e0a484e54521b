package editsview

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"dossier/aggregate/answer"
	"dossier/aggregate/text"
	"dossier/ui/features/edits"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/session/message"
	"dossier/ui/words"
)

// Active cells.
const (
	checkCell = iota + 1
	foldCell
	whichCell
	moreCell
)

// The columns of the list.
const (
	linesWidth = 96 // lines 1200-1300
	countWidth = 72 // −100 +100
	stateWidth = 92
	minState   = 56 // certain
)

// kind is the kind of a row.
type kind int

const (
	fileRow  kind = iota
	hunkRow       // a hunk of a file
	editRow       // an edit without a hunk
	placeRow      // one of the places of an ambiguous edit
)

// row is a row of the list.
type row struct {
	kind
	file, hunk int
	edit       int // index in the file's Rest
	place      int
	key        string
}

// rows holds the files, their hunks, and the edits without any, as of the last update.
type rows struct {
	p     *Pane
	files []edits.File
	list  []row
}

// reload reads the files of the session.
func (r *rows) reload(files []edits.File) {
	r.files, r.list = files, nil
	for i, f := range files {
		r.list = append(r.list, row{kind: fileRow, file: i, hunk: -1, edit: -1, key: fileKey(f.Path)})
		if r.p.folded[f.Path] {
			continue
		}
		for k, h := range f.Hunks {
			r.list = append(r.list, row{kind: hunkRow, file: i, hunk: k, edit: -1, key: "hunk " + h.Key})
		}
		for k, e := range f.WithoutHunk {
			r.list = append(r.list, row{kind: editRow, file: i, hunk: -1, edit: k, key: "edit " + kit.Count(int64(e.Edit))})
			if !e.Ambiguous() {
				continue
			}
			for n := range e.Candidates {
				r.list = append(r.list, row{kind: placeRow, file: i, hunk: -1, edit: k, place: n, key: "place " + kit.Count(int64(e.Edit)) + " " + kit.Count(int64(n))})
			}
		}
	}
}

func fileKey(path string) string { return "file " + path }

func (r *rows) Len() int                  { return len(r.list) }
func (r *rows) Key(i int) string          { return r.list[i].key }
func (r *rows) Find(key string) int       { return board.FindKey(r, key) }
func (r *rows) fileOf(one row) edits.File { return r.files[one.file] }

// refs returns the hunks of some rows: those of their files, or the rows themselves.
func (r *rows) refs(list []int) []edits.Ref {
	var out []edits.Ref
	for _, i := range list {
		switch one := r.list[i]; one.kind {
		case fileRow:
			for k := range r.files[one.file].Hunks {
				out = append(out, edits.Ref{File: one.file, Hunk: k})
			}
		case hunkRow:
			out = append(out, edits.Ref{File: one.file, Hunk: one.hunk})
		}
	}
	return out
}

// alternative reports whether a row is an edit that can be taken instead of another one.
func (r *rows) alternative(one row) bool {
	return one.kind == editRow && !r.files[one.file].WithoutHunk[one.edit].Applied && r.files[one.file].WithoutHunk[one.edit].Alternative()
}

// Row returns a row for the list.
func (r *rows) Row(i int) board.Row {
	one := r.list[i]
	f := r.fileOf(one)
	switch one.kind {
	case hunkRow:
		return rowOfHunk(f.Hunks[one.hunk])
	case editRow:
		return rowOfEdit(f.WithoutHunk[one.edit])
	case placeRow:
		return rowOfPlace(f.WithoutHunk[one.edit], one.place)
	}
	return r.rowOfFile(f)
}

// CountOf formats the number of ticked hunks and of all hunks.
func CountOf(ticked, all int) string {
	return words.Message(message.Count("{{.Ticked}} of {{.N}} hunks", all, map[string]any{"Ticked": ticked}))
}

func moreCellOf() board.Cell {
	return board.Cell{Kind: board.CellGlyph, ID: moreCell, Glyph: kit.GlyphMore, Tip: words.Say("Actions for this edit")}
}

func (r *rows) rowOfFile(f edits.File) board.Row {
	name := text.Escape(f.Path)
	if f.To != "" {
		name += " → " + text.Escape(f.To)
	}
	state := kit.TickedOf(f.Ticked(), len(f.Hunks))
	tip := name
	status, tone := "", fyne.ThemeColorName(kit.ColorMuted)
	for _, s := range []struct {
		on   bool
		word string
		tone fyne.ThemeColorName
		why  string
	}{
		{f.Outdated, words.Say("outdated"), kit.ColorWarn, words.Say("The file has changed since you edited its text: compare before you apply it")},
		{f.Warning != "", words.Say("syntax error"), kit.ColorWarn, text.Escape(f.Warning)},
		{f.Edited(), words.Say("edited"), kit.ColorAccent, words.Say("You edited its text")},
	} {
		if !s.on {
			continue
		}
		tip += "\n" + s.why
		if status == "" {
			status, tone = s.word, s.tone
		}
	}
	cells := []board.Cell{
		{Kind: board.CellCheck, ID: checkCell, State: state, Disabled: len(f.Hunks) == 0, Tip: words.Say("All of its hunks")},
		{Kind: board.CellFold, ID: foldCell, State: kit.Ticked(!r.p.folded[f.Path]), Tip: words.Say("Show or hide its hunks")},
		{Text: name, Fill: true, Middle: true},
	}
	if word := actions().Say(f.Action); word != "" {
		cells = append(cells, board.Cell{Text: word, Tone: kit.ColorMuted, Small: true, Plain: true, Yields: true})
	}
	if len(f.Hunks) > 0 {
		cells = append(cells, board.Cell{
			Text: CountOf(f.Ticked(), len(f.Hunks)),
			Tone: kit.ColorMuted, Small: true, Plain: true, Tip: words.Say("Ticked hunks of all"),
		})
	}
	if status != "" {
		cells = append(cells, board.Cell{Text: status, Tone: tone, Plain: true, Tip: tip})
	}
	cells = append(cells, countCell(f.Hunks...), moreCellOf())
	return board.Row{Strong: true, Cells: cells, Tip: tip}
}

// countCell returns a cell with the numbers of lines that hunks remove and add.
func countCell(hunks ...edits.Hunk) board.Cell {
	removed, added := 0, 0
	for _, h := range hunks {
		removed, added = removed+h.Removed, added+h.Added
	}
	if len(hunks) == 0 {
		return board.Cell{Kind: board.CellSpace, Width: countWidth}
	}
	return board.Cell{
		Kind: board.CellNumber, Text: "−" + kit.Count(int64(removed)) + " +" + kit.Count(int64(added)), Small: true, Plain: true,
		Width: countWidth, Tip: words.Say("Lines removed and added"),
	}
}

func actions() words.Table[answer.Action] {
	return words.Table[answer.Action]{answer.Create: "new file", answer.Delete: "delete", answer.Rename: "rename", answer.Modify: "", answer.Write: "", answer.Insert: ""}
}

func rowOfHunk(h edits.Hunk) board.Row {
	word, tone := stateOf(h)
	tip := tipOf(h)
	what := board.Cell{Text: text.Escape(h.Sample), Tone: kit.ColorMuted, Mono: true, Small: true, Fill: true}
	return board.Row{Indent: 1, Tip: tip, Cells: []board.Cell{
		{Kind: board.CellCheck, ID: checkCell, State: kit.Ticked(h.Ticked), Tip: words.Say("Apply this hunk")},
		{Text: whereOf(h), Small: true, Width: linesWidth, Tip: words.Say("The lines of the file that it changes")},
		what,
		{Text: word, Tone: tone, Width: stateWidth, MinWidth: minState, Tip: tip},
		countCell(h), moreCellOf(),
	}}
}

// whereOf returns the place of a hunk, or its effect on the file.
func whereOf(h edits.Hunk) string {
	if word := actions().Say(h.Action); word != "" {
		return word
	}
	return linesWord(h.Lines)
}

// linesWord formats a range of lines, "12-15" or "12", for display.
func linesWord(lines string) string {
	switch {
	case lines == "":
		return ""
	case strings.Contains(lines, "-"):
		return words.With("lines {{.Lines}}", map[string]any{"Lines": lines})
	}
	return words.With("line {{.Line}}", map[string]any{"Line": lines})
}

func levels() words.Table[answer.Level] {
	return words.Table[answer.Level]{answer.Certain: "certain", answer.Likely: "likely", answer.Ambiguous: "ambiguous", answer.NotFound: "not found"}
}

func stateOf(h edits.Hunk) (string, fyne.ThemeColorName) {
	switch {
	case h.Edited:
		return words.Say("edited"), kit.ColorAccent
	case h.Level == answer.Ambiguous:
		return words.Say("chosen"), kit.ColorMuted
	case h.Level == answer.Likely:
		return levels().Say(h.Level), kit.ColorWarn
	}
	return levels().Say(h.Level), kit.ColorMuted
}

func explanations() words.Table[answer.Level] {
	return words.Table[answer.Level]{
		answer.Certain:   "There is exactly one place for it",
		answer.Likely:    "There is one place, but its text differs from what the answer quotes: compare before you apply it",
		answer.Ambiguous: "It could be meant for several places: choose one",
		answer.NotFound:  "There is no place for it in the file",
	}
}

func tipOf(h edits.Hunk) string {
	tip := explanations().Say(h.Level)
	if h.Level == answer.Ambiguous {
		tip = words.Say("You chose its place")
	}
	if h.Edited {
		tip = words.Say("You edited its text") + "\n" + tip
	}
	if h.Reason != "" {
		tip += "\n" + text.Escape(h.Reason)
	}
	return tip
}

// tipOfEdit returns why an edit has no hunk.
func tipOfEdit(e edits.Row) string {
	if e.Applied {
		return words.Say("Applied; undo reverts it")
	}
	if e.Alternative() {
		return words.Say("Another edit of the answer changes the same lines: one of the two can be applied")
	}
	tip := explanations().Say(answer.Level(e.Certainty))
	if e.Ambiguous() && e.Choice >= 0 {
		tip = words.Say("You chose its place")
	}
	if e.Reason != "" {
		tip += "\n" + text.Escape(e.Reason)
	}
	return tip
}

func rowOfEdit(e edits.Row) board.Row {
	level := answer.Level(e.Certainty)
	word, tone := levels().Say(level), fyne.ThemeColorName(kit.ColorBad)
	what, tip := text.Escape(e.Reason), tipOfEdit(e)
	switch {
	case e.Applied:
		word, tone, what = words.Say("applied"), kit.ColorGood, ""
	case e.Alternative():
		word, tone, what = words.Say("alternative"), kit.ColorMuted, ""
	case level != answer.NotFound:
		tone = kit.ColorMuted // it changes nothing
	}
	if what == "" {
		what = text.Escape(firstLine(e.New))
	}
	cells := []board.Cell{
		{Kind: board.CellSpace, Width: kit.BoxSize + 2*kit.Gap},
		{Text: linesWord(e.Lines), Small: true, Width: linesWidth, Tone: kit.ColorMuted},
		{Text: what, Tone: kit.ColorMuted, Fill: true, Tip: tip},
	}
	if e.Alternative() && !e.Applied { // as a hunk
		cells[2].Mono, cells[2].Small = true, true
		cells[0] = board.Cell{Kind: board.CellCheck, ID: checkCell, Tip: words.Say("Apply it instead of the other edit of the same lines")}
	}
	if e.Ambiguous() {
		cells[1].Text = levels().Say(level)
		cells = append(cells, board.Cell{Kind: board.CellChip, ID: whichCell, Text: whichOf(e), Width: stateWidth, Tip: words.Say("Which place is meant")})
	} else {
		cells = append(cells, board.Cell{Text: word, Tone: tone, Width: stateWidth, Tip: tip})
	}
	if cells[1].Text == "" { // the reason needs its space
		cells = slices.Delete(cells, 1, 2)
	}
	return board.Row{Indent: 1, Tip: tip, Cells: append(cells, board.Cell{Kind: board.CellSpace, Width: countWidth}, moreCellOf())}
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}

func whichOf(e edits.Row) string {
	if e.Choice >= 0 {
		return candidate(e, e.Choice)
	}
	return words.Count("which of {{.N}}", len(e.Candidates))
}

// candidate returns the name of a place: lines of the file, or a file.
func candidate(e edits.Row, place int) string {
	if len(e.Choices) > 0 {
		return linesWord(e.Candidates[place])
	}
	return text.Escape(e.Candidates[place])
}

func rowOfPlace(e edits.Row, place int) board.Row {
	chosen := e.Choice == place
	what := ""
	if place < len(e.Choices) && len(e.Choices[place]) > 0 {
		h := e.Choices[place][0]
		what = firstLine(h.Old)
		if what == "" {
			what = firstLine(h.New)
		}
	}
	tip := words.Say("Apply it here")
	name := board.Cell{ID: checkCell, Text: unchosenSign + " " + candidate(e, place), Small: true, Width: linesWidth, Tip: tip}
	if len(e.Choices) == 0 { // the candidate is a file
		name.Width, name.Middle = 0, true
	}
	if chosen {
		name.Text, name.Tone = chosenSign+" "+candidate(e, place), kit.ColorAccent
	}
	return board.Row{Indent: 1, Tip: tip, Cells: []board.Cell{
		{Kind: board.CellSpace, Width: kit.BoxSize + 2*kit.Gap},
		name,
		{Text: text.Escape(what), Tone: kit.ColorMuted, Mono: true, Small: true, Fill: true},
	}}
}

// Symbols of a selected place, and of other places.
const (
	chosenSign   = "◉"
	unchosenSign = "○"
)

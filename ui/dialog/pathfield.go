package dialog

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"dossier/aggregate/fuzzy"
	"dossier/aggregate/text"
	"dossier/ui/completion"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/words"
)

// pathField is the field of a path question, with a list of recent paths, paths that begin with
// the typed text, and search results.
type pathField struct {
	*board.Suggest
	prompt pathPrompt
	submit func(path string) // handles a complete row; nil puts it into the field
	edited func()            // called when the text has changed
	room   *fyne.Container   // the list, below the reason why it is empty
	none   *kit.Label

	recent     []board.Suggestion
	names      []string // paths that began with the text when they were listed
	results    []fuzzy.Found
	resultsFor string // the text of the search results
	pending    int    // number of pending answers
	tabbed     string // the text whose list is that of Tab; "" for none
}

func newPathField(ask pathPrompt, typed string, take func(string)) *pathField {
	p := &pathField{Suggest: ask.d.Suggest(typed), prompt: ask, submit: take, edited: func() {}}
	p.PlaceHolder = ask.q.Placeholder
	p.OnChanged = func(typed string) {
		p.edited()
		p.complete(typed)
	}
	p.OnComplete = func(typed string) {
		ask.d.Paths.Complete(ask.kind, typed, func(c completion.Result) {
			if typed != p.Text {
				return
			}
			rows := p.rowsOf(c.Names)
			if c.Text == typed && len(rows) == 0 && !slices.Contains(p.names, typed) { // nothing begins with it: show the search results instead
				if rows = slices.Clone(p.Offered()); len(rows) == 1 {
					c.Text, c.More, rows = rows[0].Text, true, nil
				}
			}
			p.Complete(c.Text, rows, c.More)
			if p.tabbed = ""; len(rows) > 0 {
				p.tabbed = c.Text
				p.show()
			} else {
				p.offer()
			}
		})
	}
	p.none = kit.NewMuted("")
	p.none.Hide()
	p.room = kit.NewColumn(p.none, p.List(), nil)
	return p
}

// PathEntry returns a field for the path of a file in a project, and the list of its completions,
// for a dialog with further fields.
func (d *Dialogs) PathEntry(base, path string) (field *board.Suggest, list fyne.CanvasObject) {
	kind := completion.Kind{Base: base}
	p := newPathField(pathPrompt{d, PathQuestion{Base: base}, kind}, path, nil)
	p.complete(path)
	return p.Suggest, p.room
}

// begin lists suggestions before anything is typed.
func (p *pathField) begin() {
	p.complete(p.Text)
	recent := p.prompt.q.Recent
	switch {
	case recent != nil:
	case p.prompt.q.Purpose == "" || p.prompt.q.What == NewFile:
		return
	default:
		recent = func(then func([]Recent)) {
			p.prompt.d.Paths.Chosen(p.prompt.q.Purpose, p.prompt.kind, func(paths []string) {
				var list []Recent
				for _, path := range paths {
					list = append(list, Recent{path, words.Say("recent")})
				}
				then(list)
			})
		}
	}
	recent(func(list []Recent) {
		for _, r := range list {
			p.recent = append(p.recent, board.Suggestion{
				Text: r.Path, Label: text.Escape(completion.ShortHome(r.Path)), Detail: r.Detail, Choose: func() { p.submit(r.Path) },
			})
		}
		if dir := p.lastFolder(); dir != "" {
			p.recent = append(p.recent, board.Suggestion{Text: dir, Label: text.Escape(dir), Detail: words.Say("last folder")})
		}
		p.relist()
	})
}

// lastFolder returns the folder of the purpose's last path if it is not the initial one.
func (p *pathField) lastFolder() string {
	if p.prompt.q.Base == "" || p.prompt.q.Purpose == "" {
		return ""
	}
	dir := p.prompt.d.Paths.Folder(p.prompt.q.Purpose)
	if dir == "" {
		return ""
	}
	return completion.ShortHome(dir) + string(filepath.Separator)
}

// complete requests the completions of a text.
func (p *pathField) complete(typed string) {
	p.tabbed = ""
	p.pending = 2
	p.offer()
	p.prompt.d.Paths.List(p.prompt.kind, typed, func(names []string) {
		if typed == p.Text {
			p.names = names
			p.answered()
		}
	})
	p.prompt.d.Paths.Search(p.prompt.kind, typed, func(found []fuzzy.Found) {
		if typed == p.Text {
			p.results, p.resultsFor = found, typed
			p.answered()
		}
	})
}

func (p *pathField) answered() {
	p.pending--
	p.relist()
}

// relist offers what is known now, unless Tab cycles through a list of its own.
func (p *pathField) relist() {
	if p.tabbed == "" || p.tabbed != p.Text {
		p.offer()
	}
}

// offer lists the known suggestions for the text. The cursor stays on its row.
func (p *pathField) offer() {
	typed := p.Text
	var names []string
	listed := map[string]bool{typed: p.prompt.q.What == NewFile}
	for _, name := range p.names {
		if len(name) >= len(typed) && strings.EqualFold(name[:len(typed)], typed) && !listed[name] {
			names, listed[name] = append(names, name), true
		}
	}
	var rows []board.Suggestion
	if typed == "" {
		rows = slices.Concat(p.recent, p.rowsOf(names))
	} else {
		rows = append(p.rowsOf(names), p.recentFor(typed)...)
	}
	if p.resultsFor == typed && p.prompt.q.What != NewFile {
		for _, f := range p.results {
			if !listed[f.Path] {
				rows = append(rows, p.rowOf(f.Path, f.Path, f.Spans))
			}
		}
	}
	cursor := -1
	if at := p.List().Cursor(); at >= 0 && at < len(p.Offered()) {
		for i, row := range rows {
			if row.Text == p.Offered()[at].Text {
				cursor = i
			}
		}
	}
	p.Offer(rows, cursor)
	p.show()
}

// recentFor returns the recent paths that match a text.
func (p *pathField) recentFor(typed string) []board.Suggestion {
	query := fuzzy.Parse(filepath.ToSlash(typed))
	var rows []board.Suggestion
	for _, row := range p.recent {
		if hit, ok := query.Match(filepath.ToSlash(row.Label)); ok && row.Text != typed {
			row.Marks = marks(hit.Spans)
			rows = append(rows, row)
		}
	}
	return rows
}

// rowsOf returns rows for paths, labelled by their distinguishing last part.
func (p *pathField) rowsOf(paths []string) []board.Suggestion {
	var rows []board.Suggestion
	for _, path := range paths {
		name := filepath.Base(path)
		if os.IsPathSeparator(path[len(path)-1]) {
			name += string(filepath.Separator)
		}
		rows = append(rows, p.rowOf(path, name, nil))
	}
	return rows
}

// rowOf returns the row of a path: a complete one is accepted immediately, any other is put into
// the field.
func (p *pathField) rowOf(path, label string, spans []fuzzy.Span) board.Suggestion {
	row := board.Suggestion{Text: path, Label: text.Escape(label)}
	if row.Label == label { // an escaped label has other offsets
		row.Marks = marks(spans)
	}
	if what := p.prompt.q.What; p.submit != nil && (what == File || what == FileOrFolder) && !os.IsPathSeparator(path[len(path)-1]) {
		row.Choose = func() { p.submit(path) }
	}
	return row
}

func marks(spans []fuzzy.Span) [][2]int {
	var out [][2]int
	for _, s := range spans {
		out = append(out, [2]int{s.Start, s.End})
	}
	return out
}

// show shows the list, or the reason why it is empty.
func (p *pathField) show() {
	empty := len(p.Offered()) == 0 && p.pending <= 0 && p.prompt.q.What != NewFile
	switch typed := p.Text; {
	case !empty:
	case typed == "" || os.IsPathSeparator(typed[len(typed)-1]):
		p.none.SetText(words.Say("Nothing to choose in this folder"))
	default:
		p.none.SetText(words.Say("No matches"))
	}
	if empty != p.none.Visible() {
		kit.SetVisible(p.none, empty)
		p.room.Refresh()
	}
}

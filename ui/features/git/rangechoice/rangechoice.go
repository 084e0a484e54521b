// Package rangechoice lets the user select a range of commits: in a menu of common ones, or in a
// dialog by typing it or by selecting a branch, a tag or a commit.
package rangechoice

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"dossier/aggregate"
	"dossier/aggregate/git/change"
	"dossier/aggregate/text"
	"dossier/ui/dialog"
	"dossier/ui/features/git"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/language"
	"dossier/ui/part"
	"dossier/ui/project/repository"
	"dossier/ui/session"
	"dossier/ui/words"
)

// The columns of the list of revisions.
const (
	kindWidth = 60
	nameWidth = 190
	dateWidth = 84
)

// revisions holds the rows of the dialog that selects a range.
type revisions struct{ list []repository.Revision }

func (r *revisions) Len() int           { return len(r.list) }
func (r *revisions) Key(i int) string   { return r.list[i].Kind + " " + r.list[i].Name }
func (r *revisions) Label(i int) string { return r.list[i].Name }

func (r *revisions) Find(key string) int { return board.FindKey(r, key) }

func kinds() words.Table[string] {
	return words.Table[string]{"branch": "branch", "remote": "remote", "tag": "tag", "commit": "commit"}
}

func (r *revisions) Row(i int) board.Row {
	one := r.list[i]
	name := text.Escape(one.Name)
	if one.Kind == "commit" {
		name = one.ID[:min(len(one.ID), 10)]
	}
	subject := text.Escape(one.Subject)
	return board.Row{Tip: name + "\n" + subject + "\n" + text.Escape(one.Author), Cells: []board.Cell{
		{Text: kinds().Say(one.Kind), Tone: kit.ColorMuted, Small: true, Width: kindWidth},
		{Text: name, Width: nameWidth, Middle: true},
		{Text: subject, Tone: kit.ColorMuted, Fill: true},
		{Kind: board.CellNumber, Text: language.Date(one.Time), Width: dateWidth, Small: true},
	}}
}

// Of returns the range of a revision: a single commit, or the commits of HEAD that a branch or tag
// does not have.
func Of(r repository.Revision) string {
	if r.Kind == "commit" {
		return r.ID + "^!"
	}
	return r.Name + "..."
}

// ranges returns the ranges offered by name.
func ranges() words.Table[string] {
	return words.Table[string]{
		"": "none", "uncommitted": "uncommitted", "staged": "staged", "branch": "this branch", "HEAD^!": "last commit",
	}
}

// isWord reports whether a range is a word for a state of the repository, and not a name in it.
func isWord(rng string) bool {
	return rng == "uncommitted" || rng == "staged" || rng == "unstaged" || rng == "branch"
}

// Word formats a range for display.
func Word(rng string) string {
	if ranges()[rng] != "" {
		return ranges().Say(rng)
	}
	return text.Escape(rng)
}

// Items returns the menu of ranges. none is the label for no range; if it is empty, there is no
// such row. set is called with the selected range and returns the error of a typed one.
func Items(w part.Window, current, none string, set func(rng string) error) []kit.MenuItem {
	take := func(rng string) func() {
		return func() {
			if err := set(rng); err != nil {
				w.Toast(words.Sentence(err))
			}
		}
	}
	var items []kit.MenuItem
	for _, r := range []struct{ rng, note string }{
		{"", none},
		{"uncommitted", words.Say("Everything that is not committed yet, new files included")},
		{"staged", words.Say("What the next commit would contain")},
		{"branch", words.Say("Since the branch left the default branch")},
		{"HEAD^!", words.Say("What the newest commit changed")},
	} {
		if r.note != "" {
			items = append(items, kit.MenuItem{Text: ranges().Say(r.rng), Note: r.note, Checked: r.rng == current, Action: take(r.rng)})
		}
	}
	if ranges()[current] == "" {
		items = append(items, kit.MenuItem{Text: text.Escape(current), Checked: true, Action: take(current)})
	}
	return append(items, kit.MenuItem{Separator: true}, kit.MenuItem{Text: words.Say("Branch, tag or commit…"), Action: func() { Open(w, current, set) }})
}

// kindChoices are the kinds of revisions that the dialog can filter by.
func kindChoices() []repository.RevisionKind {
	return []repository.RevisionKind{repository.AllRevisions, repository.Branches, repository.Tags, repository.Commits}
}

// Open asks for a range: by typing it, or by selecting a branch, a tag or a commit. The changes and
// the cost of the range are shown before it is selected. set is that of [Items].
func Open(w part.Window, current string, set func(rng string) error) {
	rows := &revisions{}
	list := board.NewList(rows, kit.RowHeight)
	list.Single = true
	initial := current
	if isWord(current) {
		initial = ""
	}
	find := w.Dialogs().Entry(initial)
	find.PlaceHolder = words.Say("Words, or a range: main..., v1.2..HEAD, HEAD~3")
	hint := kit.NewMuted(words.Say("A branch or tag: changes of HEAD since the merge base. A commit: its changes."))
	cost := kit.NewLabel("", kit.Body)
	problem := kit.NewComplaint()
	// A typed text is itself a range unless a row was selected.
	chosen := func() string {
		if i := list.Cursor(); i >= 0 && i < rows.Len() {
			return Of(rows.list[i])
		}
		return strings.TrimSpace(find.Text)
	}
	listed, unknown := false, false // whether the list is that of the text, and the text is no range
	say := func(price string) {
		if price == "" && unknown && listed && rows.Len() == 0 {
			price = words.Say("No matches")
		}
		cost.SetText(price)
	}
	costs := func() {
		problem.SetText("")
		rng := chosen()
		if _, err := change.ParseRange(rng); err != nil {
			unknown = true
			say("")
			return
		}
		git.Of(w.Session()).CostOf(rng, func(report repository.Report, err error) {
			if chosen() != rng {
				return
			}
			if unknown = err != nil; unknown { // it is probably a search text
				say("")
				return
			}
			say(Word(rng) + ": " + Cost(w.Session(), report))
		})
	}
	var which *kit.Choice
	search := func() {
		query := find.Text
		if query == initial { // nothing was typed: the previous range is not a search text
			query = ""
		}
		listed, unknown = false, false
		git.Of(w.Session()).Revisions(query, kindChoices()[which.Chosen()], func(found []repository.Revision, err error) {
			rows.list, listed = found, true
			if err != nil {
				problem.SetText(words.Sentence(err))
			}
			list.Reload()
			if unknown {
				say("")
			}
		})
		costs()
	}
	which = kit.NewChoice([]string{words.Say("All"), words.Say("Branches"), words.Say("Tags"), words.Say("Commits")}, func(int) { search() })
	find.OnChanged = func(string) { search() }
	list.OnCursor = func(int) { costs() }
	var asked *dialog.Dialog
	take := func() bool {
		rng := chosen()
		if rng == "" {
			problem.SetText(words.Say("Type a range, or select a branch, a tag or a commit"))
			return true
		}
		git.Of(w.Session()).Check(rng, func(err error) {
			if chosen() != rng {
				return
			}
			if err == nil {
				err = set(rng)
			}
			if err != nil {
				problem.SetText(words.Sentence(err))
				return
			}
			asked.Close()
		})
		return true
	}
	find.OnKey = func(ev *fyne.KeyEvent, _ fyne.KeyModifier) bool {
		by := map[fyne.KeyName]int{fyne.KeyDown: 1, fyne.KeyUp: -1}[ev.Name]
		if by == 0 || rows.Len() == 0 {
			return false
		}
		list.SetCursor(min(max(list.Cursor()+by, 0), rows.Len()-1))
		costs()
		return true
	}
	list.OnClick = func(i int) { list.SetCursor(i) }
	list.OnOpen = func(int) { take() }
	body := container.NewBorder(container.NewVBox(find, which, hint), container.NewVBox(problem, cost), nil, nil, list)
	asked = w.Dialogs().Show(words.Say("Changes of a branch, tag or commit"), body, fyne.NewSize(720, 480),
		dialog.Closes(words.Say("Cancel")), dialog.Answer{Text: words.Say("Show changes"), Primary: true, Run: take})
	asked.Help = "docs/guide/git.md#send-changes"
	asked.OnClosed = git.Of(w.Session()).StopSearch
	search()
}

// Cost returns how many files a range changes, how many lines, and what they cost in the document, in the tokens of the
// model.
func Cost(s *session.Session, r repository.Report) string {
	tokens := words.Tokens(CostOf(s, r.Tokens))
	if r.Uncounted {
		tokens = words.Pending
	}
	return words.Count("{{.N}} files", len(r.Files)+r.More) + " · " + Lines(r.Added, r.Removed) + " · " + words.With("{{.N}} tok", map[string]any{"N": tokens})
}

// CostOf returns tokens of a [repository.Report] as those of the model.
func CostOf(s *session.Session, n int) aggregate.Count {
	return s.Cost(aggregate.Count{N: n, Exact: true, Vocabulary: s.Settings().Model().Vocabulary})
}

// Lines returns the numbers of added and removed lines.
func Lines(added, removed int) string {
	return "+" + kit.Count(int64(added)) + " −" + kit.Count(int64(removed))
}

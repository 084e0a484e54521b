// Package rangechoice lets the user select a range of commits: in a menu of common ones, or in a
// dialog by typing it or by selecting a branch, a tag or a commit.
package rangechoice

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"dossier/aggregate"
	"dossier/aggregate/git/change"
	"dossier/aggregate/text"
	"dossier/ui/dialog"
	"dossier/ui/features/git"
	"dossier/ui/kit"
	"dossier/ui/kit/board"
	"dossier/ui/kit/edit"
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

// chooser is the open dialog for a range.
type chooser struct {
	w       part.Window
	initial string // the text of the field when the dialog opens
	set     func(rng string) error
	dialog  *dialog.Dialog

	find    *edit.Entry
	which   *kit.Choice
	rows    *revisions
	list    *board.List
	problem *widget.Label
	cost    *kit.Label

	isListed  bool // the list is that of the text
	isUnknown bool // the text is no range; it is probably a search text
}

// Open asks for a range: by typing it, or by selecting a branch, a tag or a commit. The changes and
// the cost of the range are shown before it is selected. set is that of [Items].
func Open(w part.Window, current string, set func(rng string) error) {
	c := &chooser{w: w, initial: current, set: set, rows: &revisions{}, problem: kit.NewComplaint(), cost: kit.NewLabel("", kit.Body)}
	if isWord(current) {
		c.initial = ""
	}
	c.list = board.NewList(c.rows, kit.RowHeight)
	c.list.Single = true
	c.list.OnCursor = func(int) { c.showCost() }
	c.list.OnClick = func(i int) { c.list.SetCursor(i) }
	c.list.OnOpen = func(int) { c.take() }
	c.find = w.Dialogs().Entry(c.initial)
	c.find.PlaceHolder = words.Say("Words, or a range: main..., v1.2..HEAD, HEAD~3")
	c.find.OnChanged = func(string) { c.search() }
	c.find.OnKey = c.move
	c.which = kit.NewChoice([]string{words.Say("All"), words.Say("Branches"), words.Say("Tags"), words.Say("Commits")}, func(int) { c.search() })
	hint := kit.NewMuted(words.Say("A branch or tag: changes of HEAD since the merge base. A commit: its changes."))
	body := container.NewBorder(container.NewVBox(c.find, c.which, hint), container.NewVBox(c.problem, c.cost), nil, nil, c.list)
	c.dialog = w.Dialogs().Show(words.Say("Changes of a branch, tag or commit"), body, fyne.NewSize(720, 480),
		dialog.Closes(words.Say("Cancel")), dialog.Answer{Text: words.Say("Show changes"), Primary: true, Run: c.take})
	c.dialog.Help = "docs/guide/git.md#send-changes"
	c.dialog.OnClosed = git.Of(w.Session()).StopSearch
	c.search()
}

// chosen returns the range of the selected row, or else the typed text.
func (c *chooser) chosen() string {
	if i := c.list.Cursor(); i >= 0 && i < c.rows.Len() {
		return Of(c.rows.list[i])
	}
	return strings.TrimSpace(c.find.Text)
}

// show shows what a range costs, or that nothing was found.
func (c *chooser) show(cost string) {
	if cost == "" && c.isUnknown && c.isListed && c.rows.Len() == 0 {
		cost = words.Say("No matches")
	}
	c.cost.SetText(cost)
}

// showCost reads the changes of the chosen range in the background.
func (c *chooser) showCost() {
	c.problem.SetText("")
	rng := c.chosen()
	if _, err := change.ParseRange(rng); err != nil {
		c.isUnknown = true
		c.show("")
		return
	}
	git.Of(c.w.Session()).CostOf(rng, func(report repository.Report, err error) {
		if c.chosen() != rng {
			return
		}
		if c.isUnknown = err != nil; c.isUnknown {
			c.show("")
			return
		}
		c.show(Word(rng) + ": " + Cost(c.w.Session(), report))
	})
}

// search lists the revisions of the typed text.
func (c *chooser) search() {
	query := c.find.Text
	if query == c.initial { // nothing was typed: the previous range is not a search text
		query = ""
	}
	c.isListed, c.isUnknown = false, false
	git.Of(c.w.Session()).Revisions(query, kindChoices()[c.which.Chosen()], func(found []repository.Revision, err error) {
		c.rows.list, c.isListed = found, true
		if err != nil {
			c.problem.SetText(words.Sentence(err))
		}
		c.list.Reload()
		if c.isUnknown {
			c.show("")
		}
	})
	c.showCost()
}

// take sets the chosen range, if it is one, and closes the dialog. It keeps it open until that is known.
func (c *chooser) take() bool {
	rng := c.chosen()
	if rng == "" {
		c.problem.SetText(words.Say("Type a range, or select a branch, a tag or a commit"))
		return true
	}
	git.Of(c.w.Session()).Check(rng, func(err error) {
		if c.chosen() != rng {
			return
		}
		if err == nil {
			err = c.set(rng)
		}
		if err != nil {
			c.problem.SetText(words.Sentence(err))
			return
		}
		c.dialog.Close()
	})
	return true
}

// move moves the cursor of the list from the field.
func (c *chooser) move(ev *fyne.KeyEvent, _ fyne.KeyModifier) bool {
	by := map[fyne.KeyName]int{fyne.KeyDown: 1, fyne.KeyUp: -1}[ev.Name]
	if by == 0 || c.rows.Len() == 0 {
		return false
	}
	c.list.SetCursor(min(max(c.list.Cursor()+by, 0), c.rows.Len()-1))
	c.showCost()
	return true
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

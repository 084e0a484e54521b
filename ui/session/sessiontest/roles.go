package sessiontest

import (
	"context"
	"slices"

	"dossier/aggregate"
	"dossier/aggregate/tokens"
	"dossier/aggregate/tree"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/project/ranking"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// Roles implements the roles of a session for tests of features: it returns what a test sets, and
// records the calls. A fake host that embeds it implements only the methods that a test needs.
type Roles struct {
	undo.Stack
	Opened *project.Project
	Comp   models.Composition
	Doc    *aggregate.Document
	Stored *presets.State
	Saves  *presets.Slot
	Builds bool // whether a newer document is being built

	Listed  *tree.Tree       // returned by Names
	Applied models.Preset    // returned by Preset; no name means none
	Options presets.Settings // returned by Settings
	Asked   []any            // questions to the user
	Alone   bool             // whether no window handles questions

	Images []aggregate.Shot // returned by Shots

	Log      []string          // labels of edits, messages and errors, in order
	Messages []message.Message // the messages
	Failed   []error           // the errors
	Changes  int               // number of calls of Changed
	Saved    int               // of SaveSoon
}

// Project returns the opened project; nil after a test sets Opened to nil.
func (r *Roles) Project() *project.Project { return r.Opened }

// Ranker returns nil: no files are ranked.
func (r *Roles) Ranker() *ranking.Ranker { return nil }

// Composition returns Comp.
func (r *Roles) Composition() models.Composition { return r.Comp }

// Input returns the input of a build of Comp.
func (r *Roles) Input() aggregate.Input {
	in := r.Opened.Input()
	in.Composition = r.Comp
	return in
}

// rows returns the files of Comp; a pattern is a single row.
func (r *Roles) rows() aggregate.Rows {
	var rows aggregate.Rows
	for i, item := range r.Comp.Files {
		rows.Items = append(rows.Items, aggregate.Item{FileItem: item, Entry: i})
		rows.Matches = append(rows.Matches, []string{item.Path})
	}
	return rows
}

// Items returns the files of Comp.
func (r *Roles) Items() []aggregate.Item { return r.rows().Items }

// RowOf returns the index of a path in Items.
func (r *Roles) RowOf(path string) (int, bool) {
	i := slices.IndexFunc(r.Comp.Files, func(f models.FileItem) bool { return f.Path == path })
	return i, i >= 0
}

// Shown returns item i as if the document were built.
func (r *Roles) Shown(i int) (aggregate.Item, bool) {
	items := r.Items()
	if i < 0 || i >= len(items) {
		return aggregate.Item{}, false
	}
	return items[i], true
}

// Shots returns Images.
func (r *Roles) Shots() []aggregate.Shot { return r.Images }

// Names returns Listed. Relist is recorded.
func (r *Roles) Names() *tree.Tree { return r.Listed }
func (r *Roles) Relist()           { r.Log = append(r.Log, "relist") }

// Settings returns Options.
func (r *Roles) Settings() presets.Settings { return r.Options }

// Document returns Doc, or an empty document if Doc is nil.
func (r *Roles) Document() *aggregate.Document {
	if r.Doc == nil {
		return &aggregate.Document{}
	}
	return r.Doc
}

// Building returns Builds, and Replaying returns false.
func (r *Roles) Building() bool  { return r.Builds }
func (r *Roles) Replaying() bool { return false }

// Rebuild is recorded.
func (r *Roles) Rebuild() { r.Log = append(r.Log, "rebuild") }

// Model returns the first listed model, and Cost counts in its tokens.
func (r *Roles) Model() tokens.Model                    { return tokens.Models()[0] }
func (r *Roles) Cost(c aggregate.Count) aggregate.Count { return c }

// Edit changes Comp in an undo step, and records the label.
func (r *Roles) Edit(label message.Message, fn func(*project.Edit)) { r.EditIn("", label, fn) }

// EditIn is like Edit, and joins consecutive steps of one topic.
func (r *Roles) EditIn(topic string, label message.Message, fn func(*project.Edit)) {
	var base aggregate.Base
	if r.Opened != nil {
		base = r.Opened.StoredState().FilesBase()
	}
	e := project.NewEdit(r.Comp, base, r.rows())
	fn(e)
	r.Push(undo.Step{Label: label, Topic: topic, Old: r.Step()})
	r.Comp = e.Composition
	r.Log = append(r.Log, label.Text)
}

// Amend changes Comp.
func (r *Roles) Amend(fn func(*project.Edit)) {
	e := project.NewEdit(r.Comp, r.Opened.StoredState().FilesBase(), r.rows())
	fn(e)
	r.Comp = e.Composition
}

// Preset returns Applied. AlterPreset changes it and records the label.
func (r *Roles) Preset() (models.Preset, bool) { return r.Applied, r.Applied.Name != "" }

func (r *Roles) AlterPreset(label message.Message, change func(models.Preset) models.Preset) {
	r.Applied = change(r.Applied)
	r.Log = append(r.Log, label.Text)
}

// Step returns the current Comp.
func (r *Roles) Step() undo.State { return comp{r, r.Comp} }

type comp struct {
	r   *Roles
	old models.Composition
}

func (c comp) Current() undo.State { return c.r.Step() }
func (c comp) Restore()            { c.r.Comp = c.old }

// Ask records the question, as if a window handled it unless Alone is set.
func (r *Roles) Ask(question any) bool {
	r.Asked = append(r.Asked, question)
	return !r.Alone
}

// LastSent returns none. CopyText is recorded.
func (r *Roles) LastSent() (project.Sent, bool) { return project.Sent{}, false }
func (r *Roles) CopyText(content, _ string)     { r.Log = append(r.Log, "copy "+content) }

// Record is recorded.
func (r *Roles) Record(label message.Message) { r.Log = append(r.Log, label.Text) }

// Changed counts its calls, and Progressed does nothing.
func (r *Roles) Changed()    { r.Changes++ }
func (r *Roles) Progressed() {}

// Notify and Fail are recorded.
func (r *Roles) Notify(m message.Message) {
	r.Messages, r.Log = append(r.Messages, m), append(r.Log, m.Text)
}

func (r *Roles) Fail(err error) {
	r.Failed, r.Log = append(r.Failed, err), append(r.Log, err.Error())
}

// NotifyComposed is recorded as for one file.
func (r *Roles) NotifyComposed(done func(files int) message.Message, _ string) { r.Notify(done(1)) }

// State returns Stored, and Keep writes immediately.
func (r *Roles) State() *presets.State { return r.Stored }

func (r *Roles) WriteState(write func(context.Context) error) {
	if err := write(context.Background()); err != nil {
		r.Fail(err)
	}
}

// Slot returns Saves.
func (r *Roles) Slot() *presets.Slot { return r.Saves }

// SaveSoon is counted.
func (r *Roles) SaveSoon() { r.Saved++ }

// ConfirmReadable agrees to everything, and Remarks returns none.
func (r *Roles) ConfirmReadable(_ *aggregate.Document, send, _ func()) { send() }

func (r *Roles) Remarks(*aggregate.Document) ([]message.Message, message.Review) { return nil, "" }

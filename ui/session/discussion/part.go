// Package discussion is the project's discussions in a session: as they are shown and
// changed, what their entries cost, what the person is writing, and how all this is stored.
// Searches, conversations that are read and saves run beside the session; they belong to the
// jobs of the project, and a save is finished even when the project is left.
package discussion

import (
	"context"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// Host is what the discussions need of the session that they are a part of.
type Host interface {
	// Project is the one that is open; nil when none is.
	Project() *project.Project
	// Slot is where what is unsaved of the project is kept.
	Slot() *presets.Slot
	// SaveSoon keeps what is unsaved, the entry that is being written among it.
	SaveSoon()
	// Cost is a count in tokens of the language model.
	Cost(aggregate.Count) aggregate.Count
	// Document is the one that was put together last, Building whether a newer one is on
	// its way, and Rebuild makes it anew.
	Document() *aggregate.Document
	Building() bool
	Rebuild()
	// Push records a step that undo takes back, Retract drops the last one where it leads
	// nowhere, and Forget drops those that rest on what is no more.
	Push(undo.Step)
	Retract(topic string, back func(undo.State) bool) bool
	Forget(which func(undo.State) bool)
	// Changed is told that there is something else to be shown.
	Changed()
	Tell(message.Message)
	Fail(error)
}

// Part is the discussions of one project in a session. It belongs to the session's
// goroutine.
type Part struct {
	// Delay is how long a change may be in memory only.
	Delay time.Duration

	host     Host
	now      models.Discussions // as they are shown, saved or not
	file     *presets.History   // as it was when now was made of it
	excerpts Excerpts           // of the document that is shown
	unsent   models.Entry

	finding *jobs.Latest // a search
	reading *jobs.Latest // a text of conversations
	opening *jobs.Latest // a file of them

	waiting    *jobs.Later // for a change to be stored
	saving     *jobs.Serial
	left       []presets.LeftJournal // that other windows left, until now holds them on the disk
	journalled bool                  // whether there is a journal that says something else than the file
	said       string                // why the file was not written, as the person was told
	lost       error                 // why what was saved last is nowhere
}

// New returns the discussions of a project that was just opened, or of none.
func New(host Host, work *jobs.Group) *Part {
	return &Part{
		Delay: delay, host: host,
		finding: work.Latest(), reading: work.Latest(), opening: work.Latest(),
		waiting: work.Later(), saving: work.Serial(),
	}
}

// All returns all discussions. They must not be changed.
func (p *Part) All() models.Discussions { return p.now }

// Active returns the active discussion; without one it has no entries, and the name that
// the first entry will give it. It must not be changed.
func (p *Part) Active() models.Discussion {
	if d, ok := p.now.Current(); ok {
		return d
	}
	return models.Discussion{Name: p.now.Target()}
}

// Roles lists the roles to choose from: those offered, and those in use.
func (p *Part) Roles() []string { return p.now.Roles() }

// state is the discussions at one time, which undo goes back to.
type state struct {
	p   *Part
	all models.Discussions
}

// Now returns the discussions as they are now.
func (s state) Now() undo.State { return state{s.p, s.p.now} }

// Restore shows the discussions as they were.
func (s state) Restore() { s.p.set(s.all) }

// Weight is the number of entries of the active discussion, of about 72 bytes each beside
// their texts, which steps share: a hundred steps in a discussion of ten thousand entries
// are kept, and ten thousand in one of a hundred.
func (s state) Weight() int {
	d, _ := s.all.Current()
	return len(d.History)
}

// change makes one step of the discussions, which undo takes back; what changes nothing is
// no step. topic joins steps that follow each other; see [undo.Step].
func (p *Part) change(label message.Message, topic string, fn func(models.Discussions) (models.Discussions, error)) error {
	if p.host.Project() == nil {
		return project.ErrNone
	}
	next, err := fn(p.now)
	if err != nil || next.Equal(p.now) {
		return err
	}
	back := func(s undo.State) bool { was, is := s.(state); return is && was.all.Equal(next) }
	if !p.host.Retract(topic, back) {
		p.host.Push(undo.Step{Label: label, Topic: topic, Was: state{p, p.now}})
	}
	p.set(next)
	return nil
}

// changeActive changes the active discussion in one step. The first entry makes one.
func (p *Part) changeActive(label message.Message, topic string, fn func(models.Discussion) models.Discussion) {
	err := p.change(label, topic, func(all models.Discussions) (models.Discussions, error) {
		return all.Change("", fn), nil
	})
	if err != nil {
		p.host.Fail(err)
	}
}

// set puts other discussions in the place of those before.
func (p *Part) set(next models.Discussions) {
	p.now = next
	p.host.Changed()
	p.host.Rebuild()
	p.storeSoon()
}

// Use makes a discussion the active one: the one that the document holds.
func (p *Part) Use(name string) {
	if err := p.change(message.Named("use {{.Name}}", name), "", func(d models.Discussions) (models.Discussions, error) { return d.Use(name) }); err != nil {
		p.host.Fail(err)
	}
}

// Begin begins a discussion and makes it the active one.
func (p *Part) Begin(name string) error {
	return p.change(message.Named("new discussion {{.Name}}", name), "", func(d models.Discussions) (models.Discussions, error) { return d.New(name) })
}

// Rename gives a discussion another name.
func (p *Part) Rename(from, to string) error {
	return p.change(message.Named("rename {{.Name}}", from), "", func(d models.Discussions) (models.Discussions, error) { return d.Rename(from, to) })
}

// Delete deletes a discussion with its entries.
func (p *Part) Delete(name string) {
	gone, _ := p.now.Find(name)
	err := p.change(message.Named("delete {{.Name}}", name), "", func(d models.Discussions) (models.Discussions, error) { return d.Delete(name) })
	if err != nil {
		p.host.Fail(err)
		return
	}
	m := message.Count("Deleted {{.Name}} with {{.N}} entries", len(gone.History), map[string]any{"Name": text.Escape(name)})
	m.Undo = true
	p.host.Tell(m)
}

// Branch begins a discussion with the entries of the active one up to entry at, that one
// included, and makes it the active one.
func (p *Part) Branch(at int) {
	from := p.Active().Name
	as := p.now.FreeName(from)
	err := p.change(message.Named("branch {{.Name}}", from), "", func(d models.Discussions) (models.Discussions, error) { return d.Branch(from, at, as) })
	if err != nil {
		p.host.Fail(err)
		return
	}
	m := message.New("{{.From}} goes on as {{.Name}} from here", map[string]any{"From": text.Escape(from), "Name": text.Escape(as)})
	m.Undo = true
	p.host.Tell(m)
}

// Find looks for a text in all discussions, beside the window, and stops after ten
// thousand places. A newer search ends an older one.
func (p *Part) Find(query string, found func([]project.EntryMatch)) {
	all := p.now
	p.finding.Start(func(ctx context.Context) func() {
		matches, err := project.SearchEntries(ctx, all, query)
		if err != nil {
			return nil
		}
		return func() { found(matches) }
	})
}

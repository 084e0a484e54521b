// Package discussion manages the project's discussions in a session: showing and changing them, the
// costs of their entries, the draft of a new entry, and storing all of it. Searches, imports and
// saves run in the background, in jobs of the project; a save is completed even if the project is
// closed.
package discussion

import (
	"context"

	"dossier/aggregate/text"
	"dossier/models"
	"dossier/ui/project"
	"dossier/ui/session/feature"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
	"dossier/ui/session/storage"
)

// Host is the subset of the session that the discussions depend on.
type Host interface {
	storage.Host
	feature.Tokens
}

// Part is the controller of one project's discussions, which are stored automatically. It belongs
// to the session's goroutine.
type Part struct {
	*storage.Store[models.Discussions]

	host     Host
	excerpts Excerpts // of the shown document
	unsent   models.Entry

	finding *jobs.Latest // searches
	reading *jobs.Latest // reads a text of conversations
	opening *jobs.Latest // reads a file of conversations
}

// New returns the controller for a newly opened project, or for none.
func New(host Host, work *jobs.Group) *Part {
	return &Part{
		Store: storage.New(host, work, kind()), host: host,
		finding: work.Latest(), reading: work.Latest(), opening: work.Latest(),
	}
}

// All returns all discussions. They must not be modified.
func (p *Part) All() models.Discussions { return p.Value() }

// Active returns the active discussion. If there is none, the result has no entries, and the name
// that the first entry will give it. It must not be modified.
func (p *Part) Active() models.Discussion {
	if d, ok := p.Value().Current(); ok {
		return d
	}
	return models.Discussion{Name: p.Value().Target()}
}

// Roles returns the roles to choose from: the standard ones, and those in use.
func (p *Part) Roles() []string { return p.Value().Roles() }

// changeActive changes the active discussion in one undo step. The first entry creates one.
func (p *Part) changeActive(label message.Message, topic string, fn func(models.Discussion) models.Discussion) {
	err := p.Change(label, topic, func(all models.Discussions) (models.Discussions, error) {
		return all.Change("", fn), nil
	})
	if err != nil {
		p.host.Fail(err)
	}
}

// Activate activates a discussion: the document contains the active one.
func (p *Part) Activate(name string) {
	if err := p.Change(message.Named("use {{.Name}}", name), "", func(d models.Discussions) (models.Discussions, error) { return d.Activate(name) }); err != nil {
		p.host.Fail(err)
	}
}

// Begin creates a discussion and activates it.
func (p *Part) Begin(name string) error {
	return p.Change(message.Named("new discussion {{.Name}}", name), "", func(d models.Discussions) (models.Discussions, error) { return d.New(name) })
}

// Rename renames a discussion.
func (p *Part) Rename(from, to string) error {
	return p.Change(message.Named("rename {{.Name}}", from), "", func(d models.Discussions) (models.Discussions, error) { return d.Rename(from, to) })
}

// Delete deletes a discussion with its entries.
func (p *Part) Delete(name string) {
	gone, _ := p.Value().Find(name)
	err := p.Change(message.Named("delete {{.Name}}", name), "", func(d models.Discussions) (models.Discussions, error) { return d.Delete(name) })
	if err != nil {
		p.host.Fail(err)
		return
	}
	m := message.Count("Deleted {{.Name}} with {{.N}} entries", len(gone.History), map[string]any{"Name": text.Escape(name)})
	m.Undo = true
	p.host.Notify(m)
}

// Branch creates a discussion with the entries of the active one up to and including entry at, and
// activates it.
func (p *Part) Branch(at int) {
	from := p.Active().Name
	as := p.Value().FreeName(from)
	err := p.Change(message.Named("branch {{.Name}}", from), "", func(d models.Discussions) (models.Discussions, error) { return d.Branch(from, at, as) })
	if err != nil {
		p.host.Fail(err)
		return
	}
	m := message.New("{{.From}} continues as {{.Name}} from here", map[string]any{"From": text.Escape(from), "Name": text.Escape(as)})
	m.Undo = true
	p.host.Notify(m)
}

// Find searches all discussions for a text, in the background, up to ten thousand matches. A newer
// search cancels an older one.
func (p *Part) Find(query string, found func([]project.EntryMatch)) {
	all := p.Value()
	p.finding.Start(func(ctx context.Context) func() {
		matches, err := project.SearchEntries(ctx, all, query)
		if err != nil {
			return nil
		}
		return func() { found(matches) }
	})
}

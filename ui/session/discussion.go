package session

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"dossier/aggregate"
	"dossier/aggregate/text"
	"dossier/aggregate/tokens"
	"dossier/models"
	"dossier/presets"
	"dossier/ui/project"
	"dossier/ui/session/change"
	"dossier/ui/session/jobs"
	"dossier/ui/session/message"
	"dossier/ui/session/undo"
)

// discussionState is what a session holds of the project's discussions.
type discussionState struct {
	now     models.Discussions // as they are shown, saved or not
	file    *presets.History   // as it was when now was made of it
	places  map[spoken]int     // where an excerpt stands in the history of the document
	finding *jobs.Latest       // a search
	reading *jobs.Latest       // a text of conversations
	opening *jobs.Latest       // a file of them

	timer      *time.Timer           // runs while something is to be stored
	storing    *storing              // what is being stored; nil when nothing is
	missed     bool                  // whether the file has changed while it was being stored
	left       []presets.LeftJournal // that other windows left, until now holds them on the disk
	journalled bool                  // whether there is a journal that says something else than the file
	said       string                // why the file was not written, as the person was told
}

// Discussions returns all discussions. They must not be changed.
func (s *Session) Discussions() models.Discussions { return s.talk.now }

// Discussion returns the active discussion; without one it has no entries, and the name
// that the first entry will give it. It must not be changed.
func (s *Session) Discussion() models.Discussion {
	if d, ok := s.talk.now.Current(); ok {
		return d
	}
	return models.Discussion{Name: s.talk.now.Target()}
}

// discuss makes one step of the discussions, which undo takes back; what changes
// nothing is no step. topic joins steps that follow each other; see [undo.Step].
func (s *Session) discuss(label message.Message, topic string, fn func(models.Discussions) (models.Discussions, error)) error {
	if s.project == nil {
		return project.ErrNone
	}
	next, err := fn(s.talk.now)
	if err != nil || next.Equal(s.talk.now) {
		return err
	}
	if s.undo.Retract(topic, func(state undo.State) bool { was, is := state.(said); return is && was.all.Equal(next) }) {
		s.setDiscussions(next)
		return nil
	}
	s.undo.Push(undo.Step{Label: label, Topic: topic, Was: said{s, s.talk.now}})
	s.setDiscussions(next)
	return nil
}

// changeDiscussion changes the active discussion in one step. The first entry makes one.
func (s *Session) changeDiscussion(label message.Message, topic string, fn func(models.Discussion) models.Discussion) {
	err := s.discuss(label, topic, func(all models.Discussions) (models.Discussions, error) {
		return all.Change("", fn), nil
	})
	if err != nil {
		s.fail(err)
	}
}

// setDiscussions puts other discussions in the place of those before.
func (s *Session) setDiscussions(next models.Discussions) {
	s.talk.now = next
	s.notify(change.Discussion)
	s.rebuild()
	s.storeSoon()
}

// UseDiscussion makes a discussion the active one: the one that the document holds.
func (s *Session) UseDiscussion(name string) {
	if err := s.discuss(message.Named("use {{.Name}}", name), "", func(d models.Discussions) (models.Discussions, error) { return d.Use(name) }); err != nil {
		s.fail(err)
	}
}

// NewDiscussion begins a discussion and makes it the active one.
func (s *Session) NewDiscussion(name string) error {
	return s.discuss(message.Named("new discussion {{.Name}}", name), "", func(d models.Discussions) (models.Discussions, error) { return d.New(name) })
}

// RenameDiscussion gives a discussion another name.
func (s *Session) RenameDiscussion(from, to string) error {
	return s.discuss(message.Named("rename {{.Name}}", from), "", func(d models.Discussions) (models.Discussions, error) { return d.Rename(from, to) })
}

// DeleteDiscussion deletes a discussion with its entries.
func (s *Session) DeleteDiscussion(name string) {
	gone, _ := s.talk.now.Find(name)
	err := s.discuss(message.Named("delete {{.Name}}", name), "", func(d models.Discussions) (models.Discussions, error) { return d.Delete(name) })
	if err != nil {
		s.fail(err)
		return
	}
	m := message.Count("Deleted {{.Name}} with {{.N}} entries", len(gone.History), map[string]any{"Name": text.Escape(name)})
	m.Undo = true
	s.tell(m)
}

// BranchDiscussion begins a discussion with the entries of the active one up to entry
// at, that one included, and makes it the active one.
func (s *Session) BranchDiscussion(at int) {
	from := s.Discussion().Name
	as := s.talk.now.FreeName(from)
	err := s.discuss(message.Named("branch {{.Name}}", from), "", func(d models.Discussions) (models.Discussions, error) { return d.Branch(from, at, as) })
	if err != nil {
		s.fail(err)
		return
	}
	m := message.New("{{.From}} goes on as {{.Name}} from here", map[string]any{"From": text.Escape(from), "Name": text.Escape(as)})
	m.Undo = true
	s.tell(m)
}

// InsertEntries puts entries into the active discussion before the one at, or at the
// end. Those without a time get the present one.
func (s *Session) InsertEntries(at int, entries []models.Entry) {
	entries = slices.Clone(entries)
	for i := range entries {
		entries[i] = project.NewEntry(entries[i], time.Now())
	}
	s.changeDiscussion(message.Count("add {{.N}} entries", len(entries), nil), "", func(d models.Discussion) models.Discussion {
		return d.Insert(at, entries...)
	})
}

// SetEntry puts e in the place of entry i of the active discussion. Letters typed into
// one entry one after the other are one step.
func (s *Session) SetEntry(i int, e models.Entry) {
	e = project.Storable(e)
	label, topic := message.New("edit an entry", nil), ""
	if d := s.Discussion(); i >= 0 && i < len(d.History) {
		if was := d.History[i]; was.Content != e.Content && was.Role == e.Role && was.Exclude == e.Exclude {
			topic = fmt.Sprintf("entry %d of %s", i, d.Name)
		}
	}
	s.changeDiscussion(label, topic, func(d models.Discussion) models.Discussion { return d.Set(i, e) })
}

// DeleteEntries takes entries out of the active discussion.
func (s *Session) DeleteEntries(rows []int) {
	label := message.Count("delete {{.N}} entries", len(rows), nil)
	s.changeDiscussion(label, "", func(d models.Discussion) models.Discussion { return d.Delete(rows) })
}

// MoveEntries puts entries before the one at, which may be their number.
func (s *Session) MoveEntries(rows []int, at int) {
	label := message.Count("move {{.N}} entries", len(rows), nil)
	s.changeDiscussion(label, "", func(d models.Discussion) models.Discussion { return d.Move(rows, at) })
}

// SplitEntry cuts the content of an entry in two at a byte offset.
func (s *Session) SplitEntry(i, offset int) {
	s.changeDiscussion(message.New("split an entry", nil), "", func(d models.Discussion) models.Discussion { return d.Split(i, offset) })
}

// MergeEntry joins an entry with the next one.
func (s *Session) MergeEntry(i int) {
	s.changeDiscussion(message.New("merge two entries", nil), "", func(d models.Discussion) models.Discussion { return d.Merge(i) })
}

// IncludeEntries switches entries into the dossier, or out of it.
func (s *Session) IncludeEntries(rows []int, in bool) {
	label := message.New("leave entries out", nil)
	if in {
		label = message.New("take entries in", nil)
	}
	s.changeDiscussion(label, "", func(d models.Discussion) models.Discussion { return d.Include(rows, in) })
}

// SetRole says who said entries.
func (s *Session) SetRole(rows []int, role string) {
	role = strings.ToValidUTF8(role, "\ufffd")
	s.changeDiscussion(message.New("change a role", nil), "", func(d models.Discussion) models.Discussion { return d.WithRole(rows, role) })
}

// TrimEntries switches all but the last n entries out of the dossier.
func (s *Session) TrimEntries(n int) {
	s.changeDiscussion(message.Count("keep the last {{.N}} entries", n, nil), "", func(d models.Discussion) models.Discussion { return d.Trim(n) })
}

// TrimTokens switches the older entries out of the dossier, so that the others cost at
// most limit tokens of the model. What is not counted yet is estimated.
func (s *Session) TrimTokens(limit int) {
	s.changeDiscussion(message.Count("trim to {{.N}} tokens", limit, nil), "", func(d models.Discussion) models.Discussion {
		return d.TrimTokens(limit, s.entryTokens(d))
	})
}

// entryTokens returns what says what each entry of the active discussion costs: what is
// not counted yet is estimated.
func (s *Session) entryTokens(d models.Discussion) func(i int) int {
	return func(i int) int {
		if cost := s.EntryCost(i); !cost.Pending {
			return cost.N
		}
		return s.Cost(estimated(d.History[i])).N
	}
}

// EntryCost returns what an entry of the active discussion adds to the document. It is
// pending while the document does not hold the entry yet; of one that is left out it is
// what it would add, estimated.
func (s *Session) EntryCost(i int) project.Cost {
	d := s.Discussion()
	if i < 0 || i >= len(d.History) || d.History[i].Null {
		return project.Cost{Count: aggregate.Count{Exact: true}}
	}
	e := d.History[i]
	if count, ok := s.countOf(e); ok {
		return project.Cost{Count: s.Cost(count)}
	}
	if e.Exclude {
		return project.Cost{Count: s.Cost(estimated(e))}
	}
	return project.Cost{Pending: true}
}

// countOf returns what the excerpt of an entry costs in the document that is shown.
func (s *Session) countOf(e models.Entry) (aggregate.Count, bool) {
	at, ok := s.talk.places[spoken{e.Role, e.Content, e.Plain}]
	if !ok {
		return aggregate.Count{}, false
	}
	for _, section := range slices.Backward(s.doc.Sections) {
		if section.Kind == aggregate.HistorySection {
			if block := section.Blocks.Start + 1 + at; block < section.Blocks.End {
				return s.doc.Block(block).Tokens, true
			}
		}
	}
	return aggregate.Count{}, false
}

// spoken is what of an entry its excerpt shows.
type spoken struct {
	role, content string
	plain         bool
}

// excerptPlaces says which excerpt of the document each entry is.
func excerptPlaces(history []models.Entry) map[spoken]int {
	places := make(map[spoken]int, len(history))
	n := 0
	for _, e := range history {
		if !e.Null && !e.Exclude {
			places[spoken{e.Role, e.Content, e.Plain}] = n
			n++
		}
	}
	return places
}

// headingTokens is about what the heading of an excerpt and the line after it cost.
const headingTokens = 10

func estimated(e models.Entry) aggregate.Count {
	return aggregate.Count{N: tokens.Estimate(e.Excerpt()) + headingTokens}
}

// Roles lists the roles to choose from: those offered, and those in use.
func (s *Session) Roles() []string { return s.talk.now.Roles() }
